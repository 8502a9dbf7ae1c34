"""Processes on random small instances: against enumerations, against the exact law, and against the theorems."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction as Q

from hypothesis import given, settings
from hypothesis import strategies as st

from dartproof.accounting import CompensatedParameters, ExactParameters
from dartproof.laws import Instance, expected_loss, marginals, transcript_law, updates_law
from dartproof.laws.forward import ProcessLaw, process_law
from dartproof.laws.lazy import Number, expert_law, position_laws
from dartproof.laws.plays import Play
from dartproof.laws.process import (
    Course,
    Process,
    compensated_balls,
    compensated_process,
    lazy_process,
    small_loss_balls,
    small_loss_process,
)
from dartproof.laws.rules import poisson_tail
from dartproof.mechanisms import halting
from dartproof.mechanisms.halting_balls import halting_balls
from dartproof.numeric import Ball, LogField, LogNumber, Real, log
from dartproof.strategies import (
    compensated_parameters,
    exact_parameters,
    keep_factors,
    loss_steps,
    neighbour_pairs,
    plays,
)
from dartproof.streams import Steps

noises = st.sampled_from([((2, 1), "laplace"), ((1, 1), "laplace"), ((1, 2), "exponential"), ((3, 2), "exponential")])


@st.composite
def instances(draw: st.DrawFn, *, max_rounds: int = 4) -> Instance:
    grid = draw(st.integers(1, 2))
    losses = draw(loss_steps(grid=grid, max_rounds=max_rounds, max_experts=3))
    return Instance(losses, draw(exact_parameters(grid=grid)), *draw(noises))


@st.composite
def compensated(draw: st.DrawFn, *, max_rounds: int = 4) -> tuple[Steps, CompensatedParameters]:
    grid = draw(st.integers(1, 2))
    losses = draw(loss_steps(grid=grid, max_rounds=max_rounds, max_experts=3))
    return losses, draw(compensated_parameters(grid=grid))


def flat(law: ProcessLaw[Number]) -> list[Number]:
    return [*(share for row in law.marginals for share in row), *law.updates, law.expected_loss]


def events(course: Course[Number]) -> list[Number]:
    return [*course.keeps, *course.renewals, course.never]


def encloses(ball: Ball, number: LogNumber) -> bool:
    return ball.lower <= number <= ball.upper


@given(instances())
@settings(max_examples=60)
def test_the_recursion_agrees_with_all_transcripts_of_algorithm_1(instance: Instance) -> None:
    law = process_law(small_loss_process(instance))
    transcripts = transcript_law(
        instance.losses,
        instance.parameters,
        noise_multiples=instance.noise_multiples,
        noise_shape=instance.noise_shape,
    )
    parameters = instance.parameters
    assert law.marginals == marginals(transcripts, experts=len(instance.losses[0]))
    assert law.updates == updates_law(transcripts, limit=parameters.limit)
    assert law.expected_loss == expected_loss(transcripts, instance.losses, grid=parameters.grid)


def test_transcripts_of_other_noises_do_not_agree() -> None:
    parameters = ExactParameters(grid=1, keep=Q(1, 2), noise=Q(1, 2), clip=1, threshold=1, limit=1)
    losses = ((1, 0), (0, 0))
    law = process_law(small_loss_process(Instance(losses, parameters, (2, 1))))
    assert law.marginals != marginals(transcript_law(losses, parameters, noise_multiples=(1, 1)), experts=2)


def agrees_with_positions(play: Play, process: Process[LogNumber]) -> bool:
    """Whether the recursion agrees with the laws of the learner's position, found round by round."""
    law = process_law(process)
    laws = list(position_laws(play.process(), until=play.end))
    experts = [expert_law(found, play.experts) for found in laws]
    same = list(law.marginals[play.start : play.end + 1]) == experts
    held = all(row == law.marginals[play.end] for row in law.marginals[play.end :])
    counts = [process.backend.rational(0)] * len(law.updates)
    for position, mass in laws[-1].items():
        counts[position.updates] += mass
    return same and held and list(law.updates) == counts


@given(plays(max_rounds=5, max_experts=3, forced=True) | plays(max_rounds=5, max_experts=3))
@settings(max_examples=80)
def test_algorithm_2_agrees_with_the_laws_of_its_positions(play: Play) -> None:
    process = lazy_process(
        play.losses, play.keep, play.grid, play.delay, start=play.start, end=play.end, forced=play.forced
    )
    assert agrees_with_positions(play, process)


def test_a_process_that_does_not_count_checks_does_not_agree() -> None:
    play = Play(((1, 0),) * 3, 1, Q(1, 2), lambda s, _i, u: s + 1 + u, 0, 2, forced=False)
    assert agrees_with_positions(play, lazy_process(play.losses, Q(1, 2), 1, play.delay, forced=False))
    wrong = lazy_process(play.losses, Q(1, 2), 1, play.delay, forced=False, counts_checks=False)
    assert not agrees_with_positions(play, wrong)


@given(instances(max_rounds=6))
@settings(max_examples=60)
def test_balls_contain_the_exact_law_of_algorithm_1(instance: Instance) -> None:
    exact, balls = small_loss_process(instance), small_loss_balls(instance, bits=64)
    for number, ball in zip(events(exact.course(0, 0, 0)), events(balls.course(0, 0, 0)), strict=True):
        assert encloses(ball, number)
        assert ball.radius <= ball.upper / 2**60
    assert all(map(encloses, flat(process_law(balls)), flat(process_law(exact))))


@given(compensated(max_rounds=6))
@settings(max_examples=60)
def test_balls_contain_the_exact_law_of_the_compensated_learner(case: tuple[Steps, CompensatedParameters]) -> None:
    exact, balls = compensated_process(*case), compensated_balls(*case, bits=64)
    for number, ball in zip(events(exact.course(0, 0, 0)), events(balls.course(0, 0, 0)), strict=True):
        assert encloses(ball, number)
        assert ball.radius <= ball.upper / 2**60
    assert all(map(encloses, flat(process_law(balls)), flat(process_law(exact))))


@given(
    st.lists(st.integers(-3, 6), max_size=6).map(sorted),
    st.integers(-4, 8),
    keep_factors(max_denominator=12),
    st.tuples(st.integers(1, 3), st.integers(1, 3)),
    st.sampled_from(["laplace", "exponential"]),
)
@settings(max_examples=100)
def test_two_algorithms_find_the_same_law_of_above_threshold(
    queries: list[int], threshold: int, noise: Q, multiples: tuple[int, int], shape: halting.NoiseShape
) -> None:
    field = LogField(noise)
    exact = halting.halting_law(
        queries, threshold=threshold, grid=1, field=field, noise_multiples=multiples, noise_shape=shape
    )
    balls = halting_balls(queries, threshold=threshold, field=field, noise_multiples=multiples, noise_shape=shape)
    assert all(map(encloses, balls, exact))


@given(compensated())
@settings(max_examples=60)
def test_a_course_of_the_compensated_learner_is_a_law(case: tuple[Steps, CompensatedParameters]) -> None:
    process = compensated_process(*case)
    for expert in range(process.experts):
        probabilities = events(process.course(0, expert, 0))
        assert all(p >= 0 for p in probabilities)
        assert sum(probabilities) == 1


@given(compensated())
@settings(max_examples=60)
def test_its_laws_sum_to_one(case: tuple[Steps, CompensatedParameters]) -> None:
    law = process_law(compensated_process(*case))
    assert sum(law.updates) == 1
    assert all(sum(row) == 1 for row in law.marginals)


def test_the_sums_notice_a_mass_that_is_lost() -> None:
    parameters = CompensatedParameters(grid=1, keep=Q(1, 2), noise=Q(1, 2), clip_steps=1, threshold=1, limit=1)
    process = compensated_process(((1, 0), (0, 0)), parameters)

    def course(launch: int, expert: int, checks: int) -> Course[LogNumber]:
        found = process.course(launch, expert, checks)
        return Course(tuple(keep * 0 for keep in found.keeps), found.renewals, found.never)

    lossy = Process(process.backend, process.losses, 1, process.shares, course, 1)
    assert sum(process_law(lossy).updates) < 1


def weights_sum(losses: Steps, keep: Q, now: int) -> Q:
    """Φ_t, t from 0."""
    return sum((keep ** sum(column[:now]) for column in zip(*losses, strict=True)), start=Q(0))


@given(compensated())
@settings(max_examples=80)
def test_the_resamples_are_dominated_by_a_poisson_variable(case: tuple[Steps, CompensatedParameters]) -> None:
    # `compensated_updates`: its mean is ln(Φ_1/Φ_T) + (T - 1) ln 1/(1 - p).
    losses, parameters = case
    updates, last = process_law(compensated_process(losses, parameters)).updates, len(losses) - 1
    ratio = weights_sum(losses, parameters.keep, last) / len(losses[0]) * (1 - parameters.compensation) ** last
    for count in range(len(updates)):
        tail = sum(updates[count + 1 :], start=updates[0] * 0)
        assert poisson_tail(ratio, count) >= tail.as_fraction()


def test_the_poisson_variable_needs_the_cost_of_the_compensation() -> None:
    # Zero losses: ln(Φ_1/Φ_T) = 0, and yet the floor makes resamples.
    parameters = CompensatedParameters(grid=1, keep=Q(1, 2), noise=Q(1, 2), clip_steps=1, threshold=1, limit=1)
    law = process_law(compensated_process(((0, 0), (0, 0)), parameters))
    assert law.updates[1] == Q(1, 2) > poisson_tail(Q(1), 0) == 0


def overhead(parameters: CompensatedParameters) -> Real:
    """ηM of `compensated_regret`."""
    rate = -log(parameters.noise) * parameters.grid
    b1 = 1 / (rate * parameters.noise_multiples[0])
    threshold, clip = (Q(steps, parameters.grid) for steps in (parameters.threshold, parameters.clip_steps))
    z = b1 + b1 * b1 / (b1 + threshold + 1)
    kappa = Real.maximum(z - clip, 0)
    return -log(parameters.keep) * parameters.grid * (threshold + 1 + z + kappa) / 2


def loss_of_weights(process: Process[LogNumber]) -> Q:
    """The expected loss of multiplicative weights."""
    return sum(
        (
            share.as_fraction() * Q(steps, process.grid)
            for row, shares in zip(process.losses, process.shares, strict=True)
            for steps, share in zip(row, shares, strict=True)
        ),
        start=Q(0),
    )


@given(compensated(max_rounds=5), st.sampled_from([Q(3, 4), Q(9, 10), Q(29, 30)]))
@settings(max_examples=80)
def test_the_loss_exceeds_that_of_the_weights_by_no_more_than_the_theorem_says(
    case: tuple[Steps, CompensatedParameters], keep: Q
) -> None:
    # `compensated_regret`: L (1 - ηM) <= L_MW without a limit, which T - 1 is.
    losses, parameters = case[0], replace(case[1], keep=keep, limit=len(case[0]) - 1)
    process = compensated_process(losses, parameters)
    loss, of_weights = process_law(process).expected_loss.as_fraction(), loss_of_weights(process)
    assert loss == of_weights or loss * (1 - overhead(parameters)) <= of_weights


def test_the_loss_does_exceed_that_of_the_weights() -> None:
    parameters = CompensatedParameters(grid=1, keep=Q(9, 10), noise=Q(9, 10), clip_steps=1, threshold=9, limit=4)
    process = compensated_process(((1, 0),) * 5, parameters)
    assert process_law(process).expected_loss > loss_of_weights(process)


@given(st.data())
@settings(max_examples=80)
def test_the_affected_interval_costs_no_more_than_its_guarantee(data: st.DataObject) -> None:
    grid = data.draw(st.integers(1, 2))
    parameters = data.draw(compensated_parameters(grid=grid))
    pair = data.draw(neighbour_pairs(grid=grid, max_rounds=5, max_experts=1))
    ours, theirs = (compensated_process(losses, parameters) for losses in pair)
    changed = next(t for t, (row, other) in enumerate(zip(*pair, strict=True)) if row != other)
    for launch in range(changed + 1):
        for p, q in zip(events(ours.course(launch, 0, 0)), events(theirs.course(launch, 0, 0)), strict=True):
            assert p <= q * parameters.check_ratio()
            assert q <= p * parameters.check_ratio()


def test_the_guarantee_of_the_affected_interval_is_attained() -> None:
    # Keeping in round 5, with q = 2 or 3 and τ = 2: e^(1/b1 + η) = 2 · 2 exactly, so no smaller bound holds.
    parameters = CompensatedParameters(grid=1, keep=Q(1, 2), noise=Q(1, 2), clip_steps=1, threshold=2, limit=1)
    ours, theirs = (
        compensated_process(((loss,), (1,), (1,), (0,), (0,)), parameters).course(0, 0, 0) for loss in (0, 1)
    )
    assert ours.keeps[3] == theirs.keeps[3] * 4
    assert parameters.check_ratio() == 4
