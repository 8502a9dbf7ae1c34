"""Plays of Algorithm 2: exact losses, a learning rate, a delay function and the rounds from start to end."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from dartproof.laws.lazy import Hazard, LazyProcess, Position, Weights, lazy_process, position_laws, weights_of
from dartproof.laws.rules import delay_arguments, delayed_hazard, every_delay
from dartproof.learners.lazy import DelayFunction
from dartproof.mechanisms.bernoulli import clipped_keep_law
from dartproof.numeric import FastRational, fast
from dartproof.streams.model import Steps


@dataclass(frozen=True, slots=True)
class Play:
    """Algorithm 2 on exact losses. Rounds and experts count from 0, in the text of a play from 1.

    Attributes:
        losses: T rows of N losses in grid steps.
        grid: g, the number of steps in a loss of 1.
        keep: x = exp(-eta/g), rational, 0 < x <= 1.
        delay: the delay function.
        start: T_s.
        end: T_e, the last round looked at.
        forced: whether the check in round `end` is forced, as it is in Algorithm 2.
    """

    losses: Steps
    grid: int
    keep: Fraction
    delay: DelayFunction
    start: int
    end: int
    forced: bool = True

    @property
    def experts(self) -> int:
        """N."""
        return len(self.losses[0])

    @property
    def weights(self) -> Weights[FastRational]:
        """The weights of the losses."""
        return weights_of(self.losses, self.keep)

    @property
    def hazard(self) -> Hazard[FastRational]:
        """When the learner checks."""
        return delayed_hazard(self.weights, self.delay, end=self.end if self.forced else None)

    def process(self, *, coin: Callable[[int, int, int], FastRational] | None = None) -> LazyProcess[FastRational]:
        """Return the learner, with another coin if one is given; see `lazy_process`."""
        return lazy_process(self.weights, self.hazard, coin=coin, start=self.start)

    def clipped_coin(self, launch: int, now: int, expert: int) -> FastRational:
        """Return exp(-eta max(1, r)), the probability of keeping with the clip 1 of Algorithm 1, e^eps2 = 2."""
        steps = sum(row[expert] for row in self.losses[launch:now])
        return fast(clipped_keep_law(self.keep, steps, clip_steps=self.grid))

    def law(self, process: LazyProcess[FastRational] | None = None) -> dict[Position, FastRational]:
        """Return the law of the position after round `end`, of the learner or of another process."""
        *_, law = position_laws(self.process() if process is None else process, until=self.end)
        return law

    def __str__(self) -> str:
        """In the paper's notation; of the losses and the delay function, what matters."""
        losses = [
            f"l_{t + 1} = ({', '.join(str(Fraction(steps, self.grid)) for steps in self.losses[t])})"
            for t in range(self.end)
        ]
        latest = self.end if self.forced else self.end + 1
        delays = [
            f"d({s + 1},{i + 1},{u + 1}) = {min(max(s + 1, self.delay(s, i, u)), latest) + 1}"
            for s, i, u in delay_arguments(start=self.start, end=self.end, experts=self.experts)
        ]
        rounds = f"T_s = {self.start + 1}, T_e = {self.end + 1}" if self.forced else f"T = {self.end + 1}"
        return ", ".join([rounds, f"e^-eta = {self.keep**self.grid}", *losses, *delays])


def every_stream(rounds: int, experts: int, *, grid: int = 1) -> Iterator[Steps]:
    """Yield every stream of losses 0, 1/g, ..., 1 whose last row, which no check sees, is 0."""
    rows = itertools.product(range(grid + 1), repeat=experts)
    for before in itertools.product(tuple(rows), repeat=rounds - 1):
        yield (*before, (0,) * experts)


def every_play(
    rounds: int, experts: int, keep: Fraction, *, grid: int = 1, start: int = 0, forced: bool = True
) -> Iterator[Play]:
    """Yield the plays of rounds `start` to T - 1 on every stream of `every_stream`, with every delay function."""
    for losses in every_stream(rounds, experts, grid=grid):
        for delay in every_delay(start=start, end=rounds - 1, experts=experts, forced=forced):
            yield Play(losses, grid, keep, delay, start, rounds - 1, forced)
