"""The law of a learner on one stream, and its distance from a neighbour, in the arithmetic of choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Final, TypedDict, cast

import numpy as np

from dartproof.errors import InputError, UndecidedError
from dartproof.laws.computable import BackendName, DelayedLearner, Learner, require_computable
from dartproof.laws.exact_learner import CompensatedLearner, SmallLossLearner, View
from dartproof.laws.floats.delta import float_hockey_stick
from dartproof.laws.floats.laws import float_law, halting_table
from dartproof.laws.floats.loss import float_pair_divergence
from dartproof.laws.forward import process_law
from dartproof.laws.graphs.ranking import Number
from dartproof.laws.hockey_stick_law import (
    MOST_RATIOS,
    HockeyStickBracket,
    LossBracket,
    LossLaw,
    pair_loss_bracket,
    pair_loss_law,
)
from dartproof.laws.picks_loss import MOST_PICKS, picks_divergence, picks_hockey_stick
from dartproof.laws.privacy_loss import pair_divergence
from dartproof.laws.process import compensated_balls, small_loss_balls
from dartproof.laws.processes.course import Course, Process
from dartproof.laws.results import Delta, Halting, HockeyStick, LawResults, Loss
from dartproof.mechanisms.halting import NoiseShape
from dartproof.numeric import Ball, Value, ball_backend, value_of, value_of_log
from dartproof.streams import Steps

Progress = Callable[[str, int, int], None]
"""Called with a label, the number of finished parts and the number of all."""

_START_BITS: Final = 128
_MOST_BITS: Final = 1 << 13
_BRACKET_STEPS: Final = tuple(Fraction(1, 10**digits) for digits in (12, 6, 4, 3))
_RELATIVE: Final = Fraction(1, 10**21)


def learner_law(
    learner: Learner,
    losses: Steps,
    *,
    neighbour: Steps | None = None,
    ratios: Sequence[Fraction] = (),
    view: View = "transcript",
    backend: BackendName = "exact",
    halting: bool = True,
    most: int | None = None,
    progress: Progress | None = None,
) -> LawResults:
    """Return everything that is known of a learner's law on one stream.

    Args:
        learner: Algorithm 1, Algorithm 2, or the compensated learner.
        losses: T rows of N losses in grid steps.
        neighbour: a stream that differs in one row; the distances are computed only if it is given.
        ratios: values of e^ε, positive, at which δ is computed.
        view: what the distances are about.
        backend: "exact" for numbers of Q(L), "ball" for balls of a relative radius of at most 10^-21, "float" for
            floats, which are not certified.
        halting: whether to list H(s,i,t); there are N T (T − 1)/2 of them.
        most: how many likelihood ratios or sequences of picks may be enumerated; None for a number that takes minutes.
        progress: is told what is being computed.

    Raises:
        InputError: the losses are off the grid, the streams are no neighbours, a ratio is not positive, there is too
            much to enumerate, or the backend cannot do it: floats know nothing of Algorithm 2 and of the view "picks".
        UndecidedError: a ball cannot be made narrow enough.

    Source: Algorithms 1 and 2; Definition 2.2 (`dp_definition`).
    """
    report = progress or (lambda _label, _done, _total: None)
    require_computable(learner, losses, backend=backend, ratios=ratios)
    if backend == "float":
        return _in_floats(learner, losses, neighbour, ratios, view, halting=halting, report=report)
    if backend == "exact":
        first = learner.process(losses)
        second = None if neighbour is None else learner.process(neighbour)
        return _in_numbers(first, second, ratios, view, most, halting=halting, report=report)
    bits = _START_BITS
    while True:
        balls = _balls(learner, losses, bits)
        second_balls = None if neighbour is None else _balls(learner, neighbour, bits)
        try:
            return _in_numbers(balls, second_balls, ratios, view, most, halting=halting, report=report)
        except UndecidedError:
            bits *= 2
            if bits > _MOST_BITS:
                raise


def _balls(learner: Learner, losses: Steps, bits: int) -> Process[Ball]:
    if isinstance(learner, SmallLossLearner):
        return small_loss_balls(learner.instance(losses), bits)
    if isinstance(learner, CompensatedLearner):
        return compensated_balls(losses, learner.parameters, bits)
    exact = learner.process(losses)

    def course(launch: int, expert: int, checks: int) -> Course[Ball]:
        found = exact.course(launch, expert, checks)
        keeps, renewals = (tuple(x.enclosure(bits) for x in xs) for xs in (found.keeps, found.renewals))
        return Course(keeps, renewals, found.never.enclosure(bits))

    shares = tuple(tuple(share.enclosure(bits) for share in row) for row in exact.shares)
    backend = ball_backend(exact.course(0, 0, 0).never.field.base, bits)
    return Process(backend, losses, exact.grid, shares, course, exact.limit, exact.counts_checks, exact.start)


def _in_numbers(
    p: Process[Number],
    q: Process[Number] | None,
    ratios: Sequence[Fraction],
    view: View,
    most: int | None,
    *,
    halting: bool,
    report: Progress,
) -> LawResults:
    parts = 2 + (0 if q is None else 4)
    report("halting", 0, parts)
    halts = tuple(_halting(p)) if halting else ()
    report("marginals", 1, parts)
    law = process_law(p)
    distances: tuple[Loss, Loss] | None = None
    deltas: tuple[Delta, ...] = ()
    if q is not None:
        report("max-divergence, forward", 2, parts)
        forward = _loss(p, q, view, most)
        report("max-divergence, backward", 3, parts)
        distances = forward, _loss(q, p, view, most)
        report("delta", 4, parts)
        deltas = _deltas(p, q, ratios, view, most)
    report("done", parts, parts)
    return LawResults(
        backend=p.backend.name,
        view=view,
        halting=halts,
        marginals=tuple(tuple(map(_shown, row)) for row in law.marginals),
        updates=tuple(map(_shown, law.updates)),
        expected_loss=_absolute(law.expected_loss),
        expected_regret=_absolute(law.expected_regret),
        forward=distances[0] if distances else None,
        backward=distances[1] if distances else None,
        deltas=deltas,
    )


def _halting(process: Process[Number]) -> Iterator[Halting]:
    """Yield H(s,i,t); for a learner that counts its checks, those of its first instance only."""
    last = 0 if process.counts_checks else process.rounds - 2
    for start in range(min(last + 1, process.rounds - 1)):
        for expert in range(process.experts):
            course = process.course(start, expert, 0)
            for wait, (keep, renewal) in enumerate(zip(course.keeps, course.renewals, strict=True)):
                yield Halting(start, expert, start + 1 + wait, _shown(keep + renewal))


def _loss(p: Process[Number], q: Process[Number], view: View, most: int | None) -> Loss:
    if view == "picks":
        picks = picks_divergence(p, q, most=MOST_PICKS if most is None else most)
        return Loss(_log_shown(picks.ratio), picks.witness)
    found = pair_divergence(p, q)
    return Loss(_log_shown(found.ratio), found.witness)


def _deltas(
    p: Process[Number], q: Process[Number], ratios: Sequence[Fraction], view: View, most: int | None
) -> tuple[Delta, ...]:
    if not ratios:
        return ()
    if view == "picks":
        limit = MOST_PICKS if most is None else most
        return tuple(
            Delta(
                ratio,
                HockeyStick(_absolute(picks_hockey_stick(p, q, ratio, most=limit))),
                HockeyStick(_absolute(picks_hockey_stick(q, p, ratio, most=limit))),
            )
            for ratio in ratios
        )
    limit = MOST_RATIOS if most is None else most
    if p.backend.name == "exact":
        loss_law = cast("Callable[[Process[Number], Process[Number]], LossLaw]", partial(pair_loss_law, most=limit))
        forward, backward = loss_law(p, q), loss_law(q, p)
        return tuple(
            Delta(ratio, *(HockeyStick(value_of(side.hockey_stick(ratio))) for side in (forward, backward)))
            for ratio in ratios
        )
    ahead, back = _finest_bracket(p, q, limit), _finest_bracket(q, p, limit)
    return tuple(Delta(ratio, *(_bracketed(side.hockey_stick(ratio)) for side in (ahead, back))) for ratio in ratios)


def _finest_bracket(p: Process[Number], q: Process[Number], most: int) -> LossBracket:
    """Round likelihood ratios as finely as their number allows."""
    *fine, coarse = _BRACKET_STEPS
    for step in fine:
        with suppress(InputError):
            return pair_loss_bracket(p, q, step=step, most=most)
    return pair_loss_bracket(p, q, step=coarse, most=most)


def _bracketed(found: HockeyStickBracket) -> HockeyStick:
    low, high = max(Fraction(0), found.lower.lower), found.upper.upper
    around = Ball.between(low, high, bits=found.upper.bits)
    return HockeyStick(value_of(around), (_absolute(found.lower), _absolute(found.upper)))


def _shown(x: Number) -> Value:
    """A probability as results show it.

    Raises:
        UndecidedError: it is a ball too wide for the digits that results have.
    """
    if isinstance(x, Ball) and x.radius > _RELATIVE * max(abs(x.lower), abs(x.upper)):
        raise UndecidedError(f"{x}: too wide a ball")
    return value_of(x)


def _absolute(x: Number) -> Value:
    """A number that may be 0, such as a difference; see `_shown`."""
    if isinstance(x, Ball) and x.radius > _RELATIVE * max(Fraction(1), abs(x.lower)):
        raise UndecidedError(f"{x}: too wide a ball")
    return value_of(x)


def _log_shown(ratio: Number | None) -> Value:
    if isinstance(ratio, Ball):
        return _absolute(ratio.log())
    return value_of_log(ratio)


def _in_floats(
    learner: Learner,
    losses: Steps,
    neighbour: Steps | None,
    ratios: Sequence[Fraction],
    view: View,
    *,
    halting: bool,
    report: Progress,
) -> LawResults:
    if isinstance(learner, DelayedLearner):
        raise InputError("the laws of Algorithm 2 are rational; choose the backend exact or ball")
    if neighbour is not None and view == "picks":
        raise InputError("picks are compared in exact numbers or in balls; choose the backend exact or ball")
    parameters, noises = learner.parameters, _noises(learner)
    parts = 2 + (0 if neighbour is None else 4)
    halts: tuple[Halting, ...] = ()
    if halting:
        report("halting", 0, parts)
        table = np.exp(halting_table(losses, parameters, **noises).halts)
        rounds = range(len(losses))
        halts = tuple(
            Halting(start, expert, now, value_of(float(table[expert, start, now])))
            for start in rounds
            for expert in range(len(losses[0]))
            for now in rounds[start + 1 :]
        )
    report("marginals", 1, parts)
    law = float_law(losses, parameters, **noises)
    distances: tuple[Loss, Loss] | None = None
    deltas: tuple[Delta, ...] = ()
    if neighbour is not None:
        changed = _changed(losses, neighbour)
        ways = ((losses, neighbour[changed]), (neighbour, losses[changed]))
        report("max-divergence", 2, parts)
        ahead, back = (float_pair_divergence(stream, changed, row, parameters, **noises) for stream, row in ways)
        distances = Loss(value_of(ahead.value), ahead.witness), Loss(value_of(back.value), back.witness)
        if ratios:
            report("delta", 4, parts)
            numbers = [float(ratio) for ratio in ratios]
            sticks = [float_hockey_stick(stream, changed, row, parameters, numbers, **noises) for stream, row in ways]
            deltas = tuple(
                Delta(ratio, *(_float_bracket(one.lower, one.upper) for one in both))
                for ratio, *both in zip(ratios, *sticks, strict=True)
            )
    report("done", parts, parts)
    return LawResults(
        backend="float",
        view=view,
        halting=halts,
        marginals=tuple(tuple(value_of(float(share)) for share in row) for row in law.marginals),
        updates=tuple(value_of(float(probability)) for probability in law.updates),
        expected_loss=value_of(law.expected_loss),
        expected_regret=value_of(law.expected_regret),
        forward=distances[0] if distances else None,
        backward=distances[1] if distances else None,
        deltas=deltas,
    )


class _Noises(TypedDict, total=False):
    noise_multiples: tuple[int, int]
    noise_shape: NoiseShape


def _noises(learner: SmallLossLearner | CompensatedLearner) -> _Noises:
    if isinstance(learner, CompensatedLearner):
        return {}
    return {"noise_multiples": learner.noise_multiples, "noise_shape": learner.noise_shape}


def _float_bracket(low: float, high: float) -> HockeyStick:
    return HockeyStick(value_of((low + high) / 2), (value_of(low), value_of(high)))


def _changed(losses: Steps, neighbour: Steps) -> int:
    """The row, from 0, in which two streams differ.

    Raises:
        InputError: they do not differ in exactly one row, or have different shapes.
    """
    if len(losses) != len(neighbour):
        raise InputError(f"the streams have {len(losses)} and {len(neighbour)} rounds; neighbours have equally many")
    rows = [index for index, (one, other) in enumerate(zip(losses, neighbour, strict=True)) if one != other]
    if len(rows) != 1:
        raise InputError(f"the streams differ in {len(rows)} rounds; neighbours differ in exactly one")
    return rows[0]
