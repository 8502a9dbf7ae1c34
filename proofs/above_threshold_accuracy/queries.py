"""What `above_threshold_accuracy` is decided on: queries, an alpha, and the exact probability of a wrong answer."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product

from hypothesis import strategies as st

from dartproof.mechanisms.above_threshold import halting_law
from dartproof.numeric import LogField, LogNumber
from dartproof.strategies import keep_factors


@dataclass(frozen=True, slots=True)
class Asked:
    """Queries in steps of 1/grid, with y = e^(-eps/(4 grid)).

    Attributes:
        queries: q_1, q_2, ..., q_k.
        noise: y.
        alpha: in grid steps, so e^(-eps alpha/4) = y^alpha.
        grid: of the queries.
        threshold: tau in grid steps.
    """

    queries: tuple[int, ...]
    noise: Fraction
    alpha: int
    grid: int = 1
    threshold: int = 0

    def __str__(self) -> str:
        """In units of the queries."""
        q = ", ".join(str(Fraction(query, self.grid)) for query in self.queries)
        return (
            f"q = {q}, tau = {Fraction(self.threshold, self.grid)}, alpha = {Fraction(self.alpha, self.grid)}, "
            f"e^-eps = {self.noise ** (4 * self.grid)}"
        )

    @property
    def weight(self) -> Fraction:
        """The number w = e^(-eps alpha/4)."""
        return self.noise**self.alpha

    def wrong(self, *, slack_above: int | None = None) -> LogNumber:
        """Pr[⊤ at some q_t < tau - alpha, or ⊥ at some q_t > tau + slack_above], where that is alpha by default."""
        slack = self.alpha if slack_above is None else slack_above
        law = _law(self.queries, self.threshold, self.grid, self.noise)
        far_above = (j for j, query in enumerate(self.queries) if query > self.threshold + slack)
        first = next(far_above, len(self.queries))
        wrong = [law[j] for j in range(first) if self.queries[j] < self.threshold - self.alpha]
        if first < len(self.queries):  # ⊥ at the first query far above
            wrong += law[first + 1 :]
        return sum(wrong, start=LogField(self.noise).zero)


@lru_cache(maxsize=4096)
def _law(queries: tuple[int, ...], threshold: int, grid: int, noise: Fraction) -> tuple[LogNumber, ...]:
    return halting_law(queries, threshold=threshold, grid=grid, field=LogField(noise))


Bound = Callable[[Asked], Fraction]
"""The probability of a wrong answer that a claim allows."""


def union(asked: Asked) -> Fraction:
    """The bound k (4 w - w^2)/6."""
    return len(asked.queries) * (4 * asked.weight - asked.weight**2) / 6


def paper(asked: Asked) -> Fraction:
    """beta, if alpha = 8 (ln k + ln(2/beta))/eps is an even number of steps: then beta/(2k) = y^(alpha/2)."""
    return 2 * len(asked.queries) * asked.noise ** (asked.alpha // 2)


def one_half(asked: Asked) -> Fraction:
    """The false bound k w/2: nu_t alone exceeds alpha so often."""
    return len(asked.queries) * asked.weight / 2


def one_of_them(asked: Asked) -> Fraction:
    """The false bound that does not count the queries."""
    return Fraction(2, 3) * asked.weight


def fifteen_quarters(asked: Asked) -> Fraction:
    """The false beta, with 15/4 in place of 8, where 15 divides alpha: then beta/(2k) = y^(16 alpha/15)."""
    return 2 * len(asked.queries) * asked.noise ** (asked.alpha // 15 * 16)


def every_sequence(longest: int, *, step: int = 1, most: int = 2, beyond: int = 1) -> Iterator[Asked]:
    """All sequences of queries just within alpha of tau, just beyond, somewhat further and at tau; several alpha."""
    for noise, factor in product((Fraction(1, 2), Fraction(1, 5), Fraction(9, 10)), range(1, most + 1)):
        alpha = factor * step
        far = [alpha + beyond, alpha + beyond + 1]
        values = sorted({0, 1, alpha, -alpha, *far, *(-query for query in far)})
        for length in range(1, longest + 1):
            for queries in product(values, repeat=length):
                yield Asked(queries, noise, alpha)


@st.composite
def asked(draw: st.DrawFn, *, step: int = 1, longest: int = 4, fine: bool = False) -> Asked:
    """Runs of equal queries, about alpha away from tau, on grids up to 1/3, with any rational e^(-eps)."""
    grid, alpha = (1 if fine else draw(st.integers(1, 3))), step * draw(st.integers(1, 8))
    noise = draw(st.sampled_from([Fraction(1, 2), Fraction(19, 20)]) | keep_factors(max_denominator=20))
    threshold = 0 if fine else draw(st.integers(-9, 9))
    distance = st.sampled_from([alpha + 1, -alpha - 1, 0, alpha, -alpha]) | st.integers(-alpha - 3, alpha + 3)
    runs = draw(st.lists(st.tuples(distance, st.integers(1, longest)), min_size=1, max_size=1 if fine else 3))
    queries = tuple(threshold + value for value, count in runs for _ in range(count))
    return Asked(queries, noise, alpha, grid, threshold)
