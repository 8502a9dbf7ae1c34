"""What `adaptive_dp` is decided on: finite learners, with e^eps and the number of rounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from dartproof.games import (
    Adversary,
    AnyKernel,
    DartboardKernel,
    Measure,
    Row,
    TableKernel,
    WeightsKernel,
    every_adversary,
    every_table,
    expected_loss,
    greatest_distance,
    greatest_oblivious_distance,
    hockey_stick,
    view_law,
)
from dartproof.games.strategies import adversaries, exact_learners, tables
from dartproof.numeric import FastRational, fast

QUARTERS = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Case:
    """A learner with e^eps and T; the losses are on the grid of the learner or 0 and 1."""

    learner: AnyKernel
    ratio: Fraction
    rounds: int

    def __str__(self) -> str:
        """The learner and the numbers."""
        return f"{self.learner}; T = {self.rounds}, e^eps = {self.ratio}: delta = {self.adaptive}, fixed {self.fixed}"

    @property
    def adaptive(self) -> Fraction:
        """The least delta against adversaries that adapt."""
        return greatest_distance(self.learner, self.ratio, rounds=self.rounds).value

    @property
    def fixed(self) -> Fraction:
        """The least delta for streams fixed in advance."""
        return greatest_oblivious_distance(self.learner, self.ratio, rounds=self.rounds).value


def search_is_exhaustive(case: Case) -> bool:
    """The value found round by round is the greatest over all decision trees, and its adversary reaches it."""

    def distance(adversary: Adversary) -> Fraction:
        p, q = (view_law(case.learner, adversary, bit) for bit in (0, 1))
        return hockey_stick(p, q, case.ratio)

    found = greatest_distance(case.learner, case.ratio, rounds=case.rounds)
    best = max(map(distance, every_adversary(case.rounds, case.learner.experts, 1)))
    return found.value == best == distance(found.adversary) and found.adversary.differences <= 1


def implies_fixed(case: Case) -> bool:
    """Item 2."""
    return case.fixed <= case.adaptive


def same_without_delta(case: Case) -> bool:
    """Items 2 and 3: the fixed streams are no better, and the same if T <= 2 or if they have delta = 0."""
    fixed, adaptive = case.fixed, case.adaptive
    return fixed <= adaptive and (fixed == adaptive if case.rounds <= 2 else bool(fixed) or not adaptive)


def fixed_suffices(case: Case) -> bool:
    """The false claim that fixed streams are as good for the adversary."""
    return case.adaptive <= case.fixed


def dartboard_differs(case: Case) -> bool:
    """Item 4 at one x and e^eps."""
    if not isinstance(case.learner, DartboardKernel):
        return False
    x = case.learner.keep
    return case.adaptive >= (1 - x) / (1 + x) > (1 - x) / 2 == case.fixed


def two_rounds_for_one(case: Case) -> bool:
    """The false claim that the losses may differ in two rounds."""
    return greatest_distance(case.learner, case.ratio, rounds=case.rounds, differences=2).value <= case.adaptive


State = tuple[object, int]


@dataclass(frozen=True, slots=True)
class Announced:
    """A learner that says each pick twice, and is shown the losses after the second time.

    Who plays against it sees i_t before choosing them.
    T rounds of the learner are 2T - 1 of this one, as the last pick need not be repeated.
    """

    learner: AnyKernel

    @property
    def experts(self) -> int:
        """N."""
        return self.learner.experts

    def start(self) -> Measure[State]:
        """Nothing announced yet."""
        return {(state, -1): mass for state, mass in self.learner.start().items()}

    def pick(self, state: State) -> tuple[FastRational, ...]:
        """The announced pick, or a new one."""
        inner, announced = state
        if announced < 0:
            return self.learner.pick(inner)
        return tuple(fast(int(i == announced)) for i in range(self.experts))

    def update(self, state: State, pick: int, row: Row) -> Measure[State]:
        """The losses count after the second time only."""
        inner, announced = state
        if announced < 0:
            return {(inner, pick): fast(1)}
        return {(new, -1): mass for new, mass in self.learner.update(inner, pick, row).items()}


def seeing_gains_nothing(case: Case) -> bool:
    """The false claim that the losses of round t may be chosen after i_t is seen."""
    return greatest_distance(Announced(case.learner), case.ratio, rounds=2 * case.rounds - 1).value <= case.adaptive


@dataclass(frozen=True, slots=True)
class Match:
    """A learner and an adversary with e^eps."""

    learner: AnyKernel
    adversary: Adversary
    ratio: Fraction

    def __str__(self) -> str:
        """Both, and the number."""
        return f"{self.learner}; {self.adversary}; e^eps = {self.ratio}"


def no_adversary_is_better(match: Match) -> bool:
    """The views are laws, and are no farther apart than the search says; a run without losses costs none."""
    p, q = (view_law(match.learner, match.adversary, bit) for bit in (0, 1))
    best = greatest_distance(match.learner, match.ratio, rounds=match.adversary.rounds).value
    return (
        sum(p.values()) == sum(q.values()) == 1
        and hockey_stick(p, q, match.ratio) <= best
        and hockey_stick(q, p, match.ratio) <= best
        and 0 <= expected_loss(match.learner, match.adversary) <= match.adversary.rounds
    )


def every_search() -> Iterator[Case]:
    """Learners for which all trees of T <= 3 rounds are enumerated."""
    swap = TableKernel(
        ((HALF, HALF), (Fraction(1), Fraction(0))),
        (((0, 1, 0, 1), (0, 0, 1, 1)), ((1, 0, 0, 1), (1, 1, 0, 0))),
    )
    learners: tuple[AnyKernel, ...] = (swap, WeightsKernel(2, HALF), DartboardKernel(2, HALF))
    for rounds in (1, 2):
        for learner, ratio in product(learners, (1, 2)):
            yield Case(learner, Fraction(ratio), rounds)
    yield Case(swap, Fraction(3, 2), 3)
    yield Case(DartboardKernel(2, HALF), Fraction(3, 2), 3)


def every_case(*, step: int, rounds: int) -> Iterator[Case]:
    """Some learners with two states, which depend on the losses only, or on the picks as well."""
    for learner in every_table(QUARTERS, step=step):
        yield Case(learner, Fraction(3), rounds)
    for learner in every_table((Fraction(0), HALF), by_pick=True, step=200 * step + 1):
        yield Case(learner, Fraction(3, 2), rounds)


def pure_cases(*, step: int) -> Iterator[Case]:
    """Learners with delta = 0 for fixed streams of three rounds: their shares stay within a factor 3/2."""
    for learner in every_table(QUARTERS[:2], by_pick=True, step=101 * step):
        case = Case(learner, Fraction(9, 4), 3)
        if not case.fixed:
            yield case


def dartboards() -> Iterator[Case]:
    """The shrinking dartboards of item 4."""
    for keep, ratio in product((HALF, Fraction(3, 4), Fraction(9, 10)), (Fraction(3, 2), Fraction(2), Fraction(4))):
        yield Case(DartboardKernel(2, keep), ratio, 3)


def few(rounds: int) -> Iterator[Case]:
    """Multiplicative weights and the dartboard."""
    learners: tuple[AnyKernel, ...] = (WeightsKernel(2, HALF), DartboardKernel(2, HALF))
    for learner in learners:
        yield Case(learner, Fraction(3, 2), rounds)


def cases(*, rounds: tuple[int, int] = (1, 3)) -> st.SearchStrategy[Case]:
    """Any learner of two experts."""
    ratios = st.fractions(1, 4, max_denominator=4)
    return st.builds(Case, exact_learners(), ratios, st.integers(*rounds))


def matches() -> st.SearchStrategy[Match]:
    """Any learner of two experts, and adversaries of up to three rounds."""
    players = st.integers(1, 3).flatmap(lambda rounds: adversaries(rounds=rounds))
    return st.builds(Match, tables(), players, st.fractions(1, 4, max_denominator=4))
