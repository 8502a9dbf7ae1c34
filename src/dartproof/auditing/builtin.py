"""The learners of this package as mechanisms to audit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from dartproof.auditing.model import FloatArray
from dartproof.errors import InputError
from dartproof.learners import DoublingTranscript, Learner, Summary, Transcript, run, simulate
from dartproof.streams import LossStream

View = Literal["picks", "transcript"]
"""What of a run is published: the experts played, or all random choices of the learner."""


@dataclass(frozen=True, slots=True)
class LearnerMechanism:
    """A learner that publishes a view of its run.

    The outputs count experts from 1. The view "picks" is (i_1, ..., i_T). The view "transcript" is i_1, then for every
    round that asks "⊥", "⊤ keep", or the expert that was resampled; of the doubling learner, the ⊤ rounds, then the
    transcripts of the inner learners.

    Attributes:
        learner: the learner; it must be picklable for an audit with several workers.
        view: what is published.
    """

    learner: Learner
    view: View = "picks"

    def __call__(self, losses: FloatArray, rng: np.random.Generator) -> object:
        """The view of one run on a stream of shape (T, N).

        Raises:
            InputError: `losses` is no loss stream, or the learner records no transcript.
        """
        outcome = run(self.learner, LossStream(losses), rng)
        if self.view == "picks":
            return outcome.picks + 1
        return self._published(outcome.transcript)

    def sample(
        self, losses: FloatArray, rng: np.random.Generator, trials: int
    ) -> Sequence[object] | npt.NDArray[np.generic]:
        """The views of `trials` independent runs; picks as an array of shape (trials, T)."""
        stream = LossStream(losses)
        if self.view == "transcript":
            return [self._published(run(self.learner, stream, rng).transcript) for _ in range(trials)]
        seed = int(rng.integers(np.iinfo(np.int64).max))
        picks = simulate(self.learner, stream, trials=trials, seed=seed, keep_picks=True).picks
        if picks is None:
            raise InputError(f"learner {self.learner.name}: the simulation kept no picks")
        return picks + 1

    def _published(self, record: Transcript | DoublingTranscript | None) -> tuple[object, ...]:
        if isinstance(record, DoublingTranscript):
            return (record.tops, *(self._published_by(inner) for inner in record.inner))
        if record is None:
            raise InputError(f"learner {self.learner.name}: it records no transcript; audit its picks")
        keeps, resampled = iter(record.keeps), iter(record.resampled)
        steps = [("⊤ keep" if next(keeps) else next(resampled) + 1) if top else "⊥" for top in record.answers]
        return (record.first + 1, *steps)

    def _published_by(self, inner: Summary) -> tuple[object, ...]:
        return self._published(inner.transcript)
