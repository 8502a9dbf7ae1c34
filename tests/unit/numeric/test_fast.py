from fractions import Fraction

import pytest

from dartproof.numeric import fast, slow


def test_a_fraction_survives_the_way_there_and_back():
    assert slow(fast(Fraction(-22, 7))) == Fraction(-22, 7)


def test_an_integer_becomes_a_fast_rational():
    assert slow(fast(3) / 4) == Fraction(3, 4)


def test_fast_rationals_do_not_mix_with_floats():
    with pytest.raises(TypeError):
        fast(Fraction(1, 2)) * 0.5


def test_a_fast_rational_hashes_like_its_fraction():
    assert hash(fast(Fraction(22, 7))) == hash(Fraction(22, 7))
