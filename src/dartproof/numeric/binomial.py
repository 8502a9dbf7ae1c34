"""Binomial tails in balls, and Clopper–Pearson bounds rounded outwards and certified by them."""

from __future__ import annotations

from fractions import Fraction
from math import frexp, isfinite
from typing import Final, Literal

from scipy.special import betaincinv

from dartproof.errors import InputError, UndecidedError
from dartproof.numeric.ball import Ball
from dartproof.numeric.precision import WorkingPrecision, first_decided
from dartproof.numeric.real import Real

_MAX_BITS: Final = 1 << 13

# The float search is good to about 40 bits; it is moved outwards by steps from this relative size on.
_FIRST_STEP: Final = Fraction(1, 1 << 42)


def binomial_tail(k: int, n: int, p: int | Fraction, *, bits: int = 128) -> Ball:
    """Return a ball around Pr[Bin(n, p) ≥ k].

    It is evaluated as the regularised incomplete beta function I_p(k, n − k + 1), with precision doubled until the
    ball is good to about `bits`/2 bits, relatively to the tail.

    Args:
        k: Number of successes; for k ≤ 0 the tail is 1, for k > n it is 0.
        n: Number of trials, n ≥ 0.
        p: Probability of success of one trial, 0 ≤ p ≤ 1.
        bits: Least working precision.

    Raises:
        InputError: n < 0 or p outside [0, 1].
        UndecidedError: 8192 bits do not give that accuracy.
    """
    _require_probability(p, "p")
    if n < 0:
        raise InputError(f"trials = {n}; a number of trials is at least 0")
    if k <= 0:
        return Ball.of(1, bits)
    if k > n or p == 0:
        return Ball.of(0, bits)
    if p == 1:
        return Ball.of(1, bits)

    def attempt(precision: int) -> Ball | None:
        tail = _tail(k, n, Ball.of(p, precision), precision)
        return tail if tail._arb.rel_accuracy_bits() >= bits // 2 else None

    return first_decided(attempt, question=f"Pr[Bin({n}, p) >= {k}]", start=bits, cap=max(bits, _MAX_BITS))


def binomial_tail_real(k: int, n: int, p: Real) -> Real:
    """Return Pr[Bin(n, p) ≥ k] for a real p.

    Args:
        k: Number of successes; for k ≤ 0 the tail is 1, for k > n it is 0.
        n: Number of trials, n ≥ 0.
        p: Probability of success. It must lie strictly between 0 and 1 where 0 < k ≤ n.

    Raises:
        InputError: n < 0 or p not in (0, 1).
    """
    if n < 0:
        raise InputError(f"trials = {n}; a number of trials is at least 0")
    if not 0 < p < 1:
        raise InputError(f"p = {p}; choose a probability with 0 < p < 1")
    if k <= 0:
        return Real.of(1)
    if k > n:
        return Real.of(0)
    return Real.from_balls(lambda bits: _tail(k, n, p.enclosure(bits), bits))


def clopper_pearson(
    successes: int, trials: int, *, miss: Fraction, side: Literal["lower", "upper"] = "lower"
) -> Fraction:
    """Return a one-sided confidence bound on the success probability p of independent trials.

    The lower bound is at most, and close to, the largest q with Pr[Bin(trials, q) ≥ successes] ≤ miss; whatever p is,
    it exceeds p with probability at most `miss`. The upper bound is the mirror image. A float search proposes a
    candidate; the bound returned is one whose tail a ball has proved to be at most `miss`.

    Args:
        successes: Observed successes, 0 ≤ successes ≤ trials.
        trials: Number of trials, at least 1.
        miss: Probability with which the bound may be wrong, 0 < miss < 1. For a two-sided interval give half to each.
        side: `"lower"` (rounded down) or `"upper"` (rounded up).

    Returns:
        A dyadic rational in [0, 1]: a lower bound with at most 60 significant bits, an upper bound of which that is
        true of 1 − bound. 0 for no successes (lower), 1 for no failures (upper). Where `miss` is too small for the
        float search (below 1e-300 or so) the bound is the trivial one.

    Raises:
        InputError: An argument is out of its range.

    >>> clopper_pearson(0, 10, miss=Fraction(1, 20))
    Fraction(0, 1)
    >>> float(clopper_pearson(10, 10, miss=Fraction(1, 1024)))  # the largest q with q^10 ≤ 2^-10 is one half
    0.49999999999...
    """
    if side not in ("lower", "upper"):
        raise InputError(f"side = {side!r}; choose 'lower' or 'upper'")
    if trials < 1:
        raise InputError(f"trials = {trials}; a bound needs at least 1 trial")
    if not 0 <= successes <= trials:
        raise InputError(f"successes = {successes} of {trials} trials; choose a number from 0 to {trials}")
    if not 0 < miss < 1:
        raise InputError(f"miss = {miss}; choose a probability with 0 < miss < 1, such as 1/20")
    if side == "upper":
        # Failures have probability 1 − p, and Pr[Bin(n, p) ≤ k] = Pr[Bin(n, 1 − p) ≥ n − k].
        return 1 - clopper_pearson(trials - successes, trials, miss=miss)
    if successes == 0:
        return Fraction(0)
    found = float(betaincinv(successes, trials - successes + 1, float(miss)))
    guess = Fraction(found) if isfinite(found) else Fraction(0)
    step = _FIRST_STEP
    while step < 1:
        candidate = _down_to_60_bits(guess * (1 - step))
        if certifies_lower(candidate, successes, trials, miss=miss):
            return candidate
        step *= 4
    return Fraction(0)  # no float candidate was any good; 0 is always a lower bound


def certifies_lower(candidate: Fraction, successes: int, trials: int, *, miss: Fraction) -> bool:
    """Say whether Pr[Bin(trials, candidate) ≥ successes] ≤ miss is proved by a ball.

    True proves that `candidate` is a valid lower Clopper–Pearson bound, because the tail grows with p. False says
    only that no proof was found.
    """
    if candidate <= 0:
        return True
    try:
        return binomial_tail(successes, trials, candidate).upper <= miss
    except UndecidedError:
        return False


def _tail(k: int, n: int, p: Ball, bits: int) -> Ball:
    """Return a ball around Pr[Bin(n, p) ≥ k] = I_p(k, n − k + 1) for 1 ≤ k ≤ n."""
    with WorkingPrecision(bits):
        return Ball._wrap(p._arb.beta_lower(k, n - k + 1, 1), bits)


def _down_to_60_bits(q: Fraction) -> Fraction:
    """Return the largest dyadic rational ≤ q > 0 with at most 60 significant bits (0 where floats are too coarse)."""
    exponent = frexp(float(q))[1] - 60
    scale = Fraction(2) ** exponent
    return (q / scale).__floor__() * scale


def _require_probability(p: int | Fraction, name: str) -> None:
    if not 0 <= p <= 1:
        raise InputError(f"{name} = {p}; a probability lies between 0 and 1")
