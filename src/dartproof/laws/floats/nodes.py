"""Nodes at which the integrals over the threshold noise ξ are sums, shared by all instances of one expert.

With C_r the expert's loss before round r and z = ξ + C_s, an instance launched in round s asks at distance
x = threshold + z − C_r in round r: this does not depend on s. The integrands are analytic in z but for the points C_s,
where the density of ξ breaks, and C_r − threshold + (a kink of the hazard).

How many nodes an interval needs follows from how fast the logarithm of an integrand changes where the integral gets its
mass. For Algorithm 1 the integrand is log-concave, so next to its greatest value the derivatives of the logarithms of
the factors 1 − h, which are positive, sum to at most the rates of ξ and h, up to a constant factor; away from it the
mass falls off as fast as the derivative grows. The hazard of the compensated learner has a floor. At the distance where
it is reached the derivatives end at once, those of all rounds with the same loss; so below such a point an integrand
can be steep and still have mass, and the intervals there narrow towards it. That this is enough is tested, not proved.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from dartproof.laws.floats.model import FloatModel, Floats

_ACCURACY = math.log(1e-17)
_WIDEST = 8.0
"""The greatest width of an interval, times the speed of the integrand."""

_REST = 42.0
"""Where a tail that falls like e^{−x} is cut: e^{−42} < 1e-18."""


@dataclass(frozen=True, slots=True)
class Nodes:
    """A quadrature rule for one expert's instances.

    Attributes:
        places: z, increasing.
        log_weights: the logarithm of the weight of each, for the integral of a check.
        never_bonus: to be added to the last of them for the integral that there is no check at all: there the rest of
            the integral is in closed form, and falls off at another rate.
    """

    places: Floats
    log_weights: Floats
    never_bonus: float


def nodes(cumulative: Sequence[float], model: FloatModel, *, refine: int = 1) -> Nodes:
    """Return the rule for an expert whose loss before the rounds 1, ..., T is `cumulative`, in grid steps.

    Args:
        cumulative: C_1 ≤ ... ≤ C_T, finite.
        model: the learner.
        refine: divide every interval into this many; for tests of convergence.
    """
    xi, nu = model.threshold_rate, model.query_rate
    two_sided = model.threshold_shape == "laplace"
    rounds = Counter(cumulative)
    jumps: dict[float, float] = dict.fromkeys(rounds, 0.0)  # of the logarithmic derivative, by place
    for kink, jump in model.kinks:
        for level, count in rounds.items():
            place = level - model.threshold + kink
            jumps[place] = jumps.get(place, 0.0) + count * jump
    edges = sorted(place for place in jumps if two_sided or place >= cumulative[0])
    speed = 2 * (xi + 3 * nu) * refine
    steeps = _steeps(edges, [speed + 2 * refine * jumps[edge] for edge in edges])
    parts: list[tuple[Floats, Floats]] = []
    if two_sided:
        # Below all breaks an integrand is exponential, with the rate of ξ plus that of the query noise for each query.
        # With many queries it is far below its greatest value there, so what they need is to start with.
        steep = max(nu * refine * _WIDEST, steeps[0])
        parts += _narrowing(edges[0] - _REST / xi, edges[0], steep=steep, speed=xi * refine)
    for (start, end), steep in zip(pairwise(edges), steeps[1:], strict=True):
        parts += _narrowing(start, end, steep=steep, speed=speed)
    # Beyond all breaks the factors 1 − h differ from their limits by at most T e^{−nu (z − end)}.
    length = 0.0
    if model.check_decay:
        length = (math.log(len(cumulative)) + 1) / nu + min(_REST / nu, _REST / xi)
        parts.append(_interval(edges[-1], edges[-1] + length, speed))
    rate = xi + model.check_decay
    parts.append((np.array([edges[-1] + length]), np.array([-math.log(rate)])))
    places, log_weights = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Nodes(places, log_weights, math.log(rate / xi))


def _steeps(edges: Sequence[float], speeds: Sequence[float]) -> list[float]:
    """What to narrow to at each edge: at a distance from a steep one, intervals may be that much wider than there."""
    steeps, width, last = [], math.inf, edges[-1]
    for edge, speed in zip(reversed(edges), reversed(speeds), strict=True):
        width = min(width + last - edge, _WIDEST / speed)
        steeps.append(_WIDEST / width)
        last = edge
    return steeps[::-1]


def _narrowing(start: float, end: float, *, steep: float, speed: float) -> list[tuple[Floats, Floats]]:
    """Intervals that narrow towards `end`, from what `speed` allows to what `steep` allows, by halves."""
    intervals = []
    width = _WIDEST / steep
    while width < _WIDEST / speed and width < end - start:
        intervals.append(_interval(end - width, end, steep))
        end, width, steep = end - width, 2 * width, steep / 2
    intervals.append(_interval(start, end, max(steep, speed)))
    return intervals[::-1]


def _interval(start: float, end: float, speed: float) -> tuple[Floats, Floats]:
    """Gauss-Legendre nodes and the logarithms of their weights, on equal pieces of the interval."""
    places, log_weights = _pieces(end - start, speed)
    return start + places, log_weights


@lru_cache(maxsize=256)
def _pieces(width: float, speed: float) -> tuple[Floats, Floats]:
    """The nodes of an interval that starts at 0."""
    pieces = max(1, math.ceil(width * speed / _WIDEST))
    piece = width / pieces
    places, weights = _legendre(_node_count(piece * speed))
    starts = piece * np.arange(pieces)
    return (starts[:, None] + piece * places).ravel(), np.tile(np.log(piece * weights), pieces)


@lru_cache(maxsize=64)
def _legendre(count: int) -> tuple[Floats, Floats]:
    """The Gauss-Legendre rule on [0, 1]."""
    places, weights = np.polynomial.legendre.leggauss(count)
    return (places + 1) / 2, weights / 2


def _node_count(speed: float) -> int:
    """The least n for which n nodes integrate e^{speed · x} over [0, 1] to 1e-17 of its greatest value.

    The error is at most speed^{2n} (n!)^4/((2n + 1) ((2n)!)^3) times that.
    """
    count = 2
    while (
        2 * count * math.log(speed)
        + 4 * math.lgamma(count + 1)
        - math.log(2 * count + 1)
        - 3 * math.lgamma(2 * count + 1)
        > _ACCURACY
    ):
        count += 1
    return count
