"""Halting tables, marginals, resamples and regret in floats."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from dartproof.accounting import CompensatedParameters, ExactParameters
from dartproof.errors import InputError
from dartproof.laws.floats.laws import FloatLaw, HaltingTable, float_law, halting_table
from dartproof.laws.floats.model import float_model
from dartproof.laws.forward import process_law
from dartproof.laws.path import Instance
from dartproof.laws.process import compensated_process, small_loss_process

A = ExactParameters(grid=1, keep=Fraction(1, 2), noise=Fraction(1, 2), clip=1, threshold=1, limit=1)
LOSSES_A = ((1, 0), (0, 1), (0, 0))
B = ExactParameters(grid=1, keep=Fraction(9, 10), noise=Fraction(9, 10), clip=1, threshold=1, limit=2)
LOSSES_B = ((1, 1), (0, 1), (1, 0), (0, 0))
C = CompensatedParameters(grid=1, keep=Fraction(3, 4), noise=Fraction(1, 2), clip_steps=2, threshold=5, limit=3)

exactly = {"rel": 1e-13, "abs": 0}


def test_halting_probabilities_of_the_first_example():
    halts = np.exp(halting_table(LOSSES_A, A).halts)
    assert halts[1, 0, 2] == pytest.approx(41 / 128, **exactly)
    assert halts[0, 0, 2] == pytest.approx(5 / 24, **exactly)


def test_the_law_of_the_first_example():
    law = float_law(LOSSES_A, A)
    assert law.marginals[1, 0] == pytest.approx(127 / 288, **exactly)
    assert law.marginals[2, 0] == pytest.approx(4193 / 9216, **exactly)
    assert law.updates[0] == pytest.approx(973 / 1536, **exactly)
    assert law.expected_loss == pytest.approx(305 / 288, **exactly)


def test_the_law_of_the_second_example():
    log = -math.log(9 / 10)
    table, law = halting_table(LOSSES_B, B), float_law(LOSSES_B, B)
    assert math.exp(table.halts[1, 0, 3]) == pytest.approx(10143 / 80000 - 81 / 400 * log, **exactly)
    assert law.marginals[3, 0] == pytest.approx(37026894257 / 72960000000 - 1539 / 160000 * log, **exactly)
    assert law.updates[2] == pytest.approx(2603257733 / 364800000000, **exactly)


def test_the_law_of_a_neighbour_is_told_apart():
    law = float_law(((1, 0), (1, 0), (0, 0)), A)
    assert law.marginals[2, 0] != pytest.approx(4193 / 9216, rel=1e-3)


def test_an_instance_checks_in_one_round_or_never():
    table = halting_table(((1, 0), (0, 1)) * 10, replace(B, noise=Fraction(99, 100)))
    total = np.logaddexp(np.logaddexp.reduce(table.halts, axis=2), table.never)
    np.testing.assert_allclose(total, 0, atol=1e-13)


def test_there_is_no_check_before_the_launch_or_after_the_last_round():
    table = halting_table(LOSSES_B, B)
    assert (np.exp(table.halts[:, [0, 1, 3], [0, 0, 3]]) == 0).all()
    np.testing.assert_allclose(table.never[:, 3], 0, atol=1e-15)


@pytest.mark.parametrize("parameters", [C, replace(C, floor=Fraction(0)), replace(C, floor=Fraction(1))])
def test_the_compensated_learner_is_the_exact_one(parameters):
    losses = ((1, 0), (0, 1), (1, 1), (0, 0), (1, 0), (0, 0))
    exact, law = process_law(compensated_process(losses, parameters)), float_law(losses, parameters)
    np.testing.assert_allclose(law.marginals, [[float(q) for q in row] for row in exact.marginals], rtol=1e-13)
    np.testing.assert_allclose(law.updates, [float(q) for q in exact.updates], rtol=1e-13)
    assert law.expected_regret == pytest.approx(float(exact.expected_regret), rel=1e-12)


def test_small_marginals_keep_their_relative_accuracy():
    # expert 2 is drawn with a probability of about 10^-k after k rounds: a recursion with differences would lose it
    losses = ((0, 1),) * 20
    parameters = ExactParameters(grid=1, keep=Fraction(1, 10), noise=Fraction(1, 2), clip=2, threshold=0, limit=20)
    exact = process_law(small_loss_process(Instance(losses, parameters))).marginals
    law = float_law(losses, parameters)
    assert law.marginals[-1, 1] < 1e-11
    np.testing.assert_allclose(law.marginals, [[float(q) for q in row] for row in exact], rtol=1e-12)


def test_losses_of_a_grid_are_counted_in_units_of_loss():
    losses = ((2, 0, 1), (0, 1, 2), (1, 1, 0))
    parameters = ExactParameters(grid=2, keep=Fraction(3, 5), noise=Fraction(4, 5), clip=1, threshold=1, limit=2)
    exact, law = process_law(small_loss_process(Instance(losses, parameters))), float_law(losses, parameters)
    assert law.expected_loss == pytest.approx(float(exact.expected_loss), **exactly)
    assert law.expected_regret == pytest.approx(float(exact.expected_regret), rel=1e-12)


def test_one_round_is_uniform():
    law = float_law(((1, 0, 0, 0),), A)
    np.testing.assert_allclose(law.marginals, np.full((1, 4), 0.25))
    assert law.updates.tolist() == [1.0]


def test_one_expert_is_always_played():
    law = float_law(((1,), (0,), (1,)), B)
    np.testing.assert_allclose(law.marginals, 1, rtol=1e-14)
    assert law.expected_loss == pytest.approx(2)
    assert law.expected_regret == pytest.approx(0, abs=1e-14)


def test_with_the_limit_0_the_first_expert_stays():
    law = float_law(LOSSES_B, replace(B, limit=0))
    np.testing.assert_allclose(law.marginals, 0.5)
    assert law.updates.tolist() == [1.0]


def test_parameters_need_not_be_rational():
    model = float_model(B)
    near = float_law(LOSSES_B, replace(model, threshold=math.nextafter(1.0, 2.0), clip=1 + 1e-15))
    np.testing.assert_allclose(near.marginals, float_law(LOSSES_B, B).marginals, rtol=1e-13)
    other = float_law(LOSSES_B, replace(model, threshold=math.sqrt(2), eta=0.1 * math.pi))
    np.testing.assert_allclose(other.marginals.sum(axis=1), 1, rtol=1e-13)


def test_no_result_claims_to_be_certified():
    assert not FloatLaw.certified
    assert not HaltingTable.certified


def test_losses_off_the_grid_are_refused():
    with pytest.raises(InputError, match="round 2, expert 1"):
        float_law(((1, 0), (2, 0)), A)
    with pytest.raises(InputError, match="round 2"):
        halting_table(((1, 0), (0,)), A)
