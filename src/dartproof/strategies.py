"""Hypothesis strategies for streams, neighbouring pairs, delay functions, exact parameters and plays.

They are public: use them to test your own learner or mechanism. All of them reach the edge cases (one round, one
expert, ties, losses of exactly 0 and 1) and shrink to few rounds, few experts and small losses.

Example:
    A mechanism that releases the total loss of the first expert is not private: some pair of neighbours
    tells two outputs apart. Hypothesis finds the smallest such pair.

    >>> from hypothesis import find
    >>> def released(losses):
    ...     return sum(row[0] for row in losses)
    >>> find(neighbour_pairs(), lambda pair: released(pair[0]) != released(pair[1]))
    (((0,), (0,)), ((1,), (0,)))
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from dartproof.accounting import CompensatedParameters, ExactParameters
from dartproof.errors import InputError
from dartproof.laws.plays import Play
from dartproof.laws.rules import TabledDelay, delay_arguments
from dartproof.streams.model import LossStream

if TYPE_CHECKING:
    from dartproof.streams.model import Steps

__all__ = [
    "DrawnDelay",
    "compensated_parameters",
    "delay_functions",
    "exact_parameters",
    "keep_factors",
    "loss_steps",
    "loss_streams",
    "neighbour_pairs",
    "plays",
]


def loss_steps(
    *, grid: int = 1, min_rounds: int = 1, max_rounds: int = 4, min_experts: int = 1, max_experts: int = 3
) -> st.SearchStrategy[Steps]:
    """Exact small streams: T rows of N integers from 0 to `grid` (losses are multiples of 1/grid).

    Args:
        grid: at least 1.
        min_rounds: the least T, at least 1.
        max_rounds: the greatest T.
        min_experts: the least N, at least 1.
        max_experts: the greatest N.

    Raises:
        InputError: if a range is empty or starts below 1, or the grid is below 1.
    """
    _check(grid=grid, rounds=(min_rounds, max_rounds), experts=(min_experts, max_experts))
    # The two sizes come first, so that lowering one of them keeps the losses that are left.
    sizes = st.tuples(st.integers(min_rounds, max_rounds), st.integers(min_experts, max_experts))
    loss = st.integers(0, grid)
    return sizes.flatmap(lambda size: st.tuples(*[st.tuples(*[loss] * size[1])] * size[0]))


def neighbour_pairs(
    *,
    grid: int = 1,
    min_rounds: int = 1,
    max_rounds: int = 4,
    min_experts: int = 1,
    max_experts: int = 3,
    last_round: bool = False,
) -> st.SearchStrategy[tuple[Steps, Steps]]:
    """Pairs of exact small streams that differ in exactly one round's loss vector, in one expert's loss or in several.

    They shrink to a difference in one expert's loss. The differing round is never the last one, which the transcript of
    Algorithms 1 and 2 does not depend on, unless `last_round` is true; so there are at least 2 rounds otherwise.

    Args:
        grid: at least 1.
        min_rounds: the least T; 1 counts as 2 without `last_round`.
        max_rounds: the greatest T.
        min_experts: the least N, at least 1.
        max_experts: the greatest N.
        last_round: whether the last round may be the differing one.

    Raises:
        InputError: if a range is empty or starts below 1, or the grid is below 1.
    """
    least = min_rounds if last_round else max(min_rounds, 2)
    streams = loss_steps(
        grid=grid, min_rounds=least, max_rounds=max_rounds, min_experts=min_experts, max_experts=max_experts
    )

    @st.composite
    def pairs(draw: st.DrawFn) -> tuple[Steps, Steps]:
        losses = draw(streams)
        index = draw(st.integers(0, len(losses) - (1 if last_round else 2)))
        old = losses[index]
        changed = draw(st.integers(0, len(old) - 1))
        row = [draw(st.just(loss) | st.integers(0, grid)) for loss in old]
        # The values from 0 to grid other than the old one, in order.
        value = draw(st.integers(0, grid - 1))
        row[changed] = value + (value >= old[changed])
        return losses, (*losses[:index], tuple(row), *losses[index + 1 :])

    return pairs()


@dataclass(frozen=True, slots=True)
class DrawnDelay:
    """A delay function d(t_{u−1}, i, u) of Algorithm 2, total for T rounds and N experts.

    Call it as `delay(launch, expert, checks)` with the round of the last check (or the start), the expert held since
    and the number of checks so far, all from 0; it returns the round, from 0, from which on a check is due: from
    `launch` + 1 to T, where T means never. So it is a `dartproof.learners.DelayFunction`.

    Attributes:
        rounds: T.
        experts: N.
        wait: the number of rounds from `launch` to the check, at least 1, where no exception says otherwise.
        exceptions: ((launch, expert, checks), wait) for the arguments with another wait.

    Source: Algorithm 2 (`lazy_learner`).

    Example:
        >>> delay = DrawnDelay(rounds=4, experts=2, wait=1, exceptions=(((1, 0, 1), 2),))
        >>> delay(0, 0, 0), delay(1, 0, 1), delay(3, 1, 2)
        (1, 3, 4)
    """

    rounds: int
    experts: int
    wait: int = 1
    exceptions: tuple[tuple[tuple[int, int, int], int], ...] = ()

    def __call__(self, launch: int, expert: int, checks: int) -> int:
        """The round, from 0, from which on the next check is due.

        Raises:
            InputError: unless 0 ≤ launch < T, 0 ≤ expert < N and 0 ≤ checks < T.
        """
        if not (0 <= launch < self.rounds and 0 <= expert < self.experts and 0 <= checks < self.rounds):
            raise InputError(
                f"the delay function of {self.rounds} rounds and {self.experts} experts has no value at "
                f"({launch}, {expert}, {checks}); give the launch, the expert and the number of checks so far, from 0"
            )
        wait = next((other for key, other in self.exceptions if key == (launch, expert, checks)), self.wait)
        return min(launch + wait, self.rounds)


def delay_functions(rounds: int, experts: int) -> st.SearchStrategy[DrawnDelay]:
    """Delay functions for `rounds` rounds and `experts` experts; they shrink to a check in every round.

    Every function from (launch, expert, checks) to a later round, or to never, can be drawn.

    Raises:
        InputError: if a count is below 1.
    """
    _check(rounds=(rounds, rounds), experts=(experts, experts))
    waits = st.integers(1, rounds)
    arguments = st.tuples(st.integers(0, rounds - 1), st.integers(0, experts - 1), st.integers(0, rounds - 1))
    exceptions = st.dictionaries(arguments, waits).map(lambda table: tuple(sorted(table.items())))
    return st.builds(DrawnDelay, rounds=st.just(rounds), experts=st.just(experts), wait=waits, exceptions=exceptions)


def exact_parameters(
    *, grid: int = 1, max_denominator: int = 10, max_clip: int = 3, max_threshold: int = 3, max_limit: int = 3
) -> st.SearchStrategy[ExactParameters]:
    """Parameters of Algorithm 1 at which its law is exact; they shrink to x = y = 1/2, k = 1, τ = 0, V = 0.

    Args:
        grid: losses are multiples of 1/grid; at least 1.
        max_denominator: the greatest denominator of x = `keep` and y = `noise`, at least 2.
        max_clip: the greatest clip level k, at least 1.
        max_threshold: the greatest |τ|, in units of loss; at least 0.
        max_limit: the greatest V, at least 0.

    Raises:
        InputError: if a bound is below its least value.
    """
    _check(grid=grid, denominators=(2, max_denominator), clips=(1, max_clip))
    if max_threshold < 0 or max_limit < 0:
        raise InputError(f"max_threshold = {max_threshold}, max_limit = {max_limit}; give integers of at least 0")
    fractions = keep_factors(max_denominator=max_denominator)
    return st.builds(
        ExactParameters,
        grid=st.just(grid),
        keep=fractions,
        noise=fractions,
        clip=st.integers(1, max_clip),
        threshold=st.integers(-max_threshold * grid, max_threshold * grid),
        limit=st.integers(0, max_limit),
    )


def compensated_parameters(
    *,
    grid: int = 1,
    max_denominator: int = 10,
    max_clip: int = 3,
    max_excess: int = 3,
    max_limit: int = 3,
    max_multiple: int = 2,
) -> st.SearchStrategy[CompensatedParameters]:
    """Parameters of the compensated learner at which its law is exact; all of them satisfy its guarantee.

    They shrink to x = y = 1/2, c = τ = one grid step, V = 0 and equal scales of the noises.

    Args:
        grid: losses are multiples of 1/grid; at least 1.
        max_denominator: the greatest denominator of x = `keep` and y = `noise`, at least 2.
        max_clip: the greatest clip c, in units of loss, at least 1.
        max_excess: the greatest τ - c, in units of loss; at least 0.
        max_limit: the greatest V, at least 0.
        max_multiple: the greatest MX and MN, at least 1.

    Raises:
        InputError: if a bound is below its least value.
    """
    _check(grid=grid, denominators=(2, max_denominator), clips=(1, max_clip), multiples=(1, max_multiple))
    if max_excess < 0 or max_limit < 0:
        raise InputError(f"max_excess = {max_excess}, max_limit = {max_limit}; give integers of at least 0")
    fractions = keep_factors(max_denominator=max_denominator)
    multiples = st.integers(1, max_multiple)

    @st.composite
    def drawn(draw: st.DrawFn) -> CompensatedParameters:
        clip_steps = draw(st.integers(1, max_clip * grid))
        return CompensatedParameters(
            grid=grid,
            keep=draw(fractions),
            noise=draw(fractions),
            clip_steps=clip_steps,
            threshold=clip_steps + draw(st.integers(0, max_excess * grid)),
            limit=draw(st.integers(0, max_limit)),
            noise_multiples=(draw(multiples), draw(multiples)),
        )

    return drawn()


def keep_factors(*, max_denominator: int = 100) -> st.SearchStrategy[Fraction]:
    """Rational values of x = e^(−η/g), strictly between 0 and 1; they shrink to 1/2.

    Args:
        max_denominator: the greatest denominator, at least 2.

    Raises:
        InputError: if it is below 2.
    """
    _check(denominators=(2, max_denominator))
    return st.integers(2, max_denominator).flatmap(lambda q: st.integers(1, q - 1).map(lambda p: Fraction(p, q)))


def plays(*, max_rounds: int = 6, max_experts: int = 4, forced: bool = False) -> st.SearchStrategy[Play]:
    """Algorithm 2 on any losses on grids up to 1/12, with any rational e^(−η/g) and any delay function.

    The delay functions are of two kinds: simple ones with exceptions, and tables with a value of its own for all that
    can be reached, in which the experts differ.

    Args:
        max_rounds: the greatest T, at least 1.
        max_experts: the greatest N, at least 1.
        forced: whether the last check is forced; then 1 ≤ T_s ≤ T_e ≤ T are drawn too. Otherwise T_s = 1, T_e = T.

    Raises:
        InputError: if a bound is below 1.
    """
    _check(rounds=(1, max_rounds), experts=(1, max_experts))

    @st.composite
    def drawn(draw: st.DrawFn) -> Play:
        grid = draw(st.integers(1, 12))
        losses = draw(loss_steps(grid=grid, max_rounds=max_rounds, max_experts=max_experts))
        rounds, experts = len(losses), len(losses[0])
        keep = draw(keep_factors())
        end = draw(st.integers(0, rounds - 1)) if forced else rounds - 1
        start = draw(st.integers(0, end)) if forced else 0
        latest = end if forced else rounds
        arguments = delay_arguments(start=start, end=end, experts=experts)
        table = st.fixed_dictionaries({key: st.integers(key[0] + 1, latest) for key in arguments}).map(TabledDelay)
        return Play(losses, grid, keep, draw(delay_functions(rounds, experts) | table), start, end, forced=forced)

    return drawn()


def loss_streams(
    *, min_rounds: int = 1, max_rounds: int = 8, min_experts: int = 1, max_experts: int = 4
) -> st.SearchStrategy[LossStream]:
    """Streams of float losses: any float64 in [0, 1], with 0, 1/2 and 1 likely, so that ties occur.

    Args:
        min_rounds: the least T, at least 1.
        max_rounds: the greatest T.
        min_experts: the least N, at least 1.
        max_experts: the greatest N.

    Raises:
        InputError: if a range is empty or starts below 1.
    """
    _check(rounds=(min_rounds, max_rounds), experts=(min_experts, max_experts))
    sizes = st.tuples(st.integers(min_rounds, max_rounds), st.integers(min_experts, max_experts))
    loss = st.sampled_from((0.0, 1.0, 0.5)) | st.floats(0, 1)
    return sizes.flatmap(lambda size: st.tuples(*[st.tuples(*[loss] * size[1])] * size[0])).map(LossStream.from_rows)


def _check(*, grid: int = 1, **ranges: tuple[int, int]) -> None:
    if grid < 1:
        raise InputError(f"the grid is {grid}; give an integer of at least 1")
    for name, (least, greatest) in ranges.items():
        if not 1 <= least <= greatest:
            raise InputError(f"the {name} range from {least} to {greatest}; give 1 ≤ least ≤ greatest")
