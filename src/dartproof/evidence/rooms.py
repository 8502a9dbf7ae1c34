"""Loads the code of a room: its `checks.py`, which declares the evidence under the name `ROOM`."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

from dartproof.errors import InputError
from dartproof.evidence.model import Room
from dartproof.evidence.proof import Proof
from dartproof.statements import Statement


def load_room(statement: Statement) -> Room:
    """The evidence that a room declares; none for a statement whose evidence is a source, which has no `checks.py`.

    Raises:
        InputError: when `checks.py` is missing, cannot be imported or declares no `ROOM`, when a hypothesis refers to a
            control that does not exist, or when two controls share a name.
    """
    if statement.evidence == ("cited",):
        return Room(derivation=_nothing, exact=(), property=(), controls=())
    room = getattr(import_from_room(statement.folder / "checks.py", statement.id), "ROOM", None)
    if not isinstance(room, Room):
        raise InputError(f"{statement.folder / 'checks.py'}: must define ROOM, a dartproof.evidence.Room")
    names = [control.name for control in room.controls]
    if not names:
        raise InputError(f"{statement.folder / 'checks.py'}: a statement needs at least one negative control")
    if len(set(names)) < len(names):
        raise InputError(f"{statement.folder / 'checks.py'}: two controls share a name")
    for hypothesis in statement.hypotheses:
        if hypothesis.control is not None and hypothesis.control not in names:
            raise InputError(
                f"{statement.folder / 'statement.toml'}: hypothesis {hypothesis.name!r} names the control "
                f"{hypothesis.control!r}, which checks.py does not define"
            )
    return room


def _nothing(_proof: Proof) -> None:
    """No steps: what is cited is not derived, and a derivation without a verified step does not pass."""


def import_from_room(file: Path, id_: str) -> ModuleType:
    """Import one file of a room afresh, as a module of a package of its own: `from . import derivation` works in it.

    Raises:
        InputError: when there is no such file, or when it cannot be imported.
    """
    package = f"_dartproof_room_{id_}"
    for earlier in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
        del sys.modules[earlier]
    parent = ModuleType(package)
    parent.__path__ = [str(file.parent)]
    sys.modules[package] = parent
    if not file.is_file():
        raise InputError(f"{file}: there is no such file; every room has its checks there")
    try:
        return importlib.import_module(f"{package}.{file.stem}")
    except (Exception, SystemExit) as error:  # a room that leaves the program has shown nothing
        raise InputError(f"{file}: cannot be imported: {type(error).__name__}: {error}") from error
