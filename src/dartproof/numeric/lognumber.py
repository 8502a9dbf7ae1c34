"""The members of a `LogField`: quotients of two polynomials in L with rational coefficients, in lowest terms."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Final

from flint import fmpq, fmpq_poly

from dartproof.errors import InputError
from dartproof.numeric.ball import Ball
from dartproof.numeric.decisions import nearest_float
from dartproof.numeric.fast import as_fast, slow
from dartproof.numeric.polynomial import (
    DECIDABLE_MAX_BITS,
    evaluate,
    polynomial_sign,
    polynomial_text,
    quotient_text,
)
from dartproof.numeric.precision import WorkingPrecision

if TYPE_CHECKING:
    from collections.abc import Callable

    from dartproof.numeric.logfield import LogField

_ONE: Final = fmpq_poly([1])


class LogNumber:
    """An immutable member of a `LogField`: a quotient of two polynomials in L, in lowest terms.

    Arithmetic takes members of the same field, ints, Fractions and fast rationals, and is exact; a member of another
    field or a float is a TypeError. `==` and `<` are decided with certainty, also against ints and Fractions. Numbers
    come from the methods of `LogField`.
    """

    __slots__ = ("_denominator", "_field", "_hash", "_numerator")
    __array_ufunc__: ClassVar[None] = None  # NumPy must not turn a number into an array element

    _field: LogField
    _numerator: fmpq_poly
    _denominator: fmpq_poly | None  # None stands for 1; otherwise monic, of degree ≥ 1 and prime to the numerator
    _hash: int | None

    def __init__(self) -> None:
        raise TypeError("use LogField(base).rational(q), .log or .polynomial(coefficients)")

    @classmethod
    def _make(cls, field: LogField, numerator: fmpq_poly, denominator: fmpq_poly | None) -> LogNumber:
        number = object.__new__(cls)
        number._field = field
        number._numerator = numerator
        number._denominator = denominator
        number._hash = None
        return number

    @property
    def field(self) -> LogField:
        """The field of the number."""
        return self._field

    @property
    def is_polynomial(self) -> bool:
        """Whether the number is a polynomial in L, that is, has denominator 1."""
        return self._denominator is None

    @property
    def is_rational(self) -> bool:
        """Whether the number is rational, that is, does not depend on L."""
        return self._denominator is None and self._numerator.degree() <= 0

    @property
    def coefficients(self) -> tuple[Fraction, ...]:
        """The coefficients (c0, c1, …) of the numerator, with no trailing zero; empty for 0."""
        return tuple(slow(c) for c in self._numerator.coeffs())

    @property
    def denominator_coefficients(self) -> tuple[Fraction, ...]:
        """The coefficients of the denominator, whose leading one is 1; (1,) for a polynomial."""
        return (Fraction(1),) if self._denominator is None else tuple(slow(c) for c in self._denominator.coeffs())

    def as_fraction(self) -> Fraction:
        """Return the number as a Fraction.

        Raises:
            InputError: The number is not rational.
        """
        if not self.is_rational:
            raise InputError(f"{self} is not rational; ask is_rational first")
        return slow(self._numerator[0])

    def sign(self) -> int:
        """Return −1, 0 or 1, the sign of the number, decided with certainty."""
        sign = polynomial_sign(self._numerator, self._field.base)
        if sign and self._denominator is not None:
            sign *= polynomial_sign(self._denominator, self._field.base)
        return sign

    def enclosure(self, bits: int) -> Ball:
        """Return a ball around the number, evaluated with `bits` bits of working precision.

        Cancellation can make the ball wide, and a denominator that `bits` bits do not separate from 0 unbounded.
        """
        with WorkingPrecision(bits):
            value = evaluate(self._numerator, self._field.base, bits)
            if self._denominator is not None:
                value = value / evaluate(self._denominator, self._field.base, bits)
            return Ball._wrap(value, bits)

    def __add__(self, other: LogNumber | int | Fraction | fmpq) -> LogNumber:
        addend = self._coerce(other)
        if addend is None:
            return NotImplemented
        if self._denominator is None and addend._denominator is None:
            return LogNumber._make(self._field, self._numerator + addend._numerator, None)
        left, right = self._denominator or _ONE, addend._denominator or _ONE
        return _reduced(self._field, self._numerator * right + addend._numerator * left, left * right)

    __radd__ = __add__

    def __sub__(self, other: LogNumber | int | Fraction | fmpq) -> LogNumber:
        subtrahend = self._coerce(other)
        if subtrahend is None:
            return NotImplemented
        if self._denominator is None and subtrahend._denominator is None:
            return LogNumber._make(self._field, self._numerator - subtrahend._numerator, None)
        return self + -subtrahend

    def __rsub__(self, other: int | Fraction | fmpq) -> LogNumber:
        return -self + other

    def __mul__(self, other: LogNumber | int | Fraction | fmpq) -> LogNumber:
        factor = self._coerce(other)
        if factor is None:
            return NotImplemented
        numerator = self._numerator * factor._numerator
        if self._denominator is None and factor._denominator is None:
            return LogNumber._make(self._field, numerator, None)
        return _reduced(self._field, numerator, (self._denominator or _ONE) * (factor._denominator or _ONE))

    __rmul__ = __mul__

    def __truediv__(self, other: LogNumber | int | Fraction | fmpq) -> LogNumber:
        divisor = self._coerce(other)
        return NotImplemented if divisor is None else self * divisor._inverse()

    def __rtruediv__(self, other: int | Fraction | fmpq) -> LogNumber:
        return self._inverse() * other

    def __pow__(self, exponent: int) -> LogNumber:
        if not isinstance(exponent, int):
            return NotImplemented
        if exponent < 0:
            return self._inverse() ** -exponent
        denominator = None if self._denominator is None else self._denominator**exponent
        if denominator is not None and denominator.degree() == 0:
            denominator = None
        return LogNumber._make(self._field, self._numerator**exponent, denominator)

    def __neg__(self) -> LogNumber:
        return LogNumber._make(self._field, -self._numerator, self._denominator)

    def __pos__(self) -> LogNumber:
        return self

    def __abs__(self) -> LogNumber:
        return -self if self.sign() < 0 else self

    def __bool__(self) -> bool:
        return not self._numerator.is_zero()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LogNumber):
            if self._field == other._field:
                return self._numerator == other._numerator and self._same_denominator(other)
            if self.is_rational or other.is_rational:
                return self.is_rational and other.is_rational and self.as_fraction() == other.as_fraction()
            raise TypeError("numbers of two different log fields cannot be compared exactly")
        if isinstance(other, (int, Fraction, fmpq)):
            return self.is_rational and bool(self._numerator[0] == as_fast(other))
        if isinstance(other, (float, Ball)):
            raise TypeError("an exact number and a float or ball cannot be compared exactly")
        return NotImplemented

    def __lt__(self, other: LogNumber | int | Fraction | fmpq) -> bool:
        return (self - other).sign() < 0

    def __le__(self, other: LogNumber | int | Fraction | fmpq) -> bool:
        return (self - other).sign() <= 0

    def __gt__(self, other: LogNumber | int | Fraction | fmpq) -> bool:
        return (self - other).sign() > 0

    def __ge__(self, other: LogNumber | int | Fraction | fmpq) -> bool:
        return (self - other).sign() >= 0

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = (
                hash(self.as_fraction())
                if self.is_rational
                else hash((self._field.base, self.coefficients, self.denominator_coefficients))
            )
        return self._hash

    def __float__(self) -> float:
        """Return the nearest float, correctly rounded (ties to even)."""
        if self.is_rational:
            return float(self.as_fraction())
        return nearest_float(self.enclosure, cap=DECIDABLE_MAX_BITS)

    def __str__(self) -> str:
        """Return for example `10143/80000 - 81/400*L`; a quotient as `(...)/(...)`."""
        if self._denominator is None:
            return polynomial_text(self.coefficients)
        return quotient_text(self.coefficients, self.denominator_coefficients)

    def __repr__(self) -> str:
        return str(self)

    def __reduce__(self) -> tuple[Callable[..., LogNumber], tuple[object, ...]]:
        return _rebuild, (self._field, self.coefficients, self.denominator_coefficients)

    def _coerce(self, other: object) -> LogNumber | None:
        """Return `other` as a member of this field, or None where it is not an exact number."""
        if isinstance(other, LogNumber):
            if self._field is not other._field and self._field != other._field:
                raise TypeError(
                    f"numbers of two log fields, of base {self._field.base} and {other._field.base}, do not mix"
                )
            return other
        if isinstance(other, (int, Fraction, fmpq)):
            return LogNumber._make(self._field, fmpq_poly([as_fast(other)]), None)
        return None

    def _inverse(self) -> LogNumber:
        if self._numerator.is_zero():
            raise ZeroDivisionError("division by the LogNumber 0")
        leading = self._numerator.leading_coefficient()
        denominator = None if self._numerator.degree() == 0 else self._numerator / leading
        return LogNumber._make(self._field, (self._denominator or _ONE) / leading, denominator)

    def _same_denominator(self, other: LogNumber) -> bool:
        if self._denominator is None or other._denominator is None:
            return self._denominator is other._denominator
        return bool(self._denominator == other._denominator)


def _reduced(field: LogField, numerator: fmpq_poly, denominator: fmpq_poly) -> LogNumber:
    """Return numerator/denominator, of monic denominator, in lowest terms."""
    common = numerator.gcd(denominator)
    if common.degree() > 0:
        numerator, denominator = numerator // common, denominator // common
    # The gcd of FLINT is monic, so what is left of a monic denominator is monic.
    return LogNumber._make(field, numerator, None if denominator.degree() == 0 else denominator)


def _rebuild(field: LogField, numerator: tuple[Fraction, ...], denominator: tuple[Fraction, ...]) -> LogNumber:
    return field.polynomial(numerator) / field.polynomial(denominator)
