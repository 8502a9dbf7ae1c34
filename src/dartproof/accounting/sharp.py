"""Algorithm 1 with any parameters: what they guarantee, by the sharper analysis, in exact reals.

The noises ξ and ν have the scales b_ξ and b_ν, in place of the paper's Lap(2/ε1) and Lap(4/ε1); they may be one-sided
exponential as well. With λ = ln(2T/β), all noises are at most λ times their scale with probability 1 − β. Then a ⊤ has
q ≥ τ − α₋ and a ⊥ has q ≤ τ + α₊, where α₋ = α₊ = (b_ξ + b_ν)λ for Laplace noises, and α₋ = b_νλ, α₊ = b_ξλ for
exponential ones. With c = 1/(e^{ε2} − 1), τ ≥ α₋ + c and Δ = τ + α₊ + 1, where ηΔ < 2:

* ε = max(1/b_ξ + η, 1/b_ν + ε2) + ε', where ε' is what V resamples cost at δ (`zcdp.best_composed`);
* the expected regret is at most (ηL' + ln N)/((1 − e^{−η})(1 − ηΔ/2)) − L' + T(β + Pr[Poisson(ln N + ηL') > V])
  whenever L* ≤ L'.

Source: `sharp_parameters`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from dartproof.accounting.poisson import poisson_quantile, poisson_tail
from dartproof.accounting.sharp_search import Choice, search
from dartproof.accounting.zcdp import Composed, best_composed
from dartproof.errors import InputError
from dartproof.mechanisms.above_threshold import NoiseShape
from dartproof.numeric import Real, expm1, format_rational, log

# Digits of the rationals that are chosen, and of those that are rounded to keep the guarantee.
_CHOSEN_DIGITS = 6
_ROUNDED_DIGITS = 9


@dataclass(frozen=True, kw_only=True, eq=False)
class SharpParameters:
    """Parameters of Algorithm 1, for which the sharper analysis holds, and their guarantees.

    All numbers are exact; print upper bounds with `Real.decimal(digits, "up")`.

    Args:
        rounds: T ≥ 1.
        experts: N ≥ 1.
        delta: 0 ≤ δ < 1.
        loss_bound: L' ≥ 0. As L* ≤ T, the smaller of L' and T counts.
        eta: η > 0, or 0 for a single expert, who is never left.
        xi_scale: b_ξ > 0, the scale of the noise of the threshold.
        nu_scale: b_ν > 0, the scale of the noise of each query.
        epsilon2: ε2 > 0, which fixes the clip c.
        tau: τ ≥ α₋ + c.
        limit: V ≥ 0.
        beta: 0 < β ≤ 1, for the noises.
        noise_shape: Of both noises.

    Raises:
        InputError: A parameter is out of its range, τ < α₋ + c, or ηΔ ≥ 2.
    """

    rounds: int
    experts: int
    delta: Fraction
    loss_bound: Fraction
    eta: Fraction
    xi_scale: Fraction
    nu_scale: Fraction
    epsilon2: Fraction
    tau: Fraction
    limit: int
    beta: Fraction
    noise_shape: NoiseShape = "laplace"

    def __post_init__(self) -> None:
        _require_setting(self.rounds, self.experts, self.delta, self.loss_bound)
        for name in ("eta", "xi_scale", "nu_scale", "epsilon2", "tau", "beta"):
            number = getattr(self, name)
            if not isinstance(number, Fraction):
                raise InputError(f"{name} = {number!r}; give a Fraction")
            if number < 0 or (number == 0 and not (name == "eta" and self.experts == 1)):
                raise InputError(f"{name} = {format_rational(number)}; choose {name} > 0")
        if self.beta > 1:
            raise InputError(f"beta = {format_rational(self.beta)}; choose 0 < beta <= 1")
        if not isinstance(self.limit, int) or isinstance(self.limit, bool) or self.limit < 0:
            raise InputError(f"limit = {self.limit!r}; give an integer of at least 0")
        if self.noise_shape not in ("laplace", "exponential"):
            raise InputError(f"noise_shape = {self.noise_shape!r}; choose 'laplace' or 'exponential'")
        least = self.alpha_below + self.clip
        if self.tau < least:
            shown = least.decimal(_ROUNDED_DIGITS, "up")
            raise InputError(f"tau = {format_rational(self.tau)}; choose at least alpha + c, here {shown}")
        if self.eta * self.overshoot >= 2:
            raise InputError(
                f"eta*Delta = {self.eta * self.overshoot}; choose a smaller eta or tau, so that it is below 2"
            )

    @property
    def clip(self) -> Real:
        """The clip c = 1/(e^{ε2} − 1)."""
        return 1 / expm1(self.epsilon2)

    @property
    def alpha_below(self) -> Real:
        """How far below τ the loss at a ⊤ can be, if no noise is large: α₋."""
        scales = self.nu_scale if self.noise_shape == "exponential" else self.xi_scale + self.nu_scale
        return scales * log(2 * self.rounds / self.beta)

    @property
    def alpha_above(self) -> Real:
        """How far above τ the loss at a ⊥ can be, if no noise is large: α₊."""
        scales = self.xi_scale if self.noise_shape == "exponential" else self.xi_scale + self.nu_scale
        return scales * log(2 * self.rounds / self.beta)

    @property
    def overshoot(self) -> Real:
        """A bound Δ = τ + α₊ + 1 on the loss between two checks, if no noise is large."""
        return self.tau + self.alpha_above + 1

    @property
    def mean(self) -> Real:
        """A bound ln N + ηL' on M, for which the number of resamples is at most Poisson(M)."""
        return log(self.experts) + self.eta * self.trusted_loss_bound

    @property
    def trusted_loss_bound(self) -> Fraction:
        """The smaller of L' and T."""
        return min(self.loss_bound, Fraction(self.rounds))

    @cached_property
    def composition(self) -> Composed:
        """What V resamples cost at δ, and by which composition theorem."""
        return best_composed(self.limit, self.eta, self.delta)

    @property
    def epsilon_checks(self) -> Real:
        """What the answers and coins cost, max(1/b_ξ + η, 1/b_ν + ε2)."""
        return Real.maximum(1 / self.xi_scale + self.eta, 1 / self.nu_scale + self.epsilon2)

    @property
    def epsilon_total(self) -> Real:
        """The ε at which the algorithm is (ε, δ)-DP, whatever L*.

        Source: `check_privacy_sharp`, `bounded_range_resampling`.
        """
        return self.epsilon_checks + self.composition.epsilon

    @property
    def failure(self) -> Real:
        """A bound β + Pr[Poisson(ln N + ηL') > V] on the probability that noises are large or the limit is reached."""
        return self.beta + poisson_tail(self.mean, self.limit)

    @cached_property
    def regret_bound(self) -> Real:
        """A bound on the expected regret whenever L* ≤ L'; 0 for a single expert.

        Source: `sharp_parameters`.
        """
        if self.experts == 1:
            return Real.of(0)
        overhead = 1 - self.eta * self.overshoot / 2
        return self.mean / (-expm1(-self.eta) * overhead) - self.trusted_loss_bound + self.rounds * self.failure

    @property
    def regret_bound_vacuous(self) -> bool:
        """Whether that bound is at least T, which every learner achieves."""
        return self.regret_bound >= self.rounds


def sharp_parameters(
    *,
    rounds: int,
    experts: int,
    epsilon: int | Fraction,
    delta: int | Fraction = 0,
    loss_bound: int | Fraction,
    noise_shape: NoiseShape = "laplace",
) -> SharpParameters:
    """Return parameters of Algorithm 1 that make it (ε, δ)-DP, with a small bound on the regret for L* ≤ L'.

    A search in floats proposes η, V, β and ε2. The scales of the noises are then such that `epsilon_total` ≤ ε, and τ
    is the least that is allowed; both are rounded to the safe side. The guarantees are those of the returned rationals.

    Args:
        rounds: T ≥ 1.
        experts: N ≥ 1.
        epsilon: ε > 0.
        delta: 0 ≤ δ < 1.
        loss_bound: L' ≥ 0.
        noise_shape: Of both noises. One-sided exponential noise costs as much and errs on one side only, so the bound
            is smaller.

    Raises:
        InputError: An argument is out of its range.

    Source: `sharp_parameters`.

    >>> chosen = sharp_parameters(rounds=100_000, experts=10, epsilon=1, loss_bound=316, noise_shape="exponential")
    >>> chosen.limit, chosen.epsilon_total <= 1, chosen.regret_bound < 542
    (15, True, True)
    """
    _require_setting(rounds, experts, delta, loss_bound)
    if not isinstance(epsilon, (int, Fraction)) or isinstance(epsilon, bool) or epsilon <= 0:
        raise InputError(f"epsilon = {epsilon!r}; give an int or a Fraction above 0")
    epsilon, delta, loss_bound = Fraction(epsilon), Fraction(delta), Fraction(loss_bound)
    if experts == 1:
        found = Choice(eta=0.0, limit=0, beta=0.5, share=0.5)
    else:
        found = search(
            rounds=rounds,
            experts=experts,
            epsilon=float(epsilon),
            spread=None if delta == 0 else float(-log(delta)),
            loss_bound=float(min(loss_bound, Fraction(rounds))),
            one_sided=noise_shape == "exponential",
        )
    eta, beta = (_rounded(Real.of(Fraction(number)), _CHOSEN_DIGITS) for number in (found.eta, found.beta))
    composition = best_composed(found.limit, eta, delta).epsilon
    checks = _rounded(epsilon - composition, _ROUNDED_DIGITS + 3)
    epsilon2 = _rounded(Real.of(Fraction(found.share)) * checks, _CHOSEN_DIGITS)
    xi_scale = _rounded(Real.of(1 / (checks - eta)), _ROUNDED_DIGITS, up=True)
    nu_scale = _rounded(Real.of(1 / (checks - epsilon2)), _ROUNDED_DIGITS, up=True)
    below = nu_scale if noise_shape == "exponential" else xi_scale + nu_scale
    least = below * log(2 * rounds / beta) + 1 / expm1(epsilon2)
    return SharpParameters(
        rounds=rounds,
        experts=experts,
        delta=delta,
        loss_bound=loss_bound,
        eta=eta,
        xi_scale=xi_scale,
        nu_scale=nu_scale,
        epsilon2=epsilon2,
        tau=_rounded(least, _ROUNDED_DIGITS, up=True),
        limit=found.limit,
        beta=beta,
        noise_shape=noise_shape,
    )


def quantile_limit(*, experts: int, eta: Fraction, loss_bound: Fraction, beta: Fraction) -> int:
    """Return the least V with Pr[Poisson(ln N + ηL') > V] ≤ β, in place of 71(ln N + ηL' + 1) + 280 ln(1/β).

    Raises:
        InputError: An argument is out of its range.

    Source: `update_count_poisson`.
    """
    return poisson_quantile(log(experts) + eta * loss_bound, beta)


def _rounded(number: Real, digits: int, *, up: bool = False) -> Fraction:
    return Fraction(number.decimal(digits, "up" if up else "down"))


def _require_setting(rounds: int, experts: int, delta: int | Fraction, loss_bound: int | Fraction) -> None:
    for name, count in (("rounds", rounds), ("experts", experts)):
        if not isinstance(count, int) or isinstance(count, bool) or count < 1:
            raise InputError(f"{name} = {count!r}; give an integer of at least 1")
    for name, number in (("delta", delta), ("loss_bound", loss_bound)):
        if not isinstance(number, (int, Fraction)) or isinstance(number, bool):
            raise InputError(f"{name} = {number!r}; give an int or a Fraction, which are exact")
    if not 0 <= delta < 1:
        raise InputError(f"delta = {format_rational(Fraction(delta))}; choose 0 <= delta < 1")
    if loss_bound < 0:
        raise InputError(f"loss_bound = {format_rational(Fraction(loss_bound))}; choose a bound of at least 0")
