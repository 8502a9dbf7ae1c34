"""The data of a black-box audit: what is claimed, on which pair of inputs, how it is sampled, and what came out."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from dartproof.errors import InputError
from dartproof.learners.rounding import float_above
from dartproof.streams import LossStream, require_neighbours

FloatArray = npt.NDArray[np.float64]
"""One input of a mechanism: a loss stream of shape (T, N), or a vector of n query answers."""

Verdict = Literal["violated", "not refuted"]
"""What sampling can say of a claim. Only a white-box audit may go further, to "certified on these inputs"."""

Mechanism = Callable[[FloatArray, np.random.Generator], object]
"""`mechanism(losses, rng) -> output`: a fresh copy of one input, all randomness from `rng`; see `outputs.tabulate`
for the outputs that are understood."""

_MOST_EPSILON = 10**300
"""The greatest ε of a claim; e^ε is beyond any float far below it."""

Progress = Callable[[int, int], None]
"""Called as `progress(done, total)` each time a block of trials is finished; both count trials."""


@runtime_checkable
class BatchMechanism(Protocol):
    """A mechanism that can also draw many outputs at once.

    `sample(losses, rng, trials)` returns `trials` outputs that are independent and have the law of
    `mechanism(losses, rng)`: a sequence of outputs, or an array whose first axis counts the trials.
    """

    def __call__(self, losses: FloatArray, rng: np.random.Generator, /) -> object:
        """Draw one output."""
        ...

    def sample(
        self, losses: FloatArray, rng: np.random.Generator, trials: int, /
    ) -> Sequence[object] | npt.NDArray[np.generic]:
        """Draw `trials` independent outputs."""
        ...


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim "(ε, δ)-differentially private", ε ≥ 0 and 0 ≤ δ < 1, both exact.

    Raises:
        InputError: ε or δ is outside its range.

    Example:
        >>> Claim(Fraction(1, 10))
        Claim(epsilon=Fraction(1, 10), delta=Fraction(0, 1))
    """

    epsilon: Fraction
    delta: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if not 0 <= self.epsilon <= _MOST_EPSILON:
            raise InputError("claim: epsilon must be a number from 0 to 1e300")
        if not 0 <= self.delta < 1:
            raise InputError(f"claim: delta is {self.delta}; give a number in [0, 1)")


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """The two inputs that an audit has to tell apart.

    Loss streams (two axes) must have losses in [0, 1] and differ in at most one round; vectors of query answers (one
    axis) may differ everywhere, since there it is each query that has sensitivity 1.

    Attributes:
        first: one input; kept as a read-only copy.
        second: the other, of the same shape.
        name: how results call the pair.

    Raises:
        InputError: the inputs are no such pair; the message names the round (from 1).
    """

    first: FloatArray
    second: FloatArray
    name: str = "first, second"

    def __post_init__(self) -> None:
        for side in ("first", "second"):
            array = np.array(getattr(self, side), dtype=np.float64)
            if array.ndim not in {1, 2} or array.size == 0:
                raise InputError(
                    f"pair: the {side} input has shape {array.shape}; give (rounds, experts) or (queries,)"
                )
            if not np.isfinite(array).all():
                raise InputError(f"pair: the {side} input has an entry that is not finite; replace it by a number")
            if array.ndim == 2 and not ((array >= 0) & (array <= 1)).all():
                raise InputError(f"pair: the {side} input has a loss outside [0, 1]; rescale the losses")
            array.setflags(write=False)
            object.__setattr__(self, side, array)
        if self.first.shape != self.second.shape:
            raise InputError(
                f"pair: the shapes {self.first.shape} and {self.second.shape} differ; give inputs of equal shape"
            )
        if self.first.ndim == 2 and len(self.differing) > 1:
            rounds = ", ".join(str(index + 1) for index in self.differing[:4])
            raise InputError(f"pair: the streams differ in rounds {rounds}; neighbours differ in one round only")

    @classmethod
    def of_streams(cls, first: LossStream, second: LossStream) -> Pair:
        """The pair of two neighbouring streams, named after their sources.

        Raises:
            InputError: they are equal, or no neighbours.
        """
        require_neighbours(first, second)
        return cls(first.losses, second.losses, f"{first.source}, {second.source}")

    @property
    def differing(self) -> tuple[int, ...]:
        """The rounds or queries, counted from 0, in which the inputs differ."""
        unequal = self.first != self.second
        rows = unequal.any(axis=1) if unequal.ndim == 2 else unequal
        return tuple(int(index) for index in np.flatnonzero(rows))

    @property
    def inputs(self) -> tuple[FloatArray, FloatArray]:
        """Both inputs, in order."""
        return (self.first, self.second)


@dataclass(frozen=True, slots=True)
class AuditSettings:
    """How an audit samples.

    Attributes:
        trials: runs of the mechanism in all, learning included; each runs one of the two inputs, drawn at random.
        confidence: 1 minus the probability that `epsilon_lower` exceeds the true ε on the pair.
        seed: all random numbers derive from it.
        workers: processes; the result does not depend on it.
        block: trials that share one generator, the unit of work of a process.
        learn_share: part of the trials on which candidate events are learned.
        select_share: part on which one of the candidates is selected; the rest tests it.

    Raises:
        InputError: a setting is out of range.
    """

    trials: int = 10_000
    confidence: Fraction = Fraction(19, 20)
    seed: int = 0
    workers: int = 1
    block: int = 500
    learn_share: Fraction = Fraction(1, 5)
    select_share: Fraction = Fraction(1, 5)

    def __post_init__(self) -> None:
        if not 0 < self.confidence < 1:
            raise InputError(f"confidence is {self.confidence}; give a number strictly between 0 and 1")
        if self.seed < 0:
            raise InputError(f"seed is {self.seed}; give an integer >= 0")
        if self.workers < 1 or self.block < 1:
            raise InputError(f"workers is {self.workers} and block is {self.block}; give integers >= 1")
        if self.learn_share <= 0 or self.select_share <= 0 or self.learn_share + self.select_share >= 1:
            raise InputError("learn_share and select_share must be positive and leave trials for the test")
        if min(self.learning, self.selecting, self.testing) < 1:
            raise InputError(f"trials is {self.trials}: too few to learn, select and test; give at least 10")

    @property
    def learning(self) -> int:
        """How many trials candidate events are learned on."""
        return math.floor(self.trials * self.learn_share)

    @property
    def selecting(self) -> int:
        """How many fresh trials one event is selected on."""
        return math.floor(self.trials * self.select_share)

    @property
    def testing(self) -> int:
        """How many fresh trials the selected event is tested on."""
        return self.trials - self.learning - self.selecting

    @property
    def miss(self) -> Fraction:
        """1 − confidence."""
        return 1 - self.confidence


@dataclass(frozen=True, slots=True)
class Counts:
    """What the selected guess function did on the test trials.

    Attributes:
        trials: test trials run on (first, second).
        guessed_first: of these, how many it took for the first input: (run on first, run on second).
        guessed_second: how many it took for the second input: (run on first, run on second).
    """

    trials: tuple[int, int]
    guessed_first: tuple[int, int]
    guessed_second: tuple[int, int]

    def __post_init__(self) -> None:
        for total, first, second in zip(self.trials, self.guessed_first, self.guessed_second, strict=True):
            if min(first, second) < 0 or first + second > total:
                raise InputError(f"counts: {first} + {second} guesses in {total} trials; counts must fit the trials")

    def __add__(self, other: Counts) -> Counts:
        """The counts of both sets of trials together."""
        return Counts(
            (self.trials[0] + other.trials[0], self.trials[1] + other.trials[1]),
            (self.guessed_first[0] + other.guessed_first[0], self.guessed_first[1] + other.guessed_first[1]),
            (self.guessed_second[0] + other.guessed_second[0], self.guessed_second[1] + other.guessed_second[1]),
        )

    @property
    def guessed(self) -> int:
        """Trials in which it did not abstain."""
        return sum(self.guessed_first) + sum(self.guessed_second)

    @property
    def correct(self) -> int:
        """Trials in which it named the input that was run."""
        return self.guessed_first[0] + self.guessed_second[1]

    def to_json(self) -> dict[str, list[int]]:
        """The three pairs, each ordered (run on first, run on second)."""
        return {
            "trials": list(self.trials),
            "guessed_first": list(self.guessed_first),
            "guessed_second": list(self.guessed_second),
        }


@dataclass(frozen=True, slots=True)
class AuditResult:
    """What a black-box audit of one claim on one pair found.

    Attributes:
        verdict: "violated" iff `epsilon_lower` exceeds the claimed ε; else "not refuted", which does not mean private.
        epsilon_lower: a lower bound on the ε of the mechanism at the claimed δ on this pair, rounded down; with
            probability at least `confidence` (over the sampling) it does not exceed the true value.
        claim: what was audited.
        confidence: of `epsilon_lower`.
        trials: runs of the mechanism, learning included.
        event: the guess function that was tested, in words; rounds and experts count from 1.
        pair: name of the pair.
        counts: its record on the test trials, from which `bounds` gives `epsilon_lower` again.
        view: what of a run the audit looked at ("output" for a user's function).
        findings: what else deserves a reader's attention, a sentence each.
        seconds: wall-clock time; two results that differ only here are equal.
    """

    verdict: Verdict
    epsilon_lower: Fraction
    claim: Claim
    confidence: Fraction
    trials: int
    event: str
    pair: str
    counts: Counts
    view: str = "output"
    findings: tuple[str, ...] = ()
    seconds: float = field(default=0.0, compare=False)

    def to_json(self) -> Mapping[str, object]:
        """The object that `dartproof audit --json` prints; `epsilon_lower` as printed is not above the exact one."""
        return {
            "verdict": self.verdict,
            "epsilon_lower": float_below(self.epsilon_lower),
            "delta": float_above(self.claim.delta),
            "confidence": float_below(self.confidence),
            "claim": {"epsilon": float_above(self.claim.epsilon), "delta": float_above(self.claim.delta)},
            "trials": self.trials,
            "event": self.event,
            "pair": self.pair,
            "seconds": round(self.seconds, 3),
            "exact_epsilon": None,
            "view": self.view,
            "counts": self.counts.to_json(),
            "findings": list(self.findings),
        }


def float_below(number: Fraction) -> float:
    """The nearest double or the one below it: its shortest decimal, which JSON prints, is not above `number`."""
    nearest = float(number)
    return nearest if Fraction(repr(nearest)) <= number else math.nextafter(nearest, -math.inf)
