"""The hash of evidence covers what the evidence was run on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dartproof.evidence import fingerprint as module
from dartproof.evidence.fingerprint import fingerprint
from dartproof.statements import load_registry, load_statement


def test_the_hash_is_the_same_each_time() -> None:
    statement = load_registry()["bernoulli_ratio"]
    assert fingerprint(statement, "exact") == fingerprint(statement, "exact")


def test_the_hash_depends_on_the_library_that_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    statement = load_registry()["bernoulli_ratio"]
    before = fingerprint(statement, "exact")
    monkeypatch.setattr(module, "version", lambda _: "another version")
    assert fingerprint(statement, "exact") != before


@pytest.mark.parametrize("name", ["dartproof.mechanisms.bernoulli", "dartproof.errors", "dartproof.evidence.algebra"])
def test_the_hash_covers_modules_that_are_reached_through_others(name: str) -> None:
    reached = {found for found, _ in module._closure({"dartproof.mechanisms.bernoulli", "dartproof.evidence.proof"})}
    assert name in reached


def test_a_module_outside_the_package_is_not_covered() -> None:
    assert module._source("json") is None


def test_the_file_of_a_package_is_its_init() -> None:
    source = module._source("dartproof.evidence")
    assert source is not None
    assert source.parts[-2:] == ("evidence", "__init__.py")


def test_the_hash_covers_every_file_of_the_room(tmp_path: Path) -> None:
    folder = tmp_path / "bernoulli_ratio"
    shutil.copytree(load_registry()["bernoulli_ratio"].folder, folder)
    before = fingerprint(load_statement(folder), "exact")
    (folder / "helpers").mkdir()
    (folder / "helpers" / "data.csv").write_text("1")
    assert fingerprint(load_statement(folder), "exact") != before
