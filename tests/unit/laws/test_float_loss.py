"""The max-divergence of a pair in floats."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from dartproof.accounting import CompensatedParameters, ExactParameters
from dartproof.errors import InputError
from dartproof.laws import Instance, transcript_probability
from dartproof.laws.floats.loss import FloatDivergence, _Pair, float_pair_divergence
from dartproof.laws.floats.model import float_model
from dartproof.laws.graphs.process_path import process_probability
from dartproof.laws.privacy_loss import pair_divergence
from dartproof.laws.process import compensated_process

A = ExactParameters(grid=1, keep=Fraction(1, 2), noise=Fraction(1, 2), clip=1, threshold=1, limit=1)
LOSSES_A = ((1, 0), (0, 1), (0, 0))
OTHER_A = ((1, 0), (1, 0), (0, 0))
B = ExactParameters(grid=1, keep=Fraction(9, 10), noise=Fraction(9, 10), clip=1, threshold=1, limit=2)
LOSSES_B = ((1, 1), (0, 1), (1, 0), (0, 0))
C = CompensatedParameters(grid=1, keep=Fraction(3, 4), noise=Fraction(1, 2), clip_steps=2, threshold=5, limit=2)

STEADY = ((1, 0, 0),)
TIGHT = ExactParameters(grid=1, keep=Fraction(3, 4), noise=Fraction(1, 2), clip=5, threshold=0, limit=3)


def attained(losses, changed, row, parameters, witness):
    """The exact likelihood ratio of a transcript of Algorithm 1."""
    neighbour = (*losses[:changed], row, *losses[changed + 1 :])
    above, below = (transcript_probability(Instance(stream, parameters), witness) for stream in (losses, neighbour))
    return above / below


def compensated_pair(losses, changed, row, parameters):
    neighbour = (*losses[:changed], row, *losses[changed + 1 :])
    return compensated_process(losses, parameters), compensated_process(neighbour, parameters)


def test_the_first_example_in_both_directions():
    forward = float_pair_divergence(LOSSES_A, 1, (1, 0), A)
    backward = float_pair_divergence(OTHER_A, 1, (0, 1), A)
    assert forward.value == pytest.approx(1.518357394295749667568, rel=1e-14)
    assert backward.value == pytest.approx(1.305626458052435818621, rel=1e-14)


def test_the_second_example():
    assert float_pair_divergence(LOSSES_B, 1, (1, 0), B).value == pytest.approx(0.939787246507687651503, rel=1e-14)


def test_the_second_example_is_the_worst_of_all_576_pairs():
    rows = tuple(product((0, 1), repeat=2))
    values = [
        float_pair_divergence((*losses, (0, 0)), changed, row, B).value
        for losses in product(rows, repeat=3)
        for changed in range(3)
        for row in rows
        if row != losses[changed]
    ]
    assert len(values) == 576
    assert max(values) == pytest.approx(0.939787246507687651503, rel=1e-13)


def test_eighty_rounds_almost_attain_the_sharp_bound():
    losses = STEADY * 39 + ((0, 1, 1),) + STEADY * 40
    found = float_pair_divergence(losses, 39, (1, 0, 0), TIGHT)
    assert found.value == pytest.approx(3.4000688681, abs=5e-11)
    # max(1/b_ξ + η, 1/b_ν + ε2) + 2ηV
    bound = max(math.log(4) + math.log(4 / 3), math.log(2) + math.log(6 / 5)) + 6 * math.log(4 / 3)
    assert bound - 1e-4 < found.value < bound


def test_the_witness_attains_the_value_exactly():
    losses = STEADY * 9 + ((0, 1, 1),) + STEADY * 8
    found = float_pair_divergence(losses, 9, (1, 0, 0), TIGHT)
    ratio = attained(losses, 9, (1, 0, 0), TIGHT, found.witness)
    assert math.log(float(ratio)) == pytest.approx(found.value, rel=1e-13)
    assert found.witness.updates == 3


def test_a_smaller_limit_has_a_smaller_value():
    losses = STEADY * 9 + ((0, 1, 1),) + STEADY * 8
    right = float_pair_divergence(losses, 9, (1, 0, 0), TIGHT)
    wrong = float_pair_divergence(losses, 9, (1, 0, 0), replace(TIGHT, limit=2))
    assert wrong.value < right.value - 0.1


@pytest.mark.parametrize("shape", ["laplace", "exponential"])
@pytest.mark.parametrize("floor", [None, Fraction(0), Fraction(1)])
def test_the_compensated_learner_has_the_exact_value(shape, floor):
    parameters = replace(C, noise_shape=shape, floor=floor)
    losses = ((1, 0), (0, 1), (1, 1), (0, 1), (1, 0), (0, 0))
    for changed, row in ((0, (0, 0)), (2, (0, 1)), (3, (1, 0)), (4, (1, 1))):
        p, q = compensated_pair(losses, changed, row, parameters)
        exact, found = pair_divergence(p, q), float_pair_divergence(losses, changed, row, parameters)
        if exact.ratio is None:
            assert found.value == math.inf
            assert process_probability(p, found.witness) > 0 == process_probability(q, found.witness)
        else:
            assert found.value == pytest.approx(math.log(float(exact.ratio)), rel=1e-12, abs=1e-12)
            ratio = process_probability(p, found.witness) / process_probability(q, found.witness)
            assert math.log(float(ratio)) == pytest.approx(found.value, rel=1e-12, abs=1e-12)


def test_without_compensation_the_loss_is_infinite():
    parameters = replace(C, floor=Fraction(0))
    found = float_pair_divergence(((1, 0), (0, 0)), 0, (0, 0), parameters)
    assert found.value == math.inf
    p, q = compensated_pair(((1, 0), (0, 0)), 0, (0, 0), parameters)
    assert process_probability(p, found.witness) > 0 == process_probability(q, found.witness)


def test_the_laplace_control_loses_more_than_is_claimed():
    # T = 2, b1 = b2 = c = 1, τ = 20, η = .1, and the losses of the first round 0 or 1
    model = replace(
        float_model(C),
        eta=0.1,
        threshold_rate=1.0,
        query_rate=1.0,
        clip=1.0,
        threshold=20.0,
        floor=math.exp(-19),
        limit=1,
    )
    control = replace(model, threshold_shape="laplace")
    # E h = h0 (1/2 + 19/2 + 1/2) after a loss of 1, and R = (1 − e^{−η}) E h + e^{−η} p against p = h0 (1 − e^{−η})
    gain = math.log(10.5 + math.exp(-0.1))
    losses, row = ((1, 1), (0, 0)), (0, 0)  # all experts alike, so a resample itself costs nothing
    assert float_pair_divergence(losses, 0, row, control).value == pytest.approx(gain, rel=1e-10)
    assert gain == pytest.approx(2.4340, abs=5e-5)
    assert float_pair_divergence(losses, 0, row, model).value <= 1 + math.log(2)


def test_nothing_is_lost_without_resamples_or_in_the_last_round():
    none = float_pair_divergence(LOSSES_B, 1, (1, 0), replace(B, limit=0))
    last = float_pair_divergence(LOSSES_B, 3, (1, 0), B)
    assert none.value == last.value == 0
    for found, limit in ((none, 0), (last, 2)):
        assert attained(LOSSES_B, 3, (1, 0), replace(B, limit=limit), found.witness) == 1


def test_an_expert_whose_losses_agree_gains_by_resamples_alone():
    # expert 2 no longer has a loss in round 2: expert 1 was drawn more often after it, as P_3 and P_4 say
    losses = ((1, 1), (0, 1), (0, 0), (0, 0))
    weight = 9 / 10
    gain = math.log((1 / (1 + weight)) / (1 / 2))
    found = float_pair_divergence(losses, 1, (0, 0), B)
    assert found.value >= 2 * gain
    assert _Pair.of(losses, (*losses[:1], *[(0, 0)] * 3), 1, float_model(B)).gains[2:, 0] == pytest.approx(gain)


def test_the_cache_does_not_change_a_value():
    first = [float_pair_divergence(LOSSES_B, changed, (1, 0), B).value for changed in (0, 1)]
    again = [float_pair_divergence(LOSSES_B, changed, (1, 0), B).value for changed in (0, 1)]
    assert first == again


def test_long_streams_are_not_kept():
    losses = STEADY * 129 + ((0, 0, 0),)
    assert float_pair_divergence(losses, 3, (0, 0, 1), TIGHT).value < 3.4001


def test_no_result_claims_to_be_certified():
    assert not FloatDivergence.certified


@pytest.mark.parametrize(
    ("changed", "row", "named"),
    [(1, (0, 1), "round 2"), (4, (0, 0), "round 5"), (-1, (0, 0), "round 0"), (1, (0, 2), "expert 2"), (1, (0,), "2")],
)
def test_what_is_no_neighbour_is_refused(changed, row, named):
    with pytest.raises(InputError, match=named):
        float_pair_divergence(LOSSES_B, changed, row, B)
