from fractions import Fraction

import pytest

from dartproof.errors import InputError
from dartproof.numeric.decimals import radius_text, rational_decimal


@pytest.mark.parametrize(
    ("number", "digits", "rounding", "text"),
    [
        (Fraction(2, 3), 4, "nearest", "0.6667"),
        (Fraction(2, 3), 4, "down", "0.6666"),
        (Fraction(1, 3), 4, "up", "0.3334"),
        (Fraction(-1, 3), 4, "up", "-0.3333"),
        (Fraction(-1, 3), 4, "down", "-0.3334"),
        (Fraction(25, 10), 1, "nearest", "2"),
        (Fraction(35, 10), 1, "nearest", "4"),
        (Fraction(999), 2, "nearest", "1.0e3"),
        (Fraction(999), 2, "down", "9.9e2"),
        (Fraction(-999), 2, "down", "-1.0e3"),
        (Fraction(1, 2), 3, "up", "0.500"),
        (Fraction(123456), 3, "nearest", "1.23e5"),
        (Fraction(123), 3, "nearest", "123"),
        (Fraction(1, 10000), 2, "nearest", "0.00010"),
        (Fraction(1, 100000), 2, "nearest", "1.0e-5"),
        (Fraction(1, 100000), 1, "nearest", "1e-5"),
        (Fraction(0), 5, "up", "0"),
    ],
)
def test_a_rational_is_rounded_in_the_direction_asked_for(number, digits, rounding, text):
    assert rational_decimal(number, digits, rounding) == text


def test_powers_of_ten_are_not_off_by_one():
    assert [rational_decimal(Fraction(10) ** e, 1) for e in (-320, 320)] == ["1e-320", "1e320"]


def test_a_number_just_below_a_power_of_ten_keeps_its_digits():
    assert rational_decimal(Fraction(10**30 - 1, 10**30), 30, "down") == "0." + "9" * 30


def test_a_radius_is_rounded_up():
    assert radius_text(Fraction(101, 10**27)) == "2e-25"


def test_digits_below_one_are_refused():
    with pytest.raises(InputError, match="digits"):
        rational_decimal(Fraction(1), 0)


def test_an_unknown_rounding_is_refused():
    with pytest.raises(InputError, match="rounding"):
        rational_decimal(Fraction(1, 3), 3, "sideways")
