from fractions import Fraction

import pytest
from flint import arb

from dartproof.errors import InputError, UndecidedError
from dartproof.numeric import Ball

THIRD = Fraction(1, 3)


def test_a_ball_contains_the_number_it_was_made_of():
    ball = Ball.of(THIRD, 64)
    assert ball.lower <= THIRD <= ball.upper


def test_a_ball_of_a_dyadic_number_is_a_point():
    ball = Ball.of(Fraction(-5, 8), 64)
    assert (ball.lower, ball.upper) == (Fraction(-5, 8), Fraction(-5, 8))


def test_a_ball_between_two_numbers_contains_both():
    ball = Ball.between(THIRD, Fraction(2, 3))
    assert ball.contains(THIRD)
    assert ball.contains(Fraction(2, 3))


def test_ends_in_the_wrong_order_are_refused():
    with pytest.raises(InputError, match="exchange"):
        Ball.between(1, 0)


def test_containment_is_decided_exactly_at_the_ends():
    ball = Ball.of(THIRD, 64)
    assert ball.contains(ball.upper)
    assert not ball.contains(ball.upper + Fraction(1, 2**2000))


def test_higher_precision_gives_a_smaller_ball_inside_the_former():
    wide, narrow = Ball.of(THIRD, 64), Ball.of(THIRD, 256)
    assert wide.lower <= narrow.lower <= narrow.upper <= wide.upper
    assert narrow.radius < wide.radius / 2**100


def test_operands_of_two_precisions_are_combined_at_the_larger():
    assert (Ball.of(1, 64) + Ball.of(1, 128)).bits == 128


@pytest.mark.parametrize(
    ("operation", "exact"),
    [
        (lambda x: x + Fraction(1, 7), THIRD + Fraction(1, 7)),
        (lambda x: 2 - x, 2 - THIRD),
        (lambda x: x * x, THIRD**2),
        (lambda x: 1 / x, Fraction(3)),
        (lambda x: x / Fraction(2, 5), THIRD * Fraction(5, 2)),
        (lambda x: x**-3, Fraction(27)),
        (lambda x: -x, -THIRD),
    ],
)
def test_arithmetic_encloses_the_exact_result(operation, exact):
    assert operation(Ball.of(THIRD, 64)).contains(exact)


def test_exp_and_log_undo_one_another():
    assert Ball.of(THIRD, 64).exp().log().contains(THIRD)


@pytest.mark.parametrize(("number", "sign"), [(THIRD, 1), (-THIRD, -1), (Fraction(0), 0)])
def test_the_sign_of_a_ball_away_from_zero_is_known(number, sign):
    assert Ball.of(number, 64).sign() == sign


def test_the_sign_of_a_ball_around_zero_is_undecided():
    with pytest.raises(UndecidedError, match="sign"):
        (Ball.of(THIRD, 64) - THIRD).sign()


def test_separate_balls_are_ordered():
    assert Ball.of(THIRD, 64) < Fraction(1, 2)
    assert not Ball.of(THIRD, 64) >= Ball.of(Fraction(1, 2), 64)


def test_the_order_of_overlapping_balls_is_undecided():
    with pytest.raises(UndecidedError, match="order"):
        assert Ball.of(THIRD, 64) < Ball.of(THIRD, 64)


def test_division_by_a_ball_around_zero_is_undecided():
    with pytest.raises(UndecidedError, match="contains 0"):
        1 / (Ball.of(THIRD, 64) - THIRD)


def test_division_by_the_exact_zero_is_an_error():
    with pytest.raises(ZeroDivisionError):
        Ball.of(1, 64) / 0


def test_the_logarithm_of_a_ball_that_reaches_zero_is_undecided():
    with pytest.raises(UndecidedError, match="logarithm"):
        Ball.between(0, 1).log()


@pytest.mark.parametrize("other", [0.5, "1", None])
def test_a_ball_does_not_mix_with_other_types(other):
    with pytest.raises(TypeError):
        Ball.of(1, 64) + other


def test_a_ball_is_not_compared_with_a_number_for_equality():
    with pytest.raises(TypeError, match="contains"):
        assert Ball.of(1, 64) == 1


def test_the_radius_text_covers_the_ends_and_the_rounding_of_the_decimal():
    ball = Ball.between(THIRD - Fraction(1, 10**6), THIRD + Fraction(1, 10**6))
    shown, bound = Fraction(ball.decimal(4)), Fraction(ball.radius_text(4))
    assert max(abs(ball.lower - shown), abs(ball.upper - shown)) <= bound


def test_an_unbounded_ball_has_no_ends():
    ball = Ball._wrap(arb.nan(), 64)
    assert not ball.is_finite
    with pytest.raises(UndecidedError, match="no finite bounds"):
        ball.lower  # noqa: B018 - reading the property is the test


def test_an_end_too_small_to_write_out_is_not_written_out():
    with pytest.raises(UndecidedError, match="too small"):
        Ball.of(-(10**8), 64).exp().lower  # noqa: B018 - reading the property is the test


def test_a_ball_is_made_by_its_constructors_only():
    with pytest.raises(TypeError, match=r"Ball\.of"):
        Ball()
