from fractions import Fraction

import pytest

from dartproof.errors import InputError
from dartproof.numeric import format_rational, parse_rational
from dartproof.numeric.rationals import exact_root


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1/4", Fraction(1, 4)),
        (" -3 / 6 ", Fraction(-1, 2)),
        ("0.25", Fraction(1, 4)),
        (".5", Fraction(1, 2)),
        ("5.", Fraction(5)),
        ("1e-3", Fraction(1, 1000)),
        ("-2.5E2", Fraction(-250)),
        ("+7", Fraction(7)),
        (7, Fraction(7)),
        (Fraction(2, 3), Fraction(2, 3)),
    ],
)
def test_a_number_is_read_exactly(text, number):
    assert parse_rational(text) == number


@pytest.mark.parametrize(
    "text",
    ["", " ", "nan", "inf", "-inf", "1/0", "1//2", "0x10", "1_000", ".", "e5", "1e", "1/2.5", "1 2", "½", "٣", "--1"],
)
def test_a_text_that_is_no_number_is_refused(text):
    with pytest.raises(InputError):
        parse_rational(text)


@pytest.mark.parametrize("number", [0.1, float("nan"), None, True, b"1"])
def test_a_number_that_is_not_exact_is_refused(number):
    with pytest.raises(InputError, match="not an exact number"):
        parse_rational(number)


@pytest.mark.parametrize("text", ["1e999999999", "1e100001", "1e-100001"])
def test_an_exponent_that_would_fill_the_memory_is_refused(text):
    with pytest.raises(InputError, match="exponent"):
        parse_rational(text)


def test_the_largest_exponent_is_accepted():
    assert parse_rational("1e-100000") * 10**100_000 == 1


def test_a_rational_is_written_in_lowest_terms():
    assert format_rational(Fraction(-6, 8)) == "-3/4"


def test_an_integer_is_written_without_denominator():
    assert format_rational(Fraction(7)) == "7"


def test_a_number_longer_than_the_limit_of_python_is_written_and_read_back():
    number = Fraction(10**6000 + 1, 3**9000)
    assert parse_rational(format_rational(number)) == number


@pytest.mark.parametrize(
    ("q", "degree", "root"), [(Fraction(4, 9), 2, Fraction(2, 3)), (Fraction(27, 8), 3, Fraction(3, 2))]
)
def test_a_rational_root_is_found(q, degree, root):
    assert exact_root(q, degree) == root


@pytest.mark.parametrize(("q", "degree"), [(Fraction(2), 2), (Fraction(4, 3), 2), (Fraction(10**60 + 1), 3)])
def test_an_irrational_root_is_not_invented(q, degree):
    assert exact_root(q, degree) is None
