"""Whether i_T ~ P_T given an event, for Algorithm 2 with the delay function of noises that take few values."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from dartproof.evidence import Dispute
from dartproof.laws import BELOW, KEEP
from dartproof.laws.lazy import position_laws
from dartproof.laws.plays import Play, every_stream
from dartproof.numeric import fast
from dartproof.streams.model import Steps

ALPHA, THRESHOLD, HALF = 2, 3, Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Noises:
    """The noises xi_1, xi_2, ... of the instances and nu_2, nu_3, ... of the rounds."""

    xi: tuple[int, ...]
    nu: tuple[int, ...]

    def top(self, query: int, now: int, checks: int) -> bool:
        """The answer in round `now`, from 0, of the instance that follows so many checks."""
        return query + self.nu[now - 1] >= THRESHOLD + self.xi[checks]


@dataclass(frozen=True, slots=True)
class Run:
    """One course of a run: its steps from round 2 on, with the losses and the noises."""

    losses: Steps
    noises: Noises
    past: tuple[int, ...]

    def accurate(self) -> bool:
        """Whether all answers are right up to alpha, that to the query of the last round included."""
        expert, launch, checks = self.past[0], 0, 0
        for now, step in enumerate(self.past[1:], start=1):
            query = sum(row[expert] for row in self.losses[launch:now])
            top = self.noises.top(query, now, checks)
            if query < THRESHOLD - ALPHA if top else query > THRESHOLD + ALPHA:
                return False
            if step != BELOW:
                expert, launch, checks = (expert if step == KEEP else step), now, checks + 1
        return True


Event = Callable[[Run], bool]


def holds(event: Event, losses: Steps) -> bool:
    """The law of i_T, with the check in round T forced, given the event: it is P_T."""
    end, experts = len(losses) - 1, len(losses[0])
    given = [fast(0)] * experts
    for noises in every_noises(end):

        def delay(launch: int, expert: int, checks: int, noises: Noises = noises) -> int:
            queries = ((now, sum(row[expert] for row in losses[launch:now])) for now in range(launch + 1, end + 1))
            return next((now for now, query in queries if noises.top(query, now, checks)), end)

        play = Play(losses, 1, HALF, delay, 0, end)
        *_, law = position_laws(play.process(), until=end, remember=True)
        for position, mass in law.items():
            if event(Run(losses, noises, position.past)):
                given[position.expert] += mass
    shares = Play(losses, 1, HALF, lambda *_: end, 0, end).weights.shares[end]
    total = sum(given, start=fast(0))
    return total > 0 and all(mass == total * share for mass, share in zip(given, shares, strict=True))


def every_noises(queries: int) -> Iterator[Noises]:
    """All noises of so many instances and queries; more values where these are few."""
    values = (-3, -1, 0, 1, 3) if queries == 1 else (-3, 0, 3)
    for drawn in product(values, repeat=2 * queries):
        yield Noises(drawn[:queries], drawn[queries:])


def streams() -> Iterator[Steps]:
    """All losses 0 and 1 of two experts in two and three rounds."""
    for rounds in (2, 3):
        yield from every_stream(rounds, 2)


def small_noises(run: Run) -> bool:
    """All noises are at most alpha/2 in absolute value."""
    return all(2 * abs(noise) <= ALPHA for noise in (*run.noises.xi, *run.noises.nu))


def small_threshold_noises(run: Run) -> bool:
    """The noises of the thresholds are."""
    return all(2 * abs(noise) <= ALPHA for noise in run.noises.xi)


def show(losses: Steps) -> str:
    """In the paper's notation."""
    rows = ", ".join(f"l_{t} = ({', '.join(map(str, row))})" for t, row in enumerate(losses[:-1], start=1))
    return f"{rows}, e^-eta = {HALF}, tau = {THRESHOLD}, alpha = {ALPHA}"


DISPUTE = Dispute(
    says="all losses 0 and 1, T <= 3, N = 2",
    instances=streams,
    holds=holds,
    text=Run.accurate,
    mended=small_noises,
    variation=small_threshold_noises,
    varied="another event about the noises alone",
    show=show,
)
