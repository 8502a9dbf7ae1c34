"""The privacy loss of the picks i_1, ..., i_T alone, which is all that a user of the learner sees.

The checks that keep an expert, and those that draw the same one again, are hidden in the picks, so their probabilities
are sums and there is no longest path. All N^T sequences are enumerated, along a tree of their prefixes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Generic, NamedTuple

from dartproof.errors import InputError
from dartproof.laws.graphs.comparable import differing_row
from dartproof.laws.graphs.ranking import Number, ranking_of
from dartproof.laws.process import Process
from dartproof.numeric import Ball, Value, value_of_log

MOST_PICKS: Final = 1 << 16
"""The largest number N^T of sequences that are enumerated unless told otherwise."""

Picks = tuple[int, ...]
"""The experts played from the process's first round to round T, from 0."""


class _Launch(NamedTuple):
    """An instance that may be running: the round of its launch, and the resamples and checks up to then."""

    round: int
    updates: int
    checks: int


@dataclass(frozen=True, slots=True)
class PicksDivergence(Generic[Number]):
    """The max-divergence of two laws p and q of the picks.

    Attributes:
        ratio: max p(w)/q(w) over the picks w with p(w) > 0: the number itself, or a ball that contains it; None for ∞.
        witness: picks with p(w) > 0 that attain it; in balls, those with the greatest lower end.
    """

    ratio: Number | None
    witness: Picks

    @property
    def value(self) -> Value:
        """The max-divergence ln(ratio), as results show it."""
        return value_of_log(self.ratio)


def process_picks_law(process: Process[Number], *, most: int = MOST_PICKS) -> dict[Picks, Number]:
    """Return the law of the picks of a process.

    A forward recursion over the launches that picks so far do not exclude; sequences share that of their prefix.

    Args:
        process: a learner on its losses.
        most: refuse more sequences than this.

    Returns:
        The probability of each of the N^T sequences whose probability is not 0; T counts from the process's start.

    Raises:
        InputError: there are more than `most` sequences.
        UndecidedError: the balls are too coarse to tell whether a probability is 0.
    """
    rounds = process.rounds - process.start
    if process.experts**rounds > most:
        raise InputError(
            f"there are {process.experts**rounds} sequences of {rounds} picks among {process.experts} experts, more "
            f"than {most}; take fewer rounds, look at the transcript instead, or allow more"
        )
    ranking = ranking_of(process.backend)
    first = ((expert, process.shares[process.start][expert]) for expert in range(process.experts))
    return {
        picks: mass
        for expert, share in first
        for picks, mass in _leaves(process, (expert,), {_Launch(process.start, 0, 0): share})
        if not ranking.is_zero(mass)
    }


def picks_divergence(p: Process[Number], q: Process[Number], *, most: int = MOST_PICKS) -> PicksDivergence[Number]:
    """Return the max-divergence of a learner's picks on a stream over those on a neighbour.

    Args:
        p: a learner on a stream.
        q: the same learner, with the same parameters and numbers, on a stream that differs in at most one row.
        most: refuse more sequences than this.

    Raises:
        InputError: there are more than `most` sequences, the streams differ in several rounds, or the processes are
            visibly of different learners.
        UndecidedError: the balls are too coarse to tell whether a probability is 0.

    Source: Definition 2.2 (`dp_definition`).
    """
    differing_row(p, q)
    above, below = process_picks_law(p, most=most), process_picks_law(q, most=most)
    for picks in above:
        if picks not in below:
            return PicksDivergence(None, picks)
    ranking = ranking_of(p.backend)
    ratios: list[Number] = [mass / below[picks] for picks, mass in above.items()]
    ratio, place = ranking.largest(ratios)
    return PicksDivergence(ratio, list(above)[place])


def picks_hockey_stick(
    p: Process[Number], q: Process[Number], ratio: Fraction | int, *, most: int = MOST_PICKS
) -> Number:
    """Return δ(e^ε) of a learner's picks on a stream over those on a neighbour, exactly or as a ball around it.

    Args:
        p: as for `picks_divergence`.
        q: likewise.
        ratio: e^ε, positive.
        most: as for `picks_divergence`.

    Raises:
        InputError: `ratio` is not positive, or as for `picks_divergence`.
        UndecidedError: as for `picks_divergence`.

    Source: Definition 2.2 (`dp_definition`).
    """
    if not ratio > 0:
        raise InputError(f"ratio = {ratio} must be positive: it is e^epsilon")
    differing_row(p, q)
    above, below = process_picks_law(p, most=most), process_picks_law(q, most=most)
    total = p.backend.rational(0)
    for picks, mass in above.items():
        total = total + _positive_part(mass - ratio * below[picks] if picks in below else mass)
    return total


def _leaves(process: Process[Number], picks: Picks, launched: dict[_Launch, Number]) -> Iterator[tuple[Picks, Number]]:
    """Yield all continuations of the picks, with their probabilities.

    Args:
        process: the learner.
        picks: of the rounds so far.
        launched: the probability, with the picks up to then, of each launch after which no check need have happened.
    """
    now, held = process.start + len(picks), picks[-1]
    if now == process.rounds:
        masses = [
            mass if launch.updates == process.limit else mass * process.course(launch.round, held, launch.checks).never
            for launch, mass in launched.items()
        ]
        total = process.backend.rational(0)
        for mass in masses:
            total = total + mass
        yield picks, total
        return
    kept, drawn = dict[_Launch, Number](), dict[_Launch, Number]()
    for launch, mass in launched.items():
        if launch.updates == process.limit:
            continue
        course = process.course(launch.round, held, launch.checks)
        checks, wait = launch.checks + process.counts_checks, now - launch.round - 1
        _add(kept, _Launch(now, launch.updates, checks), mass * course.keeps[wait])
        _add(drawn, _Launch(now, launch.updates + 1, checks), mass * course.renewals[wait])
    for expert, share in enumerate(process.shares[now]):
        after = {launch: mass * share for launch, mass in drawn.items()}
        if expert == held:
            after |= launched
            for launch, mass in kept.items():
                _add(after, launch, mass)
        if after:
            yield from _leaves(process, (*picks, expert), after)


def _add(masses: dict[_Launch, Number], launch: _Launch, mass: Number) -> None:
    masses[launch] = masses[launch] + mass if launch in masses else mass


def _positive_part(x: Number) -> Number:
    """Return max(0, x), for a ball that allows both signs a ball around it."""
    if isinstance(x, Ball):
        sign = x.sign_if_known()
        if sign is None:
            return Ball.between(0, max(x.upper, Fraction(0)), bits=x.bits)
        return x if sign > 0 else x * 0
    return x if x > 0 else x * 0
