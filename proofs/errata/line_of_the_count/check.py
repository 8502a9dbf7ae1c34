"""Whether a count is dominated by Poisson(ln(Phi_1/Phi_T)), for Algorithm 2 with every delay function."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise

from dartproof.evidence import Dispute
from dartproof.laws import BELOW
from dartproof.laws.lazy import position_laws
from dartproof.laws.plays import Play, every_play
from dartproof.laws.rules import poisson_tail
from dartproof.numeric import slow

Past = tuple[int, ...]


def holds(count: Callable[[Past], int], play: Play) -> bool:
    """Pr[count > k] <= Pr[Poisson(M) > k] for every k, with e^-M = Phi_T/Phi_1."""
    weights = play.weights
    survivors = [slow(weights.keep(0, play.end, expert)) for expert in range(play.experts)]
    ratio = sum(survivors, Fraction(0)) / play.experts
    *_, law = position_laws(play.process(), until=play.end, remember=True)
    for k in range(play.end):
        tail = sum((slow(mass) for position, mass in law.items() if count(position.past) > k), Fraction(0))
        if poisson_tail(ratio, k) < tail:
            return False
    return True


def checks(past: Past) -> int:
    """The number of answers ⊤."""
    return sum(step != BELOW for step in past[1:])


def resamples(past: Past) -> int:
    """The number of draws."""
    return sum(step >= 0 for step in past[1:])


def changes(past: Past) -> int:
    """The number of draws that bring another expert."""
    held = [past[0]]
    for step in past[1:]:
        held.append(step if step >= 0 else held[-1])
    return sum(before != after for before, after in pairwise(held))


def plays() -> Iterator[Play]:
    """All losses 0 and 1 and all delay functions, T <= 3, N = 2."""
    for rounds in (2, 3):
        yield from every_play(rounds, 2, Fraction(1, 2), forced=False)


DISPUTE = Dispute(
    says="all losses 0 and 1 and all delay functions, T <= 3, N = 2",
    instances=plays,
    holds=holds,
    text=checks,
    mended=resamples,
    variation=changes,
    varied="the number of changes of the expert",
)
