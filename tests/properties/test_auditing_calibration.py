"""The auditor's worst defect would be a bound above the true epsilon: how often that happens, over many audits.

An audit misses if its bound exceeds the true epsilon of the mechanism on the pair. At confidence 95 % each of
independent audits misses with probability at most 1/20, so the number of misses is tested against Bin(audits, 1/20).
Every calibration test has a planted auditor that makes a well-known mistake, which the same test rejects.
"""

import math
from fractions import Fraction
from itertools import starmap

import numpy as np
import pytest

from dartproof.auditing import AuditSettings, Claim, Pair, audit
from dartproof.auditing.audit import choose_guess
from dartproof.auditing.bounds import epsilon_lower
from dartproof.auditing.trials import collect
from dartproof.numeric import binomial_tail

PAIR = Pair(np.array([0.0]), np.array([1.0]))
AUDITS = 400
MISS = Fraction(1, 20)
CLAIM = Claim(Fraction(0))


def calibrated(misses, audits=AUDITS):
    """Whether the misses are consistent with a rate of at most 1/20: the exact p-value is at least 1/1000."""
    return binomial_tail(misses, audits, MISS).lower >= Fraction(1, 1000)


class RandomisedResponse:
    """The input bit, kept with probability 3/4: exactly (ln 3, 0)-private."""

    epsilon = math.log(3)

    def __call__(self, losses, rng):
        return self.sample(losses, rng, 1)[0]

    def sample(self, losses, rng, trials):
        return np.where(rng.random(trials) < 0.75, losses[0], 1 - losses[0])


class LeakyResponse(RandomisedResponse):
    """Shows the input with probability 1/10 and else answers like randomised response: exactly (ln 3, 1/10)-private."""

    def sample(self, losses, rng, trials):
        answers = super().sample(losses, rng, trials)
        return np.where(rng.random(trials) < 0.1, 2 + losses[0], answers)


class Noise:
    """Twelve numbers that have nothing to do with the input: exactly (0, 0)-private."""

    epsilon = 0.0

    def __call__(self, losses, rng):
        return self.sample(losses, rng, 1)[0]

    def sample(self, _losses, rng, trials):
        return rng.random((trials, 12))


def bounds(mechanism, claim=CLAIM, *, audits=AUDITS, trials=600):
    settings = (AuditSettings(trials=trials, seed=seed, block=1000) for seed in range(audits))
    return [audit(mechanism, PAIR, claim, chosen) for chosen in settings]


@pytest.fixture(scope="module")
def at_the_boundary():
    return bounds(RandomisedResponse())


def misses(results, epsilon):
    return sum(result.epsilon_lower > Fraction(epsilon) for result in results)


def test_pure_bounds_miss_an_exact_boundary_no_more_often_than_stated(at_the_boundary):
    assert calibrated(misses(at_the_boundary, RandomisedResponse.epsilon))


def test_pure_bounds_are_not_idle_at_the_boundary(at_the_boundary):
    # A binomial with 360 trials misses at nearly the full 5 %; an auditor that never misses gives power away.
    assert misses(at_the_boundary, RandomisedResponse.epsilon) >= AUDITS / 100


def test_point_estimates_would_miss_too_often(at_the_boundary):
    def point_estimate(counts):
        return math.log(counts.correct / (counts.guessed - counts.correct))

    planted = sum(point_estimate(result.counts) > RandomisedResponse.epsilon for result in at_the_boundary)
    assert not calibrated(planted)


def test_bounds_at_a_weaker_confidence_would_miss_too_often(at_the_boundary):
    planted = [epsilon_lower(result.counts, delta=Fraction(0), miss=Fraction(1, 8)) for result in at_the_boundary]
    assert not calibrated(sum(bound > Fraction(RandomisedResponse.epsilon) for bound in planted))


def test_approximate_bounds_miss_an_exact_boundary_no_more_often_than_stated():
    results = bounds(LeakyResponse(), Claim(Fraction(0), Fraction(1, 10)))
    assert calibrated(misses(results, RandomisedResponse.epsilon))


def test_a_pure_bound_of_an_approximate_mechanism_would_miss_too_often():
    results = bounds(LeakyResponse(), audits=100)
    assert not calibrated(misses(results, RandomisedResponse.epsilon), audits=100)


def test_bounds_of_noise_miss_no_more_often_than_stated():
    results = bounds(Noise(), audits=100)
    assert calibrated(misses(results, 0), audits=100)


def bound_on(learning, selecting, testing):
    guess = choose_guess(PAIR, learning, selecting, claim=CLAIM, miss=MISS)
    return epsilon_lower(guess.count(testing.outputs, testing.labels), delta=Fraction(0), miss=MISS)


def samples(number, trials=200):
    """Three independent samples of noise."""
    return tuple(
        collect(Noise(), PAIR, trials, seeds=seeds, block=1000) for seeds in np.random.SeedSequence(number).spawn(3)
    )


def test_learning_selecting_and_testing_apart_is_calibrated():
    found = sum(bound > 0 for bound in starmap(bound_on, map(samples, range(200))))
    assert calibrated(found, audits=200)


def test_testing_on_the_selection_part_would_find_something_in_noise():
    found = sum(bound_on(first, second, second) > 0 for first, second, _ in map(samples, range(50)))
    assert not calibrated(found, audits=50)


def test_testing_on_the_learning_part_would_find_something_in_noise():
    found = sum(bound_on(first, first, first) > 0 for first, _, _ in map(samples, range(50)))
    assert not calibrated(found, audits=50)
