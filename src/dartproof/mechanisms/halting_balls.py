"""The law of the query at which AboveThreshold halts, in ball arithmetic, for queries that never fall.

The definition is that of `dartproof.mechanisms.halting`; the computation is another one. With margins
m_1 ≤ m_2 ≤ ..., m = q - threshold, the factors that have passed their breakpoint at z are the first r of them, whatever
the segment, so that only the polynomials P_r = Π_{i ≤ r} (1 - c_i X), X = y^(MN z), occur. Each of the others is
1/(4 c_i X). So

    Pr[no ⊤ at the first j queries] = ∫ f P_j from m_j to ∞
                                      + Σ_segments left of m_j  Π_{r < i ≤ j} 1/(4 c_i) ∫ f P_r X^{-(j-r)},

and on one segment the integrals for all j are the coefficients of a single product of two polynomials.
"""

from __future__ import annotations

import itertools
import operator
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Final

from dartproof.errors import InputError
from dartproof.mechanisms.halting import NoiseShape, require_noise_shape
from dartproof.numeric import Ball, LogField
from dartproof.numeric.raw_balls import RawBall, RawPolynomial, raw, raw_log, refined

#: Bits of working precision beyond those asked for, at first: some, and some for each query.
_GUARD: Final = 32
_GUARD_PER_QUERY: Final = 3


def halting_balls(
    queries: Sequence[int],
    *,
    threshold: int,
    field: LogField,
    noise_multiples: tuple[int, int] = (2, 1),
    noise_shape: NoiseShape = "laplace",
    bits: int = 128,
) -> tuple[Ball, ...]:
    """Return the law of the query at which AboveThreshold halts, in balls.

    Args:
        queries: q_1 ≤ q_2 ≤ ... in grid steps, as the learners ask them.
        threshold: The threshold in grid steps.
        field: Gives y = `field.base` and L = −ln y.
        noise_multiples: (MX, MN), see `halting_law`.
        noise_shape: The shape of both noises, see `halting_law`.
        bits: The accuracy: each ball has a relative radius below 2^(2-bits), however small the probability is. The
            working precision is raised until that is so.

    Returns:
        len(queries) + 1 balls: entry j contains Pr[halts at query j] (from 0), the last one Pr[never halts].

    Raises:
        InputError: If the queries fall somewhere, a multiple is not positive, or the shape is unknown.

    Source: Algorithm 4; Theorem 2.3 (`above_threshold_privacy`).
    """
    require_noise_shape(noise_shape)
    multiple_xi, multiple_nu = noise_multiples
    if multiple_xi < 1 or multiple_nu < 1:
        raise InputError(f"noise multiples = {multiple_xi},{multiple_nu} must be positive integers")
    if any(later < earlier for earlier, later in itertools.pairwise(queries)):
        raise InputError("queries: the law in balls is for queries that never fall; sort them, or ask halting_law")
    margins = tuple(query - threshold for query in queries)

    def compute(_precision: int) -> list[RawBall]:
        survival = _Survival(margins, field, multiple_xi, multiple_nu, two_sided=noise_shape == "laplace").law()
        return [*(before - after for before, after in itertools.pairwise(survival)), survival[-1]]

    return refined(compute, bits=bits, start=bits + _GUARD + _GUARD_PER_QUERY * len(queries))


class _Survival:
    """The probabilities of no ⊤ at the first j queries, at the precision in force.

    Positions z of ξ count from an origin amid the margins, so that no power of y is needlessly large or small.
    """

    def __init__(
        self, margins: Sequence[int], field: LogField, multiple_xi: int, multiple_nu: int, *, two_sided: bool
    ) -> None:
        origin = margins[len(margins) // 2] if margins else 0
        self._zero = -origin
        self._margins = [margin - origin for margin in margins]
        self._y, self._log = raw(field.base), raw_log(field.base)
        self._multiple_xi, self._multiple_nu = multiple_xi, multiple_nu
        self._two_sided = two_sided
        self._amplitude = raw(Fraction(1, 2) if two_sided else 1)
        # The density is L * densities[1] * w^MX right of 0 and L * densities[-1] * w^-MX left of it, w = y^z.
        self._densities = {
            side: self._amplitude * multiple_xi * self._y ** (side * multiple_xi * origin) for side in (1, -1)
        }
        self._antiderivative = cache(self._antiderivative_at)

    def law(self) -> list[RawBall]:
        """Return Pr[no ⊤ at the first j queries] for j = 0, 1, ..."""
        slopes = [self._amplitude * self._y ** (-self._multiple_nu * margin) for margin in self._margins]
        factors = [RawPolynomial([1, -slope]) for slope in slopes]
        products = list(itertools.accumulate(factors, operator.mul, initial=RawPolynomial([1])))
        survival = [raw(1), *map(self._right_of, self._margins, products[1:])]
        if self._two_sided:
            for start, end in self._segments():
                active = 0 if start is None else bisect_right(self._margins, start)
                weight = raw(1)
                integrals = self._left_integrals(products[active], active, start, end)
                for j, integral in enumerate(integrals, start=active + 1):
                    weight /= 4 * slopes[j - 1]
                    survival[j] += weight * integral
        return survival

    def _segments(self) -> Iterator[tuple[int | None, int]]:
        """Yield the pieces of the line left of the last margin; None is −∞."""
        if self._margins:
            points = sorted({self._zero, *self._margins})
            yield None, points[0]
            yield from ((start, end) for start, end in itertools.pairwise(points) if start < self._margins[-1])

    def _right_of(self, margin: int, product: RawPolynomial) -> RawBall:
        """Return the integral of the density times a polynomial in X from a position to ∞."""
        coefficients, none = product.coeffs(), len(self._margins)
        start = max(margin, self._zero)
        total = self._densities[1] * _dot(coefficients, self._antiderivative(1, start)[none:])
        if self._two_sided and margin < self._zero:
            total += self._densities[-1] * _dot(coefficients, self._integrals(-1, margin, self._zero)[none:])
        return total

    def _left_integrals(self, product: RawPolynomial, degree: int, start: int | None, end: int) -> list[RawBall]:
        """Return the integrals over a segment of the density times product * X^-d, for d = 1, ..., J - degree."""
        side = 1 if start is not None and start >= self._zero else -1
        powers = self._integrals(side, start, end)[: len(self._margins) + degree]
        correlated = (product * RawPolynomial(powers[::-1])).coeffs()
        return [self._densities[side] * integral for integral in correlated[degree : len(self._margins)]]

    def _integrals(self, side: int, start: int | None, end: int) -> list[RawBall]:
        """Return the integrals of L w^(side * MX) X^i over a segment, for i = -J, ..., J."""
        upper = self._antiderivative(side, end)
        if start is None:
            return [-value for value in upper]
        integrals = [here - there for here, there in zip(self._antiderivative(side, start), upper, strict=True)]
        index, rest = divmod(-side * self._multiple_xi, self._multiple_nu)
        if rest == 0 and abs(index) <= len(self._margins):
            integrals[index + len(self._margins)] = self._log * (end - start)
        return integrals

    def _antiderivative_at(self, side: int, position: int) -> list[RawBall]:
        """Return w^n/n for n = side * MX + MN * i, i = -J, ..., J, at a position; any number where n = 0."""
        w, queries = self._y**position, len(self._margins)
        exponents = [side * self._multiple_xi + self._multiple_nu * i for i in range(-queries, queries + 1)]
        powers = itertools.accumulate(
            itertools.repeat(w**self._multiple_nu, 2 * queries), operator.mul, initial=w ** exponents[0]
        )
        return [power / (n or 1) for power, n in zip(powers, exponents, strict=True)]


def _dot(left: Sequence[RawBall], right: Sequence[RawBall]) -> RawBall:
    return sum(map(operator.mul, left, right), start=raw(0))
