"""Exact laws of learners that hold one expert and, in each round, wait, check and keep it, or check and resample it.

Algorithm 2 is one of them; so is Algorithm 1, with or without its clip and its limit, and any rule that decides when to
check from what has happened. A learner is given by its probabilities in each position, which may be numbers of any
commutative ring: fast rationals, numbers of a log field, or polynomials in the weights, which stand for all losses at
once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Generic, NamedTuple, Protocol, Self, TypeVar

from dartproof.errors import InputError
from dartproof.laws.transcript import BELOW, KEEP
from dartproof.mechanisms import exponential_mechanism
from dartproof.mechanisms.bernoulli import keep_law
from dartproof.numeric import FastRational, fast
from dartproof.streams.model import Steps


class Ring(Protocol):
    """What the laws need of a number; 0 must be false."""

    def __add__(self, other: Self, /) -> Self:
        """The sum."""

    def __sub__(self, other: Self, /) -> Self:
        """The difference."""

    def __mul__(self, other: Self, /) -> Self:
        """The product."""


Number = TypeVar("Number", bound=Ring)


@dataclass(frozen=True, slots=True)
class Weights(Generic[Number]):
    """What the lazy learner needs to know of the losses. Rounds and experts count from 0.

    Attributes:
        one: the number 1.
        factors: factors[t][i] = exp(-eta l_t(i)), one row a round.
        shares: shares[t][i] = P_t(i), the law of a resample in round t; it depends on the rounds before t.
    """

    one: Number
    factors: Sequence[Sequence[Number]]
    shares: Sequence[Sequence[Number]]

    @property
    def rounds(self) -> int:
        """T."""
        return len(self.shares)

    @property
    def experts(self) -> int:
        """N."""
        return len(self.shares[0])

    def keep(self, launch: int, now: int, expert: int) -> Number:
        """Return w_now(i)/w_launch(i) = exp(-eta r), r the loss of expert i in the rounds launch, ..., now - 1.

        It is the probability of keeping the expert at a check in round `now` when the last one was in round `launch`.
        """
        product = self.one
        for row in self.factors[launch:now]:
            product = product * row[expert]
        return product


def weights_of(losses: Steps, keep: Fraction) -> Weights[FastRational]:
    """Return the weights of exact losses.

    Args:
        losses: T rows of N losses in steps of the grid 1/g.
        keep: x = exp(-eta/g), a rational with 0 < x <= 1.

    Raises:
        InputError: the losses are no T x N array of integers that are not negative, with T, N >= 1, or `keep` is
            outside (0, 1].

    Example:
        >>> weights = weights_of(((0, 1), (1, 1)), Fraction(1, 2))
        >>> weights.shares[1], weights.keep(0, 2, 1)
        ((2/3, 1/3), 1/4)
    """
    if not losses or not losses[0] or any(len(row) != len(losses[0]) for row in losses):
        raise InputError("losses: give at least one round, and as many experts in each round, at least one")
    return _weights_of(losses, keep)


@lru_cache(maxsize=256)  # one stream is asked for again and again, with other rules of when to check
def _weights_of(losses: Steps, keep: Fraction) -> Weights[FastRational]:
    factors = tuple(tuple(fast(keep_law(keep, steps)) for steps in row) for row in losses)
    cumulative = [0] * len(losses[0])
    shares = []
    for row in losses:
        shares.append(tuple(map(fast, exponential_mechanism.law(cumulative, keep))))
        cumulative = [before + steps for before, steps in zip(cumulative, row, strict=True)]
    return Weights(fast(1), factors, tuple(shares))


class Position(NamedTuple):
    """Where a learner stands before it decides whether to check in round `now`. Rounds and experts count from 0.

    Attributes:
        now: the round of the next decision.
        launch: the round of the last check, or of the start: t_{u-1}.
        expert: the expert held since, i_{now-1}.
        checks: the number of checks so far: u - 1.
        updates: the number of resamples so far: v.
        past: what happened in each round since the start: the first expert, then `BELOW` for no check, `KEEP` for a
            check that keeps, or the expert resampled; empty where a law does not remember it.
    """

    now: int
    launch: int
    expert: int
    checks: int = 0
    updates: int = 0
    past: tuple[int, ...] = ()

    def after(self, step: int) -> Position:
        """Return the position after a step; a past that is remembered grows by it."""
        past = (*self.past, step) if self.past else ()
        if step == BELOW:
            return Position(self.now + 1, self.launch, self.expert, self.checks, self.updates, past)
        expert, updates = (self.expert, self.updates) if step == KEEP else (step, self.updates + 1)
        return Position(self.now + 1, self.now, expert, self.checks + 1, updates, past)


class Choice(NamedTuple, Generic[Number]):
    """The probabilities of no check, of a check that keeps the expert, and of one that resamples it; they sum to 1."""

    wait: Number
    keep: Number
    resample: Number


Hazard = Callable[[Position], Number]
"""Pr[check in round `now` | what happened before]; it does not know the coin nor the expert about to be drawn."""


@dataclass(frozen=True, slots=True)
class LazyProcess(Generic[Number]):
    """A learner on fixed losses.

    Attributes:
        shares: shares[t][i] = P_t(i), the law of a resample in round t, and in round `start` of the first expert.
        choose: what it does in a position.
        start: its first round, from 0: T_s.
    """

    shares: Sequence[Sequence[Number]]
    choose: Callable[[Position], Choice[Number]]
    start: int = 0


def lazy_process(
    weights: Weights[Number],
    hazard: Hazard[Number],
    *,
    coin: Callable[[int, int, int], Number] | None = None,
    start: int = 0,
) -> LazyProcess[Number]:
    """Return the learner that checks with the given hazard, and keeps its expert with probability exp(-eta r).

    Args:
        weights: of the losses.
        hazard: the probability of a check in a position.
        coin: coin(launch, now, expert), the probability of keeping the expert at a check; `weights.keep` if None.
        start: T_s, from 0.
    """
    one, keeps = weights.one, weights.keep if coin is None else coin

    def choose(position: Position) -> Choice[Number]:
        check = hazard(position)
        keep = check * keeps(position.launch, position.now, position.expert)
        return Choice(one - check, keep, check - keep)

    return LazyProcess(weights.shares, choose, start)


def position_laws(
    process: LazyProcess[Number], *, until: int, remember: bool = False
) -> Iterator[dict[Position, Number]]:
    """Yield the law of the learner's position after each of the rounds start, ..., until, exactly.

    Positions of probability 0 are left out. Where the past is not remembered, positions that differ in nothing else are
    one, which keeps the laws small; a process whose choices look at the past needs it remembered.

    Args:
        process: the learner on its losses.
        until: the last round, from 0.
        remember: whether positions carry their past.
    """
    law = {
        Position(process.start + 1, process.start, expert, past=(expert,) if remember else ()): share
        for expert, share in enumerate(process.shares[process.start])
        if share
    }
    yield law
    for now in range(process.start + 1, until + 1):
        following: dict[Position, Number] = {}
        for position, mass in law.items():
            choice = process.choose(position)
            steps = [(BELOW, choice.wait), (KEEP, choice.keep)]
            if choice.resample:
                steps.extend((expert, choice.resample * share) for expert, share in enumerate(process.shares[now]))
            for step, probability in steps:
                if probability:
                    reached = position.after(step)
                    part = mass * probability
                    following[reached] = following[reached] + part if reached in following else part
        law = following
        yield law


def expert_law(law: Mapping[Position, Number], experts: int) -> tuple[Number, ...]:
    """Return the probability that expert i is held, for i = 0, ..., experts - 1; the law must not be empty."""
    shares = [_zero(law)] * experts
    for position, mass in law.items():
        shares[position.expert] = shares[position.expert] + mass
    return tuple(shares)


def update_tail(law: Mapping[Position, Number], count: int) -> Number:
    """Return Pr[v > count], v the number of resamples; the law must not be empty."""
    total = _zero(law)
    for position, mass in law.items():
        if position.updates > count:
            total = total + mass
    return total


def _zero(law: Mapping[Position, Number]) -> Number:
    any_mass = next(iter(law.values()))
    return any_mass - any_mass
