"""Settings of Theorem 1.1, and loss bounds around the one from which the third term of eta is the least."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from dartproof.accounting import PaperParameters, pure_parameters
from dartproof.numeric import Real, format_rational, log, log1p, sqrt

from .derivation import Constants


@dataclass(frozen=True, slots=True)
class Setting:
    """What Algorithm 3 is asked for, and the loss of the best expert."""

    rounds: int
    experts: int
    epsilon: Fraction
    best_loss: Fraction

    def __str__(self) -> str:
        """In the paper's notation; long numbers by their length."""
        return (
            f"T = {short(self.rounds)}, N = {short(self.experts)}, eps = {format_rational(self.epsilon)}, "
            f"L* = {short(self.best_loss)}"
        )

    def closed_form(self, constants: Constants) -> Real:
        """The claim with other constants."""
        ln_n, ln_t = log(self.experts), log(self.rounds)
        root = sqrt(self.best_loss / self.epsilon)
        first = (constants.of_experts * ln_n + constants.of_both * sqrt(ln_n * ln_t)) * root
        rest = (constants.of_squares * ln_n**2 + constants.of_products * ln_n * ln_t) / self.epsilon
        return first + (1 + log1p(self.best_loss)) * rest


@dataclass(frozen=True, slots=True)
class Onset:
    """L' = multiple ln^2 T/eps, up to 1/1000 downwards."""

    rounds: int
    experts: int
    epsilon: Fraction
    multiple: Fraction

    def __str__(self) -> str:
        """In the paper's notation."""
        return (
            f"T = {self.rounds}, N = {self.experts}, eps = {format_rational(self.epsilon)}, "
            f"L' = {format_rational(self.loss_bound)}"
        )

    @property
    def loss_bound(self) -> Fraction:
        """L'."""
        return Fraction((1000 * self.multiple * log(self.rounds) ** 2 / self.epsilon).floor(), 1000)

    @property
    def parameters(self) -> PaperParameters:
        """What the package computes."""
        return pure_parameters(
            rounds=self.rounds, experts=self.experts, epsilon=self.epsilon, loss_bound=self.loss_bound
        )


EPSILONS = (Fraction(1), Fraction(1, 100))


def grid(*, full: bool) -> Iterator[Setting]:
    """All combinations of a few T, N, eps and L*, most of them astronomic."""
    rounds = [2, 3, 1000, 10**7, 10**40, *([7, 10**5, 10**12, 10**100] if full else [])]
    experts = [2, 10, 10**40, *([3, 1000, 10**12, 10**300] if full else [])]
    for t, n, epsilon in product(rounds, experts, EPSILONS):
        losses = {Fraction(0), Fraction(1, 2), Fraction(min(t, 10**4)), Fraction(min(t, 10**20)), Fraction(t, 2)}
        for loss in sorted(losses) if full else sorted(losses)[::2]:
            yield Setting(t, n, epsilon, loss)


def extremes() -> Iterator[Setting]:
    """Settings in which one of the terms of the bound is by far the largest."""
    yield Setting(2, 10**300, Fraction(1), Fraction(0))
    yield Setting(10**300, 2, Fraction(1), Fraction(0))
    yield Setting(10**300, 2, Fraction(1), Fraction(10**30))


def multiples() -> Iterator[Onset]:
    """Multiples on both sides of 19876."""
    for rounds, experts, epsilon in product((2, 1000, 10**7, 10**40), (2, 10**6), EPSILONS):
        for multiple in (1, 10**4, 19876, Fraction(39753, 2), 19877, 10**6):
            yield Onset(rounds, experts, epsilon, Fraction(multiple))


def epsilons() -> st.SearchStrategy[Fraction]:
    """Rational eps in (0, 1]; they shrink to 1."""
    return st.integers(0, 999).map(lambda missing: Fraction(1000 - missing, 1000))


@st.composite
def settings(draw: st.DrawFn) -> Setting:
    """Any T, N and L*, mostly of astronomic size."""
    size = st.integers(2, 10**6) | st.integers(2, 10**30)
    rounds = draw(size)
    loss = draw(st.integers(0, min(rounds, 10**30)))
    return Setting(rounds, draw(size), draw(epsilons()), Fraction(loss))


@st.composite
def extreme_settings(draw: st.DrawFn) -> Setting:
    """Powers of ten, as far apart as 10 and 10^400."""
    power = st.integers(1, 400).map(lambda digits: 10**digits) | st.just(2)
    rounds, experts = draw(power), draw(power)
    loss = draw(st.sampled_from([0, 1, min(rounds, 10**30)]))
    return Setting(rounds, experts, Fraction(1), Fraction(loss))


@st.composite
def onsets(draw: st.DrawFn) -> Onset:
    """Any multiple, many of them near 19876."""
    multiple = st.fractions(19876, 19877, max_denominator=100) | st.fractions(0, 10**5, max_denominator=100)
    return Onset(draw(st.integers(2, 10**9)), draw(st.integers(2, 10**9)), draw(epsilons()), draw(multiple))


def short(number: int | Fraction) -> str:
    """The number, or its size."""
    if number < 10**12:
        return format_rational(Fraction(number))
    return f"about 10^{len(str(int(number))) - 1}"
