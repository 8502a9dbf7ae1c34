"""Computable reals: expressions that Arb evaluates to any precision, so that signs, orders and ceilings are decided."""

from __future__ import annotations

import operator
from fractions import Fraction
from functools import reduce
from math import ceil, floor
from typing import TYPE_CHECKING, ClassVar, Final, NoReturn

from flint import arb, fmpq

from dartproof.errors import InputError, UndecidedError
from dartproof.numeric.ball import Ball
from dartproof.numeric.decimals import Rounding, rational_decimal, render
from dartproof.numeric.decisions import decided_decimal, decided_integer, decided_sign, nearest_float
from dartproof.numeric.extremum import surely_at_most, unbeaten
from dartproof.numeric.lognumber import LogNumber
from dartproof.numeric.precision import START_BITS, WorkingPrecision
from dartproof.numeric.rationals import exact_root

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

# A text for people is not worth the precision of a decision.
_SHOWN_MAX_BITS: Final = 4096


class Real:
    """A real number given by an expression in rationals, `LogNumber`s, + − * /, integer powers, exp, log and roots.

    Where the expression stays rational it is folded exactly, so that `Real.of(1).log()` is the integer 0. Every other
    question (`sign`, the comparisons including `==`, `ceil`, `floor`, `decimal`) is decided by evaluating in balls of
    doubled precision up to `MAX_BITS` bits, and raises `UndecidedError` beyond: equality of two numbers that are equal
    for another reason than exact folding is never guessed. Arithmetic takes Reals, ints, Fractions and LogNumbers; a
    float is a TypeError.
    """

    __slots__ = ("_exact", "_last", "_rule")
    __array_ufunc__: ClassVar[None] = None  # NumPy must not turn a real into an array element

    _exact: Fraction | None
    _rule: Callable[[int], arb]
    _last: tuple[int, arb] | None  # the latest evaluation, shared by all expressions in which this one occurs

    def __init__(self) -> None:
        raise TypeError("use Real.of(number)")

    @classmethod
    def _make(cls, rule: Callable[[int], arb], exact: Fraction | None = None) -> Real:
        real = object.__new__(cls)
        real._rule, real._exact, real._last = rule, exact, None
        return real

    @classmethod
    def of(cls, number: Real | int | Fraction | LogNumber) -> Real:
        """Return `number` as a Real.

        Raises:
            TypeError: `number` is none of the types listed (among them floats, which are rarely the number meant).
        """
        if isinstance(number, Real):
            return number
        if isinstance(number, LogNumber):
            if not number.is_rational:
                enclosure = number.enclosure
                return cls._make(lambda bits: enclosure(bits)._arb)
            number = number.as_fraction()
        if not isinstance(number, (int, Fraction)):
            raise TypeError(f"{number!r} is not an exact number")
        exact = Fraction(number)
        fast = fmpq(exact.numerator, exact.denominator)
        return cls._make(lambda _: arb(fast), exact)

    @classmethod
    def from_balls(cls, rule: Callable[[int], Ball]) -> Real:
        """Return the real that `rule(bits)` encloses for every number of bits, with balls that shrink to it."""
        return cls._make(lambda bits: rule(bits)._arb)

    @staticmethod
    def minimum(*numbers: Real | int | Fraction | LogNumber) -> Real:
        """Return the smallest of one or more numbers; their order need not be decidable."""
        return _extremum(numbers, surely_at_most, lambda x, y: x.min(y))

    @staticmethod
    def maximum(*numbers: Real | int | Fraction | LogNumber) -> Real:
        """Return the largest of one or more numbers; their order need not be decidable."""
        return _extremum(numbers, lambda x, y: surely_at_most(y, x), lambda x, y: x.max(y))

    @staticmethod
    def sum(numbers: Iterable[Real | int | Fraction | LogNumber]) -> Real:
        """Return the sum of any number of terms (0 for none), evaluated in one pass."""
        terms = [Real.of(number) for number in numbers]
        exact = sum((term._exact for term in terms if term._exact is not None), Fraction(0))
        rest = [term for term in terms if term._exact is None]
        if not rest:
            return Real.of(exact)
        rest.append(Real.of(exact))
        return Real._make(lambda bits: sum((term._arb(bits) for term in rest), arb(0)))

    @property
    def exact(self) -> Fraction | None:
        """The number as a Fraction where exact folding found it rational; None where it may or may not be."""
        return self._exact

    def enclosure(self, bits: int) -> Ball:
        """Return a ball around the number, evaluated with `bits` bits of working precision.

        The result depends on `bits` alone. Cancellation can make the ball wide, or even not finite, at low precision.
        """
        with WorkingPrecision(bits):
            return Ball._wrap(self._arb(bits), bits)

    def sign(self) -> int:
        """Return −1, 0 or 1.

        Raises:
            UndecidedError: `MAX_BITS` bits do not separate the number from 0.
        """
        if self._exact is not None:
            return (self._exact > 0) - (self._exact < 0)
        return decided_sign(self.enclosure)

    def floor(self) -> int:
        """Return the largest integer ≤ the number, decided exactly (`UndecidedError` if it cannot be)."""
        return floor(self._exact) if self._exact is not None else decided_integer(self.enclosure, floor)

    def ceil(self) -> int:
        """Return the smallest integer ≥ the number, decided exactly (`UndecidedError` if it cannot be)."""
        return ceil(self._exact) if self._exact is not None else decided_integer(self.enclosure, ceil)

    def decimal(self, digits: int = 25, rounding: Rounding = "nearest") -> str:
        """Return the number correctly rounded to `digits` significant digits.

        Args:
            digits: Significant digits, at least 1.
            rounding: `"nearest"`, `"up"` (towards +∞: the text is ≥ the number) or `"down"` (≤).

        Raises:
            UndecidedError: The number cannot be told from a border of the rounding.
        """
        if self._exact is not None:
            return rational_decimal(self._exact, digits, rounding)
        return render(*decided_decimal(self.enclosure, digits, rounding))

    def exp(self) -> Real:
        """Return e^x."""
        if self._exact == 0:
            return Real.of(1)
        return self._apply(lambda x: x.exp())

    def expm1(self) -> Real:
        """Return e^x − 1, without cancellation near 0."""
        if self._exact == 0:
            return Real.of(0)
        return self._apply(lambda x: x.expm1())

    def log(self) -> Real:
        """Return ln x; InputError unless x > 0."""
        if self.sign() <= 0:
            raise InputError(f"the logarithm of {self}, which is not above 0")
        if self._exact == 1:
            return Real.of(0)
        return self._apply(lambda x: x.log())

    def log1p(self) -> Real:
        """Return ln(1 + x), without cancellation near 0; InputError unless x > −1."""
        if (self + 1).sign() <= 0:
            raise InputError(f"log1p of {self}, which is not above -1")
        if self._exact == 0:
            return Real.of(0)
        return self._apply(lambda x: x.log1p())

    def sqrt(self) -> Real:
        """Return √x; InputError unless x ≥ 0."""
        if self.sign() < 0:
            raise InputError(f"the square root of {self}, which is below 0")
        if self._exact is not None:
            root = exact_root(self._exact, 2)
            if root is not None:
                return Real.of(root)
        return self._apply(lambda x: x.sqrt())

    def cbrt(self) -> Real:
        """Return the real cube root of x (negative for x < 0)."""
        sign = self.sign()
        if sign < 0:
            return -(-self).cbrt()
        if self._exact is not None:
            root = exact_root(self._exact, 3)
            if root is not None:
                return Real.of(root)
        return self._apply(lambda x: x.root(3))

    def __add__(self, other: Real | int | Fraction | LogNumber) -> Real:
        addend = _real(other)
        return NotImplemented if addend is None else self._combine(addend, operator.add, operator.add)

    __radd__ = __add__

    def __sub__(self, other: Real | int | Fraction | LogNumber) -> Real:
        subtrahend = _real(other)
        if subtrahend is None:
            return NotImplemented
        return Real.of(0) if self is other else self._combine(subtrahend, operator.sub, operator.sub)

    def __rsub__(self, other: int | Fraction | LogNumber) -> Real:
        minuend = _real(other)
        return NotImplemented if minuend is None else minuend - self

    def __mul__(self, other: Real | int | Fraction | LogNumber) -> Real:
        factor = _real(other)
        if factor is None:
            return NotImplemented
        if 0 in (self._exact, factor._exact):
            return Real.of(0)
        return self._combine(factor, operator.mul, operator.mul)

    __rmul__ = __mul__

    def __truediv__(self, other: Real | int | Fraction | LogNumber) -> Real:
        divisor = _real(other)
        if divisor is None:
            return NotImplemented
        if divisor.sign() == 0:
            raise ZeroDivisionError("division of a real number by 0")
        return Real.of(0) if self._exact == 0 else self._combine(divisor, operator.truediv, operator.truediv)

    def __rtruediv__(self, other: int | Fraction | LogNumber) -> Real:
        dividend = _real(other)
        return NotImplemented if dividend is None else dividend / self

    def __pow__(self, exponent: int) -> Real:
        if not isinstance(exponent, int):
            return NotImplemented
        if exponent < 0:
            return Real.of(1) / self**-exponent
        if self._exact is not None:
            return Real.of(self._exact**exponent)
        return Real.of(1) if exponent == 0 else self._apply(lambda x: x**exponent)

    def __neg__(self) -> Real:
        return Real.of(-self._exact) if self._exact is not None else self._apply(lambda x: x.neg(exact=True))

    def __pos__(self) -> Real:
        return self

    def __abs__(self) -> Real:
        return Real.of(abs(self._exact)) if self._exact is not None else self._apply(abs)

    def __lt__(self, other: Real | int | Fraction | LogNumber) -> bool:
        return (self - other).sign() < 0

    def __le__(self, other: Real | int | Fraction | LogNumber) -> bool:
        return (self - other).sign() <= 0

    def __gt__(self, other: Real | int | Fraction | LogNumber) -> bool:
        return (self - other).sign() > 0

    def __ge__(self, other: Real | int | Fraction | LogNumber) -> bool:
        return (self - other).sign() >= 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (float, Ball)):
            raise TypeError("a real number and a float or ball cannot be compared exactly")
        real = _real(other)
        return NotImplemented if real is None else (self - real).sign() == 0

    __hash__ = None  # type: ignore[assignment]  # equality is not always decidable, so a Real is no dictionary key

    def __bool__(self) -> NoReturn:
        raise TypeError("a real number is not a truth value; compare it with 0")

    def __float__(self) -> float:
        """Return the nearest float, correctly rounded (ties to even)."""
        return float(self._exact) if self._exact is not None else nearest_float(self.enclosure)

    def __str__(self) -> str:
        """Return 20 correct digits for people to read, or a ball where moderate precision does not decide them."""
        if self._exact is not None:
            return rational_decimal(self._exact, 20)
        try:
            return render(*decided_decimal(self.enclosure, 20, cap=_SHOWN_MAX_BITS))
        except UndecidedError:
            return str(self.enclosure(START_BITS))

    def __repr__(self) -> str:
        return f"<Real {self}>"

    def _arb(self, bits: int) -> arb:
        """Return the value at the precision in force, which must be `bits`."""
        if self._last is None or self._last[0] != bits:
            self._last = bits, self._rule(bits)
        return self._last[1]

    def _apply(self, function: Callable[[arb], arb]) -> Real:
        return Real._make(lambda bits: function(self._arb(bits)))

    def _combine(
        self,
        other: Real,
        exactly: Callable[[Fraction, Fraction], Fraction],
        in_balls: Callable[[arb, arb], arb],
    ) -> Real:
        if self._exact is not None and other._exact is not None:
            return Real.of(exactly(self._exact, other._exact))
        return Real._make(lambda bits: in_balls(self._arb(bits), other._arb(bits)))


def _real(number: object) -> Real | None:
    """Return `number` as a Real, or None where it is not an exact number."""
    return Real.of(number) if isinstance(number, (Real, int, Fraction, LogNumber)) else None


def _extremum(
    numbers: tuple[Real | int | Fraction | LogNumber, ...],
    beats: Callable[[Real, Real], bool],
    in_balls: Callable[[arb, arb], arb],
) -> Real:
    rest = unbeaten([Real.of(number) for number in numbers], beats)
    if len(rest) == 1:
        return rest[0]
    return Real._make(lambda bits: reduce(in_balls, (real._arb(bits) for real in rest)))
