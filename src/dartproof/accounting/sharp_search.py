"""The search behind `sharp_parameters`, in floats. It proposes; nothing that it computes is a guarantee."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, log, sqrt
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import minimize
from scipy.special import pdtrc

if TYPE_CHECKING:
    from numpy.typing import NDArray

_STARTS = 12
_LIMITS = 64


@dataclass(frozen=True, slots=True)
class Choice:
    """What is chosen freely: η, V, β and the share of ε2 in 1/b_ν + ε2."""

    eta: float
    limit: int
    beta: float
    share: float


def search(
    *, rounds: int, experts: int, epsilon: float, spread: float | None, loss_bound: float, one_sided: bool
) -> Choice:
    """Return a choice at which the regret bound of `SharpParameters` is small, if not the smallest.

    Args:
        rounds: T.
        experts: N ≥ 2.
        epsilon: ε > 0.
        spread: ln(1/δ), or None for δ = 0.
        loss_bound: L' ≤ T.
        one_sided: Whether the noises are, so that they err by α together and not on either side.
    """
    problem = _Problem(rounds, log(experts), epsilon, spread, loss_bound, 1 if one_sided else 2)
    # With η near 0 the bound is about ln N/η: finite, so there is always something to choose.
    grid = np.geomspace(epsilon * 1e-9, min(epsilon, 1.0), 8 * _STARTS)
    starts = [np.array([log(eta), 0.0, problem.log_beta]) for eta in grid]
    starts.sort(key=problem.value)
    best = min(
        (minimize(problem.value, start, method="Nelder-Mead", options={"maxiter": 400}) for start in starts[:3]),
        key=lambda result: float(result.fun),
    )
    return problem.choice(best.x if best.fun < problem.value(starts[0]) else starts[0])


@dataclass(frozen=True, slots=True)
class _Problem:
    """The regret bound as a function of ln η, the logit of the share of ε2, and ln β, for the best V."""

    rounds: int
    entropy: float
    epsilon: float
    spread: float | None
    loss_bound: float
    sides: int

    @property
    def log_beta(self) -> float:
        return -2 * log(self.rounds + 1)

    def value(self, point: NDArray[np.float64]) -> float:
        """The bound at the best limit; infinite where there is none."""
        _, bounds = self._bounds(*map(float, point))
        return float(bounds.min())

    def choice(self, point: NDArray[np.float64]) -> Choice:
        log_eta, logit, log_beta = map(float, point)
        limits, bounds = self._bounds(log_eta, logit, log_beta)
        return Choice(exp(log_eta), int(limits[bounds.argmin()]), exp(log_beta), 1 / (1 + exp(-logit)))

    def _bounds(self, log_eta: float, logit: float, log_beta: float) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        eta, beta = exp(min(log_eta, 20.0)), exp(min(log_beta, 1.0))
        mean = self.entropy + eta * self.loss_bound
        most = -2 * self.log_beta  # a tail of e^-most is far below what pays
        limits = np.unique(np.linspace(mean, mean + sqrt(2 * mean * most) + most, _LIMITS).astype(np.int64))
        bounds = np.full(limits.shape, inf)
        if not 0 < beta < 1 or log_eta > 10 or abs(logit) > 50:
            return limits, bounds
        checks = self.epsilon - self._resamples(eta, limits)
        epsilon2 = checks / (1 + exp(-logit))
        good = (checks > eta) & (epsilon2 > 0)
        checks, epsilon2, kept = checks[good], epsilon2[good], limits[good]
        alpha = (1 / (checks - eta) + 1 / (checks - epsilon2)) * (log(2 * self.rounds) - log_beta)
        overshoot = self.sides * alpha + 1 / np.expm1(epsilon2) + 1
        failure = beta + pdtrc(kept, mean)
        overhead = 1 - eta * overshoot / 2
        with np.errstate(divide="ignore"):
            found = mean / (-np.expm1(-eta) * overhead) - self.loss_bound + self.rounds * failure
        bounds[good] = np.where(overhead > 0, found, inf)
        return limits, bounds

    def _resamples(self, eta: float, limits: NDArray[np.int64]) -> NDArray[np.float64]:
        """What V resamples cost, about: by basic composition or the conversion of zCDP at a good order."""
        basic = 2 * eta * limits
        if self.spread is None:
            return np.asarray(basic, dtype=np.float64)
        rho = np.maximum(limits * eta**2 / 2, 1e-300)
        more = np.sqrt(self.spread / rho)
        order = 1 + more
        converted = order * rho + np.log(more / order) + (self.spread - np.log(order)) / more
        return np.asarray(np.minimum(basic, np.maximum(converted, 0)), dtype=np.float64)
