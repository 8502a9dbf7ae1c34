"""Reads the rooms of `proofs/`, of which each holds one statement."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

from dartproof.errors import InputError
from dartproof.statements.model import KINDS, ORIGINS, Hypothesis, Kind, Origin, Registry, Statement
from dartproof.statements.tables import one_of, read_table, refuse_repeats, refuse_unknown, text, texts

_TEXT_KEYS = ("id", "title", "number", "origin", "statement", "in_words")
_LIST_KEYS = ("uses", "about", "evidence")
_OPTIONAL_KEYS = ("theorem", "sharper_than", "hypothesis")
_HYPOTHESIS_KEYS = ("name", "says", "why")


def proofs_folder() -> Path:
    """The rooms that belong to this installation: inside the installed package, or beside `src/` in a checkout.

    Raises:
        InputError: when neither exists.
    """
    package = Path(__file__).resolve().parent.parent
    for candidate in (package / "proofs", package.parent.parent / "proofs"):
        if candidate.is_dir():
            return candidate
    raise InputError(f"{package}: no proofs/ folder in the package or beside its source; reinstall dartproof")


def load_registry(folder: Path | None = None) -> Registry:
    """All statements of `folder` (by default `proofs_folder()`): each subfolder with a `statement.toml` is one.

    Raises:
        InputError: when a room is malformed, or when a statement uses or sharpens one that does not exist.
    """
    folder = proofs_folder() if folder is None else folder
    rooms = sorted(path.parent for path in folder.glob("*/statement.toml"))
    if not rooms:
        raise InputError(f"{folder}: no statement found; expected ID/statement.toml in it")
    statements = {room.name: load_statement(room) for room in rooms}
    for statement in statements.values():
        for other in (*statement.uses, *statement.sharper_than):
            if other not in statements:
                raise InputError(f"{statement.folder / 'statement.toml'}: no statement has the id {other!r}")
    return Registry(statements=statements, folder=folder)


def load_statement(room: Path) -> Statement:
    """The statement of one room.

    Raises:
        InputError: naming the file and the key, when a key is missing, unknown or of the wrong type.
    """
    file = room / "statement.toml"
    data = read_table(file, (*_TEXT_KEYS, *_LIST_KEYS, *_OPTIONAL_KEYS))
    words = {key: text(file, data, key) for key in _TEXT_KEYS}
    if words["id"] != room.name:
        raise InputError(f"{file}: id is {words['id']!r} but the folder is named {room.name!r}; make them equal")
    entries = data.get("hypothesis", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise InputError(f"{file}: hypothesis must be written as tables, each headed [[hypothesis]]")
    hypotheses = tuple(_hypothesis(file, entry) for entry in entries)
    refuse_repeats(file, "hypothesis", [h.name for h in hypotheses])
    evidence = _kinds(file, texts(file, data, "evidence"))
    if "cited" in evidence and (len(evidence) > 1 or words["origin"] != "elsewhere"):
        raise InputError(f"{file}: evidence may be cited only alone, and only for a statement of origin 'elsewhere'")
    return Statement(
        id=words["id"],
        title=words["title"],
        number=words["number"],
        origin=cast("Origin", one_of(file, data, "origin", ORIGINS)),
        statement=words["statement"].strip(),
        in_words=words["in_words"].strip(),
        hypotheses=hypotheses,
        uses=texts(file, data, "uses"),
        about=texts(file, data, "about"),
        evidence=evidence,
        theorem=text(file, data, "theorem") if "theorem" in data else None,
        sharper_than=texts(file, data, "sharper_than") if "sharper_than" in data else (),
        folder=room,
    )


def _hypothesis(file: Path, entry: dict[str, Any]) -> Hypothesis:
    refuse_unknown(file, entry, (*_HYPOTHESIS_KEYS, "control"))
    name, says, why = (text(file, entry, key) for key in _HYPOTHESIS_KEYS)
    return Hypothesis(
        name=name, says=says, why=why, control=text(file, entry, "control") if "control" in entry else None
    )


def _kinds(file: Path, names: Iterable[str]) -> tuple[Kind, ...]:
    wanted = set(names)
    if not wanted:
        raise InputError(f"{file}: evidence is empty; name at least one kind of {', '.join(KINDS)}")
    unknown = wanted.difference(KINDS)
    if unknown:
        raise InputError(f"{file}: unknown kind of evidence {min(unknown)!r}; use some of {', '.join(KINDS)}")
    return tuple(kind for kind in KINDS if kind in wanted)
