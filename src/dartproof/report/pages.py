"""The report of a run of `dartproof verify` as files: one HTML page that needs nothing else, and the JSON document."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path

from dartproof import __version__
from dartproof.errors import DartproofError
from dartproof.evidence import Finding, Step, load_room, run_derivation
from dartproof.report.documents import split_findings, summary_document, verify_document
from dartproof.report.graphs import graph_svg
from dartproof.report.ledger import formula_word
from dartproof.statements import Erratum, Statement, use_graph

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-size: .92rem; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #ddd; vertical-align: top; }
pre { background: #f6f6f4; padding: .8rem; overflow-x: auto; white-space: pre-wrap; }
.status { font-weight: 600; }
.failed { color: #c62828; } .checked, .proved { color: #2e7d32; } .stale { color: #b07d00; }
ol li { margin: .2rem 0; } .reason { color: #777; font-size: .85rem; } svg { max-width: 100%; height: auto; }
"""


def write_report(
    folder: Path,
    statements: Mapping[str, Statement],
    findings: Sequence[Finding],
    *,
    effort: str,
    errata: Mapping[str, Erratum] | None = None,
) -> Path:
    """Write `index.html` and `ledger.json` into the folder, which is made if need be, and return the page's path."""
    folder.mkdir(parents=True, exist_ok=True)
    document = verify_document(statements, findings, effort=effort, errata=errata)
    (folder / "ledger.json").write_text(json.dumps(document, indent=2, ensure_ascii=False), encoding="utf-8")
    page = folder / "index.html"
    page.write_text(ledger_page(statements, findings, effort=effort, errata=errata), encoding="utf-8")
    return page


def ledger_page(
    statements: Mapping[str, Statement],
    findings: Sequence[Finding],
    *,
    effort: str,
    errata: Mapping[str, Erratum] | None = None,
) -> str:
    """The ledger, the graph, each statement with derivation, evidence and controls, and the errata, as one page."""
    findings, about_errata = split_findings(findings, errata or {})
    total = summary_document(findings)
    controls = total["negative_controls"]
    shown = {finding.id: statements[finding.id] for finding in findings}
    statuses = {finding.id: finding.status for finding in findings}
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><title>dartproof ledger</title>",
        f"<style>{_STYLE}</style>",
        f"<h1>Ledger</h1><p>dartproof {__version__}, effort {effort}: {total['statements']} statements, "
        f"{total['checked']} cases decided, "
        f"{controls['rejected']} of {controls['planted']} rejections of negative controls. "
        "A status is derived from the evidence that ran; a negative control is a false neighbour of a statement, which "
        "each kind of evidence has to reject.</p>",
        _table(
            ("statement", "in the paper", "status", "evidence", "controls"),
            ([_link(f.id), escape(statements[f.id].number), _status(f), _kinds(f), _rejected(f)] for f in findings),
        ),
    ]
    if shown.keys() == statements.keys():
        svg = graph_svg(statements, use_graph(statements), statuses)
        parts.append(f"<h2>What uses what</h2>{svg[svg.index('<svg') :]}")
    parts += [_statement(statements[finding.id], finding) for finding in findings]
    parts += ["<h2>Errata</h2>"] * bool(about_errata) + [_erratum(*item) for item in about_errata]
    return "\n".join(parts)


def _statement(statement: Statement, finding: Finding) -> str:
    hypotheses = (
        [escape(h.name), escape(h.says), escape(h.why), escape(h.control or "")] for h in statement.hypotheses
    )
    evidence = (
        [escape(e.kind), escape(e.outcome), str(e.checked), f"{e.seconds:.2f}", escape(e.detail), e.hash[:12]]
        for e in finding.evidence
    )
    controls = (
        [escape(c.name), escape(c.kind), "rejected" if c.rejected else "ACCEPTED", escape(c.detail)]
        for c in finding.controls
    )
    return "\n".join(
        [
            f"<h2 id={statement.id}>{escape(statement.title)}</h2>",
            f"<p><code>{statement.id}</code>, {escape(statement.number)}: {_status(finding)}</p>",
            f"<pre>{escape(statement.statement)}</pre><p>{escape(statement.in_words)}</p>",
            "<h3>Hypotheses</h3>" + _table(("name", "says", "why", "control without it"), hypotheses),
            "<h3>Derivation</h3>" + _derivation(statement),
            "<h3>Evidence</h3>" + _table(("kind", "outcome", "checked", "seconds", "detail", "hash"), evidence),
            "<h3>Negative controls</h3>" + _table(("control", "kind", "outcome", "by"), controls),
            f"<p>Code: {', '.join(f'<code>{escape(name)}</code>' for name in statement.about)}</p>",
        ]
    )


def _erratum(erratum: Erratum, finding: Finding) -> str:
    details = "; ".join(item.detail for item in finding.evidence) or "not run here"
    failures = "".join(f"<p class=failed>{escape(c.detail)}</p>" for c in finding.controls if not c.rejected)
    return "\n".join(
        [
            f"<h3 id={erratum.id}>{escape(erratum.title)}</h3>",
            f"<p><code>{erratum.id}</code>, {escape(erratum.number)}, {erratum.fault}: {_status(finding)}</p>",
            f"<pre>{escape(erratum.text)}</pre><p>{escape(erratum.why)}</p>",
            f"<p>It fails first at {escape(erratum.counterexample)}.</p>{failures}",
            f"<p>Instead:</p><pre>{escape(erratum.mended)}</pre><p>Checked: {escape(details)}</p>",
        ]
    )


def _derivation(statement: Statement) -> str:
    try:
        steps: Sequence[Step] = run_derivation(load_room(statement).derivation, statement)
    except DartproofError as error:
        return f"<p class=failed>{escape(str(error))}</p>"
    items = "".join(
        f"<li>{escape(step.text)} <span class=reason>[{escape(step.reason)}{': ' if step.detail else ''}"
        f"{escape(step.detail)}]</span>{_formula(step)}</li>"
        for step in steps
    )
    return f"<ol>{items}</ol>"


def _formula(step: Step) -> str:
    return f"<br><code class=reason>{formula_word(step)}: {escape(step.formula)}</code>" if step.formula else ""


def _table(headings: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{heading}</th>" for heading in headings)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def _link(id_: str) -> str:
    return f"<a href=#{id_}>{id_}</a>"


def _status(finding: Finding) -> str:
    return f"<span class='status {finding.status}'>{finding.status}</span>"


def _kinds(finding: Finding) -> str:
    return "; ".join(f"{escape(e.kind)} {escape(e.outcome)} ({e.checked})" for e in finding.evidence)


def _rejected(finding: Finding) -> str:
    return f"{finding.rejected}/{len(finding.controls)} rejected"
