"""What `dp_definition` is decided on: a few laws on few outcomes, with the ratio e^eps."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product

from hypothesis import strategies as st

from dartproof.accounting import ExactParameters
from dartproof.games import hockey_stick
from dartproof.laws import hockey_stick as hockey_stick_in_field
from dartproof.laws import picks_law, transcript_law
from dartproof.numeric import FastRational, LogField, fast
from dartproof.strategies import exact_parameters, neighbour_pairs
from dartproof.streams import neighbouring_pairs
from dartproof.streams.model import Steps

Law = tuple[Fraction, ...]
RATIOS = (Fraction(1), Fraction(3, 2), Fraction(3))
FIELD = LogField(Fraction(1, 2))


@dataclass(frozen=True, slots=True)
class Laws:
    """Laws on the outcomes 1, 2, ..., with ratio = e^eps; for two steps also e^eps'."""

    laws: tuple[Law, ...]
    ratio: Fraction
    second: Fraction = Fraction(1)

    def __str__(self) -> str:
        """In the paper's notation."""
        laws = ", ".join(f"P{chr(39) * number} = ({', '.join(map(str, law))})" for number, law in enumerate(self.laws))
        return f"{laws}, e^eps = {self.ratio}" + (f", e^eps' = {self.second}" if len(self.laws) > 2 else "")


def as_mapping(law: Law) -> dict[int, FastRational]:
    """The form that the games use."""
    return {outcome: fast(mass) for outcome, mass in enumerate(law)}


def distance(p: Law, q: Law, ratio: Fraction) -> Fraction:
    """The sum of max(0, p(w) - ratio q(w)), by the package."""
    return hockey_stick(as_mapping(p), as_mapping(q), ratio)


@cache
def events(outcomes: int) -> tuple[tuple[int, ...], ...]:
    """All sets of outcomes."""
    return tuple(chain.from_iterable(combinations(range(outcomes), size) for size in range(outcomes + 1)))


def gaps(p: Law, q: Law, ratio: Fraction) -> Iterator[Fraction]:
    """P(E) - e^eps P'(E) for every event E."""
    for event in events(len(p)):
        yield sum((p[w] - ratio * q[w] for w in event), start=Fraction(0))


def forms_agree(case: Laws) -> bool:
    """The greatest of P(E) - e^eps P'(E) is the sum that both modules compute, and 0 just if no outcome exceeds."""
    p, q = case.laws
    worst = max(gaps(p, q, case.ratio))
    in_p, in_q = ({w: FIELD.rational(mass) for w, mass in enumerate(law)} for law in (p, q))
    in_field = hockey_stick_in_field(in_p, in_q, case.ratio)
    pointwise = all(above <= case.ratio * below for above, below in zip(p, q, strict=True))
    return worst == distance(p, q, case.ratio) and in_field == worst and (worst == 0) == pointwise


def processed(law: Law, kernel: tuple[Law, ...]) -> Law:
    """The law of what the kernel makes of an outcome."""
    return tuple(
        sum((mass * row[v] for mass, row in zip(law, kernel, strict=True)), start=Fraction(0))
        for v in range(len(kernel[0]))
    )


@cache
def processings(outcomes: int) -> tuple[tuple[Law, ...], ...]:
    """Ways to process each outcome to one of two: 1 with probability 0, 1/3 or 1."""
    chances = (Fraction(0), Fraction(1, 3), Fraction(1))
    return tuple(tuple((c, 1 - c) for c in row) for row in product(chances, repeat=outcomes))


def no_farther_when_processed(case: Laws) -> bool:
    """Processing does not increase the distance."""
    p, q = case.laws
    before = distance(p, q, case.ratio)
    return all(distance(processed(p, k), processed(q, k), case.ratio) <= before for k in processings(len(p)))


def mixed(case: Laws) -> bool:
    """The mixtures of (P, P') and (P', P'') with weights 1/3, 2/3 are at most as far as the mean of the distances."""
    p, q, r = case.laws
    third = Fraction(1, 3)
    left, right = (tuple(third * a + (1 - third) * b for a, b in zip(x, y, strict=True)) for x, y in ((p, q), (q, r)))
    mean = third * distance(p, q, case.ratio) + (1 - third) * distance(q, r, case.ratio)
    return distance(left, right, case.ratio) <= mean


def two_steps(case: Laws, *, factor: bool = True) -> bool:
    """hs(P, P'') <= hs(P, P') + e^eps hs(P', P''), with e^(eps + eps') on the left."""
    p, q, r = case.laws
    allowed = distance(p, q, case.ratio) + (case.ratio if factor else 1) * distance(q, r, case.second)
    return distance(p, r, case.ratio * case.second) <= allowed


def outcomes_suffice(case: Laws) -> bool:
    """The false claim that the largest P(w) - e^eps P'(w) is the delta."""
    p, q = case.laws
    excess = [above - case.ratio * below for above, below in zip(p, q, strict=True)]
    delta = max(Fraction(0), *excess)
    return distance(p, q, case.ratio) <= delta


def one_order_suffices(case: Laws) -> bool:
    """The false claim that P' is as close to P as P to P'."""
    p, q = case.laws
    return distance(q, p, case.ratio) <= distance(p, q, case.ratio)


def rounds_suffice(case: Laws) -> bool:
    """The false claim for four outcomes, as pairs of two: the larger distance of the parts is that of the pair."""

    def parts(law: Law) -> tuple[Law, Law]:
        a, b, c, d = law
        return (a + b, c + d), (a + c, b + d)

    p, q = case.laws
    delta = max(distance(x, y, case.ratio) for x, y in zip(parts(p), parts(q), strict=True))
    return distance(p, q, case.ratio) <= delta


@cache
def every_law(outcomes: int, denominator: int) -> tuple[Law, ...]:
    """All laws on so many outcomes with masses in multiples of 1/denominator."""
    counts = product(range(denominator + 1), repeat=outcomes)
    return tuple(tuple(Fraction(c, denominator) for c in row) for row in counts if sum(row) == denominator)


def every_case(number: int, outcomes: int, denominator: int) -> Iterator[Laws]:
    """All tuples of so many such laws, at all ratios."""
    for laws in product(every_law(outcomes, denominator), repeat=number):
        for ratio in RATIOS:
            yield Laws(laws, ratio, Fraction(2))


@st.composite
def cases(draw: st.DrawFn, number: int = 2, *, outcomes: tuple[int, int] = (1, 4)) -> Laws:
    """Any laws with a common denominator up to 12, on 1 to 4 outcomes or as said."""
    size = draw(st.integers(*outcomes))
    counts = st.tuples(*[st.integers(0, 12)] * size).filter(any)
    laws = draw(st.tuples(*[counts] * number))
    ratios = st.fractions(1, 4, max_denominator=6)
    return Laws(tuple(tuple(Fraction(c, sum(row)) for c in row) for row in laws), draw(ratios), draw(ratios))


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Algorithm 1 on two streams, in steps of the grid."""

    losses: Steps
    neighbour: Steps
    parameters: ExactParameters
    ratio: Fraction

    def __str__(self) -> str:
        """The streams in grid steps."""
        return f"S = {self.losses}, S' = {self.neighbour}, {self.parameters}, e^eps = {self.ratio}"


def picks_no_farther(case: Neighbours) -> bool:
    """For Algorithm 1, the picks are as private as the transcript; the worst event of the picks attains its sum."""
    p, q = (transcript_law(losses, case.parameters) for losses in (case.losses, case.neighbour))
    a, b = picks_law(p), picks_law(q)
    delta = hockey_stick_in_field(a, b, case.ratio)
    zero = case.parameters.field.zero
    worst = [w for w, mass in a.items() if mass > case.ratio * b.get(w, zero)]
    attained = sum((a[w] - case.ratio * b.get(w, zero) for w in worst), start=zero)
    return delta == attained and delta <= hockey_stick_in_field(p, q, case.ratio)


def every_neighbours() -> Iterator[Neighbours]:
    """All neighbours of T = 3 rounds, N = 2, at one choice of parameters."""
    half = Fraction(1, 2)
    parameters = ExactParameters(grid=1, keep=half, noise=half, clip=1, threshold=1, limit=2)
    for pair in neighbouring_pairs(3, 2, 1):
        yield Neighbours(pair.losses, pair.neighbour, parameters, Fraction(9, 8))


@st.composite
def neighbours(draw: st.DrawFn) -> Neighbours:
    """Any neighbours of up to 3 rounds and experts, at any parameters."""
    losses, neighbour = draw(neighbour_pairs(max_rounds=3))
    return Neighbours(losses, neighbour, draw(exact_parameters()), draw(st.fractions(1, 4, max_denominator=6)))
