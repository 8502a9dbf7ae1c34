"""Algorithm 1 with given noises in G, with drawn noises, and on neighbouring streams; answers and parameters."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product

import numpy as np
from hypothesis import strategies as st

from dartproof.accounting import ExactParameters
from dartproof.accounting.poisson import poisson_tail
from dartproof.accounting.sharp import SharpParameters, sharp_parameters
from dartproof.laws import Instance, ProcessLaw, Transcript, process_law, small_loss_process, transcript_law
from dartproof.laws.lazy import Choice, LazyProcess, Position, expert_law, lazy_process, position_laws, weights_of
from dartproof.laws.rules import poisson_tail as exact_poisson_tail
from dartproof.mechanisms.above_threshold import AboveThreshold, NoiseShape
from dartproof.mechanisms.bernoulli import clipped_keep_law
from dartproof.numeric import FastRational, LogNumber, Real, expm1, fast, log, slow
from dartproof.strategies import keep_factors, loss_steps
from dartproof.streams import Steps, neighbouring_pairs, streams_on_grid

SHAPES: tuple[NoiseShape, ...] = ("laplace", "exponential")


class Prescribed(np.random.Generator):
    """A generator whose noises are given, xi first."""

    def __init__(self, *noises: int) -> None:
        super().__init__(np.random.PCG64(0))
        self._noises = iter(noises)

    def laplace(self, *_: object) -> float:  # type: ignore[override]  # one draw at a time is asked for
        """The next noise."""
        return float(next(self._noises))

    def exponential(self, *_: object) -> float:  # type: ignore[override]  # as above
        """The next noise."""
        return float(next(self._noises))


@dataclass(frozen=True, slots=True)
class Range:
    """The noises that G admits, in grid steps.

    Attributes:
        most_xi, most_nu: b_xi lambda and b_nu lambda.
        shape: of both noises.
    """

    most_xi: int
    most_nu: int
    shape: NoiseShape

    def __str__(self) -> str:
        """In grid steps."""
        return f"b_xi lambda = {self.most_xi}, b_nu lambda = {self.most_nu}, {self.shape} noises"

    @property
    def sides(self) -> int:
        """1 for Laplace noises, else 0."""
        return int(self.shape == "laplace")

    @property
    def early(self) -> int:
        """alpha-."""
        return self.most_nu + self.sides * self.most_xi

    @property
    def late(self) -> int:
        """alpha+."""
        return self.most_xi + self.sides * self.most_nu

    def noises(self) -> Iterator[tuple[int, int]]:
        """All (xi, nu)."""
        yield from product(*(range(-self.sides * most, most + 1) for most in (self.most_xi, self.most_nu)))


@dataclass(frozen=True, slots=True)
class Answer:
    """One query, in grid steps, to an AboveThreshold whose noises are given."""

    query: int
    threshold: int
    xi: int
    nu: int
    range: Range

    def __str__(self) -> str:
        """In grid steps."""
        return f"q = {self.query}, tau = {self.threshold}, xi = {self.xi}, nu = {self.nu}, {self.range}"

    def top(self) -> bool:
        """The package's answer; small integers are exact in floats."""
        noises = Prescribed(self.xi, self.nu)
        return AboveThreshold(1.0, self.threshold, noises, noise_shape=self.range.shape).query(self.query)


@dataclass(frozen=True)
class Table:
    """Losses, parameters and noises in G, all in grid steps of 1/grid.

    Attributes:
        losses: T rows of N losses.
        grid: g.
        keep: e^(-eta/g).
        clip: c.
        threshold: tau.
        limit: V.
        xi, nu: xi_1, ..., xi_T and nu_2, ..., nu_T.
        range: what G admits.
    """

    losses: Steps
    grid: int
    keep: Fraction
    clip: int
    threshold: int
    limit: int
    xi: tuple[int, ...]
    nu: tuple[int, ...]
    range: Range

    def __str__(self) -> str:
        """In grid steps, and both sides in units of loss."""
        numbers = f"x = {self.keep}, c = {self.clip}, tau = {self.threshold}, V = {self.limit}, {self.range}"
        sides = f"L = {self.loss / self.grid}, L_MW = {self.weights / self.grid}, Pr[v^ > V] = {self.exceeded}"
        return f"S = {rows(self.losses)} in steps of 1/{self.grid}, {numbers}, xi = {self.xi}, nu = {self.nu}: {sides}"

    @property
    def overshoot(self) -> int:
        """Delta."""
        return self.threshold + self.range.late + self.grid

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

    def intervals(self) -> bool:
        """Whether every check has q >= c and every interval, the unfinished one included, loses at most Delta."""
        for law in position_laws(self._process(len(self.losses)), until=len(self.losses) - 1):
            for at in law:
                query = self._query(at.launch, at.now, at.expert)
                checked = at.now < len(self.losses) and self._answer(at)
                if query > self.overshoot or (checked and query < self.clip):
                    return False
        return True

    def _loss(self, process: LazyProcess[FastRational]) -> Fraction:
        laws = position_laws(process, until=len(self.losses) - 1)
        return _expected([expert_law(law, len(self.losses[0])) for law in laws], self.losses)

    def _process(self, limit: int) -> LazyProcess[FastRational]:
        def coin(launch: int, now: int, expert: int) -> FastRational:
            return fast(clipped_keep_law(self.keep, self._query(launch, now, expert), clip_steps=self.clip))

        free = lazy_process(weights_of(self.losses, self.keep), lambda at: fast(int(self._answer(at))), coin=coin)

        def choose(at: Position) -> Choice[FastRational]:
            return free.choose(at) if at.updates < limit else Choice(fast(1), fast(0), fast(0))

        return LazyProcess(free.shares, choose)

    def _query(self, launch: int, now: int, expert: int) -> int:
        return sum(row[expert] for row in self.losses[launch:now])

    def _answer(self, at: Position) -> bool:
        """What the package's AboveThreshold answers in a position that can be reached: all before was ⊥."""
        noises = Prescribed(self.xi[at.checks], self.nu[at.now - 1])
        above = AboveThreshold(1.0, self.threshold, noises, noise_shape=self.range.shape)
        return above.query(self._query(at.launch, at.now, at.expert))


def _expected(shares: Iterable[Sequence[FastRational]], losses: Steps) -> Fraction:
    total = fast(0)
    for row, lost in zip(shares, losses, strict=True):
        for share, steps in zip(row, lost, strict=True):
            total += share * steps
    return slow(total)


def rows(losses: Steps) -> str:
    """Rounds 1, 2, ... in this order."""
    return "; ".join(",".join(map(str, row)) for row in losses)


@dataclass(frozen=True, slots=True)
class Run:
    """Algorithm 1 with its noises, 1/b_xi = MX g L and 1/b_nu = MN g L, lambda = depth MX MN L, beta = 2T e^-lambda."""

    losses: Steps
    parameters: ExactParameters
    multiples: tuple[int, int]
    shape: NoiseShape
    depth: int

    def __str__(self) -> str:
        """In grid steps."""
        it = self.parameters
        numbers = f"x = {it.keep}, y = {it.noise}, c = {it.clip_steps}, tau = {it.threshold}, V = {it.limit}"
        return f"S = {rows(self.losses)} in steps of 1/{it.grid}, {numbers}, beta = {self.beta}, {self.range}"

    @property
    def range(self) -> Range:
        """What G admits."""
        return Range(self.depth * self.multiples[1], self.depth * self.multiples[0], self.shape)

    @property
    def beta(self) -> Fraction:
        """2T e^-lambda."""
        return 2 * len(self.losses) * self.parameters.noise ** (self.depth * self.multiples[0] * self.multiples[1])

    @property
    def best(self) -> Fraction:
        """L*."""
        totals: list[int] = [sum(column) for column in zip(*self.losses, strict=True)]
        return Fraction(min(totals), self.parameters.grid)

    @property
    def silent(self) -> Fraction:
        """What a learner that never checks loses: the mean over the experts."""
        return Fraction(sum(map(sum, self.losses)), len(self.losses[0]) * self.parameters.grid)

    @property
    def quiet(self) -> bool:
        """Whether on G every answer is ⊥: no expert loses tau - alpha- before round T."""
        totals: list[int] = [sum(column) for column in zip(*self.losses[:-1], strict=True)] or [0]
        return max(totals) < self.parameters.threshold - self.range.early

    def law(self) -> ProcessLaw[LogNumber]:
        """What is expected of it."""
        return _law(self.losses, self.parameters, self.multiples, self.shape)

    def bound(self, extra: Fraction = Fraction(0)) -> Real | None:
        """The bound on the loss less L*, for L' = L* + extra; None unless beta <= 1 and eta Delta < 2."""
        it, loss = self.parameters, self.best + extra
        eta = -log(it.keep) * it.grid
        mean = eta * loss + log(len(self.losses[0]))
        share = 1 - eta * (Fraction(it.threshold + self.range.late, it.grid) + 1) / 2
        if self.beta > 1 or not share > 0:
            return None
        return mean / (-expm1(-eta) * share) - loss + len(self.losses) * (self.beta + poisson_tail(mean, it.limit))


@lru_cache(maxsize=256)
def _law(
    losses: Steps, parameters: ExactParameters, multiples: tuple[int, int], shape: NoiseShape
) -> ProcessLaw[LogNumber]:
    return process_law(small_loss_process(Instance(losses, parameters, multiples, shape)))


@dataclass(frozen=True, slots=True)
class Pair:
    """Algorithm 1 on neighbouring streams in steps of 1, and a delta."""

    losses: Steps
    neighbour: Steps
    parameters: ExactParameters
    multiples: tuple[int, int]
    shape: NoiseShape
    delta: Fraction

    def __str__(self) -> str:
        """In the paper's notation."""
        it = self.parameters
        numbers = f"e^-eta = {it.keep}, y = {it.noise}, (MX, MN) = {self.multiples}, c = {it.clip}, V = {it.limit}"
        streams = f"S = {rows(self.losses)}, S' = {rows(self.neighbour)}"
        return f"{streams}, {numbers}, tau = {it.threshold}, {self.shape}, delta = {self.delta}"

    def laws(self) -> tuple[dict[Transcript, LogNumber], dict[Transcript, LogNumber]]:
        """Of the augmented transcript on S and S'."""
        return self._on(self.losses), self._on(self.neighbour)

    def _on(self, losses: Steps) -> dict[Transcript, LogNumber]:
        return _transcripts(losses, self.parameters, self.multiples, self.shape)

    def directions(self) -> tuple[Real, Real]:
        """1/b_xi + eta and 1/b_nu + eps2."""
        it = self.parameters
        rate, eta = -log(it.noise), -log(it.keep)
        return self.multiples[0] * rate + eta, self.multiples[1] * rate + log(it.exp_epsilon2)


@lru_cache(maxsize=1024)
def _transcripts(
    losses: Steps, parameters: ExactParameters, multiples: tuple[int, int], shape: NoiseShape
) -> dict[Transcript, LogNumber]:
    return transcript_law(losses, parameters, noise_multiples=multiples, noise_shape=shape)


def poisson_bound(table: Table) -> Real:
    """Pr[Poisson(M) > V], M = ln(Phi_1/Phi_T)."""
    totals = [sum(column) for column in zip(*table.losses[:-1], strict=True)] or [0] * len(table.losses[0])
    ratio = sum((table.keep**total for total in totals), start=Fraction(0)) / len(totals)
    return Real.of(exact_poisson_tail(ratio, table.limit))


def ranges() -> Iterator[Range]:
    """Both shapes, and noises of equal and of different scales."""
    for most_xi, most_nu, shape in product((0, 1, 3), (0, 1, 2), SHAPES):
        yield Range(most_xi, most_nu, shape)


def every_answer() -> Iterator[Answer]:
    """All noises that G admits and all queries up to a little further than alpha from tau."""
    for limits in ranges():
        for (xi, nu), far in product(limits.noises(), range(-limits.early - 2, limits.late + 3)):
            yield Answer(2 + far, 2, xi, nu, limits)


def every_table(*, rounds: int, limits_on_updates: tuple[int, ...] = (0, 1)) -> Iterator[Table]:
    """Two experts, losses 0 and 1 on the grid 1/2, c = 1/2, tau = alpha- + c, extreme noises."""
    for shape, limit, losses in product(SHAPES, limits_on_updates, streams_on_grid(rounds, 2, 1, last_round=True)):
        limits = Range(1, 1, shape)
        doubled = tuple(tuple(2 * loss for loss in row) for row in losses)
        least = -limits.sides
        for xi, nu in product((least, 1), product((least, 1), repeat=rounds - 1)):
            keep = Fraction(9, 10)
            yield Table(doubled, 2, keep, 1, limits.early + 1, limit, (xi,) * rounds, nu, limits)


def quiet(rounds: int, keep: Fraction, *, clip: int = 1, threshold: int = 1, limit: int = 0) -> Table:
    """Expert 1 loses 1 in each round, expert 2 nothing; no noise."""
    nothing = Range(0, 0, "exponential")
    losses = ((1, 0),) * rounds
    return Table(losses, 1, keep, clip, threshold, limit, (0,) * rounds, (0,) * (rounds - 1), nothing)


def never_checked(rounds: int, keep: Fraction, experts: int = 6) -> Table:
    """Expert 1 loses 1 in each round, the others nothing; no noise, c = 1, and tau = T too large for any check."""
    losses = ((1, *(0,) * (experts - 1)),) * rounds
    noises = (0,) * rounds
    return Table(losses, 1, keep, 1, rounds, 0, noises, noises[1:], Range(0, 0, "exponential"))


def every_run(*, rounds: int) -> Iterator[Run]:
    """Two experts, losses 0 and 1 on the grid 1/2, both shapes, two pairs of scales, tau = alpha- + c."""
    for shape, multiples, limit in product(SHAPES, ((2, 1), (1, 1)), (1, 3)):
        limits = Range(multiples[1], multiples[0], shape)
        noise = Fraction(1, 20) if multiples == (2, 1) else Fraction(1, 100)
        parameters = ExactParameters(
            grid=2, keep=Fraction(99, 100), noise=noise, clip=1, threshold=limits.early + 2, limit=limit
        )
        for losses in streams_on_grid(rounds, 2, 1, last_round=True):
            yield Run(tuple(tuple(2 * loss for loss in row) for row in losses), parameters, multiples, shape, 1)


def long_runs(*, rounds: int = 12) -> Iterator[Run]:
    """One bad expert, in all rounds or up to the middle; the bound is below the T/2 of a learner that never checks."""
    limits = Range(1, 1, "exponential")
    parameters = ExactParameters(
        grid=4, keep=Fraction(93, 100), noise=Fraction(1, 1000), clip=1, threshold=limits.early + 4, limit=3
    )
    for turn in (rounds, rounds // 2):
        losses = ((4, 0),) * turn + ((0, 4),) * (rounds - turn)
        yield Run(losses, parameters, (1, 1), "exponential", 1)


def silent_runs(*, rounds: int) -> Iterator[Run]:
    """Two experts, losses 0 and 1, c = T: on G nothing is ever checked."""
    for shape, multiples in product(SHAPES, ((2, 1), (1, 1))):
        noise = Fraction(1, 4 * rounds)
        limits = Range(multiples[1], multiples[0], shape)
        parameters = ExactParameters(
            grid=1,
            keep=Fraction(1, 2),
            noise=noise,
            clip=rounds,
            threshold=limits.early + rounds,
            limit=rounds,
        )
        for losses in streams_on_grid(rounds, 2, 1, last_round=True):
            yield Run(losses, parameters, multiples, shape, 1)


def _parameters(limit: int, threshold: int, keep: Fraction, noise: Fraction) -> ExactParameters:
    return ExactParameters(grid=1, keep=keep, noise=noise, clip=1, threshold=threshold, limit=limit)


def every_pair(*, rounds: int) -> Iterator[Pair]:
    """All neighbours of two experts and losses 0 and 1; either direction costs more; V = 1, 2."""
    for pair, shape, (multiples, noise, limit, delta) in product(
        neighbouring_pairs(rounds, 2, 1),
        SHAPES,
        (
            ((3, 1), Fraction(1, 2), 1, Fraction(0)),
            ((1, 2), Fraction(1, 2), 2, Fraction(1, 10)),
            ((1, 1), Fraction(9, 10), 2, Fraction(1, 5)),
        ),
    ):
        parameters = _parameters(limit, 1, Fraction(9, 10), noise)
        yield Pair(pair.losses, pair.neighbour, parameters, multiples, shape, delta)


def single_checks() -> Iterator[Pair]:
    """All neighbours with three rounds where one direction costs far more and resamples nearly nothing."""
    for pair, multiples in product(neighbouring_pairs(3, 2, 1), ((3, 1), (1, 4))):
        parameters = _parameters(1, 1, Fraction(99, 100), Fraction(1, 4))
        yield Pair(pair.losses, pair.neighbour, parameters, multiples, "exponential", Fraction(0))


def every_choice() -> Iterator[SharpParameters]:
    """What the package finds, for both shapes, at delta = 0 and above."""
    for shape in SHAPES:
        yield sharp_parameters(rounds=10**5, experts=10, epsilon=1, loss_bound=316, noise_shape=shape)
        few = Fraction(1, 10**6)
        yield sharp_parameters(rounds=10, experts=2, epsilon=2, delta=few, loss_bound=10**8, noise_shape=shape)


def random_ranges() -> st.SearchStrategy[Range]:
    """Any."""
    return st.builds(Range, st.integers(0, 4), st.integers(0, 4), st.sampled_from(SHAPES))


@st.composite
def answers(draw: st.DrawFn) -> Answer:
    """Noises that G admits, and queries about tau."""
    limits = draw(random_ranges())
    xi, nu = (draw(st.integers(-limits.sides * most, most)) for most in (limits.most_xi, limits.most_nu))
    threshold = draw(st.integers(-5, 5))
    return Answer(threshold + draw(st.integers(-limits.early - 2, limits.late + 2)), threshold, xi, nu, limits)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Any losses on grids up to 1/2, T <= 5, N <= 3, any noises, any tau >= alpha- + c, any V."""
    grid = draw(st.integers(1, 2))
    losses = draw(loss_steps(grid=grid, max_rounds=5))
    limits = Range(draw(st.integers(0, 2)), draw(st.integers(0, 2)), draw(st.sampled_from(SHAPES)))
    xi = draw(st.tuples(*[st.integers(-limits.sides * limits.most_xi, limits.most_xi)] * len(losses)))
    nu = draw(st.tuples(*[st.integers(-limits.sides * limits.most_nu, limits.most_nu)] * (len(losses) - 1)))
    clip = draw(st.integers(1, 2))
    threshold = limits.early + clip + draw(st.integers(0, 1))
    return Table(losses, grid, draw(keep_factors()), clip, threshold, draw(st.integers(0, 4)), xi, nu, limits)


def quiet_tables(at: Callable[[int, Fraction], Table], *, least: int = 50, most: int = 24) -> st.SearchStrategy[Table]:
    """Such tables made by `at`, with e^(-eta) from `least` percent on."""
    keeps = st.integers(least, 99).map(lambda percent: Fraction(percent, 100))
    return st.builds(at, st.integers(1, most), keeps)


@st.composite
def runs(draw: st.DrawFn, *, silent: bool = False) -> Run:
    """Any losses, T <= 4, N <= 3, noises of any scales; `silent`: e^-eta = 1/2, c = T = 2, 3, and only two experts."""
    grid, shape = (1 if silent else 2), draw(st.sampled_from(SHAPES))
    few = {"min_rounds": 2, "max_rounds": 3, "min_experts": 2, "max_experts": 2} if silent else {"max_rounds": 4}
    losses = draw(loss_steps(grid=grid, **few))
    multiples = draw(st.sampled_from(((2, 1), (1, 1), (1, 2))))
    limits = Range(multiples[1], multiples[0], shape)
    clip = len(losses) if silent else 1
    parameters = ExactParameters(
        grid=grid,
        keep=Fraction(1, 2) if silent else Fraction(draw(st.integers(80, 99)), 100),
        noise=Fraction(1, draw(st.integers(2 * len(losses) + 1, 60))),
        clip=clip,
        threshold=limits.early + clip * grid + (0 if silent else draw(st.integers(0, 1))),
        limit=len(losses) if silent else draw(st.integers(0, 3)),
    )
    return Run(losses, parameters, multiples, shape, 1)


@st.composite
def pairs(draw: st.DrawFn, *, single: bool = False) -> Pair:
    """Two experts, T <= 3, losses 0 and 1; `single`: as in `single_checks`."""
    losses = draw(loss_steps(min_rounds=3 if single else 1, max_rounds=3, min_experts=2, max_experts=2))
    now, row = draw(st.integers(0, len(losses) - 1)), draw(st.tuples(st.integers(0, 1), st.integers(0, 1)))
    neighbour = (*losses[:now], row, *losses[now + 1 :])
    if single:
        multiples = draw(st.sampled_from(((3, 1), (1, 4))))
        settled = _parameters(1, 1, Fraction(99, 100), Fraction(1, 4))
        return Pair(losses, neighbour, settled, multiples, "exponential", Fraction(0))
    multiples = draw(st.sampled_from(((2, 1), (1, 1), (1, 2))))
    keep, noise = draw(keep_factors()), draw(keep_factors())
    settled = _parameters(draw(st.integers(0, 2)), draw(st.integers(0, 2)), keep, noise)
    delta = Fraction(draw(st.integers(0, 9)), 20)
    return Pair(losses, neighbour, settled, multiples, draw(st.sampled_from(SHAPES)), delta)
