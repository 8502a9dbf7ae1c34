"""Audits: is a claim of differential privacy consistent with what a mechanism does on neighbouring inputs?

`audit` answers by sampling: "violated", or "not refuted" with the lower bound on ε that it reached. It never says that
a mechanism is private.
"""

from dartproof.auditing.audit import audit
from dartproof.auditing.bounds import approximate_bound, epsilon_lower, pure_bound
from dartproof.auditing.builtin import LearnerMechanism, View
from dartproof.auditing.loader import CommandMechanism, load_mechanism
from dartproof.auditing.model import (
    AuditResult,
    AuditSettings,
    BatchMechanism,
    Claim,
    Counts,
    FloatArray,
    Mechanism,
    Pair,
    Progress,
    Verdict,
)

__all__ = [
    "AuditResult",
    "AuditSettings",
    "BatchMechanism",
    "Claim",
    "CommandMechanism",
    "Counts",
    "FloatArray",
    "LearnerMechanism",
    "Mechanism",
    "Pair",
    "Progress",
    "Verdict",
    "View",
    "approximate_bound",
    "audit",
    "epsilon_lower",
    "load_mechanism",
    "pure_bound",
]
