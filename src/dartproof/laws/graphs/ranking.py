"""Which of several numbers is the largest: exact ones compared exactly, balls merged into a ball around the maximum.

Long comparisons are cut short by logarithms between two floats, rounded outwards: what they tell apart is certain, and
what they leave open is left to the numbers themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isinf, nextafter
from typing import Final, NamedTuple, Protocol, TypeVar, cast

from dartproof.errors import InputError
from dartproof.numeric import Backend, Ball, LogNumber

Number = TypeVar("Number", LogNumber, Ball)
"""Exact numbers or balls."""

_START_BITS: Final = 64
_NARROW: Final = 1e-12  # width of a logarithm that is worth no more precision


class Bounds(NamedTuple):
    """Two floats with lower ≤ x ≤ upper for the number x they are about."""

    lower: float
    upper: float

    def plus(self, other: Bounds) -> Bounds:
        """Return bounds of a sum."""
        return Bounds(_down(self.lower + other.lower), _up(self.upper + other.upper))


ZERO: Final = Bounds(0.0, 0.0)
INFINITE: Final = Bounds(inf, inf)


class Ranking(Protocol[Number]):
    """Questions about probabilities and their ratios."""

    def is_zero(self, x: Number) -> bool:
        """Say whether the probability `x` is 0; UndecidedError for a ball that allows both answers."""

    def are_same(self, x: Number, y: Number) -> bool:
        """Say whether x and y are known to be one number."""

    def log_bounds(self, above: Number, below: Number) -> Bounds:
        """Return bounds of ln(above/below), for a positive numerator and a denominator that is not known to be 0."""

    def largest(self, numbers: Sequence[Number]) -> tuple[Number, int]:
        """Return the maximum and a place where it is attained; for balls a ball around it, and a place likely to be."""


class ExactRanking:
    """Every answer is certain."""

    def is_zero(self, x: LogNumber) -> bool:
        """Compare with 0."""
        return not x

    def are_same(self, x: LogNumber, y: LogNumber) -> bool:
        """Compare coefficients."""
        return x is y or x == y

    def log_bounds(self, above: LogNumber, below: LogNumber) -> Bounds:
        """Return narrow bounds; InputError unless both numbers are positive, as probabilities are."""
        for number in (above, below):
            if number.sign() < 1:
                raise InputError(f"{number} is no positive probability; the process is no law")
        bits = _START_BITS
        while True:
            balls = above.enclosure(bits), below.enclosure(bits)
            if all(ball.sign_if_known() == 1 for ball in balls):
                bounds = _log_bounds(balls[0] / balls[1])
                if bounds.upper - bounds.lower <= _NARROW * max(1.0, abs(bounds.upper)):
                    return bounds
            bits *= 2

    def largest(self, numbers: Sequence[LogNumber]) -> tuple[LogNumber, int]:
        """Return the maximum and the first place that attains it."""
        best = 0
        for place in range(1, len(numbers)):
            if numbers[place] != numbers[best] and numbers[place] > numbers[best]:
                best = place
        return numbers[best], best


class BallRanking:
    """Every answer is certain, but `largest` may answer with a ball that is wider than its members."""

    def is_zero(self, x: Ball) -> bool:
        """Ask for the sign; UndecidedError where the ball contains 0 and more."""
        return x.sign() == 0

    def are_same(self, x: Ball, y: Ball) -> bool:
        """Two balls with the same ends may hold different numbers, so only a ball and itself are known to be one."""
        return x is y

    def log_bounds(self, above: Ball, below: Ball) -> Bounds:
        """Return bounds, with ∞ above for a denominator that reaches 0."""
        if below.sign_if_known() == 1:
            return _log_bounds(above / below)
        if below.upper <= 0:
            raise InputError(f"{below} is no probability; the process is no law")
        return Bounds(_log_bounds(above / Ball.of(below.upper, below.bits)).lower, inf)

    def largest(self, numbers: Sequence[Ball]) -> tuple[Ball, int]:
        """Return a ball around the maximum and the place of the greatest lower end."""
        lowers = [number.lower for number in numbers]
        best = max(range(len(numbers)), key=lowers.__getitem__)
        upper = max(number.upper for number in numbers)
        if upper == numbers[best].upper:
            return numbers[best], best
        return Ball.between(lowers[best], upper, bits=max(number.bits for number in numbers)), best


def is_less(x: Number, y: Number) -> bool:
    """Say whether x < y, exactly; for balls, whether the lower end is less."""
    if isinstance(x, Ball) and isinstance(y, Ball):
        return x.lower < y.lower
    return x < y


def ranking_of(backend: Backend[Number]) -> Ranking[Number]:
    """Return the ranking of a backend's numbers.

    Raises:
        InputError: they are floats, which certify nothing.
    """
    rankings = {"exact": ExactRanking(), "ball": BallRanking()}
    if backend.name not in rankings:
        raise InputError(f"the {backend.name} backend certifies nothing; choose exact numbers or balls")
    return cast("Ranking[Number]", rankings[backend.name])


def _log_bounds(ball: Ball) -> Bounds:
    log = ball.log()
    return Bounds(_down(float(log.lower)), _up(float(log.upper)))  # float rounds to nearest


def _down(x: float) -> float:
    return x if isinf(x) else nextafter(x, -inf)


def _up(x: float) -> float:
    return x if isinf(x) else nextafter(x, inf)
