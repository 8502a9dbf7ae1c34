"""The lines of a derivation, what is known after them, and the refusal of a line that does not follow."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import sympy as sp

from dartproof.errors import DartproofError
from dartproof.evidence.algebra import Sign

Reason = Literal["hypothesis", "uses", "identity", "sign", "derivative", "instance", "sum", "definition", "argument"]

VERIFIED: frozenset[Reason] = frozenset({"identity", "sign", "derivative", "instance", "sum"})
"""The reasons that sympy decides; the others are taken from the statement or said in words."""


class StepRefused(DartproofError):  # noqa: N818 the word says what happened
    """A step does not follow."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a derivation.

    Attributes:
        text: what it says, in words.
        reason: why it may stand there.
        detail: the hypothesis that it invokes or the statement that it cites.
        formula: what exactly was verified or taken, as sympy writes it; empty for words.
    """

    text: str
    reason: Reason
    detail: str = ""
    formula: str = ""

    def __str__(self) -> str:
        return f"{self.text}   [{self.reason}{': ' + self.detail if self.detail else ''}]"


@dataclass(frozen=True, slots=True)
class Known:
    """An expression of known sign.

    Attributes:
        expression: the expression.
        sign: a lower bound on its sign.
        fixed: the symbols that stand for particular numbers; it holds for every value that the others may have.
    """

    expression: sp.Expr
    sign: Sign
    fixed: frozenset[sp.Basic]

    def holds_for_every(self, symbols: Iterable[sp.Basic]) -> bool:
        """Whether it holds whatever the symbols stand for, as their declarations allow."""
        return not (self.fixed & self.expression.free_symbols).intersection(symbols)

    def __str__(self) -> str:
        return f"{self.expression} {'>' if self.sign == 'positive' else '>='} 0"
