"""Tails and quantiles of Poisson variables, decided in balls."""

from __future__ import annotations

from fractions import Fraction

from dartproof.accounting.composition import Number
from dartproof.errors import InputError
from dartproof.numeric import Ball, Real, exp, log, sqrt


def poisson_tail(mean: Number, count: int) -> Real:
    """Return Pr[Poisson(M) > `count`].

    Args:
        mean: M ≥ 0.
        count: An integer; below 0 the probability is 1.

    Raises:
        InputError: M < 0.
    """
    mean = Real.of(mean)
    if mean.sign() < 0:
        raise InputError(f"mean = {mean}; the mean of a Poisson variable is at least 0")
    if count < 0:
        return Real.of(1)
    if mean.exact == 0:
        return Real.of(0)

    def at_most(bits: int) -> Ball:
        """Enclose Σ M^k/k! over k ≤ count, by Horner's rule."""
        ball, total = mean.enclosure(bits), Ball.of(1, bits)
        for k in range(count, 0, -1):
            total = 1 + total * ball / k
        return total

    return 1 - exp(-mean) * Real.from_balls(at_most)


def poisson_quantile(mean: Number, beta: Fraction) -> int:
    """Return the least V with Pr[Poisson(M) > V] ≤ β, decided exactly.

    Args:
        mean: M ≥ 0.
        beta: 0 < β < 1.

    Raises:
        InputError: An argument is out of its range.
        UndecidedError: β is a value of the tail to within the precision of the largest balls.

    Source: `update_count_poisson`, where it replaces the limit V of Lemma 3.3.
    """
    mean = Real.of(mean)
    if not 0 < beta < 1:
        raise InputError(f"beta = {beta}; choose a probability with 0 < beta < 1")
    if mean.sign() < 0:
        raise InputError(f"mean = {mean}; the mean of a Poisson variable is at least 0")
    spread = log(1 / beta)
    low, high = -1, (mean + sqrt(2 * mean * spread) + spread).ceil()  # Bernstein's inequality: the tail is below β
    while high - low > 1:
        middle = (low + high) // 2
        if poisson_tail(mean, middle) <= beta:
            high = middle
        else:
            low = middle
    return high
