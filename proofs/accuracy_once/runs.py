"""What `accuracy_once` is decided on: many noises, one answer to given noises, and whole runs of Algorithm 1."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product

import numpy as np
from hypothesis import strategies as st

from dartproof.accounting import ExactParameters
from dartproof.laws import BELOW, UNASKED, Transcript, transcript_law
from dartproof.mechanisms import exponential, laplace
from dartproof.mechanisms.above_threshold import AboveThreshold, NoiseShape
from dartproof.numeric import LogNumber
from dartproof.strategies import exact_parameters, keep_factors, loss_steps
from dartproof.streams import streams_on_grid
from dartproof.streams.model import Steps

SHAPES: tuple[NoiseShape, ...] = ("laplace", "exponential")
SCALES = ((2, 1), (1, 1), (1, 2), (3, 2))


@dataclass(frozen=True, slots=True)
class Scales:
    """Noises with 1/b_xi = MX L and 1/b_nu = MN L, L = -ln y, and lambda = depth MX MN L: all in grid steps.

    Attributes:
        multiples: (MX, MN).
        noise: y.
        depth: a positive integer, so that b_xi lambda and b_nu lambda are integers.
        shape: of both noises.
    """

    multiples: tuple[int, int]
    noise: Fraction
    depth: int
    shape: NoiseShape

    def __str__(self) -> str:
        """In grid steps."""
        return f"b_xi lambda = {self.most_xi}, b_nu lambda = {self.most_nu}, e^-lambda = {self.tail}, {self.shape}"

    @property
    def tail(self) -> Fraction:
        """e^-lambda."""
        return self.noise ** (self.depth * self.multiples[0] * self.multiples[1])

    @property
    def most_xi(self) -> int:
        """b_xi lambda."""
        return self.depth * self.multiples[1]

    @property
    def most_nu(self) -> int:
        """b_nu lambda."""
        return self.depth * self.multiples[0]

    @property
    def alpha(self) -> int:
        """(b_xi + b_nu) lambda."""
        return self.most_xi + self.most_nu


@dataclass(frozen=True, slots=True)
class Noises:
    """The noises of so many rounds."""

    rounds: int
    scales: Scales

    def __str__(self) -> str:
        """In grid steps."""
        return f"T = {self.rounds}, {self.scales}"

    def all_small(self) -> Fraction:
        """Pr[G], if the noises are independent of one another."""
        return _within(self.scales, 0) ** self.rounds * _within(self.scales, 1) ** self.rounds


def _within(scales: Scales, which: int) -> Fraction:
    """Pr[|xi| <= b_xi lambda] or Pr[|nu| <= b_nu lambda]."""
    most, multiple = (scales.most_xi, scales.most_nu)[which], scales.multiples[which]
    if scales.shape == "exponential":
        return exponential.cdf(most, multiple=multiple, noise=scales.noise)
    cdf = (laplace.cdf(steps, multiple=multiple, noise=scales.noise) for steps in (most, -most))
    upper, lower = cdf
    return upper - lower


@dataclass(frozen=True, slots=True)
class Answer:
    """One query, threshold and pair of noises, all in grid steps, with the bounds that G puts on the noises."""

    query: int
    threshold: int
    xi: int
    nu: int
    scales: Scales

    def __str__(self) -> str:
        """In grid steps."""
        return f"q = {self.query}, tau = {self.threshold}, xi = {self.xi}, nu = {self.nu}, {self.scales}"

    def top(self) -> bool:
        """What the package's AboveThreshold answers if it draws these noises; small integers are exact in floats."""
        above = AboveThreshold(1.0, self.threshold, Prescribed(self.xi, self.nu), noise_shape=self.scales.shape)
        return above.query(self.query)


class Prescribed(np.random.Generator):
    """A generator whose draws are given."""

    def __init__(self, *draws: float) -> None:
        super().__init__(np.random.PCG64(0))
        self._draws = iter(draws)

    def laplace(self, *_: object) -> float:  # type: ignore[override]  # one draw at a time is all that is asked for
        """The next of them."""
        return float(next(self._draws))

    def exponential(self, *_: object) -> float:  # type: ignore[override]  # as above
        """The next of them."""
        return float(next(self._draws))


@dataclass(frozen=True, slots=True)
class Run:
    """Algorithm 1 on a stream, in grid steps, with the scales of its noises."""

    losses: Steps
    parameters: ExactParameters
    scales: Scales

    def __str__(self) -> str:
        """In grid steps, with the losses of rounds 1, 2, ... in this order."""
        rows = "; ".join(",".join(map(str, row)) for row in self.losses)
        return f"S = {rows}, tau = {self.parameters.threshold}, V = {self.parameters.limit}, {self.scales}"

    @property
    def beta(self) -> Fraction:
        """2T e^-lambda."""
        return 2 * len(self.losses) * self.scales.tail

    def law(self) -> dict[Transcript, LogNumber]:
        """Of the augmented transcript."""
        return _law(self.losses, self.parameters, self.scales.multiples, self.scales.shape)

    def all_right(self, transcript: Transcript) -> bool:
        """Whether no ⊤ has q_t < tau - alpha and no ⊥ has q_t > tau + alpha."""
        tau, alpha = self.parameters.threshold, self.scales.alpha
        player, query = transcript.first, 0
        for row, step in zip(self.losses, transcript.steps, strict=False):
            query += row[player]
            if step == UNASKED:
                return True
            if (query > tau + alpha) if step == BELOW else (query < tau - alpha):
                return False
            if step != BELOW:
                player, query = (step if step >= 0 else player), 0
        return True


@lru_cache(maxsize=256)
def _law(
    losses: Steps, parameters: ExactParameters, multiples: tuple[int, int], shape: NoiseShape
) -> dict[Transcript, LogNumber]:
    return transcript_law(losses, parameters, noise_multiples=multiples, noise_shape=shape)


def every_scales(*, depths: range = range(1, 4)) -> Iterator[Scales]:
    """Four pairs of scales, both shapes, weak and strong noises."""
    for multiples, noise, depth, shape in product(SCALES, (Fraction(1, 10), Fraction(2, 3)), depths, SHAPES):
        yield Scales(multiples, noise, depth, shape)


def every_noises(most: int) -> Iterator[Noises]:
    """Up to so many rounds."""
    for scales, rounds in product(every_scales(), range(1, most + 1)):
        yield Noises(rounds, scales)


def every_answer(depths: range) -> Iterator[Answer]:
    """All noises that G admits and all queries up to a little further than alpha away from tau."""
    for scales in every_scales(depths=depths):
        if scales.noise != Fraction(2, 3):
            continue
        signs = -1 if scales.shape == "laplace" else 0
        for xi, nu in product(
            range(signs * scales.most_xi, scales.most_xi + 1), range(signs * scales.most_nu, scales.most_nu + 1)
        ):
            for distance in range(-scales.alpha - 2, scales.alpha + 3):
                yield Answer(1 + distance, 1, xi, nu, scales)


def every_run(rounds: int) -> Iterator[Run]:
    """All streams of two experts, where a wrong answer is possible and beta < 1."""
    for multiples, shape in product(SCALES[:3], SHAPES):
        scales = Scales(multiples, Fraction(1, 10), 1, shape)
        for threshold in (scales.alpha + 1, -scales.alpha):
            parameters = ExactParameters(
                grid=1, keep=Fraction(1, 2), noise=scales.noise, clip=1, threshold=threshold, limit=2
            )
            for losses in streams_on_grid(rounds, 2, 1):
                yield Run(losses, parameters, scales)


@st.composite
def scales(draw: st.DrawFn, *, deepest: int = 4) -> Scales:
    """Any scales."""
    multiples = (draw(st.integers(1, 3)), draw(st.integers(1, 3)))
    noise = draw(keep_factors(max_denominator=20))
    return Scales(multiples, noise, draw(st.integers(1, deepest)), draw(st.sampled_from(SHAPES)))


def noises() -> st.SearchStrategy[Noises]:
    """Up to 30 rounds."""
    return st.builds(Noises, st.integers(1, 30), scales())


@st.composite
def answers(draw: st.DrawFn) -> Answer:
    """Noises that G admits, and queries about tau."""
    chosen = draw(scales())
    signs = -1 if chosen.shape == "laplace" else 0
    xi = draw(st.integers(signs * chosen.most_xi, chosen.most_xi))
    nu = draw(st.integers(signs * chosen.most_nu, chosen.most_nu))
    threshold = draw(st.integers(-5, 5))
    return Answer(threshold + draw(st.integers(-chosen.alpha - 2, chosen.alpha + 2)), threshold, xi, nu, chosen)


@st.composite
def runs(draw: st.DrawFn) -> Run:
    """Up to four rounds and three experts on grids up to 1/2, any parameters."""
    grid = draw(st.integers(1, 2))
    chosen = draw(scales(deepest=2))
    parameters = draw(exact_parameters(grid=grid, max_threshold=6))
    settled = ExactParameters(
        grid=grid,
        keep=parameters.keep,
        noise=chosen.noise,
        clip=parameters.clip,
        threshold=parameters.threshold,
        limit=parameters.limit,
    )
    return Run(draw(loss_steps(grid=grid)), settled, chosen)
