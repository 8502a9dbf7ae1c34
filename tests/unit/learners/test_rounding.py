"""Floats for people lie on the safe side, as values and as printed."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from dartproof.learners.rounding import float_above, float_below


@given(st.fractions(0, 1000, max_denominator=10**25))
def test_a_float_above_is_above_as_a_number_and_as_printed(number):
    found = float_above(number)
    assert Fraction(found) >= number
    assert Fraction(repr(found)) >= number


@given(st.fractions(0, 1000, max_denominator=10**25))
def test_a_float_below_is_at_most_the_number(number):
    assert Fraction(float_below(number)) <= number


def test_a_number_whose_nearest_float_prints_below_it_is_rounded_up():
    number = Fraction(1162693096171957507585573, 10**25)
    assert Fraction(repr(float(number))) < number <= Fraction(repr(float_above(number)))
