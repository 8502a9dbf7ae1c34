"""The pair with the largest exact ratio among pairs that have upper bounds."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import numpy as np
import numpy.typing as npt

from dartproof.laws.all_pairs.fixed_point import Integers
from dartproof.laws.all_pairs.words import Pair
from dartproof.laws.exact_learner import Outcome
from dartproof.numeric import LogNumber

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """The ratio above·factor/below of two probabilities of one outcome.

    Attributes:
        above: a factor of the probability on the stream, positive.
        below: the same on the neighbour; 0 makes the ratio infinite.
        factor: positive.
    """

    above: LogNumber
    below: LogNumber
    factor: Fraction = Fraction(1)

    def exceeds(self, other: Ratio) -> bool:
        """Whether the ratio is larger than another, decided exactly."""
        if not self.below or not other.below:
            return bool(other.below)
        return self.above * other.below * self.factor > other.above * self.below * other.factor

    @property
    def value(self) -> LogNumber | None:
        """The ratio; None for ∞."""
        return self.above * self.factor / self.below if self.below else None


@dataclass(frozen=True, slots=True)
class BoundedPairs:
    """Some streams with neighbours whose losses in one round are the same for all of them, and bounds.

    Attributes:
        round: the round d in which the neighbours differ, from 0.
        row: their losses in this round, in grid steps.
        columns: array of shape (N, pairs): the words of the experts' losses on the streams.
        bounds: array of shape (pairs,): an upper bound of the largest ratio of the stream over the neighbour, or of its
            logarithm, in the units of the evaluator.
    """

    round: int
    row: tuple[int, ...]
    columns: Integers
    bounds: Integers | npt.NDArray[np.float64]

    def pair(self, index: int) -> Pair:
        """One of the pairs."""
        return Pair(tuple(map(int, self.columns[:, index])), self.round, self.row)

    def at_least(self, floor: float) -> BoundedPairs:
        """The pairs whose bound is not below `floor`."""
        kept = self.bounds >= floor
        return BoundedPairs(self.round, self.row, self.columns[:, kept], self.bounds[kept])


class Evaluator(Protocol):
    """Evaluates pairs exactly."""

    def largest(self, pair: Pair, *, floor: float) -> Ratio | None:
        """Return the largest ratio of a pair, or None if it is known not to exceed those returned before.

        Args:
            pair: two neighbouring streams.
            floor: outcomes whose ratio is certainly below this, in the units of the bounds, may be left out.
        """

    def floor(self, ratio: Ratio) -> float:
        """Return a lower bound of a ratio in the units of the bounds; for ∞ one that no bound of another reaches."""


class Leader:
    """The pair with the largest ratio so far, and the pairs that may have a larger one."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._best: tuple[Ratio, Pair] | None = None
        self._floor = -math.inf
        self._held: list[BoundedPairs] = []

    @property
    def best(self) -> tuple[Ratio, Pair]:
        """The largest ratio, and a pair that has it."""
        if self._best is None:
            raise RuntimeError("no pair has been offered")
        return self._best

    def offer(self, block: BoundedPairs) -> None:
        """Take some more pairs into account."""
        if not block.bounds.size:
            return
        highest = int(block.bounds.argmax())
        if block.bounds[highest] < self._floor:
            return
        self._evaluate(block.pair(highest))
        self._held.append(block.at_least(self._floor))

    def settle(self) -> int:
        """Evaluate all pairs that may have a larger ratio than the best; return their number, with the best one."""
        held = [block.at_least(self._floor) for block in self._held]
        order = [(bound, k, j) for k, block in enumerate(held) for j, bound in enumerate(block.bounds.tolist())]
        evaluated = 0
        for bound, k, j in sorted(order, key=lambda entry: -entry[0]):
            if bound < self._floor:
                break
            self._evaluate(held[k].pair(j))
            evaluated += 1
        return max(evaluated, 1)  # no bound reaches an infinite ratio

    def _evaluate(self, pair: Pair) -> None:
        ratio = self._evaluator.largest(pair, floor=self._floor)
        if ratio is not None and (self._best is None or ratio.exceeds(self._best[0])):
            self._best = ratio, pair
            self._floor = self._evaluator.floor(ratio)


@dataclass(frozen=True, slots=True)
class WorstPair:
    """What a search through all pairs found.

    Attributes:
        pair: a pair with the largest ratio.
        ratio: the ratio; None for ∞.
        witness: an outcome that attains it.
        bounded: the number of pairs that were looked at.
        exact: the number of them that their bounds did not exclude.
    """

    pair: Pair
    ratio: LogNumber | None
    witness: Outcome
    bounded: int
    exact: int
