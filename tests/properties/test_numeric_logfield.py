"""The field Q(L) obeys the laws of an ordered field, and its numbers agree with an independent evaluation in mpmath."""

import pickle
from fractions import Fraction

import mpmath
from hypothesis import assume, given
from hypothesis import strategies as st

from dartproof.numeric import LogField, Real, value_of

BASES = st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=50)
COEFFICIENTS = st.lists(st.fractions(-20, 20, max_denominator=1000), max_size=4)


@st.composite
def field_and_numbers(draw, count):
    """Draw a field and `count` of its members, quotients included."""
    field = LogField(draw(BASES))
    numbers = []
    for _ in range(count):
        number = field.polynomial(draw(COEFFICIENTS))
        if draw(st.booleans()):
            divisor = field.polynomial(draw(COEFFICIENTS))
            number = number / divisor if divisor else number
        numbers.append(number)
    return field, *numbers


def in_mpmath(number, digits=60):
    """Evaluate the coefficients of a number by Horner's rule, without anything of FLINT."""
    with mpmath.workdps(digits):
        base = number.field.base
        log = mpmath.log(base.denominator) - mpmath.log(base.numerator)

        def horner(coefficients):
            total = mpmath.mpf(0)
            for c in reversed(coefficients):
                total = total * log + mpmath.mpf(c.numerator) / c.denominator
            return total

        return horner(number.coefficients) / horner(number.denominator_coefficients)


@given(field_and_numbers(3))
def test_addition_and_multiplication_are_those_of_a_commutative_ring(drawn):
    _, a, b, c = drawn
    assert a + b == b + a
    assert a * b == b * a
    assert (a + b) + c == a + (b + c)
    assert (a * b) * c == a * (b * c)
    assert a * (b + c) == a * b + a * c


@given(field_and_numbers(2))
def test_subtraction_and_division_are_inverse(drawn):
    field, a, b = drawn
    assert a - a == field.zero
    assert a + b - b == a
    if b:
        assert a * b / b == a
        assert b / b == 1
        assert 1 / (1 / b) == b


@given(field_and_numbers(2))
def test_equal_numbers_are_stored_alike(drawn):
    _, a, b = drawn
    assume(bool(b))
    again = (a * b) / b
    assert (again.coefficients, again.denominator_coefficients, hash(again)) == (
        a.coefficients,
        a.denominator_coefficients,
        hash(a),
    )


@given(field_and_numbers(2))
def test_exactly_one_of_less_equal_and_greater_holds(drawn):
    _, a, b = drawn
    assert [a < b, a == b, a > b].count(True) == 1
    assert (a <= b) == (not b < a)


@given(field_and_numbers(3))
def test_the_order_is_kept_by_addition_and_positive_factors(drawn):
    _, a, b, c = drawn
    if a < b:
        assert a + c < b + c
        assert (a * c - b * c).sign() == -c.sign()


@given(field_and_numbers(1))
def test_signs_and_decimals_agree_with_mpmath(drawn):
    _, a = drawn
    with mpmath.workdps(60):
        reference = in_mpmath(a)
        assume(a == 0 or abs(reference) > mpmath.mpf(10) ** -25)
        assert a.sign() == mpmath.sign(reference)
        shown = value_of(a)
        assert abs(mpmath.mpf(shown.decimal) - reference) <= mpmath.mpf(shown.radius) + mpmath.mpf(10) ** -50


@given(field_and_numbers(1), st.integers(32, 300))
def test_an_enclosure_contains_the_number(drawn, bits):
    _, a = drawn
    ball = a.enclosure(bits)
    if ball.is_finite:
        assert ball.lower <= a <= ball.upper


@given(field_and_numbers(1))
def test_the_float_of_a_number_is_the_nearest(drawn):
    _, a = drawn
    nearest = float(a)
    assert abs(a - Fraction(nearest)) <= Fraction(abs(nearest)) / 2**53 + Fraction(1, 2**1070)


@given(field_and_numbers(1))
def test_a_number_survives_its_text_and_its_pickle(drawn):
    field, a = drawn
    assert field.parse(str(a)) == a
    assert pickle.loads(pickle.dumps(a)) == a


@given(field_and_numbers(1), BASES)
def test_a_number_is_itself_as_a_real(drawn, q):
    _, a = drawn
    assert (Real.of(a) < q) == (a < q)


@given(field_and_numbers(1))
def test_the_reference_notices_a_wrong_coefficient(drawn):
    field, a = drawn
    wrong = a + field.log / 10**20
    with mpmath.workdps(60):
        assert abs(in_mpmath(wrong) - in_mpmath(a)) > mpmath.mpf(10) ** -30
