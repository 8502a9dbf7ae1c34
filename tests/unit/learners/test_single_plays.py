"""Games over a whole array are those of taking turns, draw for draw."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from dartproof.errors import InputError
from dartproof.learners import (
    CompensatedLearner,
    DoublingLearner,
    FixedDelay,
    LazyLearner,
    Learner,
    MultiplicativeWeights,
    Play,
    ShrinkingDartboard,
    SmallLossLearner,
    first_foresight,
    run,
    single_plays,
)
from dartproof.learners.base import take_turns
from dartproof.learners.cumulative import PrefixSums
from dartproof.learners.single import play_once
from dartproof.learners.single_plays import play_array
from dartproof.streams import LossStream, iid

STREAM = LossStream.from_rows(np.random.default_rng(3).random((300, 4)))


def uneven_delay(launch: int, expert: int, check: int) -> int:
    return launch + (expert + check) % 4


SMALL_LOSS = SmallLossLearner(eta=0.1, tau=4.0, limit=9, epsilon1=4.0, epsilon2=0.5)
COMPENSATED = CompensatedLearner(eta=0.1, tau=5.0, clip=2.0, limit=9, threshold_scale=1.0, query_scale=1.0)
LEARNERS = [
    SMALL_LOSS,
    replace(SMALL_LOSS, limit=0),
    replace(SMALL_LOSS, tau=-5.0, limit=1000),  # a check in most rounds
    replace(SMALL_LOSS, tau=400.0),  # hardly any check
    COMPENSATED,
    replace(COMPENSATED, limit=0),
    replace(COMPENSATED, tau=2.0, limit=1000),  # a check in every round
    replace(COMPENSATED, tau=300.0, limit=1000),
    ShrinkingDartboard(0.0),
    ShrinkingDartboard(0.02),
    ShrinkingDartboard(3.0),
    LazyLearner(eta=0.05),
    LazyLearner(eta=0.05, delay=FixedDelay(7)),
    LazyLearner(eta=0.05, delay=FixedDelay(7), start=20, end=251),
    LazyLearner(eta=0.05, delay=FixedDelay(1000)),
    LazyLearner(eta=0.05, delay=uneven_delay),
    LazyLearner(eta=0.05, delay=uneven_delay, start=299),
]


def fitted(learner: Learner, rounds: int) -> Learner:
    """The learner, with a start and an end among the rounds."""
    if not isinstance(learner, LazyLearner):
        return learner
    end = None if learner.end is None else min(learner.end, rounds - 1)
    return replace(learner, start=min(learner.start, rounds - 1), end=end)


@pytest.mark.parametrize("learner", LEARNERS, ids=str)
@pytest.mark.parametrize("rounds", [1, 2, 3, 300])
def test_the_same_seed_gives_the_game_of_taking_turns_and_leaves_the_generator_alike(
    learner: Learner, rounds: int
) -> None:
    stream, learner = LossStream.from_rows(STREAM.losses[:rounds]), fitted(learner, rounds)
    for seed in range(10):
        by_turns, at_once = np.random.default_rng(seed), np.random.default_rng(seed)
        picks, summary = take_turns(learner, stream, by_turns)
        found = play_array(learner, stream.losses, at_once, sums=PrefixSums(stream.losses))
        assert found is not None
        np.testing.assert_array_equal(found.picks, picks)
        np.testing.assert_array_equal(found.losses, stream.losses[np.arange(rounds), picks])
        assert found.summary == summary
        assert by_turns.bit_generator.state == at_once.bit_generator.state


@pytest.mark.parametrize("learner", LEARNERS, ids=str)
@pytest.mark.parametrize("most", [1, 3, 64])
def test_the_length_of_the_blocks_has_no_effect(learner: Learner, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    before = play_once(learner, STREAM, np.random.default_rng(0))
    monkeypatch.setattr(single_plays, "_MOST_ROUNDS", most)
    after = play_once(learner, STREAM, np.random.default_rng(0))
    np.testing.assert_array_equal(before[0], after[0])
    assert before[1] == after[1]


def test_draws_that_are_not_taken_back_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = take_turns(SMALL_LOSS, STREAM, np.random.default_rng(0))
    monkeypatch.setattr(single_plays._Player, "first", lambda _player, count, draw, find: find(draw(count)))
    assert play_once(SMALL_LOSS, STREAM, np.random.default_rng(0))[1] != expected[1]


@pytest.mark.parametrize("learner", LEARNERS, ids=str)
def test_no_game_over_an_array_is_swayed_by_losses_to_come(learner: Learner) -> None:
    stream, learner = LossStream.from_rows(STREAM.losses[:60]), fitted(learner, 60)
    assert [first_foresight(learner, stream, seed=seed, play=play_once) for seed in range(3)] == [None] * 3


def look_ahead_in_the_loss_held(monkeypatch: pytest.MonkeyPatch) -> None:
    held = single_plays._Player.losses_held

    def ahead(player: single_plays._Player, start: int, stop: int) -> np.ndarray:
        held(player, start, stop)
        return player._losses[np.minimum(np.arange(start, stop) + 1, player.rounds - 1), player.pick]

    monkeypatch.setattr(single_plays._Player, "losses_held", ahead)


def look_ahead_in_the_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    before = PrefixSums.before
    monkeypatch.setattr(PrefixSums, "before", lambda sums, t: before(sums, min(t + 1, 60)))


@pytest.mark.parametrize("look_ahead", [look_ahead_in_the_loss_held, look_ahead_in_the_weights])
def test_a_game_over_an_array_that_looks_a_round_ahead_is_found_out(
    look_ahead: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    look_ahead(monkeypatch)
    stream = LossStream.from_rows(STREAM.losses[:60])
    learner = replace(SMALL_LOSS, eta=2.0)
    found = [first_foresight(learner, stream, seed=seed, play=play_once) for seed in range(5)]
    assert any(first is not None for first in found)


def test_learners_that_only_take_turns_are_left_to_do_so() -> None:
    class Derived(ShrinkingDartboard):
        def play(self, *, rounds: int, experts: int, rng: np.random.Generator) -> Play:
            return MultiplicativeWeights(self.eta).play(rounds=rounds, experts=experts, rng=rng)

    for learner in (
        MultiplicativeWeights(0.5),
        DoublingLearner(epsilon=10.0, inner=lambda _: SMALL_LOSS),
        Derived(0.5),
    ):
        sums = PrefixSums(STREAM.losses)
        assert play_array(learner, STREAM.losses, np.random.default_rng(0), sums=sums) is None
        expected = take_turns(learner, STREAM, np.random.default_rng(0))
        np.testing.assert_array_equal(run(learner, STREAM, np.random.default_rng(0)).picks, expected[0])


def test_a_game_too_short_for_the_lazy_learner_is_refused() -> None:
    with pytest.raises(InputError, match="a game of 300 rounds has no such round"):
        run(LazyLearner(eta=1.0, start=300), STREAM, np.random.default_rng(0))


@pytest.mark.parametrize("learner", [SMALL_LOSS, MultiplicativeWeights(0.1)], ids=lambda each: each.name)
@pytest.mark.parametrize(
    "stream",
    [
        LossStream.from_rows(np.random.default_rng(0).integers(0, 2, (500, 3))),
        LossStream.from_rows([["1/3", "1/7"], ["2/3", "1/7"]] * 20),
        LossStream.from_rows(np.tile([[0.5, 0.5]], (300, 1))),
        LossStream(np.random.default_rng(0).integers(0, 4, (300, 2)) / 3, given=3),
    ],
    ids=["integers", "fractions", "a tie", "thirds"],
)
def test_the_best_expert_of_a_run_is_that_of_the_stream(learner: Learner, stream: LossStream) -> None:
    outcome = run(learner, stream, np.random.default_rng(0))
    assert (outcome.best_expert, outcome.best_loss) == (stream.best_expert, stream.best_loss)


def test_the_best_loss_of_a_float_stream_is_that_of_the_stream_up_to_rounding() -> None:
    stream = iid(1000, 5, np.random.default_rng(1))
    outcome = run(SMALL_LOSS, stream, np.random.default_rng(0))
    assert outcome.best_expert == stream.best_expert
    assert outcome.best_loss == pytest.approx(stream.best_loss, rel=1e-13)
    assert outcome.best_loss == run(MultiplicativeWeights(0.1), stream, np.random.default_rng(0)).best_loss
