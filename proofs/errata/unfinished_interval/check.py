"""The losses between the checks of Algorithm 2, with one expert and noises of at most alpha/2."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from dartproof.evidence import Dispute
from dartproof.laws import BELOW
from dartproof.laws.lazy import position_laws
from dartproof.laws.plays import Play

CLIP, ALPHA, THRESHOLD = 1, 2, 3  # tau = alpha + c


@dataclass(frozen=True, slots=True)
class Course:
    """Losses of the one expert before round T, with the noises of the instances and of the rounds."""

    losses: tuple[int, ...]
    xi: tuple[int, ...]
    nu: tuple[int, ...]

    def __str__(self) -> str:
        """In the paper's notation."""
        parts = (("losses", self.losses), ("xi =", self.xi), ("nu =", self.nu))
        numbers = ", ".join(f"{name} {', '.join(map(str, values))}" for name, values in parts)
        return f"{numbers}, c = {CLIP}, alpha = {ALPHA}, tau = {THRESHOLD}"

    def top(self, launch: int, now: int, checks: int) -> bool:
        """The answer in round `now`, from 0."""
        return sum(self.losses[launch:now]) + self.nu[now - 1] >= THRESHOLD + self.xi[checks]

    def intervals(self) -> Iterator[tuple[int, bool]]:
        """The loss between each check and the one before, and whether the check was due; the last one is forced."""
        end = len(self.losses)

        def delay(launch: int, _expert: int, checks: int) -> int:
            return next((now for now in range(launch + 1, end + 1) if self.top(launch, now, checks)), end + 1)

        play = Play((*((loss,) for loss in self.losses), (0,)), 1, Fraction(1, 2), delay, 0, end)
        *_, law = position_laws(play.process(), until=end, remember=True)
        for position in law:
            launch, checks = 0, 0
            for now, step in enumerate(position.past[1:], start=1):
                if step != BELOW:
                    yield sum(self.losses[launch:now]), self.top(launch, now, checks)
                    launch, checks = now, checks + 1


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is said of the loss before a check that is forced."""

    least: int
    most: int


def holds(bounds: Bounds, course: Course) -> bool:
    """Completed intervals are as Lemma 3.2 says, and the forced one as the reading says."""
    return all(
        CLIP <= loss <= THRESHOLD + ALPHA + 1 if due else bounds.least <= loss <= bounds.most
        for loss, due in course.intervals()
    )


def courses() -> Iterator[Course]:
    """All losses 0 and 1 and extreme noises for T <= 4; equal losses and noises for longer runs."""
    for queries in (1, 2, 3):
        for losses in product((0, 1), repeat=queries):
            for noises in product((-1, 1), repeat=2 * queries):
                yield Course(losses, noises[:queries], noises[queries:])
    for queries in (5, 6, 7):
        for loss, xi, nu in product((0, 1), (-1, 1), (-1, 1)):
            yield Course((loss,) * queries, (xi,) * queries, (nu,) * queries)


DISPUTE = Dispute(
    says="losses 0 and 1, T <= 8, noises of at most alpha/2",
    instances=courses,
    holds=holds,
    text=Bounds(CLIP, THRESHOLD + ALPHA + 1),
    mended=Bounds(0, THRESHOLD + ALPHA),
    variation=Bounds(0, THRESHOLD + ALPHA + 1),
    varied="the upper bound of completed intervals for the forced one",
)
