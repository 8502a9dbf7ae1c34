"""Games: laws of views, losses, distances and the best adversaries, against hand computation and enumeration."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dartproof.errors import InputError
from dartproof.games import (
    AnyKernel,
    DartboardKernel,
    TableKernel,
    ThinnedKernel,
    WeightsKernel,
    coin_sequences,
    every_adversary,
    every_table,
    expected_loss,
    expected_regret,
    greatest_distance,
    greatest_oblivious_distance,
    greatest_regret,
    hockey_stick,
    oblivious,
    still,
    view_law,
)
from dartproof.laws import hockey_stick as hockey_stick_in_field
from dartproof.laws.lazy import expert_law, position_laws
from dartproof.laws.plays import Play
from dartproof.numeric import LogField, fast
from dartproof.strategies import DrawnDelay

HALF = Fraction(1, 2)
DARTBOARD = DartboardKernel(2, HALF)
WEIGHTS = WeightsKernel(2, HALF)
LOSE_FIRST = oblivious(((1, 0), (0, 0)), ((0, 0), (0, 0)))
#: Picks each expert with probability 1/2, then expert 2 if it saw a loss of expert 1 alone, else expert 1.
FOLLOWS = TableKernel(
    ((HALF, HALF), (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))), (((1, 1, 2, 1),) * 2,) * 3
)


def test_the_view_of_multiplicative_weights_is_a_product() -> None:
    # i_1 is uniform; after the losses (1, 0) the weights are 1/2 and 1.
    law = view_law(WEIGHTS, LOSE_FIRST, 0)
    assert law == {
        (0, 0): fast(Fraction(1, 6)),
        (1, 0): fast(Fraction(1, 6)),
        (0, 1): fast(Fraction(1, 3)),
        (1, 1): fast(Fraction(1, 3)),
    }
    assert set(view_law(WEIGHTS, LOSE_FIRST, 1).values()) == {fast(Fraction(1, 4))}


def test_the_view_of_the_dartboard_depends_on_its_pick() -> None:
    # Expert 1 is kept with probability 1/2, or drawn again with 1/2 * 1/3; expert 2 has lost nothing and is kept.
    law = view_law(DARTBOARD, LOSE_FIRST, 0)
    assert law == {(0, 0): fast(Fraction(1, 3)), (0, 1): fast(Fraction(1, 6)), (1, 1): fast(HALF)}


def test_the_dartboard_is_the_lazy_learner_that_checks_in_every_round() -> None:
    losses = ((1, 0), (0, 1), (1, 1))
    play = Play(losses, 1, HALF, DrawnDelay(rounds=3, experts=2), 0, 2, forced=False)
    *_, positions = position_laws(play.process(), until=2)
    law = view_law(DARTBOARD, oblivious(losses, losses), 0)
    last = tuple(sum((m for view, m in law.items() if view[2] == i), start=fast(0)) for i in (0, 1))
    assert last == tuple(expert_law(positions, 2))


@pytest.mark.parametrize("bit", [-1, 2])
def test_a_bit_is_0_or_1(bit: int) -> None:
    with pytest.raises(InputError, match="must be 0 or 1"):
        view_law(WEIGHTS, LOSE_FIRST, bit)


def test_a_learner_of_other_experts_is_refused() -> None:
    with pytest.raises(InputError, match="3 experts and an adversary of 2"):
        expected_loss(WeightsKernel(3, HALF), LOSE_FIRST)


def test_loss_and_regret_of_a_known_game() -> None:
    # Losses (1, 0), (1, 0): half of round 1, a third of round 2; expert 2 loses nothing.
    twice = oblivious(((1, 0), (1, 0)), ((1, 1), (1, 1)))
    assert expected_loss(WEIGHTS, twice) == expected_regret(WEIGHTS, twice) == HALF + Fraction(1, 3)
    assert (expected_loss(WEIGHTS, twice, 1), expected_regret(WEIGHTS, twice, 1)) == (2, 0)


def test_coins_have_the_binomial_law_and_no_impossible_values() -> None:
    assert dict(coin_sequences(2, Fraction(1, 3))) == {
        (0, 0): Fraction(4, 9),
        (0, 1): Fraction(2, 9),
        (1, 0): Fraction(2, 9),
        (1, 1): Fraction(1, 9),
    }
    assert dict(coin_sequences(2, Fraction(1))) == {(1, 1): 1}


def test_the_distance_agrees_with_that_of_laws_in_a_log_field() -> None:
    field = LogField(HALF)
    p, q = (view_law(DARTBOARD, LOSE_FIRST, bit) for bit in (0, 1))
    in_p, in_q = ({w: field.one * mass for w, mass in law.items()} for law in (p, q))
    for ratio in (Fraction(1), Fraction(5, 4), Fraction(3)):
        assert hockey_stick_in_field(in_p, in_q, ratio) == hockey_stick(p, q, ratio)


@pytest.mark.parametrize("ratio", [0, -1])
def test_a_ratio_is_positive(ratio: int) -> None:
    with pytest.raises(InputError, match="must be positive"):
        hockey_stick({}, {}, ratio)
    with pytest.raises(InputError, match="must be positive"):
        greatest_distance(WEIGHTS, ratio, rounds=2)


@pytest.mark.parametrize("learner", [WEIGHTS, DARTBOARD, FOLLOWS, ThinnedKernel(DARTBOARD, Fraction(1, 3))])
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_the_search_finds_what_enumeration_of_all_trees_finds(learner: AnyKernel, rounds: int) -> None:
    ratio = Fraction(5, 4)
    found = greatest_distance(learner, ratio, rounds=rounds)

    def distance_of(adversary: object) -> Fraction:
        p, q = (view_law(learner, adversary, bit) for bit in (0, 1))  # type: ignore[arg-type]  # an Adversary
        return hockey_stick(p, q, ratio)

    assert found.value == max(map(distance_of, every_adversary(rounds, 2, 1))) == distance_of(found.adversary)


@pytest.mark.parametrize("learner", [WEIGHTS, DARTBOARD, FOLLOWS])
@pytest.mark.parametrize("realizable", [True, False])
def test_the_greatest_regret_is_that_of_all_trees(learner: AnyKernel, realizable: bool) -> None:
    found = greatest_regret(learner, rounds=2, realizable=realizable)
    everyone = every_adversary(2, 2, 1, differences=0, last_round=True)
    spared = [
        adversary
        for adversary in everyone
        if not realizable
        or all(
            min(a + b for a, b in zip(adversary.losses[0], then.losses[0], strict=True)) == 0 for then in adversary.then
        )
    ]
    assert found.value == max(expected_regret(learner, adversary) for adversary in spared)
    assert expected_regret(learner, found.adversary) == found.value


def test_one_round_tells_nothing() -> None:
    assert greatest_distance(FOLLOWS, 1, rounds=1).value == 0


def test_a_learner_that_follows_the_losses_is_not_private_at_all() -> None:
    assert greatest_distance(FOLLOWS, 1000, rounds=2).value == 1


def test_an_adversary_that_adapts_does_better_against_the_dartboard() -> None:
    # (1 - x)/(1 + x) and (1 - x)/2 at x = 1/2.
    adaptive, fixed = (f(DARTBOARD, Fraction(3, 2), rounds=3) for f in (greatest_distance, greatest_oblivious_distance))
    assert (adaptive.value, fixed.value) == (Fraction(1, 3), Fraction(1, 4))


def test_with_no_difference_allowed_no_adversary_does_anything() -> None:
    assert greatest_distance(FOLLOWS, 1, rounds=3, differences=0).value == 0


def test_no_losses_no_regret() -> None:
    assert expected_regret(DARTBOARD, still(3, 2)) == 0


@pytest.mark.parametrize(
    ("shares", "moves"),
    [
        (((HALF, Fraction(1, 3)),), (((0,) * 4,) * 2,)),
        (((HALF, HALF),), (((0,) * 3,) * 2,)),
        (((HALF, HALF),), (((1,) * 4,) * 2,)),
        (((HALF, HALF),), ()),
    ],
)
def test_an_incomplete_table_is_refused(
    shares: tuple[tuple[Fraction, ...], ...], moves: tuple[tuple[tuple[int, ...], ...], ...]
) -> None:
    with pytest.raises(InputError):
        TableKernel(shares, moves)


def test_every_table_is_made_once_and_a_sample_is_a_part_of_them() -> None:
    everything = list(every_table([Fraction(0), HALF]))
    assert len(everything) == len(set(everything)) == 2**2 * (2**4) ** 2
    assert list(every_table([Fraction(0), HALF], step=100)) == everything[::100]


def test_a_table_counts_its_states_and_experts_from_1() -> None:
    only = TableKernel(((HALF, HALF),), (((0,) * 4,) * 2,))
    assert str(only) == (
        "shares 1/2,1/2; next state by loss vector, state 1 after expert 1: 1,1,1,1; state 1 after expert 2: 1,1,1,1"
    )
