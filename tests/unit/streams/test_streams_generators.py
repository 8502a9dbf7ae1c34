"""Of `dartproof.streams.generators`."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

from dartproof.errors import InputError
from dartproof.streams import adversarial, drifting, iid, realizable

GENERATORS = [iid, adversarial, drifting, realizable]


def rng(seed=1):
    return np.random.default_rng(seed)


@pytest.mark.parametrize("generate", GENERATORS)
@pytest.mark.parametrize(("rounds", "experts"), [(1, 1), (1, 3), (5, 1), (50, 4)])
def test_streams_have_the_shape_asked_for_and_losses_zero_and_one(generate, rounds, experts):
    made = generate(rounds, experts, rng())
    assert made.losses.shape == (rounds, experts)
    assert made.is_exact
    assert set(np.unique(made.losses)) <= {0.0, 1.0}


@pytest.mark.parametrize("generate", GENERATORS)
def test_the_same_seed_gives_the_same_stream(generate):
    assert generate(40, 3, rng()) == generate(40, 3, rng()) != generate(40, 3, rng(2))


@pytest.mark.parametrize("generate", [iid, drifting, realizable])
def test_losses_lie_on_the_grid(generate):
    made = generate(50, 3, rng(), grid=3)
    assert {loss for row in made.steps(3) for loss in row} == {0, 1, 2, 3}


@pytest.mark.parametrize("generate", GENERATORS)
@pytest.mark.parametrize("arguments", [(0, 2), (2, 0), (2.0, 2), ("2", 2)])
def test_counts_below_one_are_refused(generate, arguments):
    with pytest.raises(InputError, match="give an integer of at least 1"):
        generate(*arguments, rng())


@pytest.mark.parametrize("generate", GENERATORS)
def test_a_seed_is_no_generator(generate):
    with pytest.raises(InputError, match=r"rng is 0; give a numpy\.random\.Generator"):
        generate(3, 2, 0)


def test_iid_losses_have_the_means_asked_for():
    made = iid(20_000, 3, rng(), means=[0, Fraction(1, 4), 0.75], grid=2)
    # Of a mean of 20,000 losses with deviation below 1/2, 0.02 is more than five deviations.
    assert np.allclose(made.totals() / 20_000, [0, 0.25, 0.75], atol=0.02)
    assert made.best_loss == 0


@pytest.mark.parametrize("means", [[0.5], [0.5, 0.5, 0.5], [0.5, 1.5], [0.5, float("nan")], [0.5, "0"]])
def test_means_that_do_not_fit_are_refused(means):
    with pytest.raises(InputError, match="mean"):
        iid(3, 2, rng(), means=means)


@pytest.mark.parametrize("grid", [0, 2**51])
def test_grids_that_floats_cannot_hold_are_refused(grid):
    with pytest.raises(InputError, match="the grid is"):
        iid(3, 2, rng(), grid=grid)


@pytest.mark.parametrize(("rounds", "experts"), [(20, 2), (23, 5), (7, 1)])
def test_the_alternating_leader_defeats_a_follower_in_every_round(rounds, experts):
    made = adversarial(rounds, experts, rng())
    order = list(dict.fromkeys(made.losses.argmax(axis=1).tolist()))
    totals, loss = np.zeros(experts), 0.0
    for row in made.losses:
        leader = next(expert for expert in order if totals[expert] == totals.min())
        loss += row[leader]
        totals += row
    assert loss == rounds
    assert made.best_loss == rounds // experts


@pytest.mark.parametrize("rounds", range(1, 14))
def test_the_best_loss_of_the_alternating_leader(rounds):
    experts, block = 2, 3
    cycles, rest = divmod(rounds, experts * block)
    assert adversarial(rounds, experts, rng(), block=block).best_loss == cycles * block + max(0, rest - block)


def test_each_expert_loses_for_a_block():
    losers = adversarial(8, 2, rng(), block=2).losses.argmax(axis=1)
    assert (losers[::2] == losers[1::2]).all()
    assert (losers[:-2] != losers[2:]).all()


def test_the_best_expert_drifts():
    made = drifting(400, 3, rng(), phases=4, good=0, bad=1)
    leaders = [made.losses[100 * phase : 100 * (phase + 1)].sum(axis=0) for phase in range(4)]
    assert all(sorted(totals) == [0, 100, 100] for totals in leaders)
    assert all(one.argmin() != other.argmin() for one, other in itertools.pairwise(leaders))


def test_phases_of_nearly_equal_length():
    made = drifting(10, 2, rng(), phases=3, good=0, bad=1)
    changes = np.flatnonzero(np.diff(made.losses.argmin(axis=1))) + 1
    assert changes.tolist() == [3, 6]


def test_more_phases_than_rounds_change_every_round():
    leaders = drifting(5, 2, rng(), phases=99, good=0, bad=1).losses.argmin(axis=1)
    assert (np.diff(leaders) != 0).all()


def test_a_realizable_stream_has_an_expert_that_never_loses():
    made = realizable(200, 4, rng())
    assert sorted(made.totals() == 0) == [False, False, False, True]


@pytest.mark.parametrize("options", [{"bad": 2}, {"bad": -0.5}])
def test_mean_losses_outside_the_unit_interval_are_refused(options):
    for generate in (drifting, realizable):
        with pytest.raises(InputError, match=r"give a number in \[0, 1\]"):
            generate(3, 2, rng(), **options)


def test_a_phase_and_a_block_have_a_round():
    with pytest.raises(InputError, match="the number of phases is 0"):
        drifting(3, 2, rng(), phases=0)
    with pytest.raises(InputError, match="the block is 0"):
        adversarial(3, 2, rng(), block=0)
