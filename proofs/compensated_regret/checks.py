"""`compensated_regret`, decided exactly: intervals in Q(L), whole streams in balls where eta and L meet."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation

from . import derivation
from .plays import (
    FEW,
    HALF,
    Interval,
    Play,
    bounded,
    competes,
    competes_with_limit,
    drawn_intervals,
    drawn_plays,
    every_interval,
    every_play,
    lags,
    learner,
    long_plays,
    steady_plays,
)
from .waits import Wait, billion, short


def all_intervals(effort: Effort) -> Iterator[Interval]:
    """Those of `every_interval`."""
    return every_interval(full=effort == "full")


def all_plays(effort: Effort) -> Iterator[Play]:
    """Those of `every_play`."""
    return every_play(full=effort == "full")


FLOORLESS = learner(multiples=(2, 1), excess=1, floor=Fraction(0))
EDGE = learner(noise=FEW, clip=3, excess=5, multiples=(1, 4))
NINE_TENTHS = Fraction(9, 10)


def waits_agree(interval: Interval) -> bool:
    """The closed form of waits gives the package's E R and E R^2."""
    ones = sum(interval.losses)
    one = interval.parameters
    wait = short(len(interval.losses) - ones, ones, one.threshold, one.noise)
    mean, square, _ = interval.moments()
    return wait.mean == mean and 2 * wait.products + wait.mean == square


def short_waits(_: Effort) -> Iterator[Interval]:
    """Ones after some rounds without a loss, without a floor, b1 = b2."""
    for zeros in (1, 2, 5, 9):
        for ones in (1, 2, 5):
            for excess in (0, 2):
                yield Interval((0,) * zeros + (1,) * ones, learner(excess=excess, floor=Fraction(0)))


def wait_is_bounded(wait: Wait) -> bool:
    """E sum of q l <= 27/10 E sum of l, where M = 27/10 for b1 = c = 1 and tau = 3."""
    z = 1 + Fraction(1, 3 + 1 + 1)
    m = (3 + 1 + z + max(Fraction(0), z - 1)) / 2
    return wait.products <= m * wait.mean


def of_intervals(
    name: str, says: str, symbolic: Derivation, holds: Callable[[Interval], bool], zeros: int = 8
) -> Control:
    """A false claim about one interval."""
    one = FLOORLESS if name == "no_floor" else EDGE
    family = [Interval((0,) * wait + (1,) * 12, one) for wait in range(0, zeros + 1, 2)]
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("12 losses of 1 after some rounds without a loss", lambda _: family, holds),
        property=Randomised("up to 6 rounds, a wait and ones", partial(drawn_intervals, fixed=one, zeros=zeros), holds),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive("one interval, all losses up to 5 rounds and ones after a wait", all_intervals, bounded),
        Exhaustive("all losses, T = 4, N = 2: L - L_MW", all_plays, lags),
        Exhaustive("all losses, T = 4, N = 2: L", all_plays, competes),
        Exhaustive("all losses, T = 4, N = 2, V = 1: L_V", all_plays, competes_with_limit),
        Exhaustive("the closed form of waits without a floor", short_waits, waits_agree),
    ],
    property=[
        Randomised("any losses of up to 26 rounds and any parameters", drawn_intervals, bounded, examples=100),
        Randomised("any losses and parameters, T <= 5, N <= 3: L - L_MW", drawn_plays, lags, examples=50),
        Randomised("any losses and parameters, T <= 5, N <= 3: L", drawn_plays, competes, examples=50),
        Randomised("any losses, parameters and V: L_V", drawn_plays, competes_with_limit, examples=50),
    ],
    controls=[
        of_intervals("no_floor", "h0 = 0 will do", derivation.no_floor, bounded, zeros=60),
        Control(
            name="no_floor_after_a_billion",
            says="h0 = 0 will do",
            symbolic=derivation.no_floor,
            exact=Exhaustive("10^9 rounds without loss", lambda _: [billion()], wait_is_bounded),
            property=Randomised(
                "up to 6 rounds, a wait and ones",
                partial(drawn_intervals, fixed=learner(multiples=(4, 1), floor=Fraction(0)), zeros=60),
                bounded,
            ),
        ),
        of_intervals("nine_tenths", "9/10 of M will do", derivation.nine_tenths, partial(bounded, share=NINE_TENTHS)),
        of_intervals(
            "last_loss_for_free",
            "M - 1/2 will do, as if R <= tau + xi",
            derivation.last_loss_for_free,
            partial(bounded, less=HALF),
        ),
        Control(
            name="finished_only",
            says="the last interval need not be counted",
            symbolic=derivation.finished_only,
            exact=Exhaustive("all losses, T = 4, N = 2", all_plays, partial(lags, finished_only=True)),
            property=Randomised("T <= 5, N <= 3", drawn_plays, partial(lags, finished_only=True)),
        ),
        Control(
            name="limited",
            says="L_V <= L_MW/(1 - eta M)",
            symbolic=derivation.limited,
            exact=Exhaustive(
                "one expert always loses 1, T = 20, V = 0", lambda _: long_plays(0), partial(competes, limited=True)
            ),
            property=Randomised(
                "one expert always loses 1, T <= 40, V = 0", partial(steady_plays, 0), partial(competes, limited=True)
            ),
        ),
    ],
)
