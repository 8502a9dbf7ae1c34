"""The compensated learner: Algorithm 1 with checks at random anyway, which pay for its clip."""

import math
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from dartproof.accounting import CompensatedParameters
from dartproof.errors import InputError
from dartproof.learners.base import EarlyStop, Play
from dartproof.learners.checks import require_positive, require_rate
from dartproof.learners.cumulative import CumulativeLosses
from dartproof.learners.transcript import TranscriptLog
from dartproof.mechanisms import exponential, exponential_mechanism


@dataclass(frozen=True, slots=True, kw_only=True)
class CompensatedLearner:
    """Holds an expert, checks it at a rate that its loss since the last check raises, and keeps or resamples it.

    An instance starts with ξ ~ Exp(b1), one-sided. With the loss q of the expert held since the last check, each
    round of it has a check with probability h = max(h0, G(τ + ξ - q)), where G(z) = min(1, exp(−z/b2)) and
    h0 = G(τ - c). With p = h0 (1 - exp(−ηc)), the expert is checked and kept with probability exp(−ηq) (h - p), and
    else resampled: i_t ~ P_t, which may return the same expert. A check starts a new instance. After `limit` resamples
    there are no more checks.

    What a check keeps too seldom, because p is subtracted, makes up for the rounds without a check, so that without a
    limit a check that is forced in any round leaves the law P_t of multiplicative weights exactly, clip or no clip.

    In real arithmetic the learner is (ε, δ)-DP for every δ ≥ 0 with
    ε = max(1/b1 + η, 1/b2 + ε2) + Comp_δ(limit, 2η), where
    ε2 = max(ln(1 + 1/c), ln(1 + (exp(ηc) - 1)(1 - exp(−1/b2)))): see `compensated_total`. Noise and coins are drawn in
    floating point.

    Source: `compensated_privacy`, `compensated_marginal`.

    Args:
        eta: The learning rate η, per unit of loss; not negative.
        tau: The threshold τ, in units of loss; at least the clip.
        clip: c, in units of loss; positive.
        limit: V, the number of resamples after which the expert is held for good; not negative.
        threshold_scale: b1, the scale of ξ, in units of loss; positive.
        query_scale: b2, the scale of the query noise, in units of loss; positive.

    Raises:
        InputError: If a parameter is outside its range.
    """

    eta: float
    tau: float
    clip: float
    limit: int
    threshold_scale: float
    query_scale: float
    name: ClassVar[str] = "compensated"

    def __post_init__(self) -> None:
        require_rate(self.eta)
        require_positive("clip", self.clip)
        if not self.clip <= self.tau < math.inf:
            raise InputError(f"tau = {self.tau} must be finite and at least clip = {self.clip}")
        if self.limit < 0:
            raise InputError(f"limit = {self.limit} must not be negative")
        require_positive("threshold-scale", self.threshold_scale)
        require_positive("query-scale", self.query_scale)

    @classmethod
    def from_exact(cls, parameters: CompensatedParameters) -> Self:
        """Return the learner with the exact parameters, rounded to the nearest floats.

        Raises:
            InputError: If they are those of a control, which is another learner.
        """
        if parameters.floor is not None or parameters.noise_shape != "exponential":
            raise InputError("the parameters are those of a control: the learner has exponential noise and its own h0")
        grid, (multiple_xi, multiple_nu) = parameters.grid, parameters.noise_multiples
        rate = -grid * math.log(parameters.noise)
        return cls(
            eta=-grid * math.log(parameters.keep),
            tau=parameters.threshold / grid,
            clip=parameters.clip_steps / grid,
            limit=parameters.limit,
            threshold_scale=1 / (multiple_xi * rate),
            query_scale=1 / (multiple_nu * rate),
        )

    @property
    def widest_gap(self) -> float:
        """τ - c, at least 0: with a gap of that much, or more, a check has the probability h0."""
        return self.tau - self.clip

    def keep_probability(self, pending: float, gap: float) -> float:
        """Return the probability that a check keeps the expert, exp(−ηq) (h - p)/h.

        Args:
            pending: q, in units of loss.
            gap: min(τ - c, τ + ξ - q), of either sign: the check had the probability h = G(gap).
        """
        # p/h = (h0/h) (1 - exp(−ηc)), and h0/h = exp(−(τ - c - gap⁺)/b2) is at most 1.
        floor_share = math.exp((max(gap, 0.0) - self.widest_gap) / self.query_scale)
        return math.exp(-self.eta * pending) * (1 + floor_share * math.expm1(-self.eta * self.clip))

    def keep_probabilities(self, pending: NDArray[np.float64], gaps: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return `keep_probability` for each of many checks."""
        floor_shares = np.exp((np.maximum(gaps, 0.0) - self.widest_gap) / self.query_scale)
        keeps: NDArray[np.float64] = np.exp(-self.eta * pending) * (
            1 + floor_shares * math.expm1(-self.eta * self.clip)
        )
        return keeps

    def play(self, *, rounds: int, experts: int, rng: np.random.Generator) -> Play:
        """Play as `Learner.play` says."""
        pick = int(rng.integers(experts))
        log = TranscriptLog(pick)
        cumulative = CumulativeLosses(experts)
        pending = 0.0  # the loss of the expert held since the last check, q
        bar = self.tau + exponential.sample(self.threshold_scale, rng)
        with suppress(EarlyStop):
            row = yield pick
            for _ in range(1, rounds):
                cumulative.add(row)
                if len(log.resampled) < self.limit:
                    pending += float(row[pick])
                    gap = min(bar - pending, self.widest_gap)
                    # Exponential noise of scale b2 reaches the gap with probability G(gap) = h.
                    top = exponential.sample(self.query_scale, rng) >= gap
                    log.record_answer(top=top)
                    if top:
                        if rng.random() < self.keep_probability(pending, gap):
                            log.record_keep()
                        else:
                            pick = exponential_mechanism.sample(cumulative.total, self.eta, rng)
                            log.record_resample(pick)
                        pending = 0.0
                        bar = self.tau + exponential.sample(self.threshold_scale, rng)
                row = yield pick
        return log.summary()
