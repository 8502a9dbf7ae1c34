"""Random loss streams: independent, adversarial, drifting and realizable.

Every stream is exact, with losses on the grid {0, 1/grid, …, 1} ({0, 1} by default), and is drawn before the first
round: the adversary is oblivious. The same generator state gives the same stream.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from dartproof.errors import InputError
from dartproof.streams.model import MAX_FLOAT_GRID, LossStream
from dartproof.streams.validation import check_positive, show


def iid(
    rounds: int,
    experts: int,
    rng: np.random.Generator,
    *,
    means: Sequence[float | Fraction] | None = None,
    grid: int = 1,
) -> LossStream:
    """Losses independent over rounds and experts: expert i's loss is Bin(grid, means[i])/grid, of mean `means[i]`.

    Args:
        rounds: T ≥ 1.
        experts: N ≥ 1.
        rng: the source of randomness.
        means: one mean an expert; by default evenly spaced from 1/4 (the first) to 3/4 (the last).
        grid: losses are multiples of 1/grid.

    Raises:
        InputError: for a count below 1, a wrong number of means, or a mean outside [0, 1].
    """
    shape = _shape(rounds, experts)
    chosen = np.linspace(0.25, 0.75, experts) if means is None else _means(means, experts)
    return _draw(np.broadcast_to(chosen, shape), rng, grid, f"iid stream ({rounds} × {experts})")


def adversarial(rounds: int, experts: int, rng: np.random.Generator, *, block: int = 1) -> LossStream:
    """The alternating leader: the experts, in a random order, take turns in losing 1 for `block` rounds each.

    With `block=1` this is the textbook bad case of following the leader: whoever plays an expert of least total loss,
    and breaks ties in the stream's order, loses 1 in every round, while L* = ⌊T/N⌋. With `block` near the loss that a
    lazy learner forgives (τ), it leaves an expert only when that expert's turn is over. In general
    L* = block·⌊T/(N·block)⌋ + max(0, T mod (N·block) − (N − 1)·block).

    Args:
        rounds: T ≥ 1.
        experts: N ≥ 1.
        rng: draws the order of the experts, and nothing else.
        block: the length of a turn, at least 1.

    Raises:
        InputError: for a count below 1.
    """
    shape = _shape(rounds, experts)
    turn = np.arange(shape[0]) // check_positive(block, "the block") % shape[1]
    losses = np.zeros(shape)
    losses[np.arange(shape[0]), _generator(rng).permutation(shape[1])[turn]] = 1.0
    return LossStream(losses, source=f"adversarial stream ({rounds} × {experts}, blocks of {block})", given=1)


def drifting(
    rounds: int,
    experts: int,
    rng: np.random.Generator,
    *,
    phases: int = 4,
    good: float | Fraction = Fraction(1, 10),
    bad: float | Fraction = Fraction(1, 2),
    grid: int = 1,
) -> LossStream:
    """The best expert changes: in each of `phases` spans of nearly equal length one expert is good, the others bad.

    The losses are independent, Bin(grid, p)/grid with p = `good` or `bad`. The good expert of a phase is uniform among
    those that were not good in the phase before (with N = 1 it stays). With more phases than rounds, each round is one.

    Args:
        rounds: T ≥ 1.
        experts: N ≥ 1.
        rng: the source of randomness.
        phases: the number of spans, at least 1; phase p starts after ⌊p·T/phases⌋ rounds.
        good: the mean loss of the good expert.
        bad: the mean loss of the others.
        grid: losses are multiples of 1/grid.

    Raises:
        InputError: for a count below 1 or a mean outside [0, 1].
    """
    shape = _shape(rounds, experts)
    spans = min(check_positive(phases, "the number of phases"), shape[0])
    leaders = [int(_generator(rng).integers(shape[1]))]
    while len(leaders) < spans:
        away = int(rng.integers(1, shape[1])) if shape[1] > 1 else 0
        leaders.append((leaders[-1] + away) % shape[1])
    means = np.full(shape, _means([bad], 1)[0])
    for phase, leader in enumerate(leaders):
        means[phase * shape[0] // spans : (phase + 1) * shape[0] // spans, leader] = _means([good], 1)[0]
    return _draw(means, rng, grid, f"drifting stream ({rounds} × {experts}, {spans} phases)")


def realizable(
    rounds: int,
    experts: int,
    rng: np.random.Generator,
    *,
    bad: float | Fraction = Fraction(1, 2),
    grid: int = 1,
) -> LossStream:
    """One expert, drawn uniformly, never loses, so L* = 0; the others' losses are independent, Bin(grid, bad)/grid.

    Args:
        rounds: T ≥ 1.
        experts: N ≥ 1.
        rng: the source of randomness.
        bad: the mean loss of the others.
        grid: losses are multiples of 1/grid.

    Raises:
        InputError: for a count below 1 or a mean outside [0, 1].
    """
    means = np.full(_shape(rounds, experts), _means([bad], 1)[0])
    means[:, int(_generator(rng).integers(experts))] = 0.0
    return _draw(means, rng, grid, f"realizable stream ({rounds} × {experts})")


def _shape(rounds: int, experts: int) -> tuple[int, int]:
    return check_positive(rounds, "the number of rounds"), check_positive(experts, "the number of experts")


def _generator(rng: np.random.Generator) -> np.random.Generator:
    if not isinstance(rng, np.random.Generator):
        raise InputError(f"rng is {show(rng)}; give a numpy.random.Generator, as numpy.random.default_rng(seed) makes")
    return rng


def _means(means: Sequence[float | Fraction], experts: int) -> npt.NDArray[np.float64]:
    if len(means) != experts:
        raise InputError(f"{len(means)} means for {experts} experts; give one for each expert")
    for mean in means:
        if isinstance(mean, bool) or not isinstance(mean, int | float | Fraction) or not 0 <= mean <= 1:
            raise InputError(f"a mean is {show(mean)}; give a number in [0, 1]")
    return np.array([float(mean) for mean in means])


def _draw(means: npt.NDArray[np.float64], rng: np.random.Generator, grid: int, source: str) -> LossStream:
    if check_positive(grid, "the grid") > MAX_FLOAT_GRID:
        raise InputError(f"the grid is {show(grid)}; give an integer from 1 to 2^50")
    # For losses 0 and 1 a comparison, ten times as fast as a binomial draw; random() < 1 always holds.
    steps = _generator(rng).random(means.shape) < means if grid == 1 else _generator(rng).binomial(grid, means)
    return LossStream(steps / grid, source=source, given=grid)
