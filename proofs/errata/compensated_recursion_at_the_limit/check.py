"""The recursion of the compensated learner's surviving mass, in rationals."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from dartproof.accounting import CompensatedParameters
from dartproof.evidence import Dispute
from dartproof.laws.lazy import Choice, LazyProcess, Position, position_laws, weights_of
from dartproof.laws.plays import every_stream
from dartproof.laws.process import compensated_process
from dartproof.numeric import FastRational, fast
from dartproof.streams.model import Steps

ONE, ZERO = fast(1), fast(0)


@dataclass(frozen=True, slots=True)
class Play:
    """The learner on losses 0 and 1; V is the limit of the parameters."""

    losses: Steps
    parameters: CompensatedParameters

    def __str__(self) -> str:
        """In the paper's notation."""
        p = self.parameters
        rows = ", ".join(f"l_{t} = ({', '.join(map(str, row))})" for t, row in enumerate(self.losses[:-1], start=1))
        return (
            f"{rows}, e^-eta = {p.keep}, e^(-1/b) = {p.noise}, c = {p.clip_steps}, tau = {p.threshold}, V = {p.limit}"
        )

    def process(self, *, limited: bool) -> LazyProcess[FastRational]:
        """The learner by what it does in each position, its noise integrated out."""
        process, limit = compensated_process(self.losses, self.parameters), self.parameters.limit

        def choose(at: Position) -> Choice[FastRational]:
            if limited and at.updates >= limit:
                return Choice(ONE, ZERO, ZERO)
            course, asked = process.course(at.launch, at.expert, 0), at.now - at.launch - 1
            left = course.never + sum(course.keeps[asked:]) + sum(course.renewals[asked:])
            here = (course.keeps[asked], course.renewals[asked])
            keep, renewal = (fast((number / left).as_fraction()) for number in here)
            return Choice(ONE - keep - renewal, keep, renewal)

        return LazyProcess(weights_of(self.losses, self.parameters.keep).shares, choose)

    def survives(self, factors: Callable[[int], int], *, limited: bool) -> bool:
        """The recursion with the factor 1 - p where `factors` is 1 and 1 where it is 0, for the sums over equal keys.

        Args:
            factors: of v; what has one value is added up.
            limited: whether checks end after V resamples.
        """
        process, withheld = self.process(limited=limited), fast(self.parameters.compensation)
        laws = position_laws(process, until=len(self.losses) - 1)
        for now, (law, following) in enumerate(pairwise(laws), start=1):
            before, after = self._mass(law, factors), self._mass(following, factors)
            drawn: dict[int, FastRational] = {}
            for at, mass in law.items():
                key = factors(at.updates + 1)
                drawn[key] = drawn.get(key, ZERO) + mass * process.choose(at).resample
            for key in {*(k for k, _ in before), *(k for k, _ in after)}:
                for i, share in enumerate(process.shares[now]):
                    factor = fast(self.parameters.keep ** self.losses[now - 1][i]) * (ONE - withheld * (key >= 0))
                    kept = factor * before.get((key, i), ZERO)
                    if after.get((key, i), ZERO) != kept + drawn.get(key, ZERO) * share:
                        return False
        return True

    def _mass(
        self, law: dict[Position, FastRational], key: Callable[[int], int]
    ) -> dict[tuple[int, int], FastRational]:
        found: dict[tuple[int, int], FastRational] = {}
        for at, mass in law.items():
            lost = sum(row[at.expert] for row in self.losses[at.launch : at.now - 1])
            place = key(at.updates), at.expert
            found[place] = found.get(place, ZERO) + mass * fast(self.parameters.keep**lost)
        return found


def in_one_line(play: Play) -> bool:
    """Summed over all v, with the limit."""
    return play.survives(lambda _: 0, limited=True)


def by_count(play: Play) -> bool:
    """For each v apart; a key below 0 stands for v = V."""
    return play.survives(lambda v: v if v < play.parameters.limit else -1, limited=True)


def without_limit(play: Play) -> bool:
    """Summed over all v, without a limit."""
    return play.survives(lambda _: 0, limited=False)


def holds(reading: Callable[[Play], bool], play: Play) -> bool:
    """The reading at one play."""
    return reading(play)


def plays() -> Iterator[Play]:
    """All losses 0 and 1, T <= 4, N = 2, V = 1, and 2 for T = 4."""
    least = CompensatedParameters(grid=1, keep=Fraction(1, 2), noise=Fraction(1, 2), clip_steps=1, threshold=1, limit=1)
    for rounds in (2, 3, 4):
        for losses in every_stream(rounds, 2):
            yield Play(losses, least)
    for losses in every_stream(4, 2):
        yield Play(losses, replace(least, limit=2, threshold=2, noise=Fraction(2, 3)))


DISPUTE = Dispute(
    says="all losses 0 and 1, T <= 4, N = 2, V <= 2",
    instances=plays,
    holds=holds,
    text=in_one_line,
    mended=by_count,
    variation=without_limit,
    varied="the sum over v, without a limit",
)
