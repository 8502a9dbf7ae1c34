"""The thinned learner: as an exact law and as a learner that plays, which must be the same."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import log

import numpy as np
import pytest

from dartproof.errors import InputError
from dartproof.games import ThinnedKernel, ThinnedLearner, WeightsKernel, greatest_distance, oblivious, view_law
from dartproof.learners import FloatRow, MultiplicativeWeights, Play, Player, Summary, first_foresight, run
from dartproof.numeric import clopper_pearson, slow
from dartproof.streams import LossStream

HALF = Fraction(1, 2)
STREAM = LossStream.from_rows([[1, 0], [Fraction(1, 2), 1], [0, 1], [1, 1]])


@dataclass(frozen=True, slots=True)
class Spy:
    """Plays expert 1 and notes what it is fed."""

    fed: list[tuple[float, ...]] = field(default_factory=list)
    name: str = "spy"

    def play(self, *, rounds: int, experts: int, rng: np.random.Generator) -> Play:  # noqa: ARG002 the protocol names them
        for _ in range(rounds):
            row: FloatRow = yield 0
            self.fed.append(tuple(row))
        return Summary(updates=0, transcript=None)


def test_with_q_1_the_learner_is_fed_the_losses() -> None:
    spy = Spy()
    run(ThinnedLearner(spy, Fraction(1)), STREAM, np.random.default_rng(0))
    assert spy.fed == [tuple(row) for row in STREAM.losses]


def test_with_q_0_the_learner_is_fed_zeros() -> None:
    spy = Spy()
    run(ThinnedLearner(spy, Fraction(0)), STREAM, np.random.default_rng(0))
    assert spy.fed == [(0.0, 0.0)] * 4


def test_with_q_between_each_round_is_fed_whole_or_not_at_all_and_both_occur() -> None:
    kinds = set()
    for seed in range(20):
        spy = Spy()
        run(ThinnedLearner(spy, HALF), STREAM, np.random.default_rng(seed))
        for fed, row in zip(spy.fed, STREAM.losses, strict=True):
            assert fed in {tuple(row), (0.0, 0.0)}
            kinds.add(fed == tuple(row))
    assert kinds == {False, True}


def test_the_losses_that_count_are_those_of_the_stream() -> None:
    outcome = run(ThinnedLearner(Spy(), Fraction(0)), STREAM, np.random.default_rng(0))
    assert (outcome.loss, outcome.best_loss) == (2.5, 2.5)


def test_the_sampled_picks_have_the_exact_law() -> None:
    plays, rows = 3000, ((1, 0), (1, 0), (0, 0))
    law = view_law(ThinnedKernel(WeightsKernel(2, Fraction(1, 4)), HALF), oblivious(rows, rows), 0)
    learner, stream = ThinnedLearner(MultiplicativeWeights(eta=log(4)), HALF), LossStream.from_rows(rows)
    rng = np.random.default_rng(1)
    counts = Counter(tuple(map(int, run(learner, stream, rng).picks)) for _ in range(plays))
    assert set(counts) <= set(law)
    for view, mass in law.items():
        lower = clopper_pearson(counts[view], plays, miss=Fraction(1, 10**6), side="lower")
        upper = clopper_pearson(counts[view], plays, miss=Fraction(1, 10**6), side="upper")
        assert lower <= slow(mass) <= upper


def test_the_thinned_learner_sees_no_losses_before_their_round() -> None:
    learner = ThinnedLearner(MultiplicativeWeights(eta=1.0), HALF)
    assert first_foresight(learner, STREAM, seed=0) is None


def test_it_stops_early_where_the_learner_inside_does() -> None:
    player = Player(
        ThinnedLearner(MultiplicativeWeights(eta=1.0), HALF), rounds=4, experts=2, rng=np.random.default_rng(0)
    )
    player.observe(STREAM.losses[0])
    assert player.finish().updates == 1


@pytest.mark.parametrize("rate", [Fraction(-1, 2), Fraction(3, 2)])
def test_q_is_a_probability(rate: Fraction) -> None:
    with pytest.raises(InputError, match="from 0 to 1"):
        ThinnedKernel(WeightsKernel(2, HALF), rate)
    with pytest.raises(InputError, match="from 0 to 1"):
        ThinnedLearner(Spy(), rate)


def test_a_learner_that_sees_nothing_is_private() -> None:
    assert greatest_distance(ThinnedKernel(WeightsKernel(2, HALF), Fraction(0)), 1, rounds=3).value == 0


def test_thinning_with_q_1_changes_nothing() -> None:
    kernel = WeightsKernel(2, HALF)
    assert greatest_distance(ThinnedKernel(kernel, Fraction(1)), 1, rounds=3) == greatest_distance(kernel, 1, rounds=3)
