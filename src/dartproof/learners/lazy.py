"""Algorithm 2: the shrinking dartboard with any delay before a check."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

import numpy as np

from dartproof.errors import InputError
from dartproof.learners.base import EarlyStop, Play
from dartproof.learners.checks import require_rate
from dartproof.learners.cumulative import CumulativeLosses
from dartproof.learners.transcript import Summary, TranscriptLog
from dartproof.mechanisms import bernoulli, exponential_mechanism

#: d(launch, expert, check) -> round: the first round in which to check, given the round of the last check (or the
#: start), the expert held since, and the number of checks so far. All four count from 0; it is not asked when the
#: forced check has been made.
DelayFunction: TypeAlias = Callable[[int, int, int], int]


@dataclass(frozen=True, slots=True)
class FixedDelay:
    """The delay function that checks `wait` rounds after the last check, whatever the expert.

    Args:
        wait: The number of rounds; positive. One is the shrinking dartboard.

    Raises:
        InputError: If `wait` is not positive.
    """

    wait: int = 1

    def __post_init__(self) -> None:
        if self.wait < 1:
            raise InputError(f"wait = {self.wait} must be a positive number of rounds")

    def __call__(self, launch: int, expert: int, check: int) -> int:  # noqa: ARG002 - the signature of a delay function
        """Return launch + wait."""
        return launch + self.wait


@dataclass(frozen=True, slots=True, kw_only=True)
class LazyLearner:
    """Starts with an expert drawn from P_t in round `start`, and checks it when the delay function says so.

    A check in round t keeps the expert with probability exp(−η · its loss since the last check), not clipped, and
    else draws i_t ~ P_t. The number of resamples is not limited. A check in round `end` is forced, after which
    i_end ~ P_end exactly, for every start ≤ end, losses, η, and delay function that is fixed in advance.

    Algorithm 2 says nothing of the rounds before `start` and after `end`. Here the learner draws a fresh expert from
    P_t in each round before `start`, as multiplicative weights does, and holds the expert of round `end` after it. The
    transcript and the updates count from `start` on. The learner is not private for any ε.

    Source: Algorithm 2 (`lazy_learner`); Lemma 3.4 (`lazy_marginal`).

    Args:
        eta: The learning rate, per unit of loss; not negative.
        delay: The delay function d, a pure function; a value that has passed means the next round.
        start: T_s, the round (from 0) of the first draw that counts.
        end: T_e, the round (from 0) of the forced check; the last round where it is None.

    Raises:
        InputError: If `eta` is negative or not finite, or not 0 ≤ `start` ≤ `end`; in `play`, if `end` or `start` is
            not among the rounds.
    """

    eta: float
    delay: DelayFunction = FixedDelay()
    start: int = 0
    end: int | None = None
    name: ClassVar[str] = "lazy"

    def __post_init__(self) -> None:
        require_rate(self.eta)
        if self.start < 0:
            raise InputError(f"start = round {self.start + 1} comes before the first round")
        if self.end is not None and self.end < self.start:
            raise InputError(f"end = round {self.end + 1} comes before start = round {self.start + 1}")

    def last_check(self, rounds: int) -> int:
        """Return T_e (from 0) in a game of `rounds` rounds.

        Raises:
            InputError: If `start` or `end` is not among the rounds.
        """
        end = rounds - 1 if self.end is None else self.end
        if max(self.start, end) >= rounds:
            raise InputError(f"start = {self.start + 1}, end = {end + 1}: a game of {rounds} rounds has no such round")
        return end

    def play(self, *, rounds: int, experts: int, rng: np.random.Generator) -> Play:
        """Play as `Learner.play` says."""
        end = self.last_check(rounds)
        cumulative = CumulativeLosses(experts)
        log: TranscriptLog | None = None
        pick = exponential_mechanism.sample(cumulative.total, self.eta, rng)
        with suppress(EarlyStop):
            for _ in range(self.start):
                cumulative.add((yield pick))
                pick = exponential_mechanism.sample(cumulative.total, self.eta, rng)
            log = TranscriptLog(pick, start=self.start)
            due = self.delay(self.start, pick, 0) if self.start < end else end
            pending = 0.0  # the loss of the expert held since the last check, r_u
            row = yield pick
            for t in range(self.start + 1, rounds):
                cumulative.add(row)
                pending += float(row[pick])
                if t <= end:
                    check = t >= due or t == end
                    log.record_answer(top=check)
                    if check:
                        if bernoulli.sample(self.eta * pending, rng):
                            log.record_keep()
                        else:
                            pick = exponential_mechanism.sample(cumulative.total, self.eta, rng)
                            log.record_resample(pick)
                        pending = 0.0
                        due = self.delay(t, pick, len(log.keeps)) if t < end else end
                row = yield pick
        return log.summary() if log is not None else Summary(updates=0)
