"""How far the law of the lazy learner is above P_t, and claims that differ from the statement in one thing.

A play ends in the round t that is looked at, and the check there is not forced.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from hypothesis import strategies as st

from dartproof import strategies
from dartproof.evidence import Effort
from dartproof.laws.lazy import Choice, LazyProcess, Position, expert_law, position_laws, weights_of
from dartproof.laws.plays import Play, Stream, every_play, every_stream
from dartproof.laws.rules import greatest_expectation
from dartproof.learners.lazy import FixedDelay
from dartproof.numeric import FastRational, fast, slow

Process = LazyProcess[FastRational]
Law = dict[Position, FastRational]
KEEPS = (Fraction(1, 2), Fraction(9, 10))


@dataclass(frozen=True, slots=True)
class Found:
    """What a play comes to: Q_t, P_t and x = e^(eta Delta)."""

    reached: tuple[FastRational, ...]
    claimed: tuple[FastRational, ...]
    x: FastRational

    def __str__(self) -> str:
        """The three, for people."""
        reached, claimed = (", ".join(str(slow(share)) for share in law) for law in (self.reached, self.claimed))
        return f"e^(eta Delta) = {slow(self.x)}, Q_t = ({reached}), P_t = ({claimed})"

    def below(self, factor: FastRational, *, power: int = 1) -> bool:
        """Whether (Q_t(i)/P_t(i))^power is at most the factor for every i."""
        return all(q**power <= factor * p**power for q, p in zip(self.reached, self.claimed, strict=True))


Learner = Callable[[Play], Process]
Counts = Callable[[Play, Position, Process], bool]


def asked(*_: object) -> bool:
    """Every query counts."""
    return True


def found(
    play: Play,
    *,
    learner: Learner = Play.process,
    counts: Counts = asked,
) -> Found:
    """The laws of a learner in round t, and Delta, the largest query of round t that counts."""
    process = learner(play)
    laws = tuple(position_laws(process, until=play.end))
    before: Law = laws[-2] if play.end else {}
    delta = max((pending(play, at) for at in before if counts(play, at, process)), default=0)
    return Found(expert_law(laws[-1], play.experts), tuple(play.weights.shares[play.end]), fast(1 / play.keep**delta))


def pending(play: Play, at: Position) -> int:
    """q_now in grid steps."""
    return sum(row[at.expert] for row in play.losses[at.launch : at.now])


def both_factors(it: Found) -> bool:
    """Q_t <= (x + 1 - 1/x) P_t, and that factor is at most x^2 and at least the x of the sharper statement."""
    factor = it.x + 1 - 1 / it.x
    return it.below(factor) and it.x <= factor <= it.x**2


def half_the_exponent(it: Found) -> bool:
    """The false claim with e^(eta Delta/2), squared."""
    return it.below(it.x, power=2)


def first_power(it: Found) -> bool:
    """The false claim that the factor is at most e^(eta Delta)."""
    return it.x + 1 - 1 / it.x <= it.x


def of_checks(_play: Play, at: Position, process: Process) -> bool:
    """Only the queries answered with ⊤ count."""
    return not process.choose(at).wait


def before_the_limit(_play: Play, at: Position, _process: Process) -> bool:
    """Only the queries that are asked before the limit V = 1 is reached count."""
    return at.updates < 1


def clip_kept(play: Play) -> Process:
    """Keeps its expert with probability e^(-eta max(1, r))."""
    return play.process(coin=play.clipped_coin)


def limited(play: Play) -> Process:
    """Stops checking after its first update."""
    learner = play.process()

    def choose(at: Position) -> Choice[FastRational]:
        return learner.choose(at) if at.updates < 1 else Choice(fast(1), fast(0), fast(0))

    return LazyProcess(learner.shares, choose)


STATEMENT = found
ONLY_CHECKS = partial(found, counts=of_checks)
LIMITED = partial(found, learner=limited, counts=before_the_limit)
CLIPPED = partial(found, learner=clip_kept)


def bounded_for_the_best_rule(stream: Stream) -> bool:
    """For all i and Delta: Q_t(i) is within the factor for every rule that never lets q_t exceed Delta."""
    weights, end = weights_of(stream.losses, stream.keep), len(stream.losses) - 1
    if not end:
        return True
    highest = max(sum(column) for column in zip(*stream.losses[:end], strict=True))
    for delta in range(max(stream.losses[end - 1]), highest + 1):

        def may_wait(at: Position, delta: int = delta) -> bool:
            return at.now != end - 1 or sum(row[at.expert] for row in stream.losses[at.launch : end]) <= delta

        x = fast(1 / stream.keep**delta)
        if end == 1 and delta < max(stream.losses[0]):
            continue
        for expert, claimed in enumerate(weights.shares[end]):

            def reward(at: Position, expert: int = expert) -> FastRational:
                return fast(int(at.expert == expert))

            most = greatest_expectation(weights, reward, until=end, may_wait=may_wait)
            if not most <= (x + 1 - 1 / x) * claimed:
                return False
    return True


def every_delay_function(effort: Effort) -> Iterator[Play]:
    """Every delay function on losses 0 and 1: t, N <= 3, but not both 3 at quick effort; t = 4, N = 2 at full."""
    for keep in KEEPS:
        for rounds, experts in ((1, 1), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2)):
            yield from every_play(rounds, experts, keep, forced=False)
        if effort == "full":
            yield from every_play(3, 3, keep, forced=False)
    if effort == "full":
        yield from every_play(4, 2, KEEPS[1], forced=False)


def every_rule(effort: Effort) -> Iterator[Stream]:
    """Every stream: losses 0 and 1, t <= 4, N = 2 and t <= 3, N = 3; 0, 1/2 and 1, t <= 3, N = 2; longer at full."""
    longer = effort == "full"
    for keep in KEEPS:
        for experts, grid, most in ((1, 1, 4), (2, 1, 4 + longer), (3, 1, 3 + longer), (2, 2, 3)):
            for rounds in range(1, most + 1):
                for losses in every_stream(rounds, experts, grid=grid):
                    yield Stream(losses, grid, keep)


def of_two(_: Effort) -> Iterator[Play]:
    """Two experts, losses 0 and 1, e^(-eta) = 1/2: every delay function for t = 2 and 3, a check a round for t = 4."""
    for rounds in (2, 3):
        yield from every_play(rounds, 2, KEEPS[0], forced=False)
    for losses in every_stream(4, 2):
        yield Play(losses, 1, KEEPS[0], FixedDelay(1), 0, 3, forced=False)


@st.composite
def streams(draw: st.DrawFn) -> Stream:
    """Any losses on grids up to 1/4, t <= 4, N <= 3, any rational e^(-eta/grid)."""
    grid = draw(st.integers(1, 4))
    return Stream(
        draw(strategies.loss_steps(grid=grid, max_rounds=4, max_experts=3)), grid, draw(strategies.keep_factors())
    )


def few_of_two() -> st.SearchStrategy[Play]:
    """Any losses, e^(-eta) and delay function with t <= 2 and N <= 2."""
    return strategies.plays(max_rounds=2, max_experts=2)


def more_of_two() -> st.SearchStrategy[Play]:
    """The same with t <= 3."""
    return strategies.plays(max_rounds=3, max_experts=2)


def checked_each_round() -> st.SearchStrategy[Play]:
    """Any losses and e^(-eta), a check in each round."""
    return streams().map(lambda s: Play(s.losses, s.grid, s.keep, FixedDelay(1), 0, len(s.losses) - 1, forced=False))
