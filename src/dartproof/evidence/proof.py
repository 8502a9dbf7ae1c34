"""Derivations that replay: each step is verified when it is stated, and a step that does not follow is refused.

A derivation is a function that receives a `Proof` and states its steps on it. What a step may be:

* an *identity*, whose sides have the same normal form;
* an *inequality*, with a certificate: a factorisation into factors of known sign, a decomposition into parts of known
  sign, a function that starts nonnegative and has a nonnegative derivative, or an instance of an inequality shown
  before;
* a *finite sum*, taken term by term, where each term is a known combination of terms with known totals;
* a *hypothesis* of the statement or a *statement* that it uses: both are checked against `statement.toml`;
* an *argument* in words. It is not verified by anything, is printed as such, and is counted apart.

Every expression must be a real number for all values that the declarations of its symbols and the steps before admit:
a division needs a denominator that is known not to vanish. What is verified, or taken from a hypothesis, is the
`formula` of a step, not its text; the two are the reader's to compare.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import sympy as sp

from dartproof.evidence.algebra import (
    Fact,
    Sign,
    equal,
    fits,
    normal_form,
    rough_parts,
    sign,
    undefined_part,
)
from dartproof.evidence.steps import VERIFIED, Known, Reason, Step, StepRefused
from dartproof.evidence.sums import NoTotalError, add_up

__all__ = ["VERIFIED", "Proof", "Reason", "Step", "StepRefused"]


class Proof:
    """Collects the steps of one derivation and refuses those that do not follow.

    Args:
        hypotheses: names of the hypotheses that the derivation may invoke.
        uses: ids of the statements that it may cite.
    """

    def __init__(self, *, hypotheses: Iterable[str] = (), uses: Iterable[str] = ()) -> None:
        self._hypotheses = frozenset(hypotheses)
        self._uses = frozenset(uses)
        self._known: list[Known] = []
        self._fixed: set[sp.Basic] = set()
        self._totals: dict[tuple[sp.Symbol, sp.Expr], sp.Expr] = {}
        self._steps: list[Step] = []

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps so far."""
        return tuple(self._steps)

    def assume(
        self,
        name: str,
        text: str,
        *,
        positive: sp.Expr | None = None,
        nonnegative: sp.Expr | None = None,
        every: Iterable[sp.Symbol] = (),
    ) -> None:
        """Invoke a hypothesis of the statement, and give the sign of an expression that it fixes, if it does.

        From here on the symbols of the expression stand for the particular numbers that the hypothesis speaks of, so
        nothing can be specialised in them, except in those of `every`, for all of whose values the hypothesis says it.
        """
        if name not in self._hypotheses:
            raise StepRefused(f"{text}: the statement has no hypothesis {name!r}")
        self._take(Step(text, "hypothesis", name), positive, nonnegative, every)

    def cite(
        self,
        statement: str,
        text: str,
        *,
        positive: sp.Expr | None = None,
        nonnegative: sp.Expr | None = None,
        every: Iterable[sp.Symbol] = (),
    ) -> None:
        """Cite another statement, and give the sign of an expression that it fixes, if it does; see `assume`.

        That the hypotheses of the cited statement hold is to be shown before.
        """
        if statement not in self._uses:
            raise StepRefused(f"{text}: {statement!r} is not among the statements that this one uses")
        self._take(Step(text, "uses", statement), positive, nonnegative, every)

    def define(self, text: str) -> None:
        """Introduce a name; the definition is the reader's to compare with the source."""
        self._steps.append(Step(text, "definition"))

    def argue(
        self,
        text: str,
        *,
        positive: sp.Expr | None = None,
        nonnegative: sp.Expr | None = None,
        every: Iterable[sp.Symbol] = (),
    ) -> None:
        """Say a step in words that nothing here verifies, and give the sign of an expression that it ends in, if any.

        See `assume` for the symbols of that expression.
        """
        self._take(Step(text, "argument"), positive, nonnegative, every)

    def identity(self, text: str, left: sp.Expr, right: sp.Expr) -> None:
        """State that the two sides are equal."""
        left, right = self._real(text, left), self._real(text, right)
        if not equal(left, right):
            raise StepRefused(f"{text}: left - right is {normal_form(left - right)}, not 0")
        self._steps.append(Step(text, "identity", formula=f"{left} = {right}"))

    def nonnegative(self, text: str, expression: sp.Expr, *, by: Iterable[sp.Expr] = ()) -> None:
        """State that the expression is at least 0.

        Args:
            text: the step in words.
            expression: what is at least 0.
            by: parts that add up to the expression, each known to be at least 0; where there are none, the structure
                of the expression itself must show it.
        """
        expression = self._real(text, expression)
        if self._least_sign(text, expression, by) is None:
            raise StepRefused(f"{text}: {expression} is not a combination of factors and terms known to be >= 0")
        self._learn(Step(text, "sign"), expression, "nonnegative")

    def positive(self, text: str, expression: sp.Expr, *, by: Iterable[sp.Expr] = ()) -> None:
        """State that the expression is above 0; with `by` as for `nonnegative`, where one part must be above 0."""
        expression = self._real(text, expression)
        if self._least_sign(text, expression, by) != "positive":
            raise StepRefused(f"{text}: {expression} is not a combination of factors and terms known to be > 0")
        self._learn(Step(text, "sign"), expression, "positive")

    def at_most(self, text: str, left: sp.Expr, right: sp.Expr, *, by: Iterable[sp.Expr] = ()) -> None:
        """State that left <= right, because the difference is a combination of factors known to be nonnegative.

        With `by`, because right - left is the sum of those parts, each known to be at least 0.
        """
        self.nonnegative(text, sp.sympify(right) - sp.sympify(left), by=by)

    def grows(self, text: str, function: sp.Expr, variable: sp.Symbol) -> None:
        """State that the function is at least 0 for every variable >= 0: it is so at 0, and its derivative is.

        The variable must be a symbol that is declared nonnegative or positive. Where the derivative is positive, the
        function is known to be positive for every variable > 0. The function must be real on all of [0, ∞) and made of
        sums, products, powers, exponentials and logarithms; what is known of the variable in particular is not used.
        """
        if not (isinstance(variable, sp.Symbol) and variable.is_nonnegative and variable.is_integer is None):
            raise StepRefused(f"{text}: {variable} must be a real symbol declared nonnegative or positive")
        facts = [(k.expression, k.sign) for k in self._known if k.holds_for_every([variable])]
        function = sp.sympify(function)
        self._refuse_undefined(text, function.subs(variable, sp.Dummy(variable.name, nonnegative=True)), facts)
        for part in rough_parts(function, variable):
            raise StepRefused(f"{text}: {part} is not known to be a smooth function of {variable}")
        start = function.subs(variable, 0)
        if sign(start, facts) is None:
            raise StepRefused(f"{text}: at {variable} = 0 it is {start}, not known to be >= 0")
        slope = sp.diff(function, variable)
        found = sign(slope, facts)
        if found is None:
            raise StepRefused(f"{text}: the derivative {normal_form(slope)} is not known to be >= 0")
        strict = found == "positive" and bool(variable.is_positive)
        self._learn(Step(text, "derivative"), function, "positive" if strict else "nonnegative", every=[variable])

    def instance(self, text: str, shown: sp.Expr, values: Mapping[sp.Symbol, sp.Expr]) -> None:
        """State an inequality shown before at particular values, which must be what their symbols are declared to be.

        It must have been shown for all values of these symbols: a hypothesis about them is not specialised.
        """
        known = next((k for k in self._known if k.expression == sp.sympify(shown)), None)
        if known is None:
            raise StepRefused(f"{text}: the sign of {shown} has not been shown")
        if not known.holds_for_every(values):
            raise StepRefused(f"{text}: {shown} was shown for particular values of {', '.join(map(str, values))} only")
        exact_values = {symbol: sp.sympify(value) for symbol, value in values.items()}
        for symbol, value in exact_values.items():
            if not fits(symbol, value, self._facts):
                raise StepRefused(
                    f"{text}: {value} is not known to be what {symbol}, whose place it takes, is declared"
                )
        self._learn(Step(text, "instance"), known.expression.subs(exact_values, simultaneous=True), known.sign)

    def total(
        self, text: str, summand: sp.Expr, *, index: sp.Symbol, totals: Mapping[sp.Expr, sp.Expr], equals: sp.Expr
    ) -> None:
        """State that the summand adds up to `equals` over a finite set of indices, whatever its size.

        Args:
            text: the step in words.
            summand: the term at `index`; it must be a combination, with coefficients free of `index`, of the terms
                in `totals` (1 may be one of them).
            index: the index that is summed over.
            totals: for each of these terms, its sum over the index: a definition, or shown before. A term has one
                total in a whole derivation.
            equals: the claimed sum.
        """
        self._steps.append(self._sum(text, summand, index, totals, equals))

    def total_nonnegative(
        self, text: str, summand: sp.Expr, *, index: sp.Symbol, totals: Mapping[sp.Expr, sp.Expr], equals: sp.Expr
    ) -> None:
        """State that `equals` is at least 0, as the sum of a summand that is so at every index; see `total`."""
        step = self._sum(text, summand, index, totals, equals)
        facts = [(k.expression, k.sign) for k in self._known if k.holds_for_every([index])]
        if sign(summand, facts) is None:
            raise StepRefused(f"{text}: {summand} is not known to be >= 0 for every {index}")
        self._learn(Step(text, "sum", formula=f"{step.formula} >= 0"), sp.sympify(equals), "nonnegative")

    def _sum(
        self, text: str, summand: sp.Expr, index: sp.Symbol, totals: Mapping[sp.Expr, sp.Expr], equals: sp.Expr
    ) -> Step:
        summand, equals = self._real(text, summand), self._real(text, equals)
        given: dict[sp.Expr, sp.Expr] = {}
        for term, value in totals.items():
            given[normal_form(term)] = self._real(text, value)
            if sp.sympify(value).has(index) or equals.has(index):
                raise StepRefused(f"{text}: a total over {index} cannot depend on it")
            earlier = self._totals.setdefault((index, normal_form(term)), sp.sympify(value))
            if not equal(earlier, value):
                raise StepRefused(f"{text}: the total of {term} over {index} is {earlier}, not {value}")
            if sign(term, self._facts) is not None and sign(-sp.sympify(value), self._facts) == "positive":
                raise StepRefused(f"{text}: {term} is never below 0, so its total cannot be {value}")
            self._fixed |= sp.sympify(value).free_symbols - {index}  # the total is one particular number
        try:
            result = add_up(summand, index, given)
        except NoTotalError as reason:
            raise StepRefused(f"{text}: {reason}") from reason
        if not equal(result, equals):
            raise StepRefused(f"{text}: the sum is {normal_form(result)}, not {equals}")
        taken = ", ".join(f"sum over {index} of {term} = {value}" for term, value in given.items())
        self._totals.setdefault((index, normal_form(summand)), equals)
        return Step(text, "sum", formula=f"sum over {index} of {summand} = {equals}, given {taken}")

    def _take(
        self, step: Step, positive: sp.Expr | None, nonnegative: sp.Expr | None, every: Iterable[sp.Symbol]
    ) -> None:
        """Take signs from outside; their symbols stand for particular numbers from here on."""
        signs: tuple[tuple[sp.Expr | None, Sign], ...] = ((positive, "positive"), (nonnegative, "nonnegative"))
        taken = [(self._real(step.text, given), least) for given, least in signs if given is not None]
        for expression, least in taken:
            opposite = sign(-expression, self._facts)
            if opposite == "positive" or (opposite is not None and least == "positive"):
                raise StepRefused(f"{step.text}: {Known(expression, least, frozenset())} contradicts what is known")
            self._fixed |= expression.free_symbols - set(every)
        known = [Known(expression, least, frozenset(self._fixed)) for expression, least in taken]
        self._known.extend(known)
        self._steps.append(replace(step, formula=", ".join(map(str, known))))

    def _learn(self, step: Step, expression: sp.Expr, least: Sign, *, every: Iterable[sp.Basic] = ()) -> None:
        known = Known(expression, least, frozenset(self._fixed.difference(every)))
        self._known.append(known)
        self._steps.append(replace(step, formula=step.formula or str(known)))

    @property
    def _facts(self) -> list[Fact]:
        return [(k.expression, k.sign) for k in self._known]

    def _least_sign(self, text: str, expression: sp.Expr, by: Iterable[sp.Expr]) -> Sign | None:
        parts = [sp.sympify(part) for part in by]
        if not parts:
            return sign(expression, self._facts)
        if not equal(expression, sp.Add(*parts)):
            raise StepRefused(f"{text}: the parts add up to {normal_form(sp.Add(*parts))}, not {expression}")
        signs = [sign(part, self._facts) for part in parts]
        for part, found in zip(parts, signs, strict=True):
            if found is None:
                raise StepRefused(f"{text}: {part} is not a combination of factors and terms known to be >= 0")
        return "positive" if "positive" in signs else "nonnegative"

    def _real(self, text: str, expression: sp.Expr) -> sp.Expr:
        expression = sp.sympify(expression)
        self._refuse_undefined(text, expression, self._facts)
        return expression

    @staticmethod
    def _refuse_undefined(text: str, expression: sp.Expr, facts: Iterable[Fact]) -> None:
        part = undefined_part(expression, facts)
        if part is not None:
            raise StepRefused(f"{text}: {part} is not known to be a real number")
