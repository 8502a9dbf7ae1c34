"""The buckets of Algorithm 3 and the bounds of the two main theorems."""

from fractions import Fraction as Q

import pytest

from dartproof.accounting import approx_parameters, pure_parameters
from dartproof.accounting.doubling import Buckets, approx_bound, main_approx_bound, main_pure_bound, pure_bound
from dartproof.errors import InputError
from dartproof.numeric import Real, exp, log, sqrt

PURE = (main_pure_bound, pure_bound)
APPROX = (main_approx_bound, approx_bound)


def test_buckets_double_the_bound_and_stay_two_alpha_below_it() -> None:
    buckets = Buckets(Q(1, 2))
    assert [buckets.loss_bound(k).exact for k in (1, 2, 3)] == [3, 6, 12]
    assert [buckets.threshold(k).exact for k in (1, 2, 3)] == [2, 5, 11]


def test_alpha_is_that_of_the_paper() -> None:
    # T = 1, eps = 1: 16 (0 + 2 ln 2) = 22.18...
    assert (Real.of(Buckets.of(rounds=1, epsilon=1).alpha) - 32 * log(2)).enclosure(100).contains(Q(0))


@pytest.mark.parametrize(("loss", "most"), [(0, 1), (Q(299, 100), 1), (3, 2), (Q(899, 100), 2), (9, 3), (21, 4)])
def test_a_bucket_more_is_possible_from_three_times_a_power_of_two_less_one(loss: Q, most: int) -> None:
    # alpha = 1: K = 1 + floor(log2(1 + L*/3)) rises at L* = 3 (2^k - 1) = 3, 9, 21.
    assert Buckets(1).most(loss) == most


def test_the_regret_is_added_up_over_the_buckets() -> None:
    # alpha = 1, L* = 9: K = 3 and L' = 6, 12, 24; R(L') = L' + 1/2 gives 6 + 12 + 24 + 3/2 + 1.
    assert Buckets(1).regret_bound(lambda bound: bound + Q(1, 2), best_loss=9).exact == Q(89, 2)


def test_the_bound_in_closed_form_is_what_the_theorem_says() -> None:
    # T = N = 4, eps = 1/4, L* = 1: ln N = ln T and sqrt(L*/eps) = 2.
    ln = log(4)
    claimed = (351 + 5821) * ln * 2 + (1 + log(2)) * (12577 + 52572) * ln**2 * 4
    found = main_pure_bound(rounds=4, experts=4, epsilon=Q(1, 4), best_loss=1)
    assert abs(found - claimed) < Q(1, 10**20)


def test_the_bound_for_approximate_privacy_is_what_the_theorem_says() -> None:
    # T = N = 2, eps = 1, L* = 1, delta = 3/4: Lambda = ln 4, k1 = ceil(71 * .693 + 72) = 122.
    ln, spread = log(2), 2 * log(2)
    few = 36 * sqrt(2 * 122 * spread)  # 662, below 18 * 122
    least = Real.of(72)  # below (1472256 * 1.386)^(1/3) = 126.8
    claimed = exp(4) * (4514 * ln + 6 * least * ln + (1 + ln) * ln * (4 * few + 50756 * ln))
    found = main_approx_bound(rounds=2, experts=2, epsilon=1, delta=Q(3, 4), best_loss=1)
    assert abs(found - claimed) < Q(1, 10**20)


def test_one_bucket_is_one_inner_learner_capped_at_the_rounds() -> None:
    # L* = 0 opens one bucket; there L' = 6 alpha exceeds T = 100, so the inner learner is that for L' = 100.
    inner = pure_parameters(rounds=100, experts=3, epsilon=Q(1, 2), loss_bound=100)
    found = pure_bound(rounds=100, experts=3, epsilon=1, best_loss=0)
    assert abs(found - inner.regret_bound - 1) < Q(1, 10**20)


def test_where_eta_tau_is_at_most_one_the_mend_changes_nothing() -> None:
    inner = approx_parameters(rounds=100, experts=3, epsilon=Q(1, 2), delta=Q(1, 10**6), loss_bound=100)
    assert inner.eta * inner.tau <= 1
    found = approx_bound(rounds=100, experts=3, epsilon=1, delta=Q(1, 10**6), best_loss=0)
    assert abs(found - inner.regret_bound - 1) < Q(1, 10**20)


def test_where_eta_tau_exceeds_one_the_mended_rate_is_used() -> None:
    rounds = 10**300
    loss = Q((Buckets.of(rounds=rounds, epsilon=1).loss_bound(1) * 2**20).ceil(), 2**20)
    inner = approx_parameters(rounds=rounds, experts=2, epsilon=Q(1, 2), delta=Q(1, 2), loss_bound=loss)
    assert inner.eta * inner.tau > 1
    # At eta = 1/tau the factor e^(2 eta Delta) is between e^3 and e^4, and eta/(1 - e^-eta) between 1 and 7/6.
    found = approx_bound(rounds=rounds, experts=2, epsilon=1, delta=Q(1, 2), best_loss=0)
    played = loss + inner.tau * log(2)
    assert exp(3) * played - loss < found < exp(4) * Q(7, 6) * played
    assert found < inner.regret_bound


def test_a_single_expert_has_no_regret_and_a_single_round_at_most_one() -> None:
    assert main_pure_bound(rounds=9, experts=1, epsilon=1, best_loss=3).exact == 0
    assert main_pure_bound(rounds=1, experts=9, epsilon=1, best_loss=1).exact == 1
    assert main_approx_bound(rounds=9, experts=1, epsilon=1, delta=Q(1, 2), best_loss=3).exact == 0


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        ({"rounds": 0}, "rounds"),
        ({"experts": 0}, "experts"),
        ({"epsilon": 0}, "epsilon"),
        ({"epsilon": 2}, "epsilon"),
        ({"best_loss": -1}, "best_loss"),
        ({"best_loss": 11}, "best_loss"),
    ],
)
def test_an_argument_out_of_its_range_is_refused_by_name(wrong: dict[str, int], name: str) -> None:
    game = {"rounds": 10, "experts": 2, "epsilon": 1, "best_loss": 0} | wrong
    for pure in PURE:
        with pytest.raises(InputError, match=name):
            pure(**game)
    for approx in APPROX:
        with pytest.raises(InputError, match=name):
            approx(delta=Q(1, 2), **game)


def test_a_delta_out_of_its_range_is_refused() -> None:
    for approx in APPROX:
        for delta in (Q(0), Q(1)):
            with pytest.raises(InputError, match="delta"):
                approx(rounds=10, experts=2, epsilon=1, delta=delta, best_loss=0)


def test_buckets_refuse_what_makes_no_sense() -> None:
    with pytest.raises(InputError, match="alpha"):
        Buckets(0)
    with pytest.raises(InputError, match="alpha >= 1"):
        Buckets(Q(1, 2)).regret_bound(lambda bound: bound, best_loss=0)
    with pytest.raises(InputError, match="best_loss"):
        Buckets(1).most(-1)
    with pytest.raises(InputError, match="rounds"):
        Buckets.of(rounds=0, epsilon=1)
    with pytest.raises(InputError, match="epsilon"):
        Buckets.of(rounds=2, epsilon=0)
