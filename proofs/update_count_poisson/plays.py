"""The tails of the number of updates, and learners and bounds that differ from the statement's in one thing."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import factorial

from hypothesis import strategies as st

from dartproof import strategies
from dartproof.laws.lazy import (
    Choice,
    LazyProcess,
    Position,
    lazy_process,
    position_laws,
    update_tail,
    weights_of,
)
from dartproof.laws.plays import NoisyPlay, Play, Stream
from dartproof.laws.rules import above_threshold_hazard, delayed_hazard, greatest_expectation, poisson_tail
from dartproof.learners.lazy import FixedDelay
from dartproof.mechanisms.bernoulli import clipped_keep_law
from dartproof.mechanisms.halting import halting_law
from dartproof.numeric import FastRational, LogField, LogNumber, Real, fast, log, slow, sqrt
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


def bound_with_clip(play: Play, k: int, *, share: Fraction = Fraction(1)) -> LogNumber | Fraction:
    """The bound for the clip 1 and h0 = 1, or another h0."""
    kappa = 1 - share * (1 - play.keep**play.grid)
    return poisson_tail(potential_ratio(play.losses, play.keep) * kappa**play.end, k)


def bounded_with_clip_and_noise(play: NoisyPlay) -> bool:
    """The same for AboveThreshold and the clip 1, with h0 = Pr[nu - xi >= tau - 1]."""
    field, weights, end = LogField(play.noise), play.weights, len(play.losses) - 1
    asked = above_threshold_hazard(play.losses, threshold=play.threshold, field=field)

    def coin(launch: int, now: int, expert: int) -> LogNumber:
        steps = sum(row[expert] for row in play.losses[launch:now])
        return field.rational(clipped_keep_law(play.keep, steps, clip_steps=play.grid))

    *_, law = position_laws(lazy_process(weights, asked, coin=coin), until=end)
    early = halting_law([play.grid], threshold=play.threshold, grid=1, field=field)[0].as_fraction()
    kappa = 1 - early * (1 - play.keep**play.grid)
    ratio = potential_ratio(play.losses, play.keep) * kappa**end
    return all(Real.of(update_tail(law, k)) <= Real.of(poisson_tail(ratio, k)) for k in range(end))


def nearly_reached(stream: Stream) -> bool:
    """With a check in each round v_T is a sum of Bernoulli variables, and its tails are nearly those of Poisson(M)."""
    weights, end = weights_of(stream.losses, stream.keep), len(stream.losses) - 1
    *_, law = position_laws(lazy_process(weights, lambda _: weights.one), until=end)
    ratios = [potential_ratio(stream.losses, stream.keep, after=rounds) for rounds in range(end + 1)]
    chances, error = [Fraction(1)], Real.of(0)
    for before, after in pairwise(ratios):
        stays = after / before
        kept, moved = [chance * stays for chance in chances], [chance * (1 - stays) for chance in chances]
        chances = [a + b for a, b in zip([*kept, Fraction(0)], [Fraction(0), *moved], strict=True)]
        error += log(stays) ** 2 / 2
    counts = [slow(update_tail(law, k - 1) - update_tail(law, k)) for k in range(end + 1)]
    if counts != chances or (end and sum(chances[1:]) != 1 - ratios[-1]):
        return False
    return all(sum(chances[k + 1 :]) >= Real.of(poisson_tail(ratios[-1], k)) - error for k in range(end))


def evenly_losing(rounds: int) -> Stream:
    """One expert with so small a loss in each round that Phi falls by the factor 1 - 1/T: M tends to 1."""
    return Stream(((1,),) * rounds, rounds, 1 - Fraction(1, rounds))


@st.composite
def streams(draw: st.DrawFn) -> Stream:
    """Any losses on grids up to 1/12, T <= 5, N <= 3, any rational e^(-eta/grid)."""
    grid = draw(st.integers(1, 12))
    return Stream(
        draw(strategies.loss_steps(grid=grid, max_rounds=5, max_experts=3)), grid, draw(strategies.keep_factors())
    )


def steep() -> st.SearchStrategy[Play]:
    """Losses 0 and 1, T = 3, N = 2, e^(-eta) <= 1/2, a check in each round."""
    losses = strategies.loss_steps(min_rounds=3, max_rounds=3, min_experts=2, max_experts=2)
    keeps = st.integers(2, 10).map(lambda number: Fraction(1, number))
    return st.builds(Play, losses, st.just(1), keeps, st.just(FixedDelay(1)), st.just(0), st.just(2), st.just(False))
