"""What `compensated_marginal` is decided on: the law of the learner's position after each round, in rationals."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise, product

from hypothesis import strategies as st

from dartproof.accounting import CompensatedParameters
from dartproof.laws.forward import process_law
from dartproof.laws.lazy import Choice, LazyProcess, Position, position_laws, weights_of
from dartproof.laws.plays import every_stream
from dartproof.laws.process import compensated_process
from dartproof.laws.processes.course import Course, Process
from dartproof.laws.rules import TabledDelay, delay_arguments
from dartproof.numeric import FastRational, LogNumber, fast
from dartproof.strategies import compensated_parameters, delay_functions, loss_steps
from dartproof.streams.model import Steps

HALF, MUCH = Fraction(1, 2), Fraction(9, 10)
ZERO, ONE = fast(0), fast(1)

Law = dict[Position, FastRational]
Learner = Callable[["Play"], LazyProcess[FastRational]]


@dataclass(frozen=True, slots=True)
class Play:
    """Streams and parameters, and a rule of when to check in place of the learner's own.

    Attributes:
        losses: T rows of N losses in grid steps.
        parameters: of the learner.
        limit: V, or None for no limit.
        delay: if given, a check is due from this round on, and before it only with the least probability allowed, p.
    """

    losses: Steps
    parameters: CompensatedParameters
    limit: int | None = None
    delay: Callable[[int, int, int], int] | None = None

    def __str__(self) -> str:
        """In the paper's notation, rounds and experts from 1."""
        p, grid = self.parameters, self.parameters.grid
        rows = "; ".join(",".join(str(Fraction(steps, grid)) for steps in row) for row in self.losses)
        limit = "oo" if self.limit is None else self.limit
        rule = ""
        if self.delay is not None:
            arguments = delay_arguments(end=len(self.losses), experts=len(self.losses[0]))
            rule = ", " + ", ".join(f"d({s + 1},{i + 1},{u + 1}) = {self.delay(s, i, u) + 1}" for s, i, u in arguments)
        return (
            f"losses {rows}, e^-eta = {1 / p.exp_eta}, y = {p.noise}, multiples {p.noise_multiples}, "
            f"c = {Fraction(p.clip_steps, grid)}, tau = {Fraction(p.threshold, grid)}, V = {limit}{rule}"
        )

    @property
    def withheld(self) -> FastRational:
        """The compensation p."""
        return fast(self.parameters.compensation)

    @property
    def process(self) -> Process[LogNumber]:
        """The package's process, with this limit."""
        return replace(compensated_process(self.losses, self.parameters), limit=self.limit)

    def pending(self, at: Position) -> int:
        """The loss of the expert held since the last check, before round `now`, in grid steps."""
        return sum(row[at.expert] for row in self.losses[at.launch : at.now])

    def coin(self, at: Position) -> FastRational:
        """e^(-eta q)."""
        return fast(self.parameters.keep ** self.pending(at))

    def asks(self, at: Position) -> bool:
        """Whether the limit has not been reached."""
        return self.limit is None or at.updates < self.limit


def compensated(play: Play) -> LazyProcess[FastRational]:
    """The learner by what it does in each position: with its own noise integrated out, or with the rule of the play."""
    process = play.process
    shares = weights_of(play.losses, play.parameters.keep).shares

    def choose(at: Position) -> Choice[FastRational]:
        if not play.asks(at):
            return Choice(ONE, ZERO, ZERO)
        if play.delay is not None:
            hazard = ONE if at.now >= play.delay(at.launch, at.expert, at.checks) else play.withheld
            keep = play.coin(at) * (hazard - play.withheld)
            return Choice(1 - hazard, keep, hazard - keep)
        return _given_no_check(process.course(at.launch, at.expert, 0), at.now - at.launch - 1)

    return LazyProcess(shares, choose)


def _given_no_check(course: Course[LogNumber], asked: int) -> Choice[FastRational]:
    """What the instance does at a decision, given that there was no check at the `asked` decisions before."""
    here = (course.keeps[asked], course.renewals[asked])
    left = course.never + sum(course.keeps[asked:]) + sum(course.renewals[asked:])
    keep, renewal = (fast((number / left).as_fraction()) for number in here)
    return Choice(1 - keep - renewal, keep, renewal)


def clip_in_decisions(play: Play) -> LazyProcess[FastRational]:
    """Checks like the learner, but a check keeps with e^(-eta max(c, q)), as in Algorithm 1."""
    process, parameters = compensated(play), play.parameters

    def choose(at: Position) -> Choice[FastRational]:
        check = 1 - process.choose(at).wait
        keep = check * fast(parameters.keep ** max(parameters.clip_steps, play.pending(at)))
        return Choice(1 - check, keep, check - keep)

    return LazyProcess(process.shares, choose)


def anticipating(play: Play) -> LazyProcess[FastRational]:
    """Checks just where its coin would not keep the expert."""

    def choose(at: Position) -> Choice[FastRational]:
        keep = play.coin(at)
        return Choice(keep, ZERO, 1 - keep)

    return LazyProcess(compensated(play).shares, choose)


def surviving(play: Play, law: Law) -> dict[tuple[int, int], FastRational]:
    """B^v_t(i) by (v, i), where the law is that after the decision of round t."""
    found: dict[tuple[int, int], FastRational] = {}
    for at, mass in law.items():
        lost = sum(row[at.expert] for row in play.losses[at.launch : at.now - 1])
        key = at.updates, at.expert
        found[key] = found.get(key, ZERO) + mass * fast(play.parameters.keep**lost)
    return found


def recursion_holds(play: Play, *, learner: Learner = compensated, one_factor: bool = False) -> bool:
    """The recursion for every v, i and t; with `one_factor` the false one with the factor 1 - p at v = V too."""
    process, keep = learner(play), play.parameters.keep
    laws = list(position_laws(process, until=len(play.losses) - 1))
    for now, (law, following) in enumerate(pairwise(laws), start=1):
        resampled: dict[int, FastRational] = {}
        for at, mass in law.items():
            resampled[at.updates + 1] = resampled.get(at.updates + 1, ZERO) + mass * process.choose(at).resample
        b, b_next = surviving(play, law), surviving(play, following)
        for v, i in product(range(now + 1), range(len(play.losses[0]))):
            factor = 1 - play.withheld if one_factor or play.limit is None or v < play.limit else ONE
            kept = factor * fast(keep ** play.losses[now - 1][i]) * b.get((v, i), ZERO)
            if b_next.get((v, i), ZERO) != kept + resampled.get(v, ZERO) * process.shares[now][i]:
                return False
    return True


def exact_after_check(play: Play, *, learner: Learner = compensated, clipped: bool = False) -> bool:
    """Pr[i_t = i | v_(t-1) = v] = P_t(i) with a forced check in round t, for every t, v and i."""
    process, clip = learner(play), play.parameters.clip_steps if clipped else 0
    for now, law in enumerate(position_laws(process, until=len(play.losses) - 2), start=1):
        given: dict[int, list[FastRational]] = {}
        for at, mass in law.items():
            keep = mass * fast(play.parameters.keep ** max(clip, play.pending(at)))
            held = given.setdefault(at.updates, [ZERO] * len(play.losses[0]))
            held[at.expert] += keep
            for i, share in enumerate(process.shares[now]):
                held[i] += (mass - keep) * share
        for held in given.values():
            total = sum(held, start=ZERO)
            if any(mass != total * share for mass, share in zip(held, process.shares[now], strict=True)):
                return False
    return True


def marginals_exact(play: Play) -> bool:
    """Q_T = P_T by the package's forward recursion, where the decision of round T is replaced by a forced check."""
    process = play.process
    field = play.parameters.field

    def course(launch: int, expert: int, checks: int) -> Course[LogNumber]:
        own = process.course(launch, expert, checks)
        if not own.keeps:
            return own
        left = own.never + own.keeps[-1] + own.renewals[-1]
        coin = field.rational(play.parameters.keep ** sum(row[expert] for row in play.losses[launch:-1]))
        return Course((*own.keeps[:-1], left * coin), (*own.renewals[:-1], left * (1 - coin)), field.zero)

    return process_law(replace(process, course=course)).marginals[-1] == process.shares[-1]


def parameters(*, full: bool, grid: int = 1) -> Iterator[CompensatedParameters]:
    """Weak and strong noises and rates, two clips, with a threshold at the clip or above it."""
    for keep, noise, clip, excess in product((HALF, MUCH), (HALF, MUCH), (1, 3), (0, 1, 3) if full else (0, 2)):
        for multiples in ((1, 1), (2, 1), (1, 2)) if full else ((1, 1),):
            yield CompensatedParameters(
                grid=grid,
                keep=keep,
                noise=noise,
                clip_steps=clip,
                threshold=clip + excess,
                limit=1,
                noise_multiples=multiples,
            )


def every_play(*, full: bool, limits: tuple[int | None, ...] = (None, 0, 1, 2)) -> Iterator[Play]:
    """T = 4, N = 2 with losses 0 and 1, at full effort also losses 0, 1/2, 1 and N = 3."""
    sizes = ((4, 2, 1), (3, 3, 1), (3, 2, 2)) if full else ((4, 2, 1),)
    for rounds, experts, grid in sizes:
        for n, one in enumerate(parameters(full=full, grid=grid)):
            for limit in limits if full else limits[n % len(limits) :][:1]:
                for losses in every_stream(rounds, experts, grid=grid):
                    if losses[0][0] <= losses[0][1]:
                        yield Play(losses, one, limit)


@st.composite
def plays(
    draw: st.DrawFn, *, rules: bool = True, limits: bool = True, max_rounds: int = 5, max_experts: int = 3
) -> Play:
    """Any losses and parameters, and any rule of when to check, the learner's own or another."""
    grid = draw(st.integers(1, 4))
    one = draw(compensated_parameters(grid=grid))
    losses = draw(loss_steps(grid=grid, min_rounds=2, max_rounds=max_rounds, max_experts=max_experts))
    limit = draw(st.none() | st.integers(0, 3)) if limits else None
    if not rules or draw(st.booleans()):
        return Play(losses, one, limit)
    rounds, experts = len(losses), len(losses[0])
    arguments = delay_arguments(end=rounds, experts=experts)
    tables = st.fixed_dictionaries({key: st.integers(key[0] + 1, rounds) for key in arguments}).map(TabledDelay)
    return Play(losses, one, limit, draw(delay_functions(rounds, experts) | tables))
