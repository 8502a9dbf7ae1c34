"""Of `dartproof.laws.privacy_loss`, its two graphs, and `dartproof.laws.graphs.process_path`."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from dartproof.accounting import ExactParameters
from dartproof.errors import InputError, UndecidedError
from dartproof.laws import BELOW, KEEP, UNASKED, Instance, Transcript, max_divergence, transcript_law
from dartproof.laws.certificate import claim_bound
from dartproof.laws.graphs.affected_graph import AffectedGraph
from dartproof.laws.graphs.longest_path import longest_path
from dartproof.laws.graphs.process_path import is_possible, process_probability
from dartproof.laws.graphs.ranking import ranking_of
from dartproof.laws.privacy_loss import pair_divergence, pair_divergences, process_divergence
from dartproof.laws.process import Course, Process, lazy_process, small_loss_balls, small_loss_process
from dartproof.learners.lazy import FixedDelay
from dartproof.numeric import Ball, LogField, Real, ball_backend, exact_backend, float_backend

HALF, NINE_TENTHS = Fraction(1, 2), Fraction(9, 10)
A = ExactParameters(grid=1, keep=HALF, noise=HALF, clip=1, threshold=1, limit=1)
A_PAIR = ((1, 0), (0, 1), (0, 0)), ((1, 0), (1, 0), (0, 0))
B = ExactParameters(grid=1, keep=NINE_TENTHS, noise=NINE_TENTHS, clip=1, threshold=1, limit=2)
B_PAIR = ((1, 1), (0, 1), (1, 0), (0, 0)), ((1, 1), (1, 0), (1, 0), (0, 0))
SHARP = ExactParameters(grid=1, keep=Fraction(3, 4), noise=HALF, clip=5, threshold=0, limit=3)


@cache
def processes(pair, parameters):
    return tuple(small_loss_process(Instance(losses, parameters)) for losses in pair)


def laws(pair, parameters):
    return tuple(transcript_law(losses, parameters) for losses in pair)


def log(ratio, digits):
    return Real.of(ratio).log().decimal(digits)


def tight_pair(rounds):
    """The losses (1, 0, 0) in all rounds but one in the middle, where they are (0, 1, 1) or not."""
    plain = ((1, 0, 0),) * rounds
    return (*plain[: rounds // 2 - 1], (0, 1, 1), *plain[rounds // 2 :]), plain


def coin(p, q):
    """Two processes of one round and two experts that draw the first one with probability p or q."""
    backend = exact_backend(HALF)

    def process(share):
        shares = ((backend.rational(share), backend.rational(1 - share)),)
        return Process(backend, ((0, 0),), 1, shares, lambda *_: Course((), (), backend.rational(1)), None)

    return process(p), process(q)


def test_both_directions_of_pair_a():
    found = pair_divergences(*processes(A_PAIR, A))
    field = LogField(HALF)
    assert found.forward.ratio == Fraction(41, 1024) / field.polynomial([Fraction(7, 640), Fraction(-1, 320)])
    assert found.forward.value.decimal.startswith("1.518357394295749667568")
    assert log(found.backward.ratio, 22) == "1.305626458052435818621"
    assert (found.direction, found.larger) == ("forward", found.forward)


def test_both_directions_of_pair_b():
    p, q = laws(B_PAIR, B)
    found = pair_divergences(*processes(B_PAIR, B))
    assert log(found.forward.ratio, 21) == "0.939787246507687651503"
    assert found.backward.ratio == max_divergence(q, p).ratio
    assert pair_divergences(*reversed(processes(B_PAIR, B))).direction == "backward"


def test_the_witness_of_pair_b_attains_the_ratio_and_another_transcript_does_not():
    p, q = processes(B_PAIR, B)
    found = pair_divergence(p, q)
    assert process_probability(p, found.witness) == found.ratio * process_probability(q, found.witness)
    wrong = replace(found.witness, first=1 - found.witness.first)
    assert process_probability(p, wrong) < found.ratio * process_probability(q, wrong)


def test_the_draws_of_the_neighbour_matter_also_the_one_at_the_affected_check():
    # The planted mistake: the affected check resamples, but its draw costs nothing. On pair A this leaves
    # Pr[⊤ resample] alone of the witness 2, ⊥, ⊤ resample 1, whose draw has P_3(1) = 1/2 against 1/5.
    p, q = processes(A_PAIR, A)
    mistaken = process_divergence(p, replace(q, shares=p.shares))
    assert mistaken.ratio < pair_divergence(p, q).ratio
    witness = Transcript(1, (BELOW, 0))
    assert pair_divergence(p, q).witness == witness
    assert (p.shares[2][0], q.shares[2][0]) == (HALF, Fraction(1, 5))


def test_the_courses_of_the_neighbour_matter():
    p, q = processes(A_PAIR, A)
    mistaken = process_divergence(p, replace(q, course=p.course))
    assert mistaken.ratio == Fraction(5, 2) < pair_divergence(p, q).ratio


def test_the_loss_of_the_tight_family_comes_up_to_the_sharp_bound():
    bound = claim_bound("sharp", SHARP)
    losses = [pair_divergence(*processes(tight_pair(rounds), SHARP)).ratio for rounds in (10, 20, 40)]
    assert losses == sorted(losses)
    assert bound * Fraction(9998, 10000) < losses[-1] < bound
    assert claim_bound("paper", SHARP) == 4 * bound


def test_the_loss_of_the_tight_family_at_eighty_rounds_in_balls():
    p, q = (small_loss_balls(Instance(losses, SHARP)) for losses in tight_pair(80))
    found = pair_divergence(p, q)
    assert found.value.decimal.startswith("3.4000688680667")
    assert found.ratio.upper < claim_bound("sharp", SHARP)


@pytest.mark.slow
def test_the_loss_of_the_tight_family_at_eighty_rounds_exactly():
    found = pair_divergence(*processes(tight_pair(80), SHARP))
    assert log(found.ratio, 11) == "3.4000688681"
    assert found.witness.updates == 3


def test_equal_streams_and_streams_that_differ_in_the_last_row_have_ratio_one():
    p, _ = processes(B_PAIR, B)
    last = small_loss_process(Instance((*B_PAIR[0][:-1], (1, 0)), B))
    assert pair_divergence(p, p).ratio == pair_divergence(p, last).ratio == 1


def test_a_learner_that_may_not_resample_never_asks():
    parameters = replace(A, limit=0)
    found = pair_divergence(*processes(A_PAIR, parameters))
    assert (found.ratio, found.witness) == (1, Transcript(0, (UNASKED, UNASKED)))


def test_only_launches_up_to_the_differing_round_are_asked_for():
    p, q = processes(((*B_PAIR[0],) * 2, (*B_PAIR[1], *B_PAIR[0])), B)
    asked = []

    def noted(*launch):
        asked.append(launch[0])
        return q.course(*launch)

    pair_divergence(p, replace(q, course=noted))
    assert set(asked) == {0, 1}


def test_an_outcome_impossible_on_the_neighbour_makes_the_loss_infinite():
    # A forced check after losses 0 keeps with certainty, one after losses 1 resamples with probability 1/2.
    p, q = (lazy_process(((loss,), (0,)), HALF, 1, FixedDelay(1)) for loss in (1, 0))
    found = pair_divergence(p, q)
    assert (found.ratio, found.attained, found.witness) == (None, None, Transcript(0, (0,)))
    assert found.value.decimal == "inf"
    assert pair_divergence(q, p).ratio == 2
    assert pair_divergences(q, p).direction == "backward"


def test_a_path_that_cannot_happen_is_not_taken_for_the_loss():
    # A check two rounds after the start, none after that in four rounds: round 4 resamples nobody, but the relaxed
    # graph does not know that and finds more.
    before, after = ((1, 1),), ((1, 0), (0, 0))
    p, q = (lazy_process((*before, row, *after), HALF, 1, FixedDelay(2), forced=False) for row in ((1, 0), (0, 1)))
    relaxed = longest_path(AffectedGraph(p, q, 1), ranking_of(p.backend), p.backend.rational(1))
    found = pair_divergence(p, q)
    assert relaxed.ratio is not None
    assert found.ratio == process_divergence(p, q).ratio < relaxed.ratio
    assert is_possible(p, found.witness)


def test_two_ratios_that_floats_cannot_tell_apart_are_ordered():
    tiny = Fraction(1, 10**40)
    for sign, expert in ((1, 1), (-1, 0)):
        found = process_divergence(*coin(HALF, HALF + sign * tiny))
        assert found.ratio == HALF / (HALF - tiny)
        assert found.witness.first == expert


def counting(after_a_check):
    """A learner of one expert and three rounds whose second instance depends on the number of checks before.

    Args:
        after_a_check: the probabilities of keep, resample and never of an instance launched in round 2 after a check;
            without one they are 1/4, 1/2 and 1/4.
    """
    backend = exact_backend(HALF)

    def course(launch, _expert, checks):
        number = [*map(backend.rational, after_a_check if checks else (HALF / 2, HALF, HALF / 2))]
        if launch == 0:
            quarter = backend.rational(HALF / 2)
            return Course((quarter, quarter), (quarter, backend.rational(0)), quarter)
        return Course((number[0],), (number[1],), number[2]) if launch == 1 else Course((), (), backend.rational(1))

    shares = ((backend.rational(1),),) * 3
    return Process(backend, ((0,), (0,), (0,)), 1, shares, course, None, counts_checks=True)


def test_checks_are_counted_where_the_course_depends_on_them():
    p, q = counting((HALF, HALF, 0)), counting((HALF / 4, HALF, 3 * HALF / 4))
    q = replace(q, losses=((0,), (1,), (0,)))
    witness = Transcript(0, (KEEP, KEEP))
    found = pair_divergence(p, q)
    assert (found.ratio, found.witness) == (4, witness)
    assert process_probability(p, witness) == HALF**3


def test_streams_that_differ_in_two_rounds_are_no_neighbours():
    p, _ = processes(B_PAIR, B)
    q = small_loss_process(Instance(((0, 0), (0, 0), (1, 0), (0, 0)), B))
    with pytest.raises(InputError, match=r"differ in 2 rounds \(1, 2\)"):
        pair_divergence(p, q)


def test_processes_of_different_forms_are_not_compared():
    p, q = processes(B_PAIR, B)
    with pytest.raises(InputError, match="the limit of the two processes differ: 2 and 3"):
        pair_divergence(p, replace(q, limit=3))
    with pytest.raises(InputError, match="the backend of the two processes differ"):
        pair_divergence(p, replace(q, backend=exact_backend(HALF)))


def test_floats_certify_nothing():
    p, q = processes(B_PAIR, B)
    backend = float_backend(NINE_TENTHS)
    with pytest.raises(InputError, match="the float backend certifies nothing"):
        pair_divergence(replace(p, backend=backend), replace(q, backend=backend))


def test_a_ball_that_may_be_zero_is_not_taken_for_possible_or_impossible():
    backend, unsure = ball_backend(HALF), Ball.between(0, HALF)
    process = Process(backend, ((0,),), 1, ((unsure,),), lambda *_: Course((), (), backend.rational(1)), None)
    with pytest.raises(UndecidedError):
        process_divergence(process, process)


def test_a_negative_probability_is_refused():
    with pytest.raises(InputError, match="is no positive probability"):
        process_divergence(*coin(Fraction(3, 2), HALF))


def test_the_probability_of_a_path_of_algorithm_1_agrees_with_the_enumeration():
    process, law = processes(B_PAIR, B)[0], laws(B_PAIR, B)[0]
    assert all(process_probability(process, run) == probability for run, probability in law.items())


@pytest.mark.parametrize(
    ("transcript", "message"),
    [
        (Transcript(0, (BELOW, KEEP)), "does not fit 4 rounds of 2 experts"),
        (Transcript(2, (BELOW, BELOW, BELOW)), "does not fit 4 rounds of 2 experts"),
        (Transcript(0, (0, 0, BELOW)), "contradicts the limit 2"),
        (Transcript(0, (0, UNASKED, UNASKED)), "contradicts the limit 2"),
    ],
)
def test_a_transcript_of_another_learner_has_no_probability(transcript, message):
    with pytest.raises(InputError, match=message):
        process_probability(processes(B_PAIR, B)[0], transcript)
