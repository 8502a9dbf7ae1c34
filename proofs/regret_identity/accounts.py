"""Both sides of the identities, from exact laws of positions."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Generic

from hypothesis import strategies as st

from dartproof import strategies
from dartproof.accounting import ExactParameters
from dartproof.laws.forward import process_law
from dartproof.laws.lazy import Choice, LazyProcess, Number, Position, Weights, expert_law, lazy_process, position_laws
from dartproof.laws.path import Instance
from dartproof.laws.plays import NoisyPlay, Play
from dartproof.laws.process import small_loss_process
from dartproof.laws.rules import above_threshold_hazard, delayed_hazard, every_delay
from dartproof.learners.lazy import FixedDelay
from dartproof.mechanisms.bernoulli import clipped_keep_law
from dartproof.numeric import FastRational, LogNumber, Real, fast, log, slow
from dartproof.streams import Steps, streams_on_grid

Process = LazyProcess[FastRational]
KEEPS = (Fraction(1, 2), Fraction(9, 10))


@dataclass(frozen=True, slots=True)
class Account(Generic[Number]):
    """What a learner comes to on fixed losses, in grid steps.

    Attributes:
        excess: L - L_MW.
        silent: E of the sum over the rounds without a check of (1 - e^(-eta q)) (l(i) - <P, l>).
        checked: the same over the checks, with the expert held before.
        clipped: E of the sum over the checks of (e^(-eta q) - Pr[keeps]) g.
        weights: L_MW.
        squares: E of the sum of R_u^2.
        unfinished: its part of the last intervals.
        longest: the largest R_u in any outcome, in grid steps.
        lowered: e^(-eta q) Pr[check] - Pr[check that keeps], for each position.
        marginals: whether the identity for Q_t(i) - P_t(i) holds in all rounds.
        excesses: g_t(i) for all t and i.
    """

    excess: Number
    silent: Number
    checked: Number
    clipped: Number
    weights: Number
    squares: Number
    unfinished: Number
    longest: int
    lowered: tuple[Number, ...]
    marginals: bool
    excesses: tuple[tuple[Number, ...], ...]


def account(
    losses: Steps, weights: Weights[Number], process: LazyProcess[Number], number: Callable[[int], Number]
) -> Account[Number]:
    """Return what a process comes to; `number` turns an integer into a number of its ring."""
    zero, end, experts = number(0), len(losses) - 1, range(len(losses[0]))
    steps = [[number(loss) for loss in row] for row in losses]
    means = [_dot(shares, row, zero) for shares, row in zip(weights.shares, steps, strict=True)]
    later = _excesses(weights, steps, means, zero)
    laws = list(position_laws(process, until=end))
    silent, checked, clipped, squares, longest, right = zero, zero, zero, zero, 0, True
    lowered: list[Number] = []
    for now in range(1, end + 1):
        moved = [zero] * len(experts)
        for at, mass in laws[now - 1].items():
            choice, keep = process.choose(at), weights.keep(at.launch, now, at.expert)
            gap = (weights.one - keep) * (steps[now][at.expert] - means[now])
            silent = silent + mass * choice.wait * gap
            checks = choice.keep + choice.resample
            checked = checked + mass * checks * gap
            lowered.append(keep * checks - choice.keep)
            clipped = clipped + mass * (keep * checks - choice.keep) * later[now][at.expert]
            lost = sum(row[at.expert] for row in losses[at.launch : now])
            squares = squares + mass * checks * number(lost * lost)
            longest = max(longest, lost)
            part = mass * choice.wait * (weights.one - keep)
            for i in experts:
                moved[i] = moved[i] + part * (number(int(i == at.expert)) - weights.shares[now][i])
        reached = expert_law(laws[now], len(experts))
        right = right and all(reached[i] - weights.shares[now][i] == moved[i] for i in experts)
    unfinished = zero
    for at, mass in laws[end].items():
        lost = sum(row[at.expert] for row in losses[at.launch :])
        unfinished = unfinished + mass * number(lost * lost)
        longest = max(longest, lost)
    total = _sum(means, zero)
    played = _sum((_dot(expert_law(law, len(experts)), row, zero) for law, row in zip(laws, steps, strict=True)), zero)
    excesses = tuple(map(tuple, later[:-1]))
    return Account(
        played - total,
        silent,
        checked,
        clipped,
        total,
        squares + unfinished,
        unfinished,
        longest,
        tuple(lowered),
        right,
        excesses,
    )


def _excesses(
    weights: Weights[Number], steps: list[list[Number]], means: list[Number], zero: Number
) -> list[list[Number]]:
    """g_t(i), by recursion from the end."""
    table = [[zero] * len(steps[0])]
    for row, mean, factors in zip(reversed(steps), reversed(means), reversed(weights.factors), strict=True):
        table.append([loss - mean + x * g for loss, x, g in zip(row, factors, table[-1], strict=True)])
    return table[::-1]


def _dot(shares: Iterable[Number], row: Iterable[Number], zero: Number) -> Number:
    return _sum((share * loss for share, loss in zip(shares, row, strict=True)), zero)


def _sum(numbers: Iterable[Number], zero: Number) -> Number:
    total = zero
    for number in numbers:
        total = total + number
    return total


def of_play(play: Play, process: Process | None = None) -> Account[FastRational]:
    """The account of a play, or of another learner on its losses."""
    return account(play.losses, play.weights, play.process() if process is None else process, fast)


def eta(play: Play) -> Real:
    """The learning rate per grid step."""
    return -log(play.keep)


@dataclass(frozen=True, slots=True)
class Noisy:
    """Algorithm 1 with its Laplace noises and its clip, without limit."""

    losses: Steps
    parameters: ExactParameters

    def __str__(self) -> str:
        """In the paper's notation; losses, tau and the clip in grid steps."""
        rows, it = "; ".join(",".join(map(str, row)) for row in self.losses), self.parameters
        return f"S = {rows}, x = {it.keep}, y = {it.noise}, c = {it.clip_steps}, tau = {it.threshold}"

    def expected_loss(self) -> LogNumber:
        """L in grid steps, from the forward recursion of the package."""
        return (
            process_law(small_loss_process(Instance(self.losses, self.parameters))).expected_loss * self.parameters.grid
        )

    def account(self) -> Account[LogNumber]:
        """Both sides, from the law of the positions."""
        it, number = self.parameters, self.parameters.field.rational
        rational = NoisyPlay(self.losses, it.grid, it.keep, it.noise, it.threshold, forced=False)
        asked = above_threshold_hazard(self.losses, threshold=it.threshold, field=it.field)

        def coin(launch: int, now: int, expert: int) -> LogNumber:
            query = sum(row[expert] for row in self.losses[launch:now])
            return number(clipped_keep_law(it.keep, query, clip_steps=it.clip_steps))

        return account(self.losses, rational.weights, lazy_process(rational.weights, asked, coin=coin), number)


def uniform_draw(play: Play) -> Process:
    """Resamples uniformly."""
    learner = play.process()
    return LazyProcess([learner.shares[0]] * len(play.losses), learner.choose)


def anticipating_delay(play: Play) -> Process:
    """Checks one round later where its coin would keep the expert."""
    weights, soon = play.weights, play.hazard
    late = delayed_hazard(weights, lambda s, i, u: max(s + 1, play.delay(s, i, u)) + 1)

    def choose(at: Position) -> Choice[FastRational]:
        keep = weights.keep(at.launch, at.now, at.expert)
        kept, resampled = keep * late(at), (weights.one - keep) * soon(at)
        return Choice(weights.one - kept - resampled, kept, resampled)

    return LazyProcess(weights.shares, choose)


def every_play(sizes: tuple[tuple[int, int], ...], keeps: tuple[Fraction, ...]) -> Iterator[Play]:
    """Every delay function on every {0, 1}-valued stream of these rounds and experts, the last round included."""
    for (rounds, experts), keep in product(sizes, keeps):
        for losses in streams_on_grid(rounds, experts, 1, last_round=True):
            for delay in every_delay(end=rounds - 1, experts=experts, forced=False):
                yield Play(losses, 1, keep, delay, 0, rounds - 1, forced=False)


def never_checked(*, rounds: int, experts: int) -> Iterator[Play]:
    """One expert of loss 1 in each round, the others of loss 0; no check, a small learning rate."""
    for length, count in product(range(1, rounds + 1), range(1, experts + 1)):
        yield _never_checked(length, count, Fraction(99, 100))


def _never_checked(rounds: int, experts: int, keep: Fraction) -> Play:
    return Play(((1, *[0] * (experts - 1)),) * rounds, 1, keep, FixedDelay(rounds + 1), 0, rounds - 1, forced=False)


def never_checked_plays() -> st.SearchStrategy[Play]:
    """The same with e^(-eta) from .9 on, T <= 10, N <= 6."""
    keeps = st.integers(1, 10).map(lambda percent: 1 - Fraction(percent, 100))
    return st.builds(_never_checked, st.integers(1, 10), st.integers(1, 6), keeps)


def every_noisy(*, rounds: int) -> Iterator[Noisy]:
    """All streams of two experts, losses 0 and 1, thresholds from -1 to 2."""
    for threshold, losses in product(range(-1, 3), streams_on_grid(rounds, 2, 1, last_round=True)):
        yield Noisy(losses, _parameters(1, Fraction(3, 4), Fraction(1, 2), threshold, rounds))


def _parameters(clip: int, keep: Fraction, noise: Fraction, threshold: int, rounds: int) -> ExactParameters:
    return ExactParameters(grid=1, keep=keep, noise=noise, clip=clip, threshold=threshold, limit=rounds - 1)


@st.composite
def noisy(draw: st.DrawFn) -> Noisy:
    """Any losses 0 and 1, T <= 4, N <= 3, any parameters."""
    losses = draw(strategies.loss_steps(max_experts=3))
    fractions = partial(strategies.keep_factors, max_denominator=10)
    keep, noise = draw(fractions()), draw(fractions())
    return Noisy(losses, _parameters(draw(st.integers(1, 2)), keep, noise, draw(st.integers(-2, 3)), len(losses)))


def holds(play: Play) -> bool:
    """The statement without the clip."""
    it = of_play(play)
    if not (it.marginals and it.excess == it.silent and it.clipped == 0):
        return False
    if not slow(it.excess) <= eta(play) / 2 * slow(it.squares):
        return False
    if not all(g + it.weights >= 0 for row in it.excesses for g in row):
        return False
    overhead = 1 - eta(play) * it.longest / 2
    return not overhead > 0 or slow(it.weights + it.excess) * overhead <= slow(it.weights)


def holds_with_clip(play: Play) -> bool:
    """The statement with the clip 1."""
    it = of_play(play, play.process(coin=play.clipped_coin))
    return it.excess == it.silent - it.clipped and all(less >= 0 for less in it.lowered)


def holds_with_noise(case: Noisy) -> bool:
    """The statement with the clip and the noises of AboveThreshold, with L from the forward recursion."""
    it = case.account()
    return it.excess == it.silent - it.clipped and case.expected_loss() == it.weights + it.excess
