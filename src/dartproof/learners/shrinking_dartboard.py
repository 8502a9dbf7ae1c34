"""Shrinking dartboard: multiplicative weights that moves as seldom as its marginals allow."""

from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dartproof.learners.base import EarlyStop, Play
from dartproof.learners.checks import require_rate
from dartproof.learners.cumulative import CumulativeLosses
from dartproof.learners.transcript import TranscriptLog
from dartproof.mechanisms import bernoulli, exponential_mechanism


@dataclass(frozen=True, slots=True)
class ShrinkingDartboard:
    """Keeps the expert i with probability w_t(i)/w_(t-1)(i) = exp(−η · its last loss), else draws i_t ~ P_t.

    In every round i_t has the law P_t of multiplicative weights, so the expected loss is the same; the expected number
    of resamples before round t is the sum of (Φ_s - Φ_(s+1))/Φ_s over s < t, Φ_s = w_s(1) + ... + w_s(N).
    The learner is not private for any epsilon: an expert without loss is kept with certainty.

    Source: Geulen, Vöcking and Winkler 2010, "Regret minimization for online buffering problems using the weighted
    majority algorithm"; the special case of `lazy_marginal` with a check in every round.

    Args:
        eta: The learning rate, per unit of loss; not negative.

    Raises:
        InputError: If `eta` is negative or not finite.
    """

    eta: float
    name: ClassVar[str] = "shrinking-dartboard"

    def __post_init__(self) -> None:
        require_rate(self.eta)

    def play(self, *, rounds: int, experts: int, rng: np.random.Generator) -> Play:
        """Play as `Learner.play` says; in the transcript every later round has a check."""
        cumulative = CumulativeLosses(experts)
        pick = exponential_mechanism.sample(cumulative.total, self.eta, rng)
        log = TranscriptLog(pick)
        with suppress(EarlyStop):
            row = yield pick
            for _ in range(1, rounds):
                cumulative.add(row)
                log.record_answer(top=True)
                if bernoulli.sample(self.eta * float(row[pick]), rng):
                    log.record_keep()
                else:
                    pick = exponential_mechanism.sample(cumulative.total, self.eta, rng)
                    log.record_resample(pick)
                row = yield pick
        return log.summary()
