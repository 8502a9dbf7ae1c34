"""Neighbouring streams: two streams that differ in one round's whole loss vector.

Rounds are counted from 1 wherever they are called `round` or `rounds`, and from 0 in a `row_index`.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from dartproof.errors import InputError
from dartproof.streams.model import LossStream, Steps
from dartproof.streams.validation import Loss, Place, check_positive, label, parse_row, show, text_of


class Neighbour(NamedTuple):
    """A stream that differs from another in one row.

    Attributes:
        row_index: the differing row, from 0.
        row: its new losses, in grid steps.
        losses: the whole neighbouring stream, in grid steps.
    """

    row_index: int
    row: tuple[int, ...]
    losses: Steps

    @property
    def round(self) -> int:
        """The differing round, counted from 1."""
        return self.row_index + 1


class NeighbouringPair(NamedTuple):
    """An ordered pair of neighbouring streams.

    Attributes:
        losses: the first stream, in grid steps.
        neighbour: the second stream, in grid steps.
        row_index: the row in which they differ, from 0.
    """

    losses: Steps
    neighbour: Steps
    row_index: int

    @property
    def round(self) -> int:
        """The differing round, counted from 1."""
        return self.row_index + 1

    @property
    def row(self) -> tuple[int, ...]:
        """The neighbour's losses in the differing round, in grid steps."""
        return self.neighbour[self.row_index]


def differing_rounds(first: LossStream, second: LossStream) -> tuple[int, ...]:
    """The rounds, counted from 1, in which the loss vectors of two streams differ; `()` for equal losses.

    Two exact streams are compared exactly, any other two by their float64 losses. Names and sources do not count.

    Raises:
        InputError: naming both shapes if they differ.
    """
    if first.losses.shape != second.losses.shape:
        raise InputError(
            f"{_shape(first)} but {_shape(second)}; neighbouring streams have the same rounds and the same experts"
        )
    if first.is_exact and second.is_exact and first.given != second.given:
        rows = zip(first.exact or (), second.exact or (), strict=True)
        return tuple(number for number, (one, other) in enumerate(rows, start=1) if one != other)
    differs = (first.losses != second.losses).any(axis=1)
    return tuple((np.flatnonzero(differs) + 1).tolist())


def _shape(stream: LossStream) -> str:
    return f"{label(stream.source)} has {stream.rounds} rounds and {stream.experts} experts"


def require_neighbours(first: LossStream, second: LossStream) -> int:
    """The one round, counted from 1, in which two neighbouring streams differ.

    Every stream is a neighbour of itself as far as privacy goes, but such a pair shows nothing: equal streams are
    refused too, so that no law or audit compares a stream with itself unnoticed.

    Raises:
        InputError: if the shapes differ, the losses are all equal, or two or more rounds differ (naming them).

    Source: the setting of the paper (neighbours differ in one round's whole loss vector).
    """
    rounds = differing_rounds(first, second)
    both = f"{label(first.source)} and {label(second.source)}"
    if not rounds:
        raise InputError(f"{both}: the losses are equal; change one round of one of them, as in STREAM~ROUND=ROW")
    if len(rounds) > 1:
        shown = ", ".join(map(str, rounds[:5])) + (", …" if len(rounds) > 5 else "")
        raise InputError(
            f"{both}: the losses differ in {len(rounds)} rounds ({shown}); neighbouring streams differ in exactly one"
        )
    return rounds[0]


def replace_round(
    stream: LossStream,
    round_number: int,
    row: Sequence[Loss] | npt.NDArray[np.generic],
    *,
    source: str | None = None,
) -> LossStream:
    """The stream with the whole loss vector of one round replaced: a neighbour, or an equal stream if `row` is equal.

    The result is exact if the stream and every loss of `row` are.

    Args:
        stream: the stream to start from; it stays as it is.
        round_number: the round, counted from 1.
        row: its N new losses, as `LossStream.from_rows` takes them.
        source: the new stream's source; by default `SOURCE~ROUND=ROW`.

    Raises:
        InputError: if there is no such round, or naming the column and value that is no loss.
    """
    if source is None:
        shown = ",".join(map(text_of, row)) if isinstance(row, Sequence | np.ndarray) else repr(row)
        source = f"{stream.source}~{round_number}={shown}"
    if check_positive(round_number, f"{label(source)}: the round") > stream.rounds:
        raise InputError(
            f"{label(source)}: there is no round {round_number}; rounds are counted from 1 to {stream.rounds}"
        )
    place = Place(source, round_number)
    parsed = parse_row(row, place, names=stream.names)
    if len(parsed) != stream.experts:
        raise InputError(f"{place}: {len(parsed)} losses for {stream.experts} experts; give one loss for each expert")
    index = round_number - 1
    losses = stream.losses.copy()
    losses[index] = [float(value) for value in parsed]
    exact_row = tuple(value for value in parsed if not isinstance(value, float))
    if stream.given is None or len(exact_row) < stream.experts:
        return LossStream(losses, stream.names, source)
    if isinstance(stream.given, int) and all((value * stream.given).denominator == 1 for value in exact_row):
        return LossStream(losses, stream.names, source, stream.given)
    rows = stream.exact or ()
    return LossStream(losses, stream.names, source, (*rows[:index], exact_row, *rows[index + 1 :]))


def check_steps(losses: Sequence[Sequence[int]], grid: int) -> Steps:
    """`losses` as tuples if it is a stream of T ≥ 1 rows of N ≥ 1 integers from 0 to `grid`.

    Raises:
        InputError: naming round, expert and value of the first entry that is none, or the ragged row.
    """
    check_positive(grid, "the grid")
    if not losses or not losses[0]:
        raise InputError("a stream of grid steps needs at least one round and one expert")
    for number, row in enumerate(losses, start=1):
        if len(row) != len(losses[0]):
            raise InputError(f"round {number} has {len(row)} losses where round 1 has {len(losses[0])}")
        for expert, value in enumerate(row, start=1):
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= grid:
                raise InputError(
                    f"round {number}, expert {expert}: {show(value)} is no number of grid steps; "
                    f"give integers from 0 to {grid}"
                )
    return tuple(map(tuple, losses))


def neighbours(losses: Sequence[Sequence[int]], grid: int, *, last_round: bool = False) -> Iterator[Neighbour]:
    """All streams on the grid {0, 1/grid, …, 1} that differ from `losses` in exactly one row.

    Row T never reaches the transcript of Algorithms 1 and 2, so it is left alone unless `last_round` is true. There are
    r·((grid + 1)^N − 1) neighbours, where r is T − 1, or T with `last_round`; they come in the order of the
    differing row, then of its new losses.

    Raises:
        InputError: if `losses` is no stream of grid steps (when the first neighbour is asked for).
    """
    stream = check_steps(losses, grid)
    for index in range(len(stream) if last_round else len(stream) - 1):
        for row in product(range(grid + 1), repeat=len(stream[0])):
            if row != stream[index]:
                yield Neighbour(index, row, (*stream[:index], row, *stream[index + 1 :]))


def streams_on_grid(rounds: int, experts: int, grid: int, *, last_round: bool = False) -> Iterator[Steps]:
    """All streams of T rounds and N experts on the grid, (grid + 1)^(N·r) of them.

    As in `neighbours`, row T is not enumerated by default: it is all zeros then and r = T − 1; with `last_round`,
    r = T and every row is enumerated.

    Raises:
        InputError: if an argument is below 1 (when the first stream is asked for).
    """
    check_positive(rounds, "the number of rounds")
    check_positive(experts, "the number of experts")
    check_positive(grid, "the grid")
    rows = tuple(product(range(grid + 1), repeat=experts))
    ending: Steps = () if last_round else (rows[0],)
    for chosen in product(rows, repeat=rounds - len(ending)):
        yield (*chosen, *ending)


def neighbouring_pairs(rounds: int, experts: int, grid: int, *, last_round: bool = False) -> Iterator[NeighbouringPair]:
    """All ordered pairs of neighbouring streams of T rounds and N experts on the grid.

    As in `neighbours`, row T is not enumerated by default; it is all zeros then.

    Raises:
        InputError: if an argument is below 1 (when the first pair is asked for).

    Example:
        >>> sum(1 for _ in neighbouring_pairs(4, 2, 1)) == count_neighbouring_pairs(4, 2, 1) == 576
        True
    """
    for losses in streams_on_grid(rounds, experts, grid, last_round=last_round):
        for row_index, _, neighbour in neighbours(losses, grid, last_round=last_round):
            yield NeighbouringPair(losses, neighbour, row_index)


def count_neighbouring_pairs(rounds: int, experts: int, grid: int, *, last_round: bool = False) -> int:
    """How many pairs `neighbouring_pairs` yields: m^r · r · (m − 1) for m = (grid + 1)^N rows and r free rounds.

    Raises:
        InputError: if an argument is below 1.
    """
    free = check_positive(rounds, "the number of rounds") - (not last_round)
    vectors: int = (check_positive(grid, "the grid") + 1) ** check_positive(experts, "the number of experts")
    return int(vectors**free) * free * (vectors - 1)
