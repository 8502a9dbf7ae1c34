"""A learner as a finite Markov kernel, and how a measure on its states moves. Experts count from 0."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Protocol, TypeAlias, TypeVar

from dartproof.numeric import FastRational

State = TypeVar("State", bound=Hashable)

#: The losses of one round in steps of a grid, one integer for each of the N experts.
Row: TypeAlias = tuple[int, ...]

#: Exact masses of states, none negative; where they add up to 1, a law.
Measure: TypeAlias = Mapping[State, FastRational]


class Kernel(Protocol[State]):
    """A learner with finitely many states: in each round it picks an expert, and then is shown the losses.

    What it does depends on the past through its state only; a state may hold the whole past, so every learner that
    plays T rounds with finitely many choices is one. `start` and `update` return laws and `pick` returns one number
    for each expert, none negative and with sum 1.
    """

    @property
    def experts(self) -> int:
        """N, at least 1."""

    def start(self) -> Measure[State]:
        """The law of the state in round 1."""

    def pick(self, state: State) -> tuple[FastRational, ...]:
        """The law of the expert that is picked in this state."""

    def update(self, state: State, pick: int, row: Row) -> Measure[State]:
        """The law of the state of the next round, after `pick` was picked and `row` was shown."""


#: A learner whose states are only passed on, whatever their type.
AnyKernel: TypeAlias = Kernel[Any]


def picked(kernel: Kernel[State], measure: Measure[State]) -> list[dict[State, FastRational]]:
    """Split a measure on the states by the expert that is picked: one measure for each expert, their sum is `measure`.

    States of mass 0 are left out, so that an empty measure says that the expert is never picked.
    """
    parts: list[dict[State, FastRational]] = [{} for _ in range(kernel.experts)]
    for state, mass in measure.items():
        for part, chance in zip(parts, kernel.pick(state), strict=True):
            if chance and mass:
                part[state] = mass * chance
    return parts


def moved(kernel: Kernel[State], part: Measure[State], pick: int, row: Row) -> dict[State, FastRational]:
    """The measure on the states of the next round, where `part` is the measure of those that picked `pick`."""
    after: dict[State, FastRational] = {}
    for state, mass in part.items():
        for new, chance in kernel.update(state, pick, row).items():
            share = mass * chance
            after[new] = after[new] + share if new in after else share
    return after
