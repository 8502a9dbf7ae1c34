"""`above_threshold_accuracy`, decided in Q(L): how likely a wrong answer to small sequences of queries is."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation

from . import derivation
from .queries import Asked, Bound, asked, every_sequence, fifteen_quarters, one_half, one_of_them, paper, union


def accurate(asked: Asked, *, bound: Bound = union) -> bool:
    """Pr[some answer is wrong by more than alpha] is at most so much."""
    return asked.wrong() <= bound(asked)


def statement(asked: Asked) -> bool:
    """Both bounds, and the second with beta as the paper has it; where beta > 1 it says nothing."""
    return accurate(asked) and (asked.alpha % 2 == 1 or accurate(asked, bound=paper))


def no_slack_for_bottom(asked: Asked) -> bool:
    """The false claim that every ⊥ has q <= tau."""
    return asked.wrong(slack_above=0) <= union(asked)


def either_error(asked: Asked) -> bool:
    """The false claim for a query that knows the noises and takes the side on which its answer will be wrong."""
    low, high = (Asked((query,), asked.noise, asked.alpha) for query in (-asked.alpha - 1, asked.alpha + 1))
    return low.wrong() + high.wrong() <= union(low)


def sequences(effort: Effort) -> Iterator[Asked]:
    """Up to three queries, at full effort four, and up to ten that are all too low or all too high."""
    yield from every_sequence(4 if effort == "full" else 3)
    for count in range(1, 11):
        for alpha in (2, 4):
            for query in (-alpha - 1, alpha + 1):
                yield Asked((query,) * count, Fraction(1, 10), alpha)


def claimed_beta(_: Effort) -> Iterator[Asked]:
    """Up to three queries where alpha is even and the paper's beta is at most 1, so that it says something."""
    return (asked for asked in every_sequence(3, step=4) if paper(asked) <= 1)


def fine(_: Effort) -> Iterator[Asked]:
    """One query, a thousandth below tau - alpha, where w is small."""
    yield Asked((-10001,), Fraction(999, 1000), 10000)


def nearly_attained(asked: Asked) -> bool:
    """The probability is above 0.998 times the bound."""
    return asked.wrong() > Fraction(998, 1000) * union(asked)


def control(
    name: str,
    says: str,
    symbolic: Derivation,
    holds: Callable[[Asked], bool],
    *,
    step: int = 1,
    most: int = 3,
) -> Control:
    """A false claim about the same queries."""
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("up to two queries", lambda _: every_sequence(2, step=step, most=most), holds),
        property=Randomised("runs of equal queries", partial(asked, step=step, fine=step > 1), holds),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive("all sequences of up to three queries around tau - alpha, tau, tau + alpha", sequences, statement),
        Exhaustive("such sequences with beta <= 1", claimed_beta, partial(accurate, bound=paper)),
        Exhaustive("sharpness: one query just below tau - alpha attains 0.998 of the bound", fine, nearly_attained),
    ],
    property=[Randomised("runs of equal queries on grids up to 1/3, any eps, tau and alpha", asked, statement)],
    controls=[
        control(
            "smaller_constant",
            "15/4 in place of 8",
            derivation.smaller_constant,
            partial(accurate, bound=fifteen_quarters),
            step=15,
        ),
        control(
            "threshold_noise_forgotten",
            "k Pr[nu_t >= alpha] bounds the probability",
            derivation.threshold_noise_forgotten,
            partial(accurate, bound=one_half),
        ),
        control(
            "queries_see_the_noise", "queries may depend on xi and nu_t", derivation.queries_see_the_noise, either_error
        ),
        control(
            "any_number_of_queries",
            "the same alpha serves more than k queries",
            derivation.any_number_of_queries,
            partial(accurate, bound=one_of_them),
        ),
        control("no_slack_for_bottom", "every ⊥ has q <= tau", derivation.no_slack_for_bottom, no_slack_for_bottom),
    ],
)
