"""What all benchmarks share: the sizes at which growth is measured, and the record that the table is made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest


@dataclass(frozen=True, slots=True)
class Size:
    """T rounds, N experts and at most V resamples."""

    rounds: int
    experts: int
    limit: int

    def __str__(self) -> str:
        return f"T={self.rounds},N={self.experts},V={self.limit}"


def growth(rounds: int, experts: int, limit: int, *, fixed: str = "") -> list[Size]:
    """The size itself, and the sizes with one of T, N, V halved; the letters in `fixed` are not halved."""
    halves = {
        "T": Size(max(2, rounds // 2), experts, limit),
        "N": Size(rounds, max(1, experts // 2), limit),
        "V": Size(rounds, experts, max(1, limit // 2)),
    }
    return [Size(rounds, experts, limit), *(half for letter, half in halves.items() if letter not in fixed)]


@pytest.fixture
def measure(benchmark: Any) -> Callable[..., Any]:
    """Measure the CPU seconds of a function without arguments, and note what was measured.

    `target` is a number of seconds at the first size of the growth; `amount` is a number of trial-rounds, for which
    `target` is then a rate. The result of `work` is returned, so that a benchmark can look at it.
    """

    def run(
        work: Callable[[], Any],
        *,
        what: str,
        size: Size,
        target: float | None = None,
        amount: float | None = None,
        repeats: int = 1,
        notes: Callable[[Any], dict[str, object]] = lambda _: {},
        setup: Callable[[], None] = lambda: None,
    ) -> Any:
        benchmark.extra_info.update(
            what=what, rounds=size.rounds, experts=size.experts, limit=size.limit, target=target, amount=amount
        )

        result = benchmark.pedantic(work, setup=setup, rounds=repeats, iterations=1)
        benchmark.extra_info.update(notes(result))
        return result

    return run


def pytest_configure(config: pytest.Config) -> None:
    """Count CPU time, which other programs of the machine hardly change."""
    if hasattr(config.option, "benchmark_timer"):
        config.option.benchmark_timer = "time.process_time"
