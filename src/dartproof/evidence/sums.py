"""Sums over a finite set of any size, taken term by term."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import sympy as sp

from dartproof.errors import DartproofError
from dartproof.evidence.algebra import normal_form


class NoTotalError(DartproofError):
    """The sum is no combination of the known totals."""


def add_up(summand: sp.Expr, index: sp.Symbol, totals: Mapping[sp.Expr, sp.Expr]) -> sp.Expr:
    """The sum of the summand over the index, from the sums of the terms that it is made of.

    Args:
        summand: a combination, with coefficients free of the index, of the terms in `totals`.
        index: the index that is summed over.
        totals: for each term, in normal form, its sum, which does not depend on the index.

    Raises:
        NoTotalError: for a term whose total is not known, or a dependence on the index that is no polynomial in
            exponentials, logarithms and variables.
    """
    numerator, denominator = sp.fraction(normal_form(summand))
    varying = sp.Mul(*(factor for factor in sp.Mul.make_args(denominator) if factor.has(index)))
    constant = sp.Mul(*(factor for factor in sp.Mul.make_args(denominator) if not factor.has(index)))
    stand_ins = {term: sp.Dummy(str(term)) for term in _outermost(numerator, index)}
    term_of = {stand_in: term for term, stand_in in stand_ins.items()}
    try:
        polynomial = sp.Poly(numerator.xreplace(stand_ins), sp.Dummy("1"), *term_of, domain="EX")
    except sp.PolynomialError as error:
        raise NoTotalError(f"{numerator} is not a polynomial in terms that depend on {index}") from error
    result: sp.Expr = sp.Integer(0)
    for powers, coefficient in polynomial.terms():
        factors = zip(polynomial.gens, powers, strict=True)
        term = normal_form(sp.Mul(*(term_of.get(g, sp.Integer(1)) ** p for g, p in factors)) / varying)
        if sp.sympify(coefficient).has(index, *term_of):
            raise NoTotalError(f"{numerator} is not a polynomial in terms that depend on {index}")
        if coefficient != 0 and term not in totals:
            raise NoTotalError(f"the total of {term} over {index} is not known")
        result += coefficient * totals.get(term, sp.Integer(0)) / constant
    return result


def _outermost(expression: sp.Expr, index: sp.Symbol) -> Iterator[sp.Expr]:
    """The exponentials, logarithms and variables that depend on the index, each once, without what is inside them."""
    seen: set[sp.Expr] = set()
    walk = sp.preorder_traversal(expression)
    for node in walk:
        if isinstance(node, sp.exp | sp.log | sp.Indexed | sp.core.function.AppliedUndef | sp.Symbol) and node.has(
            index
        ):
            walk.skip()
            if node not in seen:
                seen.add(node)
                yield node
