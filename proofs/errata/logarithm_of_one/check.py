"""Whether a convention gives parameters of Theorem A.1 that are defined and have their properties."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from dartproof.accounting import pure_parameters
from dartproof.evidence import Dispute
from dartproof.numeric import Real, log, sqrt

EPSILON = Fraction(1)


@dataclass(frozen=True, slots=True)
class Setting:
    """T, N and L'; eps = 1."""

    rounds: int
    experts: int
    loss_bound: int

    def __str__(self) -> str:
        """In the paper's notation."""
        return f"T = {self.rounds}, N = {self.experts}, L' = {self.loss_bound}"


def as_printed(setting: Setting) -> bool:
    """Whether the formulas can be evaluated; where they can, they are those of the package."""
    try:
        ln_t, ln_n, loss = log(setting.rounds), log(setting.experts), Real.of(setting.loss_bound)
        eta = Real.minimum(
            EPSILON / (1278 * ln_n + 1296),
            EPSILON / (5040 * ln_t),
            sqrt(EPSILON / (1278 * loss)),
            sqrt(EPSILON * ln_n / (loss * ln_t)),
        )
        _ = ln_n / eta
    except ZeroDivisionError:
        return False
    return package(setting)


def package(setting: Setting) -> bool:
    """With infinity for a term that divides by 0."""
    found = pure_parameters(
        rounds=setting.rounds, experts=setting.experts, epsilon=EPSILON, loss_bound=setting.loss_bound
    )
    return all(condition.holds for condition in found.conditions) and bool(found.regret_bound >= 0)


def enlarged(setting: Setting) -> bool:
    """With T, N and L' raised to 2, 2 and 1."""
    return package(Setting(max(setting.rounds, 2), max(setting.experts, 2), max(setting.loss_bound, 1)))


def settings() -> Iterator[Setting]:
    """The smallest values."""
    for rounds in (1, 2, 3, 1000):
        for experts in (1, 2, 3, 1000):
            for loss_bound in (0, 1, 1000):
                yield Setting(rounds, experts, loss_bound)


def holds(convention: Callable[[Setting], bool], setting: Setting) -> bool:
    """The convention at one setting."""
    return convention(setting)


DISPUTE = Dispute(
    says="T, N from 1 and L' from 0, eps = 1",
    instances=settings,
    holds=holds,
    text=as_printed,
    mended=package,
    variation=enlarged,
    varied="T, N, L' raised to at least 2, 2, 1",
)
