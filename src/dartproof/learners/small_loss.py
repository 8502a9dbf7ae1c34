"""Algorithm 1: the private shrinking dartboard."""

import math
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from dartproof.accounting import ExactParameters
from dartproof.errors import InputError
from dartproof.learners.base import EarlyStop, Play
from dartproof.learners.checks import require_positive, require_rate
from dartproof.learners.cumulative import CumulativeLosses
from dartproof.learners.transcript import TranscriptLog
from dartproof.mechanisms import bernoulli, exponential_mechanism
from dartproof.mechanisms.above_threshold import AboveThreshold


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallLossLearner:
    """Holds an expert until AboveThreshold finds its loss since the last check large, then keeps or resamples it.

    A check in round t keeps the expert with probability exp(−η r), r the larger of the loss since the last check
    and 1/(exp(ε2) - 1), and else draws i_t ~ P_t, which may return the same expert. After `limit` resamples
    (whatever they returned) there are no more checks.

    In real arithmetic the learner is (ε, δ)-DP for every δ ≥ 0 with
    ε = ε1 + max(η, ε2) + Comp_δ(limit, 2η). Noise and coins are drawn in floating point.

    Source: Algorithm 1 (`small_loss_learner`); Lemma 3.1 (`privacy`).

    Args:
        eta: The learning rate, per unit of loss; not negative.
        tau: The threshold of AboveThreshold, in units of loss; finite, of either sign.
        limit: V, the number of resamples after which the expert is held for good; not negative.
        epsilon1: The privacy parameter of AboveThreshold; positive.
        epsilon2: The privacy parameter of the keep-or-resample coins; positive.

    Raises:
        InputError: If a parameter is outside its range.
    """

    eta: float
    tau: float
    limit: int
    epsilon1: float
    epsilon2: float
    name: ClassVar[str] = "small-loss"

    def __post_init__(self) -> None:
        require_rate(self.eta)
        if not math.isfinite(self.tau):
            raise InputError(f"tau = {self.tau} must be finite")
        if self.limit < 0:
            raise InputError(f"limit = {self.limit} must not be negative")
        require_positive("epsilon1", self.epsilon1)
        require_positive("epsilon2", self.epsilon2)

    @classmethod
    def from_exact(cls, parameters: ExactParameters) -> Self:
        """Return the learner with the exact parameters, rounded to the nearest floats."""
        return cls(
            eta=-parameters.grid * math.log(parameters.keep),
            tau=parameters.threshold / parameters.grid,
            limit=parameters.limit,
            epsilon1=-4 * parameters.grid * math.log(parameters.noise),
            epsilon2=math.log1p(1 / parameters.clip),
        )

    @property
    def clip(self) -> float:
        """1/(exp(ε2) - 1), the least loss that a check counts."""
        return 1 / math.expm1(self.epsilon2) if self.epsilon2 < 700 else 0.0

    def play(self, *, rounds: int, experts: int, rng: np.random.Generator) -> Play:
        """Play as `Learner.play` says."""
        pick = int(rng.integers(experts))
        above = AboveThreshold(self.epsilon1, self.tau, rng)
        log = TranscriptLog(pick)
        cumulative = CumulativeLosses(experts)
        pending = 0.0  # the loss of the expert held since the last check, q_t
        with suppress(EarlyStop):
            row = yield pick
            for _ in range(1, rounds):
                cumulative.add(row)
                if len(log.resampled) < self.limit:
                    pending += float(row[pick])
                    top = above.query(pending)
                    log.record_answer(top=top)
                    if top:
                        if bernoulli.sample(self.eta * max(self.clip, pending), rng):
                            log.record_keep()
                        else:
                            pick = exponential_mechanism.sample(cumulative.total, self.eta, rng)
                            log.record_resample(pick)
                        pending = 0.0
                        above = AboveThreshold(self.epsilon1, self.tau, rng)
                row = yield pick
        return log.summary()
