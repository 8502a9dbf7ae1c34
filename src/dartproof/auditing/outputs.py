"""Outputs of a mechanism as a table: whatever it returns becomes numbers and symbols in columns.

Any function of an output that does not look at the input is post-processing, so nothing here can make a private
mechanism look worse than it is: a coarse reading costs power only, never validity.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from numbers import Rational

import numpy as np
import numpy.typing as npt

from dartproof.auditing.model import FloatArray
from dartproof.errors import InputError

Symbols = npt.NDArray[np.int64]

NUMBER, NAN, ABSENT, NONE = range(4)
"""Symbols of a cell: it holds a number, it is NaN, the output ended before it, it is None."""

_FIRST_TEXT = 16
_DEEPEST = 8


@dataclass(frozen=True, slots=True, eq=False)
class Outputs:
    """A table with one row an output and one column an entry of it.

    Attributes:
        numbers: float64, shape (n, width); NaN in a cell that holds no number.
        symbols: int64, shape (n, width); `NUMBER` where `numbers` counts, else which other thing the cell holds.
        lengths: int64, shape (n,); how many entries each output had.
    """

    numbers: FloatArray
    symbols: Symbols
    lengths: Symbols

    def __len__(self) -> int:
        return len(self.lengths)

    @property
    def width(self) -> int:
        """Number of columns."""
        return int(self.numbers.shape[1])

    def resized(self, width: int) -> Outputs:
        """The table with exactly `width` columns: cut, or filled up with `ABSENT`; lengths stay."""
        missing = width - self.width
        if missing <= 0:
            return Outputs(self.numbers[:, :width], self.symbols[:, :width], self.lengths)
        return Outputs(
            np.pad(self.numbers, ((0, 0), (0, missing)), constant_values=math.nan),
            np.pad(self.symbols, ((0, 0), (0, missing)), constant_values=ABSENT),
            self.lengths,
        )

    def rows(self, index: npt.NDArray[np.bool_] | npt.NDArray[np.intp]) -> Outputs:
        """The rows chosen by a mask or an index array."""
        return Outputs(self.numbers[index], self.symbols[index], self.lengths[index])


def tabulate(raw: Sequence[object] | npt.NDArray[np.generic], *, where: str = "the mechanism") -> Outputs:
    """Tabulate outputs: bools, ints, floats, strings, None, and tuples, lists and arrays of these, nested or ragged.

    Nested outputs are flattened. Bools count as 0 and 1, an int beyond the range of a double as ±∞; NaN, None and each
    string are symbols apart from all numbers. Two strings are confused with probability about 2^-32.

    Args:
        raw: a sequence of outputs, or an array whose first axis counts outputs.
        where: what an error message calls the source of the outputs.

    Returns:
        The table; its width is the length of the longest output (at least 1).

    Raises:
        InputError: an output is of another type, or is nested more than 8 deep (or in itself).
    """
    if isinstance(raw, np.ndarray) and raw.dtype.kind in "biuf":
        values = raw.reshape(len(raw), -1).astype(np.float64)
        if values.shape[1]:
            kinds = np.where(np.isnan(values), NAN, NUMBER).astype(np.int64)
            return Outputs(values, kinds, np.full(len(raw), values.shape[1], dtype=np.int64))
    cells = [list(_scalars(output, where, _DEEPEST)) for output in raw]
    lengths = np.array([len(row) for row in cells], dtype=np.int64)
    width = max(1, int(lengths.max(initial=0)))
    values = np.full((len(cells), width), math.nan)
    symbols = np.full((len(cells), width), ABSENT, dtype=np.int64)
    for index, row in enumerate(cells):
        for column, (number, symbol) in enumerate(row):
            values[index, column] = number
            symbols[index, column] = symbol
    return Outputs(values, symbols, lengths)


def concatenate(tables: Sequence[Outputs]) -> Outputs:
    """All rows, in order, in a table as wide as the widest of at least one table."""
    width = max(table.width for table in tables)
    wide = [table.resized(width) for table in tables]
    return Outputs(
        np.concatenate([table.numbers for table in wide]),
        np.concatenate([table.symbols for table in wide]),
        np.concatenate([table.lengths for table in wide]),
    )


def _scalars(output: object, where: str, depth: int) -> Iterator[tuple[float, int]]:
    if isinstance(output, np.ndarray):
        output = output.tolist()
    elif isinstance(output, np.generic):
        output = output.item()
    if output is None:
        yield math.nan, NONE
    elif isinstance(output, str):
        yield math.nan, _FIRST_TEXT + zlib.crc32(output.encode(errors="surrogatepass"))
    elif isinstance(output, int | float | Rational):
        number = _double(output)
        yield number, NAN if math.isnan(number) else NUMBER
    elif isinstance(output, tuple | list):
        if depth == 0:
            raise InputError(f"{where} returned an output nested more than {_DEEPEST} deep; flatten it")
        for entry in output:
            yield from _scalars(entry, where, depth - 1)
    else:
        kind = type(output).__name__
        raise InputError(
            f"{where} returned a value of type {kind}; return numbers, texts, None, or tuples, lists or arrays of them"
        )


def _double(number: float | Rational) -> float:
    try:
        return float(number)
    except OverflowError:
        return -math.inf if number < 0 else math.inf
