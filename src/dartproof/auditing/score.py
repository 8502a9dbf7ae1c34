"""A learned feature: a linear score of all entries of an output, which gathers weak differences into one number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from dartproof.auditing.features import Feature, hashed
from dartproof.auditing.model import FloatArray
from dartproof.auditing.outputs import Outputs

_MOST_COLUMNS: Final = 64
_MOST_VALUES: Final = 8
_RIDGE: Final = 1e-3
_CLIP: Final = 4.0


@dataclass(frozen=True, slots=True)
class _Column:
    """One column of the table as regressors: indicators of its few values, or its standardised and clipped number.

    Attributes:
        index: of the column.
        values: hashes of the values with an indicator each; empty for a number.
        centre: of the number.
        spread: of the number.
    """

    index: int
    values: tuple[float, ...] = ()
    centre: float = 0.0
    spread: float = 1.0

    def regressors(self, outputs: Outputs) -> FloatArray:
        """Shape (n, number of regressors)."""
        if self.values:
            keys = hashed(outputs, (self.index,))
            indicators: FloatArray = np.equal(keys[:, np.newaxis], np.array(self.values)).astype(np.float64)
            return indicators
        numbers = outputs.resized(self.index + 1).numbers[:, self.index]
        scaled = np.clip((numbers - self.centre) / self.spread, -_CLIP, _CLIP)
        return np.where(np.isnan(scaled), 0.0, scaled)[:, np.newaxis]


@dataclass(frozen=True, slots=True)
class _Score:
    columns: tuple[_Column, ...]
    weights: tuple[float, ...]

    def __call__(self, outputs: Outputs) -> FloatArray:
        score: FloatArray = np.round(_design(self.columns, outputs) @ np.array(self.weights), 9)
        return score


def learned_score(outputs: Outputs, labels: npt.NDArray[np.bool_]) -> Feature | None:
    """Fit the label by ridge regression on the first 64 entries of the outputs.

    Args:
        outputs: of the learning part, which is used for nothing else.
        labels: which input gave each of them.

    Returns:
        The score as a feature, larger where the second input is more likely; None if at most one entry varies, since
        the entry then says as much itself.
    """
    described = [_describe(outputs, index) for index in range(min(outputs.width, _MOST_COLUMNS))]
    columns = tuple(column for column in described if column is not None)
    if len(columns) < 2:
        return None
    design = _design(columns, outputs)
    centred = design - design.mean(axis=0)
    target = labels - labels.mean()
    gram = centred.T @ centred + _RIDGE * len(labels) * np.eye(centred.shape[1])
    weights = np.linalg.solve(gram, centred.T @ target)
    return Feature("learned score", "ordered", _Score(columns, tuple(weights.tolist())))


def _describe(outputs: Outputs, index: int) -> _Column | None:
    keys = np.unique(hashed(outputs, (index,)))
    if len(keys) < 2:
        return None
    if len(keys) <= _MOST_VALUES:
        return _Column(index, values=tuple(keys.tolist()))
    numbers = outputs.numbers[:, index]
    numbers = numbers[np.isfinite(numbers)]
    if not len(numbers):
        return None
    low, centre, high = np.quantile(numbers, (0.25, 0.5, 0.75), method="inverted_cdf").tolist()
    return _Column(index, centre=centre, spread=(high - low) or 1.0)


def _design(columns: tuple[_Column, ...], outputs: Outputs) -> FloatArray:
    return np.concatenate([column.regressors(outputs) for column in columns], axis=1)
