"""Resampling from P_t."""

from fractions import Fraction as Q

import numpy as np
import pytest
from scipy import stats

from dartproof.errors import InputError
from dartproof.mechanisms import exponential_mechanism


def test_law_has_weights_that_fall_by_keep_in_a_step() -> None:
    # Weights 1, 1/2, 1/4, so the shares are 4/7, 2/7, 1/7.
    assert exponential_mechanism.law([5, 6, 7], Q(1, 2)) == (Q(4, 7), Q(2, 7), Q(1, 7))


def test_law_of_learning_rate_zero_is_uniform() -> None:
    assert exponential_mechanism.law([0, 10], Q(1)) == (Q(1, 2), Q(1, 2))


def test_law_depends_on_differences_only_and_favours_the_smaller_loss() -> None:
    keep = Q(9, 10)
    assert exponential_mechanism.law([100, 103], keep) == exponential_mechanism.law([0, 3], keep)
    assert exponential_mechanism.law([0, 3], keep)[0] > Q(1, 2)


def test_float_probabilities_agree_with_the_exact_law() -> None:
    exact = exponential_mechanism.law([3, 0, 7, 1], Q(4, 5))
    floats = exponential_mechanism.probabilities(np.array([3.0, 0.0, 7.0, 1.0]), float(-np.log(0.8)))
    np.testing.assert_allclose(floats, [float(p) for p in exact], rtol=1e-14)


@pytest.mark.parametrize("cumulative", [[1e300, 1e300, 2e300], [0.0, 0.0, 1e308], [-1e300, -1e300, 1e300]])
def test_huge_losses_and_rates_give_no_warning_and_no_nan(cumulative: list[float]) -> None:
    floats = exponential_mechanism.probabilities(np.array(cumulative), 1e200)
    np.testing.assert_array_equal(floats, [0.5, 0.5, 0.0])


def test_an_expert_whose_weight_underflows_is_never_picked() -> None:
    running = exponential_mechanism.cumulative_weights(np.array([1e6, 0.0, 1e6, 0.0, 1e6]), 1.0)
    uniforms = np.array([0.0, 0.25, 0.5 - 2**-54, 0.5, 1 - 2**-53])
    np.testing.assert_array_equal(exponential_mechanism.pick(running, uniforms), [1, 1, 1, 3, 3])


def test_samples_follow_the_law_and_not_that_of_twice_the_rate() -> None:
    cumulative, eta = np.array([0.0, 1.0, 3.0]), 0.5
    sample = exponential_mechanism.sample_many(cumulative, eta, np.random.default_rng(2), size=20_000)
    counts = np.bincount(sample, minlength=3)
    for rate, low, high in ((eta, 0.01, 1.0), (2 * eta, 0.0, 1e-6)):
        expected = exponential_mechanism.probabilities(cumulative, rate) * sample.size
        assert low <= stats.chisquare(counts, expected).pvalue <= high


def test_one_sample_is_the_first_of_many() -> None:
    cumulative = np.arange(6) / 3
    for seed in range(50):
        one = exponential_mechanism.sample(cumulative, 0.7, np.random.default_rng(seed))
        many = exponential_mechanism.sample_many(cumulative, 0.7, np.random.default_rng(seed), size=2)
        assert one == many[0]


def test_bad_parameters_are_refused() -> None:
    with pytest.raises(InputError, match="at least one expert"):
        exponential_mechanism.law([], Q(1, 2))
    with pytest.raises(InputError, match="keep = 2"):
        exponential_mechanism.law([1], Q(2))
    with pytest.raises(InputError, match="at least one expert"):
        exponential_mechanism.probabilities(np.array([]), 1.0)
    with pytest.raises(InputError, match="eta = -1"):
        exponential_mechanism.probabilities(np.array([0.0]), -1.0)
    for bad in (np.nan, np.inf, -np.inf):
        with pytest.raises(InputError, match="must be finite"):
            exponential_mechanism.probabilities(np.array([0.0, bad]), 1.0)
