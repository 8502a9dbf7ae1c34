"""What the time of a law depends on: the sizes of the streams, and of the numbers that the parameters make."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from dartproof.laws.exact_learner import ExactLearner, SmallLossLearner
from dartproof.streams import Steps

_BITS: Final = 13.0
"""Bits per round of the numbers in the runs that the formulas were fitted to, at x = y = 9/10."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Workload:
    """A learner and the size of its streams: what a computation with them depends on.

    Attributes:
        rounds: T.
        experts: N.
        grid: g.
        keep_bits: log2 of the numerator of x times its denominator: the bits of x^n are n times that.
        noise_bits: the same of y.
        noise_rate: L = −ln y.
        clip_steps: c in grid steps.
        threshold: |τ| in grid steps.
        limit: V; infinite for none.
        noise_multiples: (MX, MN).
        span: the largest cumulative loss of an expert in the rounds before T, in grid steps.
        compensated: whether it is the compensated learner, whose least hazard is a power of y.
        delay: D of Algorithm 2; None for the learners with a threshold.

    Numbers are floats, since the integers that somebody types may be beyond any use.
    """

    rounds: float
    experts: float
    grid: float
    keep_bits: float
    noise_bits: float = 1.0
    noise_rate: float = math.log(2)
    clip_steps: float = 0.0
    threshold: float = 0.0
    limit: float = math.inf
    noise_multiples: tuple[float, float] = (1.0, 1.0)
    span: float
    compensated: bool = False
    delay: float | None = None

    @classmethod
    def of(cls, learner: ExactLearner, *, rounds: int, experts: int, losses: Steps = ()) -> Workload:
        """The workload of a learner on given losses, or where there are none on any losses on the grid.

        Args:
            learner: with its parameters.
            rounds: T.
            experts: N.
            losses: T rows of N losses in grid steps.
        """
        parameters = learner.parameters
        multiples = (
            learner.noise_multiples if isinstance(learner, SmallLossLearner) else learner.parameters.noise_multiples
        )
        return cls(
            rounds=float_size(rounds),
            experts=float_size(experts),
            grid=float_size(parameters.grid),
            keep_bits=bits_of(parameters.keep),
            noise_bits=bits_of(parameters.noise),
            noise_rate=rate_of(parameters.noise),
            clip_steps=float_size(parameters.clip_steps),
            threshold=float_size(parameters.threshold),
            limit=float_size(parameters.limit),
            noise_multiples=(float_size(multiples[0]), float_size(multiples[1])),
            span=span_of(losses) if losses else float_size(parameters.grid) * float_size(max(rounds - 1, 1)),
            compensated=learner.name == "compensated",
        )

    @property
    def resamples(self) -> float:
        """The largest number of resamples that can happen: min(V, T − 1)."""
        return max(0.0, min(self.limit, self.rounds - 1))

    @property
    def longest_power(self) -> float:
        """The bits of the longest power of x or y that is computed."""
        powers = self.keep_bits * max(self.clip_steps, self.span)
        if self.delay is not None:
            return powers
        return max(powers, self.noise_bits * max(self.noise_multiples) * (self.threshold + self.span))

    @property
    def claim_bits(self) -> float:
        """The bits of e^ε of a claim at δ = 0."""
        resamples = 0.0 if not self.limit else 2 * self.limit * self.grid * self.keep_bits
        return resamples + max(4.0, *self.noise_multiples) * self.grid * self.noise_bits

    @property
    def length(self) -> float:
        """How many times longer the numbers are than in the runs that the formulas were fitted to."""
        coin = self.keep_bits * max(self.clip_steps, self.span / 2)
        return (coin + self.noise_bits * sum(self.noise_multiples) * (self.threshold + self.span / 2)) / (
            _BITS * self.rounds
        )

    @property
    def cancelled_bits(self) -> float:
        """The bits that cancel in balls: a halt at once is as improbable as a noise that exceeds the threshold."""
        return self.noise_rate / math.log(2) * min(self.noise_multiples) * self.threshold

    def longest_parameter(self, cost: Callable[[Workload], float]) -> str | None:
        """The parameter whose size costs most, if a moderate one would cost far less; its name as options have it.

        Args:
            cost: of a workload, in any unit.
        """
        whole, grid = cost(self), self.grid
        moderate = {
            "clip": replace(self, clip_steps=min(self.clip_steps, grid)),
            "threshold": replace(self, threshold=min(self.threshold, grid + self.clip_steps)),
            "limit": replace(self, limit=self.resamples),
            "noise-multiples": replace(self, noise_multiples=(2.0, 1.0)),
            "keep": replace(self, keep_bits=min(self.keep_bits, _BITS)),
            "noise": replace(self, noise_bits=min(self.noise_bits, _BITS)),
            "grid": replace(
                self,
                grid=1.0,
                clip_steps=self.clip_steps / grid,
                threshold=self.threshold / grid,
                span=self.span / grid,
            ),
        }
        costs = {name: cost(other) for name, other in moderate.items()}
        best = min(costs, key=lambda name: costs[name])
        return best if costs[best] < whole / 4 else None


def bits_of(number: Fraction) -> float:
    """The bits of a positive rational: log2 of numerator and denominator together, but at least 1."""
    return max(1.0, math.log2(number.numerator) + math.log2(number.denominator))


def log2_of(number: Fraction) -> float:
    """log2 of a positive rational, also where it is beyond floats."""
    return math.log2(number.numerator) - math.log2(number.denominator)


def rate_of(number: Fraction) -> float:
    """−ln of a rational in (0, 1), also where it is beyond floats; may be 0 where it is nearer to 1 than they tell."""
    if 2 * number > 1:
        return -math.log1p(float(number - 1))
    return math.log(number.denominator) - math.log(number.numerator)


def span_of(losses: Steps) -> float:
    """The largest sum of the losses of an expert, the last row left out; 1 at least."""
    return max(1.0, *(float_size(sum(column)) for column in zip(*losses[:-1], strict=False)), 1.0)


def float_size(number: int) -> float:
    """The absolute value as a float, or 1e300 where it is more."""
    return float(abs(number)) if abs(number).bit_length() < 990 else 1e300
