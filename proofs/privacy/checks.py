"""`privacy`, decided in Q(L): all transcripts of Algorithm 1 on all small neighbours, at exact parameters."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial

from hypothesis import strategies as st

from dartproof.evidence import Control, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation

from . import derivation
from .families import (
    COSTS,
    HALF,
    Cost,
    at_delta_zero,
    in_steps,
    lopsided,
    lopsided_pairs,
    pairs,
    two_draw_pairs,
    two_draws,
    two_experts,
    two_round_pairs,
    two_rounds,
    with_delta,
)
from .pairs import (
    Bound,
    Pair,
    Unclipped,
    UpToTwo,
    checks_ratio,
    claimed,
    close_in_two_steps,
    picks_close,
    resamples_ratio,
    transcripts_close,
)


def cheaper(
    name: str,
    says: str,
    symbolic: Derivation,
    bound: Bound,
    *,
    costs: Sequence[Cost] = COSTS,
) -> Control:
    """A false claim that allows less than the statement, at delta = 0."""
    holds: Callable[[Pair], bool] = partial(transcripts_close, bound=bound)
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("two experts, T = 3 and 4", lambda _: lopsided(two_experts, costs), holds),
        property=Randomised("two experts, T = 3 and 4", partial(lopsided_pairs, costs), holds, examples=1000),
    )


def fewer_draws(name: str, says: str, symbolic: Derivation, bound: Bound) -> Control:
    """A false claim that allows less for the draws, at two of them and a small delta > 0."""
    holds: Callable[[Pair], bool] = partial(transcripts_close, bound=bound)
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("two experts, T = 4, V = 2, delta = 10^-6", lambda _: two_draws(), holds),
        property=Randomised("two experts, T = 4, V = 2, delta = 10^-6", two_draw_pairs, holds, examples=1000),
    )


def wider(
    name: str,
    says: str,
    symbolic: Derivation,
    instances: Callable[[], Iterator[Pair]],
    strategy: Callable[[], st.SearchStrategy[Pair]],
) -> Control:
    """A false claim of more streams or another algorithm than those of the statement."""
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("two experts, T = 3 and 4", lambda _: instances(), transcripts_close),
        property=Randomised("two experts, T = 3 and 4", strategy, transcripts_close, examples=1000),
    )


def coin_for_free(pair: Pair) -> Fraction:
    """The false e^(eps1 + Comp)."""
    return pair.parameters.exp_epsilon1 * resamples_ratio(pair)


def answers_for_free(pair: Pair) -> Fraction:
    """The false e^(max(eta, eps2) + Comp)."""
    return max(pair.parameters.exp_eta, pair.parameters.exp_epsilon2) * resamples_ratio(pair)


def one_eta_each(pair: Pair) -> Fraction:
    """The false e^eps with Comp_delta(V, eta)."""
    return checks_ratio(pair) * resamples_ratio(pair, eta=1)


def one_resample_more(pair: Pair) -> Fraction:
    """The false e^eps with Comp_delta(V - 1, 2 eta)."""
    return checks_ratio(pair) * resamples_ratio(pair, fewer=1)


def close_without_delta(pair: Pair) -> bool:
    """The false P(E) <= e^eps P'(E) with the eps of delta > 0."""
    return transcripts_close(Pair(pair.losses, pair.neighbour, pair.parameters), bound=lambda _: claimed(pair))


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive("all neighbours and transcripts, T = 3, 4 and N = 2 or T = N = 3", at_delta_zero, transcripts_close),
        Exhaustive(
            "all sets of transcripts, delta = 10^-6, 1/100, 1/10, 1/2, T = 3, 4, N = 2", with_delta, transcripts_close
        ),
        Exhaustive("all sets of sequences of experts at these delta, T = 3, 4, N = 2", with_delta, picks_close),
        Exhaustive("the hybrid: its law and both distances, T = 3, 4, N = 2", in_steps, close_in_two_steps),
    ],
    property=[
        Randomised("any parameters and delta, T <= 4, N <= 3, transcripts", pairs, transcripts_close, examples=60),
        Randomised("any parameters and delta, T <= 4, N <= 3, experts", pairs, picks_close, examples=30),
        Randomised("any parameters and delta, T <= 4, N <= 3, the hybrid", pairs, close_in_two_steps, examples=30),
    ],
    controls=[
        wider(
            "without_the_clip",
            "r need not be raised to c",
            derivation.without_the_clip,
            partial(lopsided, two_experts, made_by=Unclipped),
            partial(lopsided_pairs, made_by=Unclipped),
        ),
        wider(
            "two_rounds_differ",
            "the streams may differ in two rounds",
            derivation.two_rounds_differ,
            partial(lopsided, two_rounds),
            two_round_pairs,
        ),
        wider(
            "losses_up_to_two",
            "losses may lie in [0, 2]",
            derivation.losses_up_to_two,
            partial(lopsided, partial(two_experts, grid=2), made_by=UpToTwo, grid=2),
            partial(lopsided_pairs, made_by=UpToTwo, grid=2),
        ),
        cheaper(
            "coin_for_free", "max(eta, eps2) can be left out", derivation.coin_for_free, coin_for_free, costs=COSTS[2:]
        ),
        cheaper(
            "answers_for_free", "eps1 can be left out", derivation.answers_for_free, answers_for_free, costs=COSTS[3:]
        ),
        fewer_draws("one_eta_each", "a resample costs eta", derivation.one_eta_each, one_eta_each),
        fewer_draws(
            "one_resample_more", "V resamples are charged as V - 1", derivation.one_resample_more, one_resample_more
        ),
        Control(
            name="delta_for_free",
            says="with Comp_delta for delta > 0, the delta can be left out",
            symbolic=derivation.delta_for_free,
            exact=Exhaustive(
                "two experts, T = 3 and 4, delta = 1/2",
                lambda _: lopsided(two_experts, COSTS[1:2], deltas=(HALF,)),
                close_without_delta,
            ),
            property=Randomised(
                "two experts, T = 3 and 4, delta = 1/2",
                partial(lopsided_pairs, COSTS[1:2], deltas=(HALF,), min_rounds=4),
                close_without_delta,
                examples=1000,
            ),
        ),
    ],
)
