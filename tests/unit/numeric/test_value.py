import math
from fractions import Fraction

import numpy as np
import pytest

from dartproof.errors import InputError, UndecidedError
from dartproof.numeric import Ball, LogField, Real, Value, sqrt, value_of, value_of_log

FIELD = LogField(Fraction(9, 10))
L = FIELD.log


def test_a_log_number_is_shown_as_the_formats_say():
    # H(1,2,4) of the four-round instance, whose decimal is published to twenty digits.
    number = Fraction(10143, 80000) - Fraction(81, 400) * L
    shown = value_of(number, digits=20)
    assert shown.to_json() == {
        "exact": "10143/80000 - 81/400*L",
        "decimal": "0.10545199557929017400",
        "radius": "5e-21",
    }


@pytest.mark.parametrize(
    ("number", "value"),
    [
        (0, Value("0", "0", "0")),
        (Fraction(1, 2), Value("1/2", "0.5000000000000000000000000", "0")),
        (Fraction(1, 3), Value("1/3", "0.3333333333333333333333333", "4e-26")),
        (FIELD.rational(2), Value("2", "2.000000000000000000000000", "0")),
        (Real.of(Fraction(1, 2)), Value("1/2", "0.5000000000000000000000000", "0")),
        (sqrt(2), Value(None, "1.414213562373095048801689", "5e-25")),
        (0.1, Value(None, "0.1", None)),
        (np.float64(0.1), Value(None, "0.1", None)),
        (float("inf"), Value(None, "inf", None)),
        (float("-inf"), Value(None, "-inf", None)),
    ],
)
def test_numbers_of_every_kind_have_a_value(number, value):
    assert value_of(number) == value


def test_a_ball_is_shown_with_all_its_uncertainty():
    value = value_of(Ball.between(Fraction(1, 4), Fraction(3, 4)))
    assert (value.exact, value.decimal) == (None, "0.5000000000000000000000000")
    assert Fraction(value.radius) >= Fraction(1, 4)


def test_the_max_divergence_of_the_three_round_instance_is_reproduced():
    half = LogField(Fraction(1, 2))
    ratio = Fraction(41, 1024) / (Fraction(7, 640) - half.log / 320)
    value = value_of_log(ratio)
    assert value.exact == "log((205/8)/(7 - 2*L))"
    assert value.decimal.startswith("1.518357394295749667568")


@pytest.mark.parametrize(
    ("number", "value"),
    [
        (None, Value(None, "inf", None)),
        (float("inf"), Value(None, "inf", None)),
        (0, Value("log(0)", "-inf", None)),
        (0.0, Value(None, "-inf", None)),
        (1, Value("log(1)", "0", "0")),
        (Fraction(10, 9), Value("log(10/9)", "0.1053605156578263012275010", "5e-26")),
        (Real.of(2), Value(None, "0.6931471805599453094172321", "5e-26")),
        (1.0, Value(None, "0.0", None)),
    ],
)
def test_logarithms_of_every_kind_have_a_value(number, value):
    assert value_of_log(number) == value


def test_the_logarithm_of_a_number_next_to_one_keeps_its_digits():
    assert value_of_log(1 + Fraction(1, 10**60)).decimal == "1.000000000000000000000000e-60"


def test_the_logarithm_of_a_number_left_by_cancellation_keeps_its_digits():
    # L minus its first 200 decimals lies between 0 and 10^-200.
    remainder = L - Fraction((L.enclosure(1000).lower * 10**200).__floor__(), 10**200)
    assert float(value_of_log(remainder).decimal) == pytest.approx(
        math.log(float(remainder * 10**200)) - 200 * math.log(10)
    )


def test_the_logarithm_of_a_ball_bounds_its_error():
    value = value_of_log(Ball.between(1, 2))
    assert Fraction(value.decimal) + Fraction(value.radius) >= Fraction(6931472, 10**7)


@pytest.mark.parametrize("number", [-1, Fraction(-1, 2), -L, -1.0, float("nan")])
def test_a_negative_number_has_no_logarithm(number):
    with pytest.raises(InputError):
        value_of_log(number)


def test_nan_is_no_value():
    with pytest.raises(InputError, match="NaN"):
        value_of(float("nan"))


def test_a_text_is_no_number():
    with pytest.raises(TypeError):
        value_of("1/2")


def test_digits_of_a_hidden_zero_are_undecided():
    with pytest.raises(UndecidedError):
        value_of(sqrt(2) * sqrt(2) - 2)


def test_a_value_reads_as_its_decimal_and_exact_form():
    assert str(value_of(Fraction(1, 4), digits=3)) == "0.250 = 1/4"
