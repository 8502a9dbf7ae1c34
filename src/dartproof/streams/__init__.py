"""Loss streams: T rounds of the losses of N experts, their neighbours, and where they come from.

`LossStream` is the model; `open_stream` finds one by path or bundled name, the generators draw one, and exact small
streams for enumeration are plain tuples of grid steps (`Steps`).
"""

from dartproof.streams.bundled import BundledStream, bundled_streams
from dartproof.streams.csv_files import format_csv, parse_csv, write_csv
from dartproof.streams.generators import adversarial, drifting, iid, realizable
from dartproof.streams.model import LossStream, Steps
from dartproof.streams.neighbours import (
    Neighbour,
    NeighbouringPair,
    check_steps,
    count_neighbouring_pairs,
    differing_rounds,
    neighbouring_pairs,
    neighbours,
    replace_round,
    require_neighbours,
    streams_on_grid,
)
from dartproof.streams.readers import read_stream
from dartproof.streams.references import open_stream
from dartproof.streams.validation import ExactRows, FloatArray, Loss

__all__ = [
    "BundledStream",
    "ExactRows",
    "FloatArray",
    "Loss",
    "LossStream",
    "Neighbour",
    "NeighbouringPair",
    "Steps",
    "adversarial",
    "bundled_streams",
    "check_steps",
    "count_neighbouring_pairs",
    "differing_rounds",
    "drifting",
    "format_csv",
    "iid",
    "neighbouring_pairs",
    "neighbours",
    "open_stream",
    "parse_csv",
    "read_stream",
    "realizable",
    "replace_round",
    "require_neighbours",
    "streams_on_grid",
    "write_csv",
]
