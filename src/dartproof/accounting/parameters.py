"""The parameters of Theorems A.1 and A.2, with their conditions decided and their guarantees in exact reals."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from dartproof.accounting.composition import advanced, basic, optimal
from dartproof.errors import InputError, UndecidedError
from dartproof.numeric import Real, cbrt, exp, expm1, format_rational, log, sqrt

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """A condition that the paper states of its parameters.

    Args:
        name: The inequality, as a text.
        holds: Whether it holds, decided exactly.
        left: Its left side.
        right: Its right side.
    """

    name: str
    holds: bool
    left: Real
    right: Real


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PaperParameters:
    """Parameters of Algorithm 1 as the paper chooses them.

    Args:
        theorem: `"A.1"` (pure) or `"A.2"` (approximate).
        rounds: T.
        experts: N.
        epsilon: ε asked for.
        delta: δ asked for; 0 for Theorem A.1.
        loss_bound: L', a bound on the best expert's loss that is known beforehand.
        eta: η; 0 for a single expert, who is never left.
        tau: The threshold τ = 8(ln T + 2 ln(2T))/ε1 + 1/(e^{ε2} − 1).
        limit: V.
        epsilon1: ε1 = ε/3.
        epsilon2: ε2 = ε/3.
        composition: The paper's bound on Comp_δ(V, 2η): 2ηV for Theorem A.1, and for A.2 the sum over
            k1, ⌊71ηL'⌋, k2 of the smaller of basic and advanced composition at δ/3.
        epsilon_total: ε1 + max(η, ε2) + `composition`.
        regret_bound: e^{2ηΔ}(ηL' + ln N)/(1 − e^{−η}) − L' + 2, a bound on the expected regret for L* ≤ L', where
            Δ = τ + α + 1 and α = 8(ln T + ln(2T²))/ε1; 0 for a single expert.
        regret_bound_vacuous: Whether that bound is at least T, which every learner achieves.
        branches: The terms of the minimum that is η, by the paper's names; None stands for ∞.
        active: The names of the branches that attain the minimum. More than one where they tie, or where their order
            cannot be decided.
        conditions: What the theorem says of its parameters, each decided.
    """

    theorem: str
    rounds: int
    experts: int
    epsilon: Fraction
    delta: Fraction
    loss_bound: Fraction
    eta: Real
    tau: Real
    limit: int
    epsilon1: Fraction
    epsilon2: Fraction
    composition: Real
    epsilon_total: Real
    regret_bound: Real
    regret_bound_vacuous: bool
    branches: Mapping[str, Real | None]
    active: tuple[str, ...]
    conditions: tuple[Condition, ...]

    def composition_optimal(self) -> Real:
        """Return Comp_δ(V, 2η) itself, which is at most `composition`."""
        return optimal(self.limit, 2 * self.eta, self.delta)

    def epsilon_total_optimal(self) -> Real:
        """Return ε1 + max(η, ε2) + Comp_δ(V, 2η), what Lemma 3.1 gives for these parameters."""
        return self.epsilon1 + Real.maximum(self.eta, self.epsilon2) + self.composition_optimal()


def pure_parameters(
    *, rounds: int, experts: int, epsilon: int | Fraction, loss_bound: int | Fraction
) -> PaperParameters:
    """Return the parameters of Theorem A.1, for pure ε-DP.

    η is the least of η1 = ε/(1278 ln N + 1296), η2 = ε/(5040 ln T), η3 = √(ε/(1278 L')) and
    η4 = √(ε ln N/(L' ln T)). The terms η2 and η4 are ∞ for T = 1, and η3 and η4 for L' = 0. For N = 1, whatever T and
    L', η4 = η = 0.

    Args:
        rounds: T ≥ 1, of any size.
        experts: N ≥ 1.
        epsilon: 0 < ε ≤ 1.
        loss_bound: L' ≥ 0. It may exceed T, which promises nothing but is what a doubling learner can ask for.

    Raises:
        InputError: An argument is out of its range.

    Source: Theorem A.1 (`pure_parameters`).
    """
    setting = _Setting.of(rounds, experts, epsilon, Fraction(0), loss_bound)
    epsilon, ln_t, ln_n, loss = setting.epsilon, setting.ln_t, setting.ln_n, setting.loss_bound
    branches: dict[str, Real | None] = {
        "eta1": epsilon / (1278 * ln_n + 1296),
        "eta2": _unless_zero(ln_t, lambda: epsilon / (5040 * ln_t)),
        "eta3": _unless_zero(Real.of(loss), lambda: sqrt(epsilon / (1278 * loss))),
        "eta4": setting.eta4(),
    }
    eta = _least(branches)
    limit = setting.limit(eta)
    return setting.finish("A.1", branches, eta, limit, basic(limit, 2 * eta))


def approx_parameters(
    *, rounds: int, experts: int, epsilon: int | Fraction, delta: int | Fraction, loss_bound: int | Fraction
) -> PaperParameters:
    """Return the parameters of Theorem A.2, for (ε, δ)-DP.

    With k1 = ⌈71 ln N + 72⌉ and k2 = ⌈280 ln T⌉, η is the least of ε/3, η1, η2, η3 and η4, where
    η_j = max(ε/(18 k_j), ε/(36 √(2 k_j ln(3/δ)))) for j = 1, 2,
    η3 = max(√(ε/(1278 L')), ε^{2/3}/(184032 L' ln(3/δ))^{1/3}) and η4 = √(ε ln N/(L' ln T)). The conventions at T = 1,
    L' = 0 and N = 1 are those of `pure_parameters`; for δ = 0 the second term of each maximum is 0, its limit.

    The theorem does not ensure ητ ≤ 1: with N = 2, δ = 1/2, L' = 0, ε = 1 it fails from ln T ≈ 250 on, as `conditions`
    then says. For T ≥ 2 it holds if ln(3/δ) ≥ (ετ)²/(2592·k2), and only then where η2 is the active term.

    Args:
        rounds: T ≥ 1, of any size.
        experts: N ≥ 1.
        epsilon: 0 < ε ≤ 1.
        delta: 0 ≤ δ < 1.
        loss_bound: L' ≥ 0; it may exceed T.

    Raises:
        InputError: An argument is out of its range.

    Source: Theorem A.2 (`approx_parameters`).
    """
    setting = _Setting.of(rounds, experts, epsilon, delta, loss_bound)
    epsilon, delta, loss = setting.epsilon, setting.delta, setting.loss_bound
    k1 = (71 * setting.ln_n + 72).ceil()
    k2 = (280 * setting.ln_t).ceil()
    spread = None if delta == 0 else log(3 / delta)

    def eta_of_count(k: int) -> Real | None:
        if k == 0:
            return None
        plain = epsilon / (18 * k)
        return Real.of(plain) if spread is None else Real.maximum(plain, epsilon / (36 * sqrt(2 * k * spread)))

    def eta3() -> Real:
        plain = sqrt(epsilon / (1278 * loss))
        return plain if spread is None else Real.maximum(plain, cbrt(epsilon**2 / (184032 * loss * spread)))

    branches: dict[str, Real | None] = {
        "epsilon/3": Real.of(epsilon / 3),
        "eta1": eta_of_count(k1),
        "eta2": eta_of_count(k2),
        "eta3": _unless_zero(Real.of(loss), eta3),
        "eta4": setting.eta4(),
    }
    eta = _least(branches)
    limit = setting.limit(eta)
    if delta == 0:
        composition = basic(limit, 2 * eta)
    else:
        parts = (k1, (71 * eta * loss).floor(), k2)
        composition = Real.sum(Real.minimum(basic(k, 2 * eta), advanced(k, 2 * eta, delta / 3)) for k in parts)
    return setting.finish("A.2", branches, eta, limit, composition)


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

    @classmethod
    def of(
        cls, rounds: int, experts: int, epsilon: int | Fraction, delta: int | Fraction, loss_bound: int | Fraction
    ) -> _Setting:
        for name, count in (("rounds", rounds), ("experts", experts)):
            if not isinstance(count, int) or isinstance(count, bool) or count < 1:
                raise InputError(f"{name} = {count!r}; give an integer of at least 1")
        for name, number in (("epsilon", epsilon), ("delta", delta), ("loss_bound", loss_bound)):
            if not isinstance(number, (int, Fraction)) or isinstance(number, bool):
                raise InputError(f"{name} = {number!r}; give an int or a Fraction, which are exact")
        if not 0 < epsilon <= 1:
            raise InputError(f"epsilon = {format_rational(epsilon)}; the theorems need 0 < epsilon <= 1")
        if not 0 <= delta < 1:
            raise InputError(f"delta = {format_rational(delta)}; choose 0 <= delta < 1")
        if loss_bound < 0:
            raise InputError(f"loss_bound = {format_rational(loss_bound)}; choose a bound of at least 0")
        return cls(
            rounds=rounds,
            experts=experts,
            epsilon=Fraction(epsilon),
            delta=Fraction(delta),
            loss_bound=Fraction(loss_bound),
            ln_t=log(rounds),
            ln_n=log(experts),
        )

    @property
    def epsilon1(self) -> Fraction:
        return self.epsilon / 3

    def eta4(self) -> Real | None:
        if self.experts == 1:
            return Real.of(0)
        if self.rounds == 1 or self.loss_bound == 0:
            return None
        return sqrt(self.epsilon * self.ln_n / (self.loss_bound * self.ln_t))

    def limit(self, eta: Real) -> int:
        return (71 * (self.ln_n + eta * self.loss_bound + 1) + 280 * self.ln_t).ceil()

    def finish(
        self, theorem: str, branches: dict[str, Real | None], eta: Real, limit: int, composition: Real
    ) -> PaperParameters:
        third = self.epsilon1
        tau = 8 * (self.ln_t + 2 * log(2 * self.rounds)) / third + 1 / expm1(third)
        total = third + Real.maximum(eta, third) + composition
        regret = self.regret_bound(eta, tau)
        conditions = [
            _decide("eta <= epsilon/3", eta, Real.of(third)),
            _decide("eta*tau <= 1", eta * tau, Real.of(1)),
            _decide("epsilon_total <= epsilon", total, Real.of(self.epsilon)),
        ]
        name = "2*eta*V <= epsilon/3" if theorem == "A.1" else "Comp <= epsilon/3"
        conditions.insert(1, _decide(name, composition, Real.of(third)))
        return PaperParameters(
            theorem=theorem,
            rounds=self.rounds,
            experts=self.experts,
            epsilon=self.epsilon,
            delta=self.delta,
            loss_bound=self.loss_bound,
            eta=eta,
            tau=tau,
            limit=limit,
            epsilon1=third,
            epsilon2=third,
            composition=composition,
            epsilon_total=total,
            regret_bound=regret,
            regret_bound_vacuous=regret >= self.rounds,
            branches=branches,
            active=_attained(branches, eta),
            conditions=tuple(conditions),
        )

    def regret_bound(self, eta: Real, tau: Real) -> Real:
        if self.experts == 1:
            return Real.of(0)
        alpha = 8 * (self.ln_t + log(2 * self.rounds**2)) / self.epsilon1
        overshoot = tau + alpha + 1
        played = exp(2 * eta * overshoot) * (eta * self.loss_bound + self.ln_n) / -expm1(-eta)
        return played - self.loss_bound + 2


def _unless_zero(number: Real, term: Callable[[], Real]) -> Real | None:
    return None if number.exact == 0 else term()


def _least(branches: dict[str, Real | None]) -> Real:
    return Real.minimum(*(term for term in branches.values() if term is not None))


def _attained(branches: dict[str, Real | None], eta: Real) -> tuple[str, ...]:
    return tuple(name for name, term in branches.items() if term is not None and not _certainly_above(term, eta))


def _certainly_above(term: Real, least: Real) -> bool:
    # The least term is one of them, so exactly those that are not above it attain it; two terms can be equal for a
    # reason that no precision shows.
    try:
        return term > least
    except UndecidedError:
        return False


def _decide(name: str, left: Real, right: Real) -> Condition:
    return Condition(name=name, holds=left <= right, left=left, right=right)
