"""The privacy loss of a learner on two neighbouring streams: the max-divergence of its augmented transcript.

No transcript is enumerated: the largest ratio is a longest path through the launches of instances, found in a time
polynomial in T, N and V, also in exact arithmetic.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal

from dartproof.laws.graphs.affected_graph import AffectedGraph, is_relaxable
from dartproof.laws.graphs.comparable import differing_row, require_comparable
from dartproof.laws.graphs.longest_path import longest_path
from dartproof.laws.graphs.process_path import is_possible
from dartproof.laws.graphs.ranking import Number, is_less, ranking_of
from dartproof.laws.graphs.transcript_graph import PairGraph, TranscriptGraph, marked_transcript
from dartproof.laws.process import Process
from dartproof.laws.transcript import Transcript
from dartproof.numeric import Value, value_of_log


@dataclass(frozen=True, slots=True)
class PairDivergence(Generic[Number]):
    """The max-divergence of two laws p and q of the augmented transcript.

    Attributes:
        ratio: max p(w)/q(w) over the transcripts w with p(w) > 0: the number itself, or a ball that contains it; None
            for ∞. The max-divergence is its logarithm.
        attained: p(w)/q(w) of the witness w, so a lower bound of `ratio`, and equal to it in exact arithmetic; None for
            ∞. In balls the witness is the transcript with the greatest lower end.
        witness: a transcript w with p(w) > 0. For a learner that starts in a later round it starts there too.
    """

    ratio: Number | None
    attained: Number | None
    witness: Transcript

    @property
    def value(self) -> Value:
        """The max-divergence ln(ratio), as results show it."""
        return value_of_log(self.ratio)


@dataclass(frozen=True, slots=True)
class PairDivergences(Generic[Number]):
    """The max-divergences of two laws in both directions.

    Attributes:
        forward: of the first law over the second.
        backward: of the second law over the first.
    """

    forward: PairDivergence[Number]
    backward: PairDivergence[Number]

    @property
    def direction(self) -> Literal["forward", "backward"]:
        """The direction of the larger ratio, forward if they are equal; for overlapping balls the greater lower end."""
        first, second = self.forward.attained, self.backward.attained
        if first is None or second is None:
            return "forward" if first is None else "backward"
        return "backward" if is_less(first, second) else "forward"

    @property
    def larger(self) -> PairDivergence[Number]:
        """The max-divergence in that direction."""
        return self.forward if self.direction == "forward" else self.backward


def pair_divergence(p: Process[Number], q: Process[Number]) -> PairDivergence[Number]:
    """Return the max-divergence of a learner's augmented transcript on a stream over that on a neighbour.

    Exact numbers are compared exactly, however close they are; balls give a ball around the maximum. Of a learner that
    does not count its checks, only the courses are asked for that the differing round d influences, N·(d + 1) of each
    process, unless the path they suggest cannot happen.

    Args:
        p: a learner on a stream.
        q: the same learner, with the same parameters and numbers, on a stream that differs in at most one row.

    Returns:
        The ratio with its witness. For equal streams, or if they differ in the last row only, it is 1.

    Raises:
        InputError: the streams differ in several rounds, or the processes are visibly of different learners.
        UndecidedError: the balls are too coarse to tell whether an outcome is possible, or a ratio finite.

    Source: `check_privacy_sharp`; Lemma 3.1 (`privacy`).
    """
    changed = differing_row(p, q)
    if is_relaxable(p, changed):
        path = _longest(p, AffectedGraph(p, q, changed))
        if is_possible(p, path.witness):
            return path
    return _longest(p, PairGraph(p, q, changed))


def pair_divergences(p: Process[Number], q: Process[Number]) -> PairDivergences[Number]:
    """Return `pair_divergence` in both directions."""
    return PairDivergences(pair_divergence(p, q), pair_divergence(q, p))


def process_divergence(p: Process[Number], q: Process[Number]) -> PairDivergence[Number]:
    """Return the max-divergence of the augmented transcripts of any two processes, as `pair_divergence` does.

    They need not be one learner, nor their streams neighbours; the courses of all launches are asked for.

    Raises:
        InputError: the numbers of rounds, experts or resamples, the starts, or the kinds of numbers differ.
        UndecidedError: see `pair_divergence`.
    """
    require_comparable(p, q)
    return _longest(p, PairGraph(p, q))


def _longest(p: Process[Number], graph: TranscriptGraph[Number]) -> PairDivergence[Number]:
    path = longest_path(graph, ranking_of(p.backend), p.backend.rational(1))
    return PairDivergence(path.ratio, path.attained, marked_transcript(path.marks, p))
