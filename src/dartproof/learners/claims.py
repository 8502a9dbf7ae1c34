"""What a built learner is claimed to guarantee, and how it was built."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from dartproof.learners.base import Learner
from dartproof.numeric import Real


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """The claim that a learner's picks are (ε, δ)-DP, for streams that differ in one round.

    Attributes:
        epsilon: The privacy parameter, exactly; None where the learner is not private for any finite ε.
        delta: The failure probability.
    """

    epsilon: Real | None
    delta: Fraction


@dataclass(frozen=True, slots=True, eq=False)
class BuiltLearner:
    """A learner with its parameters and its claim.

    Attributes:
        learner: The learner.
        parameters: Its parameters by their names on the command line, as text: those given in lowest terms, those
            derived from a budget as the floats that the learner works with. Rounds count from 1.
        claim: What it guarantees.
    """

    learner: Learner
    parameters: Mapping[str, str]
    claim: Claim
