"""`above_threshold_shift`, decided in Q(L): every answer to all small sequences of queries and all their shifts."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

from hypothesis import strategies as st

from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation

from . import derivation
from .queries import HALF, MUCH, SCALES, Shifted, costly, every_shift, shifted, sides


def rises_cheaply(instance: Shifted, *, parts: tuple[int, int] = (1, 1), exchanged: bool = False) -> bool:
    """H_t <= e^(d_t/b_xi) H'_t for every t, and the same of ⊥ to all; or with the fraction `parts` of d_t/b_xi.

    With fractions n/m the scales must be multiples of m.
    """
    multiple = instance.multiples[1 if exchanged else 0] * parts[0] // parts[1]
    steps = (*instance.shift, instance.shift[-1])
    return all(
        instance.noise ** (multiple * step) * before <= after
        for step, before, after in zip(steps, *instance.laws(), strict=True)
    )


def falls_cheaply(instance: Shifted, *, parts: tuple[int, int] = (1, 1), exchanged: bool = False) -> bool:
    """H'_t <= e^(d_t/b_nu) H_t for every t, and Pr[⊥ to all; q'] <= Pr[⊥ to all; q]."""
    multiple = instance.multiples[0 if exchanged else 1] * parts[0] // parts[1]
    steps = (*instance.shift, 0)
    return all(
        instance.noise ** (multiple * step) * after <= before
        for step, before, after in zip(steps, *instance.laws(), strict=True)
    )


def statement(instance: Shifted) -> bool:
    """All four inequalities."""
    return rises_cheaply(instance) and falls_cheaply(instance)


def private(instance: Shifted) -> bool:
    """The answers are max(1/b_xi, 1/b_nu)-DP in both directions."""
    factor = instance.noise ** (max(instance.multiples) * instance.grid)
    return all(factor * p <= q and factor * q <= p for p, q in zip(*instance.laws(), strict=True))


def both(instance: Shifted) -> bool:
    """The four inequalities and what they mean for privacy."""
    return statement(instance) and private(instance)


def exchanged(instance: Shifted) -> bool:
    """The false claim with the two scales exchanged."""
    return rises_cheaply(instance, exchanged=True) and falls_cheaply(instance, exchanged=True)


def all_shifts(effort: Effort) -> Iterator[Shifted]:
    """Up to three queries on the grid of 1 and two on that of 1/2, at full effort one more."""
    more = effort == "full"
    yield from every_shift(4 if more else 3)
    yield from every_shift(3 if more else 2, grid=2, scales=SCALES[:1])


def long_shifts(effort: Effort) -> Iterator[Shifted]:
    """Up to 13 or 31 queries where the ratios come close to what is allowed."""
    for multiples in SCALES:
        yield from costly(multiples=multiples, longest=30 if effort == "full" else 12)


def attained(instance: Shifted) -> bool:
    """Equality in the second inequality at a single query, in the first at the last of several that all rise."""
    (*_, before, _), (*_, after, _) = instance.laws()
    xi, nu = (instance.noise ** (multiple * instance.grid) for multiple in instance.multiples)
    return xi * before == after if len(instance.queries) > 1 else nu * after == before


def exponential_noises(_: Effort) -> Iterator[Shifted]:
    """Two queries at tau, and single ones below, that rise by 1."""
    for multiples, noise in product(SCALES, (HALF, MUCH)):
        yield Shifted((0, 0), (1, 1), multiples, noise, "exponential")
        for depth in range(1, 5):
            yield Shifted((-depth,), (1,), multiples, noise, "exponential")


def nearly_attained(instance: Shifted) -> bool:
    """With 15/16 of its exponent one of the inequalities fails."""
    return not (rises_cheaply(instance, parts=(15, 16)) and falls_cheaply(instance, parts=(15, 16)))


def laplace_noises(_: Effort) -> Iterator[Shifted]:
    """Thirteen queries well above tau that all rise, or a last one, far below tau, that does; four pairs of scales."""
    for xi, nu in SCALES:
        yield from list(costly(multiples=(16 * xi, 16 * nu), shapes=("laplace",)))[-2:]


def control(
    name: str,
    says: str,
    symbolic: Derivation,
    holds: Callable[[Shifted], bool],
    *,
    family: Callable[[], Iterator[Shifted]],
    strategy: Callable[[], st.SearchStrategy[Shifted]],
) -> Control:
    """A false claim."""
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("up to 13 equal queries and a last one", lambda _: family(), holds),
        property=Randomised("runs of equal queries", strategy, holds),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive("all sequences of up to three queries and all rising shifts of them", all_shifts, both),
        Exhaustive("up to 13 queries where the ratios come close to what is allowed", long_shifts, both),
        Exhaustive("sharpness: exponential noises attain both constants", exponential_noises, attained),
        Exhaustive("sharpness: Laplace noises exceed 15/16 of both constants", laplace_noises, nearly_attained),
    ],
    property=[Randomised("runs of equal queries on grids up to 1/3, any scales and threshold", shifted, both)],
    controls=[
        control(
            "scales_exchanged",
            "the first inequality has b_nu, the second b_xi",
            derivation.scales_exchanged,
            exchanged,
            family=partial(costly, multiples=(2, 1)),
            strategy=shifted,
        ),
        control(
            "smaller_first_constant",
            "15/16 of d_t/b_xi is enough",
            derivation.smaller_first_constant,
            partial(rises_cheaply, parts=(15, 16)),
            family=partial(costly, multiples=(32, 16)),
            strategy=partial(shifted, multiples=(32, 16)),
        ),
        control(
            "smaller_second_constant",
            "15/16 of d_t/b_nu is enough",
            derivation.smaller_second_constant,
            partial(falls_cheaply, parts=(15, 16)),
            family=partial(costly, multiples=(32, 16)),
            strategy=partial(shifted, multiples=(32, 16)),
        ),
        control(
            "shift_ends",
            "privacy costs as much if the shift falls back to 0, as that of a query that is no running sum may",
            derivation.shift_ends,
            private,
            family=partial(sides, 8, (1, 0)),
            strategy=partial(shifted, falls=True),
        ),
        control(
            "shift_changes_sign",
            "privacy costs as much if the shift goes from -1 to 1, as that of a minimum over experts may",
            derivation.shift_changes_sign,
            private,
            family=partial(sides, 8, (-1, 1)),
            strategy=partial(shifted, moves=(-1, 1)),
        ),
        control(
            "shift_by_two",
            "privacy costs as much for shifts up to 2",
            derivation.shift_by_two,
            private,
            family=partial(costly, multiples=(2, 1), move=2),
            strategy=partial(shifted, moves=(0, 2)),
        ),
    ],
)
