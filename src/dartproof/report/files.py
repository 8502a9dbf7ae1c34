"""Files that the commands write besides pictures and pages."""

from __future__ import annotations

import csv
from pathlib import Path

from dartproof.learners import Run
from dartproof.streams import LossStream


def write_picks(path: Path, stream: LossStream, run: Run) -> None:
    """Write the picks as CSV: round and expert (from 1), the expert's name, and the loss suffered."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["round", "expert", "name", "loss"])
        for index, pick in enumerate(run.picks):
            writer.writerow([index + 1, int(pick) + 1, stream.names[pick], float(stream.losses[index, pick])])
