"""Whether AboveThreshold on 0, 0, 0 over 1, 1, 1 loses exactly eps1/2, less, or at most that."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from dartproof.evidence import Dispute
from dartproof.laws.query_streams import query_divergence
from dartproof.mechanisms.above_threshold import NoiseShape
from dartproof.numeric import LogField, LogNumber

BASE = Fraction(1, 2)  # e^(-eps1/4)


@dataclass(frozen=True, slots=True)
class Setting:
    """A noise, and by how much the queries 0 exceed the threshold."""

    shape: NoiseShape
    margin: int

    def __str__(self) -> str:
        """In words."""
        return f"{self.shape} noise, margin {self.margin}"

    @property
    def ratio(self) -> LogNumber:
        """The exponential of the loss."""
        field = LogField(BASE)
        found = query_divergence((0,) * 3, (1,) * 3, threshold=-self.margin, field=field, noise_shape=self.shape)
        return field.zero if found.ratio is None else found.ratio


Reading = Callable[[Setting, LogNumber, Fraction], bool]


def attained(_: Setting, ratio: LogNumber, bound: Fraction) -> bool:
    """Both noises lose the bound."""
    return ratio == bound


def supremum(setting: Setting, ratio: LogNumber, bound: Fraction) -> bool:
    """Laplace noises lose less, and exponential ones lose the bound."""
    return ratio < bound if setting.shape == "laplace" else ratio == bound


def at_most(_: Setting, ratio: LogNumber, bound: Fraction) -> bool:
    """Neither loses more."""
    return ratio <= bound


def holds(reading: Reading, setting: Setting) -> bool:
    """The reading, decided in Q(L)."""
    return reading(setting, setting.ratio, BASE**-2)


def settings() -> Iterator[Setting]:
    """Both noises, nearer and farther from the threshold."""
    shapes: tuple[NoiseShape, ...] = ("laplace", "exponential")
    for margin in range(13):
        for shape in shapes:
            yield Setting(shape, margin)


DISPUTE = Dispute(
    says="both noises, queries up to 12 above the threshold",
    instances=settings,
    holds=holds,
    text=attained,
    mended=supremum,
    variation=at_most,
    varied="the bound alone",
)
