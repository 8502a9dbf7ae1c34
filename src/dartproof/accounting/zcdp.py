"""Composition of mechanisms of bounded range, by Rényi divergences.

A mechanism has range θ if on each pair of neighbours the log-ratio of its probabilities lies in some interval of length
θ. A draw from P_t has range 2η, and is only 2η-DP, which would be range 4η. Mechanisms of range θ are θ²/8-zCDP: their
Rényi divergence of order α is at most αθ²/8, for every α > 1. These bounds add up under adaptive composition.

For a Rényi divergence of order α of at most αρ, and for every ε, P(E) ≤ e^ε Q(E) + δ with

    δ = e^{(α − 1)(αρ − ε)} (α − 1)^{α − 1}/α^α.

Every order gives a valid pair, so floats may choose the order; what is returned is the formula at a rational order.

Source: `bounded_range_resampling`; Bun, Steinke (2016) for zCDP; Dong, Durfee, Rogers (2020) for bounded range; and
Canonne, Kamath, Steinke, "The discrete Gaussian for differential privacy" (2020), Proposition 12, for the conversion.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import exp as float_exp
from math import log as float_log
from math import log1p as float_log1p
from typing import TYPE_CHECKING, Final

from scipy.optimize import minimize_scalar

from dartproof.accounting.composition import Number, basic, optimal
from dartproof.errors import InputError
from dartproof.numeric import Real, exp, log

if TYPE_CHECKING:
    from collections.abc import Callable

# ln(α − 1) is searched in this range; an order beyond it would serve only ρ or ln(1/δ) of astronomic size.
_LEAST: Final = -60
_GREATEST: Final = 60


@dataclass(frozen=True, slots=True, eq=False)
class Composed:
    """A guarantee (ε, δ) for composed mechanisms, and what gives it.

    Args:
        epsilon: ε.
        method: `"basic"`, `"optimal"` or `"bounded range"`.
        order: The Rényi order α where the method is `"bounded range"`, else None.
    """

    epsilon: Real
    method: str
    order: Fraction | None = None


def bounded_range_rho(k: int, width: Number) -> Real:
    """Return ρ = kθ²/8: k mechanisms of range θ = `width`, adaptively composed, are ρ-zCDP.

    Raises:
        InputError: k < 0 or θ < 0.

    Source: `bounded_range_resampling`.
    """
    _require_count(k)
    real = _nonnegative("width", width)
    return k * real**2 / 8


def renyi_epsilon(rho: Number, delta: Number, order: Fraction) -> Real:
    """Return an ε ≥ 0 at which a Rényi divergence of order α of at most αρ gives (ε, δ).

    That is the larger of 0 and αρ + ln((α − 1)/α) + (ln(1/δ) − ln α)/(α − 1).

    Args:
        rho: ρ ≥ 0.
        delta: 0 < δ < 1.
        order: α > 1.

    Raises:
        InputError: An argument is out of its range.

    Source: Canonne, Kamath, Steinke (2020), Proposition 12; `bounded_range_resampling`.
    """
    rho, delta = _nonnegative("rho", rho), _probability(delta)
    if order <= 1:
        raise InputError(f"order = {order}; choose a Rényi order above 1")
    more = order - 1
    return Real.maximum(0, order * rho + log(more / order) - (log(delta) + log(order)) / more)


def renyi_delta(rho: Number, eps: Number, order: Fraction) -> Real:
    """Return the δ of (ε, δ) for a Rényi divergence of order α of at most αρ; the inverse of `renyi_epsilon`.

    Args:
        rho: ρ ≥ 0.
        eps: ε ≥ 0.
        order: α > 1.

    Returns:
        min(1, e^{(α − 1)(αρ − ε)} (α − 1)^{α − 1}/α^α).

    Raises:
        InputError: An argument is out of its range.
    """
    rho, eps = _nonnegative("rho", rho), _nonnegative("epsilon", eps)
    if order <= 1:
        raise InputError(f"order = {order}; choose a Rényi order above 1")
    more = order - 1
    return Real.minimum(1, exp(more * (order * rho - eps) + more * log(more) - order * log(order)))


def zcdp(rho: Number, delta: Number) -> Composed:
    """Return an ε at which every ρ-zCDP mechanism is (ε, δ)-DP, for the best order that a float search finds.

    Args:
        rho: ρ ≥ 0.
        delta: 0 < δ < 1.

    Raises:
        InputError: An argument is out of its range.
    """
    rho, delta = _nonnegative("rho", rho), _probability(delta)
    size, spread = float(rho), -float(log(delta))
    order = best_order(size, spread)
    return Composed(renyi_epsilon(rho, delta, order), "bounded range", order)


def best_order(rho: float, spread: float) -> Fraction:
    """Return a rational Rényi order near the one at which `renyi_epsilon` is least.

    Args:
        rho: ρ ≥ 0, which may be rounded.
        spread: ln(1/δ) > 0, which may be rounded.
    """

    def bound(log_more: float) -> float:
        return float_epsilon(rho, spread, log_more)

    # The order of the plain conversion, at which αρ + spread/(α − 1) is least, is near.
    start = (float_log(spread) - float_log(rho)) / 2 if rho > 0 else float(_GREATEST)
    return 1 + _rational(float_exp(_least(bound, min(max(start, _LEAST), _GREATEST))))


def float_epsilon(rho: float, spread: float, log_more: float) -> float:
    """Return the ε of `renyi_epsilon` at δ = e^{−spread} and α = 1 + e^{log_more}, in floats: for searches only."""
    more = float_exp(log_more)
    log_order = float_log1p(more)
    return (1 + more) * rho + log_more - log_order + (spread - log_order) / more


def best_composed(k: int, eta: Number, delta: Number) -> Composed:
    """Return the best (ε, δ) known here for k adaptive draws from multiplicative weights with rate η.

    Each draw is 2η-DP and has range 2η, so the candidates are basic composition 2ηk, optimal composition
    Comp_δ(k, 2η) and, for δ > 0, zCDP with ρ = kη²/2.

    Args:
        k: The number of draws, k ≥ 0.
        eta: η ≥ 0.
        delta: 0 ≤ δ < 1.

    Returns:
        The candidate that is least to 17 digits. Each of them is valid, so a wrong choice between nearly equal ones
        would be valid too.

    Raises:
        InputError: An argument is out of its range.

    Source: Lemma 2.4 (`exponential_mechanism`), `bounded_range_resampling`.
    """
    _require_count(k)
    width = 2 * _nonnegative("eta", eta)
    delta = Real.of(delta)
    plain = Composed(basic(k, width), "basic")
    if delta.sign() == 0 or k == 0 or width.exact == 0:
        return plain
    candidates = (
        plain,
        Composed(optimal(k, width, delta), "optimal"),
        zcdp(bounded_range_rho(k, width), delta),
    )
    return min(candidates, key=lambda composed: float(composed.epsilon))


def _least(function: Callable[[float], float], start: float) -> float:
    bounds = (max(start - 5, _LEAST), min(start + 5, _GREATEST))
    return float(minimize_scalar(function, bounds=bounds, method="bounded", options={"xatol": 1e-6}).x)


def _rational(number: float) -> Fraction:
    """Return a positive fraction of 24 bits near a positive number."""
    exact = Fraction(number)
    shift = exact.numerator.bit_length() - exact.denominator.bit_length() - 24
    unit = Fraction(2) ** shift
    return round(exact / unit) * unit


def _require_count(k: int) -> None:
    if not isinstance(k, int) or isinstance(k, bool) or k < 0:
        raise InputError(f"k = {k!r}; the number of composed mechanisms is an integer of at least 0")


def _nonnegative(name: str, number: Number) -> Real:
    real = Real.of(number)
    if real.sign() < 0:
        raise InputError(f"{name} = {real}; choose {name} >= 0")
    return real


def _probability(delta: Number) -> Real:
    real = Real.of(delta)
    if not 0 < real < 1:
        raise InputError(f"delta = {real}; this conversion needs 0 < delta < 1")
    return real
