"""The privacy of the compensated learner, and parameters that make it ε-DP."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dartproof.accounting.compensated_theorem import compensated_pure_parameters
from dartproof.accounting.composition import Number, optimal
from dartproof.errors import InputError
from dartproof.numeric import Real, exp, expm1, log1p


def compensated_total(
    *,
    eta: Number,
    clip: Number,
    threshold_scale: Number,
    query_scale: Number,
    limit: int,
    delta: Number = Fraction(0),
) -> Real:
    """Return max(1/b1 + η, 1/b2 + ε2) + Comp_δ(V, 2η), at which the compensated learner is (ε, δ)-DP.

    ε2 is the least that the theorem allows, see `least_epsilon2`. The total does not depend on the threshold, which
    has to be at least the clip.

    Args:
        eta: η ≥ 0.
        clip: c > 0.
        threshold_scale: b1 > 0, the scale of the exponential threshold noise.
        query_scale: b2 > 0, the scale of the query noise.
        limit: V ≥ 0.
        delta: 0 ≤ δ < 1. Comp is the optimal composition of `composition.optimal`.

    Raises:
        InputError: An argument is out of its range.

    Source: `compensated_privacy`.
    """
    epsilon2 = least_epsilon2(eta=eta, clip=clip, query_scale=query_scale)
    resamples = optimal(limit, 2 * Real.of(eta), delta)
    per_query, per_threshold = (
        1 / _positive("query_scale", query_scale),
        1 / _positive("threshold_scale", threshold_scale),
    )
    return Real.maximum(per_threshold + eta, per_query + epsilon2) + resamples


def least_epsilon2(*, eta: Number, clip: Number, query_scale: Number) -> Real:
    """Return max{ln(1 + 1/c), ln(1 + (e^{ηc} − 1)(1 − e^{−1/b2}))}, the least ε2 that the theorem allows.

    Args:
        eta: η ≥ 0.
        clip: c > 0.
        query_scale: b2 > 0.

    Raises:
        InputError: An argument is out of its range.

    Source: `compensated_privacy`, hypothesis H3.
    """
    clip, exponent = _positive("clip", clip), Real.of(eta) * clip
    if exponent < 0:
        raise InputError(f"eta = {Real.of(eta)}; choose eta >= 0")
    # ln(1 + (e^a − 1)(1 − u)) = a + ln(1 + u(e^{−a} − 1)), in which nothing grows.
    unchecked = exp(-1 / _positive("query_scale", query_scale))
    return Real.maximum(log1p(1 / clip), exponent + log1p(unchecked * expm1(-exponent)))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CompensatedChoice:
    """Parameters of the compensated learner that make it ε-DP.

    Attributes:
        eta: η; 0 for a single expert, who is never left.
        tau: τ = c + b2 ln(1/h0), where h0 = min(1, (ln N + ηL')/(2Tηc)).
        clip: c = 1/(e^{ε/4} − 1).
        scale: b1 = b2 = 4/ε.
        limit: V.
        regret_bound: Of the expected regret for L* ≤ L'; 0 for a single expert.
    """

    eta: Real
    tau: Real
    clip: Real
    scale: Fraction
    limit: int
    regret_bound: Real


def pure_compensated_parameters(
    *, rounds: int, experts: int, epsilon: Fraction, loss_bound: Fraction
) -> CompensatedChoice:
    """Return parameters that make the compensated learner ε-DP, for any T and N.

    They are those of the theorem, `compensated_theorem.compensated_pure_parameters`. For T = 1, of which it does not
    speak, they are those for T = 2, since a lossless second round changes no loss.

    Args:
        rounds: T ≥ 1.
        experts: N ≥ 1.
        epsilon: 0 < ε ≤ 1.
        loss_bound: L' ≥ 0; a bound above T counts as T, which the best expert's loss cannot exceed.

    Returns:
        The parameters; a single expert is never left, so that η = 0, V = 0 and the regret is 0.

    Raises:
        InputError: An argument is out of its range.

    Source: `main_pure_compensated`.
    """
    if rounds < 1 or experts < 1:
        raise InputError(f"rounds = {rounds}, experts = {experts}; give at least one of each")
    loss = min(loss_bound, Fraction(rounds))
    found = compensated_pure_parameters(
        rounds=max(rounds, 2), experts=max(experts, 2), epsilon=epsilon, loss_bound=loss
    )
    if experts == 1:
        zero = Real.of(0)
        return CompensatedChoice(
            eta=zero, tau=found.clip, clip=found.clip, scale=found.scale, limit=0, regret_bound=zero
        )
    return CompensatedChoice(
        eta=found.eta,
        tau=found.tau,
        clip=found.clip,
        scale=found.scale,
        limit=found.limit,
        regret_bound=found.regret_bound,
    )


def _positive(name: str, number: Number) -> Real:
    real = Real.of(number)
    if real <= 0:
        raise InputError(f"{name} = {real}; choose {name} > 0")
    return real
