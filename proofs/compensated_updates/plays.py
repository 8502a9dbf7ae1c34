"""What `compensated_updates` is decided on: the law of the number of resamples and the expected loss, in rationals."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from dartproof.accounting import CompensatedParameters
from dartproof.laws.forward import ProcessLaw, process_law
from dartproof.laws.lazy import Choice, LazyProcess, Position, position_laws, update_tail, weights_of
from dartproof.laws.plays import every_stream
from dartproof.laws.process import compensated_process
from dartproof.laws.rules import TabledDelay, delay_arguments, poisson_tail
from dartproof.numeric import FastRational, LogNumber, fast, slow
from dartproof.strategies import compensated_parameters, delay_functions, loss_steps
from dartproof.streams.model import Steps

HALF, MUCH = Fraction(1, 2), Fraction(9, 10)
ZERO, ONE = fast(0), fast(1)

Tails = Callable[["Play"], list[Fraction]]
"""Pr[v_T > k] for k = 0, 1, ..., T - 1."""


@dataclass(frozen=True, slots=True)
class Play:
    """A stream and parameters, and perhaps a rule of when to check in place of the learner's own.

    Attributes:
        losses: T rows of N losses in grid steps.
        parameters: of the learner; their limit V is that of the second claim.
        delay: if given, a check is due from this round on, and before it only with the least probability allowed, p.
    """

    losses: Steps
    parameters: CompensatedParameters
    delay: Callable[[int, int, int], int] | None = None

    def __str__(self) -> str:
        """In the paper's notation, rounds and experts from 1."""
        p, grid = self.parameters, self.parameters.grid
        rows = "; ".join(",".join(str(Fraction(steps, grid)) for steps in row) for row in self.losses)
        rule = ""
        if self.delay is not None:
            arguments = delay_arguments(end=len(self.losses), experts=len(self.losses[0]))
            rule = ", " + ", ".join(f"d({s + 1},{i + 1},{u + 1}) = {self.delay(s, i, u) + 1}" for s, i, u in arguments)
        return (
            f"losses {rows}, e^-eta = {1 / p.exp_eta}, y = {p.noise}, multiples {p.noise_multiples}, "
            f"c = {Fraction(p.clip_steps, grid)}, tau = {Fraction(p.threshold, grid)}, V = {p.limit}{rule}"
        )

    def law(self, *, limit: int | None = None) -> ProcessLaw[LogNumber]:
        """The package's law of the learner, without a limit or with one."""
        return process_law(replace(compensated_process(self.losses, self.parameters), limit=limit))

    def clock(self, *, drifting: int | None = None) -> Fraction:
        """e^-Lambda, with the drift of T - 1 rounds or of another number."""
        keep, rounds = self.parameters.keep, len(self.losses) - 1
        totals = [sum(column) for column in zip(*self.losses[:-1], strict=True)] if rounds else [0]
        ratio = sum((keep**total for total in totals), start=Fraction(0)) / len(totals)
        return ratio * (1 - self.parameters.compensation) ** (rounds if drifting is None else drifting)


def own_tails(play: Play) -> list[Fraction]:
    """Of the learner, or of the rule of the play."""
    if play.delay is not None:
        return _tails(play, _by_rule(play))
    updates = [mass.as_fraction() for mass in play.law().updates]
    return [sum(updates[k + 1 :], start=Fraction(0)) for k in range(len(play.losses))]


def _by_rule(play: Play) -> LazyProcess[FastRational]:
    weights, withheld = weights_of(play.losses, play.parameters.keep), fast(play.parameters.compensation)

    def choose(at: Position) -> Choice[FastRational]:
        due = play.delay is None or at.now >= play.delay(at.launch, at.expert, at.checks)
        hazard = ONE if due else withheld
        keep = weights.keep(at.launch, at.now, at.expert) * (hazard - withheld)
        return Choice(1 - hazard, keep, hazard - keep)

    return LazyProcess(weights.shares, choose)


def uniform_draw(play: Play) -> list[Fraction]:
    """Of a learner that checks in every round and resamples uniformly."""
    learner = _by_rule(play)
    return _tails(play, LazyProcess([learner.shares[0]] * len(play.losses), learner.choose))


def anticipating(play: Play) -> list[Fraction]:
    """Of a learner with p = 0 that in every second round checks just if its coin would not keep, else always."""
    weights = weights_of(play.losses, play.parameters.keep)

    def choose(at: Position) -> Choice[FastRational]:
        keep = weights.keep(at.launch, at.now, at.expert)
        return Choice(keep, ZERO, 1 - keep) if at.now % 2 else Choice(ZERO, keep, 1 - keep)

    return _tails(play, LazyProcess(weights.shares, choose))


def _tails(play: Play, process: LazyProcess[FastRational]) -> list[Fraction]:
    *_, law = position_laws(process, until=len(play.losses) - 1)
    return [slow(update_tail(law, k)) for k in range(len(play.losses))]


def dominated(play: Play, *, tails: Tails = own_tails, fewer: int = 0, drift: bool = True) -> bool:
    """Pr[v_T > k] <= Pr[Poisson(Lambda) > k] for every k; with `fewer` rounds of drift or none, a false claim."""
    drifting = max(0, len(play.losses) - 1 - fewer) if drift else 0
    ratio = play.clock(drifting=drifting)
    return all(tail <= poisson_tail(ratio, k) for k, tail in enumerate(tails(play)))


def limit_is_cheap(play: Play, *, free: bool = False) -> bool:
    """L_V <= L_oo + T Pr[Poisson(Lambda) > V]; with `free` the false claim L_V <= L_oo."""
    limit = play.parameters.limit
    with_limit, without = (play.law(limit=v).expected_loss.as_fraction() for v in (limit, None))
    price = 0 if free else len(play.losses) * poisson_tail(play.clock(), limit)
    return with_limit - without <= price


def attained(play: Play) -> bool:
    """Where nothing is lost, Pr[v_T > 0] = 1 - e^-Lambda."""
    return own_tails(play)[0] == 1 - play.clock()


def every_parameters(*, full: bool, grid: int = 1, limit: int = 1) -> Iterator[CompensatedParameters]:
    """Weak and strong noises and rates, two clips, with a threshold at the clip or above it."""
    for keep, noise, clip, excess in product((HALF, MUCH), (HALF, MUCH), (1, 3), (0, 1, 3) if full else (0, 2)):
        for multiples in ((1, 1), (2, 1), (1, 2)) if full else ((1, 1),):
            yield CompensatedParameters(
                grid=grid,
                keep=keep,
                noise=noise,
                clip_steps=clip,
                threshold=clip + excess,
                limit=limit,
                noise_multiples=multiples,
            )


def every_play(*, full: bool, limits: tuple[int, ...] = (0, 1, 2)) -> Iterator[Play]:
    """T = 4, N = 2 with losses 0 and 1, at full effort also losses 0, 1/2, 1 and N = 3, and T = 5."""
    for rounds, experts, grid in ((4, 2, 1), (3, 3, 1), (3, 2, 2), (5, 2, 1)) if full else ((4, 2, 1),):
        for n, one in enumerate(every_parameters(full=full, grid=grid)):
            for losses in every_stream(rounds, experts, grid=grid):
                if losses[0][0] <= losses[0][1]:
                    yield Play(losses, replace(one, limit=limits[n % len(limits)]))


def lossless() -> Iterator[Play]:
    """No losses at all, T = 2 to 6."""
    for rounds, one in product(range(2, 7), every_parameters(full=False)):
        yield Play(((0, 0),) * rounds, one)


def steep() -> Iterator[Play]:
    """A high rate and a low floor, so that only losses call for resamples."""
    one = CompensatedParameters(grid=1, keep=Fraction(1, 10), noise=HALF, clip_steps=1, threshold=8, limit=1)
    return (Play(losses, one) for losses in every_stream(4, 2))


@st.composite
def plays(draw: st.DrawFn, *, rules: bool = False, min_rounds: int = 1) -> Play:
    """Any losses and parameters, T <= 5, N <= 3, and the learner's own rule of when to check or any other."""
    grid = draw(st.integers(1, 4))
    one = draw(compensated_parameters(grid=grid))
    losses = draw(loss_steps(grid=grid, min_rounds=min_rounds, max_rounds=5, max_experts=3))
    if not rules:
        return Play(losses, one)
    rounds, experts = len(losses), len(losses[0])
    arguments = delay_arguments(end=rounds, experts=experts)
    tables = st.fixed_dictionaries({key: st.integers(key[0] + 1, rounds) for key in arguments}).map(TabledDelay)
    return Play(losses, one, draw(delay_functions(rounds, experts) | tables))
