"""`run` and `parameters`: the learners on real and on extreme streams, and what is refused."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

from dartproof.learners import learner_names
from dartproof.report.schema_files import schema

Dartproof = Callable[..., Any]
OWN = ["--learner", "small-loss", "--param", "eta=1/10 tau=8 limit=6 epsilon1=1 epsilon2=1"]


def run(dartproof: Dartproof, *arguments: object) -> dict[str, Any]:
    result = dartproof("run", *arguments, "--json")
    assert result.code == 0, result.err
    jsonschema.validate(result.json, schema("run"))
    document: dict[str, Any] = result.json
    return document


@pytest.mark.parametrize(("name", "best"), [(1, 462), (2, 147), (3, 41), (5, 1)])
@pytest.mark.parametrize("learner", ["doubling", "small-loss"])
def test_the_algorithms_play_the_real_stream(dartproof: Dartproof, name: int, best: int, learner: str) -> None:
    document = run(dartproof, f"trump-approval-{name}", "--learner", learner, "--seed", 1)
    assert document["best_loss"] == best
    assert document["regret"] == document["loss"] - best
    assert len(document["picks"]) == 1001
    assert 0.999 < document["epsilon"] <= 1


def test_a_seed_repeats_a_run_and_its_absence_does_not(dartproof: Dartproof) -> None:
    def picks(*seed: object) -> object:
        return run(dartproof, "trump-approval-2", *OWN, *seed)["picks"]

    assert picks("--seed", 7) == picks("--seed", 7)
    assert len({str(picks()) for _ in range(4)}) > 1


def test_the_best_expert_counts_from_1(dartproof: Dartproof, tmp_path: Path) -> None:
    (tmp_path / "losses.csv").write_text("first,second\n1,0\n1,0\n")
    assert run(dartproof, tmp_path / "losses.csv")["best_expert"] == 2


def test_the_loss_is_that_of_the_picks(dartproof: Dartproof, tmp_path: Path) -> None:
    losses = np.random.default_rng(0).random((50, 4))
    np.save(tmp_path / "losses.npy", losses)
    document = run(dartproof, tmp_path / "losses.npy", *OWN)
    expected = sum(losses[t, pick - 1] for t, pick in enumerate(document["picks"]))
    assert document["loss"] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("learner", learner_names())
@pytest.mark.parametrize("text", ["0\n", "1\n", "0,0\n" * 5, "1,1\n" * 5, "1/2\n" * 5])
def test_extreme_streams_are_played(dartproof: Dartproof, tmp_path: Path, learner: str, text: str) -> None:
    file = tmp_path / "losses.csv"
    file.write_text(text)
    document = run(dartproof, file, "--learner", learner)
    assert document["regret"] == 0


def test_a_loss_bound_of_zero_is_played(dartproof: Dartproof) -> None:
    run(dartproof, "trump-approval-5", "--learner", "small-loss", "--loss-bound", 0)


def test_every_run_says_what_it_is_not_for(dartproof: Dartproof) -> None:
    assert "do not release" in run(dartproof, "trump-approval-5")["notice"]
    assert "A seeded run is not private" in run(dartproof, "trump-approval-5", "--seed", 1)["notice"]
    assert "do not release" in dartproof("run", "trump-approval-5").out


def test_picks_are_written_to_a_file(dartproof: Dartproof, tmp_path: Path) -> None:
    out = tmp_path / "picks.csv"
    document = run(dartproof, "trump-approval-2", "--seed", 1, "--out", out)
    assert document["picks"] == str(out)
    with out.open() as file:
        rows = list(csv.DictReader(file))
    assert [row["round"] for row in rows] == [str(t) for t in range(1, 1002)]
    assert sum(float(row["loss"]) for row in rows) == document["loss"]


@pytest.mark.parametrize(("name", "start"), [("run.png", b"\x89PNG"), ("run.svg", b"<?xml"), ("run.pdf", b"%PDF")])
def test_a_run_is_drawn(dartproof: Dartproof, tmp_path: Path, name: str, start: bytes) -> None:
    run(dartproof, "trump-approval-2", "--seed", 1, "--plot", tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("0.5,1.5\n", "1.5"),
        ("0.5,-1\n", "-1"),
        ("0.5,nan\n", "nan"),
        ("0,1\n1\n", "row 2"),
        ("", "empty"),
        ("a,b\n", "no"),
        ("0,x\n1,0\n0,q\n", "row 1, column 2: 'x' is not a number"),
    ],
)
def test_bad_streams_are_refused_by_place_and_value(
    dartproof: Dartproof, tmp_path: Path, content: str, complaint: str
) -> None:
    file = tmp_path / "bad.csv"
    file.write_text(content)
    line = dartproof("run", file).complaint
    assert "bad.csv" in line
    assert complaint in line


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nothing"], "no bundled stream of that name"),
        (["trump-approval-2~9999=1,1,1,1,1"], "9999"),
        (["trump-approval-2~5=1,1"], "5"),
        (["trump-approval-2~5=1,1,1,1,2"], "2"),
        (["trump-approval-2", "--learner", "oracle"], "the learners are multiplicative-weights"),
        (["trump-approval-2", "--epsilon", "0"], "epsilon"),
        (["trump-approval-2", "--epsilon", "two"], "two"),
        (["trump-approval-2", "--epsilon", "3"], "epsilon"),
        (["trump-approval-2", "--delta", "1"], "delta"),
        (["trump-approval-2", "--learner", "small-loss", "--loss-bound", "-1"], "loss"),
        (["trump-approval-2", "--preset", "sharp"], "preset"),
        (["trump-approval-2", "--param", "eta"], "NAME=VALUE"),
        (["trump-approval-2", "--learner", "small-loss", "--param", "eta=1/10"], "lacks the parameter"),
        (["trump-approval-2", *OWN, "--param", "gamma=1"], "no parameter 'gamma'"),
        (["trump-approval-2", "--seed", "-1"], "--seed"),
        (["trump-approval-2", "--plot", "picture.txt"], ".png"),
        (["trump-approval-2", "--plot", "no/such/folder/a.png"], "there is no folder"),
        (["trump-approval-2", "--out", "."], "is a folder"),
        ([], "STREAM"),
    ],
)
def test_bad_input_is_refused_in_one_line(dartproof: Dartproof, arguments: list[str], complaint: str) -> None:
    assert complaint in dartproof("run", *arguments).complaint


PARAMETERS = ["parameters", "--rounds", 1000, "--experts", 10, "--epsilon", 1, "--loss-bound", 100]


def test_parameters_are_those_of_the_theorem(dartproof: Dartproof) -> None:
    document = dartproof(*PARAMETERS, "--json").json
    jsonschema.validate(document, schema("parameters"))
    assert document["limit"] == 2169
    assert document["eta"].startswith("0.0000287231800200563378") or document["eta"].startswith("2.87231800200563378")
    assert document["epsilon_total"].startswith("0.79126782159367")
    assert all(condition["holds"] for condition in document["conditions"])


def test_parameters_for_approximate_privacy_come_from_the_other_theorem(dartproof: Dartproof) -> None:
    document = dartproof(*PARAMETERS, "--delta", "1e-6", "--json").json
    jsonschema.validate(document, schema("parameters"))
    assert (document["theorem"], document["limit"]) == ("A.2", 2170)
    assert document["epsilon_total"].startswith("0.74174017282319")
    assert float(document["epsilon_total_optimal"]) < float(document["epsilon_total"])


def test_sharp_parameters_keep_the_claim_and_beat_the_paper(dartproof: Dartproof) -> None:
    size = ["parameters", "--rounds", 100_000, "--experts", 10, "--epsilon", 1, "--loss-bound", 316]
    sharp, paper = (dartproof(*size, "--preset", preset, "--json").json for preset in ("sharp", "paper"))
    jsonschema.validate(sharp, schema("parameters"))
    assert float(sharp["epsilon_total"]) <= 1
    assert float(sharp["regret_bound"]) < 800
    assert float(paper["regret_bound"]) > 100_000


def test_one_sided_noise_has_a_smaller_regret_bound(dartproof: Dartproof) -> None:
    size = ["parameters", "--rounds", 100_000, "--experts", 10, "--epsilon", 1, "--loss-bound", 316]
    shapes = ("laplace", "exponential")
    bounds = [
        float(dartproof(*size, "--preset", "sharp", "--noise-shape", shape, "--json").json["regret_bound"])
        for shape in shapes
    ]
    assert bounds[1] < 550 < bounds[0]


def test_the_paper_s_noise_is_not_chosen(dartproof: Dartproof) -> None:
    assert "--preset sharp" in dartproof(*PARAMETERS, "--noise-shape", "exponential").complaint


def test_sharp_parameters_are_printed_for_people(dartproof: Dartproof) -> None:
    assert "scale b_nu" in dartproof(*PARAMETERS, "--preset", "sharp").out


def test_parameters_are_printed_for_people(dartproof: Dartproof) -> None:
    out = dartproof(*PARAMETERS).out
    assert "update limit V" in out
    assert "holds" in out


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--rounds", "0"),
        ("--rounds", "x"),
        ("--experts", "0"),
        ("--epsilon", "0"),
        ("--epsilon", "2"),
        ("--epsilon", "nan"),
        ("--delta", "1"),
        ("--delta", "-1e-3"),
        ("--loss-bound", "-1"),
        ("--preset", "best"),
    ],
)
def test_parameters_outside_the_theorem_are_refused(dartproof: Dartproof, option: str, value: str) -> None:
    assert option.lstrip("-").split("-")[0] in dartproof(*PARAMETERS, option, value).complaint
