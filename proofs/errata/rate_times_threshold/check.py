"""Whether eta tau <= 1 for the parameters of Theorem A.2, under a condition on delta."""

from collections.abc import Callable
from fractions import Fraction

from dartproof.accounting import approx_parameters
from dartproof.evidence import Dispute

EXPONENTS = (*range(0, 340, 20), *range(355, 370), 420, 1000, 4200)


def holds(delta: Callable[[int], Fraction], exponent: int) -> bool:
    """The condition as the package decides it, for T = 2^exponent."""
    found = approx_parameters(
        rounds=2**exponent, experts=2, epsilon=Fraction(1), delta=delta(exponent), loss_bound=Fraction(0)
    )
    return next(condition.holds for condition in found.conditions if condition.name == "eta*tau <= 1")


def constant(_: int) -> Fraction:
    """Any delta is allowed, so 1/2."""
    return Fraction(1, 2)


def root(degree: int) -> Callable[[int], Fraction]:
    """The largest power of 1/2, but not 1, that is at most T^(-1/degree)."""
    return lambda exponent: Fraction(1, 2 ** max(1, -(-exponent // degree)))


DISPUTE = Dispute(
    says="T = 2^k for k up to 4200",
    instances=lambda: EXPONENTS,
    holds=holds,
    text=constant,
    mended=root(140),
    variation=root(100),
    varied="delta <= T^(-1/100)",
    show=lambda exponent: f"T = 2^{exponent}, N = 2, eps = 1, delta = 1/2, L' = 0",
)
