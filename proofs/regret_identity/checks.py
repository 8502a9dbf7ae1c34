"""`regret_identity`: the identities decided in rationals and in Q(L), the bounds, which contain eta, in balls."""

from collections.abc import Callable, Iterable

from hypothesis.strategies import SearchStrategy

from dartproof import strategies
from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation
from dartproof.laws.plays import Play
from dartproof.numeric import slow

from . import accounts, derivation
from .accounts import KEEPS, every_noisy, every_play, never_checked, never_checked_plays, noisy, of_play

FEW = ((1, 1), (1, 2), (2, 1), (2, 2))


def clip_forgotten(play: Play) -> bool:
    """The false claim that the identity holds with the clip 1 as it does without."""
    it = of_play(play, play.process(coin=play.clipped_coin))
    return it.excess == it.silent


def uniform_draw(play: Play) -> bool:
    """The false claim for uniform resamples."""
    it = of_play(play, accounts.uniform_draw(play))
    return it.excess == it.silent


def anticipating_delay(play: Play) -> bool:
    """The false claim for checks that are put off where the coin would keep."""
    it = of_play(play, accounts.anticipating_delay(play))
    return it.excess == it.silent


def every_round(play: Play) -> bool:
    """The false claim that sums over checks as well."""
    it = of_play(play)
    return it.excess == it.silent + it.checked


def a_third(play: Play) -> bool:
    """The false bound with eta/3."""
    it = of_play(play)
    return slow(it.excess) <= accounts.eta(play) / 3 * slow(it.squares)


def finished_intervals(play: Play) -> bool:
    """The false bound that leaves out the last interval."""
    it = of_play(play)
    return slow(it.excess) <= accounts.eta(play) / 2 * slow(it.squares - it.unfinished)


def delays(effort: Effort) -> Iterable[Play]:
    """Every delay function on losses 0 and 1."""
    sizes = (*FEW, (1, 3), (2, 3), (3, 1))
    yield from every_play(sizes, KEEPS)
    yield from every_play(((3, 2),), KEEPS if effort == "full" else KEEPS[:1])


def small_plays() -> SearchStrategy[Play]:
    """Any losses and delay function of up to two rounds and two experts."""
    return strategies.plays(max_rounds=2, max_experts=2)


def of_plays(
    name: str,
    says: str,
    symbolic: Derivation,
    holds: Callable[[Play], bool],
    *,
    family: Callable[[], Iterable[Play]] = lambda: every_play(((2, 2), (3, 2)), KEEPS),
    strategy: Callable[[], SearchStrategy[Play]] = small_plays,
) -> Control:
    """A false claim about plays."""
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("two experts or no checks", lambda _: family(), holds),
        property=Randomised("any play of few rounds, or no checks", strategy, holds),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive("every delay function on losses 0 and 1 (T <= 3, N <= 2; T <= 2, N = 3)", delays, accounts.holds),
        Exhaustive(
            "the same with the clip 1",
            lambda effort: every_play(FEW, KEEPS) if effort == "quick" else delays(effort),
            accounts.holds_with_clip,
        ),
        Exhaustive(
            "AboveThreshold with its noises and the clip 1, two experts, three rounds (full: four)",
            lambda effort: every_noisy(rounds=4 if effort == "full" else 3),
            accounts.holds_with_noise,
        ),
        Exhaustive("no checks, T <= 8, N <= 5", lambda _: never_checked(rounds=8, experts=5), accounts.holds),
    ],
    property=[
        Randomised(
            "any losses, e^(-eta), delay function, T <= 6, N <= 4", strategies.plays, accounts.holds, examples=80
        ),
        Randomised("the same with the clip 1", strategies.plays, accounts.holds_with_clip, examples=60),
        Randomised("any noises, clip and threshold, T <= 4, N <= 3", noisy, accounts.holds_with_noise, examples=40),
    ],
    controls=[
        of_plays("clip_forgotten", "the clip does not matter", derivation.clip_forgotten, clip_forgotten),
        of_plays(
            "anticipating_delay",
            "a check is put off where its coin would keep the expert",
            derivation.anticipating_delay,
            anticipating_delay,
        ),
        of_plays("uniform_draw", "a resample is uniform", derivation.uniform_draw, uniform_draw),
        of_plays("every_round", "the sum runs over checks as well", derivation.every_round, every_round),
        of_plays(
            "a_third",
            "eta/3 will do for eta/2",
            derivation.a_third,
            a_third,
            family=lambda: never_checked(rounds=10, experts=6),
            strategy=never_checked_plays,
        ),
        of_plays(
            "finished_intervals",
            "only the intervals that end with a check count",
            derivation.finished_intervals,
            finished_intervals,
        ),
    ],
)
