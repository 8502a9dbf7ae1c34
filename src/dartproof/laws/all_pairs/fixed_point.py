"""Logarithms of exact numbers as integers, rounded outwards: sums and maxima of them are exact in NumPy.

A unit is 2^−bits. The logarithm of 0 is a sentinel far outside the range of all sums of others, so that the
comparisons 0 against 0 (never the maximum) and p > 0 against 0 (infinite) come out right without a case of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Final

import numpy as np
import numpy.typing as npt

from dartproof.numeric import LogNumber, Real
from dartproof.numeric.precision import first_decided

Integers = npt.NDArray[np.int64]

BITS: Final = 44
"""A unit is 2^−44 unless the logarithms are too large for it."""

LARGEST: Final = 1 << 58
"""All sums of logarithms of positive numbers stay below this."""

ZERO_BELOW: Final = -(1 << 60)
"""The lower bound of ln 0 where it is subtracted: ln p − ln 0 exceeds `LARGEST`, it is infinite."""

ZERO_ABOVE: Final = -(1 << 61)
"""The upper bound of ln 0: ln 0 − ln q is below −`LARGEST` for every q, 0 included."""

BEYOND: Final = 1 << 62
"""A number of units that no sum reaches, infinite ones included."""


def log_bounds(number: LogNumber | Fraction | int, bits: int = BITS) -> tuple[int, int]:
    """Return integers (a, b) with a ≤ 2^bits · ln(number) ≤ b and b − a ≤ 2, proved by balls.

    Args:
        number: positive, or 0, for which the two sentinels are returned.
        bits: a unit is 2^−bits.
    """
    if not number:
        return ZERO_BELOW, ZERO_ABOVE
    logarithm = Real.of(number).log()

    def attempt(precision: int) -> tuple[int, int] | None:
        ball = logarithm.enclosure(precision)
        if not ball.is_finite:
            return None
        lower, upper = floor(ball.lower * (1 << bits)), ceil(ball.upper * (1 << bits))
        return (lower, upper) if upper - lower <= 2 else None

    return first_decided(attempt, question="the logarithm of an exact number", start=128)


@dataclass(frozen=True, slots=True)
class LogBounds:
    """Bounds on the logarithms of some numbers, in units: int64 arrays of one shape.

    Attributes:
        lower: at most ln x; `ZERO_BELOW` for x = 0.
        upper: at least ln x; `ZERO_ABOVE` for x = 0.
    """

    lower: Integers
    upper: Integers

    @classmethod
    def of(cls, numbers: Iterable[LogNumber | Fraction | int], bits: int) -> LogBounds:
        """Bounds for each number, in order."""
        bounds = np.array([log_bounds(number, bits) for number in numbers], dtype=np.int64).reshape(-1, 2)
        return cls(bounds[:, 0].copy(), bounds[:, 1].copy())


def fitting_bits(largest: int) -> int:
    """The number of bits, at most `BITS`, for which sums of logarithms below `largest` stay below `LARGEST` units."""
    return min(BITS, LARGEST.bit_length() - 1 - largest.bit_length())
