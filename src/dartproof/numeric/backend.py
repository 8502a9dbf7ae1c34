"""Exact numbers, balls and floats behind one interface.

A computation is written once against `Backend[N]` and its caller chooses the numbers N it runs on. Numbers of two
backends do not mix: their arithmetic with one another raises TypeError, and so does a backend that is handed a number
of another.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, TypeVar

from dartproof.errors import InputError
from dartproof.numeric.ball import Ball
from dartproof.numeric.logfield import LogField
from dartproof.numeric.lognumber import LogNumber
from dartproof.numeric.value import Value, value_of, value_of_log

N = TypeVar("N")


class Backend(Protocol[N]):
    """What a computation over Q(L) needs besides + − * / of its numbers."""

    @property
    def name(self) -> str:
        """`"exact"`, `"ball"` or `"float"`."""

    @property
    def log(self) -> N:
        """The number L = −ln y."""

    def rational(self, q: int | Fraction) -> N:
        """Return the rational number `q`."""

    def sign(self, x: N) -> int:
        """Return −1, 0 or 1; UndecidedError where the numbers are too coarse to tell (never for exact ones)."""

    def value(self, x: N) -> Value:
        """Return `x` as results show it."""

    def value_of_log(self, x: N) -> Value:
        """Return ln x as results show it."""


@dataclass(frozen=True, slots=True)
class ExactBackend:
    """Exact arithmetic in a `LogField`; every sign is decided."""

    field: LogField

    @property
    def name(self) -> str:
        """`"exact"`."""
        return "exact"

    @property
    def log(self) -> LogNumber:
        """The number L = −ln y."""
        return self.field.log

    def rational(self, q: int | Fraction) -> LogNumber:
        """Return `q` as a member of the field."""
        return self.field.rational(q)

    def sign(self, x: LogNumber) -> int:
        """Return −1, 0 or 1, decided with certainty."""
        return _require(x, LogNumber, self.name).sign()

    def value(self, x: LogNumber) -> Value:
        """Return `x` with its exact form and 25 digits."""
        return value_of(_require(x, LogNumber, self.name))

    def value_of_log(self, x: LogNumber) -> Value:
        """Return ln x with its exact form and 25 digits."""
        return value_of_log(_require(x, LogNumber, self.name))


@dataclass(frozen=True, slots=True)
class BallBackend:
    """Outward-rounded ball arithmetic at a fixed working precision."""

    field: LogField
    bits: int

    @property
    def name(self) -> str:
        """`"ball"`."""
        return "ball"

    @property
    def log(self) -> Ball:
        """A ball around L = −ln y."""
        return self.field.log_enclosure(self.bits)

    def rational(self, q: int | Fraction) -> Ball:
        """Return a ball around `q`."""
        return Ball.of(q, self.bits)

    def sign(self, x: Ball) -> int:
        """Return −1, 0 or 1; UndecidedError where the ball allows several."""
        return _require(x, Ball, self.name).sign()

    def value(self, x: Ball) -> Value:
        """Return the middle of `x` and a bound on its error."""
        return value_of(_require(x, Ball, self.name))

    def value_of_log(self, x: Ball) -> Value:
        """Return the middle of the ball ln x and a bound on its error."""
        return value_of_log(_require(x, Ball, self.name))


@dataclass(frozen=True, slots=True)
class FloatBackend:
    """Float64 arithmetic: fast, and never a proof."""

    field: LogField

    @property
    def name(self) -> str:
        """`"float"`."""
        return "float"

    @property
    def log(self) -> float:
        """The float nearest to L = −ln y."""
        return float(self.field.log)

    def rational(self, q: int | Fraction) -> float:
        """Return the float nearest to `q`."""
        return float(q)

    def sign(self, x: float) -> int:
        """Return −1, 0 or 1, the sign of the float."""
        _require(x, float, self.name)
        return (x > 0) - (x < 0)

    def value(self, x: float) -> Value:
        """Return `x` with no bound on its error."""
        return value_of(_require(x, float, self.name))

    def value_of_log(self, x: float) -> Value:
        """Return ln x with no bound on its error."""
        return value_of_log(_require(x, float, self.name))


def exact_backend(y: Fraction) -> ExactBackend:
    """Return exact arithmetic in Q(L), L = −ln y; InputError unless 0 < y < 1."""
    return ExactBackend(LogField(y))


def ball_backend(y: Fraction, bits: int = 128) -> BallBackend:
    """Return ball arithmetic with `bits` bits of working precision; InputError unless 0 < y < 1 and bits ≥ 2."""
    if bits < 2:
        raise InputError(f"bits = {bits}; ball arithmetic needs a precision of at least 2 bits")
    return BallBackend(LogField(y), bits)


def float_backend(y: Fraction) -> FloatBackend:
    """Return float arithmetic; InputError unless 0 < y < 1."""
    return FloatBackend(LogField(y))


def _require(x: N, kind: type[N], backend: str) -> N:
    if not isinstance(x, kind):
        raise TypeError(f"{x!r} is not a number of the {backend} backend")
    return x
