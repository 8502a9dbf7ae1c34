"""The data of evidence: the checks that a room declares, and what became of them when they ran."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from hypothesis.strategies import SearchStrategy

from dartproof.evidence.proof import Proof
from dartproof.statements import Kind

Instance = TypeVar("Instance")

Effort = Literal["quick", "full"]
"""How much to run: `quick` is for every change; `full` runs ten times the examples and larger enumerations."""

Outcome = Literal["passed", "failed", "stale", "absent", "not run here"]
"""What became of one kind of evidence."""

Status = Literal["failed", "stale", "refuted", "cited", "open", "proved", "checked", "tested", "not run"]
"""What is known of a statement, derived from the outcomes of its evidence (`dartproof.evidence.status`)."""

Derivation = Callable[[Proof], None]
"""States the steps of a derivation on the proof that it is given."""


@dataclass(frozen=True, slots=True)
class Exhaustive(Generic[Instance]):
    """A claim decided in exact arithmetic at every instance of a finite family.

    Attributes:
        says: the family, in words that complete "holds for".
        instances: the family at an effort; it may be lazy.
        holds: the claim at one instance, decided exactly.
        show: an instance for people, in the paper's notation.
    """

    says: str
    instances: Callable[[Effort], Iterable[Instance]]
    holds: Callable[[Instance], bool]
    show: Callable[[Instance], str] = str


@dataclass(frozen=True, slots=True)
class Randomised(Generic[Instance]):
    """A claim tested at instances that Hypothesis draws, and shrinks when one fails.

    Attributes:
        says: what is drawn, in words that complete "holds for".
        strategy: makes the strategy; called once a run.
        holds: the claim at one instance, decided exactly.
        show: an instance for people, in the paper's notation.
        examples: how many to draw at effort `quick`; `full` draws ten times as many.
    """

    says: str
    strategy: Callable[[], SearchStrategy[Instance]]
    holds: Callable[[Instance], bool]
    show: Callable[[Instance], str] = str
    examples: int = 200


@dataclass(frozen=True, slots=True)
class Control:
    """A false neighbour of a statement, which every kind of evidence that the statement has must reject.

    Attributes:
        name: identifier; a hypothesis of the statement refers to its control by it.
        says: the false claim in words.
        symbolic: a derivation of the false claim by the same steps; a step of it must be refused.
        exact: the false claim over a finite family; an instance of it must fail.
        property: the false claim under Hypothesis; an instance of it must be found.
    """

    name: str
    says: str
    symbolic: Derivation
    exact: Exhaustive[Any]
    property: Randomised[Any]


@dataclass(frozen=True, slots=True)
class Room:
    """All the evidence of one statement, as its `checks.py` declares it under the name `ROOM`.

    Attributes:
        derivation: the steps that lead from the hypotheses to the claim, for all values of the parameters.
        exact: the finite families on which the claim is decided.
        property: the random families on which it is tested.
        controls: the false neighbours.
    """

    derivation: Derivation
    exact: Sequence[Exhaustive[Any]]
    property: Sequence[Randomised[Any]]
    controls: Sequence[Control]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one kind of evidence came to.

    Attributes:
        kind: the kind.
        outcome: what became of it.
        checked: how many cases were decided, examples drawn or steps verified.
        seconds: processor time.
        hash: of everything it was run on (`dartproof.evidence.fingerprint`); empty where nothing ran.
        detail: for people: what was covered, or the counterexample, or the error.
    """

    kind: Kind
    outcome: Outcome
    checked: int = 0
    seconds: float = 0.0
    hash: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ControlResult:
    """Whether one kind of evidence rejected one negative control, and by what; `seconds` is processor time."""

    name: str
    kind: Kind
    rejected: bool
    detail: str
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Finding:
    """Everything that one run says of one statement; `broken_uses` are those it uses that failed in the run."""

    id: str
    status: Status
    evidence: tuple[Evidence, ...]
    controls: tuple[ControlResult, ...]
    broken_uses: tuple[str, ...] = ()

    @property
    def seconds(self) -> float:
        """The processor time of the evidence and of the controls."""
        return sum(item.seconds for item in self.evidence) + sum(control.seconds for control in self.controls)

    @property
    def rejected(self) -> int:
        """How many of the planted negative controls were rejected, each kind of evidence counted."""
        return sum(control.rejected for control in self.controls)
