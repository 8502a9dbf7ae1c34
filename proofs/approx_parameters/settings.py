"""Settings of the theorem, and those in which the terms of eta are nearly equal."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, log, sqrt

from dartproof.accounting import PaperParameters, approx_parameters
from dartproof.numeric import Real, cbrt, format_rational
from dartproof.numeric import log as real_log
from dartproof.numeric import sqrt as real_sqrt


@dataclass(frozen=True, slots=True)
class Constants:
    """In eta_j <= max(eps/(basic k_j), eps/(advanced sqrt(2 k_j Lambda))) and, for 71 eta L' resamples, in eta3."""

    basic: int = 18
    advanced: int = 36
    with_eta3: bool = True


PAPER = Constants()


@dataclass(frozen=True, slots=True)
class Setting:
    """What the learner is asked for."""

    rounds: int
    experts: int
    epsilon: Fraction
    delta: Fraction
    loss_bound: Fraction

    def __str__(self) -> str:
        """In the paper's notation; long integers by their length."""
        return (
            f"T = {_short(self.rounds)}, N = {_short(self.experts)}, eps = {format_rational(self.epsilon)}, "
            f"delta = {_short(self.delta.numerator)}/{_short(self.delta.denominator)}, "
            f"L' = {format_rational(self.loss_bound)}"
        )

    @property
    def parameters(self) -> PaperParameters:
        """The parameters that the package computes."""
        return approx_parameters(
            rounds=self.rounds,
            experts=self.experts,
            epsilon=self.epsilon,
            delta=self.delta,
            loss_bound=self.loss_bound,
        )

    @property
    def spread(self) -> Real:
        """The number Lambda = ln(3/delta)."""
        return real_log(3 / self.delta)

    @property
    def second_count(self) -> int:
        """The number k2."""
        return (280 * real_log(self.rounds)).ceil()

    def counted(self, eta: Real) -> Real:
        """71 (ln N + eta L' + 1) + 280 ln T, which V rounds up."""
        return 71 * (real_log(self.experts) + eta * self.loss_bound + 1) + 280 * real_log(self.rounds)

    def eta(self, constants: Constants) -> Real:
        """The least of the terms, with other constants."""
        if self.experts == 1:
            return Real.of(0)
        ln_n, ln_t, loss = real_log(self.experts), real_log(self.rounds), self.loss_bound
        counts = [k for k in ((71 * ln_n + 72).ceil(), self.second_count) if k > 0]
        terms = [Real.of(self.epsilon / 3)]
        for k in counts:
            advanced = self.epsilon / (constants.advanced * real_sqrt(2 * k * self.spread))
            terms.append(Real.maximum(self.epsilon / (constants.basic * k), advanced))
        if constants.with_eta3 and loss > 0:
            basic = real_sqrt(self.epsilon / (71 * constants.basic * loss))
            terms.append(
                Real.maximum(basic, cbrt(self.epsilon**2 / (142 * constants.advanced**2 * loss * self.spread)))
            )
        if self.rounds > 1 and loss > 0:
            terms.append(real_sqrt(self.epsilon * ln_n / (loss * ln_t)))
        return Real.minimum(*terms)


def balanced(rounds: int, delta: Fraction, epsilon: Fraction = Fraction(1), constants: Constants = PAPER) -> Setting:
    """N and L' such that the three blocks have about the same size, which is searched for in floats.

    Without the third term, which bounds the third block, L' is a thousand times as large.

    Args:
        rounds: T, at least 2.
        delta: of the setting.
        epsilon: of the setting.
        constants: of the terms.
    """
    count = ceil(280 * log(rounds))
    experts = max(2, round(exp(max(0.0, (count - 72) / 71))))
    spread = log(3) + log(delta.denominator) - log(delta.numerator)
    eta = max(1 / (constants.basic * count), 1 / (constants.advanced * sqrt(2 * count * spread)))  # for eps = 1
    loss = Fraction(round(count / (71 * eta)) - 1) * (1 if constants.with_eta3 else 1000)
    return Setting(rounds, experts, epsilon, delta, loss / epsilon)


def _short(number: int) -> str:
    bits = number.bit_length() - 1
    if number < 10**12:
        return str(number)
    return f"2^{bits}" if number == 1 << bits else f"about 2^{bits}"
