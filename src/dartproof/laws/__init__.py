"""Exact laws of Algorithm 1 on given losses, their divergences, and certificates of these."""

from dartproof.laws.certificate import (
    CertificateReport,
    ClaimName,
    DivergenceCertificate,
    View,
    check,
    claim_bound,
)
from dartproof.laws.certify import certify_divergence
from dartproof.laws.divergence import Divergence, hockey_stick, max_divergence
from dartproof.laws.enumerate import transcript_count, transcript_law
from dartproof.laws.path import Instance, picks_probability, transcript_probability
from dartproof.laws.summaries import expected_loss, marginals, picks_law, updates_law
from dartproof.laws.transcript import BELOW, KEEP, UNASKED, Transcript

__all__ = [
    "BELOW",
    "KEEP",
    "UNASKED",
    "CertificateReport",
    "ClaimName",
    "Divergence",
    "DivergenceCertificate",
    "Instance",
    "Transcript",
    "View",
    "certify_divergence",
    "check",
    "claim_bound",
    "expected_loss",
    "hockey_stick",
    "marginals",
    "max_divergence",
    "picks_law",
    "picks_probability",
    "transcript_count",
    "transcript_law",
    "transcript_probability",
    "updates_law",
]
