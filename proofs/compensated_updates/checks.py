"""`compensated_updates`, decided exactly: rationals against the Poisson tails in Q(Lambda)."""

from collections.abc import Callable, Iterator
from functools import partial

from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation

from . import derivation
from .plays import (
    Play,
    anticipating,
    attained,
    dominated,
    every_play,
    limit_is_cheap,
    lossless,
    plays,
    steep,
    uniform_draw,
)


def all_plays(effort: Effort) -> Iterator[Play]:
    """All losses of the sizes at this effort, several parameters, V = 0, 1, 2."""
    return every_play(full=effort == "full")


def control(
    name: str,
    says: str,
    symbolic: Derivation,
    holds: Callable[[Play], bool],
    *,
    instances: Callable[[Effort], Iterator[Play]] = all_plays,
) -> Control:
    """A false claim."""
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("all losses, T = 4, N = 2", instances, holds),
        property=Randomised("any losses and parameters, T <= 5, N <= 3", partial(plays, min_rounds=2), holds),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive("all losses, T = 4, N = 2, every k", all_plays, dominated),
        Exhaustive("all losses, T = 4, N = 2, V = 0, 1, 2", all_plays, limit_is_cheap),
        Exhaustive("no losses, T <= 6: the bound is attained at k = 0", lambda _: lossless(), attained),
    ],
    property=[
        Randomised("any losses and parameters, T <= 5, N <= 3, every k", plays, dominated, examples=100),
        Randomised("any rule of when to check as well", partial(plays, rules=True), dominated, examples=100),
        Randomised("any losses, parameters and V <= 3, T <= 5, N <= 3", plays, limit_is_cheap, examples=100),
    ],
    controls=[
        control(
            "without_the_drift",
            "the mean ln(Phi_1/Phi_T) will do",
            derivation.without_the_drift,
            partial(dominated, drift=False),
        ),
        control(
            "one_round_less", "T - 2 will do in place of T - 1", derivation.one_round_less, partial(dominated, fewer=1)
        ),
        control(
            "anticipating",
            "whether there is a check may depend on its coin",
            derivation.anticipating,
            partial(dominated, tails=anticipating, drift=False),
        ),
        control(
            "uniform_draw",
            "a resample may draw uniformly",
            derivation.uniform_draw,
            partial(dominated, tails=uniform_draw),
            instances=lambda _: steep(),
        ),
        control("limit_for_free", "L_V <= L_oo", derivation.limit_for_free, partial(limit_is_cheap, free=True)),
    ],
)
