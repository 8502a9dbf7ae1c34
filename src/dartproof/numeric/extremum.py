"""A first look at which of several reals can be their minimum or maximum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dartproof.errors import InputError, UndecidedError
from dartproof.numeric.precision import START_BITS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dartproof.numeric.real import Real


def unbeaten(numbers: Sequence[Real], beats: Callable[[Real, Real], bool]) -> list[Real]:
    """Return the numbers that no other one beats, in their order.

    A number that stands out is so left alone, and stays what it is, rational where it was.

    Raises:
        InputError: There are no numbers.
    """
    if not numbers:
        raise InputError("the minimum or maximum of no numbers; give at least one")
    rest: list[Real] = []
    for number in numbers:
        if not any(beats(other, number) for other in rest):
            rest = [*(other for other in rest if not beats(number, other)), number]
    return rest


def surely_at_most(left: Real, right: Real) -> bool:
    """Say whether left ≤ right is certain at low precision; False says nothing."""
    if left.exact is not None and right.exact is not None:
        return left.exact <= right.exact
    try:
        return left.enclosure(START_BITS) <= right.enclosure(START_BITS)
    except UndecidedError:
        return False
