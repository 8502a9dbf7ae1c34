"""What follows from a transcript law by summing: the law of the picks, marginals, resamples, and the expected loss."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeVar

from dartproof.errors import InputError
from dartproof.laws.transcript import Transcript
from dartproof.numeric import LogNumber
from dartproof.streams import Steps

Key = TypeVar("Key")


def picks_law(law: Mapping[Transcript, LogNumber]) -> dict[tuple[int, ...], LogNumber]:
    """Return the law of the picks (i_1, ..., i_T), experts counted from 0: all that a user of the learner sees.

    Args:
        law: of the augmented transcript, as `transcript_law` gives it.
    """
    return _push_forward(law, lambda transcript: transcript.picks)


def marginals(law: Mapping[Transcript, LogNumber], *, experts: int) -> tuple[tuple[LogNumber, ...], ...]:
    """Return Q_t(i) = Pr[i_t = i] as T rows of N numbers, both counted from 0.

    Args:
        law: of the augmented transcript.
        experts: N.

    Raises:
        InputError: the law plays an expert beyond N.
    """
    field, rounds = _any(law)[1].field, _any(law)[0].rounds
    table = [[field.zero] * experts for _ in range(rounds)]
    for picks, probability in picks_law(law).items():
        if max(picks) >= experts:
            raise InputError(f"experts = {experts}, but the law plays expert {max(picks) + 1}")
        for row, expert in zip(table, picks, strict=True):
            row[expert] += probability
    return tuple(tuple(row) for row in table)


def updates_law(law: Mapping[Transcript, LogNumber], *, limit: int) -> tuple[LogNumber, ...]:
    """Return Pr[v_T = k] for k = 0, ..., min(V, T − 1); there are no more resamples.

    Args:
        law: of the augmented transcript.
        limit: V.

    Raises:
        InputError: the law has a transcript with more than V resamples.
    """
    counts = _push_forward(law, lambda transcript: transcript.updates)
    if max(counts) > limit:
        raise InputError(f"limit = {limit}, but the law has a transcript with {max(counts)} resamples")
    transcript, probability = _any(law)
    most = min(limit, transcript.rounds - 1)
    return tuple(counts.get(number, probability.field.zero) for number in range(most + 1))


def expected_loss(law: Mapping[Transcript, LogNumber], losses: Steps, *, grid: int) -> LogNumber:
    """Return E Σ_t ℓ_t(i_t), in units of loss.

    Args:
        law: of the augmented transcript on these losses.
        losses: T rows of N losses in grid steps, the last row included.
        grid: g.

    Raises:
        InputError: the numbers of rounds differ.
    """
    table = marginals(law, experts=len(losses[0]))
    if len(table) != len(losses):
        raise InputError(f"the law has {len(table)} rounds and the losses have {len(losses)}; they must agree")
    zero = table[0][0].field.zero
    return sum(
        (
            probability * Fraction(steps, grid)
            for row, shares in zip(losses, table, strict=True)
            for steps, probability in zip(row, shares, strict=True)
        ),
        start=zero,
    )


def _push_forward(law: Mapping[Transcript, LogNumber], image: Callable[[Transcript], Key]) -> dict[Key, LogNumber]:
    sums: dict[Key, LogNumber] = {}
    for transcript, probability in law.items():
        key = image(transcript)
        sums[key] = sums[key] + probability if key in sums else probability
    return sums


def _any(law: Mapping[Transcript, LogNumber]) -> tuple[Transcript, LogNumber]:
    if not law:
        raise InputError("the law is empty; a law has outcomes with positive probability")
    return next(iter(law.items()))
