"""How long laws take, roughly, so that what would not finish is refused before it starts.

The formulas are fits to measured CPU times on one core of a 2-core x86-64 server; they are meant to be right within a
factor of a few.
"""

from __future__ import annotations

import math
from typing import Final, Literal

from dartproof.errors import InputError

LONGEST: Final = 600.0
"""CPU seconds that a law may take unless told otherwise."""

Backend = Literal["exact", "ball", "float"]

#: Seconds per expert for T = 1, and the power of T by which they grow.
_COSTS: Final[dict[Backend, tuple[float, float]]] = {
    "exact": (1.0e-6, 3.3),
    "ball": (3.1e-6, 2.8),
    "float": (1.0e-6, 2.1),
}


def law_seconds(backend: Backend, *, rounds: int, experts: int, grid: int = 1, pair: bool = False) -> float:
    """Return an estimate of the CPU seconds that the law of a learner on one stream takes.

    Args:
        backend: of the numbers.
        rounds: T.
        experts: N.
        grid: g; a finer grid cuts the integrals of exact numbers and balls into more pieces.
        pair: whether the privacy loss over a neighbour is computed too.
    """
    scale, growth = _COSTS[backend]
    pieces = 1.0 if backend == "float" else math.pow(min(grid, rounds), 0.8)
    return scale * experts * math.pow(rounds, growth) * pieces * (2.5 if pair else 1)


def refuse_long(seconds: float, what: str, *, instead: str = "choose fewer rounds") -> None:
    """Refuse what takes longer than `LONGEST`.

    Args:
        seconds: the estimate.
        what: would take so long.
        instead: what one can do besides giving --force.

    Raises:
        InputError: with the estimate, and how to run it anyway.
    """
    if seconds > LONGEST:
        raise InputError(f"{what} would take about {duration(seconds)}; {instead}, or give --force")


def duration(seconds: float) -> str:
    """A rough length of time in words."""
    units = ((365.25 * 86400, "years"), (86400, "days"), (3600, "hours"), (60, "minutes"))
    for length, name in units:
        if seconds >= 2 * length:
            return f"{count(seconds / length)} {name}"
    return f"{seconds:.0f} seconds"


def count(number: float) -> str:
    """A whole number, or its size if it has more digits than anybody reads."""
    return f"{number:.0f}" if number < 1e9 else f"{number:.1e}"
