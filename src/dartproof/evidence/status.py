"""Derives a statement's status from the outcomes of its evidence; no status is ever written down anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from dartproof.evidence.model import ControlResult, Evidence, Finding, Status
from dartproof.statements import Statement, use_graph


def derive_status(evidence: Iterable[Evidence], controls: Iterable[ControlResult] = ()) -> Status:
    """The first that applies.

    * `failed`: some evidence failed, or some negative control was not rejected;
    * `stale`: some evidence is of an earlier state of what it is about;
    * `cited`: its evidence is a source;
    * `proved`: Coq's kernel accepted it;
    * `checked`: both the derivation and the exact enumeration passed;
    * `tested`: some other evidence passed;
    * `not run`: nothing that it must have has run.
    """
    outcomes = {item.kind: item.outcome for item in evidence}
    if "failed" in outcomes.values() or not all(control.rejected for control in controls):
        return "failed"
    if "stale" in outcomes.values():
        return "stale"
    passed = {kind for kind, outcome in outcomes.items() if outcome == "passed"}
    if "cited" in passed:
        return "cited"
    if "kernel" in passed:
        return "proved"
    if {"symbolic", "exact"} <= passed:
        return "checked"
    return "tested" if passed else "not run"


def derive_erratum_status(evidence: Iterable[Evidence], controls: Iterable[ControlResult]) -> Status:
    """`refuted` once what the text says was refused and what is said instead was not; else as `derive_status`."""
    status = derive_status(evidence, controls)
    return "refuted" if status == "tested" else status


def with_broken_uses(findings: Mapping[str, Finding], statements: Mapping[str, Statement]) -> dict[str, Finding]:
    """The findings, foundations first, in which a statement that uses a failed one has failed too.

    A use that is not among the findings is taken on trust.
    """
    settled: dict[str, Finding] = {}
    for id_ in use_graph(statements).order:
        if id_ in findings:
            broken = tuple(
                used for used in statements[id_].uses if used in settled and settled[used].status == "failed"
            )
            found = findings[id_]
            settled[id_] = replace(found, status="failed", broken_uses=broken) if broken else found
    return settled
