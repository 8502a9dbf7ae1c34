"""Of `dartproof.laws.hockey_stick_law`."""

from dataclasses import replace
from fractions import Fraction

import pytest

from dartproof.accounting import ExactParameters
from dartproof.errors import InputError
from dartproof.laws import Instance
from dartproof.laws.hockey_stick_law import LossBracket, pair_hockey_stick, pair_loss_bracket, pair_loss_law
from dartproof.laws.process import lazy_process, small_loss_balls, small_loss_process
from dartproof.learners.lazy import FixedDelay
from dartproof.numeric import Ball, LogField, Real

HALF = Fraction(1, 2)
A = ExactParameters(grid=1, keep=HALF, noise=HALF, clip=1, threshold=1, limit=1)
INSTANCES = tuple(Instance(losses, A) for losses in (((1, 0), (0, 1), (0, 0)), ((1, 0), (1, 0), (0, 0))))
P, Q = map(small_loss_process, INSTANCES)

values = pytest.mark.parametrize(
    ("ratio", "constant", "slope"),
    [
        (1, Fraction(95, 576), Fraction(1, 32)),
        (Fraction(11, 10), Fraction(20003, 153600), Fraction(11, 320)),
        (Fraction(3, 2), Fraction(629, 15360), Fraction(9, 320)),
    ],
)


@values
def test_the_hockey_stick_of_pair_a(ratio, constant, slope):
    assert pair_hockey_stick(P, Q, ratio) == LogField(HALF).polynomial([constant, slope])


@values
def test_the_bracket_of_pair_a_in_balls(ratio, constant, slope):
    p, q = map(small_loss_balls, INSTANCES)
    found = pair_loss_bracket(p, q).hockey_stick(ratio)
    assert found.lower.upper < LogField(HALF).polynomial([constant, slope]) < found.upper.lower


def test_a_finer_step_gives_a_narrower_bracket():
    widths = [
        found.upper.upper - found.lower.lower
        for found in (pair_loss_bracket(P, Q, step=Fraction(1, n)).hockey_stick(1) for n in (10, 1000, 10**9))
    ]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < Fraction(1, 10**9)


def test_draws_of_the_neighbour_that_are_forgotten_change_the_hockey_stick():
    mistaken = replace(Q, shares=P.shares)
    assert pair_hockey_stick(P, mistaken, 1) < pair_hockey_stick(P, Q, 1)


def test_a_mass_that_the_neighbour_does_not_have_is_never_discounted():
    # A forced check after a loss of 1 resamples with probability 1/2, after a loss of 0 never.
    p, q = (lazy_process(((loss,), (0,)), HALF, 1, FixedDelay(1)) for loss in (1, 0))
    assert pair_loss_law(p, q).masses == {None: HALF, HALF: HALF}
    assert pair_hockey_stick(p, q, 100) == HALF
    assert pair_loss_bracket(p, q).hockey_stick(100).lower.contains(HALF)


# A forced check after a loss of 2 keeps with probability 1/4, after a loss of 1 with probability 1/2. So the ratio is
# 1/2 with probability 1/4 on the first stream, and 3/2 with probability 3/4.
COARSE = tuple(lazy_process(((loss,), (0,)), HALF, 2, FixedDelay(1)) for loss in (2, 1))
COARSE_BITS = 16


def beside(number, up):
    """A fraction closer to ln(number) than 16 bits can tell, above or below it."""
    ball = Real.of(number).log().enclosure(200)
    return ball.upper if up else ball.lower


@pytest.mark.parametrize("up", [True, False])
def test_a_logarithm_whose_ball_contains_a_step_is_rounded_beyond_it(up):
    # ln(1/2) lies between −2 and −1 steps. ln(3/2) is just below 1 step, or just above: the balls cannot tell.
    step = beside(Fraction(3, 2), up)
    found = pair_loss_bracket(*COARSE, step=step, bits=COARSE_BITS)
    exact = pair_loss_law(*COARSE)
    for k in range(-2, 3):
        tail = sum(mass for ratio, mass in exact.masses.items() if Real.of(ratio).log() >= k * step)
        assert sum(mass.lower for steps, mass in found.down.items() if steps >= k) <= tail
        assert sum(mass.upper for steps, mass in found.up.items() if steps >= k) >= tail
    assert (sorted(found.down), sorted(found.up)) == ([-2, 0], [-1, 2])


@pytest.mark.parametrize("up", [True, False])
def test_an_excess_of_undecided_sign_counts_above_and_not_below(up):
    # e^epsilon is just below e, or just above: then 1 − e^epsilon/e has either sign for 16 bits, and is not 0.
    ratio = Real.of(1).exp().enclosure(200)
    ratio = ratio.upper if up else ratio.lower
    half, quarter = (Ball.of(mass, COARSE_BITS) for mass in (HALF, HALF**2))
    law = {1: half, None: quarter}
    found = LossBracket(Fraction(1), law, law).hockey_stick(ratio)
    excess = 1 - ratio * Real.of(-1).exp()
    exact = Fraction(1, 4) + HALF * (Real.of(0) if up else excess)
    assert excess.sign() == (-1 if up else 1)
    assert found.lower.lower <= exact <= found.upper.upper
    assert found.upper.upper - found.lower.lower < Fraction(1, 10**3)


def test_too_many_ratios_are_refused_with_an_estimate():
    # One at the draw and at both launches of round 1; likewise at the two kept launches, the draw and the two drawn
    # launches of round 2; in round 3, which is reached from four launches, two at each kept one, and four at the draw
    # and at each drawn launch: 1 + 2 + (2 + 1 + 2) + (2·2 + 4 + 2·4) = 24.
    assert sum(pair_loss_law(P, Q, most=24).masses.values()) == 1
    with pytest.raises(InputError, match=r"there are about 24 likelihood ratios, more than 23"):
        pair_loss_law(P, Q, most=23)
    with pytest.raises(InputError, match=r"there are more than 10 likelihood ratios, more than 2"):
        pair_loss_law(P, Q, most=2)


def test_too_many_rounded_logarithms_are_refused_with_the_round_reached():
    with pytest.raises(InputError, match=r"more than 3 likelihood ratios up to round [23] of 3.* a coarser step"):
        pair_loss_bracket(P, Q, most=3)


@pytest.mark.parametrize("ratio", [0, Fraction(-1, 2)])
def test_a_ratio_that_is_not_positive_is_refused(ratio):
    with pytest.raises(InputError, match="must be positive: it is e"):
        pair_hockey_stick(P, Q, ratio)
    with pytest.raises(InputError, match="must be positive: it is e"):
        pair_loss_bracket(P, Q).hockey_stick(ratio)


def test_a_step_that_is_not_positive_is_refused():
    with pytest.raises(InputError, match="step = 0 must be positive"):
        pair_loss_bracket(P, Q, step=Fraction(0))
