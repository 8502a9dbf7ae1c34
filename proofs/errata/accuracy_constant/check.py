"""Whether a constant C suffices in alpha = C (ln k + ln(2/beta))/eps and C/2 does not, by exact laws."""

from fractions import Fraction

from dartproof.evidence import Dispute
from dartproof.mechanisms.above_threshold import halting_law
from dartproof.numeric import LogField, LogNumber

FIELD = LogField(Fraction(1, 2))  # e^(-eps/4), for queries counted in grid steps
SHARE = Fraction(1, 2) ** 8  # beta/(2k) = e^-(ln k + ln(2/beta)), so alpha is 2 C steps


def beta(queries: int) -> Fraction:
    """The probability of error that is allowed for k queries."""
    return 2 * queries * SHARE


def holds(constant: int, queries: int) -> bool:
    """C is enough whatever the queries, by a union bound, and C/2 is not, for equal queries just alpha away."""
    single = max(wrong_top(1, 2 * constant), wrong_bottom(2 * constant))
    return single * queries <= beta(queries) < wrong_top(queries, constant)


def wrong_top(queries: int, alpha: int) -> LogNumber:
    """Pr[some answer is ⊤] for so many queries alpha steps below the threshold."""
    return 1 - halting_law([-alpha] * queries, threshold=0, grid=1, field=FIELD)[-1]


def wrong_bottom(alpha: int) -> LogNumber:
    """Pr[⊥] for one query alpha steps above the threshold."""
    return halting_law([alpha], threshold=0, grid=1, field=FIELD)[-1]


DISPUTE = Dispute(
    says="k = 1, ..., 10 queries with beta = k/128",
    instances=lambda: range(1, 11),
    holds=holds,
    text=8,
    mended=4,
    variation=5,
    varied="the constant 5",
    show=lambda queries: f"k = {queries}, beta = {beta(queries)}",
)
