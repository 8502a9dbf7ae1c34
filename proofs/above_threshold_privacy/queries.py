"""What `above_threshold_privacy` is decided on: the exact laws of the answers to two sequences of queries."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, pairwise, product

from hypothesis import strategies as st

from dartproof.mechanisms import laplace
from dartproof.mechanisms.above_threshold import halting_law
from dartproof.numeric import LogField, LogNumber
from dartproof.strategies import keep_factors

HALF, MUCH = Fraction(1, 2), Fraction(9, 10)
PAPER = (2, 1)
"""The multiples of Lap(2/eps) and Lap(4/eps)."""

Law = tuple[LogNumber, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """Two sequences of queries, in steps of 1/grid, for one threshold; 1/b_xi = MX grid L, 1/b_nu = MN grid L.

    Attributes:
        queries: q_1, q_2, ...
        neighbour: q'_1, q'_2, ...
        noise: y = e^-L.
        grid: of the queries.
        threshold: tau in grid steps.
        multiples: (MX, MN).
        allowed: the claimed cost, in multiples of grid L; by default that of the statement, MX + 2 MN.
    """

    queries: tuple[int, ...]
    neighbour: tuple[int, ...]
    noise: Fraction
    grid: int = 1
    threshold: int = 0
    multiples: tuple[int, int] = PAPER
    allowed: int | None = None

    def __str__(self) -> str:
        """In units of the queries."""
        q, q_n = (", ".join(str(Fraction(query, self.grid)) for query in x) for x in (self.queries, self.neighbour))
        rates = (
            f"e^-1/b_{name} = {self.noise ** (m * self.grid)}"
            for name, m in zip(("xi", "nu"), self.multiples, strict=True)
        )
        return f"q = {q}, q' = {q_n}, tau = {Fraction(self.threshold, self.grid)}, {', '.join(rates)}"

    def law(self, queries: tuple[int, ...]) -> Law:
        """Pr[⊤ at query j] for j = 1, 2, ..., and Pr[⊥ to all]."""
        return _law(queries, self.threshold, self.grid, self.noise, self.multiples)

    @property
    def cost(self) -> Fraction:
        """e^-eps as claimed: by what the first law is multiplied."""
        claimed = sum(self.multiples, self.multiples[1]) if self.allowed is None else self.allowed
        return self.noise ** (claimed * self.grid)


@lru_cache(maxsize=4096)
def _law(queries: tuple[int, ...], threshold: int, grid: int, noise: Fraction, multiples: tuple[int, int]) -> Law:
    return halting_law(queries, threshold=threshold, grid=grid, field=LogField(noise), noise_multiples=multiples)


def answers_close(asked: Asked) -> bool:
    """Each sequence of answers is at most e^eps times as likely as for the neighbour, so each set of them is."""
    return all(
        asked.cost * above <= below
        for above, below in zip(asked.law(asked.queries), asked.law(asked.neighbour), strict=True)
    )


class DrawnAnew(Asked):
    """A faulty mechanism that draws the noise of the threshold anew for each query."""

    def law(self, queries: tuple[int, ...]) -> Law:
        """A product over the queries."""
        tops = [super(DrawnAnew, self).law((query,))[0] for query in queries]
        still = list(accumulate(tops, lambda alive, top: alive * (1 - top), initial=LogField(self.noise).one))
        return (*(alive * top for alive, top in zip(still[:-1], tops, strict=True)), still[-1])


class OneNoise(Asked):
    """A faulty mechanism that adds one nu to all its queries."""

    def law(self, queries: tuple[int, ...]) -> Law:
        """It halts at the first query that reaches tau + xi - nu, a number that does not depend on the queries."""
        reached = [super(OneNoise, self).law((query,))[0] for query in accumulate(queries, max)]
        reached = [LogField(self.noise).zero, *reached]
        return (*(now - before for before, now in pairwise(reached)), 1 - reached[-1])


class Released(Asked):
    """A faulty mechanism that publishes q_k + nu_k with the ⊤; for queries that are not below tau."""

    def law(self, queries: tuple[int, ...]) -> Law:
        """The density of ⊥, ..., ⊥, ⊤ with the value tau.

        It requires xi <= 0. There all densities and distribution functions are exponentials, and the integral of
        e^(-(MX + n MN) L |xi|) is 1/((MX + n MN) L), with n the number of ⊥.
        """
        multiple_xi, multiple_nu = self.multiples
        *bottoms, last = queries
        field = LogField(self.noise)
        total = laplace.density(self.threshold - last, multiple=multiple_nu, field=field)
        for query in bottoms:
            total *= laplace.cdf(self.threshold - query, multiple=multiple_nu, noise=self.noise)
        at_zero = laplace.density(0, multiple=multiple_xi, field=field)
        return (total * at_zero / ((multiple_xi + len(bottoms) * multiple_nu) * field.log),)


def moves(values: range, most: int) -> list[tuple[int, int]]:
    """All pairs of queries within `most` of each other."""
    return [(q, q_n) for q, q_n in product(values, values) if abs(q - q_n) <= most]


def every_sequence(
    values: range, length: int, *, most: int = 1, noise: Fraction = HALF, grid: int = 1, made_by: type[Asked] = Asked
) -> Iterator[Asked]:
    """All sequences of so many queries, each within `most` steps of its neighbour."""
    for chosen in product(moves(values, most), repeat=length):
        queries, neighbour = zip(*chosen, strict=True)
        yield made_by(queries, neighbour, noise, grid)


def one_after_many(
    longest: int,
    *,
    noises: tuple[Fraction, ...] = (HALF, MUCH),
    multiples: tuple[int, int] = PAPER,
    allowed: int | None = None,
    move: int = 1,
    made_by: type[Asked] = Asked,
) -> Iterator[Asked]:
    """Many queries that rise before one that falls, all at tau or well above: the costly case."""
    for noise, height, count in product(noises, (0, 2), range(1, longest + 1)):
        queries, neighbour = (*[height] * count, move), (*[height + move] * count, 0)
        yield made_by(queries, neighbour, noise, multiples=multiples, allowed=allowed)


@st.composite
def asked(
    draw: st.DrawFn,
    *,
    multiples: tuple[int, int] | None = None,
    most: int = 1,
    longest: int = 5,
    least: int = -3,
    allowed: int | None = None,
    made_by: type[Asked] = Asked,
) -> Asked:
    """Runs of equal queries, each run within `most` of its neighbour, on grids up to 1/3, with any rational y."""
    grid = draw(st.integers(1, 3))
    query = st.integers(least * grid, 4 * grid)
    queries: list[int] = []
    neighbour: list[int] = []
    for _ in range(draw(st.integers(1, 3))):
        value, move, count = draw(query), draw(st.integers(-most * grid, most * grid)), draw(st.integers(1, longest))
        queries += [value] * count
        neighbour += [max(value + move, least * grid)] * count
    noise = draw(keep_factors(max_denominator=20))
    threshold = 0 if least == 0 else draw(query)
    scales = draw(st.tuples(st.integers(1, 3), st.integers(1, 3))) if multiples is None else multiples
    return made_by(tuple(queries), tuple(neighbour), noise, grid, threshold, scales, allowed)
