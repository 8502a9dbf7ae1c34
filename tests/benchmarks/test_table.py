"""The table of benchmarks says what was measured."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.table import exponents, measurements, table


def entry(seconds: float, **info: Any) -> dict[str, Any]:
    known = {"what": "work", "rounds": 8, "experts": 2, "limit": 1, "target": None, "amount": None}
    return {"extra_info": known | info, "stats": {"min": seconds}}


def document(*entries: dict[str, Any]) -> dict[str, Any]:
    return {"benchmarks": list(entries)}


def test_the_growth_in_t_is_the_exponent_of_a_doubling() -> None:
    first, half = measurements(document(entry(8.0), entry(1.0, rounds=4)))
    assert exponents(first, [half]) == {"T": pytest.approx(3)}


def test_sizes_that_differ_in_two_ways_say_nothing_of_growth() -> None:
    first, other = measurements(document(entry(8.0), entry(1.0, rounds=4, experts=1)))
    assert exponents(first, [other]) == {}


@pytest.mark.parametrize(("seconds", "met"), [(6.9, True), (7.1, False)])
def test_a_target_in_seconds_is_a_ceiling(seconds: float, met: bool) -> None:
    (found,) = measurements(document(entry(seconds, target=7.0)))
    assert found.met is met
    assert ("**no**" in table([found])) is not met


@pytest.mark.parametrize(("seconds", "met"), [(0.9, True), (1.1, False)])
def test_a_target_rate_is_a_floor(seconds: float, met: bool) -> None:
    (found,) = measurements(document(entry(seconds, target=1e6, amount=1e6)))
    assert found.met is met


def test_a_benchmark_that_says_nothing_of_itself_is_left_out() -> None:
    assert measurements({"benchmarks": [{"extra_info": {}, "stats": {"min": 1.0}}]}) == []


def test_notes_reach_the_table() -> None:
    (found,) = measurements(document(entry(1.0, memory="412 MiB")))
    assert "memory: 412 MiB" in table([found])
