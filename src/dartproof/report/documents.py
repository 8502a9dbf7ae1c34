"""The JSON documents of the commands, as plain dictionaries; `dartproof/schemas/` describes each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from dartproof import __version__
from dartproof.accounting import PaperParameters, SharpParameters
from dartproof.auditing import AuditResult
from dartproof.evidence import Evidence, Finding, Room, Step
from dartproof.laws import CertificateReport
from dartproof.learners import BuiltLearner, Run
from dartproof.learners.rounding import float_above
from dartproof.numeric import Real, format_rational
from dartproof.statements import Erratum, Statement
from dartproof.streams import LossStream

Document = dict[str, Any]
"""A JSON object."""

DIGITS = 25
"""Significant digits of the decimals of computed numbers."""


def evidence_document(item: Evidence) -> Document:
    """One kind of evidence of a statement; `seconds` is processor time."""
    return {
        "kind": item.kind,
        "outcome": item.outcome,
        "checked": item.checked,
        "seconds": round(item.seconds, 3),
        "hash": item.hash,
        "detail": item.detail,
    }


def finding_document(statement: Statement, finding: Finding) -> Document:
    """One statement with its evidence and the fate of its negative controls, each kind of evidence counted."""
    return {
        "id": statement.id,
        "number": statement.number,
        "title": statement.title,
        "origin": statement.origin,
        "status": finding.status,
        "broken_uses": list(finding.broken_uses),
        "evidence": [evidence_document(item) for item in finding.evidence],
        "negative_controls": controls_document(finding),
    }


def controls_document(finding: Finding) -> Document:
    """What became of the planted negative controls."""
    return {
        "rejected": finding.rejected,
        "planted": len(finding.controls),
        "results": [
            {
                "name": control.name,
                "kind": control.kind,
                "rejected": control.rejected,
                "detail": control.detail,
                "seconds": round(control.seconds, 3),
            }
            for control in finding.controls
        ],
    }


def erratum_document(erratum: Erratum, finding: Finding) -> Document:
    """One erratum with its check; `counterexample` is where what the text says fails."""
    return {
        "id": erratum.id,
        "number": erratum.number,
        "title": erratum.title,
        "origin": erratum.origin,
        "fault": erratum.fault,
        "status": finding.status,
        "counterexample": erratum.counterexample,
        "concerns": list(erratum.concerns),
        "mended_by": list(erratum.mended_by),
        "evidence": [evidence_document(item) for item in finding.evidence],
        "negative_controls": controls_document(finding),
    }


def verify_document(
    statements: Mapping[str, Statement],
    findings: Sequence[Finding],
    *,
    effort: str,
    errata: Mapping[str, Erratum] | None = None,
) -> Document:
    """The document of `dartproof verify --json`; the summary counts the statements alone.

    Args:
        statements: the registry.
        findings: of statements and errata.
        effort: of the run.
        errata: the errata that findings may be about.
    """
    about_statements, about_errata = split_findings(findings, errata or {})
    return {
        "version": __version__,
        "effort": effort,
        "statements": [finding_document(statements[finding.id], finding) for finding in about_statements],
        "errata": [erratum_document(erratum, finding) for erratum, finding in about_errata],
        "summary": summary_document(about_statements),
    }


def split_findings(
    findings: Sequence[Finding], errata: Mapping[str, Erratum]
) -> tuple[list[Finding], list[tuple[Erratum, Finding]]]:
    """The findings of a run that are about statements, and those about errata, each with its erratum."""
    about_statements = [finding for finding in findings if finding.id not in errata]
    return about_statements, [(errata[finding.id], finding) for finding in findings if finding.id in errata]


def summary_document(findings: Sequence[Finding]) -> Document:
    """How many statements have which status, and what was checked in all."""
    return {
        "statements": len(findings),
        "statuses": dict(sorted(Counter(finding.status for finding in findings).items())),
        "checked": sum(item.checked for finding in findings for item in finding.evidence),
        "negative_controls": {
            "rejected": sum(finding.rejected for finding in findings),
            "planted": sum(len(finding.controls) for finding in findings),
        },
        "seconds": round(sum(finding.seconds for finding in findings), 3),
    }


def list_document(statements: Mapping[str, Statement], findings: Sequence[Finding]) -> Document:
    """The document of `dartproof list --json`."""
    return {
        "version": __version__,
        "statements": [
            {
                "id": finding.id,
                "number": statements[finding.id].number,
                "title": statements[finding.id].title,
                "origin": statements[finding.id].origin,
                "status": finding.status,
                "evidence": {item.kind: item.outcome for item in finding.evidence},
            }
            for finding in findings
        ],
    }


def show_document(statement: Statement, room: Room, steps: Sequence[Step], finding: Finding) -> Document:
    """The document of `dartproof show ID --json`."""
    return {
        **finding_document(statement, finding),
        "statement": statement.statement,
        "in_words": statement.in_words,
        "hypotheses": [
            {"name": h.name, "says": h.says, "why": h.why, "control": h.control} for h in statement.hypotheses
        ],
        "uses": list(statement.uses),
        "sharper_than": list(statement.sharper_than),
        "code": list(statement.about),
        "theorem": statement.theorem,
        "derivation": [
            {"text": step.text, "reason": step.reason, "detail": step.detail, "formula": step.formula} for step in steps
        ],
        "checks": {
            "exact": [check.says for check in room.exact],
            "property": [check.says for check in room.property],
        },
        "controls": [{"name": control.name, "says": control.says} for control in room.controls],
        "folder": str(statement.folder),
    }


def parameters_document(found: PaperParameters) -> Document:
    """The document of `dartproof parameters --json` for the paper's parameters: decimals as texts.

    `eta` is rounded down and `tau` up, so that what is copied keeps the guarantee; `composition`, `epsilon_total`,
    `regret_bound` and the `_optimal` variants are rounded up.
    """
    return {
        "preset": "paper",
        "theorem": found.theorem,
        "rounds": found.rounds,
        "experts": found.experts,
        "epsilon": format_rational(found.epsilon),
        "delta": format_rational(found.delta),
        "loss_bound": format_rational(found.loss_bound),
        "eta": found.eta.decimal(DIGITS, "down"),
        "tau": found.tau.decimal(DIGITS, "up"),
        "limit": found.limit,
        "epsilon1": format_rational(found.epsilon1),
        "epsilon2": format_rational(found.epsilon2),
        "composition": found.composition.decimal(DIGITS, "up"),
        "epsilon_total": found.epsilon_total.decimal(DIGITS, "up"),
        "composition_optimal": found.composition_optimal().decimal(DIGITS, "up"),
        "epsilon_total_optimal": found.epsilon_total_optimal().decimal(DIGITS, "up"),
        "regret_bound": found.regret_bound.decimal(DIGITS, "up"),
        "regret_bound_vacuous": found.regret_bound_vacuous,
        "active": list(found.active),
        "conditions": [{"name": c.name, "holds": c.holds} for c in found.conditions],
    }


def sharp_document(found: SharpParameters, *, epsilon: Fraction) -> Document:
    """The document of `dartproof parameters --preset sharp --json`; upper bounds are rounded up, the rest is exact."""
    return {
        "preset": "sharp",
        "statement": "sharp_parameters",
        "rounds": found.rounds,
        "experts": found.experts,
        "epsilon": format_rational(epsilon),
        "delta": format_rational(found.delta),
        "loss_bound": format_rational(found.loss_bound),
        "eta": format_rational(found.eta),
        "tau": format_rational(found.tau),
        "limit": found.limit,
        "epsilon1": Real.maximum(1 / found.xi_scale, 1 / found.nu_scale).decimal(DIGITS, "up"),
        "epsilon2": format_rational(found.epsilon2),
        "xi_scale": format_rational(found.xi_scale),
        "nu_scale": format_rational(found.nu_scale),
        "noise_shape": found.noise_shape,
        "beta": format_rational(found.beta),
        "composition": found.composition.epsilon.decimal(DIGITS, "up"),
        "composition_method": found.composition.method,
        "epsilon_total": found.epsilon_total.decimal(DIGITS, "up"),
        "failure": found.failure.decimal(DIGITS, "up"),
        "regret_bound": found.regret_bound.decimal(DIGITS, "up"),
        "regret_bound_vacuous": found.regret_bound_vacuous,
    }


def run_document(
    stream: LossStream, built: BuiltLearner, run: Run, *, seed: int | None, picks_file: Path | None
) -> Document:
    """The document of `dartproof run --json`; rounds and experts count from 1, epsilon is rounded up."""
    epsilon = built.claim.epsilon
    return {
        "learner": built.learner.name,
        "stream": stream.source,
        "rounds": stream.rounds,
        "experts": stream.experts,
        "picks": [int(pick) + 1 for pick in run.picks] if picks_file is None else str(picks_file),
        "loss": run.loss,
        "best_expert": run.best_expert + 1,
        "best_loss": run.best_loss,
        "regret": run.regret,
        "updates": run.updates,
        "epsilon": None if epsilon is None else float_above(epsilon),
        "delta": float_above(built.claim.delta),
        "parameters": dict(built.parameters),
        "seed": seed,
        "notice": run_notice(seed),
    }


def run_notice(seed: int | None) -> str:
    """What a run must not be used for."""
    notice = (
        "The noise is drawn in floating point and serves simulation: do not release these picks where the losses are "
        "private."
    )
    return notice if seed is None else f"{notice} A seeded run is not private: whoever knows the seed can repeat it."


def audit_document(result: AuditResult, *, mechanism: str, parameters: Mapping[str, str], seed: int) -> Document:
    """The document of `dartproof audit --json`."""
    return {**result.to_json(), "mechanism": mechanism, "parameters": dict(parameters), "seed": seed}


def certificate_document(report: CertificateReport) -> Document:
    """The document of `dartproof verify --certificate FILE --json`."""
    return {
        "version": __version__,
        "accepted": report.accepted,
        "problems": list(report.problems),
        "conclusion": report.conclusion,
    }
