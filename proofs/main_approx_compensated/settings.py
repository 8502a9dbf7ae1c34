"""Settings of the theorem, with false variants of its rate; all numbers are decided in balls."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from dartproof.accounting.compensated_theorem import (
    CompensatedTheoremParameters,
    compensated_approx_parameters,
    interval_constant,
)
from dartproof.numeric import Real, cbrt, expm1, format_rational, log, sqrt

HALF, LAG, PER_ROUND = Fraction(1, 2), Fraction(7, 2), Fraction(7, 6)


@dataclass(frozen=True)
class Setting:
    """What the learner is asked for."""

    rounds: int
    experts: int
    epsilon: Fraction
    delta: Fraction
    loss_bound: Fraction

    def __str__(self) -> str:
        """In the paper's notation."""
        return (
            f"T = {self.rounds}, N = {self.experts}, eps = {format_rational(self.epsilon)}, "
            f"delta = {Real.of(self.delta).decimal(6)}, L' = {format_rational(self.loss_bound)}"
        )

    @cached_property
    def parameters(self) -> CompensatedTheoremParameters:
        """The parameters that the package computes."""
        return compensated_approx_parameters(
            rounds=self.rounds,
            experts=self.experts,
            epsilon=self.epsilon,
            delta=self.delta,
            loss_bound=self.loss_bound,
        )

    @property
    def ln_n(self) -> Real:
        """The logarithm of N."""
        return log(self.experts)

    @property
    def count(self) -> Real:
        """The number V1."""
        return 4 * self.ln_n + PER_ROUND * log(self.rounds) + 1

    @property
    def longest_lag(self) -> Real:
        """Lambda; 0 for L' = 0, where it has no part."""
        return log(8 * self.rounds / (self.epsilon * self.loss_bound)) if self.loss_bound else Real.of(0)

    def rate(self, *, first: int = 1, second: bool = True, faster: int = 1, interval: bool = True) -> Real:
        """The least of the four terms: the first and third times some factor, and the others with or without."""
        spread = log(1 / self.delta) + HALF
        terms = [first * self.epsilon / (4 * sqrt(spread * self.count))]
        if self.loss_bound:
            if second:
                terms.append(cbrt(self.epsilon**2 / (64 * spread * self.loss_bound)))
            terms.append(faster * sqrt(self.epsilon * self.ln_n / (2 * self.loss_bound * (self.longest_lag + LAG))))
        if interval:
            terms.append(self.epsilon / (4 * (log(2 * self.rounds) + LAG)))
        return Real.minimum(*terms)

    def limit(self, eta: Real) -> int:
        """V."""
        return (4 * (self.ln_n + eta * self.loss_bound) + PER_ROUND * log(self.rounds)).ceil()

    def resamples(self, eta: Real, *, times: int = 1) -> Real:
        """V eta^2/2 + eta sqrt(2 V ln(1/delta)), or with a multiple of V."""
        limit = times * self.limit(eta)
        return eta**2 * limit / 2 + eta * sqrt(2 * limit * log(1 / self.delta))

    def constant(self, eta: Real) -> Real:
        """The constant M of an interval."""
        clip, scale = 1 / expm1(self.epsilon / 4), 4 / self.epsilon
        ratio = 2 * self.rounds * eta * clip / (self.ln_n + eta * self.loss_bound)
        lag = log(ratio) if ratio > 1 else Real.of(0)
        return interval_constant(tau=clip + scale * lag, clip=clip, scale=scale)

    def steps(self, eta: Real) -> Real:
        """2 ln N/eta + 4 eta L' (lambda + 7/2)/eps + 1, the bound of `main_pure_compensated` at any moderate rate."""
        main = 4 * eta * self.loss_bound * (self.longest_lag + LAG) / self.epsilon
        return 2 * self.ln_n / eta + main + 1

    def certified(self) -> Real:
        """What `mw_regret`, `compensated_regret` and `compensated_updates` give for the package's parameters."""
        p = self.parameters
        played = (p.eta * self.loss_bound + self.ln_n) / (-expm1(-p.eta) * (1 - p.eta * p.interval_constant))
        return played - self.loss_bound + 1
