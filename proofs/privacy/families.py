"""The streams and parameters at which `privacy` and its false neighbours are decided."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product

from hypothesis import strategies as st

from dartproof.accounting import ExactParameters
from dartproof.evidence import Effort
from dartproof.strategies import exact_parameters, loss_steps, neighbour_pairs
from dartproof.streams import neighbouring_pairs, streams_on_grid
from dartproof.streams.model import Steps

from .pairs import Pair

HALF, MUCH, FEW, LITTLE = Fraction(1, 2), Fraction(9, 10), Fraction(1, 100), Fraction(99, 100)
TINY = Fraction(1, 10**6)
DELTAS = (FEW, Fraction(1, 10), HALF)
MIDDLE = ExactParameters(grid=1, keep=MUCH, noise=MUCH, clip=1, threshold=1, limit=2)


def every_parameters(grid: int = 1) -> Iterator[ExactParameters]:
    """Weak and strong noises and learning rates, two clips, two thresholds, one and two resamples."""
    for keep, noise, clip, threshold, limit in product((HALF, MUCH), (HALF, MUCH), (1, 2), (0, 1), (1, 2)):
        yield ExactParameters(grid=grid, keep=keep, noise=noise, clip=clip, threshold=threshold * grid, limit=limit)


def every_pair(
    rounds: int, experts: int, parameters: ExactParameters, deltas: tuple[Fraction, ...] = (Fraction(0),)
) -> Iterator[Pair]:
    """All ordered pairs of neighbours with losses on the parameters' grid."""
    for losses, neighbour, _ in neighbouring_pairs(rounds, experts, parameters.grid):
        for delta in deltas:
            yield Pair(losses, neighbour, parameters, delta)


def at_delta_zero(effort: Effort) -> Iterator[Pair]:
    """T = 3, N = 2 at many parameters; T = 4, N = 3 or losses 0, 1/2, 1 at one each, at full effort at all or many."""
    full = effort == "full"
    yield from lopsided(two_experts, COSTS if full else COSTS[:1])
    for parameters in every_parameters():
        if full or (parameters.clip, parameters.limit) == (1, 2):
            yield from every_pair(3, 2, parameters)
    for grid, rounds, experts in (*(((1, 4, 2),) if full else ()), (1, 3, 3), (2, 3, 2)):
        some = ExactParameters(grid=grid, keep=MUCH, noise=MUCH, clip=1, threshold=grid, limit=2)
        for parameters in every_parameters(grid) if full else (some,):
            if experts == 2 or parameters.threshold > 0:
                yield from every_pair(rounds, experts, parameters)
    if full:
        yield from every_pair(5, 2, MIDDLE)
        yield from every_pair(4, 3, ExactParameters(grid=1, keep=HALF, noise=MUCH, clip=1, threshold=0, limit=1))


def with_delta(effort: Effort) -> Iterator[Pair]:
    """N = 2, T = 3 at some or all parameters, and T = 4 where the resamples outweigh all; three values of delta."""
    full = effort == "full"
    if full:
        yield from lopsided(two_experts, deltas=DELTAS)
        yield from every_pair(4, 2, MIDDLE, DELTAS)
    for parameters in every_parameters():
        if full or (parameters.clip, parameters.threshold, parameters.keep) == (1, 1, HALF):
            yield from every_pair(3, 2, parameters, DELTAS)
    yield from two_draws(DELTAS if full else ())


def in_steps(effort: Effort) -> Iterator[Pair]:
    """N = 2, T = 3 at some or all parameters, and T = 4 where the resamples outweigh all."""
    full = effort == "full"
    if full:
        yield from lopsided(two_experts, deltas=DELTAS)
        yield from every_pair(4, 2, MIDDLE, (Fraction(1, 10),))
    for parameters in every_parameters():
        if full or (parameters.clip, parameters.threshold, parameters.limit) == (1, 0, 2):
            yield from every_pair(3, 2, parameters, DELTAS if full else DELTAS[1:2])
    yield from two_draws(DELTAS if full else ())


TWO_DRAWS = ExactParameters(grid=1, keep=FEW, noise=LITTLE, clip=1, threshold=0, limit=2)
"""Where each of two draws costs more than all else."""


def two_draws(more: Sequence[Fraction] = ()) -> Iterator[Pair]:
    """T = 4, V = 2, at parameters at which the charge for two draws cannot be taken for that for one.

    Round 1 differs, so that there is time for two resamples after it; delta is small, so that Comp is near 4 eta.
    """
    for losses, neighbour, row_index in neighbouring_pairs(4, 2, 1):
        if row_index == 0:
            for delta in (TINY, *more):
                yield Pair(losses, neighbour, TWO_DRAWS, delta)


@st.composite
def two_draw_pairs(draw: st.DrawFn) -> Pair:
    """Pairs as in `two_draws`."""
    losses = draw(loss_steps(min_rounds=4, min_experts=2, max_experts=2))
    row = draw(loss_steps(max_rounds=1, min_experts=2, max_experts=2))
    return Pair(losses, (*row, *losses[1:]), TWO_DRAWS, TINY)


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    """Neighbours with up to 4 rounds and 3 experts, any parameters, and delta = 0 or not."""
    grid = draw(st.integers(1, 2))
    parameters = draw(exact_parameters(grid=grid, max_denominator=100))
    delta = draw(st.just(Fraction(0)) | st.fractions(0, HALF, max_denominator=100))
    return Pair(*draw(neighbour_pairs(grid=grid)), parameters, delta)


# The false claims are told from the statement where one part of the cost outweighs the others.

Cost = tuple[Fraction, Fraction, int]
"""The parameters keep, noise and clip."""

COSTS: Sequence[Cost] = ((FEW, LITTLE, 1), (HALF, LITTLE, 1), (LITTLE, LITTLE, 1), (LITTLE, HALF, 3))
"""Where the cost of the resamples stands out, by much and by little, that of the coin, and that of AboveThreshold."""


def lopsided(
    streams: Callable[[int], Iterator[tuple[Steps, Steps]]],
    costs: Sequence[Cost] = COSTS,
    *,
    made_by: type[ExactParameters] = ExactParameters,
    grid: int = 1,
    deltas: tuple[Fraction, ...] = (Fraction(0),),
) -> Iterator[Pair]:
    """Pairs of streams of 3 and of 4 rounds, at parameters at which one part of the cost outweighs the others."""
    for (keep, noise, clip), rounds in product(costs, (3, 4)):
        parameters = made_by(grid=grid, keep=keep, noise=noise, clip=clip, threshold=0, limit=1)
        for (losses, neighbour), delta in product(streams(rounds), deltas):
            yield Pair(losses, neighbour, parameters, delta)


def two_experts(rounds: int, *, grid: int = 1) -> Iterator[tuple[Steps, Steps]]:
    """All ordered pairs of neighbours."""
    return ((pair.losses, pair.neighbour) for pair in neighbouring_pairs(rounds, 2, grid))


def two_rounds(rounds: int) -> Iterator[tuple[Steps, Steps]]:
    """All ordered pairs of streams that differ in two rounds or fewer."""
    rows = list(product((0, 1), repeat=2))
    for losses, (first, second) in product(streams_on_grid(rounds, 2, 1), combinations(range(rounds - 1), 2)):
        for row, other in product(rows, rows):
            yield losses, (*losses[:first], row, *losses[first + 1 : second], other, *losses[second + 1 :])


@st.composite
def lopsided_pairs(
    draw: st.DrawFn,
    costs: Sequence[Cost] = COSTS,
    *,
    made_by: type[ExactParameters] = ExactParameters,
    grid: int = 1,
    deltas: tuple[Fraction, ...] = (Fraction(0),),
    min_rounds: int = 3,
    experts: int = 2,
) -> Pair:
    """Neighbours with two experts, or one, and up to 4 rounds, at parameters as in `lopsided`."""
    keep, noise, clip = draw(st.sampled_from(costs))
    parameters = made_by(grid=grid, keep=keep, noise=noise, clip=clip, threshold=0, limit=1)
    streams = neighbour_pairs(grid=grid, min_rounds=min_rounds, min_experts=experts, max_experts=experts)
    return Pair(*draw(streams), parameters, draw(st.sampled_from(deltas)))


@st.composite
def two_round_pairs(draw: st.DrawFn) -> Pair:
    """Streams of one expert that differ in up to two rounds, at parameters as in `lopsided`."""
    pair = draw(lopsided_pairs(COSTS[2:3], min_rounds=4, experts=1))
    index = draw(st.integers(0, len(pair.losses) - 2))
    row = draw(loss_steps(max_rounds=1, min_experts=1, max_experts=1))
    return Pair(pair.losses, (*pair.neighbour[:index], *row, *pair.neighbour[index + 1 :]), pair.parameters)
