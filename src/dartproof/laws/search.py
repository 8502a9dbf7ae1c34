"""A search for the pair of neighbouring streams with the largest max-divergence, where there are too many to try all.

The search climbs in floats and may stop short of the maximum. What it ends with is certified afterwards, exactly: a
lower bound of the maximum, and so of every ε for which the learner is (ε, 0)-differentially private.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product

import numpy as np

from dartproof.errors import InputError
from dartproof.laws.all_pairs.leader import Progress
from dartproof.laws.certificate import DivergenceCertificate, certificate_of
from dartproof.laws.exact_learner import CompensatedLearner, ExactLearner, Parameters, exact_learner, replaced_row
from dartproof.laws.floats.loss import FloatDivergence, float_pair_divergence
from dartproof.mechanisms.above_threshold import NoiseShape
from dartproof.streams import Steps

_LEAST_GAIN = 1e-11
"""Less than this is taken for rounding."""

Row = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The best pair that a search met.

    Attributes:
        certificate: of the pair and of an outcome with a large ratio, exact; `certificate.check` accepts it.
        looked_at: the number of times that the max-divergence of a pair was computed in floats.
    """

    certificate: DivergenceCertificate
    looked_at: int


@dataclass(frozen=True, slots=True)
class _Candidate:
    """Two streams that differ in one round."""

    losses: Steps
    round: int
    row: Row


Change = Callable[[_Candidate], _Candidate]


def search_worst_pair(
    parameters: Parameters,
    rounds: int,
    experts: int,
    *,
    seed: int = 0,
    restarts: int = 8,
    steps: int = 1000,
    noise_multiples: tuple[int, int] | None = None,
    noise_shape: NoiseShape | None = None,
    progress: Progress | None = None,
) -> SearchResult:
    """Search for a pair of neighbouring streams whose augmented transcripts differ much, and certify the best one.

    Coordinate ascent in floats over the losses, the differing round and its two rows, from structured and from random
    streams in turn; where no change helps any more, a few random ones are made. A given seed always leads to the same
    result on the same platform.

    Args:
        parameters: of Algorithm 1 or of the compensated learner.
        rounds: T, at least 2.
        experts: N, at least 1.
        seed: of the random choices.
        restarts: how often to climb, at least 1.
        steps: the number of changes to try in one climb, at least 1.
        noise_multiples: (MX, MN) of Algorithm 1; the paper's by default.
        noise_shape: of the noises of Algorithm 1; the paper's by default.
        progress: told how many climbs are done.

    Returns:
        The best pair with its certificate. That there is no worse pair, is neither claimed nor proved.

    Raises:
        InputError: a number is out of its range, or noises are given where `parameters` have them.
    """
    learner = exact_learner(parameters, noise_multiples=noise_multiples, noise_shape=noise_shape)
    for name, number, least in (
        ("rounds", rounds, 2),
        ("experts", experts, 1),
        ("restarts", restarts, 1),
        ("steps", steps, 1),
    ):
        if number < least:
            raise InputError(f"{name} = {number}; give an integer of at least {least}")
    climber = _Climber(learner, np.random.default_rng(seed))
    starts = sorted(_structured(rounds, experts, parameters.grid), key=lambda start: -climber.divergence(start).value)
    best = starts[0]
    for number in range(restarts):
        # Every other climb starts at random, all of them once the structured starts are used up.
        structured = number % 2 == 0 and number // 2 < len(starts)
        start = starts[number // 2] if structured else climber.random(rounds, experts)
        best = max(best, climber.climb(start, steps), key=lambda found: climber.divergence(found).value)
        if progress is not None:
            progress("climbs", number + 1, restarts)
    certificate = certificate_of(
        learner,
        best.losses,
        round=best.round,
        row=best.row,
        witness=climber.divergence(best).witness,
        found="search",
    )
    return SearchResult(certificate, climber.looked_at)


def _structured(rounds: int, experts: int, grid: int) -> Iterator[_Candidate]:
    """Streams of one repeated row and another in the differing round.

    With the row (1, 0, ..., 0) against (0, 1, ..., 1) they come close to the bound of `check_privacy_sharp` for many
    rounds: the first expert is held, the pending loss differs by 1, and P_t of the first expert becomes small.
    """
    first = tuple(grid if expert == 0 else 0 for expert in range(experts))
    rest = tuple(grid - loss for loss in first)
    zeros, ones = (0,) * experts, (grid,) * experts
    differing = sorted({0, (rounds - 2) // 4, (rounds - 2) // 2, rounds // 2 - 1, 3 * (rounds - 2) // 4, rounds - 2})
    for repeated in (first, zeros, ones):
        for changed in differing:
            for row, other in ((rest, first), (first, rest), (ones, zeros), (zeros, ones)):
                if row != other:
                    yield _Candidate(_padded([repeated] * (rounds - 1), changed, row), changed, other)


def _padded(rows: list[Row], changed: int, row: Row) -> Steps:
    """The rows with one of them replaced, and a last row, which reaches no transcript."""
    return (*replaced_row(tuple(rows), changed, row), (0,) * len(row))


class _Climber:
    """Coordinate ascent, with the divergences it has computed lately."""

    def __init__(self, learner: ExactLearner, rng: np.random.Generator) -> None:
        self._learner, self._rng = learner, rng
        self._known: dict[_Candidate, FloatDivergence] = {}
        self.looked_at = 0

    def divergence(self, candidate: _Candidate) -> FloatDivergence:
        """The max-divergence of a pair, in floats."""
        if candidate not in self._known:
            if len(self._known) > 10_000:
                self._known.clear()
            self._known[candidate] = self._divergence(candidate)
            self.looked_at += 1
        return self._known[candidate]

    def _divergence(self, pair: _Candidate) -> FloatDivergence:
        learner = self._learner
        if isinstance(learner, CompensatedLearner):
            return float_pair_divergence(pair.losses, pair.round, pair.row, learner.parameters)
        return float_pair_divergence(
            pair.losses,
            pair.round,
            pair.row,
            learner.parameters,
            noise_multiples=learner.noise_multiples,
            noise_shape=learner.noise_shape,
        )

    def random(self, rounds: int, experts: int) -> _Candidate:
        """A random pair, each expert with a loss level of its own in each of a few stretches of rounds."""
        grid = self._learner.parameters.grid
        changed = int(self._rng.integers(rounds - 1))
        levels = self._rng.random((int(self._rng.integers(1, 4)), experts))
        stretches = np.arange(rounds - 1) * len(levels) // (rounds - 1)
        array = (self._rng.random((rounds - 1, experts)) < levels[stretches]) * grid
        rows: list[Row] = [tuple(map(int, row)) for row in array]
        other = tuple(grid if 2 * loss <= grid else 0 for loss in rows[changed])
        return _Candidate((*rows, (0,) * experts), changed, other)

    def climb(self, start: _Candidate, steps: int) -> _Candidate:
        """Climb, and then again and again from the best pair after a few random changes, for `steps` tries in all."""
        changes = list(_changes(len(start.losses) - 1, len(start.row), self._learner.parameters.grid))
        best, tries = start, iter(range(steps))
        current = start
        while True:
            current, exhausted = self._climbed(current, changes, tries)
            best = max(best, current, key=self._value)
            if exhausted:
                return best
            current = best
            for place in self._rng.integers(len(changes), size=int(self._rng.integers(2, 5))):
                changed = changes[place](current)
                current = changed if _is_pair(changed) else current

    def _climbed(self, start: _Candidate, changes: list[Change], tries: Iterator[int]) -> tuple[_Candidate, bool]:
        """Make every change that helps, in a random order, until none does; also whether the tries are used up."""
        best, value = start, self._value(start)
        improved = True
        while improved:
            improved = False
            for place in self._rng.permutation(len(changes)):
                if next(tries, None) is None:
                    return best, True
                changed = changes[place](best)
                if changed != best and _is_pair(changed) and self._value(changed) > value + _LEAST_GAIN:
                    best, value, improved = changed, self._value(changed), True
        return best, False

    def _value(self, pair: _Candidate) -> float:
        return self.divergence(pair).value


def _is_pair(pair: _Candidate) -> bool:
    return pair.row != pair.losses[pair.round]


def _changes(free: int, experts: int, grid: int) -> Iterator[Change]:
    """All changes that a sweep tries, for `free` rounds that reach the transcript."""
    yield lambda pair: _Candidate(replaced_row(pair.losses, pair.round, pair.row), pair.round, pair.losses[pair.round])
    yield from (partial(_moved, now=now) for now in range(free))
    for expert, value in product(range(experts), range(grid + 1)):
        yield partial(_other_set, expert=expert, value=value)
        for length in (2**power for power in range(free.bit_length())):
            for first in range(0, free, max(1, length // 2)):
                yield partial(_stretch_set, expert=expert, value=value, first=first, end=min(first + length, free))


def _moved(pair: _Candidate, *, now: int) -> _Candidate:
    """The difference in another round, whose row takes the place of the old one."""
    rows = list(pair.losses)
    rows[pair.round], rows[now] = rows[now], rows[pair.round]
    return _Candidate(tuple(rows), now, pair.row)


def _other_set(pair: _Candidate, *, expert: int, value: int) -> _Candidate:
    """Another loss of one expert in the differing row of the neighbour."""
    return _Candidate(pair.losses, pair.round, _entry_set(pair.row, expert, value))


def _stretch_set(pair: _Candidate, *, expert: int, value: int, first: int, end: int) -> _Candidate:
    """Another loss of one expert in some rounds of both streams; in the differing round of the first one only."""
    rows = tuple(_entry_set(row, expert, value) if first <= now < end else row for now, row in enumerate(pair.losses))
    return _Candidate(rows, pair.round, pair.row)


def _entry_set(row: Row, expert: int, value: int) -> Row:
    return (*row[:expert], value, *row[expert + 1 :])
