"""The learners whose law is computed, in which numbers, and what no backend can compute."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from dartproof.errors import InputError
from dartproof.laws.effort import refuse_long_hazard, refuse_long_numbers, require_float_range
from dartproof.laws.exact_learner import CompensatedLearner, SmallLossLearner
from dartproof.laws.processes.course import Process
from dartproof.laws.processes.lazy_process import lazy_process
from dartproof.laws.workload import Workload, bits_of, log2_of, span_of
from dartproof.learners.lazy import DelayFunction, FixedDelay
from dartproof.numeric import LogNumber
from dartproof.numeric.precision import MAX_BITS
from dartproof.streams import Steps, check_steps

BackendName = Literal["exact", "ball", "float"]

_LARGEST: Final = 1000  # the exponent of 2 of the largest floats, and less


@dataclass(frozen=True, slots=True)
class DelayedLearner:
    """Algorithm 2 with a delay function, checked at the end.

    Attributes:
        keep: x = e^{−η/g}.
        grid: g.
        delay: d(launch, expert, checks), all from 0.

    Source: Algorithm 2 (`lazy_learner`).
    """

    keep: Fraction
    grid: int
    delay: DelayFunction

    def process(self, losses: Steps) -> Process[LogNumber]:
        """The learner on given losses; InputError unless they are T × N integers from 0 to the grid."""
        return lazy_process(losses, self.keep, self.grid, self.delay)


Learner = SmallLossLearner | CompensatedLearner | DelayedLearner


def require_computable(
    learner: Learner, losses: Steps, *, backend: BackendName, ratios: Sequence[Fraction] = ()
) -> Workload:
    """Refuse what a backend cannot compute at all, however long one waits.

    Args:
        learner: as for `learner_law`.
        losses: likewise.
        backend: likewise.
        ratios: likewise.

    Returns:
        The sizes that tell how long it takes, see `law_seconds`.

    Raises:
        InputError: a ratio is not positive or beyond floats; the exact numbers would be longer than any memory; or
            probabilities would be too small for balls or floats. The message names the parameter.
    """
    if any(ratio <= 0 for ratio in ratios):
        raise InputError("a ratio must be positive: it is e^epsilon")
    if backend == "float" and any(not -_LARGEST < log2_of(ratio) < _LARGEST for ratio in ratios):
        raise InputError("a ratio is beyond the range of floats; choose the backend exact or ball")
    work = _workload(learner, losses)
    if isinstance(learner, DelayedLearner) or backend != "float":
        refuse_long_numbers(work, f"the {backend} law")
    elif isinstance(learner, CompensatedLearner):
        refuse_long_hazard(work, f"the {backend} law")
    if backend == "float" and not isinstance(learner, DelayedLearner):
        require_float_range(work)
    if backend == "ball" and work.cancelled_bits > MAX_BITS:
        raise InputError(
            f"balls of at most {MAX_BITS} bits don't tell from 0 how improbable it is to check early; "
            "choose a smaller threshold, or the backend exact"
        )
    return work


def _workload(learner: Learner, losses: Steps) -> Workload:
    losses = check_steps(losses, learner.grid if isinstance(learner, DelayedLearner) else learner.parameters.grid)
    rounds, experts = len(losses), len(losses[0])
    if not isinstance(learner, DelayedLearner):
        return Workload.of(learner, rounds=rounds, experts=experts, losses=losses)
    return Workload(
        rounds=rounds,
        experts=experts,
        grid=learner.grid,
        keep_bits=bits_of(learner.keep),
        span=span_of(losses),
        delay=learner.delay.wait if isinstance(learner.delay, FixedDelay) else 1,
    )
