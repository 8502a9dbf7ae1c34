"""What several commands share: options, JSON on stdout, progress on stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from dartproof.errors import InputError
from dartproof.numeric import parse_rational
from dartproof.statements import Registry, load_registry

Report = Callable[[str, int, int], None]
"""Called with a label, the number of finished parts and the number of all."""

json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object on stdout and nothing else there."
)
quiet_option = click.option("--quiet", is_flag=True, help="No progress bar.")
proofs_option = click.option(
    "--proofs",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Read the statements from this folder instead of those that came with dartproof.",
)


class RationalType(click.ParamType[Fraction]):
    """An exact number such as `1/3` or `0.25`."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Fraction:
        """The rational that `value` denotes."""
        try:
            return parse_rational(value)
        except InputError as error:
            self.fail(str(error), param, ctx)


RATIONAL = RationalType()


def registry(folder: Path | None) -> Registry:
    """The statements of `folder`, by default those that came with dartproof."""
    return load_registry(folder)


def print_json(document: Mapping[str, Any]) -> None:
    """Print one JSON object on stdout."""
    click.echo(json.dumps(document, indent=2, ensure_ascii=False))


class _Tables(Console):
    """A console that says it when its reader has left; Rich would leave the program, which reads as an error."""

    def on_broken_pipe(self) -> NoReturn:
        """Let `main` end the program as other filters do."""
        raise BrokenPipeError


def console() -> Console:
    """A console for tables on stdout; plain where stdout is no terminal."""
    return _Tables(soft_wrap=False, highlight=False, width=None if sys.stdout.isatty() else 120)


@contextmanager
def progress(*, quiet: bool) -> Iterator[Report | None]:
    """A progress bar on stderr for as long as the block lasts; none when quiet or when stderr is no terminal."""
    if quiet or sys.stderr is None or not sys.stderr.isatty():  # it is None where the caller has closed it
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def report(label: str, done: int, total: int) -> None:
            bar.update(task, description=label, completed=done, total=total)

        yield report


def assignments(texts: tuple[str, ...], option: str) -> dict[str, str]:
    """The `NAME=VALUE` texts of a repeated option as a dictionary.

    Raises:
        InputError: when a text has no `=` or a name comes twice.
    """
    values: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise InputError(f"{option} {text}: write it as NAME=VALUE, for example eta=1/100")
        if name in values:
            raise InputError(f"{option} {text}: {name} is given twice")
        values[name] = value
    return values


def writable(path: Path, option: str) -> Path:
    """The path, when a file can be written there.

    Raises:
        InputError: when its folder does not exist or it is itself a folder.
    """
    if not path.parent.is_dir():
        raise InputError(f"{option} {path}: there is no folder {path.parent}; make it first")
    if path.is_dir():
        raise InputError(f"{option} {path}: is a folder; name a file")
    return path
