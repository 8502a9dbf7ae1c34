"""Learners that hold one expert, wait, check, and keep it or draw another, as Markov processes on their checks.

Between two checks nothing random is seen, and after a check a new instance starts whose future depends on the past
only through the round, the expert, and the numbers of checks and resamples so far. So a learner is given by the course
of an instance from each launch, and every law of it is a recursion over launches: polynomial in T, N and V.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Generic, TypeVar

from dartproof.mechanisms import exponential_mechanism
from dartproof.numeric import Backend
from dartproof.streams import Steps

N = TypeVar("N")


@dataclass(frozen=True, slots=True)
class Course(Generic[N]):
    """What an instance does that was launched in some round s with some expert.

    The events below exclude one another, and their probabilities sum to 1.

    Attributes:
        keeps: keeps[j] = Pr[the first check is in round s + 1 + j and keeps the expert], as far as round T.
        renewals: renewals[j] = Pr[the first check is in round s + 1 + j and resamples], before an expert is drawn.
        never: Pr[no check up to round T].
    """

    keeps: tuple[N, ...]
    renewals: tuple[N, ...]
    never: N


@dataclass(frozen=True, slots=True)
class Process(Generic[N]):
    """A learner on fixed losses. Rounds and experts count from 0.

    Attributes:
        backend: of the numbers.
        losses: T rows of N losses in grid steps.
        grid: g; losses are multiples of 1/g.
        shares: shares[t][i] = P_t(i), T rows of N; a resample in round t draws i with this probability.
        course: course(launch, expert, checks), a pure function; `checks` is the number of checks before the launch if
            `counts_checks`, and else 0.
        limit: V, after which there are no more checks; None for no limit.
        counts_checks: whether the course depends on the number of checks before.
        start: the round of the first launch, with an expert drawn from P_start; 0 but for some lazy learners.
    """

    backend: Backend[N]
    losses: Steps
    grid: int
    shares: tuple[tuple[N, ...], ...]
    course: Callable[[int, int, int], Course[N]]
    limit: int | None
    counts_checks: bool = False
    start: int = 0

    @property
    def rounds(self) -> int:
        """T."""
        return len(self.losses)

    @property
    def experts(self) -> int:
        """N."""
        return len(self.losses[0])


def pending_losses(losses: Steps, launch: int, expert: int) -> tuple[int, ...]:
    """Return the expert's loss since the launch before each of the rounds launch + 1, ..., T - 1, in grid steps."""
    return tuple(accumulate(row[expert] for row in losses[launch:-1]))


def share_rows(losses: Steps, keep: Fraction, number: Callable[[Fraction], N]) -> tuple[tuple[N, ...], ...]:
    """Return P_t(i) as T rows of N numbers.

    Args:
        losses: T rows of N losses in grid steps.
        keep: x = e^{−η/g}.
        number: turns a rational into a number of the backend.
    """
    totals = [tuple(accumulate(column, initial=0)) for column in zip(*losses, strict=True)]
    return tuple(
        tuple(number(share) for share in exponential_mechanism.law([total[t] for total in totals], keep))
        for t in range(len(losses))
    )
