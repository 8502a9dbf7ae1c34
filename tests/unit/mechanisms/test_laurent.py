"""Laurent polynomials in y^z and their integrals."""

from fractions import Fraction as Q

from dartproof.mechanisms.laurent import Laurent
from dartproof.numeric.fast import fast

ONE, HALF = fast(1), fast(Q(1, 2))


def test_the_integral_of_a_power_is_the_difference_of_powers_over_the_exponent() -> None:
    # ∫ L w^3 dz from z = 0 to 2 with y = 1/2 is (1 - (1/4)^3)/3.
    assert Laurent(ONE, 3, 1).integral(ONE, fast(Q(1, 4)), width=2) == (fast(Q(21, 64)), fast(0))


def test_the_integral_of_one_is_the_length_times_l() -> None:
    assert Laurent(fast(5), 0, 1).integral(ONE, HALF, width=1) == (fast(0), fast(5))


def test_infinite_ends_contribute_nothing() -> None:
    assert Laurent(ONE, 2, 1).integral(ONE, None, width=0) == (HALF, fast(0))
    assert Laurent(ONE, -2, 1).integral(None, ONE, width=0) == (HALF, fast(0))


def test_a_product_of_factors_is_integrated_term_by_term() -> None:
    # w^-1 (1 - w/2)(1 - w/3) = w^-1 - 5/6 + w/6; from w = 1 to 1/2: (2 - 1), -5/6 L, (1 - 1/2)/6, times 6.
    product = Laurent(fast(6), -1, 1).times_one_minus(HALF).times_one_minus(fast(Q(1, 3)))
    assert product.integral(ONE, HALF, width=1) == (fast(6) + HALF, fast(-5))


def test_a_monomial_moves_the_exponents() -> None:
    moved = Laurent(ONE, 1, 2).times_one_minus(HALF).times_monomial(fast(3), -3)
    # 3 w^-2 (1 - w^2/2): from w = 1 to 1/2 it is 3 ((4 - 1)/2 - L/2).
    assert moved.integral(ONE, HALF, width=1) == (fast(Q(9, 2)), fast(Q(-3, 2)))
