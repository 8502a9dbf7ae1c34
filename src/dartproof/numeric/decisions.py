"""Answers about a number of which enclosures can be had at any precision.

Each function takes the enclosing function `enclose(bits)` and asks it with doubled precision. Rounding, to floats, to
integers or to decimals, is monotone: where both ends of an enclosure are rounded to the same result, so is the number.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from dartproof.numeric.ball import Ball
from dartproof.numeric.decimals import Rounding, rounded
from dartproof.numeric.precision import MAX_BITS, START_BITS, first_decided

#: Maps a precision in bits to a ball around the number, or to None where that precision gives none.
Enclosing = Callable[[int], Ball | None]

T = TypeVar("T")


def decided_sign(enclose: Enclosing, *, cap: int = MAX_BITS) -> int:
    """Return −1, 0 or 1; 0 only for a ball that is the point 0.

    Raises:
        UndecidedError: `cap` bits do not separate the number from 0.
    """

    def attempt(bits: int) -> int | None:
        ball = enclose(bits)
        return None if ball is None else ball.sign_if_known()

    return first_decided(attempt, question="the sign of a real number", cap=cap)


def decided_decimal(
    enclose: Enclosing, digits: int, rounding: Rounding = "nearest", *, cap: int = MAX_BITS
) -> tuple[int, int]:
    """Round a number to `digits` significant decimal digits, exactly in the direction asked for.

    Returns:
        `(m, e)` as `decimals.rounded` returns them.

    Raises:
        UndecidedError: The ends still differ at `cap` bits, as they do for a number that lies exactly on a border.
    """
    start = max(START_BITS, 4 * digits)
    return _same_at_both_ends(
        enclose,
        lambda end: rounded(end, digits, rounding),
        question=f"the first {digits} decimal digits",
        start=start,
        cap=max(cap, start),
    )


def decided_integer(enclose: Enclosing, toward: Callable[[Fraction], int]) -> int:
    """Return the floor or the ceiling (`toward`) of a number; UndecidedError where it seems to be an integer."""
    return _same_at_both_ends(enclose, toward, question=f"the {toward.__name__} of a real number")


def nearest_float(enclose: Enclosing, *, cap: int = MAX_BITS) -> float:
    """Return the float nearest to a number, ties to even; UndecidedError where it seems to lie between two."""
    return _same_at_both_ends(enclose, float, question="the nearest float", cap=cap)


def _same_at_both_ends(
    enclose: Enclosing,
    rounding: Callable[[Fraction], T],
    *,
    question: str,
    start: int = START_BITS,
    cap: int = MAX_BITS,
) -> T:
    def attempt(bits: int) -> T | None:
        ball = enclose(bits)
        if ball is None or not ball.is_finite:
            return None
        lower, upper = rounding(ball.lower), rounding(ball.upper)
        return lower if lower == upper else None

    return first_decided(attempt, question=question, start=start, cap=cap)
