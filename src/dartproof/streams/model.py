"""Loss streams: T rounds of the losses of N experts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Self, TypeAlias

import numpy as np
import numpy.typing as npt

from dartproof.errors import InputError
from dartproof.streams.validation import (
    ExactRows,
    FloatArray,
    Loss,
    Place,
    check_array,
    check_positive,
    check_shape,
    label,
    nearest_floats,
    one_line,
    parse_row,
    show,
)

Steps: TypeAlias = tuple[tuple[int, ...], ...]
"""An exact small stream: T rows of N losses, each an integer number of grid steps (loss = steps / grid)."""

MAX_FLOAT_GRID = 2**50
"""The finest grid on which a float64 stands for at most one multiple of 1/grid, also after one rounded product."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LossStream:
    """The losses of N experts in T rounds, fixed in advance, each in [0, 1].

    Immutable. Two streams are equal if they have the same names and the same losses, exactly where both are exact;
    an exact stream never equals one that is not. The source does not count.

    Attributes:
        losses: float64 array of shape (T, N) that cannot be made writeable; row t holds the losses of round t + 1.
            For an exact stream each entry is the nearest float64 to the exact loss.
        names: the N names of the experts, distinct; `("expert 1", …)` if none are given.
        source: where the stream came from, for messages.
        given: how the numbers were given: rows of exact rationals; or an integer g ≤ 2^50, if each loss is the
            multiple of 1/g nearest to its float64; or None for plain floats.

    Raises:
        InputError: naming source, row and column (from 1) and value if a loss is NaN, infinite or outside [0, 1], if
            the shape is not T × N with T, N ≥ 1, if the names do not fit, or if `given` contradicts `losses`.

    Source: the setting of the paper (oblivious adversary, losses in [0, 1]).

    Example:
        >>> stream = LossStream.from_rows([["1/4", 0], [1, "0.5"]], names=["a", "b"], source="an example")
        >>> stream.rounds, stream.experts, stream.best_expert, stream.best_loss
        (2, 2, 1, 0.5)
        >>> stream.steps(4)
        ((1, 0), (4, 2))
    """

    losses: FloatArray
    names: tuple[str, ...] = ()
    source: str = "the stream"
    given: ExactRows | int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.losses, np.ndarray):
            raise InputError(f"{one_line(self.source)}: the losses are no array; use LossStream.from_rows")
        array = check_array(self.losses, self.source)
        array.setflags(write=False)
        # A view of a read-only array, unlike its owner, cannot be made writeable again.
        object.__setattr__(self, "losses", array.view())
        object.__setattr__(self, "names", _check_names(self.names, array.shape[1], self.source))
        _check_given(self.given, array, self.source)

    @classmethod
    def from_rows(
        cls,
        rows: Sequence[Sequence[Loss]] | npt.NDArray[np.generic],
        *,
        names: Iterable[str] | None = None,
        source: str = "the stream",
    ) -> Self:
        """The stream with these rows: one row a round, one loss an expert.

        Integers, booleans, `Fraction`, `Decimal` and texts such as `"1/4"` are exact; the stream is exact if all its
        losses are. An array of integers or booleans is exact, an array of floats is not.

        Raises:
            InputError: naming source, row, column and value; see the class.
        """
        chosen = () if names is None else tuple(names)
        if isinstance(rows, np.ndarray) and rows.dtype != np.object_:
            given = 1 if rows.dtype.kind in "biu" else None
            return cls(check_array(rows, source), chosen, source, given)
        if isinstance(rows, str | bytes) or not isinstance(rows, Sequence | np.ndarray):
            raise InputError(f"{one_line(source)}: {show(rows)} is no stream; give a list of rows or an array")
        parsed = [parse_row(row, Place(source, index + 1), names=chosen) for index, row in enumerate(rows)]
        check_shape((len(parsed), len(parsed[0]) if parsed else 1), source)
        for index, row in enumerate(parsed):
            if len(row) != len(parsed[0]):
                raise InputError(
                    f"{Place(source, index + 1)}: has {len(row)} losses where row 1 has {len(parsed[0])}; "
                    "give one loss for each expert in every row"
                )
        exact = tuple(tuple(value for value in row if isinstance(value, Fraction)) for row in parsed)
        is_exact = all(len(row) == len(parsed[0]) for row in exact)
        if is_exact:
            return cls(nearest_floats(exact), chosen, source, exact)
        return cls(np.array([[float(value) for value in row] for row in parsed]), chosen, source)

    @property
    def rounds(self) -> int:
        """The number T of rounds."""
        return int(self.losses.shape[0])

    @property
    def experts(self) -> int:
        """The number N of experts."""
        return int(self.losses.shape[1])

    @property
    def is_exact(self) -> bool:
        """Whether the losses are known as exact rationals."""
        return self.given is not None

    @property
    def exact(self) -> ExactRows | None:
        """The T rows of N exact losses, or None if the stream was given in floats."""
        if not isinstance(self.given, int):
            return self.given
        multiples = _multiples(self.losses, self.given)
        table = {steps: Fraction(steps, self.given) for steps in np.unique(multiples).tolist()}
        return tuple(tuple(table[steps] for steps in row) for row in multiples.tolist())

    def row(self, index: int) -> FloatArray:
        """The N losses of round `index` + 1 as a fresh read-only copy, which shares no memory with the stream.

        Raises:
            IndexError: unless 0 ≤ index < T.
        """
        if not 0 <= index < self.rounds:
            raise IndexError(f"row {index} of a stream with rows 0 to {self.rounds - 1}")
        row: FloatArray = self.losses[index].copy()
        row.setflags(write=False)
        return row

    def steps(self, grid: int) -> Steps:
        """The losses as integer multiples of 1/grid: T rows of N integers from 0 to `grid`.

        A float counts as k/grid if it is the float64 nearest to k/grid, so 0.1 lies on the grid 10; grids of floats
        are limited to 2^50, up to which k is unique. Exact losses must be multiples exactly.

        Raises:
            InputError: naming round, expert and value of the first loss off the grid, or for a grid below 1.
        """
        grid = check_positive(grid, "the grid")
        rows: Sequence[Sequence[Fraction | float]] | None = self.exact
        if rows is None:
            if grid > MAX_FLOAT_GRID:
                raise InputError(f"the grid is {show(grid)}; for losses given as floats it is at most 2^50")
            rows = self.losses.tolist()
        known: dict[Fraction | float, int] = {}
        return tuple(
            tuple(self._steps_of(value, grid, known, index, expert) for expert, value in enumerate(row))
            for index, row in enumerate(rows)
        )

    def _steps_of(
        self, value: Fraction | float, grid: int, known: dict[Fraction | float, int], index: int, expert: int
    ) -> int:
        if value in known:
            return known[value]
        steps = round(Fraction(value) * grid)
        multiple = Fraction(steps, grid)
        if (float(multiple) if isinstance(value, float) else multiple) != value:
            name = "" if self.names[expert] == f"expert {expert + 1}" else f" ({one_line(self.names[expert])})"
            raise InputError(
                f"{label(self.source)}: the loss of expert {expert + 1}{name} in round {index + 1} is {show(value)}, "
                f"no multiple of 1/{show(grid)}; choose another grid"
            )
        known[value] = steps
        return steps

    def exact_totals(self) -> tuple[Fraction, ...] | None:
        """The exact sum of each expert's losses over all rounds, or None if the stream was given in floats."""
        if isinstance(self.given, int):
            # Sums of Python integers where T·g could pass int64.
            multiples = _multiples(self.losses, self.given)
            small = self.rounds * self.given < 2**62
            totals = multiples.sum(axis=0).tolist() if small else [sum(column) for column in multiples.T.tolist()]
            return tuple(Fraction(total, self.given) for total in totals)
        return (
            None if self.given is None else tuple(sum(column, Fraction(0)) for column in zip(*self.given, strict=True))
        )

    def totals(self) -> FloatArray:
        """The sum of each expert's losses over all rounds, shape (N,).

        For an exact stream the nearest float64 to the exact sum; else a float64 sum, with an error of at most
        T²·2^−53. One pass over the stream.
        """
        exact = self.exact_totals()
        return self.losses.sum(axis=0) if exact is None else np.array([float(total) for total in exact])

    @property
    def best_expert(self) -> int:
        """The expert of least total loss, counted from 0; the first of them on a tie (decided exactly if exact)."""
        exact = self.exact_totals()
        return int(self.totals().argmin()) if exact is None else exact.index(min(exact))

    @property
    def best_loss(self) -> float:
        """L*, the least total loss of an expert, rounded as `totals` says."""
        return float(self.totals().min())

    def cumulative(self) -> FloatArray:
        """Running totals, shape (T, N): row t is the sum of the losses of rounds 1 to t + 1.

        Summed in float64, with an error of at most T²·2^−53; so the last row may differ from `totals` by rounding.
        """
        return self.losses.cumsum(axis=0)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LossStream):
            return NotImplemented
        if self.names != other.names or not np.array_equal(self.losses, other.losses):
            return False
        return self.given == other.given or self.exact == other.exact

    def __hash__(self) -> int:
        return hash((self.names, self.losses.shape, self.losses.tobytes()))

    def __repr__(self) -> str:
        kind = "exact" if self.is_exact else "float"
        return f"LossStream({one_line(self.source)!r}, {self.rounds} rounds, {self.experts} experts, {kind})"

    def __reduce__(self) -> tuple[type[Self], tuple[FloatArray, tuple[str, ...], str, ExactRows | int | None]]:
        # Arrays lose their read-only flag in pickle and deepcopy; building the stream anew restores it.
        return type(self), (np.asarray(self.losses), self.names, self.source, self.given)


def _multiples(losses: FloatArray, grid: int) -> npt.NDArray[np.int64]:
    return np.rint(losses * grid).astype(np.int64)


def _check_names(names: Sequence[str], experts: int, source: str) -> tuple[str, ...]:
    if not names:
        return tuple(f"expert {index + 1}" for index in range(experts))
    where = label(source)
    if len(names) != experts:
        raise InputError(f"{where}: {len(names)} names for {experts} experts; give one name for each column")
    seen: dict[str, int] = {}
    for column, name in enumerate(names, start=1):
        if not isinstance(name, str) or not name or not name.isprintable() or name != name.strip():
            raise InputError(
                f"{where}: the name of column {column} is {show(name)}; "
                "give a printable name without spaces around it (and leave out a column of row numbers)"
            )
        if name in seen:
            raise InputError(
                f"{where}: columns {seen[name]} and {column} are both named '{one_line(name)}'; rename one of them"
            )
        seen[name] = column
    return tuple(names)


def _check_given(given: ExactRows | int | None, array: FloatArray, source: str) -> None:
    where = label(source)
    if isinstance(given, int):
        if isinstance(given, bool) or not 1 <= given <= MAX_FLOAT_GRID:
            raise InputError(f"{where}: the grid is {show(given)}; give an integer from 1 to 2^50")
        wrong = _multiples(array, given) / given != array
        if wrong.any():
            row, column = np.argwhere(wrong)[0]
            raise InputError(
                f"{Place(source, int(row) + 1, int(column) + 1)}: {array[row, column]} is no multiple of 1/{given}; "
                "choose another grid"
            )
    elif given is not None:
        fits = len(given) == array.shape[0] and all(len(row) == array.shape[1] for row in given)
        if not fits or not np.array_equal(nearest_floats(given), array):
            raise InputError(f"{where}: the exact losses do not fit the float losses; use LossStream.from_rows")
