"""`adaptive_dp`, decided in rationals for finite learners against all adversaries with losses 0 and 1."""

from collections.abc import Callable, Iterator
from functools import partial

from dartproof.evidence import Control, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation

from . import derivation
from .games import (
    Case,
    cases,
    dartboard_differs,
    dartboards,
    every_case,
    every_search,
    few,
    fixed_suffices,
    implies_fixed,
    matches,
    no_adversary_is_better,
    pure_cases,
    same_without_delta,
    search_is_exhaustive,
    seeing_gains_nothing,
    two_rounds_for_one,
)


def false_claim(
    name: str,
    says: str,
    symbolic: Derivation,
    holds: Callable[[Case], bool],
    instances: Callable[[], Iterator[Case]],
    *,
    rounds: int,
) -> Control:
    """A false claim about learners of two experts."""
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive(f"known learners, T = {rounds}", lambda _: instances(), holds),
        property=Randomised(f"any learner, T = {rounds}", partial(cases, rounds=(rounds, rounds)), holds),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive("all decision trees, T <= 3, N = 2", lambda _: every_search(), search_is_exhaustive),
        Exhaustive(
            "learners of two states, T = 2",
            lambda effort: every_case(step=1 if effort == "full" else 30, rounds=2),
            same_without_delta,
        ),
        Exhaustive(
            "learners of two states, T = 3",
            lambda effort: every_case(step=10 if effort == "full" else 150, rounds=3),
            implies_fixed,
        ),
        Exhaustive(
            "learners that are purely private, T = 3",
            lambda effort: pure_cases(step=2 if effort == "full" else 50),
            same_without_delta,
        ),
        Exhaustive("shrinking dartboards, T = 3", lambda _: dartboards(), dartboard_differs),
    ],
    property=[
        Randomised("any finite learner of two experts, T <= 3", cases, same_without_delta, examples=40),
        Randomised("any finite learner and adversary, T <= 3", matches, no_adversary_is_better, examples=60),
    ],
    controls=[
        false_claim(
            "oblivious_suffices",
            "privacy for fixed streams is privacy against adversaries that adapt, for delta > 0 too",
            derivation.spent_differently,
            fixed_suffices,
            dartboards,
            rounds=3,
        ),
        false_claim(
            "sees_the_pick",
            "the losses of round t may be chosen after i_t is seen",
            derivation.spent_differently,
            seeing_gains_nothing,
            partial(few, 2),
            rounds=2,
        ),
        false_claim(
            "two_rounds",
            "the losses may differ in two rounds",
            derivation.two_rounds,
            two_rounds_for_one,
            partial(few, 3),
            rounds=3,
        ),
    ],
)
