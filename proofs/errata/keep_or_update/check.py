"""Whether the law after a forced check is P_T, with one probability of keeping or another."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from dartproof.evidence import Dispute
from dartproof.laws.lazy import expert_law
from dartproof.laws.plays import Play, every_play
from dartproof.numeric import FastRational, fast

Coin = Callable[[Play, int, int, int], FastRational]


def holds(coin: Coin, play: Play) -> bool:
    """The law of i_T is P_T; `coin` is the probability of keeping."""
    process = play.process(coin=lambda launch, now, expert: coin(play, launch, now, expert))
    return expert_law(play.law(process), play.experts) == play.weights.shares[play.end]


def kept(play: Play, launch: int, now: int, expert: int) -> FastRational:
    """e^(-eta r)."""
    return play.weights.keep(launch, now, expert)


def dropped(play: Play, launch: int, now: int, expert: int) -> FastRational:
    """1 - e^(-eta r)."""
    return fast(1) - kept(play, launch, now, expert)


def as_quotient(play: Play, launch: int, now: int, expert: int) -> FastRational:
    """w_now/w_launch."""
    return play.weights.keep(0, now, expert) / play.weights.keep(0, launch, expert)


def plays() -> Iterator[Play]:
    """All losses 0 and 1 and all delay functions, T <= 3, N = 2."""
    for rounds in (2, 3):
        yield from every_play(rounds, 2, Fraction(1, 2))


DISPUTE = Dispute(
    says="all losses 0 and 1 and all delay functions, T <= 3, N = 2",
    instances=plays,
    holds=holds,
    text=dropped,
    mended=kept,
    variation=as_quotient,
    varied="the same number as a quotient of weights",
)
