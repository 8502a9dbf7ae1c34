"""What `privacy` is decided on: two streams and parameters of Algorithm 1 at which all probabilities are exact."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import TypeVar

from dartproof.accounting import ExactParameters, optimal_ratio, privacy_ratio
from dartproof.laws import Transcript, hockey_stick, picks_law, transcript_law
from dartproof.mechanisms import exponential_mechanism
from dartproof.numeric import LogNumber
from dartproof.numeric.fast import FastRational, fast
from dartproof.streams.model import Steps

Outcome = TypeVar("Outcome", bound=Hashable)
Law = Mapping[Outcome, LogNumber]

Bound = Callable[["Pair"], Fraction]
"""The e^eps that a claim allows at a pair."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unclipped(ExactParameters):
    """Parameters of a faulty Algorithm 1 that does not raise r to the clip."""

    @property
    def clip_steps(self) -> int:
        """No clip at all."""
        return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class UpToTwo(ExactParameters):
    """Parameters for losses in [0, 2]: the grid has two steps for a loss of 2, and e^eta and e^eps1 are per 1."""

    @property
    def exp_eta(self) -> Fraction:
        """e^eta for one step, which is a loss of 1."""
        return 1 / self.keep

    @property
    def exp_epsilon1(self) -> Fraction:
        """e^eps1 for noises in units of one step."""
        return 1 / self.noise**4

    @property
    def clip_steps(self) -> int:
        """The clip in steps, each a loss of 1."""
        return self.clip


@dataclass(frozen=True, slots=True)
class Pair:
    """Two streams, in steps of the grid, with parameters and delta."""

    losses: Steps
    neighbour: Steps
    parameters: ExactParameters
    delta: Fraction = Fraction(0)

    def __str__(self) -> str:
        """In the paper's notation, with the losses of rounds 1, 2, ... in this order."""
        p = self.parameters
        unit = 1 if isinstance(p, UpToTwo) else p.grid
        return (
            f"S = {_rows(self.losses, unit)}, S' = {_rows(self.neighbour, unit)}, e^-eta = {1 / p.exp_eta}, e^-eps1 = "
            f"{1 / p.exp_epsilon1}, e^eps2 = {p.exp_epsilon2}, tau = {Fraction(p.threshold, unit)}, V = {p.limit}, "
            f"delta = {self.delta}"
        )

    def laws(self) -> tuple[Law[Transcript], Law[Transcript]]:
        """P and P', the laws of the augmented transcript on both streams."""
        return _law(self.losses, self.parameters), _law(self.neighbour, self.parameters)


def _rows(losses: Steps, unit: int) -> str:
    return "; ".join(",".join(str(Fraction(steps, unit)) for steps in row) for row in losses)


@lru_cache(maxsize=1024)
def _law(losses: Steps, parameters: ExactParameters) -> Law[Transcript]:
    return transcript_law(losses, parameters)


@lru_cache(maxsize=1024)
def _picks(losses: Steps, parameters: ExactParameters) -> Law[tuple[int, ...]]:
    return picks_law(_law(losses, parameters))


_composed = lru_cache(maxsize=256)(optimal_ratio)
_total = lru_cache(maxsize=256)(privacy_ratio)


def checks_ratio(pair: Pair) -> Fraction:
    """e^(eps1 + max(eta, eps2)): what the answers and coins cost."""
    return pair.parameters.exp_epsilon1 * max(pair.parameters.exp_eta, pair.parameters.exp_epsilon2)


def resamples_ratio(pair: Pair, *, eta: int = 2, fewer: int = 0) -> Fraction:
    """e^Comp, Comp = Comp_delta(V, 2 eta): what V resamples cost; or fewer, or with another multiple of eta."""
    return _composed(pair.parameters.limit - fewer, pair.parameters.exp_eta**eta, pair.delta)


def claimed(pair: Pair) -> Fraction:
    """e^eps of the statement, from the package's accounting."""
    return _total(pair.parameters, pair.delta)


def transcripts_close(pair: Pair, *, bound: Bound = claimed) -> bool:
    """P(E) <= e^eps P'(E) + delta for every set E; where delta = 0, for each transcript by itself."""
    p, q = pair.laws()
    return hockey_stick(p, q, bound(pair)) <= pair.delta


def picks_close(pair: Pair) -> bool:
    """The same for the sets of sequences of experts."""
    p, q = (_picks(losses, pair.parameters) for losses in (pair.losses, pair.neighbour))
    return hockey_stick(p, q, claimed(pair)) <= pair.delta


def hybrid(pair: Pair) -> Law[Transcript]:
    """H(w): the factors of S along w, but the shares of S' at the resamples."""
    ratios = [
        tuple(fast(q) / fast(p) for p, q in zip(*shares, strict=True))
        for shares in zip(_shares(pair.losses, pair.parameters), _shares(pair.neighbour, pair.parameters), strict=True)
    ]

    def factor(transcript: Transcript) -> FastRational:
        product = fast(1)
        for ratio, step in zip(ratios, transcript.steps, strict=True):
            product *= ratio[step] if step >= 0 else 1
        return product

    return {transcript: factor(transcript) * probability for transcript, probability in pair.laws()[0].items()}


@lru_cache(maxsize=1024)
def _shares(losses: Steps, parameters: ExactParameters) -> tuple[tuple[Fraction, ...], ...]:
    """P_t for t = 2, ..., T."""
    totals = accumulate(losses[:-1], lambda total, row: tuple(map(sum, zip(total, row, strict=True))))
    return tuple(exponential_mechanism.law(total, parameters.keep) for total in totals)


def close_in_two_steps(pair: Pair) -> bool:
    """H is a law, within the cost of the checks of P' at each transcript, and P is within Comp and delta of it."""
    p, q = pair.laws()
    h = hybrid(pair)
    return (
        sum(h.values()) == 1
        and hockey_stick(h, q, checks_ratio(pair)) == 0
        and hockey_stick(p, h, resamples_ratio(pair)) <= pair.delta
    )
