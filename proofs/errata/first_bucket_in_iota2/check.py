"""Whether a lower-order term is at least what the first bucket, L' = 6 alpha, costs if no expert loses anything."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from dartproof.accounting import approx_parameters
from dartproof.evidence import Dispute
from dartproof.numeric import Real, format_rational, log, sqrt


@dataclass(frozen=True, slots=True)
class Setting:
    """The horizon T = 2^exponent, N, eps; delta = 1/2."""

    exponent: int
    experts: int
    epsilon: Fraction

    def __str__(self) -> str:
        """In the paper's notation."""
        return f"T = 2^{self.exponent}, N = {self.experts}, eps = {format_rational(self.epsilon)}, delta = 1/2"


def holds(constant: int, setting: Setting) -> bool:
    """Whether ln N/eta <= ln N (3/eps + 1/eta1 + 1/eta2 + 1/eta3) + constant (ln N)^(1/2) ln T/eps, up to rounding L'.

    The bound L' is 6 alpha, alpha = 16 (ln T + 2 ln 2T)/eps, rounded up to an integer.
    """
    rounds = 2**setting.exponent
    alpha = 16 * (log(rounds) + 2 * log(2 * rounds)) / setting.epsilon
    found = approx_parameters(
        rounds=rounds,
        experts=setting.experts,
        epsilon=setting.epsilon,
        delta=Fraction(1, 2),
        loss_bound=(6 * alpha).ceil(),
    )
    ln_n = log(setting.experts)
    kept = (found.branches[name] for name in ("epsilon/3", "eta1", "eta2", "eta3"))
    lower_order = Real.sum(ln_n / term for term in kept if term is not None)
    first_bucket = constant * sqrt(ln_n) * log(rounds) / setting.epsilon
    return bool(ln_n / found.eta <= lower_order + first_bucket)


def settings() -> Iterator[Setting]:
    """Powers of two whose exponents are powers of two."""
    for power in range(16):
        for experts in (2, 10):
            for epsilon in (Fraction(1), Fraction(1, 10)):
                yield Setting(2**power, experts, epsilon)


DISPUTE = Dispute(
    says="T = 2^k with k up to 32768, N = 2 and 10, delta = 1/2",
    instances=settings,
    holds=holds,
    text=0,
    mended=22,
    variation=30,
    varied="the constant 30 in place of 22",
)
