"""Raw balls for inner loops: Arb's own, at the precision in force, without the checks and the bookkeeping of `Ball`.

They are computed inside `refined`, which sets the precision and raises it until the results are accurate enough.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from flint import arb, arb_poly, fmpq

from dartproof.errors import UndecidedError
from dartproof.numeric.ball import Ball
from dartproof.numeric.precision import MAX_BITS, WorkingPrecision

#: A raw ball. Its arithmetic rounds outwards at the precision in force.
RawBall = arb

#: A polynomial with raw balls as coefficients: `*`, `coeffs()` and `[k]`.
RawPolynomial = arb_poly


def raw(q: int | Fraction) -> RawBall:
    """Return a raw ball around `q` at the precision in force."""
    return arb(fmpq(q.numerator, q.denominator))


def raw_log(y: Fraction) -> RawBall:
    """Return a raw ball around L = −ln y, 0 < y < 1, at the precision in force."""
    return -raw(y).log()


def refined(compute: Callable[[int], Sequence[RawBall]], *, bits: int, start: int) -> tuple[Ball, ...]:
    """Compute numbers with enough precision for each of them to be known to `bits` bits.

    Args:
        compute: compute(precision) computes raw balls at the precision in force, which it is told.
        bits: the accuracy wanted: each number is the exact 0, or the radius of its ball is below 2^-bits of its middle.
        start: the first working precision; it is doubled until the accuracy is reached.

    Returns:
        Balls with `bits` bits of working precision, which are rounded to it: a relative radius below 2^(2-bits).

    Raises:
        UndecidedError: `MAX_BITS` bits of working precision don't suffice, as for a 0 that is computed as a difference.
    """
    precision = start
    while precision <= max(start, MAX_BITS):
        with WorkingPrecision(precision):
            numbers = compute(precision)
        if all(number.rel_accuracy_bits() >= bits for number in numbers):
            with WorkingPrecision(bits):
                return tuple(Ball._wrap(+number, bits) for number in numbers)
        precision *= 2
    raise UndecidedError(f"a probability is not known to {bits} bits with {precision // 2} bits of precision")
