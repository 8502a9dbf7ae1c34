"""`pointwise_domination_sharp`, decided in rationals: e^(-eta) is rational and Delta is a number of grid steps."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from dartproof import strategies
from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation
from dartproof.laws.plays import Play, Stream, every_play, every_stream

from . import derivation, plays
from .plays import Claim

KEEPS = [Fraction(1, 2), Fraction(9, 10)]
STATEMENT = Claim()


def every_delay_function(effort: Effort) -> Iterator[Play]:
    """Every delay function: losses 0 and 1, t, N <= 3; losses 0, 1/2 and 1, t <= 3, N = 2; and t = 4, N = 2 if full."""
    for keep in KEEPS:
        for rounds in (1, 2, 3):
            for experts in (1, 2, 3):
                yield from every_play(rounds, experts, keep, forced=False)
            yield from every_play(rounds, 2, keep, grid=2, forced=False)
    if effort == "full":
        yield from every_play(4, 2, KEEPS[1], forced=False)


def every_rule(effort: Effort) -> Iterator[Stream]:
    """Every stream: losses 0 and 1, t <= 5, N = 2 and t <= 4, N = 3; 0, 1/2 and 1, t <= 4, N = 2; longer if full."""
    longer = effort == "full"
    for keep in KEEPS:
        for experts, grid, most in ((1, 1, 5), (2, 1, 5 + longer), (3, 1, 4), (2, 2, 3 + longer)):
            for rounds in range(1, most + 1):
                for losses in every_stream(rounds, experts, grid=grid):
                    yield Stream(losses, grid, keep)


def of_two(_: Effort) -> Iterator[Play]:
    """Two experts, t = 2 or 3, losses 0 and 1, e^(-eta) = 1/2, every delay function."""
    for rounds in (2, 3):
        yield from every_play(rounds, 2, KEEPS[0], forced=False)


def false_claim(
    name: str, says: str, symbolic: Derivation, holds: Callable[[Play], bool], show: Callable[[Play], str]
) -> Control:
    """A false claim of plays."""
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("two experts, losses 0 and 1, t <= 3", of_two, holds, show),
        property=Randomised("the plays of the statement", strategies.plays, holds, show),
    )


HALF = Claim(share=Fraction(1, 2))
CHECKS = Claim(delta=plays.at_checks)
CLIPPED = Claim(learner=plays.clip_kept)
LIMITED = Claim(learner=plays.limited, delta=plays.among_asked)

ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive(
            "every delay function (t <= 3, N <= 3 on losses 0 and 1, N = 2 on 0, 1/2 and 1; full also t = 4, N = 2)",
            every_delay_function,
            STATEMENT.holds,
            STATEMENT.show,
        ),
        Exhaustive(
            "the best of all rules for every i and Delta (t <= 5, N = 2; t <= 4, N = 3; losses 0 and 1, or 0, 1/2, 1)",
            every_rule,
            plays.bounded_for_the_best_rule,
        ),
    ],
    property=[
        Randomised(
            "any losses, e^(-eta), delay function, t <= 6, N <= 4", strategies.plays, STATEMENT.holds, STATEMENT.show
        ),
        Randomised(
            "any losses and e^(-eta) and the best of all rules, t <= 4, N <= 3",
            plays.streams,
            plays.bounded_for_the_best_rule,
            examples=50,
        ),
    ],
    controls=[
        false_claim(
            "half_the_exponent", "e^(eta Delta/2) will do", derivation.half_the_exponent, HALF.holds, HALF.show
        ),
        false_claim(
            "only_checks_are_bounded",
            "Delta need only bound the losses at checks",
            derivation.only_checks_are_bounded,
            CHECKS.holds,
            CHECKS.show,
        ),
        false_claim(
            "limit_reached",
            "Delta need only bound the queries that are asked, and none is after V = 1 updates",
            derivation.limit_reached,
            LIMITED.holds,
            LIMITED.show,
        ),
        false_claim(
            "clip_kept", "r is raised to 1 where it is lower", derivation.clip_kept, CLIPPED.holds, CLIPPED.show
        ),
        false_claim(
            "conditioned",
            "it holds for the law of i_t given that q_t <= Delta",
            derivation.conditioned,
            plays.holds_given_small_queries,
            plays.show_given_small_queries,
        ),
    ],
)
