"""Families of neighbouring streams whose exact privacy loss comes up to a bound that is proved for all streams."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dartproof.accounting import ExactParameters
from dartproof.errors import InputError
from dartproof.laws.claims import claim_bound
from dartproof.laws.path import Instance
from dartproof.laws.privacy_loss import pair_divergence
from dartproof.laws.process import small_loss_balls
from dartproof.laws.query_streams import query_divergence
from dartproof.mechanisms.halting import NoiseShape
from dartproof.numeric import Ball, LogField, Real
from dartproof.streams import Steps

TIGHT_PARAMETERS: Final = ExactParameters(
    grid=1, keep=Fraction(3, 4), noise=Fraction(1, 2), clip=5, threshold=0, limit=3
)
"""Parameters at which `tight_pair` nearly attains `check_privacy_sharp`: e^η = 4/3, ε1 = 4 ln 2, e^ε2 = 6/5, τ = 0."""


@dataclass(frozen=True, slots=True)
class Approach:
    """An exact privacy loss at one size of a family.

    Attributes:
        size: of the member of the family.
        loss: a ball around the max-divergence.
    """

    size: int
    loss: Ball


def tight_pair(rounds: int, *, experts: int = 3) -> tuple[Steps, Steps]:
    """Return two neighbouring streams that nearly attain `check_privacy_sharp` for long streams.

    All rounds but the middle one, round T/2, have the losses (1,0,…,0); it has (0,1,…,1) in the first stream and
    (1,0,…,0) in the second. So the first expert's queries exceed the threshold more and more. That it is not checked
    until after the middle shows a large ξ, and a shift of ξ is paid with its whole rate 1/b_ξ; the check after the
    middle keeps it with a probability that is e^η times larger on the first stream; and each of the V draws of this
    expert, which is far behind the others, is almost e^{2η} times as likely there.

    Args:
        rounds: T, at least 2.
        experts: N, at least 2.

    Raises:
        InputError: there are fewer rounds or experts.
    """
    if rounds < 2 or experts < 2:
        raise InputError(f"rounds = {rounds}, experts = {experts}: the two streams need at least 2 of each to differ")
    usual, other = (1, *(0,) * (experts - 1)), (0, *(1,) * (experts - 1))
    middle = rounds // 2 - 1
    first = tuple(other if t == middle else usual for t in range(rounds))
    return first, (usual,) * rounds


def tight_loss(rounds: int, *, bits: int = 128) -> Approach:
    """Return the max-divergence of the first stream of `tight_pair` over the second, at `TIGHT_PARAMETERS`.

    Source: `check_privacy_sharp`.

    Example:
        >>> tight_loss(20).loss.decimal(8)
        '3.3932289'
    """
    p, q = (small_loss_balls(Instance(losses, TIGHT_PARAMETERS), bits) for losses in tight_pair(rounds))
    ratio = pair_divergence(p, q).ratio
    if ratio is None:
        raise ArithmeticError("a Laplace noise leaves no outcome impossible, so the ratio is finite")
    return Approach(rounds, ratio.log())


def tight_claims() -> dict[str, Real]:
    """The bounds that are claimed for `TIGHT_PARAMETERS`, at δ = 0."""
    return {
        "Lemma 3.1": Real.of(claim_bound("paper", TIGHT_PARAMETERS)).log(),
        "check_privacy_sharp": Real.of(claim_bound("sharp", TIGHT_PARAMETERS)).log(),
    }


def shift_loss(margin: int, *, base: Fraction = Fraction(1, 2), noise_shape: NoiseShape = "laplace") -> Approach:
    """Return the max-divergence of AboveThreshold on the queries 0, 0, 0 over 1, 1, 1, all far above the threshold.

    The queries are a suffix shift of one another, as those of an expert in Algorithm 1 are. With the paper's Laplace
    noises the loss tends to ε1/2 as the margin grows and stays below it; one-sided exponential noises attain it.

    Args:
        margin: by how much the queries 0 exceed the threshold.
        base: y = e^{−ε1/4}.
        noise_shape: of both noises.

    Source: `above_threshold_shift`.

    Example:
        >>> shift_loss(8).loss.decimal(8)
        '1.3856143'
    """
    found = query_divergence((0,) * 3, (1,) * 3, threshold=-margin, field=LogField(base), noise_shape=noise_shape)
    if found.ratio is None:
        raise ArithmeticError("every outcome is possible on both streams, so the ratio is finite")
    return Approach(margin, Real.of(found.ratio).log().enclosure(128))
