"""A learner plays before it is shown the losses of the round."""

import gc
import sys
from collections.abc import Callable, Generator
from dataclasses import dataclass, field

import numpy as np
import pytest

from dartproof.errors import InputError
from dartproof.learners import (
    CompensatedLearner,
    DoublingLearner,
    EarlyStop,
    FixedDelay,
    LazyLearner,
    Learner,
    MultiplicativeWeights,
    Player,
    ShrinkingDartboard,
    SmallLossLearner,
    Summary,
    first_foresight,
    run,
)
from dartproof.streams import LossStream

STREAM = LossStream.from_rows([[1, 0, 0], [0, 1, 1], [0, 1, 0], [1, 0, 1], [0, 0, 1], [1, 1, 0]])
RESTLESS = SmallLossLearner(eta=2.0, tau=0.0, limit=10, epsilon1=5.0, epsilon2=2.0)
LEARNERS = [
    MultiplicativeWeights(2.0),
    ShrinkingDartboard(2.0),
    RESTLESS,
    CompensatedLearner(eta=2.0, tau=1.0, clip=0.5, limit=3, threshold_scale=0.5, query_scale=0.5),
    LazyLearner(eta=2.0, delay=FixedDelay(2), start=1, end=4),
    DoublingLearner(epsilon=200.0, inner=lambda _: RESTLESS),
]


@dataclass
class Scripted:
    """Plays what a function yields; any other fault of a learner is a function of its own."""

    game: Callable[[int], Generator[object, np.ndarray, object]]
    name: str = "scripted"

    def play(self, *, rounds: int, experts: int, rng: np.random.Generator) -> Generator[object, np.ndarray, object]:
        del experts, rng
        return self.game(rounds)


@dataclass
class Spy:
    """Plays the first expert and keeps every row, with the round in which it came."""

    name: str = "spy"
    seen: list[tuple[int, np.ndarray]] = field(default_factory=list)

    def play(self, *, rounds: int, experts: int, rng: np.random.Generator) -> Generator[int, np.ndarray, Summary]:
        del experts, rng
        for t in range(rounds):
            assert len(self.seen) == t
            self.seen.append((t, (yield 0)))
        return Summary(updates=0)


@dataclass
class FrameClimber:
    """Cheats: finds the stream in the frames of its callers and plays the best expert of the round."""

    name: str = "frame climber"

    def play(self, *, rounds: int, experts: int, rng: np.random.Generator) -> Generator[int, np.ndarray, Summary]:
        del experts, rng
        for t in range(rounds):
            frame = sys._getframe()
            while "stream" not in frame.f_locals:
                frame = frame.f_back
            yield int(frame.f_locals["stream"].losses[t].argmin())
        return Summary(updates=0)


def start(learner: Learner, rounds: int = 3) -> Player:
    return Player(learner, rounds=rounds, experts=2, rng=np.random.default_rng(0))


def test_every_row_is_shown_once_after_the_pick_of_its_round_the_last_one_too() -> None:
    spy = Spy()
    run(spy, STREAM, np.random.default_rng(0))
    assert [t for t, _ in spy.seen] == [0, 1, 2, 3, 4, 5]
    np.testing.assert_array_equal([row for _, row in spy.seen], STREAM.losses)


def test_a_row_is_a_read_only_copy_that_leads_to_no_other_row() -> None:
    spy = Spy()
    run(spy, STREAM, np.random.default_rng(0))
    for _, row in spy.seen:
        assert row.base is None
        assert not np.shares_memory(row, STREAM.losses)
        assert not any(isinstance(o, np.ndarray | LossStream) for o in gc.get_referents(row))
        with pytest.raises(ValueError, match="read-only"):
            row[0] = 0.5


def test_a_row_that_is_forced_open_changes_nothing_for_anyone_else() -> None:
    spy = Spy()
    player = Player(spy, rounds=1, experts=2, rng=np.random.default_rng(0))
    losses = np.array([0.25, 0.75])
    player.observe(losses)
    spy.seen[0][1].flags.writeable = True
    spy.seen[0][1][:] = 0
    np.testing.assert_array_equal(losses, [0.25, 0.75])


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)
def test_no_learner_here_is_swayed_by_losses_to_come(learner: Learner) -> None:
    assert [first_foresight(learner, STREAM, seed=seed) for seed in range(20)] == [None] * 20


def test_a_learner_that_climbs_the_frames_to_the_stream_is_found_out() -> None:
    assert run(FrameClimber(), STREAM, np.random.default_rng(0)).loss == 0  # where every expert loses 3
    assert first_foresight(FrameClimber(), STREAM, seed=0) == 0


def test_a_learner_that_looks_ahead_only_once_is_found_out_in_that_round() -> None:
    def game(rounds: int) -> Generator[int, np.ndarray, Summary]:
        for t in range(rounds):
            frame = sys._getframe(1)
            while "stream" not in frame.f_locals:
                frame = frame.f_back
            yield int(frame.f_locals["stream"].losses[5, 0]) if t == 3 else 0
        return Summary(updates=0)

    assert first_foresight(Scripted(game), STREAM, seed=0) == 3


@pytest.mark.parametrize("pick", [-1, 2, 1.0, None, "0", np.float64(1)])
def test_a_pick_that_is_no_expert_is_refused(pick: object) -> None:
    def game(rounds: int) -> Generator[object, np.ndarray, Summary]:
        yield 1
        for _ in range(1, rounds):
            yield pick
        return Summary(updates=0)

    player = start(Scripted(game))
    with pytest.raises(InputError, match=r"learner scripted: played .* in round 2; experts are the integers 0 to 1"):
        player.observe(np.zeros(2))


@pytest.mark.parametrize("pick", [0, np.int64(1), np.uint8(1), True])
def test_every_kind_of_integer_is_a_pick(pick: object) -> None:
    def game(rounds: int) -> Generator[object, np.ndarray, Summary]:
        for _ in range(rounds):
            yield pick
        return Summary(updates=0)

    assert start(Scripted(game)).pick == int(pick)


def test_a_learner_that_ends_early_is_refused() -> None:
    def game(rounds: int) -> Generator[int, np.ndarray, Summary]:
        for _ in range(rounds - 1):
            yield 0
        return Summary(updates=0)

    player = start(Scripted(game))
    player.observe(np.zeros(2))
    with pytest.raises(InputError, match="ended after round 2 of 3"):
        player.observe(np.zeros(2))
    with pytest.raises(InputError, match="ended before it played in round 1"):
        start(Scripted(game), rounds=1)


def test_a_learner_that_plays_on_is_refused() -> None:
    def game(rounds: int) -> Generator[int, np.ndarray, Summary]:
        for _ in range(rounds + 1):
            yield 0
        return Summary(updates=0)

    player = start(Scripted(game), rounds=1)
    with pytest.raises(InputError, match="plays on after the last round, 1"):
        player.observe(np.zeros(2))


def test_a_learner_without_a_summary_is_refused() -> None:
    def game(rounds: int) -> Generator[int, np.ndarray, None]:
        for _ in range(rounds):
            yield 0

    with pytest.raises(InputError, match="returned None and not a Summary"):
        run(Scripted(game), STREAM, np.random.default_rng(0))


def test_a_game_that_is_over_takes_no_more_turns() -> None:
    player = start(MultiplicativeWeights(1.0), rounds=1)
    player.observe(np.zeros(2))
    with pytest.raises(InputError, match="is over"):
        player.observe(np.zeros(2))
    with pytest.raises(InputError, match="is over"):
        _ = player.pick
    assert player.finish() is player.finish()


def test_a_game_needs_a_round_and_an_expert() -> None:
    with pytest.raises(InputError, match="at least one round and one expert, not 0 and 2"):
        start(MultiplicativeWeights(1.0), rounds=0)


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)
@pytest.mark.parametrize("shown", [0, 1, 3])
def test_every_learner_here_can_be_stopped_and_reports_the_game_so_far(learner: Learner, shown: int) -> None:
    whole = Player(learner, rounds=6, experts=3, rng=np.random.default_rng(4))
    stopped = Player(learner, rounds=6, experts=3, rng=np.random.default_rng(4))
    for row in STREAM.losses[:shown]:
        stopped.observe(row)
    for row in STREAM.losses:
        whole.observe(row)
    assert stopped.finish().updates <= whole.finish().updates


def test_a_learner_that_cannot_be_stopped_is_refused() -> None:
    def deaf(rounds: int) -> Generator[int, np.ndarray, Summary]:
        for _ in range(rounds):
            yield 0
        return Summary(updates=0)

    def stubborn(rounds: int) -> Generator[int, np.ndarray, Summary]:
        for _ in range(rounds):
            try:
                yield 0
            except EarlyStop:
                yield 0
        return Summary(updates=0)

    with pytest.raises(InputError, match="cannot be stopped early; let it catch EarlyStop"):
        start(Scripted(deaf)).finish()
    with pytest.raises(InputError, match="plays on although it was stopped"):
        start(Scripted(stubborn)).finish()


def test_a_run_adds_up_the_losses_of_its_picks() -> None:
    def game(rounds: int) -> Generator[int, np.ndarray, Summary]:
        for t in range(rounds):
            yield t % 3
        return Summary(updates=5)

    outcome = run(Scripted(game), STREAM, np.random.default_rng(0))
    # Picks 0,1,2,0,1,2 lose 1,1,0,1,0,0; the experts lose 3,3,3.
    np.testing.assert_array_equal(outcome.picks, [0, 1, 2, 0, 1, 2])
    assert (outcome.loss, outcome.best_loss, outcome.regret, outcome.updates) == (3.0, 3.0, 0.0, 5)
    assert outcome.best_expert == 0
    assert outcome.transcript is None
    assert not outcome.picks.flags.writeable
