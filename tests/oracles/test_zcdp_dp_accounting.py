"""The conversion of Rényi divergences against dp-accounting's."""

from fractions import Fraction

import pytest
from dp_accounting.rdp.rdp_privacy_accountant import compute_delta, compute_epsilon

from dartproof.accounting.zcdp import renyi_delta, renyi_epsilon

CASES = [
    (Fraction(15, 10000), Fraction(1, 10**6), Fraction(80)),
    (Fraction(1, 10), Fraction(1, 10**6), Fraction(11)),
    (Fraction(1), Fraction(1, 100), Fraction(3)),
    (Fraction(5), Fraction(1, 10**9), Fraction(5, 2)),
]


@pytest.mark.parametrize(("rho", "delta", "order"), CASES)
def test_epsilon_agrees(rho, delta, order):
    expected, _ = compute_epsilon([float(order)], [float(order * rho)], float(delta))
    assert float(renyi_epsilon(rho, delta, order)) == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize(("rho", "delta", "order"), CASES)
def test_delta_is_at_least_as_good(rho, delta, order):
    eps = renyi_epsilon(rho, delta, order)
    other, _ = compute_delta([float(order)], [float(order * rho)], float(eps))
    assert float(renyi_delta(rho, eps, order)) <= other * (1 + 1e-10)
