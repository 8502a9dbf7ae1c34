"""What `compensated_regret` is decided on: intervals, and the learner on whole streams, by the package's laws."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, product

from hypothesis import strategies as st

from dartproof.accounting import CompensatedParameters
from dartproof.laws.forward import process_law
from dartproof.laws.plays import every_stream
from dartproof.laws.process import Course, compensated_process
from dartproof.laws.rules import poisson_tail
from dartproof.numeric import LogNumber, Real, log
from dartproof.strategies import compensated_parameters, loss_steps
from dartproof.streams.model import Steps

HALF, MUCH, FEW = Fraction(1, 2), Fraction(9, 10), Fraction(1, 100)


def notation(p: CompensatedParameters) -> str:
    """In the paper's notation."""
    return (
        f"e^-eta = {1 / p.exp_eta}, y = {p.noise}, multiples {p.noise_multiples}, "
        f"c = {Fraction(p.clip_steps, p.grid)}, tau = {Fraction(p.threshold, p.grid)}, h0 = {p.least_hazard}"
    )


@lru_cache(maxsize=1024)
def constant(p: CompensatedParameters) -> LogNumber:
    """M, in units of loss; b1 = 1/(MX g L)."""
    field, grid = p.field, p.grid
    b = field.one / (p.noise_multiples[0] * grid * field.log)
    tau = Fraction(p.threshold, grid)
    z = b + b * b / (b + (tau + 1))
    kappa = max(field.zero, z - Fraction(p.clip_steps, grid))
    return (z + kappa + (tau + 1)) / 2


def moments(course: Course[LogNumber], losses: tuple[int, ...], grid: int) -> tuple[Fraction, Fraction, Fraction]:
    """E R, E R^2, and E R^2 over the event of a check, of an instance, where `losses` go on to round T."""
    pending = list(accumulate(losses))
    checked = [(keep + renewal).as_fraction() for keep, renewal in zip(course.keeps, course.renewals, strict=True)]
    chances = [*checked, course.never.as_fraction()]
    first, second = (
        sum((chance * Fraction(loss, grid) ** n for chance, loss in zip(chances, pending, strict=True)), Fraction(0))
        for n in (1, 2)
    )
    return first, second, second - chances[-1] * Fraction(pending[-1], grid) ** 2


@dataclass(frozen=True, slots=True)
class Interval:
    """One interval: the losses of its expert from its first round to round T, in grid steps."""

    losses: tuple[int, ...]
    parameters: CompensatedParameters

    def __str__(self) -> str:
        """With the ratio in question."""
        losses = ", ".join(str(Fraction(loss, self.parameters.grid)) for loss in self.losses)
        mean, square, _ = self.moments()
        ratio = f"{float(square / mean / 2):.5f}..." if mean else "0/0"
        most = f"{float(constant(self.parameters)):.5f}..."
        return f"losses {losses}, {notation(self.parameters)}: E R^2/(2 E R) = {ratio}, M = {most}"

    def moments(self) -> tuple[Fraction, Fraction, Fraction]:
        """See `moments`."""
        process = compensated_process(tuple((loss,) for loss in self.losses), self.parameters)
        return moments(process.course(0, 0, 0), self.losses, self.parameters.grid)


def bounded(interval: Interval, *, share: Fraction = Fraction(1), less: Fraction = Fraction(0)) -> bool:
    """E R^2 <= 2 M E R; a false claim has a share of M, or M less something."""
    mean, square, _ = interval.moments()
    return square <= (constant(interval.parameters) * share - less) * (2 * mean)


@dataclass(frozen=True, slots=True)
class Play:
    """The learner on a stream; the limit V of its parameters is that of the last claim."""

    losses: Steps
    parameters: CompensatedParameters

    def __str__(self) -> str:
        """In the paper's notation."""
        rows = "; ".join(",".join(str(Fraction(steps, self.parameters.grid)) for steps in row) for row in self.losses)
        return f"losses {rows}, {notation(self.parameters)}, V = {self.parameters.limit}"

    @property
    def eta(self) -> Real:
        """The learning rate."""
        return log(self.parameters.exp_eta)

    def loss(self, *, limit: int | None = None) -> Fraction:
        """L, or L_V."""
        process = replace(compensated_process(self.losses, self.parameters), limit=limit)
        return process_law(process).expected_loss.as_fraction()

    def weights_loss(self) -> Fraction:
        """L_MW."""
        shares = compensated_process(self.losses, self.parameters).shares
        return sum(
            (
                share.as_fraction() * Fraction(loss, self.parameters.grid)
                for row, chances in zip(self.losses, shares, strict=True)
                for loss, share in zip(row, chances, strict=True)
            ),
            Fraction(0),
        )

    def squares(self) -> tuple[Fraction, Fraction]:
        """E sum of R_u^2 over all intervals, and over those that end with a check."""
        process = compensated_process(self.losses, self.parameters)
        rounds, experts = process.rounds, process.experts
        drawn = [Fraction(1), *[Fraction(0)] * (rounds - 1)]
        kept = [[Fraction(0)] * experts for _ in range(rounds)]
        every = finished = Fraction(0)
        for now, expert in product(range(rounds), range(experts)):
            mass = kept[now][expert] + drawn[now] * process.shares[now][expert].as_fraction()
            course = process.course(now, expert, 0)
            losses = tuple(row[expert] for row in self.losses[now:])
            _, second, with_check = moments(course, losses, self.parameters.grid)
            every, finished = every + mass * second, finished + mass * with_check
            for t, (keep, renewal) in enumerate(zip(course.keeps, course.renewals, strict=True), start=now + 1):
                kept[t][expert] += mass * keep.as_fraction()
                drawn[t] += mass * renewal.as_fraction()
        return every, finished


def lags(play: Play, *, finished_only: bool = False) -> bool:
    """L - L_MW <= (eta/2) E sum of R_u^2; a false claim leaves out the last interval."""
    every, finished = play.squares()
    behind, squares = play.loss() - play.weights_loss(), finished if finished_only else every
    return behind <= 0 if squares == 0 else play.eta * squares >= 2 * behind


def competes(play: Play, *, limited: bool = False) -> bool:
    """L (1 - eta M) <= L_MW; a false claim takes L_V instead."""
    weights = play.weights_loss()
    lost = play.loss(limit=play.parameters.limit if limited else None)
    return lost <= weights or (1 - play.eta * constant(play.parameters)) * lost <= weights


def competes_with_limit(play: Play) -> bool:
    """L_V <= L_MW/(1 - eta M) + T Pr[Poisson(Lambda) > V], if eta M < 1."""
    one, lost, weights = play.parameters, play.loss(limit=play.parameters.limit), play.weights_loss()
    rate = 1 - play.eta * constant(one)
    if lost <= weights or rate <= 0:
        return True
    totals = [sum(column) for column in zip(*play.losses[:-1], strict=True)] or [0]
    ratio = sum((one.keep**total for total in totals), Fraction(0)) / len(play.losses[0])
    ratio *= (1 - one.compensation) ** (len(play.losses) - 1)
    return Real.of(lost) <= weights / rate + len(play.losses) * Real.of(poisson_tail(ratio, one.limit))


def learner(
    *,
    keep: Fraction = HALF,
    noise: Fraction = HALF,
    clip: int = 1,
    excess: int = 0,
    limit: int = 1,
    grid: int = 1,
    multiples: tuple[int, int] = (1, 1),
    floor: Fraction | None = None,
) -> CompensatedParameters:
    """Parameters with tau = c + `excess`, all in grid steps."""
    return CompensatedParameters(
        grid=grid,
        keep=keep,
        noise=noise,
        clip_steps=clip,
        threshold=clip + excess,
        limit=limit,
        noise_multiples=multiples,
        floor=floor,
    )


def every_learner(*, full: bool, grid: int = 1) -> Iterator[CompensatedParameters]:
    """Weak and strong noises, two clips, with a threshold at the clip or above it, and two rates."""
    for noise, clip, excess in product((HALF, MUCH, FEW), (1, 3), (0, 1, 3, 5) if full else (0, 3)):
        for multiples in ((1, 1), (2, 1), (1, 2), (1, 4)) if full else ((2, 1), (1, 4)):
            yield learner(
                keep=MUCH if clip == 1 else HALF, noise=noise, clip=clip, excess=excess, grid=grid, multiples=multiples
            )


def every_interval(*, full: bool) -> Iterator[Interval]:
    """All losses 0 and 1 of up to 6 rounds, and ones after up to 8 rounds without a loss."""
    for one in every_learner(full=full):
        for rounds in range(1, 7 if full else 6):
            yield from (Interval(losses, one) for losses in product((0, 1), repeat=rounds))
        for zeros, ones in product((0, 2, 8), (8, 12)):
            yield Interval((0,) * zeros + (1,) * ones, one)
    for one in every_learner(full=full, grid=2) if full else ():
        yield from (Interval(losses, one) for losses in product((0, 1, 2), repeat=4))


def every_play(*, full: bool) -> Iterator[Play]:
    """All losses 0 and 1, T = 4, N = 2, at full effort also T = 3, N = 3 and losses 0, 1/2, 1."""
    for rounds, experts, grid in ((4, 2, 1), (3, 3, 1), (3, 2, 2)) if full else ((4, 2, 1),):
        for n, one in enumerate(every_learner(full=full, grid=grid)):
            for losses in every_stream(rounds, experts, grid=grid):
                if losses[0][0] <= losses[0][1] and (full or n % 2 == 0):
                    yield Play((*losses[:-1], (0,) * (experts - 1) + (grid,)), one)


def long_plays(limit: int) -> Iterator[Play]:
    """The second expert always loses 1, the first never, T = 20, where eta M < 1."""
    yield Play(((0, 1),) * 20, learner(keep=MUCH, noise=FEW, limit=limit))


@st.composite
def drawn_intervals(draw: st.DrawFn, *, fixed: CompensatedParameters | None = None, zeros: int = 8) -> Interval:
    """Any losses of up to 6 rounds and then ones, and any parameters or the given ones."""
    grid = draw(st.integers(1, 3)) if fixed is None else fixed.grid
    one = draw(compensated_parameters(grid=grid, max_denominator=100, max_excess=6)) if fixed is None else fixed
    before = draw(st.lists(st.integers(0, grid), max_size=6))
    waits, ones = draw(st.integers(0, zeros)), draw(st.integers(0 if before else 1, 12))
    return Interval((*before, *(0,) * waits, *(grid,) * ones), one)


@st.composite
def drawn_plays(draw: st.DrawFn) -> Play:
    """Any losses and parameters, T <= 5, N <= 3."""
    grid = draw(st.integers(1, 3))
    return Play(
        draw(loss_steps(grid=grid, max_rounds=5, max_experts=3)), draw(compensated_parameters(grid=grid, max_excess=5))
    )


@st.composite
def steady_plays(draw: st.DrawFn, limit: int) -> Play:
    """Two experts, of whom one always loses 1 and the other never, and a low rate, eta M < 1."""
    return Play(((0, 1),) * draw(st.integers(1, 40)), learner(keep=MUCH, noise=FEW, limit=limit))
