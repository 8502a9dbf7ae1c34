"""Learners of experts' predictions, and games with them.

`run` lets a learner play one game, `simulate` many; `build_learner` makes one from parameters by name. A learner
plays an expert before it is shown the losses of the round: see `Learner`.
"""

from dartproof.learners.base import EarlyStop, FloatRow, Learner, Play, Player
from dartproof.learners.batch import Batch, simulate
from dartproof.learners.budget import Budget, PaperInner
from dartproof.learners.claims import BuiltLearner, Claim
from dartproof.learners.compensated import CompensatedLearner
from dartproof.learners.doubling import DoublingLearner
from dartproof.learners.foresight import first_foresight
from dartproof.learners.lazy import DelayFunction, FixedDelay, LazyLearner
from dartproof.learners.multiplicative_weights import MultiplicativeWeights
from dartproof.learners.registry import build_learner, learner_names, parse_parameters
from dartproof.learners.shrinking_dartboard import ShrinkingDartboard
from dartproof.learners.single import Run, run
from dartproof.learners.small_loss import SmallLossLearner
from dartproof.learners.transcript import DoublingTranscript, Summary, Transcript

__all__ = [
    "Batch",
    "Budget",
    "BuiltLearner",
    "Claim",
    "CompensatedLearner",
    "DelayFunction",
    "DoublingLearner",
    "DoublingTranscript",
    "EarlyStop",
    "FixedDelay",
    "FloatRow",
    "LazyLearner",
    "Learner",
    "MultiplicativeWeights",
    "PaperInner",
    "Play",
    "Player",
    "Run",
    "ShrinkingDartboard",
    "SmallLossLearner",
    "Summary",
    "Transcript",
    "build_learner",
    "first_foresight",
    "learner_names",
    "parse_parameters",
    "run",
    "simulate",
]
