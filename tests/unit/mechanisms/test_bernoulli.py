"""The coin that keeps an expert."""

from fractions import Fraction as Q

import numpy as np
import pytest
from scipy import stats

from dartproof.errors import InputError
from dartproof.mechanisms import bernoulli


def test_keep_law_is_a_power_of_the_keep_probability_of_a_step() -> None:
    assert [bernoulli.keep_law(Q(3, 4), r) for r in range(4)] == [1, Q(3, 4), Q(9, 16), Q(27, 64)]


def test_learning_rate_zero_always_keeps() -> None:
    assert bernoulli.keep_law(Q(1), 100) == 1


def test_the_clip_raises_small_losses_and_leaves_large_ones() -> None:
    laws = [bernoulli.clipped_keep_law(Q(1, 2), r, clip_steps=2) for r in range(5)]
    assert laws == [Q(1, 4), Q(1, 4), Q(1, 4), Q(1, 8), Q(1, 16)]


def test_samples_keep_with_the_probability_of_the_law_and_not_of_its_complement() -> None:
    rng = np.random.default_rng(3)
    kept = sum(bernoulli.sample(float(np.log(4)), rng) for _ in range(10_000))
    assert stats.binomtest(kept, 10_000, 0.25).pvalue > 0.01
    assert stats.binomtest(kept, 10_000, 0.75).pvalue < 1e-6


def test_no_loss_always_keeps_and_infinite_loss_never_does() -> None:
    rng = np.random.default_rng(0)
    assert all(bernoulli.sample(0.0, rng) for _ in range(1000))
    assert not any(bernoulli.sample(float("inf"), rng) for _ in range(1000))


def test_bad_parameters_are_refused() -> None:
    with pytest.raises(InputError, match="keep = 0"):
        bernoulli.keep_law(Q(0), 1)
    with pytest.raises(InputError, match="keep = 3/2"):
        bernoulli.clipped_keep_law(Q(3, 2), 1, clip_steps=1)
    with pytest.raises(InputError, match="-1 grid steps"):
        bernoulli.keep_law(Q(1, 2), -1)
    with pytest.raises(InputError, match="loss of -1 grid steps"):
        bernoulli.clipped_keep_law(Q(1, 2), -1, clip_steps=1)
    with pytest.raises(InputError, match="clip of -1"):
        bernoulli.clipped_keep_law(Q(1, 2), 1, clip_steps=-1)
    with pytest.raises(InputError, match="exponent"):
        bernoulli.sample(float("nan"), np.random.default_rng(0))
