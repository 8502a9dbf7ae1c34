"""Hypothesis strategies for finite learners and adaptive adversaries; they shrink to few states and small losses."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from hypothesis import strategies as st

from dartproof.games.adversary import Adversary, every_row
from dartproof.games.kernel import AnyKernel
from dartproof.games.kernels import DartboardKernel, TableKernel, WeightsKernel

__all__ = ["adversaries", "exact_learners", "rates", "tables"]


def rates(*, max_denominator: int = 12) -> st.SearchStrategy[Fraction]:
    """Rational probabilities from 0 to 1, both included."""
    return st.fractions(0, 1, max_denominator=max_denominator)


def tables(
    *, max_states: int = 3, experts: int = 2, grid: int = 1, max_denominator: int = 6
) -> st.SearchStrategy[TableKernel]:
    """Learners with a table; every table of so many states and shares with a common small denominator can be drawn."""
    rows = len(every_row(experts, grid))

    @st.composite
    def drawn(draw: st.DrawFn) -> TableKernel:
        states = draw(st.integers(1, max_states))
        line = st.tuples(*[st.integers(0, states - 1)] * rows)
        moves = draw(st.tuples(*[st.tuples(*[line] * experts)] * states))
        return TableKernel(draw(st.tuples(*[_laws(experts, max_denominator)] * states)), moves, grid)

    return drawn()


def exact_learners(*, experts: int = 2, grid: int = 1) -> st.SearchStrategy[AnyKernel]:
    """Tables, multiplicative weights and shrinking dartboards."""
    keeps = st.sampled_from([Fraction(1, 2), Fraction(3, 4), Fraction(1, 10), Fraction(9, 10)])
    return st.one_of(
        tables(experts=experts, grid=grid),
        keeps.map(lambda keep: WeightsKernel(experts, keep)),
        keeps.map(lambda keep: DartboardKernel(experts, keep)),
    )


def adversaries(*, rounds: int, experts: int = 2, grid: int = 1, differences: int = 1) -> st.SearchStrategy[Adversary]:
    """Adversaries of T rounds and N experts, with losses in every round, the last one included."""

    @st.composite
    def drawn(draw: st.DrawFn, left: int, still_to_come: int) -> Adversary:
        row = st.sampled_from(every_row(experts, grid))
        zero = draw(row)
        one = draw(st.just(zero) | row) if left else zero
        rest = left - (zero != one)
        if still_to_come == 1:
            return Adversary((zero, one))
        return Adversary((zero, one), tuple(draw(drawn(rest, still_to_come - 1)) for _ in range(experts)))

    return drawn(differences, rounds)


def _laws(experts: int, max_denominator: int) -> st.SearchStrategy[tuple[Fraction, ...]]:
    """Laws on the experts: the gaps between sorted cuts of [0, 1]."""

    def law(cuts: list[Fraction]) -> tuple[Fraction, ...]:
        ends = [Fraction(0), *sorted(cuts), Fraction(1)]
        return tuple(after - before for before, after in pairwise(ends))

    return st.lists(rates(max_denominator=max_denominator), min_size=experts - 1, max_size=experts - 1).map(law)
