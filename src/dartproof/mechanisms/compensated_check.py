"""The exact law of the first check of an instance of the compensated learner, and of whether it keeps the expert.

Given ξ, each decision with pending loss q checks with probability h = max(h0, G(τ + ξ - q)), independently. A check
keeps with probability K/h, K = e^{−ηq} (h - p), so its outcome depends on ξ as well, and both are integrated over ξ
together. With S_j = E[(1 - h_1) ... (1 - h_j)] the probability of no check at the first j decisions, the linearity of K
in h gives

    E[(1 - h_1) ... (1 - h_{j-1}) K_j] = e^{−ηq_j} (S_{j-1} - S_j - p S_{j-1}).

The factor 1 - h is 0 for ξ ≤ q - τ, then 1 - e^{(q - τ - ξ)/b2}, and 1 - h0 from where that is larger. On each piece
the product is a Laurent polynomial in u = y^ξ.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from dartproof.errors import InputError
from dartproof.mechanisms.halting import NoiseShape, require_noise_shape
from dartproof.mechanisms.laurent import Laurent
from dartproof.numeric import LogField, LogNumber
from dartproof.numeric.fast import FastRational, fast

Number = TypeVar("Number")


class CheckLaw(NamedTuple, Generic[Number]):
    """The law of the first check; all its probabilities sum to 1.

    Attributes:
        keeps: keeps[j] = Pr[the first check is at decision j and keeps the expert], from 0.
        renewals: renewals[j] = Pr[the first check is at decision j and resamples].
        never: Pr[no check at any decision].
    """

    keeps: tuple[Number, ...]
    renewals: tuple[Number, ...]
    never: Number


@dataclass(frozen=True, slots=True)
class Hazard:
    """The hazard h = max(h0, min(1, y^(MN z))) at z = τ + ξ - q in grid steps, and p.

    Attributes:
        least: h0.
        level: h0^(1/MN), so that the floor takes over where y^z falls below it.
        steps: The z where it does so, if that is an integer, and else (also for h0 = 0) None.
        withheld: p = h0 (1 - e^{−ηc}).
    """

    least: Fraction
    level: Fraction
    steps: int | None
    withheld: Fraction


def hazard_of(
    *, keep: Fraction, threshold: int, clip_steps: int, base: Fraction, multiple_nu: int, floor: Fraction | None
) -> Hazard:
    """Return the hazard of a learner; the arguments are those of `check_law`.

    Raises:
        InputError: If an argument is out of its range, τ < c without a `floor`, or h0^(1/MN) is not rational.
    """
    if not 0 < keep <= 1:
        raise InputError(f"keep = {keep} must be positive and at most 1")
    if clip_steps < 0:
        raise InputError(f"clip of {clip_steps} grid steps must not be negative")
    steps: int | None = threshold - clip_steps
    if floor is None:
        if threshold < clip_steps:
            raise InputError(f"threshold = {threshold} must be at least the clip, {clip_steps}")
        level = base ** (threshold - clip_steps)
    elif 0 <= floor <= 1:
        level = Fraction(_root(floor.numerator, multiple_nu, floor), _root(floor.denominator, multiple_nu, floor))
        steps = _exponent(base, level)
    else:
        raise InputError(f"floor = {floor} must be from 0 to 1")
    least = level**multiple_nu
    return Hazard(least, level, steps, least * (1 - keep**clip_steps))


def require_pending(queries: Sequence[int], noise_multiples: tuple[int, int]) -> None:
    """Refuse queries that are no pending losses, and multiples that are not positive.

    Raises:
        InputError: If a query is negative or falls, or a multiple is not positive.
    """
    if any(later < earlier for earlier, later in itertools.pairwise((0, *queries))):
        raise InputError("queries: the pending losses of an instance are not negative and never fall")
    if min(noise_multiples) < 1:
        raise InputError(f"noise multiples = {noise_multiples[0]},{noise_multiples[1]} must be positive integers")


def check_law(
    queries: Sequence[int],
    *,
    keep: Fraction,
    threshold: int,
    clip_steps: int,
    field: LogField,
    noise_multiples: tuple[int, int] = (1, 1),
    floor: Fraction | None = None,
    noise_shape: NoiseShape = "exponential",
) -> CheckLaw[LogNumber]:
    """Return the law of the first check of one instance, exactly.

    Everything is measured in grid steps; y = `field.base`, L = −ln y. The noise ξ has the rate 1/b1 = MX * L per step
    and G(z) = min(1, e^{−z/b2}) has 1/b2 = MN * L.

    Args:
        queries: The pending loss q at each decision, in grid steps; not negative, and never falling.
        keep: x = e^{−η/g}, 0 < x ≤ 1.
        threshold: τ.
        clip_steps: c; not negative.
        field: The field Q(L) of the probabilities, which are rational unless the shape is "laplace".
        noise_multiples: (MX, MN), positive integers.
        floor: h0, from 0 to 1; None for the learner's own, G(τ - c).
        noise_shape: The shape of ξ: "exponential" (ξ ≥ 0), or "laplace" (two-sided with the same rate), a control.

    Raises:
        InputError: If an argument is out of its range, τ < c without a `floor`, or no exact law exists: h0^(1/MN) is
            not rational, or, with Laplace noise, h0 is not 0 or a power of y^MN.

    Source: `compensated_privacy`.

    Example:
        At q = 0 the floor decides, h = h0 = y: it keeps with h0 - p = y x and resamples with p = y (1 - x).

        >>> from fractions import Fraction
        >>> y, x = Fraction(4, 5), Fraction(9, 10)
        >>> check_law([0], keep=x, threshold=2, clip_steps=1, field=LogField(y))
        CheckLaw(keeps=(18/25,), renewals=(2/25,), never=1/5)
    """
    require_noise_shape(noise_shape)
    require_pending(queries, noise_multiples)
    multiple_xi, multiple_nu = noise_multiples
    hazard = hazard_of(
        keep=keep,
        threshold=threshold,
        clip_steps=clip_steps,
        base=field.base,
        multiple_nu=multiple_nu,
        floor=floor,
    )
    noise = _Noise(fast(field.base), multiple_xi, multiple_nu, hazard, two_sided=noise_shape == "laplace")
    survival = _survival([query - threshold for query in queries], noise, field)
    keeps, renewals = [], []
    for query, (before, after) in zip(queries, itertools.pairwise(survival), strict=True):
        kept = (before - after - before * hazard.withheld) * keep**query
        keeps.append(kept)
        renewals.append(before - after - kept)
    return CheckLaw(tuple(keeps), tuple(renewals), survival[-1])


def _exponent(base: Fraction, power: Fraction) -> int | None:
    """Return the integer z with base^z = power, for 0 < base < 1 and 0 ≤ power ≤ 1, or None if there is none.

    In lowest terms the denominators of base^z are the powers of that of base, which is at least 2: so few z are tried.
    """
    z, denominator = 0, 1
    while denominator < power.denominator:
        z, denominator = z + 1, denominator * base.denominator
    return z if base**z == power else None


def _root(number: int, degree: int, floor: Fraction) -> int:
    """The degree-th root of an integer ≥ 0, by bisection."""
    low, high = 0, number + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**degree <= number else (low, middle)
    if low**degree != number:
        raise InputError(f"floor = {floor} has no rational root of degree {degree} = MN, which the exact law needs")
    return low


@dataclass(frozen=True, slots=True)
class _Noise:
    """ξ with rate multiple_xi * L per step, L = −ln base, and the hazard."""

    base: FastRational
    multiple_xi: int
    multiple_nu: int
    hazard: Hazard
    two_sided: bool


@dataclass(frozen=True, slots=True)
class _Segment:
    """Values z of ξ between neighbouring breakpoints, by w = y^z at both ends; `end` is None for ∞.

    `width` is its length if that is an integer, and else 0.
    """

    start: FastRational
    end: FastRational | None
    width: int


def _survival(margins: Sequence[int], noise: _Noise, field: LogField) -> list[LogNumber]:
    """Return S_0, S_1, ...: the probabilities of no check at the first j decisions; margins are q - τ."""
    rational = [fast(0)] * (len(margins) + 1)
    log = list(rational)
    # Right of 0, where factor j has reached the floor, the integrand keeps its form: one integral as far as ∞ does.
    level, one = fast(noise.hazard.level), fast(1)
    settled = [one, *(min(one, noise.base**margin * level) for margin in margins)]
    for segment in _segments(margins, noise):
        end = None if segment.end is None else segment.end / segment.start
        for j, survivors in enumerate(_survivors(margins, segment, noise)):
            if segment.start > settled[j]:
                a, b = survivors.integral(one, end, width=segment.width)
                rational[j] += a
                log[j] += b
            elif segment.start == settled[j]:
                rational[j] += survivors.integral(one, None, width=0)[0]
    # The segments leave out where no decision is without a check.
    rational[0], log[0] = fast(1), fast(0)
    return [field.polynomial((a, b)) for a, b in zip(rational, log, strict=True)]


def _segments(margins: Sequence[int], noise: _Noise) -> Iterator[_Segment]:
    """Yield the pieces of the support of ξ, from the least value that allows no check on, where no factor changes."""
    steps, level = noise.hazard.steps, fast(noise.hazard.level)
    if noise.two_sided and steps is None and level != 0:
        raise InputError("with Laplace noise the exact law needs a floor of 0 or a power of y^MN")
    least = min((0, *margins)) if noise.two_sided else 0
    whole = {least, 0, *margins} | ({margin + steps for margin in margins} if steps is not None else set())
    points: dict[FastRational, int | None] = {noise.base**z: z for z in whole if z >= least}
    if steps is None and level != 0:
        points |= {w: None for margin in margins if (w := noise.base**margin * level) < 1}
    falling = sorted(points, reverse=True)
    for start, end in itertools.pairwise(falling):
        first, last = points[start], points[end]
        yield _Segment(start, end, 0 if first is None or last is None else last - first)
    yield _Segment(falling[-1], None, 0)


def _survivors(margins: Sequence[int], segment: _Segment, noise: _Noise) -> Iterator[Laurent]:
    """Yield (density of ξ) * (1 - h_1) ... (1 - h_j)/L on the segment, for j = 0, 1, ...; stop where it is 0.

    They are Laurent polynomials in w = y^z divided by its value at the start: this keeps their coefficients short.
    """
    side = 1 if segment.start <= 1 else -1
    amplitude = fast(Fraction(1, 2) if noise.two_sided else 1)
    scale = amplitude * noise.multiple_xi * segment.start ** (side * noise.multiple_xi)
    survivors = Laurent(scale, side * noise.multiple_xi, noise.multiple_nu)
    level = fast(noise.hazard.level)
    yield survivors
    for margin in margins:
        ratio = segment.start * noise.base**-margin  # y^(τ + ξ - q) at the start of the segment
        if ratio > 1:
            return
        if ratio <= level:
            survivors = survivors.times_monomial(fast(1 - noise.hazard.least), 0)
        else:
            survivors = survivors.times_one_minus(ratio**noise.multiple_nu)
        yield survivors
