"""Algorithm 1 with and without its limit, round by round, in Q(L)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product

from hypothesis import strategies as st

from dartproof.accounting import ExactParameters
from dartproof.laws.forward import ProcessLaw, process_law
from dartproof.laws.path import Instance
from dartproof.laws.process import small_loss_process
from dartproof.numeric import LogNumber
from dartproof.strategies import exact_parameters, loss_steps
from dartproof.streams import Steps, streams_on_grid


@dataclass(frozen=True, slots=True)
class Case:
    """A stream, and Algorithm 1 with its limit."""

    losses: Steps
    parameters: ExactParameters

    def __str__(self) -> str:
        """In the paper's notation, losses in grid steps."""
        rows, it = "; ".join(",".join(map(str, row)) for row in self.losses), self.parameters
        numbers = f"x = {it.keep}, y = {it.noise}, c = {it.clip}, tau = {Fraction(it.threshold, it.grid)}"
        return f"S = {rows} in steps of 1/{it.grid}, {numbers}, V = {it.limit}"

    @property
    def rounds(self) -> int:
        """T."""
        return len(self.losses)

    def law(self, *, rounds: int, limited: bool) -> ProcessLaw[LogNumber]:
        """Of the first few rounds; without the limit, T - 1 updates are possible, and not more."""
        parameters = self.parameters if limited else replace(self.parameters, limit=self.rounds - 1)
        return _law(self.losses[:rounds], parameters)

    def differences(self, now: int, *, threshold: int = 0) -> list[LogNumber]:
        """(Q_t(i) - Q^_t(i)) l_t(i) for each i, t from 0; a control raises the threshold of the latter."""
        parameters = replace(self.parameters, limit=self.rounds - 1, threshold=self.parameters.threshold + threshold)
        with_limit = self.law(rounds=self.rounds, limited=True).marginals[now]
        without = _law(self.losses, parameters).marginals[now]
        grid = self.parameters.grid
        return [
            (q - q_free) * Fraction(steps, grid)
            for q, q_free, steps in zip(with_limit, without, self.losses[now], strict=True)
        ]

    def exceeds(self, now: int, *, by: int = 1) -> LogNumber:
        """Pr[v^_t >= V + by], t from 0."""
        law = self.law(rounds=now + 1, limited=False)
        return sum(law.updates[self.parameters.limit + by :], start=self.parameters.field.zero)

    def reaches(self) -> LogNumber:
        """Pr[v_T >= V]."""
        return sum(
            self.law(rounds=self.rounds, limited=True).updates[self.parameters.limit :],
            start=self.parameters.field.zero,
        )


@lru_cache(maxsize=1 << 10)
def _law(losses: Steps, parameters: ExactParameters) -> ProcessLaw[LogNumber]:
    return process_law(small_loss_process(Instance(losses, parameters)))


def every_case(*, rounds: int, keeps: tuple[Fraction, ...] = (Fraction(1, 2), Fraction(1, 10))) -> Iterator[Case]:
    """All streams of two experts, two thresholds, V = 0, 1."""
    for keep, threshold, limit in product(keeps, (-1, 1), (0, 1)):
        parameters = ExactParameters(grid=1, keep=keep, noise=Fraction(1, 10), clip=1, threshold=threshold, limit=limit)
        for losses in streams_on_grid(rounds, 2, 1, last_round=True):
            yield Case(losses, parameters)


def sharp_checks(*, rounds: tuple[int, ...] = (2, 3), keep: Fraction = Fraction(1, 50)) -> Iterator[Case]:
    """V = 0, and checks that are nearly certain after a loss of 1 and rare before it."""
    parameters = ExactParameters(grid=2, keep=keep, noise=Fraction(1, 50), clip=1, threshold=1, limit=0)
    for length in rounds:
        for losses in streams_on_grid(length, 2, 1, last_round=True):
            yield Case(_doubled(losses), parameters)


def _doubled(losses: Steps) -> Steps:
    """Losses of whole units on the grid 1/2."""
    return tuple(tuple(2 * steps for steps in row) for row in losses)


@st.composite
def cases(draw: st.DrawFn, *, grid: int | None = None, most: int = 4) -> Case:
    """Any losses on grids up to 1/2, any parameters."""
    steps = draw(st.integers(1, 2)) if grid is None else grid
    losses = draw(loss_steps(grid=steps, max_rounds=most, max_experts=3))
    return Case(losses, draw(exact_parameters(grid=steps, max_clip=2, max_limit=2)))


@st.composite
def sharp_cases(draw: st.DrawFn) -> Case:
    """The same for drawn parameters and up to four rounds."""
    losses = draw(loss_steps(min_rounds=2, max_rounds=4, min_experts=2, max_experts=2))
    keep, noise = (Fraction(1, draw(st.integers(20, 60))) for _ in range(2))
    parameters = ExactParameters(
        grid=2, keep=keep, noise=noise, clip=1, threshold=draw(st.integers(0, 2)), limit=draw(st.integers(0, 1))
    )
    return Case(_doubled(losses), parameters)
