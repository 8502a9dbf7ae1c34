"""Plays: their texts, families and laws."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dartproof.laws.lazy import expert_law, position_laws
from dartproof.laws.plays import NoisyPlay, Play, every_play, every_stream
from dartproof.laws.rules import TabledDelay
from dartproof.numeric import fast

HALF = Fraction(1, 2)
DELAY = TabledDelay({(0, 0, 0): 1, (0, 1, 0): 9, (1, 0, 1): 2, (1, 1, 1): 2})


def play(*, forced: bool = True) -> Play:
    return Play(((0, 1), (2, 1), (0, 0)), 2, HALF, DELAY, 0, 2, forced)


def test_a_play_counts_from_one_in_words() -> None:
    assert str(play()) == (
        "T_s = 1, T_e = 3, e^-eta = 1/4, l_1 = (0, 1/2), l_2 = (1, 1/2), "
        "d(1,1,1) = 2, d(1,2,1) = 3, d(2,1,2) = 3, d(2,2,2) = 3"
    )


def test_a_check_that_never_comes_is_due_after_the_last_round() -> None:
    assert "d(1,2,1) = 4," in str(play(forced=False))


def test_a_forced_check_at_the_end_gives_the_law_of_multiplicative_weights() -> None:
    assert expert_law(play().law(), 2) == play().weights.shares[2]


def test_without_the_forced_check_the_law_is_another() -> None:
    assert expert_law(play(forced=False).law(), 2) != play().weights.shares[2]


def test_the_clip_is_one_unit_of_loss() -> None:
    # r = 1/2 and r = 1 are raised to 1 = 2 steps; r = 3/2 is 3 steps.
    assert [play().clipped_coin(0, now, 1) for now in (1, 2)] == [fast(Fraction(1, 4))] * 2
    assert Play(((3, 0), (0, 0)), 2, HALF, DELAY, 0, 1).clipped_coin(0, 1, 0) == fast(Fraction(1, 8))


def test_the_law_of_another_process_can_be_asked() -> None:
    other = play().process(coin=lambda _launch, _now, _expert: fast(1))
    *_, law = position_laws(other, until=2)
    assert play().law(other) == law


def test_every_stream_ends_in_a_row_that_no_check_sees() -> None:
    streams = list(every_stream(3, 2, grid=2))
    assert len(set(streams)) == len(streams) == 3**4
    assert all(stream[-1] == (0, 0) for stream in streams)


def test_every_play_is_every_stream_with_every_delay_function() -> None:
    assert sum(1 for _ in every_play(3, 2, HALF)) == 2**4 * 2**2
    assert sum(1 for _ in every_play(3, 2, HALF, start=1, forced=False)) == 2**4 * 2**2


@pytest.mark.parametrize("forced", [True, False])
def test_a_noisy_law_sums_to_one(forced: bool) -> None:
    noisy = NoisyPlay(((0, 1), (1, 1), (0, 0)), 1, HALF, HALF, 1, forced)
    law = noisy.law()
    assert sum(law.values(), start=noisy.weights.one - 1) == 1
    assert (expert_law(law, 2) == noisy.weights.shares[2]) is forced


def test_a_noisy_play_is_told_in_units_of_loss() -> None:
    noisy = NoisyPlay(((0, 1), (0, 0)), 2, HALF, HALF, 3, forced=False)
    assert str(noisy) == "T = 2, l_1 = (0, 1/2), e^-eta = 1/4, e^-(eps1/4) = 1/4, tau = 3/2"
