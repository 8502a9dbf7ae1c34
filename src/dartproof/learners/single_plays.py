"""The learners that play one game over a whole array of losses, vectorised over the rounds between two checks.

The game is the learner's own `play`, draw for draw. A block of noises is drawn as if none of the rounds had a check; if
one has, the generator is put back and draws only the noises up to that round, as it would have turn by turn. A round's
choice is computed from the rows before it alone; that a block of rows was read for nothing has no effect on any pick.
Sums of losses are formed in the order in which the learner forms them.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dartproof.learners.base import FloatRow, Learner
from dartproof.learners.compensated import CompensatedLearner
from dartproof.learners.cumulative import PrefixSums
from dartproof.learners.lazy import DelayFunction, FixedDelay, LazyLearner
from dartproof.learners.shrinking_dartboard import ShrinkingDartboard
from dartproof.learners.small_loss import SmallLossLearner
from dartproof.learners.transcript import Summary, TranscriptLog
from dartproof.mechanisms import bernoulli, exponential, exponential_mechanism, laplace

_MOST_ROUNDS = 1 << 11
"""The largest block of rounds; the first one after a check goes by how long it was awaited, further ones double."""


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game that was played.

    Attributes:
        picks: The experts (from 0), integer array of shape (T,).
        losses: What they lost, shape (T,).
        summary: What the learner reports.
    """

    picks: NDArray[np.intp]
    losses: FloatRow
    summary: Summary


def play_array(
    learner: Learner, losses: NDArray[np.float64], rng: np.random.Generator, *, sums: PrefixSums
) -> Game | None:
    """Let `learner` play over `losses`, shape (T, N), or return None if it can only take turns.

    A class that is derived from one of the learners here may play differently, so only the classes themselves count.

    Args:
        learner: Who plays.
        losses: The losses, in C order.
        rng: The generator that supplies the learner's randomness.
        sums: Of `losses`; afterwards it has read the rows before the last resample.

    Returns:
        The picks and the summary are those of `take_turns` with a generator in the same state, in which the two also
        leave it.

    Raises:
        InputError: If the learner cannot play a game of so many rounds.
    """
    player = _Player(losses, sums, rng)
    if type(learner) is SmallLossLearner:
        return _small_loss(learner, player)
    if type(learner) is CompensatedLearner:
        return _compensated(learner, player)
    if type(learner) is ShrinkingDartboard:
        return _lazy(learner.eta, FixedDelay(1), 0, player.rounds - 1, player)
    if type(learner) is LazyLearner:
        return _lazy(learner.eta, learner.delay, learner.start, learner.last_check(player.rounds), player)
    return None


class _Player:
    """A game in progress: an expert is held since some round, and what happened before is written down."""

    __slots__ = ("_held", "_known", "_losses", "_picks", "_since", "_sums", "experts", "log", "pick", "rng", "rounds")

    def __init__(self, losses: NDArray[np.float64], sums: PrefixSums, rng: np.random.Generator) -> None:
        self._losses, self._sums, self.rng = losses, sums, rng
        self.rounds, self.experts = losses.shape
        self._picks, self._held = np.empty(self.rounds, dtype=np.intp), np.empty(self.rounds)
        self._since = self._known = 0  # the expert is held since, and its losses have been read before, these rounds
        self.pick = 0
        self.log = TranscriptLog(0)

    def start(self, pick: int, start: int = 0) -> None:
        """Begin the transcript in round `start` with the expert `pick`."""
        self.pick, self.log = pick, TranscriptLog(pick, start)

    def draw(self, t: int, eta: float) -> None:
        """Play the expert held up to round t - 1, and from then on one drawn from P_t."""
        self._hold_until(t)
        self.pick = exponential_mechanism.sample(self._sums.before(t), eta, self.rng)

    def settle(self, t: int, eta: float, *, keeps: bool) -> None:
        """Make the outcome of a check in round t that of its coin."""
        if keeps:
            self.log.record_keep()
        else:
            self.draw(t, eta)
            self.log.record_resample(self.pick)

    def losses_held(self, start: int, stop: int) -> FloatRow:
        """Return what the expert held loses in the rounds start, ..., stop - 1; those before have been asked for."""
        self._held[start:stop] = self._losses[start:stop, self.pick]
        self._known = stop
        return self._held[start:stop]

    def finish(self) -> Game:
        """Play the expert held to the end."""
        self._hold_until(self.rounds)
        return Game(self._picks, self._held, self.log.summary())

    def _hold_until(self, t: int) -> None:
        self._picks[self._since : t] = self.pick
        if self._known < t:
            self.losses_held(self._known, t)
        self._since = self._known = t

    def first(self, count: int, draw: Callable[[int], FloatRow], find: Callable[[FloatRow], int | None]) -> int | None:
        """Return the position that `find` finds among `count` noises, and have drawn no noise beyond it."""
        before = self.rng.bit_generator.state if count > 1 else None
        found = find(draw(count))
        if before is not None and found is not None and found < count - 1:
            self.rng.bit_generator.state = before
            draw(found + 1)
        return found


@dataclass(frozen=True, slots=True)
class _Rule:
    """When a learner checks that asks a noised query in every round, and what its coin is.

    Attributes:
        bar: Draws τ + ξ of a new instance.
        noises: Draws so many query noises.
        tops: Which of the queries, with their noises and this bar, are answered ⊤.
        keeps: Tosses the coin of a check with this query and bar.
    """

    bar: Callable[[], float]
    noises: Callable[[int], FloatRow]
    tops: Callable[[FloatRow, FloatRow, float], NDArray[np.bool_]]
    keeps: Callable[[float, float], bool]


def _small_loss(learner: SmallLossLearner, player: _Player) -> Game:
    rng = player.rng
    rule = _Rule(
        bar=lambda: learner.tau + laplace.sample(2 / learner.epsilon1, rng),
        noises=lambda count: laplace.sample(4 / learner.epsilon1, rng, size=count),
        tops=lambda queries, noises, bar: queries + noises >= bar,
        keeps=lambda query, _: bernoulli.sample(learner.eta * max(learner.clip, query), rng),
    )
    return _ask(rule, learner.eta, learner.limit, player)


def _compensated(learner: CompensatedLearner, player: _Player) -> Game:
    rng, widest = player.rng, learner.widest_gap
    rule = _Rule(
        bar=lambda: learner.tau + exponential.sample(learner.threshold_scale, rng),
        noises=lambda count: exponential.sample(learner.query_scale, rng, size=count),
        tops=lambda queries, noises, bar: noises >= np.minimum(bar - queries, widest),
        keeps=lambda query, bar: rng.random() < learner.keep_probability(query, min(bar - query, widest)),
    )
    return _ask(rule, learner.eta, learner.limit, player)


def _ask(rule: _Rule, eta: float, limit: int, player: _Player) -> Game:
    """Play with one query a round until there were `limit` resamples."""
    player.start(int(player.rng.integers(player.experts)))
    launch, size = 0, 1
    bar = rule.bar()
    while len(player.log.resampled) < limit and (top := _next_top(rule, bar, launch, size, player)) is not None:
        now, query = top
        player.settle(now, eta, keeps=rule.keeps(query, bar))
        launch, size = now, min(2 * (now - launch) - 1, _MOST_ROUNDS)
        bar = rule.bar()
    return player.finish()


def _next_top(rule: _Rule, bar: float, launch: int, size: int, player: _Player) -> tuple[int, float] | None:
    """Ask from round launch + 1 on, first in `size` rounds at once; return the round of the first ⊤ and its query."""
    query, start = 0.0, launch + 1
    while start < player.rounds:
        stop = min(start + size, player.rounds)
        queries = np.cumsum(np.concatenate(([query], player.losses_held(start - 1, stop - 1))))[1:]

        def find(noises: FloatRow, queries: FloatRow = queries) -> int | None:
            tops = np.flatnonzero(rule.tops(queries, noises, bar))
            return int(tops[0]) if tops.size else None

        found = player.first(stop - start, rule.noises, find)
        player.log.answers.extend([False] * (stop - start if found is None else found))
        if found is not None:
            player.log.record_answer(top=True)
            return start + found, float(queries[found])
        query, start, size = float(queries[-1]), stop, min(2 * size, _MOST_ROUNDS)
    return None


def _lazy(eta: float, delay: DelayFunction, start: int, end: int, player: _Player) -> Game:
    for t in range(start + 1):
        player.draw(t, eta)
    player.start(player.pick, start)
    launch, size = start, 1
    while launch < end:
        due = min(max(delay(launch, player.pick, len(player.log.keeps)), launch + 1), end)
        wait = due - launch
        # Other delays than a fixed one have to be asked again after every check.
        count = min(size, (end - launch) // wait) if type(delay) is FixedDelay else 1
        held = player.losses_held(launch, launch + count * wait)
        pending = held if wait == 1 else np.cumsum(held.reshape(count, wait), axis=1)[:, -1]
        with np.errstate(over="ignore"):  # a coin that keeps with probability exp(−∞) = 0 may be meant
            exponents = eta * pending

        def find(uniforms: FloatRow, exponents: FloatRow = exponents) -> int | None:
            # exp of an array may differ from that of a number in the last bit; the coin is decided by the latter.
            for check in np.flatnonzero(uniforms >= np.exp(-exponents) * (1 - 2**-40)):
                if not uniforms[check] < np.exp(-float(exponents[check])):
                    return int(check)
            return None

        found = player.first(count, player.rng.random, find)
        checks = count if found is None else found + 1
        player.log.answers.extend(([False] * (wait - 1) + [True]) * checks)
        player.log.keeps.extend([True] * (checks if found is None else found))
        launch += checks * wait
        if found is not None:
            player.settle(launch, eta, keeps=False)
        size = min(2 * size, max(_MOST_ROUNDS // wait, 1)) if found is None else 1
    return player.finish()
