"""The sampler of AboveThreshold, one instance and many."""

from collections.abc import Iterable
from fractions import Fraction as Q

import numpy as np
import pytest
from scipy import stats

from dartproof.errors import InputError
from dartproof.mechanisms.above_threshold import AboveThreshold, NoiseShape, answer_many, halting_law
from dartproof.numeric import LogField

SHAPES = ["laplace", "exponential"]


class ScriptedNoise:
    """Stands in for a generator: hands out the noises of a script and notes the scales asked for."""

    def __init__(self, noises: Iterable[float]) -> None:
        self.noises = list(noises)
        self.scales: list[float] = []

    def laplace(self, location: float, scale: float) -> float:
        self.scales.append(scale)
        return location + self.noises.pop(0)


def test_threshold_noise_is_drawn_once_and_query_noise_at_every_query() -> None:
    rng = ScriptedNoise([0.5, 0.0, 0.25, 1.0])
    above = AboveThreshold(0.5, 2.0, rng)
    answers = [above.query(1.0), above.query(2.0), above.query(1.5)]
    assert answers == [False, False, True]  # 1 and 2.25 are below 2.5, 2.5 is not
    assert rng.scales == [4.0, 8.0, 8.0, 8.0]  # 2/ε and 4/ε
    assert rng.noises == []


def test_a_query_that_just_reaches_the_threshold_is_answered_top() -> None:
    assert AboveThreshold(1.0, 2.0, ScriptedNoise([0.5, 0.25])).query(2.25)


def test_asking_after_top_raises() -> None:
    above = AboveThreshold(1.0, 0.0, ScriptedNoise([0.0, 0.0, 0.0]))
    assert not above.halted
    assert above.query(0.0)
    assert above.halted
    with pytest.raises(RuntimeError, match="has halted"):
        above.query(0.0)


def test_bad_parameters_are_refused() -> None:
    rng = np.random.default_rng(0)
    for epsilon in (0.0, -1.0, float("inf"), float("nan")):
        with pytest.raises(InputError, match="epsilon"):
            AboveThreshold(epsilon, 1.0, rng)
    with pytest.raises(InputError, match="threshold = nan"):
        AboveThreshold(1.0, float("nan"), rng)
    with pytest.raises(InputError, match="noise shape"):
        AboveThreshold(1.0, 1.0, rng, noise_shape="gaussian")
    with pytest.raises(InputError, match="noise shape"):
        answer_many(np.zeros(1), np.zeros(1), noise_shape="gaussian")


@pytest.mark.parametrize("shape", SHAPES)
def test_halting_times_follow_the_exact_law_and_not_that_of_exchanged_noises(shape: NoiseShape) -> None:
    # The grid is 1 and y = 3/4, so ε = -4 ln y; queries 0, 1, 1, 2 against the threshold 1.
    queries, trials, rng = (0, 1, 1, 2), 20_000, np.random.default_rng(5)
    counts = np.zeros(len(queries) + 1)
    for _ in range(trials):
        above = AboveThreshold(-4 * np.log(0.75), 1.0, rng, noise_shape=shape)
        counts[next((j for j, q in enumerate(queries) if above.query(q)), len(queries))] += 1
    for multiples, low, high in (((2, 1), 0.01, 1.0), ((1, 2), 0.0, 1e-6)):
        law = halting_law(
            queries, threshold=1, grid=1, field=LogField(Q(3, 4)), noise_multiples=multiples, noise_shape=shape
        )
        assert low <= stats.chisquare(counts, [trials * float(p) for p in law]).pvalue <= high


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("gap", [-3.0, -0.5, -1e-9, 0.0, 0.25, 2.0])
def test_many_queries_are_answered_top_with_the_probability_that_the_noise_exceeds_the_gap(
    gap: float, shape: NoiseShape
) -> None:
    trials = 20_000
    noise = stats.laplace() if shape == "laplace" else stats.expon()
    exponentials = np.random.default_rng(9).standard_exponential(trials)
    tops = answer_many(np.full(trials, gap), exponentials, noise_shape=shape)
    assert stats.binomtest(tops.size, trials, float(noise.sf(gap))).pvalue > 0.01


def test_many_queries_would_be_found_out_if_they_took_the_upper_tail_for_negative_gaps_too() -> None:
    # Pr[ν >= -1/2] is 1 - e^(-1/2)/2 = 0.70, where e^(1/2)/2 would be 0.82.
    trials = 20_000
    tops = answer_many(np.full(trials, -0.5), np.random.default_rng(9).standard_exponential(trials))
    assert stats.binomtest(tops.size, trials, float(np.exp(0.5) / 2)).pvalue < 1e-6


def test_positions_belong_to_the_gaps_and_infinite_gaps_are_never_answered_top() -> None:
    gaps = np.array([np.inf, -50.0, 50.0, -50.0, np.inf])
    for seed in range(20):
        exponentials = np.random.default_rng(seed).standard_exponential(5)
        np.testing.assert_array_equal(answer_many(gaps, exponentials), [1, 3])
