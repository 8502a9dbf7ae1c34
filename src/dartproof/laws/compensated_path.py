"""The probability of one given outcome of the compensated learner, by multiplying the factors along it.

This recomputes what a certificate claims and shares no code with the learner's process: each factor is an integral
over ξ of the probabilities of what the instance does at its decisions, given ξ, taken as they are defined.

Everything is in grid steps. With w = y^ξ the hazard is h = max(h0, min(1, y^(MN (τ − q)) w^MN)). Between the values of
w where it changes its form for one of the pending losses q, every probability given ξ is a polynomial in w^MN, and the
density of ξ times dξ is A·MX·w^(MX − 1) dw, from ξ = ∞ at w = 0 to ξ = 0 at w = 1; beyond, for Laplace noise, it is
A·MX·w^(−MX − 1) dw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, count, pairwise

from dartproof.accounting import CompensatedParameters
from dartproof.errors import InputError
from dartproof.laws.transcript import BELOW, KEEP, UNASKED, Transcript
from dartproof.numeric import LogNumber
from dartproof.numeric.rationals import exact_root
from dartproof.streams import Steps, check_steps

Polynomial = list[Fraction]
"""Coefficients in rising powers of w^MN."""


def compensated_probability(losses: Steps, parameters: CompensatedParameters, transcript: Transcript) -> LogNumber:
    """Return the probability of one augmented transcript, exactly.

    Args:
        losses: T rows of N losses in grid steps.
        parameters: of the learner.
        transcript: in which ⊤ stands for a check and ⊥ for none.

    Raises:
        InputError: the losses are no T × N array of integers from 0 to the grid, the transcript does not fit them or
            contradicts the limit V, or the law of a control is not exact.

    Source: `compensated_privacy`.
    """
    losses = check_steps(losses, parameters.grid)
    rounds, experts = len(losses), len(losses[0])
    if transcript.rounds != rounds or max((transcript.first, *transcript.steps)) >= experts:
        raise InputError(f"transcript '{transcript}' does not fit {rounds} rounds of {experts} experts")
    product = parameters.field.rational(Fraction(1, experts))
    launch, player, updates = 0, transcript.first, 0
    for now, step in enumerate(transcript.steps, start=1):
        if (step == UNASKED) != (updates == parameters.limit):
            raise InputError(f"transcript '{transcript}' contradicts the limit {parameters.limit}")
        if step in {BELOW, UNASKED}:
            continue
        product *= _factor(losses, parameters, launch, now, player, keeps=step == KEEP)
        if step != KEEP:
            product *= _share(losses, parameters, now, step)
            player, updates = step, updates + 1
        launch = now
    if updates < parameters.limit:
        product *= _factor(losses, parameters, launch, rounds - 1, player, keeps=None)
    return product


def compensated_picks_probability(losses: Steps, parameters: CompensatedParameters, picks: Sequence[int]) -> LogNumber:
    """Return the probability of the picks i_1, ..., i_T (from 0), summed over all hidden checks, exactly.

    Raises:
        InputError: as for `compensated_probability`, or the picks are no T experts from 0 to N − 1.

    Source: `compensated_privacy`.
    """
    losses = check_steps(losses, parameters.grid)
    rounds, experts = len(losses), len(losses[0])
    if len(picks) != rounds or not all(0 <= pick < experts for pick in picks):
        raise InputError(f"picks {[pick + 1 for pick in picks]} do not fit {rounds} rounds of {experts} experts")
    zero, limit = parameters.field.zero, min(parameters.limit, rounds - 1)
    # reached[now][v]: the probability of the picks as far as `now` and of a check there, after v resamples
    reached = [[zero] * (limit + 1) for _ in range(rounds)]
    reached[0][0] = parameters.field.rational(Fraction(1, experts))
    total = zero
    for launch, player in enumerate(picks):
        changes = next((now for now in range(launch, rounds) if picks[now] != player), rounds)
        asking = reached[launch][:limit]
        if changes == rounds:
            total += reached[launch][limit]
        if not any(asking):
            continue
        if changes == rounds:
            total += sum(asking, zero) * _factor(losses, parameters, launch, rounds - 1, player, keeps=None)
        for now in range(launch + 1, min(changes, rounds - 1) + 1):
            keep, renew = (_factor(losses, parameters, launch, now, player, keeps=kept) for kept in (True, False))
            renew *= _share(losses, parameters, now, picks[now])
            for updates, mass in enumerate(asking):
                reached[now][updates + 1] += mass * renew
                if now < changes:
                    reached[now][updates] += mass * keep
    return total


def _share(losses: Steps, parameters: CompensatedParameters, now: int, expert: int) -> Fraction:
    """P_t of one expert, from 0."""
    totals = [sum(column) for column in zip(*losses[:now], strict=True)]
    return 1 / sum((parameters.keep ** (total - totals[expert]) for total in totals), Fraction(0))


def _factor(
    losses: Steps, parameters: CompensatedParameters, launch: int, now: int, player: int, *, keeps: bool | None
) -> LogNumber:
    """The probability of no check before round `now`, and there a check that keeps, one that resamples, or none."""
    pending = list(accumulate(row[player] for row in losses[launch:now]))
    hazards = [_Hazard(query, parameters) for query in pending]
    ends = {Fraction(0), Fraction(1)}.union(*(hazard.ends for hazard in hazards))
    two_sided = parameters.noise_shape == "laplace"
    points = sorted(w for w in ends if two_sided or w <= 1)
    pieces: list[tuple[Fraction, Fraction | None]] = [*pairwise(points), *([(points[-1], None)] if two_sided else [])]
    multiple_xi, multiple_nu = parameters.noise_multiples
    rational, log = Fraction(0), Fraction(0)
    for low, high in pieces:
        given = _given_noise([hazard.on(low, high) for hazard in hazards], pending, parameters, keeps=keeps)
        first = multiple_xi if low < 1 else -multiple_xi
        for power, coefficient in zip(count(first, multiple_nu), given, strict=False):
            if power and coefficient:
                # Towards ξ = −∞ the only power is the negative one of the density, so its upper end is 0.
                ends_at = (high**power if high is not None else 0) - (low**power if low else 0)
                rational += coefficient * ends_at / power
            elif coefficient and high is not None:
                log += coefficient * (_exponent(parameters.noise, low) - _exponent(parameters.noise, high))
    scale = multiple_xi * (Fraction(1, 2) if two_sided else 1)
    return parameters.field.polynomial((scale * rational, scale * log))


def _given_noise(
    hazards: list[Polynomial], pending: list[int], parameters: CompensatedParameters, *, keeps: bool | None
) -> Polynomial:
    """The probability, given ξ, of what `_factor` asks for."""
    product = [Fraction(1)]
    for hazard in hazards if keeps is None else hazards[:-1]:
        product = _times(product, [1 - hazard[0], *(-c for c in hazard[1:])])
    if keeps is None:
        return product
    hazard, kept = hazards[-1], parameters.keep ** pending[-1]
    keep = [kept * (hazard[0] - parameters.compensation), *(kept * c for c in hazard[1:])]
    return _times(product, keep if keeps else [h - k for h, k in zip(hazard, keep, strict=True)])


def _times(left: Polynomial, right: Polynomial) -> Polynomial:
    product = [Fraction(0)] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            product[i + j] += a * b
    return product


def _exponent(base: Fraction, power: Fraction) -> int:
    """The integer z with base^z = power.

    Raises:
        InputError: there is none.
    """
    z = 0
    while base**z > power:
        z += 1
    while base**z < power:
        z -= 1
    if base**z != power:
        raise InputError("with Laplace noise the exact law needs a floor of 0 or a power of y^MN")
    return z


@dataclass(frozen=True, slots=True)
class _Hazard:
    """h of one pending loss, as a function of w."""

    query: int
    parameters: CompensatedParameters

    @property
    def ends(self) -> set[Fraction]:
        """The values of w at which h takes another form."""
        parameters = self.parameters
        certain = parameters.noise ** (self.query - parameters.threshold)
        root = exact_root(parameters.least_hazard, parameters.noise_multiples[1])
        if root is None:
            raise InputError(f"floor = {parameters.floor} has no rational root of degree MN, which the exact law needs")
        return {certain, certain * root}

    def on(self, low: Fraction, high: Fraction | None) -> Polynomial:
        """The hazard between two neighbouring ends, high = None being ∞."""
        multiple = self.parameters.noise_multiples[1]
        slope = self.parameters.noise ** (multiple * (self.parameters.threshold - self.query))
        if high is None or slope * low**multiple >= 1:
            return [Fraction(1)]
        if slope * high**multiple <= self.parameters.least_hazard:
            return [self.parameters.least_hazard]
        return [Fraction(0), slope]
