from fractions import Fraction
from math import comb

import pytest

from dartproof.accounting import advanced, basic, composition, composition_delta, optimal, optimal_ratio
from dartproof.errors import InputError, UndecidedError
from dartproof.numeric import Real, exp, log

FAMILIES = [
    (1, Fraction(2)),
    (2, Fraction(2)),
    (5, Fraction(3, 2)),
    (8, Fraction(11, 10)),
    (9, Fraction(5)),
    (5, Fraction(10**6)),
]
DELTAS = [Fraction(1, 10**9), Fraction(1, 100), Fraction(1, 9), Fraction(2, 5), Fraction(9, 10)]


def randomised_response_delta(k, odds, ratio):
    """Return Σ (P(x) − E·P'(x))₊ over the 2^k answers of k randomised responses, grouped by their number of ones."""
    return sum(comb(k, i) * max(0, odds**i - ratio * odds ** (k - i)) for i in range(k + 1)) / (1 + odds) ** k


@pytest.mark.parametrize(("k", "odds"), FAMILIES)
@pytest.mark.parametrize("delta", DELTAS)
def test_the_exact_ratio_is_the_least_that_meets_delta(k, odds, delta):
    ratio = optimal_ratio(k, odds, delta)
    assert randomised_response_delta(k, odds, ratio) <= delta
    if ratio > 1:
        assert randomised_response_delta(k, odds, ratio - Fraction(1, 10**12)) > delta


@pytest.mark.parametrize(("k", "odds"), FAMILIES)
@pytest.mark.parametrize("delta", DELTAS)
def test_the_real_value_is_the_logarithm_of_the_exact_ratio(k, odds, delta):
    ball, ratio = optimal(k, log(odds), delta).exp().enclosure(256), optimal_ratio(k, odds, delta)
    assert ball.contains(ratio)
    assert ball.radius < ratio / 2**150


def test_a_breakpoint_is_no_obstacle():
    # With odds 2:1 three times the curve has a corner at E = 2, where one term (2 − E)₊ vanishes.
    corner = randomised_response_delta(3, Fraction(2), Fraction(2))
    assert optimal_ratio(3, Fraction(2), corner) == 2
    assert optimal(3, log(2), corner).exp().enclosure(128).contains(2)


def test_a_delta_that_is_just_enough_for_epsilon_zero_gives_zero():
    # Two answers with odds 2:1 differ by (4 − 1)/9 = 1/3 in total variation.
    assert optimal_ratio(2, Fraction(2), Fraction(1, 3)) == 1
    assert optimal(2, log(2), Fraction(1, 3)).enclosure(128).contains(0)


def test_the_published_comparison_is_reproduced():
    k, eps0, delta = 3000, Fraction(2, 1000), Fraction(1, 10**6)
    assert basic(k, eps0) == 6
    assert advanced(k, eps0, delta).decimal(3) == "0.588"
    assert optimal(k, eps0, delta).decimal(3) == "0.437"


def test_optimal_is_at_most_basic_and_advanced():
    value = optimal(50, Fraction(1, 10), Fraction(1, 1000))
    assert value < basic(50, Fraction(1, 10))
    assert value < advanced(50, Fraction(1, 10), Fraction(1, 1000))


@pytest.mark.parametrize(("k", "eps0"), [(0, Fraction(1)), (7, Fraction(0)), (0, Fraction(0))])
def test_nothing_composed_costs_nothing(k, eps0):
    assert optimal(k, eps0, Fraction(1, 10)).exact == 0
    assert composition_delta(k, eps0, 0).exact == 0
    assert optimal_ratio(k, Fraction(1) if eps0 == 0 else Fraction(3), Fraction(1, 10)) == 1


def test_without_delta_the_composition_is_basic():
    assert optimal(7, Fraction(1, 10), 0).exact == Fraction(7, 10)
    assert optimal_ratio(7, Fraction(11, 10), Fraction(0)) == Fraction(11, 10) ** 7


def test_one_mechanism_has_its_own_curve():
    # One randomised response: (a − E)/(1 + a) = δ at E = a − (1 + a)δ.
    assert optimal_ratio(1, Fraction(3), Fraction(1, 10)) == 3 - 4 * Fraction(1, 10)


def test_a_large_delta_needs_no_epsilon():
    # One answer with odds 3:1 has total variation (3 − 1)/4 = 1/2.
    assert optimal(1, log(3), Fraction(3, 5)).exact == 0
    assert optimal_ratio(1, Fraction(3), Fraction(3, 5)) == 1


@pytest.mark.parametrize(("k", "odds"), FAMILIES)
@pytest.mark.parametrize("ratio", [Fraction(1), Fraction(3, 2), Fraction(4), Fraction(100)])
def test_delta_is_the_sum_over_all_answers(k, odds, ratio):
    expected = randomised_response_delta(k, odds, ratio)
    assert composition_delta(k, log(odds), log(ratio)).enclosure(128).contains(expected)


def test_delta_at_the_full_epsilon_is_zero():
    assert composition_delta(4, Fraction(1, 10), Fraction(4, 10)).enclosure(128).contains(0)
    assert composition_delta(4, log(2), optimal(4, log(2), 0)).enclosure(128).contains(0)


def test_delta_far_beyond_the_full_epsilon_is_zero():
    assert composition_delta(4, Fraction(1, 10**400), 100).decimal(3) == "0"


def test_the_curve_and_its_inverse_agree():
    eps0, delta = Fraction(1, 100), Fraction(1, 10**6)
    ball = composition_delta(10_000, eps0, optimal(10_000, eps0, delta)).enclosure(256)
    assert ball.contains(delta)
    assert ball.radius < delta / 2**100


def test_a_claim_of_one_mechanism_fewer_is_too_small():
    assert optimal(99, Fraction(1, 10), Fraction(1, 1000)) < optimal(100, Fraction(1, 10), Fraction(1, 1000))
    short = optimal_ratio(99, Fraction(11, 10), Fraction(1, 1000))
    assert randomised_response_delta(100, Fraction(11, 10), short) > Fraction(1, 1000)


@pytest.mark.parametrize(
    ("k", "eps0", "delta"),
    [
        (10, Fraction(1, 10**30), Fraction(1, 10**40)),
        (3, Fraction(10**6), Fraction(1, 10**6)),
        (1000, Fraction(50), Fraction(1, 10**6)),
        (31, Fraction(10), Fraction(999_999, 10**6)),
        (10**5, Fraction(1, 1000), Fraction(1, 10**300)),
    ],
)
def test_extreme_arguments_keep_the_curve_and_its_inverse_together(k, eps0, delta):
    assert composition_delta(k, eps0, optimal(k, eps0, delta)).decimal(20) == Real.of(delta).decimal(20)


def test_delta_of_an_epsilon_that_is_a_hidden_zero_is_that_of_zero():
    epsilon = optimal(2, log(2), Fraction(1, 3))
    assert composition_delta(2, log(2), epsilon).enclosure(128).contains(Fraction(1, 3))


def test_ten_thousand_mechanisms_have_an_exact_ratio():
    ratio = optimal_ratio(10_000, Fraction(1001, 1000), Fraction(1, 10**6))
    assert optimal(10_000, log(Fraction(1001, 1000)), Fraction(1, 10**6)).exp().enclosure(256).contains(ratio)


def test_reals_are_taken_for_every_argument():
    assert optimal(5, exp(-2), exp(-5)) < 5 * exp(-2)


@pytest.mark.parametrize("shift", [-3, 3])
def test_a_search_that_proposes_the_wrong_piece_is_found_out(monkeypatch, shift):
    delta = Fraction(1, 10)
    right = composition._search(composition._Lines(30, log(2)), Real.of(delta))
    monkeypatch.setattr(composition, "_search", lambda lines, delta: right + shift)  # noqa: ARG005 - signature
    with pytest.raises(UndecidedError, match="piece"):
        optimal(30, log(2), delta)
    with pytest.raises(UndecidedError, match="piece"):
        optimal_ratio(30, Fraction(2), delta)


@pytest.mark.parametrize("shift", [-1, 1])
def test_a_search_that_is_off_by_one_changes_nothing(monkeypatch, shift):
    delta = Fraction(1, 10)
    right = composition._search(composition._Lines(30, log(2)), Real.of(delta))
    expected = optimal_ratio(30, Fraction(2), delta)
    monkeypatch.setattr(composition, "_search", lambda lines, delta: right + shift)  # noqa: ARG005 - signature
    assert optimal_ratio(30, Fraction(2), delta) == expected


@pytest.mark.parametrize(
    "call",
    [
        lambda: basic(-1, 1),
        lambda: basic(True, 1),
        lambda: basic(1, -1),
        lambda: advanced(1, 1, 0),
        lambda: advanced(1, 1, 1),
        lambda: optimal(1, 1, 1),
        lambda: optimal(1, 1, Fraction(-1, 10)),
        lambda: optimal(Fraction(1, 2), 1, 0),
        lambda: composition_delta(1, 1, -1),
        lambda: optimal_ratio(1, Fraction(1, 2), Fraction(1, 10)),
        lambda: optimal_ratio(1, Fraction(2), Fraction(1)),
        lambda: optimal_ratio(1, Fraction(2), 0.1),
    ],
)
def test_arguments_out_of_range_are_refused(call):
    with pytest.raises(InputError):
        call()


def test_the_result_is_a_real():
    assert isinstance(optimal(3, Fraction(1, 2), Fraction(1, 10)), Real)
