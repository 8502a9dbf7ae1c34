"""CPU time of the laws of Algorithm 1 in three kinds of numbers, and how it grows with T, N and V."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from benchmarks.conftest import Size, growth
from dartproof.accounting import ExactParameters
from dartproof.laws.floats.laws import float_law, halting_table
from dartproof.laws.floats.loss import float_pair_divergence
from dartproof.laws.forward import process_law
from dartproof.laws.pairs import largest_divergence
from dartproof.laws.path import Instance
from dartproof.laws.privacy_loss import pair_divergence
from dartproof.laws.process import small_loss_balls, small_loss_process
from dartproof.laws.processes import small_loss_process as courses
from dartproof.laws.search import search_worst_pair
from dartproof.streams import Steps

Measure = Callable[..., Any]


def parameters(limit: int, *, threshold: int = 1) -> ExactParameters:
    return ExactParameters(
        grid=1, keep=Fraction(9, 10), noise=Fraction(9, 10), clip=1, threshold=threshold, limit=limit
    )


def random_losses(size: Size) -> Steps:
    """Losses 0 and 1 with equal probability, the same at each call."""
    drawn = np.random.default_rng(0).integers(0, 2, size=(size.rounds, size.experts))
    return tuple(tuple(int(loss) for loss in row) for row in drawn)


def instance(size: Size) -> Instance:
    return Instance(random_losses(size), parameters(size.limit))


def neighbour(of: Instance) -> Instance:
    """The stream with the losses of the middle round exchanged."""
    middle = len(of.losses) // 2
    row = tuple(1 - loss for loss in of.losses[middle])
    return Instance((*of.losses[:middle], row, *of.losses[middle + 1 :]), of.parameters)


def forget() -> None:
    """Drop the courses that are remembered from other benchmarks."""
    courses._exact_courses.cache_clear()
    courses._ball_courses.cache_clear()


@pytest.mark.parametrize("size", growth(1000, 10, 20, fixed="V"), ids=str)
def test_float_table(measure: Measure, size: Size) -> None:
    losses = random_losses(size)
    table = measure(
        lambda: halting_table(losses, parameters(size.limit)),
        what="table of H(s,i,t), float",
        size=size,
        target=7.0,
    )
    assert table.halts.shape == (size.experts, size.rounds, size.rounds)


@pytest.mark.parametrize("size", growth(1000, 10, 20), ids=str)
def test_float_law(measure: Measure, size: Size) -> None:
    losses = random_losses(size)
    law = measure(lambda: float_law(losses, parameters(size.limit)), what="marginals, v_T and regret, float", size=size)
    assert law.marginals.sum(axis=1) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("size", growth(1000, 10, 20), ids=str)
def test_float_divergence(measure: Measure, size: Size) -> None:
    first = instance(size)
    middle = size.rounds // 2
    row = neighbour(first).losses[middle]
    found = measure(
        lambda: float_pair_divergence(first.losses, middle, row, first.parameters),
        what="max-divergence of a pair, float",
        size=size,
    )
    assert 0 < found.value < 10


@pytest.mark.parametrize("size", growth(40, 3, 3), ids=str)
def test_exact_law(measure: Measure, size: Size) -> None:
    law = measure(
        lambda: process_law(small_loss_process(instance(size))),
        what="marginals and v_T, exact",
        size=size,
        target=1.0,
        setup=forget,
    )
    assert sum(law.updates) == 1


@pytest.mark.parametrize("size", growth(40, 3, 3), ids=str)
def test_exact_divergence(measure: Measure, size: Size) -> None:
    first = instance(size)
    found = measure(
        lambda: pair_divergence(small_loss_process(first), small_loss_process(neighbour(first))),
        what="max-divergence of a pair, exact",
        size=size,
        setup=forget,
    )
    assert found.ratio > 1


@pytest.mark.parametrize("size", growth(70, 10, 3), ids=str)
def test_ball_divergence(measure: Measure, size: Size) -> None:
    first = instance(size)
    found = measure(
        lambda: pair_divergence(small_loss_balls(first), small_loss_balls(neighbour(first))),
        what="max-divergence of a pair, ball",
        size=size,
        target=10.0,
        setup=forget,
        notes=lambda found: {"radius of the logarithm": found.value.radius},
    )
    assert found.ratio > 1


@pytest.mark.parametrize("size", [Size(8, 3, 2), Size(7, 3, 2), Size(8, 2, 2), Size(8, 3, 1)], ids=str)
def test_all_pairs(measure: Measure, size: Size) -> None:
    largest = measure(
        lambda: largest_divergence(parameters(size.limit), size.rounds, size.experts),
        what="largest max-divergence of all pairs, exact",
        size=size,
        target=40.0,
        setup=forget,
        notes=lambda found: {"pairs": found.pairs, "up to symmetry": found.bounded, "exactly": found.exact},
    )
    assert largest.ratio > 1


@pytest.mark.parametrize("size", growth(40, 3, 3), ids=str)
def test_search(measure: Measure, size: Size) -> None:
    found = measure(
        lambda: search_worst_pair(parameters(size.limit), size.rounds, size.experts, restarts=1, steps=200),
        what="search for a bad pair, one climb of 200 pairs",
        size=size,
        setup=forget,
        notes=lambda found: {"pairs": found.looked_at},
    )
    assert found.certificate.above


MEMORY = """
import resource
from benchmarks.test_laws import Size, float_law, float_pair_divergence, halting_table, instance, neighbour, parameters

size = Size({size.rounds}, {size.experts}, {size.limit})
first = instance(size)
middle = size.rounds // 2
halting_table(first.losses, first.parameters)
float_law(first.losses, first.parameters)
float_pair_divergence(first.losses, middle, neighbour(first).losses[middle], first.parameters)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_memory_of_float_laws(measure: Measure) -> None:
    size = Size(1000, 10, 20)
    peak = measure(
        lambda: int(
            subprocess.run([sys.executable, "-c", MEMORY.format(size=size)], check=True, capture_output=True).stdout
        ),
        what="table, law and max-divergence in one process, float (its CPU time is not counted)",
        size=size,
        notes=lambda kilobytes: {"peak memory in MiB": kilobytes // 1024},
    )
    assert peak < 1 << 20, "KiB"
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >= peak
