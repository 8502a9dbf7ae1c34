"""Optimal composition against dp-accounting's privacy loss distributions of randomised response."""

from fractions import Fraction
from math import exp, log1p

import pytest
from dp_accounting.pld import privacy_loss_distribution

from dartproof.accounting import composition_delta, optimal

# (k, ε0, δ); every ε0 is dyadic.
CASES = [
    (1, Fraction(1, 8), Fraction(1, 100)),
    (10, Fraction(1, 2), Fraction(1, 10**6)),
    (100, Fraction(1, 64), Fraction(1, 10**4)),
    (3000, Fraction(1, 512), Fraction(1, 10**6)),
]


def composed_loss(k, eps0):
    """Return the loss distribution of k answers that are true with odds e^ε0 : 1.

    The two log-probabilities are floats of few bits whose difference is ε0 exactly, and ε0 is the discretisation, so
    dp-accounting has no privacy loss to round up.
    """
    true = round(-log1p(exp(-eps0)) * 2**40) / 2**40
    false = true - eps0
    single = privacy_loss_distribution.from_two_probability_mass_functions(
        {"same": true, "other": false}, {"same": false, "other": true}, value_discretization_interval=eps0
    )
    return single.self_compose(k)


@pytest.mark.parametrize(("k", "eps0", "delta"), CASES)
def test_epsilon_agrees_with_dp_accounting(k, eps0, delta):
    reference = composed_loss(k, float(eps0)).get_epsilon_for_delta(float(delta))
    assert float(optimal(k, eps0, delta)) == pytest.approx(reference, rel=1e-9)


@pytest.mark.parametrize(("k", "eps0", "delta"), CASES)
@pytest.mark.parametrize("share", [Fraction(1, 20), Fraction(1, 4)])
def test_delta_agrees_with_dp_accounting(k, eps0, delta, share):
    eps = share * k * eps0
    reference = composed_loss(k, float(eps0)).get_delta_for_epsilon(float(eps))
    assert float(composition_delta(k, eps0, eps)) == pytest.approx(reference, rel=1e-6, abs=float(delta) * 1e-6)


def test_dp_accounting_tells_a_neighbouring_count_apart():
    reference = composed_loss(11, 0.5).get_epsilon_for_delta(1e-6)
    assert float(optimal(10, Fraction(1, 2), Fraction(1, 10**6))) != pytest.approx(reference, rel=1e-2)
