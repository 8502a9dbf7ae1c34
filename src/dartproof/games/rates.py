"""The numbers of the lower bound for adaptive adversaries: the sampling rates q and the privacy that they lead to.

All are computable reals, so that each comparison with them is decided and not rounded.
"""

from __future__ import annotations

from fractions import Fraction

from dartproof.errors import InputError
from dartproof.numeric import Real, expm1, log, log1p, sqrt


def high_privacy_epsilon(rounds: int) -> Real:
    """Return 1/(√T ln T), below which the cited bound holds.

    Raises:
        InputError: T < 2, where ln T is not positive.

    Source: Lemma C.2 (`high_privacy_bound`).

    Example:
        >>> high_privacy_epsilon(2).decimal(5)
        '1.0201'
    """
    if rounds < 2:
        raise InputError(f"T = {rounds} must be at least 2: the bound divides by ln T")
    return 1 / (sqrt(Real.of(rounds)) * log(Real.of(rounds)))


def sampling_rate(rounds: int, epsilon: Fraction | Real) -> Real:
    """Return q = min(1, 1/(2ε√T ln T)), the rate of the paper.

    Raises:
        InputError: T < 2, or ε is not positive.

    Source: Theorem 1.3 (`adaptive_lower_bound`).

    Example:
        >>> sampling_rate(100, Fraction(1)).decimal(5)
        '0.010857'
    """
    return Real.minimum(1, high_privacy_epsilon(rounds) / (2 * _positive(epsilon)))


def extended_rate(rounds: int, epsilon: Fraction | Real) -> Real:
    """Return q = min(1, (exp(1/(√T ln T)) − 1)/(exp(ε) − 1)), the largest rate at which `amplified` is 1/(√T ln T).

    Raises:
        InputError: T < 2, or ε is not positive.

    Source: `adaptive_lower_bound_extended`.

    Example:
        >>> extended_rate(100, Fraction(1)).decimal(5)
        '0.012776'
    """
    return Real.minimum(1, expm1(high_privacy_epsilon(rounds)) / expm1(_positive(epsilon)))


def amplified(epsilon: Fraction | Real, rate: Fraction | Real | int) -> Real:
    """Return ln(1 + q(exp(ε) − 1)), the ε of A_q for an ε-private A.

    Raises:
        InputError: ε is not positive.

    Source: Lemma C.4 (`subsampling_amplification`).

    Example:
        >>> amplified(Fraction(1), Fraction(1, 2)).decimal(5)
        '0.62011'
    """
    return log1p(rate * expm1(_positive(epsilon)))


def _positive(epsilon: Fraction | Real) -> Real:
    if not epsilon > 0:
        raise InputError(f"epsilon = {epsilon} must be positive")
    return Real.of(epsilon)
