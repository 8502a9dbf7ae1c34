"""The exact law of the query at which AboveThreshold halts.

Given the threshold noise ξ, the query noises are independent, so Pr[no ⊤ at the first j queries] is the integral over
z of f(z) F(threshold + z - q_1) ... F(threshold + z - q_j), with f the density of ξ and F the distribution function
of the query noise. Between the breakpoints 0 and q_r - threshold, all of them integers, f/L and every factor F are
Laurent polynomials in u = y^z, and the integral of L u^k from a to b is (y^(ka) - y^(kb))/k, or L (b - a) for k = 0.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from dartproof.errors import InputError
from dartproof.mechanisms.laurent import Laurent
from dartproof.numeric import LogField, LogNumber
from dartproof.numeric.fast import FastRational, fast

#: Two-sided Laplace noises, as the paper has them, or one-sided exponential noises (both ξ and ν are ≥ 0).
NoiseShape = Literal["laplace", "exponential"]

_SHAPES: tuple[str, ...] = get_args(NoiseShape)


def halting_law(
    queries: Sequence[int],
    *,
    threshold: int,
    grid: int,
    field: LogField,
    noise_multiples: tuple[int, int] = (2, 1),
    noise_shape: NoiseShape = "laplace",
) -> tuple[LogNumber, ...]:
    """Return the law of the query at which AboveThreshold halts, exactly.

    Everything is measured in steps of the grid 1/g, and y = `field.base` = exp(−ε1/(4g)), L = −ln y. The threshold
    noise ξ has 1/b = MX * L per step (MX * g * L per unit of loss), the query noises have 1/b = MN * L per step; the
    default (2, 1) is the paper's Lap(2/ε1) and Lap(4/ε1). With ``noise_shape="exponential"`` both noises are
    one-sided, with densities exp(−z/b)/b on z ≥ 0, so that a query of at least threshold + ξ is answered ⊤ with
    certainty and no probability involves L.

    Write 1/b_ξ and 1/b_ν for the rates per unit of loss. For either shape, the probabilities of halting at any one
    query differ by a factor of at most exp(max(1/b_ξ, 1/b_ν)) between two query sequences that only a suffix shift
    of at most 1 tells apart (q' = q + a from some query on, one |a| ≤ 1), and of at most exp(1/b_ξ + 2/b_ν) between
    any two whose queries differ by at most 1 each.

    Args:
        queries: q_1, q_2, ... in grid steps, in any order and of either sign.
        threshold: The threshold in grid steps.
        grid: g; positive. The law depends on it only through y, since all arguments count grid steps.
        field: The field Q(L) in which the probabilities lie.
        noise_multiples: (MX, MN), positive integers.
        noise_shape: The shape of both noises.

    Returns:
        len(queries) + 1 numbers that sum to exactly 1: entry j is Pr[halts at query j] (from 0), the last one is
        Pr[never halts]. Each is a + b L with rational a and b.

    Raises:
        InputError: If `grid` or a multiple is not positive, or the shape is unknown.

    Source: Algorithm 4; Theorem 2.3 (`above_threshold_privacy`); `above_threshold_shift`.

    Example:
        >>> law = halting_law([1, 2, 2], threshold=1, grid=1, field=LogField(Fraction(9, 10)))
        >>> print(*law, sep=", ")
        1/2, 3617/16000, 10143/80000 - 81/400*L, 2943/20000 + 81/400*L
    """
    require_noise_shape(noise_shape)
    multiple_xi, multiple_nu = noise_multiples
    if multiple_xi < 1 or multiple_nu < 1:
        raise InputError(f"noise multiples = {multiple_xi},{multiple_nu} must be positive integers")
    if grid < 1:
        raise InputError(f"grid = {grid} must be a positive integer")
    noises = _Noises(fast(field.base), multiple_xi, multiple_nu, two_sided=noise_shape == "laplace")
    margins = [query - threshold for query in queries]
    rational = [fast(0)] * (len(margins) + 1)  # Pr[no ⊤ at the first j queries] is rational[j] + log[j] * L
    log = list(rational)
    # Right of 0 and of the first j margins the integrand for j queries keeps its form: one integral as far as ∞ does.
    settled = list(itertools.accumulate(margins, max, initial=0))
    for segment in _segments(margins, noises):
        start, end = segment.ends(noises.base)
        for j, survivors in enumerate(_survivors(margins, segment, noises)):
            if segment.start is None or segment.start < settled[j]:
                a, b = survivors.integral(start, end, width=segment.width)
                rational[j] += a
                log[j] += b
            elif segment.start == settled[j]:
                rational[j] += survivors.integral(start, None, width=0)[0]
    survival = [field.polynomial((a, b)) for a, b in zip(rational, log, strict=True)]
    return (*(before - after for before, after in itertools.pairwise(survival)), survival[-1])


def require_noise_shape(noise_shape: str) -> None:
    """Refuse a shape of noise that there is not.

    Raises:
        InputError: If `noise_shape` is not one of `NoiseShape`.
    """
    if noise_shape not in _SHAPES:
        raise InputError(f"noise shape = {noise_shape!r} must be one of {', '.join(_SHAPES)}")


@dataclass(frozen=True, slots=True)
class _Noises:
    """ξ with rate multiple_xi * L and ν with rate multiple_nu * L per step, L = −ln base; one- or two-sided."""

    base: FastRational
    multiple_xi: int
    multiple_nu: int
    two_sided: bool

    @property
    def amplitude(self) -> FastRational:
        """The probability that a noise is positive."""
        return fast(Fraction(1, 2) if self.two_sided else 1)


@dataclass(frozen=True, slots=True)
class _Segment:
    """The values z of ξ between neighbouring breakpoints; None is ∞.

    Polynomials on a segment are in w = y^(z − origin), where the origin is its left end if that is finite, and else
    its right end: this keeps their coefficients short.
    """

    origin: int
    start: int | None
    end: int | None

    @property
    def width(self) -> int:
        """The length, if it is finite, and else 0."""
        return 0 if self.start is None or self.end is None else self.end - self.start

    def ends(self, base: FastRational) -> tuple[FastRational | None, FastRational | None]:
        """The values of w at both ends; None where z is infinite."""
        start, end = (None if z is None else base ** (z - self.origin) for z in (self.start, self.end))
        return start, end


def _segments(margins: Sequence[int], noises: _Noises) -> Iterator[_Segment]:
    """Yield the pieces of the support of ξ on which no factor changes its form."""
    breakpoints = sorted({0, *margins})
    if noises.two_sided:
        yield _Segment(breakpoints[0], None, breakpoints[0])
    else:
        breakpoints = [b for b in breakpoints if b >= 0]
    for start, end in itertools.pairwise(breakpoints):
        yield _Segment(start, start, end)
    yield _Segment(breakpoints[-1], breakpoints[-1], None)


def _survivors(margins: Sequence[int], segment: _Segment, noises: _Noises) -> Iterator[Laurent]:
    """Yield (density of ξ) * (F of the first j queries)/L on the segment, for j = 0, 1, ...; stop where it is 0."""
    y, origin, half, multiple = noises.base, segment.origin, noises.amplitude, noises.multiple_nu
    side = 1 if segment.start is not None and segment.start >= 0 else -1
    rate = side * noises.multiple_xi
    survivors = Laurent(half * noises.multiple_xi * y ** (rate * origin), rate, multiple)
    yield survivors
    for margin in margins:
        distance = multiple * (origin - margin)  # ν must stay below z - margin
        if segment.start is not None and segment.start >= margin:
            survivors = survivors.times_one_minus(half * y**distance)
        elif noises.two_sided:
            survivors = survivors.times_monomial(half * y**-distance, -multiple)
        else:
            return
        yield survivors
