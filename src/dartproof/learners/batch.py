"""Many independent games of a learner over one stream at once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dartproof.errors import InputError
from dartproof.learners.base import Learner, take_turns, total_loss
from dartproof.learners.batch_plays import BatchPlay, start_batch
from dartproof.streams import LossStream

#: Games that are played side by side. A part of what a seed means: another number would give other results.
BLOCK = 1 << 14


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Independent games of one learner over one stream; the trials are the first axis.

    Attributes:
        losses: The total loss of each trial, float64 of shape (trials,), read-only.
        updates: How often each trial drew its expert anew, v_T, integers of shape (trials,), read-only.
        best_loss: L* of the stream.
        picks: The experts (from 0) played, int32 of shape (trials, T), read-only; None unless they were asked for.
    """

    losses: NDArray[np.float64]
    updates: NDArray[np.int64]
    best_loss: float
    picks: NDArray[np.int32] | None

    @property
    def trials(self) -> int:
        """The number of games."""
        return self.losses.size

    @property
    def regrets(self) -> NDArray[np.float64]:
        """The loss of each trial minus L*, shape (trials,)."""
        return self.losses - self.best_loss


def simulate(learner: Learner, stream: LossStream, *, trials: int, seed: int, keep_picks: bool = False) -> Batch:
    """Let `learner` play `trials` independent games over `stream`.

    The learners of this package, `DoublingLearner` apart, play `BLOCK` games at once, with the same turn-taking as in a
    single game: the picks of a round are fixed before its losses are shown. Any other learner plays one game after the
    other. The games have the law of `run`, though not its numbers for the same seed.

    Args:
        learner: Who plays.
        stream: The losses.
        trials: The number of games; positive.
        seed: Fixes the result, together with the arguments above; not negative. Every block of games has its own child
            of `numpy.random.SeedSequence(seed)`, so the full blocks do not depend on `trials`.
        keep_picks: Whether to return the picks, which takes 4 * trials * T bytes.

    Returns:
        The losses, updates and perhaps picks of all games.

    Raises:
        InputError: If `trials` is not positive or `seed` negative, or the learner breaks the protocol of `Learner`.

    Example:
        >>> from dartproof.learners import ShrinkingDartboard
        >>> stream = LossStream.from_rows([[0, 1]] * 100)
        >>> games = simulate(ShrinkingDartboard(eta=1.0), stream, trials=1000, seed=0)
        >>> games.updates.max() < 10, games.regrets.mean() < 2 * np.log(2)
        (np.True_, np.True_)
    """
    if trials < 1:
        raise InputError(f"trials = {trials} must be positive")
    if seed < 0:
        raise InputError(f"seed = {seed} must not be negative")
    records = _Records(
        losses=np.zeros(trials),
        updates=np.zeros(trials, dtype=np.int64),
        picks=np.empty((stream.rounds, trials), dtype=np.int32) if keep_picks else None,
    )
    starts = range(0, trials, BLOCK)
    for start, child in zip(starts, np.random.SeedSequence(seed).spawn(len(starts)), strict=True):
        block = records.part(slice(start, min(start + BLOCK, trials)))
        size = block.losses.size
        play = start_batch(
            learner, rounds=stream.rounds, experts=stream.experts, trials=size, rng=np.random.default_rng(child)
        )
        if play is not None:
            _play_together(play, stream, block)
        else:
            for trial, grandchild in enumerate(child.spawn(size)):
                picks, summary = take_turns(learner, stream, np.random.default_rng(grandchild))
                block.record(trial, total_loss(stream, picks), summary.updates, picks)
    return records.batch(stream.best_loss)


@dataclass(frozen=True, slots=True, eq=False)
class _Records:
    """The outcomes of some games as they are written; the picks are of shape (T, games), a round being one write."""

    losses: NDArray[np.float64]
    updates: NDArray[np.int64]
    picks: NDArray[np.int32] | None

    def part(self, games: slice) -> "_Records":
        return _Records(self.losses[games], self.updates[games], None if self.picks is None else self.picks[:, games])

    def record(self, game: int, loss: float, updates: int, picks: NDArray[np.intp]) -> None:
        self.losses[game] = loss
        self.updates[game] = updates
        if self.picks is not None:
            self.picks[:, game] = picks

    def batch(self, best_loss: float) -> Batch:
        self.losses.setflags(write=False)
        self.updates.setflags(write=False)
        if self.picks is not None:
            self.picks.setflags(write=False)
        return Batch(self.losses, self.updates, best_loss, None if self.picks is None else self.picks.T)


def _play_together(play: BatchPlay, stream: LossStream, records: _Records) -> None:
    """Let a block of games take their turns."""
    losses = np.empty_like(records.losses)
    picks = next(play)
    for t in range(stream.rounds):
        if records.picks is not None:
            records.picks[t] = picks
        row = stream.row(t)
        np.add(records.losses, np.take(row, picks, out=losses, mode="clip"), out=records.losses)
        try:
            picks = play.send(row)
        except StopIteration as end:
            records.updates[:] = end.value
