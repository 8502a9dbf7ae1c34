"""Exact laws of Algorithm 1 on random small instances."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from dartproof.accounting import ExactParameters
from dartproof.laws import (
    Instance,
    claim_bound,
    hockey_stick,
    max_divergence,
    picks_law,
    picks_probability,
    transcript_law,
    transcript_probability,
)

fractions = st.fractions(min_value=Fraction(1, 10), max_value=Fraction(19, 20), max_denominator=20)


@st.composite
def instances(draw):
    """A stream of 2 to 4 rounds and 1 to 3 experts on the grid 1 or 1/2, and exact parameters."""
    grid = draw(st.integers(1, 2))
    experts = draw(st.integers(1, 3))
    row = st.tuples(*[st.integers(0, grid)] * experts)
    losses = tuple(draw(st.lists(row, min_size=2, max_size=4 if experts < 3 else 3)))
    parameters = ExactParameters(
        grid=grid,
        keep=draw(fractions),
        noise=draw(fractions),
        clip=draw(st.integers(1, 3)),
        threshold=draw(st.integers(-1, 3)),
        limit=draw(st.integers(0, 3)),
    )
    multiples, shape = draw(
        st.sampled_from([((2, 1), "laplace"), ((1, 1), "laplace"), ((1, 2), "exponential"), ((2, 2), "exponential")])
    )
    return Instance(losses, parameters, multiples, shape)


@st.composite
def pairs(draw):
    """An instance, a round other than the last (from 0), and another row for it."""
    instance = draw(instances())
    changed = draw(st.integers(0, len(instance.losses) - 2))
    row = st.tuples(*[st.integers(0, instance.parameters.grid)] * len(instance.losses[0]))
    return instance, changed, draw(row.filter(lambda row: row != instance.losses[changed]))


def law(instance):
    return transcript_law(
        instance.losses,
        instance.parameters,
        noise_multiples=instance.noise_multiples,
        noise_shape=instance.noise_shape,
    )


def laws(instance, changed, row):
    losses = (*instance.losses[:changed], row, *instance.losses[changed + 1 :])
    other = Instance(losses, instance.parameters, instance.noise_multiples, instance.noise_shape)
    return law(instance), law(other)


@given(instances())
@settings(max_examples=60)
def test_a_law_sums_to_one_and_agrees_with_the_factors_along_each_path(instance):
    probabilities = law(instance)
    assert sum(probabilities.values()) == 1
    assert all(probability > 0 for probability in probabilities.values())
    assert all(transcript_probability(instance, run) == value for run, value in probabilities.items())


@given(instances())
@settings(max_examples=60)
def test_the_forward_recursion_gives_the_law_of_the_picks(instance):
    probabilities = picks_law(law(instance))
    assert all(picks_probability(instance, picks) == value for picks, value in probabilities.items())


@given(pairs())
@settings(max_examples=60)
def test_no_divergence_exceeds_a_claim(pair):
    instance, _, _ = pair
    ratio = max_divergence(*laws(*pair)).ratio
    noises = {"noise_multiples": instance.noise_multiples, "noise_shape": instance.noise_shape}
    assert 1 <= ratio <= claim_bound("sharp", instance.parameters, **noises)
    if instance.noise_multiples == (2, 1):
        assert ratio <= claim_bound("paper", instance.parameters)


@given(pairs())
@settings(max_examples=60)
def test_picks_reveal_no_more_than_the_transcript(pair):
    p, q = laws(*pair)
    seen = max_divergence(picks_law(p), picks_law(q)).ratio
    assert seen <= max_divergence(p, q).ratio


@given(pairs(), st.fractions(min_value=1, max_value=2, max_denominator=10))
@settings(max_examples=40)
def test_the_hockey_stick_decreases_in_the_ratio_and_for_picks(pair, ratio):
    p, q = laws(*pair)
    delta = hockey_stick(p, q, ratio)
    assert 0 <= hockey_stick(p, q, ratio + Fraction(1, 10)) <= delta <= hockey_stick(p, q, 1) < 1
    assert hockey_stick(picks_law(p), picks_law(q), ratio) <= delta


NINE_TENTHS = Fraction(9, 10)
WORST = Instance(
    ((1, 1), (0, 1), (0, 0)),
    ExactParameters(grid=1, keep=NINE_TENTHS, noise=NINE_TENTHS, clip=1, threshold=1, limit=1),
)


def test_a_claim_without_the_cost_of_the_coin_is_refuted():
    # The false claim: max(1/b_xi, 1/b_nu) + 2 eta V, which leaves out max(eta, eps2).
    assert max_divergence(*laws(WORST, 1, (1, 0))).ratio > WORST.parameters.noise**-2 * WORST.parameters.keep**-2


def test_a_claim_that_lets_a_check_or_a_resample_cost_nothing_is_refuted():
    # The false claim: one check that resamples costs max(1/b_xi + eta, 1/b_nu + eps2) or 2 eta, but not both.
    coin_and_halt = claim_bound("sharp", replace(WORST.parameters, limit=0))
    assert max_divergence(*laws(WORST, 1, (1, 0))).ratio > coin_and_halt > WORST.parameters.keep**-2
