"""The published JSON Schemas of what the commands print."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from dartproof.errors import InputError

_SUFFIX = ".schema.json"


def schema_names() -> tuple[str, ...]:
    """The names of the schemas, each after the command whose output it describes."""
    folder = resources.files("dartproof.report") / "schemas"
    return tuple(sorted(file.name.removesuffix(_SUFFIX) for file in folder.iterdir() if file.name.endswith(_SUFFIX)))


def schema_text(name: str) -> str:
    """One schema as the text of its file.

    Raises:
        InputError: when there is no schema of that name.
    """
    if name not in schema_names():
        raise InputError(f"no schema is named {name!r}; there are {', '.join(schema_names())}")
    return (resources.files("dartproof.report") / "schemas" / f"{name}{_SUFFIX}").read_text(encoding="utf-8")


def schema(name: str) -> dict[str, Any]:
    """One schema (JSON Schema, draft 2020-12) as a dictionary; see `schema_text`."""
    loaded: dict[str, Any] = json.loads(schema_text(name))
    return loaded
