"""The public strategies draw what they promise, reach the edge cases and shrink to the smallest ones."""

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st

from dartproof.accounting import CompensatedParameters, ExactParameters
from dartproof.errors import InputError
from dartproof.strategies import (
    DrawnDelay,
    compensated_parameters,
    delay_functions,
    exact_parameters,
    loss_steps,
    loss_streams,
    neighbour_pairs,
    plays,
)
from dartproof.streams import LossStream, check_steps, neighbours

SEARCH = settings(max_examples=2000, deadline=None, database=None, suppress_health_check=list(HealthCheck))


def smallest(strategy, condition):
    return find(strategy, condition, settings=SEARCH)


@given(st.data(), st.integers(1, 4))
def test_loss_steps_are_streams_within_the_bounds(data, grid):
    losses = data.draw(loss_steps(grid=grid, min_rounds=2, max_rounds=5, min_experts=2, max_experts=3))
    assert check_steps(losses, grid) == losses
    assert 2 <= len(losses) <= 5
    assert 2 <= len(losses[0]) <= 3


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        (lambda _: True, ((0,),)),
        (lambda losses: len(losses) == 4, ((0,),) * 4),
        (lambda losses: len(losses[0]) == 3, ((0, 0, 0),)),
        (lambda losses: losses[-1][-1] == 7, ((7,),)),
        (lambda losses: 0 < losses[0][0] < 7, ((1,),)),
        (lambda losses: len(losses[0]) == 2 and losses[0][0] == losses[0][1] > 0, ((1, 1),)),
    ],
    ids=["one round of one expert", "most rounds", "most experts", "loss 1", "between 0 and 1", "tie"],
)
def test_loss_steps_reach_and_shrink_to(condition, found):
    assert smallest(loss_steps(grid=7), condition) == found


@given(st.data(), st.integers(1, 4), st.booleans())
def test_neighbour_pairs_are_neighbours(data, grid, last_round):
    first, second = data.draw(neighbour_pairs(grid=grid, max_rounds=3, max_experts=2, last_round=last_round))
    assert second in [neighbour.losses for neighbour in neighbours(first, grid, last_round=last_round)]


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        (lambda _: True, (((0,), (0,)), ((1,), (0,)))),
        (lambda pair: len(pair[0]) == 3 and pair[0][1] != pair[1][1], (((0,),) * 3, ((0,), (1,), (0,)))),
        (lambda pair: pair[0][0] == (1, 0) and pair[1][0] == (0, 1), (((1, 0), (0, 0)), ((0, 1), (0, 0)))),
        (lambda pair: pair[0][0] > pair[1][0], (((1,), (0,)), ((0,), (0,)))),
    ],
    ids=["smallest", "a later round", "a whole vector", "falling"],
)
def test_neighbour_pairs_reach_and_shrink_to(condition, found):
    assert smallest(neighbour_pairs(), condition) == found


def test_neighbour_pairs_of_one_round_differ_in_it():
    assert smallest(neighbour_pairs(max_rounds=1, last_round=True), lambda _: True) == (((0,),), ((1,),))


@given(delay_functions(4, 2))
def test_delay_functions_are_total_and_point_to_later_rounds(delay):
    arguments = [(launch, expert, checks) for launch in range(4) for expert in range(2) for checks in range(4)]
    assert all(launch < delay(launch, expert, checks) <= 4 for launch, expert, checks in arguments)


def test_delay_functions_shrink_to_a_check_in_every_round():
    assert smallest(delay_functions(3, 2), lambda _: True) == DrawnDelay(rounds=3, experts=2)


@pytest.mark.parametrize(("one", "other"), [((0, 0, 0), (0, 1, 0)), ((0, 0, 0), (0, 0, 1))], ids=["expert", "checks"])
def test_delay_functions_depend_on_the_expert_and_the_number_of_checks(one, other):
    found = smallest(delay_functions(3, 2), lambda delay: delay(*one) != delay(*other))
    assert len(found.exceptions) == 1


def test_a_check_may_never_be_due():
    assert smallest(delay_functions(3, 1), lambda delay: delay(0, 0, 0) == 3).wait == 3


@pytest.mark.parametrize("arguments", [(-1, 0, 0), (3, 0, 0), (0, -1, 0), (0, 2, 0), (0, 0, -1), (0, 0, 3)])
def test_delay_functions_have_no_values_elsewhere(arguments):
    with pytest.raises(InputError, match="has no value at"):
        DrawnDelay(rounds=3, experts=2)(*arguments)


@given(exact_parameters(grid=2, max_denominator=5, max_clip=4, max_threshold=2, max_limit=1))
def test_exact_parameters_are_within_the_bounds(parameters):
    assert isinstance(parameters, ExactParameters)
    assert max(parameters.keep.denominator, parameters.noise.denominator) <= 5
    assert (parameters.grid, abs(parameters.threshold) <= 4, parameters.limit <= 1) == (2, True, True)


def test_exact_parameters_shrink_to_halves():
    half = Fraction(1, 2)
    assert smallest(exact_parameters(), lambda _: True) == ExactParameters(
        grid=1, keep=half, noise=half, clip=1, threshold=0, limit=0
    )


@given(compensated_parameters(grid=2, max_denominator=5, max_clip=4, max_excess=1, max_limit=1, max_multiple=3))
def test_compensated_parameters_are_within_the_bounds(parameters):
    assert isinstance(parameters, CompensatedParameters)
    assert max(parameters.keep.denominator, parameters.noise.denominator) <= 5
    assert 1 <= parameters.clip_steps <= 8
    assert 0 <= parameters.threshold - parameters.clip_steps <= 2
    assert (parameters.grid, parameters.limit <= 1, max(parameters.noise_multiples) <= 3) == (2, True, True)
    assert (parameters.floor, parameters.noise_shape) == (None, "exponential")


def test_compensated_parameters_shrink_to_halves():
    half = Fraction(1, 2)
    assert smallest(compensated_parameters(grid=2), lambda _: True) == CompensatedParameters(
        grid=2, keep=half, noise=half, clip_steps=1, threshold=1, limit=0
    )


@given(loss_streams(max_rounds=3, max_experts=2))
def test_loss_streams_are_float_streams_within_the_bounds(made):
    assert isinstance(made, LossStream)
    assert not made.is_exact
    assert made.rounds <= 3
    assert made.experts <= 2


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        (lambda _: True, [[0.0]]),
        (lambda made: made.losses.max() == 1, [[1.0]]),
        (lambda made: made.experts == 2 and made.losses[0, 0] == made.losses[0, 1] > 0, [[1.0, 1.0]]),
    ],
    ids=["smallest", "loss 1", "tie"],
)
def test_loss_streams_reach_and_shrink_to(condition, found):
    assert smallest(loss_streams(), condition).losses.tolist() == found


def test_loss_streams_reach_losses_that_are_no_simple_fractions():
    assert smallest(loss_streams(), lambda made: 0 < made.losses[0, 0] < 1e-9).rounds == 1


@pytest.mark.parametrize(
    "build",
    [
        lambda: loss_steps(grid=0),
        lambda: loss_steps(min_rounds=0),
        lambda: loss_steps(min_experts=3, max_experts=2),
        lambda: neighbour_pairs(max_rounds=1),
        lambda: delay_functions(0, 1),
        lambda: exact_parameters(max_denominator=1),
        lambda: exact_parameters(max_limit=-1),
        lambda: compensated_parameters(max_multiple=0),
        lambda: compensated_parameters(max_excess=-1),
        lambda: loss_streams(max_rounds=0),
    ],
)
def test_empty_ranges_are_refused(build):
    with pytest.raises(InputError, match="give"):
        build()


@given(plays())
def test_plays_run_to_the_last_round(play):
    assert (play.start, play.end, play.forced) == (0, len(play.losses) - 1, False)
    assert sum(play.law().values()) == 1


@given(plays(forced=True))
def test_forced_plays_start_no_later_than_they_end(play):
    assert 0 <= play.start <= play.end < len(play.losses)
    assert play.forced


def test_plays_reach_delays_that_depend_on_the_expert():
    def depends(play):
        return play.experts == 2 and play.end > 0 and play.delay(0, 0, 0) != play.delay(0, 1, 0)

    assert depends(smallest(plays(), depends))


@pytest.mark.parametrize("bounds", [{"max_rounds": 0}, {"max_experts": 0}])
def test_plays_of_nothing_are_refused(bounds):
    with pytest.raises(InputError):
        plays(**bounds)
