"""Laurent polynomials in w = y^z with rational coefficients, and their integrals over an interval of z."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from dartproof.numeric.fast import FastRational, fast


@dataclass(frozen=True, slots=True)
class Laurent:
    """scale * w^shift * (coefficients[0] + coefficients[1] w^stride + ...), to be multiplied by L = −ln y.

    The coefficients are integers, as reducing each of them to lowest terms again and again costs most of the time.
    """

    scale: FastRational
    shift: int
    stride: int
    coefficients: Sequence[int] = (1,)

    def times_monomial(self, factor: FastRational, power: int) -> Laurent:
        """Multiply by factor * w^power."""
        return Laurent(self.scale * factor, self.shift + power, self.stride, self.coefficients)

    def times_one_minus(self, factor: FastRational) -> Laurent:
        """Multiply by 1 - factor * w^stride."""
        up, down = int(factor.p), int(factor.q)
        old = self.coefficients
        middle = [down * c - up * previous for previous, c in itertools.pairwise(old)]
        return Laurent(self.scale / down, self.shift, self.stride, [down * old[0], *middle, -up * old[-1]])

    def integral(
        self, start: FastRational | None, end: FastRational | None, *, width: int
    ) -> tuple[FastRational, FastRational]:
        """Return (a, b) such that the integral of L times this from z = s to z = e is a + b L.

        The integral of L w^k is (w(s)^k - w(e)^k)/k, and L (e - s) for k = 0.

        Args:
            start: y^s; None for s = −∞, where every exponent must be negative.
            end: y^e; None for e = ∞, where every exponent must be positive.
            width: e - s; it matters only where the exponent 0 occurs, so give 0 for an infinite interval.
        """
        common, weights = _weights(self.shift, self.stride, len(self.coefficients))
        antiderivative = list(map(operator.mul, self.coefficients, weights))
        scale = self.scale / common
        at_start, at_end = (
            fast(0) if w is None else _evaluate(antiderivative, w**self.stride) * w**self.shift for w in (start, end)
        )
        constant, rest = divmod(-self.shift, self.stride)
        has_constant = rest == 0 and 0 <= constant < len(self.coefficients)
        log = self.scale * (self.coefficients[constant] * width) if has_constant else fast(0)
        return scale * (at_start - at_end), log


@lru_cache(maxsize=1 << 12)
def _weights(shift: int, stride: int, count: int) -> tuple[int, tuple[int, ...]]:
    """Return the least common multiple m of the exponents other than 0, and m/k for each exponent k, 0 for k = 0."""
    exponents = range(shift, shift + stride * count, stride)
    common = math.lcm(*(k for k in exponents if k))
    return common, tuple(common // k if k else 0 for k in exponents)


def _evaluate(coefficients: Sequence[int], x: FastRational) -> FastRational:
    """Return coefficients[0] + coefficients[1] x + ..., with one reduction to lowest terms at the end."""
    if x == 1:
        return fast(sum(coefficients))
    up, down = int(x.p), int(x.q)
    value, power = 0, 1
    for coefficient in reversed(coefficients):
        value = value * up + coefficient * power
        power *= down
    return fast(value) / (power // down)
