"""Runs what supports a statement, derives its status from what ran, and keeps a record of it."""

from dartproof.evidence.errata import Dispute, load_dispute, run_erratum
from dartproof.evidence.model import (
    Control,
    ControlResult,
    Effort,
    Evidence,
    Exhaustive,
    Finding,
    Outcome,
    Randomised,
    Room,
    Status,
)
from dartproof.evidence.proof import Proof, Step, StepRefused
from dartproof.evidence.record import (
    read_record,
    record_file,
    recorded_errata,
    recorded_finding,
    recorded_findings,
    write_record,
)
from dartproof.evidence.rooms import load_room
from dartproof.evidence.runners import gather, reject, run_derivation
from dartproof.evidence.status import derive_erratum_status
from dartproof.evidence.verify import verify

__all__ = [
    "Control",
    "ControlResult",
    "Dispute",
    "Effort",
    "Evidence",
    "Exhaustive",
    "Finding",
    "Outcome",
    "Proof",
    "Randomised",
    "Room",
    "Status",
    "Step",
    "StepRefused",
    "derive_erratum_status",
    "gather",
    "load_dispute",
    "load_room",
    "read_record",
    "record_file",
    "recorded_errata",
    "recorded_finding",
    "recorded_findings",
    "reject",
    "run_derivation",
    "run_erratum",
    "verify",
    "write_record",
]
