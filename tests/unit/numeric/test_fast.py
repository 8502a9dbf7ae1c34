from fractions import Fraction

import pytest

from dartproof.numeric import fast, slow
from dartproof.numeric.fast import as_fast


def test_a_fraction_survives_the_way_there_and_back():
    assert slow(fast(Fraction(-22, 7))) == Fraction(-22, 7)


def test_an_integer_becomes_a_fast_rational():
    assert slow(fast(3) / 4) == Fraction(3, 4)


def test_fast_rationals_do_not_mix_with_floats():
    with pytest.raises(TypeError):
        fast(Fraction(1, 2)) * 0.5


def test_a_fast_rational_hashes_like_its_fraction():
    assert hash(fast(Fraction(22, 7))) == hash(Fraction(22, 7))


@pytest.mark.parametrize("number", [2, Fraction(2), fast(2)])
def test_every_exact_number_becomes_a_fast_one(number):
    assert slow(as_fast(number)) == 2


@pytest.mark.parametrize("number", [2.0, "2", None])
def test_no_other_type_becomes_a_fast_one(number):
    with pytest.raises(TypeError, match="not an exact"):
        as_fast(number)
