"""Two-sided Laplace noise: density, distribution function, sampler."""

from fractions import Fraction as Q

import mpmath
import numpy as np
import pytest
from scipy import stats

from dartproof.errors import InputError
from dartproof.mechanisms import laplace
from dartproof.numeric import LogField

FIELD = LogField(Q(9, 10))


@pytest.mark.parametrize("multiple", [1, 2, 3])
@pytest.mark.parametrize("steps", [-4, -1, 0, 1, 5])
def test_density_is_that_of_scale_one_over_multiple_times_l(steps: int, multiple: int) -> None:
    b = 1 / (multiple * -mpmath.log(mpmath.mpf(9) / 10))
    expected = mpmath.exp(-abs(steps) / b) / (2 * b)
    assert float(laplace.density(steps, multiple=multiple, field=FIELD)) == pytest.approx(float(expected), rel=1e-14)


def test_cdf_has_the_closed_form_on_both_sides() -> None:
    # y = 1/2 and 1/b = 2L: Pr[Z <= -1] = y^2/2 = 1/8, and by symmetry Pr[Z <= 1] = 7/8.
    values = [laplace.cdf(z, multiple=2, noise=Q(1, 2)) for z in (-2, -1, 0, 1, 2)]
    assert values == [Q(1, 32), Q(1, 8), Q(1, 2), Q(7, 8), Q(31, 32)]


def test_cdf_is_the_integral_of_the_density() -> None:
    # The density f falls by y^multiple in a step, so its integral over [z, z+1] is (f(z) - f(z+1))/(multiple * L).
    for z in range(4):
        fall = laplace.density(z, multiple=3, field=FIELD) - laplace.density(z + 1, multiple=3, field=FIELD)
        mass = laplace.cdf(z + 1, multiple=3, noise=Q(9, 10)) - laplace.cdf(z, multiple=3, noise=Q(9, 10))
        assert fall == mass * 3 * FIELD.log


def test_samples_follow_the_law_of_scale_b_and_no_other() -> None:
    sample = laplace.sample(3.0, np.random.default_rng(1), size=20_000)
    assert stats.kstest(sample, stats.laplace(scale=3.0).cdf).pvalue > 0.01
    assert stats.kstest(sample, stats.laplace(scale=3.5).cdf).pvalue < 1e-6


def test_one_sample_is_the_first_of_many() -> None:
    one = laplace.sample(2.0, np.random.default_rng(7))
    assert isinstance(one, float)
    assert one == laplace.sample(2.0, np.random.default_rng(7), size=3)[0]


@pytest.mark.parametrize("scale", [0.0, -1.0, float("inf"), float("nan")])
def test_a_scale_that_is_not_positive_and_finite_is_refused(scale: float) -> None:
    with pytest.raises(InputError, match="noise scale"):
        laplace.sample(scale, np.random.default_rng(1))


def test_a_multiple_below_one_and_a_noise_outside_the_unit_interval_are_refused() -> None:
    with pytest.raises(InputError, match="multiple = 0"):
        laplace.density(0, multiple=0, field=FIELD)
    with pytest.raises(InputError, match="strictly between 0 and 1"):
        laplace.cdf(0, multiple=1, noise=Q(1))
