"""Which answers are ⊥, in every transcript of Algorithm 1 with one expert."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from dartproof.accounting import ExactParameters
from dartproof.evidence import Dispute
from dartproof.laws import BELOW, UNASKED, Transcript, transcript_law

PARAMETERS = ExactParameters(grid=1, keep=Fraction(1, 2), noise=Fraction(1, 2), clip=1, threshold=1, limit=4)


@dataclass(frozen=True, slots=True)
class Interval:
    """The u-th check of a transcript; all rounds count from 1."""

    transcript: Transcript
    number: int
    last: int
    now: int

    def __str__(self) -> str:
        """The transcript and u."""
        return f"{self.transcript}, u = {self.number}"

    def below(self, round_: int) -> bool:
        """Whether the answer in this round was ⊥."""
        return self.transcript.steps[round_ - 2] == BELOW


Reading = Callable[[Interval], range]


def holds(rounds: Reading, interval: Interval) -> bool | None:
    """The answers in these rounds are ⊥; nothing is said of round 1, in which no query is asked."""
    said = [round_ for round_ in rounds(interval) if round_ >= 2]
    return all(map(interval.below, said)) if said else None


def intervals() -> Iterator[Interval]:
    """The intervals of more than one round, T <= 5."""
    for rounds in range(2, 6):
        for transcript in transcript_law(((1,),) * rounds, PARAMETERS):
            checks = [t for t, step in enumerate(transcript.steps, start=2) if step not in {BELOW, UNASKED}]
            for number, (last, now) in enumerate(zip([1, *checks], checks, strict=False), start=1):
                if last < now - 1:
                    yield Interval(transcript, number, last, now)


DISPUTE = Dispute(
    says="intervals of more than one round in the transcripts with T <= 5, N = 1",
    instances=intervals,
    holds=holds,
    text=lambda interval: range(interval.last, interval.last + 1),
    mended=lambda interval: range(interval.now - 1, interval.now),
    variation=lambda interval: range(interval.last + 1, interval.now),
    varied="all answers inside the interval",
)
