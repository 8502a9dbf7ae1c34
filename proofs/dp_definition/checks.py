"""`dp_definition`, decided in rationals by all events of few outcomes, and in Q(L) for Algorithm 1."""

from collections.abc import Callable
from functools import partial

from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation

from . import derivation
from .laws import (
    Laws,
    cases,
    every_case,
    every_neighbours,
    forms_agree,
    mixed,
    neighbours,
    no_farther_when_processed,
    one_order_suffices,
    outcomes_suffice,
    picks_no_farther,
    rounds_suffice,
    two_steps,
)

triples = partial(cases, 3)
fourfold = partial(cases, outcomes=(4, 4))


def denominator(effort: Effort) -> int:
    """Of the masses: 3, or 5 for full effort."""
    return 5 if effort == "full" else 3


def of_pairs(name: str, says: str, symbolic: Derivation, holds: Callable[[Laws], bool], *, number: int = 2) -> Control:
    """A false claim of laws on four outcomes, or of three laws on two."""
    outcomes = 4 if number == 2 else 2
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive(
            f"laws on {outcomes} outcomes, masses in halves", lambda _: every_case(number, outcomes, 2), holds
        ),
        property=Randomised(
            f"any laws on {outcomes} outcomes", partial(cases, number, outcomes=(outcomes, outcomes)), holds
        ),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive("all events, three outcomes", lambda e: every_case(2, 3, denominator(e)), forms_agree),
        Exhaustive("all events, four outcomes", lambda e: every_case(2, 4, denominator(e) - 1), forms_agree),
        Exhaustive(
            "27 ways of processing three outcomes",
            lambda e: every_case(2, 3, denominator(e)),
            no_farther_when_processed,
        ),
        Exhaustive("mixtures of two pairs on two outcomes", lambda e: every_case(3, 2, denominator(e)), mixed),
        Exhaustive("two steps, on two outcomes", lambda e: every_case(3, 2, denominator(e)), two_steps),
        Exhaustive("Algorithm 1, all neighbours, T = 3, N = 2", lambda _: every_neighbours(), picks_no_farther),
    ],
    property=[
        Randomised("any two laws on up to four outcomes, all events", cases, forms_agree, examples=100),
        Randomised("any two laws, processed", cases, no_farther_when_processed, examples=30),
        Randomised("any three laws, mixed", triples, mixed, examples=100),
        Randomised("any three laws in two steps", triples, two_steps, examples=100),
        Randomised("Algorithm 1 on any neighbours, T, N <= 3", neighbours, picks_no_farther, examples=20),
    ],
    controls=[
        of_pairs(
            "outcomes_only",
            "it is enough that P(w) <= e^eps P'(w) + delta for each w",
            derivation.outcomes_only,
            outcomes_suffice,
        ),
        of_pairs("one_order", "one order of the two streams suffices", derivation.one_order, one_order_suffices),
        of_pairs("rounds_apart", "it is enough to look at each round", derivation.rounds_apart, rounds_suffice),
        of_pairs(
            "deltas_add",
            "in two steps the deltas just add up",
            derivation.deltas_add,
            partial(two_steps, factor=False),
            number=3,
        ),
    ],
)
