"""Of `dartproof.laws.transcript`."""

import pytest

from dartproof.errors import InputError
from dartproof.laws import BELOW, KEEP, UNASKED, Transcript
from dartproof.learners.transcript import Transcript as Record

RUN = Transcript(1, (BELOW, KEEP, 0, UNASKED))


def test_its_text_is_its_path_with_experts_from_one():
    assert str(RUN) == "2, ⊥, ⊤ keep, ⊤ resample 1, –"


def test_the_picks_change_only_at_resamples():
    assert RUN.picks == (1, 1, 1, 0, 0)


def test_a_resample_of_the_same_expert_is_an_update_but_no_change():
    run = Transcript(0, (0, 0))
    assert (run.updates, run.picks) == (2, (0, 0, 0))


def test_parse_reads_a_path_back():
    assert Transcript.parse(RUN.path) == RUN


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ([], "empty"),
        (["0"], "round 1: expert '0'"),
        (["1", "T"], "round 2: 'T' is none of"),
        (["1", "⊥", "⊤ resample x"], "round 3: expert 'x'"),
        (["²"], "round 1"),
    ],
)
def test_parse_refuses_what_path_never_writes(path, words):
    with pytest.raises(InputError, match=words):
        Transcript.parse(path)


def test_a_learners_record_is_read_with_the_rounds_after_the_limit_unasked():
    record = Record(first=1, answers=(False, True, True), keeps=(True, False), resampled=(0,))
    assert Transcript.of_run(record, rounds=5) == RUN
