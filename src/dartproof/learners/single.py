"""One game of a learner over one stream."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dartproof.learners.base import Learner, losses_of, take_turns
from dartproof.learners.cumulative import PrefixSums
from dartproof.learners.single_plays import Game, play_array
from dartproof.learners.transcript import DoublingTranscript, Summary, Transcript
from dartproof.streams import LossStream


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """One game of a learner over a stream.

    Attributes:
        picks: The experts (from 0) played, integer array of shape (T,), read-only.
        loss: The total loss of the picks.
        best_expert: An expert (from 0) of least total loss.
        best_loss: L*, that expert's total loss.
        updates: How often the learner drew its expert anew, v_T.
        transcript: The learner's random choices, or None where it keeps no record of them.
    """

    picks: NDArray[np.intp]
    loss: float
    best_expert: int
    best_loss: float
    updates: int
    transcript: Transcript | DoublingTranscript | None

    @property
    def regret(self) -> float:
        """The loss minus that of the best expert; may be negative."""
        return self.loss - self.best_loss


def run(learner: Learner, stream: LossStream, rng: np.random.Generator) -> Run:
    """Let `learner` play once over `stream`.

    The game is that of `take_turns`, where the learner plays an expert before it is shown the losses of the round.
    `SmallLossLearner`, `LazyLearner`, `ShrinkingDartboard` and `CompensatedLearner` play the very same game faster,
    over many rounds at once: the same seed gives the same picks and the same transcript, and leaves the generator in
    the same state.

    Args:
        learner: Who plays.
        stream: The losses. In one that is not exact, best_loss is a float sum in the order of `PrefixSums`, so it may
            differ from `stream.best_loss` by rounding.
        rng: The generator that supplies the learner's randomness.

    Returns:
        The picks and what they cost.

    Raises:
        InputError: If the learner breaks the protocol of `Learner`.

    Example:
        >>> from dartproof.learners import MultiplicativeWeights
        >>> stream = LossStream.from_rows([[0, 1]] * 100)
        >>> outcome = run(MultiplicativeWeights(eta=1.0), stream, np.random.default_rng(0))
        >>> outcome.best_loss, outcome.regret <= 2 * math.log(2)
        (0.0, True)
    """
    sums = PrefixSums(stream.losses)
    game = _play(learner, stream, rng, sums)
    game.picks.setflags(write=False)
    best_expert, best_loss = _best(stream, sums)
    return Run(
        picks=game.picks,
        loss=math.fsum(game.losses.tolist()),
        best_expert=best_expert,
        best_loss=best_loss,
        updates=game.summary.updates,
        transcript=game.summary.transcript,
    )


def play_once(learner: Learner, stream: LossStream, rng: np.random.Generator) -> tuple[NDArray[np.intp], Summary]:
    """Play as `run` does; return the picks, shape (T,), and the learner's summary, both those of `take_turns`.

    Args:
        learner: Who plays.
        stream: The losses.
        rng: The generator that supplies the learner's randomness. One that is no `numpy.random.Generator`, and so
            cannot be put back to an earlier state, makes every learner take turns.

    Raises:
        InputError: If the learner breaks the protocol of `Learner`.
    """
    game = _play(learner, stream, rng, PrefixSums(stream.losses))
    return game.picks, game.summary


def _play(learner: Learner, stream: LossStream, rng: np.random.Generator, sums: PrefixSums) -> Game:
    game = play_array(learner, stream.losses, rng, sums=sums) if isinstance(rng, np.random.Generator) else None
    if game is None:
        picks, summary = take_turns(learner, stream, rng)
        return Game(picks, losses_of(stream, picks), summary)
    return game


def _best(stream: LossStream, sums: PrefixSums) -> tuple[int, float]:
    """Return an expert of least total loss and that loss, in one pass over the rows that the game has not read."""
    if stream.is_exact and not _adds_without_rounding(stream):
        return stream.best_expert, stream.best_loss
    totals = sums.before(stream.rounds)
    return int(totals.argmin()), float(totals.min())


def _adds_without_rounding(stream: LossStream) -> bool:
    """Whether all sums of the losses are multiples of a power of 1/2 that floats hold exactly."""
    grid = stream.given
    return isinstance(grid, int) and grid.bit_count() == 1 and stream.rounds * grid <= 2**53
