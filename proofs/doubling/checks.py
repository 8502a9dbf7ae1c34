"""`doubling`: plays of the package's learner with given noises, and exact laws of its answers, picks and regret."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from dartproof.accounting import ExactParameters
from dartproof.accounting.doubling import Buckets
from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation
from dartproof.numeric import Real, log

from . import derivation
from .laws import (
    Answers,
    Outer,
    Pair,
    Reversal,
    every_answers,
    every_pair,
    every_reversal,
    pairs,
    remembering_pairs,
    reversals,
)
from .plays import HALF, ONE, Game, cycles, games
from .whole import Whole, every_whole, wholes

TWO = Fraction(2)


def asks_as_said(answers: Answers) -> bool:
    """`DoublingLearner` asks the least loss of its bucket against (3 * 2^k - 2) alpha: ⊤ comes just when it should."""
    return answers.answered() == answers.tops


def buckets_right(game: Game) -> bool:
    """The claims of a bucket: L' = 3 * 2^k alpha is enough, and a ⊤ comes at 3 (2^k - 1) alpha or above."""
    for k, bucket in enumerate(game.buckets(), 1):
        enough = bucket.least <= 3 * 2**k * game.alpha == bucket.loss_bound
        if not enough or (bucket.top and bucket.least < 3 * (2**k - 1) * game.alpha):
            return False
    return True


def few_buckets(game: Game) -> bool:
    """At most K buckets are opened, and their best experts together lose at most L*."""
    buckets = game.buckets()
    return len(buckets) <= game.possible() and sum(bucket.least for bucket in buckets) <= game.best_loss


def statement(game: Game) -> bool:
    """All that is claimed if the answers are right up to alpha."""
    return buckets_right(game) and few_buckets(game)


def fewer_buckets(game: Game) -> bool:
    """The false claim of at most 1 + ⌊log2(1 + L*/(6 alpha))⌋ buckets."""
    return len(game.buckets()) <= Buckets(2 * game.alpha).most(game.best_loss)


def answers_close(pair: Reversal) -> bool:
    """Moments of ⊤ cost at most eps/2."""
    return pair.ratio() <= pair.outer.exp_half_epsilon


def quarter(pair: Reversal) -> bool:
    """The false claim that they cost at most eps/4."""
    return pair.ratio() ** 2 <= pair.outer.exp_half_epsilon


def for_free(pair: Reversal) -> bool:
    """The false claim that they cost nothing: an inner learner that ignores the losses has eps' = 0."""
    return pair.ratio() <= 1


def together_close(pair: Pair) -> bool:
    """Moments of ⊤ and picks cost at most eps/2 + eps', where the inner learner is eps'-DP."""
    return pair.ratio() <= pair.inner_cost * pair.outer.exp_half_epsilon


def seldom_wrong(whole: Whole) -> bool:
    """F <= 1/(24 T^4)."""
    return whole.wrong() <= Fraction(1, 24 * len(whole.losses) ** 4)


def regret_bounded(whole: Whole) -> bool:
    """The regret is at most the sum of the R(3 * 2^k alpha) plus 1/(24 T^3), and so the bound of the package."""
    eta = -log(whole.exp_eta)

    def weights(loss_bound: Real) -> Real:
        return (eta * loss_bound + log(len(whole.losses[0]))) / (1 - whole.exp_eta) - loss_bound

    bound = Buckets(Fraction(whole.root, whole.grid)).regret_bound(weights, best_loss=whole.best_loss)
    return Real.of(whole.regret()) <= bound - 1 + Fraction(1, 24 * len(whole.losses) ** 3)


def whole_statement(whole: Whole) -> bool:
    """The failures and the regret."""
    return seldom_wrong(whole) and regret_bounded(whole)


def private_pairs(effort: Effort) -> Iterator[Pair]:
    """Two rounds, or three: an inner learner with e^eps' = 2048, less than e^(eps/2) = 65536; weaker noise as well."""
    rounds = 3 if effort == "full" else 2
    for noise, multiple, threshold in ((Fraction(1, 4), 2, 1), (Fraction(4, 5), 3, 0)):
        inner = ExactParameters(grid=1, keep=Fraction(3, 4), noise=noise, clip=1, threshold=threshold, limit=1)
        yield from every_pair(rounds, Outer(noise, 1, multiple), inner)


def forgetful_pairs(_: Effort, *, rounds: int = 3) -> Iterator[Pair]:
    """Inner learners that draw from all losses so far; weak noise of the outer instances."""
    noise = Fraction(19, 20)
    inner = ExactParameters(grid=1, keep=Fraction(1, 4), noise=noise, clip=1, threshold=1, limit=1)
    for pair in every_pair(rounds, Outer(noise, 1), inner):
        yield replace(pair, remembers=True)


def of_games(
    name: str,
    says: str,
    symbolic: Derivation,
    holds: Callable[[Game], bool] = statement,
    *,
    alphas: tuple[Fraction, ...] = (ONE,),
    most: Fraction = ONE,
    raised: int = 0,
) -> Control:
    """A false claim about the buckets."""
    rows = ((most, most), (most, Fraction(0)))
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive(
            "streams that repeat up to two rows", lambda _: cycles(36, 2, alphas, rows=rows, raised=raised), holds
        ),
        property=Randomised("runs of equal rows", partial(games, alphas=alphas, most=most, raised=raised), holds),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive(
            "the learner's queries and thresholds, for all streams of three rounds and all answers",
            lambda effort: every_answers(4 if effort == "full" else 3),
            asks_as_said,
        ),
        Exhaustive(
            "plays of 36 rounds that repeat up to two rows, all moments of ⊤ in two buckets",
            lambda effort: cycles(
                36, 3 if effort == "full" else 2, (ONE, 3 * HALF, TWO) if effort == "full" else (ONE,)
            ),
            statement,
        ),
        Exhaustive(
            "moments of ⊤ whose queries rise at first and fall at last", lambda _: every_reversal(), answers_close
        ),
        Exhaustive("moments of ⊤ and picks, all pairs of streams of two rounds", private_pairs, together_close),
        Exhaustive(
            "failures and regret with the alpha of the paper, up to 7 rounds",
            lambda effort: every_whole(12 if effort == "full" else 7),
            whole_statement,
        ),
    ],
    property=[
        Randomised("plays of runs of equal rows, any noises within alpha", games, statement),
        Randomised("moments of ⊤ whose queries rise at first and fall at last", reversals, answers_close, examples=50),
        Randomised("moments of ⊤ and picks, up to three rounds and any parameters", pairs, together_close, examples=20),
        Randomised("failures and regret with the alpha of the paper", wholes, whole_statement, examples=50),
    ],
    controls=[
        of_games(
            "smaller_alpha", "L' is enough for alpha < 1", derivation.smaller_alpha, buckets_right, alphas=(HALF / 2,)
        ),
        of_games(
            "losses_up_to_two",
            "L' is enough for losses up to 2",
            derivation.losses_up_to_two,
            buckets_right,
            alphas=(5 * HALF / 2,),
            most=TWO,
        ),
        of_games(
            "threshold_at_the_bound",
            "the threshold may be 3 * 2^k alpha",
            derivation.threshold_at_the_bound,
            buckets_right,
            raised=2,
        ),
        of_games(
            "fewer_buckets",
            "there are at most 1 + ⌊log2(1 + L*/(6 alpha))⌋ buckets",
            derivation.fewer_buckets,
            fewer_buckets,
        ),
        Control(
            name="suffix_shift",
            says="the moments of ⊤ cost eps/4",
            symbolic=derivation.suffix_shift,
            exact=Exhaustive("several noises", lambda _: every_reversal(), quarter),
            property=Randomised("up to 6 high and 9 quiet rounds", reversals, quarter),
        ),
        Control(
            name="outer_for_free",
            says="the whole is as private as its inner learners",
            symbolic=derivation.outer_for_free,
            exact=Exhaustive("several noises", lambda _: every_reversal(), for_free),
            property=Randomised("up to 6 high and 9 quiet rounds", reversals, for_free),
        ),
        Control(
            name="remembered",
            says="inner learners may be shown the losses of earlier buckets",
            symbolic=derivation.remembered,
            exact=Exhaustive("three rounds", forgetful_pairs, together_close),
            property=Randomised("three rounds", remembering_pairs, together_close),
        ),
    ],
)
