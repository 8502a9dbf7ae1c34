"""Tables of log probabilities in floats against exact ones."""

import math
from fractions import Fraction
from itertools import accumulate

import numpy as np
import pytest

from dartproof.laws.floats import nodes as float_nodes
from dartproof.laws.floats import tables as float_tables
from dartproof.laws.floats.model import FloatModel
from dartproof.laws.floats.tables import log_events, log_events_across
from dartproof.mechanisms.halting import halting_law
from dartproof.numeric import LogField

RANDOM = np.random.default_rng(7).integers(0, 2, 70).tolist()

SMALL = [
    # y, noise multiples, shape, threshold
    (Fraction(1, 2), (2, 1), "laplace", 3),
    (Fraction(9, 10), (2, 1), "laplace", 5),
    (Fraction(3, 4), (1, 1), "laplace", -3),
    (Fraction(1, 100), (1, 3), "laplace", 2),
    (Fraction(1, 10), (5, 1), "laplace", 0),
    (Fraction(1, 2), (2, 1), "exponential", 3),
    (Fraction(9, 10), (1, 2), "exponential", 0),
    (Fraction(9, 10), (1, 1), "exponential", -4),
]


def cumulative(losses):
    return list(accumulate(losses[:-1], initial=0))


def model_of(y, multiples, shape, threshold):
    rate = -math.log(y)
    return FloatModel(
        grid=1,
        eta=1.0,
        threshold_rate=multiples[0] * rate,
        query_rate=multiples[1] * rate,
        threshold=float(threshold),
        clip=1.0,
        limit=1,
        threshold_shape=shape,
        query_shape=shape,
    )


def exact_logs(losses, launch, case, *, bits):
    """The logarithms of the exact law of an instance, from the next round on, and then never."""
    (y, multiples, shape, threshold), sums = case, cumulative(losses)
    queries = [total - sums[launch] for total in sums[launch + 1 :]]
    law = halting_law(
        queries,
        threshold=threshold,
        grid=1,
        field=LogField(y),
        noise_multiples=multiples,
        noise_shape=shape,
    )
    return [log_of_tiny(number.enclosure(bits).lower) for number in law]


def log_of_tiny(number):
    """ln of a rational that may be far below the least float."""
    shift = number.denominator.bit_length() - number.numerator.bit_length()
    return math.log(number * 2**shift) - shift * math.log(2)


def assert_right(table, losses, launches, case, *, bits=300):
    for launch in launches:
        exact = np.array(exact_logs(losses, launch, case, bits=bits))
        np.testing.assert_allclose(table[launch, launch + 1 :], exact, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("case", SMALL)
def test_every_entry_of_a_short_stream_is_the_exact_one(case):
    losses = RANDOM[:14]
    assert_right(log_events(cumulative(losses), model_of(*case)), losses, range(14), case)


@pytest.mark.parametrize("case", [SMALL[0], (Fraction(9, 10), (2, 1), "laplace", 10)])
def test_entries_at_seventy_rounds_are_the_exact_ones(case):
    assert_right(log_events(cumulative(RANDOM), model_of(*case)), RANDOM, (0, 20, 50, 69), case)


@pytest.fixture(scope="module")
def far():
    """A stream on which probabilities are down to e^(-5898), and the case."""
    return [1] * 40, (Fraction(1, 100), (40, 1), "exponential", 3)


def test_entries_far_below_the_least_float_are_right_too(far):
    losses, case = far
    table = log_events(cumulative(losses), model_of(*case))
    assert table[0].min() < -5000 or table[0, 1:].min() < -5000
    assert_right(table, losses, (0, 17), case, bits=30_000)


def test_a_product_that_has_underflowed_would_be_noticed(far, monkeypatch):
    monkeypatch.setattr(float_tables, "_LEAST", 0.0)
    losses, case = far
    with pytest.raises(AssertionError):
        assert_right(log_events(cumulative(losses), model_of(*case)), losses, (0,), case, bits=30_000)


def test_too_few_nodes_would_be_noticed(monkeypatch):
    float_nodes._pieces.cache_clear()
    monkeypatch.setattr(float_nodes, "_node_count", lambda _speed: 3)
    losses = RANDOM[:14]
    try:
        with pytest.raises(AssertionError):
            assert_right(log_events(cumulative(losses), model_of(*SMALL[0])), losses, range(14), SMALL[0])
    finally:
        float_nodes._pieces.cache_clear()


@pytest.mark.parametrize("case", SMALL)
@pytest.mark.parametrize("changed", [0, 5, 13])
def test_the_part_across_a_round_is_that_of_the_whole_table(case, changed):
    sums = cumulative(RANDOM[:14])
    part = log_events_across(sums, model_of(*case), changed)
    whole = log_events(sums, model_of(*case))[: changed + 1, changed + 1 :]
    np.testing.assert_allclose(part, whole, rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize("case", SMALL)
def test_no_entry_is_before_its_launch(case):
    table = log_events(cumulative(RANDOM[:14]), model_of(*case))
    assert (table[np.tril_indices(14)] == -np.inf).all()


STREAMS = {
    "zeros": np.zeros(80),
    "ones": np.ones(80),
    "ten ones, then zeros": np.r_[np.ones(10), np.zeros(70)],
    "any reals": np.random.default_rng(3).random(80),
}
LEARNERS = {
    "Laplace": FloatModel(grid=1, eta=0.1, threshold_rate=1 / 6, query_rate=1 / 12, threshold=7.3, clip=1.0, limit=1),
    "steep Laplace": FloatModel(grid=1, eta=0.1, threshold_rate=4.6, query_rate=2.3, threshold=0.0, clip=1.0, limit=1),
    "compensated": FloatModel(
        grid=1,
        eta=0.1,
        threshold_rate=0.1,
        query_rate=0.1,
        threshold=20.0,
        clip=4.0,
        limit=1,
        threshold_shape="exponential",
        query_shape="exponential",
        floor=math.exp(-1.6),
    ),
    "compensated, with Laplace noise and a high floor": FloatModel(
        grid=1,
        eta=0.1,
        threshold_rate=0.7,
        query_rate=0.7,
        threshold=5.0,
        clip=3.5,
        limit=1,
        query_shape="exponential",
        floor=0.1,
    ),
}


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("learner", LEARNERS)
def test_twice_as_many_intervals_change_nothing(learner, stream):
    sums = np.r_[0, np.cumsum(STREAMS[stream][:-1])].tolist()
    once, twice = (log_events(sums, LEARNERS[learner], refine=refine) for refine in (1, 2))
    np.testing.assert_allclose(once, twice, rtol=1e-12, atol=1e-12)


RESTS = {
    "no loss": [0.0] * 500,
    # the floor is reached by a hundred rounds at once, for one level of losses after the other
    "a loss in every hundredth round": [float(now // 100) for now in range(700)],
}
STEEP = FloatModel(
    grid=1,
    eta=0.1,
    threshold_rate=0.1,
    query_rate=0.1,
    threshold=20.0,
    clip=4.0,
    limit=1,
    query_shape="exponential",
    floor=0.4,
)


@pytest.mark.parametrize("rests", RESTS)
def test_intervals_narrow_enough_to_the_floor_for_many_rounds_of_the_same_loss(rests):
    once, twice = (log_events_across(RESTS[rests], STEEP, 100, refine=refine) for refine in (1, 2))
    np.testing.assert_allclose(once, twice, rtol=0, atol=1e-12)


@pytest.mark.parametrize("rests", RESTS)
def test_intervals_that_do_not_narrow_would_be_noticed(rests, monkeypatch):
    monkeypatch.setattr(float_nodes, "_steeps", lambda edges, speeds: [min(speeds)] * len(edges))
    once, twice = (log_events_across(RESTS[rests], STEEP, 100, refine=refine) for refine in (1, 2))
    with pytest.raises(AssertionError):
        np.testing.assert_allclose(once, twice, rtol=0, atol=1e-12)
