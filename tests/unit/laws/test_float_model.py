"""The hazards, densities and parameters of the learners in floats."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from dartproof.accounting import CompensatedParameters, ExactParameters
from dartproof.errors import InputError
from dartproof.laws.floats.model import IMPOSSIBLE, FloatModel, float_model, log_of

LAPLACE = FloatModel(grid=1, eta=0.1, threshold_rate=0.2, query_rate=0.1, threshold=5.0, clip=1.0, limit=2)
ONE_SIDED = replace(LAPLACE, threshold_shape="exponential", query_shape="exponential")
COMPENSATED = replace(ONE_SIDED, clip=3.0, floor=math.exp(-0.2))
DISTANCES = np.linspace(-60, 60, 241)


@pytest.mark.parametrize("model", [LAPLACE, ONE_SIDED, COMPENSATED, replace(COMPENSATED, floor=1.0)])
def test_a_round_waits_or_checks(model):
    released = math.exp(model.log_release)
    total = np.exp(model.log_wait(DISTANCES)) + np.exp(model.log_check(DISTANCES)) + released
    np.testing.assert_allclose(total, 1, atol=1e-14)


def test_the_laplace_hazard_is_that_of_the_paper():
    hazard = np.where(DISTANCES > 0, np.exp(-0.1 * DISTANCES) / 2, 1 - np.exp(0.1 * np.minimum(DISTANCES, 0)) / 2)
    np.testing.assert_allclose(np.exp(LAPLACE.log_check(DISTANCES)), hazard, rtol=1e-14)


def test_the_compensated_hazard_is_the_larger_of_floor_and_exponential():
    floor = math.exp(-0.2)
    hazard = np.maximum(floor, np.minimum(1, np.exp(-0.1 * DISTANCES)))
    without = np.exp(COMPENSATED.log_check(DISTANCES)) + floor * (1 - math.exp(-0.1 * 3))
    np.testing.assert_allclose(without, hazard, rtol=1e-14)


def test_what_is_kept_of_the_floor_is_accurate_when_it_is_tiny():
    model = replace(COMPENSATED, eta=10.0, floor=0.5)
    far = model.log_check(np.array([1000.0]))  # h0 − p = h0 e^{−ηc}
    assert far[0] == pytest.approx(math.log(0.5) - 30, rel=1e-15)


def test_a_one_sided_learner_checks_with_certainty_up_to_the_threshold():
    assert ONE_SIDED.log_wait(np.array([-1.0, 0.0])).tolist() == [IMPOSSIBLE, IMPOSSIBLE]


@pytest.mark.parametrize("model", [LAPLACE, ONE_SIDED])
def test_a_density_integrates_to_one(model):
    places, width = np.linspace(-400, 400, 400_001, retstep=True)
    assert np.exp(model.log_density(places)).sum() * width == pytest.approx(1, abs=3e-4)


def test_kept_and_dropped_sum_to_one_with_the_clip_of_algorithm_1_only():
    pending = np.array([0.0, 0.5, 7.0])
    np.testing.assert_allclose(np.exp(LAPLACE.log_keep(pending)), np.exp([-0.1, -0.1, -0.7]), rtol=1e-15)
    np.testing.assert_allclose(np.exp(COMPENSATED.log_keep(pending)), np.exp([0, -0.05, -0.7]), rtol=1e-15)
    for model in (LAPLACE, COMPENSATED):
        total = np.exp(model.log_keep(pending)) + np.exp(model.log_drop(pending))
        np.testing.assert_allclose(total, 1, rtol=1e-15)


def test_the_parameters_of_algorithm_1_become_rates_a_grid_step():
    parameters = ExactParameters(grid=2, keep=Fraction(3, 4), noise=Fraction(1, 2), clip=3, threshold=-1, limit=4)
    model = float_model(parameters, noise_multiples=(3, 1), noise_shape="exponential")
    assert model == FloatModel(
        grid=2,
        eta=-math.log(0.75),
        threshold_rate=3 * math.log(2),
        query_rate=math.log(2),
        threshold=-1.0,
        clip=6.0,
        limit=4,
        threshold_shape="exponential",
        query_shape="exponential",
    )


def test_the_parameters_of_the_compensated_learner_bring_their_own_noise():
    parameters = CompensatedParameters(
        grid=1,
        keep=Fraction(3, 4),
        noise=Fraction(1, 2),
        clip_steps=2,
        threshold=5,
        limit=4,
        noise_multiples=(1, 2),
        noise_shape="laplace",
    )
    model = float_model(parameters, noise_multiples=(7, 7), noise_shape="exponential")
    assert (model.threshold_rate, model.query_rate) == (math.log(2), 2 * math.log(2))
    assert (model.threshold_shape, model.query_shape, model.floor) == ("laplace", "exponential", 2.0**-6)


def test_a_model_stays_as_it_is():
    assert float_model(COMPENSATED) is COMPENSATED


def test_a_logarithm_near_1_has_full_precision():
    tiny = Fraction(1, 10**12)
    assert log_of(1 - tiny) == pytest.approx(float(-tiny - tiny**2 / 2), rel=1e-15)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"grid": 0}, "grid"),
        ({"limit": -1}, "limit"),
        ({"eta": 0.0}, "eta"),
        ({"query_rate": math.inf}, "query_rate"),
        ({"threshold_rate": math.nan}, "threshold_rate"),
        ({"threshold": math.nan}, "threshold"),
        ({"clip": -1.0}, "clip"),
        ({"threshold_shape": "gaussian"}, "gaussian"),
        ({"floor": 1.5, "query_shape": "exponential"}, "floor"),
        ({"floor": 0.5, "clip": 0.0, "query_shape": "exponential"}, "clip"),
        ({"floor": 0.5}, "exponential noise"),
    ],
)
def test_a_number_out_of_range_is_refused_by_name(change, named):
    with pytest.raises(InputError, match=named):
        replace(LAPLACE, **change)
