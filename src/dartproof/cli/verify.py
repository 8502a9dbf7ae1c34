"""`dartproof verify`: runs the evidence and prints the ledger."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast, get_args

import click

from dartproof.cli.common import console, json_option, print_json, progress, proofs_option, quiet_option, registry
from dartproof.errors import InputError
from dartproof.evidence import Effort, Finding, record_file, verify, write_record
from dartproof.foreign import prints_to_stderr
from dartproof.laws import check, read_certificate
from dartproof.report.documents import certificate_document, split_findings, verify_document
from dartproof.report.ledger import errata_summary, errata_table, ledger_summary, ledger_table
from dartproof.report.pages import write_report
from dartproof.statements import KINDS, Errata, Kind, Registry, load_errata


@click.command("verify")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice(KINDS), help="Only this kind of evidence; repeatable."
)
@click.option(
    "--effort",
    type=click.Choice(get_args(Effort)),
    default="quick",
    show_default=True,
    help="full runs ten times more.",
)
@click.option(
    "--report", type=click.Path(path_type=Path, file_okay=False), help="Write the ledger as HTML and JSON here."
)
@click.option(
    "--certificate", type=click.Path(path_type=Path), help="Check this certificate instead of the statements."
)
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the property-based tests' draws."
)
@click.option(
    "--workers",
    type=click.IntRange(1),
    default=os.cpu_count() or 1,
    show_default="number of processors",
    help="Processes.",
)
@json_option
@quiet_option
@proofs_option
@click.pass_context
def verify_command(
    ctx: click.Context,
    *,
    ids: tuple[str, ...],
    kinds: tuple[str, ...],
    effort: str,
    report: Path | None,
    certificate: Path | None,
    seed: int,
    workers: int,
    as_json: bool,
    quiet: bool,
    proofs: Path | None,
) -> None:
    """Run the evidence of the statements and errata, or of those with the given IDs, and print the ledger.

    Every negative control, a false neighbour of its statement, is run as well and must be rejected; of an erratum, what
    the text says must be refuted and what is said instead must hold. Leaves with 1 when something fails.
    """
    if certificate is not None:
        if ids or kinds or report is not None:
            raise InputError("--certificate checks one file alone: give it without IDs, --kind and --report")
        ctx.exit(_check_certificate(certificate, as_json=as_json))
    if report is not None and report.exists() and not report.is_dir():
        raise InputError(f"--report {report}: is a file; name a folder")
    statements = registry(proofs)
    errata = load_errata(statements)
    with progress(quiet=quiet) as on_progress, prints_to_stderr():
        findings = verify(
            statements,
            ids,
            kinds=cast("tuple[Kind, ...]", kinds),
            effort=cast("Effort", effort),
            seed=seed,
            workers=workers,
            progress=on_progress,
            errata=errata,
        )
    try:
        write_record(record_file(), {**statements, **errata}, findings)
    except OSError as error:  # the ledger does not depend on the record, which only `list` and `show` read
        click.echo(f"dartproof: the record was not kept: {error}; set DARTPROOF_RECORD to a file", err=True)
    if as_json:
        print_json(verify_document(statements, findings, effort=effort, errata=errata))
    else:
        _print(statements, errata, findings)
    if report is not None:
        with prints_to_stderr():
            written = write_report(report, statements, findings, effort=effort, errata=errata)
        click.echo(f"report: {written}", err=as_json)
    if any(finding.status == "failed" for finding in findings):
        ctx.exit(1)


def _print(statements: Registry, errata: Errata, findings: Sequence[Finding]) -> None:
    about_statements, about_errata = split_findings(findings, errata)
    if about_statements:
        console().print(ledger_table(statements, about_statements))
        click.echo(ledger_summary(about_statements))
        for id_, used in _trusted(statements, about_statements):
            click.echo(f"note: {id_} uses {used}, which this run did not check")
    if about_errata:
        console().print(errata_table(about_errata))
        click.echo(errata_summary(about_errata))


def _trusted(statements: Registry, findings: Sequence[Finding]) -> Iterator[tuple[str, str]]:
    """The statements that were run, each with those it uses that were not."""
    ran = {finding.id for finding in findings}
    for finding in findings:
        for used in statements[finding.id].uses:
            if used not in ran:
                yield finding.id, used


def _check_certificate(file: Path, *, as_json: bool) -> int:
    report = check(read_certificate(file))
    if as_json:
        print_json(certificate_document(report))
    elif report.accepted:
        click.echo(f"certificate accepted: {report.conclusion}")
    else:
        click.echo("\n".join(["certificate rejected:", *(f"  {problem}" for problem in report.problems)]))
    return 0 if report.accepted else 1
