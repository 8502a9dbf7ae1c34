"""AboveThreshold alone, on two sequences of queries: how far apart the laws of its answers are.

Its answers are ⊥ up to the query at which it halts, so they are told by that query, or by its not halting.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from dartproof.errors import InputError
from dartproof.laws.divergence import hockey_stick, max_divergence
from dartproof.mechanisms.above_threshold import NoiseShape, halting_law
from dartproof.numeric import LogField, LogNumber, Value, value_of_log


@dataclass(frozen=True, slots=True)
class QueryDivergence:
    """The distance of the laws p and q of AboveThreshold's answers on two sequences of queries, of p over q.

    Attributes:
        ratio: max p(w)/q(w), exactly; None for ∞. The max-divergence is its logarithm.
        witness: an outcome that attains it: the query, from 0, at which the mechanism halts; None if it never does.
        first: p: entry j is the probability of halting at query j, and the last one that of never halting.
        second: q likewise.
    """

    ratio: LogNumber | None
    witness: int | None
    first: tuple[LogNumber, ...]
    second: tuple[LogNumber, ...]

    @property
    def value(self) -> Value:
        """The max-divergence ln(ratio), as results show it."""
        return value_of_log(self.ratio)

    def hockey_stick(self, ratio: LogNumber | Fraction | int) -> LogNumber:
        """Return δ(e^ε) = Σ_w max(0, p(w) − e^ε q(w)), exactly.

        Args:
            ratio: e^ε, positive.

        Raises:
            InputError: `ratio` is not positive.
        """
        return hockey_stick(dict(enumerate(self.first)), dict(enumerate(self.second)), ratio)


def query_divergence(
    first: Sequence[int],
    second: Sequence[int],
    *,
    threshold: int,
    field: LogField,
    grid: int = 1,
    noise_multiples: tuple[int, int] = (2, 1),
    noise_shape: NoiseShape = "laplace",
) -> QueryDivergence:
    """Return the max-divergence of AboveThreshold's answers to `first` over those to `second`, exactly.

    Args:
        first: queries in grid steps, of either sign.
        second: as many queries.
        threshold: in grid steps, of either sign.
        field: the field Q(L) of the probabilities; y = `field.base` = e^{−ε1/(4g)} and L = −ln y.
        grid: g, see `halting_law`.
        noise_multiples: (MX, MN): 1/b_ξ = MX·g·L and 1/b_ν = MN·g·L.
        noise_shape: of both noises.

    Returns:
        The ratio, a query at which it is attained, and the two laws.

    Raises:
        InputError: the numbers of queries differ, or a parameter is none of `halting_law`.

    Source: Theorem 2.3 (`above_threshold_privacy`); `above_threshold_shift`.

    Example:
        The paper's noises cost ε1 at most, whatever the queries, and ε1/2 if these differ by a suffix shift.

        >>> field = LogField(Fraction(1, 2))  # e^ε1 = 16
        >>> query_divergence((0, 0, 0), (1, 1, 1), threshold=-9, field=field).ratio < 4
        True
    """
    if len(first) != len(second):
        raise InputError(f"{len(first)} queries and {len(second)}; compare as many of them")
    p, q = (
        halting_law(
            queries,
            threshold=threshold,
            grid=grid,
            field=field,
            noise_multiples=noise_multiples,
            noise_shape=noise_shape,
        )
        for queries in (first, second)
    )
    divergence = max_divergence(dict(enumerate(p)), dict(enumerate(q)))
    witness = divergence.witness if divergence.witness < len(first) else None
    return QueryDivergence(divergence.ratio, witness, p, q)
