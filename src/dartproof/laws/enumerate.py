"""The exact law of Algorithm 1 by enumeration of all augmented transcripts: slow, and too simple to be wrong.

The course of an instance of AboveThreshold is one outcome: with the expert fixed its queries are known in advance, so
it halts at a certain query, or never. Its probability is a single integral over the threshold noise ξ, not a product
over the queries, whose answers ξ correlates.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

from dartproof.accounting import ExactParameters
from dartproof.errors import InputError
from dartproof.laws.transcript import BELOW, KEEP, UNASKED, Transcript
from dartproof.mechanisms import exponential_mechanism
from dartproof.mechanisms.above_threshold import NoiseShape, halting_law
from dartproof.mechanisms.bernoulli import clipped_keep_law
from dartproof.numeric import LogNumber
from dartproof.streams import Steps, check_steps

MOST_TRANSCRIPTS = 200_000
"""The largest law that `transcript_law` enumerates unless told otherwise."""


@dataclass(frozen=True, slots=True)
class _Process:
    """Algorithm 1 on fixed losses."""

    losses: Steps
    parameters: ExactParameters
    noise_multiples: tuple[int, int]
    noise_shape: NoiseShape

    def halting(self, start: int, expert: int) -> tuple[LogNumber, ...]:
        """Law of an instance that is launched in round `start`: halts at round start + 1 + j, or never by T."""
        queries = tuple(accumulate(row[expert] for row in self.losses[start:-1]))
        return _halting_law(queries, self.parameters, self.noise_multiples, self.noise_shape)

    def keep(self, start: int, now: int, expert: int) -> Fraction:
        """Pr[Z = 1] at a check in round `now`."""
        query = sum(row[expert] for row in self.losses[start:now])
        return clipped_keep_law(self.parameters.keep, query, clip_steps=self.parameters.clip_steps)

    def resample(self, now: int) -> tuple[Fraction, ...]:
        """P_t at round `now`."""
        cumulative = [sum(column) for column in zip(*self.losses[:now], strict=True)] or [0] * len(self.losses[0])
        return exponential_mechanism.law(cumulative, self.parameters.keep)

    def courses(
        self, start: int, expert: int, updates: int, probability: LogNumber
    ) -> Iterator[tuple[tuple[int, ...], LogNumber]]:
        """All steps after round `start`, in which a new instance is launched, with their probabilities."""
        left = len(self.losses) - 1 - start
        if updates == self.parameters.limit:
            yield (UNASKED,) * left, probability
            return
        *halts, never = self.halting(start, expert)
        yield (BELOW,) * left, probability * never
        for wait, halt in enumerate(halts):
            now = start + 1 + wait
            keep = self.keep(start, now, expert)
            outcomes = [(KEEP, keep, expert, updates)]
            for other, share in enumerate(self.resample(now)):
                outcomes.append((other, (1 - keep) * share, other, updates + 1))
            for step, chance, player, count in outcomes:
                for rest, total in self.courses(now, player, count, probability * halt * chance):
                    yield (*(BELOW,) * wait, step, *rest), total


def transcript_law(
    losses: Steps,
    parameters: ExactParameters,
    *,
    noise_multiples: tuple[int, int] = (2, 1),
    noise_shape: NoiseShape = "laplace",
    most: int = MOST_TRANSCRIPTS,
) -> dict[Transcript, LogNumber]:
    """Return the law of Algorithm 1's augmented transcript, exactly.

    Args:
        losses: T rows of N losses in steps of the grid 1/g. The last row does not influence the result.
        parameters: of Algorithm 1.
        noise_multiples: (MX, MN): 1/b_ξ = MX·g·L and 1/b_ν = MN·g·L, L = −ln y; the paper's are (2, 1).
        noise_shape: of both noises.
        most: refuse a law with more transcripts than this.

    Returns:
        The probability of each transcript that has a positive one; they sum to exactly 1.

    Raises:
        InputError: the losses are no T × N array of integers from 0 to g with T, N ≥ 1, or there are more than `most`
            transcripts.

    Source: Algorithm 1 (`small_loss_learner`).

    Example:
        >>> parameters = ExactParameters(
        ...     grid=1, keep=Fraction(1, 2), noise=Fraction(1, 2), clip=1, threshold=1, limit=1
        ... )
        >>> law = transcript_law(((1, 0), (0, 1)), parameters)
        >>> for transcript, probability in law.items():
        ...     print(f"{transcript}: {probability}")
        1, ⊥: 1/4
        1, ⊤ keep: 1/8
        1, ⊤ resample 1: 1/24
        1, ⊤ resample 2: 1/12
        2, ⊥: 17/48
        2, ⊤ keep: 7/96
        2, ⊤ resample 1: 7/288
        2, ⊤ resample 2: 7/144
    """
    losses = check_steps(losses, parameters.grid)
    size = transcript_count(len(losses), len(losses[0]), parameters.limit)
    if size > most:
        raise InputError(
            f"there are {size} transcripts for {len(losses)} rounds, {len(losses[0])} experts and limit "
            f"{parameters.limit}, more than {most}; take fewer rounds, or allow more"
        )
    process = _Process(losses, parameters, noise_multiples, noise_shape)
    experts = len(losses[0])
    uniform = parameters.field.rational(Fraction(1, experts))
    return {
        Transcript(first, steps): probability
        for first in range(experts)
        for steps, probability in process.courses(0, first, 0, uniform)
        if probability
    }


def transcript_count(rounds: int, experts: int, limit: int) -> int:
    """The number of transcripts over `rounds` rounds: N times the number of step sequences with at most V resamples."""
    # ways[v] counts the sequences of the remaining rounds when v more resamples are allowed.
    limit = min(limit, rounds - 1)  # there are no more resamples
    ways = [1] * (limit + 1)
    for _ in range(rounds - 1):
        ways = [1, *(2 * ways[left] + experts * ways[left - 1] for left in range(1, limit + 1))]
    return experts * ways[limit]


@lru_cache(maxsize=1 << 14)
def _halting_law(
    queries: tuple[int, ...],
    parameters: ExactParameters,
    noise_multiples: tuple[int, int],
    noise_shape: NoiseShape,
) -> tuple[LogNumber, ...]:
    return halting_law(
        queries,
        threshold=parameters.threshold,
        grid=parameters.grid,
        field=parameters.field,
        noise_multiples=noise_multiples,
        noise_shape=noise_shape,
    )
