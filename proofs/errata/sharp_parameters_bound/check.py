"""Which regret bounds the sharp parameters can reach: those that are found, and none that cells exclude."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise

from dartproof.accounting.poisson import poisson_quantile
from dartproof.accounting.sharp import sharp_parameters
from dartproof.errors import UndecidedError
from dartproof.evidence import Dispute
from dartproof.mechanisms.above_threshold import NoiseShape
from dartproof.numeric import Real, expm1, log

ROUNDS, EXPERTS, LOSS = 10**5, 10, 316  # eps = 1, delta = 0
ETA_STEP, EPSILON2_STEP = Fraction(1, 50), Fraction(1, 50)

Bounds = Mapping[NoiseShape, int]


def holds(bounds: Bounds, shape: NoiseShape) -> bool | None:
    """Whether some parameters have a regret bound of at most that many, if the reading names one for the noise."""
    if shape not in bounds:
        return None
    found = sharp_parameters(rounds=ROUNDS, experts=EXPERTS, epsilon=1, loss_bound=LOSS, noise_shape=shape)
    if found.regret_bound <= bounds[shape]:
        return True
    if shape == "laplace" and out_of_reach(bounds[shape]):
        return False
    raise UndecidedError(f"{bounds[shape]} is neither reached nor excluded")


def out_of_reach(bound: int) -> bool:
    """Whether with Laplace noises no parameters have a regret bound of at most `bound`.

    If they have, beta and the Poisson tail are at most share = bound/T, and eta >= ln N/bound. On a cell of eta >= e1
    and eps2 >= f1, with e2 and f2 the other ends, the budget 1 leaves r = 1 - 2 e1 V for the checks, so that
    b_xi >= 1/(r - e1), b_nu >= 1/(r - f1) and c >= 1/(e^f2 - 1). As 1 - e^-eta <= eta, the regret bound is at least
    (L' + ln N/e2)/(1 - e1 Delta/2) - L'.
    """
    ln_n, share = down(log(EXPERTS)), Fraction(bound, ROUNDS)
    noises = down(log(2 * ROUNDS / share))
    clips = [(f1, down(1 / expm1(f2))) for f1, f2 in pairwise(EPSILON2_STEP * k for k in range(51))]
    for e1, e2 in pairwise(rates(ln_n / bound)):
        budget = 1 - 2 * e1 * poisson_quantile(log(EXPERTS) + e1 * LOSS, share)
        for f1, clip in clips:
            if budget <= max(e1, f1):
                continue
            alpha = (1 / (budget - e1) + 1 / (budget - f1)) * noises
            overhead = 1 - e1 * (2 * alpha + clip + 1) / 2
            if overhead > 0 and (LOSS + ln_n / e2) / overhead - LOSS <= bound:
                return False
    return True


def rates(least: Fraction) -> Iterator[Fraction]:
    """Ends of cells of eta up to 1; that eta < 1 follows from the budget, and eps2 < 1 too."""
    eta = least
    while eta < 1:
        yield eta
        eta = down(Real.of(eta * (1 + ETA_STEP)))
    yield Fraction(1)


def down(number: Real) -> Fraction:
    """A rational that is not above the number."""
    return Fraction(number.decimal(12, "down"))


def shapes() -> tuple[NoiseShape, ...]:
    """The noises."""
    return ("laplace", "exponential")


AT_FIRST: Bounds = {"laplace": 600}
FOUND: Bounds = {"laplace": 785, "exponential": 542}
LARGER: Bounds = {"laplace": 800}

DISPUTE = Dispute(
    says="the two noises",
    instances=shapes,
    holds=holds,
    text=AT_FIRST,
    mended=FOUND,
    variation=LARGER,
    varied="a larger bound",
    show=lambda shape: f"T = 10^5, N = 10, eps = 1, delta = 0, L' = 316, {shape.capitalize()} noise",
)
