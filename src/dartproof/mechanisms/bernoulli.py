"""The coin that keeps an expert: Bernoulli(exp(−γ)) for γ ≥ 0."""

from fractions import Fraction

import numpy as np

from dartproof.errors import InputError


def keep_law(keep: Fraction, steps: int) -> Fraction:
    """Return Pr[Z = 1] for Z ~ Bernoulli(exp(−η r)), exactly: the probability to *keep* the expert.

    Args:
        keep: x = exp(−η/g), a rational with 0 < x ≤ 1 (x = 1 is the learning rate 0).
        steps: The loss r in steps of the grid 1/g; not negative.

    Returns:
        x^steps = exp(−η r).

    Raises:
        InputError: If `keep` is outside (0, 1] or `steps` is negative.

    Source: Algorithm 1 (`small_loss_learner`), the draw of Z_u.
    """
    if not 0 < keep <= 1:
        raise InputError(f"keep = {keep} must be positive and at most 1")
    if steps < 0:
        raise InputError(f"loss of {steps} grid steps must not be negative")
    return keep**steps


def clipped_keep_law(keep: Fraction, steps: int, *, clip_steps: int) -> Fraction:
    """Return Pr[Z = 1] for Z ~ Bernoulli(exp(−η max(c, r))), exactly.

    With c ≥ 1/(exp(ε2) - 1), and two losses r, r' that differ by at most 1, the probabilities of Z = 1 differ by a
    factor of at most exp(η), those of Z = 0 by one of at most exp(ε2).

    Args:
        keep: x = exp(−η/g), a rational with 0 < x ≤ 1.
        steps: The loss r in steps of the grid 1/g; not negative.
        clip_steps: The clip c in steps of the grid 1/g; not negative.

    Returns:
        x^max(clip_steps, steps).

    Raises:
        InputError: If `keep` is outside (0, 1], or `steps` or `clip_steps` is negative.

    Source: Lemma 3.1 (`privacy`, `bernoulli_ratio`).
    """
    if clip_steps < 0:
        raise InputError(f"clip of {clip_steps} grid steps must not be negative")
    keep_law(keep, steps)
    return keep_law(keep, max(steps, clip_steps))


def sample(exponent: float, rng: np.random.Generator) -> bool:
    """Draw Z ~ Bernoulli(exp(−exponent)) in floating point; True, the value 1, means *keep*.

    The probability is within 2^-52 of exp(−exponent), and exactly 1 for exponent = 0.

    Args:
        exponent: γ = η r; not negative, ∞ allowed (never keeps).
        rng: The generator that supplies the randomness.

    Returns:
        Whether Z = 1.

    Raises:
        InputError: If `exponent` is negative or not a number.
    """
    if not exponent >= 0:
        raise InputError(f"exponent = {exponent} must not be negative")
    return bool(rng.random() < np.exp(-exponent))
