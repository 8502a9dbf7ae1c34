"""Of `dartproof.laws.graphs.ranking`."""

from fractions import Fraction
from math import inf

import pytest

from dartproof.errors import InputError, UndecidedError
from dartproof.laws.graphs.ranking import BallRanking, Bounds, ExactRanking, ranking_of
from dartproof.numeric import Ball, LogField, Real, ball_backend, exact_backend, float_backend

HALF = Fraction(1, 2)
FIELD = LogField(HALF)
EXACT, BALLS = ExactRanking(), BallRanking()


def test_sums_of_floats_are_rounded_outwards():
    total = Bounds(0.1, 0.1).plus(Bounds(0.2, 0.2))
    assert Fraction(total.lower) < Fraction(0.1) + Fraction(0.2) < Fraction(total.upper)
    assert Bounds(-inf, 1.0).plus(Bounds(1.0, inf)) == Bounds(-inf, inf)


@pytest.mark.parametrize("x", [Fraction(3), Fraction(1, 10**40), 1 + Fraction(1, 10**40)])
def test_bounds_of_a_logarithm_are_on_both_sides_of_it(x):
    log = Real.of(x).log()
    for bounds in (
        EXACT.log_bounds(FIELD.rational(x), FIELD.one),
        BALLS.log_bounds(Ball.of(x, 256), Ball.of(1, 256)),
    ):
        assert log > Fraction(bounds.lower)
        assert log < Fraction(bounds.upper)
        assert bounds.upper - bounds.lower < 1e-13 * max(1, abs(bounds.upper))


def test_a_logarithm_of_a_nearly_cancelling_number_is_narrow_all_the_same():
    # L − its first 60 digits is about 1e-61; 64 bits do not tell it from 0.
    tiny = FIELD.log - Fraction(Real.of(FIELD.log).decimal(60, "down"))
    bounds = EXACT.log_bounds(tiny, FIELD.one)
    assert -144 < bounds.lower <= bounds.upper < -138
    assert bounds.upper - bounds.lower < 1e-9


def test_a_denominator_that_may_be_zero_bounds_the_ratio_from_below_only():
    bounds = BALLS.log_bounds(Ball.of(1, 64), Ball.between(0, HALF))
    assert Real.of(2).log() >= Fraction(bounds.lower)
    assert bounds.lower > 0.69
    assert bounds.upper == inf


def test_exact_numbers_are_compared_exactly_and_the_first_of_equal_ones_is_named():
    tiny = Fraction(1, 10**40)
    assert EXACT.largest([FIELD.one, FIELD.rational(1 + tiny), FIELD.rational(1 + tiny)]) == (1 + tiny, 1)


def test_the_maximum_of_overlapping_balls_is_a_ball_around_all_it_may_be():
    found, place = BALLS.largest([Ball.between(0, 2), Ball.between(1, Fraction(3, 2)), Ball.between(-1, 0)])
    assert found.lower <= 1
    assert found.upper >= 2
    assert found.lower > HALF
    assert place == 1


def test_equal_balls_may_hold_different_numbers():
    ball = Ball.between(1, 2)
    assert BALLS.are_same(ball, ball)
    assert not BALLS.are_same(ball, Ball.between(1, 2))
    assert EXACT.are_same(FIELD.log + 1, 1 + FIELD.log)


def test_a_ball_around_zero_is_neither_zero_nor_positive():
    assert BALLS.is_zero(Ball.of(0, 64))
    assert not BALLS.is_zero(Ball.of(HALF, 64))
    with pytest.raises(UndecidedError):
        BALLS.is_zero(Ball.between(0, 1))


@pytest.mark.parametrize("number", [0, -1])
def test_a_number_that_is_not_positive_is_no_probability(number):
    with pytest.raises(InputError, match="is no positive probability"):
        EXACT.log_bounds(FIELD.rational(number), FIELD.one)
    with pytest.raises(InputError, match="is no probability"):
        BALLS.log_bounds(Ball.of(1, 64), Ball.of(number, 64))


def test_each_backend_has_its_ranking_but_floats():
    assert isinstance(ranking_of(exact_backend(HALF)), ExactRanking)
    assert isinstance(ranking_of(ball_backend(HALF)), BallRanking)
    with pytest.raises(InputError, match="the float backend"):
        ranking_of(float_backend(HALF))
