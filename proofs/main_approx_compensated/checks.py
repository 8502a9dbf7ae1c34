"""`main_approx_compensated`: what the package computes is compared with the claims in balls."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product

from hypothesis import strategies as st

from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation

from . import derivation
from .settings import HALF, Setting

ONE, TINY = Fraction(1), Fraction(1, 10**100)
DELTAS = (Fraction(1, 10**6), HALF, TINY, Fraction(99, 100))


def statement(setting: Setting) -> bool:
    """Every inequality of the proof holds for the package's parameters, the cost is at most eps, and the regret bound.

    The rate and the cost of the resamples are those of the statement, computed apart.
    """
    p, eta = setting.parameters, setting.rate()
    tolerance = Fraction(1, 10**30)
    return (
        all(condition.holds for condition in p.conditions)
        and p.epsilon_total <= setting.epsilon
        and abs(p.eta - eta) <= tolerance * eta
        and p.limit == setting.limit(eta)
        and abs(p.resamples - setting.resamples(eta)) <= tolerance
        and setting.certified() <= p.regret_steps
        and setting.steps(eta) <= p.regret_bound
    )


def resamples_paid(setting: Setting, *, first: int = 1, second: bool = True, times: int = 1) -> bool:
    """The resamples cost eps/2, at another rate or with a multiple of V."""
    return 2 * setting.resamples(setting.rate(first=first, second=second), times=times) <= setting.epsilon


def within_bound(setting: Setting, *, share: Fraction = ONE, faster: int = 1) -> bool:
    """What the proof adds up is at most the theorem's bound, or a share of it, with another third term of eta."""
    return setting.steps(setting.rate(faster=faster)) <= share * setting.parameters.regret_bound


def interval_is_short(setting: Setting) -> bool:
    """The false eta (M + 1/2) <= 1/2 without the fourth term."""
    eta = setting.rate(interval=False)
    return 2 * eta * (setting.constant(eta) + HALF) <= 1


def grid(effort: Effort) -> Iterator[Setting]:
    """All combinations of a few T, N, eps, delta and L'."""
    full = effort == "full"
    rounds = [2, 1000, 10**7, *([3, 4, 10, 10**5, 10**12, 10**30, 10**100] if full else [10**30])]
    experts = [2, 10**6, *([3, 10, 1000, 10**12, 10**40] if full else [])]
    for t, n, epsilon, delta in product(rounds, experts, (ONE, Fraction(1, 1000)), DELTAS):
        for loss in {Fraction(0), Fraction(1, 3), Fraction(t, 100), Fraction(t)}:
            yield Setting(t, n, epsilon, delta, loss)


def every_power(_: Effort) -> Iterator[Setting]:
    """T and L' powers of ten."""
    for power in range(1, 61, 3):
        for loss in range(0, power + 1, 3):
            for experts, delta in product((2, 10**6), (HALF, TINY)):
                yield Setting(10**power, experts, ONE, delta, Fraction(10**loss))


@st.composite
def powers(draw: st.DrawFn) -> Setting:
    """T and L' powers of ten, L' <= T; N = 2 or 10^6; delta = 1/2 or 10^-100."""
    power = draw(st.integers(1, 60))
    loss = draw(st.integers(0, power))
    experts, delta = draw(st.sampled_from((2, 10**6))), draw(st.sampled_from((HALF, TINY)))
    return Setting(10**power, experts, ONE, delta, Fraction(10**loss))


@st.composite
def settings(draw: st.DrawFn) -> Setting:
    """Any T, N, mostly of astronomic size, any L' up to T, any eps and delta."""
    size = st.integers(2, 10**6) | st.integers(2, 10**40)
    rounds = draw(size)
    loss = draw(st.just(Fraction(0)) | st.integers(1, rounds).map(Fraction) | st.fractions(0, 1, max_denominator=9))
    epsilon = draw(st.integers(0, 999).map(lambda missing: Fraction(1000 - missing, 1000)))
    delta = draw(st.integers(1, 99).map(lambda n: Fraction(n, 100)) | st.integers(1, 60).map(lambda n: ONE / 10**n))
    return Setting(rounds, draw(size), epsilon, delta, loss)


def control(name: str, says: str, symbolic: Derivation, holds: Callable[[Setting], bool]) -> Control:
    """A false claim."""
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("T and L' powers of ten", every_power, holds),
        property=Randomised("T and L' powers of ten", powers, holds),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[Exhaustive("a grid of T, N, eps, delta and L', L' = 0 and L' = T among them", grid, statement)],
    property=[Randomised("any T, N <= 10^40, L' <= T, eps in (0, 1] and delta", settings, statement, examples=60)],
    controls=[
        control(
            "twice_the_first",
            "twice the first term will do",
            derivation.twice_the_first,
            partial(resamples_paid, first=2),
        ),
        control(
            "without_the_loss",
            "the second term can be left out",
            derivation.without_the_loss,
            partial(resamples_paid, second=False),
        ),
        control(
            "rate_doubled", "twice the third term will do", derivation.rate_doubled, partial(within_bound, faster=2)
        ),
        control(
            "without_the_interval",
            "the fourth term can be left out",
            derivation.without_the_interval,
            interval_is_short,
        ),
        control(
            "fourfold_limit",
            "the limit may be four times as large",
            derivation.fourfold_limit,
            partial(resamples_paid, times=4),
        ),
        control(
            "half_the_bound",
            "the proof gives half of the bound",
            derivation.half_the_bound,
            partial(within_bound, share=HALF),
        ),
    ],
)
