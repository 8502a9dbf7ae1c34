"""Algorithm 1 with given noises in G, with drawn noises, and with the parameters of the theorems."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product

import numpy as np
from hypothesis import strategies as st

from dartproof.accounting import ExactParameters
from dartproof.accounting.parameters import PaperParameters, pure_parameters
from dartproof.accounting.poisson import poisson_tail
from dartproof.accounting.sharp import SharpParameters, sharp_parameters
from dartproof.laws.forward import ProcessLaw, process_law
from dartproof.laws.lazy import Choice, LazyProcess, Position, expert_law, lazy_process, position_laws, weights_of
from dartproof.laws.path import Instance
from dartproof.laws.process import small_loss_process
from dartproof.laws.rules import poisson_tail as exact_poisson_tail
from dartproof.mechanisms.above_threshold import AboveThreshold
from dartproof.mechanisms.bernoulli import clipped_keep_law
from dartproof.numeric import FastRational, LogNumber, Real, exp, expm1, fast, log, slow
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


def best_of(losses: Steps) -> int:
    """L* in grid steps."""
    totals: list[int] = [sum(column) for column in zip(*losses, strict=True)]
    return min(totals)


@dataclass(frozen=True)
class Table:
    """Losses, parameters and noises that G admits, all in grid steps of 1/grid.

    Attributes:
        losses: T rows of N losses.
        grid: g.
        keep: e^(-eta/g).
        clip: c.
        threshold: tau.
        limit: V.
        xi, nu: xi_1, ..., xi_T and nu_2, ..., nu_T.
        alpha: the largest |xi| plus the largest |nu| that G admits.
    """

    losses: Steps
    grid: int
    keep: Fraction
    clip: int
    threshold: int
    limit: int
    xi: tuple[int, ...]
    nu: tuple[int, ...]
    alpha: int

    def __str__(self) -> str:
        """In grid steps, and both sides in units of loss."""
        rows = "; ".join(",".join(map(str, row)) for row in self.losses)
        numbers = f"x = {self.keep}, c = {self.clip}, tau = {self.threshold}, alpha = {self.alpha}, V = {self.limit}"
        sides = f"L = {self.loss / self.grid}, L_MW = {self.weights / self.grid}, Pr[v^ > V] = {self.exceeded}"
        return f"S = {rows} in steps of 1/{self.grid}, {numbers}, xi = {self.xi}, nu_2.. = {self.nu}: {sides}"

    @property
    def overshoot(self) -> int:
        """Delta."""
        return max(self.threshold + self.alpha, 0) + self.grid

    @cached_property
    def loss(self) -> Fraction:
        """E of the loss with the limit."""
        return self._loss(self._process(self.limit))

    @cached_property
    def free_loss(self) -> Fraction:
        """E of the loss without it."""
        return self._loss(self._process(len(self.losses)))

    @cached_property
    def exceeded(self) -> Fraction:
        """Pr[v^_T > V]."""
        *_, law = position_laws(self._process(len(self.losses)), until=len(self.losses) - 1)
        return slow(sum((mass for at, mass in law.items() if at.updates > self.limit), start=fast(0)))

    @cached_property
    def weights(self) -> Fraction:
        """L_MW."""
        return _expected(weights_of(self.losses, self.keep).shares, self.losses)

    def _loss(self, process: LazyProcess[FastRational]) -> Fraction:
        laws = position_laws(process, until=len(self.losses) - 1)
        return _expected([expert_law(law, len(self.losses[0])) for law in laws], self.losses)

    def _process(self, limit: int) -> LazyProcess[FastRational]:
        def coin(launch: int, now: int, expert: int) -> FastRational:
            return fast(clipped_keep_law(self.keep, self._query(launch, now, expert), clip_steps=self.clip))

        free = lazy_process(weights_of(self.losses, self.keep), self._answer, coin=coin)

        def choose(at: Position) -> Choice[FastRational]:
            return free.choose(at) if at.updates < limit else Choice(fast(1), fast(0), fast(0))

        return LazyProcess(free.shares, choose)

    def _query(self, launch: int, now: int, expert: int) -> int:
        return sum(row[expert] for row in self.losses[launch:now])

    def _answer(self, at: Position) -> FastRational:
        """What the package's AboveThreshold answers in a position that can be reached."""
        above = AboveThreshold(1.0, self.threshold, Prescribed(self.xi[at.checks], self.nu[at.launch :]))
        answers = [above.query(self._query(at.launch, t, at.expert)) for t in range(at.launch + 1, at.now + 1)]
        return fast(int(answers[-1]))


def _expected(shares: Iterable[Sequence[FastRational]], losses: Steps) -> Fraction:
    total = fast(0)
    for row, lost in zip(shares, losses, strict=True):
        for share, steps in zip(row, lost, strict=True):
            total += share * steps
    return slow(total)


@dataclass(frozen=True, slots=True)
class Run:
    """Algorithm 1 with its Laplace noises, alpha = 3 depth steps, beta = 2T y^(2 depth)."""

    losses: Steps
    parameters: ExactParameters
    depth: int

    def __str__(self) -> str:
        """In grid steps."""
        rows, it = "; ".join(",".join(map(str, row)) for row in self.losses), self.parameters
        numbers = f"x = {it.keep}, y = {it.noise}, c = {it.clip_steps}, tau = {it.threshold}, V = {it.limit}"
        return f"S = {rows} in steps of 1/{it.grid}, {numbers}, alpha = {3 * self.depth}"

    def law(self) -> ProcessLaw[LogNumber]:
        """What is expected of it."""
        return _law(self.losses, self.parameters)

    def bounds(self) -> tuple[Real, Real | None]:
        """The sharper bound with e^(2 eta Delta), and itself, if eta Delta < 2, on the loss."""
        it, rounds = self.parameters, len(self.losses)
        eta, best = -log(it.keep) * it.grid, Fraction(best_of(self.losses), it.grid)
        mean = eta * best + log(len(self.losses[0]))
        overshoot = Fraction(it.threshold + 3 * self.depth, it.grid) + 1
        cost = rounds * (2 * rounds * it.noise ** (2 * self.depth) + poisson_tail(mean, it.limit))
        weights = mean / -expm1(-eta)
        gap = 1 - eta * overshoot / 2
        return exp(2 * eta * overshoot) * weights + cost, (weights / gap + cost if gap > 0 else None)


@lru_cache(maxsize=256)
def _law(losses: Steps, parameters: ExactParameters) -> ProcessLaw[LogNumber]:
    return process_law(small_loss_process(Instance(losses, parameters)))


@dataclass(frozen=True, slots=True)
class Setting:
    """T, N, epsilon and L'."""

    rounds: int
    experts: int
    epsilon: Fraction
    loss_bound: Fraction

    def __str__(self) -> str:
        """As the theorems write it."""
        return f"T = {self.rounds}, N = {self.experts}, epsilon = {self.epsilon}, L' = {self.loss_bound}"

    def paper(self) -> PaperParameters:
        """Those of Theorem A.1."""
        return pure_parameters(
            rounds=self.rounds, experts=self.experts, epsilon=self.epsilon, loss_bound=self.loss_bound
        )

    def sharp(self) -> SharpParameters:
        """The sharper ones."""
        return sharp_parameters(
            rounds=self.rounds, experts=self.experts, epsilon=self.epsilon, loss_bound=self.loss_bound
        )


def poisson_bound(table: Table) -> Real:
    """Pr[Poisson(M) > V], M = ln(Phi_1/Phi_T)."""
    totals = [sum(column) for column in zip(*table.losses[:-1], strict=True)] or [0] * len(table.losses[0])
    ratio = sum((table.keep**total for total in totals), start=Fraction(0)) / len(totals)
    return Real.of(exact_poisson_tail(ratio, table.limit))


def every_table(*, rounds: int) -> Iterator[Table]:
    """Two experts, losses 0 and 1, c = 1/2, tau = alpha + c, noises of -1/2 and 1/2, V = 0 and 1."""
    for keep, limit, losses in product(
        (Fraction(9, 10), Fraction(99, 100)), (0, 1), streams_on_grid(rounds, 2, 1, last_round=True)
    ):
        doubled = tuple(tuple(2 * loss for loss in row) for row in losses)
        for xi, nu in product((-1, 1), product((-1, 1), repeat=rounds - 1)):
            yield Table(doubled, 2, keep, 1, 3, limit, (xi,) * rounds, nu, 2)


def one_bad_expert() -> Iterator[Table]:
    """Expert 1 loses 1 in each round, expert 2 nothing; no noise, c = tau = 1, V = 0, T = 1, 5 and 20."""
    for length, keep in product((1, 5, 20), (Fraction(1, 2), Fraction(9, 10))):
        yield quiet(length, keep, clip=1, threshold=1, limit=0)


def quiet(rounds: int, keep: Fraction, *, clip: int, threshold: int, limit: int) -> Table:
    """The same for any parameters."""
    return Table(((1, 0),) * rounds, 1, keep, clip, threshold, limit, (0,) * rounds, (0,) * (rounds - 1), 0)


def every_run(*, rounds: int) -> Iterator[Run]:
    """Two experts, losses 0 and 1 on the grid 1/2, noises so small that beta < 1."""
    for keep, limit in product((Fraction(9, 10), Fraction(99, 100)), (1, 3)):
        parameters = ExactParameters(grid=2, keep=keep, noise=Fraction(1, 20), clip=1, threshold=5, limit=limit)
        for losses in streams_on_grid(rounds, 2, 1, last_round=True):
            yield Run(tuple(tuple(2 * loss for loss in row) for row in losses), parameters, 1)


def every_setting() -> Iterator[Setting]:
    """From small to very large; N >= 2."""
    for rounds, experts, epsilon, loss in product(
        (1, 10, 10**5, 10**9), (2, 1000), (Fraction(1), Fraction(1, 10)), (0, 100, 10**8)
    ):
        yield Setting(rounds, experts, epsilon, Fraction(loss))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Any losses on grids up to 1/2, T <= 5, N <= 3, any noises, any tau >= alpha + c, any V."""
    grid = draw(st.integers(1, 2))
    losses = draw(loss_steps(grid=grid, max_rounds=5))
    most_xi, most_nu = draw(st.integers(0, 1)), draw(st.integers(0, 1))
    xi = draw(st.tuples(*[st.integers(-most_xi, most_xi)] * len(losses)))
    nu = draw(st.tuples(*[st.integers(-most_nu, most_nu)] * (len(losses) - 1)))
    clip, alpha = draw(st.integers(1, 2)), most_xi + most_nu
    threshold = alpha + clip + draw(st.integers(0, 1))
    return Table(losses, grid, draw(keep_factors()), clip, threshold, draw(st.integers(0, 4)), xi, nu, alpha)


def quiet_tables(at: Callable[[int, Fraction], Table]) -> st.SearchStrategy[Table]:
    """Such tables for T <= 24 and e^(-eta) from 1/2 on, made by `at`."""
    keeps = st.integers(50, 99).map(lambda percent: Fraction(percent, 100))
    return st.builds(at, st.integers(1, 24), keeps)


@st.composite
def runs(draw: st.DrawFn) -> Run:
    """Any losses on the grid 1/2, T <= 4, N <= 3, noises of any size."""
    losses, depth = draw(loss_steps(grid=2)), draw(st.integers(1, 2))
    parameters = ExactParameters(
        grid=2,
        keep=draw(keep_factors()),
        noise=draw(keep_factors(max_denominator=30)),
        clip=1,
        threshold=3 * depth + 2 + draw(st.integers(0, 2)),
        limit=draw(st.integers(0, 3)),
    )
    return Run(losses, parameters, depth)


def settings() -> st.SearchStrategy[Setting]:
    """Any; N >= 2."""
    shares = st.integers(1, 100).map(lambda percent: Fraction(percent, 100))
    losses = st.integers(0, 10**6).map(Fraction)
    return st.builds(Setting, st.integers(1, 10**8), st.integers(2, 10**4), shares, losses)
