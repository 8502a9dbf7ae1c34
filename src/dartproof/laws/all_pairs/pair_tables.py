"""Tables from which the largest log-ratio of any neighbouring pair is read off, in integers rounded outwards.

Let two streams differ in round d (from 0). A path of the learner meets the difference in two ways only. One is the
instance that runs over round d: launched in a round s ≤ d with some expert i, it has its first check in a round t > d
(keeping or resampling) or none, with probabilities that depend on the losses of i alone, from round s on. The other
are the resamples in rounds t > d: drawing j there is P_t(j)/P'_t(j) times as likely, and

    P_t(j)/P'_t(j) = x^(ℓ_d(j) − ℓ'_d(j)) · Φ'_t/Φ_t,

largest for the j whose loss grows most, where it is at least 1. Everything else has the same probability on both
streams. So a path with the largest log-ratio spends none of its V resamples before the instance that runs over d: it
keeps its first expert i until round s. Afterwards it may resample in any rounds it likes, and takes the largest of
max_j ln P_t(j)/P'_t(j). (Where some probabilities are 0 it may not be free to; then this is an upper bound.)

Source: Lemma 3.1 (`privacy`), whose proof splits the log-ratio in this way.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np

from dartproof.laws.all_pairs.fixed_point import ZERO_BELOW, Integers, LogBounds, fitting_bits, log_bounds
from dartproof.laws.all_pairs.words import WordLaws, word_laws
from dartproof.laws.exact_learner import ExactLearner
from dartproof.numeric import LogNumber

Bounds = tuple[LogBounds, ...]
"""Bounds of the logarithms of the numbers of all words, by their length."""


@dataclass(frozen=True, slots=True)
class PairTables:
    """Upper bounds of logarithms, in units of 2^−bits, for T rounds of which n = T − 1 reach the transcript.

    A *column* is the word of an expert's n losses; there are M = (g + 1)^n of them.

    Attributes:
        words: the exact laws behind the tables.
        entries: bounds of the logarithms of words.keeps, words.renewals and words.nevers.
        keep: x.
        experts: N.
        limit: V, at least 1.
        bits: a unit is 2^−bits.
        checks: checks[d][kind, t − d − 1, b, column] for the kinds 0 (keep) and 1 (resample): the largest log-ratio,
            over the launches s ≤ d, of a first check in round t, if the loss of round d in `column` is replaced by b.
        nevers: nevers[d][b, column]: likewise of no check at all.
        losses: losses[t, column] = the sum of the first t losses of the column, for t = 0, ..., n.
        masses: bounds of ln Φ = ln Σ_i x^(A_i) for all cumulative losses A_1, ..., A_N of n rounds, in the order of
            the places Σ_i weights[i]·A_i.
        gains: gains[m + g] bounds −m·ln x from above, for m from −g to g.
    """

    words: WordLaws
    entries: tuple[Bounds, Bounds, Bounds]
    keep: Fraction
    experts: int
    limit: int
    bits: int
    checks: tuple[Integers, ...]
    nevers: tuple[Integers, ...]
    losses: Integers
    masses: LogBounds
    gains: Integers

    @property
    def grid(self) -> int:
        """Losses are multiples of 1/g."""
        return self.words.letters - 1

    @property
    def weights(self) -> tuple[int, ...]:
        """What gives cumulative losses their place in `masses`."""
        return tuple((self.grid * self.words.length + 1) ** i for i in range(self.experts))


def pair_tables(learner: ExactLearner, *, rounds: int, experts: int) -> PairTables:
    """Compute the tables of a learner.

    Args:
        learner: with a limit of at least 1.
        rounds: T, at least 2.
        experts: N, at least 1.
    """
    keep, grid, length = learner.parameters.keep, learner.parameters.grid, rounds - 1
    words = word_laws(learner.process, letters=grid + 1, length=length)
    masses = _masses(keep, most=grid * length, experts=experts)
    bits = fitting_bits(_largest(words, masses, keep))
    keeps, renewals, nevers = (
        tuple(LogBounds.of(row, bits) for row in table) for table in (words.keeps, words.renewals, words.nevers)
    )
    columns = np.arange(words.letters**length, dtype=np.int64)
    letters = np.stack([words.digit(columns, position) for position in range(length)])
    return PairTables(
        words=words,
        entries=(keeps, renewals, nevers),
        keep=keep,
        experts=experts,
        limit=learner.parameters.limit,
        bits=bits,
        checks=tuple(_checks(words, (keeps, renewals), d) for d in range(length)),
        nevers=tuple(
            np.stack([_ratio(words, nevers, d, value, length) for value in range(grid + 1)]) for d in range(length)
        ),
        losses=np.concatenate([np.zeros_like(letters[:1]), letters.cumsum(axis=0)]),
        masses=LogBounds.of(masses, bits),
        gains=LogBounds.of([keep**-step for step in range(-grid, grid + 1)], bits).upper,
    )


def _masses(keep: Fraction, *, most: int, experts: int) -> list[Fraction]:
    """Φ for all cumulative losses from 0 to `most`, in the order of their places."""
    weights = [keep**total for total in range(most + 1)]
    known: dict[tuple[int, ...], Fraction] = {}
    masses = []
    for totals in product(range(most + 1), repeat=experts):
        ordered = tuple(sorted(totals))
        if ordered not in known:
            known[ordered] = sum((weights[total] for total in ordered), Fraction(0))
        masses.append(known[ordered])
    return masses


def _largest(words: WordLaws, masses: list[Fraction], keep: Fraction) -> int:
    """An integer beyond all logarithms that are to be added up: an entry over another, and n resamples."""

    def size(number: LogNumber | Fraction) -> int:
        return max(map(abs, log_bounds(number, 0)))

    tables = (words.keeps, words.renewals, words.nevers)
    entry = max(size(number) for table in tables for row in table for number in row if number)
    resample = size(masses[0]) + size(masses[-1]) + (words.letters - 1) * size(keep)
    return 2 * entry + words.length * (resample + 4)


def _checks(words: WordLaws, tables: tuple[Bounds, Bounds], d: int) -> Integers:
    """The entry of `checks` for one round."""
    return np.stack(
        [
            np.stack(
                [
                    np.stack([_ratio(words, table, d, value, end) for value in range(words.letters)])
                    for end in range(d + 1, words.length + 1)
                ]
            )
            for table in tables
        ]
    )


def _ratio(words: WordLaws, table: Bounds, d: int, value: int, end: int) -> Integers:
    """For every column an upper bound of ln p/q, the largest over the launches s ≤ d.

    p is the number of the word of the losses s, ..., end − 1 of the column, q that with the loss of round d replaced.
    """
    columns = np.arange(words.letters**words.length, dtype=np.int64)
    others = words.replaced(columns, d, value)
    best: Integers = np.full_like(columns, ZERO_BELOW)
    for start in range(d + 1):
        bounds = table[end - start]
        above = words.part(columns, start, end)
        ratios = bounds.upper[above] - bounds.lower[words.part(others, start, end)]
        # Two equal numbers have the ratio 1, without rounding; two zeros none.
        ratios[(columns == others) & (ratios > ZERO_BELOW)] = 0
        np.maximum(best, ratios, out=best)
    return best
