"""What `above_threshold_shift` is decided on: the laws of the answers to queries and to the same queries shifted."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product

from hypothesis import strategies as st

from dartproof.mechanisms.above_threshold import NoiseShape, halting_law
from dartproof.numeric import LogField, LogNumber
from dartproof.strategies import keep_factors

SHAPES: tuple[NoiseShape, ...] = ("laplace", "exponential")
SCALES = ((2, 1), (1, 1), (1, 2), (3, 1))
HALF, MUCH = Fraction(1, 2), Fraction(9, 10)

Law = tuple[LogNumber, ...]


@dataclass(frozen=True, slots=True)
class Shifted:
    """Queries q and q' = q + d in steps of 1/grid, with 1/b_xi = MX grid L and 1/b_nu = MN grid L, y = e^-L.

    Attributes:
        queries: q.
        shift: d.
        multiples: (MX, MN).
        noise: y.
        shape: of both noises.
        grid: of the queries.
        threshold: tau in grid steps.
    """

    queries: tuple[int, ...]
    shift: tuple[int, ...]
    multiples: tuple[int, int]
    noise: Fraction
    shape: NoiseShape
    grid: int = 1
    threshold: int = 0

    def __str__(self) -> str:
        """In units of the queries."""
        q, d = (", ".join(str(Fraction(steps, self.grid)) for steps in x) for x in (self.queries, self.shift))
        xi, nu = (self.noise ** (multiple * self.grid) for multiple in self.multiples)
        return (
            f"q = {q}, d = {d}, tau = {Fraction(self.threshold, self.grid)}, e^-1/b_xi = {xi}, e^-1/b_nu = {nu}, "
            f"{self.shape} noises"
        )

    def laws(self) -> tuple[Law, Law]:
        """For q and q': Pr[halt at query j] for j = 1, 2, ..., k, and Pr[⊥ up to query k]."""
        shifted = tuple(query + step for query, step in zip(self.queries, self.shift, strict=True))
        first, second = (
            _law(queries, self.threshold, self.grid, self.noise, (self.multiples, self.shape))
            for queries in (self.queries, shifted)
        )
        return first, second


@lru_cache(maxsize=4096)
def _law(
    queries: tuple[int, ...],
    threshold: int,
    grid: int,
    noise: Fraction,
    noises: tuple[tuple[int, int], NoiseShape],
) -> Law:
    field, (multiples, shape) = LogField(noise), noises
    return halting_law(
        queries, threshold=threshold, grid=grid, field=field, noise_multiples=multiples, noise_shape=shape
    )


def rising(length: int, most: int) -> Iterator[tuple[int, ...]]:
    """All 0 <= d_1 <= ... <= d_k <= most."""
    return combinations_with_replacement(range(most + 1), length)


def every_shift(longest: int, *, grid: int = 1, scales: tuple[tuple[int, int], ...] = SCALES) -> Iterator[Shifted]:
    """All short sequences of queries from -1 to 2 and all rising shifts up to 1."""
    for multiples, noise, shape, length in product(scales, (HALF, MUCH), SHAPES, range(1, longest + 1)):
        for queries in product(range(-grid, 2 * grid + 1), repeat=length):
            for shift in rising(length, grid):
                yield Shifted(queries, shift, multiples, noise, shape, grid)


def costly(
    *,
    multiples: tuple[int, int],
    noise: Fraction = MUCH,
    longest: int = 12,
    shapes: tuple[NoiseShape, ...] = SHAPES,
    move: int = 1,
) -> Iterator[Shifted]:
    """Many queries at tau or above that all rise; and many that stay, before a last one, far below tau, that rises."""
    for shape, height, count in product(shapes, (0, 2), range(1, longest + 1)):
        yield Shifted((height,) * (count + 1), (move,) * (count + 1), multiples, noise, shape)
        yield Shifted((*(height,) * count, -10), (*(0,) * count, move), multiples, noise, shape)


def sides(longest: int, moves: tuple[int, int], *, multiples: tuple[int, int] = (1, 1)) -> Iterator[Shifted]:
    """Many queries at tau that move by the first, before one that moves by the second."""
    for shape, noise, count in product(SHAPES, (HALF, MUCH), range(1, longest + 1)):
        yield Shifted((0,) * (count + 1), (*(moves[0],) * count, moves[1]), multiples, noise, shape)


@st.composite
def shifted(
    draw: st.DrawFn,
    *,
    multiples: tuple[int, int] | None = None,
    runs: int = 3,
    longest: int = 5,
    moves: tuple[int, int] = (0, 1),
    falls: bool = False,
) -> Shifted:
    """Runs of equal queries on grids up to 1/3, with any rational y; the shifts of the runs rise, or they fall."""
    grid = draw(st.integers(1, 3))
    query = st.integers(-4 * grid, 4 * grid)
    lengths = draw(st.lists(st.integers(1, longest), min_size=1, max_size=runs))
    least, most = moves
    steps = sorted((draw(st.integers(least * grid, most * grid)) for _ in lengths), reverse=falls)
    queries, shift = [], []
    for length, step in zip(lengths, steps, strict=True):
        queries += [draw(query)] * length
        shift += [step] * length
    scales = draw(st.tuples(st.integers(1, 3), st.integers(1, 3))) if multiples is None else multiples
    noise, shape = draw(keep_factors(max_denominator=20)), draw(st.sampled_from(SHAPES))
    return Shifted(tuple(queries), tuple(shift), scales, noise, shape, grid, draw(query))
