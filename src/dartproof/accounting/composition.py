"""Composition of k mechanisms that are each ε0-DP: basic, advanced, and optimal.

Optimal composition is attained by randomised response, whose privacy loss is a sum of k signs times ε0. With
a = e^{ε0}, p = a/(1+a) and E = e^{ε}, the least δ for which every composition is (ε, δ)-DP is

    δ(ε) = Σ_l C(k,l) (a^l − E·a^{k−l})₊ / (1+a)^k = max_m (Pr[Bin(k,p) ≥ m] − E·Pr[Bin(k,1−p) ≥ m]),

because the positive terms are those with the largest l. As a maximum of lines that fall with E, it is at most δ
exactly where E ≥ (Pr[Bin(k,p) ≥ m] − δ)/Pr[Bin(k,1−p) ≥ m] for every m, so the largest of these quotients (and 1) is
e^{Comp_δ}. The line m is the active one where a^{2(m−1)−k} ≤ E ≤ a^{2m−k}. A search proposes m; the answer is computed
from the lines m − 1, m and m + 1, and it is accepted only if a proof in balls shows that no other line is active there.
Taking three lines keeps the answer decidable where E is a breakpoint, at which two lines meet.

Source: Kairouz, Oh, Viswanath, "The composition theorem for differential privacy" (2017), Theorem 3.3; Dwork, Rothblum,
Vadhan, "Boosting and differential privacy" (2010), for `advanced`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dartproof.errors import InputError, UndecidedError
from dartproof.numeric import Real, binomial_tail_real, exp, format_rational, log, sqrt

Number = Real | int | Fraction

# Any size would do: it only chooses between two ways to evaluate the same tail.
_FAR: Final = 10


def basic(k: int, eps0: Number) -> Real:
    """Return k·ε0, the ε of k composed ε0-DP mechanisms at δ = 0.

    Raises:
        InputError: k < 0 or ε0 < 0.
    """
    return k * _checked(k, eps0)


def advanced(k: int, eps0: Number, delta: Number) -> Real:
    """Return kε0(e^{ε0} − 1) + ε0·√(2k ln(1/δ)), an ε at which k composed ε0-DP mechanisms are (ε, δ)-DP.

    It can exceed `basic`, and always is at least `optimal`.

    Raises:
        InputError: k < 0, ε0 < 0, or δ outside (0, 1).
    """
    eps0, delta = _checked(k, eps0), Real.of(delta)
    if not 0 < delta < 1:
        raise InputError(f"delta = {delta}; advanced composition needs 0 < delta < 1")
    return k * eps0 * eps0.expm1() + eps0 * sqrt(2 * k * -log(delta))


def optimal(k: int, eps0: Number, delta: Number) -> Real:
    """Return Comp_δ(k, ε0): the least ε ≥ 0 at which every adaptive composition of k ε0-DP mechanisms is (ε, δ)-DP.

    Args:
        k: Number of mechanisms, k ≥ 0.
        eps0: Their ε0 ≥ 0. Where e^{ε0} = a is rational give `log(a)`; `optimal_ratio` then gives e^{Comp} exactly.
        delta: 0 ≤ δ < 1.

    Returns:
        The exact value as a `Real`, in closed form: kε0 for δ = 0, and 0 where δ(0) ≤ δ.

    Raises:
        InputError: An argument is out of its range.
        UndecidedError: The sign of ε0 or of δ is not decided.
    """
    eps0, delta = _checked(k, eps0), _checked_delta(delta)
    if k == 0 or eps0.sign() == 0 or delta.sign() == 0:
        return k * eps0
    lines = _Lines(k, eps0)
    m = _search(lines, delta)
    root = Real.maximum(1, *(lines.root(i, delta) for i in lines.window(m)))
    ratio = log(root)
    lines.require_active(m, ratio)
    return ratio


def composition_delta(k: int, eps0: Number, eps: Number) -> Real:
    """Return δ(ε), the least δ for which every composition of k ε0-DP mechanisms is (ε, δ)-DP.

    Args:
        k: Number of mechanisms, k ≥ 0.
        eps0: Their ε0 ≥ 0.
        eps: ε ≥ 0. A number that `MAX_BITS` bits do not tell from 0 counts as max(ε, 0).

    Raises:
        InputError: An argument is out of its range.
        UndecidedError: The sign of ε0 is not decided.
    """
    eps0, eps = _checked(k, eps0), Real.of(eps)
    try:
        negative = eps < 0
    except UndecidedError:  # as for an ε that `optimal` gave for a δ that is just enough at ε = 0
        negative = False
    if negative:
        raise InputError(f"epsilon = {eps}; choose epsilon >= 0")
    eps = Real.maximum(eps, 0)
    if k == 0 or eps0.sign() == 0:
        return Real.of(0)
    lines = _Lines(k, eps0)
    # The first l ≤ k with (2l − k)ε0 > ε. A wrong guess is found out by require_active.
    m = min(k, int((k + float(Real.minimum(k, eps / eps0))) / 2) + 1)
    ratio = exp(eps)
    delta = Real.maximum(0, *(lines.upper_tail(i) - ratio * lines.lower_tail(i) for i in lines.window(m)))
    lines.require_active(m, eps)
    return delta


def optimal_ratio(k: int, exp_eps0: Fraction, delta: Fraction) -> Fraction:
    """Return e^{Comp_δ(k, ε0)} exactly, for rational e^{ε0} and δ.

    Args:
        k: Number of mechanisms, k ≥ 0.
        exp_eps0: a = e^{ε0} ≥ 1.
        delta: 0 ≤ δ < 1.

    Raises:
        InputError: An argument is out of its range.

    >>> optimal_ratio(2, Fraction(2), Fraction(1, 9))  # two answers with odds 2:1 each: (4 − E)/9 = 1/9 at E = 3
    Fraction(3, 1)
    """
    if not isinstance(exp_eps0, Fraction) or exp_eps0 < 1:
        raise InputError(f"exp_eps0 = {exp_eps0}; give e^eps0 as a Fraction of at least 1")
    if not isinstance(delta, Fraction):
        raise InputError(f"delta = {delta!r}; give a Fraction")
    eps0 = _checked(k, log(exp_eps0))
    _checked_delta(delta)
    if k == 0 or exp_eps0 == 1:
        return Fraction(1)
    if delta == 0:
        return exp_eps0**k
    lines = _Lines(k, eps0)
    m = _search(lines, Real.of(delta))
    # Over the common denominator q^k, with a = p/q: C(k,l)·p^l·q^{k−l} against C(k,l)·p^{k−l}·q^l.
    p, q = exp_eps0.numerator, exp_eps0.denominator
    ratio = Fraction(1)
    total = (p + q) ** k
    for i in lines.window(m):
        upper, lower = _integer_tail(k, i, p, q), _integer_tail(k, i, q, p)
        ratio = max(ratio, (upper - delta * total) / lower)
    lines.require_active(m, log(ratio))
    return ratio


class _Lines:
    """The lines Pr[Bin(k,p) ≥ m] − E·Pr[Bin(k,1−p) ≥ m] for one k ≥ 1 and ε0 > 0."""

    __slots__ = ("eps0", "far", "k", "least", "lie", "truth")

    def __init__(self, k: int, eps0: Real) -> None:
        odds = exp(eps0)
        self.k, self.eps0 = k, eps0
        self.truth, self.lie = odds / (1 + odds), 1 / (1 + odds)
        self.least = k // 2 + 1  # the line that is active just above E = 1
        self.far = eps0.enclosure(64).lower > _FAR

    def upper_tail(self, m: int) -> Real:
        if self.far:  # p is too near 1 to be told from it, but 1 − p is not too near 0
            return 1 - binomial_tail_real(self.k - m + 1, self.k, self.lie)
        return binomial_tail_real(m, self.k, self.truth)

    def lower_tail(self, m: int) -> Real:
        return binomial_tail_real(m, self.k, self.lie)

    def root(self, m: int, delta: Real) -> Real:
        """Return the E at which line m is δ."""
        return (self.upper_tail(m) - delta) / self.lower_tail(m)

    def window(self, m: int) -> range:
        return range(max(self.least, m - 1), min(self.k, m + 1) + 1)

    def require_active(self, m: int, eps: Real) -> None:
        """Prove that at ε no line outside the window of m is active; UndecidedError where that is not so."""
        window = self.window(m)
        first, last = window[0], window[-1]
        below = first > self.least and eps < (2 * (first - 1) - self.k) * self.eps0
        above = last < self.k and eps > (2 * last - self.k) * self.eps0
        if below or above:
            raise UndecidedError(f"the piece of the composition curve at epsilon = {eps}, k = {self.k}")


def _search(lines: _Lines, delta: Real) -> int:
    """Return the least m, up to ties, at whose right breakpoint E = a^{2m−k} the curve is at most δ."""
    low, high = lines.least, lines.k
    while low < high:
        middle = (low + high) // 2
        breakpoint_ratio = exp((2 * middle - lines.k) * lines.eps0)
        excess = lines.upper_tail(middle + 1) - breakpoint_ratio * lines.lower_tail(middle + 1) - delta
        if _at_most_zero(excess):
            high = middle
        else:
            low = middle + 1
    return low


def _at_most_zero(number: Real) -> bool:
    """Say whether `number` ≤ 0; a tie that 512 bits do not resolve counts as one, which the caller allows for."""
    for bits in (64, 128, 256, 512):
        ball = number.enclosure(bits)
        if ball.is_finite and (ball.lower > 0 or ball.upper < 0):
            return ball.upper < 0
    return True


def _integer_tail(k: int, m: int, p: int, q: int) -> int:
    """Return Σ_{l=m}^{k} C(k,l)·p^l·q^{k−l}."""
    term: int = p**k
    total = term
    for index in range(k, m, -1):
        # From C(k,l)p^l q^{k−l} to the term of l − 1: times l·q, divided (exactly) by (k − l + 1)·p.
        term = term * (index * q) // ((k - index + 1) * p)
        total += term
    return total


def _checked(k: int, eps0: Number) -> Real:
    if not isinstance(k, int) or isinstance(k, bool) or k < 0:
        raise InputError(f"k = {k!r}; the number of composed mechanisms is an integer of at least 0")
    real = Real.of(eps0)
    if real.sign() < 0:
        raise InputError(f"eps0 = {real}; choose eps0 >= 0")
    return real


def _checked_delta(delta: Number) -> Real:
    real = Real.of(delta)
    if not 0 <= real < 1:
        shown = format_rational(real.exact) if real.exact is not None else str(real)
        raise InputError(f"delta = {shown}; choose 0 <= delta < 1")
    return real
