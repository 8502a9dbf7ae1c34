"""`main_pure_compensated`: what the package computes is compared with the claims in balls."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product

from hypothesis import strategies as st

from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation
from dartproof.numeric import sqrt

from . import derivation
from .settings import HALF, AtRate, Setting

ONE = Fraction(1)
EPSILONS = (ONE, Fraction(1, 10), Fraction(1, 1000))


def second_claim(setting: Setting) -> bool:
    """The package's parameters meet every inequality of the proof, and cost at most eps."""
    p = setting.parameters
    return all(condition.holds for condition in p.conditions) and p.epsilon_total <= setting.epsilon


def first_claim(setting: Setting) -> bool:
    """At the rate of the setting, own or moderate: what the checks cost, and the regret."""
    here = AtRate(setting, setting.rate())
    return (
        here.checks_cost_half
        and here.drift_is_small
        and here.limit_suffices
        and here.constant_is_small()
        and here.regret <= here.first_bound
    )


def bounds_agree(setting: Setting) -> bool:
    """The regret by the earlier statements <= the proof's steps <= the first claim's bound <= the theorem's bound."""
    p, here = setting.parameters, AtRate(setting, setting.rate())
    lossless = setting.loss_bound == 0  # then the steps are equal, and there is nothing to decide
    return (
        p.limit == here.limit
        and here.regret <= p.regret_steps
        and (lossless or p.regret_steps <= here.first_bound)
        and here.first_bound <= p.regret_bound
    )


def third_claim(setting: Setting) -> bool:
    """With L' = T: at most 133 sqrt(T) ln N/eps, or more than T, which no regret exceeds."""
    p = Setting(setting.rounds, setting.experts, setting.epsilon, Fraction(setting.rounds)).parameters
    most = 133 * sqrt(setting.rounds) * setting.ln_n / setting.epsilon
    return most >= setting.rounds or p.regret_bound <= most


def statement(setting: Setting) -> bool:
    """All of it."""
    return second_claim(setting) and first_claim(setting) and bounds_agree(setting) and third_claim(setting)


def resamples_paid(setting: Setting, *, per_expert: int = 32, per_loss: int = 32) -> bool:
    """2 eta V <= eps/2, with other constants."""
    return AtRate(setting, setting.rate(per_expert=per_expert, per_loss=per_loss)).resamples_cost_half


def within_bound(setting: Setting, *, share: Fraction = ONE, faster: int = 1) -> bool:
    """The first claim's bound is at most the theorem's, or a share of it, with another third term of eta."""
    return AtRate(setting, setting.rate(faster=faster)).first_bound <= share * setting.parameters.regret_bound


def drift_at_clip(setting: Setting) -> bool:
    """The false (T - 1) p/(1 - p) <= G at tau = c."""
    return AtRate(setting, setting.rate(), lagging=False).drift_is_small


def limit_without_ln_t(setting: Setting) -> bool:
    """The false Pr[Poisson(2 G) > V] <= 1/T for V = 4 G."""
    return AtRate(setting, setting.rate(), per_round=Fraction(0)).limit_suffices


def constant_is_small(setting: Setting, *, more: Fraction = Fraction(7, 2)) -> bool:
    """M + 1/2 <= (2/eps)(lambda' + 7/2), or with another constant."""
    return AtRate(setting, setting.rate()).constant_is_small(more)


def losses(rounds: int) -> Iterator[Fraction]:
    """Several L' from 0 to T."""
    yield from {Fraction(0), Fraction(1, 3), Fraction(rounds, 100), Fraction(rounds)}
    if rounds > 10**6:
        yield Fraction(10**4)


def grid(effort: Effort) -> Iterator[Setting]:
    """All combinations of a few T, N, eps and L'."""
    full = effort == "full"
    rounds = [2, 1000, 10**7, 10**30, *([3, 4, 10, 100, 10**5, 10**9, 10**12, 10**100] if full else [])]
    experts = [2, 50, 10**6, *([3, 10, 1000, 10**12, 10**40] if full else [])]
    for t, n, epsilon in product(rounds, experts, EPSILONS):
        for loss in losses(t):
            yield Setting(t, n, epsilon, loss)


def moderate(effort: Effort) -> Iterator[Setting]:
    """The same with the largest moderate rate and less."""
    for setting in grid(effort):
        if setting.epsilon != EPSILONS[1]:
            for share in (ONE, HALF, Fraction(1, 1000)) if effort == "full" else (ONE, Fraction(1, 100)):
                yield Setting(setting.rounds, setting.experts, setting.epsilon, setting.loss_bound, share)


def epsilons() -> st.SearchStrategy[Fraction]:
    """Rational eps in (0, 1]; they shrink to 1."""
    return st.integers(0, 999).map(lambda missing: Fraction(1000 - missing, 1000))


@st.composite
def settings(draw: st.DrawFn, *, rated: bool = False) -> Setting:
    """Any T, N, mostly of astronomic size, any L' up to T, and a moderate rate if asked for."""
    size = st.integers(2, 10**6) | st.integers(2, 10**40)
    rounds = draw(size)
    loss = draw(st.just(Fraction(0)) | st.integers(1, rounds).map(Fraction) | st.fractions(0, 1, max_denominator=9))
    share = draw(st.integers(1, 100)) if rated else 0
    return Setting(rounds, draw(size), draw(epsilons()), loss, Fraction(share, 100) if rated else None)


@st.composite
def powers(draw: st.DrawFn) -> Setting:
    """T and L' powers of ten, L' <= T, and N = 2 or 10^6."""
    power = draw(st.integers(1, 60))
    loss = draw(st.integers(0, power))
    return Setting(10**power, draw(st.sampled_from((2, 10**6))), ONE, Fraction(10**loss))


@st.composite
def up_to_four(draw: st.DrawFn) -> Setting:
    """Two experts and eps up to 4."""
    rounds = draw(st.integers(2, 1000))
    return Setting(rounds, 2, Fraction(draw(st.integers(1, 40)), 10), Fraction(draw(st.integers(0, 1))))


def every_power(_: Effort) -> Iterator[Setting]:
    """All of `powers` for every third exponent of T."""
    for power in range(1, 61, 3):
        for loss in range(power + 1):
            for experts in (2, 10**6):
                yield Setting(10**power, experts, ONE, Fraction(10**loss))


def every_epsilon(_: Effort) -> Iterator[Setting]:
    """T, N = 2 and eps = 1, ..., 4."""
    return (Setting(2, 2, Fraction(epsilon), Fraction(0)) for epsilon in range(1, 5))


def control(
    name: str,
    says: str,
    symbolic: Derivation,
    holds: Callable[[Setting], bool],
    *,
    instances: Callable[[Effort], Iterator[Setting]] = every_power,
    strategy: Callable[[], st.SearchStrategy[Setting]] = powers,
) -> Control:
    """A false claim."""
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("T and L' powers of ten", instances, holds),
        property=Randomised("T and L' powers of ten", strategy, holds),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive("a grid of T, N, eps and L', L' = 0 and L' = T among them", grid, statement),
        Exhaustive("the same with other moderate rates", moderate, first_claim),
    ],
    property=[
        Randomised("any T, N <= 10^40, L' <= T and eps in (0, 1]", settings, statement, examples=60),
        Randomised("the same with any moderate rate", partial(settings, rated=True), first_claim, examples=60),
    ],
    controls=[
        control(
            "smaller_32",
            "16 ln N suffices in the first term",
            derivation.smaller_32,
            partial(resamples_paid, per_expert=16),
        ),
        control(
            "without_the_loss",
            "the second term can be left out",
            derivation.without_the_loss,
            partial(resamples_paid, per_loss=0),
        ),
        control(
            "rate_doubled",
            "twice the third term will do",
            derivation.rate_doubled,
            partial(within_bound, faster=2),
        ),
        control("threshold_at_clip", "tau = c will do", derivation.threshold_at_clip, drift_at_clip),
        control("limit_without_ln_t", "V = 4 G will do", derivation.limit_without_ln_t, limit_without_ln_t),
        control(
            "large_epsilon",
            "M + 1/2 <= (2/eps)(lambda' + 7/2) for eps <= 4",
            derivation.large_epsilon,
            constant_is_small,
            instances=every_epsilon,
            strategy=up_to_four,
        ),
        control(
            "smaller_lag",
            "M + 1/2 <= (2/eps)(lambda' + 17/5)",
            derivation.smaller_lag,
            partial(constant_is_small, more=Fraction(17, 5)),
            instances=every_epsilon,
            strategy=up_to_four,
        ),
        control(
            "half_the_bound",
            "the proof gives half of the bound",
            derivation.half_the_bound,
            partial(within_bound, share=HALF),
        ),
    ],
)
