"""Whether what Lemma 3.2 gives, tau - alpha, is at least a bound, for the parameters of Theorem A.1."""

from collections.abc import Callable
from fractions import Fraction

from dartproof.accounting import pure_parameters
from dartproof.evidence import Dispute
from dartproof.numeric import Real, expm1, log

ROUNDS = 2


def holds(bound: Callable[[Fraction], Real], number: int) -> bool:
    """The comparison for eps = 1/number; beta1 = 1/T, as in Lemma 3.5."""
    epsilon = Fraction(1, number)
    found = pure_parameters(rounds=ROUNDS, experts=2, epsilon=epsilon, loss_bound=0)
    alpha = 8 * (log(ROUNDS) + log(2 * ROUNDS**2)) / found.epsilon1
    return bool(found.tau - alpha >= bound(epsilon))


DISPUTE = Dispute(
    says="eps = 1, 1/2, ..., 1/40",
    instances=lambda: range(1, 41),
    holds=holds,
    text=lambda epsilon: 1 / expm1(epsilon**2),
    mended=lambda epsilon: 1 / expm1(epsilon / 3),
    variation=lambda epsilon: Real.of(3 / epsilon - Fraction(1, 2)),
    varied="the lower bound 1/eps2 - 1/2 of the clip",
    show=lambda number: f"eps = {Fraction(1, number)}, T = {ROUNDS}",
)
