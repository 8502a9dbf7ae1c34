"""`adaptive_lower_bound`: the numbers of the reduction decided in balls, the reduction itself in small exact games."""

from fractions import Fraction
from functools import partial

from dartproof.evidence import Control, Exhaustive, Randomised, Room

from . import derivation
from . import numbers as n

TOO_LARGE = Fraction(3, 2)

ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive("T from 2 to 10^12 and eps from 10^-9 to 1", n.every_numbers, n.holds),
        Exhaustive("the reduction for finite learners, T = 3, N = 2", n.every_reduction, n.reduces),
    ],
    property=[
        Randomised("any T up to 10^9, eps and delta", n.numbers, n.holds),
        Randomised("the reduction for any finite learner, T <= 3, N = 2", n.reductions, n.reduces, examples=30),
    ],
    controls=[
        Control(
            name="epsilon_above_one",
            says="it holds for eps <= 3/2",
            symbolic=derivation.epsilon_above_one,
            exact=Exhaustive("eps = 3/2", lambda _: (n.Numbers(t, TOO_LARGE) for t in (10, 100, 1000)), n.allowed),
            property=Randomised("eps up to 3/2", partial(n.numbers, epsilon=(Fraction(1), TOO_LARGE)), n.allowed),
        ),
        Control(
            name="rate_twice",
            says="q = min(1, 1/(eps sqrt(T) ln T)) will do",
            symbolic=derivation.rate_twice,
            exact=Exhaustive("the numbers of the statement", n.every_numbers, n.rate_twice),
            property=Randomised("the numbers of the statement", n.numbers, n.rate_twice),
        ),
        Control(
            name="delta_of_t_squared",
            says="delta <= T^-2 suffices",
            symbolic=derivation.delta_of_t_squared,
            exact=Exhaustive(
                "delta = T^-2", lambda _: (n.Numbers(t, Fraction(1, 9), Fraction(t)) for t in (2, 10, 100)), n.allowed
            ),
            property=Randomised("delta = T^-2", n.times_t, n.allowed),
        ),
        Control(
            name="rate_of_the_body",
            says="q = min(1/sqrt(T), 1/(eps T)) gives q T = min(sqrt(T), sqrt(T)/eps) up to logarithms",
            symbolic=derivation.rate_of_the_body,
            exact=Exhaustive(
                "eps = 1, T = 10^6 and 10^9",
                lambda _: (n.Numbers(t, Fraction(1)) for t in (10**6, 10**9)),
                n.rate_of_the_body,
            ),
            property=Randomised("the numbers of the statement", n.numbers, n.rate_of_the_body),
        ),
    ],
)
