"""What a total of a sum is taken for, and what it must not be used for."""

from __future__ import annotations

import pytest
import sympy as sp

from dartproof.evidence import Proof, StepRefused

f = sp.Function("f", nonnegative=True)
j = sp.Symbol("j", integer=True)
a, b, c = sp.symbols("a b c", real=True)


def test_a_total_is_one_number_and_is_not_specialised() -> None:
    proof = Proof()
    proof.total_nonnegative("the sum of f", f(j), index=j, totals={f(j): a}, equals=a)
    with pytest.raises(StepRefused, match="particular values"):
        proof.instance("b - c >= 0", a, {a: b - c})


def test_a_negative_total_of_nonnegative_terms_is_refused() -> None:
    with pytest.raises(StepRefused, match="never below 0"):
        Proof().total_nonnegative("-1 >= 0", f(j), index=j, totals={f(j): sp.Integer(-1)}, equals=sp.Integer(-1))
