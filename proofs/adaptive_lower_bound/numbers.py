"""What `adaptive_lower_bound` is decided on: T, eps and delta, in balls; and small games, in rationals."""

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
    every_table,
    greatest_distance,
    greatest_regret,
    high_privacy_epsilon,
    sampling_rate,
)
from dartproof.games.strategies import exact_learners, rates
from dartproof.numeric import Real, log, sqrt

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Numbers:
    """T, eps, and delta as a multiple of T^-3."""

    rounds: int
    epsilon: Fraction
    share: Fraction = Fraction(1)

    def __str__(self) -> str:
        """With q and the eps that A_q has."""
        q = sampling_rate(self.rounds, self.epsilon)
        return (
            f"T = {self.rounds}, eps = {self.epsilon}, delta = {self.share} T^-3: q = {float(q):.5g}, A_q is "
            f"{float(amplified(self.epsilon, q)):.5g}-private, needed {float(high_privacy_epsilon(self.rounds)):.5g}"
        )

    @property
    def delta(self) -> Fraction:
        """The delta of A."""
        return self.share / self.rounds**3


def allowed(numbers: Numbers, *, rate: Real | None = None) -> bool:
    """0 < q <= 1, and A_q is (1/(sqrt(T) ln T), T^-3)-private."""
    q = sampling_rate(numbers.rounds, numbers.epsilon) if rate is None else rate
    if (q.exact is None and not 0 < q < 1) or (q.exact is not None and not 0 < q.exact <= 1):
        return False
    private = amplified(numbers.epsilon, q) <= high_privacy_epsilon(numbers.rounds)
    return private and q * numbers.delta <= Fraction(1, numbers.rounds**3)


def bound_is_as_said(numbers: Numbers) -> bool:
    """The product q T is min(T, sqrt(T)/(2 eps ln T)) to 60 digits, about half the paper's expression at least."""
    rounds = Real.of(numbers.rounds)
    found = sampling_rate(numbers.rounds, numbers.epsilon) * rounds
    other = Real.minimum(rounds, sqrt(rounds) / (2 * numbers.epsilon * log(rounds)))
    paper = Real.minimum(rounds, sqrt(rounds) / (numbers.epsilon * log(rounds)))
    return abs(found - other) * 10**60 < 1 and found * Fraction(2000001, 1000000) > paper


def holds(numbers: Numbers) -> bool:
    """Both."""
    return allowed(numbers) and bound_is_as_said(numbers)


def rate_twice(numbers: Numbers) -> bool:
    """The false claim with q = min(1, 1/(eps sqrt(T) ln T))."""
    twice = high_privacy_epsilon(numbers.rounds) / numbers.epsilon
    return allowed(numbers, rate=Real.of(1) if twice >= 1 else twice)


def rate_of_the_body(numbers: Numbers) -> bool:
    """The false claim that q T = min(sqrt(T), sqrt(T)/eps) for q = min(1/sqrt(T), 1/(eps T)), up to 4 ln^2 T."""
    rounds = Real.of(numbers.rounds)
    q = Real.minimum(1 / sqrt(rounds), 1 / (rounds * numbers.epsilon))
    claimed = Real.minimum(sqrt(rounds), sqrt(rounds) / numbers.epsilon)
    return 4 * log(rounds) ** 2 * q * rounds >= claimed


@dataclass(frozen=True, slots=True)
class Reduction:
    """A finite learner with q, e^eps and T."""

    learner: AnyKernel
    rate: Fraction
    ratio: Fraction
    rounds: int

    def __str__(self) -> str:
        """All four."""
        return f"A = {self.learner}; q = {self.rate}, e^eps = {self.ratio}, T = {self.rounds}"


def reduces(case: Reduction) -> bool:
    """A_q is as private as the reduction needs, and R_A >= q R_{A_q}."""
    thin, ratio = ThinnedKernel(case.learner, case.rate), 1 + case.rate * (case.ratio - 1)
    delta, delta_q = (
        greatest_distance(k, r, rounds=case.rounds).value for k, r in ((case.learner, case.ratio), (thin, ratio))
    )
    regret, regret_q = (greatest_regret(k, rounds=case.rounds).value for k in (case.learner, thin))
    return delta_q <= case.rate * delta and regret >= case.rate * regret_q


def every_numbers(effort: str) -> Iterator[Numbers]:
    """T from 2 to 10^12, eps from 10^-9 to 1, delta up to T^-3."""
    small = range(2, 60 if effort == "full" else 12)
    for rounds in (*small, 100, 10**4, 10**8, 10**12):
        for epsilon in (*(Fraction(k, 8) for k in range(1, 9)), Fraction(1, 100), Fraction(1, 10**9)):
            yield Numbers(rounds, epsilon, HALF)
            yield Numbers(rounds, epsilon)


def every_reduction(effort: str) -> Iterator[Reduction]:
    """Learners of two states, weights and dartboards."""
    step = 20 if effort == "full" else 200
    for learner in every_table((Fraction(1, 4), HALF, Fraction(1)), step=step):
        yield Reduction(learner, HALF, Fraction(2), 3)
    learners: tuple[AnyKernel, ...] = (WeightsKernel(2, HALF), DartboardKernel(2, HALF))
    for kernel, rate in product(learners, (Fraction(1, 10), HALF)):
        yield Reduction(kernel, rate, Fraction(2), 3)


def numbers(
    *, epsilon: tuple[Fraction, Fraction] = (Fraction(0), Fraction(1)), most: int = 1
) -> st.SearchStrategy[Numbers]:
    """Any T up to 10^9, rational eps in the range but not 0, and delta up to `most` T^-3."""
    epsilons = st.fractions(*epsilon, max_denominator=100).filter(bool)
    return st.builds(Numbers, st.integers(2, 10**9), epsilons, st.fractions(0, most, max_denominator=100))


def times_t() -> st.SearchStrategy[Numbers]:
    """Any T up to 10^9 with delta = T^-2, and any rational eps up to 1."""
    epsilons = st.fractions(0, 1, max_denominator=1000).filter(bool)
    return st.builds(lambda rounds, eps: Numbers(rounds, eps, Fraction(rounds)), st.integers(2, 10**9), epsilons)


def reductions() -> st.SearchStrategy[Reduction]:
    """Any learner of two experts, T <= 3."""
    ratios = st.fractions(1, 4, max_denominator=4)
    return st.builds(Reduction, exact_learners(), rates().filter(bool), ratios, st.integers(1, 3))
