"""Adaptive adversaries of the privacy game as finite decision trees. Rounds and experts count from 0 in the data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from dartproof.errors import InputError
from dartproof.games.kernel import Row
from dartproof.streams.model import Steps


@dataclass(frozen=True, slots=True)
class Adversary:
    """What an adversary without randomness does from some round on, given what it has seen.

    In round t it chooses ℓ_t^0 and ℓ_t^1, which depend on i_1, ..., i_{t-1} alone; then it sees i_t. In the privacy
    game with the bit b the learner is shown ℓ_t^b. On each path ℓ^0 and ℓ^1 may differ in one round, which the
    adversary chooses as it goes; `differences` says in how many they do.

    An adversary with randomness of its own is a mixture of such trees, and its view tells which of them it follows. So
    the distance of its views is the mean of the distances of the trees, and at most the largest of them.

    Attributes:
        losses: (ℓ_t^0, ℓ_t^1) of the first round, in grid steps.
        then: for each i_t the adversary from the next round on; empty if this round is the last.
        rounds: T, the number of rounds.
        differences: the greatest number of rounds on a path in which the two losses differ.

    Raises:
        InputError: there is no expert, the two rows have different lengths, a loss is negative, `then` is neither empty
            nor has an entry for each expert, or the branches do not have the same rounds and experts.

    Source: Definition C.1 (`adaptive_dp`).
    """

    losses: tuple[Row, Row]
    then: tuple[Adversary, ...] = ()
    rounds: int = field(init=False, compare=False, repr=False)
    differences: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        experts = len(self.losses[0])
        if experts < 1 or len(self.losses[1]) != experts or min(map(min, self.losses)) < 0:
            raise InputError(f"losses {self.losses}: give two rows of as many losses, at least one and none negative")
        if self.then and len(self.then) != experts:
            raise InputError(f"{len(self.then)} branches for {experts} experts; give one for each expert, or none")
        shapes = {(branch.rounds, branch.experts) for branch in self.then}
        if len(shapes) > 1 or any(branch.experts != experts for branch in self.then):
            raise InputError("the branches of an adversary must have the same rounds and experts")
        deepest = max((branch.differences for branch in self.then), default=0)
        object.__setattr__(self, "rounds", 1 + (self.then[0].rounds if self.then else 0))
        object.__setattr__(self, "differences", deepest + (self.losses[0] != self.losses[1]))

    @property
    def experts(self) -> int:
        """N."""
        return len(self.losses[0])

    def __str__(self) -> str:
        """In words, rounds and experts from 1, losses in grid steps; a branch that repeats for every expert once."""
        return _describe(self, 1)


def _describe(node: Adversary, number: int) -> str:
    zero, one = (",".join(map(str, row)) for row in node.losses)
    here = f"round {number}: {zero}" if zero == one else f"round {number}: {zero} or {one}"
    if not node.then:
        return here
    if len(set(node.then)) == 1:
        return f"{here}; {_describe(node.then[0], number + 1)}"
    return f"{here}; " + "; ".join(
        f"[after expert {i}: {_describe(branch, number + 1)}]" for i, branch in enumerate(node.then, start=1)
    )


def oblivious(losses: Steps, neighbour: Steps) -> Adversary:
    """The adversary that plays two fixed streams, whatever it sees: ℓ^0 = `losses`, ℓ^1 = `neighbour`.

    Raises:
        InputError: the streams do not have the same shape, or as for `Adversary`.
    """
    if len(losses) != len(neighbour) or not losses:
        raise InputError(f"streams of {len(losses)} and {len(neighbour)} rounds; give as many, at least one")
    *before, last = zip(losses, neighbour, strict=True)
    node = Adversary(last)
    for rows in reversed(before):
        node = Adversary(rows, (node,) * len(rows[0]))
    return node


def still(rounds: int, experts: int) -> Adversary:
    """The adversary without losses."""
    zeros = ((0,) * experts,) * rounds
    return oblivious(zeros, zeros)


def thinned(adversary: Adversary, coins: Sequence[int | bool], *, special: int | bool | None = None) -> Adversary:
    """The adversary that plays Z_t ℓ_t^0 and Z_t ℓ_t^1, where `coins` are Z_1, ..., Z_T, and else does the same.

    Args:
        adversary: who is followed.
        coins: one for each round.
        special: where it is given, the coin of the round in which ℓ^0 and ℓ^1 differ, in place of that of `coins`.

    Raises:
        InputError: there are not as many coins as rounds.

    Source: proof of Lemma C.4 (`subsampling_amplification`), the adversary D^+ for fixed coins.
    """
    if len(coins) != adversary.rounds:
        raise InputError(f"{len(coins)} coins for {adversary.rounds} rounds; give one for each round")
    zeros = (0,) * adversary.experts
    first, rest = coins[0], coins[1:]
    if special is not None and adversary.losses[0] != adversary.losses[1]:
        first = special
    branches = tuple(thinned(branch, rest, special=special) for branch in adversary.then)
    return Adversary(adversary.losses if first else (zeros, zeros), branches)


@cache
def every_row(experts: int, grid: int) -> tuple[Row, ...]:
    """All (grid + 1)^N rows of losses in steps of 1/grid, the one without losses first."""
    return tuple(product(range(grid + 1), repeat=experts))


def every_adversary(
    rounds: int, experts: int, grid: int, *, differences: int = 1, last_round: bool = False
) -> Iterator[Adversary]:
    """All adversaries without randomness of T rounds and N experts with losses on the grid.

    Args:
        rounds: T.
        experts: N.
        grid: losses are multiples of 1/grid.
        differences: in how many rounds of a path the two losses may differ.
        last_round: whether the losses of round T are enumerated too. The view ends with i_T, which is picked before ℓ_T
            is shown, so they matter to losses and not to views; they are 0 by default.

    Their number grows doubly exponentially with T: with N = 2 and grid 1 there are 1, 16 and 1216 for T = 1, 2, 3.

    Example:
        >>> [sum(1 for _ in every_adversary(rounds, 2, 1)) for rounds in (1, 2, 3)]
        [1, 16, 1216]
    """
    if rounds == 1 and not last_round:
        yield still(1, experts)
        return
    for rows in product(every_row(experts, grid), every_row(experts, grid)):
        left = differences - (rows[0] != rows[1])
        if left < 0:
            continue
        if rounds == 1:
            yield Adversary(rows)
            continue
        branches = list(every_adversary(rounds - 1, experts, grid, differences=left, last_round=last_round))
        for then in product(branches, repeat=experts):
            yield Adversary(rows, then)
