"""Reads the rooms of `proofs/`: every key is checked, so that a typing error is an error and not a missing claim."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from dartproof.errors import InputError
from dartproof.statements.model import KINDS, ORIGINS, Hypothesis, Kind, Origin, Registry, Statement

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
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{file}: cannot be read as TOML: {error}") from error
    _refuse_unknown(file, data, (*_TEXT_KEYS, *_LIST_KEYS, *_OPTIONAL_KEYS))
    text = {key: _text(file, data, key) for key in _TEXT_KEYS}
    if text["id"] != room.name:
        raise InputError(f"{file}: id is {text['id']!r} but the folder is named {room.name!r}; make them equal")
    entries = data.get("hypothesis", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise InputError(f"{file}: hypothesis must be written as tables, each headed [[hypothesis]]")
    hypotheses = tuple(_hypothesis(file, entry) for entry in entries)
    _refuse_repeats(file, "hypothesis", [h.name for h in hypotheses])
    return Statement(
        id=text["id"],
        title=text["title"],
        number=text["number"],
        origin=_origin(file, text["origin"]),
        statement=text["statement"].strip(),
        in_words=text["in_words"].strip(),
        hypotheses=hypotheses,
        uses=_texts(file, data, "uses"),
        about=_texts(file, data, "about"),
        evidence=_kinds(file, _texts(file, data, "evidence")),
        theorem=_text(file, data, "theorem") if "theorem" in data else None,
        sharper_than=_texts(file, data, "sharper_than") if "sharper_than" in data else (),
        folder=room,
    )


def _hypothesis(file: Path, entry: dict[str, Any]) -> Hypothesis:
    _refuse_unknown(file, entry, (*_HYPOTHESIS_KEYS, "control"))
    name, says, why = (_text(file, entry, key) for key in _HYPOTHESIS_KEYS)
    return Hypothesis(
        name=name, says=says, why=why, control=_text(file, entry, "control") if "control" in entry else None
    )


def _origin(file: Path, text: str) -> Origin:
    for origin in ORIGINS:
        if text == origin:
            return origin
    raise InputError(f"{file}: origin is {text!r}; use one of {', '.join(ORIGINS)}")


def _kinds(file: Path, names: Iterable[str]) -> tuple[Kind, ...]:
    wanted = set(names)
    if not wanted:
        raise InputError(f"{file}: evidence is empty; name at least one kind of {', '.join(KINDS)}")
    unknown = wanted.difference(KINDS)
    if unknown:
        raise InputError(f"{file}: unknown kind of evidence {min(unknown)!r}; use some of {', '.join(KINDS)}")
    return tuple(kind for kind in KINDS if kind in wanted)


def _refuse_unknown(file: Path, table: dict[str, Any], known: tuple[str, ...]) -> None:
    for key in table:
        if key not in known:
            raise InputError(f"{file}: unknown key {key!r}; known are {', '.join(known)}")


def _refuse_repeats(file: Path, what: str, names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{file}: two entries of {what} are named {name!r}")


def _text(file: Path, table: dict[str, Any], key: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{file}: {key} must be a text that is not empty")
    return value


def _texts(file: Path, table: dict[str, Any], key: str) -> tuple[str, ...]:
    value = table.get(key)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise InputError(f"{file}: {key} must be a list of texts")
    _refuse_repeats(file, key, value)
    return tuple(value)
