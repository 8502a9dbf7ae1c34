"""The privacy loss of a neighbouring pair in floats: the max-divergence and a transcript that attains it.

Up to the differing round both streams give every transcript the same probability. Later they differ in the instance
that was launched last by then, in the probability of what it does, and in every resample, by the factor P_t/P'_t. So a
transcript of the largest likelihood ratio has one such instance, and then the best resamples.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from dartproof.accounting import CompensatedParameters, ExactParameters
from dartproof.errors import InputError
from dartproof.laws.floats.courses import FloatCourses, courses_across, cumulative_losses, log_shares
from dartproof.laws.floats.model import FloatModel, Floats, float_model
from dartproof.laws.transcript import BELOW, KEEP, UNASKED, Transcript
from dartproof.mechanisms.halting import NoiseShape
from dartproof.streams import Steps, check_steps

_CACHED_ROUNDS = 128
"""Courses are kept for streams up to this length, a few megabytes in all for the 512 columns that are kept."""


@dataclass(frozen=True, slots=True)
class FloatDivergence:
    """The max-divergence of one stream over a neighbour, in floats: not certified.

    `laws.path.transcript_probability` of the witness on both streams certifies that the max-divergence is at least the
    exact logarithm of their ratio, which is `value` up to rounding.

    Attributes:
        value: max ln p(w)/q(w) over transcripts w with p(w) > 0, up to rounding; ∞ if q(w) = 0 for one of them.
        witness: a transcript that attains it up to rounding.
    """

    value: float
    witness: Transcript

    certified: ClassVar[bool] = False


def float_pair_divergence(
    losses: Steps,
    round: int,  # noqa: A002 - the paper's word
    row: tuple[int, ...],
    parameters: ExactParameters | CompensatedParameters | FloatModel,
    *,
    noise_multiples: tuple[int, int] = (2, 1),
    noise_shape: NoiseShape = "laplace",
) -> FloatDivergence:
    """Return the max-divergence of the augmented transcript on a stream over that on a neighbour, not certified.

    It takes the tables of the experts whose loss differs, of instances launched up to the differing round, and then
    O(N t (T − t) + N V T) steps for the differing round t. The tables of columns of short streams are kept for the
    next calls.

    Args:
        losses: T rows of N losses in grid steps.
        round: the round, from 0, in which the neighbour differs.
        row: the neighbour's losses in that round, in grid steps.
        parameters: of Algorithm 1 or of the compensated learner, or a model of either.
        noise_multiples: of Algorithm 1, see `float_model`.
        noise_shape: of Algorithm 1.

    Raises:
        InputError: the losses are no T × N array of integers from 0 to the grid, or `round` or `row` make no neighbour.
    """
    model = float_model(parameters, noise_multiples=noise_multiples, noise_shape=noise_shape)
    losses, neighbour = checked_pair(losses, round, row, model.grid)
    return _Pair.of(losses, neighbour, round, model.within(len(losses))).divergence()


def checked_pair(losses: Steps, round: int, row: tuple[int, ...], grid: int) -> tuple[Steps, Steps]:  # noqa: A002
    """Return both streams of a pair.

    Raises:
        InputError: as `float_pair_divergence`.
    """
    losses = check_steps(losses, grid)
    if not 0 <= round < len(losses):
        raise InputError(f"round {round + 1} is not one of the {len(losses)} rounds of the stream")
    check_steps((losses[0], row), grid)
    if row == losses[round]:
        raise InputError(f"round {round + 1}: the neighbour's losses equal the stream's; give a row that differs")
    return losses, (*losses[:round], row, *losses[round + 1 :])


def affected_courses(cumulative: tuple[float, ...], model: FloatModel, changed: int) -> FloatCourses:
    """As `courses_across`, kept for short streams."""
    if len(cumulative) > _CACHED_ROUNDS:
        return courses_across(np.array(cumulative), model, changed)
    return _kept_courses(cumulative, model, changed)


@lru_cache(maxsize=512)
def _kept_courses(cumulative: tuple[float, ...], model: FloatModel, changed: int) -> FloatCourses:
    return courses_across(np.array(cumulative), model, changed)


def log_ratios(above: Floats, below: Floats) -> Floats:
    """Differences of logarithms: ∞ over 0, and −∞ where the first probability is 0, whatever the second is."""
    with np.errstate(invalid="ignore"):
        return np.where(above == -np.inf, -np.inf, above - below)


@dataclass(frozen=True, slots=True)
class _Pair:
    """A pair of streams that differ in round `changed`.

    Attributes:
        model: the learner.
        losses: T rows.
        changed: the differing round, from 0.
        sums: C_t(i) of the stream.
        others: those of the neighbour.
        gains: ln P_t(i)/P'_t(i), shape (T, N).
    """

    model: FloatModel
    changed: int
    sums: Floats
    others: Floats
    gains: Floats

    @classmethod
    def of(cls, losses: Steps, neighbour: Steps, changed: int, model: FloatModel) -> _Pair:
        sums, others = cumulative_losses(losses), cumulative_losses(neighbour)
        return cls(model, changed, sums, others, log_shares(sums, model) - log_shares(others, model))

    def divergence(self) -> FloatDivergence:
        plan = _Plan.of(self)
        rounds = len(self.sums)
        # the value, the launch, the expert, the check (T for none), and whether it resamples
        best = (0.0, 0, 0, rounds, False)
        for choice in self._choices(plan) if self.model.limit and self.changed < rounds - 1 else ():
            best = max(best, choice, key=lambda found: found[0])
        return FloatDivergence(best[0], self._witness(plan, *best[1:]))

    def _choices(self, plan: _Plan) -> Iterator[tuple[float, int, int, int, bool]]:
        """The best of each kind of course of an affected instance, with the best continuation."""
        first = self.changed + 1
        rounds, experts = self.sums.shape
        limit = self.model.limit
        for expert in range(experts):
            if self.sums[-1, expert] == self.others[-1, expert]:
                # an instance launched in round 1 can do at no cost what any other can
                check = max(first, int(plan.first[0, expert]))
                if check < rounds:
                    yield float(plan.best[check, limit]), 0, expert, int(plan.best_round[check, limit]), True
                continue
            above, below = (
                affected_courses(tuple(sums[:, expert].tolist()), self.model, self.changed)
                for sums in (self.sums, self.others)
            )
            never = log_ratios(above.never, below.never)
            launch = int(never.argmax())
            yield float(never[launch]), launch, expert, rounds, False
            for resamples, ours, theirs, rest in (
                (False, above.keeps, below.keeps, plan.rest[first:, expert, limit]),
                (True, above.renewals, below.renewals, plan.resample[first:, limit]),
            ):
                total = log_ratios(ours, theirs) + rest
                launch, column = (int(index) for index in np.unravel_index(total.argmax(), total.shape))
                yield float(total[launch, column]), launch, expert, first + column, resamples

    def _witness(self, plan: _Plan, launch: int, expert: int, check: int, resamples: bool) -> Transcript:
        rounds, limit = self.sums.shape[0], self.model.limit
        # With the hazard 1 every round is a check.
        steps = [KEEP if self.model.floor == 1 else BELOW] * rounds
        steps[launch] = KEEP
        left = limit
        if check < rounds and not resamples:
            steps[check] = KEEP
            drawn = plan.draws(check, expert, left)
        elif check < rounds:
            drawn = plan.resampling(check, left)
        else:
            drawn = iter(())
        last = 0
        for now, other in drawn:
            steps[now] = other
            left, last = left - 1, now
        if left == 0:
            steps[last + 1 :] = [UNASKED] * (rounds - 1 - last)
        return Transcript(expert, tuple(steps[1:]))


@dataclass(frozen=True, slots=True)
class _Plan:
    """The best resamples after the differing round: a longest path, from the last round back.

    Attributes:
        first: the first round in which an instance can resample, by round of the launch and expert.
        resample: the best sum of gains of a resample in a round and of later ones, by round and number allowed.
        expert: the expert drawn there.
        best: the best of `resample` over this and later rounds, −∞ for none.
        best_round: where it is.
        rest: the best sum of gains after a launch, by round, expert and number allowed; at least 0.
    """

    first: NDArray[np.intp]
    resample: Floats
    expert: NDArray[np.intp]
    best: Floats
    best_round: NDArray[np.intp]
    rest: Floats

    @classmethod
    def of(cls, pair: _Pair) -> _Plan:
        rounds, experts = pair.sums.shape
        limit = pair.model.limit
        first = _first_resamples(pair)
        resample = np.full((rounds, limit + 1), -np.inf)
        expert = np.zeros((rounds, limit + 1), dtype=np.intp)
        best = np.full((rounds + 1, limit + 1), -np.inf)
        best_round = np.full((rounds + 1, limit + 1), rounds, dtype=np.intp)
        rest = np.zeros((rounds, experts, limit + 1))
        for now in range(rounds - 1, pair.changed, -1):
            rest[now] = np.maximum(best[first[now]], 0.0)
            totals = pair.gains[now][:, None] + rest[now, :, :-1]
            resample[now, 1:] = totals.max(axis=0)
            expert[now, 1:] = totals.argmax(axis=0)
            better = resample[now] > best[now + 1]
            best[now] = np.where(better, resample[now], best[now + 1])
            best_round[now] = np.where(better, now, best_round[now + 1])
        return cls(first, resample, expert, best, best_round, rest)

    def resampling(self, now: int, left: int) -> Iterator[tuple[int, int]]:
        """The rounds and experts drawn, from a resample in round `now` on."""
        other = int(self.expert[now, left])
        yield now, other
        yield from self.draws(now, other, left - 1)

    def draws(self, launch: int, expert: int, left: int) -> Iterator[tuple[int, int]]:
        """The rounds and experts drawn after a launch."""
        start = self.first[launch, expert]
        if self.best[start, left] > 0:
            yield from self.resampling(int(self.best_round[start, left]), left)


def _first_resamples(pair: _Pair) -> NDArray[np.intp]:
    """The next round; but a learner with neither clip nor release resamples only after a loss."""
    rounds, experts = pair.sums.shape
    first = np.repeat(np.arange(1, rounds + 1)[:, None], experts, axis=1)
    if pair.model.floor == 0:
        for expert, column in enumerate(pair.sums.T):
            first[:, expert] = np.searchsorted(column, column, side="right")
    return first
