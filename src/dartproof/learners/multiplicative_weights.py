"""Multiplicative weights: a fresh expert from P_t in every round."""

from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dartproof.learners.base import EarlyStop, Play
from dartproof.learners.checks import require_rate
from dartproof.learners.transcript import TranscriptLog
from dartproof.mechanisms import exponential_mechanism


@dataclass(frozen=True, slots=True)
class MultiplicativeWeights:
    """Draws i_t ~ P_t in every round t, P_t(i) proportional to exp(−η · loss of i in the rounds before t).

    Total expected loss at most (η L* + ln N)/(1 - exp(−η)). P_1 does not depend on the losses and each of the T - 1
    later draws is 2η-DP, so the picks are (Comp_δ(T - 1, 2η), δ)-DP.

    Source: Lemma 2.1 (`mw_regret`), Lemma 2.4 (`exponential_mechanism`).

    Args:
        eta: The learning rate, per unit of loss; not negative.

    Raises:
        InputError: If `eta` is negative or not finite.
    """

    eta: float
    name: ClassVar[str] = "multiplicative-weights"

    def __post_init__(self) -> None:
        require_rate(self.eta)

    def play(self, *, rounds: int, experts: int, rng: np.random.Generator) -> Play:
        """Play as `Learner.play` says; in the transcript every later round has a check with Z = 0."""
        cumulative = np.zeros(experts)
        pick = exponential_mechanism.sample(cumulative, self.eta, rng)
        log = TranscriptLog(pick)
        with suppress(EarlyStop):
            cumulative += yield pick
            for _ in range(1, rounds):
                pick = exponential_mechanism.sample(cumulative, self.eta, rng)
                log.record_answer(top=True)
                log.record_resample(pick)
                cumulative += yield pick
        return log.summary()
