"""Runs what the documentation shows: docstring examples as doctests, and `$ dartproof …` in console blocks."""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import shlex
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from sybil import Document, Example, Region, Sybil
from sybil.parsers.rest import DocTestParser
from sybil.sybil import SybilCollection

from dartproof.cli import main

pytest_plugins = ["dartproof.testing"]

_OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
_BLOCK = re.compile(r"^```console\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ (?P<command>(?:.*\\\n)*.*)\n(?P<output>(?:(?!\$ ).*\n)*)", re.MULTILINE)


def parse_console(document: Document) -> Iterator[Region]:
    """Each `$ dartproof …` of a console block, with the output that is shown below it (`...` stands for anything)."""
    for block in _BLOCK.finditer(document.text):
        for match in _COMMAND.finditer(document.text, *block.span("body")):
            if match["command"].startswith("dartproof "):
                yield Region(match.start(), match.end(), match, run_console)


def run_console(example: Example) -> str | None:
    """Run one command and compare what it prints; the text of a difference, or None."""
    match: re.Match[str] = example.parsed
    printed = io.StringIO()
    arguments = shlex.split(match["command"].replace("\\\n", " "))[1:]
    with contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit):
        main(arguments)
    shown = doctest.Example("", match["output"])
    checker = doctest.OutputChecker()
    if checker.check_output(shown.want, printed.getvalue(), _OPTIONS):
        return None
    return f"$ {match['command']}\n{checker.output_difference(shown, printed.getvalue(), _OPTIONS)}"


@pytest.fixture(scope="session")
def folder_of_document(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Path]:
    """A folder for each document: what one of its examples writes, a later one reads."""
    return cache(lambda document: tmp_path_factory.mktemp(document.stem))


@pytest.fixture
def in_temporary_folder(
    request: pytest.FixtureRequest, folder_of_document: Callable[[Path], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let the commands of the documentation write where nobody minds, into a record of their own."""
    folder = folder_of_document(request.path)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("DARTPROOF_RECORD", str(folder / "record.json"))


_FIXTURES = ["in_temporary_folder"]
_DOCTESTS = DocTestParser(optionflags=_OPTIONS)

pytest_collect_file = SybilCollection(
    [
        Sybil([_DOCTESTS], path="src", patterns=["*.py"], fixtures=_FIXTURES),
        Sybil([_DOCTESTS, parse_console], path="docs", patterns=["*.md"], fixtures=_FIXTURES),
        Sybil([_DOCTESTS, parse_console], path=".", filenames=["README.md"], fixtures=_FIXTURES),
    ]
).pytest()
