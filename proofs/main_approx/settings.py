"""Settings of Theorem 1.2, and rates in its first bucket."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from dartproof.accounting import approx_parameters
from dartproof.accounting.doubling import Buckets
from dartproof.numeric import Real, cbrt, exp, format_rational, log, log1p, sqrt

from .derivation import Constants

HALF = Fraction(1, 2)
SMALL = Fraction(1, 10**300)


@dataclass(frozen=True, slots=True)
class Setting:
    """What Algorithm 3 is asked for, and the loss of the best expert."""

    rounds: int
    experts: int
    epsilon: Fraction
    delta: Fraction
    best_loss: Fraction

    def __str__(self) -> str:
        """In the paper's notation; long numbers by their length."""
        return (
            f"T = {short(self.rounds)}, N = {short(self.experts)}, eps = {format_rational(self.epsilon)}, "
            f"delta = {short(self.delta.numerator)}/{short(self.delta.denominator)}, L* = {short(self.best_loss)}"
        )

    def closed_form(self, constants: Constants) -> Real:
        """The claim with other constants."""
        ln_n, ln_t, spread = log(self.experts), log(self.rounds), log(3 / self.delta)
        loss, epsilon = self.best_loss, self.epsilon
        few, second = (_count_term(k, spread) for k in ((71 * ln_n + 72).ceil(), (280 * ln_t).ceil()))
        least = Real.minimum(72 * sqrt(loss / epsilon), cbrt(1472256 * loss * spread / epsilon**2))
        rest = constants.of_few * few + constants.of_second * second + constants.of_rounds * ln_t
        roots = constants.of_both * sqrt(loss * ln_n * ln_t / epsilon) + constants.of_least * ln_n * least
        return exp(4) * (roots + (1 + log1p(loss)) * ln_n * rest / epsilon)


def _count_term(count: int, spread: Real) -> Real:
    return Real.minimum(18 * count, 36 * sqrt(2 * count * spread))


@dataclass(frozen=True, slots=True)
class Rate:
    """Any rate in the first bucket: a multiple of sqrt(ln N/(tau L')), at which the two terms are equal."""

    rounds: int
    experts: int
    epsilon: Fraction
    multiple: Fraction

    def __str__(self) -> str:
        """In the paper's notation."""
        return (
            f"T = {short(self.rounds)}, N = {short(self.experts)}, eps = {format_rational(self.epsilon)}, "
            f"eta = {format_rational(self.multiple)} sqrt(ln N/(tau L'))"
        )

    def cost(self) -> Real:
        """The sum ln N/eta + eta tau L' for L' = 6 alpha."""
        loss = Buckets.of(rounds=self.rounds, epsilon=self.epsilon).loss_bound(1)
        tau = approx_parameters(
            rounds=self.rounds, experts=self.experts, epsilon=self.epsilon / 2, delta=HALF, loss_bound=0
        ).tau
        eta = self.multiple * sqrt(log(self.experts) / (tau * loss))
        return log(self.experts) / eta + eta * tau * loss

    def claimed(self, factor: int = 404) -> Real:
        """The number of sqrt(ln N) ln T/eps."""
        return factor * sqrt(log(self.experts)) * log(self.rounds) / self.epsilon


def grid(*, full: bool) -> Iterator[Setting]:
    """All combinations of a few T, N, eps, delta and L*, most of them astronomic."""
    rounds = [2, 1000, 10**40, *([3, 10**7, 10**300] if full else [])]
    experts = [2, 10**40, *([1000, 10**300] if full else [])]
    deltas = [HALF, Fraction(1, 10**6), *([SMALL] if full else [])]
    for t, n, delta, epsilon in product(rounds, experts, deltas, (Fraction(1), Fraction(1, 100))):
        for loss in sorted({Fraction(0), Fraction(1, 2), Fraction(min(t, 10**20))}):
            yield Setting(t, n, epsilon, delta, loss)


def extremes() -> Iterator[Setting]:
    """Settings in which one of the terms of the bound is by far the largest."""
    yield Setting(2, 10**2000, Fraction(1), Fraction(1, 10**3000), Fraction(0))
    yield Setting(10**300, 2, Fraction(1), HALF, Fraction(0))
    yield Setting(10**300, 2, Fraction(1), HALF, Fraction(10**30))


def rates() -> Iterator[Rate]:
    """Rates below and above the best."""
    for rounds, experts, epsilon in product((2, 1000, 10**40), (2, 10**40), (Fraction(1), Fraction(1, 100))):
        for multiple in (Fraction(1, 10), Fraction(1), Fraction(7, 5), Fraction(30)):
            yield Rate(rounds, experts, epsilon, multiple)


def epsilons() -> st.SearchStrategy[Fraction]:
    """Rational eps in (0, 1]; they shrink to 1."""
    return st.integers(0, 999).map(lambda missing: Fraction(1000 - missing, 1000))


def deltas() -> st.SearchStrategy[Fraction]:
    """Rational delta in (0, 1), down to 10^-300; they shrink to 1/2."""
    return st.integers(2, 10**6).map(lambda q: Fraction(1, q)) | st.integers(7, 300).map(lambda k: Fraction(1, 10**k))


@st.composite
def settings(draw: st.DrawFn) -> Setting:
    """Any T, N and L*, mostly of astronomic size."""
    size = st.integers(2, 10**6) | st.integers(2, 10**30)
    rounds = draw(size)
    loss = draw(st.integers(0, min(rounds, 10**20)))
    return Setting(rounds, draw(size), draw(epsilons()), draw(deltas()), Fraction(loss))


@st.composite
def extreme_settings(draw: st.DrawFn) -> Setting:
    """Powers of ten, as far apart as 10 and 10^3000."""
    power = st.integers(1, 3000).map(lambda digits: 10**digits) | st.just(2)
    rounds, experts = draw(power), draw(power)
    loss = draw(st.sampled_from([0, 1, min(rounds, 10**30)]))
    delta = draw(st.sampled_from([HALF, Fraction(1, 10**3000)]))
    return Setting(rounds, experts, Fraction(1), delta, Fraction(loss))


@st.composite
def any_rates(draw: st.DrawFn) -> Rate:
    """Any rate."""
    size = st.integers(2, 10**6) | st.integers(2, 10**30)
    multiple = st.fractions(Fraction(1, 100), 100, max_denominator=100)
    return Rate(draw(size), draw(size), draw(epsilons()), draw(multiple))


def short(number: int | Fraction) -> str:
    """The number, or its size."""
    if number < 10**12:
        return format_rational(Fraction(number))
    return f"about 10^{len(str(int(number))) - 1}"
