"""Settings of the theorem, and what the learner has at any rate; all numbers are decided in balls."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from dartproof.accounting.compensated_theorem import (
    CompensatedTheoremParameters,
    compensated_pure_parameters,
    interval_constant,
)
from dartproof.accounting.poisson import poisson_tail
from dartproof.numeric import Real, exp, expm1, format_rational, log, sqrt

HALF, LAG, PER_ROUND = Fraction(1, 2), Fraction(7, 2), Fraction(7, 6)


@dataclass(frozen=True)
class Setting:
    """What the learner is asked for, and perhaps a rate.

    Attributes:
        rounds: T.
        experts: N.
        epsilon: eps.
        loss_bound: L', at most T.
        share: eta as a share of the largest moderate rate, eps/(4 (ln 2T + 7/2)); None for the theorem's own.
    """

    rounds: int
    experts: int
    epsilon: Fraction
    loss_bound: Fraction
    share: Fraction | None = None

    def __str__(self) -> str:
        """In the paper's notation."""
        rate = "" if self.share is None else f", eta = {self.share} eps/(4 (ln 2T + 7/2))"
        return (
            f"T = {self.rounds}, N = {self.experts}, eps = {format_rational(self.epsilon)}, "
            f"L' = {format_rational(self.loss_bound)}{rate}"
        )

    @cached_property
    def parameters(self) -> CompensatedTheoremParameters:
        """The parameters that the package computes."""
        return compensated_pure_parameters(
            rounds=self.rounds, experts=self.experts, epsilon=self.epsilon, loss_bound=self.loss_bound
        )

    @cached_property
    def ln_n(self) -> Real:
        """The logarithm of N."""
        return log(self.experts)

    @cached_property
    def ln_t(self) -> Real:
        """The logarithm of T."""
        return log(self.rounds)

    @cached_property
    def longest_lag(self) -> Real:
        """Lambda; 0 for L' = 0, where it has no part."""
        return log(8 * self.rounds / (self.epsilon * self.loss_bound)) if self.loss_bound else Real.of(0)

    def rate(self, *, per_expert: int = 32, per_loss: int = 32, faster: int = 1) -> Real:
        """The least of the three terms with other constants, the third times `faster`; or the share of this setting."""
        if self.share is not None:
            return self.share * self.epsilon / (4 * (log(2 * self.rounds) + LAG))
        terms = [self.epsilon / (per_expert * self.ln_n + Fraction(28, 3) * self.ln_t + 8)]
        if self.loss_bound:
            if per_loss:
                terms.append(sqrt(self.epsilon / (per_loss * self.loss_bound)))
            terms.append(faster * sqrt(self.epsilon * self.ln_n / (2 * self.loss_bound * (self.longest_lag + LAG))))
        return Real.minimum(*terms)


class AtRate:
    """What the learner has at a setting and a rate.

    Args:
        setting: the setting.
        eta: the rate.
        per_round: the multiple of ln T in V.
        lagging: whether tau exceeds c by (4/eps) ln(1/h0); if not, h0 = 1.
    """

    def __init__(self, setting: Setting, eta: Real, *, per_round: Fraction = PER_ROUND, lagging: bool = True) -> None:
        self.setting, self.eta, self.scale = setting, eta, 4 / setting.epsilon
        self.clip = 1 / expm1(setting.epsilon / 4)
        self.potential = setting.ln_n + eta * setting.loss_bound
        ratio = 2 * setting.rounds * eta * self.clip / self.potential
        self.lag = log(ratio) if lagging and ratio > 1 else Real.of(0)
        self.limit = (4 * self.potential + per_round * setting.ln_t).ceil()
        self.constant = interval_constant(tau=self.clip + self.scale * self.lag, clip=self.clip, scale=self.scale)

    @property
    def checks_cost_half(self) -> bool:
        """Max(1/b1 + eta, 1/b2 + eps2) <= eps/2 with eps2 = eps/4 = ln(1 + 1/c), at least the other bound."""
        quarter = self.setting.epsilon / 4
        return self.eta <= quarter and expm1(self.eta * self.clip) * -expm1(-quarter) <= expm1(quarter)

    @property
    def resamples_cost_half(self) -> bool:
        """2 eta V <= eps/2."""
        return 4 * self.eta * self.limit <= self.setting.epsilon

    @property
    def drift_is_small(self) -> bool:
        """(T - 1) p/(1 - p) <= G."""
        withheld = exp(-self.lag) * -expm1(-self.eta * self.clip)
        return (self.setting.rounds - 1) * withheld <= self.potential * (1 - withheld)

    @property
    def limit_suffices(self) -> bool:
        """Pr[Poisson(2 G) > V] <= 1/T, and for V > 2000, where that takes long, its bound by the exponential moment."""
        if self.limit <= 2000:
            return poisson_tail(2 * self.potential, self.limit) * self.setting.rounds <= 1
        return 2 * self.potential * expm1(Fraction(6, 7)) + self.setting.ln_t <= Fraction(6 * self.limit, 7)

    def constant_is_small(self, more: Fraction = LAG) -> bool:
        """M + 1/2 <= (2/eps)(lambda' + 7/2)."""
        return 2 * (self.constant + HALF) <= self.scale * (self.lag + more)

    @property
    def regret(self) -> Real:
        """What `mw_regret`, `compensated_regret` and `compensated_updates` give at L* = L'."""
        loss = self.setting.loss_bound
        played = (self.eta * loss + self.setting.ln_n) / (-expm1(-self.eta) * (1 - self.eta * self.constant))
        return played - loss + 1

    @property
    def first_bound(self) -> Real:
        """2 ln N/eta + 4 eta L' (lambda + 7/2)/eps + 1."""
        one = self.setting
        return 2 * one.ln_n / self.eta + self.scale * self.eta * one.loss_bound * (one.longest_lag + LAG) + 1
