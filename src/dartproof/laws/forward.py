"""Marginals, the law of the number of resamples, expected loss and regret of a process, by a forward recursion.

Every number is a sum of products of probabilities. Nothing is subtracted, except L* from the expected loss, so that in
balls and floats even the smallest probability keeps its relative accuracy.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Generic, TypeAlias

from dartproof.laws.lazy import Number
from dartproof.laws.processes.course import Course, Process

#: The masses of launches by the number of checks (0 unless the process counts them) and of resamples before them.
_Masses: TypeAlias = dict[int, dict[int, Number]]


@dataclass(frozen=True, slots=True)
class ProcessLaw(Generic[Number]):
    """What is expected of a learner on fixed losses. Rounds and experts count from 0.

    Attributes:
        marginals: marginals[t][i] = Q_t(i) = Pr[i_t = i], T rows of N. In the rounds before the start of a process that
            starts later it is P_t(i).
        updates: updates[k] = Pr[v_T = k], for k = 0, ..., min(V, T - 1); there are no more resamples, as the first one
            can come in round 2.
        expected_loss: E Σ_t ℓ_t(i_t) in units of loss, the last round included.
        expected_regret: the expected loss minus L*, the loss of the best expert.
    """

    marginals: tuple[tuple[Number, ...], ...]
    updates: tuple[Number, ...]
    expected_loss: Number
    expected_regret: Number


def process_law(process: Process[Number]) -> ProcessLaw[Number]:
    """Return what is expected of a learner on fixed losses, in the arithmetic of its process.

    It takes O(N V T²) operations, or O(N V T³) if the process counts checks, where V counts as at most T - 1.

    Source: Algorithms 1 and 2 (`small_loss_learner`, `lazy_learner`), `compensated_privacy`.
    """
    recursion = _Recursion(process)
    for now in range(process.start, process.rounds):
        for expert in range(process.experts):
            recursion.follow(now, expert)
    number = process.backend.rational
    loss = _sum(
        (
            probability * number(Fraction(steps, process.grid))
            for row, shares in zip(process.losses, recursion.marginals, strict=True)
            for steps, probability in zip(row, shares, strict=True)
            if steps
        ),
        number(0),
    )
    best = Fraction(min(map(sum, zip(*process.losses, strict=True))), process.grid)
    return ProcessLaw(tuple(map(tuple, recursion.marginals)), tuple(recursion.updates), loss, loss - number(best))


class _Recursion(Generic[Number]):
    """The masses of the launches found so far, and the laws of what the launches followed so far have led to.

    Attributes:
        marginals: Pr[i_t = i], and a launch that has been followed was the last one up to round t.
        updates: Pr[v_T = k], and no later launch than those followed.
    """

    __slots__ = ("_drawn", "_kept", "_limit", "_process", "_silent", "marginals", "updates")

    def __init__(self, process: Process[Number]) -> None:
        zero, rounds, experts = process.backend.rational(0), process.rounds, process.experts
        self._process = process
        self._kept: list[list[_Masses[Number]]] = [[{} for _ in range(experts)] for _ in range(rounds)]
        self._drawn: list[_Masses[Number]] = [{} for _ in range(rounds)]
        self._drawn[process.start] = {0: {0: process.backend.rational(1)}}
        self._silent = [zero] * experts  # Pr[holds i, and there are no more checks]
        self.marginals = [list(row) if t < process.start else [zero] * experts for t, row in enumerate(process.shares)]
        self._limit = rounds - 1 if process.limit is None else min(process.limit, rounds - 1)
        self.updates = [zero] * (self._limit + 1)

    def follow(self, now: int, expert: int) -> None:
        """Follow the instances launched in a round with an expert to their first checks; rounds go in order."""
        process, launched, limit = self._process, self._kept[now][expert], self._limit
        for checks, masses in self._drawn[now].items():
            for updates, mass in masses.items():
                _add(launched, checks, updates, mass * process.shares[now][expert])
        for checks, masses in launched.items():
            if limit in masses:
                self._silent[expert] = self._silent[expert] + masses[limit]
                self.updates[limit] = self.updates[limit] + masses.pop(limit)
            if masses:
                self._spread(now, expert, checks, masses)
        self.marginals[now][expert] = self.marginals[now][expert] + self._silent[expert]

    def _spread(self, now: int, expert: int, checks: int, masses: dict[int, Number]) -> None:
        """Send the masses, by updates, of launches in one round to where their instances end."""
        course = self._process.course(now, expert, checks)
        total = _sum(masses.values(), self._process.backend.rational(0))
        for t, wait in enumerate(_waits(course), start=now):
            self.marginals[t][expert] = self.marginals[t][expert] + total * wait
        after = checks + 1 if self._process.counts_checks else 0
        for updates, mass in masses.items():
            self.updates[updates] = self.updates[updates] + mass * course.never
            for t, (keep, renewal) in enumerate(zip(course.keeps, course.renewals, strict=True), start=now + 1):
                if keep:  # the exact 0 and the float 0 are left out; a ball always counts
                    _add(self._kept[t][expert], after, updates, mass * keep)
                if renewal:
                    _add(self._drawn[t], after, updates + 1, mass * renewal)


def _waits(course: Course[Number]) -> list[Number]:
    """Return the probabilities of no check up to each round from the launch to round T."""
    checks = (keep + renewal for keep, renewal in zip(course.keeps[::-1], course.renewals[::-1], strict=True))
    return list(accumulate(checks, initial=course.never))[::-1]


def _add(masses: _Masses[Number], checks: int, updates: int, mass: Number) -> None:
    group = masses.setdefault(checks, {})
    group[updates] = group[updates] + mass if updates in group else mass


def _sum(numbers: Iterable[Number], zero: Number) -> Number:
    total = zero
    for number in numbers:
        total = total + number
    return total
