"""Every benchmark still runs; small sizes, not measured."""

from __future__ import annotations

import pytest

from benchmarks import test_laws as laws
from benchmarks.conftest import Size, growth


def without_measuring(work, *, setup=lambda: None, notes=lambda _: {}, **_):
    setup()
    result = work()
    notes(result)
    return result


@pytest.mark.parametrize(
    "benchmark_",
    [
        laws.test_float_table,
        laws.test_float_law,
        laws.test_float_divergence,
        laws.test_exact_law,
        laws.test_exact_divergence,
        laws.test_ball_divergence,
        laws.test_all_pairs,
        laws.test_search,
    ],
    ids=lambda function: function.__name__,
)
def test_a_benchmark_runs_at_a_small_size(benchmark_):
    benchmark_(without_measuring, Size(5, 2, 1))


def test_growth_halves_one_number_at_a_time():
    assert growth(8, 4, 2) == [Size(8, 4, 2), Size(4, 4, 2), Size(8, 2, 2), Size(8, 4, 1)]
