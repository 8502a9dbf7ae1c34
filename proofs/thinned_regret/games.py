"""What `thinned_regret` is decided on: finite learners and q, against all adversaries or one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product

from hypothesis import strategies as st

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
    expected_loss,
    expected_regret,
    greatest_regret,
    oblivious,
    thinned,
)
from dartproof.games.strategies import adversaries, exact_learners, rates, tables
from dartproof.numeric import FastRational
from dartproof.strategies import loss_steps
from dartproof.streams import streams_on_grid

HALF, TENTH = Fraction(1, 2), Fraction(1, 10)


@dataclass(frozen=True, slots=True)
class Case:
    """A learner, q and T. Losses are 0 and 1."""

    learner: AnyKernel
    rate: Fraction
    rounds: int

    def __str__(self) -> str:
        """All three and the regrets."""
        worst, worst_q = (greatest_regret(k, rounds=self.rounds).value for k in (self.learner, self.thinned))
        return f"A = {self.learner}; q = {self.rate}, T = {self.rounds}: R_A = {worst}, R_A_q = {worst_q}"

    @property
    def thinned(self) -> ThinnedKernel[object]:
        """A_q."""
        return ThinnedKernel(self.learner, self.rate)


def loses_little(case: Case) -> bool:
    """R_{A_q} <= R_A/q, and the worst adversary reaches what the search says."""
    worst = greatest_regret(case.learner, rounds=case.rounds)
    worst_q = greatest_regret(case.thinned, rounds=case.rounds)
    return (
        case.rate * worst_q.value <= worst.value
        and expected_loss(case.learner, worst.adversary) == expected_regret(case.learner, worst.adversary)
        and expected_loss(case.thinned, worst_q.adversary) == worst_q.value
    )


def loses_no_more(case: Case) -> bool:
    """The false claim R_{A_q} <= R_A."""
    worst, worst_q = (greatest_regret(k, rounds=case.rounds).value for k in (case.learner, case.thinned))
    return worst_q <= worst


@dataclass(frozen=True, slots=True)
class CoinsOfThePick:
    """A faulty A_q, q = 1/2, that shows A the losses if the pick was expert 2 and not if it was expert 1."""

    learner: AnyKernel

    @property
    def experts(self) -> int:
        """N."""
        return self.learner.experts

    def start(self) -> Measure[object]:
        """The start of A."""
        return self.learner.start()

    def pick(self, state: object) -> tuple[FastRational, ...]:
        """The pick of A."""
        return self.learner.pick(state)

    def update(self, state: object, pick: int, row: Row) -> Measure[object]:
        """A is shown the losses after expert 2 only."""
        return self.learner.update(state, pick, row if pick == 1 else (0,) * self.experts)


def with_coins_of_the_pick(case: Case) -> bool:
    """The false claim for coins that are 1 for half the experts."""
    worst, worst_q = (
        greatest_regret(k, rounds=case.rounds).value for k in (case.learner, CoinsOfThePick(case.learner))
    )
    return worst_q / 2 <= worst


@dataclass(frozen=True, slots=True)
class Match:
    """A learner, q, and one adversary, whose losses are those for the bit 0."""

    learner: AnyKernel
    rate: Fraction
    adversary: Adversary

    def __str__(self) -> str:
        """All three and the losses."""
        loss, loss_q = (expected_loss(k, self.adversary) for k in (self.learner, self.thinned))
        return f"A = {self.learner}; q = {self.rate}; {self.adversary}: A loses {loss}, A_q loses {loss_q}"

    @property
    def thinned(self) -> ThinnedKernel[object]:
        """A_q."""
        return ThinnedKernel(self.learner, self.rate)


def loses_q_times(match: Match) -> bool:
    """The identity: q times the loss of A_q is the mean loss of A against the thinned adversaries."""
    seen = (
        chance * expected_loss(match.learner, thinned(match.adversary, coins))
        for coins, chance in coin_sequences(match.adversary.rounds, match.rate)
    )
    return match.rate * expected_loss(match.thinned, match.adversary) == sum(seen)


def regrets_q_times(match: Match) -> bool:
    """For a fixed stream q times the regret of A_q is at most the mean regret of A on the thinned streams."""
    seen = (
        chance * expected_regret(match.learner, thinned(match.adversary, coins))
        for coins, chance in coin_sequences(match.adversary.rounds, match.rate)
    )
    return match.rate * expected_regret(match.thinned, match.adversary) <= sum(seen)


def one_sequence(match: Match) -> bool:
    """The false claim for each sequence by itself."""
    return match.rate * expected_loss(match.thinned, match.adversary) <= expected_loss(match.learner, match.adversary)


def known() -> tuple[AnyKernel, ...]:
    """Multiplicative weights at two rates, the dartboard, and a table that sees its picks."""
    table = TableKernel(
        ((HALF, HALF), (Fraction(1), Fraction(0))),
        (((0, 1, 0, 1), (0, 0, 1, 1)), ((1, 0, 0, 1), (1, 1, 0, 0))),
    )
    return table, WeightsKernel(2, TENTH), WeightsKernel(2, HALF), DartboardKernel(2, HALF)


def every_case(*, step: int) -> Iterator[Case]:
    """Learners of two states, weights and dartboards, T = 1 to 4."""
    shares = (Fraction(0), HALF, Fraction(1))
    for table in every_table(shares, step=step):
        yield Case(table, Fraction(1, 3), 3)
    for table in every_table(shares, by_pick=True, step=1999 * step):
        yield Case(table, HALF, 3)
    for learner, rate, rounds in product(known(), (TENTH, HALF, Fraction(1)), (1, 2, 3, 4)):
        yield Case(learner, rate, rounds)


def few() -> Iterator[Case]:
    """One that stays with expert 1 until it is shown a loss of it, and the known learners."""
    zero, one = Fraction(0), Fraction(1)
    leaves = TableKernel(((one, zero), (zero, one)), (((0, 0, 1, 1),) * 2, ((1, 1, 1, 1),) * 2))
    learners: tuple[AnyKernel, ...] = (leaves, *known())
    for learner in learners:
        yield Case(learner, HALF, 3)


def every_match(*, step: int) -> Iterator[Match]:
    """Each `step`-th adversary of three rounds against the known learners in turn."""
    everyone = every_adversary(3, 2, 1, differences=0, last_round=True)
    for number, adversary in enumerate(islice(everyone, 0, None, step)):
        yield Match(known()[number % 4], Fraction(1, 3), adversary)


def every_stream(rounds: int) -> Iterator[Match]:
    """Every stream with losses 0 and 1 against the known learners."""
    for losses, learner in product(streams_on_grid(rounds, 2, 1, last_round=True), known()):
        yield Match(learner, HALF, oblivious(losses, losses))


def realizable_streams() -> Iterator[Match]:
    """Streams in which expert 1 has no loss, against learners of two states."""
    for second, learner in product(product((0, 1), repeat=3), every_table((Fraction(0), Fraction(1)), step=7)):
        losses = tuple((0, loss) for loss in second)
        yield Match(learner, HALF, oblivious(losses, losses))


def positive_rates() -> st.SearchStrategy[Fraction]:
    """Any q above 0."""
    return rates().filter(bool)


def cases() -> st.SearchStrategy[Case]:
    """Any learner of two experts, T <= 4."""
    return st.builds(Case, exact_learners(), positive_rates(), st.integers(1, 4))


def starting_with_one() -> st.SearchStrategy[Case]:
    """Any learner that picks expert 1 in one state, where it starts, and 2 in another; T is 3 or 4."""
    zero, one = Fraction(0), Fraction(1)
    lines = st.tuples(*[st.tuples(*[st.integers(0, 1)] * 4).map(lambda line: (line, line))] * 2)
    learners = lines.map(lambda moves: TableKernel(((one, zero), (zero, one)), moves))
    return st.builds(Case, learners, st.just(HALF), st.integers(3, 4))


def matches() -> st.SearchStrategy[Match]:
    """Any learner and adversary of up to three rounds, losses 0, 1/2 and 1."""
    players = st.integers(1, 3).flatmap(lambda rounds: adversaries(rounds=rounds, grid=2, differences=0))
    return st.builds(Match, tables(grid=2, max_states=2), positive_rates(), players)


def stream_matches() -> st.SearchStrategy[Match]:
    """Any learner of two experts and any stream of losses 0 and 1."""
    streams = loss_steps(min_experts=2, max_experts=2).map(lambda losses: oblivious(losses, losses))
    return st.builds(Match, exact_learners(), positive_rates(), streams)


def realizable_matches() -> st.SearchStrategy[Match]:
    """Learners of two states that settle their picks, and streams in which expert 1 has no loss."""

    def spared(losses: tuple[Row, ...]) -> Adversary:
        rows = tuple((0, row[1]) for row in losses)
        return oblivious(rows, rows)

    return st.builds(
        Match,
        tables(max_states=2, max_denominator=1),
        positive_rates(),
        loss_steps(min_experts=2, max_experts=2).map(spared),
    )
