"""AboveThreshold: the first of a sequence of queries that exceeds a threshold, both of them noised.

The threshold noise ξ is drawn once, the query noise ν afresh for every query; the answer is ⊤, and the mechanism
halts, at the first query q with q + ν ≥ threshold + ξ. The exact law of that is `halting_law`.
"""

import numpy as np
from numpy.typing import NDArray

from dartproof.errors import InputError
from dartproof.mechanisms import exponential, laplace
from dartproof.mechanisms.halting import NoiseShape, halting_law, require_noise_shape

_LN2 = float(np.log(2.0))

__all__ = ["AboveThreshold", "NoiseShape", "answer_many", "halting_law"]


class AboveThreshold:
    """One run of AboveThreshold in floating point, answering queries one at a time.

    For queries of sensitivity 1 (each may depend on the answers so far, not otherwise on the noise) the sequence of
    answers of the ideal mechanism, in real numbers, is ε-differentially private.

    Source: Algorithm 4; Theorem 2.3 (`above_threshold_privacy`).

    Args:
        epsilon: The privacy parameter; positive. The threshold noise has scale 2/ε, the query noises 4/ε,
            in the units of the queries.
        threshold: The threshold, in the units of the queries; finite.
        rng: The generator that supplies the randomness: one draw now, one draw for each query.
        noise_shape: The shape of both noises; the guarantee holds for either.

    Raises:
        InputError: If `epsilon` is not positive and finite, `threshold` not finite, or the shape unknown.
    """

    __slots__ = ("_bar", "_halted", "_query_scale", "_rng", "_sample")

    def __init__(
        self,
        epsilon: float,
        threshold: float,
        rng: np.random.Generator,
        *,
        noise_shape: NoiseShape = "laplace",
    ) -> None:
        if not 0 < epsilon < float("inf"):
            raise InputError(f"epsilon = {epsilon} must be positive and finite")
        if not np.isfinite(threshold):
            raise InputError(f"threshold = {threshold} must be finite")
        require_noise_shape(noise_shape)
        self._sample = laplace.sample if noise_shape == "laplace" else exponential.sample
        self._query_scale = 4 / epsilon
        self._rng = rng
        self._bar = threshold + self._sample(2 / epsilon, rng)
        self._halted = False

    @property
    def halted(self) -> bool:
        """Whether ⊤ has been answered, after which no query may be asked."""
        return self._halted

    def query(self, value: float) -> bool:
        """Answer the next query: True is ⊤ (and halts), False is ⊥.

        Raises:
            RuntimeError: If the mechanism has halted.
        """
        if self._halted:
            raise RuntimeError("AboveThreshold has halted: start a new instance to ask again")
        self._halted = bool(value + self._sample(self._query_scale, self._rng) >= self._bar)
        return self._halted


def answer_many(
    gaps: NDArray[np.float64], exponentials: NDArray[np.float64], *, noise_shape: NoiseShape = "laplace"
) -> NDArray[np.intp]:
    """Ask one query of each of many independent instances, in floating point: return which of them answer ⊤.

    With b the scale of the query noise, an instance answers ⊤ iff ν/b ≥ gap = (threshold + ξ - q)/b, which has a
    probability h(gap): exp(−gap)/2 for gap ≥ 0 and 1 - exp(gap)/2 below for Laplace noise, min(1, exp(−gap)) for
    exponential noise. A standard exponential is at least −ln h(gap) with just that probability, so one draw decides.

    Args:
        gaps: The gap of each instance, shape (n,); ∞ where nothing is asked.
        exponentials: Independent standard exponentials, shape (n,).
        noise_shape: The shape of the query noise.

    Returns:
        The increasing positions, from 0, of the instances that answer ⊤.

    Raises:
        InputError: If the shape is unknown.
    """
    require_noise_shape(noise_shape)
    if noise_shape == "exponential":
        return np.flatnonzero(exponentials >= gaps)
    # −ln h(gap) is gap + ln 2 for gap ≥ 0 and more than that below, so few are left for the second look.
    tops = np.flatnonzero(exponentials >= gaps + _LN2)
    nearly = gaps[tops]
    certain = (nearly >= 0) | (exponentials[tops] >= -np.log1p(-np.exp(np.minimum(nearly, 0.0)) / 2))
    return tops[certain]
