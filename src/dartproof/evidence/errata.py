"""Checks errata: that what a text says fails, that what is said instead does not, and that the check tells them apart.

The mended reading and a harmless variation have to hold on the whole family, and what the text says has to fail on it,
first at the counterexample that is written down. So an erratum that is none fails, and so does a check that would
accept, or refuse, everything.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from dartproof.errors import InputError
from dartproof.evidence.fingerprint import fingerprint
from dartproof.evidence.model import ControlResult, Evidence
from dartproof.evidence.rooms import import_from_room
from dartproof.evidence.runners import describe
from dartproof.statements.errata import Erratum

Instance = TypeVar("Instance")
Reading = TypeVar("Reading")

CONTROL = "the text"
"""The name under which the result for what the text says is reported."""


@dataclass(frozen=True, slots=True)
class Dispute(Generic[Reading, Instance]):
    """Three readings of one sentence, which one check compares on one finite family.

    Attributes:
        says: the family, in words that complete "at".
        instances: the family, the smallest instance first; it may be lazy.
        holds: whether a reading is right at an instance, decided exactly; None where it says nothing about it.
        text: what the text says; it must fail somewhere.
        mended: what holds instead.
        variation: something else that holds, so that the check is seen not to refuse all but one reading.
        varied: the variation in words.
        show: an instance for people, in the paper's notation.
    """

    says: str
    instances: Callable[[], Iterable[Instance]]
    holds: Callable[[Reading, Instance], bool | None]
    text: Reading
    mended: Reading
    variation: Reading
    varied: str
    show: Callable[[Instance], str] = str


def load_dispute(erratum: Erratum) -> Dispute[Any, Any]:
    """The check of an erratum, which its `check.py` declares under the name `DISPUTE`.

    Raises:
        InputError: when the file is missing, cannot be imported or declares no `DISPUTE`.
    """
    file = erratum.folder / "check.py"
    dispute = getattr(import_from_room(file, erratum.id), "DISPUTE", None)
    if not isinstance(dispute, Dispute):
        raise InputError(f"{file}: must define DISPUTE, a dartproof.evidence.Dispute")
    return dispute


def run_erratum(erratum: Erratum) -> tuple[Evidence, tuple[ControlResult, ...]]:
    """Run the check of one erratum; never raises for what its code does.

    Returns:
        The evidence for what holds instead, and whether what the text says was refused.
    """
    before, start = fingerprint(erratum, "exact"), time.process_time()
    try:
        dispute = load_dispute(erratum)
        evidence = accepted(dispute)
        between = time.process_time()
        control = refused(dispute, erratum.counterexample)
    except (Exception, SystemExit) as error:
        return _timed(Evidence("exact", "failed", hash=before, detail=describe(error)), start), ()
    evidence = replace(evidence, seconds=between - start, hash=before)
    if evidence.outcome == "passed" and fingerprint(erratum, "exact") != before:
        evidence = replace(evidence, outcome="stale", detail="what it is run on changed during the run")
    return evidence, (replace(control, seconds=time.process_time() - between),)


def accepted(dispute: Dispute[Any, Any]) -> Evidence:
    """Decide the mended reading and the variation at every instance, up to the first at which one fails."""
    counts: list[int] = []
    for name, reading in (("what holds instead", dispute.mended), (dispute.varied, dispute.variation)):
        decided = 0
        for instance, verdict in _verdicts(dispute, reading):
            decided += 1
            if not verdict:
                checked = sum(counts) + decided
                return Evidence("exact", "failed", checked, detail=f"{name}: fails at {dispute.show(instance)}")
        if not decided:
            return Evidence("exact", "failed", sum(counts), detail=f"{name}: says nothing about any instance")
        counts.append(decided)
    detail = f"what holds instead, at {dispute.says} ({counts[0]}); {dispute.varied} ({counts[1]})"
    return Evidence("exact", "passed", sum(counts), detail=detail)


def refused(dispute: Dispute[Any, Any], counterexample: str) -> ControlResult:
    """Look for the first instance at which what the text says fails; it must be the one that is written down."""
    for instance, verdict in _verdicts(dispute, dispute.text):
        if not verdict:
            shown = dispute.show(instance)
            if shown == counterexample:
                return ControlResult(CONTROL, "exact", rejected=True, detail=shown)
            detail = f"it fails first at {shown!r}, and not at {counterexample!r} as erratum.toml says"
            return ControlResult(CONTROL, "exact", rejected=False, detail=detail)
    return ControlResult(CONTROL, "exact", rejected=False, detail=f"what the text says holds at {dispute.says}")


def _verdicts(dispute: Dispute[Any, Any], reading: object) -> Iterator[tuple[Any, bool]]:
    for instance in dispute.instances():
        verdict = dispute.holds(reading, instance)
        if verdict is not None:
            yield instance, verdict


def _timed(evidence: Evidence, start: float) -> Evidence:
    return replace(evidence, seconds=time.process_time() - start)
