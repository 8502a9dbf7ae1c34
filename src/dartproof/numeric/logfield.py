"""The field Q(L) with L = −ln y for a rational y in (0, 1): exact numbers with decidable equality and order.

L is transcendental (Lindemann: the logarithm of an algebraic number other than 0 and 1 is transcendental), so two
quotients of polynomials in L are the same real number exactly if they are the same quotient of polynomials. Equality
is therefore a comparison of coefficients. A polynomial with a coefficient other than 0 has a value other than 0, so
its sign is found by evaluating it in balls of doubled precision, and the doubling ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import fmpq_poly

from dartproof.errors import InputError
from dartproof.numeric.ball import Ball
from dartproof.numeric.fast import FastRational, as_fast
from dartproof.numeric.lognumber import LogNumber
from dartproof.numeric.polynomial import log_ball, parse_quotient
from dartproof.numeric.rationals import format_rational

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class LogField:
    """The field Q(L), L = −ln `base`.

    Args:
        base: The rational y, 0 < y < 1. In the exact family of Algorithm 1 it is y = e^{−ε1/(4·grid)}.

    Raises:
        InputError: `base` is not a Fraction in the open interval (0, 1).

    >>> field = LogField(Fraction(1, 2))
    >>> field.log / 32 + Fraction(95, 576)
    95/576 + 1/32*L
    """

    base: Fraction

    def __post_init__(self) -> None:
        if not isinstance(self.base, Fraction):
            raise InputError(f"base = {self.base!r}: the base of a log field is a Fraction between 0 and 1")
        if not 0 < self.base < 1:
            raise InputError(f"base = {format_rational(self.base)}: choose 0 < base < 1, so that L = -ln(base) > 0")

    @property
    def log(self) -> LogNumber:
        """The number L = −ln base > 0."""
        return self.polynomial((0, 1))

    @property
    def zero(self) -> LogNumber:
        """The number 0."""
        return self.rational(0)

    @property
    def one(self) -> LogNumber:
        """The number 1."""
        return self.rational(1)

    def rational(self, q: int | Fraction | FastRational) -> LogNumber:
        """Return the rational number `q` as a member of this field."""
        return self.polynomial((q,))

    def polynomial(self, coefficients: Iterable[int | Fraction | FastRational]) -> LogNumber:
        """Return c0 + c1·L + c2·L² + … for coefficients (c0, c1, c2, …)."""
        return LogNumber._make(self, fmpq_poly([as_fast(c) for c in coefficients]), None)

    def parse(self, text: str) -> LogNumber:
        """Return the number that `str` of a member of this field wrote as `text`.

        Raises:
            InputError: `text` is not a polynomial in L, nor a quotient `(...)/(...)` of two.
        """
        numerator, denominator = parse_quotient(text)
        number = self.polynomial(numerator)
        return number if denominator is None else number / self.polynomial(denominator)

    def log_enclosure(self, bits: int) -> Ball:
        """Return a ball around L, evaluated with `bits` bits of working precision."""
        return Ball._wrap(log_ball(self.base, bits), bits)
