"""Does a learner see losses before their time? A check of its behaviour, whatever way it may have found."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dartproof.learners.base import Learner, take_turns
from dartproof.learners.transcript import Summary
from dartproof.streams import LossStream

#: The picks of a game, experts from 0 in an integer array of shape (T,), and the learner's summary.
Played: TypeAlias = tuple[NDArray[np.intp], Summary]


def first_foresight(
    learner: Learner,
    stream: LossStream,
    *,
    seed: int,
    play: Callable[[Learner, LossStream, np.random.Generator], Played] = take_turns,
) -> int | None:
    """Return the first round whose pick depends on losses that are not to be known yet, or None if none was found.

    For every round t the learner plays again, with the same randomness, over the stream whose losses from t on are
    all replaced by 1 minus themselves. A learner that sees only the past makes the same picks up to and including
    round t. One that looks ahead, be it through the interpreter's frames, is found out if the change sways it; losses
    of 1/2 do not change, so choose a stream without them.

    Args:
        learner: Who plays; it must take its randomness from `rng` alone.
        stream: The losses; T + 1 games of T rounds are played.
        seed: Fixes the randomness.
        play: Plays a game of the learner over a stream with a generator, as `take_turns` and `play_once` do.

    Returns:
        The least round (from 0) in which a pick differs, or None.

    Raises:
        InputError: If the learner breaks the protocol of `Learner`.
    """
    expected, _ = play(learner, stream, np.random.default_rng(seed))
    for t in range(stream.rounds):
        losses = stream.losses.copy()
        losses[t:] = 1 - losses[t:]
        changed = LossStream.from_rows(losses, names=stream.names, source=stream.source)
        picks, _ = play(learner, changed, np.random.default_rng(seed))
        differing = np.flatnonzero(picks[: t + 1] != expected[: t + 1])
        if differing.size:
            return int(differing[0])
    return None
