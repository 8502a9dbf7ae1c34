"""Non-negative numbers between two floats, rounded outwards after every operation, in NumPy arrays.

NumPy's +, * and / of float64 are correctly rounded, so the next float in either direction is beyond the true result.
A number that is exactly 0 stays exactly 0, so that what is impossible remains so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from dartproof.laws.all_pairs.fixed_point import Integers
from dartproof.numeric import LogNumber

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class FloatBounds:
    """Some non-negative numbers x with lower ≤ x ≤ upper; upper = 0 only for numbers that are 0.

    Attributes:
        lower: an array.
        upper: an array of the same shape.
    """

    lower: Floats
    upper: Floats

    @classmethod
    def of(cls, numbers: Iterable[LogNumber | Fraction]) -> FloatBounds:
        """Bounds of exact numbers, in an array of one axis."""
        exact = list(numbers)
        nearest = np.array([float(number) for number in exact], dtype=np.float64)
        is_zero = np.array([not number for number in exact], dtype=bool)
        return cls(np.maximum(_below(nearest), 0.0), np.where(is_zero, 0.0, _above(nearest)))

    def at(self, places: Integers) -> FloatBounds:
        """The numbers at some places."""
        return FloatBounds(self.lower[places], self.upper[places])

    def __add__(self, other: FloatBounds) -> FloatBounds:
        lower, upper = self.lower + other.lower, self.upper + other.upper
        return FloatBounds(np.maximum(_below(lower), 0.0), np.where(upper == 0, 0.0, _above(upper)))

    def __mul__(self, other: FloatBounds) -> FloatBounds:
        is_zero = (self.upper == 0) | (other.upper == 0)
        lower, upper = self.lower * other.lower, self.upper * other.upper
        return FloatBounds(np.maximum(_below(lower), 0.0), np.where(is_zero, 0.0, _above(upper)))


def ratio_above(above: Floats, below: Floats) -> Floats:
    """Return bounds of p/q from above: 0 where p is 0, and ∞ where q may be 0 and p not.

    Args:
        above: upper bounds of p.
        below: lower bounds of q.
    """
    with np.errstate(over="ignore"):  # ∞ is a bound, too
        ratios = np.divide(above, below, out=np.full_like(above, np.inf), where=below > 0)
    return np.where(above == 0, 0.0, _above(ratios))


def ratio_below(above: LogNumber, below: LogNumber) -> float:
    """Return a bound of p/q from below, for exact p > 0; ∞ for q = 0."""
    if not below:
        return np.inf
    bounds = FloatBounds.of([above, below])
    return max(0.0, float(_below(bounds.lower[0] / bounds.upper[1])))


def _below(x: Floats) -> Floats:
    return np.nextafter(x, -np.inf)


def _above(x: Floats) -> Floats:
    return np.nextafter(x, np.inf)
