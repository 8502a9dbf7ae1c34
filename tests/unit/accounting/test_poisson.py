from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dartproof.accounting.poisson import poisson_quantile, poisson_tail
from dartproof.errors import InputError
from dartproof.numeric import exp, log


def test_the_tail_above_one_is_its_closed_form():
    gap = poisson_tail(Fraction(1, 2), 1) - (1 - Fraction(3, 2) * exp(Fraction(-1, 2)))
    assert gap.enclosure(256).contains(0)


@given(st.fractions(Fraction(1, 100), 300, max_denominator=100), st.integers(0, 400))
def test_the_tail_is_a_regularised_incomplete_gamma_function(mean, count):
    with mpmath.workdps(60):
        expected = mpmath.gammainc(count + 1, 0, mpmath.mpf(mean.numerator) / mean.denominator, regularized=True)
    if expected > 1e-25:
        assert float(poisson_tail(mean, count)) == pytest.approx(float(expected), rel=1e-12)


@given(st.fractions(0, 50, max_denominator=20), st.integers(2, 10**9))
def test_the_quantile_is_the_least_count_with_a_small_enough_tail(mean, inverse):
    beta = Fraction(1, inverse)
    count = poisson_quantile(mean, beta)
    assert poisson_tail(mean, count) <= beta
    assert count == 0 or poisson_tail(mean, count - 1) > beta


@pytest.mark.parametrize(
    ("rounds", "experts", "scaled_loss", "limit"),
    [(10**3, 10, 0, 8), (10**5, 10, 0, 11), (10**5, 1000, 100, 154), (10**7, 10, 1000, 1171)],
)
def test_the_published_limits_are_reproduced(rounds, experts, scaled_loss, limit):
    assert poisson_quantile(log(experts) + scaled_loss, Fraction(1, rounds)) == limit


def test_nothing_exceeds_the_mean_zero():
    assert (poisson_quantile(0, Fraction(1, 10)), poisson_tail(0, 0).exact) == (0, 0)


def test_every_count_exceeds_minus_one():
    assert poisson_tail(3, -1).exact == 1


def test_a_negative_mean_is_refused():
    with pytest.raises(InputError, match="mean"):
        poisson_tail(-1, 0)
    with pytest.raises(InputError, match="mean"):
        poisson_quantile(-1, Fraction(1, 2))


@pytest.mark.parametrize("beta", [Fraction(0), Fraction(1), Fraction(-1)])
def test_a_beta_outside_its_range_is_refused(beta):
    with pytest.raises(InputError, match="beta"):
        poisson_quantile(1, beta)
