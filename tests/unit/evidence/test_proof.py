"""Derivations: each kind of step accepts what follows and refuses what does not."""

from collections.abc import Callable

import pytest
import sympy as sp

from dartproof.evidence import Proof, StepRefused

x, y = sp.symbols("x y", real=True)
u, v = sp.symbols("u v", positive=True)
a, b = sp.symbols("a b", nonnegative=True)
i, j = sp.symbols("i j", integer=True)
w = sp.IndexedBase("w", positive=True)
c = sp.IndexedBase("c", real=True)
f = sp.Function("f", positive=True)
Phi, Psi, N = sp.symbols("Phi Psi N", positive=True)


def new() -> Proof:
    return Proof(hypotheses=["h"], uses=["lemma"])


def refused(*steps: Callable[[Proof], None]) -> str:
    """What the last of the steps is refused for, where all others are accepted."""
    proof = new()
    for step in steps[:-1]:
        step(proof)
    with pytest.raises(StepRefused) as refusal:
        steps[-1](proof)
    return str(refusal.value)


def test_a_step_says_what_was_verified() -> None:
    proof = new()
    proof.at_most("1 <= 1 + a", 1, 1 + a)
    assert [(str(step), step.formula) for step in proof.steps] == [("1 <= 1 + a   [sign]", "a >= 0")]


def test_a_hypothesis_of_another_statement_is_refused() -> None:
    assert "no hypothesis 'other'" in refused(lambda p: p.assume("other", "text"))


def test_a_statement_that_is_not_used_is_refused() -> None:
    assert "'other' is not among" in refused(lambda p: p.cite("other", "text"))


@pytest.mark.parametrize(("positive", "nonnegative"), [(-a, None), (None, -u), (None, y - x - 1), (y - x, None)])
def test_a_hypothesis_that_contradicts_what_is_known_is_refused(
    positive: sp.Expr | None, nonnegative: sp.Expr | None
) -> None:
    assert "contradicts what is known" in refused(
        lambda p: p.assume("h", "x >= y", nonnegative=x - y),
        lambda p: p.nonnegative("x - y + 1 > 0", x - y + 1, by=[x - y, sp.Integer(1)]),
        lambda p: p.positive("x - y + 1 > 0", x - y + 1, by=[x - y, sp.Integer(1)]),
        lambda p: p.assume("h", "?", positive=positive, nonnegative=nonnegative),
    )


def test_a_false_identity_is_refused() -> None:
    assert "left - right is x, not 0" in refused(lambda p: p.identity("2x = x", 2 * x, x))


def test_an_identity_with_a_denominator_that_may_vanish_is_refused() -> None:
    assert "1/x is not known to be a real number" in refused(lambda p: p.identity("1/x = 1/x", 1 / x, 1 / x))


def test_an_identity_of_undeclared_symbols_is_refused() -> None:
    z = sp.Symbol("z")
    assert "z is not known" in refused(lambda p: p.identity("z = z", z, z))


@pytest.mark.parametrize("expression", [x, -u, u - v, sp.log(u), a - 1, 1 / x**2, sp.sqrt(x)])
def test_an_inequality_that_does_not_follow_is_refused(expression: sp.Expr) -> None:
    refused(lambda p: p.nonnegative("?", expression))


def test_zero_is_not_positive() -> None:
    refused(lambda p: p.positive("0 > 0", sp.Integer(0)))


def test_what_was_shown_can_be_used() -> None:
    proof = new()
    proof.grows("e^a - 1 >= 0", sp.exp(a) - 1, a)
    proof.at_most("1 <= e^a", 1, sp.exp(a))
    proof.positive("1/e^u > 0", 1 / sp.exp(u))
    assert len(proof.steps) == 3


def test_what_was_said_in_a_text_only_cannot_be_used() -> None:
    refused(lambda p: p.argue("x >= 0"), lambda p: p.define("x >= 0"), lambda p: p.nonnegative("x >= 0", x))


def test_a_sign_that_is_argued_counts_as_an_argument() -> None:
    proof = new()
    proof.argue("x >= 0 because of a picture", nonnegative=x)
    proof.nonnegative("2x >= 0", 2 * x)
    assert [step.reason for step in proof.steps] == ["argument", "sign"]


def test_parts_that_add_up_and_are_nonnegative_show_an_inequality() -> None:
    proof = new()
    proof.at_most("2xy <= x^2 + y^2", 2 * x * y, x**2 + y**2, by=[(x - y) ** 2])
    assert proof.steps[0].formula == "x**2 - 2*x*y + y**2 >= 0"


def test_parts_that_do_not_add_up_are_refused() -> None:
    assert "the parts add up to x**2, not x" in refused(lambda p: p.nonnegative("x >= 0", x, by=[x**2]))


def test_a_part_of_unknown_sign_is_refused() -> None:
    assert "x is not a combination" in refused(lambda p: p.nonnegative("x >= 0", x, by=[x**2, x - x**2]))


def test_nonnegative_parts_do_not_make_a_sum_positive() -> None:
    refused(lambda p: p.positive("a + b > 0", a + b, by=[a, b]))


def test_a_function_that_starts_negative_is_refused() -> None:
    assert "at a = 0 it is -1" in refused(lambda p: p.grows("a - 1 >= 0", a - 1, a))


def test_a_function_that_falls_is_refused() -> None:
    assert "the derivative -1" in refused(lambda p: p.grows("-a >= 0", -a, a))


@pytest.mark.parametrize("variable", [x, sp.Symbol("n", integer=True, nonnegative=True), sp.Symbol("z"), w[i]])
def test_a_function_grows_only_in_a_real_symbol_that_is_nonnegative(variable: sp.Symbol) -> None:
    assert "must be a real symbol" in refused(lambda p: p.grows("?", variable, variable))


@pytest.mark.parametrize(
    "function",
    [
        sp.Piecewise((1, u < 1), (-1, True)),
        1 - sp.floor(u),
        sp.sign(1 - u) + 0 * u,
        -sp.atan(1 / (u - 1)),
        1 / (1 - u),
        sp.log(u),
        1 / u,
        f(u) - f(sp.Integer(0)),
        sp.Max(u, 1) - 1,
    ],
)
def test_a_function_that_may_jump_is_refused(function: sp.Expr) -> None:
    known = lambda p: p.positive("(u - 1)^2 + 1 > 0", (u - 1) ** 2 + 1)  # noqa: E731 a step for `refused`
    refused(known, lambda p: p.grows("?", function, u))


def test_growth_is_strict_only_for_a_positive_variable() -> None:
    proof = new()
    proof.grows("u > 0", u + u**2, u)
    proof.grows("a >= 0", a + a**2, a)
    assert [step.formula for step in proof.steps] == ["u**2 + u > 0", "a**2 + a >= 0"]


def test_what_is_assumed_of_one_value_says_nothing_of_those_below_it() -> None:
    assert "the derivative u - 1" in refused(
        lambda p: p.assume("h", "u >= 1", nonnegative=u - 1),
        lambda p: p.grows("u^2/2 - u >= 0, which is false at u = 3/2", u**2 / 2 - u, u),
    )


def test_what_is_assumed_of_other_symbols_may_be_used_in_growth() -> None:
    proof = new()
    proof.assume("h", "x >= 1", nonnegative=x - 1)
    proof.grows("(x - 1) a >= 0", (x - 1) * a, a)
    assert proof.steps[-1].reason == "derivative"


def test_an_instance_of_what_was_shown_can_be_taken() -> None:
    proof = new()
    proof.grows("e^a - 1 >= 0", sp.exp(a) - 1, a)
    proof.instance("e^(x^2) - 1 >= 0", sp.exp(a) - 1, {a: x**2})
    assert proof.steps[-1].formula == "exp(x**2) - 1 >= 0"


def test_an_instance_of_what_was_not_shown_is_refused() -> None:
    assert "has not been shown" in refused(lambda p: p.instance("?", a - 1, {a: u}))


@pytest.mark.parametrize("value", [x, -u, sp.I, sp.Symbol("z"), 1 / x, sp.Float(0.5)])
def test_an_instance_at_a_value_that_does_not_fit_is_refused(value: sp.Expr) -> None:
    refused(lambda p: p.grows("e^a - 1 >= 0", sp.exp(a) - 1, a), lambda p: p.instance("?", sp.exp(a) - 1, {a: value}))


def test_an_instance_of_a_square_at_an_imaginary_number_is_refused() -> None:
    refused(lambda p: p.nonnegative("x^2 >= 0", x**2), lambda p: p.instance("-1 >= 0", x**2, {x: sp.I}))


def test_a_hypothesis_is_not_specialised() -> None:
    assert "particular values of a only" in refused(
        lambda p: p.assume("h", "a <= 1", nonnegative=1 - a),
        lambda p: p.instance("5 <= 1", 1 - a, {a: sp.Integer(5)}),
    )


def test_what_follows_from_a_hypothesis_is_not_specialised() -> None:
    refused(
        lambda p: p.assume("h", "a <= 1", nonnegative=1 - a),
        lambda p: p.nonnegative("2 - 2a >= 0", 2 - 2 * a),
        lambda p: p.instance("-8 >= 0", 2 - 2 * a, {a: sp.Integer(5)}),
    )


def test_a_cited_inequality_is_not_specialised() -> None:
    refused(
        lambda p: p.cite("lemma", "a <= 1", nonnegative=1 - a),
        lambda p: p.instance("5 <= 1", 1 - a, {a: sp.Integer(5)}),
    )


def test_what_a_hypothesis_says_of_every_index_is_specialised() -> None:
    proof = new()
    proof.assume("h", "c(j) >= 0 for every j", nonnegative=c[j], every=[j])
    proof.instance("c(i) >= 0", c[j], {j: i})
    assert proof.steps[-1].formula == "c[i] >= 0"


def test_what_was_shown_before_an_assumption_is_specialised() -> None:
    proof = new()
    proof.grows("e^a - 1 >= 0", sp.exp(a) - 1, a)
    proof.assume("h", "a <= 1", nonnegative=1 - a)
    proof.instance("e^2 - 1 >= 0", sp.exp(a) - 1, {a: sp.Integer(2)})
    assert proof.steps[-1].formula == "-1 + exp(2) >= 0"


def test_a_sum_over_a_range_is_not_taken_for_a_number() -> None:
    total = sp.Sum(x * w[i], (i, 1, 3))
    assert "is not known to be a real number" in refused(
        lambda p: p.identity("its index could be captured", total, total)
    )


def test_a_sum_is_taken_term_by_term() -> None:
    proof = new()
    proof.total(
        "the shares add up to 1, each three times and 2",
        3 * w[i] / Phi + 2,
        index=i,
        totals={w[i]: Phi, sp.Integer(1): N},
        equals=3 + 2 * N,
    )
    assert "given sum over i of w[i] = Phi, sum over i of 1 = N" in proof.steps[0].formula


def test_a_sum_of_exponentials_is_taken_term_by_term() -> None:
    proof = new()
    term = w[i] * sp.exp(-u * c[i])
    proof.total("?", (sp.exp(u) - 1) * term, index=i, totals={term: Phi}, equals=(sp.exp(u) - 1) * Phi)
    assert proof.steps[0].reason == "sum"


@pytest.mark.parametrize(
    ("summand", "equals"),
    [
        (2 * w[i], Phi),
        (w[i] ** 2, Phi**2),
        (1 / w[i], 1 / Phi),
        (i * w[i], i * Phi),
        (c[i] * w[i], Phi),
        (sp.sqrt(w[i]), sp.sqrt(Phi)),
        (sp.sin(w[i]), sp.sin(Phi)),
        (sp.exp(w[i]), sp.exp(Phi)),
        (sp.Integer(1), sp.Integer(1)),
    ],
)
def test_a_false_or_unknown_sum_is_refused(summand: sp.Expr, equals: sp.Expr) -> None:
    refused(lambda p: p.total("?", summand, index=i, totals={w[i]: Phi}, equals=equals))


def test_a_total_that_depends_on_the_index_is_refused() -> None:
    assert "cannot depend on it" in refused(
        lambda p: p.total("?", sp.Integer(1), index=i, totals={sp.Integer(1): i}, equals=i)
    )


def test_a_term_has_one_total() -> None:
    assert "is Phi, not Psi" in refused(
        lambda p: p.total("?", w[i], index=i, totals={w[i]: Phi}, equals=Phi),
        lambda p: p.total("?", w[i], index=i, totals={w[i]: Psi}, equals=Psi),
    )


def test_what_a_term_was_shown_to_add_up_to_is_its_total() -> None:
    refused(
        lambda p: p.total("?", 2 * w[i] + 1, index=i, totals={w[i]: Phi, sp.Integer(1): N}, equals=2 * Phi + N),
        lambda p: p.total("?", 2 * w[i] + 1, index=i, totals={2 * w[i] + 1: Psi}, equals=Psi),
    )


def test_summands_that_are_nonnegative_have_a_nonnegative_sum() -> None:
    proof = new()
    proof.assume("h", "c(j) <= w(j) for every j", nonnegative=w[j] - c[j], every=[j])
    proof.total_nonnegative("?", w[j] - c[j], index=j, totals={w[j]: Phi, c[j]: Psi}, equals=Phi - Psi)
    proof.at_most("Psi <= Phi", Psi, Phi)
    assert len(proof.steps) == 3


def test_a_summand_that_is_nonnegative_at_one_index_says_nothing_of_the_sum() -> None:
    assert "not known to be >= 0 for every j" in refused(
        lambda p: p.assume("h", "c(j) <= w(j) for this j", nonnegative=w[j] - c[j]),
        lambda p: p.total_nonnegative("?", w[j] - c[j], index=j, totals={w[j]: Phi, c[j]: Psi}, equals=Phi - Psi),
    )
