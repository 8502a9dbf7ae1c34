"""The numbers of the lower bound, against mpmath and hand computation."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest

from dartproof.errors import InputError
from dartproof.games import amplified, extended_rate, high_privacy_epsilon, sampling_rate


@pytest.mark.parametrize("rounds", [2, 10, 10**6])
@pytest.mark.parametrize("epsilon", [Fraction(1, 10), Fraction(1), Fraction(3)])
def test_the_rates_agree_with_mpmath(rounds: int, epsilon: Fraction) -> None:
    with mpmath.workdps(40):
        eps = mpmath.mpf(epsilon.numerator) / epsilon.denominator
        high = 1 / (mpmath.sqrt(rounds) * mpmath.log(rounds))
        expected = {
            "high": high,
            "paper": min(mpmath.mpf(1), high / (2 * eps)),
            "extended": min(mpmath.mpf(1), mpmath.expm1(high) / mpmath.expm1(eps)),
            "amplified": mpmath.log(1 + mpmath.mpf(1) / 3 * mpmath.expm1(eps)),
        }
        found = {
            "high": high_privacy_epsilon(rounds),
            "paper": sampling_rate(rounds, epsilon),
            "extended": extended_rate(rounds, epsilon),
            "amplified": amplified(epsilon, Fraction(1, 3)),
        }
        for name, value in found.items():
            assert mpmath.almosteq(mpmath.mpf(value.decimal(30)), expected[name], rel_eps=mpmath.mpf(10) ** -28)


def test_the_rates_are_1_where_epsilon_is_small_enough_already() -> None:
    assert sampling_rate(2, Fraction(1, 100)).exact == extended_rate(2, Fraction(1, 100)).exact == 1


def test_thinning_with_q_1_leaves_epsilon_as_it_is() -> None:
    assert abs(amplified(Fraction(1, 3), 1) - Fraction(1, 3)) < Fraction(1, 10**50)


@pytest.mark.parametrize("rounds", [-1, 0, 1])
def test_there_are_at_least_two_rounds(rounds: int) -> None:
    with pytest.raises(InputError, match="at least 2"):
        high_privacy_epsilon(rounds)


@pytest.mark.parametrize("epsilon", [Fraction(0), Fraction(-1)])
def test_epsilon_is_positive(epsilon: Fraction) -> None:
    for function in (sampling_rate, extended_rate):
        with pytest.raises(InputError, match="must be positive"):
            function(10, epsilon)
    with pytest.raises(InputError, match="must be positive"):
        amplified(epsilon, 1)
