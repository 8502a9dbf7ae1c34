"""`compensated_marginal`, decided in rationals: the recursion and forced checks at every round, for every v."""

from collections.abc import Callable, Iterator
from functools import partial

from dartproof.accounting import CompensatedParameters
from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation

from . import derivation
from .plays import (
    HALF,
    Play,
    anticipating,
    clip_in_decisions,
    every_play,
    exact_after_check,
    marginals_exact,
    plays,
    recursion_holds,
)


def statement(play: Play) -> bool:
    """The recursion and what follows from it."""
    return recursion_holds(play) and exact_after_check(play)


def all_plays(effort: Effort) -> Iterator[Play]:
    """The learner with and without a limit."""
    return every_play(full=effort == "full")


def unlimited(effort: Effort) -> Iterator[Play]:
    """The learner without a limit."""
    return every_play(full=effort == "full", limits=(None,))


def limited(effort: Effort) -> Iterator[Play]:
    """The learner that stops checking after its first resample."""
    return every_play(full=effort == "full", limits=(1,))


def seven_twelfths(_: Effort) -> Iterator[Play]:
    """T = N = 2, losses 0 and 1, e^-eta = 1/2, c = 1: a clipped check gives 7/12 in place of 2/3."""
    one = CompensatedParameters(grid=1, keep=HALF, noise=HALF, clip_steps=1, threshold=1, limit=1)
    yield Play(((0, 1), (0, 0)), one)


def control(
    name: str,
    says: str,
    symbolic: Derivation,
    holds: Callable[[Play], bool],
    instances: Callable[[Effort], Iterator[Play]] = unlimited,
) -> Control:
    """A false claim."""
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("T <= 4, N = 2", instances, holds),
        property=Randomised("any losses and parameters, T <= 5, N <= 3", partial(plays, rules=False), holds),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive("all losses, T = 4, N = 2, with and without a limit: every t, v and i", all_plays, statement),
        Exhaustive("all losses, T = 4, N = 2, by the package's marginals", unlimited, marginals_exact),
    ],
    property=[
        Randomised(
            "any losses, parameters, limit and rule of when to check, T <= 5, N <= 3", plays, statement, examples=100
        ),
        Randomised(
            "any losses and parameters, T <= 5, N <= 3, by the package's marginals",
            partial(plays, rules=False, limits=False),
            marginals_exact,
            examples=50,
        ),
    ],
    controls=[
        control(
            "clip_in_decisions",
            "a check may keep with probability e^(-eta max(c, q)), without compensation",
            derivation.clip_in_decisions,
            partial(exact_after_check, learner=clip_in_decisions),
        ),
        control(
            "anticipating",
            "whether there is a check may depend on its coin",
            derivation.anticipating,
            partial(exact_after_check, learner=anticipating),
        ),
        control(
            "one_factor",
            "with a limit, too, the factor is 1 - p for every v",
            derivation.one_factor,
            partial(recursion_holds, one_factor=True),
            limited,
        ),
        control(
            "clip_instead",
            "the forced check may keep with probability e^(-eta max(c, q))",
            derivation.clip_instead,
            partial(exact_after_check, clipped=True),
            seven_twelfths,
        ),
    ],
)
