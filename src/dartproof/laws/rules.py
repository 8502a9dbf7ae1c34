"""Rules of when a lazy learner checks: delay functions, AboveThreshold, and the best of all rules.

A rule is the probability of a check in each position (`dartproof.laws.lazy.Hazard`).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from dartproof.errors import InputError
from dartproof.laws.lazy import Hazard, Number, Position, Weights
from dartproof.laws.transcript import BELOW, KEEP
from dartproof.learners.lazy import DelayFunction
from dartproof.mechanisms.above_threshold import halting_law
from dartproof.numeric import FastRational, LogField, LogNumber, format_rational
from dartproof.streams.model import Steps


def delayed_hazard(weights: Weights[Number], delay: DelayFunction, *, end: int | None = None) -> Hazard[Number]:
    """Return the hazard, 0 or 1, of Algorithm 2: check from round d(t_{u-1}, i, u) on, and in round `end` anyhow.

    Args:
        weights: of the losses; only its 0 and 1 are used.
        delay: d(launch, expert, checks), all from 0, returns the round, from 0, from which on a check is due.
        end: T_e, from 0; None for no forced check.

    Source: Algorithm 2 (`lazy_learner`).
    """
    never, surely = weights.one - weights.one, weights.one

    def hazard(position: Position) -> Number:
        due = position.now == end or position.now >= delay(position.launch, position.expert, position.checks)
        return surely if due else never

    return hazard


@dataclass(frozen=True, slots=True)
class TabledDelay:
    """A delay function given by its values at the arguments that a learner can reach.

    Attributes:
        due: the round in which the next check is due, for each (launch, expert, checks); all count from 0.
    """

    due: Mapping[tuple[int, int, int], int]

    def __call__(self, launch: int, expert: int, checks: int) -> int:
        """Return the round, from 0, in which the next check is due."""
        return self.due[launch, expert, checks]

    def __str__(self) -> str:
        """As the paper writes it: d(t_{u-1}, i, u) = t, all counted from 1."""
        return ", ".join(f"d({s + 1},{i + 1},{u + 1}) = {t + 1}" for (s, i, u), t in self.due.items())


def delay_arguments(*, start: int = 0, end: int, experts: int) -> tuple[tuple[int, int, int], ...]:
    """Return the arguments (launch, expert, checks) at which a learner of rounds `start` to `end` can ask for a delay.

    All count from 0. There was no check before the start, and at most one in each round after it.
    """
    return tuple(
        (launch, expert, checks)
        for launch in range(start, end)
        for expert in range(experts)
        for checks in (range(1, launch - start + 1) if launch > start else (0,))
    )


def every_delay(*, start: int = 0, end: int, experts: int, forced: bool) -> Iterator[TabledDelay]:
    """Yield every delay function on the arguments of `delay_arguments`.

    Of values with the same effect one is taken: a check that is due later than `end` is due in the round after it, or
    in `end` if the check there is forced.

    Args:
        start: T_s, from 0.
        end: T_e, or T without a forced check, from 0.
        experts: N.
        forced: whether the check in round `end` is forced.
    """
    arguments = delay_arguments(start=start, end=end, experts=experts)
    latest = end if forced else end + 1
    for due in itertools.product(*(range(launch + 1, latest + 1) for launch, _, _ in arguments)):
        yield TabledDelay(dict(zip(arguments, due, strict=True)))


def above_threshold_hazard(
    losses: Steps, *, threshold: int, field: LogField, noise_multiples: tuple[int, int] = (2, 1)
) -> Hazard[LogNumber]:
    """Return the hazard of Algorithm 1: Pr[⊤ | the answers of the instance so far], with its Laplace noises.

    Args:
        losses: T rows of N losses in grid steps.
        threshold: in grid steps.
        field: Q(L) with L = -ln y, y = exp(-eps1/(4 g)).
        noise_multiples: (MX, MN), see `halting_law`.

    Source: Algorithm 1 (`small_loss_learner`).
    """

    @cache
    def course(launch: int, expert: int) -> tuple[LogNumber, ...]:
        queries = [sum(row[expert] for row in losses[launch:now]) for now in range(launch + 1, len(losses))]
        # The law depends on the grid only through y, and all numbers here count grid steps.
        return halting_law(queries, threshold=threshold, grid=1, field=field, noise_multiples=noise_multiples)

    def hazard(position: Position) -> LogNumber:
        law, asked = course(position.launch, position.expert), position.now - position.launch - 1
        return law[asked] / sum(law[asked:], start=field.zero)

    return hazard


def greatest_expectation(
    weights: Weights[FastRational],
    reward: Callable[[Position], FastRational],
    *,
    until: int,
    may_wait: Callable[[Position], bool] = lambda _: True,
) -> FastRational:
    """Return the greatest E[reward] over all rules of when to check, exactly, by Bellman's recursion.

    A rule may be random and look at the whole past, but not at the coin or the expert about to be drawn. The
    expectation is affine in each single probability of a check, so one of the rules that are not random is best, and
    for a reward of the final position one that looks at the position alone.

    Args:
        weights: of the losses; a check keeps with probability exp(-eta r), without clip and limit.
        reward: of the position after round `until`, without its past.
        until: the last round, from 0.
        may_wait: whether a rule may leave out the check in a position; by default it may.
    """

    @cache
    def value(position: Position) -> FastRational:
        if position.now > until:
            return reward(position)
        keep = weights.keep(position.launch, position.now, position.expert)
        checked = keep * value(position.after(KEEP))
        if keep != weights.one:
            for expert, share in enumerate(weights.shares[position.now]):
                checked += (weights.one - keep) * share * value(position.after(expert))
        return max(checked, value(position.after(BELOW))) if may_wait(position) else checked

    total = weights.one - weights.one
    for expert, share in enumerate(weights.shares[0]):
        total += share * value(Position(1, 0, expert))
    return total


def poisson_tail(ratio: Fraction, count: int) -> LogNumber | Fraction:
    """Return Pr[X > count] for X ~ Poisson(M) with M = -ln `ratio`, exactly.

    With y = exp(-M) it is 1 - y (1 + L + ... + L^count/count!) in Q(L), L = -ln y.

    Args:
        ratio: y, a rational with 0 < y <= 1.
        count: an integer; the result is 1 below 0.

    Raises:
        InputError: `ratio` is outside (0, 1].

    Example:
        >>> poisson_tail(Fraction(1, 2), 1)
        1/2 - 1/2*L
    """
    if not 0 < ratio <= 1:
        raise InputError(f"ratio = {format_rational(ratio)} must be positive and at most 1")
    if ratio == 1 or count < 0:
        return Fraction(count < 0)
    series = [Fraction(1, math.factorial(j)) for j in range(count + 1)]
    return 1 - ratio * LogField(ratio).polynomial(series)
