"""Polynomials in L = −ln y: their values, signs and texts."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Final

from flint import arb, arb_poly, fmpq, fmpq_poly

from dartproof.errors import InputError
from dartproof.numeric.precision import WorkingPrecision, first_decided
from dartproof.numeric.rationals import format_rational, parse_rational

# A term: a coefficient, the variable, or both; the lookahead refuses the empty term.
_TERM: Final = re.compile(
    r"(?P<sign>(?: [+-] |-)?)(?=[0-9L])(?P<size>[0-9]+(?:/[0-9]+)?)?"
    r"(?P<variable>(?(size)\*L|L)(?:\^(?P<power>[0-9]{1,6}))?)?",
    re.ASCII,
)

#: Cap in bits for questions about Q(L). They are decidable, so it only guards against numbers whose terms cancel in
#: more bits than fit into memory.
DECIDABLE_MAX_BITS: Final = 1 << 22


def polynomial_sign(polynomial: fmpq_poly, base: Fraction) -> int:
    """Return −1, 0 or 1, the sign of the polynomial at L = −ln base, decided with certainty."""
    if polynomial.degree() <= 0:
        constant = polynomial[0]
        return int(constant > 0) - int(constant < 0)

    def attempt(bits: int) -> int | None:
        with WorkingPrecision(bits):
            value = evaluate(polynomial, base, bits)
        if value > 0:
            return 1
        return -1 if value < 0 else None

    return first_decided(attempt, question="the sign of a polynomial in L", cap=DECIDABLE_MAX_BITS)


def evaluate(polynomial: fmpq_poly, base: Fraction, bits: int) -> arb:
    """Return the polynomial at L, with the precision in force, which is `bits`."""
    return arb_poly(polynomial)(log_ball(base, bits))


@lru_cache(maxsize=256)
def log_ball(base: Fraction, bits: int) -> arb:
    """Return a ball around L = −ln base, computed with `bits` bits."""
    with WorkingPrecision(bits):
        return arb(fmpq(base.denominator, base.numerator)).log()


def polynomial_text(coefficients: tuple[Fraction, ...]) -> str:
    """Return c0 + c1·L + c2·L² + … as a text such as `1/2 - 3*L + L^2`, in rising powers, without zero terms."""
    text = ""
    for power, coefficient in enumerate(coefficients):
        if coefficient == 0:
            continue
        size = format_rational(abs(coefficient))
        variable = "" if power == 0 else "L" if power == 1 else f"L^{power}"
        term = size if not variable else variable if size == "1" else f"{size}*{variable}"
        if text:
            text += f" - {term}" if coefficient < 0 else f" + {term}"
        else:
            text = f"-{term}" if coefficient < 0 else term
    return text or "0"


def parse_polynomial(text: str) -> tuple[Fraction, ...]:
    """Return the coefficients (c0, c1, …) of a text that `polynomial_text` wrote.

    Raises:
        InputError: The text is no such polynomial.
    """
    coefficients: dict[int, Fraction] = {}
    position = 0
    for match in _TERM.finditer(text):
        if match.start() != position or (position > 0 and not match["sign"].strip()):
            break
        sign = -1 if "-" in match["sign"] else 1
        power = 0 if match["variable"] is None else int(match["power"] or 1)
        if power in coefficients:
            break
        coefficients[power] = sign * (parse_rational(match["size"]) if match["size"] else Fraction(1))
        position = match.end()
    if position != len(text) or not coefficients:
        raise InputError(f"{text!r} is not a polynomial in L; write it as 1/2 - 3*L + L^2")
    return tuple(coefficients.get(power, Fraction(0)) for power in range(max(coefficients) + 1))


def quotient_text(numerator: tuple[Fraction, ...], denominator: tuple[Fraction, ...]) -> str:
    """Return `(...)/(...)`, scaled to coprime integers in the denominator, the first of them positive."""
    scale = lcm(*(c.denominator for c in denominator))
    if next(c for c in denominator if c) < 0:
        scale = -scale
    above, below = (polynomial_text(tuple(scale * c for c in part)) for part in (numerator, denominator))
    return f"({above})/({below})"


def parse_quotient(text: str) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...] | None]:
    """Return the coefficients of numerator and denominator (None for a polynomial) of a text written here.

    Raises:
        InputError: The text is no polynomial and no quotient of two, or its denominator is 0.
    """
    if not text.startswith("("):
        return parse_polynomial(text), None
    above, separator, below = text.partition(")/(")
    if not separator or not below.endswith(")"):
        raise InputError(f"{text!r} is not a quotient; write it as (1 + L)/(2 - L)")
    denominator = parse_polynomial(below[:-1])
    if not any(denominator):
        raise InputError(f"{text!r} has denominator 0; write it as (1 + L)/(2 - L)")
    return parse_polynomial(above[1:]), denominator
