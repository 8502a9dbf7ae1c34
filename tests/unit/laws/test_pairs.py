"""Of `dartproof.laws.pairs`: known maxima, counts, and what a mistake in a table does."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from dartproof.accounting import CompensatedParameters, ExactParameters
from dartproof.errors import InputError
from dartproof.laws import UNASKED, Transcript, transcript_probability
from dartproof.laws.all_pairs.fixed_point import BITS, LARGEST, log_bounds
from dartproof.laws.all_pairs.leader import BoundedPairs, Leader, Ratio
from dartproof.laws.all_pairs.pair_bounds import bounded_pairs, stream_count
from dartproof.laws.all_pairs.pair_exact import PathEvaluator
from dartproof.laws.all_pairs.pair_tables import pair_tables
from dartproof.laws.all_pairs.pair_transcripts import largest_by_transcripts
from dartproof.laws.exact_learner import CompensatedLearner, SmallLossLearner, exact_learner
from dartproof.laws.pairs import estimate_pairs, largest_divergence
from dartproof.laws.path import Instance
from dartproof.laws.workload import Workload
from dartproof.numeric import LogField, Real
from dartproof.streams import count_neighbouring_pairs

NINE_TENTHS = Fraction(9, 10)
B = ExactParameters(grid=1, keep=NINE_TENTHS, noise=NINE_TENTHS, clip=1, threshold=1, limit=2)


def work(rounds, experts, parameters=B):
    return Workload.of(SmallLossLearner(parameters), rounds=rounds, experts=experts)


def digits(largest, count):
    return Real.of(largest.ratio).log().decimal(count)


def test_the_maximum_over_all_576_pairs_is_the_known_one():
    largest = largest_divergence(B, 4, 2)
    assert (largest.pairs, digits(largest, 21)) == (576, "0.939787246507687651503")


def test_the_maximum_over_all_15360_pairs_is_the_known_one():
    largest = largest_divergence(B, 6, 2)
    assert (largest.pairs, digits(largest, 20)) == (15_360, "0.97612714837618742050")


def test_the_picks_lose_less_than_the_transcript():
    largest = largest_divergence(B, 6, 2, view="picks")
    assert (largest.pairs, digits(largest, 3)) == (15_360, "0.597")


def test_a_hundred_million_pairs_are_looked_at_up_to_the_order_of_three_experts():
    largest = largest_divergence(B, 8, 3)
    assert largest.pairs == 102_760_448
    assert largest.bounded == 130 * 129 * 128 // 6 * 7 * 7 == 17_530_240
    assert digits(largest, 8) == "1.0690056"


def test_halves_between_zero_and_one_give_the_same_maximum():
    # e^-eta, e^-eps1 and the threshold are the same for both grids: x^g, y^(4g), threshold/g.
    whole = replace(B, keep=NINE_TENTHS**2, noise=NINE_TENTHS**2)
    halves = replace(whole, grid=2, keep=NINE_TENTHS, noise=NINE_TENTHS, threshold=2)
    assert largest_divergence(halves, 4, 2).value.decimal == largest_divergence(whole, 4, 2).value.decimal


@pytest.mark.parametrize(
    ("changes", "size", "pairs", "looked_at"),
    [
        # streams up to the order of the experts, times rounds that differ, times other rows
        ({}, (4, 2), 576, 36 * 3 * 3),
        ({}, (3, 1), 8, 4 * 2 * 1),
        ({}, (2, 3), 56, 4 * 1 * 7),
        ({"grid": 2}, (2, 2), 72, 6 * 1 * 8),
        ({"grid": 2}, (3, 1), 36, 9 * 2 * 2),
    ],
)
@pytest.mark.parametrize("view", ["transcript", "picks"])
def test_every_pair_is_looked_at_once_up_to_the_order_of_the_experts(changes, size, pairs, looked_at, view):
    largest = largest_divergence(replace(B, **changes), *size, view=view)
    assert (largest.pairs, largest.bounded) == (pairs, looked_at)


def test_without_resamples_nothing_is_asked_and_nothing_lost():
    largest = largest_divergence(replace(B, limit=0), 3, 2)
    assert (largest.ratio, largest.witness) == (1, Transcript(0, (UNASKED, UNASKED)))
    assert largest.losses != largest.neighbour


def test_without_resamples_the_picks_lose_nothing():
    largest = largest_divergence(replace(B, limit=0), 3, 2, view="picks")
    assert (largest.ratio, largest.witness) == (1, (0, 0, 0))


def test_progress_ends_with_all_pairs():
    reports = []
    largest = largest_divergence(B, 4, 2, progress=lambda *report: reports.append(report))
    assert reports[-1] == ("pairs", largest.bounded, largest.bounded)


def test_other_noises_of_algorithm_1_are_its_own():
    largest = largest_divergence(B, 4, 2, noise_multiples=(1, 1), noise_shape="exponential")
    instances = [Instance(losses, B, (1, 1), "exponential") for losses in (largest.losses, largest.neighbour)]
    above, below = (transcript_probability(instance, largest.witness) for instance in instances)
    assert above == largest.ratio * below


def test_noises_for_the_compensated_learner_belong_into_its_parameters():
    parameters = CompensatedParameters(grid=1, keep=NINE_TENTHS, noise=NINE_TENTHS, clip_steps=1, threshold=2, limit=1)
    with pytest.raises(InputError, match="give them there"):
        largest_divergence(parameters, 3, 2, noise_multiples=(1, 1))


COMPENSATED = CompensatedParameters(grid=1, keep=NINE_TENTHS, noise=NINE_TENTHS, clip_steps=10, threshold=12, limit=2)


def test_the_compensated_learner_loses_no_more_than_it_claims():
    assert 1 < largest_divergence(COMPENSATED, 5, 2).ratio <= COMPENSATED.claim_ratio()


def test_without_compensation_the_loss_is_infinite():
    # With no floor the compensation p is 0, and a check without pending loss never resamples.
    largest = largest_divergence(replace(COMPENSATED, floor=Fraction(0)), 3, 2)
    assert (largest.ratio, largest.value.decimal) == (None, "inf")


def test_a_learner_that_checks_in_every_round_has_paths_that_are_impossible():
    certain = replace(COMPENSATED, threshold=COMPENSATED.clip_steps)
    largest = largest_divergence(certain, 4, 2)
    assert largest.bounded == 324
    assert all(step != -1 for step in largest.witness.steps)  # no round is without a check


def test_an_infinite_ratio_of_a_tiny_probability_has_an_infinite_bound():
    # With no floor only a stream with a loss can resample, with probability about y^3300 = 10^-29700: its logarithm is
    # -68387, which in units of 2^-44 is below -2^60, what stands for ln 0.
    tiny = replace(COMPENSATED, noise=Fraction(1, 10**9), clip_steps=1, threshold=3300, limit=1, floor=Fraction(0))
    learner = CompensatedLearner(tiny)
    tables = pair_tables(learner, rounds=2, experts=1)
    assert tables.bits < BITS
    finite = {}
    for block in bounded_pairs(tables):
        pair = PathEvaluator(learner, tables).divergence(block.pair(0))
        finite[block.row] = pair.ratio is not None
        assert (int(block.bounds[0]) <= LARGEST) == finite[block.row]
        if pair.ratio is not None:
            assert block.bounds[0] >= log_bounds(pair.ratio, tables.bits)[0]
    assert finite == {(0,): False, (1,): True}


@pytest.mark.parametrize(("rounds", "experts"), [(1, 2), (0, 1), (3, 0)])
def test_sizes_without_a_pair_are_refused(rounds, experts):
    with pytest.raises(InputError, match="give at least 2 rounds and 1 expert"):
        largest_divergence(B, rounds, experts)
    with pytest.raises(InputError, match="give at least 2 rounds and 1 expert"):
        estimate_pairs(work(rounds, experts))


def test_the_estimate_counts_as_the_search_does():
    estimate = estimate_pairs(work(4, 2))
    counts = 576, largest_divergence(B, 4, 2).bounded
    assert (10**estimate.log10_pairs, 10**estimate.log10_bounded) == pytest.approx(counts)


@pytest.mark.parametrize("view", ["transcript", "picks"])
def test_the_estimate_grows_with_the_size(view):
    seconds = [estimate_pairs(work(rounds, 2), view=view).seconds for rounds in (4, 8, 12, 16)]
    assert seconds == sorted(seconds)
    assert seconds[0] < 1
    assert seconds[-1] > 3600


@pytest.mark.parametrize("view", ["transcript", "picks"])
def test_the_estimate_of_a_size_beyond_floats_ends(view):
    estimate = estimate_pairs(work(10**9, 10**6), view=view)
    assert estimate.log10_pairs > 10**14
    assert estimate.seconds == float("inf")


def test_the_estimate_of_a_learner_that_never_resamples_is_short():
    assert estimate_pairs(work(40, 2, replace(B, limit=0))).seconds < 1


def test_no_pair_is_missed_if_equal_experts_are_counted_once():
    tables = pair_tables(SmallLossLearner(B), rounds=4, experts=2)
    assert stream_count(tables) == 8 * 9 // 2  # 8 of them have two equal experts, the others stand for two streams
    looked_at = sum(block.bounds.size for block in bounded_pairs(tables))
    assert 2 * looked_at - 8 * 3 * 3 == count_neighbouring_pairs(4, 2, 1)


class Wrong(SmallLossLearner):
    """Algorithm 1, wrong by 10^-15 on the streams of one expert from which the tables are made."""

    def process(self, losses):
        process = super().process(losses)
        if process.experts > 1:
            return process

        def course(*launch):
            right = process.course(*launch)
            return replace(right, renewals=tuple(number + Fraction(1, 10**15) for number in right.renewals))

        return replace(process, course=course)


def test_a_wrong_table_is_noticed():
    with pytest.raises(RuntimeError, match="by another"):
        largest_by_transcripts(Wrong(B), rounds=4, experts=2)


class Known:
    """An evaluator that knows the ratios of all pairs, by the column of their one expert."""

    def __init__(self, ratios):
        self.ratios, self.asked = ratios, []

    def largest(self, pair, *, floor):  # noqa: ARG002
        self.asked.append(pair.columns[0])
        one = LogField(Fraction(1, 2)).one
        return Ratio(one * self.ratios[pair.columns[0]], one)

    def floor(self, ratio):
        return ratio.above.as_fraction()


def block(bounds):
    return BoundedPairs(0, (0,), np.arange(len(bounds))[None], np.array(bounds))


def test_a_pair_whose_bound_is_too_high_loses_to_the_true_largest():
    evaluator = Known([3, 2, 4])
    leader = Leader(evaluator)
    leader.offer(block([9, 2, 5]))
    assert leader.settle() == 2
    assert (leader.best[0].value, leader.best[1].columns) == (4, (2,))


def test_a_pair_whose_bound_is_below_the_best_is_not_evaluated():
    evaluator = Known([3, 2, 1])
    leader = Leader(evaluator)
    leader.offer(block([3, 2, 2]))
    assert (leader.settle(), set(evaluator.asked)) == (1, {0})


def test_a_bound_that_is_too_low_would_hide_the_largest():
    # What the bounds must never be: this is why they are tested to be above.
    leader = Leader(Known([3, 9]))
    leader.offer(block([3, 2]))
    leader.settle()
    assert leader.best[0].value == 3


def test_an_infinite_ratio_exceeds_every_other():
    one = LogField(Fraction(1, 2)).one
    infinite, finite = Ratio(one, one - one), Ratio(one * 1000, one)
    assert infinite.exceeds(finite)
    assert not finite.exceeds(infinite)
    assert not infinite.exceeds(infinite)
    assert infinite.value is None


def test_a_leader_without_pairs_has_no_best():
    with pytest.raises(RuntimeError, match="no pair"):
        _ = Leader(Known([])).best


def test_the_learner_is_chosen_by_its_parameters():
    assert exact_learner(B) == SmallLossLearner(B, (2, 1), "laplace")
    assert exact_learner(COMPENSATED) == CompensatedLearner(COMPENSATED)
    assert (exact_learner(B).name, exact_learner(COMPENSATED).name) == ("small-loss", "compensated")
