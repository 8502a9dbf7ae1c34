"""The package's `DoublingLearner`, played with noises that are given, and what its buckets come to."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
from hypothesis import strategies as st

from dartproof.accounting.doubling import Buckets
from dartproof.learners import DoublingLearner, DoublingTranscript, EarlyStop, Summary
from dartproof.learners.base import Learner, Play, Player
from dartproof.numeric import format_rational

Row = tuple[Fraction, ...]
SLIGHTLY = Fraction(1, 2**20)
ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)


class Noises(np.random.Generator):
    """A generator whose Laplace noises are given: the xi of each bucket, and the nu of each query."""

    def __init__(self, xi: Iterator[Fraction], nu: Iterator[Fraction]) -> None:
        super().__init__(np.random.PCG64(0))
        self._given = {1.0: xi, 2.0: nu}  # for eps = 4, the scales are 2/(eps/2) = 1 and 4/(eps/2) = 2

    def laplace(self, _: object, scale: float) -> float:  # type: ignore[override]  # one draw at a time
        """The next noise of this scale; 0 once all are used."""
        return float(next(self._given[scale], ZERO))


@dataclass(frozen=True, slots=True, kw_only=True)
class WithAlpha(DoublingLearner):
    """Algorithm 3 with an alpha that is given."""

    scale: Fraction

    def alpha(self, rounds: int) -> float:
        """The given one; exact, as it is a multiple of a power of 1/2."""
        del rounds
        return float(self.scale)


@dataclass(frozen=True, slots=True)
class First:
    """An inner learner that plays expert 1."""

    name: str = "first"

    def play(self, *, rounds: int, experts: int, rng: np.random.Generator) -> Play:
        """As `Learner.play` says."""
        del experts, rng
        try:
            for _ in range(rounds):
                yield 0
        except EarlyStop:
            pass
        return Summary(updates=0)


@dataclass(frozen=True, slots=True)
class Bucket:
    """What a bucket came to.

    Attributes:
        least: the least loss of an expert in it.
        loss_bound: the L' for which its inner learner was built.
        top: whether it ended with ⊤.
    """

    least: Fraction
    loss_bound: Fraction
    top: bool


@dataclass(frozen=True, slots=True)
class Game:
    """Algorithm 3 on losses whose sums are exact in floats, with noises nu_t - xi that are given.

    Attributes:
        losses: the rows of the rounds.
        alpha: of the learner.
        noises: nu - xi in the first, second, ... bucket, the same for all of its queries. As the queries of a bucket
            never fall, every moment of the ⊤ that is right up to alpha comes with a noise in [-alpha, alpha], or
            slightly below -alpha, as ⊥ is right also at tau + alpha.
        raised: by how many alpha the thresholds are, wrongly, raised.
    """

    losses: tuple[Row, ...]
    alpha: Fraction
    noises: tuple[Fraction, ...]
    raised: int = 0

    def __str__(self) -> str:
        """With the losses of rounds 1, 2, ... in this order."""
        rows = "; ".join(",".join(map(format_rational, row)) for row in self.losses)
        noises = ", ".join(map(format_rational, self.noises))
        return f"S = {rows}, alpha = {format_rational(self.alpha)}, nu - xi = {noises} in buckets 1, 2, ..."

    @property
    def best_loss(self) -> Fraction:
        """L*."""
        return least(self.losses)

    def buckets(self) -> tuple[Bucket, ...]:
        """The buckets in order; those that are opened, and no other."""
        bounds: list[Fraction] = []

        def inner(loss_bound: float) -> Learner:
            bounds.append(Fraction(loss_bound))
            return First()

        learner = WithAlpha(epsilon=4.0, inner=inner, scale=self.alpha)
        lifted = [self.raised * self.alpha - noise for noise in self.noises]  # xi lifts the threshold
        tops = play(learner, self.losses, Noises(iter(lifted), iter(())))
        ends = [t + 1 for t in tops]
        if not tops or ends[-1] < len(self.losses):
            ends.append(len(self.losses))
        parts = [self.losses[start:end] for start, end in pairwise([0, *ends])]
        return tuple(
            Bucket(least(part), bound, k < len(tops)) for k, (part, bound) in enumerate(zip(parts, bounds, strict=True))
        )

    def possible(self) -> int:
        """K, as the package computes it."""
        return Buckets(self.alpha).most(self.best_loss)


def play(learner: DoublingLearner, losses: tuple[Row, ...], noises: Noises) -> tuple[int, ...]:
    """The rounds, from 0, at whose end ⊤ is answered."""
    player = Player(learner, rounds=len(losses), experts=len(losses[0]), rng=noises)
    for row in losses:
        player.observe(np.array([float(loss) for loss in row]))
    transcript = player.finish().transcript
    return transcript.tops if isinstance(transcript, DoublingTranscript) else ()


def least(rows: tuple[Row, ...]) -> Fraction:
    """The least loss of an expert over these rounds."""
    return min((sum(column, start=ZERO) for column in zip(*rows, strict=True)), default=ZERO)


ROWS = ((ONE, ONE), (ONE, ZERO), (HALF, ONE), (ZERO, HALF))


def noises_around(alpha: Fraction) -> tuple[Fraction, ...]:
    """The noises that matter, for losses on the grid of 1/2."""
    return (*(alpha - HALF * n for n in range(int(4 * alpha) + 1)), -alpha - SLIGHTLY)


def cycles(
    rounds: int,
    longest: int,
    alphas: tuple[Fraction, ...] = (ONE,),
    *,
    rows: tuple[Row, ...] = ROWS,
    raised: int = 0,
) -> Iterator[Game]:
    """All streams that repeat so many rows over and over, with all noises that matter in two buckets."""
    for alpha, length in product(alphas, range(1, longest + 1)):
        for cycle in product(rows, repeat=length):
            losses = (cycle * rounds)[:rounds]
            for pair in product(noises_around(alpha), repeat=2):
                yield Game(losses, alpha, pair, raised)


@st.composite
def games(
    draw: st.DrawFn,
    *,
    alphas: tuple[Fraction, ...] = (ONE, 3 * HALF, Fraction(2)),
    most: Fraction = ONE,
    raised: int = 0,
) -> Game:
    """Runs of equal rows on the grid of 1/2, and any noises within alpha."""
    loss = st.integers(0, int(2 * most)).map(lambda n: most - n * HALF)
    experts = draw(st.integers(1, 3))
    row = st.tuples(*[loss] * experts)
    runs = draw(st.lists(st.tuples(row, st.integers(1, 8)), min_size=1, max_size=6))
    alpha = draw(st.sampled_from(alphas))
    noises = draw(st.lists(st.sampled_from(noises_around(alpha)), min_size=2, max_size=4))
    return Game(tuple(row for row, count in runs for _ in range(count)), alpha, tuple(noises), raised)
