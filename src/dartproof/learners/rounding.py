"""Exact numbers as floats, rounded in the direction that keeps a guarantee."""

import math
from fractions import Fraction

from dartproof.numeric import Real

_BITS = 128


def float_below(number: Fraction | Real) -> float:
    """Return a float that is at most `number` and, barring enclosures wider than that, within two units of it."""
    lower = number if isinstance(number, Fraction) else number.enclosure(_BITS).lower
    nearest = float(lower)
    return nearest if Fraction(nearest) <= lower else math.nextafter(nearest, -math.inf)


def float_above(number: Fraction | Real) -> float:
    """Return a float that is at least `number` and, barring enclosures wider than that, within two units of it."""
    upper = number if isinstance(number, Fraction) else number.enclosure(_BITS).upper
    nearest = 0.0 - float_below(-upper)  # 0 and not -0
    # What is printed of a float is not its value, and may lie on its other side.
    return nearest if Fraction(repr(nearest)) >= upper else math.nextafter(nearest, math.inf)
