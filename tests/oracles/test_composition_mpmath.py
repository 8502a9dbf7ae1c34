"""Optimal composition against the published sum, evaluated in mpmath and inverted by bisection."""

from fractions import Fraction

import mpmath
import pytest

from dartproof.accounting import composition_delta, optimal

CASES = [
    (1, Fraction(1), Fraction(1, 10)),
    (2, Fraction(3, 10), Fraction(1, 100)),
    (7, Fraction(1, 4), Fraction(1, 10**6)),
    (30, Fraction(1, 10), Fraction(1, 10**3)),
    (31, Fraction(2), Fraction(1, 10**9)),
    (100, Fraction(1, 20), Fraction(1, 10**12)),
]


def published_delta(k, eps0, eps_g):
    """Return (1+e^ε0)^{−k} Σ_{l ≥ ⌈(ε_g + kε0)/(2ε0)⌉} C(k,l)(e^{lε0} − e^{ε_g} e^{(k−l)ε0})."""
    first = int(mpmath.ceil((eps_g + k * eps0) / (2 * eps0)))
    terms = (
        mpmath.binomial(k, i) * (mpmath.exp(i * eps0) - mpmath.exp(eps_g + (k - i) * eps0)) for i in range(first, k + 1)
    )
    return mpmath.fsum(terms) / (1 + mpmath.exp(eps0)) ** k


def bisected_epsilon(k, eps0, delta):
    low, high = mpmath.mpf(0), k * eps0
    if published_delta(k, eps0, low) <= delta:
        return low
    for _ in range(140):
        middle = (low + high) / 2
        low, high = (low, middle) if published_delta(k, eps0, middle) <= delta else (middle, high)
    return high


def as_mpf(q):
    return mpmath.mpf(q.numerator) / q.denominator


@pytest.mark.parametrize(("k", "eps0", "delta"), CASES)
def test_epsilon_is_the_root_of_the_published_sum(k, eps0, delta):
    with mpmath.workdps(60):
        reference = bisected_epsilon(k, as_mpf(eps0), as_mpf(delta))
        assert abs(mpmath.mpf(optimal(k, eps0, delta).decimal(45)) - reference) < mpmath.mpf(10) ** -38


@pytest.mark.parametrize(("k", "eps0", "delta"), CASES)
def test_the_reference_tells_a_neighbouring_count_apart(k, eps0, delta):
    with mpmath.workdps(60):
        reference = bisected_epsilon(k + 1, as_mpf(eps0), as_mpf(delta))
        assert abs(mpmath.mpf(optimal(k, eps0, delta).decimal(45)) - reference) > mpmath.mpf(10) ** -6


@pytest.mark.parametrize(("k", "eps0"), [case[:2] for case in CASES])
@pytest.mark.parametrize("share", [Fraction(0), Fraction(1, 3), Fraction(9, 10)])
def test_delta_is_the_published_sum(k, eps0, share):
    with mpmath.workdps(60):
        eps = share * k * eps0
        reference = published_delta(k, as_mpf(eps0), as_mpf(eps))
        computed = mpmath.mpf(composition_delta(k, eps0, eps).decimal(40))
        assert abs(computed - reference) <= mpmath.mpf(10) ** -38 * max(reference, 1)
