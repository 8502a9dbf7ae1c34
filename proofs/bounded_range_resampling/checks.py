"""`bounded_range_resampling`: laws of adaptive draws in rationals; Rényi divergences and e^eps in balls."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations, product

from hypothesis import strategies as st

from dartproof.accounting import advanced, optimal
from dartproof.accounting.zcdp import best_composed, bounded_range_rho, renyi_delta, zcdp
from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation
from dartproof.numeric import Real, exp, log
from dartproof.strategies import keep_factors, neighbour_pairs
from dartproof.streams import neighbouring_pairs, streams_on_grid

from . import derivation
from .plays import Play

KEEPS = [Fraction(1, 2), Fraction(9, 10)]
DELTAS = [Fraction(1, 1000), Fraction(1, 10)]
EPSILONS = [Fraction(0), Fraction(1, 10), Fraction(1, 2)]
ORDERS = [2, 5]


def in_range(play: Play, *, multiple: int = 2) -> bool:
    """Whether the log-ratios of one draw lie in an interval of length 2 eta; only for V = 1."""
    ratios = [p / h for p, h in play.courses]
    return max(ratios) * play.keep ** (multiple * play.grid) <= min(ratios)


def moments_bounded(play: Play, *, draws: int = 0, factor: int = 8) -> bool:
    """The sum of H (P/H)^a is at most e^(a (a - 1) V (2 eta)^2/8), here for a = 2 and 5, in both directions."""
    rho = (play.draws + draws) * (2 * play.eta) ** 2 / factor
    return all(
        log(sum((p * (p / h) ** (order - 1) for p, h in courses), Fraction(0))) <= order * (order - 1) * rho
        for courses in (play.courses, [(h, p) for p, h in play.courses])
        for order in ORDERS
    )


def half_integer_moment(play: Play) -> bool:
    """The same for a = 3/2."""
    total = Real.sum(p * Real.of(p / h).sqrt() for p, h in play.courses)
    return log(total) <= Fraction(3, 8) * play.draws * play.eta**2


def close(play: Play) -> bool:
    """P(E) <= e^eps H(E) + delta for every set E and in both directions, where eps is what the package returns."""
    rho = bounded_range_rho(play.draws, 2 * play.eta)
    for delta in DELTAS:
        ratio = exp(zcdp(rho, delta).epsilon).enclosure(64).lower  # less than e^eps, which makes the claim stronger
        if any(_excess(courses, ratio) > delta for courses in _directions(play)):
            return False
    return True


def close_at_every_ratio(play: Play, *, share: Fraction = Fraction(1)) -> bool:
    """The same for eps = 0, 1/10, 1/2 and the delta of the orders 3/2, 2, 4, 8, 20, times `share`."""
    rho = bounded_range_rho(play.draws, 2 * play.eta)
    for eps, order in product(
        (Fraction(0), Fraction(1, 10), Fraction(1, 2)), (Fraction(3, 2), *map(Fraction, (2, 4, 8, 20)))
    ):
        ratio = exp(eps).enclosure(64).lower
        delta = share * renyi_delta(rho, eps, order).enclosure(64).upper
        if any(_excess(courses, ratio) > delta for courses in _directions(play)):
            return False
    return True


def _directions(play: Play) -> tuple[list[tuple[Fraction, Fraction]], list[tuple[Fraction, Fraction]]]:
    return play.courses, [(h, p) for p, h in play.courses]


def _excess(courses: list[tuple[Fraction, Fraction]], ratio: Fraction) -> Fraction:
    """The largest P(E) - ratio H(E)."""
    return sum((max(Fraction(0), p - ratio * h) for p, h in courses), Fraction(0))


def statement(play: Play) -> bool:
    """The whole statement at one play."""
    return moments_bounded(play) and half_integer_moment(play) and close(play) and close_at_every_ratio(play)


def one_draw(play: Play) -> bool:
    """The whole statement where there is one draw."""
    return in_range(play) and statement(play)


def best(case: tuple[int, Fraction, Fraction]) -> bool:
    """What the package calls best is at most basic and optimal composition, and no more than zCDP."""
    k, eta, delta = case
    found = best_composed(k, eta, delta).epsilon.enclosure(64).lower
    candidates = (2 * k * Real.of(eta), optimal(k, 2 * eta, delta), zcdp(bounded_range_rho(k, 2 * eta), delta).epsilon)
    return all(found <= candidate.enclosure(64).upper for candidate in candidates)


def published(case: tuple[Real, str]) -> bool:
    """A published value, to three digits."""
    return case[0].decimal(3) == case[1]


def singles(effort: Effort) -> Iterator[Play]:
    """One draw: all neighbours with few rounds and experts."""
    sizes = [(2, 2, 2), (2, 3, 1), *([(3, 2, 1), (4, 2, 1)] if effort == "full" else [])]
    for keep, (rounds, experts, grid) in product(KEEPS, sizes):
        for pair in neighbouring_pairs(rounds, experts, grid):
            yield Play(pair.losses, pair.neighbour, grid, keep, (rounds - 1,), 1)


def adaptive(effort: Effort) -> Iterator[Play]:
    """Two draws, the round of the second depending on the first: all neighbours of two experts."""
    for keep, pair in product(KEEPS, neighbouring_pairs(4 if effort == "full" else 3, 2, 1)):
        for waits in ((1, 1, 1, 1), (1, 1, 1, 2)):
            yield Play(pair.losses, pair.neighbour, 1, keep, waits, 2)


def many(effort: Effort) -> Iterator[Play]:
    """V draws in V rounds, after a round in which one of two experts of equal weight gets better on S, worse on S'."""
    for keep, draws in product((*KEEPS, Fraction(99, 100)), range(1, 9 if effort == "full" else 6)):
        yield lopsided(keep, draws)


def lopsided(keep: Fraction, draws: int) -> Play:
    """The better and the worse expert are exchanged in round 1; then nothing is lost."""
    rest = ((0, 0),) * draws
    return Play(((0, 1), *rest), ((1, 0), *rest), 1, keep, (1,), draws)


def cases(_: Effort) -> Iterator[tuple[int, Fraction, Fraction]]:
    """A few k, eta and delta."""
    yield from product((1, 20, 3000), (Fraction(1, 1000), Fraction(1, 10)), (Fraction(1, 10), Fraction(1, 10**6)))


def wide(_: Effort) -> Iterator[Play]:
    """Losses of 0, 1, 2: those of the grid 2 in whole units."""
    for keep, pair in product(KEEPS, neighbouring_pairs(2, 2, 2)):
        yield Play(pair.losses, pair.neighbour, 1, keep, (1,), 1)


def two_rounds(_: Effort) -> Iterator[Play]:
    """Streams of which the first two rounds differ."""
    rows = list(product((0, 1), repeat=2))
    for losses, row, other in product(streams_on_grid(3, 2, 1), rows, rows):
        yield Play(losses, (row, other, losses[2]), 1, KEEPS[0], (2,), 1)


@st.composite
def plays(draw: st.DrawFn, *, grid: int | None = None, unit: int | None = None, most: int = 3) -> Play:
    """Up to three adaptive draws on neighbours of up to 5 rounds, grids up to 1/4."""
    steps = draw(st.integers(1, 4)) if grid is None else grid
    losses, neighbour = draw(neighbour_pairs(grid=steps, min_rounds=2, max_rounds=5))
    waits = draw(st.lists(st.integers(1, 3), min_size=1, max_size=4))
    return Play(losses, neighbour, unit or steps, draw(keep_factors()), tuple(waits), draw(st.integers(1, most)))


@st.composite
def lopsided_plays(draw: st.DrawFn, *, most: int = 6) -> Play:
    """The most different draws."""
    return lopsided(draw(keep_factors()), draw(st.integers(1, most)))


@st.composite
def two_round_plays(draw: st.DrawFn) -> Play:
    """Streams of which any two rounds differ."""
    losses, _ = draw(neighbour_pairs(min_rounds=3, max_rounds=5, min_experts=2))
    first, second = draw(st.sampled_from(list(combinations(range(len(losses) - 1), 2))))
    row = st.tuples(*[st.integers(0, 1)] * len(losses[0]))
    rows = [draw(row) if t in (first, second) else losses[t] for t in range(len(losses))]
    return Play(losses, tuple(rows), 1, draw(keep_factors()), (len(losses) - 1,), 1)


def false(
    name: str,
    says: str,
    symbolic: Derivation,
    *,
    holds: Callable[[Play], bool],
    instances: Callable[[Effort], Iterator[Play]],
    strategy: Callable[[], st.SearchStrategy[Play]],
) -> Control:
    """A false neighbour, refuted by enumeration and by drawing."""
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("small streams", instances, holds),
        property=Randomised("small streams", strategy, holds, examples=300),
    )


def values(_: Effort) -> Iterator[tuple[Real, str]]:
    """For 3000 draws with 2 eta = 0.002 and delta = 10^-6."""
    yield best_composed(3000, Fraction(1, 1000), Fraction(1, 10**6)).epsilon, "0.227"
    yield optimal(3000, Fraction(1, 500), Fraction(1, 10**6)), "0.437"
    yield advanced(3000, Fraction(1, 500), Fraction(1, 10**6)), "0.588"


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive("one draw on all neighbours with few rounds and experts", singles, one_draw),
        Exhaustive("two draws, the round of the second depending on the first", adaptive, statement),
        Exhaustive("up to five draws from the most different laws", many, statement),
        Exhaustive("what is called best, for a few k, eta and delta", cases, best),
        Exhaustive("the published values", values, published),
    ],
    property=[Randomised("adaptive draws on neighbours of up to 5 rounds", plays, statement, examples=50)],
    controls=[
        false(
            "losses_up_to_two",
            "losses may lie in [0, 2]",
            derivation.losses_up_to_two,
            holds=in_range,
            instances=wide,
            strategy=partial(plays, grid=2, unit=1, most=1),
        ),
        false(
            "two_rounds_differ",
            "the streams may differ in two rounds",
            derivation.two_rounds_differ,
            holds=in_range,
            instances=two_rounds,
            strategy=two_round_plays,
        ),
        false(
            "range_eta",
            "the log-ratios lie in an interval of length eta",
            derivation.range_eta,
            holds=partial(in_range, multiple=1),
            instances=singles,
            strategy=partial(lopsided_plays, most=1),
        ),
        false(
            "ninth",
            "theta^2/9 suffices in place of theta^2/8",
            derivation.ninth,
            holds=partial(moments_bounded, factor=9),
            instances=many,
            strategy=lopsided_plays,
        ),
        false(
            "one_draw_more",
            "V draws are charged as V - 1",
            derivation.one_draw_more,
            holds=partial(moments_bounded, draws=-1),
            instances=many,
            strategy=lopsided_plays,
        ),
        false(
            "smaller_delta",
            "two thirds of delta suffice",
            derivation.smaller_delta,
            holds=partial(close_at_every_ratio, share=Fraction(2, 3)),
            instances=many,
            strategy=lopsided_plays,
        ),
    ],
)
