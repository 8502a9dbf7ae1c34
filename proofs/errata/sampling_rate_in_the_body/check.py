"""Whether a sampling rate q gives the lower bound that is claimed of it, up to the factor 3 ln T."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from dartproof.evidence import Dispute
from dartproof.games.rates import amplified, high_privacy_epsilon, sampling_rate
from dartproof.numeric import Real, format_rational, log, sqrt


@dataclass(frozen=True, slots=True)
class Setting:
    """A horizon and the learner's epsilon."""

    rounds: int
    epsilon: Fraction

    def __str__(self) -> str:
        """In the paper's notation."""
        return f"T = {self.rounds}, eps = {format_rational(self.epsilon)}"


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate q = min(1, first/T, second/(eps T)) or that of the appendix, and the bound that is claimed of qT."""

    of_appendix: bool
    constant: Fraction
    least: int

    def rate(self, setting: Setting) -> Real:
        """The number q."""
        if self.of_appendix:
            return sampling_rate(setting.rounds, self.constant * setting.epsilon)
        return Real.minimum(1 / sqrt(setting.rounds), 1 / (setting.epsilon * setting.rounds))

    def claimed(self, setting: Setting) -> Real:
        """The least of T^(1/2) or T, and T^(1/2)/eps."""
        root = sqrt(setting.rounds)
        return Real.minimum(root if self.least == 2 else setting.rounds, root / setting.epsilon)


def holds(rate: Rate, setting: Setting) -> bool:
    """Both qT and the epsilon of A_q are what they have to be, up to the factor 3 ln T."""
    q, factor = rate.rate(setting), 3 * log(setting.rounds)
    long_enough = factor * q * setting.rounds >= rate.claimed(setting)
    return bool(long_enough and amplified(setting.epsilon, q) <= factor * high_privacy_epsilon(setting.rounds))


def settings() -> Iterator[Setting]:
    """The family."""
    for rounds in (*range(2, 30), *range(280, 300), 1000, 10**6):
        for epsilon in (Fraction(1), Fraction(1, 2), Fraction(1, 10), Fraction(1, 100)):
            yield Setting(rounds, epsilon)


DISPUTE = Dispute(
    says="horizons up to 10^6 and epsilon from 1/100 to 1",
    instances=settings,
    holds=holds,
    text=Rate(of_appendix=False, constant=Fraction(1), least=2),
    mended=Rate(of_appendix=True, constant=Fraction(1), least=1),
    variation=Rate(of_appendix=True, constant=Fraction(5, 4), least=1),
    varied="the constant 5/2 in place of 2",
)
