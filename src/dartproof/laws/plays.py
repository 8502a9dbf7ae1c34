"""Plays of lazy learners on exact losses: with a delay function, or with the noises of AboveThreshold."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from dartproof.laws.lazy import Hazard, LazyProcess, Position, Weights, lazy_process, position_laws, weights_of
from dartproof.laws.rules import above_threshold_hazard, delay_arguments, delayed_hazard, every_delay
from dartproof.learners.lazy import DelayFunction
from dartproof.mechanisms.bernoulli import clipped_keep_law
from dartproof.numeric import FastRational, LogField, LogNumber, fast
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


@dataclass(frozen=True, slots=True)
class NoisyPlay:
    """Algorithm 1 without clip and limit on exact losses, with its Laplace noises integrated out.

    Attributes:
        losses: T rows of N losses in grid steps.
        grid: g, the number of steps in a loss of 1.
        keep: x = exp(-eta/g), rational, 0 < x <= 1.
        noise: y = exp(-eps1/(4 g)), rational, 0 < y < 1.
        threshold: tau in grid steps.
        forced: whether there is a check in round T anyhow.
    """

    losses: Steps
    grid: int
    keep: Fraction
    noise: Fraction
    threshold: int
    forced: bool

    @property
    def weights(self) -> Weights[LogNumber]:
        """The weights of the losses, in Q(L) with L = -ln `noise`."""
        number, rational = LogField(self.noise).rational, weights_of(self.losses, self.keep)
        factors, shares = (
            tuple(tuple(map(number, row)) for row in table) for table in (rational.factors, rational.shares)
        )
        return Weights(number(1), factors, shares)

    def law(self) -> dict[Position, LogNumber]:
        """Return the law of the position after round T."""
        field, end = LogField(self.noise), len(self.losses) - 1
        asked = above_threshold_hazard(self.losses, threshold=self.threshold, field=field)

        def hazard(position: Position) -> LogNumber:
            return field.one if self.forced and position.now == end else asked(position)

        *_, law = position_laws(lazy_process(self.weights, hazard), until=end)
        return law

    def __str__(self) -> str:
        """In the paper's notation."""
        losses = ", ".join(
            f"l_{t} = ({', '.join(str(Fraction(steps, self.grid)) for steps in row)})"
            for t, row in enumerate(self.losses[:-1], start=1)
        )
        numbers = f"e^-eta = {self.keep**self.grid}, e^-(eps1/4) = {self.noise**self.grid}"
        return f"T = {len(self.losses)}, {losses}, {numbers}, tau = {Fraction(self.threshold, self.grid)}"


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


@dataclass(frozen=True, slots=True)
class Stream:
    """Exact losses for which any rule of when to check is looked at.

    Attributes:
        losses: T rows of N losses in grid steps.
        grid: g, the number of steps in a loss of 1.
        keep: x = exp(-eta/g), rational, 0 < x <= 1.
    """

    losses: Steps
    grid: int
    keep: Fraction

    def __str__(self) -> str:
        """In the paper's notation."""
        losses = [
            f"l_{t} = ({', '.join(str(Fraction(steps, self.grid)) for steps in row)})"
            for t, row in enumerate(self.losses[:-1], start=1)
        ]
        return ", ".join([f"T = {len(self.losses)}, e^-eta = {self.keep**self.grid}", *losses])
