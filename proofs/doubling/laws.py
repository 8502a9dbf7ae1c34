"""The exact laws of Algorithm 3 on small streams: those of the answers, and of the picks given the answers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, product

from hypothesis import strategies as st

from dartproof.accounting import ExactParameters
from dartproof.laws import picks_law, transcript_law
from dartproof.mechanisms import exponential_mechanism
from dartproof.mechanisms.above_threshold import halting_law
from dartproof.numeric import LogField, LogNumber
from dartproof.strategies import keep_factors, neighbour_pairs
from dartproof.streams import neighbours, streams_on_grid
from dartproof.streams.model import Steps

from .plays import SLIGHTLY, First, Noises, Row, WithAlpha, play

Tops = tuple[int, ...]
"""The rounds, from 0, at whose end ⊤ is answered."""


@dataclass(frozen=True, slots=True)
class Outer:
    """The instances of AboveThreshold in Algorithm 3, in steps of a grid.

    Attributes:
        noise: y = e^(-(eps/2)/(4 grid multiple)).
        alpha: in grid steps.
        multiple: the noises have 1/b_xi = 2 multiple L and 1/b_nu = multiple L a step, L = -ln y.
        grid: of the losses.
    """

    noise: Fraction
    alpha: int
    multiple: int = 1
    grid: int = 1

    def __str__(self) -> str:
        """In grid steps."""
        return f"e^(eps/2) = {self.exp_half_epsilon}, alpha = {self.alpha}"

    @property
    def field(self) -> LogField:
        """Q(L)."""
        return LogField(self.noise)

    @property
    def exp_half_epsilon(self) -> Fraction:
        """e^(eps/2)."""
        return self.noise ** (-4 * self.grid * self.multiple)

    def threshold(self, bucket: int) -> int:
        """(3 * 2^k - 2) alpha."""
        return (3 * (1 << bucket) - 2) * self.alpha

    def halts(self, losses: Steps, bucket: int) -> tuple[LogNumber, ...]:
        """For a bucket whose possible rounds are `losses`: Pr[⊤ at its first, second, ... round], Pr[no ⊤]."""
        return _halts(self, losses, bucket)

    def law(self, losses: Steps) -> dict[Tops, LogNumber]:
        """The law of the moments of ⊤."""
        return _law(self, losses)


def queries(losses: Steps) -> tuple[int, ...]:
    """The least loss of an expert after the first, second, ... of these rounds."""
    columns = [list(accumulate(column)) for column in zip(*losses, strict=True)]
    return tuple(min(sums) for sums in zip(*columns, strict=True))


@lru_cache(maxsize=4096)
def _halts(outer: Outer, losses: Steps, bucket: int) -> tuple[LogNumber, ...]:
    return halting_law(
        queries(losses),
        threshold=outer.threshold(bucket),
        grid=outer.grid,
        field=outer.field,
        noise_multiples=(2 * outer.multiple, outer.multiple),
    )


@lru_cache(maxsize=512)
def _law(outer: Outer, losses: Steps) -> dict[Tops, LogNumber]:
    law: dict[Tops, LogNumber] = {}

    def follow(tops: Tops, chance: LogNumber) -> None:
        start = tops[-1] + 1 if tops else 0
        if start == len(losses):
            law[tops] = chance
            return
        *halts, never = outer.halts(losses[start:], len(tops) + 1)
        law[tops] = chance * never
        for offset, share in enumerate(halts):
            follow((*tops, start + offset), chance * share)

    follow((), outer.field.one)
    return law


@dataclass(frozen=True, slots=True)
class Answers:
    """A stream, and moments of ⊤ that `DoublingLearner` is made to answer by noises that just do it."""

    losses: Steps
    tops: Tops
    alpha: int

    def __str__(self) -> str:
        """With rounds from 1."""
        return f"S = {written(self.losses)}, alpha = {self.alpha}, ⊤ after rounds {[t + 1 for t in self.tops]}"

    def answered(self) -> Tops:
        """The moments of ⊤ if nu_t = tau_k - q_t where ⊤ is wanted, slightly below where not, and xi = 0."""
        outer, noises, start = Outer(Fraction(1, 2), self.alpha), list[Fraction](), 0
        bucket = 1
        for t in range(len(self.losses)):
            gap = outer.threshold(bucket) - queries(self.losses[start : t + 1])[-1]
            noises.append(Fraction(gap) if t in self.tops else gap - SLIGHTLY)
            if t in self.tops:
                bucket, start = bucket + 1, t + 1
        rows: tuple[Row, ...] = tuple(tuple(Fraction(loss) for loss in row) for row in self.losses)
        learner = WithAlpha(epsilon=4.0, inner=lambda _: First(), scale=Fraction(self.alpha))
        return play(learner, rows, Noises(iter(()), iter(noises)))


def every_answers(rounds: int) -> Iterator[Answers]:
    """All streams of two experts and all moments of ⊤."""
    for losses in streams_on_grid(rounds, 2, 1, last_round=True):
        for chosen in product((False, True), repeat=rounds):
            yield Answers(losses, tuple(t for t, top in enumerate(chosen) if top), 1)


Picks = tuple[int, ...]
Joint = Mapping[tuple[Tops, Picks], LogNumber]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two neighbouring streams, the outer instances, and Algorithm 1 as the inner learner.

    Attributes:
        losses: one stream, in grid steps.
        neighbour: the other.
        outer: as above.
        inner: the parameters of each inner learner, in the field of the outer instances.
        remembers: whether an inner learner starts, wrongly, with all losses since round 1.
    """

    losses: Steps
    neighbour: Steps
    outer: Outer
    inner: ExactParameters
    remembers: bool = False

    def __str__(self) -> str:
        """With the losses of rounds 1, 2, ... in this order."""
        return (
            f"S = {written(self.losses)}, S' = {written(self.neighbour)}, "
            f"e^eps' = {self.inner_cost} of the inner learners, {self.outer}"
        )

    @property
    def inner_cost(self) -> Fraction:
        """e^eps' of the inner learner, which is at most e^(eps/2) for an inner learner as in the statement."""
        return self.inner.exp_eta**2 if self.remembers else self.inner.claim_ratio()

    def ratio(self) -> LogNumber:
        """The largest ratio of the probability of moments of ⊤ and picks to that under the neighbour."""
        other = self.joint(self.neighbour)
        return max(chance / other[outcome] for outcome, chance in self.joint(self.losses).items())

    def joint(self, losses: Steps) -> Joint:
        """The law of the moments of ⊤ and the picks."""
        return _joint(losses, self.outer, self.inner, self.remembers)


@lru_cache(maxsize=512)
def _joint(losses: Steps, outer: Outer, inner: ExactParameters, remembers: bool) -> Joint:
    joint: dict[tuple[Tops, Picks], LogNumber] = {}
    for tops, chance in outer.law(losses).items():
        paths: dict[Picks, LogNumber] = {(): chance}
        start = 0
        for end in dict.fromkeys([*(t + 1 for t in tops), len(losses)]):
            law = (
                _remembering(losses, start, end, inner)
                if remembers
                else _segment(losses[start:end], len(losses), inner)
            )
            paths = {
                (*before, *picks): weight * share for before, weight in paths.items() for picks, share in law.items()
            }
            start = end
        joint |= {(tops, picks): weight for picks, weight in paths.items()}
    return joint


@lru_cache(maxsize=4096)
def _segment(part: Steps, rounds: int, inner: ExactParameters) -> Mapping[Picks, LogNumber]:
    """The law of the picks of Algorithm 1 in a bucket: it is told T rounds, and is stopped."""
    zeros = ((0,) * len(part[0]),) * (rounds - len(part))
    law: dict[Picks, LogNumber] = {}
    for picks, chance in picks_law(transcript_law(part + zeros, inner)).items():
        stopped = picks[: len(part)]
        law[stopped] = law[stopped] + chance if stopped in law else chance
    return law


def _remembering(losses: Steps, start: int, end: int, inner: ExactParameters) -> Mapping[Picks, LogNumber]:
    """An expert is drawn from P_t, by all losses so far, and played to the end of the bucket: 2 eta-DP."""
    so_far = [sum(column) for column in zip(*losses[:start], strict=True)] or [0] * len(losses[0])
    shares = exponential_mechanism.law(so_far, inner.keep)
    return {(i,) * (end - start): inner.field.one * share for i, share in enumerate(shares)}


@dataclass(frozen=True, slots=True)
class Reversal:
    """Two neighbouring streams whose min-queries differ by +1 first, by 0 then and by -1 at last, or the reverse.

    Attributes:
        high: the rounds in which both experts lose 1, at the start; then expert 2 loses 1.
        quiet: the rounds without losses after the differing one; then expert 1 loses 1 twice.
        first: which expert loses in the differing round: 0, or 1 for the neighbour of that.
        outer: the instances of AboveThreshold.
    """

    high: int
    quiet: int
    first: int
    outer: Outer

    def __str__(self) -> str:
        """As streams."""
        return f"S = {written(self.stream(self.first))}, S' = {written(self.stream(1 - self.first))}, {self.outer}"

    def stream(self, loser: int) -> Steps:
        """The stream in whose differing round `loser` loses."""
        differing = (1 - loser, loser)
        return (*((1, 1),) * self.high, (0, 1), differing, *((0, 0),) * self.quiet, (1, 0), (1, 0))

    def ratio(self) -> LogNumber:
        """The largest ratio of the probability of a moment of ⊤ in bucket 1 to that under the neighbour."""
        law = self.outer.halts(self.stream(self.first), 1)
        other = self.outer.halts(self.stream(1 - self.first), 1)
        return max(chance / chance_n for chance, chance_n in zip(law, other, strict=True))


def every_pair(rounds: int, outer: Outer, inner: ExactParameters, *, remembers: bool = False) -> Iterator[Pair]:
    """All streams of two experts and all their neighbours."""
    for losses in streams_on_grid(rounds, 2, 1, last_round=True):
        for neighbour in neighbours(losses, 1, last_round=True):
            yield Pair(losses, neighbour.losses, outer, inner, remembers)


def every_reversal(*, multiples: tuple[int, ...] = (1, 2)) -> Iterator[Reversal]:
    """Several noises, heights and lengths of the quiet rounds."""
    for noise, multiple, high, quiet, first in product(
        (Fraction(1, 2), Fraction(9, 10)), multiples, (0, 4), (0, 3, 8), (0, 1)
    ):
        yield Reversal(high, quiet, first, Outer(noise, 1, multiple))


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    """Up to three rounds, two experts; noises and Algorithm 1 with any parameters, V = 1."""
    losses, neighbour = draw(neighbour_pairs(max_rounds=3, max_experts=2, min_experts=2, last_round=True))
    noise, keep = draw(keep_factors(max_denominator=9)), draw(keep_factors(max_denominator=9))
    inner = ExactParameters(
        grid=1, keep=keep, noise=noise, clip=draw(st.integers(1, 2)), threshold=draw(st.integers(-1, 2)), limit=1
    )
    return Pair(losses, neighbour, Outer(noise, draw(st.integers(0, 2)), draw(st.integers(1, 2))), inner)


@st.composite
def remembering_pairs(draw: st.DrawFn) -> Pair:
    """Three rounds, weak noises of the outer instances, and inner learners that draw from all losses so far."""
    losses, neighbour = draw(neighbour_pairs(min_rounds=3, max_rounds=3, max_experts=2, min_experts=2))
    keep = draw(st.sampled_from([Fraction(1, 4), Fraction(1, 2)]))
    inner = ExactParameters(grid=1, keep=keep, noise=Fraction(19, 20), clip=1, threshold=1, limit=1)
    return Pair(losses, neighbour, Outer(inner.noise, 1), inner, remembers=True)


@st.composite
def reversals(draw: st.DrawFn) -> Reversal:
    """Up to 6 high and 9 quiet rounds."""
    outer = Outer(draw(keep_factors(max_denominator=9)), 1, draw(st.integers(1, 2)))
    return Reversal(draw(st.integers(0, 6)), draw(st.integers(0, 9)), draw(st.integers(0, 1)), outer)


def written(losses: Steps) -> str:
    """The losses of rounds 1, 2, ... in this order."""
    return "; ".join(",".join(map(str, row)) for row in losses)
