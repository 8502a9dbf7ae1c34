"""`check_privacy_sharp`, decided in Q(L): all neighbours and transcripts of Algorithm 1 with small exact parameters.

The largest ratio over all pairs comes from `laws.pairs`, which splits it as the derivation does; the enumeration of all
transcripts knows nothing of that.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import chain

from dartproof.accounting import privacy_ratio
from dartproof.evidence import Control, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation
from dartproof.laws import hockey_stick
from dartproof.laws.privacy_loss import pair_divergence, process_divergence

from . import derivation
from .families import (
    COIN,
    ETA,
    HALF,
    NOISY,
    UNCLIPPED,
    UP_TO_TWO,
    Game,
    all_pairs,
    enumerated,
    extreme,
    few_games,
    games,
    intervals,
    pairs,
    two_round_pairs,
    two_rounds,
)
from .pairs import Bound, Interval, Learner, Pair, claimed


def all_close(game: Game, *, bound: Bound = claimed) -> bool:
    """P(w) <= e^eps P'(w) for all pairs of neighbours and all transcripts w."""
    ratio = game.largest()
    return ratio is not None and ratio <= bound(game.learner)


def implies_privacy(game: Game) -> bool:
    """With the paper's noises the statement allows at most what `privacy` does; the least eps2 is ln(1 + 1/c)."""
    one = game.learner
    return one.multiples != (2, 1) or claimed(one) <= privacy_ratio(one.parameters)


def statement(game: Game) -> bool:
    """Both."""
    return all_close(game) and implies_privacy(game)


def sets_close(pair: Pair) -> bool:
    """P(E) <= e^eps P'(E) + delta for every set E of transcripts, and every set of sequences of experts."""
    bound = claimed(pair.learner, pair.delta)
    return hockey_stick(*pair.laws(), bound) <= pair.delta and hockey_stick(*pair.picks(), bound) <= pair.delta


def one_sign_each(interval: Interval) -> bool:
    """In each direction the answers and the coin together cost what the derivation says, outcome by outcome."""
    low, high = interval.courses()
    one = interval.learner
    rises = (
        *zip(low.keeps, high.keeps, (one.exp_rise,) * len(low.keeps), strict=True),
        *zip(low.renewals, high.renewals, (one.exp_xi,) * len(low.keeps), strict=True),
        (low.never, high.never, one.exp_xi),
    )
    falls = (
        *zip(high.keeps, low.keeps, (one.exp_nu,) * len(low.keeps), strict=True),
        *zip(high.renewals, low.renewals, (one.exp_fall,) * len(low.keeps), strict=True),
        (high.never, low.never, Fraction(1)),
    )
    return all(above <= cost * below for above, below, cost in chain(rises, falls))


def nearly_attained(case: tuple[Pair, Fraction]) -> bool:
    """The largest P(w)/P'(w) of the pair exceeds 99/100 of the number; for 40 rounds and more, 9999/10000."""
    pair, number = case
    ratio = pair_divergence(*pair.processes()).ratio
    missing = Fraction(1, 100 if len(pair.losses) < 40 else 10000)
    return ratio is None or ratio > (1 - missing) * number


def any_two_close(pair: Pair) -> bool:
    """The same of two streams that need not be neighbours."""
    ratio = process_divergence(*pair.processes()).ratio
    return ratio is not None and ratio <= claimed(pair.learner)


def threshold_noise_at_half(one: Learner) -> Fraction:
    """The false bound with 1/(2 b_xi); MX is even."""
    half = one.parameters.noise ** (one.multiples[0] // 2 * one.steps)
    return max(one.exp_rise * half, one.exp_fall) * one.composed()


def keep_for_free(one: Learner) -> Fraction:
    """The false bound without eta."""
    return max(one.exp_xi, one.exp_fall) * one.composed()


def resample_for_free(one: Learner) -> Fraction:
    """The false bound without eps2*."""
    return max(one.exp_rise, one.exp_nu) * one.composed()


def next_clip(one: Learner) -> Fraction:
    """The false bound with c + 1 in place of c."""
    return max(one.exp_rise, one.exp_nu * one.resampling(one.parameters.clip + 1)) * one.composed()


def smaller_of_both(one: Learner) -> Fraction:
    """The false bound with the minimum."""
    return min(one.exp_rise, one.exp_fall) * one.composed()


def one_eta_each(one: Learner) -> Fraction:
    """The false bound with Comp_0(V, eta)."""
    return max(one.exp_rise, one.exp_fall) * one.composed(eta=1)


def one_resample_more(one: Learner) -> Fraction:
    """The false bound with Comp_0(V - 1, 2 eta)."""
    return max(one.exp_rise, one.exp_fall) * one.composed(fewer=1)


def delta_for_free(one: Learner) -> Fraction:
    """The false claim of a pure eps with the eps of delta = 1/2."""
    return claimed(one, HALF)


def control(name: str, says: str, symbolic: Derivation, one: Learner, bound: Bound = claimed) -> Control:
    """A false claim, decided at learners at which one part of the cost stands out."""
    holds: Callable[[Game], bool] = partial(all_close, bound=bound)
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("two experts, T = 3, 4, 5", lambda _: few_games(one), holds),
        property=Randomised("up to two experts and four rounds", partial(games, (one,)), holds),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive("one instance and its coin, all losses and all raised ones, T <= 4", intervals, one_sign_each),
        Exhaustive("learners, on all neighbours with T <= 5 and N = 2 or T = 4, N = 3", all_pairs, statement),
        Exhaustive("all sets of transcripts and of sequences of experts, T = 3, N = 2", enumerated, sets_close),
        Exhaustive("sharpness: streams with T = 20 and 24 attain 99/100 of e^eps", extreme, nearly_attained),
    ],
    property=[
        Randomised("any learner on all neighbours, T <= 4, N <= 2", games, statement, examples=30),
        Randomised("any learner and delta, T <= 4, N <= 3, all sets", pairs, sets_close, examples=30),
    ],
    controls=[
        control(
            "threshold_noise_at_half",
            "1/(2 b_xi) in place of 1/b_xi",
            derivation.threshold_noise_at_half,
            NOISY,
            threshold_noise_at_half,
        ),
        control("keep_for_free", "eta can be left out", derivation.keep_for_free, ETA, keep_for_free),
        control("resample_for_free", "eps2* can be left out", derivation.resample_for_free, COIN, resample_for_free),
        control("next_clip", "c + 1 in place of c in eps2*", derivation.next_clip, COIN, next_clip),
        control(
            "smaller_of_both", "the minimum in place of the maximum", derivation.smaller_of_both, COIN, smaller_of_both
        ),
        control("without_the_clip", "r need not be raised to c", derivation.without_the_clip, UNCLIPPED),
        control("losses_up_to_two", "losses may lie in [0, 2]", derivation.losses_up_to_two, UP_TO_TWO),
        control("one_eta_each", "a resample costs eta", derivation.one_eta_each, ETA, one_eta_each),
        control(
            "one_resample_more",
            "V resamples are charged as V - 1",
            derivation.one_resample_more,
            ETA,
            one_resample_more,
        ),
        control(
            "delta_for_free",
            "with Comp_delta for delta > 0, the delta can be left out",
            derivation.delta_for_free,
            ETA,
            delta_for_free,
        ),
        Control(
            name="two_rounds_differ",
            says="the streams may differ in two rounds",
            symbolic=derivation.losses_up_to_two,
            exact=Exhaustive("two experts, T = 3 and 4", lambda _: two_rounds(NOISY), any_two_close),
            property=Randomised("up to two experts, T = 4", partial(two_round_pairs, NOISY), any_two_close),
        ),
    ],
)
