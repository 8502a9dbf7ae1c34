"""`audit`: a lower bound below the claim where the claim holds, above it where it does not, and what is refused."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from dartproof.report.schema_files import schema

Dartproof = Callable[..., Any]
REAL_PAIR = ["--pair", "trump-approval-2", "trump-approval-2~1=1,0,0,1,1"]
LEAKY = ["--param", "eta=1/2 tau=1 limit=1 epsilon1=1 epsilon2=1/2"]

MECHANISMS = '''
"""Mechanisms of a user, for the tests of the command."""
def noisy(losses, rng):
    return float(losses.sum() + rng.laplace(scale=1.0))
def bare(losses, rng):
    return float(losses.sum())
def fails(losses, rng):
    raise RuntimeError("out of order")
def prints(losses, rng):
    print("a message of the mechanism")
    return float(losses.sum() + rng.laplace(scale=1.0))
def leaves(losses, rng):
    raise SystemExit(0)
'''


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Two one-round streams, with a module of mechanisms that can be imported."""
    (tmp_path / "users_mechanisms.py").write_text(MECHANISMS)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "a.csv").write_text("0\n")
    (tmp_path / "b.csv").write_text("1\n")
    return ["--pair", str(tmp_path / "a.csv"), str(tmp_path / "b.csv")]


def audit(dartproof: Dartproof, *arguments: object) -> Any:
    result = dartproof("audit", *arguments, "--json")
    jsonschema.validate(result.json, schema("audit"))
    return result


def test_algorithm_1_on_the_real_stream_leaks_less_than_it_claims(dartproof: Dartproof) -> None:
    result = audit(dartproof, "small-loss", *LEAKY, *REAL_PAIR, "--seed", 1)
    assert result.code == 0
    assert result.json["verdict"] == "not refuted"
    assert 0.4 < result.json["epsilon_lower"] < result.json["claim"]["epsilon"] < 2.5001


def test_a_claim_that_is_too_small_is_violated_with_exit_code_1(dartproof: Dartproof) -> None:
    result = audit(dartproof, "small-loss", *LEAKY, *REAL_PAIR, "--claim-epsilon", "1/10", "--seed", 1)
    assert (result.code, result.json["verdict"]) == (1, "violated")
    assert result.json["claim"] == {"epsilon": 0.1, "delta": 0.0}


def test_algorithm_3_is_not_refuted_on_the_real_stream(dartproof: Dartproof) -> None:
    result = audit(dartproof, "doubling", "--param", "epsilon=1", *REAL_PAIR, "--trials", 200)
    assert (result.code, result.json["verdict"]) == (0, "not refuted")


def test_a_seed_repeats_an_audit_with_any_number_of_processes(dartproof: Dartproof) -> None:
    def found(workers: int) -> dict[str, Any]:
        arguments = ["--trials", 2000, "--seed", 5, "--workers", workers]
        document: dict[str, Any] = audit(dartproof, "small-loss", *LEAKY, *REAL_PAIR, *arguments).json
        return {key: value for key, value in document.items() if key != "seconds"}

    assert found(1) == found(1) == found(2)


def test_a_seed_that_was_drawn_is_reported_and_repeats(dartproof: Dartproof, pair: list[str]) -> None:
    call = ["users_mechanisms:noisy", *pair, "--claim-epsilon", 1, "--trials", 1000]
    first = audit(dartproof, *call).json
    again = audit(dartproof, *call, "--seed", first["seed"]).json
    assert (first["epsilon_lower"], first["counts"]) == (again["epsilon_lower"], again["counts"])


def test_a_user_s_function_is_audited(dartproof: Dartproof, pair: list[str]) -> None:
    true = audit(dartproof, "users_mechanisms:noisy", *pair, "--claim-epsilon", 1, "--seed", 1)
    assert (true.code, true.json["verdict"]) == (0, "not refuted")
    assert true.json["epsilon_lower"] > 0.8
    false = audit(dartproof, "users_mechanisms:noisy", *pair, "--claim-epsilon", "1/2", "--seed", 1)
    assert (false.code, false.json["verdict"]) == (1, "violated")


def test_a_mechanism_without_noise_violates_any_claim_and_is_remarked_on(dartproof: Dartproof, pair: list[str]) -> None:
    result = audit(dartproof, "users_mechanisms:bare", *pair, "--claim-epsilon", 3)
    assert result.json["verdict"] == "violated"
    assert any("are the same" in finding for finding in result.json["findings"])


@pytest.mark.parametrize("workers", [1, 2])
def test_what_a_mechanism_prints_stays_out_of_the_json(dartproof: Dartproof, pair: list[str], workers: int) -> None:
    arguments = ["--claim-epsilon", 1, "--trials", 200, "--seed", 1, "--workers", workers]
    assert audit(dartproof, "users_mechanisms:prints", *pair, *arguments).json["verdict"] == "not refuted"


def test_a_program_is_audited(dartproof: Dartproof, pair: list[str], tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("import sys\nfor line in sys.stdin: print(line.strip())\n")
    command = f"cmd:{sys.executable} {program}"
    assert audit(dartproof, command, *pair, "--claim-epsilon", 1, "--trials", 200).json["verdict"] == "violated"


def test_an_audit_is_worded_for_people(dartproof: Dartproof, pair: list[str]) -> None:
    out = dartproof("audit", "users_mechanisms:noisy", *pair, "--claim-epsilon", 1, "--seed", 1).out
    assert "this does not show that the mechanism is private" in out
    assert "with confidence 0.95" in out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["small-loss", *LEAKY, "--pair", "trump-approval-2", "trump-approval-2"], "losses are equal"),
        (["small-loss", *LEAKY, "--pair", "trump-approval-2", "trump-approval-3"], "differ"),
        (["small-loss", *LEAKY, "--pair", "trump-approval-2", "nothing"], "no bundled stream"),
        (["small-loss", *LEAKY], "--pair"),
        (["small-loss", *REAL_PAIR], "small-loss"),
        (["small-loss", "--param", "eta=x", *REAL_PAIR], "eta"),
        (["shrinking-dartboard", "--param", "eta=1/10", *REAL_PAIR], "--claim-epsilon is missing"),
        (["nothing", *REAL_PAIR], "no built-in mechanism has that name"),
        (["no.such.module:f", *REAL_PAIR, "--claim-epsilon", "1"], "no.such.module"),
        (["json:nothing", *REAL_PAIR, "--claim-epsilon", "1"], "has no 'nothing'"),
        (["cmd:no-such-program", *REAL_PAIR, "--claim-epsilon", "1"], "cannot be started"),
        (["users_mechanisms:leaves", *REAL_PAIR, "--claim-epsilon", "1"], "SystemExit"),
        (["users_mechanisms:fails", *REAL_PAIR, "--claim-epsilon", "1"], "out of order"),
        (["json:loads", "--param", "eta=1", *REAL_PAIR, "--claim-epsilon", "1"], "only built-in mechanisms"),
        (["small-loss", *LEAKY, *REAL_PAIR, "--claim-epsilon", "-1"], "claim"),
        (["small-loss", *LEAKY, *REAL_PAIR, "--claim-epsilon", "1e500"], "from 0 to 1e300"),
        (["small-loss", *LEAKY, *REAL_PAIR, "--claim-delta", "1"], "delta"),
        (["small-loss", *LEAKY, *REAL_PAIR, "--confidence", "1"], "confidence"),
        (["small-loss", *LEAKY, *REAL_PAIR, "--trials", "0"], "--trials"),
        (["small-loss", *LEAKY, *REAL_PAIR, "--workers", "0"], "--workers"),
    ],
)
@pytest.mark.usefixtures("pair")
def test_bad_input_is_refused_in_one_line(dartproof: Dartproof, arguments: list[str], complaint: str) -> None:
    assert complaint in dartproof("audit", *arguments).complaint
