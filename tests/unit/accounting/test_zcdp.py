import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dartproof.accounting import basic, optimal
from dartproof.accounting.zcdp import best_composed, bounded_range_rho, renyi_delta, renyi_epsilon, zcdp
from dartproof.errors import InputError
from dartproof.numeric import Real, exp

MILLIONTH = Fraction(1, 10**6)
RATES = st.fractions(Fraction(1, 1000), 1, max_denominator=1000)
DELTAS = st.fractions(MILLIONTH, Fraction(9, 10), max_denominator=10**6)
ORDERS = st.fractions(Fraction(101, 100), 100, max_denominator=100)


def test_the_published_value_is_reproduced():
    found = best_composed(3000, Fraction(1, 1000), MILLIONTH)
    assert (found.method, found.epsilon.decimal(3)) == ("bounded range", "0.227")


def test_rho_of_3000_draws_is_their_number_times_half_the_squared_rate():
    assert bounded_range_rho(3000, Fraction(2, 1000)).exact == Fraction(3000, 2) * Fraction(1, 1000) ** 2


def test_the_conversion_is_its_formula_in_floats():
    found = float(renyi_epsilon(Fraction(1, 10), MILLIONTH, Fraction(7)))
    expected = 7 * 0.1 + math.log(6 / 7) + (6 * math.log(10) - math.log(7)) / 6
    assert found == pytest.approx(expected, rel=1e-14)


@given(RATES, DELTAS, ORDERS)
def test_epsilon_and_delta_are_inverse_to_each_other(rho, delta, order):
    eps = renyi_epsilon(rho, delta, order)
    if eps.exact == 0 or eps.enclosure(64).lower <= 0:
        return
    ball = renyi_delta(rho, eps, order).enclosure(200)
    assert ball.contains(delta)


@given(RATES, DELTAS, ORDERS)
def test_the_order_that_is_searched_for_is_hardly_worse_than_any_other(rho, delta, order):
    found, other = zcdp(rho, delta).epsilon, renyi_epsilon(rho, delta, order)
    assert float(found) <= float(other) * (1 + 1e-6) + 1e-9


@given(st.integers(1, 40), RATES, DELTAS)
def test_no_candidate_is_better_than_the_best(k, eta, delta):
    best = best_composed(k, eta, delta).epsilon.enclosure(64).lower
    for other in (basic(k, 2 * eta), optimal(k, 2 * eta, delta), zcdp(bounded_range_rho(k, 2 * eta), delta).epsilon):
        assert best <= other.enclosure(64).upper


@given(st.integers(1, 8), st.integers(2, 30), st.integers(1, 20), st.sampled_from([Fraction(1, 10), Fraction(1, 1000)]))
def test_k_draws_of_two_values_are_as_close_as_promised(k, inverse, odds, delta):
    # Each draw has the range θ = ln(1 + 1/inverse): weights odds : 1 under Q, odds·e^θ : 1 under P.
    tilt = 1 + Fraction(1, inverse)
    q = Fraction(odds, 1 + odds)
    p = odds * tilt / (1 + odds * tilt)
    ratio = exp(zcdp(bounded_range_rho(k, Real.of(tilt).log()), delta).epsilon).enclosure(64).lower
    laws = [[math.comb(k, j) * x**j * (1 - x) ** (k - j) for j in range(k + 1)] for x in (p, q)]
    for first, second in (laws, reversed(laws)):
        assert sum(max(Fraction(0), a - ratio * b) for a, b in zip(first, second, strict=True)) <= delta


def test_half_of_the_promised_rho_would_be_too_small():
    # Four draws of range ln 2 whose odds are 1 : √2 under Q nearly: P and Q are farther apart than ρ/2 allows.
    k, delta = 4, Fraction(1, 100)
    q, p = Fraction(5, 12), Fraction(10, 17)
    half = bounded_range_rho(k, Real.of(2).log()) / 4
    ratio = exp(zcdp(half, delta).epsilon).enclosure(64).upper
    excess = sum(
        max(Fraction(0), math.comb(k, j) * (p**j * (1 - p) ** (k - j) - ratio * q**j * (1 - q) ** (k - j)))
        for j in range(k + 1)
    )
    assert excess > delta


def test_without_delta_composition_is_basic():
    found = best_composed(7, Fraction(1, 10), 0)
    assert (found.method, found.epsilon.exact) == ("basic", Fraction(14, 10))


@pytest.mark.parametrize(("k", "eta"), [(0, Fraction(1)), (5, Fraction(0))])
def test_what_draws_nothing_or_reads_nothing_costs_nothing(k, eta):
    assert best_composed(k, eta, MILLIONTH).epsilon.exact == 0


def test_large_rates_are_composed_as_pure():
    assert best_composed(3, 5, Fraction(1, 10**300)).method == "basic"


def test_a_constant_delta_can_cost_no_epsilon():
    assert float(best_composed(100, Fraction(1, 1000), Fraction(1, 2)).epsilon) == 0


def test_tiny_numbers_do_not_upset_the_search():
    found = best_composed(10**6, Fraction(1, 10**12), Fraction(1, 10**30))
    assert 0 < float(found.epsilon) < 2e-8


def test_without_any_divergence_epsilon_is_nothing():
    assert zcdp(0, MILLIONTH).epsilon.decimal(2, "up") in {"0", "0.0"}


@pytest.mark.parametrize("delta", [0, 1, Fraction(-1, 2)])
def test_a_delta_outside_its_range_is_refused(delta):
    with pytest.raises(InputError, match="delta"):
        zcdp(1, delta)


@pytest.mark.parametrize("order", [Fraction(1), Fraction(1, 2)])
def test_an_order_of_at_most_one_is_refused(order):
    for convert in (renyi_epsilon, renyi_delta):
        with pytest.raises(InputError, match="order"):
            convert(1, Fraction(1, 2), order)


@pytest.mark.parametrize("k", [-1, 1.0, True])
def test_a_count_that_is_no_natural_number_is_refused(k):
    with pytest.raises(InputError, match="k = "):
        best_composed(k, 1, MILLIONTH)


def test_negative_numbers_are_refused_by_name():
    with pytest.raises(InputError, match="rho"):
        zcdp(Fraction(-1), MILLIONTH)
    with pytest.raises(InputError, match="eta"):
        best_composed(1, Fraction(-1), MILLIONTH)
    with pytest.raises(InputError, match="epsilon"):
        renyi_delta(1, -1, Fraction(2))
