"""Paths of Algorithm 1: with given noises in G, all coins and draws; and with drawn noises, in Q(L). In grid steps."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product

import numpy as np
from hypothesis import strategies as st

from dartproof.accounting import ExactParameters
from dartproof.laws import BELOW, UNASKED, Transcript, transcript_law
from dartproof.laws.lazy import Choice, LazyProcess, Position, lazy_process, position_laws, weights_of
from dartproof.mechanisms.above_threshold import AboveThreshold
from dartproof.mechanisms.bernoulli import clipped_keep_law
from dartproof.numeric import FastRational, LogNumber, fast
from dartproof.strategies import keep_factors, loss_steps
from dartproof.streams import Steps, streams_on_grid


class Prescribed(np.random.Generator):
    """A generator for AboveThreshold(1, tau) whose Laplace noises are given."""

    def __init__(self, xi: float, nu: tuple[int, ...]) -> None:
        super().__init__(np.random.PCG64(0))
        self._noises = {2.0: iter((xi,)), 4.0: iter(nu)}  # by the scale that is asked for

    def laplace(self, *arguments: float) -> float:  # type: ignore[override]  # one draw at a time is asked for
        """The next noise."""
        return float(next(self._noises[arguments[1]]))


@dataclass(frozen=True, slots=True)
class Interval:
    """A stretch between checks.

    Attributes:
        lost: the loss of the expert in it, in grid steps.
        waited: whether it is longer than one round.
        after_top: whether the round in which it starts had the answer ⊤.
        checked: whether it ends with a check.
        silent: whether the query behind it was answered with ⊥.
    """

    lost: int
    waited: bool
    after_top: bool
    checked: bool
    silent: bool


@dataclass(frozen=True, slots=True)
class Table:
    """Algorithm 1 with noises that G admits, |xi| <= most_xi and |nu| <= most_nu.

    Attributes:
        losses: T rows of N losses in steps of 1/grid.
        grid: g.
        clip: c in grid steps.
        excess: tau - alpha - c in grid steps.
        xi, nu: xi_1, ..., xi_T and nu_2, ..., nu_T in grid steps.
        most_xi, most_nu: what G admits.
    """

    losses: Steps
    grid: int
    clip: int
    excess: int
    xi: tuple[int, ...]
    nu: tuple[int, ...]
    most_xi: int
    most_nu: int

    def __str__(self) -> str:
        """In grid steps, rounds from 1."""
        rows = "; ".join(",".join(map(str, row)) for row in self.losses)
        noises = f"xi = {self.xi}, nu_2.. = {self.nu}, alpha = {self.alpha}"
        return f"S = {rows} in steps of 1/{self.grid}, c = {self.clip}, tau = {self.threshold}, {noises}"

    @property
    def alpha(self) -> int:
        """The larger of the noises' sum that G admits."""
        return self.most_xi + self.most_nu

    @property
    def threshold(self) -> int:
        """The threshold tau."""
        return self.alpha + self.clip + self.excess

    def intervals(self) -> Iterator[Interval]:
        """All that can occur, those unfinished in some round included."""
        process, end = self._process(), len(self.losses) - 1
        for law in position_laws(process, until=end):
            for at in law:
                asked = at.now <= end
                for checked, chance in zip((False, True), _checks(process, at, asked=asked), strict=True):
                    if chance:
                        lost = self._query(at.launch, at.now, at.expert)
                        silent = asked and not checked
                        yield Interval(lost, at.now - at.launch > 1, at.launch > 0, checked, silent)

    def _process(self) -> LazyProcess[FastRational]:
        weights = weights_of(self.losses, Fraction(1, 2))

        def coin(launch: int, now: int, expert: int) -> FastRational:
            return fast(clipped_keep_law(Fraction(1, 2), self._query(launch, now, expert), clip_steps=self.clip))

        return lazy_process(weights, self._answer, coin=coin)

    def _query(self, launch: int, now: int, expert: int) -> int:
        return sum(row[expert] for row in self.losses[launch:now])

    def _answer(self, at: Position) -> FastRational:
        """What the package's AboveThreshold answers in a position that can be reached."""
        above = AboveThreshold(1.0, self.threshold, Prescribed(self.xi[at.checks], self.nu[at.launch :]))
        answers = [above.query(self._query(at.launch, t, at.expert)) for t in range(at.launch + 1, at.now + 1)]
        return fast(int(answers[-1]))


def _checks(process: LazyProcess[FastRational], at: Position, *, asked: bool) -> tuple[FastRational, FastRational]:
    """The probabilities of no check and of a check in a position; after round T nothing is asked."""
    choice = process.choose(at) if asked else Choice(fast(1), fast(0), fast(0))
    return choice.wait, choice.keep + choice.resample


@dataclass(frozen=True, slots=True)
class Run:
    """Algorithm 1 with drawn noises; lambda = depth MX MN L, so that b_xi lambda and b_nu lambda are whole steps."""

    losses: Steps
    parameters: ExactParameters
    depth: int

    def __str__(self) -> str:
        """In grid steps."""
        rows, it = "; ".join(",".join(map(str, row)) for row in self.losses), self.parameters
        return f"S = {rows}, c = {it.clip_steps}, tau = {it.threshold}, V = {it.limit}, alpha = {self.alpha}"

    @property
    def alpha(self) -> int:
        """(b_xi + b_nu) lambda for the paper's noises, (MX, MN) = (2, 1)."""
        return 3 * self.depth

    @property
    def beta(self) -> Fraction:
        """2T e^-lambda."""
        return 2 * len(self.losses) * self.parameters.noise ** (2 * self.depth)

    def fails(self, right: Callable[[Interval], bool]) -> LogNumber:
        """The probability that some interval is not right."""
        law = _law(self.losses, self.parameters)
        zero = self.parameters.field.zero
        return sum((p for path, p in law.items() if not all(map(right, self._intervals(path)))), start=zero)

    def _intervals(self, path: Transcript) -> Iterator[Interval]:
        """Of a path, the last one too, unless the limit was reached."""
        player, lost, launch = path.first, 0, 0
        for now, (row, step) in enumerate(zip(self.losses, path.steps, strict=False), start=1):
            lost += row[player]
            if step == UNASKED:
                return
            if step != BELOW:
                yield Interval(lost, now - launch > 1, launch > 0, checked=True, silent=False)
                player, lost, launch = (step if step >= 0 else player), 0, now
            else:
                yield Interval(lost, now - launch > 1, launch > 0, checked=False, silent=True)
        if path.updates < self.parameters.limit:
            lost += self.losses[-1][player]
            yield Interval(lost, len(self.losses) - launch > 1, launch > 0, checked=False, silent=False)


@lru_cache(maxsize=256)
def _law(losses: Steps, parameters: ExactParameters) -> dict[Transcript, LogNumber]:
    return transcript_law(losses, parameters)


def every_table(*, rounds: int, excesses: tuple[int, ...] = (0, 1)) -> Iterator[Table]:
    """Two experts, one of which loses 1 in each round, the other sometimes; noises of -1/2 and 1/2, c = 1/2 and 1."""
    for clip, excess, column in product((1, 2), excesses, product((0, 2), repeat=rounds)):
        losses = tuple((2, loss) for loss in column)
        for xi, nu in product(product((-1, 1), repeat=2), product((-1, 1), repeat=rounds - 1)):
            yield Table(losses, 2, clip, excess, (*xi, *[0] * (rounds - 2)), nu, 1, 1)


def large_noises() -> Iterator[Table]:
    """An expert that loses 1 in each round, c = 1/2, noises of -1 and 1, T = 6."""
    for xi, *nu in product((-2, 2), repeat=6):
        yield Table(((2,),) * 6, 2, 1, 0, (xi,) * 6, tuple(nu), 2, 2)


def every_run(*, rounds: int) -> Iterator[Run]:
    """Streams of two experts, one of which loses 1 in each round; beta < 1."""
    for clip, limit in product((1, 2), (1, 2)):
        parameters = ExactParameters(
            grid=1, keep=Fraction(1, 2), noise=Fraction(1, 10), clip=clip, threshold=3 + clip, limit=limit
        )
        for column in product((0, 1), repeat=rounds):
            yield Run(tuple((1, loss) for loss in column), parameters, 1)


def every_fast_run() -> Iterator[Run]:
    """The same with a grid of 1/4, on which alpha is small and checks are soon, T = 5."""
    parameters = ExactParameters(grid=4, keep=Fraction(1, 2), noise=Fraction(1, 10), clip=1, threshold=7, limit=2)
    for losses in streams_on_grid(4, 2, 1, last_round=True):
        yield Run(tuple(tuple(4 * step for step in row) for row in losses), parameters, 1)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Any losses on grids up to 1/2, any noises in G."""
    grid = draw(st.integers(1, 2))
    losses = draw(loss_steps(grid=grid, max_rounds=6, max_experts=2))
    most_xi, most_nu = draw(st.integers(0, 2)), draw(st.integers(0, 2))
    xi = draw(st.tuples(*[st.integers(-most_xi, most_xi)] * len(losses)))
    nu = draw(st.tuples(*[st.integers(-most_nu, most_nu)] * (len(losses) - 1)))
    return Table(losses, grid, draw(st.integers(1, 2)), draw(st.integers(0, 1)), xi, nu, most_xi, most_nu)


@st.composite
def large_tables(draw: st.DrawFn) -> Table:
    """One expert of loss 0 or 1 in each round, c = 1/2, noises of -1 and 1, T <= 8."""
    rounds = draw(st.integers(1, 8))
    losses = draw(st.tuples(*[st.sampled_from((2, 0))] * rounds))
    xi, nu = (draw(st.tuples(*[st.sampled_from((2, -2))] * count)) for count in (rounds, rounds - 1))
    return Table(tuple((loss,) for loss in losses), 2, 1, 0, xi, nu, 2, 2)


@st.composite
def runs(draw: st.DrawFn) -> Run:
    """Up to four rounds on the grid 1/4, any losses, strong and weak noises."""
    losses = draw(loss_steps(grid=4, max_rounds=4, max_experts=2))
    noise, depth = draw(keep_factors(max_denominator=20)), draw(st.integers(1, 2))
    parameters = ExactParameters(
        grid=4,
        keep=Fraction(1, 2),
        noise=noise,
        clip=1,
        threshold=3 * depth + 4 + draw(st.integers(0, 2)),
        limit=draw(st.integers(0, 3)),
    )
    return Run(losses, parameters, depth)


def lowered(table: Table) -> Table:
    """The table with tau = c, if it had tau = alpha + c."""
    return replace(table, excess=table.excess - table.alpha)
