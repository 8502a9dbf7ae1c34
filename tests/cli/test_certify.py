"""`certify`: the largest privacy loss over all pairs, its certificate, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from dartproof.report.schema_files import schema

Dartproof = Callable[..., Any]

B = ["--grid", 1, "--keep", "9/10", "--noise", "9/10", "--clip", 1, "--threshold", 1, "--limit", 2]
COMPENSATED = [
    *("--learner", "compensated", "--grid", 1, "--keep", "1/2", "--noise", "1/2"),
    *("--clip", 1, "--threshold", 2, "--limit", 1),
]


def certify(dartproof: Dartproof, *arguments: object, code: int = 0) -> dict[str, Any]:
    result = dartproof("certify", *arguments, "--json")
    assert result.code == code, result.err
    jsonschema.validate(result.json, schema("certify"))
    document: dict[str, Any] = result.json
    return document


def test_the_worst_of_576_pairs(dartproof: Dartproof) -> None:
    document = certify(dartproof, "--rounds", 4, "--experts", 2, *B)
    assert document["pairs"] == 576
    assert document["exhaustive"] is True
    assert document["max_divergence"]["decimal"].startswith("0.939787246507687651502")
    assert document["holds"] == {"paper": True, "sharp": True}
    assert document["view"] == "transcript"


def test_the_worst_of_15360_pairs(dartproof: Dartproof) -> None:
    document = certify(dartproof, "--rounds", 6, "--experts", 2, *B)
    assert document["pairs"] == 15360
    assert document["max_divergence"]["decimal"].startswith("0.97612714837618742050")


def test_the_picks_of_the_same_pairs_tell_less(dartproof: Dartproof) -> None:
    document = certify(dartproof, "--rounds", 6, "--experts", 2, *B, "--view", "picks")
    assert document["view"] == "picks"
    assert document["max_divergence"]["decimal"].startswith("0.5967962054453988569")


def test_the_witness_can_be_recomputed_by_law(dartproof: Dartproof, tmp_path: Path) -> None:
    document = certify(dartproof, "--rounds", 4, "--experts", 2, *B)
    witness = document["witness"]
    (tmp_path / "worst.csv").write_text("\n".join(",".join(row) for row in witness["losses"]))
    neighbour = f"{tmp_path / 'worst.csv'}~{witness['round']}={','.join(witness['row'])}"
    result = dartproof("law", tmp_path / "worst.csv", *B, "--neighbour", neighbour, "--json")
    assert result.json["max_divergence"]["forward"] == document["max_divergence"]


def test_a_certificate_is_accepted_by_verify(dartproof: Dartproof, tmp_path: Path) -> None:
    file = tmp_path / "worst.json"
    certify(dartproof, "--rounds", 4, "--experts", 2, *B, "--certificate", file)
    result = dartproof("verify", "--certificate", file)
    assert result.code == 0, result.out
    assert "0.9397872465076876515" in result.out


def test_a_forged_certificate_is_rejected(dartproof: Dartproof, tmp_path: Path) -> None:
    file = tmp_path / "worst.json"
    certify(dartproof, "--rounds", 4, "--experts", 2, *B, "--certificate", file)
    data = json.loads(file.read_text())
    data["above"][0] = "1/7"
    file.write_text(json.dumps(data))
    assert dartproof("verify", "--certificate", file).code == 1


def test_a_search_finds_the_worst_pair_of_a_small_size(dartproof: Dartproof) -> None:
    document = certify(dartproof, "--rounds", 4, "--experts", 2, *B, "--search")
    assert document["exhaustive"] is False
    assert document["max_divergence"]["decimal"].startswith("0.939787246507687651502")
    assert document["holds"] == {"paper": None, "sharp": None}


def test_the_compensated_learner_has_one_claim(dartproof: Dartproof) -> None:
    document = certify(dartproof, "--rounds", 4, "--experts", 2, *COMPENSATED)
    assert document["claims"]["paper"] is None
    assert document["holds"] == {"paper": None, "sharp": True}


CONTROL = ["--rounds", 2, "--experts", 1, *COMPENSATED, "--threshold", 20, "--keep", "9/10", "--noise", "1/3"]


def test_laplace_noise_breaks_the_compensated_learner(dartproof: Dartproof) -> None:
    own = certify(dartproof, *CONTROL)
    control = certify(dartproof, *CONTROL, "--noise-shape", "laplace")
    allowed = Decimal(own["claims"]["sharp"]["decimal"])
    assert Decimal(own["max_divergence"]["decimal"]) <= allowed < Decimal(control["max_divergence"]["decimal"])
    assert own["holds"]["sharp"] is True


def test_nothing_is_claimed_of_a_control(dartproof: Dartproof, tmp_path: Path) -> None:
    control = [*CONTROL, "--noise-shape", "laplace", "--certificate", tmp_path / "control.json"]
    document = certify(dartproof, *control)
    assert document["claims"] == document["holds"] == {"paper": None, "sharp": None}
    text = dartproof("certify", *control)
    assert text.code == 0
    assert "no claim is made for this control" in text.out
    assert "VIOLATED" not in text.out
    checked = dartproof("verify", "--certificate", tmp_path / "control.json")
    assert checked.code == 0
    assert "a control of the compensated learner (with noise_shape = laplace instead of exponential)" in checked.out


def test_a_tiny_loss_is_printed_with_its_exponent(dartproof: Dartproof) -> None:
    # eps1 = 4·10^-6 and eta = 10^-6, but for 10^-12 times a few: the sharp claim is 2/b + eta + 2 eta, or eps2 = 10^-3.
    tiny = ["--grid", 1, "--keep", "999999/1000000", "--noise", "999999/1000000", "--clip", 1000, "--threshold", 1]
    size = ["--rounds", 3, "--experts", 2, "--limit", 1]
    out = dartproof("certify", *size, *tiny).out
    lines = {name.strip(): text for name, text in (line.split("  ", 1) for line in out.splitlines())}
    exact = certify(dartproof, *size, *tiny)["max_divergence"]["decimal"]
    assert exact.endswith("e-6")
    assert lines["privacy loss"].split(" = ")[0].strip() == exact


def test_people_read_the_same(dartproof: Dartproof) -> None:
    out = dartproof("certify", "--rounds", 4, "--experts", 2, *B).out
    for text in ("576: all ordered pairs", "0.93978724650768765150", "2, ⊥, ⊤ resample 1, ⊤ resample 1", "holds"):
        assert text in out


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (["--rounds", "1"], "rounds"),
        (["--experts", "0"], "expert"),
        (["--limit", "-1"], "limit"),
        (["--noise", "2"], "noise"),
        (["--search", "--view", "picks"], "--view"),
        (["--certificate", "/nowhere/file"], "folder"),
    ],
)
def test_bad_input_is_refused(dartproof: Dartproof, change: list[str], says: str) -> None:
    assert says in dartproof("certify", "--rounds", 4, "--experts", 2, *B, *change).complaint


def test_what_would_not_finish_is_refused_with_an_estimate(dartproof: Dartproof) -> None:
    complaint = dartproof("certify", "--rounds", 20, "--experts", 3, *B).complaint
    assert "pairs of neighbours" in complaint
    assert "--force" in complaint


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (["--clip", 1_000_000_000], "smaller clip"),
        (["--grid", 50, "--keep", "1/1000000", "--noise", "999999/1000000", "--clip", 1_000_000], "smaller clip"),
        (["--threshold", 100_000_000], "smaller threshold"),
        (["--limit", 100_000_000], "smaller limit"),
        (["--noise-multiples", "1000000000,1"], "noise-multiples"),
    ],
)
@pytest.mark.parametrize("search", [[], ["--search"]])
def test_numbers_too_long_are_refused_at_the_least_size(
    dartproof: Dartproof, change: list[object], says: str, search: list[str]
) -> None:
    assert says in dartproof("certify", "--rounds", 2, "--experts", 2, *B, *change, *search).complaint


@pytest.mark.parametrize(
    "size",
    [
        ["--rounds", 1_000_000_000, "--experts", 2],
        ["--rounds", 100_000, "--experts", 1000],
        ["--rounds", 3, "--experts", 500],
        ["--rounds", 10**30, "--experts", 10**30],
        ["--rounds", 40_000, "--experts", 2, "--limit", 0],
        ["--rounds", 1_000_000, "--experts", 100, "--search"],
        ["--rounds", 4, "--experts", 2, "--search", "--restarts", 10**9],
    ],
)
def test_sizes_beyond_counting_are_refused_at_once(dartproof: Dartproof, size: list[object]) -> None:
    assert "choose" in dartproof("certify", *B, *size).complaint


def test_a_learner_that_never_resamples_is_quick_at_any_length(dartproof: Dartproof) -> None:
    document = certify(dartproof, "--rounds", 40, "--experts", 2, *B, "--limit", 0)
    assert document["max_divergence"]["decimal"].startswith("0")
    assert document["pairs"] == 4**39 * 39 * 3


@pytest.mark.parametrize("learner", [B, COMPENSATED])
@pytest.mark.parametrize("view", ["transcript", "picks"])
def test_a_limit_beyond_the_rounds_changes_nothing(dartproof: Dartproof, learner: list[object], view: str) -> None:
    few, many = (
        certify(dartproof, "--rounds", 3, "--experts", 2, *learner, "--limit", limit, "--view", view)
        for limit in (2, 100_000)
    )
    assert few["max_divergence"] == many["max_divergence"]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("limit", 10**9),
        ("clip", 10**9),
        ("grid", 10**9),
        ("threshold_steps", 10**9),
        ("threshold_steps", -(10**9)),
        ("noise_multiples", [10**9, 1]),
        ("keep", f"1/1{'0' * 100_000}"),
    ],
)
def test_a_certificate_with_numbers_too_long_is_neither_accepted_nor_rejected(
    dartproof: Dartproof, tmp_path: Path, key: str, value: object
) -> None:
    file = tmp_path / "worst.json"
    certify(dartproof, "--rounds", 4, "--experts", 2, *B, "--certificate", file)
    data = json.loads(file.read_text())
    data["parameters"][key] = value
    if key == "keep":
        data["parameters"]["clip"] = 10**6
    file.write_text(json.dumps(data))
    assert "certificate: its check" in dartproof("verify", "--certificate", file).complaint


@pytest.mark.parametrize("view", ["transcript", "picks"])
def test_a_witness_with_an_endless_expert_is_refused(dartproof: Dartproof, tmp_path: Path, view: str) -> None:
    file = tmp_path / "worst.json"
    certify(dartproof, "--rounds", 3, "--experts", 2, *B, "--view", view, "--certificate", file)
    data = json.loads(file.read_text())
    data["witness"][0] = "9" * 5000
    file.write_text(json.dumps(data))
    complaint = dartproof("verify", "--certificate", file).complaint
    assert "round 1" in complaint
    assert len(complaint) < 400
