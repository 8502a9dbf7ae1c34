"""Raw balls at a precision that is raised until they are accurate enough."""

from fractions import Fraction as Q

import pytest

from dartproof.errors import UndecidedError
from dartproof.numeric.precision import MAX_BITS, WorkingPrecision
from dartproof.numeric.raw_balls import RawBall, RawPolynomial, raw, raw_log, refined


def test_a_difference_of_nearly_equal_numbers_is_computed_again_with_more_bits() -> None:
    asked = []

    def compute(precision: int) -> list[RawBall]:
        asked.append(precision)
        return [raw(1 + Q(1, 3**100)) - raw(1)]

    (ball,) = refined(compute, bits=64, start=64)
    assert asked == [64, 128, 256]
    assert ball.contains(Q(1, 3**100))
    assert ball.radius <= Q(1, 3**100 * 2**62)
    assert ball.bits == 64


def test_one_pass_at_the_first_precision_is_not_accurate() -> None:
    with WorkingPrecision(64):
        difference = raw(1 + Q(1, 3**100)) - raw(1)
    assert difference.rel_accuracy_bits() < 0


def test_the_exact_zero_is_accurate() -> None:
    (ball,) = refined(lambda _: [raw(0) * raw(Q(1, 3))], bits=64, start=64)
    assert ball.radius == 0
    assert ball.contains(0)


def test_a_zero_that_is_a_difference_is_never_decided() -> None:
    with pytest.raises(UndecidedError, match=f"with {MAX_BITS} bits"):
        refined(lambda _: [raw(Q(1, 3)) - raw(Q(1, 3))], bits=64, start=64)


def test_the_logarithm_and_polynomials_are_enclosed() -> None:
    ball = refined(lambda _: [raw_log(Q(1, 2))], bits=64, start=64)[0]
    assert ball.contains(Q(69314718055994530941723212145818, 10**32))  # ln 2 = 0.69314718055994530941723212145818...
    assert not ball.contains(Q(693147180559945, 10**15))
    square = refined(
        lambda _: (RawPolynomial([raw(1), raw(Q(1, 3))]) * RawPolynomial([1, 3])).coeffs(), bits=64, start=64
    )
    assert [ball.contains(number) for ball, number in zip(square, (1, Q(10, 3), 1), strict=True)] == [True] * 3
