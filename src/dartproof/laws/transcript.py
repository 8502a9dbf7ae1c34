"""The augmented transcript of Algorithm 1: its first expert, and every answer σ, coin Z and resampled expert."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dartproof.errors import InputError
from dartproof.learners import Transcript as Record

BELOW: Final = -1
"""A step of a transcript: σ = ⊥, the expert stays."""

KEEP: Final = -2
"""A step of a transcript: σ = ⊤ and Z = 1, the expert stays and a new instance of AboveThreshold starts."""

UNASKED: Final = -3
"""A step of a transcript: no query is asked any more, because the limit V is reached."""

_TEXTS: Final = {BELOW: "⊥", KEEP: "⊤ keep", UNASKED: "–"}
_STEPS: Final = {text: step for step, text in _TEXTS.items()}
_RESAMPLE: Final = "⊤ resample "
_MOST_DIGITS: Final = 18


@dataclass(frozen=True, slots=True, order=True)
class Transcript:
    """One possible course of Algorithm 1 over T rounds.

    As a text it is its `path`, for example `1, ⊥, ⊤ keep, ⊤ resample 2`, with experts counted from 1.

    Attributes:
        first: the expert of round 1, counted from 0.
        steps: what happens at rounds 2, ..., T: `BELOW`, `KEEP`, `UNASKED`, or the expert (from 0) that is resampled
            because σ = ⊤ and Z = 0, also if it is the one that was playing.

    Source: Algorithm 1 (`small_loss_learner`).

    Example:
        >>> run = Transcript(0, (BELOW, KEEP, 1))
        >>> print(run)
        1, ⊥, ⊤ keep, ⊤ resample 2
        >>> run.picks, run.updates
        ((0, 0, 0, 1), 1)
    """

    first: int
    steps: tuple[int, ...]

    @property
    def rounds(self) -> int:
        """T."""
        return len(self.steps) + 1

    @property
    def picks(self) -> tuple[int, ...]:
        """The experts played in rounds 1, ..., T, counted from 0."""
        picks = [self.first]
        for step in self.steps:
            picks.append(step if step >= 0 else picks[-1])
        return tuple(picks)

    @property
    def updates(self) -> int:
        """v_T, the number of resamples."""
        return sum(step >= 0 for step in self.steps)

    @property
    def path(self) -> tuple[str, ...]:
        """One text a round, for people and for JSON; `Transcript.parse` reads it back."""
        return (str(self.first + 1), *(_TEXTS.get(step) or f"{_RESAMPLE}{step + 1}" for step in self.steps))

    @classmethod
    def parse(cls, path: Sequence[str]) -> Transcript:
        """Read a path of texts.

        Raises:
            InputError: the path is empty, or a text is none that `path` writes; the message names the round.
        """
        if not path:
            raise InputError("transcript: the path is empty; give one text a round")
        steps = tuple(_step(text, index + 2) for index, text in enumerate(path[1:]))
        return cls(_expert(path[0], 1), steps)

    @classmethod
    def of_run(cls, record: Record, *, rounds: int) -> Transcript:
        """Read what a learner recorded while it played.

        Args:
            record: the random choices of a run of Algorithm 1.
            rounds: T.
        """
        keeps, resampled = iter(record.keeps), iter(record.resampled)
        steps = [(KEEP if next(keeps) else next(resampled)) if answer else BELOW for answer in record.answers]
        return cls(record.first, (*steps, *[UNASKED] * (rounds - 1 - len(steps))))

    def __str__(self) -> str:
        return ", ".join(self.path)


def _step(text: str, number: int) -> int:
    if text in _STEPS:
        return _STEPS[text]
    if not text.startswith(_RESAMPLE):
        allowed = ", ".join(f"'{known}'" for known in (*_STEPS, _RESAMPLE + "EXPERT"))
        raise InputError(f"transcript, round {number}: '{text}' is none of {allowed}")
    return _expert(text.removeprefix(_RESAMPLE), number)


def _expert(text: str, number: int) -> int:
    return parse_expert(text, f"transcript, round {number}")


def parse_expert(text: str, where: str) -> int:
    """Read an expert, written as a whole number from 1; return it from 0.

    Args:
        text: of at most 18 digits.
        where: what the message begins with.

    Raises:
        InputError: it is none.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS and int(text) >= 1):
        shown = text if len(text) <= 2 * _MOST_DIGITS else f"{text[:_MOST_DIGITS]}…"
        raise InputError(f"{where}: expert '{shown}' must be a whole number from 1, of at most {_MOST_DIGITS} digits")
    return int(text) - 1
