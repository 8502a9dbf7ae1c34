"""The largest max-divergence over all pairs of neighbouring streams on the grid, decided without rounding.

Every pair gets an upper bound from tables, in numbers that are rounded outwards; the pairs whose bound reaches the
largest exact value found so far are evaluated in exact arithmetic. So each pair is either evaluated exactly or proved
to be no larger than one that was.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, lgamma, log, log1p
from typing import Final

from dartproof.errors import InputError
from dartproof.laws.all_pairs.leader import Progress, WorstPair
from dartproof.laws.all_pairs.pair_picks import largest_by_picks
from dartproof.laws.all_pairs.pair_transcripts import largest_by_transcripts
from dartproof.laws.all_pairs.words import Pair
from dartproof.laws.effort import certificate_seconds, stretch
from dartproof.laws.exact_learner import ExactLearner, Outcome, Parameters, View, exact_learner, replaced_row
from dartproof.laws.transcript import UNASKED, Transcript
from dartproof.laws.workload import Workload
from dartproof.mechanisms.above_threshold import NoiseShape
from dartproof.numeric import LogNumber, Value, value_of_log
from dartproof.streams import Steps, count_neighbouring_pairs

# CPU seconds on one core of a 2-core x86-64 server, fitted to runs of 0.1 to 6 seconds, for `estimate_pairs`.
_WORD_SECONDS: Final = 1.2e-5
_PAIR_SECONDS: Final = 2.5e-9
_LAW_SECONDS: Final = 2.3e-8
_RATIO_SECONDS: Final = 3e-8
_MASS_SECONDS: Final = 5e-5
_SHARE_SECONDS: Final = 5e-13  # times the square of the bits, as Python's fractions are reduced
_PLACE_SECONDS: Final = 1e-6

_LARGE: Final = 30.0
"""The logarithm of a number so large that much smaller ones make no difference to it."""

_BEYOND: Final = 600.0
"""The logarithm of a number so large that it is called ∞."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Largest:
    """The largest max-divergence over all ordered pairs of neighbours.

    Attributes:
        pairs: the number of ordered pairs it is the largest of.
        bounded: how many of them were looked at; the others differ from one of these by the order of the experts.
        exact: how many of these were evaluated exactly; the others are proved to be no larger.
        learner: with its parameters.
        view: what an outcome is.
        losses: T rows of N losses in grid steps, the last row being zeros.
        round: the round, from 0, in which the neighbour differs.
        row: the neighbour's losses there.
        ratio: the largest p(w)/q(w), with p the law on `losses`, q that on the neighbour; None for ∞.
        witness: an outcome w that attains it.
    """

    pairs: int
    bounded: int
    exact: int
    learner: ExactLearner
    view: View
    losses: Steps
    round: int
    row: tuple[int, ...]
    ratio: LogNumber | None
    witness: Outcome

    @property
    def value(self) -> Value:
        """The max-divergence ln(ratio), as results show it."""
        return value_of_log(self.ratio)

    @property
    def neighbour(self) -> Steps:
        """The neighbouring stream."""
        return replaced_row(self.losses, self.round, self.row)


@dataclass(frozen=True, slots=True)
class PairsEstimate:
    """What `largest_divergence` will have to do. The numbers may be beyond floats, so their logarithms are given.

    Attributes:
        log10_pairs: of the number of ordered pairs.
        log10_bounded: of the number of them up to the order of the experts.
        seconds: CPU seconds, rough: within a factor of about 3 on a server of 2020, without ties; or ∞.
        bytes: of the largest tables, rough; or ∞.
    """

    log10_pairs: float
    log10_bounded: float
    seconds: float
    bytes: float


def largest_divergence(
    parameters: Parameters,
    rounds: int,
    experts: int,
    *,
    view: View = "transcript",
    noise_multiples: tuple[int, int] | None = None,
    noise_shape: NoiseShape | None = None,
    progress: Progress | None = None,
) -> Largest:
    """Return the exact maximum of the max-divergence over all ordered pairs of neighbouring streams on the grid.

    The last row of a stream reaches no transcript, so it is zeros and not enumerated. Streams that differ in the order
    of their experts only have the same divergences and are looked at once.

    Args:
        parameters: of Algorithm 1 or of the compensated learner.
        rounds: T, at least 2.
        experts: N, at least 1.
        view: what the adversary sees.
        noise_multiples: (MX, MN) of Algorithm 1; the paper's by default.
        noise_shape: of the noises of Algorithm 1; the paper's by default.
        progress: told how many pairs are done, from time to time.

    Returns:
        The maximum, with a pair and an outcome that attain it. How long it takes: see `estimate_pairs`.

    Raises:
        InputError: there is no pair of neighbours, or noises are given where `parameters` have them.

    Source: Definition 2.2 (`dp_definition`): ln of the ratio is the least ε at δ = 0 for these T, N and parameters,
        over losses on the grid.

    Example:
        >>> from fractions import Fraction
        >>> from dartproof.accounting import ExactParameters
        >>> parameters = ExactParameters(
        ...     grid=1, keep=Fraction(9, 10), noise=Fraction(9, 10), clip=1, threshold=1, limit=2
        ... )
        >>> largest = largest_divergence(parameters, 4, 2)
        >>> print(largest.pairs, largest.value)
        576 0.9397872465076876515028607 = log(12438863/4860000)
        >>> print(largest.losses, largest.neighbour[largest.round], largest.witness, sep="; ")
        ((1, 1), (0, 1), (1, 0), (0, 0)); (1, 0); 2, ⊥, ⊤ resample 1, ⊤ resample 1
    """
    learner = exact_learner(parameters, noise_multiples=noise_multiples, noise_shape=noise_shape)
    _require_sizes(rounds, experts)
    if parameters.limit == 0:
        found = _silent(learner, rounds=rounds, experts=experts, view=view)
    else:
        largest = largest_by_transcripts if view == "transcript" else largest_by_picks
        found = largest(learner, rounds=rounds, experts=experts, progress=progress)
    columns, changed, row = found.pair
    losses = tuple(
        tuple(column // (parameters.grid + 1) ** (rounds - 2 - t) % (parameters.grid + 1) for column in columns)
        for t in range(rounds - 1)
    )
    return Largest(
        pairs=count_neighbouring_pairs(rounds, experts, parameters.grid),
        bounded=found.bounded,
        exact=found.exact,
        learner=learner,
        view=view,
        losses=(*losses, (0,) * experts),
        round=changed,
        row=row,
        ratio=found.ratio,
        witness=found.witness,
    )


def estimate_pairs(work: Workload, *, view: View = "transcript") -> PairsEstimate:
    """Estimate what `largest_divergence` costs, certificate included, from sizes alone.

    Args:
        work: of the learner on all streams of a size: at least 2 rounds, 1 expert.
        view: what the adversary sees.

    Raises:
        InputError: there is no pair of neighbours.
    """
    _require_sizes(work.rounds, work.experts)
    # All in logarithms: there are more streams than floats can count for quite small sizes.
    length, experts = work.rounds - 1, work.experts
    letters = log(work.grid + 1)
    words = length * letters
    streams = _log_multisets(words, experts)
    neighbours = experts * letters + (log1p(-exp(-experts * letters)) if experts * letters < 30 else 0.0)
    pairs = experts * words + log(length) + neighbours
    bounded = streams + log(length) + neighbours
    if not work.limit:
        seconds = 1e-5 * work.rounds * experts + certificate_seconds(work, view=view)
        return PairsEstimate(pairs / log(10), bounded / log(10), seconds, 200 * work.rounds * experts)
    # Words cost integrals of n + 2 pieces; pairs cost their rounds t > d, about half of all, with V comparisons each.
    seconds = _times(words, length**2 * _WORD_SECONDS * stretch(work.length, 1.3))
    if view == "transcript":
        levels = log(work.span + 1)
        seconds += _times(bounded, length * (work.resamples + experts + 4) * _PAIR_SECONDS)
        seconds += _times(_log_multisets(levels, experts), experts * _MASS_SECONDS + _SHARE_SECONDS * _share_bits(work))
        seconds += _times(experts * levels, _PLACE_SECONDS)
        size = _times(words, 2 * (work.grid + 1) * length**2 * 8) + _times(experts * levels, 16)
    else:
        outcomes = work.rounds * log(experts)
        seconds += _times(streams + outcomes, length * work.resamples * _LAW_SECONDS)
        seconds += _times(bounded + outcomes, _RATIO_SECONDS)
        size = _times(streams + outcomes, 16)
    return PairsEstimate(pairs / log(10), bounded / log(10), seconds + certificate_seconds(work, view=view), size)


def _log_multisets(kinds: float, count: float) -> float:
    """The logarithm of the number of multisets of `count` among e^kinds."""
    if kinds > _LARGE:
        return count * kinds - lgamma(count + 1)
    number = exp(kinds)
    return lgamma(number + count) - lgamma(count + 1) - lgamma(number)


def _share_bits(work: Workload) -> float:
    return (work.span * work.keep_bits) ** 2


def _times(logarithm: float, factor: float) -> float:
    """e^logarithm · factor, ∞ where it is beyond floats."""
    return exp(logarithm) * factor if logarithm < _BEYOND else inf


def _require_sizes(rounds: float, experts: float) -> None:
    if rounds < 2 or experts < 1:
        raise InputError(
            f"{rounds:.0f} rounds and {experts:.0f} experts have no two neighbours that a transcript could tell apart; "
            "give at least 2 rounds and 1 expert"
        )


def _silent(learner: ExactLearner, *, rounds: int, experts: int, view: View) -> WorstPair:
    """What there is to find for V = 0: nothing is asked, and all divergences are 0."""
    witness: Outcome = Transcript(0, (UNASKED,) * (rounds - 1)) if view == "transcript" else (0,) * rounds
    pair = Pair((0,) * experts, 0, (1,) * experts)
    return WorstPair(pair, learner.parameters.field.one, witness, 0, 0)
