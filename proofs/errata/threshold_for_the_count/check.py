"""The expected number of updates of Algorithm 1 without losses, enclosed, against what Lemma 3.3 implies of it."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from dartproof.errors import UndecidedError
from dartproof.evidence import Dispute
from dartproof.mechanisms.above_threshold import halting_law
from dartproof.mechanisms.bernoulli import clipped_keep_law
from dartproof.numeric import LogField, LogNumber, Real, log

KEEP, CLIP, EXPERTS = Fraction(3, 4), 20, 2
FIELD = LogField(Fraction(1, 2))  # e^eps1 = 16
QUERIES = 500


@cache
def survival(threshold: int, queries: int) -> tuple[LogNumber, ...]:
    """Pr[no ⊤ at the first n queries, which are 0], for n = 0, ..., `queries`."""
    law = halting_law([0] * queries, threshold=threshold, grid=1, field=FIELD)
    found = [FIELD.one]
    for halted in law[:-1]:
        found.append(found[-1] - halted)
    return tuple(found)


def holds(threshold: Callable[[int], int], exponent: int) -> bool:
    """Whether E v_T <= 71 (ln N + 1) + 280 ln T + 1 for T = 2^exponent, no limit and no losses.

    A check resamples with a fixed probability. There are at most (T - 1) Pr[nu - xi >= tau] checks on average, as xi
    is the larger the longer nothing has happened. And the waiting times G_1, G_2, ... of the checks are independent
    with one law, so that by Wald's identity their number is at least (T - 1)/E[min(G, T - 1)] - 1 on average.
    """
    rounds, tau = 2**exponent, threshold(exponent)
    resample = 1 - clipped_keep_law(KEEP, 0, clip_steps=CLIP)
    most = (1 - survival(tau, 1)[1]) * (rounds - 1) * resample
    bound = 71 * (log(EXPERTS) + 1) + 280 * log(rounds)
    if bound >= Real.of(most):
        return True
    waiting = survival(tau, QUERIES)
    mean_wait = sum(waiting[:-1], start=FIELD.zero) + waiting[-1] * (rounds - 1)
    if Real.of(((rounds - 1) / mean_wait - 1) * resample) > bound + 1:
        return False
    raise UndecidedError(f"T = 2^{exponent}, tau = {tau}: the enclosure of E v_T contains the bound")


def required(exponent: int) -> int:
    """The number alpha + c, where beta1 = 1/T, alpha = 8 (ln T + ln(2 T^2))/eps1 and eps1 = 4 ln 2."""
    return CLIP + 2 * (exponent + 2 * exponent + 1)


DISPUTE = Dispute(
    says="T = 2, 4, ..., 2^16, no losses",
    instances=lambda: range(1, 17),
    holds=holds,
    text=lambda _: 0,
    mended=required,
    variation=lambda exponent: 2 * required(exponent),
    varied="twice that threshold",
    show=lambda exponent: f"T = 2^{exponent}, N = 2, losses 0, e^eps1 = 16, e^eps2 = 21/20, e^-eta = {KEEP}",
)
