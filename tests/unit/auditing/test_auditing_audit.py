"""Of `dartproof.auditing.audit`: what is found, what is not, and how strange mechanisms are met."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from dartproof.accounting import ExactParameters
from dartproof.auditing import AuditSettings, Claim, LearnerMechanism, Pair, audit, epsilon_lower
from dartproof.errors import InputError
from dartproof.laws import max_divergence, picks_law, transcript_law
from dartproof.learners import SmallLossLearner
from dartproof.numeric import Real

SCALARS = Pair(np.array([0.0]), np.array([1.0]))
HALVES = Pair(np.repeat([1.0, 0.0], 5), np.repeat([0.0, 1.0], 5))
STEPS = ((1, 1), (0, 1), (1, 0), (0, 0)), ((1, 1), (1, 0), (1, 0), (0, 0))
STREAMS = Pair(np.array(STEPS[0]), np.array(STEPS[1]))
NINE_TENTHS = Fraction(9, 10)
B = ExactParameters(grid=1, keep=NINE_TENTHS, noise=NINE_TENTHS, clip=1, threshold=1, limit=2)


class Laplace:
    """The first entry with Laplace noise: exactly (1/scale, 0)-private on `SCALARS`."""

    def __init__(self, scale):
        self.scale = scale

    def __call__(self, losses, rng):
        return self.sample(losses, rng, 1)[0]

    def sample(self, losses, rng, trials):
        return losses[0] + rng.laplace(scale=self.scale, size=trials)


class AboveThresholdWithoutQueryNoise:
    """Answers every query with one threshold noise and none of its own, and never halts: not private."""

    def __call__(self, losses, rng):
        return self.sample(losses, rng, 1)[0]

    def sample(self, losses, rng, trials):
        return losses >= 1 + rng.laplace(scale=20, size=(trials, 1))


def settings(trials=2000, **options):
    return AuditSettings(trials=trials, **options)


def test_a_false_claim_is_found_violated():
    result = audit(Laplace(0.5), SCALARS, Claim(Fraction(1)), settings())
    assert result.verdict == "violated"
    assert 1 < result.epsilon_lower < 2


def test_a_true_claim_is_not_refuted():
    result = audit(Laplace(1), SCALARS, Claim(Fraction(1)), settings())
    assert result.verdict == "not refuted"
    assert result.epsilon_lower < 1


def test_the_verdict_compares_the_bound_with_the_claim_exactly():
    bound = audit(Laplace(1), SCALARS, Claim(Fraction(1)), settings()).epsilon_lower
    assert audit(Laplace(1), SCALARS, Claim(bound), settings()).verdict == "not refuted"
    assert audit(Laplace(1), SCALARS, Claim(bound - Fraction(1, 10**30)), settings()).verdict == "violated"


def test_the_bound_follows_from_the_counts_in_the_result():
    result = audit(Laplace(1), SCALARS, Claim(Fraction(1)), settings())
    assert result.epsilon_lower == epsilon_lower(result.counts, delta=Fraction(0), miss=Fraction(1, 20))


def test_the_power_for_laplace_at_500_test_runs():
    # With a known event the mean bound is .797 (see test_auditing_bounds); here the event is learned, on 333 more runs.
    bounds = [
        float(audit(Laplace(1), SCALARS, Claim(Fraction(1)), settings(833, seed=seed)).epsilon_lower)
        for seed in range(40)
    ]
    assert np.mean(bounds) > 0.68


def test_the_power_for_laplace_at_500_runs_in_all():
    bounds = [
        float(audit(Laplace(1), SCALARS, Claim(Fraction(1)), settings(500, seed=seed)).epsilon_lower)
        for seed in range(40)
    ]
    assert np.mean(bounds) > 0.57


def test_an_event_impossible_on_one_side_gives_a_large_bound():
    # Unless the threshold 1 + xi lies in (0, 1], which has probability (1 - e^(-1/20))/2 = .024, all answers are equal;
    # if it does, they show the input.
    result = audit(AboveThresholdWithoutQueryNoise(), HALVES, Claim(Fraction(1, 10)), settings(20_000))
    assert result.verdict == "violated"
    assert result.counts.correct == result.counts.guessed


def test_the_learner_of_algorithm_1_is_not_refuted_at_its_exact_epsilon():
    law, other = (picks_law(transcript_law(losses, B)) for losses in STEPS)
    exact = Real.of(max_divergence(law, other).ratio).log().decimal(12, "up")
    mechanism = LearnerMechanism(SmallLossLearner.from_exact(B))
    result = audit(mechanism, STREAMS, Claim(Fraction(exact)), settings(100_000, block=5000))
    assert result.verdict == "not refuted"
    assert result.epsilon_lower > Fraction(1, 4)
    assert result.view == "picks"


def plays_the_best_of_the_current_round(losses, _rng):
    return losses.argmin(axis=1)


def test_a_learner_that_sees_the_losses_before_it_plays_is_found():
    result = audit(plays_the_best_of_the_current_round, STREAMS, Claim(Fraction(2)), settings())
    assert result.verdict == "violated"


def test_positive_delta_uses_the_frequencies_of_one_event():
    result = audit(Laplace(0.2), SCALARS, Claim(Fraction(1), Fraction(1, 100)), settings(10_000))
    assert result.verdict == "violated"
    assert 0 in {sum(result.counts.guessed_first), sum(result.counts.guessed_second)}


def leaks_rarely(losses, rng):
    return losses[0] if rng.random() < 0.05 else 0.5


def test_a_rare_leak_violates_a_pure_claim_and_not_the_approximate_one():
    assert audit(leaks_rarely, SCALARS, Claim(Fraction(1)), settings(4000)).verdict == "violated"
    assert audit(leaks_rarely, SCALARS, Claim(Fraction(0), Fraction(1, 20)), settings(4000)).verdict == "not refuted"


def test_the_same_seed_gives_the_same_result_with_one_and_two_workers():
    mechanism, claim = LearnerMechanism(SmallLossLearner.from_exact(B)), Claim(Fraction(1))
    one, two = (audit(mechanism, STREAMS, claim, settings(3000, workers=workers, block=500)) for workers in (1, 2))
    assert one == two


def test_another_seed_gives_another_result():
    one, other = (audit(Laplace(1), SCALARS, Claim(Fraction(1)), settings(seed=seed)) for seed in (1, 2))
    assert one != other


def test_the_trials_are_as_many_as_asked_for():
    calls = itertools.count()

    def counts_calls(losses, rng):
        next(calls)
        return losses[0] + rng.normal()

    result = audit(counts_calls, SCALARS, Claim(Fraction(1)), settings(777))
    assert result.trials == 777
    assert next(calls) == 777 + 2  # two runs probe whether a seed determines the output


def test_progress_reaches_the_number_of_trials():
    told = []
    audit(
        Laplace(1), SCALARS, Claim(Fraction(1)), settings(1000), progress=lambda done, total: told.append((done, total))
    )
    assert told == sorted(told)
    assert told[-1] == (1000, 1000)


def constant(_losses, _rng):
    return 7


def test_a_constant_mechanism_is_not_refuted_and_the_finding_says_so():
    result = audit(constant, SCALARS, Claim(Fraction(0)), settings())
    assert (result.verdict, result.epsilon_lower, result.event) == ("not refuted", 0, "never guess")
    assert sum("the same" in finding for finding in result.findings) == 2


def copies(losses, _rng):
    return losses[0]


def test_a_deterministic_mechanism_that_shows_its_input_is_violated():
    result = audit(copies, SCALARS, Claim(Fraction(3)), settings())
    assert result.verdict == "violated"
    assert any("does the mechanism use rng?" in finding for finding in result.findings)


def test_randomness_from_elsewhere_is_a_finding():
    calls = itertools.count()

    def uses_a_counter(losses, _rng):
        return losses[0] + next(calls) % 7

    result = audit(uses_a_counter, SCALARS, Claim(Fraction(5)), settings())
    assert any("not take all its randomness from rng" in finding for finding in result.findings)


def test_equal_inputs_are_a_finding():
    pair = Pair(np.array([1.0]), np.array([1.0]))
    assert any("equal" in finding for finding in audit(Laplace(1), pair, Claim(Fraction(1)), settings()).findings)


def fails_to_compute(losses, rng):
    return math.nan if losses[0] and rng.random() < 0.3 else rng.random()


def test_nan_is_a_finding_and_counts_as_an_outcome():
    result = audit(fails_to_compute, SCALARS, Claim(Fraction(1)), settings())
    assert result.verdict == "violated"
    assert any("outputs on the second input contain NaN" in finding for finding in result.findings)


def ragged(losses, rng):
    return (None,) * int(rng.geometric(0.3 + 0.5 * losses[0]))


def test_ragged_outputs_are_compared_by_their_length():
    assert audit(ragged, SCALARS, Claim(Fraction(1, 2)), settings(4000)).verdict == "violated"


def test_unreadable_outputs_are_refused():
    with pytest.raises(InputError, match="value of type dict"):
        audit(lambda losses, _: {"loss": losses[0]}, SCALARS, Claim(Fraction(1)), settings())


def test_a_failing_mechanism_is_reported():
    with pytest.raises(InputError, match="failed on the first input"):
        audit(lambda losses, _: losses[9], SCALARS, Claim(Fraction(1)), settings())


def test_too_few_trials_to_learn_from_are_refused():
    with pytest.raises(InputError, match="ran the same input"):
        audit(Laplace(1), SCALARS, Claim(Fraction(1)), settings(5))
