"""Whether two processes can be compared, and where their streams differ."""

from __future__ import annotations

from typing import TypeVar

from dartproof.errors import InputError
from dartproof.laws.process import Process

N = TypeVar("N")


def require_comparable(p: Process[N], q: Process[N]) -> None:
    """Refuse two processes whose transcripts are of different forms, or whose numbers do not mix.

    Raises:
        InputError: naming what differs.
    """
    for name, first, second in (
        ("rounds", p.rounds, q.rounds),
        ("experts", p.experts, q.experts),
        ("grid", p.grid, q.grid),
        ("limit", p.limit, q.limit),
        ("first round", p.start + 1, q.start + 1),
        ("backend", p.backend, q.backend),
        ("counting of checks", p.counts_checks, q.counts_checks),
    ):
        if first != second:
            raise InputError(
                f"the {name} of the two processes differ: {first} and {second}; compare one learner on two streams"
            )


def differing_row(p: Process[N], q: Process[N]) -> int:
    """Return the row, from 0, in which the streams of two comparable processes differ.

    For equal streams it is the last row, which no transcript depends on.

    Raises:
        InputError: the streams differ in several rows, or the processes are not comparable.
    """
    require_comparable(p, q)
    rows = [row for row, (one, other) in enumerate(zip(p.losses, q.losses, strict=True)) if one != other]
    if len(rows) > 1:
        shown = ", ".join(str(row + 1) for row in rows[:5]) + (", …" if len(rows) > 5 else "")
        raise InputError(
            f"the streams differ in {len(rows)} rounds ({shown}); neighbouring streams differ in exactly one"
        )
    return rows[0] if rows else p.rounds - 1
