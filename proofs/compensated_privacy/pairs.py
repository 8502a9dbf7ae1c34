"""What `compensated_privacy` is decided on: the compensated learner with exact parameters, and streams for it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product

from hypothesis import strategies as st

from dartproof.accounting import CompensatedParameters, optimal_ratio
from dartproof.laws import Transcript
from dartproof.laws.hockey_stick_law import LossLaw, pair_loss_law
from dartproof.laws.pairs import Largest, largest_divergence
from dartproof.laws.process import Course, Process, compensated_process
from dartproof.mechanisms.halting import NoiseShape
from dartproof.numeric import LogNumber
from dartproof.strategies import compensated_parameters, loss_steps, neighbour_pairs
from dartproof.streams import neighbouring_pairs, streams_on_grid
from dartproof.streams.model import Steps

HALF, THIRD, MUCH, LITTLE = Fraction(1, 2), Fraction(1, 3), Fraction(9, 10), Fraction(99, 100)

Cost = Callable[[CompensatedParameters], Fraction]
"""An e^eps that is claimed."""


def learner(
    *,
    keep: Fraction = LITTLE,
    noise: Fraction = HALF,
    clip: int = 1,
    excess: int = 3,
    limit: int = 1,
    grid: int = 1,
    multiples: tuple[int, int] = (1, 1),
    floor: Fraction | None = None,
    shape: NoiseShape = "exponential",
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
        noise_shape=shape,
    )


def notation(p: CompensatedParameters) -> str:
    """In the paper's notation."""
    rates = [p.noise ** (multiple * p.grid) for multiple in p.noise_multiples]
    return (
        f"e^-eta = {1 / p.exp_eta}, e^-1/b1 = {rates[0]}, e^-1/b2 = {rates[1]}, c = {Fraction(p.clip_steps, p.grid)}, "
        f"tau = {Fraction(p.threshold, p.grid)}, h0 = {p.least_hazard}, V = {p.limit}, {p.noise_shape} xi"
    )


def written(losses: Steps, grid: int) -> str:
    """The losses of rounds 1, 2, ... in this order."""
    return "; ".join(",".join(str(Fraction(steps, grid)) for steps in row) for row in losses)


@dataclass(frozen=True, slots=True)
class Game:
    """All pairs of neighbours with so many rounds and experts."""

    rounds: int
    experts: int
    parameters: CompensatedParameters

    def __str__(self) -> str:
        """With a pair that attains the largest ratio."""
        found, grid = largest(self), self.parameters.grid
        return (
            f"S = {written(found.losses, grid)}, S' = {written(found.neighbour, grid)}, {notation(self.parameters)}, "
            f"transcript {found.witness}, ratio {'∞' if found.ratio is None else float(found.ratio)}"
        )


@lru_cache(maxsize=1024)
def largest(game: Game) -> Largest:
    """The largest P(w)/P'(w) over all pairs and all transcripts w."""
    return largest_divergence(game.parameters, game.rounds, game.experts)


@dataclass(frozen=True, slots=True)
class Interval:
    """One instance from round 1 to T, with the losses of its expert, one of which is raised in the neighbour."""

    losses: tuple[int, ...]
    position: int
    raised: int
    parameters: CompensatedParameters

    def __str__(self) -> str:
        """With the number of the raised round from 1."""
        grid = self.parameters.grid
        losses = ", ".join(str(Fraction(loss, grid)) for loss in self.losses)
        return (
            f"losses {losses}, with {Fraction(self.raised, grid)} more in round {self.position + 1}, "
            f"{notation(self.parameters)}"
        )

    def courses(self) -> tuple[Course[LogNumber], Course[LogNumber]]:
        """When it is checked with which outcome, with the loss as it is and with it raised."""
        higher = list(self.losses)
        higher[self.position] += self.raised
        low, high = (
            compensated_process(tuple((loss,) for loss in (*column, 0)), self.parameters).course(0, 0, 0)
            for column in (self.losses, higher)
        )
        return low, high

    def within(self, rise: Fraction, fall: Fraction) -> bool:
        """Whether no outcome after the raised round is likelier by more than `rise` where S has the lower losses.

        And by more than `fall` where it has the higher ones.
        """
        low, high = self.courses()
        first = self.position
        outcomes = (
            *zip(low.keeps[first:], high.keeps[first:], strict=True),
            *zip(low.renewals[first:], high.renewals[first:], strict=True),
            (low.never, high.never),
        )
        return all(here <= rise * there and there <= fall * here for here, there in outcomes)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two streams, in grid steps, with a delta."""

    losses: Steps
    neighbour: Steps
    parameters: CompensatedParameters
    delta: Fraction = Fraction(0)

    def __str__(self) -> str:
        """In the paper's notation."""
        s, s_n = (written(losses, self.parameters.grid) for losses in (self.losses, self.neighbour))
        return f"S = {s}, S' = {s_n}, {notation(self.parameters)}, delta = {self.delta}"

    def processes(self) -> tuple[Process[LogNumber], Process[LogNumber]]:
        """The learner on both streams."""
        return compensated_process(self.losses, self.parameters), compensated_process(self.neighbour, self.parameters)

    def loss_law(self) -> LossLaw:
        """The law of P/P' under P."""
        return pair_loss_law(*self.processes())


def later_resamples(transcript: Transcript, changed: int) -> int:
    """v(w): how many resamples there are after the round `changed`, which counts from 0."""
    return sum(step >= 0 for step in transcript.steps[changed:])


def rise(p: CompensatedParameters) -> Fraction:
    """e^(1/b1 + eta)."""
    return p.exp_eta / p.noise ** (p.noise_multiples[0] * p.grid)


def fall(p: CompensatedParameters) -> Fraction:
    """e^(1/b2 + eps2), with the least eps2."""
    return p.exp_epsilon2 / p.noise ** (p.noise_multiples[1] * p.grid)


def with_delta(p: CompensatedParameters, delta: Fraction) -> Fraction:
    """e^(eps_c + Comp_delta(V, 2 eta))."""
    return p.check_ratio() * optimal_ratio(p.limit, p.exp_eta**2, delta)


def every_learner(*, full: bool, grid: int = 1) -> Iterator[CompensatedParameters]:
    """Weak and strong noises and rates, two clips, with a threshold just at the clip and above it."""
    for keep, noise, clip, excess in product((HALF, MUCH), (HALF, MUCH), (1, 3), (0, 1, 3) if full else (0, 2)):
        for multiples, limit in product(((1, 1), (2, 1), (1, 2)), (1, 2)):
            if full or (limit == 2) == (multiples == (1, 1)):
                yield learner(
                    keep=keep, noise=noise, clip=clip, excess=excess, limit=limit, grid=grid, multiples=multiples
                )


def intervals(one: CompensatedParameters, most: int, *, up_to: int | None = None) -> Iterator[Interval]:
    """All losses of up to `most` rounds, with all raises, to at most `up_to` grid steps."""
    top = one.grid if up_to is None else up_to
    for rounds in range(1, most + 1):
        for losses in product(range(one.grid + 1), repeat=rounds):
            for position, loss in enumerate(losses):
                for raised in range(1, top - loss + 1):
                    yield Interval(losses, position, raised, one)


@st.composite
def games(draw: st.DrawFn, *, fixed: CompensatedParameters | None = None, rounds: int = 4, experts: int = 2) -> Game:
    """Any parameters, and small numbers of rounds and experts."""
    grid = 1 if fixed is not None else draw(st.sampled_from((1, 1, 2)))
    one = draw(compensated_parameters(grid=grid, max_denominator=100)) if fixed is None else fixed
    return Game(draw(st.integers(2, rounds if grid == 1 else 3)), draw(st.integers(1, experts)), one)


@st.composite
def drawn_intervals(
    draw: st.DrawFn, *, fixed: CompensatedParameters | None = None, up_to: int | None = None, rounds: int = 6
) -> Interval:
    """Any losses of up to 6 rounds, any raise, and any parameters or the given ones."""
    grid = draw(st.integers(1, 4)) if fixed is None else fixed.grid
    one = draw(compensated_parameters(grid=grid, max_denominator=100)) if fixed is None else fixed
    top = grid if up_to is None else up_to
    losses = draw(st.lists(st.integers(0, grid), min_size=1, max_size=rounds))
    position = draw(st.integers(0, len(losses) - 1))
    losses[position] = min(losses[position], top - 1)
    return Interval(tuple(losses), position, draw(st.integers(1, top - losses[position])), one)


@st.composite
def drawn_pairs(draw: st.DrawFn) -> Pair:
    """Any parameters, neighbours and delta."""
    one = draw(compensated_parameters(max_denominator=100, max_limit=2))
    return Pair(*draw(neighbour_pairs(max_experts=2)), one, draw(st.fractions(0, HALF, max_denominator=100)))


def every_pair(rounds: int, experts: int, one: CompensatedParameters, *deltas: Fraction) -> Iterator[Pair]:
    """All ordered pairs of neighbours."""
    for losses, neighbour, _ in neighbouring_pairs(rounds, experts, one.grid):
        for delta in deltas:
            yield Pair(losses, neighbour, one, delta)


def two_rounds(one: CompensatedParameters, rounds: int) -> Iterator[Pair]:
    """All streams of one expert that differ in two rounds or fewer."""
    for losses in streams_on_grid(rounds, 1, 1):
        for changed in combinations(range(rounds - 1), 2):
            other = tuple((1 - row[0],) if t in changed else row for t, row in enumerate(losses))
            yield Pair(losses, other, one)


@st.composite
def drawn_two_rounds(draw: st.DrawFn, one: CompensatedParameters) -> Pair:
    """Streams of one expert that differ in up to two rounds."""
    losses = draw(loss_steps(min_rounds=3, max_rounds=5, max_experts=1))
    changed = draw(st.tuples(*[st.integers(0, len(losses) - 2)] * 2))
    return Pair(losses, tuple((1 - row[0],) if t in changed else row for t, row in enumerate(losses)), one)
