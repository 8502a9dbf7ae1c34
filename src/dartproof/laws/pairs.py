"""The largest max-divergence over all pairs of neighbouring streams on the grid, decided without rounding.

Every pair gets an upper bound from tables, in numbers that are rounded outwards; the pairs whose bound reaches the
largest exact value found so far are evaluated in exact arithmetic. So each pair is either evaluated exactly or proved
to be no larger than one that was.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Final

from dartproof.errors import InputError
from dartproof.laws.all_pairs.leader import Progress, WorstPair
from dartproof.laws.all_pairs.pair_picks import largest_by_picks
from dartproof.laws.all_pairs.pair_transcripts import largest_by_transcripts
from dartproof.laws.all_pairs.words import Pair
from dartproof.laws.exact_learner import ExactLearner, Outcome, Parameters, View, exact_learner, replaced_row
from dartproof.laws.transcript import UNASKED, Transcript
from dartproof.mechanisms.above_threshold import NoiseShape
from dartproof.numeric import LogNumber, Value, value_of_log
from dartproof.streams import Steps, count_neighbouring_pairs

# CPU seconds on one core of a 2-core x86-64 server, fitted to runs of 0.1 to 6 seconds, for `estimate_pairs`.
_WORD_SECONDS: Final = 1.2e-5
_PAIR_SECONDS: Final = 2.5e-9
_LAW_SECONDS: Final = 2.3e-8
_RATIO_SECONDS: Final = 3e-8


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
    """What `largest_divergence` will have to do.

    Attributes:
        pairs: the number of ordered pairs.
        bounded: the number of them up to the order of the experts.
        seconds: CPU seconds, rough: within a factor of about 3 on a server of 2020, without ties.
        bytes: of the largest tables, rough.
    """

    pairs: int
    bounded: int
    seconds: float
    bytes: int


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


def estimate_pairs(rounds: int, experts: int, grid: int, *, limit: int, view: View = "transcript") -> PairsEstimate:
    """Estimate what `largest_divergence` costs, from sizes alone.

    Args:
        rounds: T, at least 2.
        experts: N, at least 1.
        grid: g.
        limit: V.
        view: what the adversary sees.

    Raises:
        InputError: there is no pair of neighbours.
    """
    _require_sizes(rounds, experts)
    length, letters = rounds - 1, grid + 1
    words, vectors = letters**length, letters**experts
    streams = comb(words + experts - 1, experts)
    bounded = streams * length * (vectors - 1)
    # Words cost integrals of n + 2 pieces; pairs cost their rounds t > d, about half of all, with V comparisons each.
    seconds = words * length**2 * _WORD_SECONDS
    if view == "transcript":
        seconds += bounded * length * (min(limit, length) + experts + 4) * _PAIR_SECONDS
        size = 2 * words * letters * length**2 * 8 + (grid * length + 1) ** experts * 16
    else:
        outcomes = experts**rounds
        seconds += streams * outcomes * length * min(limit, length) * _LAW_SECONDS + bounded * outcomes * _RATIO_SECONDS
        size = streams * outcomes * 16
    return PairsEstimate(count_neighbouring_pairs(rounds, experts, grid), bounded, seconds, size)


def _require_sizes(rounds: int, experts: int) -> None:
    if rounds < 2 or experts < 1:
        raise InputError(
            f"{rounds} rounds and {experts} experts have no two neighbours that a transcript could tell apart; "
            "give at least 2 rounds and 1 expert"
        )


def _silent(learner: ExactLearner, *, rounds: int, experts: int, view: View) -> WorstPair:
    """What there is to find for V = 0: nothing is asked, and all divergences are 0."""
    witness: Outcome = Transcript(0, (UNASKED,) * (rounds - 1)) if view == "transcript" else (0,) * rounds
    pair = Pair((0,) * experts, 0, (1,) * experts)
    return WorstPair(pair, learner.parameters.field.one, witness, 0, 0)
