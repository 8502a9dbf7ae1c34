"""Statements whose evidence is a source: they are cited, never checked, and only what is stated elsewhere can be."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dartproof.errors import InputError
from dartproof.evidence import gather, load_room, recorded_finding, run_derivation, verify
from dartproof.statements import Statement, load_registry, load_statement, proofs_folder


@pytest.fixture
def cited(tmp_path: Path) -> Statement:
    folder = tmp_path / "proofs" / "high_privacy_bound"
    shutil.copytree(proofs_folder() / "high_privacy_bound", folder)
    return load_statement(folder)


def edit(statement: Statement, old: str, new: str) -> None:
    file = statement.folder / "statement.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_a_cited_statement_has_the_status_cited_and_no_cases(cited: Statement) -> None:
    (finding,) = verify(load_registry(cited.folder.parent))
    assert finding.status == "cited"
    assert [(item.kind, item.outcome, item.checked) for item in finding.evidence] == [("cited", "passed", 0)]
    assert finding.controls == ()


def test_the_record_says_cited_without_a_run(cited: Statement) -> None:
    assert recorded_finding(cited, {}).status == "cited"


def test_a_cited_statement_needs_no_checks_and_has_an_empty_derivation(cited: Statement) -> None:
    room = load_room(cited)
    assert run_derivation(room.derivation, cited) == ()


@pytest.mark.parametrize("kind", ["symbolic", "exact", "property"])
def test_the_empty_room_of_a_cited_statement_passes_as_no_other_evidence(cited: Statement, kind: str) -> None:
    assert gather(cited, load_room(cited), kind, "quick").outcome == "failed"  # type: ignore[arg-type]  # a Kind


def test_a_cited_statement_that_is_asked_for_other_evidence_fails(cited: Statement) -> None:
    (finding,) = verify(load_registry(cited.folder.parent), kinds=["exact"])
    assert finding.status == "failed"


def test_a_statement_of_the_paper_cannot_be_cited(cited: Statement) -> None:
    edit(cited, 'origin = "elsewhere"', 'origin = "paper"')
    with pytest.raises(InputError, match="only for a statement of origin 'elsewhere'"):
        load_statement(cited.folder)


def test_a_source_does_not_stand_beside_other_evidence(cited: Statement) -> None:
    edit(cited, 'evidence = ["cited"]', 'evidence = ["cited", "symbolic"]')
    with pytest.raises(InputError, match="only alone"):
        load_statement(cited.folder)
