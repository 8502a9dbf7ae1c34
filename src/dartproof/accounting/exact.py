"""The exact family: parameters of Algorithm 1 for which its law is computed without rounding."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dartproof.errors import InputError
from dartproof.numeric import LogField, format_rational


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactParameters:
    """Parameters of Algorithm 1 at which every probability is a polynomial in L = −ln `noise`.

    Losses are multiples of 1/`grid`; the paper's parameters are η = −grid·ln `keep`, ε1 = −4·grid·ln `noise`,
    ε2 = ln(1 + 1/`clip`), τ = `threshold`/`grid` and V = `limit`.

    Args:
        grid: Losses are multiples of 1/grid; grid ≥ 1.
        keep: x = e^{−η/grid}, 0 < x < 1: the probability of keeping the expert, per grid step of clipped loss.
        noise: y = e^{−ε1/(4·grid)}, 0 < y < 1.
        clip: k = 1/(e^{ε2} − 1) ≥ 1, an integer: the clip level, in units of loss.
        threshold: τ in grid steps, of any sign.
        limit: V ≥ 0, the number of resamples allowed.

    Raises:
        InputError: A parameter is out of its range or of the wrong type.
    """

    grid: int
    keep: Fraction
    noise: Fraction
    clip: int
    threshold: int
    limit: int

    def __post_init__(self) -> None:
        for name, least in (("grid", 1), ("clip", 1), ("limit", 0), ("threshold", None)):
            number = getattr(self, name)
            if not isinstance(number, int) or isinstance(number, bool):
                raise InputError(f"{name} = {number!r}; give an integer")
            if least is not None and number < least:
                raise InputError(f"{name} = {number}; choose an integer of at least {least}")
        for name in ("keep", "noise"):
            number = getattr(self, name)
            if not isinstance(number, Fraction):
                raise InputError(f"{name} = {number!r}; give a Fraction between 0 and 1, such as 9/10")
            if not 0 < number < 1:
                raise InputError(f"{name} = {format_rational(number)}; choose a fraction with 0 < {name} < 1")

    @property
    def exp_eta(self) -> Fraction:
        """e^η = keep^{−grid}."""
        return 1 / self.keep**self.grid

    @property
    def exp_epsilon1(self) -> Fraction:
        """e^{ε1} = noise^{−4·grid}."""
        return 1 / self.noise ** (4 * self.grid)

    @property
    def exp_epsilon2(self) -> Fraction:
        """e^{ε2} = 1 + 1/clip."""
        return 1 + Fraction(1, self.clip)

    @property
    def field(self) -> LogField:
        """The field Q(L), L = −ln noise = ε1/(4·grid), in which the probabilities lie."""
        return LogField(self.noise)

    @property
    def clip_steps(self) -> int:
        """The clip level in grid steps."""
        return self.clip * self.grid

    def claim_ratio(self) -> Fraction:
        """Return e^ε for the ε = ε1 + max(η, ε2) + 2ηV that the paper claims at δ = 0.

        Source: Lemma 3.1 (`privacy`), with Comp_0(V, 2η) = 2ηV.
        """
        return self.exp_epsilon1 * max(self.exp_eta, self.exp_epsilon2) * self.exp_eta ** (2 * self.limit)
