"""A number as results show it: exact where it can be, with a decimal and a bound on the decimal's error."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf, isinf, isnan
from math import log as float_log

from dartproof.errors import InputError
from dartproof.numeric.ball import Ball
from dartproof.numeric.decimals import radius_text, render, rounded
from dartproof.numeric.decisions import Enclosing, decided_decimal
from dartproof.numeric.lognumber import LogNumber
from dartproof.numeric.polynomial import DECIDABLE_MAX_BITS
from dartproof.numeric.precision import MAX_BITS
from dartproof.numeric.rationals import format_rational
from dartproof.numeric.real import Real


@dataclass(frozen=True, slots=True)
class Value:
    """A number as JSON objects and tables show it.

    Args:
        exact: The number itself, a polynomial in `L` or a quotient of two, or `log(A)` with such an A; None where there
            is no such form.
        decimal: At least 20 significant digits for exact numbers and balls; `"inf"` for ∞.
        radius: A bound on |number − decimal|; `"0"` where the decimal is the number; None for floats, whose error
            nobody has bounded, and for ∞.
    """

    exact: str | None
    decimal: str
    radius: str | None

    def to_json(self) -> dict[str, str | None]:
        """Return `{"exact": ..., "decimal": ..., "radius": ...}`."""
        return {"exact": self.exact, "decimal": self.decimal, "radius": self.radius}

    def __str__(self) -> str:
        return self.decimal if self.exact is None else f"{self.decimal} = {self.exact}"


def value_of(x: int | Fraction | LogNumber | Real | Ball | float, digits: int = 25) -> Value:
    """Return `x` as a `Value`.

    Args:
        x: The number. A float is shown as it is, with no bound on its error; it may be infinite, but not NaN.
        digits: Significant digits of the decimal, which is rounded to nearest. For a `Ball` it is its middle, and the
            radius says how much of it is certain.

    Raises:
        UndecidedError: The rounding of a `Real` is not decided.
        InputError: `x` is NaN, or `digits` < 1.
    """
    if isinstance(x, float):
        return _float_value(x)
    if isinstance(x, Ball):
        return Value(None, x.decimal(digits), x.radius_text(digits))
    if isinstance(x, Real):
        if x.exact is None:
            return _approximated(None, x.enclosure, digits, MAX_BITS)
        x = x.exact
    if isinstance(x, LogNumber):
        if not x.is_rational:
            return _approximated(str(x), x.enclosure, digits, DECIDABLE_MAX_BITS)
        x = x.as_fraction()
    if not isinstance(x, (int, Fraction)):
        raise TypeError(f"{x!r} is not a number with a Value")
    return _rational_value(format_rational(x), Fraction(x), digits)


def value_of_log(x: int | Fraction | LogNumber | Real | Ball | float | None, digits: int = 25) -> Value:
    """Return ln x as a `Value`, with exact form `log(x)`.

    Args:
        x: The number whose logarithm is meant, or None for ∞.
        digits: As for `value_of`.

    Returns:
        The logarithm; `"inf"` for x = ∞ (None or an infinite float) and `"-inf"` for x = 0.

    Raises:
        InputError: x < 0 or NaN.
        UndecidedError: The sign of x or the rounding is not decided.
    """
    if x is None:
        return Value(None, "inf", None)
    if isinstance(x, float):
        if x < 0:
            raise InputError(f"the logarithm of {x}; only numbers of at least 0 have one")
        return _float_value(float_log(x) if x > 0 else x if isnan(x) else -inf)
    if isinstance(x, Ball):
        return value_of(x.log(), digits)
    exact = None if isinstance(x, Real) else f"log({format_rational(x) if isinstance(x, (int, Fraction)) else x})"
    sign = x.sign() if isinstance(x, LogNumber) else Real.of(x).sign()
    if sign < 0:
        raise InputError(f"the logarithm of {x}; only numbers of at least 0 have one")
    if sign == 0:
        return Value(exact, "-inf", None)
    number = Real.of(x)
    if number.exact == 1:
        return Value(exact, "0", "0")

    def enclose(bits: int) -> Ball | None:
        ball = number.enclosure(bits)
        return ball.log() if ball.is_finite and ball.lower > 0 else None

    return _approximated(exact, enclose, digits, MAX_BITS if isinstance(x, Real) else DECIDABLE_MAX_BITS)


def _float_value(x: float) -> Value:
    if isnan(x):
        raise InputError("NaN is not a result; something before it went wrong")
    if isinf(x):
        return Value(None, "inf" if x > 0 else "-inf", None)
    return Value(None, repr(float(x)), None)  # float: NumPy's own would show its type


def _rational_value(exact: str, q: Fraction, digits: int) -> Value:
    mantissa, exponent = rounded(q, digits)
    error = abs(q - mantissa * Fraction(10) ** exponent)
    return Value(exact, render(mantissa, exponent), radius_text(error))


def _approximated(exact: str | None, enclose: Enclosing, digits: int, cap: int) -> Value:
    mantissa, exponent = decided_decimal(enclose, digits, cap=cap)
    # Rounded to nearest, so the error is at most half a unit in the last place.
    return Value(exact, render(mantissa, exponent), radius_text(Fraction(10) ** exponent / 2))
