"""Speed of simulations, and of one run over a long stream beside adding up its rows."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from benchmarks.conftest import Size
from dartproof.learners import build_learner, run, simulate
from dartproof.streams import LossStream

Measure = Callable[..., Any]

LEARNERS = {
    "small-loss": {"eta": "1/10", "tau": "8", "limit": "6", "epsilon1": "1", "epsilon2": "1"},
    "shrinking-dartboard": {"eta": "1/10"},
    "multiplicative-weights": {"eta": "1/10"},
    "lazy": {"eta": "1/10", "wait": "8"},
    "compensated": {"eta": "1/10", "tau": "8", "clip": "1", "limit": "6", "threshold-scale": "1", "query-scale": "1"},
}


def stream(rounds: int, experts: int) -> LossStream:
    """Losses 0 and 1 with equal probability, the same at each call."""
    losses = np.random.default_rng(0).integers(0, 2, size=(rounds, experts)).astype(np.float64)
    return LossStream(losses, tuple(f"expert {i + 1}" for i in range(experts)), "random")


@pytest.mark.parametrize("name", LEARNERS)
def test_simulation(measure: Measure, name: str) -> None:
    games, size = 20_000, Size(1000, 10, 6)
    losses = stream(size.rounds, size.experts)
    learner = build_learner(name, LEARNERS[name], rounds=size.rounds, experts=size.experts).learner
    found = measure(
        lambda: simulate(learner, losses, trials=games, seed=0),
        what=f"simulation of {name}, {games} games",
        size=size,
        target=20e6,
        amount=float(games * size.rounds),
    )
    assert found.trials == games


#: Of one long run; checks are as rare as they are with the parameters that a theorem sets for so many rounds.
SINGLE = LEARNERS | {
    "shrinking-dartboard": {"eta": "1/1000"},
    "lazy": {"eta": "1/1000", "wait": "100"},
}


@pytest.mark.parametrize("name", ["small-loss", "compensated", "shrinking-dartboard", "lazy"])
@pytest.mark.parametrize("size", [Size(200_000, 1000, 6), Size(100_000, 1000, 6), Size(200_000, 500, 6)], ids=str)
def test_one_run(measure: Measure, name: str, size: Size) -> None:
    losses = stream(size.rounds, size.experts)
    learner = build_learner(name, SINGLE[name], rounds=size.rounds, experts=size.experts).learner
    sums = []
    for _ in range(3):
        start = time.process_time()
        losses.losses.sum(axis=0)
        sums.append(time.process_time() - start)
    rows = min(sums)
    played = measure(
        lambda: run(learner, losses, np.random.default_rng(0)),
        what=f"one run of {name}; target: 1.3 times adding up the rows",
        size=size,
        target=1.3 * rows,
        repeats=3,
        notes=lambda _: {"seconds of adding up": f"{rows:.3g}"},
    )
    assert len(played.picks) == size.rounds
