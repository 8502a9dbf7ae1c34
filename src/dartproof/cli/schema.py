"""`dartproof schema`: the JSON Schemas of what the other commands print."""

from __future__ import annotations

import click

from dartproof.report.schema_files import schema_names, schema_text


@click.command("schema")
@click.argument("name", required=False, metavar="[NAME]")
def schema_command(*, name: str | None) -> None:
    """Print the JSON Schema of what the command NAME prints with --json, or the names there are."""
    click.echo("\n".join(schema_names()) if name is None else schema_text(name).rstrip())
