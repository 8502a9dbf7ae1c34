from fractions import Fraction
from math import comb

import pytest

from dartproof.errors import InputError
from dartproof.numeric import Ball, Real, binomial, binomial_tail, binomial_tail_real, clopper_pearson, log
from dartproof.numeric.binomial import certifies_lower


def exact_tail(k, n, p):
    """Return Pr[Bin(n, p) ≥ k] by its definition."""
    return sum((comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(max(k, 0), n + 1)), Fraction(0))


@pytest.mark.parametrize(("k", "n"), [(-1, 3), (0, 0), (1, 0), (1, 1), (3, 7), (7, 7), (8, 7), (40, 50)])
@pytest.mark.parametrize("p", [Fraction(0), Fraction(1, 3), Fraction(99, 100), Fraction(1)])
def test_a_tail_contains_the_sum_that_defines_it(k, n, p):
    assert binomial_tail(k, n, p).contains(exact_tail(k, n, p))


def test_a_tail_does_not_contain_its_neighbour():
    assert not binomial_tail(4, 7, Fraction(1, 3)).contains(exact_tail(3, 7, Fraction(1, 3)))


def test_a_tiny_tail_is_good_relatively_to_itself():
    tail, exact = binomial_tail(40, 40, Fraction(1, 10**9)), Fraction(1, 10**360)
    assert tail.contains(exact)
    assert tail.radius < exact / 2**60


def test_a_tail_in_a_real_probability_contains_that_of_its_rational_value():
    tail = binomial_tail_real(3, 7, log(2) - log(2) + Fraction(1, 3)).enclosure(128)
    assert tail.contains(exact_tail(3, 7, Fraction(1, 3)))


@pytest.mark.parametrize(("k", "value"), [(0, 1), (8, 0)])
def test_a_trivial_tail_in_a_real_probability_is_exact(k, value):
    assert binomial_tail_real(k, 7, Real.of(Fraction(1, 3))).exact == value


@pytest.mark.parametrize("p", [Fraction(-1, 2), Fraction(3, 2)])
def test_a_probability_outside_the_unit_interval_is_refused(p):
    with pytest.raises(InputError):
        binomial_tail(1, 2, p)
    with pytest.raises(InputError):
        binomial_tail_real(1, 2, Real.of(p))


def test_a_negative_number_of_trials_is_refused():
    with pytest.raises(InputError, match="trials"):
        binomial_tail(0, -1, Fraction(1, 2))


def test_a_lower_bound_without_successes_is_zero_and_an_upper_one_without_failures_is_one():
    miss = Fraction(1, 20)
    assert clopper_pearson(0, 9, miss=miss) == 0
    assert clopper_pearson(9, 9, miss=miss, side="upper") == 1


def test_the_closed_forms_without_failures_and_without_successes_are_met_from_outside():
    # q^10 = 2^-10 at q = 1/2, and (1 − q)^10 = 2^-10 there as well.
    lower = clopper_pearson(10, 10, miss=Fraction(1, 1024))
    upper = clopper_pearson(0, 10, miss=Fraction(1, 1024), side="upper")
    assert Fraction(1, 2) - Fraction(1, 10**9) < lower <= Fraction(1, 2)
    assert Fraction(1, 2) <= upper < Fraction(1, 2) + Fraction(1, 10**9)


CASES = [(1, 40_000_000), (39_999_999, 40_000_000), (20_000_000, 40_000_000), (123, 1000), (1, 1), (5, 5), (3, 10**5)]


@pytest.mark.parametrize(("successes", "trials"), CASES)
@pytest.mark.parametrize("miss", [Fraction(1, 40), Fraction(1, 10**12), Fraction(9, 10)])
def test_bounds_are_certified_and_hardly_improvable(successes, trials, miss):
    lower = clopper_pearson(successes, trials, miss=miss)
    assert binomial_tail(successes, trials, lower).upper <= miss
    assert binomial_tail(successes, trials, lower * (1 + Fraction(1, 10**9))).lower > miss
    upper = clopper_pearson(successes, trials, miss=miss, side="upper")
    if successes < trials:
        failures, p = trials - successes, 1 - upper
        assert binomial_tail(failures, trials, p).upper <= miss
        assert binomial_tail(failures, trials, p * (1 + Fraction(1, 10**9))).lower > miss


def test_a_candidate_that_is_too_large_is_not_certified():
    miss = Fraction(1, 40)
    bound = clopper_pearson(30, 100, miss=miss)
    assert certifies_lower(bound, 30, 100, miss=miss)
    assert not certifies_lower(bound * (1 + Fraction(1, 10**6)), 30, 100, miss=miss)


def test_a_tail_whose_ball_straddles_the_miss_proves_nothing():
    # Pr[Bin(1, 1/3) ≥ 1] is 1/3 exactly, but no ball of positive radius around 1/3 lies below 1/3.
    assert not certifies_lower(Fraction(1, 3), 1, 1, miss=Fraction(1, 3))


@pytest.mark.parametrize("proposal", [0.31, 0.5, 1.0])
def test_a_search_that_proposes_too_much_is_moved_outwards(monkeypatch, proposal):
    # The true bound for 30 of 100 at miss 1/40 is 0.2124…
    monkeypatch.setattr(binomial, "betaincinv", lambda *_: proposal)
    bound = clopper_pearson(30, 100, miss=Fraction(1, 40))
    assert exact_tail(30, 100, bound) <= Fraction(1, 40)


@pytest.mark.parametrize("proposal", [float("nan"), 0.0])
def test_a_search_that_finds_nothing_gives_the_trivial_bound(monkeypatch, proposal):
    monkeypatch.setattr(binomial, "betaincinv", lambda *_: proposal)
    assert clopper_pearson(30, 100, miss=Fraction(1, 40)) == 0


def test_a_bound_is_dyadic_with_sixty_bits():
    bound = clopper_pearson(123, 1000, miss=Fraction(1, 40))
    assert bound.denominator & (bound.denominator - 1) == 0
    assert bound.numerator.bit_length() <= 60


def test_a_miss_below_all_floats_gives_the_trivial_bound():
    assert clopper_pearson(5, 10, miss=Fraction(1, 10**400)) == 0


@pytest.mark.parametrize(
    ("successes", "trials", "miss", "side"),
    [
        (-1, 5, Fraction(1, 2), "lower"),
        (6, 5, Fraction(1, 2), "lower"),
        (0, 0, Fraction(1, 2), "lower"),
        (1, 5, Fraction(0), "lower"),
        (1, 5, Fraction(1), "upper"),
        (1, 5, Fraction(1, 2), "both"),
    ],
)
def test_arguments_out_of_range_are_refused(successes, trials, miss, side):
    with pytest.raises(InputError):
        clopper_pearson(successes, trials, miss=miss, side=side)


def test_tails_are_balls():
    assert isinstance(binomial_tail(1, 2, Fraction(1, 2)), Ball)
