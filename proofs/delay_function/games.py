"""Games of Algorithm 1 with given noises, and the laws of it where the noises are drawn; all in grid steps."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import log, prod

import numpy as np
from hypothesis import strategies as st

from dartproof.laws.lazy import Choice, LazyProcess, Position, lazy_process, position_laws, weights_of
from dartproof.laws.rules import delayed_hazard
from dartproof.learners import Learner
from dartproof.learners.lazy import DelayFunction, LazyLearner
from dartproof.learners.small_loss import SmallLossLearner
from dartproof.learners.transcript import Transcript
from dartproof.mechanisms.above_threshold import AboveThreshold
from dartproof.mechanisms.bernoulli import clipped_keep_law
from dartproof.numeric import FastRational, fast
from dartproof.strategies import keep_factors, loss_steps
from dartproof.streams import LossStream, Steps, streams_on_grid

Process = LazyProcess[FastRational]
Law = dict[Position, FastRational]
HALF = Fraction(1, 2)
NO_CLIP = 800.0  # the clip of this eps2 is 0 in floats


@dataclass(frozen=True, slots=True)
class Game:
    """Losses and parameters, with xi_1, ..., xi_{T-1} and nu_2, ..., nu_T."""

    losses: Steps
    grid: int
    keep: Fraction
    threshold: int
    xi: tuple[int, ...]
    nu: tuple[int, ...]

    def __str__(self) -> str:
        """In grid steps, rounds and experts from 1."""
        rows = ", ".join(f"l_{t} = {row}" for t, row in enumerate(self.losses[:-1], start=1))
        noises = [f"xi_{u} = {xi}" for u, xi in enumerate(self.xi, start=1)]
        noises += [f"nu_{t} = {nu}" for t, nu in enumerate(self.nu, start=2)]
        return ", ".join([rows, f"e^(-eta/{self.grid}) = {self.keep}, tau = {self.threshold}", *noises])

    @property
    def end(self) -> int:
        """The last round, from 0."""
        return len(self.losses) - 1

    def query(self, launch: int, now: int, expert: int) -> int:
        """q_now."""
        return sum(row[expert] for row in self.losses[launch:now])

    def delay(self, launch: int, expert: int, checks: int, *, strict: bool = False, with_u: bool = True) -> int:
        """d_z, as the statement defines it; a control takes > for >=, or xi_1 for xi_u."""
        bar = self.threshold + self.xi[checks if with_u else 0] + strict
        later = range(launch + 1, self.end + 1)
        return next((t for t in later if self.query(launch, t, expert) + self.nu[t - 1] >= bar), self.end + 1)

    def answer(self, at: Position) -> FastRational:
        """1 if the package's AboveThreshold answers ⊤ in a position that can be reached, and else 0."""
        noises = Prescribed(self.xi[at.checks :], self.nu[at.launch :])
        above = AboveThreshold(1.0, self.threshold, noises)
        answers = [above.query(self.query(at.launch, t, at.expert)) for t in range(at.launch + 1, at.now + 1)]
        return fast(int(answers[-1]))

    def algorithm1(self, *, clip: int = 0, limit: int | None = None) -> Process:
        """Algorithm 1 with these noises; a control has a clip or a limit."""
        weights = weights_of(self.losses, self.keep)

        def coin(launch: int, now: int, expert: int) -> FastRational:
            return fast(clipped_keep_law(self.keep, self.query(launch, now, expert), clip_steps=clip))

        process = lazy_process(weights, self.answer, coin=coin)
        if limit is None:
            return process

        def choose(at: Position) -> Choice[FastRational]:
            return process.choose(at) if at.updates < limit else Choice(fast(1), fast(0), fast(0))

        return replace(process, choose=choose)

    def algorithm2(self, delay: DelayFunction | None = None) -> Process:
        """Algorithm 2 with d_z or another delay function."""
        weights = weights_of(self.losses, self.keep)
        return lazy_process(weights, delayed_hazard(weights, self.delay if delay is None else delay))

    def course_law(self, process: Process) -> Law:
        """The law of the whole course up to round T."""
        *_, law = position_laws(process, until=self.end, remember=True)
        return law


class Prescribed(np.random.Generator):
    """A generator for AboveThreshold(1, tau) whose Laplace noises are given, and whose other draws may be."""

    def __init__(
        self, xi: Sequence[float], nu: Sequence[float], *, uniforms: Sequence[float] = (), first: int = 0
    ) -> None:
        super().__init__(np.random.PCG64(0))
        self._noises = {2.0: iter(xi), 4.0: iter(nu)}  # by the scale that is asked for
        self._uniforms, self._first = iter(uniforms), first

    def laplace(self, *arguments: float) -> float:  # type: ignore[override]  # one draw at a time is asked for
        """The next xi or nu."""
        return float(next(self._noises[arguments[1]]))

    def random(self, *_: object) -> float:  # type: ignore[override]  # as above
        """The next uniform."""
        return next(self._uniforms)

    def integers(self, *_: object) -> int:  # type: ignore[override]  # as above
        """The first expert."""
        return self._first


@dataclass(frozen=True, slots=True)
class Coupled:
    """A game with the first expert (from 0) and the uniforms, in percent, from which coins and draws are made."""

    game: Game
    first: int
    percents: tuple[int, ...]

    def __str__(self) -> str:
        """The game and the uniforms."""
        return f"{self.game}, i_1 = {self.first + 1}, uniforms {self.percents} %"

    def small_loss(self) -> Transcript | None:
        """What the package's sampler of Algorithm 1 does."""
        game, uniforms = self.game, self._uniforms()
        xi, nu = ([noise / game.grid for noise in noises] for noises in (game.xi, game.nu))
        learner = SmallLossLearner(
            eta=self._eta(), tau=game.threshold / game.grid, limit=game.end, epsilon1=1.0, epsilon2=NO_CLIP
        )
        return _transcript(learner, self._stream(), Prescribed(xi, nu, uniforms=uniforms, first=self.first))

    def lazy(self) -> Transcript | None:
        """What its sampler of Algorithm 2 does up to round T, if the forced check is in round T + 1."""
        start = (self.first + 0.5) / len(self.game.losses[0])
        learner = LazyLearner(eta=self._eta(), delay=self.game.delay)
        rng = Prescribed((), (), uniforms=(start, *self._uniforms()))
        whole = _transcript(learner, self._stream(more=1), rng)
        if whole is None:
            return None
        answers = whole.answers[:-1]
        keeps = whole.keeps[: sum(answers)]
        return replace(whole, answers=answers, keeps=keeps, resampled=whole.resampled[: keeps.count(False)])

    def _eta(self) -> float:
        return -self.game.grid * log(self.game.keep)

    def _uniforms(self) -> tuple[float, ...]:
        return tuple((percent + 0.5) / 100 for percent in self.percents)

    def _stream(self, *, more: int = 0) -> LossStream:
        rows = [[Fraction(steps, self.game.grid) for steps in row] for row in self.game.losses]
        return LossStream.from_rows(rows + rows[:1] * more)


def _transcript(learner: Learner, stream: LossStream, rng: Prescribed) -> Transcript | None:
    """The transcript of a game that is played round by round, so that the draws come one at a time."""
    play = learner.play(rounds=stream.rounds, experts=stream.experts, rng=rng)
    next(play)
    try:
        for row in stream.losses:
            play.send(row)
    except StopIteration as end:
        transcript = end.value.transcript
        return transcript if isinstance(transcript, Transcript) else None
    return None


@dataclass(frozen=True, slots=True)
class Drawn:
    """Algorithm 1 whose noises are drawn from finite laws; `game` gives the rest, and its noises do not count."""

    game: Game
    xi_law: tuple[tuple[int, Fraction], ...]
    nu_law: tuple[tuple[int, Fraction], ...]

    def __str__(self) -> str:
        """With the laws of the noises as value: probability."""
        xi, nu = (", ".join(f"{value}: {chance}" for value, chance in law) for law in (self.xi_law, self.nu_law))
        return f"{replace(self.game, xi=(), nu=())}, xi ~ ({xi}), nu ~ ({nu})"

    def mixture(self) -> Law:
        """The mean over all tables of noises of the law of Algorithm 2 with d_z."""
        total: Law = {}
        end = self.game.end
        for table in product(*[self.xi_law] * end, *[self.nu_law] * end):
            values = tuple(value for value, _ in table)
            game = replace(self.game, xi=values[:end], nu=values[end:])
            chance = fast(prod((share for _, share in table), start=Fraction(1)))
            for course, mass in game.course_law(game.algorithm2()).items():
                total[course] = total.get(course, fast(0)) + chance * mass
        return total

    def fresh(self) -> Law:
        """The law of Algorithm 1 that draws each noise when it needs it."""
        return self.game.course_law(lazy_process(weights_of(self.game.losses, self.game.keep), self.top))

    def top(self, at: Position) -> FastRational:
        """Pr[⊤ | ⊥ at the queries of the instance before]."""
        return 1 - self._silent(at, at.now) / self._silent(at, at.now - 1)

    def _silent(self, at: Position, until: int) -> FastRational:
        """Pr[⊥ at all queries of the instance up to round `until`]."""
        bars = [self.game.threshold - self.game.query(at.launch, t, at.expert) for t in range(at.launch + 1, until + 1)]
        total = Fraction(0)
        for xi, chance in self.xi_law:
            below = (sum((share for nu, share in self.nu_law if nu < bar + xi), start=Fraction(0)) for bar in bars)
            total += chance * prod(below, start=Fraction(1))
        return fast(total)

    def noise_sees_coin(self) -> Law:
        """The law for one xi where the noise of a round has its last value if the coin of the round would keep."""
        weights = weights_of(self.game.losses, self.game.keep)

        def choose(at: Position) -> Choice[FastRational]:
            bar = self.game.threshold + self.xi_law[0][0] - self.game.query(at.launch, at.now, at.expert)
            keep = weights.keep(at.launch, at.now, at.expert)
            kept = keep * int(self.nu_law[-1][0] >= bar)
            resampled = (1 - keep) * fast(sum((chance for nu, chance in self.nu_law if nu >= bar), start=Fraction(0)))
            return Choice(1 - kept - resampled, kept, resampled)

        return self.game.course_law(LazyProcess(weights.shares, choose))


NOISE_LAWS = (
    (((0, Fraction(1)),), ((-1, HALF), (1, HALF))),
    (((-1, Fraction(1, 3)), (1, Fraction(2, 3))), ((0, Fraction(1, 4)), (1, Fraction(3, 4)))),
)


def every_game(*, rounds: int, values: Sequence[int], thresholds: Sequence[int] = (0, 1)) -> Iterator[Game]:
    """All streams of two experts with losses 0 and 1, and all noises with these values."""
    for losses, threshold in product(streams_on_grid(rounds, 2, 1), thresholds):
        for table in product(values, repeat=2 * (rounds - 1)):
            xi, nu = table[: rounds - 1], table[rounds - 1 :]
            yield Game(losses, 1, HALF, threshold, (*xi, 0), nu)


def every_coupled(*, rounds: int) -> Iterator[Coupled]:
    """Some of those games, numbered through, with uniforms that run through all courses."""
    for number, game in enumerate(every_game(rounds=rounds, values=(-1, 1))):
        percents = tuple((37 * number + 61 * k * k) % 100 for k in range(2 * rounds))
        yield Coupled(game, number % 2, percents)


def every_drawn(*, rounds: int) -> Iterator[Drawn]:
    """All streams of two experts with losses 0 and 1, two pairs of laws."""
    for losses, threshold, (xi, nu) in product(streams_on_grid(rounds, 2, 1), (0, 1, 2), NOISE_LAWS):
        yield Drawn(Game(losses, 1, HALF, threshold, (), ()), xi, nu)


@st.composite
def games(draw: st.DrawFn, *, max_rounds: int = 5) -> Game:
    """Any losses on grids up to 1/4, any noises and thresholds around them."""
    grid = 2 ** draw(st.integers(0, 2))
    losses = draw(loss_steps(grid=grid, max_rounds=max_rounds))
    noise = st.integers(-2 * grid, 2 * grid)
    xi, nu = (draw(st.tuples(*[noise] * count)) for count in (len(losses), len(losses) - 1))
    return Game(losses, grid, draw(keep_factors()), draw(st.integers(-grid, 3 * grid)), xi, nu)


@st.composite
def coupled(draw: st.DrawFn) -> Coupled:
    """Any such game with any uniforms."""
    game = draw(games())
    percents = draw(st.tuples(*[st.integers(0, 99)] * (2 * len(game.losses))))
    return Coupled(game, draw(st.integers(0, len(game.losses[0]) - 1)), percents)


@st.composite
def drawn(draw: st.DrawFn) -> Drawn:
    """Noises of one or two values each, T <= 3."""
    values = st.lists(st.integers(-2, 2), min_size=1, max_size=2, unique=True)

    def law() -> tuple[tuple[int, Fraction], ...]:
        points, first = draw(values), draw(keep_factors(max_denominator=5))
        shares = [Fraction(1)] if len(points) == 1 else [first, 1 - first]
        return tuple(zip(points, shares, strict=True))

    return Drawn(draw(games(max_rounds=3)), law(), law())
