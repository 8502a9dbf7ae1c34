"""Adversaries as decision trees: what they may be, how many there are, and how coins thin them."""

from __future__ import annotations

import pytest

from dartproof.errors import InputError
from dartproof.games import Adversary, every_adversary, every_row, oblivious, still, thinned

ZERO, LEFT, RIGHT, BOTH = (0, 0), (1, 0), (0, 1), (1, 1)
ADAPTS = Adversary(
    (ZERO, ZERO), (Adversary((LEFT, ZERO), (still(1, 2),) * 2), Adversary((RIGHT, ZERO), (still(1, 2),) * 2))
)


def test_rounds_experts_and_differences_are_read_off_the_tree() -> None:
    assert (ADAPTS.rounds, ADAPTS.experts, ADAPTS.differences) == (3, 2, 1)


def test_differences_are_counted_along_a_path_and_not_over_the_tree() -> None:
    twice = Adversary((LEFT, RIGHT), (Adversary((LEFT, ZERO)), Adversary((ZERO, ZERO))))
    assert twice.differences == 2
    assert ADAPTS.differences == 1


@pytest.mark.parametrize(
    ("losses", "then"),
    [
        (((), ()), ()),
        ((ZERO, (0,)), ()),
        (((-1, 0), ZERO), ()),
        ((ZERO, ZERO), (still(1, 2),)),
        ((ZERO, ZERO), (still(1, 2), still(2, 2))),
        ((ZERO, ZERO), (still(1, 3), still(1, 3))),
    ],
)
def test_a_tree_that_is_no_adversary_is_refused(
    losses: tuple[tuple[int, ...], ...], then: tuple[Adversary, ...]
) -> None:
    with pytest.raises(InputError):
        Adversary(losses, then)  # type: ignore[arg-type]  # the test passes malformed rows


def test_an_oblivious_adversary_plays_the_same_after_every_pick() -> None:
    adversary = oblivious((LEFT, RIGHT), (BOTH, RIGHT))
    assert adversary.losses == (LEFT, BOTH)
    assert adversary.then[0] == adversary.then[1] == Adversary((RIGHT, RIGHT))


def test_streams_of_different_lengths_are_no_adversary() -> None:
    with pytest.raises(InputError, match="1 and 2 rounds"):
        oblivious((LEFT,), (LEFT, LEFT))


@pytest.mark.parametrize(("rounds", "count"), [(1, 1), (2, 16), (3, 1216)])
def test_all_adversaries_of_two_experts_are_enumerated_once(rounds: int, count: int) -> None:
    # 4 equal pairs of rows and 12 others: with n(T) trees, 4 n(T-1)^2 and 12 m(T-1)^2, m(T) = 4 m(T-1)^2, m(1) = 1.
    everyone = list(every_adversary(rounds, 2, 1))
    assert len(everyone) == len(set(everyone)) == count
    assert all(adversary.differences <= 1 for adversary in everyone)


def test_with_the_last_round_each_tree_is_continued_by_all_rows() -> None:
    assert sum(1 for _ in every_adversary(1, 2, 1, differences=0, last_round=True)) == 4
    assert sum(1 for _ in every_adversary(2, 2, 1, differences=0, last_round=True)) == 4 * 4**2


def test_rows_start_with_the_one_without_losses() -> None:
    assert every_row(2, 1) == (ZERO, RIGHT, LEFT, BOTH)


def test_a_coin_of_zero_takes_the_losses_of_its_round_away() -> None:
    thin = thinned(ADAPTS, (1, 0, 1))
    assert thin == still(3, 2)
    assert thinned(ADAPTS, (0, 1, 0)) == ADAPTS


def test_the_special_coin_replaces_that_of_the_differing_round_wherever_it_is() -> None:
    assert thinned(ADAPTS, (1, 0, 1), special=1) == ADAPTS
    assert thinned(ADAPTS, (1, 1, 1), special=0) == still(3, 2)


def test_there_must_be_a_coin_for_each_round() -> None:
    with pytest.raises(InputError, match="2 coins for 3 rounds"):
        thinned(ADAPTS, (1, 0))


def test_an_adversary_is_shown_with_rounds_and_experts_from_1() -> None:
    assert str(ADAPTS) == (
        "round 1: 0,0; [after expert 1: round 2: 1,0 or 0,0; round 3: 0,0]; "
        "[after expert 2: round 2: 0,1 or 0,0; round 3: 0,0]"
    )
