"""Optimal composition is the curve of randomised response, whatever the search did to find its piece."""

from fractions import Fraction
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from dartproof.accounting import advanced, composition_delta, optimal, optimal_ratio, privacy_ratio
from dartproof.accounting.exact import ExactParameters
from dartproof.numeric import exp, log

COUNTS = st.integers(1, 9)
ODDS = st.fractions(Fraction(101, 100), 5, max_denominator=100)
DELTAS = st.fractions(Fraction(1, 10**6), Fraction(99, 100), max_denominator=10**6)


def by_enumeration(k, odds, ratio):
    """Return Σ (P(x) − E·P'(x))₊ over all 2^k answers of k randomised responses of truth odds:1."""
    true, false = odds / (1 + odds), 1 / (1 + odds)
    total = Fraction(0)
    for answers in product((True, False), repeat=k):
        here = there = Fraction(1)
        for answer in answers:
            here *= true if answer else false
            there *= false if answer else true
        total += max(Fraction(0), here - ratio * there)
    return total


@given(COUNTS, ODDS, DELTAS)
def test_the_exact_ratio_is_the_least_one(k, odds, delta):
    ratio = optimal_ratio(k, odds, delta)
    excess = by_enumeration(k, odds, ratio) - delta
    assert excess == 0 if ratio > 1 else excess <= 0


@given(COUNTS, ODDS, DELTAS)
def test_the_real_value_is_that_of_the_exact_ratio(k, odds, delta):
    assert optimal(k, log(odds), delta).exp().enclosure(200).contains(optimal_ratio(k, odds, delta))


@given(COUNTS, ODDS, st.fractions(1, 3000, max_denominator=100))
def test_delta_is_that_of_the_enumeration(k, odds, ratio):
    assert composition_delta(k, log(odds), log(ratio)).enclosure(200).contains(by_enumeration(k, odds, ratio))


@given(COUNTS, ODDS, st.integers(0, 9))
def test_corners_of_the_curve_are_met(k, odds, step):
    # Where E is a breakpoint odds^(2m−k) ≥ 1, two pieces of the curve meet.
    ratio = odds ** (k % 2 + 2 * (step % (k // 2 + 1)))
    delta = by_enumeration(k, odds, ratio)
    assert composition_delta(k, log(odds), log(ratio)).enclosure(200).contains(delta)
    if 0 < delta < 1:
        assert optimal_ratio(k, odds, delta) == ratio


@given(COUNTS, ODDS, DELTAS)
def test_composition_grows_with_the_count_and_falls_with_delta(k, odds, delta):
    ratio = optimal_ratio(k, odds, delta)
    assert ratio <= optimal_ratio(k + 1, odds, delta)
    assert ratio >= optimal_ratio(k, odds, (1 + delta) / 2)


@settings(max_examples=30)
@given(st.integers(1, 300), st.fractions(Fraction(1, 100), 1, max_denominator=100), DELTAS)
def test_optimal_is_at_most_basic_and_advanced(k, eps0, delta):
    ratio = optimal(k, eps0, delta).exp()
    assert ratio < exp(k * eps0)
    assert ratio < advanced(k, eps0, delta).exp()


@given(ODDS, DELTAS)
def test_a_ratio_below_the_optimal_one_is_caught_by_the_enumeration(odds, delta):
    ratio = optimal_ratio(4, odds, delta)
    if ratio > 1:
        assert by_enumeration(4, odds, 1 + (ratio - 1) * Fraction(99, 100)) > delta


@given(
    st.builds(
        ExactParameters,
        grid=st.integers(1, 3),
        keep=st.fractions(Fraction(1, 2), Fraction(99, 100), max_denominator=100),
        noise=st.fractions(Fraction(1, 2), Fraction(99, 100), max_denominator=100),
        clip=st.integers(1, 5),
        threshold=st.integers(-3, 3),
        limit=st.integers(0, 5),
    ),
    DELTAS,
)
def test_a_claim_with_delta_is_at_most_the_pure_one(parameters, delta):
    least = parameters.exp_epsilon1 * max(parameters.exp_eta, parameters.exp_epsilon2)
    assert least <= privacy_ratio(parameters, delta) <= parameters.claim_ratio()
