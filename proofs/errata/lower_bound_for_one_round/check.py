"""Whether the rate of the lower bound is a number in (0, 1]."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from dartproof.errors import InputError
from dartproof.evidence import Dispute
from dartproof.games.rates import sampling_rate
from dartproof.numeric import Real, format_rational


@dataclass(frozen=True, slots=True)
class Setting:
    """T and eps."""

    rounds: int
    epsilon: Fraction

    def __str__(self) -> str:
        """In the paper's notation."""
        return f"T = {self.rounds}, eps = {format_rational(self.epsilon)}"


def from_one(setting: Setting) -> Real:
    """The rate, whatever T."""
    return sampling_rate(setting.rounds, setting.epsilon)


def from_two(setting: Setting) -> Real | None:
    """The rate for T >= 2 only."""
    return from_one(setting) if setting.rounds >= 2 else None


def one_at_first(setting: Setting) -> Real:
    """The rate, and 1 for T = 1, as if 1/0 were infinity."""
    return from_one(setting) if setting.rounds >= 2 else Real.of(1)


def holds(rate: Callable[[Setting], Real | None], setting: Setting) -> bool | None:
    """The rate can be computed and is a probability."""
    try:
        q = rate(setting)
    except InputError:
        return False
    return None if q is None else bool(0 < q <= 1)


def settings() -> Iterator[Setting]:
    """The smallest T."""
    for rounds in range(1, 41):
        for epsilon in (Fraction(1), Fraction(1, 10)):
            yield Setting(rounds, epsilon)


DISPUTE = Dispute(
    says="T = 1, ..., 40 and eps = 1 and 1/10",
    instances=settings,
    holds=holds,
    text=from_one,
    mended=from_two,
    variation=one_at_first,
    varied="the rate 1 for T = 1, by convention",
)
