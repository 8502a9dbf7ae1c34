"""Three decisions about symbolic expressions, made without floats: being a real number, equality, and sign.

Equality is decided by a normal form, the other two by structure. All are sound and incomplete: a yes is a proof for
all values that the symbols' declarations and the given facts admit, a no only means that this procedure found none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

import sympy as sp

Sign = Literal["positive", "nonnegative"]

Fact = tuple[sp.Expr, Sign]
"""An expression and a lower bound on its sign that is already established."""

_HYPERBOLIC = (sp.sinh, sp.cosh, sp.tanh, sp.coth)
_VARIABLES = (sp.Symbol, sp.Indexed, sp.core.function.AppliedUndef)
_KINDS_OF_NUMBER = ("integer", "rational", "algebraic", "even", "odd", "prime", "composite", "irrational")
_UNDERSTOOD = (sp.Add, sp.Mul, sp.Pow, sp.exp, sp.log, *_HYPERBOLIC)


def normal_form(expression: sp.Expr) -> sp.Expr:
    """The quotient of two expanded polynomials without common factor that equals `expression`.

    Exponentials exp(c·m) with rational c and a monomial m become powers of one generator per m, and logarithms of
    products of positive factors are split, so two expressions with the same normal form are equal wherever both are
    defined. The converse may fail. Whatever is no sum, product, power, exponential or logarithm (a maximum, a sum over
    a range) is kept whole, as if it were a variable.
    """
    whole = {node: _stand_in(str(node), node) for node in opaque_parts(sp.sympify(expression))}
    understood = sp.sympify(expression).xreplace(whole).rewrite(_HYPERBOLIC, sp.exp)
    expanded = sp.expand(sp.expand_log(understood), deep=True, power_exp=False)
    expanded = expanded.replace(_is_symbolic_power, lambda power: sp.exp(power.exp * sp.log(power.base)))
    arguments = {atom: sp.expand(atom.args[0]) for atom in expanded.atoms(sp.exp)}
    parts = [term.as_coeff_Mul() for argument in arguments.values() for term in sp.Add.make_args(argument)]
    monomials = sorted({monomial for _, monomial in parts}, key=sp.default_sort_key)
    root = {m: sp.ilcm(1, *(sp.Rational(c).q for c, n in parts if n == m)) for m in monomials}
    generator = {m: _stand_in(f"exp({m}/{root[m]})", sp.exp(m)) for m in monomials}
    as_powers = {
        atom: sp.Mul(
            *(generator[m] ** (c * root[m]) for c, m in (t.as_coeff_Mul() for t in sp.Add.make_args(argument)))
        )
        for atom, argument in arguments.items()
    }
    rational = sp.cancel(sp.together(expanded.xreplace(as_powers)))
    back = {generator[m]: sp.exp(m / root[m]) for m in monomials}
    return rational.xreplace(back).xreplace({stand_in: node for node, stand_in in whole.items()})


def equal(left: sp.Expr, right: sp.Expr) -> bool:
    """Whether the difference of the two has normal form 0. Floating-point numbers are equal to nothing."""
    left, right = sp.sympify(left), sp.sympify(right)
    return not (left.has(sp.Float) or right.has(sp.Float)) and bool(normal_form(left - right) == 0)


def sign(expression: sp.Expr, facts: Iterable[Fact] = ()) -> Sign | None:
    """A lower bound on the sign that follows from the structure of the expression, or None.

    Symbols count by their declared assumptions; sums of nonnegative terms, products, even powers and exponentials
    follow, and that a maximum is at least each of its arguments; `facts` are recognised up to a rational factor. Where
    the expression itself gives nothing, its factorisation over the rationals is tried. None also where the expression
    is not known to be a real number.
    """
    expression = sp.sympify(expression)
    known = (*facts, *_extremes(expression))
    if undefined_part(expression, known) is not None:
        return None
    found = _bounds(expression, known)
    if not found.nonnegative:
        factored = sp.factor(normal_form(expression))
        if undefined_part(factored, known) is None:
            found = _bounds(factored, known)
    if not found.nonnegative:
        return None
    return "positive" if found.nonzero else "nonnegative"


def undefined_part(expression: sp.Expr, facts: Iterable[Fact] = ()) -> sp.Expr | None:
    """A part of the expression that is not known to be a finite real number, or None if there is none.

    That is a denominator that may vanish, a logarithm of what may not be positive, a broken power of what may be
    negative, a symbol that is not declared real, a floating-point number, or a function that is not known here.
    """
    known = tuple(facts)
    expression = sp.sympify(expression)
    if isinstance(expression, _VARIABLES) or not expression.args:
        return expression if isinstance(expression, sp.Float) or not expression.is_real else None
    if not isinstance(expression, (*_UNDERSTOOD, sp.Function, sp.Max, sp.Min)):
        return expression
    for argument in expression.args:
        inner = undefined_part(argument, known)
        if inner is not None:
            return inner
    return expression if _is_undefined(expression, known) else None


def fits(symbol: sp.Symbol, value: sp.Expr, facts: Iterable[Fact] = ()) -> bool:
    """Whether a value is known to be a real number and all that the symbol is declared to be, so can take its place."""
    known = tuple(facts)
    if undefined_part(value, known) is not None:
        return False
    above, below = sign(value, known), sign(-value, known)
    return (
        isinstance(symbol, sp.Symbol)
        and bool(symbol.is_real)
        and (above == "positive" or not symbol.is_positive)
        and (below == "positive" or not symbol.is_negative)
        and (above is not None or not symbol.is_nonnegative)
        and (below is not None or not symbol.is_nonpositive)
        and ("positive" in {above, below} or not symbol.is_nonzero)
        and all(_declared(symbol, kind) in {None, _declared(value, kind)} for kind in _KINDS_OF_NUMBER)
    )


def opaque_parts(expression: sp.Expr) -> Iterator[sp.Expr]:
    """The outermost parts that are no sum, product, power, exponential, logarithm, hyperbolic function or variable."""
    if isinstance(expression, _UNDERSTOOD):
        for argument in expression.args:
            yield from opaque_parts(argument)
    elif not isinstance(expression, (*_VARIABLES, sp.Number, sp.NumberSymbol)) and expression is not sp.I:
        yield expression


def rough_parts(expression: sp.Expr, variable: sp.Symbol) -> list[sp.Expr]:
    """The parts that depend on the variable in a way that is not known to be smooth."""
    candidates = [*opaque_parts(expression), *expression.atoms(sp.Indexed, sp.core.function.AppliedUndef)]
    return [part for part in candidates if part.has(variable)]


def _declared(expression: sp.Expr, kind: str) -> bool | None:
    found: bool | None = getattr(expression, f"is_{kind}")
    return found


@dataclass(frozen=True, slots=True)
class _Bounds:
    """What is known of a real number: >= 0, <= 0, not 0."""

    nonnegative: bool = False
    nonpositive: bool = False
    nonzero: bool = False

    def __neg__(self) -> _Bounds:
        return _Bounds(self.nonpositive, self.nonnegative, self.nonzero)


_NOTHING = _Bounds()
_POSITIVE = _Bounds(nonnegative=True, nonzero=True)


def _stand_in(name: str, node: sp.Expr) -> sp.Dummy:
    """A symbol with the sign of the node and no more: an exponential of an undeclared symbol may be complex."""
    if node.is_positive:
        return sp.Dummy(name, positive=True)
    return sp.Dummy(name, real=True) if node.is_real else sp.Dummy(name)


def _extremes(expression: sp.Expr) -> Iterator[Fact]:
    """That each maximum in the expression is at least its arguments, and each minimum at most its own."""
    for node in expression.atoms(sp.Max, sp.Min):
        for argument in node.args:
            yield (node - argument if isinstance(node, sp.Max) else argument - node), "nonnegative"


def _is_symbolic_power(node: sp.Basic) -> bool:
    return isinstance(node, sp.Pow) and bool(node.exp.free_symbols) and bool(node.base.is_positive)


def _is_undefined(e: sp.Expr, facts: tuple[Fact, ...]) -> bool:
    """Whether an operation may fail on arguments that are real numbers."""
    if isinstance(e, sp.log):
        return sign(e.args[0], facts) != "positive"
    if isinstance(e, sp.coth):
        return not _bounds(e.args[0], facts).nonzero
    if not isinstance(e, sp.Pow):
        return not (isinstance(e, _UNDERSTOOD) or e.is_real)
    if e.exp.is_integer and e.exp.is_nonnegative:
        return False
    if e.exp.is_integer:
        return not (_bounds(e.base, facts).nonzero or "positive" in (sign(e.base, facts), sign(-e.base, facts)))
    base = sign(e.base, facts)
    return not (base == "positive" or (base == "nonnegative" and sign(e.exp, facts) == "positive"))


def _bounds(e: sp.Expr, facts: tuple[Fact, ...]) -> _Bounds:
    """The bounds of an expression that is known to be real."""
    found = _structural(e, facts)
    if found.nonnegative or found.nonpositive:
        return found
    established = _from_facts(e, facts)
    return _Bounds(established.nonnegative, established.nonpositive, found.nonzero or established.nonzero)


def _structural(e: sp.Expr, facts: tuple[Fact, ...]) -> _Bounds:
    if e.is_Rational:
        return _Bounds(bool(e >= 0), bool(e <= 0), bool(e != 0))
    if isinstance(e, _VARIABLES):
        return _Bounds(bool(e.is_nonnegative), bool(e.is_nonpositive), bool(e.is_nonzero))
    if isinstance(e, sp.exp) or e is sp.E or e is sp.pi:
        return _POSITIVE
    if e.is_Add:
        return _of_sum([_bounds(term, facts) for term in e.args])
    if e.is_Mul:
        return _of_product([_bounds(factor, facts) for factor in e.args])
    if e.is_Pow:
        return _of_power(_bounds(e.base, facts), e.exp)
    if isinstance(e, sp.Abs):
        return _Bounds(nonnegative=True)
    if isinstance(e, sp.Max):
        return next(
            (_Bounds(True, nonzero=b.nonzero) for a in e.args if (b := _bounds(a, facts)).nonnegative), _NOTHING
        )
    return _NOTHING


def _of_sum(terms: list[_Bounds]) -> _Bounds:
    strict = any(term.nonzero for term in terms)
    if all(term.nonnegative for term in terms):
        return _Bounds(nonnegative=True, nonzero=strict)
    if all(term.nonpositive for term in terms):
        return _Bounds(nonpositive=True, nonzero=strict)
    return _NOTHING


def _of_product(factors: list[_Bounds]) -> _Bounds:
    product = _POSITIVE
    for factor in factors:
        signed = product if factor.nonnegative else -product if factor.nonpositive else _NOTHING
        product = _Bounds(signed.nonnegative, signed.nonpositive, product.nonzero and factor.nonzero)
    return product


def _of_power(base: _Bounds, exponent: sp.Expr) -> _Bounds:
    """The bounds of a power that is known to be a real number."""
    if base.nonnegative or exponent.is_even:
        return _Bounds(nonnegative=True, nonzero=base.nonzero)
    if exponent.is_odd and base.nonpositive:
        return _Bounds(nonpositive=True, nonzero=base.nonzero)
    return _Bounds(nonzero=base.nonzero)


def _from_facts(e: sp.Expr, facts: tuple[Fact, ...]) -> _Bounds:
    found = _NOTHING
    for fact, established in facts:
        if fact == 0 or fact.free_symbols != e.free_symbols:
            continue
        quotient = normal_form(e / fact)
        if quotient.is_Rational and equal(e, quotient * fact):
            bounds = _Bounds(nonnegative=True, nonzero=established == "positive" and quotient != 0)
            found = bounds if quotient >= 0 else -bounds
            if found.nonzero:
                return found
    return found
