"""The compensated learner as a process, in exact and in ball arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from dartproof.accounting import CompensatedParameters
from dartproof.errors import InputError
from dartproof.laws.processes.course import Course, Process, pending_losses, share_rows
from dartproof.mechanisms.compensated_balls import check_balls
from dartproof.mechanisms.compensated_check import check_law
from dartproof.numeric import Backend, Ball, LogNumber, ball_backend, exact_backend
from dartproof.streams import Steps, check_steps

N = TypeVar("N")


def compensated_process(losses: Steps, parameters: CompensatedParameters) -> Process[LogNumber]:
    """Return the compensated learner on exact losses, in exact arithmetic.

    The noise ξ is integrated out of each instance, over the time of its first check and what that does together.

    Args:
        losses: T rows of N losses in grid steps.
        parameters: of the learner.

    Raises:
        InputError: The losses are no T × N array of integers from 0 to the grid; or, from a course of a control with a
            `floor` of its own, there is no exact law, see `check_law`.

    Source: `compensated_privacy`.
    """
    return _process(losses, parameters, _exact_courses(parameters), exact_backend(parameters.noise))


def compensated_balls(losses: Steps, parameters: CompensatedParameters, bits: int = 128) -> Process[Ball]:
    """Return the compensated learner on exact losses, in balls.

    Args:
        losses: T rows of N losses in grid steps.
        parameters: of the learner, with its own noise.
        bits: the accuracy: every probability of the process, however small, is the exact 0 or a ball with a relative
            radius below 2^(3-bits). The working precision inside an integral is raised until that is so.

    Raises:
        InputError: The losses are no T × N array of integers from 0 to the grid, or the noise is Laplace; or, from a
            course of a control, its `floor` is not 0 or a power of y^MN.

    Source: `compensated_privacy`.
    """
    if parameters.noise_shape != "exponential":
        raise InputError("the law in balls is for the learner's own exponential noise; choose the backend exact")
    return _process(losses, parameters, _ball_courses(parameters, bits), ball_backend(parameters.noise, bits))


def _process(
    losses: Steps,
    parameters: CompensatedParameters,
    courses: Callable[[tuple[int, ...]], Course[N]],
    backend: Backend[N],
) -> Process[N]:
    losses = check_steps(losses, parameters.grid)

    def course(launch: int, expert: int, _checks: int) -> Course[N]:
        return courses(pending_losses(losses, launch, expert))

    shares = share_rows(losses, parameters.keep, backend.rational)
    return Process(backend, losses, parameters.grid, shares, course, parameters.limit)


@lru_cache(maxsize=16)
def _exact_courses(parameters: CompensatedParameters) -> Callable[[tuple[int, ...]], Course[LogNumber]]:
    """Return the course of an instance by its queries, memoised for all streams that have the same parameters."""

    @lru_cache(maxsize=1 << 12)
    def of_queries(queries: tuple[int, ...]) -> Course[LogNumber]:
        law = check_law(
            queries,
            keep=parameters.keep,
            threshold=parameters.threshold,
            clip_steps=parameters.clip_steps,
            field=parameters.field,
            noise_multiples=parameters.noise_multiples,
            floor=parameters.floor,
            noise_shape=parameters.noise_shape,
        )
        return Course(*law)

    return of_queries


@lru_cache(maxsize=16)
def _ball_courses(parameters: CompensatedParameters, bits: int) -> Callable[[tuple[int, ...]], Course[Ball]]:
    """Return what `_exact_courses` does, in balls."""

    @lru_cache(maxsize=1 << 12)
    def of_queries(queries: tuple[int, ...]) -> Course[Ball]:
        law = check_balls(
            queries,
            keep=parameters.keep,
            threshold=parameters.threshold,
            clip_steps=parameters.clip_steps,
            field=parameters.field,
            noise_multiples=parameters.noise_multiples,
            floor=parameters.floor,
            bits=bits,
        )
        return Course(*law)

    return of_queries
