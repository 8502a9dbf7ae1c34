"""Algorithm 3 in numbers: its buckets, how many of them there can be, and the regret that they add up to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from dartproof.accounting.parameters import approx_parameters, pure_parameters
from dartproof.errors import InputError
from dartproof.numeric import Real, cbrt, exp, expm1, format_rational, log, log1p, sqrt


@dataclass(frozen=True, slots=True, eq=False)
class Buckets:
    """The buckets of Algorithm 3, counted from 1, for a given α.

    Args:
        alpha: α > 0, in units of loss; `Buckets.of` has the paper's.

    Raises:
        InputError: If α is not positive.

    Source: Algorithm 3; Lemma A.3 (`doubling`).

    Example:
        >>> buckets = Buckets(Fraction(1))
        >>> [float(buckets.loss_bound(k)) for k in (1, 2, 3)], buckets.most(Fraction(9))
        ([6.0, 12.0, 24.0], 3)
    """

    alpha: Real | Fraction | int

    def __post_init__(self) -> None:
        if Real.of(self.alpha) <= 0:
            raise InputError(f"alpha = {Real.of(self.alpha)}; choose alpha > 0")

    @classmethod
    def of(cls, *, rounds: int, epsilon: int | Fraction) -> Buckets:
        """Return the buckets for α = 16 (ln T + 2 ln(2T))/ε.

        Args:
            rounds: T ≥ 1.
            epsilon: ε > 0, the privacy parameter of Algorithm 3 as a whole.

        Raises:
            InputError: If an argument is out of its range.
        """
        if rounds < 1:
            raise InputError(f"rounds = {rounds}; give an integer of at least 1")
        if epsilon <= 0:
            raise InputError(f"epsilon = {format_rational(Fraction(epsilon))}; choose epsilon > 0")
        return cls(16 * (log(rounds) + 2 * log(2 * rounds)) / epsilon)

    def loss_bound(self, bucket: int) -> Real:
        """Return L' = 3·2^k α of the inner learner in bucket k, in units of loss."""
        return self.alpha * Real.of(3 * 2**bucket)

    def threshold(self, bucket: int) -> Real:
        """Return the threshold (3·2^k − 2) α of AboveThreshold in bucket k, in units of loss."""
        return self.alpha * Real.of(3 * 2**bucket - 2)

    def most(self, best_loss: int | Fraction) -> int:
        """Return K = 1 + ⌊log2(1 + L*/(3α))⌋, the most buckets there are if AboveThreshold is right up to α.

        Args:
            best_loss: L* ≥ 0, the best expert's loss over all rounds.

        Raises:
            InputError: If L* is negative.
            UndecidedError: If L*/(3α) + 1 is too near a power of 2 to tell.
        """
        if best_loss < 0:
            raise InputError(f"best_loss = {format_rational(Fraction(best_loss))}; choose a loss of at least 0")
        buckets = 1
        while 3 * (2**buckets - 1) * Real.of(self.alpha) <= best_loss:
            buckets += 1
        return buckets

    def regret_bound(self, inner: Callable[[Real], Real], *, best_loss: int | Fraction) -> Real:
        """Return Σ_{k=1}^{K} R(3·2^k α) + 1, which bounds the expected regret of Algorithm 3 if α ≥ 1.

        Args:
            inner: R: its value at L' bounds the expected regret of the inner learner that is built for L', on every
                stream of T rounds whose best expert loses at most L'.
            best_loss: L* of the stream, or anything above it.

        Raises:
            InputError: If L* is negative, or α < 1, for which the bound is not proved.
            UndecidedError: As `most`.
        """
        if Real.of(self.alpha) < 1:
            raise InputError(f"alpha = {Real.of(self.alpha)}; the bound on the regret needs alpha >= 1")
        return Real.sum([*(inner(self.loss_bound(k)) for k in range(1, self.most(best_loss) + 1)), Fraction(1)])


def main_pure_bound(*, rounds: int, experts: int, epsilon: int | Fraction, best_loss: int | Fraction) -> Real:
    """Return the closed form of Theorem 1.1, which bounds the expected regret of Algorithm 3 under ε-DP.

    It is (351 ln N + 5821 √(ln N ln T)) √(L*/ε) + (1 + ln(1 + L*)) (12577 ln²N + 52572 ln N ln T)/ε for T, N ≥ 2. A
    single expert is never left, so the bound is 0 for N = 1; and it is 1 for T = 1.

    Args:
        rounds: T ≥ 1.
        experts: N ≥ 1.
        epsilon: 0 < ε ≤ 1, of Algorithm 3 as a whole.
        best_loss: 0 ≤ L* ≤ T.

    Raises:
        InputError: If an argument is out of its range.

    Source: Theorem 1.1 (`main_pure`).
    """
    _require_game(rounds, experts, epsilon, best_loss)
    if experts == 1 or rounds == 1:
        return Real.of(min(experts - 1, 1))
    ln_n, ln_t = log(experts), log(rounds)
    leading = (351 * ln_n + 5821 * sqrt(ln_n * ln_t)) * sqrt(Fraction(best_loss) / epsilon)
    return leading + (1 + log1p(best_loss)) * (12577 * ln_n**2 + 52572 * ln_n * ln_t) / epsilon


def pure_bound(*, rounds: int, experts: int, epsilon: int | Fraction, best_loss: int | Fraction) -> Real:
    """Return the bound of Lemma A.3 with the bounds of the inner learners that Theorem A.1 provides.

    That is what `main_pure_bound` bounds in closed form. The inner learners have ε/2 and min(L', T) for L', rounded up
    to a multiple of 2^-20. Arguments and errors are those of `main_pure_bound`.

    Source: Lemma A.3 (`doubling`), Theorem A.1 (`pure_parameters`), Lemma 3.5 (`regret`).
    """
    _require_game(rounds, experts, epsilon, best_loss)

    def inner(loss_bound: Real) -> Real:
        return pure_parameters(
            rounds=rounds, experts=experts, epsilon=Fraction(epsilon) / 2, loss_bound=_capped(loss_bound, rounds)
        ).regret_bound

    return Buckets.of(rounds=rounds, epsilon=epsilon).regret_bound(inner, best_loss=best_loss)


def main_approx_bound(
    *, rounds: int, experts: int, epsilon: int | Fraction, delta: Fraction, best_loss: int | Fraction
) -> Real:
    """Return the closed form of Theorem 1.2, which bounds the expected regret of Algorithm 3 under (ε, δ)-DP.

    With Λ = ln(3/δ), k1 = ⌈71 ln N + 72⌉, H = min(18 k1, 36 √(2 k1 Λ)) and
    M = min(72 √(L*/ε), (1472256 L* Λ)^{1/3}/ε^{2/3}) it is e^4 times
    4514 √(L* ln N ln T/ε) + 6 M ln N + (1 + ln(1 + L*)) ln N (4 H + 50756 ln T)/ε, for T, N ≥ 2. For N = 1 the bound is
    0, and for T = 1 it is 1.

    Args:
        rounds: T ≥ 1.
        experts: N ≥ 1.
        epsilon: 0 < ε ≤ 1, of Algorithm 3 as a whole.
        delta: 0 < δ < 1.
        best_loss: 0 ≤ L* ≤ T.

    Raises:
        InputError: If an argument is out of its range.

    Source: Theorem 1.2 (`main_approx`).
    """
    _require_game(rounds, experts, epsilon, best_loss)
    _require_delta(delta)
    if experts == 1 or rounds == 1:
        return Real.of(min(experts - 1, 1))
    ln_n, ln_t, spread = log(experts), log(rounds), log(3 / delta)
    loss, per_epsilon = Fraction(best_loss), 1 / Fraction(epsilon)
    k1 = (71 * ln_n + 72).ceil()
    few = Real.minimum(18 * k1, 36 * sqrt(2 * k1 * spread))
    least = Real.minimum(72 * sqrt(loss * per_epsilon), cbrt(1472256 * loss * spread * per_epsilon**2))
    leading = 4514 * sqrt(loss * ln_n * ln_t * per_epsilon) + 6 * ln_n * least
    return exp(4) * (leading + (1 + log1p(best_loss)) * ln_n * (4 * few + 50756 * ln_t) * per_epsilon)


def approx_bound(
    *, rounds: int, experts: int, epsilon: int | Fraction, delta: Fraction, best_loss: int | Fraction
) -> Real:
    """Return the bound of Lemma A.3 with the bounds of the inner learners that Theorem A.2, mended, provides.

    The mended rate is min(η, 1/τ), which is η wherever ητ ≤ 1. That bound is what `main_approx_bound` bounds in closed
    form. The inner learners have ε/2, δ and min(L', T) for L', rounded up to a multiple of 2^-20. Arguments and errors
    are those of `main_approx_bound`.

    Source: Lemma A.3 (`doubling`), Theorem A.2 (`approx_parameters`), Lemma 3.5 (`regret`).
    """
    _require_game(rounds, experts, epsilon, best_loss)
    _require_delta(delta)

    def inner(loss_bound: Real) -> Real:
        bound = _capped(loss_bound, rounds)
        chosen = approx_parameters(
            rounds=rounds, experts=experts, epsilon=Fraction(epsilon) / 2, delta=delta, loss_bound=bound
        )
        if chosen.eta * chosen.tau <= 1:
            return chosen.regret_bound
        overshoot = chosen.tau + 8 * (log(rounds) + log(2 * rounds**2)) / chosen.epsilon1 + 1
        eta = 1 / chosen.tau
        return exp(2 * eta * overshoot) * (eta * bound + log(experts)) / -expm1(-eta) - bound + 2

    return Buckets.of(rounds=rounds, epsilon=epsilon).regret_bound(inner, best_loss=best_loss)


def _capped(loss_bound: Real, rounds: int) -> Fraction:
    """The least of T and L', rounded up."""
    return min(Fraction((loss_bound * 2**20).ceil(), 2**20), Fraction(rounds))


def _require_game(rounds: int, experts: int, epsilon: int | Fraction, best_loss: int | Fraction) -> None:
    if rounds < 1 or experts < 1:
        raise InputError(f"{rounds} rounds, {experts} experts: give at least one of each")
    if not 0 < epsilon <= 1:
        raise InputError(f"epsilon = {format_rational(Fraction(epsilon))}; the theorem needs 0 < epsilon <= 1")
    if not 0 <= best_loss <= rounds:
        raise InputError(f"best_loss = {format_rational(Fraction(best_loss))}; it lies between 0 and {rounds} rounds")


def _require_delta(delta: Fraction) -> None:
    if not 0 < delta < 1:
        raise InputError(f"delta = {format_rational(delta)}; choose 0 < delta < 1")
