"""The learners of the float laws, in floats: Algorithm 1 and the compensated learner, with any real parameters.

Everything is counted in grid steps, as losses are. A learner checks with a hazard h(x) that depends on the distance
x = threshold + ξ − q from the pending loss q to the noisy threshold; given ξ, the checks are independent.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dartproof.accounting import CompensatedParameters, ExactParameters
from dartproof.errors import InputError
from dartproof.mechanisms.halting import NoiseShape, require_noise_shape

Floats: TypeAlias = NDArray[np.float64]

IMPOSSIBLE: Final = -1e8
"""Stands for ln 0 in sums of logarithms, where −∞ − (−∞) would arise; a sum below half of it is −∞."""

_LN2: Final = math.log(2)


@dataclass(frozen=True, slots=True, kw_only=True)
class FloatModel:
    """Algorithm 1 or the compensated learner, in floats. Rates, losses and thresholds are per grid step.

    Attributes:
        grid: g; losses are multiples of 1/g.
        eta: η/g, the learning rate: −ln `keep`; positive.
        threshold_rate: 1/b of the threshold noise ξ; positive.
        query_rate: 1/b of the query noises; positive.
        threshold: τ in grid steps, any real number.
        clip: the clip level c in grid steps; at least 0, positive for the compensated learner.
        limit: V ≥ 0.
        threshold_shape: of ξ.
        query_shape: of the query noises; for the compensated learner it must be "exponential".
        floor: None for Algorithm 1; h0 in [0, 1], the least hazard, for the compensated learner.

    Raises:
        InputError: a number is out of its range.

    Source: Algorithm 1 (`small_loss_learner`); `compensated_privacy`.
    """

    grid: int
    eta: float
    threshold_rate: float
    query_rate: float
    threshold: float
    clip: float
    limit: int
    threshold_shape: NoiseShape = "laplace"
    query_shape: NoiseShape = "laplace"
    floor: float | None = None

    def __post_init__(self) -> None:
        require_noise_shape(self.threshold_shape)
        require_noise_shape(self.query_shape)
        if self.grid < 1 or self.limit < 0:
            raise InputError(f"grid = {self.grid}, limit = {self.limit}; choose a grid of at least 1, a limit of 0")
        for name in ("eta", "threshold_rate", "query_rate"):
            if not 0 < getattr(self, name) < math.inf:
                raise InputError(f"{name} = {getattr(self, name)} must be positive and finite")
        if not (math.isfinite(self.threshold) and 0 <= self.clip < math.inf):
            raise InputError(f"threshold = {self.threshold}, clip = {self.clip}; give finite numbers, the clip not < 0")
        if self.floor is not None and not (0 <= self.floor <= 1 and self.clip > 0):
            raise InputError(f"floor = {self.floor}, clip = {self.clip}; choose 0 <= floor <= 1 and a positive clip")
        if self.floor is not None and self.query_shape != "exponential":
            raise InputError("the hazard of the compensated learner is that of exponential noise")

    def within(self, rounds: int) -> FloatModel:
        """The same learner for so many rounds: with min(V, T − 1) for V, as no more resamples can happen."""
        return replace(self, limit=min(self.limit, rounds - 1))

    @property
    def kinks(self) -> tuple[tuple[float, float], ...]:
        """The distances at which the hazard h is not analytic, each with how much the derivative of ln(1 − h) drops.

        Only the drop at the floor is told, as the derivative tends to ∞ at the other kink or has no jump there.
        """
        if not self.floor or self.floor == 1:
            return ((0.0, 0.0),)
        return (0.0, 0.0), (self._reach, self.query_rate * self.floor / (1 - self.floor))

    @property
    def check_decay(self) -> float:
        """The rate at which the hazard falls off beyond all kinks."""
        return 0.0 if self.floor else self.query_rate

    @property
    def log_release(self) -> float:
        """The logarithm of p = h0 (1 − e^{−ηc}), the part of the hazard that always resamples; −∞ if there is none."""
        return math.log(self.floor) + log1mexp(self.eta * self.clip) if self.floor else -math.inf

    @property
    def log_unreleased(self) -> float:
        """The logarithm of 1 − p."""
        floor = self.floor or 0.0
        return math.log(1 - floor + floor * math.exp(-self.eta * self.clip))

    def log_density(self, noise: Floats) -> Floats:
        """The logarithm of the density of ξ, up to −∞."""
        if self.threshold_shape == "laplace":
            result: Floats = np.abs(noise)
            result *= -self.threshold_rate
            result += math.log(self.threshold_rate / 2)
            return result
        inside = math.log(self.threshold_rate) - self.threshold_rate * noise
        return np.where(noise >= 0, inside, -np.inf)

    def log_wait(self, distance: Floats) -> Floats:
        """The logarithm of 1 − h, `IMPOSSIBLE` for h = 1."""
        scaled = self.query_rate * distance
        if self.query_shape == "laplace":
            return _log_laplace(scaled)
        if self.floor:
            scaled = np.minimum(scaled, self.query_rate * self._reach)
        result = np.full_like(scaled, IMPOSSIBLE)
        positive = scaled > 0
        result[positive] = np.log(-np.expm1(-scaled[positive]))
        return result

    def log_check(self, distance: Floats) -> Floats:
        """The logarithm of h, for the compensated learner of h − p."""
        scaled = self.query_rate * distance
        if self.query_shape == "laplace":
            return _log_laplace(-scaled)
        if not self.floor:
            return np.asarray(-np.maximum(scaled, 0.0))
        height = self.query_rate * self._reach
        scaled = np.clip(scaled, 0.0, height)
        # h − p = h (1 − e^{−d} + e^{−d − ηc}) with d = ln(h/h0): a sum of positive terms
        gap = height - scaled
        return np.asarray(-scaled + np.log(-np.expm1(-gap) + np.exp(-gap - self.eta * self.clip)))

    def log_keep(self, pending: Floats) -> Floats:
        """The logarithm of the probability that a check keeps the expert (given h − p for the compensated learner)."""
        clipped = pending if self.floor is not None else np.maximum(pending, self.clip)
        return np.asarray(-self.eta * clipped)

    def log_drop(self, pending: Floats) -> Floats:
        """The logarithm of 1 − exp(`log_keep`); −∞ where nothing is dropped."""
        exponent = -self.log_keep(pending)
        result = np.full_like(exponent, -np.inf)
        positive = exponent > 0
        result[positive] = np.log(-np.expm1(-exponent[positive]))
        return result

    @property
    def _reach(self) -> float:
        """The distance from which on the hazard is the floor."""
        return -math.log(self.floor) / self.query_rate if self.floor else math.inf


def _log_laplace(noise: Floats) -> Floats:
    """The logarithm of the distribution function of Laplace noise with scale 1."""
    result: Floats = np.maximum(noise, 0.0)
    np.negative(result, out=result)
    np.exp(result, out=result)
    result *= -0.5
    np.log1p(result, out=result)
    result += np.minimum(noise, 0.0)  # at 0 both branches are −ln 2
    return result


def log1mexp(exponent: float) -> float:
    """ln(1 − e^{−x}) for x > 0."""
    return math.log(-math.expm1(-exponent)) if exponent < _LN2 else math.log1p(-math.exp(-exponent))


def float_model(
    parameters: ExactParameters | CompensatedParameters | FloatModel,
    *,
    noise_multiples: tuple[int, int] = (2, 1),
    noise_shape: NoiseShape = "laplace",
) -> FloatModel:
    """Return the learner with these parameters, in floats.

    Args:
        parameters: of Algorithm 1, or of the compensated learner; a model is returned as it is.
        noise_multiples: (MX, MN) of Algorithm 1: 1/b_ξ = MX·g·L and 1/b_ν = MN·g·L, L = −ln y. Parameters of the
            compensated learner and models carry their own, and this is not read.
        noise_shape: of both noises of Algorithm 1; not read otherwise.

    Raises:
        InputError: a multiple is not positive, or the shape is unknown.
    """
    if isinstance(parameters, FloatModel):
        return parameters
    if isinstance(parameters, CompensatedParameters):
        unit = -log_of(parameters.noise)
        multiple_xi, multiple_nu = parameters.noise_multiples
        return FloatModel(
            grid=parameters.grid,
            eta=-log_of(parameters.keep),
            threshold_rate=multiple_xi * unit,
            query_rate=multiple_nu * unit,
            threshold=float(parameters.threshold),
            clip=float(parameters.clip_steps),
            limit=parameters.limit,
            threshold_shape=parameters.noise_shape,
            query_shape="exponential",
            floor=float(parameters.least_hazard),
        )
    unit = -log_of(parameters.noise)
    return FloatModel(
        grid=parameters.grid,
        eta=-log_of(parameters.keep),
        threshold_rate=noise_multiples[0] * unit,
        query_rate=noise_multiples[1] * unit,
        threshold=float(parameters.threshold),
        clip=float(parameters.clip_steps),
        limit=parameters.limit,
        threshold_shape=noise_shape,
        query_shape=noise_shape,
    )


def log_of(number: Fraction) -> float:
    """The logarithm of a positive rational to full relative precision, also near 1."""
    if abs(number - 1) < Fraction(1, 2):
        return math.log1p(float(number - 1))
    if Fraction(1, 1 << 1000) < number < 1 << 1000:
        return math.log(number)
    return math.log(number.numerator) - math.log(number.denominator)  # it is beyond floats
