"""`list`, `show`, `verify`, `graph`: the ledger as people and programs get it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from dartproof.report.schema_files import schema, schema_names
from dartproof.statements import load_registry, proofs_folder

Dartproof = Callable[..., Any]


@pytest.fixture
def proofs(tmp_path: Path) -> Path:
    """A folder with one room."""
    folder = tmp_path / "proofs"
    shutil.copytree(proofs_folder() / "bernoulli_ratio", folder / "bernoulli_ratio")
    return folder


def break_claim(proofs: Path) -> None:
    checks = proofs / "bernoulli_ratio" / "checks.py"
    text = checks.read_text()
    claim = "(1 + Fraction(1, pair.clip)) * (1"
    assert claim in text
    checks.write_text(text.replace(claim, "1 * (1"))


@pytest.mark.parametrize("name", schema_names())
def test_every_published_schema_is_a_valid_schema(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(name))


def test_the_schema_command_prints_a_schema(dartproof: Dartproof) -> None:
    assert dartproof("schema", "verify").json == schema("verify")
    assert dartproof("schema").out.split() == list(schema_names())
    assert "there are" in dartproof("schema", "nothing").complaint


def test_verify_prints_the_ledger_as_its_schema_says(dartproof: Dartproof, proofs: Path) -> None:
    result = dartproof("verify", "--json", "--proofs", proofs)
    jsonschema.validate(result.json, schema("verify"))
    (statement,) = result.json["statements"]
    assert (result.code, statement["status"]) == (0, "checked")
    assert statement["negative_controls"]["rejected"] == statement["negative_controls"]["planted"] == 9


def test_verify_prints_a_table_for_people(dartproof: Dartproof, proofs: Path) -> None:
    result = dartproof("verify", "--proofs", proofs)
    assert "9/9 rejected" in result.out
    assert "1 statement: 1 checked" in result.out


def test_verify_fails_with_1_on_a_false_claim(dartproof: Dartproof, proofs: Path) -> None:
    break_claim(proofs)
    result = dartproof("verify", "--proofs", proofs)
    assert result.code == 1
    assert "FAILED bernoulli_ratio: exact:" in result.out
    assert "r' =" in result.out


def test_verify_fails_when_a_true_claim_is_planted_as_a_control(dartproof: Dartproof, proofs: Path) -> None:
    checks = proofs / "bernoulli_ratio" / "checks.py"
    checks.write_text(checks.read_text().replace("every_pair(reach=2)", "every_pair(reach=1)"))
    result = dartproof("verify", "--kind", "exact", "--proofs", proofs)
    assert result.code == 1
    assert "did not reject the control without_sensitivity" in result.out


def test_verify_writes_a_report_that_needs_nothing_else(dartproof: Dartproof, proofs: Path, tmp_path: Path) -> None:
    report = tmp_path / "a" / "report"
    assert dartproof("verify", "--proofs", proofs, "--report", report).code == 0
    page = (report / "index.html").read_text()
    assert "without_the_clip" in page
    assert "http" not in page.replace("http://www.w3.org", "").replace("http://purl.org", "").replace(
        "http://creativecommons.org", ""
    ).replace("https://matplotlib.org", "")
    jsonschema.validate(json.loads((report / "ledger.json").read_text()), schema("verify"))


def test_verify_of_some_kinds_says_that_the_others_were_not_run(dartproof: Dartproof, proofs: Path) -> None:
    (statement,) = dartproof("verify", "--json", "--kind", "property", "--proofs", proofs).json["statements"]
    assert {item["kind"]: item["outcome"] for item in statement["evidence"]} == {
        "symbolic": "not run here",
        "exact": "not run here",
        "property": "passed",
    }
    assert statement["status"] == "tested"


def test_asking_for_kernel_proofs_that_cannot_run_here_fails(dartproof: Dartproof, proofs: Path) -> None:
    assert dartproof("verify", "--kind", "kernel", "--proofs", proofs).code == 1


def test_list_shows_what_the_last_run_found(dartproof: Dartproof, proofs: Path) -> None:
    before = dartproof("list", "--json", "--proofs", proofs)
    jsonschema.validate(before.json, schema("list"))
    assert (before.code, before.json["statements"][0]["status"]) == (0, "not run")
    dartproof("verify", "--proofs", proofs)
    after = dartproof("list", "--json", "--proofs", proofs)
    assert (after.code, after.json["statements"][0]["status"]) == (0, "checked")


def test_list_calls_evidence_stale_once_its_room_has_changed(dartproof: Dartproof, proofs: Path) -> None:
    dartproof("verify", "--proofs", proofs)
    break_claim(proofs)
    result = dartproof("list", "--proofs", proofs)
    assert result.code == 1
    assert "stale" in result.out


def test_show_prints_the_statement_with_its_derivation(dartproof: Dartproof) -> None:
    result = dartproof("show", "bernoulli_ratio")
    assert result.code == 0
    for part in (
        "Hypotheses",
        "without it: see the control without_the_clip",
        "  1. ",
        "[derivative]",
        "status: not run",
    ):
        assert part in result.out
    document = dartproof("show", "bernoulli_ratio", "--json").json
    jsonschema.validate(document, schema("show"))


@pytest.mark.parametrize("id_", sorted(load_registry()))
def test_show_works_for_every_statement(dartproof: Dartproof, id_: str) -> None:
    jsonschema.validate(dartproof("show", id_, "--json").json, schema("show"))


def test_graph_has_an_arrow_from_privacy_to_what_it_uses(dartproof: Dartproof) -> None:
    document = dartproof("graph", "--format", "json").json
    jsonschema.validate(document, schema("graph"))
    assert {"from": "privacy", "uses": "bernoulli_ratio"} in document["edges"]
    assert '"privacy" -> "bernoulli_ratio";' in dartproof("graph").out
    assert ElementTree.fromstring(dartproof("graph", "--format", "svg").out).tag.endswith("svg")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["verify", "nothing"], "no statement has the id 'nothing'"),
        (["show", "nothing"], "no statement has the id 'nothing'"),
        (["verify", "--kind", "proof"], "Invalid value for '--kind'"),
        (["verify", "--effort", "all"], "Invalid value for '--effort'"),
        (["verify", "--seed", "-1"], "Invalid value for '--seed'"),
        (["verify", "--certificate", "nothing.json"], "cannot be read"),
        (["verify", "--proofs", "nothing"], "does not exist"),
        (["graph", "--format", "png"], "Invalid value for '--format'"),
        (["graph", "--out", "no/such/folder/graph.dot"], "there is no folder"),
        (["nothing"], "No such command 'nothing'"),
    ],
)
def test_bad_usage_is_refused_in_one_line(dartproof: Dartproof, arguments: list[str], complaint: str) -> None:
    assert complaint in dartproof(*arguments).complaint


def test_a_folder_without_statements_is_refused(dartproof: Dartproof, tmp_path: Path) -> None:
    assert "no statement found" in dartproof("verify", "--proofs", tmp_path).complaint


def test_the_version_is_the_package_s(dartproof: Dartproof) -> None:
    assert dartproof("--version").out == "dartproof 0.1.0\n"


def test_a_record_that_cannot_be_kept_does_not_hide_the_ledger(
    dartproof: Dartproof, proofs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DARTPROOF_RECORD", str(tmp_path / "file" / "record.json"))
    result = dartproof("verify", "--kind", "exact", "--proofs", proofs)
    assert result.code == 0
    assert "the record was not kept" in result.err


def test_a_report_that_cannot_be_written_is_refused_in_one_line(dartproof: Dartproof, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = dartproof("verify", "bernoulli_ratio", "--kind", "exact", "--report", tmp_path / "file" / "report")
    assert result.code == 2
    assert result.err.count("\n") == 1
    assert "Not a directory" in result.err


@pytest.mark.parametrize("command", [("verify", "--kind", "exact"), ("show", "bernoulli_ratio")])
def test_what_a_room_prints_stays_out_of_the_json(dartproof: Dartproof, proofs: Path, command: tuple[str, ...]) -> None:
    checks = proofs / "bernoulli_ratio" / "checks.py"
    checks.write_text(checks.read_text() + 'print("a message of the room")\n')
    assert dartproof(*command, "--json", "--proofs", proofs).json


@pytest.mark.parametrize("command", [("list",), ("schema", "law")])
def test_a_reader_that_leaves_is_no_error(command: tuple[str, ...]) -> None:
    program = "from dartproof.cli import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", program, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.close()
    _, complaint = process.communicate(timeout=120)
    assert (process.returncode, complaint) == (0, b"")
