"""The tails of the number of updates, and learners and bounds that differ from the statement's in one thing."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import factorial

from hypothesis import strategies as st

from dartproof import strategies
from dartproof.laws.lazy import Choice, LazyProcess, Position, update_tail, weights_of
from dartproof.laws.plays import NoisyPlay, Play, Stream
from dartproof.laws.rules import delayed_hazard, greatest_expectation, poisson_tail
from dartproof.numeric import FastRational, LogNumber, Real, fast, log, slow, sqrt
from dartproof.streams.model import Steps

Bound = Callable[[Play, int], "LogNumber | Fraction | Real"]


@dataclass(frozen=True, slots=True)
class Claim:
    """Pr[count > k] <= bound(k) for every k >= 0. The values are those of the statement; a control has one other.

    Attributes:
        learner: who plays.
        counted: what it counts.
        bound: the bound.
    """

    learner: Callable[[Play], LazyProcess[FastRational]] = Play.process
    counted: Callable[[Position], int] = lambda position: position.updates
    bound: Bound = lambda play, k: poisson_tail(potential_ratio(play.losses, play.keep), k)

    def failure(self, play: Play) -> str | None:
        """The first k at which it fails, with both sides, or None."""
        law = play.law(self.learner(play))
        counts = [(self.counted(position), mass) for position, mass in law.items()]
        for k in range(play.end):
            reached = slow(sum((mass for count, mass in counts if count > k), start=fast(0)))
            bound = self.bound(play, k)
            if not reached <= bound:
                return f"Pr[> {k}] = {reached} > {float(bound):.5f}..."
        return None

    def holds(self, play: Play) -> bool:
        """Whether it holds for every k."""
        return self.failure(play) is None

    def show(self, play: Play) -> str:
        """A play and where the claim fails."""
        return f"{play}: {self.failure(play)}"


def potential_ratio(losses: Steps, keep: Fraction, *, after: int | None = None) -> Fraction:
    """e^(-M) = Phi_T/Phi_1, the mean over i of e^(-eta C_i), C_i the loss before round T or in the first few rounds."""
    totals = [sum(column) for column in zip(*losses[: len(losses) - 1 if after is None else after], strict=True)]
    return sum((keep**total for total in totals), start=Fraction(0)) / len(totals) if totals else Fraction(1)


def half_the_mean(play: Play, k: int) -> Real | Fraction:
    """The false bound Pr[Poisson(M/2) > k]."""
    ratio = Real.of(potential_ratio(play.losses, play.keep))
    half = -log(ratio) / 2
    return 1 - sqrt(ratio) * (1 + Real.sum(half**j / factorial(j) for j in range(1, k + 1)))


def without_the_last_losses(play: Play, k: int) -> LogNumber | Fraction:
    """The false bound with the mean ln(Phi_1/Phi_{T-1})."""
    return poisson_tail(potential_ratio(play.losses, play.keep, after=max(0, play.end - 1)), k)


def clip_kept(play: Play) -> LazyProcess[FastRational]:
    """Keeps its expert with probability e^(-eta max(1, r))."""
    return play.process(coin=play.clipped_coin)


def uniform_draw(play: Play) -> LazyProcess[FastRational]:
    """Resamples uniformly."""
    learner = play.process()
    return LazyProcess([learner.shares[0]] * len(play.losses), learner.choose)


def anticipating_delay(play: Play) -> LazyProcess[FastRational]:
    """Checks one round later where its coin would keep the expert."""
    weights, soon = play.weights, play.hazard
    late = delayed_hazard(weights, lambda s, i, u: max(s + 1, play.delay(s, i, u)) + 1)

    def choose(position: Position) -> Choice[FastRational]:
        keep = weights.keep(position.launch, position.now, position.expert)
        kept, resampled = keep * late(position), (weights.one - keep) * soon(position)
        return Choice(weights.one - kept - resampled, kept, resampled)

    return LazyProcess(weights.shares, choose)


def bounded_for_the_best_rule(stream: Stream) -> bool:
    """The largest Pr[v_T > k] that any rule reaches is at most Pr[Poisson(M) > k], for every k."""
    weights, end = weights_of(stream.losses, stream.keep), len(stream.losses) - 1
    ratio = potential_ratio(stream.losses, stream.keep)
    for k in range(end):

        def reward(position: Position, k: int = k) -> FastRational:
            return fast(int(position.updates > k))

        if not slow(greatest_expectation(weights, reward, until=end)) <= poisson_tail(ratio, k):
            return False
    return True


def bounded_with_noise(play: NoisyPlay) -> bool:
    """Pr[v_T > k] <= Pr[Poisson(M) > k] for every k, decided in balls where both sides are irrational."""
    law, end = play.law(), len(play.losses) - 1
    ratio = potential_ratio(play.losses, play.keep)
    for k in range(end):
        reached, bound = update_tail(law, k), poisson_tail(ratio, k)
        if not (reached <= bound if isinstance(bound, Fraction) else Real.of(reached) <= Real.of(bound)):
            return False
    return True


@st.composite
def streams(draw: st.DrawFn) -> Stream:
    """Any losses on grids up to 1/12, T <= 5, N <= 3, any rational e^(-eta/grid)."""
    grid = draw(st.integers(1, 12))
    return Stream(
        draw(strategies.loss_steps(grid=grid, max_rounds=5, max_experts=3)), grid, draw(strategies.keep_factors())
    )
