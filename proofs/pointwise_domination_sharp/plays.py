"""How far the law of the lazy learner is above P_t, and claims that differ from the statement in one thing.

A play ends in the round t that is looked at, and the check there is not forced.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from dartproof import strategies
from dartproof.laws.lazy import Choice, LazyProcess, Position, expert_law, position_laws, weights_of
from dartproof.laws.plays import Play, Stream
from dartproof.laws.rules import greatest_expectation
from dartproof.numeric import FastRational, fast, slow
from dartproof.streams.model import Steps

Law = dict[Position, FastRational]


def unchecked(play: Play, law: Law) -> int:
    """Delta in grid steps: the largest loss since the last check in an outcome without a check in round t, or 0."""
    return max((_pending(play.losses, at) for at in law if at.launch < play.end), default=0)


@dataclass(frozen=True, slots=True)
class Claim:
    """Pr[i_t = i] <= e^(share eta Delta) P_t(i) for every i. The values are the statement's; a control has others.

    Attributes:
        learner: who plays.
        delta: Delta in grid steps, from the law of the position after round t.
        share: the share of eta Delta in the exponent: 1 or 1/2.
    """

    learner: Callable[[Play], LazyProcess[FastRational]] = Play.process
    delta: Callable[[Play, Law], int] = unchecked
    share: Fraction = Fraction(1)

    def failure(self, play: Play) -> str | None:
        """The first expert for whom it fails, with both sides, or None."""
        law = play.law(self.learner(play))
        return _failure(play, expert_law(law, play.experts), self.delta(play, law), self.share)

    def holds(self, play: Play) -> bool:
        """Whether it holds for every expert."""
        return self.failure(play) is None

    def show(self, play: Play) -> str:
        """A play and where the claim fails."""
        return f"{play}: {self.failure(play)}"


def _failure(play: Play, law: tuple[FastRational, ...], delta: int, share: Fraction) -> str | None:
    powers, steps = share.denominator, share.numerator * delta
    factor = fast(play.keep**steps)  # e^(-share eta Delta), to the power `powers`
    for expert, (reached, claimed) in enumerate(zip(law, play.weights.shares[play.end], strict=True)):
        if not factor * reached**powers <= claimed**powers:
            return (
                f"Delta = {Fraction(delta, play.grid)}, Q_{play.end + 1}({expert + 1}) = {slow(reached)}, "
                f"P_{play.end + 1}({expert + 1}) = {slow(claimed)}"
            )
    return None


def _pending(losses: Steps, at: Position) -> int:
    """The loss of the expert held since its last check, before round t = now - 1, in grid steps."""
    return sum(row[at.expert] for row in losses[at.launch : at.now - 1])


def at_checks(play: Play, _: Law) -> int:
    """The largest loss at a check in any round, in grid steps; 0 if there is none."""
    process, largest = play.process(), 0
    for law in position_laws(process, until=play.end):
        for at in law:
            if at.now <= play.end and not process.choose(at).wait:
                largest = max(largest, sum(row[at.expert] for row in play.losses[at.launch : at.now]))
    return largest


def clip_kept(play: Play) -> LazyProcess[FastRational]:
    """Keeps its expert with probability e^(-eta max(1, r))."""
    return play.process(coin=play.clipped_coin)


def limited(play: Play) -> LazyProcess[FastRational]:
    """Stops checking after its first update."""
    learner = play.process()

    def choose(position: Position) -> Choice[FastRational]:
        return learner.choose(position) if position.updates < 1 else Choice(fast(1), fast(0), fast(0))

    return LazyProcess(learner.shares, choose)


def among_asked(play: Play, law: Law) -> int:
    """Delta of the queries that the limited learner asks in round t."""
    return unchecked(play, {at: mass for at, mass in law.items() if at.updates < 1})


def holds_given_small_queries(play: Play) -> bool:
    """The false claim for the law of i_t given that q_t <= Delta or round t is a check, for every Delta."""
    return _conditional_failure(play) is None


def show_given_small_queries(play: Play) -> str:
    """A play and where that claim fails."""
    return f"{play}: given q_t <= Delta, {_conditional_failure(play)}"


def _conditional_failure(play: Play) -> str | None:
    law = play.law()
    for delta in range(unchecked(play, law)):
        small = {at: m for at, m in law.items() if at.launch == play.end or _pending(play.losses, at) <= delta}
        total = sum(small.values(), start=fast(0))
        if total:
            given = tuple(mass / total for mass in expert_law(small, play.experts))
            failure = _failure(play, given, delta, Fraction(1))
            if failure is not None:
                return failure
    return None


def bounded_for_the_best_rule(stream: Stream) -> bool:
    """For all i and Delta: Q_t(i) is at most the bound for every rule that checks in round t where q_t > Delta."""
    weights, end = weights_of(stream.losses, stream.keep), len(stream.losses) - 1
    highest = max(sum(column) for column in zip(*stream.losses[:end], strict=True)) if end else 0
    for delta in range(highest + 1):

        def may_wait(at: Position, delta: int = delta) -> bool:
            return at.now < end or sum(row[at.expert] for row in stream.losses[at.launch : at.now]) <= delta

        for expert, claimed in enumerate(weights.shares[end]):

            def reward(at: Position, expert: int = expert) -> FastRational:
                return fast(int(at.expert == expert))

            most = greatest_expectation(weights, reward, until=end, may_wait=may_wait)
            if not fast(stream.keep**delta) * most <= claimed:
                return False
    return True


@st.composite
def streams(draw: st.DrawFn) -> Stream:
    """Any losses on grids up to 1/4, t <= 4, N <= 3, any rational e^(-eta/grid)."""
    grid = draw(st.integers(1, 4))
    return Stream(
        draw(strategies.loss_steps(grid=grid, max_rounds=4, max_experts=3)), grid, draw(strategies.keep_factors())
    )
