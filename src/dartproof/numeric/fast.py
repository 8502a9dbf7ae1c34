"""Fast rationals for inner loops: FLINT's, as exact as `fractions.Fraction`.

They add, multiply and compare with one another and with ints. They do not mix with `Fraction` or `float`: convert
at the edge with `fast` and `slow`.
"""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq

#: The type of a fast rational; hashable, with the hash of the equal `Fraction`.
FastRational = fmpq


def fast(q: int | Fraction) -> FastRational:
    """Return `q` as a fast rational, exactly."""
    return fmpq(q.numerator, q.denominator)


def slow(x: FastRational) -> Fraction:
    """Return the fast rational `x` as a `Fraction`, exactly.

    >>> slow(fast(Fraction(2, 6)) + 1)
    Fraction(4, 3)
    """
    return Fraction(int(x.p), int(x.q))


def as_fast(q: int | Fraction | FastRational) -> FastRational:
    """Return any exact rational number as a fast rational; TypeError for a float or another type."""
    if isinstance(q, fmpq):
        return q
    if isinstance(q, (int, Fraction)):
        return fast(q)
    raise TypeError(f"{q!r} is not an exact rational number")
