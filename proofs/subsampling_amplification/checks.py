"""`subsampling_amplification`, decided in rationals against all adversaries with losses 0 and 1."""

from collections.abc import Callable, Iterator
from functools import partial

from hypothesis import strategies as st

from dartproof.evidence import Control, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation

from . import cases as c
from . import derivation


def false_claim(
    name: str,
    says: str,
    symbolic: Derivation,
    holds: Callable[[c.Case], bool],
    *,
    rounds: int,
    instances: Callable[[], Iterator[c.Case]] | None = None,
    strategy: Callable[[], st.SearchStrategy[c.Case]] | None = None,
) -> Control:
    """A false claim about learners of two experts, at q = 1/2."""
    known = partial(c.leaks, rounds) if instances is None else instances
    drawn = partial(c.cases, rounds=(rounds, rounds), rate=st.just(c.HALF)) if strategy is None else strategy
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive(f"known learners, T = {rounds}", lambda _: known(), holds),
        property=Randomised(f"drawn learners, T = {rounds}", drawn, holds),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive(
            "many learners, q and e^eps, against all adversaries, T = 2 and 3",
            lambda effort: c.every_case(step=1 if effort == "full" else 12),
            c.amplifies,
        ),
        Exhaustive(
            "adversaries of three rounds, one by one: the mixture, its parts and the lemma",
            lambda effort: c.every_match(step=1 if effort == "full" else 15),
            c.branches_agree,
        ),
        Exhaustive("learners that reach the two numbers", lambda _: c.sharp_cases(), c.reaches_both_numbers),
    ],
    property=[
        Randomised("any learner, q and e^eps, T <= 3", c.cases, c.amplifies, examples=30),
        Randomised("any learner and adversary, T <= 3, N <= 3", c.matches, c.branches_agree, examples=25),
    ],
    controls=[
        false_claim(
            "q_epsilon", "A_q is q eps-private", derivation.q_epsilon, c.q_epsilon, rounds=2, strategy=c.square_cases
        ),
        false_claim("delta_squared", "q^2 delta suffices", derivation.delta_squared, c.delta_squared, rounds=2),
        false_claim("visible_coins", "the coins may be seen", derivation.visible_coins, c.with_seen_coins, rounds=2),
        false_claim(
            "one_coin",
            "one coin serves for all rounds",
            derivation.one_coin,
            c.with_one_coin,
            rounds=3,
            instances=c.counts,
            strategy=c.counting_cases,
        ),
        false_claim(
            "oblivious_only",
            "it is enough that A is private for fixed streams",
            derivation.oblivious_only,
            c.fixed_streams_suffice,
            rounds=3,
            strategy=c.dartboard_cases,
        ),
    ],
)
