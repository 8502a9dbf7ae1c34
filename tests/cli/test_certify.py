"""`certify`: the largest privacy loss over all pairs, its certificate, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
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


def test_laplace_noise_breaks_the_compensated_learner(dartproof: Dartproof) -> None:
    laplace = ["--noise-shape", "laplace", "--threshold", 20, "--keep", "9/10", "--noise", "1/3", "--limit", 1]
    document = certify(dartproof, "--rounds", 3, "--experts", 2, *COMPENSATED, *laplace, code=1)
    assert document["holds"]["sharp"] is False


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
