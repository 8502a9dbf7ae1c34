from fractions import Fraction
from math import ceil, floor

import pytest
from flint import arb

from dartproof.errors import UndecidedError
from dartproof.numeric import Ball
from dartproof.numeric.decisions import decided_decimal, decided_integer, decided_sign, nearest_float


def around(number, asked=None):
    """Return an enclosing function whose ball at `bits` is number ± 2^−bits, and that notes what it is asked."""

    def enclose(bits):
        if asked is not None:
            asked.append(bits)
        return Ball.between(number - Fraction(1, 2**bits), number + Fraction(1, 2**bits), bits=2 * bits)

    return enclose


def test_precision_is_doubled_until_the_digits_are_decided():
    asked = []
    assert decided_decimal(around(Fraction(1, 2) + Fraction(1, 2**300), asked), 3, "down") == (500, -3)
    assert asked == [64, 128, 256, 512]


def test_more_digits_start_with_more_precision():
    asked = []
    decided_decimal(around(Fraction(1, 3), asked), 100)
    assert asked == [400]


def test_a_number_on_a_border_is_not_guessed():
    with pytest.raises(UndecidedError, match="first 3 decimal digits"):
        decided_decimal(around(Fraction(1, 2)), 3, "down", cap=1024)


def test_a_number_in_the_middle_of_its_decimal_is_decided_though_it_is_a_short_one():
    assert decided_decimal(around(Fraction(1, 2)), 3) == (500, -3)


@pytest.mark.parametrize("sign", [-1, 1])
def test_a_small_sign_is_found(sign):
    assert decided_sign(around(Fraction(sign, 2**500))) == sign


def test_zero_is_known_from_the_point_zero_only():
    assert decided_sign(lambda bits: Ball.of(0, bits)) == 0
    with pytest.raises(UndecidedError, match="sign"):
        decided_sign(around(Fraction(0)), cap=1024)


@pytest.mark.parametrize(("toward", "result"), [(floor, 6), (ceil, 7)])
def test_an_integer_part_is_decided_next_to_an_integer(toward, result):
    assert decided_integer(around(7 - Fraction(1, 2**200)), toward) == result


def test_the_nearest_float_is_decided_next_to_a_tie():
    tie = 1 + Fraction(1, 2**53)
    assert nearest_float(around(tie - Fraction(1, 2**200))) == 1.0
    assert nearest_float(around(tie + Fraction(1, 2**200))) == 1.0 + 2.0**-52


def test_precisions_that_give_no_enclosure_are_passed_over():
    def enclose(bits):
        if bits == 64:
            return None
        return Ball._wrap(arb.nan(), bits) if bits == 128 else Ball.of(Fraction(1, 3), bits)

    assert decided_decimal(enclose, 2) == (33, -2)
    assert decided_sign(enclose) == 1
