"""Balls: real intervals in Arb arithmetic whose ends are exact dyadic rationals, rounded outwards."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Final

from flint import arb, fmpq

from dartproof.errors import InputError, UndecidedError
from dartproof.numeric.decimals import radius_text, rational_decimal, rounded
from dartproof.numeric.precision import WorkingPrecision

if TYPE_CHECKING:
    from collections.abc import Callable

# Ends further out than 2^±this would fill memory as fractions.
_MAX_SHIFT: Final = 1 << 22


class Ball:
    """A closed interval that is proved to contain the number it stands for.

    Arithmetic with balls, ints and Fractions gives balls again, computed with the larger of the operands' working
    precisions; with anything else (floats, exact `LogNumber`s) it is a TypeError. A comparison answers only where it
    holds, or fails, for all members of the two intervals, and otherwise raises `UndecidedError`. `==` compares the
    intervals themselves, not the numbers in them.

    Balls come from `Ball.of`, `Ball.between` and the `enclosure` methods of `LogNumber` and `Real`.
    """

    __slots__ = ("_arb", "_bits")
    __array_ufunc__: ClassVar[None] = None  # NumPy must not turn a ball into an array element

    _arb: arb
    _bits: int

    @classmethod
    def _wrap(cls, value: arb, bits: int) -> Ball:
        ball = object.__new__(cls)
        ball._arb = value
        ball._bits = bits
        return ball

    def __init__(self) -> None:
        raise TypeError("use Ball.of(number, bits) or Ball.between(lower, upper)")

    @classmethod
    def of(cls, number: int | Fraction, bits: int) -> Ball:
        """Return a ball around `number`, as small as `bits` bits of working precision allow."""
        with WorkingPrecision(bits):
            return cls._wrap(_from_rational(number), bits)

    @classmethod
    def between(cls, lower: int | Fraction, upper: int | Fraction, *, bits: int = 128) -> Ball:
        """Return a ball that contains the interval [lower, upper] (outward rounding can make it slightly wider).

        Raises:
            InputError: lower > upper.
        """
        if lower > upper:
            raise InputError(f"lower end {lower} is above upper end {upper}; exchange them")
        with WorkingPrecision(bits):
            return cls._wrap(_from_rational(lower).union(_from_rational(upper)), bits)

    @property
    def bits(self) -> int:
        """The working precision, in bits, of arithmetic with this ball."""
        return self._bits

    @property
    def is_finite(self) -> bool:
        """Whether both ends are finite; otherwise the ball says nothing about its number."""
        return bool(self._arb.is_finite())

    @property
    def lower(self) -> Fraction:
        """The lower end, exactly: no member of the ball is smaller.

        Raises:
            UndecidedError: The ball is not finite.
        """
        return self._middle() - self.radius

    @property
    def upper(self) -> Fraction:
        """The upper end, exactly: no member of the ball is larger.

        Raises:
            UndecidedError: The ball is not finite.
        """
        return self._middle() + self.radius

    @property
    def radius(self) -> Fraction:
        """Half the distance of the ends, exactly."""
        return _dyadic(self._arb.rad())

    def contains(self, number: int | Fraction) -> bool:
        """Say whether `number` lies in the ball, decided exactly."""
        return not self.is_finite or self.lower <= number <= self.upper

    def sign(self) -> int:
        """Return −1, 0 or 1, the sign of every member.

        Raises:
            UndecidedError: The members do not all have one sign.
        """
        sign = self.sign_if_known()
        if sign is None:
            raise UndecidedError(f"the sign of {self}: not decided with {self._bits} bits of precision")
        return sign

    def sign_if_known(self) -> int | None:
        """Return −1, 0 or 1, the sign of every member, or None where they do not all have one."""
        if self._arb > 0:
            return 1
        if self._arb < 0:
            return -1
        return 0 if self._arb.is_zero() else None

    def decimal(self, digits: int = 25) -> str:
        """Return the middle of the ball, rounded to `digits` significant digits; `radius_text` bounds the error."""
        return rational_decimal(self._middle(), digits)

    def radius_text(self, digits: int = 25) -> str:
        """Return a bound (one digit, rounded up) on |x − d| for all x in the ball and d = `decimal(digits)`."""
        mantissa, exponent = rounded(self._middle(), digits)
        shown = mantissa * Fraction(10) ** exponent
        return radius_text(self.radius + abs(shown - self._middle()))

    def exp(self) -> Ball:
        """Return a ball around e^x for the members x."""
        return self._map(lambda x: x.exp())

    def log(self) -> Ball:
        """Return a ball around ln x for the members x.

        Raises:
            UndecidedError: The ball has a member ≤ 0.
        """
        if not self._arb > 0:
            raise UndecidedError(f"the logarithm of {self}, a ball that is not above 0")
        return self._map(lambda x: x.log())

    def __add__(self, other: Ball | int | Fraction) -> Ball:
        return self._combine(other, lambda x, y: x + y)

    __radd__ = __add__

    def __sub__(self, other: Ball | int | Fraction) -> Ball:
        return self._combine(other, lambda x, y: x - y)

    def __rsub__(self, other: int | Fraction) -> Ball:
        return self._combine(other, lambda x, y: y - x)

    def __mul__(self, other: Ball | int | Fraction) -> Ball:
        return self._combine(other, lambda x, y: x * y)

    __rmul__ = __mul__

    def __truediv__(self, other: Ball | int | Fraction) -> Ball:
        return self._combine(other, _divide)

    def __rtruediv__(self, other: int | Fraction) -> Ball:
        return self._combine(other, lambda x, y: _divide(y, x))

    def __pow__(self, exponent: int) -> Ball:
        if not isinstance(exponent, int):
            return NotImplemented
        if exponent < 0:
            return 1 / self**-exponent
        return self._map(lambda x: x**exponent)

    def __neg__(self) -> Ball:
        return self._map(lambda x: x.neg(exact=True))

    def __lt__(self, other: Ball | int | Fraction) -> bool:
        return _ask(self - other, lambda x: x < 0, lambda x: x >= 0)

    def __le__(self, other: Ball | int | Fraction) -> bool:
        return _ask(self - other, lambda x: x <= 0, lambda x: x > 0)

    def __gt__(self, other: Ball | int | Fraction) -> bool:
        return _ask(self - other, lambda x: x > 0, lambda x: x <= 0)

    def __ge__(self, other: Ball | int | Fraction) -> bool:
        return _ask(self - other, lambda x: x >= 0, lambda x: x < 0)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (int, Fraction, float)):
            raise TypeError("a ball is an interval; ask contains(number), or compare two balls")
        if not isinstance(other, Ball):
            return NotImplemented
        if not (self.is_finite and other.is_finite):
            return self is other
        return self.lower == other.lower and self.upper == other.upper

    def __hash__(self) -> int:
        return hash((self.lower, self.upper)) if self.is_finite else object.__hash__(self)

    def __float__(self) -> float:
        return float(self._middle())

    def __str__(self) -> str:
        return f"[{self.decimal()} ± {self.radius_text()}]" if self.is_finite else "[unbounded]"

    def __repr__(self) -> str:
        return f"<Ball {self} at {self._bits} bits>"

    def _middle(self) -> Fraction:
        if not self._arb.is_finite():
            raise UndecidedError(f"a ball with no finite bounds at {self._bits} bits of precision")
        return _dyadic(self._arb.mid())

    def _map(self, function: Callable[[arb], arb]) -> Ball:
        with WorkingPrecision(self._bits):
            return Ball._wrap(function(self._arb), self._bits)

    def _combine(self, other: Ball | int | Fraction, operation: Callable[[arb, arb], arb]) -> Ball:
        if isinstance(other, Ball):
            bits = max(self._bits, other._bits)
            with WorkingPrecision(bits):
                return Ball._wrap(operation(self._arb, other._arb), bits)
        if isinstance(other, (int, Fraction)):
            with WorkingPrecision(self._bits):
                return Ball._wrap(operation(self._arb, _from_rational(other)), self._bits)
        return NotImplemented


def _ask(difference: Ball, yes: Callable[[arb], bool], no: Callable[[arb], bool]) -> bool:
    if yes(difference._arb):
        return True
    if no(difference._arb):
        return False
    raise UndecidedError(f"the order of two balls that overlap at {difference.bits} bits of precision")


def _divide(x: arb, y: arb) -> arb:
    if y.is_zero():
        raise ZeroDivisionError("division of a ball by zero")
    if y.contains(0):
        raise UndecidedError("division by a ball that contains 0; use a higher precision")
    return x / y


def _from_rational(number: int | Fraction) -> arb:
    """Return `number` as an arb at the precision in force."""
    return arb(fmpq(number.numerator, number.denominator))


def _dyadic(number: arb) -> Fraction:
    """Return an exact finite arb as a Fraction."""
    mantissa, exponent = (int(part) for part in number.man_exp())
    if abs(exponent) > _MAX_SHIFT:
        raise UndecidedError(f"a number near 2^{exponent} is too large or too small to be written out exactly")
    return Fraction(mantissa << exponent) if exponent >= 0 else Fraction(mantissa, 1 << -exponent)
