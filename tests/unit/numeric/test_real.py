import math
from fractions import Fraction

import numpy as np
import pytest

from dartproof.errors import InputError, UndecidedError
from dartproof.numeric import Ball, LogField, Real, cbrt, exp, expm1, log, log1p, sqrt

TWO = Real.of(2)
# Equal to 0, for a reason that exact folding does not see.
HIDDEN_ZERO = log(4) - 2 * log(2)


@pytest.mark.parametrize(
    ("number", "exact"),
    [
        (log(1), 0),
        (exp(0), 1),
        (expm1(0), 0),
        (log1p(0), 0),
        (sqrt(Fraction(4, 9)), Fraction(2, 3)),
        (cbrt(Fraction(-27, 8)), Fraction(-3, 2)),
        (0 * log(2), 0),
        (log(2) * 0, 0),
        (0 / log(2), 0),
        (log(2) ** 0, 1),
        (TWO**-2, Fraction(1, 4)),
        (Real.minimum(3, Fraction(1, 2)), Fraction(1, 2)),
        (Real.maximum(3, Fraction(1, 2)), 3),
        (Real.minimum(log(2), 0, log(3)), 0),
        (Real.maximum(log(2), 1), 1),
        (Real.sum([1, Fraction(1, 2)]), Fraction(3, 2)),
        (Real.sum([]), 0),
        (abs(Real.of(-3)), 3),
        (Real.of(LogField(Fraction(1, 2)).rational(7)), 7),
    ],
)
def test_rational_results_are_folded_exactly(number, exact):
    assert number.exact == exact


def test_a_difference_of_a_number_with_itself_is_zero():
    x = log(2)
    assert (x - x).exact == 0
    assert x <= Real.of(x)


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (exp(Fraction(1, 3)), math.exp(1 / 3)),
        (expm1(Fraction(1, 10**20)), 1e-20),
        (log1p(Fraction(1, 10**20)), 1e-20),
        (cbrt(2), 2 ** (1 / 3)),
        (-cbrt(-2), 2 ** (1 / 3)),
        (1 - sqrt(2) / 3, 1 - math.sqrt(2) / 3),
        (2 - log(2), 2 - math.log(2)),
        (Fraction(1, 2) / log(2), 0.5 / math.log(2)),
        (Real.of(LogField(Fraction(1, 2)).log) + 1, math.log(2) + 1),
        (log(2) ** 3, math.log(2) ** 3),
        (abs(-log(2)), math.log(2)),
        (Real.minimum(log(2), log(3), 1), math.log(2)),
        (Real.maximum(log(2), log(3), 1), math.log(3)),
        (Real.sum(log(n) for n in range(1, 2001)), math.lgamma(2001)),
    ],
)
def test_functions_agree_with_the_floats(number, expected):
    assert math.isclose(float(number), expected, rel_tol=1e-14)


def test_a_log_number_and_a_real_are_ordered():
    assert LogField(Fraction(1, 2)).log < log(3)
    assert log(3) > LogField(Fraction(1, 2)).log


def test_signs_are_decided_through_cancellation():
    tiny = Fraction(1, 10**300)
    assert (exp(tiny) - 1 - tiny).sign() == 1


def test_a_hidden_zero_is_undecided():
    with pytest.raises(UndecidedError, match="sign"):
        HIDDEN_ZERO.sign()


def test_a_hidden_equality_is_not_guessed():
    with pytest.raises(UndecidedError):
        assert log(4) == 2 * log(2)


def test_a_hidden_integer_has_no_ceiling():
    with pytest.raises(UndecidedError, match="ceil"):
        (sqrt(2) * sqrt(2)).ceil()


def test_unequal_numbers_are_unequal():
    assert log(2) != log(3)
    assert Real.of(Fraction(1, 2)) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("number", "low", "high"),
    [(Real.of(3), 3, 3), (Real.of(Fraction(-7, 2)), -4, -3), (log(10), 2, 3), (-log(10), -3, -2)],
)
def test_floor_and_ceiling_are_exact(number, low, high):
    assert (number.floor(), number.ceil()) == (low, high)


def test_a_ceiling_next_to_an_integer_is_right_on_both_sides():
    tiny = exp(-500)
    assert ((5 + tiny).ceil(), (5 - tiny).ceil(), (5 - tiny).floor()) == (6, 5, 4)


@pytest.mark.parametrize(("rounding", "text"), [("nearest", "0.6931"), ("down", "0.6931"), ("up", "0.6932")])
def test_decimals_are_rounded_in_the_direction_asked_for(rounding, text):
    assert log(2).decimal(4, rounding) == text


def test_directions_of_a_negative_number_are_those_of_the_line():
    assert ((-log(2)).decimal(4, "up"), (-log(2)).decimal(4, "down")) == ("-0.6931", "-0.6932")


def test_a_decimal_close_above_a_border_is_rounded_up():
    assert (Fraction(1, 2) + exp(-800)).decimal(3, "up") == "0.501"


@pytest.mark.parametrize("function", [lambda: log(0), lambda: log(-1), lambda: sqrt(-1), lambda: log1p(-1)])
def test_an_argument_outside_the_domain_is_refused(function):
    with pytest.raises(InputError):
        function()


def test_an_argument_that_is_a_hidden_negative_integer_is_refused_too():
    with pytest.raises(InputError, match="not above 0"):
        (sqrt(2) * sqrt(2) - 3).log()


def test_division_by_zero_is_an_error():
    with pytest.raises(ZeroDivisionError):
        TWO / 0
    with pytest.raises(UndecidedError):
        1 / HIDDEN_ZERO


@pytest.mark.parametrize("other", [0.5, np.float64(0.5), "1", None, Ball.of(1, 64)])
def test_reals_do_not_mix_with_floats_or_balls(other):
    with pytest.raises(TypeError):
        TWO + other
    with pytest.raises(TypeError):
        other * TWO


def test_a_real_is_not_compared_with_a_float():
    with pytest.raises(TypeError):
        assert TWO == 2.0


def test_a_float_is_no_real():
    with pytest.raises(TypeError, match="not an exact"):
        Real.of(0.1)


def test_a_real_is_neither_a_truth_value_nor_a_key():
    with pytest.raises(TypeError, match="truth"):
        bool(TWO)
    with pytest.raises(TypeError, match="unhashable"):
        hash(TWO)


def test_the_minimum_of_numbers_whose_order_is_undecidable_is_either():
    x = Real.minimum(log(4), 2 * log(2))
    assert math.isclose(float(x), math.log(4))


def test_the_minimum_of_nothing_is_refused():
    with pytest.raises(InputError):
        Real.minimum()


def test_a_real_given_by_balls_is_evaluated_by_them():
    assert math.isclose(float(Real.from_balls(lambda bits: Ball.of(Fraction(1, 3), bits))), 1 / 3)


def test_a_hidden_zero_is_shown_as_a_ball():
    assert "±" in str(HIDDEN_ZERO)


def test_a_number_left_by_cancellation_is_shown_with_correct_digits():
    # e^x − 1 − x = x²/2 + x³/6 + …
    tiny = Fraction(1, 10**200)
    assert str(exp(tiny) - 1 - tiny) == "5.0000000000000000000e-401"


def test_the_nearest_float_is_correctly_rounded():
    x = Fraction(1, 3)
    assert float(x + exp(-3000) - exp(-3000)) == 1 / 3
