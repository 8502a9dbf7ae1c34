"""The learners and streams at which `check_privacy_sharp` and its false neighbours are decided."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product

from hypothesis import strategies as st

from dartproof.accounting import ExactParameters
from dartproof.evidence import Effort
from dartproof.laws.pairs import Largest, largest_divergence
from dartproof.mechanisms.above_threshold import NoiseShape
from dartproof.numeric import LogNumber
from dartproof.strategies import exact_parameters, loss_steps, neighbour_pairs
from dartproof.streams import neighbouring_pairs, streams_on_grid

from .pairs import Interval, Learner, Pair, Unclipped, UpToTwo

SHAPES: tuple[NoiseShape, ...] = ("laplace", "exponential")
SCALES = ((2, 1), (1, 1), (1, 2))
HALF, MUCH, FEW, LITTLE = Fraction(1, 2), Fraction(9, 10), Fraction(1, 100), Fraction(99, 100)
DELTAS = (FEW, Fraction(1, 10), HALF)


@dataclass(frozen=True, slots=True)
class Game:
    """All pairs of neighbours with so many rounds and experts."""

    rounds: int
    experts: int
    learner: Learner

    def __str__(self) -> str:
        """With a pair that attains the largest ratio."""
        found = _largest(self)
        return f"{Pair(found.losses, found.neighbour, self.learner)}, transcript {found.witness}"

    def largest(self) -> LogNumber | None:
        """The largest P(w)/P'(w) over all pairs and all transcripts w; None for ∞."""
        return _largest(self).ratio


@lru_cache(maxsize=1024)
def _largest(game: Game) -> Largest:
    one = game.learner
    return largest_divergence(
        one.parameters, game.rounds, game.experts, noise_multiples=one.multiples, noise_shape=one.shape
    )


def learner(
    *,
    keep: Fraction = LITTLE,
    noise: Fraction = LITTLE,
    clip: int = 1,
    threshold: int = 0,
    limit: int = 1,
    grid: int = 1,
    multiples: tuple[int, int] = (2, 1),
    shape: NoiseShape = "laplace",
    made_by: type[ExactParameters] = ExactParameters,
) -> Learner:
    """One learner; the threshold is in units of loss."""
    parameters = made_by(grid=grid, keep=keep, noise=noise, clip=clip, threshold=threshold * grid, limit=limit)
    return Learner(parameters, multiples, shape)


def every_learner(*, limits: tuple[int, ...] = (1, 2), grid: int = 1) -> Iterator[Learner]:
    """Weak and strong noises of all kinds and learning rates, two clips, three thresholds."""
    for keep, noise, clip, threshold, limit in product((HALF, MUCH), (HALF, MUCH), (1, 2), (0, 1, 3), limits):
        for multiples, shape in product(SCALES, SHAPES):
            yield learner(
                keep=keep,
                noise=noise,
                clip=clip,
                threshold=threshold,
                limit=limit,
                grid=grid,
                multiples=multiples,
                shape=shape,
            )


def all_pairs(effort: Effort) -> Iterator[Game]:
    """T = 4 and N = 2, and at some learners T = 5, N = 3, or losses 0, 1/2, 1; at full effort up to T = 6."""
    full = effort == "full"
    for one in every_learner(limits=(1, 2) if full else (2,)):
        p = one.parameters
        if full or (p.clip == 1 and p.threshold == 1 and one.multiples != (1, 1)):
            yield Game(4, 2, one)
        if full or (p.keep, p.clip, p.threshold, one.multiples) == (HALF, 1, 1, (2, 1)):
            yield Game(5, 2, one)
            yield Game(4, 3, one)
        if full and one.multiples == (2, 1):
            yield Game(6, 2, one)
    for one in every_learner(limits=(2,), grid=2):
        if full or (one.parameters.keep, one.parameters.clip, one.parameters.threshold) == (MUCH, 1, 2):
            yield Game(3, 2, one)


def enumerated(effort: Effort) -> Iterator[Pair]:
    """N = 2 and T = 3 at some learners, at full effort T = 4 at one; delta = 0 and other values."""
    full = effort == "full"
    for one in every_learner():
        p = one.parameters
        some = (p.keep, p.noise, p.clip, p.threshold, p.limit) == (HALF, HALF, 1, 0, 1) and one.multiples != (1, 1)
        if some or (full and (p.keep, p.clip, p.limit) in {(HALF, 1, 1), (MUCH, 2, 2)}):
            for losses, neighbour, _ in neighbouring_pairs(3, 2, 1):
                for delta in (Fraction(0), *(DELTAS if full else DELTAS[1:2])):
                    yield Pair(losses, neighbour, one, delta)
    if full:
        for losses, neighbour, _ in neighbouring_pairs(4, 2, 1):
            yield Pair(losses, neighbour, learner(keep=MUCH, noise=MUCH, limit=2), FEW)


def intervals(effort: Effort) -> Iterator[Interval]:
    """All instances with a few losses of 0 or 1, or of 0, 1/2, 1, one of which is raised."""
    full = effort == "full"
    for grid in (1, 2):
        for one in every_learner(limits=(1,), grid=grid):
            settled = (one.parameters.clip, one.parameters.threshold)
            if full or (one.multiples != (1, 1) and (grid == 1 or settled == (1, 2))):
                yield from _raised(one, longest=5 - grid if full else 4 - grid)


def _raised(one: Learner, *, longest: int) -> Iterator[Interval]:
    grid = one.parameters.grid
    for length in range(1, longest + 1):
        for losses in product(range(grid + 1), repeat=length):
            for position, loss in enumerate(losses):
                for raised in range(1, grid - loss + 1):
                    yield Interval((*losses, 0), position, raised, one)


def rise_family(rounds: int) -> Pair:
    """The queries of the first expert rise, it is kept late, and drawn again three times though it has lost most."""
    usual = ((1, 0, 0),) * rounds
    middle = rounds // 2 - 1
    losses = (*usual[:middle], (0, 1, 1), *usual[middle + 1 :])
    return Pair(losses, usual, learner(keep=Fraction(3, 4), noise=HALF, clip=5, limit=3))


def fall_family(rounds: int) -> Pair:
    """The last query of the first expert falls to the clip; the second, which has lost most, is drawn three times."""
    one = learner(keep=Fraction(3, 4), noise=MUCH, clip=1, threshold=60 if rounds < 40 else 100, limit=3)
    before = rounds - 4  # the last three rounds see the draws
    clip = one.parameters.clip
    rows = (*((0, 1),) * (before - clip), *((1, 1),) * clip)
    after = ((0, 0),) * 3
    return Pair((*rows, (1, 0), *after), (*rows, (0, 1), *after), one)


def extreme(effort: Effort) -> Iterator[tuple[Pair, Fraction]]:
    """Pairs with the number to which their largest P(w)/P'(w) comes close."""
    for rise, fall in ((20, 24), (80, 50)) if effort == "full" else ((20, 24),):
        pair = rise_family(rise)
        yield pair, pair.learner.exp_rise * pair.learner.composed()
        pair = fall_family(fall)
        yield pair, pair.learner.exp_fall * pair.learner.composed()


# The false claims are told from the statement where one part of the cost outweighs the others.

NOISY, ETA, COIN = (
    learner(noise=HALF, clip=3),
    learner(keep=FEW, multiples=(1, 1)),
    learner(multiples=(1, 1)),
)
"""Where the noise of the threshold stands out, the learning rate, and the coin that resamples."""

UNCLIPPED = learner(made_by=Unclipped)
UP_TO_TWO = replace(learner(noise=HALF, clip=3, grid=2, made_by=UpToTwo), unit=1)
"""A faulty learner, and one whose losses go up to 2, with noises and a learning rate for losses up to 1."""


def few_games(one: Learner) -> Iterator[Game]:
    """Up to five rounds and two experts, several thresholds, both shapes of noises."""
    for rounds, threshold, shape in product((3, 4, 5), (0, 2), SHAPES):
        p = replace(one.parameters, threshold=threshold * one.parameters.grid)
        yield Game(rounds, 2, replace(one, parameters=p, shape=shape))


@st.composite
def games(draw: st.DrawFn, settled: Sequence[Learner] = ()) -> Game:
    """Up to four rounds and two experts, any learner, or one of those given with any threshold, V >= 1 and shape."""
    grid = draw(st.integers(1, 2)) if not settled else settled[0].parameters.grid
    rounds, experts = draw(st.integers(2, 4 if grid == 1 else 3)), draw(st.integers(1, 2))
    shape = draw(st.sampled_from(SHAPES))
    if settled:
        one = draw(st.sampled_from(settled))
        p = replace(one.parameters, threshold=draw(st.integers(-1, 3)) * grid, limit=draw(st.integers(1, 2)))
        return Game(rounds, experts, replace(one, parameters=p, shape=shape))
    multiples = draw(st.tuples(st.integers(1, 3), st.integers(1, 3)))
    return Game(rounds, experts, Learner(draw(exact_parameters(grid=grid)), multiples, shape))


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    """Neighbours with up to 4 rounds and 3 experts, any learner, and delta = 0 or not."""
    grid = draw(st.integers(1, 2))
    multiples, shape = draw(st.tuples(st.integers(1, 3), st.integers(1, 3))), draw(st.sampled_from(SHAPES))
    one = Learner(draw(exact_parameters(grid=grid, max_denominator=100)), multiples, shape)
    delta = draw(st.just(Fraction(0)) | st.fractions(0, HALF, max_denominator=100))
    return Pair(*draw(neighbour_pairs(grid=grid)), one, delta)


def two_rounds(one: Learner) -> Iterator[Pair]:
    """All ordered pairs of streams of three and four rounds that differ in the first two of them, or in one."""
    rows = list(product((0, 1), repeat=2))
    for rounds, shape in product((3, 4), SHAPES):
        for losses, (first, second) in product(streams_on_grid(rounds, 2, 1), combinations(range(rounds - 1), 2)):
            for row, other in product(rows, rows):
                changed = (*losses[:first], row, *losses[first + 1 : second], other, *losses[second + 1 :])
                yield Pair(losses, changed, replace(one, shape=shape))


@st.composite
def two_round_pairs(draw: st.DrawFn, one: Learner) -> Pair:
    """Two streams of one expert or two that differ in up to two rounds."""
    losses, changed = draw(neighbour_pairs(min_rounds=4, max_experts=2))
    index = draw(st.integers(0, len(losses) - 2))
    experts = len(losses[0])
    row = draw(loss_steps(max_rounds=1, min_experts=experts, max_experts=experts))
    return Pair(
        losses, (*changed[:index], *row, *changed[index + 1 :]), replace(one, shape=draw(st.sampled_from(SHAPES)))
    )
