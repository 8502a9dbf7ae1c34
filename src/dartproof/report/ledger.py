"""The ledger for a terminal: one line a statement, and one statement in full."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence

from rich.markup import escape
from rich.table import Table

from dartproof.evidence import Evidence, Finding, Room, Step
from dartproof.evidence.steps import VERIFIED
from dartproof.report.documents import summary_document
from dartproof.statements import KINDS, Erratum, Statement

_STYLES = {
    "failed": "bold red",
    "stale": "yellow",
    "refuted": "magenta",
    "proved": "bold green",
    "checked": "green",
    "tested": "cyan",
}
_WIDTH = 110


def list_table(statements: Mapping[str, Statement], findings: Sequence[Finding]) -> Table:
    """The statements with their status."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("statement", no_wrap=True)
    for heading in ("in the paper", "status", "says"):
        table.add_column(heading, overflow="fold")
    for finding in findings:
        statement = statements[finding.id]
        table.add_row(statement.id, _number(statement), _status(finding), escape(statement.title))
    return table


def ledger_table(statements: Mapping[str, Statement], findings: Sequence[Finding]) -> Table:
    """The statements with what each kind of evidence came to and how many negative controls were rejected."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    shown = [kind for kind in KINDS if any(item.kind == kind for finding in findings for item in finding.evidence)]
    table.add_column("statement", no_wrap=True)
    for heading in ("in the paper", "status", *shown, "controls"):
        table.add_column(heading, overflow="fold")
    table.add_column("seconds", justify="right")
    for finding in findings:
        by_kind = {item.kind: item for item in finding.evidence}
        controls = f"{finding.rejected}/{len(finding.controls)} rejected" if finding.controls else "none run"
        cells = [_cell(by_kind.get(kind)) for kind in shown]
        table.add_row(
            finding.id, _number(statements[finding.id]), _status(finding), *cells, controls, f"{finding.seconds:.1f}"
        )
    return table


def errata_table(findings: Sequence[tuple[Erratum, Finding]]) -> Table:
    """The errata with the first instance at which what the text says fails."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("erratum", no_wrap=True)
    for heading in ("where", "status", "checked", "fails first at", "mended by"):
        table.add_column(heading, overflow="fold")
    for erratum, finding in findings:
        table.add_row(
            erratum.id,
            _number(erratum),
            _status(finding),
            str(sum(item.checked for item in finding.evidence)),
            escape(erratum.counterexample),
            escape("\n".join(erratum.mended_by)),
        )
    return table


def errata_summary(findings: Sequence[tuple[Erratum, Finding]]) -> str:
    """How many errata there are, and a line for each thing that failed."""
    refuted = sum(finding.status == "refuted" for _, finding in findings)
    counted = f"{len(findings)} {'erratum' if len(findings) == 1 else 'errata'}"
    line = f"{counted}: of {refuted} the text is refuted, and what is said instead holds"
    return "\n".join([line, *failure_lines([finding for _, finding in findings])])


def ledger_summary(findings: Sequence[Finding]) -> str:
    """The totals in one line, and a line for each thing that failed."""
    total = summary_document(findings)
    statuses = ", ".join(f"{number} {status}" for status, number in total["statuses"].items())
    controls = total["negative_controls"]
    lines = [
        f"{total['statements']} statement{'s' * (total['statements'] != 1)}: {statuses}; {total['checked']} cases; "
        f"{controls['rejected']} of {controls['planted']} rejections of negative controls"
    ]
    return "\n".join([*lines, *failure_lines(findings)])


def failure_lines(findings: Sequence[Finding]) -> list[str]:
    """A line for each thing that failed."""
    lines: list[str] = []
    for finding in findings:
        lines += [f"FAILED {finding.id}: {e.kind}: {e.detail}" for e in finding.evidence if e.outcome == "failed"]
        lines += [
            f"FAILED {finding.id}: the {c.kind} evidence did not reject the control {c.name}: {c.detail}"
            for c in finding.controls
            if not c.rejected
        ]
        lines += [f"FAILED {finding.id}: it uses {used}, which failed" for used in finding.broken_uses]
    return lines


def derivation_lines(steps: Sequence[Step]) -> list[str]:
    """The steps numbered from 1, each with its reason and, below it, the formula that was verified or taken."""
    return [
        f"{number}. {step}" + (f"\n     {formula_word(step)}: {step.formula}" if step.formula else "")
        for number, step in enumerate(steps, start=1)
    ]


def formula_word(step: Step) -> str:
    """What became of a step's formula: verified by computer algebra, or taken from outside it."""
    return "verified" if step.reason in VERIFIED else "taken"


def show_text(statement: Statement, room: Room, steps: Sequence[Step], finding: Finding) -> str:
    """One statement in full, as plain text."""
    sections = [
        f"{statement.id} ({statement.number}): {statement.title}\nstatus: {finding.status}",
        statement.statement,
        _wrap(statement.in_words),
        _section(
            "Hypotheses", [f"{h.name}: {h.says}\n  why: {h.why}" + _control(h.control) for h in statement.hypotheses]
        ),
        _section("Derivation", derivation_lines(steps)),
        _section("Evidence", [_evidence_line(item) for item in finding.evidence]),
        _section("Exact checks", [f"holds for {check.says}" for check in room.exact]),
        _section("Property-based tests", [f"holds for {check.says}" for check in room.property]),
        _section("Negative controls", [f"{control.name}: {control.says}" for control in room.controls]),
        _section("Uses", statement.uses),
        _section("Code", [*statement.about, str(statement.folder)]),
    ]
    return "\n\n".join(section for section in sections if section)


def _number(statement: Statement | Erratum) -> str:
    number = statement.number if statement.origin == "paper" else f"{statement.number} [{statement.origin}]"
    return escape(number)


def _status(finding: Finding) -> str:
    style = _STYLES.get(finding.status)
    return f"[{style}]{finding.status}[/]" if style else finding.status


def _cell(item: Evidence | None) -> str:
    if item is None:
        return "-"
    return f"{item.outcome} {item.checked}" if item.outcome in {"passed", "failed"} else item.outcome


def _control(name: str | None) -> str:
    return f"\n  without it: see the control {name}" if name else ""


def _evidence_line(item: Evidence) -> str:
    return f"{item.kind}: {item.outcome}" + (f"; {item.detail}" if item.detail else "")


def _wrap(text: str) -> str:
    return textwrap.fill(" ".join(text.split()), _WIDTH)


def _section(heading: str, lines: Sequence[str]) -> str:
    return "\n".join([heading, *(textwrap.indent(line, "  ") for line in lines)]) if lines else ""
