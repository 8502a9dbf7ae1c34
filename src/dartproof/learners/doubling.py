"""Algorithm 3: no bound on L* is known, so it is guessed and doubled."""

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dartproof.learners.base import EarlyStop, Learner, Play, Player
from dartproof.learners.checks import require_positive
from dartproof.learners.transcript import DoublingTranscript, Summary
from dartproof.mechanisms.above_threshold import AboveThreshold


@dataclass(frozen=True, slots=True, kw_only=True)
class DoublingLearner:
    """Runs an inner learner built for L* ≤ L', and starts afresh with 2 L' once AboveThreshold finds L' too small.

    In the k-th bucket, L' = 3·2^k α, the threshold is (3·2^k − 2) α, and the query after round t is the least loss of
    an expert since the bucket began. Each bucket has a new inner learner, which remembers nothing of the earlier ones,
    is told the full number T of rounds, and draws from the same generator.

    If every inner learner is (ε/2, δ)-DP, this learner is (ε, δ)-DP.

    Source: Algorithm 3 (`doubling_learner`); Lemma A.3 (`doubling`), whose regret bound needs α ≥ 1.

    Args:
        epsilon: The privacy parameter of the whole; AboveThreshold takes half of it. Positive.
        inner: Builds the learner of a bucket from L', in units of loss. L' may exceed T, and is passed on all the same;
            `PaperInner` says what is made of it there. The learner must heed `EarlyStop`.

    Raises:
        InputError: If `epsilon` is not positive and finite; in `play`, if an inner learner breaks its protocol.
    """

    epsilon: float
    inner: Callable[[float], Learner]
    name: ClassVar[str] = "doubling"

    def __post_init__(self) -> None:
        require_positive("epsilon", self.epsilon)

    def alpha(self, rounds: int) -> float:
        """Return α = 16 (ln T + 2 ln(2T))/ε for T = `rounds`, in units of loss."""
        return 16 * (math.log(rounds) + 2 * math.log(2 * rounds)) / self.epsilon

    def play(self, *, rounds: int, experts: int, rng: np.random.Generator) -> Play:
        """Play as `Learner.play` says; the query after a round is asked before the inner learner sees its losses."""
        alpha = self.alpha(rounds)

        def open_bucket(k: int) -> tuple[AboveThreshold, Player]:
            above = AboveThreshold(self.epsilon / 2, (3 * 2.0**k - 2) * alpha, rng)
            return above, Player(self.inner(3 * 2.0**k * alpha), rounds=rounds, experts=experts, rng=rng)

        tops: list[int] = []
        inner: list[Summary] = []
        above, player = open_bucket(1)
        since = np.zeros(experts)
        with suppress(EarlyStop):
            for t in range(rounds):
                row = yield player.pick
                since += row
                if above.query(float(since.min())):
                    tops.append(t)
                    if t + 1 < rounds:
                        inner.append(player.finish())
                        above, player = open_bucket(len(tops) + 1)
                        since[:] = 0
                elif t + 1 < rounds:
                    player.observe(row)
        inner.append(player.finish())
        updates = sum(summary.updates for summary in inner)
        return Summary(updates=updates, transcript=DoublingTranscript(tuple(tops), tuple(inner)))
