"""The data of a claim, as its `statement.toml` holds it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

Kind = Literal["kernel", "symbolic", "exact", "property", "audit", "cited"]
"""A kind of evidence: Coq's kernel, sympy, exact enumeration, Hypothesis, sampling, or a source that is cited."""

KINDS: tuple[Kind, ...] = get_args(Kind)

Origin = Literal["paper", "project", "elsewhere"]
"""Who states it: the paper, this project, or a source that the paper cites."""

ORIGINS: tuple[Origin, ...] = get_args(Origin)


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One hypothesis of a statement.

    Attributes:
        name: a short identifier, unique in the statement.
        says: the hypothesis as a formula in plain text.
        why: what it is needed for.
        control: the negative control that shows what fails without it, or None where dropping it refutes nothing.
    """

    name: str
    says: str
    why: str
    control: str | None


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim, identified for good by `id`; the paper's number is only an attribute.

    Attributes:
        id: permanent identifier, also the name of the room's folder.
        title: one line in words.
        number: where the source states it, such as "Lemma 3.1".
        origin: who states it.
        statement: the claim in Markdown with LaTeX formulas.
        in_words: what it means, for a reader who knows the algorithm.
        hypotheses: each named, with the reason it is there.
        uses: ids of the statements that the derivation cites.
        about: names of the dartproof modules whose quantities it is about.
        evidence: the kinds of evidence it must have.
        theorem: name of the Coq theorem, or None.
        sharper_than: ids of statements that it implies and strengthens.
        folder: the room.
    """

    id: str
    title: str
    number: str
    origin: Origin
    statement: str
    in_words: str
    hypotheses: tuple[Hypothesis, ...]
    uses: tuple[str, ...]
    about: tuple[str, ...]
    evidence: tuple[Kind, ...]
    theorem: str | None
    sharper_than: tuple[str, ...]
    folder: Path


@dataclass(frozen=True, slots=True)
class Registry(Mapping[str, Statement]):
    """The statements of one `proofs/` folder, by id, in the order of their ids."""

    statements: Mapping[str, Statement]
    folder: Path

    def __getitem__(self, key: str) -> Statement:
        return self.statements[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.statements)

    def __len__(self) -> int:
        return len(self.statements)
