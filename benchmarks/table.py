"""Writes the table of benchmarks from the JSON file that pytest-benchmark leaves: python benchmarks/table.py FILE."""

from __future__ import annotations

import json
import math
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Measurement:
    """One benchmark at one size.

    Attributes:
        what: what was measured.
        size: T, N and V.
        seconds: CPU seconds, the least of the repetitions.
        target: seconds that should not be exceeded; a rate that should be reached if there is an `amount`; else None.
        amount: the units of work done.
        notes: other figures, by name.
    """

    what: str
    size: Mapping[str, int]
    seconds: float
    target: float | None
    amount: float | None
    notes: Mapping[str, object]

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None without one."""
        if self.target is None:
            return None
        return self.seconds <= self.target if self.amount is None else self.amount / self.seconds >= self.target


_SIZES = {"T": "rounds", "N": "experts", "V": "limit"}
_KNOWN = {"what", "target", "amount", *_SIZES.values()}


def measurements(document: Mapping[str, Any]) -> list[Measurement]:
    """The measurements in a document of pytest-benchmark; those that say nothing of themselves are left out."""
    found = []
    for entry in document["benchmarks"]:
        info = entry["extra_info"]
        if "what" in info:
            size = {letter: info[key] for letter, key in _SIZES.items()}
            notes = {name: value for name, value in info.items() if name not in _KNOWN}
            found.append(Measurement(info["what"], size, entry["stats"]["min"], info["target"], info["amount"], notes))
    return found


def exponents(first: Measurement, others: Iterable[Measurement]) -> dict[str, float]:
    """How the time grows: the exponent a in time ∝ T^a for each of T, N, V that some other size varies alone."""
    found = {}
    for other in others:
        changed = [letter for letter in _SIZES if other.size[letter] != first.size[letter]]
        if len(changed) == 1 and min(first.seconds, other.seconds) > 0:
            (letter,) = changed
            found[letter] = math.log(first.seconds / other.seconds) / math.log(first.size[letter] / other.size[letter])
    return found


def table(found: Sequence[Measurement]) -> str:
    """A Markdown table, a row for what was measured at its first (largest) size."""
    groups: dict[str, list[Measurement]] = defaultdict(list)
    for measurement in found:
        groups[measurement.what].append(measurement)
    lines = [
        "| what | size | CPU seconds | target | met | grows like | notes |",
        "|---|---|---:|---:|---|---|---|",
    ]
    for what, (first, *others) in groups.items():
        size = ", ".join(f"{letter} = {number}" for letter, number in first.size.items())
        grows = " ".join(f"{letter}^{exponent:.1f}" for letter, exponent in exponents(first, others).items())
        notes = dict(first.notes)
        if first.amount is not None:
            notes = {"per second": f"{first.amount / first.seconds / 1e6:.3g} million", **notes}
        target = "" if first.target is None else f"{first.target / (1 if first.amount is None else 1e6):g}"
        target += " million per second" if target and first.amount is not None else ""
        shown = "; ".join(f"{name}: {value}" for name, value in notes.items())
        met = {True: "yes", False: "**no**", None: ""}[first.met]
        lines.append(f"| {what} | {size} | {first.seconds:.3g} | {target} | {met} | {grows} | {shown} |")
    return "\n".join(lines) + "\n"


def main(path: Path) -> None:
    """Print the table of one file, and which machine it is of."""
    document = json.loads(path.read_text(encoding="utf-8"))
    cpu = document["machine_info"].get("cpu", {})
    name = cpu.get("brand_raw", "an unnamed processor")
    sys.stdout.write(f"CPU seconds on one core of: {name}; {document['datetime'][:10]}.\n\n")
    sys.stdout.write(table(measurements(document)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
