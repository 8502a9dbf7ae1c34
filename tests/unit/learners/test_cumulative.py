"""Cumulative losses come out the same, to the last bit, row by row and all at once."""

import math

import numpy as np
import pytest

from dartproof.learners import cumulative
from dartproof.learners.cumulative import CumulativeLosses, PrefixSums

LOSSES = np.random.default_rng(0).random((60, 3))


@pytest.fixture(params=[(1, 1), (4, 1), (4, 3), (7, 2), (100, 32)], ids=str)
def _blocks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cumulative, "BLOCK", request.param[0])
    monkeypatch.setattr(cumulative, "_BLOCKS", request.param[1])


def by_rows(losses: np.ndarray) -> np.ndarray:
    sums = CumulativeLosses(losses.shape[1])
    for row in losses:
        sums.add(row)
    return sums.total


@pytest.mark.usefixtures("_blocks")
@pytest.mark.parametrize(
    "asked", [range(61), range(0, 61, 5), [0, 0, 59, 59, 60], [60], [3, 4, 30, 31, 32, 60]], ids=str
)
def test_prefix_sums_are_those_of_the_rows_one_by_one(asked: list[int]) -> None:
    sums = PrefixSums(LOSSES)
    for t in asked:
        np.testing.assert_array_equal(sums.before(t), by_rows(LOSSES[:t]))


def test_another_order_of_adding_would_be_noticed() -> None:
    assert (by_rows(LOSSES) != by_rows(LOSSES[::-1])).any()


@pytest.mark.usefixtures("_blocks")
def test_sums_are_correct_up_to_rounding() -> None:
    exact = [math.fsum(column) for column in LOSSES.T]
    np.testing.assert_allclose(PrefixSums(LOSSES).before(60), exact, rtol=1e-14)


def test_no_later_row_is_read() -> None:
    unknown = LOSSES.copy()
    unknown[20:] = np.nan
    np.testing.assert_array_equal(PrefixSums(unknown).before(20), by_rows(LOSSES[:20]))


def test_rounds_that_are_not_asked_for_in_order_are_refused() -> None:
    sums = PrefixSums(LOSSES)
    sums.before(10)
    for t in (9, 61):
        with pytest.raises(ValueError, match=f"in order: {t} after 10 of 60"):
            sums.before(t)
