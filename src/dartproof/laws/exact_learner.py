"""A learner of the exact family without its losses: what pairs, searches and certificates have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dartproof.accounting import CompensatedParameters, ExactParameters
from dartproof.errors import InputError
from dartproof.laws.compensated_path import compensated_picks_probability, compensated_probability
from dartproof.laws.path import Instance, picks_probability, transcript_probability
from dartproof.laws.process import Process, compensated_process, small_loss_process
from dartproof.laws.transcript import Transcript
from dartproof.mechanisms.above_threshold import NoiseShape
from dartproof.numeric import LogNumber
from dartproof.streams import Steps

Parameters = ExactParameters | CompensatedParameters
"""The parameters of Algorithm 1, or of the compensated learner."""

Outcome = Transcript | tuple[int, ...]
"""What an adversary sees: an augmented transcript, or in the view "picks" T experts, from 0."""

View = Literal["transcript", "picks"]
"""What the adversary sees: the augmented transcript, or only the picks i_1, ..., i_T."""

LearnerName = Literal["small-loss", "compensated"]
"""Algorithm 1, or the compensated learner."""


@dataclass(frozen=True, slots=True)
class SmallLossLearner:
    """Algorithm 1.

    Attributes:
        parameters: of the learner.
        noise_multiples: (MX, MN), see `halting_law`.
        noise_shape: of both noises.
    """

    parameters: ExactParameters
    noise_multiples: tuple[int, int] = (2, 1)
    noise_shape: NoiseShape = "laplace"

    @property
    def name(self) -> LearnerName:
        """`"small-loss"`."""
        return "small-loss"

    def instance(self, losses: Steps) -> Instance:
        """The learner on given losses, as `laws.path` takes it."""
        return Instance(losses, self.parameters, self.noise_multiples, self.noise_shape)

    def process(self, losses: Steps) -> Process[LogNumber]:
        """The learner on given losses, as a process; InputError unless they are T × N integers from 0 to the grid."""
        return small_loss_process(self.instance(losses))

    def probability(self, losses: Steps, outcome: Outcome) -> LogNumber:
        """The probability of an outcome, computed along it alone, without the code behind `process`.

        Raises:
            InputError: the losses are no T × N array of integers from 0 to the grid, or the outcome does not fit them.
        """
        if isinstance(outcome, Transcript):
            return transcript_probability(self.instance(losses), outcome)
        return picks_probability(self.instance(losses), outcome)


@dataclass(frozen=True, slots=True)
class CompensatedLearner:
    """The compensated learner, or a control of it.

    Attributes:
        parameters: of the learner, with its noises.
    """

    parameters: CompensatedParameters

    @property
    def name(self) -> LearnerName:
        """`"compensated"`."""
        return "compensated"

    def process(self, losses: Steps) -> Process[LogNumber]:
        """As that of Algorithm 1; also an InputError, from the courses, if a control has no exact law."""
        return compensated_process(losses, self.parameters)

    def probability(self, losses: Steps, outcome: Outcome) -> LogNumber:
        """As that of Algorithm 1."""
        if isinstance(outcome, Transcript):
            return compensated_probability(losses, self.parameters, outcome)
        return compensated_picks_probability(losses, self.parameters, outcome)


ExactLearner = SmallLossLearner | CompensatedLearner
"""A learner of the exact family."""


def exact_learner(
    parameters: Parameters,
    *,
    noise_multiples: tuple[int, int] | None = None,
    noise_shape: NoiseShape | None = None,
) -> ExactLearner:
    """Return the learner that has these parameters.

    Args:
        parameters: of Algorithm 1 or of the compensated learner.
        noise_multiples: (MX, MN) of Algorithm 1; None for the paper's (2, 1).
        noise_shape: of the noises of Algorithm 1; None for the paper's, "laplace".

    Raises:
        InputError: noises are given for the compensated learner, whose parameters have them already.
    """
    if isinstance(parameters, ExactParameters):
        return SmallLossLearner(parameters, noise_multiples or (2, 1), noise_shape or "laplace")
    if noise_multiples is not None or noise_shape is not None:
        raise InputError("the parameters of the compensated learner say what its noises are; give them there")
    return CompensatedLearner(parameters)


def replaced_row(losses: Steps, changed: int, row: tuple[int, ...]) -> Steps:
    """Return the stream with row `changed`, from 0, replaced."""
    return (*losses[:changed], row, *losses[changed + 1 :])
