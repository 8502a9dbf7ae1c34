"""Rules of when to check: delay functions, AboveThreshold, and the best of all rules."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import poisson

from dartproof import strategies
from dartproof.errors import InputError
from dartproof.laws.lazy import Position, lazy_process, position_laws, update_tail, weights_of
from dartproof.laws.rules import (
    TabledDelay,
    above_threshold_hazard,
    delay_arguments,
    delayed_hazard,
    every_delay,
    greatest_expectation,
    poisson_tail,
)
from dartproof.mechanisms.above_threshold import halting_law
from dartproof.numeric import FastRational, LogField, fast
from dartproof.streams.model import Steps

HALF = Fraction(1, 2)
WEIGHTS = weights_of(((0, 1), (1, 1), (0, 1)), HALF)


def test_a_check_is_due_from_the_round_of_the_delay_function_on() -> None:
    hazard = delayed_hazard(WEIGHTS, lambda launch, expert, checks: launch + 1 + expert + checks)
    assert [hazard(Position(now, 0, 0, 1)) for now in (1, 2, 3)] == [0, 1, 1]
    assert [hazard(Position(now, 0, 1, 1)) for now in (1, 2, 3)] == [0, 0, 1]


def test_a_forced_check_takes_place_whatever_the_delay() -> None:
    hazard = delayed_hazard(WEIGHTS, lambda _launch, _expert, _checks: 99, end=2)
    assert [hazard(Position(now, 0, 0)) for now in (1, 2)] == [0, 1]


def test_arguments_are_those_that_can_be_asked() -> None:
    assert delay_arguments(end=3, experts=1) == ((0, 0, 0), (1, 0, 1), (2, 0, 1), (2, 0, 2))
    assert delay_arguments(start=2, end=2, experts=5) == ()


def test_every_delay_function_is_counted_once() -> None:
    # T = 4, forced: each expert has 3 choices at round 1, 2 at round 2, and none at round 3.
    assert sum(1 for _ in every_delay(end=3, experts=2, forced=True)) == (3 * 2) ** 2
    # T = 3, not forced: 3 choices at round 1 (2, 3, never), and 2 at round 2.
    assert sum(1 for _ in every_delay(end=2, experts=2, forced=False)) == (3 * 2) ** 2
    assert [delay.due for delay in every_delay(end=0, experts=2, forced=True)] == [{}]


def test_a_table_of_delays_counts_from_one_in_words() -> None:
    assert str(TabledDelay({(0, 1, 0): 2, (1, 0, 1): 3})) == "d(1,2,1) = 3, d(2,1,2) = 4"


def test_the_hazards_of_above_threshold_multiply_to_its_halting_law() -> None:
    losses: Steps = ((0, 1), (1, 1), (0, 1), (0, 0))
    field = LogField(HALF)
    hazard = above_threshold_hazard(losses, threshold=1, field=field)
    halts, waiting = [], field.one
    for now in (1, 2, 3):
        chance = hazard(Position(now, 0, 1))
        halts.append(waiting * chance)
        waiting *= 1 - chance
    assert (*halts, waiting) == halting_law([1, 2, 3], threshold=1, grid=1, field=field)


def test_a_new_instance_starts_at_the_launch() -> None:
    losses: Steps = ((1, 1), (0, 1), (1, 0), (0, 0))
    field = LogField(HALF)
    hazard = above_threshold_hazard(losses, threshold=0, field=field)
    first = halting_law([0, 1], threshold=0, grid=1, field=field)[0]
    assert hazard(Position(2, 1, 0, 1)) == first


def many_updates(count: int) -> FastRational:
    return greatest_expectation(WEIGHTS, lambda at: fast(int(at.updates > count)), until=2)


@pytest.mark.parametrize("count", [0, 1])
def test_no_delay_function_beats_the_best_rule(count: int) -> None:
    best = many_updates(count)
    for delay in every_delay(end=2, experts=2, forced=False):
        *_, law = position_laws(lazy_process(WEIGHTS, delayed_hazard(WEIGHTS, delay)), until=2)
        assert update_tail(law, count) <= best


def test_some_delay_function_is_as_good_as_the_best_rule_for_one_update() -> None:
    tails = []
    for delay in every_delay(end=2, experts=2, forced=False):
        *_, law = position_laws(lazy_process(WEIGHTS, delayed_hazard(WEIGHTS, delay)), until=2)
        tails.append(update_tail(law, 0))
    assert max(tails) == many_updates(0)


def test_the_best_rule_by_hand() -> None:
    # One round of losses (0, 1): a check drops expert 2 with 1/2, so at best Pr[v > 0] = 1/4.
    assert greatest_expectation(WEIGHTS, lambda at: fast(int(at.updates > 0)), until=1) == fast(Fraction(1, 4))


def test_a_rule_may_be_made_to_check() -> None:
    def worse(at: Position) -> FastRational:
        return fast(int(at.expert == 1))

    assert greatest_expectation(WEIGHTS, worse, until=1) == fast(HALF)  # it never checks
    forced = greatest_expectation(WEIGHTS, worse, until=1, may_wait=lambda _: False)
    assert forced == WEIGHTS.shares[1][1] == fast(Fraction(1, 3))


@given(strategies.loss_steps(grid=2, max_rounds=4, max_experts=2), st.integers(0, 2))
def test_random_rules_do_not_beat_the_best_rule(losses: Steps, count: int) -> None:
    weights, end = weights_of(losses, Fraction(3, 4)), len(losses) - 1
    best = greatest_expectation(weights, lambda at: fast(int(at.updates > count)), until=end)
    rule = lazy_process(weights, lambda at: fast(Fraction(1, 1 + at.now + at.expert + at.updates)))
    *_, law = position_laws(rule, until=end)
    assert update_tail(law, count) <= best


def test_poisson_tails_by_hand() -> None:
    field = LogField(HALF)
    assert poisson_tail(HALF, 0) == field.rational(HALF)
    assert poisson_tail(HALF, 2) == field.polynomial([HALF, -HALF, -HALF / 2])
    assert poisson_tail(HALF, -1) == 1


def test_a_poisson_variable_of_mean_zero_is_zero() -> None:
    assert [poisson_tail(Fraction(1), count) for count in (-1, 0, 3)] == [1, 0, 0]


@given(st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=100), st.integers(0, 6))
def test_poisson_tails_agree_with_scipy(ratio: Fraction, count: int) -> None:
    tail = poisson_tail(ratio, count)
    mean = float(LogField(ratio).log)
    assert float(tail) == pytest.approx(poisson.sf(count, mean), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("ratio", [Fraction(0), Fraction(2)])
def test_a_ratio_of_potentials_is_at_most_one(ratio: Fraction) -> None:
    with pytest.raises(InputError, match="ratio"):
        poisson_tail(ratio, 0)
