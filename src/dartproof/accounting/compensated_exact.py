"""The exact family of the compensated learner: parameters for which its law is computed without rounding."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dartproof.errors import InputError
from dartproof.mechanisms.halting import NoiseShape, require_noise_shape
from dartproof.numeric import LogField, format_rational


@dataclass(frozen=True, slots=True, kw_only=True)
class CompensatedParameters:
    """Parameters of the compensated learner at which its law is exact.

    Losses are multiples of 1/g, g = `grid`. With L = −ln `noise`, the learner has η = −g·ln `keep`, c = `clip_steps`/g,
    τ = `threshold`/g, V = `limit`, 1/b1 = MX·g·L and 1/b2 = MN·g·L per unit of loss. Every probability is rational for
    the learner's own noise, and a polynomial in L for the control with Laplace noise.

    The last two arguments make controls: learners that differ in one place, for which the guarantee is not claimed.

    Args:
        grid: g ≥ 1.
        keep: x = e^{−η/g}, 0 < x < 1.
        noise: y, 0 < y < 1.
        clip_steps: c in grid steps, at least 1.
        threshold: τ in grid steps; at least c, that is h0 ≤ 1, unless `floor` is given.
        limit: V ≥ 0, the number of resamples allowed.
        noise_multiples: (MX, MN), positive integers.
        floor: h0, the least probability of a check, from 0 to 1; None for the learner's own e^{−(τ−c)/b2}.
        noise_shape: of ξ: "exponential", which is the learner's, or "laplace", which is not private.

    Raises:
        InputError: A parameter is out of its range or of the wrong type.

    Source: `compensated_privacy`.
    """

    grid: int
    keep: Fraction
    noise: Fraction
    clip_steps: int
    threshold: int
    limit: int
    noise_multiples: tuple[int, int] = (1, 1)
    floor: Fraction | None = None
    noise_shape: NoiseShape = "exponential"

    def __post_init__(self) -> None:
        for name, least in (("grid", 1), ("clip_steps", 1), ("limit", 0), ("threshold", None)):
            _require_integer(name, getattr(self, name), least)
        if not isinstance(self.noise_multiples, tuple) or len(self.noise_multiples) != 2:
            raise InputError(f"noise_multiples = {self.noise_multiples!r}; give a pair of integers (MX, MN)")
        for multiple in self.noise_multiples:
            _require_integer("a noise multiple", multiple, 1)
        require_noise_shape(self.noise_shape)
        for name in ("keep", "noise"):
            number = getattr(self, name)
            if not isinstance(number, Fraction):
                raise InputError(f"{name} = {number!r}; give a Fraction between 0 and 1, such as 9/10")
            if not 0 < number < 1:
                raise InputError(f"{name} = {format_rational(number)}; choose a fraction with 0 < {name} < 1")
        if self.floor is None:
            if self.threshold < self.clip_steps:
                raise InputError(
                    f"threshold = {self.threshold} is below clip_steps = {self.clip_steps}, so the least probability "
                    "of a check would exceed 1; raise the threshold"
                )
        elif not isinstance(self.floor, (Fraction, int)) or not 0 <= self.floor <= 1:
            raise InputError(f"floor = {self.floor!r}; give a Fraction from 0 to 1, or None for the learner's own")

    @property
    def field(self) -> LogField:
        """The field Q(L), L = −ln noise, in which the probabilities lie."""
        return LogField(self.noise)

    @property
    def least_hazard(self) -> Fraction:
        """h0, the least probability of a check: `floor`, or e^{−(τ−c)/b2} = noise^{MN·(threshold − clip_steps)}."""
        if self.floor is not None:
            return Fraction(self.floor)
        return self.noise ** (self.noise_multiples[1] * (self.threshold - self.clip_steps))

    @property
    def compensation(self) -> Fraction:
        """The compensation p = h0·(1 − e^{−ηc}), what a check withholds from keeping."""
        return self.least_hazard * (1 - self.keep**self.clip_steps)

    @property
    def exp_eta(self) -> Fraction:
        """e^η = keep^{−grid}."""
        return 1 / self.keep**self.grid

    @property
    def exp_epsilon2(self) -> Fraction:
        """The least e^{ε2} allowed: max{1 + 1/c, 1 + (e^{ηc} − 1)(1 − e^{−1/b2})}."""
        gain = 1 / self.keep**self.clip_steps - 1
        return 1 + max(Fraction(self.grid, self.clip_steps), gain * (1 - self._exp_rate(1)))

    def check_ratio(self) -> Fraction:
        """Return e^{ε_c}, ε_c = max(1/b1 + η, 1/b2 + ε2): what the affected interval may cost.

        Source: `compensated_privacy`.
        """
        return max(self.exp_eta / self._exp_rate(0), self.exp_epsilon2 / self._exp_rate(1))

    def claim_ratio(self) -> Fraction:
        """Return e^ε for the ε = ε_c + 2ηV that is claimed at δ = 0; of controls, what is not claimed.

        Source: `compensated_privacy`, with Comp_0(V, 2η) = 2ηV.
        """
        return self.check_ratio() * self.exp_eta ** (2 * self.limit)

    def _exp_rate(self, which: int) -> Fraction:
        """e^{−1/b1} or e^{−1/b2}, b in units of loss."""
        return self.noise ** (self.noise_multiples[which] * self.grid)


def _require_integer(name: str, number: object, least: int | None) -> None:
    if not isinstance(number, int) or isinstance(number, bool):
        raise InputError(f"{name} = {number!r}; give an integer")
    if least is not None and number < least:
        raise InputError(f"{name} = {number}; choose an integer of at least {least}")
