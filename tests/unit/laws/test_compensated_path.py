"""Of `dartproof.laws.compensated_path`: probabilities by hand, and what it refuses."""

from dataclasses import replace
from fractions import Fraction

import pytest

from dartproof.accounting import CompensatedParameters
from dartproof.errors import InputError
from dartproof.laws import BELOW, KEEP, UNASKED, Transcript
from dartproof.laws.compensated_path import compensated_picks_probability, compensated_probability

HALF = Fraction(1, 2)
# y = x = 1/2, c = 1, tau = 2: h0 = y^(tau - c) = 1/2 and p = h0 (1 - x) = 1/4.
LEARNER = CompensatedParameters(grid=1, keep=HALF, noise=HALF, clip_steps=1, threshold=2, limit=1)
ONE_LOSS = ((1, 0), (0, 0))


def probability(step, losses=ONE_LOSS, parameters=LEARNER):
    return compensated_probability(losses, parameters, Transcript(0, (step,)))


def test_one_decision_by_hand():
    # The pending loss is 1, so h = max(1/2, min(1, y^(2 + xi - 1))) = 1/2 for every xi >= 0: K = x (h - p), R = h - K.
    assert probability(BELOW) == HALF * HALF
    assert probability(KEEP) == HALF * HALF * (HALF - Fraction(1, 4))
    assert probability(1) == HALF * (HALF - Fraction(1, 8)) * Fraction(2, 3)  # P_2(2) = 1/(1 + x)


def test_a_hazard_above_the_floor_by_hand():
    # tau = 1 and h0 = 1/4: h = max(1/4, w) for w = y^xi uniform on (0, 1), so E h = 1/16 + 15/32 = 17/32.
    parameters = replace(LEARNER, threshold=1, floor=Fraction(1, 4))
    assert probability(BELOW, parameters=parameters) == HALF * (1 - Fraction(17, 32))
    assert probability(KEEP, parameters=parameters) == HALF * HALF * (Fraction(17, 32) - Fraction(1, 8))


def test_the_noise_is_integrated_over_a_whole_instance_at_once():
    # Two decisions with pending loss 1 and the hazard above: E (1-h)^2 = 1/4 (3/4)^2 + (3/4)^3/3, not (E (1-h))^2.
    parameters = replace(LEARNER, threshold=1, floor=Fraction(1, 4))
    twice = compensated_probability(((1, 0), (0, 0), (0, 0)), parameters, Transcript(0, (BELOW, BELOW)))
    assert twice == HALF * (Fraction(1, 4) * Fraction(9, 16) + Fraction(27, 64) / 3)


def test_laplace_noise_brings_the_logarithm_in():
    # floor 0: for xi in (-1, 0) it is h = w y, w = y^xi in (1, 2) with density dw/(2 w^2); below -1, h = 1, and
    # above 0, w in (0, 1) has the density dw/2. E h = (1/2) y ln 2 + 1/4 + y/4.
    parameters = replace(LEARNER, floor=Fraction(0), noise_shape="laplace")
    field = parameters.field
    expected = field.polynomial([Fraction(1, 4) + Fraction(1, 8), Fraction(1, 4)])
    assert probability(BELOW, parameters=parameters) == HALF * (1 - expected)


NEAR_ONE = 1 - Fraction(1, 10**14)


@pytest.mark.parametrize("step", [BELOW, KEEP, 1])
def test_a_noise_near_one_makes_no_difference_to_a_floor_that_is_a_power(step):
    own = replace(LEARNER, noise=NEAR_ONE, threshold=21, noise_shape="laplace")
    given = replace(own, floor=NEAR_ONE**20)
    assert probability(step, parameters=given) == probability(step, parameters=own)


def test_a_floor_between_two_powers_of_a_noise_near_one_is_refused():
    between = 1 - Fraction(3, 2) / 10**14
    assert NEAR_ONE**2 < between < NEAR_ONE
    parameters = replace(LEARNER, noise=NEAR_ONE, threshold=21, floor=between, noise_shape="laplace")
    with pytest.raises(InputError, match="a floor of 0 or a power of"):
        probability(BELOW, parameters=parameters)


def test_picks_add_up_what_is_hidden():
    same = compensated_picks_probability(ONE_LOSS, LEARNER, (0, 0))
    assert same == probability(BELOW) + probability(KEEP) + probability(0)


def test_a_silent_learner_has_no_checks():
    silent = replace(LEARNER, limit=0)
    assert probability(UNASKED, parameters=silent) == HALF
    assert compensated_picks_probability(ONE_LOSS, silent, (1, 1)) == HALF
    assert compensated_picks_probability(ONE_LOSS, silent, (1, 0)) == 0


@pytest.mark.parametrize(
    ("transcript", "words"),
    [
        (Transcript(0, (BELOW, BELOW)), "does not fit 2 rounds"),
        (Transcript(2, (BELOW,)), "does not fit 2 rounds of 2 experts"),
        (Transcript(0, (UNASKED,)), "contradicts the limit 1"),
    ],
)
def test_a_transcript_of_another_learner_is_refused(transcript, words):
    with pytest.raises(InputError, match=words):
        compensated_probability(ONE_LOSS, LEARNER, transcript)


@pytest.mark.parametrize("picks", [(0,), (0, 2), (0, -1)])
def test_picks_of_another_learner_are_refused(picks):
    with pytest.raises(InputError, match="do not fit 2 rounds of 2 experts"):
        compensated_picks_probability(ONE_LOSS, LEARNER, picks)


def test_losses_off_the_grid_are_refused():
    with pytest.raises(InputError, match="no number of grid steps"):
        probability(BELOW, losses=((2, 0), (0, 0)))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"floor": HALF, "noise_multiples": (1, 2)}, "no rational root"),
        # h = w/4 for w in (4/3, 4), with density dw/(2 w^2): a logarithm of 3, which is no multiple of L
        ({"floor": Fraction(1, 3), "noise_shape": "laplace", "threshold": 3}, "needs a floor of 0 or a power"),
    ],
)
def test_a_control_without_an_exact_law_is_refused(changes, words):
    with pytest.raises(InputError, match=words):
        probability(BELOW, parameters=replace(LEARNER, **changes))
