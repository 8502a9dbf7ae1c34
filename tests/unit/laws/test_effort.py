"""What would take too long is refused, with an estimate a person can read."""

from fractions import Fraction as Q

import pytest

from dartproof.accounting import ExactParameters
from dartproof.errors import InputError
from dartproof.laws.effort import (
    LONGEST,
    certificate_seconds,
    count,
    count_of_log,
    duration,
    law_seconds,
    refuse_long,
    require_float_range,
    search_seconds,
)
from dartproof.laws.exact_learner import SmallLossLearner
from dartproof.laws.workload import Workload, bits_of


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (5, "5 seconds"),
        (119, "119 seconds"),
        (120, "2 minutes"),
        (7200, "2 hours"),
        (3e5, "3 days"),
        (1e40, "3.2e+32 years"),
    ],
)
def test_durations_are_said_in_units_of_their_size(seconds, text):
    assert duration(seconds) == text


def test_counts_beyond_reading_are_rounded():
    assert (count(999), count(10**30)) == ("999", "1.0e+30")


def test_what_takes_ten_minutes_is_not_refused():
    refuse_long(LONGEST, "this")


def test_what_takes_longer_is_refused_with_a_way_out():
    with pytest.raises(InputError, match=r"this would take about 10 minutes; choose fewer rounds, or give --force"):
        refuse_long(LONGEST + 1, "this")


def work(*, rounds=40, experts=3, multiples=(2, 1), losses=(), **changes):
    parameters = {"grid": 1, "keep": Q(9, 10), "noise": Q(9, 10), "clip": 1, "threshold": 1, "limit": 2, **changes}
    learner = SmallLossLearner(ExactParameters(**parameters), multiples)
    return Workload.of(learner, rounds=rounds, experts=experts, losses=losses)


@pytest.mark.parametrize("backend", ["exact", "ball", "float"])
def test_estimates_grow_with_everything(backend):
    base = law_seconds(backend, work())
    assert base < law_seconds(backend, work(rounds=80))
    assert base < law_seconds(backend, work(experts=6))
    assert base < law_seconds(backend, work(), pair=True)
    assert base < law_seconds(backend, work(threshold=10_000))


def test_the_law_of_forty_rounds_is_estimated_as_about_a_second():
    assert 0.2 < law_seconds("exact", work()) < 2


@pytest.mark.parametrize("backend", ["exact", "ball"])
def test_a_learner_that_never_resamples_takes_no_time_in_five_hundred_rounds(backend):
    assert law_seconds(backend, work(rounds=500, experts=2, limit=0)) < 1


def test_algorithm_2_with_a_delay_of_five_finishes_in_four_hundred_rounds():
    lazy = Workload(rounds=400, experts=2, grid=1, keep_bits=bits_of(Q(9, 10)), span=400, delay=5)
    assert law_seconds("exact", lazy) < 100


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"clip": 10**12}, "clip"),
        ({"threshold": -(10**12)}, "threshold"),
        ({"multiples": (10**9, 1)}, "noise-multiples"),
        ({"grid": 10**9}, "grid"),
        ({"keep": Q(10**5000 - 1, 10**5000)}, "keep"),
        ({"noise": Q(10**5000 - 1, 10**5000)}, "noise"),
        ({}, None),
    ],
)
def test_the_parameter_that_makes_numbers_long_is_named(change, named):
    found = work(rounds=3, **change).longest_parameter(lambda some: law_seconds("exact", some))
    assert found == named


def test_integers_beyond_floats_have_an_estimate():
    huge = work(clip=10**4000, threshold=10**4000, limit=10**4000, multiples=(10**4000, 10**4000))
    assert law_seconds("exact", huge) > LONGEST
    assert certificate_seconds(huge, view="picks") > LONGEST
    assert search_seconds(huge, restarts=8) > LONGEST


def test_a_search_of_a_usual_size_is_not_refused():
    assert search_seconds(work(rounds=12, experts=3), restarts=8) < LONGEST / 4


def test_losses_that_are_given_make_shorter_numbers_than_the_largest_ones():
    zeros = ((0, 0, 0),) * 40
    assert work(losses=zeros).length < work().length


def test_floats_refuse_what_they_would_take_for_zero():
    require_float_range(work(rounds=1000))
    with pytest.raises(InputError, match="threshold"):
        require_float_range(work(threshold=10**9))


@pytest.mark.parametrize(("log10", "text"), [(2.76042248, "576"), (30.0, "1.0e+30"), (602060000.2, "1.6e+602060000")])
def test_counts_beyond_floats_have_a_text(log10, text):
    assert count_of_log(log10) == text
