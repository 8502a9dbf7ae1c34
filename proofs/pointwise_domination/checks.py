"""`pointwise_domination`, decided in rationals: e^(-eta) is rational and Delta is a number of grid steps."""

from collections.abc import Callable

from hypothesis.strategies import SearchStrategy

from dartproof import strategies
from dartproof.evidence import Control, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation
from dartproof.laws.plays import Play

from . import derivation, plays
from .plays import Found


def false_claim(
    name: str,
    says: str,
    symbolic: Derivation,
    *,
    found: Callable[[Play], Found] = plays.STATEMENT,
    claim: Callable[[Found], bool] = plays.both_factors,
    strategy: Callable[[], SearchStrategy[Play]] = plays.few_of_two,
) -> Control:
    """A claim that differs from the statement in what is looked at or in what is said of it."""

    def holds(play: Play) -> bool:
        return claim(found(play))

    def show(play: Play) -> str:
        return f"{play}: {found(play)}"

    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("two experts, losses 0 and 1, t <= 4", plays.of_two, holds, show),
        property=Randomised("any losses, e^(-eta) and delay function of few rounds", strategy, holds, show),
    )


def holds(play: Play) -> bool:
    """The statement."""
    return plays.both_factors(plays.found(play))


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive(
            "every delay function on losses 0 and 1 (t <= 3, N <= 3, not both 3; full also that and t = 4, N = 2)",
            plays.every_delay_function,
            holds,
        ),
        Exhaustive(
            "the best of all rules for every i and Delta (t <= 4, N = 2; t <= 3, N = 3; losses 0 and 1, or 0, 1/2, 1)",
            plays.every_rule,
            plays.bounded_for_the_best_rule,
        ),
    ],
    property=[
        Randomised("any losses, e^(-eta), delay function, t <= 6, N <= 4", strategies.plays, holds),
        Randomised(
            "any losses and e^(-eta) and the best of all rules, t <= 4, N <= 3",
            plays.streams,
            plays.bounded_for_the_best_rule,
            examples=30,
        ),
    ],
    controls=[
        false_claim(
            "half_the_exponent",
            "e^(eta Delta/2) will do",
            derivation.half_the_exponent,
            claim=plays.half_the_exponent,
        ),
        false_claim(
            "first_power",
            "1 + x - 1/x <= x, so that this proof gives the sharper factor",
            derivation.first_power,
            claim=plays.first_power,
        ),
        false_claim(
            "only_checks_are_bounded",
            "Delta need only bound the queries answered with ⊤",
            derivation.only_checks_are_bounded,
            found=plays.ONLY_CHECKS,
        ),
        false_claim(
            "limit_reached",
            "Delta need only bound the queries that are asked, and none is after V = 1 updates",
            derivation.limit_reached,
            found=plays.LIMITED,
            strategy=plays.checked_each_round,
        ),
        false_claim(
            "clip_kept",
            "r is raised to 1 where it is lower",
            derivation.clip_kept,
            found=plays.CLIPPED,
            strategy=plays.more_of_two,
        ),
    ],
)
