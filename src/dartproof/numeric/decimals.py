"""Decimal texts with a proved rounding.

A text is `digits` significant digits, plain from 0.0001 up and with an exponent (`2.9e-5`) below or where plain
notation would need padding zeros. `Decimal`, `float` and `parse_rational` read it back.
"""

from __future__ import annotations

from fractions import Fraction
from math import log10
from typing import Final, Literal

from dartproof.errors import InputError
from dartproof.numeric.rationals import integer_text

#: How a decimal is rounded: to the nearest (ties to even), up (towards +∞) or down (towards −∞).
Rounding = Literal["nearest", "up", "down"]

_LOG10_2: Final = log10(2)
_ROUNDINGS: Final = ("nearest", "up", "down")


def rounded(q: Fraction, digits: int, rounding: Rounding = "nearest") -> tuple[int, int]:
    """Round `q` to `digits` significant decimal digits.

    Returns:
        `(m, e)` with m·10^e the rounded number and |m| of exactly `digits` digits; `(0, 0)` for q = 0.

    Raises:
        InputError: `digits` < 1 or an unknown rounding.
    """
    if digits < 1:
        raise InputError(f"digits = {digits}; ask for at least 1 significant digit")
    if rounding not in _ROUNDINGS:
        raise InputError(f"rounding = {rounding!r}; choose one of {', '.join(_ROUNDINGS)}")
    if q == 0:
        return 0, 0
    exponent = _leading_exponent(q) - digits + 1
    numerator, denominator = q.numerator, q.denominator
    if exponent >= 0:
        denominator *= 10**exponent
    else:
        numerator *= 10**-exponent
    mantissa, rest = divmod(numerator, denominator)
    if rounding == "up":
        mantissa += rest > 0
    elif rounding == "nearest":
        twice = 2 * rest
        mantissa += twice > denominator or (twice == denominator and mantissa % 2 == 1)
    if abs(mantissa) == 10**digits:  # 9.99… was rounded to 10
        return mantissa // 10, exponent + 1
    return mantissa, exponent


def render(mantissa: int, exponent: int) -> str:
    """Return m·10^e as a text that shows every digit of m and no other significant digit."""
    if mantissa == 0:
        return "0"
    sign, text = "-" if mantissa < 0 else "", integer_text(abs(mantissa))
    leading = exponent + len(text) - 1
    if exponent > 0 or leading < -4:
        return f"{sign}{text[0]}{'.' if len(text) > 1 else ''}{text[1:]}e{leading}"
    if exponent == 0:
        return sign + text
    if leading < 0:
        return f"{sign}0.{'0' * (-leading - 1)}{text}"
    return f"{sign}{text[: leading + 1]}.{text[leading + 1 :]}"


def rational_decimal(q: Fraction, digits: int, rounding: Rounding = "nearest") -> str:
    """Return `q` correctly rounded to `digits` significant digits.

    >>> rational_decimal(Fraction(2, 3), 4), rational_decimal(Fraction(-2, 3), 4, "up")
    ('0.6667', '-0.6666')
    """
    return render(*rounded(q, digits, rounding))


def radius_text(bound: Fraction) -> str:
    """Return `bound` ≥ 0 as a text of one significant digit, rounded up."""
    return rational_decimal(bound, 1, "up")


def _leading_exponent(q: Fraction) -> int:
    """Return ⌊log10 |q|⌋ for q ≠ 0."""
    numerator, denominator = abs(q.numerator), q.denominator
    guess = int((numerator.bit_length() - denominator.bit_length()) * _LOG10_2)
    while _at_least_power(numerator, denominator, guess + 1):
        guess += 1
    while not _at_least_power(numerator, denominator, guess):
        guess -= 1
    return guess


def _at_least_power(numerator: int, denominator: int, exponent: int) -> bool:
    """Say whether numerator/denominator ≥ 10^exponent."""
    power: int = 10 ** abs(exponent)
    return numerator >= denominator * power if exponent >= 0 else numerator * power >= denominator
