"""Guess functions: learned on one part of the trials, selected on a second, to be tested on a third.

A guess function looks at an output and says "first", "second" or nothing. It cuts the values of one feature into bins
and guesses by bin. The bins come from the learning part; so do their orders, from those most likely to come from the
second input to those most likely to come from the first. Each order gives a family of guess functions: guess "second"
on the first bins of the order, "first" on the last ones, and abstain in between. One of them is selected on fresh
trials by its lower confidence bound, divided over all candidates, so that a lucky point estimate is not enough.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np
import numpy.typing as npt
from scipy.special import betaincinv

from dartproof.auditing.features import Feature
from dartproof.auditing.model import Counts, FloatArray
from dartproof.auditing.outputs import Outputs
from dartproof.errors import InputError

Labels = npt.NDArray[np.bool_]
"""Which input each trial ran: False for the first, True for the second."""

Guesses = npt.NDArray[np.int8]
"""A guess per trial: 1 for the second input, 0 for the first, −1 for none."""

_MOST_BINS = 64
_FEWEST_PER_BIN = 8


@dataclass(frozen=True, slots=True)
class Bins:
    """A partition of the values of a feature, some values left out.

    Attributes:
        marks: increasing. If `intervals`, bin k is [marks[k−1], marks[k]), with −∞ and ∞ at the ends; otherwise bin k
            is the single value marks[k].
        intervals: which of the two.
    """

    marks: tuple[float, ...]
    intervals: bool

    def __len__(self) -> int:
        return len(self.marks) + self.intervals

    def index(self, values: FloatArray) -> npt.NDArray[np.intp]:
        """The bin of each value, −1 for NaN and for values in no bin."""
        marks = np.array(self.marks)
        if self.intervals:
            return np.where(np.isnan(values), -1, np.searchsorted(marks, values, side="right"))
        place = np.minimum(np.searchsorted(marks, values), len(marks) - 1)
        return np.where(marks[place] == values, place, -1)

    def describe(self, bins: Sequence[int], *, opaque: bool) -> str:
        """The bins in words, for increasing indices `bins`; values are not shown if `opaque`."""
        if not self.intervals:
            if opaque:
                return f"one of {len(bins)} values" if len(bins) > 1 else "one certain value"
            shown = [f"{self.marks[index]:.6g}" for index in bins[:6]]
            return "in {" + ", ".join(shown) + "}" + (f" or {len(bins) - 6} more" if len(bins) > 6 else "")
        runs: list[tuple[int, int]] = []
        for index in bins:
            if runs and runs[-1][1] == index - 1:
                runs[-1] = (runs[-1][0], index)
            else:
                runs.append((index, index))
        ends = (-math.inf, *self.marks, math.inf)
        texts = [f"[{ends[low]:.6g}, {ends[high + 1]:.6g})" for low, high in runs[:4]]
        return "in " + " or ".join(texts) + (f" or {len(runs) - 4} more intervals" if len(runs) > 4 else "")


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess function on one feature.

    Attributes:
        feature: what it looks at.
        bins: how it cuts the values.
        table: its guess in each bin: 1, 0, or −1 to abstain; it abstains in no bin.
    """

    feature: Feature
    bins: Bins
    table: tuple[int, ...]

    def __call__(self, outputs: Outputs) -> Guesses:
        """The guess for each output."""
        table = np.array((*self.table, -1), dtype=np.int8)
        return table[self.bins.index(self.feature(outputs))]

    def count(self, outputs: Outputs, labels: Labels) -> Counts:
        """How its guesses relate to the truth."""
        guesses = self(outputs)

        def by_input(chosen: Labels) -> tuple[int, int]:
            return int((chosen & ~labels).sum()), int((chosen & labels).sum())

        return Counts(by_input(np.ones_like(labels)), by_input(guesses == 0), by_input(guesses == 1))

    def __str__(self) -> str:
        parts = []
        for guess, name in ((1, "second"), (0, "first")):
            chosen = [index for index, value in enumerate(self.table) if value == guess]
            if chosen:
                parts.append(f"guess {name} if {self._describe(chosen)}")
        return "; ".join(parts) or "never guess"

    def _describe(self, chosen: Sequence[int]) -> str:
        return f"{self.feature.name} is {self.bins.describe(chosen, opaque=self.feature.order == 'opaque')}"


@dataclass(frozen=True, slots=True)
class Candidates:
    """A family of guess functions on one feature: a prefix of `order` guesses second, a suffix guesses first."""

    feature: Feature
    bins: Bins
    order: tuple[int, ...]

    def guess(self, prefix: int, suffix: int) -> Guess:
        """The guess function with the given numbers of bins; prefix + suffix is at most the number of bins."""
        table = [-1] * len(self.bins)
        for index in self.order[:prefix]:
            table[index] = 1
        for index in self.order[len(self.order) - suffix :]:
            table[index] = 0
        return Guess(self.feature, self.bins, tuple(table))

    def histogram(self, outputs: Outputs, labels: Labels) -> npt.NDArray[np.int64]:
        """Counts of shape (2, bins) in the order of `order`: row 0 for trials on the first input."""
        index = self.bins.index(self.feature(outputs))
        counts = [
            np.bincount(index[(labels == side) & (index >= 0)], minlength=len(self.bins)) for side in (False, True)
        ]
        return np.array(counts, dtype=np.int64)[:, list(self.order)]


def learn(features: Sequence[Feature], outputs: Outputs, labels: Labels) -> tuple[Candidates, ...]:
    """Learn families of guess functions.

    Args:
        features: what to look at.
        outputs: the learning part; it must be used for nothing else.
        labels: which input gave each of them.

    Returns:
        For each feature with at least two bins a family ordered by estimated likelihood ratio and, where the feature's
        order means something, the families of one- and two-sided thresholds in both directions.
    """
    return tuple(family for feature in features for family in _families(feature, outputs, labels))


def _families(feature: Feature, outputs: Outputs, labels: Labels) -> Iterator[Candidates]:
    values = feature(outputs)
    bins = _cut(values[~np.isnan(values)], feature)
    if len(bins) < 2:
        return
    natural = tuple(range(len(bins)))
    first, second = Candidates(feature, bins, natural).histogram(outputs, labels)
    ratio = (second + 0.5) / (first + 0.5)
    orders = [tuple(int(index) for index in np.argsort(-ratio, kind="stable"))]
    if feature.order == "ordered":
        orders += [natural, natural[::-1]]
    for order in dict.fromkeys(orders):
        yield Candidates(feature, bins, order)


def _cut(values: FloatArray, feature: Feature) -> Bins:
    """Each value a bin if there are few; else the most frequent ones, or intervals of equal mass if order matters."""
    distinct, counts = np.unique(values, return_counts=True)
    if len(distinct) <= _MOST_BINS:
        return Bins(tuple(distinct.tolist()), intervals=False)
    if feature.order != "ordered":
        frequent = np.argsort(-counts, kind="stable")[:_MOST_BINS]
        return Bins(tuple(np.sort(distinct[frequent]).tolist()), intervals=False)
    number = max(2, min(_MOST_BINS, len(values) // _FEWEST_PER_BIN))
    edges = np.quantile(values, np.arange(1, number) / number, method="inverted_cdf")
    edges, repeats = np.unique(edges, return_counts=True)
    atoms = edges[repeats > 1]
    marks = np.unique(np.concatenate([edges, np.nextafter(atoms, math.inf)]))
    return Bins(tuple(marks.tolist()), intervals=True)


def select(
    families: Sequence[Candidates], outputs: Outputs, labels: Labels, *, delta: Fraction, miss: Fraction
) -> Guess | None:
    """Select the candidate with the largest lower confidence bound on ε.

    Args:
        families: the candidates, learned on other trials.
        outputs: the selection part; it must be used for nothing else.
        labels: which input gave each of them.
        delta: δ of the claim. If positive, only candidates that guess one input are considered.
        miss: the probability of error that is divided over all candidates.

    Returns:
        The selected guess function, the first of equals; None if there is no candidate. The bounds are floats: they
        decide what is tested, not what is claimed.
    """
    totals = (int((~labels).sum()), int(labels.sum()))
    pairs = [_sizes(len(family.bins), pure=delta == 0) for family in families]
    number = sum(len(sizes) for sizes in pairs)
    best: tuple[float, Candidates, int, int] | None = None
    for family, sizes in zip(families, pairs, strict=True):
        scores = _scores(family.histogram(outputs, labels), sizes, totals, float(delta), float(miss) / number)
        top = int(np.argmax(scores))
        if best is None or scores[top] > best[0]:
            best = (float(scores[top]), family, int(sizes[top, 0]), int(sizes[top, 1]))
    return None if best is None else best[1].guess(best[2], best[3])


@cache
def _sizes(bins: int, *, pure: bool) -> npt.NDArray[np.intp]:
    """All (prefix, suffix) that guess in some bin, shape (k, 2); for δ > 0 those that guess one input only."""
    pairs = [
        (prefix, suffix)
        for prefix in range(bins + 1)
        for suffix in range(bins + 1 - prefix)
        if (prefix + suffix > 0 if pure else (prefix > 0) != (suffix > 0))
    ]
    sizes = np.array(pairs, dtype=np.intp)
    sizes.setflags(write=False)
    return sizes


def _scores(
    histogram: npt.NDArray[np.int64],
    sizes: npt.NDArray[np.intp],
    totals: tuple[int, int],
    delta: float,
    miss: float,
) -> FloatArray:
    from_start = np.concatenate([np.zeros((2, 1), dtype=np.int64), histogram.cumsum(axis=1)], axis=1)
    from_end = np.concatenate([np.zeros((2, 1), dtype=np.int64), histogram[:, ::-1].cumsum(axis=1)], axis=1)
    as_second, as_first = from_start[:, sizes[:, 0]], from_end[:, sizes[:, 1]]
    if delta == 0:
        correct = as_second[1] + as_first[0]
        wrong = as_second[0] + as_first[1]
        return _lower(correct, correct + wrong, miss)
    second = sizes[:, 0] > 0
    more, less = np.where(second, as_second[1], as_first[0]), np.where(second, as_second[0], as_first[1])
    runs_more, runs_less = np.where(second, totals[1], totals[0]), np.where(second, totals[0], totals[1])
    low = _lower(more, runs_more, miss / 2) - delta
    high = 1 - _lower(runs_less - less, runs_less, miss / 2)
    return np.where(low > 0, low, 0.0) / high


def _lower(successes: npt.NDArray[np.int64], trials: npt.NDArray[np.int64], miss: float) -> FloatArray:
    """Clopper–Pearson lower bounds in floats; 0 where there is no success."""
    some = successes > 0
    quantiles = betaincinv(np.where(some, successes, 1), trials - successes + 1, miss)
    return np.where(some, quantiles, 0.0)


def require_both_labels(labels: Labels, part: str) -> None:
    """Refuse a part of the trials in which only one input was run, from which nothing can be learned."""
    if labels.all() or not labels.any():
        raise InputError(f"all {len(labels)} {part} trials ran the same input; give more trials")
