"""Of `dartproof.auditing.features` and `score`."""

import math
import pickle

import numpy as np
import pytest

from dartproof.auditing import Pair
from dartproof.auditing.features import features_for
from dartproof.auditing.outputs import tabulate
from dartproof.auditing.score import learned_score

STREAMS = Pair(np.zeros((4, 2)), np.array([[0, 0], [0, 1], [0, 0], [0, 0]]))
PICKS = tabulate(np.array([[1, 1, 1, 1], [1, 1, 2, 2], [2, 1, 2, 1]]))
VECTORS = Pair(np.zeros(3), np.ones(3))


def values(pair, outputs, name):
    return {feature.name: feature(outputs).tolist() for feature in features_for(pair, outputs)}[name]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("first round with a new pick", [5, 3, 2]),
        ("first such round after 2", [5, 3, 3]),
        ("number of changes", [0, 1, 3]),
        ("changes after round 2", [0, 1, 2]),
        ("change of pick at round 3", [0, 1, 1]),
        ("last pick", [1, 2, 1]),
        ("rounds > 0 that play 1", [4, 2, 2]),
        ("rounds > 2 that play 2", [0, 2, 1]),
    ],
)
def test_features_of_picks(name, expected):
    assert values(STREAMS, PICKS, name) == expected


def test_picks_around_the_differing_round_are_told_apart():
    keys = values(STREAMS, PICKS, "picks of rounds 2 and 3")
    assert keys[1] == keys[2] != keys[0]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("entry 2", [5, -2]),
        ("sum of entries", [6, -1]),
        ("largest entry", [5, 1]),
        ("smallest entry", [0, -2]),
        ("first entry that is the largest", [1, 2]),
        ("first entry that is the smallest", [2, 1]),
        ("last entry minus first", [-1, 1]),
        ("number of entries", [3, 3]),
    ],
)
def test_features_of_vectors(name, expected):
    assert values(VECTORS, tabulate([(1, 5, 0), (0, -2, 1)]), name) == expected


def test_a_scalar_output_has_one_number_a_kind_and_itself():
    names = [feature.name for feature in features_for(VECTORS, tabulate([1.5, 2.5]))]
    assert names == ["output", "kind of output", "whole output"]


def test_outputs_with_fractions_are_not_picks():
    names = {feature.name for feature in features_for(STREAMS, tabulate(np.full((2, 4), 0.5)))}
    assert "last pick" not in names


def test_the_whole_output_tells_every_difference_apart():
    outputs = tabulate([(1, 2), (1, 2.5), (1,), (1, None), (1, math.nan), (1, "x"), (1, 2)])
    keys = values(VECTORS, outputs, "whole output")
    assert len(set(keys)) == 6
    assert keys[0] == keys[-1]


def test_minus_zero_is_zero():
    assert len(set(values(VECTORS, tabulate([0.0, -0.0]), "whole output"))) == 1


def test_features_accept_wider_and_narrower_outputs_than_they_were_made_for():
    chosen = features_for(STREAMS, PICKS)
    for other in (tabulate([1]), tabulate(np.ones((1, 9)))):
        assert all(len(feature(other)) == 1 for feature in chosen)


def test_features_can_be_sent_to_another_process():
    for feature in features_for(STREAMS, PICKS):
        assert pickle.loads(pickle.dumps(feature))(PICKS).tolist() == feature(PICKS).tolist()


def test_the_learned_score_gathers_weak_differences():
    # 20 bits that differ by a tenth of a standard deviation each: together by sqrt(20)/10 = .45 of it.
    rng = np.random.default_rng(3)
    labels = np.arange(4000) % 2 == 1
    bits = (rng.random((4000, 20)) < 0.5 + 0.05 * labels[:, np.newaxis]).astype(int)
    score = learned_score(tabulate(bits[:2000]), labels[:2000])(tabulate(bits[2000:]))
    gap = score[labels[2000:]].mean() - score[~labels[2000:]].mean()
    assert gap > 0.3 * score.std()


def test_the_learned_score_needs_two_entries_that_vary():
    assert learned_score(tabulate([(1, 2), (1, 3)]), np.array([False, True])) is None


def test_the_learned_score_reads_texts_numbers_and_gaps():
    rng = np.random.default_rng(4)
    outputs = tabulate(
        [("a" if low else None, value) for low, value in zip(rng.random(50) < 0.5, rng.random(50), strict=True)]
    )
    score = learned_score(outputs, np.arange(50) % 2 == 0)
    assert np.isfinite(score(outputs)).all()
    assert np.isfinite(score(tabulate([(), ("b", math.inf)]))).all()
