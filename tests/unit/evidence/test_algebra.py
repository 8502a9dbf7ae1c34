"""Equality, sign and realness of symbolic expressions: what is false or undefined is never accepted."""

from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dartproof.evidence.algebra import equal, fits, normal_form, sign, undefined_part

x, y = sp.symbols("x y", real=True)
u, v = sp.symbols("u v", positive=True)
a = sp.Symbol("a", nonnegative=True)
n = sp.Symbol("n", integer=True, nonnegative=True)
i = sp.Symbol("i", integer=True)
undeclared = sp.Symbol("z")
f = sp.Function("f")


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ((x + 1) ** 2, x**2 + 2 * x + 1),
        (sp.exp(x + 2 * y), sp.exp(x) * sp.exp(y) ** 2),
        (sp.exp(x / 2) * sp.exp(x / 3), sp.exp(5 * x / 6)),
        (sp.sinh(x) + sp.cosh(x), sp.exp(x)),
        (sp.tanh(x), (sp.exp(2 * x) - 1) / (sp.exp(2 * x) + 1)),
        (u**x * u ** (1 - x), u),
        (sp.log(u * v), sp.log(u) + sp.log(v)),
        (sp.exp(-x * sp.log(u)), 1 / u**x),
        ((u**2 - v**2) / (u + v), u - v),
        (sp.Max(x, y) ** 2 - 1, (sp.Max(x, y) - 1) * (sp.Max(x, y) + 1)),
    ],
)
def test_true_identities_are_recognised(left: sp.Expr, right: sp.Expr) -> None:
    assert equal(left, right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (sp.sqrt(x**2), x),
        (sp.sqrt(x * y), sp.sqrt(x) * sp.sqrt(y)),
        (sp.log(x**2), 2 * sp.log(x)),
        (sp.log(x * y), sp.log(x) + sp.log(y)),
        ((x**2) ** sp.Rational(3, 2), x**3),
        (sp.sqrt(sp.exp(2 * undeclared)), sp.exp(undeclared)),
        (sp.sqrt(sp.exp(2 * sp.I * x)), sp.exp(sp.I * x)),
        (sp.exp(undeclared) ** y, sp.exp(undeclared * y)),
        (sp.exp(x**2), sp.exp(x) ** 2),
        (sp.exp(x + 1), sp.exp(x) + 1),
        (sp.Abs(x), x),
        (sp.Max(x, y), x),
        (sp.oo - sp.oo, 0),
        (sp.nan, sp.nan),
    ],
)
def test_false_identities_are_refused(left: sp.Expr, right: sp.Expr) -> None:
    assert not equal(left, right)


def test_terms_of_a_sum_over_a_range_are_not_taken_out_of_it() -> None:
    weighted = sp.Sum(sp.exp(i * u) * i, (i, 0, n)) * sp.Sum(sp.exp(-i * u), (i, 0, n))
    assert not equal(weighted, sp.Sum(i, (i, 0, n)) * sp.Sum(1, (i, 0, n)))


def test_terms_of_a_sum_over_numbers_are_not_taken_out_of_it() -> None:
    assert not equal(sp.Sum(sp.exp(i) * i, (i, 1, 3)) / sp.exp(i), sp.Sum(i, (i, 1, 3)))


def test_rounded_numbers_are_equal_to_nothing() -> None:
    assert not equal(u * (1 + sp.Float(1e-20)), u)


def test_the_normal_form_keeps_what_it_does_not_understand() -> None:
    assert normal_form(2 * sp.Max(x, y) + sp.Abs(x)) == 2 * sp.Max(x, y) + sp.Abs(x)


@pytest.mark.parametrize(
    "expression",
    [u, u + a, u * v, sp.exp(x), u**x, x**2 + 1, 1 / u, sp.pi, sp.E, 1 + sp.Abs(x), sp.Max(u, x), (u + v) / (1 + u)],
)
def test_positive_expressions_are_recognised(expression: sp.Expr) -> None:
    assert sign(expression) == "positive"


@pytest.mark.parametrize(
    "expression",
    [a, a * u, x**2, x**2 - 2 * x * y + y**2, a**n, x ** (2 * n), sp.Max(x, y) - x, y - sp.Min(x, y), sp.Max(a, x)],
)
def test_nonnegative_expressions_are_not_called_positive(expression: sp.Expr) -> None:
    assert sign(expression) == "nonnegative"


@pytest.mark.parametrize(
    "expression",
    [
        x,
        -u,
        u - v,
        x**3,
        u * x,
        sp.log(u),
        x - sp.Max(x, y),
        a**2 - a,
        undeclared**2,
        sp.exp(undeclared),
        sp.exp(sp.I * x),
        sp.sqrt(x),
        sp.sqrt(-u),
        x**u,
        (-u) ** sp.Rational(1, 3),
        sp.Float(0.5),
        sp.Float(0.5) * u,
        sp.Float(0.5) * u**2 + 1,
        sp.oo,
        sp.zoo,
        sp.nan,
        sp.sin(x) + 1,
    ],
)
def test_no_sign_is_given_to_what_may_be_negative_or_not_real(expression: sp.Expr) -> None:
    assert sign(expression) is None


@pytest.mark.parametrize(
    "expression",
    [
        1 / a,
        1 / x**2,
        1 / (u - v) ** 2,
        (u**2 - 1) / (u - 1),
        sp.exp(1 / x),
        a**x,
        sp.log(a) ** 2,
        sp.log(x) ** 2,
        sp.coth(x) ** 2,
        sp.Abs(1 / x),
        sp.exp(sp.re(sp.Integer(0) ** x)),
        sp.Sum(1 / i, (i, 0, n)) ** 2,
        sp.Piecewise((1, x < 1), (2, True)),
    ],
)
def test_no_sign_is_given_to_what_may_be_undefined(expression: sp.Expr) -> None:
    assert (sign(expression), undefined_part(expression) is None) == (None, False)


def test_a_fact_gives_the_sign_of_its_rational_multiples() -> None:
    facts = [(x - y, "positive")]
    assert [sign(e, facts) for e in (3 * x - 3 * y, y - x, (x - y) / 2, x - 2 * y)] == [
        "positive",
        None,
        "positive",
        None,
    ]


def test_a_fact_that_is_zero_gives_nothing() -> None:
    assert sign(x, [((y + 1) ** 2 - y**2 - 2 * y - 1, "positive")]) is None


def test_a_fact_makes_a_denominator_known() -> None:
    assert sign(1 / (sp.exp(u) - 1), [(sp.exp(u) - 1, "positive")]) == "positive"


def test_a_nonnegative_fact_makes_no_denominator_known() -> None:
    assert sign(1 / (x - y), [(x - y, "nonnegative")]) is None


@pytest.mark.parametrize(
    ("symbol", "value", "expected"),
    [
        (x, -u, True),
        (x, sp.I, False),
        (x, undeclared, False),
        (a, sp.Integer(0), True),
        (a, -u, False),
        (u, sp.Integer(0), False),
        (u, a, False),
        (sp.Symbol("m", nonpositive=True), u, False),
        (sp.Symbol("m", negative=True), sp.Integer(0), False),
        (sp.Symbol("m", nonzero=True), sp.Integer(0), False),
        (sp.Symbol("m", nonzero=True), -u, True),
        (i, x, False),
        (i, n + 1, True),
        (n, i, False),
        (sp.Symbol("m", even=True), n, False),
        (sp.Symbol("m", even=True), 2 * n, True),
        (undeclared, u, False),
        (f(x), u, False),
    ],
)
def test_a_value_fits_a_symbol_only_with_all_that_it_is_declared(
    symbol: sp.Symbol, value: sp.Expr, expected: bool
) -> None:
    assert fits(symbol, value) is expected


POINTS = st.fractions(-4, 4, max_denominator=4)
LEAVES = st.sampled_from([x, y, u, v, a, n, *map(sp.sympify, (-1, 0, 1, 2, "1/2"))])
EXPONENTS = st.sampled_from([2, -1, 3, -2, sp.Rational(1, 2), sp.Rational(-1, 3), x, u, a, n, 2 * n])
FUNCTIONS = st.sampled_from([sp.exp, sp.log, sp.Abs, sp.tanh, sp.coth, lambda e: sp.Max(e, 0), lambda e: 1 / e])


def combined(parts: st.SearchStrategy[sp.Expr]) -> st.SearchStrategy[sp.Expr]:
    pairs = st.tuples(parts, parts)
    return st.one_of(
        pairs.map(lambda e: e[0] + e[1]),
        pairs.map(lambda e: e[0] - e[1]),
        pairs.map(lambda e: e[0] * e[1]),
        st.tuples(parts, EXPONENTS).map(lambda e: e[0] ** e[1]),
        st.tuples(FUNCTIONS, parts).map(lambda e: e[0](e[1])),
    )


EXPRESSIONS = st.recursive(LEAVES, combined, max_leaves=6)


@st.composite
def values(draw: st.DrawFn) -> dict[sp.Symbol, sp.Expr]:
    signed = {x: draw(POINTS), y: draw(POINTS)}
    above = {u: abs(draw(POINTS)) + Fraction(1, 9), v: abs(draw(POINTS)) + Fraction(1, 99), a: abs(draw(POINTS))}
    points: dict[sp.Symbol, sp.Expr] = {symbol: sp.sympify(value) for symbol, value in (signed | above).items()}
    return points | {n: sp.Integer(draw(st.integers(0, 3)))}


@settings(max_examples=300, deadline=None)
@given(EXPRESSIONS, values())
def test_whatever_has_a_sign_has_it_at_every_point(expression: sp.Expr, point: dict[sp.Symbol, sp.Expr]) -> None:
    found = sign(expression)
    assume(found is not None)
    number = expression.subs(point, simultaneous=True)
    assert number.is_finite
    assert sp.N(number, 40) > -1e-20
    assert found == "nonnegative" or number != 0


@settings(max_examples=200, deadline=None)
@given(EXPRESSIONS, values())
def test_whatever_is_defined_is_a_real_number_at_every_point(
    expression: sp.Expr, point: dict[sp.Symbol, sp.Expr]
) -> None:
    assume(undefined_part(expression) is None)
    number = sp.N(expression.subs(point, simultaneous=True), 40)
    assert number.is_finite
    assert abs(sp.im(number)) < 1e-20


REWRITINGS = st.sampled_from(
    [
        sp.expand,
        sp.together,
        lambda e: sp.powdenest(e, force=True),
        lambda e: sp.expand_log(e, force=True),
        lambda e: sp.powsimp(e, force=True),
        lambda e: e.xreplace({x: -x}),
        lambda e: e.xreplace({x: y}),
        lambda e: e.xreplace({v: u}),
    ]
)


@settings(max_examples=200, deadline=None)
@given(EXPRESSIONS, REWRITINGS, values())
def test_what_is_called_equal_is_equal_at_every_point(expression, rewriting, point) -> None:  # type: ignore[no-untyped-def]  # sympy is untyped
    other = rewriting(expression)
    if undefined_part(expression) is not None or undefined_part(other) is not None or not equal(expression, other):
        return
    left, right = (sp.N(e.subs(point, simultaneous=True), 40) for e in (expression, other))
    assert abs(left - right) <= abs(left) * sp.Rational(1, 10**20)
