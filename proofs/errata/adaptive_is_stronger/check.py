"""The least delta of the shrinking dartboard against adversaries that adapt, and for streams fixed in advance."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from dartproof.evidence import Dispute
from dartproof.games import DartboardKernel, greatest_distance, greatest_oblivious_distance


@dataclass(frozen=True, slots=True)
class Case:
    """Two experts, T rounds, x = e^-eta and e^eps."""

    rounds: int
    keep: Fraction
    ratio: Fraction

    def __str__(self) -> str:
        """In the paper's notation."""
        return f"shrinking dartboard, T = {self.rounds}, N = 2, e^-eta = {self.keep}, e^eps = {self.ratio}"

    def distances(self) -> tuple[Fraction, Fraction]:
        """For adversaries that adapt, and for fixed streams."""
        learner = DartboardKernel(2, self.keep)
        return (
            greatest_distance(learner, self.ratio, rounds=self.rounds).value,
            greatest_oblivious_distance(learner, self.ratio, rounds=self.rounds).value,
        )


Reading = Callable[[Case, Fraction, Fraction], bool]


def same(_: Case, adaptive: Fraction, fixed: Fraction) -> bool:
    """Adversaries that adapt are no better."""
    return adaptive == fixed


def same_for_two(case: Case, adaptive: Fraction, fixed: Fraction) -> bool:
    """They are no better for T <= 2, and reach (1 - x)/(1 + x) > (1 - x)/2 for T = 3."""
    x = case.keep
    return adaptive == fixed if case.rounds <= 2 else adaptive >= (1 - x) / (1 + x) > (1 - x) / 2 == fixed


def no_worse(_: Case, adaptive: Fraction, fixed: Fraction) -> bool:
    """They are at least as good."""
    return adaptive >= fixed


def holds(reading: Reading, case: Case) -> bool:
    """The reading, decided in rationals by searches over all adversaries with losses 0 and 1."""
    return reading(case, *case.distances())


def cases() -> Iterator[Case]:
    """Small horizons first."""
    for rounds in (1, 2, 3):
        for keep in (Fraction(1, 2), Fraction(9, 10)):
            for ratio in (Fraction(3, 2), Fraction(4)):
                yield Case(rounds, keep, ratio)


DISPUTE = Dispute(
    says="shrinking dartboards of two experts, T <= 3",
    instances=cases,
    holds=holds,
    text=same,
    mended=same_for_two,
    variation=no_worse,
    varied="the implication in the other direction",
)
