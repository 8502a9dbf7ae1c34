"""A bracket of the hockey-stick divergence of a neighbouring pair, in floats.

The likelihood ratio of a transcript is a product: of what the affected instance does, and of P_t/P'_t for each resample
after it. A forward recursion carries its logarithm, rounded to a grid. Rounded up throughout, the result is at least
the divergence, and rounded down at most, apart from the rounding of floats.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from dartproof.accounting import CompensatedParameters, ExactParameters
from dartproof.errors import InputError
from dartproof.laws.floats.courses import cumulative_losses, log_shares
from dartproof.laws.floats.laws import Chain
from dartproof.laws.floats.loss import affected_courses, checked_pair, log_ratios
from dartproof.laws.floats.model import FloatModel, Floats, float_model
from dartproof.mechanisms.halting import NoiseShape
from dartproof.streams import Steps

_MOST_CELLS = 1 << 25

_SLACK = 1e-9
"""Of a step: ratios that should be multiples but for the rounding of floats are not moved to the next."""


@dataclass(frozen=True, slots=True)
class FloatBracket:
    """Bounds of δ(e^ε) = sup over events E of p(E) − e^ε q(E), in floats: not certified.

    Attributes:
        ratio: e^ε.
        lower: at most δ, apart from the rounding of floats.
        upper: at least δ, likewise.
    """

    ratio: float
    lower: float
    upper: float

    certified: ClassVar[bool] = False


def float_hockey_stick(
    losses: Steps,
    round: int,  # noqa: A002 - the paper's word
    row: tuple[int, ...],
    parameters: ExactParameters | CompensatedParameters | FloatModel,
    ratios: Sequence[float],
    *,
    noise_multiples: tuple[int, int] = (2, 1),
    noise_shape: NoiseShape = "laplace",
    step: float = 2.0**-9,
) -> tuple[FloatBracket, ...]:
    """Return brackets of δ of the augmented transcript on a stream against that on a neighbour, not certified.

    At most V + 1 factors are rounded, each by less than `step`; so the bounds are those of δ at e^ε multiplied and
    divided by e^{(V + 1) step}, at the worst.

    Args:
        losses: T rows of N losses in grid steps.
        round: the round, from 0, in which the neighbour differs.
        row: the neighbour's losses in that round, in grid steps.
        parameters: of Algorithm 1 or of the compensated learner, or a model of either.
        ratios: values of e^ε, positive.
        noise_multiples: of Algorithm 1, see `float_model`.
        noise_shape: of Algorithm 1.
        step: of the grid of log likelihood ratios.

    Returns:
        One bracket for each ratio.

    Raises:
        InputError: as `float_pair_divergence`; a ratio or the step is not positive; or the recursion would need more
            than 2^25 floats.
    """
    model = float_model(parameters, noise_multiples=noise_multiples, noise_shape=noise_shape)
    pair = checked_pair(losses, round, row, model.grid)
    if not (0 < step < math.inf and all(0 < ratio < math.inf for ratio in ratios)):
        raise InputError(f"step = {step}, ratios = {list(ratios)}; give positive numbers")
    spread = _Spread.of(*pair, round, model.within(len(losses)))
    lower, upper = (spread.hockey_stick(ratios, _Grid(step, up=up)) for up in (False, True))
    return tuple(FloatBracket(*bounds) for bounds in zip(ratios, lower, upper, strict=True))


@dataclass(frozen=True, slots=True)
class _Grid:
    """Log likelihood ratios, rounded down or up to multiples of `step`."""

    step: float
    up: bool

    def rounded(self, ratio: Floats) -> NDArray[np.intp]:
        """The multiples; one that floats have missed by little is not rounded to the next."""
        steps = np.ceil(ratio / self.step - _SLACK) if self.up else np.floor(ratio / self.step + _SLACK)
        return steps.astype(np.intp)


@dataclass(frozen=True, slots=True)
class _Spread:
    """What is needed of a pair that differs in round `changed`.

    Attributes:
        chain: of the stream.
        launched: of the chain, for the rounds up to `changed`.
        changed: the round, from 0.
        gains: ln P_t(i)/P'_t(i), shape (T, N).
        checks: log likelihood ratios of checks of affected instances, by expert, whether they resample, launch and
            check: shape (N, 2, changed + 1, T − 1 − changed).
        never: of no check, shape (N, changed + 1).
    """

    chain: Chain
    launched: Floats
    changed: int
    gains: Floats
    checks: Floats
    never: Floats

    @classmethod
    def of(cls, losses: Steps, neighbour: Steps, changed: int, model: FloatModel) -> _Spread:
        chain = Chain.of(losses, model)
        sums, others = cumulative_losses(losses), cumulative_losses(neighbour)
        checks, never = [], []
        for column, other in zip(sums.T.tolist(), others.T.tolist(), strict=True):
            above, below = (affected_courses(tuple(c), model, changed) for c in (column, other))
            checks.append((log_ratios(above.keeps, below.keeps), log_ratios(above.renewals, below.renewals)))
            never.append(log_ratios(above.never, below.never))
        gains = log_shares(sums, model) - log_shares(others, model)
        launched = chain.launches(changed + 1)[:, : changed + 1]
        return cls(chain, launched, changed, gains, np.array(checks), np.array(never))

    def hockey_stick(self, ratios: Sequence[float], grid: _Grid) -> list[float]:
        """δ at each ratio; events that end the run are taken as they are, those that go on are rounded."""
        masses = self.launched[:, :, :-1].sum(axis=2) * self.chain.never[:, : self.changed + 1]
        untouched = float(self.launched[:, :, -1].sum())
        certain, final = self._final(grid)
        multiples: Floats = (np.arange(len(final)) - len(final) // 2) * np.float64(grid.step)
        return [
            float((masses * _excess(self.never, ratio)).sum())
            + untouched * max(0.0, 1 - ratio)
            + certain
            + float((final * _excess(multiples, ratio)).sum())
            for ratio in ratios
        ]

    def _final(self, grid: _Grid) -> tuple[float, Floats]:
        """The mass of runs with a check after the change: with an infinite ratio, and by rounded log ratio."""
        rounds, experts = self.gains.shape
        limit, first = self.chain.limit, self.changed + 1
        if limit == 0:
            return 0.0, np.zeros(1)
        centre = self._centre(grid.step)
        width = 2 * centre + 1
        size = (rounds - first) * experts * (limit + 1) * width
        if size > _MOST_CELLS:
            raise InputError(f"step = {grid.step}: {size} floats are needed, more than {_MOST_CELLS}; raise the step")
        # spread[t - first, i, v] is the mass of launches by log ratio
        spread = np.zeros((rounds - first, experts, limit + 1, width))
        certain = 0.0
        for now in range(first, rounds):
            arrived = spread[now - first]
            certain += self._arrive_affected(now, arrived, grid)
            weights = self.chain.checks[:, now, :, first:now]
            past = np.moveaxis(spread[: now - first, :, :-1], 0, 1).reshape(experts, now - first, limit * width)
            keeps, renewals = np.moveaxis(weights @ past, 1, 0).reshape(2, experts, limit, width)
            arrived[:, :-1] += keeps
            renewed = renewals.sum(axis=0)
            for expert, shift in enumerate(grid.rounded(self.gains[now]).tolist()):
                arrived[expert, 1:] += self.chain.shares[now, expert] * _shifted(renewed, shift)
        final = np.einsum("tivb,it->b", spread[:, :, :-1], self.chain.never[:, first:])
        return certain, final + spread[:, :, -1].sum(axis=(0, 1))

    def _arrive_affected(self, now: int, arrived: Floats, grid: _Grid) -> float:
        """Add the launches of round `now` that end an affected instance; return the mass with an infinite ratio."""
        column, centre = now - self.changed - 1, arrived.shape[-1] // 2
        certain = 0.0
        for expert, launched in enumerate(self.launched[:, :, :-1]):
            keep, renew = (chance[: self.changed + 1, None] * launched for chance in self.chain.checks[expert, now])
            of_keep, of_renew = self.checks[expert, :, :, column]
            outcomes = [(of_keep, keep, arrived[expert, :-1])]
            for other, gain in enumerate(self.gains[now]):
                outcomes.append((of_renew + gain, renew * self.chain.shares[now, other], arrived[other, 1:]))
            for ratio, mass, target in outcomes:
                certain += float(mass[ratio == np.inf].sum())
                finite = np.isfinite(ratio)
                np.add.at(target.T, centre + grid.rounded(ratio[finite]), mass[finite])
        return certain

    def _centre(self, step: float) -> int:
        """The greatest multiple of `step` that a log ratio can be rounded to."""
        affected = float(np.abs(self.checks[np.isfinite(self.checks)]).max(initial=0.0))
        gain = float(np.abs(self.gains).max())
        return math.ceil(affected / step) + 1 + self.chain.limit * (math.ceil(gain / step) + 1)


def _shifted(mass: Floats, steps: int) -> Floats:
    """The mass by log ratio when `steps` steps are added to each; none is lost, as the outermost have none."""
    return np.roll(mass, steps, axis=-1)


def _excess(ratios: Floats, bound: float) -> Floats:
    """1 − e^ε q/p where it is positive, for log ratios ln p/q from −∞ to ∞."""
    with np.errstate(over="ignore"):
        return np.maximum(0.0, 1 - bound * np.exp(-ratios))
