"""`exponential_mechanism`, decided in rationals: keep = x = e^(-eta/g), losses counted in steps of 1/g."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import accumulate, combinations, product

from hypothesis import strategies as st

from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.mechanisms import exponential_mechanism
from dartproof.numeric.fast import FastRational, fast
from dartproof.strategies import loss_steps, neighbour_pairs
from dartproof.streams import neighbouring_pairs, streams_on_grid
from dartproof.streams.model import Steps

from . import derivation

KEEPS = [Fraction(1, 2), Fraction(9, 10), Fraction(1, 100)]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two streams in steps of 1/grid, and the learning rate as keep = e^(-eta/grid)."""

    keep: Fraction
    grid: int
    losses: Steps
    neighbour: Steps

    def __str__(self) -> str:
        """In the paper's notation, with the losses of rounds 1, 2, ... in this order."""
        return (
            f"e^-eta = {self.keep**self.grid}, S = {_rows(self.losses, self.grid)}, "
            f"S' = {_rows(self.neighbour, self.grid)}"
        )


def _rows(losses: Steps, grid: int) -> str:
    return "; ".join(",".join(str(Fraction(steps, grid)) for steps in row) for row in losses)


def shares(pair: Pair) -> Iterator[tuple[FastRational, FastRational]]:
    """P_t(i) and P'_t(i) for every round t and expert i."""
    for total, total_neighbour in zip(_totals(pair.losses), _totals(pair.neighbour), strict=True):
        yield from zip(_law(total, pair.keep), _law(total_neighbour, pair.keep), strict=True)


@cache
def _law(cumulative: tuple[int, ...], keep: Fraction) -> tuple[FastRational, ...]:
    return tuple(fast(share) for share in exponential_mechanism.law(cumulative, keep))


def _totals(losses: Steps) -> Iterator[tuple[int, ...]]:
    """The cumulative losses before rounds 1, ..., T."""
    start = (0,) * len(losses[0])
    return accumulate(losses[:-1], lambda total, row: tuple(map(sum, zip(total, row, strict=True))), initial=start)


def within(pair: Pair, *, numerator: int = 2, denominator: int = 1) -> bool:
    """P_t(i) <= e^(eta numerator/denominator) P'_t(i) for all t and i, raised to the power `denominator`."""
    factor = fast(pair.keep) ** (numerator * pair.grid)
    return all(factor * p**denominator <= q**denominator for p, q in shares(pair))


def every_pair(sizes: Iterable[tuple[int, int, int]]) -> Iterator[Pair]:
    """All ordered pairs of neighbours with T rounds, N experts and losses on the grid 1/g, for each size (T, N, g)."""
    for rounds, experts, grid in sizes:
        for losses, neighbour, _ in neighbouring_pairs(rounds, experts, grid):
            for keep in KEEPS:
                yield Pair(keep, grid, losses, neighbour)


def family(effort: Effort) -> Iterator[Pair]:
    """The neighbours with few rounds and experts."""
    quick = [(2, 1, 3), (3, 2, 1), (4, 2, 1), (3, 3, 1), (3, 2, 2)]
    return every_pair([*quick, (5, 2, 1), (4, 3, 1), (3, 4, 1)] if effort == "full" else quick)


def one_expert_differs(effort: Effort) -> Iterator[Pair]:
    """Those of them that differ in one expert's loss."""
    return (p for p in family(effort) if sum(map(int.__ne__, sum(p.losses, ()), sum(p.neighbour, ()))) == 1)


def extremes(effort: Effort) -> Iterator[Pair]:
    """The pairs that come close to 2 eta: expert 1 has m losses, then it alone gets better in S and worse in S'."""
    for keep, experts, lost in product(KEEPS, (2, 3, 5), range(40 if effort == "full" else 20)):
        before, after = ((1, *(0,) * (experts - 1)),) * lost, ((0,) * experts,)
        better, worse = (0, *(1,) * (experts - 1)), (1, *(0,) * (experts - 1))
        yield Pair(keep, 1, (*before, better, *after), (*before, worse, *after))


def near_the_constant(pair: Pair) -> bool:
    """P(1) >= e^(2 eta) (1 - e^(-eta (m - 1))/(N - 1)) P'(1) in the last round."""
    *_, total = _totals(pair.losses)
    *_, total_neighbour = _totals(pair.neighbour)
    lost, others = total[0], len(total) - 1
    bound = pair.keep**-2 * (1 - pair.keep ** (lost - 1) / others)
    p, q = (exponential_mechanism.law(losses, pair.keep)[0] for losses in (total, total_neighbour))
    return p >= bound * q


def two_rounds(_: Effort) -> Iterator[Pair]:
    """Pairs that differ in two rounds."""
    rows = list(product((0, 1), repeat=2))
    for keep, losses in product(KEEPS, streams_on_grid(4, 2, 1)):
        for first, second in combinations(range(3), 2):
            for row, other in product(rows, rows):
                changed = [*losses[:first], row, *losses[first + 1 : second], other, *losses[second + 1 :]]
                yield Pair(keep, 1, losses, tuple(changed))


def wide_losses(_: Effort) -> Iterator[Pair]:
    """Neighbours whose losses are 0, 1 or 2."""
    for pair, keep in product(neighbouring_pairs(3, 2, 2), KEEPS):
        yield Pair(keep, 1, pair.losses, pair.neighbour)


def _keeps() -> st.SearchStrategy[Fraction]:
    return st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=100)


@st.composite
def pairs(draw: st.DrawFn, *, experts: int = 4) -> Pair:
    """Neighbours with up to 6 rounds on grids up to 1/4."""
    grid = draw(st.integers(1, 4))
    return Pair(draw(_keeps()), grid, *draw(neighbour_pairs(grid=grid, max_rounds=6, max_experts=experts)))


@st.composite
def two_round_pairs(draw: st.DrawFn) -> Pair:
    """Pairs of streams any two of whose rounds may differ."""
    losses, neighbour = draw(neighbour_pairs(min_rounds=3, max_rounds=6))
    row = draw(st.tuples(*[st.integers(0, 1)] * len(losses[0])))
    index = draw(st.integers(0, len(losses) - 2))
    return Pair(draw(_keeps()), 1, losses, (*neighbour[:index], row, *neighbour[index + 1 :]))


@st.composite
def wide_pairs(draw: st.DrawFn) -> Pair:
    """Neighbours whose losses are 0, 1 or 2."""
    return Pair(draw(_keeps()), 1, *draw(neighbour_pairs(grid=2, max_rounds=6)))


@st.composite
def one_expert_pairs(draw: st.DrawFn) -> Pair:
    """Streams that differ in one expert's loss."""
    grid = draw(st.integers(1, 4))
    losses = draw(loss_steps(grid=grid, min_rounds=2, max_rounds=6, max_experts=4))
    index, expert = draw(st.integers(0, len(losses) - 2)), draw(st.integers(0, len(losses[0]) - 1))
    row = (*losses[index][:expert], draw(st.integers(0, grid)), *losses[index][expert + 1 :])
    return Pair(draw(_keeps()), grid, losses, (*losses[:index], row, *losses[index + 1 :]))


one_eta: Callable[[Pair], bool] = partial(within, numerator=1)
three_halves_eta: Callable[[Pair], bool] = partial(within, numerator=3, denominator=2)

ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive("all neighbours with few rounds and experts on the grids 1, 1/2 and 1/3", family, within),
        Exhaustive("those that differ in one expert's loss, with eta for 2 eta", one_expert_differs, one_eta),
        Exhaustive("how close the extreme pairs come to 2 eta", extremes, near_the_constant),
    ],
    property=[
        Randomised("neighbours with up to 6 rounds and 4 experts on grids up to 1/4", pairs, within),
        Randomised("streams that differ in one expert's loss, with eta for 2 eta", one_expert_pairs, one_eta),
    ],
    controls=[
        Control(
            name="one_eta",
            says="eta suffices in place of 2 eta when the whole vector differs",
            symbolic=derivation.one_eta,
            exact=Exhaustive("the family of the statement", family, one_eta),
            property=Randomised("the pairs of the statement", pairs, one_eta),
        ),
        Control(
            name="three_halves_eta",
            says="3 eta/2 suffices in place of 2 eta",
            symbolic=derivation.three_halves_eta,
            exact=Exhaustive("the family of the statement", family, three_halves_eta),
            property=Randomised("the pairs of the statement", pairs, three_halves_eta, examples=2000),
        ),
        Control(
            name="two_rounds_differ",
            says="the streams may differ in two rounds",
            symbolic=derivation.two_rounds_differ,
            exact=Exhaustive("streams that differ in two of four rounds", two_rounds, within),
            property=Randomised("streams that differ in up to two rounds", two_round_pairs, within),
        ),
        Control(
            name="losses_up_to_two",
            says="losses may lie in [0, 2]",
            symbolic=derivation.losses_up_to_two,
            exact=Exhaustive("neighbours with losses 0, 1, 2", wide_losses, within),
            property=Randomised("neighbours with losses 0, 1, 2", wide_pairs, within),
        ),
    ],
)
