"""The forward recursion, against values by hand and against laws from elsewhere."""

from __future__ import annotations

from fractions import Fraction as Q

import pytest

from dartproof.accounting import CompensatedParameters, ExactParameters
from dartproof.laws import Instance
from dartproof.laws.forward import ProcessLaw, process_law
from dartproof.laws.process import (
    Course,
    Process,
    compensated_balls,
    compensated_process,
    lazy_process,
    small_loss_balls,
    small_loss_process,
)
from dartproof.learners.lazy import FixedDelay
from dartproof.numeric import Ball, LogNumber, float_backend
from dartproof.streams import Steps

A = Instance(
    ((1, 0), (0, 1), (0, 0)),
    ExactParameters(grid=1, keep=Q(1, 2), noise=Q(1, 2), clip=1, threshold=1, limit=1),
)
B = Instance(
    ((1, 1), (0, 1), (1, 0), (0, 0)),
    ExactParameters(grid=1, keep=Q(9, 10), noise=Q(9, 10), clip=1, threshold=1, limit=2),
)


def numbers(law: ProcessLaw[LogNumber]) -> list[LogNumber]:
    return [*(q for row in law.marginals for q in row), *law.updates, law.expected_loss, law.expected_regret]


def encloses(ball: Ball, number: LogNumber) -> bool:
    return ball.lower <= number <= ball.upper


def test_values_a_of_the_design() -> None:
    law = process_law(small_loss_process(A))
    assert law.marginals == ((Q(1, 2), Q(1, 2)), (Q(127, 288), Q(161, 288)), (Q(4193, 9216), Q(5023, 9216)))
    assert law.updates == (Q(973, 1536), Q(563, 1536))
    assert law.expected_loss == Q(305, 288)
    assert law.expected_regret == Q(17, 288)  # each expert loses 1


def test_values_b_of_the_design() -> None:
    law = process_law(small_loss_process(B))
    log = B.parameters.field.log
    assert law.marginals[3][0] == Q(37026894257, 72960000000) - Q(1539, 160000) * log
    assert law.updates[2] == Q(2603257733, 364800000000)


def test_values_of_another_threshold_are_others() -> None:
    other = Instance(A.losses, ExactParameters(grid=1, keep=Q(1, 2), noise=Q(1, 2), clip=1, threshold=2, limit=1))
    law = process_law(small_loss_process(other))
    assert law.marginals[1][0] != Q(127, 288)
    assert law.updates[0] != Q(973, 1536)


def test_the_last_round_counts_in_the_loss_and_in_nothing_else() -> None:
    changed = Instance((*A.losses[:-1], (1, 0)), A.parameters)
    law, before = process_law(small_loss_process(changed)), process_law(small_loss_process(A))
    assert (law.marginals, law.updates) == (before.marginals, before.updates)
    assert law.expected_loss == before.expected_loss + before.marginals[2][0]
    assert law.expected_regret == law.expected_loss - 1


def test_losses_are_in_units_of_the_grid() -> None:
    halves = Instance(((2, 1),), ExactParameters(grid=2, keep=Q(1, 2), noise=Q(1, 2), clip=1, threshold=1, limit=1))
    law = process_law(small_loss_process(halves))
    assert (law.expected_loss, law.expected_regret) == (Q(3, 4), Q(1, 4))


def test_one_round_is_uniform_and_has_no_update() -> None:
    law = process_law(small_loss_process(Instance(((1, 0, 0),), A.parameters)))
    assert law.marginals == ((Q(1, 3),) * 3,)
    assert law.updates == (1,)
    assert law.expected_loss == Q(1, 3)


def test_with_a_limit_of_zero_the_first_expert_stays() -> None:
    still = ExactParameters(grid=1, keep=Q(1, 2), noise=Q(1, 2), clip=1, threshold=1, limit=0)
    law = process_law(small_loss_process(Instance(A.losses, still)))
    assert law.marginals == ((Q(1, 2), Q(1, 2)),) * 3
    assert law.updates == (1,)


def test_one_expert_is_always_held() -> None:
    parameters = CompensatedParameters(grid=1, keep=Q(1, 2), noise=Q(1, 2), clip_steps=1, threshold=2, limit=2)
    law = process_law(compensated_process(((1,), (0,), (1,)), parameters))
    assert law.marginals == ((1,),) * 3
    assert law.expected_regret == 0
    assert sum(law.updates[1:]) > 0  # it is resampled all the same


def test_the_compensated_learner_by_hand() -> None:
    # T = 2, ℓ_1 = (0, 1), x = y = 1/2, c = 1, τ = 2: h = h0 = 1/2 and p = 1/4, so R is 1/4 at q = 0 and
    # 1/2 - 1/2 (1/2 - 1/4) = 3/8 at q = 1; P_2 = (2/3, 1/3).
    parameters = CompensatedParameters(grid=1, keep=Q(1, 2), noise=Q(1, 2), clip_steps=1, threshold=2, limit=1)
    law = process_law(compensated_process(((0, 1), (0, 0)), parameters))
    resamples = Q(1, 2) * (Q(1, 4) + Q(3, 8))
    assert law.updates == (1 - resamples, resamples)
    assert law.marginals[1][0] == Q(1, 2) * Q(3, 4) + resamples * Q(2, 3)
    assert law.expected_loss == Q(1, 2)


def test_checks_are_counted_for_a_delay_that_looks_at_them() -> None:
    # Waits 1, then 2: checks in rounds 2 and 4 of 4. A recursion that forgets the count would check in 2, 3 and 4.
    losses: Steps = ((1, 0), (1, 0), (1, 0), (0, 0))
    process = lazy_process(losses, Q(1, 2), 1, lambda launch, _expert, checks: launch + 1 + checks)
    law = process_law(process)
    assert law.updates[3] == 0
    assert process.counts_checks
    # i_1 = 1 (of loss 1) leaves with 1/2 in round 2, to P_2 = (1/3, 2/3); in round 3 nothing happens.
    assert law.marginals[1] == law.marginals[2] == (Q(1, 4) + Q(1, 4) * Q(1, 3), Q(1, 2) + Q(1, 4) * Q(2, 3))
    forgetful = process_law(lazy_process(losses, Q(1, 2), 1, FixedDelay(1)))
    assert forgetful.marginals[2] != law.marginals[2]


def test_the_rounds_before_the_start_have_the_weights() -> None:
    losses: Steps = ((1, 0), (1, 0), (0, 1), (0, 0))
    law = process_law(lazy_process(losses, Q(1, 2), 1, FixedDelay(5), start=2))
    assert law.marginals[0] == (Q(1, 2), Q(1, 2))
    assert law.marginals[1] == (Q(1, 3), Q(2, 3))
    assert law.marginals[2] == (Q(1, 5), Q(4, 5))
    assert law.expected_loss == Q(1, 2) + Q(1, 3) + Q(4, 5)
    assert len(law.updates) == 4


@pytest.mark.parametrize("instance", [A, B])
@pytest.mark.parametrize("shape", ["laplace", "exponential"])
def test_balls_contain_the_exact_law_of_algorithm_1(instance: Instance, shape: str) -> None:
    shaped = Instance(instance.losses, instance.parameters, (1, 1), shape)
    exact, balls = process_law(small_loss_process(shaped)), process_law(small_loss_balls(shaped))
    assert all(map(encloses, numbers(balls), numbers(exact)))


def test_balls_contain_the_exact_law_of_the_compensated_learner() -> None:
    parameters = CompensatedParameters(grid=1, keep=Q(9, 10), noise=Q(4, 5), clip_steps=1, threshold=2, limit=2)
    exact = process_law(compensated_process(B.losses, parameters))
    balls = process_law(compensated_balls(B.losses, parameters))
    assert all(map(encloses, numbers(balls), numbers(exact)))
    assert not encloses(balls.updates[2], exact.updates[1])


def test_floats_run_through_the_same_recursion() -> None:
    exact = small_loss_process(A)

    def course(launch: int, expert: int, checks: int) -> Course[float]:
        found = exact.course(launch, expert, checks)
        return Course(tuple(map(float, found.keeps)), tuple(map(float, found.renewals)), float(found.never))

    shares = tuple(tuple(map(float, row)) for row in exact.shares)
    law = process_law(Process(float_backend(Q(1, 2)), A.losses, 1, shares, course, 1))
    assert law.updates == pytest.approx((973 / 1536, 563 / 1536))
    assert law.expected_loss == pytest.approx(305 / 288)


# The first expert loses 1 in each round, and is checked in almost every one: Q_t(1) falls like 10^-(12 t).
RARE = Instance(
    ((1, 0),) * 5,
    ExactParameters(grid=1, keep=Q(1, 10**12), noise=Q(1, 10), clip=1, threshold=-15, limit=4),
)


def test_a_tiny_marginal_keeps_its_relative_accuracy_in_balls() -> None:
    exact, balls = process_law(small_loss_process(RARE)), process_law(small_loss_balls(RARE))
    tiny = balls.marginals[-1][0]
    assert encloses(tiny, exact.marginals[-1][0])
    assert 0 < tiny.upper < Q(1, 10**30)
    assert tiny.radius < tiny.lower / 2**120


def test_a_tiny_marginal_found_by_subtraction_loses_it() -> None:
    balls = process_law(small_loss_balls(RARE))
    difference = 1 - balls.marginals[-1][1]
    assert difference.radius > balls.marginals[-1][0].upper / 10**6
