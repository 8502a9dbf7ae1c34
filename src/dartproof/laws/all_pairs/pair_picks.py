"""The pair of neighbouring streams whose picks differ most, by bounds for all and exact numbers for the rest."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations, product
from typing import Final

import numpy as np

from dartproof.laws.all_pairs.fixed_point import Integers
from dartproof.laws.all_pairs.leader import BoundedPairs, Leader, Progress, Ratio, WorstPair
from dartproof.laws.all_pairs.outward_floats import FloatBounds, Floats, ratio_above, ratio_below
from dartproof.laws.all_pairs.picks_table import picks_laws
from dartproof.laws.all_pairs.words import Pair, WordLaws, word_laws
from dartproof.laws.exact_learner import ExactLearner, replaced_row

CHUNK: Final = 1 << 20
"""Ratios of picks that are handled together."""


def largest_by_picks(
    learner: ExactLearner, *, rounds: int, experts: int, progress: Progress | None = None
) -> WorstPair:
    """Return the pair with the largest max-divergence of the picks.

    Args:
        learner: with a limit of at least 1.
        rounds: T, at least 2.
        experts: N, at least 1.
        progress: told how many pairs have a bound.
    """
    words = word_laws(learner.process, letters=learner.parameters.grid + 1, length=rounds - 1)
    table = _Table(learner, words, experts)
    evaluator = _PicksEvaluator(learner, table)
    leader = Leader(evaluator)
    total = table.columns.shape[1] * words.length * (words.letters**experts - 1)
    bounded = 0
    for block in table.bounded_pairs():
        leader.offer(block)
        bounded += block.bounds.size
        if progress is not None:
            progress("pairs", bounded, total)
    exact = leader.settle()
    ratio, pair = leader.best
    return WorstPair(pair, ratio.value, evaluator.witness(pair, ratio), bounded, exact)


class _Table:
    """The laws of the picks of all streams whose columns do not decrease."""

    def __init__(self, learner: ExactLearner, words: WordLaws, experts: int) -> None:
        self.words = words
        self._experts = experts
        count = words.letters**words.length
        self.columns: Integers = np.array(
            list(combinations_with_replacement(range(count), experts)), dtype=np.int64
        ).T.copy()
        self._weights = count ** np.arange(experts - 1, -1, -1, dtype=np.int64)
        self._keys = self._weights @ self.columns
        self._laws: FloatBounds = picks_laws(
            words, self.columns, keep=learner.parameters.keep, limit=learner.parameters.limit
        )
        self.picks = list(product(range(experts), repeat=words.length + 1))
        # the places of all picks when expert i is called order[i]
        weights = experts ** np.arange(words.length, -1, -1, dtype=np.int64)
        self._renamed = {
            order: np.array(order, dtype=np.int64)[np.array(self.picks)] @ weights
            for order in permutations(range(experts))
        }

    def bounded_pairs(self) -> Iterator[BoundedPairs]:
        """Yield all ordered pairs of neighbours once up to the order of the experts, some at a time."""
        streams = np.arange(self.columns.shape[1])
        step = max(1, CHUNK // len(self.picks))
        for d, row in product(range(self.words.length), product(range(self.words.letters), repeat=self._experts)):
            others = np.stack(
                [self.words.replaced(column, d, value) for column, value in zip(self.columns, row, strict=True)]
            )
            differ = (others != self.columns).any(axis=0)
            ranks = np.argsort(np.argsort(others, axis=0, kind="stable"), axis=0)
            for order in permutations(range(self._experts)):
                chosen = streams[differ & (ranks == np.array(order)[:, None]).all(axis=0)]
                for first in range(0, chosen.size, step):
                    part = chosen[first : first + step]
                    ratios = self._ratios(part, others[:, part], order)
                    yield BoundedPairs(d, row, self.columns[:, part], ratios.max(axis=0))

    def ratios(self, pair: Pair) -> Floats:
        """Upper bounds of the ratios of all picks on one pair, whose columns do not decrease."""
        columns = np.array(pair.columns, dtype=np.int64)
        stream = np.searchsorted(self._keys, self._weights @ columns).reshape(1)
        other = np.array(
            [self.words.replaced(column, pair.round, value) for column, value in zip(columns, pair.row, strict=True)]
        )
        ranks = np.argsort(np.argsort(other, kind="stable"))
        return self._ratios(stream, other[:, None], tuple(ranks.tolist()))[:, 0]

    def _ratios(self, streams: Integers, others: Integers, order: tuple[int, ...]) -> Floats:
        """Bounds of the ratios of all picks, an axis, on some streams over those of `others`.

        Args:
            streams: places in `columns`.
            others: the neighbours, whose expert i has the place order[i] among its columns sorted.
            order: a permutation.
        """
        places = np.searchsorted(self._keys, self._weights @ np.sort(others, axis=0))
        below = self._laws.lower[self._renamed[order][:, None], places]
        return ratio_above(self._laws.upper[:, streams], below)


class _PicksEvaluator:
    """Evaluates pairs by exact forward recursions along the picks whose bounds are not below the floor."""

    def __init__(self, learner: ExactLearner, table: _Table) -> None:
        self._learner, self._table = learner, table

    def largest(self, pair: Pair, *, floor: float) -> Ratio | None:
        """See `Evaluator`."""
        best = None
        for _, ratio in self._likely(pair, floor):
            if best is None or ratio.exceeds(best):
                best = ratio
        return best

    def floor(self, ratio: Ratio) -> float:
        """See `Evaluator`."""
        return ratio_below(ratio.above, ratio.below)

    def witness(self, pair: Pair, largest: Ratio) -> tuple[int, ...]:
        """The first picks of a pair that have its largest ratio."""
        return next(picks for picks, ratio in self._likely(pair, self.floor(largest)) if not largest.exceeds(ratio))

    def _likely(self, pair: Pair, floor: float) -> Iterator[tuple[tuple[int, ...], Ratio]]:
        """The exact ratios of a pair from the highest bound on, as long as they may be the largest above the floor."""
        bounds = self._table.ratios(pair)
        for place in np.argsort(-bounds, kind="stable"):
            if bounds[place] < floor or not bounds[place]:
                return
            ratio = self._ratio(pair, self._table.picks[place])
            if ratio.above:
                floor = max(floor, self.floor(ratio))
                yield self._table.picks[place], ratio

    def _ratio(self, pair: Pair, picks: tuple[int, ...]) -> Ratio:
        losses = self._table.words.losses(pair.columns)
        other = replaced_row(losses, pair.round, pair.row)
        return Ratio(self._learner.probability(losses, picks), self._learner.probability(other, picks))
