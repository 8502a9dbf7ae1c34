"""The registry reads what is right and names what is wrong."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dartproof.errors import InputError
from dartproof.statements import load_registry, load_statement, proofs_folder, use_graph


@pytest.fixture
def room(tmp_path: Path) -> Path:
    folder = tmp_path / "bernoulli_ratio"
    shutil.copytree(proofs_folder() / "bernoulli_ratio", folder)
    return folder


def edit(room: Path, old: str, new: str) -> None:
    file = room / "statement.toml"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def test_every_statement_of_the_project_loads() -> None:
    assert set(load_registry()) >= {"bernoulli_ratio", "exponential_mechanism", "privacy"}


def test_a_statement_keeps_what_its_file_says(room: Path) -> None:
    statement = load_statement(room)
    assert statement.number == "Lemma 3.1, inside the proof"
    assert [h.name for h in statement.hypotheses] == ["parameters", "clip", "sensitivity"]
    assert statement.evidence == ("symbolic", "exact", "property")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('id = "bernoulli_ratio"', 'id = "other"', "the folder is named 'bernoulli_ratio'"),
        ("uses = []", 'uses = ["nothing"]', "no statement has the id 'nothing'"),
        ("uses = []", "", "uses must be a list of texts"),
        ("uses = []", "uses = []\nstatus = 'proved'", "unknown key 'status'"),
        ('origin = "paper"', 'origin = "papr"', "use one of paper, project, elsewhere"),
        ('evidence = ["symbolic", "exact", "property"]', 'evidence = ["exct"]', "unknown kind of evidence 'exct'"),
        ('evidence = ["symbolic", "exact", "property"]', "evidence = []", "name at least one kind"),
        ('name = "sensitivity"', 'name = "clip"', "two entries of hypothesis are named 'clip'"),
        ('why = "a tiny', 'wy = "a tiny', "unknown key 'wy'"),
        ("uses = []", "uses = [", "cannot be read as TOML"),
    ],
)
def test_a_malformed_statement_is_refused_by_name(room: Path, old: str, new: str, message: str) -> None:
    edit(room, old, new)
    with pytest.raises(InputError, match=message) as caught:
        load_registry(room.parent)
    assert "statement.toml" in str(caught.value)


@pytest.mark.parametrize("value", ["5", "[1]"])
def test_hypotheses_that_are_no_tables_are_refused(room: Path, value: str) -> None:
    file = room / "statement.toml"
    file.write_text(f"hypothesis = {value}\n{file.read_text().partition('[[hypothesis]]')[0]}")
    with pytest.raises(InputError, match=r"each headed \[\[hypothesis\]\]"):
        load_statement(room)


def test_a_folder_without_statements_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no statement found"):
        load_registry(tmp_path)


def test_statements_that_use_each_other_in_a_circle_are_refused(room: Path) -> None:
    other = room.parent / "other"
    shutil.copytree(room, other)
    edit(room, "uses = []", 'uses = ["other"]')
    edit(other, "uses = []", 'uses = ["bernoulli_ratio"]')
    edit(other, 'id = "bernoulli_ratio"', 'id = "other"')
    with pytest.raises(InputError, match="in a circle: bernoulli_ratio -> other -> bernoulli_ratio"):
        use_graph(load_registry(room.parent))


def test_a_statement_comes_after_those_it_uses() -> None:
    registry = load_registry()
    order = use_graph(registry).order
    assert sorted(order) == sorted(registry)
    assert all(order.index(used) < order.index(id_) for id_ in registry for used in registry[id_].uses)
