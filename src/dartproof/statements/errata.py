"""Errata: what a text says that is false, or leaves out, as the `erratum.toml` of `proofs/errata/<id>/` holds it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast, get_args

from dartproof.errors import InputError
from dartproof.statements.model import Kind, Registry
from dartproof.statements.tables import one_of, read_table, text, texts

FOLDER = "errata"
"""The folder inside `proofs/` that holds a folder for each erratum."""

Fault = Literal["error", "gap", "remark"]
"""What is wrong: a false sentence, a condition or step that is missing, or a reading that the text only suggests."""

Source = Literal["paper", "project", "elsewhere"]
"""Whose text it is: the paper's, an earlier one of this project, or a summary of the paper."""

_LISTS = ("concerns", "mended_by", "about")
_TEXTS = ("id", "title", "number", "origin", "fault", "text", "why", "counterexample", "mended")


@dataclass(frozen=True, slots=True)
class Erratum:
    """A sentence that does not hold as it stands, with what holds instead.

    Attributes:
        id: permanent identifier, also the name of the folder; no statement has it.
        title: one line in words.
        number: where the text says it, such as "Theorem A.2".
        origin: whose text it is.
        fault: whether it is an error, a gap, or a reading that the text only suggests.
        text: what the text says, in Markdown with LaTeX formulas.
        why: why that fails, or what it leaves out.
        counterexample: the first instance of the check at which it fails, word for word as the check shows it.
        mended: what holds instead.
        concerns: ids of the statements that it is about.
        mended_by: ids of the statements that hold instead or that repair the argument.
        about: names of the dartproof modules that the check uses.
        folder: the erratum's own folder.
    """

    id: str
    title: str
    number: str
    origin: Source
    fault: Fault
    text: str
    why: str
    counterexample: str
    mended: str
    concerns: tuple[str, ...]
    mended_by: tuple[str, ...]
    about: tuple[str, ...]
    folder: Path

    @property
    def evidence(self) -> tuple[Kind, ...]:
        """The kinds of evidence that it must have."""
        return ("exact",)


@dataclass(frozen=True, slots=True)
class Errata(Mapping[str, Erratum]):
    """The errata of one `proofs/` folder, by id, in the order of their ids."""

    errata: Mapping[str, Erratum]

    def __getitem__(self, key: str) -> Erratum:
        return self.errata[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.errata)

    def __len__(self) -> int:
        return len(self.errata)


def load_errata(registry: Registry) -> Errata:
    """All errata beside the statements of a registry; none where its folder has no folder `errata`.

    Raises:
        InputError: when an entry is malformed, has the id of a statement, or refers to a statement that does not exist.
    """
    folders = sorted(path.parent for path in (registry.folder / FOLDER).glob("*/erratum.toml"))
    return Errata({folder.name: load_erratum(folder, registry) for folder in folders})


def load_erratum(folder: Path, registry: Mapping[str, object]) -> Erratum:
    """The erratum of one folder; `registry` holds the ids of the statements.

    Raises:
        InputError: naming the file and the key, when a key is missing, unknown or of the wrong type.
    """
    file = folder / "erratum.toml"
    data = read_table(file, (*_TEXTS, *_LISTS))
    words = {key: text(file, data, key).strip() for key in _TEXTS}
    lists = {key: texts(file, data, key) for key in _LISTS}
    if words["id"] != folder.name:
        raise InputError(f"{file}: id is {words['id']!r} but the folder is named {folder.name!r}; make them equal")
    if words["id"] in registry:
        raise InputError(f"{file}: a statement has the id {words['id']!r} too; choose another")
    for other in (*lists["concerns"], *lists["mended_by"]):
        if other not in registry:
            raise InputError(f"{file}: no statement has the id {other!r}")
    return Erratum(
        id=words["id"],
        title=words["title"],
        number=words["number"],
        origin=cast("Source", one_of(file, data, "origin", get_args(Source))),
        fault=cast("Fault", one_of(file, data, "fault", get_args(Fault))),
        text=words["text"],
        why=words["why"],
        counterexample=words["counterexample"],
        mended=words["mended"],
        concerns=lists["concerns"],
        mended_by=lists["mended_by"],
        about=lists["about"],
        folder=folder,
    )
