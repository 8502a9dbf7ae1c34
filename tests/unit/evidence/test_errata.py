"""An erratum is confirmed only if its check refutes the text, accepts what is said instead, and can tell them apart."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dartproof.errors import InputError
from dartproof.evidence import (
    Dispute,
    derive_erratum_status,
    read_record,
    recorded_errata,
    run_erratum,
    verify,
    write_record,
)
from dartproof.evidence.errata import accepted, refused
from dartproof.statements import Erratum, Registry, load_errata, load_registry, proofs_folder

SQUARES = Dispute(
    says="n up to 9",
    instances=lambda: range(1, 10),
    holds=lambda reading, n: reading(n),
    text=lambda n: n * n < 20,
    mended=lambda n: n * n <= 81,
    variation=lambda n: n < 10,
    varied="a bound of n itself",
    show=lambda n: f"n = {n}",
)


@pytest.fixture
def proofs(tmp_path: Path) -> Path:
    """A folder with one statement and one erratum about it."""
    folder = tmp_path / "proofs"
    for room in ("bernoulli_ratio", "errata/logarithm_of_one"):
        shutil.copytree(proofs_folder() / room, folder / room, ignore=shutil.ignore_patterns("__pycache__"))
    change(folder, "erratum.toml", '["pure_parameters", "approx_parameters"]', '["bernoulli_ratio"]')
    return folder


def change(proofs: Path, file: str, old: str, new: str) -> None:
    path = proofs / "errata" / "logarithm_of_one" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def the_erratum(proofs: Path) -> Erratum:
    return load_errata(load_registry(proofs))["logarithm_of_one"]


def status(proofs: Path) -> str:
    evidence, controls = run_erratum(the_erratum(proofs))
    return derive_erratum_status([evidence], controls)


def test_a_dispute_counts_the_instances_of_both_readings_that_hold() -> None:
    found = accepted(SQUARES)
    assert (found.outcome, found.checked) == ("passed", 18)


def test_the_text_is_refused_at_its_first_counterexample() -> None:
    found = refused(SQUARES, "n = 5")
    assert found.rejected
    assert found.detail == "n = 5"


def test_another_counterexample_than_the_first_is_not_accepted() -> None:
    found = refused(SQUARES, "n = 6")
    assert not found.rejected
    assert "it fails first at 'n = 5'" in found.detail


def test_a_text_that_holds_is_no_erratum() -> None:
    found = refused(replace(SQUARES, text=SQUARES.mended), "n = 5")
    assert not found.rejected
    assert "holds at n up to 9" in found.detail


@pytest.mark.parametrize("role", ["mended", "variation"])
def test_what_is_said_instead_must_hold(role: str) -> None:
    found = accepted(replace(SQUARES, **{role: lambda n: n < 9}))
    assert found.outcome == "failed"
    assert "fails at n = 9" in found.detail


@pytest.mark.parametrize("role", ["mended", "variation"])
def test_a_reading_that_says_nothing_shows_nothing(role: str) -> None:
    found = accepted(replace(SQUARES, **{role: lambda _: None}))
    assert found.outcome == "failed"
    assert "says nothing about any instance" in found.detail


def test_an_erratum_is_refuted_by_its_check(proofs: Path) -> None:
    assert status(proofs) == "refuted"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("text=as_printed", "text=package"),
        ("mended=package", "mended=as_printed"),
        ("variation=enlarged", "variation=as_printed"),
        ("return convention(setting)", "return True"),
        ("return convention(setting)", "return False"),
        ("return convention(setting)", "raise SystemExit(0)"),
        ("for rounds in (1, 2, 3, 1000)", "for rounds in ()"),
        ("DISPUTE = Dispute(", "OTHER = Dispute("),
        ("from dataclasses", "from nowhere"),
    ],
)
def test_a_broken_check_fails(proofs: Path, old: str, new: str) -> None:
    change(proofs, "check.py", old, new)
    assert status(proofs) == "failed"


def test_a_missing_check_fails(proofs: Path) -> None:
    (proofs / "errata" / "logarithm_of_one" / "check.py").unlink()
    assert status(proofs) == "failed"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('fault = "gap"', 'fault = "typo"', "fault is 'typo'; use one of error, gap, remark"),
        ('fault = "gap"', 'falt = "gap"', "unknown key 'falt'"),
        ('origin = "paper"', 'origin = "us"', "origin is 'us'"),
        ('id = "logarithm_of_one"', 'id = "logarithm"', "make them equal"),
        ('["bernoulli_ratio"]', '["nothing"]', "no statement has the id 'nothing'"),
        ('title = "The', 'title = ""\n# "', "title must be a text"),
    ],
)
def test_a_malformed_erratum_is_refused(proofs: Path, old: str, new: str, complaint: str) -> None:
    change(proofs, "erratum.toml", old, new)
    with pytest.raises(InputError, match=complaint):
        the_erratum(proofs)


def test_an_erratum_may_not_have_the_id_of_a_statement(proofs: Path) -> None:
    (proofs / "errata" / "logarithm_of_one").rename(proofs / "errata" / "bernoulli_ratio")
    path = proofs / "errata" / "bernoulli_ratio" / "erratum.toml"
    path.write_text(path.read_text().replace('id = "logarithm_of_one"', 'id = "bernoulli_ratio"'))
    with pytest.raises(InputError, match="a statement has the id"):
        load_errata(load_registry(proofs))


def test_a_folder_without_errata_has_none(proofs: Path) -> None:
    shutil.rmtree(proofs / "errata")
    assert len(load_errata(load_registry(proofs))) == 0


def test_verify_runs_errata_after_the_statements(proofs: Path) -> None:
    registry = load_registry(proofs)
    findings = verify(registry, kinds=["exact"], errata=load_errata(registry))
    assert [(finding.id, finding.status) for finding in findings] == [
        ("bernoulli_ratio", "tested"),
        ("logarithm_of_one", "refuted"),
    ]


def test_verify_leaves_errata_out_where_other_kinds_are_asked_for(proofs: Path) -> None:
    registry = load_registry(proofs)
    assert [f.id for f in verify(registry, kinds=["property"], errata=load_errata(registry))] == ["bernoulli_ratio"]


def test_the_record_tells_a_changed_erratum(proofs: Path, tmp_path: Path) -> None:
    registry, file = load_registry(proofs), tmp_path / "record.json"
    errata = load_errata(registry)
    write_record(file, {**registry, **errata}, verify(registry, ["logarithm_of_one"], errata=errata))
    assert [finding.status for finding in recorded_errata(errata, file)] == ["refuted"]
    change(proofs, "check.py", "DISPUTE = ", "# changed\nDISPUTE = ")
    assert [finding.status for finding in recorded_errata(errata, file)] == ["stale"]
    assert len(read_record(file)) == 1


def test_every_erratum_of_the_project_names_a_statement_that_it_concerns() -> None:
    registry = load_registry()
    errata = load_errata(registry)
    assert len(errata) >= 19
    assert all(erratum.concerns for erratum in errata.values())


def plant(proofs: Path) -> None:
    change(proofs, "check.py", "text=as_printed", "text=package")


def test_the_command_prints_errata_and_fails_on_one_that_is_none(
    proofs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = command(capsys)
    code, out = run("verify", "--kind", "exact", "--proofs", str(proofs))
    assert (code, "1 erratum: of 1 the text is refuted" in out) == (0, True)
    plant(proofs)
    code, out = run("verify", "--kind", "exact", "--proofs", str(proofs))
    assert code == 1
    assert "FAILED logarithm_of_one: the exact evidence did not reject the control the text" in out


def test_the_command_runs_one_erratum_and_prints_it_as_its_schema_says(
    proofs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import jsonschema

    from dartproof.report.schema_files import schema

    code, out = command(capsys)("verify", "logarithm_of_one", "--json", "--proofs", str(proofs))
    document = json.loads(out)
    jsonschema.validate(document, schema("verify"))
    assert (code, document["statements"]) == (0, [])
    (entry,) = document["errata"]
    assert (entry["status"], entry["counterexample"]) == ("refuted", "T = 1, N = 1, L' = 0")
    assert entry["negative_controls"]["rejected"] == entry["negative_controls"]["planted"] == 1


def test_the_report_of_a_run_shows_the_errata(proofs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command(capsys)("verify", "--kind", "exact", "--proofs", str(proofs), "--report", str(tmp_path / "report"))
    page = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert "<h3 id=logarithm_of_one>" in page
    assert "It fails first at T = 1, N = 1, L&#x27; = 0." in page


def command(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """Run the command; its exit code and what it prints."""
    from dartproof.cli import main

    def run(*arguments: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as left:
            main([*arguments, *(("--workers", "1") if arguments[0] == "verify" else ())])
        code = left.value.code
        return (code if isinstance(code, int) else 0), capsys.readouterr().out

    return run


def test_the_registry_of_statements_is_not_changed_by_errata(proofs: Path) -> None:
    registry = load_registry(proofs)
    assert isinstance(registry, Registry)
    assert list(registry) == ["bernoulli_ratio"]
