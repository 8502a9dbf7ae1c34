"""Of `dartproof.auditing.bounds`: hand computations, and the mean bounds of known events."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.special import betaincinv
from scipy.stats import binom

from dartproof.auditing import Counts, approximate_bound, epsilon_lower, pure_bound
from dartproof.errors import InputError

MISS = Fraction(1, 20)


def just_below(bound, number, tolerance=1e-9):
    return 0 <= number - float(bound) <= tolerance


def test_ten_of_ten_by_hand():
    # The largest q with q^10 <= (9/10)^10 is 9/10, and ln(9/10 / (1/10)) = ln 9.
    assert just_below(pure_bound(10, 10, miss=Fraction(9, 10) ** 10), math.log(9))


def test_one_of_one_by_hand():
    # The largest q with q <= 3/4 is 3/4.
    assert just_below(pure_bound(1, 1, miss=Fraction(3, 4)), math.log(3))


def test_one_of_two_by_hand():
    # Pr[Bin(2, q) >= 1] = 1 - (1 - q)^2 = 24/25 at q = 4/5.
    assert just_below(pure_bound(1, 2, miss=Fraction(24, 25)), math.log(4))


def test_a_bound_is_a_number_of_twelve_digits_below_the_logarithm():
    bound = pure_bound(10, 10, miss=Fraction(9, 10) ** 10)
    assert bound * 10**11 == math.floor(bound * 10**11)
    assert bound < Fraction("2.19722457733622")


@pytest.mark.parametrize(("correct", "guessed"), [(0, 0), (0, 5), (5, 10), (3, 10)])
def test_a_bound_below_zero_is_zero(correct, guessed):
    assert pure_bound(correct, guessed, miss=MISS) == 0


def test_a_bound_grows_with_the_number_of_correct_guesses():
    bounds = [pure_bound(correct, 40, miss=MISS) for correct in range(41)]
    assert bounds == sorted(bounds)


def test_impossible_counts_are_refused():
    with pytest.raises(InputError):
        pure_bound(3, 2, miss=MISS)


def test_two_bounds_by_hand():
    # low: q^2 <= 1/4 at q = 1/2; high: (1 - q)^2 <= 1/4 at q = 1/2; ln((1/2 - 0)/(1/2)) = 0.
    assert approximate_bound((2, 2), (0, 2), delta=Fraction(0), miss=Fraction(1, 2)) == 0
    # low: q^30 <= (4/5)^30 at q = 4/5; high: (1 - q)^30 <= (4/5)^30 at q = 1/5; ln((4/5 - 1/5)/(1/5)) = ln 3.
    bound = approximate_bound((30, 30), (0, 30), delta=Fraction(1, 5), miss=2 * Fraction(4, 5) ** 30)
    assert just_below(bound, math.log(3))


def test_a_large_delta_explains_everything():
    assert approximate_bound((30, 30), (0, 30), delta=Fraction(99, 100), miss=MISS) == 0


def test_an_input_that_was_never_run_gives_no_bound():
    assert approximate_bound((0, 0), (0, 5), delta=Fraction(1, 100), miss=MISS) == 0


def test_delta_outside_its_range_is_refused():
    with pytest.raises(InputError, match="delta"):
        approximate_bound((1, 2), (1, 2), delta=Fraction(1), miss=MISS)


def test_a_pure_claim_uses_both_tails():
    counts = Counts((50, 50), (20, 2), (3, 21))
    assert epsilon_lower(counts, delta=Fraction(0), miss=MISS) == pure_bound(41, 46, miss=MISS)


@pytest.mark.parametrize(
    ("counts", "more", "less"),
    [
        (Counts((50, 60), (0, 0), (3, 41)), (41, 60), (3, 50)),
        (Counts((50, 60), (37, 2), (0, 0)), (37, 50), (2, 60)),
    ],
)
def test_an_approximate_claim_compares_the_frequencies_of_one_event(counts, more, less):
    delta = Fraction(1, 1000)
    assert epsilon_lower(counts, delta=delta, miss=MISS) == approximate_bound(more, less, delta=delta, miss=MISS)


def test_an_approximate_claim_refuses_two_events():
    with pytest.raises(InputError, match="one input only"):
        epsilon_lower(Counts((5, 5), (1, 0), (0, 1)), delta=Fraction(1, 2), miss=MISS)


def mean_bound(trials, guess_rate, epsilon):
    """The mean of the pure bound, in floats, for guesses that are right with probability e^eps/(1 + e^eps)."""
    chance, total = math.exp(epsilon) / (1 + math.exp(epsilon)), 0.0
    for guessed in range(1, trials + 1):
        weight = binom.pmf(guessed, trials, guess_rate)
        if weight > 1e-10:
            correct = np.arange(1, guessed + 1)
            low = betaincinv(correct, guessed - correct + 1, float(MISS))
            total += weight * (binom.pmf(correct, guessed, chance) * np.maximum(0, np.log(low / (1 - low)))).sum()
    return total


def test_the_mean_bound_for_laplace_at_500_runs():
    # Scale 1, inputs 0 and 1. Two tails: output >= 1 or <= 0. One tail: output >= 1.
    tail = math.exp(-1) / 2
    assert mean_bound(500, 0.5 + tail, 1) == pytest.approx(0.797, abs=5e-4)
    assert mean_bound(500, (0.5 + tail) / 2, 1) == pytest.approx(0.711, abs=5e-4)


@pytest.mark.parametrize(("correct", "guessed"), [(250, 342), (126, 171), (171, 171), (1, 2)])
def test_the_certified_bound_is_the_float_bound_rounded_down(correct, guessed):
    low = betaincinv(correct, guessed - correct + 1, float(MISS))
    assert just_below(pure_bound(correct, guessed, miss=MISS), max(0, math.log(low / (1 - low))))
