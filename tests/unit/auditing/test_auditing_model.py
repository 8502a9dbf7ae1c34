"""Of `dartproof.auditing.model`."""

import json
import math
from fractions import Fraction

import numpy as np
import pytest

from dartproof.auditing import AuditResult, AuditSettings, Claim, Counts, Pair
from dartproof.auditing.model import float_below
from dartproof.errors import InputError
from dartproof.streams import LossStream

COUNTS = Counts((10, 12), (6, 2), (1, 7))


@pytest.mark.parametrize(("epsilon", "delta"), [(-1, 0), (1, 1), (1, Fraction(-1, 2))])
def test_a_claim_outside_its_range_is_refused(epsilon, delta):
    with pytest.raises(InputError, match="claim"):
        Claim(Fraction(epsilon), Fraction(delta))


def test_the_differing_rounds_of_a_pair_count_from_zero():
    assert Pair(np.array([[0, 1], [0, 1]]), np.array([[0, 1], [1, 1]])).differing == (1,)


def test_vectors_of_query_answers_may_differ_everywhere():
    assert Pair(np.zeros(3), np.ones(3)).differing == (0, 1, 2)


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (np.zeros((2, 2)), np.ones((2, 2)), "differ in rounds 1, 2"),
        (np.zeros((2, 2)), np.zeros((2, 3)), "shapes"),
        (np.zeros((2, 2)), np.full((2, 2), 2.0), "second input has a loss outside"),
        (np.array([math.nan]), np.zeros(1), "first input has an entry that is not finite"),
        (np.zeros(0), np.zeros(0), "shape"),
        (np.zeros((1, 1, 1)), np.zeros((1, 1, 1)), "shape"),
    ],
)
def test_inputs_that_are_no_pair_are_refused(first, second, words):
    with pytest.raises(InputError, match=words):
        Pair(first, second)


def test_a_pair_keeps_copies_that_cannot_be_changed():
    first = np.zeros(2)
    pair = Pair(first, np.ones(2))
    first[0] = 5
    assert pair.first[0] == 0
    with pytest.raises(ValueError, match="read-only"):
        pair.first[0] = 1


def test_a_pair_of_streams_is_named_after_them():
    streams = [LossStream.from_rows([[0, 1], [row, 1]], source=f"s{row}") for row in (0, 1)]
    assert Pair.of_streams(*streams).name == "s0, s1"


def test_a_pair_of_equal_streams_is_refused():
    stream = LossStream.from_rows([[0, 1]])
    with pytest.raises(InputError, match="equal"):
        Pair.of_streams(stream, stream)


@pytest.mark.parametrize(
    "setting",
    [
        {"trials": 4},
        {"confidence": Fraction(1)},
        {"seed": -1},
        {"workers": 0},
        {"block": 0},
        {"learn_share": Fraction(0)},
        {"learn_share": Fraction(1, 2), "select_share": Fraction(1, 2)},
    ],
)
def test_settings_outside_their_range_are_refused(setting):
    with pytest.raises(InputError):
        AuditSettings(**setting)


def test_the_three_parts_make_up_the_trials():
    settings = AuditSettings(trials=1001)
    assert settings.learning + settings.selecting + settings.testing == 1001


def test_counts_know_what_was_guessed_and_what_was_right():
    assert (COUNTS.guessed, COUNTS.correct) == (16, 13)


def test_counts_add_up():
    assert Counts((1, 2), (1, 0), (0, 1)) + COUNTS == Counts((11, 14), (7, 2), (1, 8))


def test_more_guesses_than_trials_are_refused():
    with pytest.raises(InputError, match="3 \\+ 2 guesses in 4 trials"):
        Counts((4, 4), (3, 0), (2, 0))


def result(epsilon_lower=Fraction(771, 10000), **options):
    return AuditResult(
        verdict="not refuted",
        epsilon_lower=epsilon_lower,
        claim=Claim(Fraction(1, 10)),
        confidence=Fraction(19, 20),
        trials=22,
        event="guess first if output is in {0}",
        pair="first, second",
        counts=COUNTS,
        **options,
    )


def test_json_has_the_keys_that_the_command_promises():
    data = json.loads(json.dumps(result(seconds=1.23456).to_json()))
    assert {key: data[key] for key in ("verdict", "epsilon_lower", "delta", "confidence", "claim", "trials")} == {
        "verdict": "not refuted",
        "epsilon_lower": 0.0771,
        "delta": 0.0,
        "confidence": 0.95,
        "claim": {"epsilon": 0.1, "delta": 0.0},
        "trials": 22,
    }
    assert (data["event"], data["pair"], data["seconds"]) == ("guess first if output is in {0}", "first, second", 1.235)
    assert data["exact_epsilon"] is None


def test_results_that_differ_only_in_time_are_equal():
    assert result(seconds=1.0) == result(seconds=2.0)


@pytest.mark.parametrize("number", [Fraction(2, 3), Fraction(1, 3), Fraction("0.0771"), Fraction(10**17 - 1, 10**17)])
def test_a_bound_is_never_printed_rounded_up(number):
    assert Fraction(repr(float_below(number))) <= number < Fraction(repr(math.nextafter(float_below(number), 2)))
