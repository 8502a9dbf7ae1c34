"""Algorithm 1 as a process."""

from __future__ import annotations

from fractions import Fraction as Q

import pytest

from dartproof.accounting import ExactParameters
from dartproof.errors import InputError
from dartproof.laws import Instance
from dartproof.laws.process import small_loss_balls, small_loss_process

LOSSES = ((1, 1), (0, 1), (1, 0), (0, 0))
NINE_TENTHS = Q(9, 10)
PARAMETERS = ExactParameters(grid=1, keep=NINE_TENTHS, noise=NINE_TENTHS, clip=1, threshold=1, limit=2)
INSTANCE = Instance(LOSSES, PARAMETERS)


def test_the_halting_probability_of_values_b_is_split_by_the_coin() -> None:
    course = small_loss_process(INSTANCE).course(0, 1, 0)
    halt = Q(10143, 80000) - Q(81, 400) * PARAMETERS.field.log  # in round 4, with r = 2
    assert course.keeps[2] == halt * NINE_TENTHS**2
    assert course.renewals[2] == halt * (1 - NINE_TENTHS**2)


def test_the_coin_is_clipped() -> None:
    course = small_loss_process(INSTANCE).course(1, 0, 0)  # round 2 has loss 0
    assert course.keeps[0] * (1 - NINE_TENTHS) == course.renewals[0] * NINE_TENTHS


@pytest.mark.parametrize("build", [small_loss_process, small_loss_balls])
def test_an_instance_of_the_last_round_is_not_checked(build: object) -> None:
    course = build(INSTANCE).course(3, 0, 0)
    assert (course.keeps, course.renewals) == ((), ())
    assert course.never - 1 == 0 if build is small_loss_process else course.never.contains(1)


def test_the_shares_are_those_of_the_weights_before_a_round() -> None:
    process = small_loss_process(INSTANCE)
    assert process.shares[0] == process.shares[1] == (Q(1, 2), Q(1, 2))
    assert process.shares[2] == (Q(10, 19), Q(9, 19))
    assert (process.rounds, process.experts, process.grid, process.limit) == (4, 2, 1, 2)


@pytest.mark.parametrize("launch", [0, 1, 2, 3])
@pytest.mark.parametrize("expert", [0, 1])
def test_balls_contain_the_exact_course(launch: int, expert: int) -> None:
    exact = small_loss_process(INSTANCE).course(launch, expert, 0)
    balls = small_loss_balls(INSTANCE, bits=96).course(launch, expert, 0)
    for number, ball in zip(
        (*exact.keeps, *exact.renewals, exact.never), (*balls.keeps, *balls.renewals, balls.never), strict=True
    ):
        assert ball.lower <= number <= ball.upper
        assert ball.radius < ball.lower / 2**93


def test_noises_of_the_instance_are_used() -> None:
    other = Instance(LOSSES, PARAMETERS, (1, 1), "exponential")
    assert small_loss_process(other).course(0, 0, 0) != small_loss_process(INSTANCE).course(0, 0, 0)
    assert small_loss_process(other).course(0, 0, 0).never.is_rational


def test_a_course_is_computed_once_for_all_streams() -> None:
    changed = Instance((*LOSSES[:1], (0, 0), *LOSSES[2:]), PARAMETERS)
    assert small_loss_process(changed).course(0, 0, 0) is small_loss_process(INSTANCE).course(0, 0, 0)


def test_bits_too_few_to_calculate_with_are_refused() -> None:
    with pytest.raises(InputError, match="bits = 1"):
        small_loss_balls(INSTANCE, bits=1)
