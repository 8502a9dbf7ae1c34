"""A_q: a learner that is fed Z_t ℓ_t instead of ℓ_t, with independent coins Z_t ~ Ber(q) that nobody sees."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic

import numpy as np

from dartproof.errors import InputError
from dartproof.games.kernel import Kernel, Measure, Row, State
from dartproof.learners.base import EarlyStop, FloatRow, Learner, Player
from dartproof.learners.transcript import Summary
from dartproof.numeric import FastRational, fast


@dataclass(frozen=True, slots=True)
class ThinnedKernel(Generic[State]):
    """A_q for a finite learner A, as a finite learner with the same states; the coin of a round is drawn by `update`.

    Attributes:
        kernel: A.
        rate: q, from 0 to 1.

    Raises:
        InputError: q is outside [0, 1].

    Source: Definition C.3; Lemma C.4 (`subsampling_amplification`).
    """

    kernel: Kernel[State]
    rate: Fraction

    def __post_init__(self) -> None:
        _require_rate(self.rate)

    @property
    def experts(self) -> int:
        """N."""
        return self.kernel.experts

    def start(self) -> Measure[State]:
        """The start of A."""
        return self.kernel.start()

    def pick(self, state: State) -> tuple[FastRational, ...]:
        """The pick of A."""
        return self.kernel.pick(state)

    def update(self, state: State, pick: int, row: Row) -> Measure[State]:
        """A is shown the row with probability q, and no losses otherwise."""
        law: dict[State, FastRational] = {}
        for chance, shown in ((fast(self.rate), row), (fast(1 - self.rate), (0,) * self.experts)):
            if chance:
                for new, share in self.kernel.update(state, pick, shown).items():
                    law[new] = law[new] + chance * share if new in law else chance * share
        return law

    def __str__(self) -> str:
        """A and q."""
        return f"A = {self.kernel}, q = {self.rate}"


@dataclass(frozen=True, slots=True)
class ThinnedLearner:
    """A_q for any learner A, as a learner that plays: it forwards the picks of A, and feeds A the losses or zeros.

    The coins come from the same generator as the randomness of A. The probability of a coin is the float nearest to q.
    Its summary is that of A.

    Attributes:
        learner: A.
        rate: q, from 0 to 1.

    Raises:
        InputError: q is outside [0, 1].

    Source: Definition C.3.

    Example:
        >>> from dartproof.learners import MultiplicativeWeights, run
        >>> from dartproof.streams import LossStream
        >>> learner = ThinnedLearner(MultiplicativeWeights(eta=1.0), Fraction(1, 2))
        >>> outcome = run(learner, LossStream.from_rows([[0, 1]] * 100), np.random.default_rng(0))
        >>> learner.name, outcome.loss < 20
        ('thinned-multiplicative-weights', True)
    """

    learner: Learner
    rate: Fraction

    def __post_init__(self) -> None:
        _require_rate(self.rate)

    @property
    def name(self) -> str:
        """`thinned-` and the name of A."""
        return f"thinned-{self.learner.name}"

    def play(self, *, rounds: int, experts: int, rng: np.random.Generator) -> Generator[int, FloatRow, Summary]:
        """Play as `Learner.play` says."""
        player = Player(self.learner, rounds=rounds, experts=experts, rng=rng)
        nothing = np.zeros(experts)
        chance = float(self.rate)
        with suppress(EarlyStop):
            for _ in range(rounds):
                row = yield player.pick
                player.observe(row if rng.random() < chance else nothing)
        return player.finish()


def _require_rate(rate: Fraction) -> None:
    if not 0 <= rate <= 1:
        raise InputError(f"q = {rate} must be a probability, from 0 to 1")
