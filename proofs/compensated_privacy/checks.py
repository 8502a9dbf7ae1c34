"""`compensated_privacy`, decided in rationals: all neighbours and transcripts with small exact parameters.

The largest ratio over all pairs comes from `laws.pairs`; one instance is looked at by itself, as the derivation does.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from hypothesis import strategies as st

from dartproof.accounting import CompensatedParameters
from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation
from dartproof.laws import Transcript
from dartproof.laws.privacy_loss import pair_divergences, process_divergence

from . import derivation
from .pairs import (
    HALF,
    LITTLE,
    MUCH,
    THIRD,
    Cost,
    Game,
    Interval,
    Pair,
    drawn_intervals,
    drawn_pairs,
    drawn_two_rounds,
    every_learner,
    every_pair,
    fall,
    games,
    intervals,
    largest,
    later_resamples,
    learner,
    rise,
    two_rounds,
    with_delta,
)


def all_close(game: Game, *, claimed: Cost = CompensatedParameters.claim_ratio) -> bool:
    """P(w) <= e^eps P'(w) for all pairs of neighbours and all transcripts w."""
    ratio = largest(game).ratio
    return ratio is not None and ratio <= claimed(game.parameters)


def worst_is_paid(game: Game) -> bool:
    """At the worst pair and transcript w, P(w) <= e^(eps_c + 2 eta v(w)) P'(w): the first claim."""
    found, one = largest(game), game.parameters
    if found.ratio is None or not isinstance(found.witness, Transcript):
        return False
    return found.ratio <= one.check_ratio() * one.exp_eta ** (2 * later_resamples(found.witness, found.round))


def interval_close(interval: Interval, *, rises: Cost = rise, falls: Cost = fall) -> bool:
    """One instance costs at most 1/b1 + eta in one direction and 1/b2 + eps2 in the other, outcome by outcome."""
    return interval.within(rises(interval.parameters), falls(interval.parameters))


def sets_close(pair: Pair) -> bool:
    """P(E) <= e^(eps_c + Comp) P'(E) + delta for every set E of transcripts."""
    return pair.loss_law().hockey_stick(with_delta(pair.parameters, pair.delta)) <= pair.delta


def any_two_close(pair: Pair) -> bool:
    """The same of two streams that need not be neighbours, at delta = 0."""
    ratio = process_divergence(*pair.processes()).ratio
    return ratio is not None and ratio <= pair.parameters.claim_ratio()


def attained(case: tuple[Pair, Fraction]) -> bool:
    """The largest P(w)/P'(w) of the pair is just the number, e^(1/b1 + eta), which is e^eps_c."""
    pair, number = case
    ratio = pair_divergences(*pair.processes()).larger.ratio
    return ratio is not None and ratio == number == rise(pair.parameters) == pair.parameters.check_ratio()


def is_probability(one: tuple[int, int, Fraction]) -> bool:
    """e^(-(tau - c)/b2) is a probability, for any tau, c and e^(-1/b2) in steps."""
    threshold, clip, noise = one
    return noise ** (threshold - clip) <= 1


def extreme(_: Effort) -> Iterator[tuple[Pair, Fraction]]:
    """X = y = 1/2, c = 1, tau = 2, one expert with losses 0, 1, 1, 0 or 1, 1, 1, 0: the check of round 5 that keeps."""
    first, later = (0, 1), ((1,), (1,), (0,), (0,))
    low, high = (((loss,), *later) for loss in first)
    yield Pair(low, high, learner(keep=HALF, excess=1)), Fraction(4)


def all_games(effort: Effort) -> Iterator[Game]:
    """T <= 4 and N = 2 at many learners, T = 4 and N = 3 or losses 0, 1/2, 1 at some."""
    full = effort == "full"
    for one in every_learner(full=full):
        yield Game(5 if full else 4, 2, one)
        if one.limit == 2 and one.clip_steps == 1:
            yield Game(4, 3, one)
    for one in every_learner(full=full, grid=2):
        if full or one.limit == 2:
            yield Game(3, 2, one)


def all_intervals(effort: Effort) -> Iterator[Interval]:
    """All losses 0, 1 up to 4 or 5 rounds, and 0, 1/2, 1 up to 3."""
    full = effort == "full"
    for one in every_learner(full=full):
        if full or one.limit == 2:
            yield from intervals(one, 5 if full else 4)
    for one in every_learner(full=full, grid=2):
        if full or (one.limit == 2 and one.noise == HALF):
            yield from intervals(one, 3)


def with_deltas(effort: Effort) -> Iterator[Pair]:
    """T = 3, N = 2."""
    for one in every_learner(full=False):
        if effort == "full" or (one.clip_steps == 1 and one.limit == 2 and one.keep == HALF and one.noise == HALF):
            yield from every_pair(3, 2, one, Fraction(1, 100), HALF)


def tau_and_clip(_: Effort) -> Iterator[tuple[int, int, Fraction]]:
    """Tau and c up to 3."""
    return ((tau, c, noise) for tau in range(4) for c in range(1, 4) for noise in (HALF, MUCH))


def show_tau(one: tuple[int, int, Fraction]) -> str:
    """In the paper's notation."""
    return f"tau = {one[0]}, c = {one[1]}, e^-1/b2 = {one[2]}: h0 = {one[2] ** (one[0] - one[1])}"


def second_only(one: CompensatedParameters) -> Fraction:
    """The false e^(1/b2 + eps2) with only the second bound on eps2."""
    rate = one.noise ** (one.noise_multiples[1] * one.grid)
    return (1 + (1 / one.keep**one.clip_steps - 1) * (1 - rate)) / rate


def clip_only(one: CompensatedParameters) -> Fraction:
    """The false e^(1/b2 + eps2) with only the first bound on eps2."""
    return (1 + Fraction(one.grid, one.clip_steps)) / one.noise ** (one.noise_multiples[1] * one.grid)


def one_eta_each(one: CompensatedParameters) -> Fraction:
    """The false e^(eps_c + eta V)."""
    return one.check_ratio() * one.exp_eta**one.limit


def one_resample_more(one: CompensatedParameters) -> Fraction:
    """The false e^(eps_c + 2 eta (V - 1))."""
    return one.check_ratio() * one.exp_eta ** (2 * one.limit - 2)


def in_units_of_one_step(cost: Cost) -> Cost:
    """The cost where a loss of 1 is one step of the grid, and losses go up to 2."""
    return lambda one: cost(replace(one, grid=1))


def of_games(name: str, says: str, symbolic: Derivation, one: CompensatedParameters, claimed: Cost) -> Control:
    """A false claim about whole transcripts."""
    holds: Callable[[Game], bool] = partial(all_close, claimed=claimed)
    sizes = [Game(rounds, experts, one) for rounds in (2, 3, 4) for experts in (1, 2)]
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("up to two experts, T = 2, 3, 4", lambda _: sizes, holds),
        property=Randomised("up to two experts, T = 2, 3, 4", partial(games, fixed=one), holds),
    )


def of_intervals(
    name: str,
    says: str,
    symbolic: Derivation,
    one: CompensatedParameters,
    *,
    rises: Cost = rise,
    falls: Cost = fall,
    up_to: int | None = None,
) -> Control:
    """A false claim about one instance."""
    holds: Callable[[Interval], bool] = partial(interval_close, rises=rises, falls=falls)
    strategy: Callable[[], st.SearchStrategy[Interval]] = partial(drawn_intervals, fixed=one, up_to=up_to)
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("one instance of up to 5 rounds", lambda _: intervals(one, 5, up_to=up_to), holds),
        property=Randomised("one instance of up to 6 rounds", strategy, holds),
    )


def either(one: CompensatedParameters) -> Fraction:
    """e^eps_c, for both directions."""
    return one.check_ratio()


PLAIN = learner(noise=LITTLE)
RATE = learner(keep=THIRD, noise=LITTLE, clip=3)

ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive("one instance, all losses and all raised ones", all_intervals, interval_close),
        Exhaustive("learners, on all neighbours and transcripts", all_games, all_close),
        Exhaustive("these learners, by the resamples after the differing round", all_games, worst_is_paid),
        Exhaustive("all sets of transcripts, delta = 1/100 and 1/2, T = 3, N = 2", with_deltas, sets_close),
        Exhaustive("a pair of streams that attains e^(1/b1 + eta)", extreme, attained),
    ],
    property=[
        Randomised("any instance of up to 6 rounds and any parameters", drawn_intervals, interval_close, examples=100),
        Randomised("any learner on all neighbours, T <= 4, N <= 2", games, all_close, examples=30),
        Randomised("any learner and delta, T <= 4, N <= 2, all sets", drawn_pairs, sets_close, examples=30),
    ],
    controls=[
        of_intervals(
            "laplace_threshold",
            "xi may have Laplace's law",
            derivation.laplace_threshold,
            learner(excess=11, shape="laplace", multiples=(1, 2)),
        ),
        Control(
            name="threshold_below_clip",
            says="h0 is a probability for every tau and c",
            symbolic=derivation.threshold_below_clip,
            exact=Exhaustive("tau and c up to 3", tau_and_clip, is_probability, show_tau),
            property=Randomised(
                "tau and c up to 9",
                lambda: st.tuples(st.integers(0, 9), st.integers(1, 9), st.sampled_from((HALF, MUCH))),
                is_probability,
                show_tau,
            ),
        ),
        of_intervals("floor_too_low", "h0/256 will do", derivation.floor_too_low, learner(floor=Fraction(1, 2048))),
        of_intervals("no_floor", "h0 = 0 will do", derivation.no_floor, learner(floor=Fraction(0))),
        of_intervals(
            "clip_too_small",
            "e^eps2 >= 1 + 1/c can be left out",
            derivation.clip_too_small,
            learner(noise=MUCH, excess=2, grid=2),
            falls=second_only,
        ),
        of_intervals(
            "keeping_for_free",
            "the other bound on eps2 can be left out",
            derivation.keeping_for_free,
            learner(keep=HALF, noise=THIRD, clip=4, multiples=(1, 2)),
            falls=clip_only,
        ),
        of_intervals(
            "smaller_of_both",
            "eps_c = 1/b1 + eta",
            derivation.smaller_of_both,
            PLAIN,
            rises=rise,
            falls=rise,
        ),
        of_intervals(
            "losses_up_to_two",
            "losses may lie in [0, 2]",
            derivation.losses_up_to_two,
            learner(grid=2, noise=HALF, keep=HALF, clip=1),
            rises=in_units_of_one_step(either),
            falls=in_units_of_one_step(either),
        ),
        of_games("one_eta_each", "a resample costs eta", derivation.one_eta_each, RATE, one_eta_each),
        of_games(
            "one_resample_more",
            "V resamples are charged as V - 1",
            derivation.one_resample_more,
            RATE,
            one_resample_more,
        ),
        Control(
            name="two_rounds_differ",
            says="the streams may differ in two rounds",
            symbolic=derivation.losses_up_to_two,
            exact=Exhaustive("one expert, T = 3, 4", lambda _: two_rounds(PLAIN, 4), any_two_close),
            property=Randomised("one expert, T <= 5", partial(drawn_two_rounds, PLAIN), any_two_close),
        ),
    ],
)
