"""Algorithm 3 as a whole, with the alpha of the paper: how often it is wrong, and its expected regret, exactly."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

from hypothesis import strategies as st

from dartproof.mechanisms import exponential_mechanism
from dartproof.numeric import LogNumber
from dartproof.strategies import keep_factors
from dartproof.streams.model import Steps

from .laws import Outer, queries, written


@dataclass(frozen=True, slots=True)
class Whole:
    """Algorithm 3 with its own alpha, which is an integer number of steps, and multiplicative weights inside.

    For y = e^(-(eps/2)/(4 grid)) that alpha is 2 ln(4 T^3)/ln(1/y) steps: `root` of them if y = (4 T^3)^(-2/root).

    Attributes:
        losses: in grid steps.
        keep: x = e^(-eta/grid).
        grid: of the losses.
        root: alpha in grid steps, 1 or 2.
    """

    losses: Steps
    keep: Fraction
    grid: int
    root: int

    def __str__(self) -> str:
        """In grid steps."""
        return f"S = {written(self.losses)} in steps of 1/{self.grid}, alpha = {self.root}, e^-eta = {self.exp_eta}"

    @property
    def exp_eta(self) -> Fraction:
        """e^-eta."""
        return self.keep**self.grid

    @property
    def outer(self) -> Outer:
        """The instances of AboveThreshold."""
        return Outer(Fraction(1, (4 * len(self.losses) ** 3) ** (2 // self.root)), self.root, grid=self.grid)

    @property
    def best_loss(self) -> Fraction:
        """L*."""
        return Fraction(min(map(sum, zip(*self.losses, strict=True))), self.grid)

    def wrong(self) -> LogNumber:
        """Pr[some answer is wrong by more than alpha]."""
        outer, losses = self.outer, self.losses
        rounds = len(losses)

        @cache
        def right_from(bucket: int, start: int) -> LogNumber:
            if start == rounds:
                return outer.field.one
            tau, asked = outer.threshold(bucket), queries(losses[start:])
            *halts, never = outer.halts(losses[start:], bucket)
            total = outer.field.zero
            for end, (query, share) in enumerate(zip(asked, halts, strict=True), start + 1):
                if query >= tau - outer.alpha:
                    total += share * right_from(bucket + 1, end)
                if query > tau + outer.alpha:
                    return total
            return total + never

        return 1 - right_from(1, 0)

    def regret(self) -> LogNumber:
        """The expected regret."""
        rounds = len(self.losses)

        @cache
        def lost(start: int, end: int) -> Fraction:
            total = Fraction(0)
            so_far = [0] * len(self.losses[0])
            for row in self.losses[start:end]:
                shares = exponential_mechanism.law(so_far, self.keep)
                total += sum(share * loss for share, loss in zip(shares, row, strict=True))
                so_far = [before + loss for before, loss in zip(so_far, row, strict=True)]
            return total / self.grid

        @cache
        def from_bucket(bucket: int, start: int) -> LogNumber:
            if start == rounds:
                return self.outer.field.zero
            *halts, never = self.outer.halts(self.losses[start:], bucket)
            total = never * lost(start, rounds)
            for end, share in enumerate(halts, start + 1):
                total += share * (lost(start, end) + from_bucket(bucket + 1, end))
            return total

        return from_bucket(1, 0) - self.best_loss


def every_whole(longest: int) -> Iterator[Whole]:
    """Streams that repeat up to two rows, in one, two or three buckets, also of a single round."""
    for rounds, (grid, root), keep in product(range(1, longest + 1), ((1, 1), (1, 2), (2, 2)), (Fraction(1, 2),)):
        for cycle in product(((1, 1), (1, 0), (0, 1)), repeat=2):
            losses = tuple((grid * a, grid * b) for a, b in (cycle * rounds)[:rounds])
            yield Whole(losses, keep, grid, root)


@st.composite
def wholes(draw: st.DrawFn) -> Whole:
    """Up to 9 rounds of runs of equal rows, on the grid of 1 or 1/2, with any rate."""
    grid, root = draw(st.sampled_from([(1, 1), (1, 2), (2, 2)]))
    row = st.tuples(*[st.integers(0, grid).map(lambda n: grid - n)] * draw(st.integers(1, 2)))
    runs = draw(st.lists(st.tuples(row, st.integers(1, 3)), min_size=1, max_size=3))
    losses = tuple(row for row, count in runs for _ in range(count))
    return Whole(losses, draw(keep_factors(max_denominator=9)), grid, root)
