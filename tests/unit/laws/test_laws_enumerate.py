"""Of `dartproof.laws.enumerate`: the law of Algorithm 1 on two small streams, by hand and by independent integrals."""

import math
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import chi2

from dartproof.accounting import ExactParameters
from dartproof.errors import InputError
from dartproof.laws import (
    BELOW,
    KEEP,
    Transcript,
    expected_loss,
    marginals,
    transcript_count,
    transcript_law,
    updates_law,
)
from dartproof.laws import enumerate as enumeration
from dartproof.learners import run
from dartproof.learners.small_loss import SmallLossLearner
from dartproof.mechanisms.above_threshold import halting_law
from dartproof.streams import LossStream

HALF = Fraction(1, 2)
A = ExactParameters(grid=1, keep=HALF, noise=HALF, clip=1, threshold=1, limit=1)
A_LOSSES = ((1, 0), (0, 1), (0, 0))
B = ExactParameters(grid=1, keep=Fraction(9, 10), noise=Fraction(9, 10), clip=1, threshold=1, limit=2)
B_LOSSES = ((1, 1), (0, 1), (1, 0), (0, 0))


def halting(parameters, losses, *, start, expert, halt):
    """Pr[instance launched at `start` with `expert` halts at round `halt`], all counted from 1."""
    queries = [sum(row[expert - 1] for row in losses[start - 1 : now - 1]) for now in range(start + 1, halt + 1)]
    law = halting_law(queries, threshold=parameters.threshold, grid=parameters.grid, field=parameters.field)
    return law[-2]


@pytest.mark.parametrize(("expert", "value"), [(2, Fraction(41, 128)), (1, Fraction(5, 24))])
def test_the_halting_probabilities_of_stream_a(expert, value):
    assert halting(A, A_LOSSES, start=1, expert=expert, halt=3) == value


def test_the_marginals_of_stream_a():
    table = marginals(transcript_law(A_LOSSES, A), experts=2)
    assert (table[1][0], table[2][0]) == (Fraction(127, 288), Fraction(4193, 9216))


def test_the_number_of_updates_on_stream_a():
    none, one = updates_law(transcript_law(A_LOSSES, A), limit=1)
    assert (none, none + one) == (Fraction(973, 1536), 1)


def test_the_expected_loss_on_stream_a():
    assert expected_loss(transcript_law(A_LOSSES, A), A_LOSSES, grid=1) == Fraction(305, 288)


def test_the_halting_probability_of_stream_b():
    expected = B.field.polynomial([Fraction(10143, 80000), Fraction(-81, 400)])
    assert halting(B, B_LOSSES, start=1, expert=2, halt=4) == expected


def test_the_last_marginal_of_stream_b():
    table = marginals(transcript_law(B_LOSSES, B), experts=2)
    assert table[3][0] == B.field.polynomial([Fraction(37026894257, 72960000000), Fraction(-1539, 160000)])


def test_two_updates_on_stream_b():
    assert updates_law(transcript_law(B_LOSSES, B), limit=2)[2] == Fraction(2603257733, 364800000000)


@pytest.mark.parametrize(("losses", "parameters"), [(A_LOSSES, A), (B_LOSSES, B)])
def test_a_law_sums_to_exactly_one(losses, parameters):
    assert sum(transcript_law(losses, parameters).values()) == 1


def test_two_rounds_by_hand():
    # One query q = l_1(i), one integral over both noises: Pr[q + nu >= 1 + xi]. At q = 1 it is 1/2 by symmetry. At
    # q = 0 it is Pr[nu - xi >= 1] = (2^2 y^1 - y^2)/(2 (2^2 - 1)) = 7/24, the tail of a difference of Laplace noises of
    # rates L and 2L with y = e^-L = 1/2. A check keeps with probability x^1 = 1/2; P_2 is (1/3, 2/3).
    law = transcript_law(((1, 0), (0, 0)), A)
    uniform, top = Fraction(1, 2), {0: Fraction(1, 2), 1: Fraction(7, 24)}
    expected = {}
    for first in (0, 1):
        expected[Transcript(first, (BELOW,))] = uniform * (1 - top[first])
        expected[Transcript(first, (KEEP,))] = uniform * top[first] / 2
        for other, share in enumerate((Fraction(1, 3), Fraction(2, 3))):
            expected[Transcript(first, (other,))] = uniform * top[first] / 2 * share
    assert law == expected


def test_without_resamples_the_law_is_that_of_the_first_expert():
    parameters = ExactParameters(grid=1, keep=HALF, noise=HALF, clip=1, threshold=1, limit=0)
    law = transcript_law(A_LOSSES, parameters)
    assert [(str(run), value) for run, value in law.items()] == [("1, –, –", HALF), ("2, –, –", HALF)]


def test_one_round_has_only_the_first_expert():
    assert transcript_law(((1, 0, 1),), A) == {Transcript(first, ()): Fraction(1, 3) for first in range(3)}


def test_the_last_row_does_not_reach_the_transcript():
    assert transcript_law((*B_LOSSES[:-1], (1, 1)), B) == transcript_law(B_LOSSES, B)


def word_by_quadrature(rates, queries, threshold):
    """Pr[no query is answered ⊤] as one integral over the threshold noise, in floats."""
    rate_xi, rate_nu = rates

    def stays_below(margin):
        return 1 - math.exp(-rate_nu * margin) / 2 if margin >= 0 else math.exp(rate_nu * margin) / 2

    def integrand(xi):
        density = rate_xi / 2 * math.exp(-rate_xi * abs(xi))
        return density * math.prod(stays_below(threshold + xi - query) for query in queries)

    breaks = sorted({0.0, *(float(query - threshold) for query in queries)})
    ends = [-math.inf, *breaks, math.inf]
    return sum(quad(integrand, low, high, epsabs=1e-13)[0] for low, high in pairwise(ends))


def test_a_word_of_answers_is_one_integral_over_the_threshold_noise():
    law = transcript_law(B_LOSSES, B)
    rate = -math.log(float(B.noise))
    expected = word_by_quadrature((2 * rate, rate), [1, 1, 2], 1) / 2
    assert float(law[Transcript(0, (BELOW, BELOW, BELOW))]) == pytest.approx(expected, rel=1e-10)


def test_the_product_of_single_answers_would_be_another_law():
    law = transcript_law(B_LOSSES, B)
    rate = -math.log(float(B.noise))
    product_of_answers = math.prod(word_by_quadrature((2 * rate, rate), [query], 1) for query in [1, 1, 2]) / 2
    assert float(law[Transcript(0, (BELOW, BELOW, BELOW))]) > 1.1 * product_of_answers


def test_transcript_count_is_the_size_of_a_law_of_noises_without_zeros():
    assert transcript_count(4, 2, 2) == len(transcript_law(B_LOSSES, B)) == 104


def test_too_many_transcripts_are_refused_with_their_number():
    with pytest.raises(InputError, match="there are 104 transcripts"):
        transcript_law(B_LOSSES, B, most=103)


def test_impossible_transcripts_are_left_out(monkeypatch):
    def never(queries, *, field, **_):
        return (*[field.zero for _ in queries], field.one)

    monkeypatch.setattr(enumeration, "halting_law", never)
    enumeration._halting_law.cache_clear()
    try:
        law = transcript_law(A_LOSSES, A)
    finally:
        enumeration._halting_law.cache_clear()
    assert [str(run) for run in law] == ["1, ⊥, ⊥", "2, ⊥, ⊥"]


@pytest.mark.parametrize("losses", [(), ((),), ((0, 1), (0,)), ((0, 2),), ((-1, 0),)])
def test_losses_that_are_no_stream_on_the_grid_are_refused(losses):
    with pytest.raises(InputError):
        transcript_law(losses, A)


def observed(trials, *, learner=None):
    """Transcripts of runs of the learner on stream B, counted."""
    learner = learner or SmallLossLearner.from_exact(B)
    stream, rng = LossStream.from_rows(B_LOSSES), np.random.default_rng(20)
    counts = {}
    for _ in range(trials):
        transcript = Transcript.of_run(run(learner, stream, rng).transcript, rounds=4)
        counts[transcript] = counts.get(transcript, 0) + 1
    return counts


def misfit(counts, law):
    """The p-value of Pearson's test of fit, with the transcripts expected less than 5 times as one class."""
    trials = sum(counts.values())
    expected = {transcript: trials * float(probability) for transcript, probability in law.items()}
    rare = {transcript for transcript, number in expected.items() if number < 5}
    pairs = [(counts.get(transcript, 0), number) for transcript, number in expected.items() if transcript not in rare]
    pairs.append((sum(counts.get(t, 0) for t in rare), sum(expected[t] for t in rare)))
    statistic = sum((seen - number) ** 2 / number for seen, number in pairs if number)
    return chi2.sf(statistic, len(pairs) - 1)


def test_the_learner_follows_the_law():
    assert misfit(observed(6000), transcript_law(B_LOSSES, B)) > 1e-4


def test_a_learner_with_another_clip_does_not_follow_it():
    learner = SmallLossLearner.from_exact(
        ExactParameters(grid=1, keep=Fraction(9, 10), noise=Fraction(9, 10), clip=3, threshold=1, limit=2)
    )
    assert misfit(observed(6000, learner=learner), transcript_law(B_LOSSES, B)) < 1e-9


def test_every_transcript_of_a_run_has_positive_probability():
    law = transcript_law(B_LOSSES, B)
    assert set(observed(500)) <= set(law)


def test_the_law_does_not_depend_on_the_order_of_experts():
    law = transcript_law(B_LOSSES, B)
    swapped = transcript_law(tuple(row[::-1] for row in B_LOSSES), B)

    def swap(transcript):
        steps = tuple(1 - step if step >= 0 else step for step in transcript.steps)
        return Transcript(1 - transcript.first, steps)

    assert {swap(transcript): probability for transcript, probability in law.items()} == swapped


def test_picks_that_change_twice_are_impossible_under_a_limit_of_one():
    picks = {transcript.picks for transcript in transcript_law(A_LOSSES, A)}
    assert picks == set(product((0, 1), repeat=3)) - {(0, 1, 0), (1, 0, 1)}
