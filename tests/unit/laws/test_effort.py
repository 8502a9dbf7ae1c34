"""What would take too long is refused, with an estimate a person can read."""

import pytest

from dartproof.errors import InputError
from dartproof.laws.effort import LONGEST, count, duration, law_seconds, refuse_long


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


@pytest.mark.parametrize("backend", ["exact", "ball", "float"])
def test_estimates_grow_with_everything(backend):
    base = law_seconds(backend, rounds=40, experts=3)
    assert base < law_seconds(backend, rounds=80, experts=3)
    assert base < law_seconds(backend, rounds=40, experts=6)
    assert base < law_seconds(backend, rounds=40, experts=3, pair=True)


def test_the_law_of_forty_rounds_is_estimated_as_about_a_second():
    assert 0.2 < law_seconds("exact", rounds=40, experts=3) < 2
