"""`interval_loss`: all paths for given noises in G, and the probability of the rest, decided in exact arithmetic."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from dartproof.evidence import Control, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation
from dartproof.mechanisms.bernoulli import clipped_keep_law

from . import derivation
from .runs import (
    Interval,
    Run,
    Table,
    every_fast_run,
    every_run,
    every_table,
    large_noises,
    large_tables,
    lowered,
    runs,
    tables,
)


def right(
    interval: Interval, *, clip: int, threshold: int, alpha: int, grid: int, last: int = 1, share: int = 2
) -> bool:
    """The bounds of the statement on one interval, doubled; a control adds 0 for the last round, or takes alpha/2."""
    most = 2 * threshold + share * alpha + (0 if interval.silent else 2 * last * grid)
    return 2 * interval.lost <= most and (not interval.checked or (interval.lost >= clip and unclipped(interval, clip)))


def unclipped(interval: Interval, clip: int) -> bool:
    """The package's coin keeps with probability e^(-eta times the loss of the interval), here for e^-eta = 1/2."""
    half = Fraction(1, 2)
    return clipped_keep_law(half, interval.lost, clip_steps=clip) == half**interval.lost


def on_the_event(table: Table, *, last: int = 1, share: int = 2) -> bool:
    """Parts 1 to 3 on every path, and the smaller bound on the queries answered with ⊥."""
    bounds = partial(
        right, clip=table.clip, threshold=table.threshold, alpha=table.alpha, grid=table.grid, last=last, share=share
    )
    return all(map(bounds, table.intervals()))


def run_right(run: Run) -> bool:
    """The bounds fail with probability at most beta1."""
    it = run.parameters
    bounds = partial(right, clip=it.clip_steps, threshold=it.threshold, alpha=run.alpha, grid=it.grid)
    return run.fails(bounds) <= run.beta


def threshold_without_alpha(table: Table) -> bool:
    """The false claim for tau = c + excess."""
    return on_the_event(lowered(table))


def papers_index(table: Table) -> bool:
    """The false claim that the answer in round t_{u-1} is ⊥ if t_{u-1} < t_u - 1."""
    return not any(it.checked and it.waited and it.after_top for it in table.intervals())


def of_tables(
    name: str, says: str, symbolic: Derivation, holds: Callable[[Table], bool], *, few: bool = False
) -> Control:
    """A false claim about paths with given noises."""
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("few experts", lambda _: every_table(rounds=4) if few else large_noises(), holds),
        property=Randomised("any noises in G, T <= 6, or extreme ones", tables if few else large_tables, holds),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive(
            "all paths for all noises of -1/2 and 1/2, two experts, T = 4 (full: 5)",
            lambda effort: every_table(rounds=5) if effort == "full" else every_table(rounds=4, excesses=(0,)),
            on_the_event,
        ),
        Exhaustive("noises of -1 and 1, T = 6", lambda _: large_noises(), on_the_event),
        Exhaustive(
            "the probability of the rest, Algorithm 1 with its noises, two experts, T = 5 (full: 6)",
            lambda effort: every_run(rounds=6 if effort == "full" else 5),
            run_right,
        ),
        Exhaustive("the same on the grid 1/4, all losses 0 and 1, T = 4", lambda _: every_fast_run(), run_right),
    ],
    property=[
        Randomised("any noises in G, T <= 6, N <= 2", tables, on_the_event, examples=150),
        Randomised("any losses and noises, T <= 4, N <= 2", runs, run_right, examples=30),
    ],
    controls=[
        of_tables(
            "threshold_without_alpha",
            "tau >= c will do",
            derivation.threshold_without_alpha,
            threshold_without_alpha,
            few=True,
        ),
        of_tables(
            "without_the_last_loss",
            "no interval loses more than tau + alpha",
            derivation.without_the_last_loss,
            partial(on_the_event, last=0),
        ),
        of_tables(
            "half_of_alpha", "tau + alpha/2 + 1 will do", derivation.half_of_alpha, partial(on_the_event, share=1)
        ),
        of_tables("papers_index", "the answer in round t_{u-1} was ⊥", derivation.papers_index, papers_index),
    ],
)
