"""What `subsampling_amplification` is decided on: finite learners, q, e^eps and the number of rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import isqrt

from hypothesis import strategies as st

from dartproof.errors import InputError
from dartproof.games import (
    Adversary,
    AnyKernel,
    DartboardKernel,
    Measure,
    Row,
    TableKernel,
    ThinnedKernel,
    WeightsKernel,
    coin_sequences,
    every_adversary,
    every_table,
    greatest_distance,
    greatest_oblivious_distance,
    hockey_stick,
    thinned,
    view_law,
)
from dartproof.games.strategies import adversaries, exact_learners, rates, tables
from dartproof.numeric import FastRational, fast

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
View = dict[tuple[int, ...], FastRational]
Thinning = Callable[[AnyKernel, Fraction], AnyKernel]


@dataclass(frozen=True, slots=True)
class Case:
    """A learner A with q, e^eps and T. Losses are 0 and 1."""

    learner: AnyKernel
    rate: Fraction
    ratio: Fraction
    rounds: int

    def __str__(self) -> str:
        """A, the numbers, and the least delta of A at eps."""
        return f"A = {self.learner}; q = {self.rate}, e^eps = {self.ratio}, T = {self.rounds}, delta = {self.delta}"

    @property
    def delta(self) -> Fraction:
        """The least delta for which A is adaptively (eps, delta)-private."""
        return greatest_distance(self.learner, self.ratio, rounds=self.rounds).value

    @property
    def amplified(self) -> Fraction:
        """1 + q(e^eps - 1)."""
        return 1 + self.rate * (self.ratio - 1)

    def distance(self, ratio: Fraction, *, thinning: Thinning = ThinnedKernel) -> Fraction:
        """The least delta of A_q at another e^eps."""
        return greatest_distance(thinning(self.learner, self.rate), ratio, rounds=self.rounds).value


def amplifies(case: Case) -> bool:
    """A_q is adaptively (ln(1 + q(e^eps - 1)), q delta)-private."""
    return case.distance(case.amplified) <= case.rate * case.delta


def q_epsilon(case: Case) -> bool:
    """The false claim with q eps, at q = 1/2: the square root of e^eps, which the cases have in rationals."""
    root = Fraction(isqrt(case.ratio.numerator), isqrt(case.ratio.denominator))
    if root**2 != case.ratio:
        raise InputError(f"e^eps = {case.ratio} must be the square of a rational")
    return case.distance(root) <= case.rate * case.delta


def delta_squared(case: Case) -> bool:
    """The false claim with q^2 delta."""
    return case.distance(case.amplified) <= case.rate**2 * case.delta


def fixed_streams_suffice(case: Case) -> bool:
    """The false claim with the delta of A for fixed streams."""
    delta = greatest_oblivious_distance(case.learner, case.ratio, rounds=case.rounds).value
    return case.distance(case.amplified) <= case.rate * delta


State = tuple[object, int]


@dataclass(frozen=True, slots=True)
class OneCoin:
    """A faulty A_q that draws one coin for all rounds; its state has that coin."""

    learner: AnyKernel
    rate: Fraction

    @property
    def experts(self) -> int:
        """N."""
        return self.learner.experts

    def start(self) -> Measure[State]:
        """The coin and the start of A."""
        chances = ((1, fast(self.rate)), (0, fast(1 - self.rate)))
        return {(s, coin): mass * chance for s, mass in self.learner.start().items() for coin, chance in chances}

    def pick(self, state: State) -> tuple[FastRational, ...]:
        """The pick of A."""
        return self.learner.pick(state[0])

    def update(self, state: State, pick: int, row: Row) -> Measure[State]:
        """A is shown all rows or none."""
        inner, coin = state
        shown = row if coin else (0,) * self.experts
        return {(new, coin): mass for new, mass in self.learner.update(inner, pick, shown).items()}


@dataclass(frozen=True, slots=True)
class SeenCoins:
    """A faulty A_q that gives its last coin Z away: it picks 2i + Z for A's expert i, from 0; both are copies of i."""

    learner: AnyKernel
    rate: Fraction

    @property
    def experts(self) -> int:
        """2N."""
        return 2 * self.learner.experts

    def start(self) -> Measure[State]:
        """No coin yet."""
        return {(state, 0): mass for state, mass in self.learner.start().items()}

    def pick(self, state: State) -> tuple[FastRational, ...]:
        """The pick of A and the coin."""
        inner, coin = state
        return tuple(p if coin == parity else fast(0) for p in self.learner.pick(inner) for parity in (0, 1))

    def update(self, state: State, pick: int, row: Row) -> Measure[State]:
        """A is shown the losses of the even copies, or zeros."""
        law: dict[State, FastRational] = {}
        for coin, chance in ((1, self.rate), (0, 1 - self.rate)):
            shown = row[::2] if coin else (0,) * self.learner.experts
            for new, share in self.learner.update(state[0], pick // 2, shown).items():
                law[new, coin] = law.get((new, coin), fast(0)) + fast(chance) * share
        return law


def with_one_coin(case: Case) -> bool:
    """The false claim for one coin in all rounds."""
    return case.distance(case.amplified, thinning=OneCoin) <= case.rate * case.delta


def with_seen_coins(case: Case) -> bool:
    """The false claim for coins that are seen."""
    return case.distance(case.amplified, thinning=SeenCoins) <= case.rate * case.delta


@dataclass(frozen=True, slots=True)
class Match:
    """A learner and one adversary, with q and e^eps."""

    learner: AnyKernel
    adversary: Adversary
    rate: Fraction
    ratio: Fraction

    def __str__(self) -> str:
        """All four."""
        return f"A = {self.learner}; {self.adversary}; q = {self.rate}, e^eps = {self.ratio}"

    def branch(self, bit: int, special: int | None) -> View:
        """The law of the view where the coin of the differing round is fixed: P_b^+, P^-, or P_b for None."""
        law: View = {}
        for coins, chance in coin_sequences(self.adversary.rounds, self.rate):
            played = thinned(self.adversary, coins, special=special)
            for view, mass in view_law(self.learner, played, bit).items():
                law[view] = law.get(view, fast(0)) + fast(chance) * mass
        return law


def branches_agree(match: Match) -> bool:
    """A_q's views mix those of A against thinned adversaries; P^- has no bit; and the lemma for this adversary."""
    with_q = ThinnedKernel(match.learner, match.rate)
    p, q = (view_law(with_q, match.adversary, bit) for bit in (0, 1))
    plus, plus_n = match.branch(0, 1), match.branch(1, 1)
    minus = match.branch(0, 0)
    delta = max(hockey_stick(plus, plus_n, match.ratio), hockey_stick(plus, minus, match.ratio))
    return (
        p == match.branch(0, None)
        and q == match.branch(1, None)
        and minus == match.branch(1, 0)
        and hockey_stick(p, q, 1 + match.rate * (match.ratio - 1)) <= match.rate * delta
    )


def leaking(otherwise: Fraction, if_lost: Fraction) -> TableKernel:
    """Picks expert 1 with the first probability, and with the second once all experts lost 1."""
    return TableKernel(((otherwise, 1 - otherwise), (if_lost, 1 - if_lost)), (((0, 0, 0, 1),) * 2, ((1, 1, 1, 1),) * 2))


def reaches_both_numbers(case: Case) -> bool:
    """Neither number can be smaller: a learner of each kind with T = 2 has equality."""
    lower = HALF / case.ratio
    pure, leak = leaking(lower, lower * case.ratio), leaking(Fraction(0), 1 - 1 / case.ratio)
    at_pure, at_leak = (Case(learner, case.rate, case.ratio, 2) for learner in (pure, leak))
    smaller = 1 + (at_pure.amplified - 1) * Fraction(99, 100)
    return at_pure.delta == at_pure.distance(at_pure.amplified) == 0 < at_pure.distance(
        smaller
    ) and 0 < at_leak.delta * case.rate == at_leak.distance(at_leak.amplified)


def every_case(*, step: int) -> Iterator[Case]:
    """Learners of two states for T = 2 and 3, with some q and e^eps; multiplicative weights and the dartboard."""
    numbers = list(product((QUARTER, HALF, Fraction(9, 10)), (Fraction(1), Fraction(2), Fraction(4))))
    for learner in every_table((QUARTER, HALF, Fraction(1)), step=7 * step):
        yield from (Case(learner, rate, ratio, 2) for rate, ratio in numbers[::4])
    for learner in every_table((Fraction(0), HALF, Fraction(2, 3)), by_pick=True, step=10007 * step):
        yield Case(learner, HALF, Fraction(2), 3)
    for rate, ratio in numbers[:: 2 if step > 1 else 1]:
        yield Case(WeightsKernel(2, HALF), rate, ratio, 3)
        yield Case(DartboardKernel(2, HALF), rate, ratio, 3)


def every_match(*, step: int) -> Iterator[Match]:
    """Each `step`-th adversary of three rounds, against a table that sees its picks, weights and the dartboard."""
    table = TableKernel(
        ((HALF, HALF), (Fraction(1), Fraction(0))),
        (((0, 1, 0, 1), (0, 0, 1, 1)), ((1, 0, 0, 1), (1, 1, 0, 0))),
    )
    learners: tuple[AnyKernel, ...] = (table, WeightsKernel(2, HALF), DartboardKernel(2, HALF))
    for number, adversary in enumerate(every_adversary(3, 2, 1)):
        if number % step == 0:
            yield Match(learners[number % 3], adversary, Fraction(1, 3), Fraction(3, 2))


def sharp_cases() -> Iterator[Case]:
    """Some q and e^eps; the learners are made for them."""
    for rate, ratio in product(
        (QUARTER, HALF, Fraction(9, 10), Fraction(1)), (Fraction(5, 4), Fraction(2), Fraction(9))
    ):
        yield Case(leaking(HALF, HALF), rate, ratio, 2)


def counting(shares: tuple[Fraction, ...]) -> TableKernel:
    """In round 3 picks expert 1 with the first, second or third probability if 0, 1 or 2 rounds had losses 1, 1.

    In rounds 1 and 2 it picks it with the first.
    """
    none, one, two = ((share, 1 - share) for share in shares)
    moves = ((4, 4, 4, 1), (2, 2, 2, 3), (2, 2, 2, 2), (3, 3, 3, 3), (4, 4, 4, 2))
    return TableKernel((none, none, one, two, none), tuple((line, line) for line in moves))


def counts() -> Iterator[Case]:
    """Learners that count, at q = 1/2: their shares are a factor e^eps apart."""
    for ratio in (Fraction(2), Fraction(4)):
        shares = (HALF / ratio**2, HALF / ratio, HALF)
        yield Case(counting(shares), HALF, ratio, 3)


@st.composite
def counting_cases(draw: st.DrawFn) -> Case:
    """Any learner that counts with shares a factor e^eps apart, at q = 1/2."""
    ratio, most = draw(st.sampled_from([Fraction(2), Fraction(3), Fraction(4)])), draw(rates(max_denominator=8))
    return Case(counting((most / ratio**2, most / ratio, most)), HALF, ratio, 3)


def square_cases() -> st.SearchStrategy[Case]:
    """Any learner that leaks, at q = 1/2 and an e^eps that is a square."""
    learners = st.builds(leaking, rates(), rates())
    return st.builds(Case, learners, st.just(HALF), st.sampled_from([Fraction(9, 4), Fraction(4)]), st.just(2))


def dartboard_cases() -> st.SearchStrategy[Case]:
    """Dartboards with N = 2 and T = 3, at q = 1/2."""
    learners = st.sampled_from([HALF, Fraction(3, 4), Fraction(9, 10)]).map(lambda keep: DartboardKernel(2, keep))
    return st.builds(
        Case, learners, st.just(HALF), st.sampled_from([Fraction(2), Fraction(3), Fraction(4)]), st.just(3)
    )


def leaks(rounds: int) -> Iterator[Case]:
    """Learners that leak, and the dartboard, at q = 1/2."""
    learners: tuple[AnyKernel, ...] = (
        leaking(Fraction(1, 8), HALF),
        leaking(Fraction(0), HALF),
        DartboardKernel(2, HALF),
    )
    for learner, ratio in product(learners, (Fraction(9, 4), Fraction(4))):
        yield Case(learner, HALF, ratio, rounds)


def cases(
    *, rounds: tuple[int, int] = (1, 3), rate: st.SearchStrategy[Fraction] | None = None
) -> st.SearchStrategy[Case]:
    """Any learner of two experts; e^eps is any rational from 1 to 4."""
    ratios = st.fractions(1, 4, max_denominator=4)
    return st.builds(Case, exact_learners(), rates() if rate is None else rate, ratios, st.integers(*rounds))


def matches() -> st.SearchStrategy[Match]:
    """Any learner of two or three experts, and adversaries of up to three rounds."""

    def players(size: tuple[int, int]) -> st.SearchStrategy[Match]:
        rounds, experts = size
        return st.builds(
            Match,
            tables(experts=experts, max_states=2),
            adversaries(rounds=rounds, experts=experts),
            rates(),
            st.fractions(1, 4, max_denominator=4),
        )

    return st.tuples(st.integers(1, 3), st.integers(2, 3)).flatmap(players)
