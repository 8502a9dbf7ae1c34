"""`main_pure`: the bounds that the package adds up over the buckets are compared with the closed form in balls."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product

from dartproof.accounting import pure_parameters
from dartproof.accounting.doubling import Buckets, main_pure_bound, pure_bound
from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation
from dartproof.learners import DoublingLearner, SmallLossLearner
from dartproof.learners.budget import Budget, doubling_for
from dartproof.numeric import Real, log

from . import derivation
from .derivation import PAPER, Constants
from .settings import Onset, Setting, extreme_settings, extremes, grid, multiples, onsets, settings


def added_up(setting: Setting) -> Real:
    """The sum of the bounds of the inner learners, plus 1."""
    return pure_bound(
        rounds=setting.rounds, experts=setting.experts, epsilon=setting.epsilon, best_loss=setting.best_loss
    )


def statement(setting: Setting) -> bool:
    """The sum is at most the closed form, which is what the package computes."""
    claimed = main_pure_bound(
        rounds=setting.rounds, experts=setting.experts, epsilon=setting.epsilon, best_loss=setting.best_loss
    )
    same = abs(claimed - setting.closed_form(PAPER)) <= claimed / 10**30
    return same and added_up(setting) <= claimed


def with_constants(setting: Setting, constants: Constants) -> bool:
    """The claim with other constants."""
    return added_up(setting) <= setting.closed_form(constants)


def third_term(onset: Onset, *, constant: int = 19876) -> bool:
    """Where L' <= `constant` ln^2 T/eps, the third term of eta is not below the second."""
    terms = onset.parameters.branches
    second, third = terms["eta2"], terms["eta3"]
    if second is None or third is None:
        return True
    return third >= second or onset.loss_bound * onset.epsilon > constant * log(onset.rounds) ** 2


def third_term_exactly(onset: Onset) -> bool:
    """Also, the third term, infinite for L' = 0, is below the second just where L' > (5040^2/1278) ln^2 T/eps."""
    terms = onset.parameters.branches
    second, third = terms["eta2"], terms["eta3"]
    beyond = onset.loss_bound * onset.epsilon > Fraction(5040**2, 1278) * log(onset.rounds) ** 2
    below = second is not None and third is not None and third < second
    return third_term(onset) and beyond == below


def learner_built(setting: Setting) -> bool:
    """The learner that the package builds has the buckets of the statement and the parameters of Theorem A.1."""
    built = doubling_for(Budget(rounds=setting.rounds, experts=setting.experts, epsilon=setting.epsilon))
    learner, half = built.learner, setting.epsilon / 2
    if not isinstance(learner, DoublingLearner) or built.claim.epsilon is None or built.claim.epsilon > setting.epsilon:
        return False
    buckets = Buckets.of(rounds=setting.rounds, epsilon=setting.epsilon)
    if not _near(Fraction(learner.alpha(setting.rounds)), Real.of(buckets.alpha)):
        return False
    for k in range(1, buckets.most(setting.best_loss) + 1):
        inner = learner.inner(float(buckets.loss_bound(k)))
        bound = min(Fraction(float(buckets.loss_bound(k))), Fraction(setting.rounds))
        chosen = pure_parameters(rounds=setting.rounds, experts=setting.experts, epsilon=half, loss_bound=bound)
        if not isinstance(inner, SmallLossLearner) or inner.limit != chosen.limit:
            return False
        if not (_near(Fraction(inner.eta), chosen.eta) and _near(Fraction(inner.tau), chosen.tau)):
            return False
    return True


def _near(number: Fraction, real: Real) -> bool:
    return abs(number - real) <= abs(real) / 2**40


def all_settings(effort: Effort) -> Iterator[Setting]:
    """A grid, and the settings in which one term is the largest."""
    yield from grid(full=effort == "full")
    yield from extremes()


def built_settings(_: Effort) -> Iterator[Setting]:
    """Settings of a size that can be played."""
    for rounds, experts, epsilon in product((2, 1000, 10**6), (2, 50), (Fraction(1), Fraction(1, 10))):
        for loss in (Fraction(0), Fraction(rounds)):
            yield Setting(rounds, experts, epsilon, loss)


def constant(name: str, says: str, symbolic: Derivation, constants: Constants) -> Control:
    """A false claim with a constant that is 0."""
    holds: Callable[[Setting], bool] = partial(with_constants, constants=constants)
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("settings in which one term is the largest", lambda _: extremes(), holds),
        property=Randomised("powers of ten", extreme_settings, holds),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive("a grid of T, N, eps and L*", all_settings, statement),
        Exhaustive(
            "the third term of eta on both sides of L' = 19876 ln^2 T/eps", lambda _: multiples(), third_term_exactly
        ),
        Exhaustive("the learner that the package builds", built_settings, learner_built),
    ],
    property=[
        Randomised("T, N <= 10^30, any L* and eps", settings, statement, examples=40),
        Randomised("any L', often near 19876 ln^2 T/eps", onsets, third_term_exactly, examples=100),
    ],
    controls=[
        constant("without_squares", "without ln^2 N/eps", derivation.without_squares, replace(PAPER, of_squares=0)),
        constant(
            "without_products", "without ln N ln T/eps", derivation.without_products, replace(PAPER, of_products=0)
        ),
        constant("without_both", "without sqrt(L* ln N ln T/eps)", derivation.without_both, replace(PAPER, of_both=0)),
        Control(
            name="later_onset",
            says="the third term of eta is the least only for L' > 19877 ln^2 T/eps",
            symbolic=derivation.later_onset,
            exact=Exhaustive("multiples on both sides", lambda _: multiples(), partial(third_term, constant=19877)),
            property=Randomised("any multiple", onsets, partial(third_term, constant=19877)),
        ),
    ],
)
