"""Balls contain the exact results of what is done to their members, and reals evaluate to balls around the truth."""

from fractions import Fraction

import mpmath
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dartproof.errors import UndecidedError
from dartproof.numeric import Ball, Real, binomial_tail, clopper_pearson, exp, log

RATIONALS = st.fractions(-1000, 1000, max_denominator=10**6)
BITS = st.sampled_from([8, 53, 128])
POINTS = st.fractions(0, 1, max_denominator=100)


@st.composite
def balls_with_members(draw):
    """Draw a ball and a number in it."""
    lower, upper = sorted([draw(RATIONALS), draw(RATIONALS)])
    point = draw(POINTS)
    return Ball.between(lower, upper, bits=draw(BITS)), lower + point * (upper - lower)


@given(balls_with_members(), balls_with_members())
def test_arithmetic_keeps_the_members(first, second):
    (x, a), (y, b) = first, second
    assert (x + y).contains(a + b)
    assert (x - y).contains(a - b)
    assert (x * y).contains(a * b)
    assert (x**3).contains(a**3)
    assert (-x).contains(-a)
    if not y.contains(0):
        assert (x / y).contains(a / b)


@given(balls_with_members(), balls_with_members())
def test_a_comparison_that_is_answered_is_true_of_all_members(first, second):
    (x, a), (y, b) = first, second
    for decide, truth in ((lambda: x < y, a < b), (lambda: x <= y, a <= b), (lambda: x > y, a > b)):
        try:
            answer = decide()
        except UndecidedError:
            continue
        assert answer == truth


@given(balls_with_members(), st.integers(1, 30))
def test_decimal_and_radius_cover_the_ball(drawn, digits):
    ball, _ = drawn
    shown, bound = Fraction(ball.decimal(digits)), Fraction(ball.radius_text(digits))
    assert shown - bound <= ball.lower <= ball.upper <= shown + bound


@given(RATIONALS, st.fractions(Fraction(1, 1000), 1000, max_denominator=1000))
def test_reals_agree_with_mpmath(x, y):
    number = (exp(x / 100) + log(y)) * Real.of(y).sqrt() - Real.of(x).cbrt()
    with mpmath.workdps(80):
        a, b = mpmath.mpf(x.numerator) / x.denominator, mpmath.mpf(y.numerator) / y.denominator
        reference = (mpmath.exp(a / 100) + mpmath.log(b)) * mpmath.sqrt(b) - mpmath.sign(a) * mpmath.cbrt(abs(a))
        ball = number.enclosure(200)
        middle = (ball.lower + ball.upper) / 2
        error = abs(mpmath.mpf(middle.numerator) / middle.denominator - reference)
        assert error <= mpmath.mpf(ball.radius.numerator) / ball.radius.denominator + mpmath.mpf(10) ** -65


@given(RATIONALS, RATIONALS)
def test_minimum_and_maximum_split_the_sum(x, y):
    a, b = exp(x / 500), exp(y / 500)
    assume(x != y)
    assert Real.minimum(a, b) + Real.maximum(a, b) - a - b <= Fraction(1, 10**60)
    assert (Real.minimum(a, b) < Real.maximum(a, b)) is True


@settings(max_examples=40)
@given(st.integers(1, 60), st.data(), st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=100))
def test_clopper_pearson_is_the_root_of_the_exact_tail(trials, data, miss):
    successes = data.draw(st.integers(1, trials))
    bound = clopper_pearson(successes, trials, miss=miss)
    assert exact_tail(successes, trials, bound) <= miss
    assert exact_tail(successes, trials, bound * (1 + Fraction(1, 10**9))) > miss


@given(st.integers(0, 60), st.integers(-2, 62), POINTS)
def test_a_binomial_tail_contains_its_sum(trials, successes, p):
    assert binomial_tail(successes, trials, p).contains(exact_tail(successes, trials, p))


def exact_tail(k, n, p):
    """Return Pr[Bin(n, p) ≥ k] by adding a trial at a time, without binomial coefficients."""
    law = [Fraction(1)]
    for _ in range(n):
        law = [(1 - p) * stay + p * rise for stay, rise in zip([*law, 0], [0, *law], strict=True)]
    return sum(law[max(k, 0) :], Fraction(0))
