"""The parameters of the theorems on the compensated learner, with their guarantees in exact reals.

Both theorems set b1 = b2 = 4/ε, ε2 = ε/4 and c = 1/(e^{ε/4} − 1). With G = ln N + ηL' they set h0 = min(1, G/(2Tηc)),
τ = c + (4/ε) ln(1/h0) and V = ⌈4G + (7/6) ln T⌉; they differ in η.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Literal

from dartproof.accounting.parameters import Condition
from dartproof.errors import InputError
from dartproof.numeric import Real, cbrt, exp, expm1, format_rational, log, sqrt

if TYPE_CHECKING:
    from collections.abc import Mapping

_HALF: Final = Fraction(1, 2)
_LAG: Final = Fraction(7, 2)
_PER_ROUND: Final = Fraction(7, 6)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CompensatedTheoremParameters:
    """Parameters of the compensated learner as a theorem chooses them.

    Attributes:
        theorem: `"pure"` or `"approximate"`.
        rounds: T.
        experts: N.
        epsilon: ε asked for.
        delta: δ asked for; 0 for the pure theorem.
        loss_bound: L', at most T.
        eta: η.
        scale: b1 = b2.
        epsilon2: ε2 = ε/4.
        clip: c.
        potential: G = ln N + ηL'.
        lag: λ' = ln(1/h0) = ln⁺(2Tηc/G).
        longest_lag: λ = ln⁺(8T/(εL')), at least λ'; None for L' = 0, where it is ∞.
        tau: τ.
        limit: V.
        interval_constant: M, of `compensated_regret`: E R² ≤ 2M E R for the loss R in an interval between checks.
        resamples: What the V resamples cost: 2ηV, or ρ + 2√(ρ ln(1/δ)) with ρ = Vη²/2.
        epsilon_total: max(ε/4 + η, ε/2) + `resamples`, at most ε.
        regret_bound: The theorem's bound on the expected regret for L* ≤ L'.
        regret_steps: 2 ln N/η + 2η(M + ½)L' + 1, which the proof bounds by `regret_bound`.
        branches: The terms of the minimum that is η, by name; None stands for ∞.
        conditions: The inequalities that the proof goes through, each decided.
    """

    theorem: Literal["pure", "approximate"]
    rounds: int
    experts: int
    epsilon: Fraction
    delta: Fraction
    loss_bound: Fraction
    eta: Real
    scale: Fraction
    epsilon2: Fraction
    clip: Real
    potential: Real
    lag: Real
    longest_lag: Real | None
    tau: Real
    limit: int
    interval_constant: Real
    resamples: Real
    epsilon_total: Real
    regret_bound: Real
    regret_steps: Real
    branches: Mapping[str, Real | None]
    conditions: tuple[Condition, ...]


def compensated_pure_parameters(
    *, rounds: int, experts: int, epsilon: int | Fraction, loss_bound: int | Fraction
) -> CompensatedTheoremParameters:
    """Return parameters that make the compensated learner ε-DP.

    With λ = ln⁺(8T/(εL')), η is the least of ε/(32 ln N + (28/3) ln T + 8), √(ε/(32L')) and
    √(ε ln N/(2L'(λ + 7/2))), the last two for L' > 0.

    Args:
        rounds: T ≥ 2, of any size.
        experts: N ≥ 2.
        epsilon: 0 < ε ≤ 1.
        loss_bound: L' ≥ 0, a bound on the best expert's loss; one above T counts as T.

    Raises:
        InputError: An argument is out of its range.

    Source: `main_pure_compensated`.
    """
    given = _Setting.of(rounds, experts, epsilon, Fraction(0), loss_bound)
    first = (32 * given.ln_n + Fraction(28, 3) * given.ln_t + 8) / given.epsilon
    branches = {
        "privacy": 1 / first,
        "privacy at a loss": None if given.lossless else sqrt(given.epsilon / (32 * given.loss_bound)),
        "regret": given.for_regret(),
    }
    eta = _least(branches)
    regret = given.ln_n * (64 * given.ln_n + 19 * given.ln_t + 16) / given.epsilon + 1
    if not given.lossless:
        regret = regret + given.main_term() + given.ln_n * sqrt(128 * given.loss_bound / given.epsilon)
    return given.finish("pure", branches, eta, regret)


def compensated_approx_parameters(
    *, rounds: int, experts: int, epsilon: int | Fraction, delta: Fraction, loss_bound: int | Fraction
) -> CompensatedTheoremParameters:
    """Return parameters that make the compensated learner (ε, δ)-DP.

    With l = ln(1/δ) + ½, V1 = 4 ln N + (7/6) ln T + 1 and λ = ln⁺(8T/(εL')), η is the least of ε/(4√(l V1)),
    (ε²/(64 l L'))^{1/3}, √(ε ln N/(2L'(λ + 7/2))) and ε/(4(ln 2T + 7/2)), the second and third for L' > 0.

    Args:
        rounds: T ≥ 2, of any size.
        experts: N ≥ 2.
        epsilon: 0 < ε ≤ 1.
        delta: 0 < δ < 1.
        loss_bound: L' ≥ 0, a bound on the best expert's loss; one above T counts as T.

    Raises:
        InputError: An argument is out of its range.

    Source: `main_approx_compensated`.
    """
    given = _Setting.of(rounds, experts, epsilon, delta, loss_bound)
    if given.delta == 0:
        raise InputError("delta = 0; choose 0 < delta < 1, or ask compensated_pure_parameters")
    spread = log(1 / given.delta) + _HALF
    count = 4 * given.ln_n + _PER_ROUND * given.ln_t + 1
    lasting = log(2 * given.rounds) + _LAG
    third = None if given.lossless else cbrt(given.epsilon**2 / (64 * spread * given.loss_bound))
    branches = {
        "privacy": given.epsilon / (4 * sqrt(spread * count)),
        "privacy at a loss": third,
        "regret": given.for_regret(),
        "interval": given.epsilon / (4 * lasting),
    }
    eta = _least(branches)
    parts = sqrt(spread * count) + lasting
    regret = 8 * given.ln_n * parts / given.epsilon + 1
    if not given.lossless:
        regret = regret + given.main_term()
        regret = regret + 8 * given.ln_n * cbrt(spread * given.loss_bound / given.epsilon**2)
    return given.finish("approximate", branches, eta, regret)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Setting:
    """The arguments of both theorems, checked, with what both derive from them."""

    rounds: int
    experts: int
    epsilon: Fraction
    delta: Fraction
    loss_bound: Fraction
    ln_t: Real
    ln_n: Real
    longest_lag: Real | None

    @classmethod
    def of(
        cls, rounds: int, experts: int, epsilon: int | Fraction, delta: int | Fraction, loss_bound: int | Fraction
    ) -> _Setting:
        for name, count in (("rounds", rounds), ("experts", experts)):
            if not isinstance(count, int) or isinstance(count, bool) or count < 2:
                raise InputError(f"{name} = {count!r}; the theorem needs an integer of at least 2")
        for name, number in (("epsilon", epsilon), ("delta", delta), ("loss_bound", loss_bound)):
            if not isinstance(number, (int, Fraction)) or isinstance(number, bool):
                raise InputError(f"{name} = {number!r}; give an int or a Fraction, which are exact")
        if not 0 < epsilon <= 1:
            raise InputError(f"epsilon = {format_rational(epsilon)}; the theorem needs 0 < epsilon <= 1")
        if not 0 <= delta < 1:
            raise InputError(f"delta = {format_rational(delta)}; choose 0 <= delta < 1")
        if loss_bound < 0:
            raise InputError(f"loss_bound = {format_rational(loss_bound)}; choose a bound of at least 0")
        loss = min(Fraction(loss_bound), Fraction(rounds))
        return cls(
            rounds=rounds,
            experts=experts,
            epsilon=Fraction(epsilon),
            delta=Fraction(delta),
            loss_bound=loss,
            ln_t=log(rounds),
            ln_n=log(experts),
            # L' ≤ T and ε ≤ 1, so the logarithm is positive.
            longest_lag=None if loss == 0 else log(8 * rounds / (epsilon * loss)),
        )

    @property
    def lossless(self) -> bool:
        return self.longest_lag is None

    def for_regret(self) -> Real | None:
        if self.longest_lag is None:
            return None
        return sqrt(self.epsilon * self.ln_n / (2 * self.loss_bound * (self.longest_lag + _LAG)))

    def main_term(self) -> Real:
        """4√2 √(L' ln N (λ + 7/2)/ε), for L' > 0."""
        lag = Real.of(0) if self.longest_lag is None else self.longest_lag
        return sqrt(32 * self.loss_bound * self.ln_n * (lag + _LAG) / self.epsilon)

    def finish(
        self, theorem: Literal["pure", "approximate"], branches: Mapping[str, Real | None], eta: Real, regret: Real
    ) -> CompensatedTheoremParameters:
        quarter, scale = self.epsilon / 4, 4 / self.epsilon
        clip, potential = 1 / expm1(quarter), self.ln_n + eta * self.loss_bound
        ratio = 2 * self.rounds * eta * clip / potential
        lag = log(ratio) if ratio > 1 else Real.of(0)
        tau = clip + scale * lag
        limit = (4 * potential + _PER_ROUND * self.ln_t).ceil()
        constant = interval_constant(tau=tau, clip=clip, scale=scale)
        if theorem == "pure":
            resamples = 2 * eta * limit
        else:
            rho = eta**2 * limit / 2
            resamples = rho + 2 * sqrt(rho * log(1 / self.delta))
        steps = 2 * self.ln_n / eta + 2 * eta * (constant + _HALF) * self.loss_bound + 1
        withheld = exp(-lag) * -expm1(-eta * clip)
        growth = expm1(Fraction(6, 7))
        conditions = [
            _decide("eta*c <= ln 2", eta * clip, log(2)),
            _decide("eta <= epsilon/4", eta, Real.of(quarter)),
            _decide("cost of the resamples <= epsilon/2", resamples, Real.of(self.epsilon / 2)),
            _decide("(T-1) p/(1-p) <= G", (self.rounds - 1) * withheld / (1 - withheld), potential),
            _decide(
                "2 G (e^(6/7)-1) + ln T <= (6/7) V", 2 * potential * growth + self.ln_t, Real.of(Fraction(6 * limit, 7))
            ),
            _decide("M + 1/2 <= (2/epsilon)(lambda' + 7/2)", constant + _HALF, (lag + _LAG) * scale / 2),
            _decide("lambda' <= ln(2T)", lag, log(2 * self.rounds)),
            _decide("eta*(M + 1/2) <= 1/2", eta * (constant + _HALF), Real.of(_HALF)),
            _decide("2 ln N/eta + 2 eta (M + 1/2) L' + 1 <= regret bound", steps, regret),
        ]
        if self.longest_lag is not None:
            conditions.append(_decide("lambda' <= lambda", lag, self.longest_lag))
        return CompensatedTheoremParameters(
            theorem=theorem,
            rounds=self.rounds,
            experts=self.experts,
            epsilon=self.epsilon,
            delta=self.delta,
            loss_bound=self.loss_bound,
            eta=eta,
            scale=scale,
            epsilon2=quarter,
            clip=clip,
            potential=potential,
            lag=lag,
            longest_lag=self.longest_lag,
            tau=tau,
            limit=limit,
            interval_constant=constant,
            resamples=resamples,
            epsilon_total=Real.maximum(quarter + eta, 2 * quarter) + resamples,
            regret_bound=regret,
            regret_steps=steps,
            branches=branches,
            conditions=tuple(conditions),
        )


def interval_constant(*, tau: Real | Fraction, clip: Real | Fraction, scale: Real | Fraction) -> Real:
    """Return M = (τ + 1 + z + κ)/2, where z = b1 + b1²/(τ + 1 + b1) and κ = max(0, z − c).

    Args:
        tau: τ ≥ c.
        clip: c > 0.
        scale: b1 > 0.

    Source: `compensated_regret`.
    """
    reach = Real.of(tau) + 1
    z = scale + Real.of(scale) ** 2 / (reach + scale)
    return (reach + z + Real.maximum(0, z - clip)) / 2


def _least(branches: Mapping[str, Real | None]) -> Real:
    return Real.minimum(*(term for term in branches.values() if term is not None))


def _decide(name: str, left: Real, right: Real) -> Condition:
    return Condition(name=name, holds=left <= right, left=left, right=right)
