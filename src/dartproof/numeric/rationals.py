"""Rational numbers as text: the public type is `fractions.Fraction`."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from flint import fmpz

from dartproof.errors import InputError

# A short text such as "1e999999999" must not be allowed to ask for a gigabyte of digits.
_MAX_EXPONENT: Final = 100_000

_SYNTAX: Final = re.compile(
    r"""\s*(?P<sign>[+-]?)
        (?: (?P<numerator>[0-9]+) \s*/\s* (?P<denominator>[0-9]+)
          | (?P<whole>[0-9]*) (?: \. (?P<part>[0-9]*) )? (?: [eE] (?P<exponent>[+-]?[0-9]+) )? )\s*""",
    re.VERBOSE | re.ASCII,
)


def integer_text(n: int) -> str:
    """Return the decimal digits of `n`, however many there are (`str` refuses more than 4300)."""
    return fmpz(n).str()


def parse_rational(text: str | int | Fraction) -> Fraction:
    """Read a rational number exactly.

    Args:
        text: `"1/4"`, `"0.25"`, `"1e-3"`, `"-7"`, an int or a Fraction. A float is refused, because it is rarely the
            number that was meant: 0.1 is not one tenth.

    Returns:
        The number itself, with no rounding.

    Raises:
        InputError: The text is not such a number (among others `nan`, `inf`, a zero denominator), or its exponent is
            beyond 100000.

    >>> parse_rational("0.25"), parse_rational("1/4") == parse_rational("25e-2")
    (Fraction(1, 4), True)
    """
    if isinstance(text, Fraction):
        return text
    if isinstance(text, int) and not isinstance(text, bool):
        return Fraction(text)
    if not isinstance(text, str):
        raise InputError(f"{text!r} is not an exact number; write it as a text such as '1/4' or '0.25'")
    match = _SYNTAX.fullmatch(text)
    if match is None:
        raise InputError(f"{text!r} is not a number; write it as 1/4, 0.25, 1e-3 or 7")
    sign = -1 if match["sign"] == "-" else 1
    if match["numerator"] is not None:
        denominator = _integer(match["denominator"])
        if denominator == 0:
            raise InputError(f"{text!r} has denominator 0; write a number such as 1/4")
        return Fraction(sign * _integer(match["numerator"]), denominator)
    whole, part = match["whole"] or "", match["part"] or ""
    if not whole and not part:
        raise InputError(f"{text!r} is not a number; write it as 1/4, 0.25, 1e-3 or 7")
    exponent = _integer(match["exponent"] or "0")
    if abs(exponent) > _MAX_EXPONENT:
        raise InputError(f"{text!r} has an exponent beyond {_MAX_EXPONENT}; write a number nearer to 1")
    mantissa = sign * _integer(whole + part)
    shift = exponent - len(part)
    return Fraction(mantissa * 10**shift) if shift >= 0 else Fraction(mantissa, 10**-shift)


def format_rational(q: Fraction | int) -> str:
    """Return `q` in lowest terms as `"3/4"`, or as `"7"` where it is an integer; `parse_rational` reads it back.

    >>> format_rational(Fraction(6, 8)), format_rational(Fraction(-7))
    ('3/4', '-7')
    """
    numerator = integer_text(q.numerator)
    return numerator if q.denominator == 1 else f"{numerator}/{integer_text(q.denominator)}"


def exact_root(q: Fraction, degree: int) -> Fraction | None:
    """Return the rational r ≥ 0 with r^degree = q ≥ 0, or None where there is none."""
    numerator, denominator = (_integer_root(n, degree) for n in (q.numerator, q.denominator))
    root = Fraction(numerator, denominator)
    return root if root**degree == q else None


def _integer_root(n: int, degree: int) -> int:
    """Return ⌊n^(1/degree)⌋ for n ≥ 0, by Newton's iteration from above."""
    if n == 0:
        return 0
    root = 1 << -(-n.bit_length() // degree)
    while True:
        closer = ((degree - 1) * root + n // root ** (degree - 1)) // degree
        if closer >= root:
            return root
        root = closer


def _integer(digits: str) -> int:
    return int(fmpz(digits))
