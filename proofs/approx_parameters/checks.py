"""`approx_parameters`: what the package computes is compared with the claims in balls; ceilings are decided."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product

from hypothesis import strategies as st

from dartproof.accounting import advanced, basic, optimal, privacy_total
from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation
from dartproof.numeric import Real, exp, log

from . import derivation
from .settings import PAPER, Constants, Setting, balanced

HALF = Fraction(1, 2)
DELTAS = [HALF, Fraction(1, 10**6), Fraction(1, 10**300)]
ALMOST_PURE = Fraction(1, 10**2000)  # so small that Comp is nearly 2 eta V


def private(setting: Setting) -> bool:
    """V as it should be, Comp_delta(V, 2 eta) <= the split into blocks <= eps/3, and the total of Lemma 3.1 <= eps."""
    p = setting.parameters
    total = privacy_total(epsilon1=p.epsilon1, epsilon2=p.epsilon2, eta=p.eta, limit=p.limit, delta=setting.delta)
    return (
        3 * p.eta <= setting.epsilon
        and p.limit - 1 < setting.counted(p.eta) <= p.limit
        and 3 * p.composition <= setting.epsilon
        and total <= p.epsilon1 + Real.maximum(p.eta, p.epsilon2) + p.composition <= setting.epsilon
    )


def blocks(setting: Setting) -> bool:
    """Each block costs at most eps/9 at delta/3, and V is at most the sum of the blocks."""
    p = setting.parameters
    first, second = (71 * log(setting.experts) + 72).ceil(), setting.second_count
    third = (71 * p.eta * setting.loss_bound).floor()
    costs = (
        Real.minimum(basic(k, 2 * p.eta), advanced(k, 2 * p.eta, setting.delta / 3)) for k in (first, second, third)
    )
    return p.limit <= first + second + third and all(9 * cost <= setting.epsilon for cost in costs)


def small_enough(setting: Setting, *, multiple: int = 1) -> bool:
    """(eps tau)^2 <= 2592 `multiple` k2 Lambda."""
    tau = setting.parameters.tau
    return (setting.epsilon * tau) ** 2 <= 2592 * multiple * setting.second_count * setting.spread


def power(setting: Setting, exponent: int) -> bool:
    """Whether delta <= T^(-1/exponent)."""
    return setting.rounds * setting.delta**exponent <= 1


def at_most_one(setting: Setting) -> bool:
    """Eta tau <= 1."""
    p = setting.parameters
    return p.eta * p.tau <= 1


def when_at_most_one(setting: Setting) -> bool:
    """The conditions for eta tau <= 1, the exact ones and the sufficient one."""
    p = setting.parameters
    holds = at_most_one(setting)
    terms = [term for term in p.branches.values() if term is not None]
    if holds != any(term * p.tau <= 1 for term in terms):
        return False
    second = p.branches["eta2"]
    if second is None or setting.experts == 1:
        return holds
    enough = small_enough(setting)
    exact = enough == (second * p.tau <= 1)
    return exact and (holds or not enough) and (enough or not power(setting, 140))


def mended(setting: Setting) -> bool:
    """With eta' = min(eta, 1/tau): Comp_delta(V', 2 eta') <= eps/3. Where eta' = eta, that is `private`."""
    if at_most_one(setting):
        return True
    rate = 1 / setting.parameters.tau
    return 3 * optimal(setting.counted(rate).ceil(), 2 * rate, setting.delta) <= setting.epsilon


def mended_by_two(setting: Setting) -> bool:
    """The false eta' tau <= 1 for eta' = min(eta, 2/tau)."""
    p = setting.parameters
    return Real.minimum(p.eta, 2 / p.tau) * p.tau <= 1


def statement(setting: Setting) -> bool:
    """The whole statement."""
    return private(setting) and blocks(setting) and when_at_most_one(setting) and mended(setting)


def half_the_condition(setting: Setting) -> bool:
    """The false claim that (eps tau)^2 <= 5184 k2 Lambda is enough."""
    return at_most_one(setting) or not small_enough(setting, multiple=2)


def smaller_power(setting: Setting) -> bool:
    """The false claim that delta <= T^(-1/150) is enough."""
    return at_most_one(setting) or not power(setting, 150)


def paid(setting: Setting, constants: Constants = PAPER, *, times: int = 1) -> bool:
    """The claim Comp_delta(V, 2 eta) <= eps/3 with other constants, or with a limit `times` as large."""
    eta = setting.eta(constants)
    return 3 * optimal(times * setting.counted(eta).ceil(), 2 * eta, setting.delta) <= setting.epsilon


def grid(effort: Effort) -> Iterator[Setting]:
    """All combinations of a few T, N, eps, delta and L', those at which a term is infinite or 0 among them."""
    full = effort == "full"
    rounds = [1, 2, 1000, *([10, 10**7, 10**100] if full else [])]
    experts = [1, 2, 1000, *([10**6, 10**30] if full else [])]
    losses = [Fraction(0), Fraction(10**4), *([Fraction(1, 3)] if full else [])]
    for t, n, delta, loss in product(rounds, experts, DELTAS, losses):
        for epsilon in (Fraction(1), Fraction(1, 100)) if full else (Fraction(1),):
            yield Setting(t, n, epsilon, delta, loss)


def ties(effort: Effort) -> Iterator[Setting]:
    """Settings in which the three blocks have about the same size."""
    for rounds in (2, 3, 100, *((10, 30, 10**4, 10**5, 10**6) if effort == "full" else ())):
        for delta in (*DELTAS, ALMOST_PURE):
            yield balanced(rounds, delta)


def horizons(effort: Effort) -> Iterator[Setting]:
    """Astronomic horizons, at which eta tau is on either side of 1: ⌊e^249⌋ and ⌊e^250⌋ among them."""
    powers = (10, 150, 250, 360, 361, 500, 1000, 3600, *((2000, 5000, 10**4, 10**5) if effort == "full" else ()))
    horizon = [exp(249).floor(), exp(250).floor(), *(2**power for power in powers)]
    for rounds, experts in product(horizon, (2, 10**20)):
        for delta in (HALF, Fraction(1, 100), Fraction(1, 2**24)):
            yield Setting(rounds, experts, Fraction(1), delta, Fraction(0))


def beyond(_: Effort) -> Iterator[Setting]:
    """Horizons at which the mend is needed."""
    for rounds in (exp(250).floor(), 2**1000):
        yield Setting(rounds, 2, Fraction(1), HALF, Fraction(0))


def needs_the_mend(setting: Setting) -> bool:
    """The statement, where eta tau > 1."""
    return not at_most_one(setting) and statement(setting)


def crossing(_: Effort) -> Iterator[tuple[Setting, bool]]:
    """N = 2, delta = 1/2, L' = 0, eps = 1, and whether eta tau <= 1."""
    for exponent, holds in ((249, True), (250, False)):
        yield Setting(exp(exponent).floor(), 2, Fraction(1), HALF, Fraction(0)), holds


def crosses(case: tuple[Setting, bool]) -> bool:
    """Whether eta tau <= 1 as foretold."""
    return at_most_one(case[0]) == case[1]


def epsilons() -> st.SearchStrategy[Fraction]:
    """Rational eps in (0, 1]; they shrink to 1."""
    return st.integers(0, 999).map(lambda missing: Fraction(1000 - missing, 1000))


def deltas() -> st.SearchStrategy[Fraction]:
    """Rational delta in (0, 1), down to 10^-300; they shrink to 1/2."""
    return st.integers(2, 10**6).map(lambda q: Fraction(1, q)) | st.integers(7, 300).map(lambda k: Fraction(1, 10**k))


@st.composite
def settings(draw: st.DrawFn) -> Setting:
    """Any T and N, mostly of astronomic size, and L' for which Comp of so many resamples can be evaluated."""
    size = st.integers(1, 10**6) | st.integers(1, 10**40)
    loss = st.fractions(0, 10**6, max_denominator=100) | st.integers(0, 10**9).map(Fraction)
    return Setting(draw(size), draw(size), draw(epsilons()), draw(deltas()), draw(loss))


@st.composite
def long_settings(draw: st.DrawFn, *, exponent: int | None = None) -> Setting:
    """Horizons up to 2^6000, few experts and no loss, so that the second term is the least.

    With an exponent, delta = T^(-1/exponent).
    """
    bits = draw(st.integers(1, 40))
    rounds = 2 ** (draw(st.integers(1, 6000)) if exponent is None else bits * exponent)
    return Setting(rounds, draw(st.integers(2, 5)), Fraction(1), Fraction(1, 2**bits), Fraction(0))


@st.composite
def near_ties(
    draw: st.DrawFn, *, constants: Constants = PAPER, delta: st.SearchStrategy[Fraction] | None = None
) -> Setting:
    """Settings in which the three blocks have about the same size."""
    rounds = draw(st.integers(2, 10**5))
    return balanced(rounds, draw(deltas() if delta is None else delta), draw(epsilons()), constants)


def long_horizon(
    name: str, says: str, symbolic: Derivation, holds: Callable[[Setting], bool], exponent: int | None = None
) -> Control:
    """A false claim of eta tau."""
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("astronomic horizons", horizons, holds),
        property=Randomised("astronomic horizons", partial(long_settings, exponent=exponent), holds),
    )


def cost(
    name: str,
    says: str,
    symbolic: Derivation,
    *,
    delta: Fraction,
    constants: Constants = PAPER,
    times: int = 1,
) -> Control:
    """A false claim of Comp, refuted where the three blocks have about the same size."""
    holds: Callable[[Setting], bool] = partial(paid, constants=constants, times=times)

    def instances(_: Effort) -> Iterator[Setting]:
        for rounds in (3, 10, 1000, 10**4):
            yield balanced(rounds, delta, constants=constants)

    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("settings in which the blocks have about the same size", instances, holds),
        property=Randomised(
            "settings in which the blocks have about the same size",
            partial(near_ties, constants=constants, delta=st.just(delta)),
            holds,
        ),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive("a grid of T, N, eps, delta and L', T = 1, N = 1 and L' = 0 among them", grid, statement),
        Exhaustive("settings in which the blocks have about the same size", ties, statement),
        Exhaustive("eta tau at astronomic horizons, on both sides of 1", horizons, when_at_most_one),
        Exhaustive("the mend at astronomic horizons", beyond, needs_the_mend),
        Exhaustive("eta tau crosses 1 between ln T = 249 and 250", crossing, crosses, lambda case: str(case[0])),
    ],
    property=[
        Randomised("any T, N <= 10^40, L' <= 10^9, eps in (0, 1] and delta", settings, statement, examples=10),
        Randomised("settings in which the blocks have about the same size", near_ties, statement, examples=5),
        Randomised("horizons up to 2^6000", long_settings, when_at_most_one, examples=50),
    ],
    controls=[
        long_horizon(
            "without_a_condition", "eta tau <= 1 for every delta", derivation.without_a_condition, at_most_one
        ),
        long_horizon(
            "half_the_condition",
            "(eps tau)^2 <= 5184 k2 ln(3/delta) is enough for eta tau <= 1",
            derivation.half_the_condition,
            half_the_condition,
        ),
        long_horizon("smaller_power", "delta <= T^(-1/150) is enough", derivation.smaller_power, smaller_power, 150),
        long_horizon(
            "mended_by_two", "2/tau among the terms gives eta tau <= 1", derivation.mended_by_two, mended_by_two
        ),
        cost(
            "seventeen",
            "17 suffices in place of 18, in all three places",
            derivation.seventeen,
            delta=ALMOST_PURE,
            constants=Constants(basic=17),
        ),
        cost(
            "nine",
            "9 suffices in place of 36, in all three places",
            derivation.nine,
            delta=Fraction(1, 10**20),
            constants=Constants(advanced=9),
        ),
        cost(
            "without_eta3",
            "the third term can be left out",
            derivation.without_eta3,
            delta=ALMOST_PURE,
            constants=Constants(with_eta3=False),
        ),
        cost(
            "doubled_limit",
            "the limit may be twice as large",
            derivation.doubled_limit,
            delta=ALMOST_PURE,
            times=2,
        ),
    ],
)
