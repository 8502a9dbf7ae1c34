"""The best that any adversary on a grid can do against a finite learner, found by dynamic programming and exact.

The adversary sees what it does next depend on what it has seen, and both the hockey-stick distance and the expected
loss are sums over what it sees. So the best choice after each past can be made by itself, and no tree is enumerated.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product, starmap
from operator import itemgetter

from dartproof.games.adversary import Adversary, every_row, oblivious, still
from dartproof.games.distance import hockey_stick, positive
from dartproof.games.game import added, total, view_law
from dartproof.games.kernel import Kernel, Measure, Row, State, moved, picked
from dartproof.numeric import FastRational, fast, slow
from dartproof.streams import neighbouring_pairs


@dataclass(frozen=True, slots=True)
class Attack:
    """An adversary that reaches the greatest value.

    Attributes:
        value: the value: a distance δ, or a regret in grid steps.
        adversary: who reaches it.
    """

    value: Fraction
    adversary: Adversary


def greatest_distance(
    kernel: Kernel[State], ratio: Fraction | int, *, rounds: int, grid: int = 1, differences: int = 1
) -> Attack:
    """Return the largest hockey-stick distance of the views for b = 0 and b = 1 over all adversaries on the grid.

    The learner is adaptively (ε, δ)-private for T rounds and losses on this grid if and only if the value is at most δ,
    where e^ε = `ratio`: exchanging the roles of b = 0 and b = 1 is exchanging ℓ^0 and ℓ^1.

    Args:
        kernel: the learner.
        ratio: e^ε, positive.
        rounds: T; the losses of round T, which no view depends on, are 0.
        grid: losses are multiples of 1/grid.
        differences: in how many rounds the adversary may let the losses differ; 1 in the privacy game.

    Raises:
        InputError: `ratio` is not positive.

    Source: Definition C.1 (`adaptive_dp`).
    """
    factor = positive(ratio)
    rows = every_row(kernel.experts, grid)
    same = [(row, row) for row in rows]
    pairs = same + [(zero, one) for zero, one in product(rows, rows) if zero != one]
    known: dict[object, tuple[FastRational, Adversary]] = {}  # different pasts often lead to the same measures

    def best(p: Measure[State], q: Measure[State], rounds: int, left: int) -> tuple[FastRational, Adversary]:
        key = (frozenset(p.items()), frozenset(q.items()) if p is not q else None, rounds, left)
        if key not in known:
            known[key] = choose(p, q, rounds, left)
        return known[key]

    def choose(p: Measure[State], q: Measure[State], rounds: int, left: int) -> tuple[FastRational, Adversary]:
        parts = list(zip(picked(kernel, p), picked(kernel, q), strict=True))
        if rounds == 1 or (p is q and not left):
            excess = (total(mine) - factor * total(other) for mine, other in parts)
            return sum((e for e in excess if e > 0), start=fast(0)), still(rounds, kernel.experts)

        def answer(zero: Row, one: Row) -> tuple[FastRational, Adversary]:
            value, then = fast(0), []
            for pick, (mine, other) in enumerate(parts):
                if not mine:  # what is never seen for b = 0 adds nothing
                    then.append(still(rounds - 1, kernel.experts))
                    continue
                after = moved(kernel, mine, pick, zero)
                after_n = after if p is q and zero == one else moved(kernel, other, pick, one)
                reached, branch = best(after, after_n, rounds - 1, left - (zero != one))
                value += reached
                then.append(branch)
            return value, Adversary((zero, one), tuple(then))

        return max(starmap(answer, pairs if left else same), key=itemgetter(0))

    start = kernel.start()
    value, adversary = best(start, start, rounds, differences)
    return Attack(slow(value), adversary)


def greatest_oblivious_distance(kernel: Kernel[State], ratio: Fraction | int, *, rounds: int, grid: int = 1) -> Attack:
    """The same over the adversaries that fix two neighbouring streams in advance.

    Raises:
        InputError: `ratio` is not positive.

    Source: Definition 2.2 (`dp_definition`).
    """
    nothing = still(rounds, kernel.experts)
    view = view_law(kernel, nothing, 0)
    best = Attack(hockey_stick(view, view, ratio), nothing)
    for pair in neighbouring_pairs(rounds, kernel.experts, grid):
        adversary = oblivious(pair.losses, pair.neighbour)
        value = hockey_stick(view_law(kernel, adversary, 0), view_law(kernel, adversary, 1), ratio)
        if value > best.value:
            best = Attack(value, adversary)
    return best


def greatest_regret(kernel: Kernel[State], *, rounds: int, grid: int = 1, realizable: bool = True) -> Attack:
    """Return the largest expected regret over all adaptive adversaries on the grid, in grid steps.

    Args:
        kernel: the learner.
        rounds: T.
        grid: losses are multiples of 1/grid.
        realizable: whether on each path some expert must have no loss at all, so that regret is loss. Otherwise it is
            the expectation of the loss minus the least cumulative loss of an expert on that path.

    Source: Lemma C.5 (`thinned_regret`).
    """
    rows = every_row(kernel.experts, grid)
    known: dict[object, tuple[FastRational, Adversary]] = {}

    def best(measure: Measure[State], totals: Row, rounds: int) -> tuple[FastRational, Adversary]:
        key = (frozenset(measure.items()), totals, rounds)
        if key not in known:
            known[key] = choose(measure, totals, rounds)
        return known[key]

    def choose(measure: Measure[State], totals: Row, rounds: int) -> tuple[FastRational, Adversary]:
        if not rounds:
            return -total(measure) * min(totals), still(1, kernel.experts)
        parts = picked(kernel, measure)

        def answer(row: Row) -> tuple[FastRational, Adversary]:
            lost, value, then = added(totals, row), fast(0), []
            for pick, part in enumerate(parts):
                if not part:
                    then.append(still(max(1, rounds - 1), kernel.experts))
                    continue
                rest, branch = best(moved(kernel, part, pick, row), lost, rounds - 1)
                value += total(part) * row[pick] + rest
                then.append(branch)
            return value, Adversary((row, row), tuple(then) if rounds > 1 else ())

        allowed = (row for row in rows if not (realizable and min(added(totals, row))))
        return max(map(answer, allowed), key=itemgetter(0))

    value, adversary = best(kernel.start(), (0,) * kernel.experts, rounds)
    return Attack(slow(value), adversary)
