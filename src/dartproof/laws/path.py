"""The probability of one given outcome of Algorithm 1, by multiplying the factors along it.

This recomputes what a certificate claims and shares no code with the enumeration of all transcripts, apart from
`halting_law`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from dartproof.accounting import ExactParameters
from dartproof.errors import InputError
from dartproof.laws.transcript import BELOW, UNASKED, Transcript
from dartproof.mechanisms.above_threshold import NoiseShape, halting_law
from dartproof.numeric import LogNumber
from dartproof.streams import Steps, check_steps


@dataclass(frozen=True, slots=True)
class Instance:
    """Algorithm 1 on one stream of exact losses.

    Attributes:
        losses: T rows of N losses in grid steps.
        parameters: of Algorithm 1.
        noise_multiples: (MX, MN), see `halting_law`.
        noise_shape: of both noises.

    Raises:
        InputError: the losses are no T × N array of integers from 0 to the grid.
    """

    losses: Steps
    parameters: ExactParameters
    noise_multiples: tuple[int, int] = (2, 1)
    noise_shape: NoiseShape = "laplace"

    def __post_init__(self) -> None:
        check_steps(self.losses, self.parameters.grid)


def transcript_probability(instance: Instance, transcript: Transcript) -> LogNumber:
    """Return the probability of one augmented transcript, exactly.

    Raises:
        InputError: the transcript is none of this instance: another number of rounds, an expert beyond N, or queries
            that are asked or not asked against the limit V.

    Source: Algorithm 1 (`small_loss_learner`).
    """
    rounds, experts = len(instance.losses), len(instance.losses[0])
    if transcript.rounds != rounds or max((transcript.first, *transcript.steps)) >= experts:
        raise InputError(f"transcript '{transcript}' does not fit {rounds} rounds of {experts} experts")
    product = instance.parameters.field.rational(Fraction(1, experts))
    launched, player, updates = 0, transcript.first, 0
    for now, step in enumerate(transcript.steps, start=1):
        if (step == UNASKED) != (updates == instance.parameters.limit):
            raise InputError(f"transcript '{transcript}' contradicts the limit {instance.parameters.limit}")
        if step in {BELOW, UNASKED}:
            continue
        product *= _waits(instance, launched, now, player)[-2]
        keep = _keep(instance, launched, now, player)
        if step < 0:
            product *= keep
        else:
            product *= (1 - keep) * _share(instance, now, step)
            player, updates = step, updates + 1
        launched = now
    if updates < instance.parameters.limit:
        product *= _waits(instance, launched, rounds - 1, player)[-1]
    return product


def picks_probability(instance: Instance, picks: Sequence[int]) -> LogNumber:
    """Return the probability of the picks i_1, ..., i_T (from 0), summed over all hidden answers and coins, exactly.

    A forward recursion over (round in which the last instance was launched, resamples so far).

    Raises:
        InputError: the picks are no T experts from 0 to N − 1.

    Source: Algorithm 1 (`small_loss_learner`).
    """
    rounds, experts = len(instance.losses), len(instance.losses[0])
    if len(picks) != rounds or not all(0 <= pick < experts for pick in picks):
        raise InputError(f"picks {[pick + 1 for pick in picks]} do not fit {rounds} rounds of {experts} experts")
    field, limit = instance.parameters.field, min(instance.parameters.limit, rounds - 1)
    constant_until = [
        max(t for t in range(start, rounds) if len(set(picks[start : t + 1])) == 1) for start in range(rounds)
    ]
    # launched[s][v]: probability to play picks[:s+1] and launch an instance in round s (from 0) after v resamples;
    # v = V stands for the silent rest of the run.
    launched = [[field.zero] * (limit + 1) for _ in range(rounds)]
    launched[0][0] = field.rational(Fraction(1, experts))
    total = field.zero
    for start in range(rounds):
        last = constant_until[start]
        if last == rounds - 1:
            total += launched[start][limit]
        if not any(launched[start][:limit]):
            continue
        *halts, never = _waits(instance, start, rounds - 1, picks[start])
        if last == rounds - 1:
            total += sum(launched[start][:limit], start=field.zero) * never
        for now in range(start + 1, min(last + 1, rounds - 1) + 1):
            halt = halts[now - start - 1]
            keep = _keep(instance, start, now, picks[start])
            renew = (1 - keep) * _share(instance, now, picks[now])
            for updates in range(limit):
                mass = launched[start][updates] * halt
                launched[now][updates + 1] += mass * renew
                if picks[now] == picks[start]:
                    launched[now][updates] += mass * keep
    return total


def _queries(instance: Instance, launched: int, last: int, player: int) -> list[int]:
    """The queries asked in rounds launched + 1, ..., last of an instance, all rounds from 0."""
    queries, total = [], 0
    for row in instance.losses[launched:last]:
        total += row[player]
        queries.append(total)
    return queries


def _waits(instance: Instance, launched: int, last: int, player: int) -> tuple[LogNumber, ...]:
    """The law of the query at which an instance halts, as far as round `last`."""
    return halting_law(
        _queries(instance, launched, last, player),
        threshold=instance.parameters.threshold,
        grid=instance.parameters.grid,
        field=instance.parameters.field,
        noise_multiples=instance.noise_multiples,
        noise_shape=instance.noise_shape,
    )


def _keep(instance: Instance, launched: int, now: int, player: int) -> Fraction:
    query = _queries(instance, launched, now, player)[-1]
    return instance.parameters.keep ** max(instance.parameters.clip_steps, query)


def _share(instance: Instance, now: int, expert: int) -> Fraction:
    """P_t of one expert, as the reciprocal of the sum of weights relative to its own."""
    totals = [sum(row[other] for row in instance.losses[:now]) for other in range(len(instance.losses[0]))]
    return 1 / sum((instance.parameters.keep ** (total - totals[expert]) for total in totals), start=Fraction(0))
