"""Settings of the theorem, and those in which three terms of eta are nearly equal and V has just been raised."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, floor, log

from dartproof.accounting import PaperParameters, pure_parameters
from dartproof.numeric import Real, format_rational, sqrt
from dartproof.numeric import log as real_log

from .derivation import PAPER, Constants


@dataclass(frozen=True, slots=True)
class Setting:
    """What the learner is asked for."""

    rounds: int
    experts: int
    epsilon: Fraction
    loss_bound: Fraction

    def __str__(self) -> str:
        """In the paper's notation."""
        return (
            f"T = {self.rounds}, N = {self.experts}, eps = {format_rational(self.epsilon)}, "
            f"L' = {format_rational(self.loss_bound)}"
        )

    @property
    def parameters(self) -> PaperParameters:
        """The parameters that the package computes."""
        return pure_parameters(
            rounds=self.rounds, experts=self.experts, epsilon=self.epsilon, loss_bound=self.loss_bound
        )

    def counted(self, eta: Real) -> Real:
        """71 (ln N + eta L' + 1) + 280 ln T, which V rounds up."""
        return 71 * (real_log(self.experts) + eta * self.loss_bound + 1) + 280 * real_log(self.rounds)

    def eta(self, constants: Constants) -> Real:
        """The least of the four terms, the first three with other constants."""
        if self.experts == 1:
            return Real.of(0)
        ln_n, ln_t = real_log(self.experts), real_log(self.rounds)
        terms = [self.epsilon / (constants.per_expert * ln_n + constants.base)]
        if self.rounds > 1:
            terms.append(self.epsilon / (constants.per_round * ln_t))
        if constants.per_loss is not None and self.loss_bound > 0:
            terms.append(sqrt(self.epsilon / (constants.per_loss * self.loss_bound)))
        if self.rounds > 1 and self.loss_bound > 0:
            terms.append(sqrt(self.epsilon * ln_n / (self.loss_bound * ln_t)))
        return Real.minimum(*terms)


def balanced(rounds: int, epsilon: Fraction, constants: Constants = PAPER, *, shift: int = 0) -> Setting:
    """N is such that the first two terms are as equal as they can be, L' such that V has just jumped to an integer.

    That is searched for in floats, and is only a setting like any other: what is claimed of it is decided in balls.

    Args:
        rounds: T, at least 2.
        epsilon: of the setting.
        constants: of the terms.
        shift: moves N away from the tie.
    """
    tie = exp((constants.per_round * log(rounds) - constants.base) / constants.per_expert)
    experts = max(2, round(tie) + shift)
    terms = (constants.per_expert * log(experts) + constants.base, constants.per_round * log(rounds))
    eta = 1 / max(terms)  # for eps = 1
    largest = 1 / ((constants.per_loss or 1) * eta**2)  # the L' at which the third term is as small
    without_loss = 71 * (log(experts) + 1) + 280 * log(rounds)
    count = max(floor(without_loss + 71 * eta * largest), ceil(without_loss))
    loss = (count - without_loss) / (71 * eta)
    return Setting(rounds, experts, epsilon, Fraction(floor(loss * 1000) + 1, 1000) / epsilon)
