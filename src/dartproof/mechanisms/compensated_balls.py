"""The law of the first check of an instance of the compensated learner, in ball arithmetic.

The definition is that of `dartproof.mechanisms.compensated_check`; the computation is another one. As the pending loss
never falls, the factors 1 - h that have reached the floor at a value of ξ are the first r of them, and the next ones up
to decision j are 1 - c_i X, X = y^(MN ξ). So the probability of no check at the first j decisions is

    S_j = Σ_{r ≤ j} (1 - h0)^r ∫ f (1 - c_{r+1} X) ... (1 - c_j X)

over the values of ξ from where the factor r reaches the floor, and the factor j is not 0, to where the factor r + 1
reaches it.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final, NamedTuple

from dartproof.errors import InputError
from dartproof.mechanisms.compensated_check import CheckLaw, Hazard, hazard_of, require_pending
from dartproof.numeric import Ball, LogField
from dartproof.numeric.raw_balls import RawBall, RawPolynomial, raw, refined

_GUARD: Final = 32
_GUARD_PER_QUERY: Final = 3
_ROUND: Final = 64


def check_balls(
    queries: Sequence[int],
    *,
    keep: Fraction,
    threshold: int,
    clip_steps: int,
    field: LogField,
    noise_multiples: tuple[int, int] = (1, 1),
    floor: Fraction | None = None,
    bits: int = 128,
) -> CheckLaw[Ball]:
    """Return the law of the first check of one instance, in balls.

    Args:
        queries: The pending loss q at each decision, in grid steps; not negative, and never falling.
        keep: x = e^{−η/g}, 0 < x ≤ 1.
        threshold: τ.
        clip_steps: c; not negative.
        field: Gives y = `field.base`.
        noise_multiples: (MX, MN), see `check_law`.
        floor: h0: None for the learner's own, or 0, or a power of y^MN.
        bits: The accuracy: each ball is the exact 0 or has a relative radius below 2^(2-bits), however small the
            probability is. The working precision is raised until that is so.

    Raises:
        InputError: As `check_law`, and for another floor.

    Source: `compensated_privacy`.
    """
    require_pending(queries, noise_multiples)
    hazard = hazard_of(
        keep=keep,
        threshold=threshold,
        clip_steps=clip_steps,
        base=field.base,
        multiple_nu=noise_multiples[1],
        floor=floor,
    )
    if hazard.level and hazard.steps is None:
        raise InputError(f"floor = {floor} must be 0 or a power of y^MN for a law in balls; ask check_law")
    noise = _Noise(field.base, *noise_multiples)
    margins = tuple(query - threshold for query in queries)

    def compute(precision: int) -> list[RawBall]:
        survival = _survival(margins, hazard, noise, precision)
        withheld = raw(hazard.withheld)
        coins = [keep**query for query in queries]
        halts = [before - after for before, after in itertools.pairwise(survival)]
        # K = y (h - p) and R = h - K = (1 - y) h + y p, with nothing but sums where the numbers can be small.
        keeps = [
            (halt - withheld * before) * raw(coin) for halt, before, coin in zip(halts, survival, coins, strict=False)
        ]
        renewals = [
            halt * raw(1 - coin) + before * (withheld * raw(coin))
            for halt, before, coin in zip(halts, survival, coins, strict=False)
        ]
        return [*keeps, *renewals, survival[-1]]

    count = len(queries)
    start = -(-(bits + _GUARD + _GUARD_PER_QUERY * count) // _ROUND) * _ROUND
    numbers = refined(compute, bits=bits, start=start)
    return CheckLaw(numbers[:count], numbers[count:-1], numbers[-1])


class _Noise(NamedTuple):
    """ξ with rate multiple_xi * L per step, L = −ln base, and the multiple of the hazard."""

    base: Fraction
    multiple_xi: int
    multiple_nu: int


def _survival(margins: tuple[int, ...], hazard: Hazard, noise: _Noise, precision: int) -> list[RawBall]:
    """Return S_0, S_1, ...; margins are q - τ."""
    survival = [raw(1), *[raw(0)] * len(margins)]
    if hazard.steps is None:
        for j, integral in enumerate(_integrals(margins, 0, None, noise, precision), start=1):
            survival[j] = integral
        return survival
    steps, y, weight = hazard.steps, raw(noise.base), raw(1)
    for passed, margin in enumerate((None, *margins)):
        if passed:
            weight = weight * raw(1 - hazard.least)
        reached = None if margin is None else margin + steps  # where the last factor that has passed reaches the floor
        if reached is not None:
            survival[passed] += weight * y ** (noise.multiple_xi * max(reached, 0))
        if passed == len(margins) or margins[passed] == margin or margins[passed] + steps <= 0:
            continue
        if margin is None or reached is None or reached < 0:
            scale = weight
            integrals = _integrals(margins[passed:], 0, margins[passed] + steps, noise, precision)
        else:
            # Shifted to begin at the last margin: then instances that were launched earlier or later have it in common.
            scale = weight * y ** (noise.multiple_xi * margin)
            word = tuple(later - margin for later in margins[passed:])
            integrals = _integrals(word, steps, word[0] + steps, noise, precision)
        for j, integral in enumerate(integrals, start=passed + 1):
            survival[j] += scale * integral
    return survival


@lru_cache(maxsize=1 << 12)
def _integrals(margins: tuple[int, ...], least: int, end: int | None, noise: _Noise, _precision: int) -> list[RawBall]:
    """Return the integrals of MX L u^MX (1 - c_1 X) ... (1 - c_j X), u = y^z, from max(least, m_j) to the end.

    The list ends where that interval is empty. The precision in force tells entries of the cache apart.

    Args:
        margins: m_1 ≤ m_2 ≤ ..., with c_i = y^(-MN m_i).
        least: a bound of the intervals.
        end: the end; None for ∞.
        noise: the rates.
    """
    y, multiple_xi, multiple_nu = raw(noise.base), noise.multiple_xi, noise.multiple_nu
    exponents = [multiple_xi + multiple_nu * i for i in range(len(margins) + 1)]

    @cache
    def antiderivative(position: int) -> list[RawBall]:
        w = y**position
        powers = itertools.accumulate(
            itertools.repeat(w**multiple_nu, len(margins)), operator.mul, initial=w**multiple_xi
        )
        return [power * multiple_xi / n for power, n in zip(powers, exponents, strict=True)]

    @cache
    def weights(start: int) -> list[RawBall]:
        here = antiderivative(start)
        return here if end is None else list(map(operator.sub, here, antiderivative(end)))

    product, integrals = RawPolynomial([1]), []
    for margin in margins:
        start = max(least, margin)
        if end is not None and start >= end:
            break
        product = product * RawPolynomial([1, -(y ** (-multiple_nu * margin))])
        integrals.append(sum(map(operator.mul, product.coeffs(), weights(start)), start=raw(0)))
    return integrals
