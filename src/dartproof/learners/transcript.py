"""What a learner's random choices were: the augmented transcript, of which its picks are a function."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Transcript:
    """The augmented transcript of a learner that holds one expert and now and then checks whether to resample it.

    In Algorithm 1 every query to AboveThreshold has an answer; in learners that check by a rule of their own the
    answer says whether there was a check. A check draws Z, keeps the expert if Z = 1, and else resamples it; a
    resample may return the expert that was held.

    Attributes:
        first: The first expert (from 0).
        answers: σ, one for each round after `start` in which the learner asked; True is ⊤, a check.
        keeps: Z of each check; True is Z = 1, the expert is kept.
        resampled: The experts (from 0) that the resamples returned, one for each Z = 0.
        start: The round (from 0) in which the first expert is played.

    Source: the proof of Lemma 3.1 (`privacy`).

    Example:
        >>> transcript = Transcript(first=2, answers=(False, True, True), keeps=(True, False), resampled=(0,))
        >>> transcript.picks(6)
        (2, 2, 2, 0, 0, 0)
    """

    first: int
    answers: tuple[bool, ...]
    keeps: tuple[bool, ...]
    resampled: tuple[int, ...]
    start: int = 0

    def picks(self, rounds: int) -> tuple[int, ...]:
        """Return the experts (from 0) played in the rounds from `start` to the last of `rounds`."""
        keeps, resampled = iter(self.keeps), iter(self.resampled)
        picks = [self.first]
        for answer in self.answers:
            moves = answer and not next(keeps)
            picks.append(next(resampled) if moves else picks[-1])
        picks.extend(picks[-1:] * (rounds - self.start - len(picks)))
        return tuple(picks)


@dataclass(slots=True)
class TranscriptLog:
    """A transcript that is being written.

    Attributes:
        first: As in `Transcript`, and so are the others.
    """

    first: int
    start: int = 0
    answers: list[bool] = field(default_factory=list)
    keeps: list[bool] = field(default_factory=list)
    resampled: list[int] = field(default_factory=list)

    def record_answer(self, *, top: bool) -> None:
        """Record that the learner asked and was answered ⊤ (`top`) or ⊥."""
        self.answers.append(top)

    def record_keep(self) -> None:
        """Record a check with Z = 1."""
        self.keeps.append(True)

    def record_resample(self, expert: int) -> None:
        """Record a check with Z = 0 and the expert (from 0) drawn."""
        self.keeps.append(False)
        self.resampled.append(expert)

    def freeze(self) -> Transcript:
        """Return what has been written so far."""
        return Transcript(self.first, tuple(self.answers), tuple(self.keeps), tuple(self.resampled), self.start)

    def summary(self) -> Summary:
        """Return the summary of a learner whose updates are its resamples."""
        return Summary(updates=len(self.resampled), transcript=self.freeze())


@dataclass(frozen=True, slots=True)
class DoublingTranscript:
    """The transcript of Algorithm 3.

    Attributes:
        tops: The rounds (from 0) at whose end the outer AboveThreshold answered ⊤, increasing.
        inner: The summaries of the inner learners, in order, one more than there are tops unless the last top came in
            the last round.

    Source: Algorithm 3; the proof of Lemma A.3 (`doubling`).
    """

    tops: tuple[int, ...]
    inner: tuple[Summary, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """What a learner reports when its game is over.

    Attributes:
        updates: How often it drew its expert anew, v_T; the first expert does not count, a resample that returns the
            expert held does.
        transcript: Its random choices, or None where the learner keeps no record of them.
    """

    updates: int
    transcript: Transcript | DoublingTranscript | None = None
