"""`adaptive_lower_bound_extended`: its numbers decided in balls, the reduction itself in small exact games."""

from collections.abc import Callable
from functools import partial

from dartproof.evidence import Control, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation

from . import derivation
from . import numbers as n


def false_claim(name: str, says: str, symbolic: Derivation, holds: Callable[[n.Numbers], bool]) -> Control:
    """A false claim about T and eps."""
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("T from 10 on, eps >= 1", lambda _: n.large(), holds),
        property=Randomised("any T, eps >= 1", partial(n.numbers, least=1), holds),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive("T from 2 to 10^12 and eps from 10^-9 to 50", n.every_numbers, n.holds),
        Exhaustive("the reduction for finite learners, T = 3, N = 2", lambda _: n.every_reduction(), n.reduces),
    ],
    property=[
        Randomised("any T up to 10^9 and eps up to 20", n.numbers, n.holds, examples=100),
        Randomised("the reduction for any finite learner, T <= 3, N = 2", n.reductions, n.reduces, examples=30),
    ],
    controls=[
        false_claim(
            "polynomial_in_epsilon",
            "the bound is min(T, sqrt(T)/(eps ln T)) for every eps",
            derivation.polynomial_in_epsilon,
            n.polynomial,
        ),
        false_claim(
            "without_the_one", "q may divide by eps, not e^eps - 1", derivation.without_the_one, n.without_the_one
        ),
        false_claim(
            "delta_over_q_squared",
            "delta <= T^-3/q^2 suffices",
            derivation.delta_over_q_squared,
            n.delta_over_q_squared,
        ),
    ],
)
