"""The exact max-divergence of single pairs, for those that the bounds of all pairs leave over."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from dartproof.laws.all_pairs.fixed_point import BEYOND, log_bounds
from dartproof.laws.all_pairs.leader import Ratio
from dartproof.laws.all_pairs.pair_tables import PairTables
from dartproof.laws.all_pairs.words import Pair
from dartproof.laws.exact_learner import ExactLearner, replaced_row
from dartproof.laws.privacy_loss import PairDivergence, process_divergence
from dartproof.numeric import LogNumber

_KEEP: Final = 0
_RENEWAL: Final = 1
_NEVER: Final = 2


class PathClass(NamedTuple):
    """All paths that have one log-ratio for one reason; equal for many pairs.

    Attributes:
        kind: how the instance that runs over the round ends: 0 keeping, 1 resampling, 2 not at all.
        length: the number of losses it has met by then.
        above: the word of these losses.
        below: the word on the neighbour.
        factor: the product of P_t(j)/P'_t(j) over the resamples.
    """

    kind: int
    length: int
    above: int
    below: int
    factor: Fraction


class PathEvaluator:
    """Evaluates pairs by longest paths, whether or not all paths are possible."""

    def __init__(self, learner: ExactLearner, tables: PairTables) -> None:
        self._learner, self._tables = learner, tables

    def largest(self, pair: Pair, *, floor: float) -> Ratio:  # noqa: ARG002 - the protocol's, and of no use here
        """See `Evaluator`."""
        ratio = self.divergence(pair).ratio
        field = self._learner.parameters.field
        return Ratio(field.one, field.zero) if ratio is None else Ratio(ratio, field.one)

    def floor(self, ratio: Ratio) -> float:
        """See `Evaluator`."""
        return _floor(ratio, self._tables.bits)

    def divergence(self, pair: Pair) -> PairDivergence[LogNumber]:
        """The max-divergence of a pair, with a witness."""
        losses = self._tables.words.losses(pair.columns)
        other = replaced_row(losses, pair.round, pair.row)
        return process_divergence(self._learner.process(losses), self._learner.process(other))


class ClassEvaluator:
    """Evaluates pairs of a learner for which all paths are possible; it skips classes of paths that it has met."""

    def __init__(self, tables: PairTables) -> None:
        self._tables = tables
        self._words = tables.words
        self._met: set[PathClass] = set()
        self._masses: dict[tuple[int, ...], Fraction] = {}

    def largest(self, pair: Pair, *, floor: float) -> Ratio | None:
        """See `Evaluator`."""
        best = None
        for path, bound in self._classes(pair):
            if bound < floor or path in self._met:
                continue
            self._met.add(path)
            table = (self._words.keeps, self._words.renewals, self._words.nevers)[path.kind][path.length]
            ratio = Ratio(table[path.above], table[path.below], path.factor)
            if ratio.above and (best is None or ratio.exceeds(best)):
                best = ratio
        return best

    def floor(self, ratio: Ratio) -> float:
        """See `Evaluator`."""
        return _floor(ratio, self._tables.bits)

    def _classes(self, pair: Pair) -> Iterator[tuple[PathClass, int]]:
        """All classes of paths that may be the largest, with upper bounds in units."""
        length = self._words.length
        yield from self._ends(pair, _NEVER, length, Fraction(1), 0)
        later: list[tuple[Fraction, int]] = []  # the resamples after round t, the most telling first
        for t in range(length, pair.round, -1):
            resample = self._resample(pair, t)
            yield from self._ends(pair, _KEEP, t, *_product(later[: self._tables.limit]))
            yield from self._ends(pair, _RENEWAL, t, *_product([resample, *later[: self._tables.limit - 1]]))
            later = sorted([resample, *later], reverse=True)

    def _ends(self, pair: Pair, kind: int, end: int, factor: Fraction, gained: int) -> Iterator[tuple[PathClass, int]]:
        for column, value in zip(pair.columns, pair.row, strict=True):
            other = self._words.replaced(column, pair.round, value)
            for start in range(pair.round + 1):
                above, below = self._words.part(column, start, end), self._words.part(other, start, end)
                entries = self._tables.entries[kind][end - start]
                bound = int(entries.upper[above]) - int(entries.lower[below])
                yield PathClass(kind, end - start, above, below, factor), bound + gained

    def _resample(self, pair: Pair, t: int) -> tuple[Fraction, int]:
        """The largest P_t(j)/P'_t(j) and an upper bound of its logarithm."""
        totals = [int(self._tables.losses[t, column]) for column in pair.columns]
        changes = [
            value - self._words.digit(column, pair.round) for column, value in zip(pair.columns, pair.row, strict=True)
        ]
        others = [total + change for total, change in zip(totals, changes, strict=True)]
        gain = max(changes)
        ratio = self._tables.keep**-gain * self._mass(others) / self._mass(totals)
        tables = self._tables
        place, other = (
            sum(weight * total for weight, total in zip(tables.weights, row, strict=True)) for row in (totals, others)
        )
        bound = tables.masses.upper[other] - tables.masses.lower[place] + tables.gains[gain + tables.grid]
        return ratio, int(bound)

    def _mass(self, totals: list[int]) -> Fraction:
        key = tuple(sorted(totals))
        if key not in self._masses:
            self._masses[key] = sum((self._tables.keep**total for total in key), Fraction(0))
        return self._masses[key]


def _floor(ratio: Ratio, bits: int) -> int:
    if not ratio.below:
        return BEYOND
    above, factor = log_bounds(ratio.above, bits)[0], log_bounds(ratio.factor, bits)[0]
    return above + factor - log_bounds(ratio.below, bits)[1]


def _product(resamples: list[tuple[Fraction, int]]) -> tuple[Fraction, int]:
    factor, bound = Fraction(1), 0
    for ratio, gain in resamples:
        factor *= ratio
        bound += gain
    return factor, bound
