"""`bernoulli_ratio`, decided in rationals: keep = e^(-eta/g), e^eps2 = 1 + 1/clip, losses counted in steps of 1/g."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from hypothesis import strategies as st

from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.mechanisms.bernoulli import clipped_keep_law

from . import derivation

KEEPS = [Fraction(1, 2), Fraction(3, 4), Fraction(9, 10), Fraction(99, 100)]


@dataclass(frozen=True, slots=True)
class Pair:
    """The losses q and q' since the last check on two neighbouring streams, in steps of 1/grid; r = max(c, q)."""

    keep: Fraction
    clip: int
    grid: int
    loss: int
    loss_neighbour: int
    clipped: bool = True

    def __str__(self) -> str:
        """In the paper's notation."""
        return (
            f"e^-eta = {self.keep**self.grid}, e^eps2 = {1 + Fraction(1, self.clip)}, "
            f"r = {self.clipped_losses[0]}, r' = {self.clipped_losses[1]}"
        )

    @property
    def level(self) -> int:
        """The clip in grid steps, or 0 without it."""
        return self.clip * self.grid if self.clipped else 0

    @property
    def clipped_losses(self) -> tuple[Fraction, Fraction]:
        """The numbers r and r', in units of loss."""
        r, r_neighbour = (max(self.level, loss) for loss in (self.loss, self.loss_neighbour))
        return Fraction(r, self.grid), Fraction(r_neighbour, self.grid)

    @property
    def keeps(self) -> tuple[Fraction, Fraction]:
        """e^(-eta r) and e^(-eta r'), from the law that the learner's coin has."""
        kept, kept_neighbour = (
            clipped_keep_law(self.keep, loss, clip_steps=self.level) for loss in (self.loss, self.loss_neighbour)
        )
        return kept, kept_neighbour


def keeps_alike(pair: Pair) -> bool:
    """e^(-eta r) <= e^eta e^(-eta r'), multiplied by e^(-eta)."""
    kept, kept_neighbour = pair.keeps
    return pair.keep**pair.grid * kept <= kept_neighbour


def resamples_alike(pair: Pair) -> bool:
    """1 - e^(-eta r) <= e^eps2 (1 - e^(-eta r'))."""
    kept, kept_neighbour = pair.keeps
    return 1 - kept <= (1 + Fraction(1, pair.clip)) * (1 - kept_neighbour)


def chain(pair: Pair) -> bool:
    """The steps between: 1 - e^(-eta r) <= max(1, r/r') (1 - e^(-eta r')), and max(1, r/r') <= 1 + 1/min(r, r')."""
    (kept, kept_neighbour), (r, r_neighbour) = pair.keeps, pair.clipped_losses
    quotient = max(Fraction(1), r / r_neighbour)
    return 1 - kept <= quotient * (1 - kept_neighbour) and quotient <= 1 + 1 / min(r, r_neighbour)


def both(pair: Pair) -> bool:
    """The two inequalities at one pair."""
    return keeps_alike(pair) and resamples_alike(pair)


def statement(pair: Pair) -> bool:
    """The whole statement at one pair."""
    return both(pair) and chain(pair)


def keeps_for_free(pair: Pair) -> bool:
    """The false e^(-eta r) <= e^(-eta r')."""
    kept, kept_neighbour = pair.keeps
    return kept <= kept_neighbour


def every_pair(*, reach: int = 1, clipped: bool = True, above: int = 8) -> Iterator[Pair]:
    """Every pair of losses within `reach` of each other, from 0 to `above` more than the clip."""
    for keep in KEEPS:
        for clip in range(1, 6):
            for grid in (1, 2, 3):
                for loss in range((clip + above) * grid):
                    for neighbour in range(max(0, loss - reach * grid), loss + reach * grid + 1):
                        yield Pair(keep, clip, grid, loss, neighbour, clipped)


def family(effort: Effort) -> Iterable[Pair]:
    """The pairs that satisfy both hypotheses."""
    return every_pair(above=24 if effort == "full" else 8)


@st.composite
def pairs(draw: st.DrawFn, *, reach: int = 1, clipped: bool = True) -> Pair:
    """Pairs on grids up to 1/12, with any rational keep probability."""
    grid, clip = draw(st.integers(1, 12)), draw(st.integers(1, 40))
    keep = draw(st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=1000))
    loss = draw(st.integers(0, (clip + 30) * grid))
    return Pair(keep, clip, grid, loss, draw(st.integers(max(0, loss - reach * grid), loss + reach * grid)), clipped)


ROOM = Room(
    derivation=derivation.derive,
    exact=[Exhaustive("every pair of losses within 1 of each other, below and above the clip", family, statement)],
    property=[Randomised("pairs on grids up to 1/12 with any rational e^(-eta)", pairs, statement)],
    controls=[
        Control(
            name="without_the_clip",
            says="r and r' may lie below the clip",
            symbolic=derivation.without_the_clip,
            exact=Exhaustive("pairs that are not clipped", lambda _: every_pair(clipped=False), both),
            property=Randomised("pairs that are not clipped", partial(pairs, clipped=False), both),
        ),
        Control(
            name="without_sensitivity",
            says="r and r' may differ by 2",
            symbolic=derivation.without_sensitivity,
            exact=Exhaustive("pairs within 2 of each other", lambda _: every_pair(reach=2), both),
            property=Randomised("pairs within 2 of each other", partial(pairs, reach=2), both),
        ),
        Control(
            name="keep_is_not_free",
            says="the factor e^eta of the first inequality can be dropped",
            symbolic=derivation.keep_is_not_free,
            exact=Exhaustive("the family of the statement", family, keeps_for_free),
            property=Randomised("the pairs of the statement", pairs, keeps_for_free),
        ),
    ],
)
