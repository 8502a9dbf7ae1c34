"""Logarithms of the probabilities that an instance checks in a given round, or never, for all instances at once.

The integral of an instance launched in round s and checking in round t is a sum over nodes z of
exp(ln weight + ln density(z − C_s) + A(t − 1, z) − A(s, z) + ln h(threshold + z − C_t)),
where A(r, z) sums ln(1 − h) over the rounds up to r. For many s and many t > s it is a product of two matrices, once
the exponent is split between them at a round in the middle. Where a sum is so small that its parts may have
underflowed, the block is divided, down to single sums, which are taken of logarithms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dartproof.laws.floats.model import IMPOSSIBLE, FloatModel, Floats
from dartproof.laws.floats.nodes import nodes

_WINDOW = 250.0
"""Nodes whose middle part is below e^{−250} times the largest are left out of a product."""

_LEAST = float(np.exp(-200.0))
"""The least sum of a product that is trusted: what is left out or cut off is less than 1e-20 of it."""

_CUT = -340.0
"""Exponents are cut off here, so that no product of two factors is subnormal, which would be slow."""

_LEAF = 4

_UNTHREADED = 1 << 18
"""OpenBLAS uses one thread for products of at most this many multiplications."""

_MOST_PIECES = 32


def log_events(cumulative: Sequence[float], model: FloatModel, *, refine: int = 1) -> Floats:
    """Return the logarithms of the event probabilities of all instances of one expert, −∞ for 0.

    Args:
        cumulative: the expert's loss before each of the T rounds, in grid steps: finite and nondecreasing.
        model: the learner.
        refine: divide the intervals of integration into this many; for tests of convergence.

    Returns:
        An array of shape (T, T + 1). Entry [s, t] with s < t < T, rounds from 0, is the logarithm of Pr[an instance
        launched in round s first checks in round t]; for the compensated learner, of E[(h_t − p) 1{no check before t}].
        Entry [s, T] is the logarithm of Pr[no check at all]; entries with t ≤ s are −∞. Errors are at most
        1e-12 · max(1, |entry|) in all tests, which reach probabilities of e^{−5900} and compare with exact ones.
    """
    sums = _Sums.of(cumulative, model, refine=refine)
    rounds = len(cumulative)
    table = np.full((rounds, rounds + 1), -np.inf)
    sums.triangle(table, 0, rounds)
    if sums.impossible:
        table[range(rounds), range(1, rounds + 1)] = [sums.immediate(s) for s in range(rounds)]
    return table


def log_events_across(cumulative: Sequence[float], model: FloatModel, changed: int, *, refine: int = 1) -> Floats:
    """Return the part of `log_events` with s ≤ changed < t, of shape (changed + 1, T − changed)."""
    sums = _Sums.of(cumulative, model, refine=refine)
    table = np.full((changed + 1, len(cumulative) - changed), -np.inf)
    sums.rectangle(table, 0, changed + 1)
    if sums.impossible:
        table[-1, 0] = sums.immediate(changed)
    return table


@dataclass(frozen=True, slots=True)
class _Sums:
    """The exponents, split into a part for the launch and a part for the check; columns are nodes.

    Attributes:
        model: the learner.
        cumulative: C_s.
        places: z.
        log_weights: of the nodes.
        waits: A(r, z), rows r = 0, ..., T − 1.
        starts: ln density(z − C_s) − A(s, z), rows s = 0, ..., T − 1.
        ends: A(t − 1, z) + ln h(threshold + z − C_t), row t − 1 for t = 1, ..., T; without h for t = T.
        never_bonus: see `Nodes`.
        impossible: whether some A stands for ln 0. If it does in round s then it does in later rounds, as losses are
            not negative; so it matters only for checks in round s + 1, between which there is no wait.
    """

    model: FloatModel
    cumulative: Floats
    places: Floats
    log_weights: Floats
    waits: Floats
    starts: Floats
    ends: Floats
    never_bonus: float
    impossible: bool

    @classmethod
    def of(cls, cumulative: Sequence[float], model: FloatModel, *, refine: int) -> _Sums:
        rule = nodes(cumulative, model, refine=refine)
        losses = np.asarray(cumulative, dtype=np.float64)
        levels, level = np.unique(losses, return_inverse=True)
        distances = model.threshold + rule.places - levels[:, None]
        waits, starts, ends = (np.empty((len(losses), len(rule.places))) for _ in range(3))
        of_level = model.log_wait(distances)
        waits[0] = 0.0
        for now in range(1, len(losses)):  # row by row, as temporary arrays would double the memory
            np.add(waits[now - 1], of_level[level[now]], out=waits[now])
        of_level = model.log_check(distances)
        for now in range(1, len(losses)):
            np.add(waits[now - 1], of_level[level[now]], out=ends[now - 1])
        ends[-1] = waits[-1]
        ends[-1, -1] += rule.never_bonus
        of_level = model.log_density(rule.places - levels[:, None])
        for now, wait in enumerate(waits):
            np.subtract(of_level[level[now]], wait, out=starts[now])
        impossible = bool(waits[-1].min() < IMPOSSIBLE / 2)
        return cls(model, losses, rule.places, rule.log_weights, waits, starts, ends, rule.never_bonus, impossible)

    def triangle(self, table: Floats, start: int, stop: int) -> None:
        """Fill the entries s < t of a whole table for launches `start` ≤ s < `stop` and checks t ≤ `stop`."""
        if stop - start <= _LEAF:
            for s in range(start, stop):
                table[s, s + 1 : stop + 1] = self._rows(s, slice(s, stop))
            return
        middle = (start + stop) // 2
        self.triangle(table, start, middle)
        self.triangle(table, middle, stop)
        self.rectangle(table[start:middle, middle + 1 : stop + 1], start, middle + 1)

    def rectangle(self, out: Floats, launch: int, check: int) -> None:
        """Fill `out` with the entries from row `launch` and column `check` on; all launches are before all checks."""
        launches, checks = slice(launch, launch + out.shape[0]), slice(check - 1, check - 1 + out.shape[1])
        last = launches.stop - 1
        density = self.model.log_density(self.places - self.cumulative[launch])
        middle = self.waits[check - 1] - self.waits[last] + density + self.log_weights
        peak = float(middle.max())
        if peak < IMPOSSIBLE / 2:
            return
        inside = np.flatnonzero(middle > peak - _WINDOW)
        window = slice(inside[0], inside[-1] + 1)
        # ln density(z − C_s) − ln density(z − C_launch) is at most this
        spread = self.model.threshold_rate * float(self.cumulative[last] - self.cumulative[launch])
        left = self.starts[launches, window] + (self.waits[last, window] - density[window] - spread)
        right = self.ends[checks, window] + (middle[window] - peak - self.waits[check - 1, window])
        for factor in (left, right):
            np.maximum(factor, _CUT, out=factor)
            np.exp(factor, out=factor)
        product = _product(left, right)
        if product.min() >= _LEAST:
            np.log(product, out=out)
            out += peak + spread
        elif out.size == 1:
            out[0, 0] = self.single(launch, check)
        elif out.shape[0] >= out.shape[1]:
            half = out.shape[0] // 2
            self.rectangle(out[:half], launch, check)
            self.rectangle(out[half:], launch + half, check)
        else:
            half = out.shape[1] // 2
            self.rectangle(out[:, :half], launch, check)
            self.rectangle(out[:, half:], launch, check + half)

    def single(self, launch: int, check: int) -> float:
        """One entry, as the logarithm of a sum of exponentials."""
        return float(self._rows(launch, slice(check - 1, check))[0])

    def immediate(self, launch: int) -> float:
        """The entry of the round after the launch, where the waits cancel, also those that are impossible."""
        exponents = self.model.log_density(self.places - self.cumulative[launch]) + self.log_weights
        if launch + 1 < len(self.cumulative):
            exponents += self.model.log_check(self.model.threshold + self.places - self.cumulative[launch + 1])
        else:
            exponents[-1] += self.never_bonus
        return float(_log_sums(exponents[None])[0])

    def _rows(self, launch: int, checks: slice) -> Floats:
        return _log_sums(self.ends[checks] + (self.starts[launch] + self.log_weights))


def _product(left: Floats, right: Floats) -> Floats:
    """Left @ right.T, one piece after another if it is small: BLAS would wake its threads, which costs more."""
    pieces = -(-left.shape[0] * right.shape[0] * left.shape[1] // _UNTHREADED)
    if pieces > _MOST_PIECES:
        return left @ right.T
    size = -(-left.shape[1] // pieces)
    total = left[:, :size] @ right[:, :size].T
    for start in range(size, left.shape[1], size):
        total += left[:, start : start + size] @ right[:, start : start + size].T
    return total


def _log_sums(exponents: Floats) -> Floats:
    """The logarithm of the sum of the exponentials of each row; what stands for ln 0 is −∞."""
    peaks = exponents.max(axis=1)
    sums: Floats = np.log(np.exp(exponents - peaks[:, None]).sum(axis=1)) + peaks
    sums[peaks < IMPOSSIBLE / 2] = -np.inf
    return sums
