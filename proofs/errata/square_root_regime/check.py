"""Whether eta falls with the root of L' exactly from a given L' on, for the parameters of Theorem A.1 with N = 2."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from dartproof.accounting import pure_parameters
from dartproof.evidence import Dispute
from dartproof.numeric import log


@dataclass(frozen=True, slots=True)
class Setting:
    """T and L'; N = 2 and eps = 1."""

    rounds: int
    loss_bound: int

    def __str__(self) -> str:
        """In the paper's notation."""
        return f"T = {self.rounds}, N = 2, eps = 1, L' = {self.loss_bound}"


def holds(constant: Fraction, setting: Setting) -> bool:
    """Whether eta3 or eta4 is the least term exactly if L' > constant (ln T)^2."""
    found = pure_parameters(rounds=setting.rounds, experts=2, epsilon=1, loss_bound=setting.loss_bound)
    by_loss = set(found.active) <= {"eta3", "eta4"}
    return by_loss == bool(constant * log(setting.rounds) ** 2 < setting.loss_bound)


def settings() -> Iterator[Setting]:
    """Powers of ten up to T = 10^8 and L' = T, in the order of T."""
    for power in range(1, 9):
        for other in range(power + 1):
            yield Setting(10**power, 10**other)


DISPUTE = Dispute(
    says="powers of ten, L' <= T <= 10^8, N = 2, eps = 1",
    instances=settings,
    holds=holds,
    text=Fraction(1),
    mended=Fraction(5040**2, 1278),
    variation=Fraction(20_000),
    varied="the constant rounded to 20,000, which differs at none of these",
)
