"""Algorithm 2 as a process, in exact arithmetic."""

from __future__ import annotations

from fractions import Fraction

from dartproof.errors import InputError
from dartproof.laws.processes.course import Course, Process, share_rows
from dartproof.learners.lazy import DelayFunction, FixedDelay
from dartproof.mechanisms.bernoulli import keep_law
from dartproof.numeric import LogField, LogNumber, exact_backend
from dartproof.streams import Steps, check_steps


def lazy_process(
    losses: Steps,
    keep: Fraction,
    grid: int,
    delay: DelayFunction,
    *,
    start: int = 0,
    end: int | None = None,
    forced: bool = True,
    counts_checks: bool | None = None,
    field: LogField | None = None,
) -> Process[LogNumber]:
    """Return Algorithm 2 on exact losses, in exact arithmetic; its probabilities are rational.

    As `dartproof.learners.LazyLearner`, it draws a fresh expert from P_t in each round before `start` and holds the
    expert of round `end` after it.

    Args:
        losses: T rows of N losses in steps of the grid 1/g.
        keep: x = e^{−η/g}, 0 < x ≤ 1.
        grid: g.
        delay: d(launch, expert, checks), all from 0, returns the round, from 0, from which on a check is due; a pure
            function. A round that has passed means the next one.
        start: T_s, from 0.
        end: T_e, from 0, after which there are no more checks; the last round where it is None.
        forced: whether there is a check in round `end` whatever the delay, as there is in Algorithm 2.
        counts_checks: whether the delay looks at the number of checks; if false it is asked with checks = 0, which
            saves a factor of up to T in time. None means true, but for a `FixedDelay`.
        field: the field of the numbers; one of its own where it is None.

    Raises:
        InputError: The losses are no T × N array of integers from 0 to g, `keep` is out of its range, or not
            0 ≤ start ≤ end < T.

    Source: Algorithm 2 (`lazy_learner`).
    """
    losses = check_steps(losses, grid)
    rounds = len(losses)
    last = rounds - 1 if end is None else end
    if not 0 <= start <= last < rounds:
        raise InputError(
            f"start = {start + 1}, end = {last + 1}: give 1 ≤ start ≤ end ≤ {rounds}, the number of rounds"
        )
    backend = exact_backend(Fraction(1, 2) if field is None else field.base)
    zero, one = backend.rational(0), backend.rational(1)

    def course(launch: int, expert: int, checks: int) -> Course[LogNumber]:
        left = rounds - 1 - launch
        due = max(launch + 1, delay(launch, expert, checks)) if launch < last else rounds
        if forced and launch < last:
            due = min(due, last)
        if due > last:
            return Course((zero,) * left, (zero,) * left, one)
        kept = keep_law(keep, sum(row[expert] for row in losses[launch:due]))
        before, after = (zero,) * (due - launch - 1), (zero,) * (rounds - 1 - due)
        return Course((*before, backend.rational(kept), *after), (*before, backend.rational(1 - kept), *after), zero)

    counts = not isinstance(delay, FixedDelay) if counts_checks is None else counts_checks
    shares = share_rows(losses, keep, backend.rational)
    return Process(backend, losses, grid, shares, course, None, counts_checks=counts, start=start)
