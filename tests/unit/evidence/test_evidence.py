"""Evidence: what passes, what fails, and that nothing passes by crashing, by emptiness or by age."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import strategies as st

from dartproof.errors import InputError
from dartproof.evidence import (
    Control,
    Evidence,
    Exhaustive,
    Randomised,
    Room,
    gather,
    load_room,
    read_record,
    record_file,
    recorded_finding,
    recorded_findings,
    reject,
    verify,
    write_record,
)
from dartproof.evidence.model import ControlResult, Outcome
from dartproof.evidence.runners import run_exhaustive, run_randomised
from dartproof.evidence.status import derive_status
from dartproof.statements import Kind, Statement, load_registry, load_statement, proofs_folder

NUMBERS = Exhaustive("the numbers below 100", lambda _: range(100), lambda n: n >= 0)
DRAWN = Randomised("integers", st.integers, lambda n: n * n >= 0)


def small(n: int) -> bool:
    return n < 50


@pytest.fixture
def statement(tmp_path: Path) -> Statement:
    folder = tmp_path / "proofs" / "bernoulli_ratio"
    shutil.copytree(proofs_folder() / "bernoulli_ratio", folder)
    return load_statement(folder)


@pytest.fixture
def room(statement: Statement) -> Room:
    return load_room(statement)


def edit(statement: Statement, file: str, old: str, new: str) -> None:
    path = statement.folder / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_an_exhaustive_check_counts_its_cases() -> None:
    assert run_exhaustive(NUMBERS, "quick").checked == 100


def test_an_exhaustive_check_stops_at_the_first_failure_and_shows_it() -> None:
    tally = run_exhaustive(replace(NUMBERS, holds=small), "quick")
    assert (tally.checked, tally.failure) == (51, "50")


def test_an_exhaustive_check_of_nothing_fails() -> None:
    empty: Iterable[int] = ()
    assert (
        run_exhaustive(Exhaustive("nothing", lambda _: empty, small), "quick").failure == "the family has no instance"
    )


def test_a_randomised_check_shrinks_what_fails() -> None:
    assert run_randomised(replace(DRAWN, holds=small), "quick").failure == "50"


def test_a_randomised_check_draws_ten_times_more_at_full_effort() -> None:
    assert run_randomised(DRAWN, "full").checked == 10 * run_randomised(DRAWN, "quick").checked


def test_a_randomised_check_repeats_itself() -> None:
    drawn: list[int] = []
    check = Randomised("integers", st.integers, lambda n: drawn.append(n) is None)
    run_randomised(check, "quick")
    first = list(drawn)
    drawn.clear()
    run_randomised(check, "quick")
    assert drawn == first


def test_every_kind_of_the_example_passes(statement: Statement, room: Room) -> None:
    outcomes = {kind: gather(statement, room, kind, "quick").outcome for kind in statement.evidence}
    assert outcomes == {"symbolic": "passed", "exact": "passed", "property": "passed"}


@pytest.mark.parametrize("kind", ["exact", "property"])
def test_a_check_that_crashes_is_failed_evidence(statement: Statement, room: Room, kind: Kind) -> None:
    def crash(_: object) -> bool:
        raise ZeroDivisionError("by nought")

    broken = replace(
        room,
        exact=[replace(check, holds=crash) for check in room.exact],
        property=[replace(check, holds=crash) for check in room.property],
    )
    evidence = gather(statement, broken, kind, "quick")
    assert evidence.outcome == "failed"
    assert "by nought" in evidence.detail


def test_a_control_whose_check_crashes_is_not_rejected(statement: Statement, room: Room) -> None:
    def crash(_: object) -> bool:
        raise ZeroDivisionError("by nought")

    control = room.controls[0]
    broken = replace(control, exact=replace(control.exact, holds=crash), symbolic=crash)
    assert not reject(statement, broken, "exact", "quick").rejected
    assert not reject(statement, broken, "symbolic", "quick").rejected


def test_a_true_claim_planted_as_a_control_is_not_rejected(statement: Statement, room: Room) -> None:
    true = Control("true", "the statement itself", room.derivation, room.exact[0], room.property[0])
    assert not any(reject(statement, true, kind, "quick").rejected for kind in statement.evidence)


def test_a_control_over_an_empty_family_is_not_rejected(statement: Statement, room: Room) -> None:
    empty = replace(room.controls[0], exact=replace(room.controls[0].exact, instances=lambda _: ()))
    assert not reject(statement, empty, "exact", "quick").rejected


@pytest.mark.parametrize(
    ("derivation", "complaint"),
    [
        (lambda _: None, "no step of the derivation is verified"),
        (lambda proof: proof.nonnegative("0 >= 0", 0), "the hypothesis 'parameters' is never used"),
        (lambda proof: proof.cite("privacy", "by privacy"), "not among the statements that this one uses"),
        (lambda proof: proof.assume("luck", "with luck"), "no hypothesis 'luck'"),
    ],
)
def test_a_derivation_must_use_exactly_what_the_statement_lists(
    statement: Statement, room: Room, derivation: object, complaint: str
) -> None:
    evidence = gather(statement, replace(room, derivation=derivation), "symbolic", "quick")
    assert evidence.outcome == "failed"
    assert complaint in evidence.detail


def test_a_use_that_is_listed_and_never_cited_fails(statement: Statement, room: Room) -> None:
    evidence = gather(replace(statement, uses=("privacy",)), room, "symbolic", "quick")
    assert evidence.detail == "the statement 'privacy' is listed under uses and never cited"


@pytest.mark.parametrize(
    ("outcomes", "status"),
    [
        ({"symbolic": "passed", "exact": "failed", "kernel": "passed"}, "failed"),
        ({"symbolic": "passed", "exact": "stale"}, "stale"),
        ({"cited": "passed"}, "cited"),
        ({"symbolic": "passed", "kernel": "passed"}, "proved"),
        ({"symbolic": "passed", "exact": "passed", "kernel": "not run here"}, "checked"),
        ({"symbolic": "passed", "exact": "not run here", "property": "passed"}, "tested"),
        ({"symbolic": "not run here", "exact": "absent"}, "not run"),
    ],
)
def test_the_status_is_the_first_that_applies(outcomes: dict[Kind, Outcome], status: str) -> None:
    assert derive_status(Evidence(kind, outcome) for kind, outcome in outcomes.items()) == status


def test_a_control_that_was_accepted_makes_the_statement_fail() -> None:
    evidence = [Evidence("symbolic", "passed"), Evidence("exact", "passed")]
    accepted = ControlResult("planted", "exact", rejected=False, detail="accepted")
    assert derive_status(evidence, [accepted]) == "failed"


def test_a_false_constant_in_a_room_makes_its_statement_fail(statement: Statement) -> None:
    edit(statement, "checks.py", "(1 + Fraction(1, pair.clip)) * (1", "(1 + Fraction(1, pair.clip + 1)) * (1")
    (finding,) = verify(load_registry(statement.folder.parent), kinds=["exact", "property"])
    assert finding.status == "failed"
    assert {item.kind: item.outcome for item in finding.evidence}["exact"] == "failed"


def test_a_false_step_in_a_derivation_makes_its_statement_fail(statement: Statement) -> None:
    edit(statement, "derivation.py", "t - m, 1, by=[1 - t, m]", "t - m, 1, by=[2 - t, m]")
    (finding,) = verify(load_registry(statement.folder.parent), kinds=["symbolic"])
    assert (finding.status, finding.evidence[0].outcome) == ("failed", "failed")


def test_a_room_that_cannot_be_imported_is_failed_evidence(statement: Statement) -> None:
    edit(statement, "checks.py", "from . import derivation", "from . import nothing")
    (finding,) = verify(load_registry(statement.folder.parent), kinds=["exact"])
    assert finding.status == "failed"
    assert "cannot be imported" in {item.kind: item.detail for item in finding.evidence}["exact"]


def test_a_room_that_leaves_the_program_is_failed_evidence(statement: Statement) -> None:
    edit(statement, "checks.py", "from . import derivation", "raise SystemExit(0)")
    (finding,) = verify(load_registry(statement.folder.parent), kinds=["exact"])
    assert finding.status == "failed"


@pytest.mark.parametrize("kind", ["exact", "property", "symbolic"])
def test_a_check_that_leaves_the_program_is_failed_evidence(statement: Statement, room: Room, kind: Kind) -> None:
    def leave(_: object) -> bool:
        raise SystemExit(0)

    leaving = replace(
        room,
        derivation=leave,
        exact=[replace(check, holds=leave) for check in room.exact],
        property=[replace(check, holds=leave) for check in room.property],
    )
    assert gather(statement, leaving, kind, "quick").outcome == "failed"


def test_a_control_that_leaves_the_program_is_not_rejected(statement: Statement, room: Room) -> None:
    def leave(_: object) -> bool:
        raise SystemExit(0)

    control = replace(room.controls[0], exact=replace(room.controls[0].exact, holds=leave))
    assert not reject(statement, control, "exact", "quick").rejected


def test_a_kind_that_is_asked_for_and_absent_fails(statement: Statement) -> None:
    (finding,) = verify(load_registry(statement.folder.parent), kinds=["kernel"])
    assert finding.status == "failed"


def test_several_processes_find_the_same(statement: Statement) -> None:
    registry = load_registry(statement.folder.parent)

    def outcome(workers: int) -> object:
        (finding,) = verify(registry, workers=workers)
        evidence = [(item.kind, item.outcome, item.checked, item.hash, item.detail) for item in finding.evidence]
        return (
            finding.status,
            evidence,
            [(control.name, control.kind, control.rejected) for control in finding.controls],
        )

    assert outcome(1) == outcome(2)


def test_an_unknown_id_is_refused() -> None:
    with pytest.raises(InputError, match="no statement has the id 'nothing'"):
        verify(load_registry(), ["nothing"])


@pytest.mark.parametrize("kind", ["exact", "property"])
def test_a_room_without_a_check_that_its_statement_must_have_fails(
    statement: Statement, room: Room, kind: Kind
) -> None:
    empty = replace(room, exact=[], property=[])
    assert gather(statement, empty, kind, "quick").outcome == "failed"


def test_a_statement_that_uses_a_failed_one_fails(tmp_path: Path) -> None:
    shutil.copytree(proofs_folder(), tmp_path / "proofs")
    checks = tmp_path / "proofs" / "bernoulli_ratio" / "checks.py"
    checks.write_text(checks.read_text().replace("return both(pair) and chain(pair)", "return False"))
    findings = {f.id: f for f in verify(load_registry(tmp_path / "proofs"), kinds=["exact"], workers=2)}
    assert findings["privacy"].broken_uses == ("bernoulli_ratio",)
    assert findings["privacy"].status == "failed"
    assert findings["lazy_marginal"].status != "failed"
    registry = load_registry(tmp_path / "proofs")
    write_record(record_file(), registry, findings.values())
    recorded = {f.id: f.status for f in recorded_findings(registry, record_file())}
    assert (recorded["privacy"], recorded["lazy_marginal"]) == ("failed", "tested")


def test_a_copy_of_a_room_has_a_record_of_its_own(statement: Statement) -> None:
    registry = load_registry(statement.folder.parent)
    write_record(record_file(), registry, verify(registry, kinds=["exact"]))
    original = load_registry()["bernoulli_ratio"]
    assert recorded_finding(original, read_record(record_file())).status == "not run"


@pytest.mark.parametrize("text", ['{"format": 2, "statements": []}', "[" * 100_000, "7"])
def test_a_broken_record_counts_as_empty(tmp_path: Path, text: str) -> None:
    (tmp_path / "broken.json").write_text(text)
    assert read_record(tmp_path / "broken.json") == {}


def test_a_record_without_controls_does_not_count(statement: Statement) -> None:
    registry = load_registry(statement.folder.parent)
    (finding,) = verify(registry, kinds=["exact"])
    write_record(record_file(), registry, [replace(finding, controls=())])
    assert recorded_finding(registry["bernoulli_ratio"], read_record(record_file())).status == "stale"


def test_a_room_that_breaks_later_is_not_recorded_as_passed(statement: Statement) -> None:
    registry = load_registry(statement.folder.parent)
    write_record(record_file(), registry, verify(registry, kinds=["exact"]))
    edit(statement, "checks.py", "from . import derivation", "from . import")
    write_record(record_file(), registry, verify(registry, kinds=["exact"]))
    assert recorded_finding(registry["bernoulli_ratio"], read_record(record_file())).status == "failed"


def test_a_room_without_controls_is_refused(statement: Statement) -> None:
    edit(statement, "checks.py", "    controls=[", "    controls=[] and [")
    with pytest.raises(InputError, match="at least one negative control"):
        load_room(statement)


def test_a_hypothesis_whose_control_is_missing_is_refused(statement: Statement) -> None:
    edit(statement, "statement.toml", 'control = "without_the_clip"', 'control = "without_it"')
    with pytest.raises(InputError, match="'without_it', which checks"):
        load_room(load_statement(statement.folder))


def test_the_record_gives_back_what_ran(statement: Statement) -> None:
    registry = load_registry(statement.folder.parent)
    findings = verify(registry, kinds=["exact"])
    write_record(record_file(), registry, findings)
    write_record(record_file(), registry, verify(registry, kinds=["symbolic"]))
    recorded = recorded_finding(registry["bernoulli_ratio"], read_record(record_file()))
    assert recorded.status == "checked"
    assert {item.kind: item.outcome for item in recorded.evidence}["property"] == "not run here"


@pytest.mark.parametrize("file", ["statement.toml", "checks.py", "derivation.py"])
def test_recorded_evidence_is_stale_once_its_room_changes(statement: Statement, file: str) -> None:
    registry = load_registry(statement.folder.parent)
    write_record(record_file(), registry, verify(registry, kinds=["exact"]))
    (statement.folder / file).write_text((statement.folder / file).read_text() + "\n")
    recorded = recorded_finding(load_statement(statement.folder), read_record(record_file()))
    assert recorded.status == "stale"


def test_a_record_that_is_not_one_counts_as_empty(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text('{"format": 2, "statements": {"privacy": {}}}')
    assert read_record(file) == {}
