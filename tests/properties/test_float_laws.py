"""The float laws are the exact ones, on random small instances."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dartproof.accounting import CompensatedParameters
from dartproof.laws import (
    Instance,
    expected_loss,
    hockey_stick,
    marginals,
    max_divergence,
    transcript_law,
    transcript_probability,
    updates_law,
)
from dartproof.laws.floats.delta import float_hockey_stick
from dartproof.laws.floats.laws import float_law
from dartproof.laws.floats.loss import float_pair_divergence
from dartproof.laws.floats.model import float_model
from dartproof.laws.forward import process_law
from dartproof.laws.graphs.process_path import process_probability
from dartproof.laws.hockey_stick_law import pair_hockey_stick
from dartproof.laws.privacy_loss import pair_divergence
from dartproof.laws.process import compensated_process
from dartproof.strategies import exact_parameters, keep_factors, loss_steps, neighbour_pairs

CLOSE = 1e-9
RATIOS = (Fraction(1, 2), Fraction(1), Fraction(11, 10), Fraction(3, 2))

noises = st.fixed_dictionaries(
    {
        "noise_multiples": st.tuples(st.integers(1, 3), st.integers(1, 3)),
        "noise_shape": st.sampled_from(["laplace", "exponential"]),
    }
)


@st.composite
def compensated_parameters(draw, *, grid=1):
    """The compensated learner and its controls: Laplace noise, and any floor that the exact law can have."""
    noise, clip_steps = draw(keep_factors(max_denominator=10)), draw(st.integers(1, 3))
    multiples = draw(st.tuples(st.integers(1, 2), st.integers(1, 2)))
    steps = draw(st.integers(0, 4))
    floor = st.none() | st.just(Fraction(0)) | st.just(noise ** (multiples[1] * steps))
    return CompensatedParameters(
        grid=grid,
        keep=draw(keep_factors(max_denominator=10)),
        noise=noise,
        clip_steps=clip_steps,
        threshold=clip_steps + draw(st.integers(0, 4)),
        limit=draw(st.integers(0, 3)),
        noise_multiples=multiples,
        floor=draw(floor),
        noise_shape=draw(st.sampled_from(["exponential", "laplace"])),
    )


def with_grid(streams, parameters):
    """Streams and parameters of one grid."""
    return st.integers(1, 2).flatmap(lambda grid: st.tuples(streams(grid=grid), parameters(grid=grid)))


def changed_round(losses, neighbour):
    return next(t for t, (row, other) in enumerate(zip(losses, neighbour, strict=True)) if row != other)


def assert_close(found, exact):
    np.testing.assert_allclose(found, np.array([float(x) for x in exact]).reshape(np.shape(found)), rtol=CLOSE)


@given(with_grid(loss_steps, exact_parameters), noises)
@settings(max_examples=60)
def test_the_law_of_algorithm_1_is_that_of_the_enumeration(instance, noise):
    losses, parameters = instance
    exact, law = transcript_law(losses, parameters, **noise), float_law(losses, parameters, **noise)
    assert_close(law.marginals, [q for row in marginals(exact, experts=len(losses[0])) for q in row])
    assert_close(law.updates, updates_law(exact, limit=parameters.limit))
    loss = float(expected_loss(exact, losses, grid=parameters.grid))
    assert law.expected_loss == pytest.approx(loss, rel=CLOSE)


@given(with_grid(neighbour_pairs, exact_parameters), noises)
@settings(max_examples=60)
def test_the_divergence_of_algorithm_1_is_that_of_the_enumeration(pair, noise):
    (losses, neighbour), parameters = pair
    p, q = (transcript_law(stream, parameters, **noise) for stream in (losses, neighbour))
    changed = changed_round(losses, neighbour)
    found = float_pair_divergence(losses, changed, neighbour[changed], parameters, **noise)
    exact = math.log(float(max_divergence(p, q).ratio))
    assert found.value == pytest.approx(exact, rel=CLOSE, abs=CLOSE)
    above, below = (
        transcript_probability(
            Instance(stream, parameters, noise["noise_multiples"], noise["noise_shape"]), found.witness
        )
        for stream in (losses, neighbour)
    )
    assert math.log(float(above / below)) == pytest.approx(exact, rel=CLOSE, abs=CLOSE)


@given(with_grid(neighbour_pairs, exact_parameters), noises)
@settings(max_examples=25)
def test_the_hockey_stick_of_algorithm_1_is_bracketed(pair, noise):
    (losses, neighbour), parameters = pair
    p, q = (transcript_law(stream, parameters, **noise) for stream in (losses, neighbour))
    changed = changed_round(losses, neighbour)
    brackets = float_hockey_stick(
        losses, changed, neighbour[changed], parameters, [float(r) for r in RATIOS], step=2**-6, **noise
    )
    for ratio, bracket in zip(RATIOS, brackets, strict=True):
        assert bracket.lower - 1e-12 <= float(hockey_stick(p, q, ratio)) <= bracket.upper + 1e-12


@given(with_grid(loss_steps, compensated_parameters))
@settings(max_examples=60)
def test_the_law_of_the_compensated_learner_is_the_exact_one(instance):
    losses, parameters = instance
    exact, law = process_law(compensated_process(losses, parameters)), float_law(losses, parameters)
    assert_close(law.marginals, [q for row in exact.marginals for q in row])
    assert_close(law.updates, exact.updates)
    assert law.expected_regret == pytest.approx(float(exact.expected_regret), rel=CLOSE, abs=CLOSE)


@given(with_grid(neighbour_pairs, compensated_parameters))
@settings(max_examples=60)
def test_the_divergence_of_the_compensated_learner_is_the_exact_one(pair):
    (losses, neighbour), parameters = pair
    p, q = (compensated_process(stream, parameters) for stream in (losses, neighbour))
    changed = changed_round(losses, neighbour)
    found = float_pair_divergence(losses, changed, neighbour[changed], parameters)
    exact = pair_divergence(p, q).ratio
    above, below = (process_probability(process, found.witness) for process in (p, q))
    if exact is None:
        assert found.value == math.inf
        assert above > 0 == below
    else:
        value = math.log(float(exact))
        assert found.value == pytest.approx(value, rel=CLOSE, abs=CLOSE)
        assert math.log(float(above / below)) == pytest.approx(value, rel=CLOSE, abs=CLOSE)


@given(with_grid(neighbour_pairs, compensated_parameters))
@settings(max_examples=25)
def test_the_hockey_stick_of_the_compensated_learner_is_bracketed(pair):
    (losses, neighbour), parameters = pair
    p, q = (compensated_process(stream, parameters) for stream in (losses, neighbour))
    changed = changed_round(losses, neighbour)
    brackets = float_hockey_stick(
        losses, changed, neighbour[changed], parameters, [float(r) for r in RATIOS], step=2**-6
    )
    for ratio, bracket in zip(RATIOS, brackets, strict=True):
        assert bracket.lower - 1e-12 <= float(pair_hockey_stick(p, q, ratio)) <= bracket.upper + 1e-12


@given(with_grid(loss_steps, exact_parameters))
@settings(max_examples=30)
def test_a_threshold_off_by_a_thousandth_of_a_step_is_told_apart(instance):
    losses, parameters = instance
    assume(len(losses) > 1 and parameters.limit > 0)
    model = float_model(parameters)
    shifted = float_law(losses, replace(model, threshold=model.threshold + 1e-3))
    with pytest.raises(AssertionError):
        assert_close(shifted.updates, updates_law(transcript_law(losses, parameters), limit=parameters.limit))
