"""The largest divergence over all pairs of neighbours, against laws added up transcript by transcript."""

from fractions import Fraction
from itertools import product

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dartproof.accounting import CompensatedParameters, ExactParameters
from dartproof.laws import BELOW, KEEP, UNASKED, Transcript, max_divergence
from dartproof.laws.all_pairs.fixed_point import log_bounds
from dartproof.laws.all_pairs.pair_bounds import bounded_pairs
from dartproof.laws.all_pairs.pair_tables import pair_tables
from dartproof.laws.exact_learner import CompensatedLearner, SmallLossLearner
from dartproof.laws.pairs import largest_divergence
from dartproof.laws.privacy_loss import process_divergence
from dartproof.numeric import LogNumber
from dartproof.streams import neighbouring_pairs

fractions = st.fractions(min_value=Fraction(1, 10), max_value=Fraction(19, 20), max_denominator=20)
sizes = st.sampled_from([(2, 1, 1), (2, 2, 1), (2, 2, 2), (2, 3, 1), (3, 1, 1), (3, 1, 2), (3, 2, 1), (4, 1, 1)])


@st.composite
def small_loss_learners(draw, grid):
    """Algorithm 1 with any exact parameters and noises."""
    parameters = ExactParameters(
        grid=grid,
        keep=draw(fractions),
        noise=draw(fractions),
        clip=draw(st.integers(1, 3)),
        threshold=draw(st.integers(-2, 4)),
        limit=draw(st.integers(0, 3)),
    )
    multiples = draw(st.sampled_from([(2, 1), (1, 1), (1, 2)]))
    return SmallLossLearner(parameters, multiples, draw(st.sampled_from(["laplace", "exponential"])))


@st.composite
def compensated_learners(draw, grid):
    """The compensated learner and its controls, some of whose paths are impossible."""
    noise, clip, multiple = draw(fractions), draw(st.integers(1, 3)), draw(st.integers(1, 2))
    floor = draw(st.sampled_from([None, None, Fraction(0), Fraction(1), noise**multiple]))
    parameters = CompensatedParameters(
        grid=grid,
        keep=draw(fractions),
        noise=noise,
        clip_steps=clip,
        threshold=clip + draw(st.integers(0, 3)),
        limit=draw(st.integers(0, 3)),
        noise_multiples=(draw(st.integers(1, 2)), multiple),
        floor=floor,
        noise_shape=draw(st.sampled_from(["exponential", "laplace"])),
    )
    return CompensatedLearner(parameters)


@st.composite
def cases(draw):
    """A learner and a size: rounds, experts, grid."""
    size = draw(sizes)
    return draw(small_loss_learners(size[2]) | compensated_learners(size[2])), size


def transcripts(rounds, experts, limit):
    """All transcripts, whether possible or not."""

    def steps(left, updates):
        if not left:
            yield ()
            return
        for step in (UNASKED,) if updates == limit else (BELOW, KEEP, *range(experts)):
            for rest in steps(left - 1, updates + (step >= 0)):
                yield (step, *rest)

    return [Transcript(first, rest) for first in range(experts) for rest in steps(rounds - 1, 0)]


def by_brute_force(learner, size, view):
    """The largest ratio over all pairs; None for infinity."""
    laws = {}

    def law(losses):
        if losses not in laws:
            laws[losses] = {}
            for run in transcripts(*size[:2], learner.parameters.limit):
                key = run if view == "transcript" else run.picks
                laws[losses][key] = laws[losses].get(key, 0) + learner.probability(losses, run)
            assert sum(laws[losses].values()) == 1
        return laws[losses]

    ratios = [max_divergence(law(pair.losses), law(pair.neighbour)).ratio for pair in neighbouring_pairs(*size)]
    return None if None in ratios else max(ratios)


def largest(learner, size, view):
    noises = {}
    if isinstance(learner, SmallLossLearner):
        noises = {"noise_multiples": learner.noise_multiples, "noise_shape": learner.noise_shape}
    return largest_divergence(learner.parameters, *size[:2], view=view, **noises)


@given(cases(), st.sampled_from(["transcript", "picks"]))
@settings(max_examples=60, deadline=None)
def test_the_largest_divergence_is_that_of_all_pairs_one_by_one(case, view):
    learner, size = case
    found = largest(learner, size, view)
    assert found.ratio == by_brute_force(learner, size, view)


@given(cases(), st.sampled_from(["transcript", "picks"]))
@settings(max_examples=40, deadline=None)
def test_the_pair_and_the_witness_attain_it(case, view):
    learner, size = case
    found = largest(learner, size, view)
    above, below = (learner.probability(losses, found.witness) for losses in (found.losses, found.neighbour))
    assert above > 0
    assert found.ratio == (above / below if below else None)


def certainly_at_least(bound, ratio: LogNumber, bits):
    """Whether a bound in units is above a logarithm, up to the 2 units of the logarithm's own bounds."""
    return bound >= log_bounds(ratio, bits)[0]


@given(cases(), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_the_bound_of_a_pair_is_above_its_divergence_and_close_to_it(case, random):
    learner, (rounds, experts, _) = case
    assume(learner.parameters.limit)
    tables = pair_tables(learner, rounds=rounds, experts=experts)
    block = random.choice(list(bounded_pairs(tables)))
    place = random.randrange(block.bounds.size)
    pair, bound = block.pair(place), int(block.bounds[place])
    losses = tables.words.losses(pair.columns)
    other = (*losses[: pair.round], pair.row, *losses[pair.round + 1 :])
    ratio = process_divergence(learner.process(losses), learner.process(other)).ratio
    if ratio is None:
        assert bound > 1 << 59
        return
    assert certainly_at_least(bound, ratio, tables.bits)
    if tables.words.positive:
        slack = 4 + 6 * rounds  # 2 units for each logarithm: two of an entry, three of a resample
        assert not certainly_at_least(bound - slack, ratio, tables.bits)


@given(cases(), st.permutations(range(2)))
@settings(max_examples=30, deadline=None)
def test_the_order_of_the_experts_changes_no_divergence(case, order):
    # This is why the pairs are looked at up to this order only.
    learner, (rounds, experts, grid) = case
    assume(experts == 2)
    rng = np.random.default_rng(0)
    losses, rows = rng.integers(0, grid + 1, (rounds, 2)), list(product(range(grid + 1), repeat=2))
    row = next(row for row in rows if row != tuple(losses[0].tolist()))
    ratios = []
    for permutation in ((0, 1), order):
        stream = tuple(tuple(line[i] for i in permutation) for line in losses.tolist())
        other = (tuple(row[i] for i in permutation), *stream[1:])
        ratios.append(process_divergence(learner.process(stream), learner.process(other)).ratio)
    assert ratios[0] == ratios[1]
