"""The loss streams that come with dartproof, all made from real data."""

import csv
import functools
import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import resources
from importlib.resources.abc import Traversable

import numpy as np

from dartproof.errors import InputError
from dartproof.numeric import parse_rational
from dartproof.streams.model import LossStream

MARGINS = (1, 2, 3, 5)
"""The bundled streams charge a pollster whose number is more than so many points off."""

_TRUTH = "five_thirty_eight"
_PREFIX = "trump-approval-"


@dataclass(frozen=True, slots=True, kw_only=True)
class BundledStream:
    """What is known of a bundled stream; everything but the form of the sentence comes from the data files.

    Attributes:
        name: what `open_stream` takes.
        description: one line on what a round, an expert and a loss are.
        rounds: T.
        experts: N.
        best_loss: L*, an integer as the losses are 0 or 1.
        attribution: one line on who made the data and under which licences.
    """

    name: str
    description: str
    rounds: int
    experts: int
    best_loss: int
    attribution: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecasts:
    """A table of forecasts: for each day the numbers of N forecasters and the truth, all exact."""

    dates: tuple[str, ...]
    forecasters: tuple[str, ...]
    numbers: tuple[tuple[Fraction, ...], ...]
    truth: tuple[Fraction, ...]


def bundled_names() -> tuple[str, ...]:
    """The names of the bundled streams, in order."""
    return tuple(f"{_PREFIX}{margin}" for margin in MARGINS)


def open_bundled(name: str) -> LossStream:
    """The bundled stream of that name; its losses are exact and 0 or 1.

    Raises:
        InputError: naming the bundled streams, if there is none of that name.
    """
    if name not in bundled_names():
        raise InputError(f"{name!r} is no bundled stream; choose one of {', '.join(bundled_names())}")
    return _open(int(name.removeprefix(_PREFIX)))


def bundled_streams() -> dict[str, BundledStream]:
    """All bundled streams by name, described from their data.

    Example:
        >>> {name: stream.best_loss for name, stream in bundled_streams().items()}
        {'trump-approval-1': 462, 'trump-approval-2': 147, 'trump-approval-3': 41, 'trump-approval-5': 1}
    """
    return {f"{_PREFIX}{margin}": _describe(margin) for margin in MARGINS}


def approval_forecasts() -> Forecasts:
    """The numbers behind the bundled streams: approval of Donald Trump by pollster and in FiveThirtyEight's average."""
    return _forecasts()


def provenance() -> Mapping[str, object]:
    """Where the bundled data come from: the contents of `data/trump-approval.toml`."""
    return tomllib.loads(_data().joinpath("trump-approval.toml").read_text(encoding="utf-8"))


def content_digest() -> str:
    """The SHA-256 of the bundled data file, in hexadecimal."""
    return hashlib.sha256(_data().joinpath("trump-approval.csv").read_bytes()).hexdigest()


def _data() -> Traversable:
    return resources.files("dartproof.streams") / "data"


@functools.cache
def _forecasts() -> Forecasts:
    text = _data().joinpath("trump-approval.csv").read_text(encoding="utf-8")
    header, *rows = csv.reader(text.splitlines())
    truth = header.index(_TRUTH)
    columns = [column for column in range(1, len(header)) if column != truth]
    return Forecasts(
        dates=tuple(row[0] for row in rows),
        forecasters=tuple(header[column] for column in columns),
        numbers=tuple(tuple(parse_rational(row[column]) for column in columns) for row in rows),
        truth=tuple(parse_rational(row[truth]) for row in rows),
    )


@functools.cache
def _open(margin: int) -> LossStream:
    table = _forecasts()
    misses = [
        [abs(number - truth) > margin for number in row] for row, truth in zip(table.numbers, table.truth, strict=True)
    ]
    return LossStream.from_rows(np.array(misses), names=table.forecasters, source=f"{_PREFIX}{margin}")


def _describe(margin: int) -> BundledStream:
    stream, table, origin = _open(margin), _forecasts(), provenance()
    return BundledStream(
        name=stream.source,
        description=(
            f"approval of Donald Trump on {stream.rounds} days ({table.dates[0]} to {table.dates[-1]}) by "
            f"{stream.experts} pollsters; loss 1 where a pollster is more than {margin} "
            f"point{'s' if margin > 1 else ''} off FiveThirtyEight's average"
        ),
        rounds=stream.rounds,
        experts=stream.experts,
        best_loss=int(stream.best_loss),
        attribution=str(origin["attribution"]),
    )
