"""Adaptive draws from multiplicative weights on two neighbouring streams, and their exact laws."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from dartproof.mechanisms import exponential_mechanism
from dartproof.numeric import Real, log
from dartproof.streams import Steps


@dataclass(frozen=True)
class Play:
    """V draws; the round of each depends on the expert drawn before.

    Attributes:
        losses: the stream S, in steps of 1/grid.
        neighbour: the stream S'.
        grid: see `losses`.
        keep: e^(-eta/grid).
        waits: after the draw number j of expert i (before the first one i = 0) so many rounds pass, entry j N + i.
        draws: the limit V.
    """

    losses: Steps
    neighbour: Steps
    grid: int
    keep: Fraction
    waits: tuple[int, ...]
    draws: int

    def __str__(self) -> str:
        """In the paper's notation."""
        return (
            f"e^-eta = {self.keep**self.grid}, S = {_rows(self.losses, self.grid)}, "
            f"S' = {_rows(self.neighbour, self.grid)}, V = {self.draws}, waits {self.waits}"
        )

    @property
    def eta(self) -> Real:
        """The learning rate."""
        return -log(self.keep) * self.grid

    @cached_property
    def courses(self) -> list[tuple[Fraction, Fraction]]:
        """The probabilities (P(w), H(w)) of all courses w."""
        experts = len(self.losses[0])
        shares = [
            list(zip(_law(self.losses, t, self.keep), _law(self.neighbour, t, self.keep), strict=True))
            for t in range(len(self.losses))
        ]

        def follow(now: int, made: int, last: int, p: Fraction, h: Fraction) -> Iterator[tuple[Fraction, Fraction]]:
            drawn = now + self.waits[(made * experts + last) % len(self.waits)]
            if made == self.draws or drawn >= len(self.losses):
                yield p, h
                return
            for expert, (share, share_n) in enumerate(shares[drawn]):
                yield from follow(drawn, made + 1, expert, p * share, h * share_n)

        return list(follow(0, 0, 0, Fraction(1), Fraction(1)))


def _law(losses: Steps, t: int, keep: Fraction) -> tuple[Fraction, ...]:
    """P_t, with t from 0."""
    totals = [sum(row[i] for row in losses[:t]) for i in range(len(losses[0]))]
    return exponential_mechanism.law(totals, keep)


def _rows(losses: Steps, grid: int) -> str:
    return "; ".join(", ".join(str(Fraction(step, grid)) for step in row) for row in losses)
