"""What is claimed of a learner's privacy at δ = 0, to be compared with its exact privacy loss."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from dartproof.accounting import ExactParameters
from dartproof.errors import InputError
from dartproof.laws.exact_learner import CompensatedLearner, ExactLearner, SmallLossLearner
from dartproof.mechanisms.above_threshold import NoiseShape
from dartproof.numeric import LogNumber, format_rational

ClaimName = Literal["paper", "sharp", "compensated"]
"""Whose bound is compared, at δ = 0: of Algorithm 1 the paper's Lemma 3.1 (`privacy`) or the sharper
`check_privacy_sharp`; of the compensated learner `compensated_privacy`."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim and how it fares.

    Attributes:
        name: which it is.
        bound: its e^ε.
        holds: whether the ratio it was compared with is at most that.
    """

    name: ClaimName
    bound: Fraction
    holds: bool


def changes(learner: ExactLearner) -> tuple[str, ...]:
    """Return what sets a learner apart from the one that has its name, a phrase for each; none if nothing does.

    Algorithm 1 may have other noises, about which the sharp claim is too. The compensated learner becomes a control,
    about which nothing is claimed, with a noise ξ of both signs or with a floor that is given: its guarantee rests on
    ξ ≥ 0 and on h0 = e^{−(τ−c)/b2}. Its noise multiples are free.

    Source: `compensated_privacy`.
    """
    if isinstance(learner, SmallLossLearner):
        multiples = ",".join(map(str, learner.noise_multiples))
        return (
            *([] if learner.noise_multiples == (2, 1) else [f"noise_multiples = {multiples} instead of 2,1"]),
            *([] if learner.noise_shape == "laplace" else [f"noise_shape = {learner.noise_shape} instead of laplace"]),
        )
    shape, floor = learner.parameters.noise_shape, learner.parameters.floor
    return (
        *([] if shape == "exponential" else [f"noise_shape = {shape} instead of exponential"]),
        *([] if floor is None else [f"floor = {format_rational(floor)} instead of the learner's own"]),
    )


def is_control(learner: ExactLearner) -> bool:
    """Whether a learner is a control of the compensated learner, about which nothing is claimed."""
    return isinstance(learner, CompensatedLearner) and bool(changes(learner))


def compared_claims(learner: ExactLearner, above: LogNumber, below: LogNumber) -> tuple[Claim, ...]:
    """Compare above/below, decided exactly, with every claim that is about this learner.

    Args:
        learner: nothing is claimed of the controls of the compensated learner; the paper's claim is about Algorithm 1
            with its own noises only.
        above: a probability on a stream, positive.
        below: the probability of the same on a neighbour; 0 makes the ratio infinite.
    """
    bounds: dict[ClaimName, Fraction] = {}
    if isinstance(learner, SmallLossLearner):
        noises = learner.noise_multiples, learner.noise_shape
        if noises == ((2, 1), "laplace"):
            bounds["paper"] = claim_bound("paper", learner.parameters)
        bounds["sharp"] = claim_bound("sharp", learner.parameters, noise_multiples=noises[0], noise_shape=noises[1])
    elif not is_control(learner):
        bounds["compensated"] = learner.parameters.claim_ratio()
    return tuple(Claim(name, bound, above <= bound * below) for name, bound in bounds.items())


def claim_bound(
    claim: Literal["paper", "sharp"],
    parameters: ExactParameters,
    *,
    noise_multiples: tuple[int, int] = (2, 1),
    noise_shape: NoiseShape = "laplace",
) -> Fraction:
    """Return e^ε of a claim about Algorithm 1 at δ = 0, where V resamples cost 2ηV.

    Args:
        claim: "paper": ε = ε1 + max(η, ε2) + 2ηV; "sharp": ε = max(1/b_ξ + η, 1/b_ν + ε2) + 2ηV.
        parameters: of Algorithm 1.
        noise_multiples: (MX, MN): 1/b_ξ = MX·g·L and 1/b_ν = MN·g·L.
        noise_shape: of both noises; the sharp bound is the same for both shapes.

    Raises:
        InputError: the paper's claim is asked for with noises other than its own.

    Source: Lemma 3.1 (`privacy`); `check_privacy_sharp`.
    """
    if claim == "paper":
        if noise_multiples != (2, 1) or noise_shape != "laplace":
            raise InputError("the paper's claim is about Laplace noises with the multiples 2,1; compare with 'sharp'")
        return parameters.claim_ratio()
    grid, noise = parameters.grid, parameters.noise
    multiple_xi, multiple_nu = noise_multiples
    halting_and_coin = max(
        noise ** (-multiple_xi * grid) * parameters.exp_eta, noise ** (-multiple_nu * grid) * parameters.exp_epsilon2
    )
    return halting_and_coin * parameters.exp_eta ** (2 * parameters.limit)
