"""Of `outward_floats` and `fixed_point` in `dartproof.laws.all_pairs`: roundings go outwards, and 0 stays 0."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dartproof.laws.all_pairs.fixed_point import (
    BITS,
    LARGEST,
    ZERO_ABOVE,
    ZERO_BELOW,
    LogBounds,
    fitting_bits,
    log_bounds,
)
from dartproof.laws.all_pairs.outward_floats import FloatBounds, ratio_above, ratio_below
from dartproof.numeric import LogField, Real

probabilities = st.fractions(0, 1, max_denominator=10**6)


def contains(bounds, number):
    lower, upper = Fraction(float(bounds.lower[0])), Fraction(float(bounds.upper[0]))
    return lower <= number <= upper and (upper == 0) == (number == 0)


@given(probabilities, probabilities)
def test_sums_and_products_lie_between_their_bounds(x, y):
    first, second = FloatBounds.of([x]), FloatBounds.of([y])
    assert contains(first + second, x + y)
    assert contains(first * second, x * y)


def test_a_product_too_small_for_a_float_is_not_zero():
    tiny = FloatBounds.of([Fraction(1, 10**200)])
    assert contains(tiny * tiny, Fraction(1, 10**400))


def test_numbers_that_floats_miss_are_enclosed_and_others_too():
    for number in (Fraction(1, 3), Fraction(1, 2), Fraction(0), LogField(Fraction(1, 2)).log):
        bounds = FloatBounds.of([number])
        assert bounds.lower[0] <= float(number) <= bounds.upper[0]
        assert (bounds.lower[0] < bounds.upper[0]) == bool(number)


@given(probabilities, probabilities)
def test_ratios_lie_between_their_bounds(x, y):
    field = LogField(Fraction(1, 2))
    above, below = FloatBounds.of([x]), FloatBounds.of([y])
    upper = ratio_above(above.upper, below.lower)[0]
    if not x:
        assert upper == 0
    elif not y:
        assert upper == ratio_below(field.rational(x), field.zero) == np.inf
    else:
        assert ratio_below(field.rational(x), field.rational(y)) < x / y < upper


floats = st.floats(0, 1, allow_subnormal=False)


def points(*numbers):
    """Bounds that are the numbers themselves, so that nothing but the rounding of an operation widens them."""
    return FloatBounds(np.array(numbers), np.array(numbers))


@given(floats, floats)
def test_each_operation_rounds_its_own_result_outwards(x, y):
    first, second, exact = points(x), points(y), (Fraction(x), Fraction(y))
    assert contains(first + second, sum(exact))
    assert contains(first * second, exact[0] * exact[1])
    if exact[1]:
        assert Fraction(float(ratio_above(first.upper, second.lower)[0])) >= exact[0] / exact[1]


def test_a_quotient_that_numpy_rounds_down_is_rounded_up():
    # 1/3 = 0.010101…, so the nearest float, 0.0101…01, is below it.
    assert Fraction(1.0 / 3.0) < Fraction(1, 3)
    assert Fraction(float(ratio_above(np.array([1.0]), np.array([3.0]))[0])) > Fraction(1, 3)


def test_a_quotient_that_numpy_rounds_up_is_rounded_down():
    # 2/3 = 0.101010…; the float is above it where the digits that are left out begin with 1.
    numbers = [number for number in range(1, 100) if Fraction(number / 101.0) > Fraction(number, 101)]
    field = LogField(Fraction(1, 2))
    assert numbers
    for number in numbers:
        assert ratio_below(field.rational(number), field.rational(101)) < Fraction(number, 101)


@pytest.mark.parametrize("bits", [0, 10, BITS, 200])
@pytest.mark.parametrize("number", [Fraction(1, 3), Fraction(10) ** 40, LogField(Fraction(9, 10)).log, 1])
def test_logarithms_lie_between_their_bounds(number, bits):
    lower, upper = log_bounds(number, bits)
    assert Fraction(lower, 1 << bits) <= Real.of(number).log() <= Fraction(upper, 1 << bits)
    assert upper - lower <= 2


def test_the_logarithm_of_one_is_exactly_zero():
    assert log_bounds(1) == (0, 0)


def test_zero_over_something_is_least_and_something_over_zero_is_infinite():
    bounds = LogBounds.of([Fraction(0), Fraction(1, 10**9)], BITS)
    ratios = bounds.upper[:, None] - bounds.lower[None, :]
    assert ratios[0, 0] < -LARGEST  # 0/0
    assert ratios[0, 1] < -LARGEST  # 0/q
    assert ratios[1, 0] > LARGEST  # p/0
    assert (bounds.lower[0], bounds.upper[0]) == (ZERO_BELOW, ZERO_ABOVE)


@pytest.mark.parametrize(
    ("number", "bits", "ends"),
    [
        (2, 0, (0, 1)),  # ln 2 = 0.693…
        (Fraction(1, 2), 0, (-1, 0)),
        (3, 1, (2, 3)),  # 2 ln 3 = 2.197…
        (Fraction(1, 1000), 3, (-56, -55)),  # 8 ln 1000 = 55.262…
    ],
)
def test_the_ends_of_a_logarithm_are_the_integers_next_to_it(number, bits, ends):
    assert log_bounds(number, bits) == ends


@pytest.mark.parametrize("largest", [1, 1000, 1 << 20, 1 << 40])
def test_the_unit_leaves_room_for_the_largest_logarithm(largest):
    assert largest << fitting_bits(largest) <= LARGEST
