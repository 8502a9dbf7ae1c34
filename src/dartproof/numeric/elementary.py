"""Elementary functions of exact numbers, as `Real`s; each takes ints, Fractions, LogNumbers and Reals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dartproof.numeric.real import Real

if TYPE_CHECKING:
    from fractions import Fraction

    from dartproof.numeric.lognumber import LogNumber


def exp(x: Real | int | Fraction | LogNumber) -> Real:
    """Return e^x."""
    return Real.of(x).exp()


def expm1(x: Real | int | Fraction | LogNumber) -> Real:
    """Return e^x − 1, without cancellation near 0."""
    return Real.of(x).expm1()


def log(x: Real | int | Fraction | LogNumber) -> Real:
    """Return ln x; InputError unless x > 0."""
    return Real.of(x).log()


def log1p(x: Real | int | Fraction | LogNumber) -> Real:
    """Return ln(1 + x), without cancellation near 0; InputError unless x > −1."""
    return Real.of(x).log1p()


def sqrt(x: Real | int | Fraction | LogNumber) -> Real:
    """Return √x; InputError unless x ≥ 0."""
    return Real.of(x).sqrt()


def cbrt(x: Real | int | Fraction | LogNumber) -> Real:
    """Return the real cube root of x."""
    return Real.of(x).cbrt()
