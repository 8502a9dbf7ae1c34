"""The probability of one given transcript of a process, by multiplying the factors along it."""

from __future__ import annotations

from collections.abc import Iterator

from dartproof.errors import InputError
from dartproof.laws.graphs.ranking import Number, ranking_of
from dartproof.laws.process import Process
from dartproof.laws.transcript import BELOW, KEEP, UNASKED, Transcript


def transcript_factors(process: Process[Number], transcript: Transcript) -> Iterator[Number]:
    """Yield the probabilities whose product is that of the transcript.

    Args:
        process: a learner on its losses.
        transcript: of the rounds from the process's start on.

    Raises:
        InputError: the transcript is none of this process: another number of rounds, an expert beyond N, or checks that
            contradict the limit V.
    """
    rounds = process.rounds - process.start
    if transcript.rounds != rounds or max((transcript.first, *transcript.steps)) >= process.experts:
        raise InputError(f"transcript '{transcript}' does not fit {rounds} rounds of {process.experts} experts")
    yield process.shares[process.start][transcript.first]
    launch, expert, updates, checks = process.start, transcript.first, 0, 0
    for now, step in enumerate(transcript.steps, start=process.start + 1):
        if (step == UNASKED) != (updates == process.limit):
            raise InputError(f"transcript '{transcript}' contradicts the limit {process.limit}")
        if step in {BELOW, UNASKED}:
            continue
        course = process.course(launch, expert, checks)
        if step == KEEP:
            yield course.keeps[now - launch - 1]
        else:
            yield course.renewals[now - launch - 1]
            yield process.shares[now][step]
            expert, updates = step, updates + 1
        launch, checks = now, checks + process.counts_checks
    if updates != process.limit:
        yield process.course(launch, expert, checks).never


def process_probability(process: Process[Number], transcript: Transcript) -> Number:
    """Return the probability of one transcript; see `transcript_factors` for the arguments and errors."""
    product = process.backend.rational(1)
    for factor in transcript_factors(process, transcript):
        product = product * factor
    return product


def is_possible(process: Process[Number], transcript: Transcript) -> bool:
    """Say whether the transcript has a positive probability; UndecidedError where balls do not tell."""
    ranking = ranking_of(process.backend)
    return not any(ranking.is_zero(factor) for factor in transcript_factors(process, transcript))
