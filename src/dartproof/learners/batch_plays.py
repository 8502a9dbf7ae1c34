"""The learners that play many independent games at once, vectorised over the games.

Each game has the law of the learner's own `play`. All games see the same losses, so P_t is the same for all of them and
a round costs one evaluation of P_t, however many games resample.
"""

from collections.abc import Generator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dartproof.learners.base import FloatRow, Learner
from dartproof.learners.compensated import CompensatedLearner
from dartproof.learners.lazy import LazyLearner
from dartproof.learners.multiplicative_weights import MultiplicativeWeights
from dartproof.learners.shrinking_dartboard import ShrinkingDartboard
from dartproof.learners.small_loss import SmallLossLearner
from dartproof.mechanisms import exponential, exponential_mechanism, laplace
from dartproof.mechanisms.above_threshold import answer_many

#: One expert (from 0) for each game.
Picks: TypeAlias = NDArray[np.intp]

#: Many games being played: yields the picks of a round, shape (trials,), which it changes in place once it has received
#: the losses of the round; returns the number of updates of each game.
BatchPlay: TypeAlias = Generator[Picks, FloatRow, NDArray[np.int64]]


def start_batch(
    learner: Learner, *, rounds: int, experts: int, trials: int, rng: np.random.Generator
) -> BatchPlay | None:
    """Start `trials` games of `learner` side by side, or return None if that is not known how to do.

    A class that is derived from one of the learners here may play differently, so only the classes themselves count.

    Raises:
        InputError: If the learner cannot play a game of so many rounds.
    """
    if type(learner) is SmallLossLearner:
        return _small_loss(learner, rounds, experts, trials, rng)
    if type(learner) is CompensatedLearner:
        return _compensated(learner, rounds, experts, trials, rng)
    if type(learner) is LazyLearner:
        return _lazy(learner, rounds, experts, trials, rng)
    if type(learner) is ShrinkingDartboard:
        return _shrinking_dartboard(learner, rounds, experts, trials, rng)
    if type(learner) is MultiplicativeWeights:
        return _multiplicative_weights(learner, rounds, experts, trials, rng)
    return None


class _Games:
    """Games in progress: the experts held, the updates made, and the losses of the rounds before the current one."""

    __slots__ = ("_eta", "_rng", "cumulative", "picks", "updates")

    def __init__(self, eta: float, experts: int, trials: int, rng: np.random.Generator) -> None:
        self._eta, self._rng = eta, rng
        self.cumulative = np.zeros(experts)
        self.picks = np.zeros(trials, dtype=np.intp)
        self.updates = np.zeros(trials, dtype=np.int64)

    def draw(self) -> None:
        """Draw an expert from P_t for every game."""
        self.picks = exponential_mechanism.sample_many(self.cumulative, self._eta, self._rng, size=self.picks.size)

    def check(self, tops: NDArray[np.intp], losses: NDArray[np.float64]) -> NDArray[np.intp]:
        """Draw Z ~ Bernoulli(exp(−η · loss)) for each game in `tops`, resample where Z = 0; return those games."""
        return self.toss(tops, np.exp(-self._eta * losses))

    def toss(self, tops: NDArray[np.intp], keeps: NDArray[np.float64]) -> NDArray[np.intp]:
        """Draw Z ~ Bernoulli(keep) for each game in `tops`, resample where Z = 0; return those games."""
        moves = tops[self._rng.random(tops.size) >= keeps]
        if moves.size:
            self.picks[moves] = exponential_mechanism.sample_many(
                self.cumulative, self._eta, self._rng, size=moves.size
            )
            self.updates[moves] += 1
        return moves


def _multiplicative_weights(
    learner: MultiplicativeWeights, rounds: int, experts: int, trials: int, rng: np.random.Generator
) -> BatchPlay:
    games = _Games(learner.eta, experts, trials, rng)
    for _ in range(rounds):
        games.draw()
        games.cumulative += yield games.picks
    games.updates += rounds - 1
    return games.updates


def _shrinking_dartboard(
    learner: ShrinkingDartboard, rounds: int, experts: int, trials: int, rng: np.random.Generator
) -> BatchPlay:
    games = _Games(learner.eta, experts, trials, rng)
    games.draw()
    everyone = np.arange(trials)
    row = yield games.picks
    for _ in range(1, rounds):
        games.cumulative += row
        games.check(everyone, row[games.picks])
        row = yield games.picks
    return games.updates


def _small_loss(
    learner: SmallLossLearner, rounds: int, experts: int, trials: int, rng: np.random.Generator
) -> BatchPlay:
    bar_scale, query_scale = 2 / learner.epsilon1, 4 / learner.epsilon1
    games = _Games(learner.eta, experts, trials, rng)
    games.picks = rng.integers(experts, size=trials, dtype=np.intp)
    bars = learner.tau + laplace.sample(bar_scale, rng, size=trials)  # threshold + ξ; infinite once V is reached
    pending = np.zeros(trials)
    asking = trials if learner.limit else 0
    buffer, exponentials = np.empty(trials), np.empty(trials)
    row = yield games.picks
    for _ in range(1, rounds):
        games.cumulative += row
        if asking:
            pending += np.take(row, games.picks, out=buffer, mode="clip")
            gaps = np.subtract(bars, pending, out=buffer)
            gaps /= query_scale
            tops = answer_many(gaps, rng.standard_exponential(out=exponentials))
            moves = games.check(tops, pending[tops].clip(learner.clip))
            pending[tops] = 0.0
            bars[tops] = learner.tau + laplace.sample(bar_scale, rng, size=tops.size)
            done = moves[games.updates[moves] == learner.limit]
            bars[done] = np.inf
            asking -= done.size
        row = yield games.picks
    return games.updates


def _compensated(
    learner: CompensatedLearner, rounds: int, experts: int, trials: int, rng: np.random.Generator
) -> BatchPlay:
    games = _Games(learner.eta, experts, trials, rng)
    games.picks = rng.integers(experts, size=trials, dtype=np.intp)
    bars = learner.tau + exponential.sample(learner.threshold_scale, rng, size=trials)
    widest = np.full(trials, learner.widest_gap)  # infinite, as is the bar, once V is reached
    pending = np.zeros(trials)
    asking = trials if learner.limit else 0
    exponentials = np.empty(trials)
    row = yield games.picks
    for _ in range(1, rounds):
        games.cumulative += row
        if asking:
            pending += np.take(row, games.picks, mode="clip")
            gaps = np.minimum(bars - pending, widest)
            tops = answer_many(
                gaps / learner.query_scale, rng.standard_exponential(out=exponentials), noise_shape="exponential"
            )
            moves = games.toss(tops, learner.keep_probabilities(pending[tops], gaps[tops]))
            pending[tops] = 0.0
            bars[tops] = learner.tau + exponential.sample(learner.threshold_scale, rng, size=tops.size)
            done = moves[games.updates[moves] == learner.limit]
            bars[done] = widest[done] = np.inf
            asking -= done.size
        row = yield games.picks
    return games.updates


def _lazy(learner: LazyLearner, rounds: int, experts: int, trials: int, rng: np.random.Generator) -> BatchPlay:
    end = learner.last_check(rounds)
    games = _Games(learner.eta, experts, trials, rng)
    games.draw()
    for _ in range(learner.start):
        games.cumulative += yield games.picks
        games.draw()
    everyone = np.arange(trials)
    checks = np.zeros(trials, dtype=np.intp)
    pending = np.zeros(trials)
    due = _due(learner, learner.start, games.picks, checks) if learner.start < end else checks
    row = yield games.picks
    for t in range(learner.start + 1, rounds):
        games.cumulative += row
        if t <= end:
            pending += row[games.picks]
            tops = np.flatnonzero(due <= t) if t < end else everyone
            games.check(tops, pending[tops])
            pending[tops] = 0.0
            checks[tops] += 1
            if t < end:
                due[tops] = _due(learner, t, games.picks[tops], checks[tops])
        row = yield games.picks
    return games.updates


def _due(learner: LazyLearner, launch: int, picks: Picks, checks: NDArray[np.intp]) -> NDArray[np.int64]:
    """Evaluate the delay function once for each pair of an expert and a number of checks."""
    if not picks.size:
        return checks
    experts, fewest = int(picks.max()) + 1, int(checks.min())
    pairs = (checks - fewest) * experts + picks
    present = np.flatnonzero(np.bincount(pairs))
    delays: NDArray[np.int64] = np.zeros(int(present[-1]) + 1, dtype=np.int64)
    delays[present] = [learner.delay(launch, pair % experts, fewest + pair // experts) for pair in present.tolist()]
    due: NDArray[np.int64] = delays[pairs]
    return due
