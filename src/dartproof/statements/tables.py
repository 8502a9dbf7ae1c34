"""Reads the TOML files of claims: every key is checked, so that a typing error is an error and not a missing claim."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from dartproof.errors import InputError


def read_table(file: Path, known: Iterable[str]) -> dict[str, Any]:
    """The table that a file holds, in which every key is one of the known ones.

    Raises:
        InputError: when the file cannot be read as TOML, or has another key.
    """
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{file}: cannot be read as TOML: {error}") from error
    refuse_unknown(file, data, tuple(known))
    return data


def refuse_unknown(file: Path, table: dict[str, Any], known: tuple[str, ...]) -> None:
    """Refuse a table that has another key than the known ones.

    Raises:
        InputError: naming the key.
    """
    for key in table:
        if key not in known:
            raise InputError(f"{file}: unknown key {key!r}; known are {', '.join(known)}")


def refuse_repeats(file: Path, what: str, names: list[str]) -> None:
    """Refuse names of which two are equal.

    Raises:
        InputError: naming one of them.
    """
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{file}: two entries of {what} are named {name!r}")


def text(file: Path, table: dict[str, Any], key: str) -> str:
    """The text under the key, which must not be empty.

    Raises:
        InputError: when it is missing, empty or no text.
    """
    value = table.get(key)
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{file}: {key} must be a text that is not empty")
    return value


def texts(file: Path, table: dict[str, Any], key: str) -> tuple[str, ...]:
    """The list of different texts under the key, which may be empty.

    Raises:
        InputError: when it is missing, no list of texts, or repeats one.
    """
    value = table.get(key)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise InputError(f"{file}: {key} must be a list of texts")
    refuse_repeats(file, key, value)
    return tuple(value)


def one_of(file: Path, table: dict[str, Any], key: str, allowed: Iterable[str]) -> str:
    """The text under the key, one of those that are allowed.

    Raises:
        InputError: when it is none of them.
    """
    value, options = text(file, table, key), tuple(allowed)
    if value not in options:
        raise InputError(f"{file}: {key} is {value!r}; use one of {', '.join(options)}")
    return value
