"""Of `dartproof.laws.path`: probabilities of single outcomes."""

import ast
from fractions import Fraction
from pathlib import Path

import pytest

from dartproof.accounting import ExactParameters
from dartproof.errors import InputError
from dartproof.laws import (
    BELOW,
    KEEP,
    UNASKED,
    Instance,
    Transcript,
    path,
    picks_law,
    picks_probability,
    transcript_law,
    transcript_probability,
)

HALF = Fraction(1, 2)
A = Instance(((1, 0), (0, 1), (0, 0)), ExactParameters(grid=1, keep=HALF, noise=HALF, clip=1, threshold=1, limit=1))
B = Instance(
    ((1, 1), (0, 1), (1, 0), (0, 0)),
    ExactParameters(grid=1, keep=Fraction(9, 10), noise=Fraction(9, 10), clip=1, threshold=1, limit=2),
)


@pytest.mark.parametrize("instance", [A, B])
def test_a_transcript_has_the_probability_that_enumeration_gives_it(instance):
    law = transcript_law(instance.losses, instance.parameters)
    assert {run: transcript_probability(instance, run) for run in law} == law


@pytest.mark.parametrize("instance", [A, B])
def test_picks_have_the_probability_that_enumeration_gives_them(instance):
    law = picks_law(transcript_law(instance.losses, instance.parameters))
    assert {picks: picks_probability(instance, picks) for picks in law} == law


def test_picks_that_change_more_often_than_the_limit_are_impossible():
    assert picks_probability(A, (0, 1, 0)) == 0


def test_a_limit_of_zero_leaves_the_first_expert_for_ever():
    parameters = ExactParameters(grid=1, keep=HALF, noise=HALF, clip=1, threshold=1, limit=0)
    instance = Instance(A.losses, parameters)
    assert picks_probability(instance, (1, 1, 1)) == HALF
    assert transcript_probability(instance, Transcript(1, (UNASKED, UNASKED))) == HALF


def test_one_factor_along_the_way_by_hand():
    # 1/2 for the first expert, 1/2 for a check at q = 1 = tau, 1 - x = 1/2 for Z = 0, P_2(2) = 2/3; then V is reached.
    run = Transcript(0, (1, UNASKED))
    assert transcript_probability(A, run) == HALF * HALF * HALF * Fraction(2, 3)


@pytest.mark.parametrize(
    "run",
    [
        Transcript(0, (BELOW,)),
        Transcript(2, (BELOW, BELOW)),
        Transcript(0, (BELOW, 2)),
        Transcript(0, (1, BELOW)),
        Transcript(0, (UNASKED, BELOW)),
        Transcript(0, (1, KEEP)),
    ],
)
def test_a_transcript_of_another_instance_is_refused(run):
    with pytest.raises(InputError, match="transcript"):
        transcript_probability(A, run)


@pytest.mark.parametrize("picks", [(0, 0), (0, 0, 2), (0, -1, 0)])
def test_picks_of_another_instance_are_refused(picks):
    with pytest.raises(InputError, match="picks"):
        picks_probability(A, picks)


def test_losses_off_the_grid_are_refused():
    with pytest.raises(InputError):
        Instance(((2, 0),), A.parameters)


@pytest.mark.parametrize("module", ["path", "certificate", "transcript", "fields"])
def test_checking_shares_no_code_with_the_enumeration_but_halting_law(module):
    source = ast.parse((Path(path.__file__).parent / f"{module}.py").read_text(encoding="utf-8"))
    imports = {
        f"{node.module}.{alias.name}"
        for node in ast.walk(source)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    shared = {name for name in imports if name.startswith(("dartproof.laws.enumerate", "dartproof.mechanisms"))}
    assert shared <= {
        "dartproof.mechanisms.above_threshold.halting_law",
        "dartproof.mechanisms.above_threshold.NoiseShape",
    }
