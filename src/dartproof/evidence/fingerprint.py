"""A hash of everything that a piece of evidence was run on, so that evidence for something else is seen to be stale."""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path

from dartproof.statements import Erratum, Kind, Statement

_LIBRARIES = ("sympy", "mpmath", "python-flint", "hypothesis", "numpy")
_KIT = ("dartproof.evidence.runners", "dartproof.evidence.proof")


def fingerprint(statement: Statement | Erratum, kind: Kind) -> str:
    """SHA-256 over the room's files, the dartproof modules that they reach, and the versions of the libraries.

    Of the room every file counts. The source files that count are those that the room's Python files and the modules
    named under `about` import, directly or through others.
    """
    digest = hashlib.sha256(kind.encode())
    room = sorted(p for p in statement.folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts)
    reached = _closure(
        {name for path in room if path.suffix == ".py" for name in _imports(path)} | {*statement.about, *_KIT}
    )
    for path in (*room, *(path for _, path in reached)):
        digest.update(path.name.encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    digest.update(f"python {sys.version_info.major}.{sys.version_info.minor}".encode())
    for library in _LIBRARIES:
        digest.update(f"{library} {version(library)}".encode())
    return digest.hexdigest()


def _closure(names: set[str]) -> list[tuple[str, Path]]:
    """The modules of this package that the names reach, with their files, sorted by name."""
    found: dict[str, Path] = {}
    waiting = sorted(names)
    while waiting:
        name = waiting.pop()
        path = _source(name)
        if path is None or name in found:
            continue
        found[name] = path
        parent = name.rpartition(".")[0]
        waiting.extend([*_imports(path), parent] if parent else _imports(path))
    return sorted(found.items())


def _source(name: str) -> Path | None:
    if name.partition(".")[0] != "dartproof":
        return None
    base = Path(__file__).resolve().parent.parent.joinpath(*name.split(".")[1:])
    for candidate in (base.with_suffix(".py"), base / "__init__.py"):
        if candidate.is_file():
            return candidate
    return None


def _imports(path: Path) -> tuple[str, ...]:
    return _imports_of(path.read_text(encoding="utf-8"))


@cache
def _imports_of(source: str) -> tuple[str, ...]:
    try:
        tree = ast.parse(source)
    except SyntaxError:  # a room that cannot be read is reported by whoever runs it
        return ()
    return tuple(sorted(set(_imported(tree))))


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
