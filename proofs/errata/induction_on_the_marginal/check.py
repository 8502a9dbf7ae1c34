"""What is known of Algorithm 2 at its checks, with every delay function."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dartproof.evidence import Dispute
from dartproof.laws import BELOW
from dartproof.laws.lazy import position_laws
from dartproof.laws.plays import Play, every_play
from dartproof.numeric import FastRational, fast

Masses = list[FastRational]


@dataclass(frozen=True, slots=True)
class Courses:
    """All courses of a play with their probabilities."""

    play: Play

    def all(self) -> Iterator[tuple[tuple[int, ...], FastRational]]:
        """Each past, from the first expert to the step of round T_e."""
        *_, law = position_laws(self.play.process(), until=self.play.end, remember=True)
        yield from ((position.past, mass) for position, mass in law.items())

    def at_check(self, now: int) -> Masses:
        """The masses of the experts after round `now` where there was a check in it."""
        found = [fast(0)] * self.play.experts
        for past, mass in self.all():
            if past[now] != BELOW:
                found[held(past, now)] += mass
        return found

    def at_end(self, prefix: tuple[int, ...]) -> Masses:
        """The masses of the experts in round T_e after this beginning."""
        found = [fast(0)] * self.play.experts
        for past, mass in self.all():
            if past[: len(prefix)] == prefix:
                found[held(past, len(past) - 1)] += mass
        return found


def held(past: tuple[int, ...], now: int) -> int:
    """The expert after the step of round `now`, from 0."""
    return next(step for step in reversed(past[: now + 1]) if step >= 0)


def marginal(play: Play) -> bool:
    """After a check in a round before T_e, the expert has the law P_t."""
    courses = Courses(play)
    return all(proportional(courses.at_check(now), play.weights.shares[now]) for now in range(play.start + 1, play.end))


def invariant(play: Play) -> bool:
    """After a check or start in round t that leaves k, the law in round T_e is kappa 1[k] + (1 - kappa) P_(T_e)."""
    return all(_follows(play, prefix) for prefix in _beginnings(play, lambda step: step != BELOW))


def after_a_draw(play: Play) -> bool:
    """After a draw in round t, given nothing of its result, the law in round T_e is P_(T_e)."""
    courses = Courses(play)
    for prefix in _beginnings(play, lambda step: step >= 0):
        siblings = [courses.at_end((*prefix[:-1], other)) for other in range(play.experts)]
        total = [sum(parts, start=fast(0)) for parts in zip(*siblings, strict=True)]
        if not proportional(total, play.weights.shares[play.end]):
            return False
    return True


def _beginnings(play: Play, wanted: Callable[[int], bool]) -> Iterator[tuple[int, ...]]:
    seen = {past[: now + 1] for past, _ in Courses(play).all() for now in range(play.end - play.start)}
    yield from sorted(prefix for prefix in seen if wanted(prefix[-1]))


def _follows(play: Play, prefix: tuple[int, ...]) -> bool:
    now, weights = len(prefix) - 1, play.weights
    expert = held(prefix, now)
    kappa = weights.keep(now, play.end, expert)
    law = [(fast(1) - kappa) * share for share in weights.shares[play.end]]
    law[expert] += kappa
    return proportional(Courses(play).at_end(prefix), law)


def proportional(masses: Masses, law: Sequence[FastRational]) -> bool:
    """Whether the masses are a multiple of the law, perhaps 0."""
    total = sum(masses, start=fast(0))
    return all(mass == total * share for mass, share in zip(masses, law, strict=True))


def plays() -> Iterator[Play]:
    """All losses 0 and 1 and all delay functions, T_s = 1, T_e <= 3, N = 2."""
    for rounds in (2, 3):
        yield from every_play(rounds, 2, Fraction(1, 2))


def holds(reading: Callable[[Play], bool], play: Play) -> bool:
    """The reading at one play."""
    return reading(play)


DISPUTE = Dispute(
    says="all losses 0 and 1 and all delay functions, T_e <= 3, N = 2",
    instances=plays,
    holds=holds,
    text=marginal,
    mended=invariant,
    variation=after_a_draw,
    varied="the law after a draw whose result is not given",
)
