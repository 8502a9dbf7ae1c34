"""Laws of lazy learners: by hand, against the enumeration of transcripts, and against the sampling learner."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dartproof import strategies
from dartproof.accounting import ExactParameters
from dartproof.errors import InputError
from dartproof.laws import BELOW, KEEP, marginals, transcript_law, updates_law
from dartproof.laws.lazy import (
    Choice,
    LazyProcess,
    Position,
    Weights,
    expert_law,
    lazy_process,
    position_laws,
    update_tail,
    weights_of,
)
from dartproof.laws.rules import above_threshold_hazard, delayed_hazard
from dartproof.learners import run
from dartproof.learners.lazy import LazyLearner
from dartproof.learners.transcript import Transcript
from dartproof.mechanisms.bernoulli import clipped_keep_law
from dartproof.numeric import LogNumber, fast
from dartproof.streams import LossStream
from dartproof.streams.model import Steps

HALF = Fraction(1, 2)


def q(numerator: int, denominator: int = 1) -> object:
    return fast(Fraction(numerator, denominator))


def test_weights_are_those_of_the_cumulative_losses_before_a_round() -> None:
    weights = weights_of(((0, 1), (2, 1)), HALF)
    assert weights.shares == ((q(1, 2), q(1, 2)), (q(2, 3), q(1, 3)))  # weights 1, 1 and 1, 1/2
    assert weights.factors == ((q(1), q(1, 2)), (q(1, 4), q(1, 2)))
    assert (weights.rounds, weights.experts) == (2, 2)


def test_keeping_costs_the_losses_from_the_launch_to_the_round_before() -> None:
    weights = weights_of(((1, 0), (2, 0), (4, 0)), HALF)
    assert weights.keep(1, 3, 0) == q(1, 2**6)
    assert weights.keep(2, 2, 0) == q(1)


@pytest.mark.parametrize("losses", [(), ((),), ((0, 1), (0,))])
def test_losses_must_be_an_array(losses: Steps) -> None:
    with pytest.raises(InputError, match="losses"):
        weights_of(losses, HALF)


def test_a_keep_probability_must_be_a_probability() -> None:
    with pytest.raises(InputError, match="keep"):
        weights_of(((0,),), Fraction(3, 2))


def test_a_step_moves_a_position() -> None:
    at = Position(now=3, launch=1, expert=0, checks=1, updates=1, past=(0, 0))
    assert at.after(BELOW) == Position(4, 1, 0, 1, 1, (0, 0, BELOW))
    assert at.after(KEEP) == Position(4, 3, 0, 2, 1, (0, 0, KEEP))
    assert at.after(1) == Position(4, 3, 1, 2, 2, (0, 0, 1))


def test_a_position_without_a_past_gains_none() -> None:
    assert Position(1, 0, 0).after(BELOW).past == ()


def test_one_check_by_hand() -> None:
    # l_1 = (0, 1), e^-eta = 1/2: expert 1 stays; expert 2 stays with 1/2, else it becomes 1 with 2/3 and 2 with 1/3.
    weights = weights_of(((0, 1), (0, 0)), HALF)
    first, second = position_laws(lazy_process(weights, lambda _: weights.one), until=1)
    assert first == {Position(1, 0, 0): q(1, 2), Position(1, 0, 1): q(1, 2)}
    assert second == {
        Position(2, 1, 0, 1, 0): q(1, 2),
        Position(2, 1, 1, 1, 0): q(1, 4),
        Position(2, 1, 0, 1, 1): q(1, 6),
        Position(2, 1, 1, 1, 1): q(1, 12),
    }
    assert expert_law(second, 2) == (q(2, 3), q(1, 3))
    assert [update_tail(second, count) for count in (-1, 0, 1)] == [q(1), q(1, 4), q(0)]


def test_the_clip_breaks_the_marginal_by_hand() -> None:
    # Both coins keep with 1/2, so i_2 = 1 with 1/4 + 1/2 * 2/3 = 7/12 and not with P_2(1) = 2/3.
    losses = ((0, 1), (0, 0))
    weights = weights_of(losses, HALF)
    clipped = lazy_process(weights, lambda _: weights.one, coin=lambda _launch, _now, _expert: fast(HALF))
    *_, law = position_laws(clipped, until=1)
    assert expert_law(law, 2) == (q(7, 12), q(5, 12))
    assert weights.shares[1] == (q(2, 3), q(1, 3))


def test_a_later_start_draws_from_the_weights_of_its_round() -> None:
    weights = weights_of(((0, 1), (0, 0)), HALF)
    (law,) = position_laws(lazy_process(weights, lambda _: weights.one, start=1), until=1)
    assert law == {Position(2, 1, 0): q(2, 3), Position(2, 1, 1): q(1, 3)}


def hazards(position: Position) -> Fraction:
    """Some rule that looks at everything."""
    return Fraction(1, 2 + position.expert + position.checks + 2 * position.updates + position.now - position.launch)


@given(strategies.loss_steps(grid=2, max_rounds=4, max_experts=3))
def test_laws_sum_to_one_and_remembering_the_past_changes_nothing(losses: Steps) -> None:
    weights = weights_of(losses, HALF)
    process = lazy_process(weights, lambda at: fast(hazards(at)))
    plain = list(position_laws(process, until=len(losses) - 1))
    detailed = list(position_laws(process, until=len(losses) - 1, remember=True))
    for law, finer in zip(plain, detailed, strict=True):
        assert sum(law.values(), start=fast(0)) == 1
        forgotten: Counter[Position] = Counter()
        for position, mass in finer.items():
            forgotten[position._replace(past=())] += mass
        assert forgotten == law


def test_a_remembered_past_tells_every_step() -> None:
    weights = weights_of(((1, 1), (1, 1), (0, 0)), HALF)
    *_, law = position_laws(lazy_process(weights, lambda _: fast(HALF)), until=2, remember=True)
    assert len(law) == 2 * 4 * 4  # first expert, then twice: no check, kept, resampled to 1 or to 2
    assert law[Position(3, 2, 1, 1, 1, (0, BELOW, 1))] == fast(HALF * HALF * HALF * Fraction(3, 4) * HALF)


def test_positions_of_probability_zero_are_left_out() -> None:
    weights = weights_of(((0, 0), (0, 0)), HALF)
    *_, law = position_laws(lazy_process(weights, lambda _: weights.one), until=1)
    assert {position.updates for position in law} == {0}


@pytest.mark.parametrize("limit", [1, 3])
def test_algorithm_1_agrees_with_the_enumeration_of_its_transcripts(limit: int) -> None:
    losses: Steps = ((1, 0, 1), (0, 1, 1), (1, 0, 0), (0, 0, 0))
    parameters = ExactParameters(grid=1, keep=Fraction(3, 4), noise=HALF, clip=1, threshold=1, limit=limit)
    enumerated, field = transcript_law(losses, parameters), parameters.field
    rational = weights_of(losses, parameters.keep)
    weights = Weights(
        field.one,
        [[field.rational(number) for number in row] for row in rational.factors],
        [[field.rational(number) for number in row] for row in rational.shares],
    )

    def coin(launch: int, now: int, expert: int) -> LogNumber:
        steps = sum(row[expert] for row in losses[launch:now])
        return field.rational(clipped_keep_law(parameters.keep, steps, clip_steps=parameters.clip_steps))

    unlimited = lazy_process(weights, above_threshold_hazard(losses, threshold=1, field=field), coin=coin)

    def choose(position: Position) -> Choice[LogNumber]:
        stopped = position.updates == limit
        return Choice(field.one, field.zero, field.zero) if stopped else unlimited.choose(position)

    laws = list(position_laws(LazyProcess(weights.shares, choose), until=3))
    assert tuple(expert_law(law, 3) for law in laws) == marginals(enumerated, experts=3)
    exact = updates_law(enumerated, limit=limit)
    assert [update_tail(laws[-1], k) for k in range(limit)] == [
        sum(exact[k + 1 :], start=field.zero) for k in range(limit)
    ]


def test_the_sampling_learner_has_this_law() -> None:
    losses: Steps = ((1, 0), (0, 1), (1, 1), (0, 0))

    def delay(launch: int, expert: int, checks: int) -> int:
        return launch + 1 + (expert + checks) % 2

    weights = weights_of(losses, HALF)
    *_, law = position_laws(lazy_process(weights, delayed_hazard(weights, delay, end=3)), until=3, remember=True)
    stream, rng, trials = LossStream.from_rows(losses), np.random.default_rng(1), 4000
    learner = LazyLearner(eta=float(np.log(2)), delay=delay)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(trials):
        transcript = run(learner, stream, rng).transcript
        assert isinstance(transcript, Transcript)
        keeps, resampled = iter(transcript.keeps), iter(transcript.resampled)
        steps = [BELOW if not top else KEEP if next(keeps) else next(resampled) for top in transcript.answers]
        counts[transcript.first, *steps] += 1
    expected = {position.past: float(Fraction(int(mass.p), int(mass.q))) for position, mass in law.items()}
    assert set(counts) <= set(expected)
    for past, chance in expected.items():
        assert abs(counts[past] - trials * chance) <= 5 * sqrt(trials * chance * (1 - chance))


@given(st.integers(1, 4), st.integers(1, 3))
def test_without_losses_nothing_is_resampled(rounds: int, experts: int) -> None:
    weights = weights_of(((0,) * experts,) * rounds, HALF)
    *_, law = position_laws(lazy_process(weights, lambda _: weights.one), until=rounds - 1)
    assert update_tail(law, 0) == 0
