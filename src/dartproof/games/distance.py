"""How far apart two exact rational measures are."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import TypeVar

from dartproof.errors import InputError
from dartproof.numeric import FastRational, fast, slow

Outcome = TypeVar("Outcome", bound=Hashable)


def hockey_stick(
    p: Mapping[Outcome, FastRational], q: Mapping[Outcome, FastRational], ratio: Fraction | int
) -> Fraction:
    """Return the sum over w of max(0, p(w) − ratio·q(w)), the largest p(E) − ratio·q(E) over all events E, exactly.

    p and q are (ε, δ)-close, where e^ε = `ratio`, if and only if this is at most δ in both orders.

    Args:
        p: finitely many outcomes with their masses; an outcome that is absent has mass 0.
        q: another.
        ratio: e^ε, positive.

    Raises:
        InputError: `ratio` is not positive.

    Source: Definition 2.2 (`dp_definition`).

    Example:
        >>> heads, tails = fast(Fraction(3, 4)), fast(Fraction(1, 4))
        >>> hockey_stick({0: heads, 1: tails}, {0: tails, 1: heads}, 2)
        Fraction(1, 4)
    """
    factor = positive(ratio)
    total = fast(0)
    for outcome, above in p.items():
        below = q.get(outcome)
        excess = above if below is None else above - factor * below
        if excess > 0:
            total += excess
    return slow(total)


def positive(ratio: Fraction | int) -> FastRational:
    """Return e^ε as a fast rational.

    Raises:
        InputError: it is not positive.
    """
    if not ratio > 0:
        raise InputError(f"ratio = {ratio} must be positive: it is e^epsilon")
    return fast(ratio)
