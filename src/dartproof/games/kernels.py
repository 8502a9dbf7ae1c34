"""Finite learners: tables, multiplicative weights, and the shrinking dartboard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product

from dartproof.errors import InputError
from dartproof.games.adversary import every_row
from dartproof.games.game import added
from dartproof.games.kernel import Measure, Row
from dartproof.mechanisms import exponential_mechanism
from dartproof.mechanisms.bernoulli import keep_law
from dartproof.numeric import FastRational, fast


@dataclass(frozen=True, slots=True)
class TableKernel:
    """A learner with the states 0, ..., m - 1 that starts in state 0 and moves by a table.

    Attributes:
        shares: shares[state] is the law of the pick.
        moves: moves[state][pick][j] is the next state after the row of number j in `every_row(N, grid)`.
        grid: losses are multiples of 1/grid.

    Raises:
        InputError: the shares of a state are no law, or `moves` is not complete.
    """

    shares: tuple[tuple[Fraction, ...], ...]
    moves: tuple[tuple[tuple[int, ...], ...], ...]
    grid: int = 1

    def __post_init__(self) -> None:
        states, rows = range(len(self.shares)), (self.grid + 1) ** self.experts
        for number, law in enumerate(self.shares):
            if len(law) != self.experts or min(law) < 0 or sum(law) != 1:
                raise InputError(f"shares of state {number}: {law} is no law on {self.experts} experts")
        if len(self.moves) != len(self.shares) or any(
            len(table) != self.experts or any(len(line) != rows or not set(line) <= set(states) for line in table)
            for table in self.moves
        ):
            raise InputError(f"moves: give for each state and pick one of {len(states)} states for each of {rows} rows")

    @property
    def experts(self) -> int:
        """N."""
        return len(self.shares[0])

    def start(self) -> Measure[int]:
        """State 0."""
        return {0: fast(1)}

    def pick(self, state: int) -> tuple[FastRational, ...]:
        """The shares of the state."""
        return tuple(map(fast, self.shares[state]))

    def update(self, state: int, pick: int, row: Row) -> Measure[int]:
        """The next state of the table."""
        number = 0
        for loss in row:
            number = number * (self.grid + 1) + loss
        return {self.moves[state][pick][number]: fast(1)}

    def __str__(self) -> str:
        """The tables, states and experts from 1."""
        shares = "; ".join(",".join(map(str, law)) for law in self.shares)
        moves = "; ".join(
            f"state {state} after expert {pick}: {','.join(str(new + 1) for new in line)}"
            for state, table in enumerate(self.moves, start=1)
            for pick, line in enumerate(table, start=1)
        )
        return f"shares {shares}; next state by loss vector, {moves}"


@dataclass(frozen=True, slots=True)
class WeightsKernel:
    """Multiplicative weights, which draws i_t from P_t in every round; its state is the cumulative losses.

    It is adaptively (2(T − 1)η, 0)-private for T rounds.

    Attributes:
        experts: N.
        keep: x = exp(−η/g), a rational with 0 < x ≤ 1.

    Source: Lemma 2.4 (`exponential_mechanism`).
    """

    experts: int
    keep: Fraction

    def start(self) -> Measure[Row]:
        """No losses."""
        return {(0,) * self.experts: fast(1)}

    def pick(self, state: Row) -> tuple[FastRational, ...]:
        """P_t."""
        return tuple(map(fast, exponential_mechanism.law(state, self.keep)))

    def update(self, state: Row, pick: int, row: Row) -> Measure[Row]:  # noqa: ARG002 the protocol names it
        """The losses so far; they do not depend on the pick."""
        return {added(state, row): fast(1)}

    def __str__(self) -> str:
        """Its name and e^(-eta/g)."""
        return f"multiplicative weights, N = {self.experts}, e^(-eta/g) = {self.keep}"


@dataclass(frozen=True, slots=True)
class DartboardKernel:
    """The shrinking dartboard: keeps its expert with probability exp(−η · its last loss), else draws from P_t.

    Its state is the cumulative losses and the expert that it will pick. In every round the law of its pick is P_t
    against an adversary that fixes the losses in advance; it is private for no ε.

    Attributes:
        experts: N.
        keep: x = exp(−η/g), a rational with 0 < x ≤ 1.

    Source: the special case of `lazy_marginal` with a check in every round.
    """

    experts: int
    keep: Fraction

    def start(self) -> Measure[tuple[Row, int]]:
        """No losses and a uniform expert."""
        return {((0,) * self.experts, i): fast(Fraction(1, self.experts)) for i in range(self.experts)}

    def pick(self, state: tuple[Row, int]) -> tuple[FastRational, ...]:
        """The expert of the state."""
        return tuple(fast(int(i == state[1])) for i in range(self.experts))

    def update(self, state: tuple[Row, int], pick: int, row: Row) -> Measure[tuple[Row, int]]:
        """The check after the losses of the round."""
        lost = added(state[0], row)
        stays = keep_law(self.keep, row[pick])
        law = exponential_mechanism.law(lost, self.keep)
        return {(lost, i): fast((1 - stays) * share + (stays if i == pick else 0)) for i, share in enumerate(law)}

    def __str__(self) -> str:
        """Its name and e^(-eta/g)."""
        return f"shrinking dartboard, N = {self.experts}, e^(-eta/g) = {self.keep}"


def every_table(
    shares: Sequence[Fraction], *, states: int = 2, by_pick: bool = False, step: int = 1
) -> Iterator[TableKernel]:
    """All learners of two experts and losses 0 and 1 whose chance of expert 1 is one of `shares` in each state.

    Args:
        shares: the chances.
        states: m, the number of states.
        by_pick: whether the next state may depend on the pick; otherwise it depends on the row and the state.
        step: every so many of them only, for a sample that is the same in each run.

    Example:
        >>> sum(1 for _ in every_table([Fraction(0), Fraction(1, 2)]))
        1024
    """
    lines = list(product(range(states), repeat=len(every_row(2, 1))))
    tables = list(product(lines, repeat=2)) if by_pick else [(line, line) for line in lines]
    laws = [(share, 1 - share) for share in shares]
    everything = product(product(laws, repeat=states), product(tables, repeat=states))
    for chosen, moves in islice(everything, 0, None, step):
        yield TableKernel(chosen, moves)
