"""One-sided exponential noise: density, distribution function, sampler."""

from fractions import Fraction as Q

import numpy as np
import pytest
from scipy import stats

from dartproof.errors import InputError
from dartproof.mechanisms import exponential
from dartproof.numeric import LogField

FIELD = LogField(Q(1, 2))


def test_density_is_zero_below_zero_and_falls_by_y_to_the_multiple_in_a_step() -> None:
    values = [exponential.density(z, multiple=2, field=FIELD) for z in (-1, 0, 1)]
    assert values == [FIELD.zero, 2 * FIELD.log, FIELD.log / 2]


def test_cdf_has_no_mass_below_zero_and_the_closed_form_above() -> None:
    values = [exponential.cdf(z, multiple=2, noise=Q(1, 2)) for z in (-3, 0, 1, 2)]
    assert values == [0, 0, Q(3, 4), Q(15, 16)]


def test_samples_follow_the_law_of_scale_b_and_no_other() -> None:
    sample = exponential.sample(3.0, np.random.default_rng(1), size=20_000)
    assert stats.kstest(sample, stats.expon(scale=3.0).cdf).pvalue > 0.01
    assert stats.kstest(sample, stats.expon(scale=3.2).cdf).pvalue < 1e-6


def test_bad_parameters_are_refused() -> None:
    with pytest.raises(InputError, match="noise scale"):
        exponential.sample(0.0, np.random.default_rng(1))
    with pytest.raises(InputError, match="multiple = -1"):
        exponential.density(0, multiple=-1, field=FIELD)
    with pytest.raises(InputError, match="strictly between 0 and 1"):
        exponential.cdf(0, multiple=1, noise=Q(0))
