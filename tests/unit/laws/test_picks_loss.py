"""Of `dartproof.laws.picks_loss`."""

from dataclasses import replace
from fractions import Fraction

import pytest

from dartproof.accounting import ExactParameters
from dartproof.errors import InputError
from dartproof.laws import Instance, hockey_stick, max_divergence, picks_law, transcript_law
from dartproof.laws.picks_loss import picks_divergence, picks_hockey_stick, process_picks_law
from dartproof.laws.privacy_loss import pair_divergence
from dartproof.laws.process import lazy_process, small_loss_balls, small_loss_process
from dartproof.learners.lazy import FixedDelay
from dartproof.streams import neighbouring_pairs

NINE_TENTHS = Fraction(9, 10)
B = ExactParameters(grid=1, keep=NINE_TENTHS, noise=NINE_TENTHS, clip=1, threshold=1, limit=2)
B_PAIR = ((1, 1), (0, 1), (1, 0), (0, 0)), ((1, 1), (1, 0), (1, 0), (0, 0))
INSTANCES = tuple(Instance(losses, B) for losses in B_PAIR)
P, Q = map(small_loss_process, INSTANCES)


def enumerated():
    return tuple(picks_law(transcript_law(losses, B)) for losses in B_PAIR)


def test_the_picks_of_pair_b_agree_with_all_transcripts():
    p, q = enumerated()
    assert process_picks_law(P) == p
    assert picks_divergence(P, Q).ratio == max_divergence(p, q).ratio
    assert picks_hockey_stick(P, Q, 1) == hockey_stick(p, q, 1)


def test_the_picks_of_pair_b_reveal_less_than_its_transcript():
    assert 1 < picks_divergence(P, Q).ratio < pair_divergence(P, Q).ratio


def test_the_witness_attains_the_ratio_and_picks_that_stay_do_not():
    p, q = enumerated()
    found = picks_divergence(P, Q)
    assert p[found.witness] == found.ratio * q[found.witness]
    assert p[0, 0, 0, 0] < found.ratio * q[0, 0, 0, 0]


def test_hidden_keeps_are_part_of_the_law():
    # The planted mistake: a check that keeps ends the run of the instance and is forgotten.
    def without_keeps(process):
        def course(*launch):
            exact = process.course(*launch)
            return replace(exact, keeps=(process.backend.rational(0),) * len(exact.keeps))

        return replace(process, course=course)

    assert process_picks_law(without_keeps(P)) != process_picks_law(P)
    assert picks_divergence(without_keeps(P), without_keeps(Q)).ratio != picks_divergence(P, Q).ratio


def test_balls_contain_the_hockey_stick_of_the_picks():
    p, q = map(small_loss_balls, INSTANCES)
    found, exact = picks_hockey_stick(p, q, Fraction(11, 10)), picks_hockey_stick(P, Q, Fraction(11, 10))
    assert found.lower <= exact <= found.upper
    assert found.radius < Fraction(1, 10**30)


def test_an_excess_of_undecided_sign_is_not_lost():
    # Just below the largest ratio only its own picks exceed, and by so little that the sign is open for 16 bits.
    p, q = (small_loss_balls(instance, 16) for instance in INSTANCES)
    largest = picks_divergence(P, Q).ratio.enclosure(200)
    ratio = largest.lower * (1 - Fraction(1, 10**9))
    exact = picks_hockey_stick(P, Q, ratio)
    found = picks_hockey_stick(p, q, ratio)
    assert 0 < exact < Fraction(1, 10**9)
    assert found.lower <= exact <= found.upper
    assert found.upper < Fraction(1, 10**4)


def test_the_maximum_over_all_pairs_of_six_rounds():
    laws = {}

    def law(losses):
        if losses not in laws:
            exact = process_picks_law(small_loss_process(Instance(losses, B)))
            laws[losses] = exact, {picks: float(probability) for picks, probability in exact.items()}
        return laws[losses]

    def rough(losses, neighbour):
        p, q = law(losses)[1], law(neighbour)[1]
        return max(probability / q[picks] for picks, probability in p.items())

    found = {(losses, neighbour): rough(losses, neighbour) for losses, neighbour, _ in neighbouring_pairs(6, 2, 1)}
    assert len(found) == 15_360
    best = max(found.values())
    near = [pair for pair, ratio in found.items() if ratio > best - 1e-9]
    divergences = [picks_divergence(*(small_loss_process(Instance(losses, B)) for losses in pair)) for pair in near]
    assert {divergence.value.decimal[:5] for divergence in divergences} == {"0.596"}
    assert len({divergence.ratio for divergence in divergences}) == 1


def test_picks_impossible_on_the_neighbour_make_the_loss_infinite():
    # A forced check in round 2: after losses 1, 1 it may draw the other expert, after losses 0, 0 it never does.
    p, q = (lazy_process((row, (0, 0)), NINE_TENTHS, 1, FixedDelay(1)) for row in ((1, 1), (0, 0)))
    found = picks_divergence(p, q)
    assert (found.ratio, found.witness) == (None, (0, 1))
    assert found.value.decimal == "inf"
    # Pr[resample] Pr[the other expert] = (1 − 9/10)/2.
    assert picks_hockey_stick(p, q, 1) == Fraction(1, 20)


def test_too_many_sequences_are_refused_with_their_number():
    with pytest.raises(InputError, match=r"there are 16 sequences of 4 picks among 2 experts, more than 15"):
        picks_divergence(P, Q, most=15)


def test_a_ratio_that_is_not_positive_is_refused():
    with pytest.raises(InputError, match="ratio = 0 must be positive"):
        picks_hockey_stick(P, Q, 0)


def test_checks_are_counted_where_the_delay_depends_on_them():
    # One check, in round 2, and none after it, so round 3 repeats the pick of round 2.
    def delay(launch, _expert, checks):
        return launch + 1 if checks == 0 else 3

    law = process_picks_law(lazy_process(((1, 1), (1, 1), (0, 0)), NINE_TENTHS, 1, delay, forced=False))
    assert sum(law.values()) == 1
    assert sorted(law) == [(0, 0, 0), (0, 1, 1), (1, 0, 0), (1, 1, 1)]
