"""What `adaptive_lower_bound_extended` is decided on: T and eps, in balls; and small games, in rationals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from dartproof.games import (
    AnyKernel,
    DartboardKernel,
    ThinnedKernel,
    WeightsKernel,
    amplified,
    extended_rate,
    greatest_distance,
    greatest_regret,
    high_privacy_epsilon,
    sampling_rate,
)
from dartproof.games.strategies import exact_learners
from dartproof.numeric import Real, expm1, log, sqrt

HALF = Fraction(1, 2)
BIT_MORE, BIT_LESS = 1 + Fraction(1, 10**30), 1 - Fraction(1, 10**30)


@dataclass(frozen=True, slots=True)
class Numbers:
    """T and eps."""

    rounds: int
    epsilon: Fraction

    def __str__(self) -> str:
        """With q and the eps that A_q may have."""
        need = high_privacy_epsilon(self.rounds)
        return f"T = {self.rounds}, eps = {self.epsilon}: q = {float(self.rate):.5g}, needed {float(need):.5g}-private"

    @property
    def rate(self) -> Real:
        """The q of the statement."""
        return extended_rate(self.rounds, self.epsilon)


def largest_rate(numbers: Numbers, *, rate: Real | None = None) -> bool:
    """A_q is private enough at any q less by 10^-30 of it, and if q < 1 not at one more by that much."""
    q = numbers.rate if rate is None else rate
    need = high_privacy_epsilon(numbers.rounds)
    enough = amplified(numbers.epsilon, q * BIT_LESS) <= need
    return enough and (q.exact == 1 or (0 < q < 1 and amplified(numbers.epsilon, q * BIT_MORE) > need))


def delta_suffices(numbers: Numbers, *, power: int = 1) -> bool:
    """The delta of A_q is at most T^-3 for the largest delta = T^-3/q^power, less by 10^-30 of it."""
    delta = BIT_LESS / (numbers.rate**power * numbers.rounds**3)
    return numbers.rate * delta <= Fraction(1, numbers.rounds**3)


def bound(numbers: Numbers, *, below: Real | None = None) -> bool:
    """The product q T is at least min(T, sqrt(T)/((e^eps - 1) ln T))."""
    rounds = Real.of(numbers.rounds)
    divisor = expm1(Real.of(numbers.epsilon)) if below is None else below
    least = Real.minimum(rounds, sqrt(rounds) / (divisor * log(rounds)))
    return numbers.rate * rounds >= least * BIT_LESS


def at_least_the_papers(numbers: Numbers) -> bool:
    """For eps <= 1 the rate is at least that of `adaptive_lower_bound`."""
    return numbers.epsilon > 1 or numbers.rate >= sampling_rate(numbers.rounds, numbers.epsilon) * BIT_LESS


def holds(numbers: Numbers) -> bool:
    """All of it."""
    return largest_rate(numbers) and delta_suffices(numbers) and bound(numbers) and at_least_the_papers(numbers)


def polynomial(numbers: Numbers) -> bool:
    """The false bound min(T, sqrt(T)/(eps ln T))."""
    return bound(numbers, below=Real.of(numbers.epsilon))


def without_the_one(numbers: Numbers) -> bool:
    """The false rate min(1, (e^(1/(sqrt(T) ln T)) - 1)/eps)."""
    rate = Real.minimum(1, expm1(high_privacy_epsilon(numbers.rounds)) / numbers.epsilon)
    return amplified(numbers.epsilon, rate * BIT_LESS) <= high_privacy_epsilon(numbers.rounds)


def delta_over_q_squared(numbers: Numbers) -> bool:
    """The false claim for delta = T^-3/q^2."""
    return delta_suffices(numbers, power=2)


@dataclass(frozen=True, slots=True)
class Reduction:
    """A finite learner with e^eps and T, and the e^h that A_q must reach."""

    learner: AnyKernel
    ratio: Fraction
    needed: Fraction
    rounds: int

    def __str__(self) -> str:
        """All four."""
        return f"A = {self.learner}; e^eps = {self.ratio}, e^h = {self.needed}, T = {self.rounds}"


def reduces(case: Reduction) -> bool:
    """With q = min(1, (e^h - 1)/(e^eps - 1)) A_q is (h, q delta)-private, and R_A >= q R_{A_q}."""
    rate = min(Fraction(1), (case.needed - 1) / (case.ratio - 1))
    thin = ThinnedKernel(case.learner, rate)
    delta = greatest_distance(case.learner, case.ratio, rounds=case.rounds).value
    regret, regret_q = (greatest_regret(k, rounds=case.rounds).value for k in (case.learner, thin))
    return greatest_distance(thin, case.needed, rounds=case.rounds).value <= rate * delta and regret >= rate * regret_q


def every_numbers(effort: str) -> Iterator[Numbers]:
    """T from 2 to 10^12, eps from 10^-9 to 50."""
    small = range(2, 60 if effort == "full" else 12)
    for rounds in (*small, 100, 10**4, 10**8, 10**12):
        for epsilon in (Fraction(1, 10**9), Fraction(1, 100), *(Fraction(k, 4) for k in (1, 2, 4, 6, 8, 20, 200))):
            yield Numbers(rounds, epsilon)


def every_reduction() -> Iterator[Reduction]:
    """Weights and the dartboard."""
    learners: tuple[AnyKernel, ...] = (
        WeightsKernel(2, HALF),
        WeightsKernel(2, Fraction(1, 10)),
        DartboardKernel(2, HALF),
    )
    for kernel, ratio, needed in product(learners, (Fraction(3, 2), Fraction(8)), (Fraction(9, 8), Fraction(2))):
        yield Reduction(kernel, ratio, needed, 3)


def large() -> Iterator[Numbers]:
    """The numbers with eps from 1 on."""
    return (numbers for numbers in every_numbers("quick") if numbers.epsilon >= 1 and numbers.rounds >= 10)


def numbers(*, least: int = 0) -> st.SearchStrategy[Numbers]:
    """Any T up to 10^9 and rational eps up to 20, above `least`."""
    epsilons = st.fractions(least, 20, max_denominator=1000).filter(bool)
    return st.builds(Numbers, st.integers(2, 10**9), epsilons)


def reductions() -> st.SearchStrategy[Reduction]:
    """Any learner of two experts, T <= 3."""
    ratios = st.fractions(Fraction(9, 8), 4, max_denominator=8)
    return st.builds(Reduction, exact_learners(), ratios, ratios, st.integers(1, 3))
