"""Features of outputs: the few numbers of each output that an audit looks for differences in."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np

from dartproof.auditing.model import FloatArray, Pair
from dartproof.auditing.outputs import NUMBER, Outputs

Order = Literal["ordered", "discrete", "opaque"]
"""What a feature's values mean: order and equality, equality only, or equality while the value says nothing itself."""

_MOST_COLUMNS = 32
_MOST_EXPERTS = 16


@dataclass(frozen=True, slots=True)
class Feature:
    """One number of each output.

    Attributes:
        name: what it is, for people (rounds and experts from 1).
        order: what its values mean.
        values: maps a table of outputs to a float64 vector, NaN where the feature has no value.
    """

    name: str
    order: Order
    values: Callable[[Outputs], FloatArray]

    def __call__(self, outputs: Outputs) -> FloatArray:
        """The feature's value of each output, shape (n,)."""
        return self.values(outputs)


def features_for(pair: Pair, sample: Outputs) -> tuple[Feature, ...]:
    """Choose the features to look at from a sample of outputs that is used for nothing but learning.

    Outputs with one integer per round of a loss stream are read as picks of experts. Of others, each of the first 32
    entries, sums, extremes, the length and the whole output are features.

    Args:
        pair: the inputs; the round in which they differ says where to look.
        sample: outputs of both, mixed.

    Returns:
        The features, the simplest first. They accept tables of any width.
    """
    width = sample.width
    general = (
        *_entries(width),
        *_summaries(sample),
        Feature("whole output", "opaque", partial(hashed, columns=tuple(range(width)))),
    )
    if not _are_picks(pair, sample):
        return general
    differing = pair.differing[0] if pair.differing else 0
    return (*_of_picks(sample, differing), *general)


def _are_picks(pair: Pair, sample: Outputs) -> bool:
    if pair.first.ndim != 2 or sample.width != len(pair.first) or sample.width < 2:
        return False
    return bool((sample.symbols == NUMBER).all() and (sample.numbers == np.floor(sample.numbers)).all())


def _entries(width: int) -> tuple[Feature, ...]:
    names = ["output"] if width == 1 else [f"entry {column + 1}" for column in range(width)]
    numbers = [Feature(name, "ordered", partial(_number, column=column)) for column, name in enumerate(names)]
    kinds = [Feature(f"kind of {name}", "opaque", partial(_symbol, column=column)) for column, name in enumerate(names)]
    return (*numbers[:_MOST_COLUMNS], *kinds[:_MOST_COLUMNS])


def _summaries(sample: Outputs) -> tuple[Feature, ...]:
    if sample.width == 1:
        return ()
    width = sample.width
    return (
        Feature("number of entries", "ordered", _length),
        Feature("sum of entries", "ordered", partial(_sum, width=width)),
        Feature("largest entry", "ordered", partial(_extreme, width=width, sign=1)),
        Feature("smallest entry", "ordered", partial(_extreme, width=width, sign=-1)),
        Feature("first entry that is the largest", "discrete", partial(_arg_extreme, width=width, sign=1)),
        Feature("first entry that is the smallest", "discrete", partial(_arg_extreme, width=width, sign=-1)),
        Feature("last entry minus first", "ordered", partial(_span, width=width)),
    )


def _of_picks(sample: Outputs, differing: int) -> tuple[Feature, ...]:
    rounds = sample.width
    after = min(differing + 1, rounds - 1)
    around = (differing, after)
    experts = np.unique(sample.numbers)[:_MOST_EXPERTS]
    counts = [
        Feature(
            f"rounds > {start} that play {value:g}", "ordered", partial(_count, value=value, start=start, width=rounds)
        )
        for start in dict.fromkeys((0, after))
        for value in experts.tolist()
    ]
    return (
        Feature(f"picks of rounds {differing + 1} and {after + 1}", "opaque", partial(hashed, columns=around)),
        Feature(f"change of pick at round {after + 1}", "discrete", partial(_changed, column=after)),
        Feature("first round with a new pick", "ordered", partial(_first_change, start=1, width=rounds)),
        Feature(
            f"first such round after {differing + 1}", "ordered", partial(_first_change, start=after, width=rounds)
        ),
        Feature("number of changes", "ordered", partial(_changes, start=1, width=rounds)),
        Feature(f"changes after round {differing + 1}", "ordered", partial(_changes, start=after, width=rounds)),
        Feature("last pick", "discrete", partial(_number, column=rounds - 1)),
        *counts,
    )


def _number(outputs: Outputs, column: int) -> FloatArray:
    return outputs.resized(column + 1).numbers[:, column]


def _symbol(outputs: Outputs, column: int) -> FloatArray:
    return outputs.resized(column + 1).symbols[:, column].astype(np.float64)


def _length(outputs: Outputs) -> FloatArray:
    return outputs.lengths.astype(np.float64)


def _filled(outputs: Outputs, width: int, value: float) -> FloatArray:
    numbers = outputs.resized(width).numbers
    return np.where(np.isnan(numbers), value, numbers)


def _sum(outputs: Outputs, width: int) -> FloatArray:
    with np.errstate(invalid="ignore", over="ignore"):
        totals: FloatArray = _filled(outputs, width, 0.0).sum(axis=1)
        return totals


def _extreme(outputs: Outputs, width: int, sign: int) -> FloatArray:
    filled = _filled(outputs, width, -sign * math.inf)
    extreme: FloatArray = filled.max(axis=1) if sign > 0 else filled.min(axis=1)
    return extreme


def _arg_extreme(outputs: Outputs, width: int, sign: int) -> FloatArray:
    signed = sign * _filled(outputs, width, -sign * math.inf)
    place: FloatArray = np.argmax(signed, axis=1).astype(np.float64)
    return place


def _span(outputs: Outputs, width: int) -> FloatArray:
    numbers = outputs.resized(width).numbers
    with np.errstate(invalid="ignore", over="ignore"):
        return numbers[:, -1] - numbers[:, 0]


def _moves(outputs: Outputs, start: int, width: int) -> FloatArray:
    numbers = outputs.resized(width).numbers[:, start - 1 :]
    return np.not_equal(numbers[:, 1:], numbers[:, :-1]).astype(np.float64)


def _changes(outputs: Outputs, start: int, width: int) -> FloatArray:
    number: FloatArray = _moves(outputs, start, width).sum(axis=1)
    return number


def _first_change(outputs: Outputs, start: int, width: int) -> FloatArray:
    moves = _moves(outputs, start, width)
    return np.where(moves.any(axis=1), start + 1 + moves.argmax(axis=1), width + 1).astype(np.float64)


def _changed(outputs: Outputs, column: int) -> FloatArray:
    return _moves(outputs, column, column + 1)[:, 0]


def _count(outputs: Outputs, value: float, start: int, width: int) -> FloatArray:
    number: FloatArray = np.equal(outputs.resized(width).numbers[:, start:], value).astype(np.float64).sum(axis=1)
    return number


def hashed(outputs: Outputs, columns: tuple[int, ...]) -> FloatArray:
    """A number per row that rows with equal entries in `columns` share; others share it with probability ~2^-52.

    Returns:
        Integers below 2^52 as float64, shape (n,).
    """
    wide = outputs.resized(max(columns) + 1)
    # Adding 0 turns -0 into 0, an equal number with other bits.
    plain = np.where(np.isnan(wide.numbers), 0.0, wide.numbers) + 0.0
    state = np.zeros(len(outputs), dtype=np.uint64)
    for column in columns:
        for word in (plain[:, column].view(np.uint64), wide.symbols[:, column].astype(np.uint64)):
            state = (state ^ word) * np.uint64(0x9E3779B97F4A7C15)
            state ^= state >> np.uint64(32)
    return (state >> np.uint64(12)).astype(np.float64)
