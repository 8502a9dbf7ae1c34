"""One-sided exponential noise: Exp(b) has density exp(−z/b)/b on z ≥ 0."""

from fractions import Fraction
from typing import overload

import numpy as np
from numpy.typing import NDArray

from dartproof.errors import InputError
from dartproof.numeric import LogField, LogNumber


def density(steps: int, *, multiple: int, field: LogField) -> LogNumber:
    """Return the density of exponential noise at `steps` grid steps, per grid step.

    The noise is measured in grid steps and has 1/b = multiple * L per step, where y = `field.base` and L = −ln y.

    Args:
        steps: Where the density is taken; of either sign.
        multiple: The positive integer `multiple` above.
        field: The field Q(L) in which the answer lies.

    Returns:
        Exactly multiple * L * y^(multiple * steps) for steps ≥ 0 and 0 below.

    Raises:
        InputError: If `multiple` is not positive.
    """
    _require_positive(multiple)
    return field.zero if steps < 0 else field.log * (multiple * field.base ** (multiple * steps))


def cdf(steps: int, *, multiple: int, noise: Fraction) -> Fraction:
    """Return Pr[Z ≤ steps] for the exponential noise Z of `density` with y = `noise`, exactly.

    Args:
        steps: Where the distribution function is taken, in grid steps; of either sign.
        multiple: 1/b in multiples of L = −ln y per grid step; positive.
        noise: The rational y, 0 < y < 1.

    Returns:
        0 for steps ≤ 0, and 1 - y^(multiple * steps) for steps ≥ 0.

    Raises:
        InputError: If `multiple` is not positive, or `noise` not strictly between 0 and 1.
    """
    _require_positive(multiple)
    if not 0 < noise < 1:
        raise InputError(f"noise = {noise} must lie strictly between 0 and 1")
    return 1 - noise ** (multiple * max(steps, 0))


@overload
def sample(scale: float, rng: np.random.Generator) -> float: ...
@overload
def sample(scale: float, rng: np.random.Generator, *, size: int) -> NDArray[np.float64]: ...
def sample(scale: float, rng: np.random.Generator, *, size: int | None = None) -> float | NDArray[np.float64]:
    """Draw exponential noise with scale b = `scale`, in floating point (for simulation: see `laplace.sample`).

    Args:
        scale: b, in the units of what the noise is added to; positive.
        rng: The generator that supplies the randomness.
        size: How many independent draws; one draw, as a float, where it is left out.

    Returns:
        A float, or a float64 array of shape (size,).

    Raises:
        InputError: If `scale` is not positive and finite.
    """
    if not 0 < scale < float("inf"):
        raise InputError(f"noise scale = {scale} must be positive and finite")
    if size is None:
        return float(rng.exponential(scale))
    return rng.exponential(scale, size)


def _require_positive(multiple: int) -> None:
    if multiple < 1:
        raise InputError(f"noise multiple = {multiple} must be a positive integer")
