"""Algorithm 1 as a process, in exact and in ball arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache

from dartproof.accounting import ExactParameters
from dartproof.laws.lazy import Number
from dartproof.laws.path import Instance
from dartproof.laws.processes.course import Course, Process, pending_losses, share_rows
from dartproof.mechanisms.bernoulli import clipped_keep_law
from dartproof.mechanisms.halting import NoiseShape, halting_law
from dartproof.mechanisms.halting_balls import halting_balls
from dartproof.numeric import Backend, Ball, LogNumber, ball_backend, exact_backend


def small_loss_process(instance: Instance) -> Process[LogNumber]:
    """Return Algorithm 1 on exact losses, in exact arithmetic.

    Source: Algorithm 1 (`small_loss_learner`).
    """
    courses = _exact_courses(instance.parameters, instance.noise_multiples, instance.noise_shape)
    return _process(instance, courses, exact_backend(instance.parameters.noise))


def small_loss_balls(instance: Instance, bits: int = 128) -> Process[Ball]:
    """Return Algorithm 1 on exact losses, in balls.

    Args:
        instance: the learner on its losses.
        bits: the accuracy: every probability of the process, however small, is a ball with a relative radius below
            2^(3-bits). The working precision inside an integral is raised until that is so.

    Source: Algorithm 1 (`small_loss_learner`).
    """
    courses = _ball_courses(instance.parameters, instance.noise_multiples, instance.noise_shape, bits)
    return _process(instance, courses, ball_backend(instance.parameters.noise, bits))


def _process(
    instance: Instance, courses: Callable[[tuple[int, ...]], Course[Number]], backend: Backend[Number]
) -> Process[Number]:
    losses, parameters = instance.losses, instance.parameters

    def course(launch: int, expert: int, _checks: int) -> Course[Number]:
        return courses(pending_losses(losses, launch, expert))

    shares = share_rows(losses, parameters.keep, backend.rational)
    return Process(backend, losses, parameters.grid, shares, course, parameters.limit)


@lru_cache(maxsize=16)
def _exact_courses(
    parameters: ExactParameters, noise_multiples: tuple[int, int], noise_shape: NoiseShape
) -> Callable[[tuple[int, ...]], Course[LogNumber]]:
    """Return the course of an instance by its queries, memoised for all streams that have the same parameters."""

    @lru_cache(maxsize=1 << 12)
    def of_queries(queries: tuple[int, ...]) -> Course[LogNumber]:
        law = halting_law(
            queries,
            threshold=parameters.threshold,
            grid=parameters.grid,
            field=parameters.field,
            noise_multiples=noise_multiples,
            noise_shape=noise_shape,
        )
        return _tossed(law, queries, parameters, parameters.field.rational)

    return of_queries


@lru_cache(maxsize=16)
def _ball_courses(
    parameters: ExactParameters, noise_multiples: tuple[int, int], noise_shape: NoiseShape, bits: int
) -> Callable[[tuple[int, ...]], Course[Ball]]:
    """Return what `_exact_courses` does, in balls."""
    number = ball_backend(parameters.noise, bits).rational

    @lru_cache(maxsize=1 << 12)
    def of_queries(queries: tuple[int, ...]) -> Course[Ball]:
        law = halting_balls(
            queries,
            threshold=parameters.threshold,
            field=parameters.field,
            noise_multiples=noise_multiples,
            noise_shape=noise_shape,
            bits=bits,
        )
        return _tossed(law, queries, parameters, number)

    return of_queries


def _tossed(
    law: Sequence[Number], queries: tuple[int, ...], parameters: ExactParameters, number: Callable[[Fraction], Number]
) -> Course[Number]:
    """Return the course of an instance that halts with the law given, and then tosses the coin."""
    *halts, never = law
    coins = [clipped_keep_law(parameters.keep, query, clip_steps=parameters.clip_steps) for query in queries]
    keeps = tuple(halt * number(coin) for halt, coin in zip(halts, coins, strict=True))
    renewals = tuple(halt * number(1 - coin) for halt, coin in zip(halts, coins, strict=True))
    return Course(keeps, renewals, never)
