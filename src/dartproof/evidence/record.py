"""Keeps what the last runs found, so that it can be shown without running again, and says when it has become stale."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from dartproof.evidence.fingerprint import fingerprint
from dartproof.evidence.model import ControlResult, Evidence, Finding
from dartproof.evidence.status import derive_erratum_status, derive_status, with_broken_uses
from dartproof.statements import Errata, Erratum, Registry, Statement

_FORMAT = 2


@dataclass(frozen=True, slots=True)
class Recorded:
    """Evidence of one statement or erratum from earlier runs, the newest of each kind."""

    evidence: tuple[Evidence, ...]
    controls: tuple[ControlResult, ...]


def record_file() -> Path:
    """Where the record of this user is: `$DARTPROOF_RECORD`, or `dartproof/record.json` in the user's cache folder."""
    named = os.environ.get("DARTPROOF_RECORD")
    if named:
        return Path(named)
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "dartproof" / "record.json"


def read_record(file: Path) -> Mapping[str, Recorded]:
    """The record, by the folder of the room; empty when there is none or when it is not readable as one."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        if data["format"] != _FORMAT:
            return {}
        return {id_: _recorded(entry) for id_, entry in data["statements"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}


def write_record(file: Path, registry: Mapping[str, Statement | Erratum], findings: Iterable[Finding]) -> None:
    """Add what ran to the record, in place of earlier evidence of the same kind for the same room."""
    merged = dict(read_record(file))
    for finding in findings:
        ran = {item.kind: item for item in finding.evidence if item.hash}
        key = _key(registry[finding.id])
        earlier = merged.get(key, Recorded((), ()))
        merged[key] = Recorded(
            evidence=(*(e for e in earlier.evidence if e.kind not in ran), *ran.values()),
            controls=(*(c for c in earlier.controls if c.kind not in ran), *finding.controls),
        )
    text = json.dumps(
        {"format": _FORMAT, "statements": {id_: asdict(entry) for id_, entry in merged.items()}}, indent=1
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_suffix(f".{os.getpid()}.tmp")
    draft.write_text(text, encoding="utf-8")
    draft.replace(file)


def recorded_finding(statement: Statement | Erratum, record: Mapping[str, Recorded]) -> Finding:
    """What the record says of a statement now: evidence with another hash than its kind would have now is stale."""
    entry = record.get(_key(statement), Recorded((), ()))
    by_kind = {item.kind: item for item in entry.evidence}
    evidence: list[Evidence] = []
    for kind in statement.evidence:
        item = by_kind.get(kind)
        if kind == "cited":
            evidence.append(Evidence(kind, "passed", detail=statement.number))
        elif item is None:
            evidence.append(Evidence(kind, "not run here", detail="not in the record"))
        elif item.hash != fingerprint(statement, kind):
            evidence.append(replace(item, outcome="stale", detail="what it was run on has changed since"))
        elif item.outcome == "passed" and not any(control.kind == kind for control in entry.controls):
            evidence.append(replace(item, outcome="stale", detail="the record holds no negative controls for it"))
        else:
            evidence.append(item)
    current = {item.kind for item in evidence if item.outcome in {"passed", "failed"}}
    controls = tuple(control for control in entry.controls if control.kind in current)
    return Finding(statement.id, derive_status(evidence, controls), tuple(evidence), controls)


def recorded_findings(registry: Registry, file: Path) -> tuple[Finding, ...]:
    """What the record says of every statement of the registry."""
    record = read_record(file)
    findings = with_broken_uses({id_: recorded_finding(registry[id_], record) for id_ in registry}, registry)
    return tuple(findings[id_] for id_ in registry)


def recorded_errata(errata: Errata, file: Path) -> tuple[Finding, ...]:
    """What the record says of every erratum."""
    record = read_record(file)
    findings = (recorded_finding(errata[id_], record) for id_ in errata)
    return tuple(replace(f, status=derive_erratum_status(f.evidence, f.controls)) for f in findings)


def _key(statement: Statement | Erratum) -> str:
    """What tells a room from the room of the same statement in another folder."""
    return str(statement.folder.resolve())


def _recorded(entry: dict[str, Any]) -> Recorded:
    return Recorded(
        evidence=tuple(Evidence(**item) for item in entry["evidence"]),
        controls=tuple(ControlResult(**item) for item in entry["controls"]),
    )
