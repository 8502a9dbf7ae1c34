"""Games between drawn learners and adversaries."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from dartproof.games import (
    Adversary,
    AnyKernel,
    TableKernel,
    ThinnedKernel,
    coin_sequences,
    expected_loss,
    expected_regret,
    greatest_distance,
    greatest_regret,
    hockey_stick,
    thinned,
    view_law,
)
from dartproof.games.strategies import adversaries, exact_learners, rates, tables
from dartproof.numeric import fast, slow

RATIOS = st.fractions(1, 4, max_denominator=4)
OPPONENTS = st.integers(1, 3).flatmap(lambda rounds: adversaries(rounds=rounds))


@given(exact_learners(), OPPONENTS, st.sampled_from([0, 1]))
def test_a_view_has_a_law(learner: AnyKernel, adversary: Adversary, bit: int) -> None:
    law = view_law(learner, adversary, bit)
    assert sum(law.values()) == 1
    assert all(mass > 0 and len(view) == adversary.rounds for view, mass in law.items())


@given(tables(experts=3, max_states=2), adversaries(rounds=2, experts=3), rates())
def test_thinning_a_learner_is_thinning_all_adversaries(
    learner: TableKernel, adversary: Adversary, rate: Fraction
) -> None:
    mixed: dict[tuple[int, ...], Fraction] = {}
    for coins, chance in coin_sequences(adversary.rounds, rate):
        for view, mass in view_law(learner, thinned(adversary, coins), 1).items():
            mixed[view] = mixed.get(view, Fraction(0)) + chance * slow(mass)
    assert view_law(ThinnedKernel(learner, rate), adversary, 1) == {view: fast(mass) for view, mass in mixed.items()}


@given(exact_learners(), OPPONENTS, RATIOS)
@settings(max_examples=50)
def test_no_adversary_beats_the_search(learner: AnyKernel, adversary: Adversary, ratio: Fraction) -> None:
    p, q = (view_law(learner, adversary, bit) for bit in (0, 1))
    assert hockey_stick(p, q, ratio) <= greatest_distance(learner, ratio, rounds=adversary.rounds).value


@given(exact_learners(), RATIOS, st.integers(1, 3))
@settings(max_examples=50)
def test_the_distance_falls_as_epsilon_grows(learner: AnyKernel, ratio: Fraction, rounds: int) -> None:
    smaller, larger = (greatest_distance(learner, r, rounds=rounds).value for r in (ratio, 2 * ratio))
    assert 0 <= larger <= smaller <= 1


@given(exact_learners(), OPPONENTS)
def test_regret_is_loss_less_what_the_best_expert_loses(learner: AnyKernel, adversary: Adversary) -> None:
    assert expected_regret(learner, adversary) <= expected_loss(learner, adversary) <= adversary.rounds


@given(exact_learners(), st.integers(1, 3))
@settings(max_examples=50)
def test_more_adversaries_can_do_more(learner: AnyKernel, rounds: int) -> None:
    spared, everyone = (greatest_regret(learner, rounds=rounds, realizable=r).value for r in (True, False))
    assert 0 <= spared <= everyone


@given(st.data(), st.integers(1, 3), st.integers(1, 3), st.integers(0, 2))
def test_drawn_adversaries_are_what_was_asked_for(data: st.DataObject, rounds: int, experts: int, allowed: int) -> None:
    adversary = data.draw(adversaries(rounds=rounds, experts=experts, differences=allowed))
    assert (adversary.rounds, adversary.experts) == (rounds, experts)
    assert adversary.differences <= allowed
