"""`main_approx`: the bounds that the package adds up over the buckets are compared with the closed form in balls."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from dartproof.accounting.doubling import approx_bound, main_approx_bound
from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation
from dartproof.numeric import Real

from . import derivation
from .derivation import PAPER, Constants
from .settings import Rate, Setting, any_rates, extreme_settings, extremes, grid, rates, settings


def added_up(setting: Setting) -> Real:
    """The sum of the bounds of the inner learners, plus 1."""
    return approx_bound(
        rounds=setting.rounds,
        experts=setting.experts,
        epsilon=setting.epsilon,
        delta=setting.delta,
        best_loss=setting.best_loss,
    )


def statement(setting: Setting) -> bool:
    """The sum is at most the closed form, which is what the package computes."""
    claimed = main_approx_bound(
        rounds=setting.rounds,
        experts=setting.experts,
        epsilon=setting.epsilon,
        delta=setting.delta,
        best_loss=setting.best_loss,
    )
    same = abs(claimed - setting.closed_form(PAPER)) <= claimed / 10**30
    return same and added_up(setting) <= claimed


def with_constants(setting: Setting, constants: Constants) -> bool:
    """The claim with other constants."""
    return added_up(setting) <= setting.closed_form(constants)


def first_bucket(rate: Rate) -> bool:
    """No rate has ln N/eta + eta tau L' below 404 sqrt(ln N) ln T/eps in the first bucket."""
    return rate.cost() >= rate.claimed()


def twice_as_much(rate: Rate) -> bool:
    """The false claim of 808 sqrt(ln N) ln T/eps."""
    return rate.cost() >= rate.claimed(808)


def all_settings(effort: Effort) -> Iterator[Setting]:
    """A grid, and the settings in which one term is the largest."""
    yield from grid(full=effort == "full")
    yield from extremes()


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
        Exhaustive("a grid of T, N, eps, delta and L*", all_settings, statement),
        Exhaustive("rates below and above the best, in the first bucket", lambda _: rates(), first_bucket),
    ],
    property=[
        Randomised("T, N <= 10^30, any L*, eps and delta", settings, statement, examples=20),
        Randomised("any rate in the first bucket", any_rates, first_bucket, examples=50),
    ],
    controls=[
        constant(
            "without_few",
            "without ln N min(ln N, sqrt(ln N ln(1/delta)))/eps",
            derivation.without_few,
            replace(PAPER, of_few=0),
        ),
        constant("without_both", "without sqrt(L* ln N ln T/eps)", derivation.without_both, replace(PAPER, of_both=0)),
        constant(
            "second_rate_only",
            "min(18 k2, 36 sqrt(2 k2 ln(3/delta))), k2 = ⌈280 ln T⌉, in place of ln T",
            derivation.second_rate_only,
            Constants(of_rounds=0, of_second=4),
        ),
        Control(
            name="dearer_first_bucket",
            says="in the first bucket no rate costs less than 808 sqrt(ln N) ln T/eps",
            symbolic=partial(derivation.first_bucket, least_cost=404),
            exact=Exhaustive("rates below and above the best", lambda _: rates(), twice_as_much),
            property=Randomised("any rate", any_rates, twice_as_much),
        ),
    ],
)
