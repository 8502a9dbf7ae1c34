"""How far apart two exact laws are: the max-divergence with its witness, and the hockey-stick divergence."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from dartproof.errors import InputError
from dartproof.numeric import LogNumber, Value, value_of_log

Outcome = TypeVar("Outcome", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Divergence(Generic[Outcome]):
    """The max-divergence of two laws p and q.

    Attributes:
        ratio: max p(w)/q(w), exactly; None stands for ∞. The max-divergence is its logarithm.
        witness: an outcome that attains it.
    """

    ratio: LogNumber | None
    witness: Outcome

    @property
    def value(self) -> Value:
        """The max-divergence ln(ratio), as results show it."""
        return value_of_log(self.ratio)


def max_divergence(p: Mapping[Outcome, LogNumber], q: Mapping[Outcome, LogNumber]) -> Divergence[Outcome]:
    """Return the largest ratio p(w)/q(w) over the outcomes w with p(w) > 0, decided exactly.

    An outcome that a mapping does not contain has probability 0 there. Outcomes with p = 0 are skipped, 0/0 among them.
    So ln of the result is the least ε with p(E) ≤ e^ε q(E) for every event E.

    Args:
        p: a law on a finite set, probabilities of one log field.
        q: another.

    Returns:
        The ratio and the first outcome of `p`, in its order, that attains it; ratio None (∞) if some w has
        q(w) = 0 < p(w).

    Raises:
        InputError: no outcome has p(w) > 0.
    """
    best: tuple[LogNumber, LogNumber, Outcome] | None = None
    for outcome, above in p.items():
        if not above:
            continue
        below = q.get(outcome)
        if not below:  # absent, or the number 0
            return Divergence(None, outcome)
        # Probabilities are positive, so the ratios are compared without a division.
        if best is None or above * best[1] > best[0] * below:
            best = (above, below, outcome)
    if best is None:
        raise InputError("the first law is empty; a law has outcomes with positive probability")
    return Divergence(best[0] / best[1], best[2])


def hockey_stick(
    p: Mapping[Outcome, LogNumber], q: Mapping[Outcome, LogNumber], ratio: LogNumber | Fraction | int
) -> LogNumber:
    """Return δ = sup over events E of p(E) − ratio·q(E) = Σ_w max(0, p(w) − ratio·q(w)), exactly.

    Args:
        p: a law on a finite set.
        q: another, of the same log field.
        ratio: e^ε, positive.

    Raises:
        InputError: `ratio` is not positive, or `p` is empty.
    """
    if not p:
        raise InputError("the first law is empty; a law has outcomes with positive probability")
    if not ratio > 0:
        raise InputError(f"ratio = {ratio} must be positive: it is e^epsilon")
    total = next(iter(p.values())).field.zero
    for outcome, above in p.items():
        below = q.get(outcome)
        excess = above if below is None else above - ratio * below
        if excess > 0:
            total += excess
    return total
