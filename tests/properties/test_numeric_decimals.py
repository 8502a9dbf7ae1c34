"""Decimals are those of Python's `decimal`, whose division is correctly rounded as well."""

import decimal
from fractions import Fraction

from hypothesis import assume, given
from hypothesis import strategies as st

from dartproof.numeric import Real, format_rational, parse_rational
from dartproof.numeric.decimals import radius_text, rational_decimal

RATIONALS = st.builds(
    lambda numerator, denominator, shift: Fraction(numerator, denominator) * Fraction(10) ** shift,
    st.integers(-(10**12), 10**12),
    st.integers(1, 10**12),
    st.integers(-40, 40),
)
DIGITS = st.integers(1, 40)
ROUNDINGS = {"nearest": decimal.ROUND_HALF_EVEN, "up": decimal.ROUND_CEILING, "down": decimal.ROUND_FLOOR}


def by_decimal(q, digits, rounding):
    with decimal.localcontext(decimal.Context(prec=digits, rounding=ROUNDINGS[rounding], Emin=-(10**6), Emax=10**6)):
        return decimal.Decimal(q.numerator) / decimal.Decimal(q.denominator)


@given(RATIONALS, DIGITS, st.sampled_from(sorted(ROUNDINGS)))
def test_a_rational_is_rounded_as_decimal_does(q, digits, rounding):
    assert decimal.Decimal(rational_decimal(q, digits, rounding)) == by_decimal(q, digits, rounding)


@given(RATIONALS, DIGITS)
def test_the_directions_enclose_the_number_within_one_unit(q, digits):
    low, high = (Fraction(rational_decimal(q, digits, rounding)) for rounding in ("down", "up"))
    assert low <= q <= high
    assert high - low <= abs(q) * Fraction(10) ** (1 - digits)
    assert (low == high) == (low == q)


@given(RATIONALS, DIGITS, st.sampled_from(sorted(ROUNDINGS)))
def test_a_text_shows_the_digits_asked_for(q, digits, rounding):
    text = rational_decimal(q, digits, rounding)
    shown = text.lstrip("-").split("e")[0].replace(".", "").lstrip("0")
    assert len(shown) == (digits if q else 0)


@given(RATIONALS)
def test_a_radius_is_never_below_its_bound_nor_far_above_it(q):
    shown = Fraction(radius_text(abs(q)))
    assert abs(q) <= shown <= 2 * abs(q)


@given(RATIONALS, DIGITS, st.sampled_from(sorted(ROUNDINGS)))
def test_an_irrational_neighbour_is_rounded_as_its_side_demands(q, digits, rounding):
    # e^-1000 and 10^-400 both lie far below the last digit, so they leave q on the same side of its borders.
    assume(q != 0)
    above = Real.of(q) + Real.of(-1000).exp()
    assert above.decimal(digits, rounding) == rational_decimal(q + Fraction(1, 10**400), digits, rounding)


@given(RATIONALS)
def test_a_rational_survives_its_text(q):
    assert parse_rational(format_rational(q)) == q


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**20), max_value=10**20))
def test_a_decimal_text_is_read_exactly(number):
    assert parse_rational(str(number)) == Fraction(number)
