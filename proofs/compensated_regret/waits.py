"""Intervals in which the loss comes after a long wait, without a floor, in closed form.

With b1 = b2 = b, u = e^(-xi/b) is uniform on (0, 1), and without a floor a decision with pending loss q has no check
with probability max(0, 1 - theta e^(q/b) u), theta = e^(-tau/b). So whether a loss is received after many decisions is
the integral of a power of v = 1 - theta e^(first/b) u times a polynomial in v.
"""

from dataclasses import dataclass
from fractions import Fraction

from dartproof.numeric import Real, exp


@dataclass(frozen=True, slots=True)
class Wait:
    """A first loss, then rounds without loss, then ones; b1 = b2 = b, and h0 = 0.

    Attributes:
        first: the first loss, from 0 to 1.
        decisions: the number of decisions at which just this loss is pending.
        ones: the number of losses of 1.
        threshold: tau, an integer.
        growth: e^(1/b).
        lead: e^(first/b).
    """

    first: Fraction
    decisions: int
    ones: int
    threshold: int
    growth: Real
    lead: Real

    def __str__(self) -> str:
        """In words."""
        return (
            f"losses {self.first}, then 0 up to {self.decisions} decisions, then {self.ones} times 1, h0 = 0, "
            f"tau = {self.threshold}: E sum q l / E sum l = {(self.products / self.mean).decimal(5)}"
        )

    @property
    def received(self) -> list[Real]:
        """The probabilities that the losses of 1 are received, in order."""
        theta, product, found = self.lead / self.growth**self.threshold, [Real.of(1)], []
        for k in range(self.ones):
            if k:  # one more decision, with first + k pending: it has no check with 1 - e^(k/b) (1 - v)
                rise = self.growth**k
                product = [
                    (1 - rise) * (product[r] if r < k else 0) + rise * (product[r - 1] if r else 0)
                    for r in range(k + 1)
                ]
            # The last factor is positive for u below e^((tau - first - k)/b), which is below 1 if k + first > tau.
            low = 1 - (self.growth**-k if k + self.first > self.threshold else theta)
            powers = [self.decisions + 1 + r for r in range(k + 1)]
            terms = (a * (1 - low**n) / n for a, n in zip(product, powers, strict=True))
            found.append(Real.sum(terms) / theta)
        return found

    @property
    def mean(self) -> Real:
        """E sum of l = E R."""
        return self.first + Real.sum(self.received)

    @property
    def products(self) -> Real:
        """E sum of q+ l."""
        return Real.sum((self.first + k) * chance for k, chance in enumerate(self.received))


def billion() -> Wait:
    """b1 = b2 = 1, tau = 3, 10^-9 first, then 10^9 rounds without loss, then 40 with a loss of 1."""
    first = Fraction(1, 10**9)
    return Wait(first, 10**9 + 1, 40, 3, exp(1), exp(first))


def short(decisions: int, ones: int, threshold: int, noise: Fraction) -> Wait:
    """The same with e^(-1/b) rational and no first loss."""
    return Wait(Fraction(0), decisions, ones, threshold, Real.of(1 / noise), Real.of(1))
