"""`dartproof list`, `show` and `graph`: what is claimed and what is known of it."""

from __future__ import annotations

from pathlib import Path

import click

from dartproof.cli.common import console, json_option, print_json, proofs_option, registry, writable
from dartproof.errors import InputError
from dartproof.evidence import load_room, record_file, recorded_findings, run_derivation
from dartproof.foreign import prints_to_stderr
from dartproof.report.documents import list_document, show_document
from dartproof.report.graphs import graph_document, graph_dot, graph_svg
from dartproof.report.ledger import list_table, show_text
from dartproof.statements import use_graph


@click.command("list")
@json_option
@proofs_option
@click.pass_context
def list_command(ctx: click.Context, *, as_json: bool, proofs: Path | None) -> None:
    """List the statements with their status, derived from the last recorded runs of `dartproof verify`.

    Evidence that was run on something that has changed since is stale. Leaves with 1 when one is failed or stale.
    """
    statements = registry(proofs)
    findings = recorded_findings(statements, record_file())
    if as_json:
        print_json(list_document(statements, findings))
    else:
        console().print(list_table(statements, findings))
        if any(finding.status == "not run" for finding in findings):
            click.echo("not run: no evidence in the record; `dartproof verify` runs it.")
    if any(finding.status in {"failed", "stale"} for finding in findings):
        ctx.exit(1)


@click.command("show")
@click.argument("statement_id", metavar="ID")
@json_option
@proofs_option
def show_command(*, statement_id: str, as_json: bool, proofs: Path | None) -> None:
    """Show one statement: the claim, its hypotheses, its derivation replayed step by step, and its evidence."""
    statements = registry(proofs)
    if statement_id not in statements:
        raise InputError(f"no statement has the id {statement_id!r}; `dartproof list` shows them")
    statement = statements[statement_id]
    with prints_to_stderr():
        room = load_room(statement)
        steps = run_derivation(room.derivation, statement)
    finding = next(f for f in recorded_findings(statements, record_file()) if f.id == statement_id)
    if as_json:
        print_json(show_document(statement, room, steps, finding))
    else:
        click.echo(show_text(statement, room, steps, finding))


@click.command("graph")
@click.option("--format", "format_", type=click.Choice(["svg", "json", "dot"]), default="dot", show_default=True)
@click.option("--out", type=click.Path(path_type=Path), help="Write to this file instead of stdout.")
@proofs_option
def graph_command(*, format_: str, out: Path | None, proofs: Path | None) -> None:
    """Print the graph of the statements and of those that they use."""
    statements = registry(proofs)
    graph = use_graph(statements)
    findings = recorded_findings(statements, record_file())
    render = {"svg": graph_svg, "json": graph_document, "dot": graph_dot}[format_]
    text = render(statements, graph, {finding.id: finding.status for finding in findings})
    if out is None:
        click.echo(text)
    else:
        writable(out, "--out").write_text(text, encoding="utf-8")
