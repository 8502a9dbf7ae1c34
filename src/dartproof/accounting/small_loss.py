"""The privacy that Lemma 3.1 claims of Algorithm 1."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from dartproof.accounting.composition import Number, optimal, optimal_ratio
from dartproof.errors import InputError
from dartproof.numeric import Real

if TYPE_CHECKING:
    from dartproof.accounting.exact import ExactParameters


def privacy_total(*, epsilon1: Number, epsilon2: Number, eta: Number, limit: int, delta: Number = Fraction(0)) -> Real:
    """Return ε1 + max(η, ε2) + Comp_δ(V, 2η), at which Algorithm 1 is claimed to be (ε, δ)-DP.

    Args:
        epsilon1: ε1 > 0 of AboveThreshold.
        epsilon2: ε2 > 0, which fixes the clip 1/(e^{ε2} − 1).
        eta: η ≥ 0.
        limit: V ≥ 0.
        delta: 0 ≤ δ < 1. Comp is the optimal composition of `composition.optimal`.

    Raises:
        InputError: An argument is out of its range.

    Source: Lemma 3.1 (`privacy`).
    """
    for name, number in (("epsilon1", epsilon1), ("epsilon2", epsilon2)):
        if Real.of(number) <= 0:
            raise InputError(f"{name} = {Real.of(number)}; choose {name} > 0")
    return epsilon1 + Real.maximum(eta, epsilon2) + optimal(limit, 2 * Real.of(eta), delta)


def privacy_ratio(parameters: ExactParameters, delta: Fraction = Fraction(0)) -> Fraction:
    """Return e^ε exactly, ε = ε1 + max(η, ε2) + Comp_δ(V, 2η), for parameters of the exact family.

    At δ = 0 it is `parameters.claim_ratio()`.

    Raises:
        InputError: δ is not a Fraction in [0, 1).

    Source: Lemma 3.1 (`privacy`).
    """
    resampling = optimal_ratio(parameters.limit, parameters.exp_eta**2, delta)
    return parameters.exp_epsilon1 * max(parameters.exp_eta, parameters.exp_epsilon2) * resampling
