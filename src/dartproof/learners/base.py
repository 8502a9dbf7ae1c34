"""Taking turns: a learner plays an expert, and only then is shown the losses of the round."""

import math
import operator
from collections.abc import Generator
from typing import NoReturn, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dartproof.errors import InputError
from dartproof.learners.transcript import Summary
from dartproof.streams import LossStream

#: The losses of one round, float64 of shape (N,).
FloatRow: TypeAlias = NDArray[np.float64]

#: A game being played: yields the expert (from 0) of each round, receives that round's losses, returns a summary.
Play: TypeAlias = Generator[int, FloatRow, Summary]


class EarlyStop(Exception):  # noqa: N818 - a signal that the game is over, not an error
    """Thrown into a game at the yield where it waits for losses, to end it: the learner returns its summary.

    The losses of the round just played are not shown. The doubling learner stops its inner learners in this way.
    """


class Learner(Protocol):
    """A learner of experts' predictions; every one here is a frozen dataclass.

    `play` yields the expert that it plays in round t and receives the losses of round t as the value of that very
    yield, so its choices cannot depend on losses that it has not been shown. It yields exactly `rounds` times, also
    receives the last row, and then returns its `Summary`. A learner that may be stopped before that (an inner learner
    of `DoublingLearner`) catches `EarlyStop` and returns its summary then.
    """

    @property
    def name(self) -> str:
        """What the learner is called in messages and on the command line."""

    def play(self, *, rounds: int, experts: int, rng: np.random.Generator) -> Play:
        """Start a game of `rounds` rounds with `experts` experts, fed with randomness by `rng` alone."""


class Player:
    """A learner in a game: holds its pick for the current round until the losses of that round are handed over.

    Args:
        learner: Who plays.
        rounds: T, the number of rounds the learner is told.
        experts: N.
        rng: The generator that supplies the learner's randomness.

    Raises:
        InputError: If `rounds` or `experts` is not positive, or the learner breaks the protocol of `Learner`.
    """

    __slots__ = ("_experts", "_learner", "_pick", "_play", "_round", "_rounds", "_summary")

    def __init__(self, learner: Learner, *, rounds: int, experts: int, rng: np.random.Generator) -> None:
        if rounds < 1 or experts < 1:
            raise InputError(f"a game needs at least one round and one expert, not {rounds} and {experts}")
        self._learner, self._rounds, self._experts = learner, rounds, experts
        self._round = 0  # how many rows have been handed over
        self._summary: Summary | None = None
        self._play = learner.play(rounds=rounds, experts=experts, rng=rng)
        try:
            self._pick = self._checked(next(self._play))
        except StopIteration:
            self._refuse("ended before it played in round 1")

    @property
    def pick(self) -> int:
        """The expert (from 0) played in the current round.

        Raises:
            InputError: If the game is over.
        """
        if self._summary is not None:
            raise InputError(f"the game of {self._learner.name} is over")
        return self._pick

    def observe(self, losses: FloatRow) -> None:
        """End the current round by showing the learner a read-only copy of its losses, shape (N,).

        The copy holds no reference to the stream, so what the learner receives leads to no other round.

        Raises:
            InputError: If the game is over, or the learner breaks the protocol: it plays something that is no expert,
                ends before the last round, plays on after it, or returns no `Summary`.
        """
        if self._summary is not None:
            raise InputError(f"the game of {self._learner.name} is over")
        row = np.array(losses, dtype=np.float64)
        row.setflags(write=False)
        self._round += 1
        try:
            pick = self._play.send(row)
        except StopIteration as end:
            self._summary = self._checked_summary(end.value)
            if self._round < self._rounds:
                self._refuse(f"ended after round {self._round} of {self._rounds}")
            return
        if self._round == self._rounds:
            self._play.close()
            self._refuse(f"plays on after the last round, {self._rounds}")
        self._pick = self._checked(pick)

    def finish(self) -> Summary:
        """Return the learner's summary, after stopping it with `EarlyStop` if its last round is still to come.

        Raises:
            InputError: If the learner cannot be stopped early.
        """
        if self._summary is None:
            try:
                self._play.throw(EarlyStop())
            except StopIteration as end:
                self._summary = self._checked_summary(end.value)
            except EarlyStop:
                self._refuse("cannot be stopped early; let it catch EarlyStop and return its summary")
            else:
                self._play.close()
                self._refuse("plays on although it was stopped; let it return its summary on EarlyStop")
        return self._summary

    def _checked(self, pick: object) -> int:
        try:
            expert = operator.index(pick)  # type: ignore[arg-type]  # whatever a learner yields is checked here
        except TypeError:
            expert = -1
        if not 0 <= expert < self._experts:
            self._play.close()
            self._refuse(
                f"played {pick!r} in round {self._round + 1}; experts are the integers 0 to {self._experts - 1}"
            )
        return expert

    def _checked_summary(self, summary: object) -> Summary:
        if not isinstance(summary, Summary):
            self._refuse(f"returned {summary!r} and not a Summary")
        return summary

    def _refuse(self, what: str) -> NoReturn:
        raise InputError(f"learner {self._learner.name}: {what}")


def take_turns(learner: Learner, stream: LossStream, rng: np.random.Generator) -> tuple[NDArray[np.intp], Summary]:
    """Let `learner` play once over `stream`, round by round: the reference for everything that plays faster.

    Each pick is taken and checked before the row of its round is copied and shown. What a learner is given therefore
    holds no loss before its time; against code that searches the interpreter's memory, `first_foresight` is the check.

    Args:
        learner: Who plays.
        stream: The losses.
        rng: The generator that supplies the learner's randomness.

    Returns:
        The picks, experts from 0 in an integer array of shape (T,), and the learner's summary.

    Raises:
        InputError: If the learner breaks the protocol of `Learner`.
    """
    player = Player(learner, rounds=stream.rounds, experts=stream.experts, rng=rng)
    picks = np.empty(stream.rounds, dtype=np.intp)
    for t, row in enumerate(stream.losses):
        picks[t] = player.pick
        player.observe(row)
    return picks, player.finish()


def losses_of(stream: LossStream, picks: NDArray[np.intp]) -> FloatRow:
    """Return the float losses of the picks, one for each round, shape (T,)."""
    firsts = np.arange(0, stream.losses.size, stream.experts)  # where the rows of the array begin
    losses: FloatRow = stream.losses.reshape(-1).take(firsts + picks)
    return losses


def total_loss(stream: LossStream, picks: NDArray[np.intp]) -> float:
    """Return the sum of the picks' float losses, correctly rounded."""
    return math.fsum(losses_of(stream, picks).tolist())
