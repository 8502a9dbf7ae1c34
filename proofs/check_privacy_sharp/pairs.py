"""What `check_privacy_sharp` is decided on: Algorithm 1 with exact parameters, and pairs of streams for it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from dartproof.accounting import ExactParameters, optimal_ratio
from dartproof.laws import Instance, Transcript, picks_law, transcript_law
from dartproof.laws.process import Course, Process, small_loss_process
from dartproof.mechanisms.above_threshold import NoiseShape
from dartproof.numeric import LogNumber
from dartproof.streams.model import Steps

Law = Mapping[Transcript, LogNumber]

_composed = lru_cache(maxsize=256)(optimal_ratio)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unclipped(ExactParameters):
    """Parameters of a faulty Algorithm 1 that does not raise r to the clip."""

    @property
    def clip_steps(self) -> int:
        """No clip at all."""
        return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class UpToTwo(ExactParameters):
    """Parameters for losses in [0, 2] on a grid of 2 steps, each of which is a loss of 1."""

    @property
    def clip_steps(self) -> int:
        """The clip in steps, each a loss of 1."""
        return self.clip


@dataclass(frozen=True, slots=True)
class Learner:
    """Algorithm 1 with 1/b_xi = MX L and 1/b_nu = MN L for each step of the grid, L = -ln y.

    Attributes:
        parameters: x, y, c, tau and V, on a grid of losses.
        multiples: (MX, MN).
        shape: of both noises.
        unit: how many grid steps a loss of 1 is; the grid itself, unless a false claim has greater losses.
    """

    parameters: ExactParameters
    multiples: tuple[int, int] = (2, 1)
    shape: NoiseShape = "laplace"
    unit: int = 0

    def __str__(self) -> str:
        """In the paper's notation."""
        p, unit = self.parameters, self.steps
        xi, nu = (p.noise ** (multiple * unit) for multiple in self.multiples)
        return (
            f"e^-eta = {p.keep**unit}, e^-1/b_xi = {xi}, e^-1/b_nu = {nu}, c = {p.clip}, "
            f"tau = {Fraction(p.threshold, unit)}, V = {p.limit}, {self.shape} noises"
        )

    @property
    def steps(self) -> int:
        """The grid steps of a loss of 1."""
        return self.unit or self.parameters.grid

    @property
    def exp_eta(self) -> Fraction:
        """e^eta."""
        return 1 / self.parameters.keep**self.steps

    @property
    def exp_xi(self) -> Fraction:
        """e^(1/b_xi)."""
        return 1 / self.parameters.noise ** (self.multiples[0] * self.steps)

    @property
    def exp_nu(self) -> Fraction:
        """e^(1/b_nu)."""
        return 1 / self.parameters.noise ** (self.multiples[1] * self.steps)

    def resampling(self, clip: int) -> Fraction:
        """e^eps2* for a clip."""
        return (1 - self.exp_eta ** -(clip + 1)) / (1 - self.exp_eta**-clip)

    @property
    def exp_rise(self) -> Fraction:
        """e^(1/b_xi + eta)."""
        return self.exp_xi * self.exp_eta

    @property
    def exp_fall(self) -> Fraction:
        """e^(1/b_nu + eps2*)."""
        return self.exp_nu * self.resampling(self.parameters.clip)

    def composed(self, delta: Fraction = Fraction(0), *, eta: int = 2, fewer: int = 0) -> Fraction:
        """e^Comp_delta(V, 2 eta); or with another multiple of eta, or fewer resamples."""
        return _composed(self.parameters.limit - fewer, self.exp_eta**eta, delta)

    def on(self, losses: Steps) -> Process[LogNumber]:
        """The learner on a stream."""
        return small_loss_process(Instance(losses, self.parameters, self.multiples, self.shape))


Bound = Callable[[Learner], Fraction]
"""The e^eps that a claim of pure privacy allows."""


def claimed(learner: Learner, delta: Fraction = Fraction(0)) -> Fraction:
    """e^(m + Comp_delta(V, 2 eta))."""
    return max(learner.exp_rise, learner.exp_fall) * learner.composed(delta)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two streams, in steps of the grid, for a learner, with a delta."""

    losses: Steps
    neighbour: Steps
    learner: Learner
    delta: Fraction = Fraction(0)

    def __str__(self) -> str:
        """In the paper's notation, with the losses of rounds 1, 2, ... in this order."""
        s, s_n = (
            "; ".join(",".join(str(Fraction(steps, self.learner.steps)) for steps in row) for row in stream)
            for stream in (self.losses, self.neighbour)
        )
        return f"S = {s}, S' = {s_n}, {self.learner}" + (f", delta = {self.delta}" if self.delta else "")

    def laws(self) -> tuple[Law, Law]:
        """P and P', by enumeration."""
        return _law(self.losses, self.learner), _law(self.neighbour, self.learner)

    def picks(self) -> tuple[Mapping[tuple[int, ...], LogNumber], Mapping[tuple[int, ...], LogNumber]]:
        """The laws of (i_1, ..., i_T)."""
        return _picks(self.losses, self.learner), _picks(self.neighbour, self.learner)

    def processes(self) -> tuple[Process[LogNumber], Process[LogNumber]]:
        """The learner on both streams."""
        return self.learner.on(self.losses), self.learner.on(self.neighbour)


@lru_cache(maxsize=1024)
def _law(losses: Steps, learner: Learner) -> Law:
    return transcript_law(losses, learner.parameters, noise_multiples=learner.multiples, noise_shape=learner.shape)


@lru_cache(maxsize=1024)
def _picks(losses: Steps, learner: Learner) -> Mapping[tuple[int, ...], LogNumber]:
    return picks_law(_law(losses, learner))


@dataclass(frozen=True, slots=True)
class Interval:
    """One instance that starts in round 1, with the losses of its expert, of which one is raised from 0 or above."""

    losses: tuple[int, ...]
    position: int
    raised: int
    learner: Learner

    def __str__(self) -> str:
        """In grid steps."""
        return f"losses {self.losses}, with {self.raised} more in round {self.position + 1}, {self.learner}"

    def courses(self) -> tuple[Course[LogNumber], Course[LogNumber]]:
        """When it is checked with which answer of the coin, with the loss as it is and with it raised."""
        higher = list(self.losses)
        higher[self.position] += self.raised
        low, high = (self.learner.on(tuple((loss,) for loss in column)) for column in (self.losses, higher))
        return low.course(0, 0, 0), high.course(0, 0, 0)
