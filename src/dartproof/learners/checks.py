"""Checks of learners' parameters, with one wording for all of them."""

import math

from dartproof.errors import InputError


def require_rate(eta: float) -> None:
    """Refuse a learning rate that is negative or not finite.

    Raises:
        InputError: Saying so.
    """
    if not 0 <= eta < math.inf:
        raise InputError(f"eta = {eta} must be finite and not negative")


def require_positive(name: str, value: float) -> None:
    """Refuse a parameter `name` that is not positive and finite.

    Raises:
        InputError: Saying so.
    """
    if not 0 < value < math.inf:
        raise InputError(f"{name} = {value} must be positive and finite")
