"""`law`: the values of known instances in three kinds of numbers, and what is refused."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from dartproof.report.schema_files import schema

Dartproof = Callable[..., Any]

A = ["--grid", 1, "--keep", "1/2", "--noise", "1/2", "--clip", 1, "--threshold", 1, "--limit", 1]
B = ["--grid", 1, "--keep", "9/10", "--noise", "9/10", "--clip", 1, "--threshold", 1, "--limit", 2]


@pytest.fixture
def stream_a(tmp_path: Path) -> str:
    """Three rounds; with round 2 → (1,0) the neighbour of instance A."""
    (tmp_path / "a.csv").write_text("1,0\n0,1\n0,0\n")
    return str(tmp_path / "a.csv")


@pytest.fixture
def stream_b(tmp_path: Path) -> str:
    """Four rounds; with round 2 → (1,0) the neighbour of instance B."""
    (tmp_path / "b.csv").write_text("1,1\n0,1\n1,0\n0,0\n")
    return str(tmp_path / "b.csv")


def law(dartproof: Dartproof, *arguments: object) -> dict[str, Any]:
    result = dartproof("law", *arguments, "--json")
    assert result.code == 0, result.err
    jsonschema.validate(result.json, schema("law"))
    document: dict[str, Any] = result.json
    return document


def halting(document: dict[str, Any]) -> dict[tuple[int, int, int], dict[str, str]]:
    return {(h["start"], h["expert"], h["round"]): h["value"] for h in document["halting"]}


def test_instance_a_in_exact_numbers(dartproof: Dartproof, stream_a: str) -> None:
    ratios = ["--ratio", "1", "--ratio", "11/10", "--ratio", "3/2"]
    document = law(dartproof, stream_a, *A, "--neighbour", f"{stream_a}~2=1,0", *ratios)
    assert halting(document)[1, 2, 3]["exact"] == "41/128"
    assert halting(document)[1, 1, 3]["exact"] == "5/24"
    assert document["marginals"][1][0]["exact"] == "127/288"
    assert document["marginals"][2][0]["exact"] == "4193/9216"
    assert document["updates"][0]["exact"] == "973/1536"
    assert document["expected_loss"]["exact"] == "305/288"
    assert document["max_divergence"]["forward"]["decimal"].startswith("1.518357394295749667568")
    assert document["max_divergence"]["backward"]["decimal"].startswith("1.305626458052435818621")
    assert document["view"] == "transcript"
    assert [delta["forward"]["exact"] for delta in document["delta"]] == [
        "95/576 + 1/32*L",
        "20003/153600 + 11/320*L",
        "629/15360 + 9/320*L",
    ]


def test_instance_b_in_exact_numbers(dartproof: Dartproof, stream_b: str) -> None:
    document = law(dartproof, stream_b, *B, "--neighbour", f"{stream_b}~2=1,0")
    assert halting(document)[1, 2, 4]["exact"] == "10143/80000 - 81/400*L"
    assert document["marginals"][3][0]["exact"] == "37026894257/72960000000 - 1539/160000*L"
    assert document["updates"][2]["exact"] == "2603257733/364800000000"
    assert document["max_divergence"]["forward"]["decimal"].startswith("0.939787246507687651502")
    assert document["witness"]["forward"] == ["2", "⊥", "⊤ resample 1", "⊤ resample 1"]


@pytest.mark.parametrize("backend", ["ball", "float"])
def test_the_backends_agree(dartproof: Dartproof, stream_b: str, backend: str) -> None:
    arguments = [stream_b, *B, "--neighbour", f"{stream_b}~2=1,0", "--ratio", "11/10"]
    exact, other = law(dartproof, *arguments), law(dartproof, *arguments, "--backend", backend)
    digits = {"ball": Fraction(1, 10**20), "float": Fraction(1, 10**12)}[backend]

    def numbers(document: dict[str, Any]) -> list[dict[str, str]]:
        listed = [value for row in document["marginals"] for value in row]
        listed += document["updates"] + [h["value"] for h in document["halting"]]
        return [*listed, document["expected_loss"], *document["max_divergence"].values()]

    for one, two in zip(numbers(exact), numbers(other), strict=True):
        assert abs(Fraction(one["decimal"]) - Fraction(two["decimal"])) < digits
        assert (two["radius"] is None) == (backend == "float")
    assert other["certified"] == (backend == "ball")
    (delta,), (bracketed,) = exact["delta"], other["delta"]
    low, high = (Fraction(end["decimal"]) for end in bracketed["forward_bracket"])
    assert low <= Fraction(delta["forward"]["decimal"]) <= high
    assert high - low < Fraction(1, 1000)


def test_the_radius_of_a_ball_bounds_its_error(dartproof: Dartproof, stream_a: str) -> None:
    arguments = [stream_a, *A, "--neighbour", f"{stream_a}~2=1,0", "--ratio", "3/2"]
    exact, ball = law(dartproof, *arguments), law(dartproof, *arguments, "--backend", "ball")
    one, two = (document["delta"][0]["forward"] for document in (exact, ball))
    error = abs(Fraction(one["decimal"]) - Fraction(two["decimal"]))
    assert error <= Fraction(two["radius"]) + Fraction(one["radius"])


def test_the_picks_tell_less_than_the_transcript(dartproof: Dartproof, stream_b: str) -> None:
    arguments = [stream_b, *B, "--neighbour", f"{stream_b}~2=1,0"]
    seen = law(dartproof, *arguments, "--view", "picks")
    assert seen["view"] == "picks"
    whole = law(dartproof, *arguments)
    losses = [Fraction(document["max_divergence"]["forward"]["decimal"]) for document in (seen, whole)]
    assert losses[0] < losses[1]


def test_algorithm_2_has_the_marginals_of_multiplicative_weights(dartproof: Dartproof, stream_a: str) -> None:
    document = law(dartproof, stream_a, "--learner", "lazy", "--grid", 1, "--keep", "1/2", "--delay", 2)
    assert [value["exact"] for value in document["marginals"][2]] == ["1/2", "1/2"]
    assert document["parameters"]["delay"] == 2


def test_the_compensated_learner_keeps_its_claim(dartproof: Dartproof, stream_a: str) -> None:
    compensated = ["--learner", "compensated", "--grid", 1, "--keep", "1/2", "--noise", "1/2", "--clip", 1]
    document = law(
        dartproof, stream_a, *compensated, "--threshold", 2, "--limit", 1, "--neighbour", f"{stream_a}~2=1,0"
    )
    # e^ε = max(1/(y x), 1/y · max(2, 1 + (1/x − 1)(1 − y))) · x^−2 = 4 · 4
    assert 0 < Fraction(document["max_divergence"]["forward"]["decimal"]) < Fraction("2.7726")
    assert document["parameters"]["noise_shape"] == "exponential"


def test_other_noises_are_computed(dartproof: Dartproof, stream_a: str) -> None:
    paper = law(dartproof, stream_a, *A)
    other = law(dartproof, stream_a, *A, "--noise-multiples", "1,1", "--noise-shape", "exponential")
    assert halting(paper)[1, 1, 3] != halting(other)[1, 1, 3]
    assert other["parameters"]["noise_multiples"] == [1, 1]


def test_people_read_the_same_numbers(dartproof: Dartproof, stream_a: str) -> None:
    result = dartproof("law", stream_a, *A, "--neighbour", f"{stream_a}~2=1,0", "--ratio", "11/10")
    assert result.code == 0
    for text in ("1.518357394295749667568", "305/288", "20003/153600 + 11/320*L", "2, ⊥, ⊤ resample 1"):
        assert text in result.out


def test_floats_say_that_they_are_not_certified(dartproof: Dartproof, stream_a: str) -> None:
    assert "not certified" in dartproof("law", stream_a, *A, "--backend", "float").out


def test_a_law_is_drawn(dartproof: Dartproof, stream_a: str, tmp_path: Path) -> None:
    assert dartproof("law", stream_a, *A, "--plot", tmp_path / "law.png").code == 0
    assert (tmp_path / "law.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (["--noise", "1"], "noise"),
        (["--noise", "0"], "noise"),
        (["--keep", "3/2"], "keep"),
        (["--keep", "-1/2"], "keep"),
        (["--limit", "-1"], "limit"),
        (["--clip", "1/2"], "clip"),
        (["--clip", "0"], "clip"),
        (["--threshold", "1/2"], "multiple of 1/1"),
        (["--grid", "0"], "grid"),
        (["--noise-multiples", "2"], "pair of positive integers"),
        (["--noise-multiples", "0,1"], "pair of positive integers"),
        (["--ratio", "2"], "--neighbour"),
        (["--delay", "2"], "lazy"),
        (["--plot", "law.txt"], ".png"),
        (["--noise-multiples", "9" * 5000 + ",1"], "digits"),
        (["--clip", "1e9999"], "digits"),
    ],
)
def test_bad_parameters_are_refused(dartproof: Dartproof, stream_a: str, change: list[str], says: str) -> None:
    assert says in dartproof("law", stream_a, *A, *change).complaint


def test_losses_off_the_grid_are_refused(dartproof: Dartproof, tmp_path: Path) -> None:
    (tmp_path / "half.csv").write_text("1/2,0\n0,1\n")
    assert "1/2" in dartproof("law", tmp_path / "half.csv", *A).complaint


@pytest.mark.parametrize("suffix", ["~2=0,1", "~9=0,1", "~2=0,2", "~2=0"])
def test_what_is_no_neighbour_is_refused(dartproof: Dartproof, stream_a: str, suffix: str) -> None:
    assert dartproof("law", stream_a, *A, "--neighbour", stream_a + suffix).complaint


def test_a_neighbour_that_differs_in_two_rounds_is_refused(dartproof: Dartproof, stream_a: str, tmp_path: Path) -> None:
    (tmp_path / "other.csv").write_text("0,0\n0,0\n0,0\n")
    assert "differ in 2 rounds" in dartproof("law", stream_a, *A, "--neighbour", tmp_path / "other.csv").complaint


@pytest.mark.parametrize("ratio", ["0", "-1"])
def test_a_ratio_must_be_positive(dartproof: Dartproof, stream_a: str, ratio: str) -> None:
    result = dartproof("law", stream_a, *A, "--neighbour", f"{stream_a}~2=1,0", "--ratio", ratio)
    assert "positive" in result.complaint


def test_a_law_that_would_take_hours_is_refused_with_an_estimate(dartproof: Dartproof) -> None:
    complaint = dartproof("law", "trump-approval-2", *A).complaint
    assert "--force" in complaint
    assert "hours" in complaint or "days" in complaint


@pytest.mark.parametrize("force", [[], ["--force"]])
@pytest.mark.parametrize(
    ("change", "says"),
    [
        (["--threshold", "1000000000000"], "smaller threshold"),
        (["--clip", "1000000000000"], "smaller clip"),
        (["--clip", "1000000000000", "--backend", "ball"], "smaller clip"),
        (["--threshold", "1000000000000", "--backend", "ball"], "smaller threshold"),
        (["--noise-multiples", "1000000000,1"], "noise-multiples"),
        (["--noise-multiples", "99999999999999999999,1", "--backend", "float"], "noise-multiples"),
        (["--threshold", "1e30", "--backend", "float"], "smaller threshold"),
    ],
)
def test_numbers_that_no_memory_holds_are_refused(
    dartproof: Dartproof, stream_a: str, change: list[str], says: str, force: list[str]
) -> None:
    assert says in dartproof("law", stream_a, *A, *change, *force).complaint


@pytest.mark.parametrize(
    ("change", "says"), [(["--clip", "100000000"], "smaller clip"), (["--threshold", "100000000"], "smaller threshold")]
)
def test_long_numbers_are_refused_with_an_estimate(
    dartproof: Dartproof, stream_a: str, change: list[str], says: str
) -> None:
    complaint = dartproof("law", stream_a, *A, *change).complaint
    assert says in complaint
    assert "--force" in complaint


@pytest.mark.parametrize("backend", ["exact", "ball", "float"])
def test_a_limit_beyond_the_rounds_is_as_good_as_none(dartproof: Dartproof, stream_a: str, backend: str) -> None:
    few, many = (
        law(dartproof, stream_a, *A, "--limit", limit, "--backend", backend, "--neighbour", f"{stream_a}~2=1,0")
        for limit in (2, 1_000_000_000)
    )
    assert len(many["updates"]) == 3
    for key in ("updates", "marginals", "max_divergence"):
        assert few[key] == many[key]


@pytest.mark.parametrize("ratio", ["1e9999", "1e-9999"])
def test_a_ratio_beyond_floats_is_refused_for_them(dartproof: Dartproof, stream_a: str, ratio: str) -> None:
    arguments = [stream_a, *A, "--neighbour", f"{stream_a}~2=1,0", "--ratio", ratio, "--backend"]
    assert "ratio" in dartproof("law", *arguments, "float").complaint
    assert dartproof("law", *arguments, "exact").code == 0


def test_a_long_ratio_does_not_widen_the_lines(dartproof: Dartproof, stream_a: str) -> None:
    result = dartproof("law", stream_a, *A, "--neighbour", f"{stream_a}~2=1,0", "--ratio", "1e9999")
    assert "e9999)" in result.out
    assert max(map(len, result.out.splitlines())) < 200


def test_a_noise_beyond_floats_is_computed_in_floats(dartproof: Dartproof, stream_a: str) -> None:
    assert dartproof("law", stream_a, *A, "--noise", "1e-400", "--backend", "float").code == 0


def test_balls_refuse_the_control_with_laplace_noise_and_say_what_computes_it(
    dartproof: Dartproof, stream_a: str
) -> None:
    compensated = ["--learner", "compensated", "--grid", 1, "--keep", "1/2", "--noise", "1/2", "--clip", 1]
    laplace = ["--threshold", 2, "--limit", 1, "--noise-shape", "laplace", "--backend", "ball"]
    assert "choose the backend exact" in dartproof("law", stream_a, *compensated, *laplace).complaint


def test_what_is_quick_is_not_refused_for_its_rounds(dartproof: Dartproof, tmp_path: Path) -> None:
    (tmp_path / "long.csv").write_text("1,0\n0,1\n" * 250)
    assert dartproof("law", tmp_path / "long.csv", *A, "--limit", 0).code == 0
    lazy = ["--learner", "lazy", "--grid", 1, "--keep", "9/10", "--delay", 50]
    assert dartproof("law", tmp_path / "long.csv", *lazy).code == 0


def test_a_closed_stderr_is_no_error(dartproof: Dartproof, stream_a: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", None)
    assert dartproof("law", stream_a, *A).code == 0
    sys.stderr.close()  # what has taken its place


@pytest.mark.parametrize(
    ("error", "says"), [(MemoryError(), "memory"), (OverflowError("too large"), "floats"), (RecursionError(), "deeply")]
)
def test_what_is_too_large_is_no_verdict(
    dartproof: Dartproof, stream_a: str, monkeypatch: pytest.MonkeyPatch, error: Exception, says: str
) -> None:
    def fail(*_arguments: object, **_options: object) -> None:
        raise error

    monkeypatch.setattr("dartproof.cli.law.learner_law", fail)
    assert says in dartproof("law", stream_a, *A).complaint


def test_a_long_table_is_refused_before_it_is_made(dartproof: Dartproof) -> None:
    assert "--no-halting" in dartproof("law", "trump-approval-2", *A, "--backend", "float", "--json").complaint


def test_algorithm_2_takes_no_noise(dartproof: Dartproof, stream_a: str) -> None:
    lazy = ["--learner", "lazy", "--grid", 1, "--keep", "1/2", "--delay", 2]
    assert "--noise" in dartproof("law", stream_a, *lazy, "--noise", "1/2").complaint


def test_the_document_is_one_json_object(dartproof: Dartproof, stream_a: str) -> None:
    result = dartproof("law", stream_a, *A, "--json")
    assert isinstance(json.loads(result.out), dict)
