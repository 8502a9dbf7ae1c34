"""Brackets of the hockey-stick divergence in floats."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from dartproof.accounting import CompensatedParameters, ExactParameters
from dartproof.errors import InputError
from dartproof.laws.floats import delta as float_delta
from dartproof.laws.floats.delta import FloatBracket, float_hockey_stick
from dartproof.laws.floats.loss import float_pair_divergence

A = ExactParameters(grid=1, keep=Fraction(1, 2), noise=Fraction(1, 2), clip=1, threshold=1, limit=1)
LOSSES = ((1, 0), (0, 1), (0, 0))
LOG = math.log(2)
EXACT = {1.0: 95 / 576 + LOG / 32, 1.1: 20003 / 153600 + 11 / 320 * LOG, 1.5: 629 / 15360 + 9 / 320 * LOG}
LONG = tuple(map(tuple, np.random.default_rng(0).integers(0, 2, (30, 3)).tolist()))
SMALL = replace(A, keep=Fraction(9, 10), noise=Fraction(9, 10), threshold=3, limit=4)


def test_the_first_example_is_bracketed():
    brackets = float_hockey_stick(LOSSES, 1, (1, 0), A, list(EXACT))
    for bracket, exact in zip(brackets, EXACT.values(), strict=True):
        assert bracket.lower <= exact <= bracket.upper
        assert bracket.upper - bracket.lower < 1e-3


def test_a_finer_grid_narrows_the_bracket_in_proportion():
    (coarse,), (fine,) = (float_hockey_stick(LOSSES, 1, (1, 0), A, [1.1], step=step) for step in (1e-2, 1e-4))
    assert coarse.lower <= fine.lower <= EXACT[1.1] <= fine.upper <= coarse.upper
    assert fine.upper - fine.lower < (coarse.upper - coarse.lower) / 50


def test_rounding_to_the_nearest_does_not_bracket(monkeypatch):
    monkeypatch.setattr(float_delta._Grid, "rounded", lambda self, ratio: np.rint(ratio / self.step).astype(np.intp))
    brackets = float_hockey_stick(LOSSES, 1, (1, 0), A, list(EXACT), step=0.05)
    inside = [b.lower <= exact <= b.upper for b, exact in zip(brackets, EXACT.values(), strict=True)]
    assert not all(inside)


def test_the_bracket_reaches_0_at_the_max_divergence():
    row = tuple(1 - loss for loss in LONG[12])
    top = math.exp(float_pair_divergence(LONG, 12, row, SMALL).value)
    below, above = float_hockey_stick(LONG, 12, row, SMALL, [top * 0.97, top * math.exp(5 * 2**-9)])
    assert below.upper > 0 == above.upper


def test_at_a_small_ratio_almost_all_mass_counts():
    (bracket,) = float_hockey_stick(LONG, 12, (1, 1, 0), SMALL, [1e-9])
    assert bracket.lower == pytest.approx(1 - 1e-9, abs=1e-11)
    assert bracket.upper == pytest.approx(1 - 1e-9, abs=1e-11)


@pytest.mark.parametrize(("changed", "limit"), [(1, 0), (2, 1)])
def test_equal_laws_have_the_divergence_of_equal_laws(changed, limit):
    half, one, two = float_hockey_stick(LOSSES, changed, (1, 0), replace(A, limit=limit), [0.5, 1, 2])
    assert (half.lower, half.upper) == pytest.approx((0.5, 0.5))
    assert one.lower == one.upper == pytest.approx(0, abs=1e-14)
    assert two.lower == two.upper == 0


def test_mass_that_the_neighbour_lacks_counts_whatever_the_ratio():
    parameters = CompensatedParameters(
        grid=1,
        keep=Fraction(1, 2),
        noise=Fraction(1, 2),
        clip_steps=1,
        threshold=1,
        limit=1,
        floor=Fraction(0),
    )
    (bracket,) = float_hockey_stick(((1,), (0,)), 0, (0,), parameters, [1e9])
    # h = min(1, e^{−z/b2}) at z = ξ − 0 ≥ 0 has the mean ∫ e^{−ξ/b − ξ/b}/b dξ = 1/2, and 1 − e^{−η} = 1/2 resamples
    assert bracket.lower == bracket.upper == pytest.approx(1 / 4, rel=1e-13)


def test_no_result_claims_to_be_certified():
    assert not FloatBracket.certified


@pytest.mark.parametrize("numbers", [{"ratios": [0.0]}, {"ratios": [math.inf]}, {"ratios": [1.0], "step": 0.0}])
def test_numbers_that_are_not_positive_are_refused(numbers):
    with pytest.raises(InputError, match="positive"):
        float_hockey_stick(LOSSES, 1, (1, 0), A, **numbers)


def test_a_grid_that_is_too_fine_is_refused_before_it_is_made():
    with pytest.raises(InputError, match="raise the step"):
        float_hockey_stick(LONG, 12, (1, 1, 0), SMALL, [1.0], step=1e-7)
