"""Resampling an expert: P_t(i) proportional to exp(−η · cumulative loss of i)."""

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dartproof.errors import InputError


def law(cumulative_steps: Sequence[int], keep: Fraction) -> tuple[Fraction, ...]:
    """Return P_t, exactly.

    If every cumulative loss changes by at most 1 the probabilities change by a factor of at most exp(2η) (the range
    of their logarithms' changes is at most 2η).

    Args:
        cumulative_steps: The cumulative loss of each expert in steps of the grid 1/g: sums over the rounds before t.
        keep: x = exp(−η/g), a rational with 0 < x ≤ 1 (x = 1 is the learning rate 0: uniform).

    Returns:
        The probabilities of the experts, positive and summing to exactly 1.

    Raises:
        InputError: If there is no expert, or `keep` is outside (0, 1].

    Source: Lemma 2.4 (`exponential_mechanism`).

    Example:
        >>> law([5, 6, 7], Fraction(1, 2))
        (Fraction(4, 7), Fraction(2, 7), Fraction(1, 7))
    """
    if not cumulative_steps:
        raise InputError("the exponential mechanism needs at least one expert")
    if not 0 < keep <= 1:
        raise InputError(f"keep = {keep} must be positive and at most 1")
    least = min(cumulative_steps)
    weights = [keep ** (steps - least) for steps in cumulative_steps]
    total = sum(weights, Fraction(0))
    return tuple(weight / total for weight in weights)


def probabilities(cumulative: NDArray[np.float64], eta: float) -> NDArray[np.float64]:
    """Return P_t in floating point, however large the cumulative losses are.

    The least cumulative loss is subtracted first, so the best expert's weight is 1 and nothing overflows; an expert
    more than about 745/η behind gets the probability 0.

    Args:
        cumulative: The cumulative losses, shape (N,), finite, in units of loss.
        eta: The learning rate; not negative, per unit of loss.

    Returns:
        A float64 array of shape (N,) that sums to 1 up to rounding.

    Raises:
        InputError: As `cumulative_weights`.

    Source: Lemma 2.4 (`exponential_mechanism`).
    """
    weights = _weights(cumulative, eta)
    shares: NDArray[np.float64] = weights / weights.sum()
    return shares


def cumulative_weights(cumulative: NDArray[np.float64], eta: float) -> NDArray[np.float64]:
    """Return the running sums of the weights exp(−η (C_i - min C)), shape (N,): what `pick` inverts.

    Raises:
        InputError: If `cumulative` is empty or not finite, or `eta` is negative or not finite.
    """
    return _weights(cumulative, eta).cumsum()


def pick(running: NDArray[np.float64], uniforms: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the experts (from 0) at which the uniforms in [0, 1) invert the running sums of the weights.

    An expert whose weight has underflowed to 0 is never picked: a uniform u is sent to the first expert whose running
    sum exceeds u times the total, and u times the total is below the total also after rounding.

    Args:
        running: The value of `cumulative_weights`, shape (N,).
        uniforms: Independent uniforms in [0, 1), shape (n,).

    Returns:
        The experts picked, shape (n,).
    """
    picks: NDArray[np.intp] = running.searchsorted(uniforms * running[-1], side="right")
    return picks


def sample(cumulative: NDArray[np.float64], eta: float, rng: np.random.Generator) -> int:
    """Draw one expert (from 0) from P_t in floating point; arguments and errors as `probabilities`."""
    running = cumulative_weights(cumulative, eta)
    return int(running.searchsorted(rng.random() * running[-1], side="right"))


def sample_many(
    cumulative: NDArray[np.float64], eta: float, rng: np.random.Generator, *, size: int
) -> NDArray[np.intp]:
    """Draw `size` independent experts (from 0) from P_t in floating point; arguments and errors as `probabilities`."""
    return pick(cumulative_weights(cumulative, eta), rng.random(size))


def _weights(cumulative: NDArray[np.float64], eta: float) -> NDArray[np.float64]:
    if cumulative.size == 0:
        raise InputError("the exponential mechanism needs at least one expert")
    if not 0 <= eta < math.inf:
        raise InputError(f"eta = {eta} must be finite and not negative")
    least, most = float(cumulative.min()), float(cumulative.max())
    if not math.isfinite(most - least):
        raise InputError("cumulative losses must be finite")
    if eta * (most - least) < 700:
        weights: NDArray[np.float64] = np.exp(-eta * (cumulative - least))
        return weights
    with np.errstate(over="ignore"):  # here weights of exp(−∞) = 0 may be meant
        return np.asarray(np.exp(-eta * (cumulative - least)))
