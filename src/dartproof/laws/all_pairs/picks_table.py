"""The law of the picks on many streams at once, in floats rounded outwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np

from dartproof.laws.all_pairs.fixed_point import Integers
from dartproof.laws.all_pairs.outward_floats import FloatBounds
from dartproof.laws.all_pairs.words import WordLaws

_KEEPS, _RENEWALS, _NEVERS = range(3)

Waiting = Mapping[tuple[int, int], FloatBounds]
"""Pr[the picks so far, and the last launch was in this round and after this many resamples]."""


def picks_laws(words: WordLaws, columns: Integers, *, keep: Fraction, limit: int) -> FloatBounds:
    """Bound the probabilities of all picks (i_1, ..., i_T) on some streams, by a forward recursion over hidden checks.

    Args:
        words: the laws of the learner's instances; T − 1 is their length.
        columns: array of shape (N, streams), the words of the experts' losses.
        keep: x.
        limit: V.

    Returns:
        Arrays of shape (N^T, streams); the picks come in the order of their numbers to the base N, i_1 leading.
    """
    laws = list(_Recursion(words, columns, keep, limit).leaves())
    return FloatBounds(np.stack([law.lower for law in laws]), np.stack([law.upper for law in laws]))


class _Recursion:
    """Extends the picks round by round, with what each hidden past contributes."""

    def __init__(self, words: WordLaws, columns: Integers, keep: Fraction, limit: int) -> None:
        self._words, self._columns, self._limit = words, columns, limit
        self._experts = len(columns)
        tables = words.keeps, words.renewals, words.nevers
        self._entries = [[FloatBounds.of(row) for row in table] for table in tables]
        span = (words.letters - 1) * words.length + 1
        self._weights = [span**power for power in range(self._experts)]
        self._shares = FloatBounds.of(
            [
                keep ** totals[-1] / sum(keep**total for total in totals)
                for totals in product(range(span), repeat=len(columns))
            ]
        )
        self._zero = FloatBounds(np.zeros(columns.shape[1]), np.zeros(columns.shape[1]))
        self.entry = cache(self._entry)
        self.share = cache(self._share)

    def leaves(self) -> Iterator[FloatBounds]:
        """The probabilities of all picks, in their order."""
        one = FloatBounds.of([Fraction(1, self._experts)])
        start = FloatBounds(self._zero.lower + one.lower, self._zero.upper + one.upper)
        for first in range(self._experts):
            if self._limit:
                yield from self._extended(0, first, {(0, 0): start}, self._zero)
            else:
                yield from self._extended(0, first, {}, start)

    def _extended(self, now: int, pick: int, waiting: Waiting, silent: FloatBounds) -> Iterator[FloatBounds]:
        """The probabilities of the picks that begin with those so far.

        Args:
            now: the last round that has a pick, from 0.
            pick: the pick there.
            waiting: of the runs in which a query is still asked.
            silent: the probability of the picks so far and of V resamples.
        """
        if now == self._words.length:
            ends = (mass * self.entry(_NEVERS, pick, start, now) for (start, _), mass in waiting.items())
            yield sum(ends, silent)
            return
        now += 1
        keeps: dict[int, FloatBounds] = {}
        renewals: dict[int, FloatBounds] = {}
        for (start, updates), mass in waiting.items():
            kept = mass * self.entry(_KEEPS, pick, start, now)
            renewed = mass * self.entry(_RENEWALS, pick, start, now)
            keeps[updates] = keeps.get(updates, self._zero) + kept
            renewals[updates + 1] = renewals.get(updates + 1, self._zero) + renewed
        for other in range(self._experts):
            share = self.share(other, now)
            launched = {updates: mass * share for updates, mass in renewals.items()}
            resting = launched.pop(self._limit, self._zero)
            if other != pick:
                yield from self._extended(now, other, {(now, v): mass for v, mass in launched.items()}, resting)
                continue
            for updates, mass in keeps.items():
                launched[updates] = launched.get(updates, self._zero) + mass
            after = {**waiting, **{(now, v): mass for v, mass in launched.items()}}
            yield from self._extended(now, pick, after, silent + resting)

    def _entry(self, kind: int, expert: int, start: int, end: int) -> FloatBounds:
        if start == end:
            return FloatBounds(self._zero.lower + 1, self._zero.upper + 1)
        return self._entries[kind][end - start].at(self._words.part(self._columns[expert], start, end))

    def _share(self, expert: int, now: int) -> FloatBounds:
        """P_t of an expert, on each stream."""
        totals = [sum(self._words.digit(column, t) for t in range(now)) for column in self._columns]
        totals[0], totals[expert] = totals[expert], totals[0]
        return self._shares.at(sum(weight * total for weight, total in zip(self._weights, totals, strict=True)))
