"""`truncation`, decided in Q(L) from the exact laws of Algorithm 1 with and without its limit."""

from collections.abc import Callable, Iterable
from fractions import Fraction

from hypothesis.strategies import SearchStrategy

from dartproof.evidence import Control, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation
from dartproof.numeric import LogNumber

from . import derivation
from .instances import Case, cases, every_case, sharp_cases, sharp_checks


def sums(differences: list[LogNumber], zero: LogNumber) -> tuple[LogNumber, LogNumber]:
    """The sum of the positive parts and that of the absolute values."""
    positive = sum((d for d in differences if d > 0), start=zero)
    negative = sum((d for d in differences if d < 0), start=zero)
    return positive, positive - negative


def bounded(case: Case) -> bool:
    """All inequalities of the statement."""
    zero = case.parameters.field.zero
    total_positive, total = zero, zero
    for now in range(case.rounds):
        positive, absolute = sums(case.differences(now), zero)
        exceeds = case.exceeds(now)
        if not (positive <= exceeds and absolute <= 2 * exceeds):
            return False
        total_positive, total = total_positive + positive, total + absolute
    exceeds, rounds = case.exceeds(case.rounds - 1), case.rounds
    return total_positive <= rounds * exceeds and total <= 2 * rounds * exceeds <= 2 * rounds * case.reaches()


def in_each_round(
    case: Case,
    *,
    positive: Fraction = Fraction(1),
    absolute: Fraction = Fraction(2),
    threshold: int = 0,
    scale: int = 1,
) -> bool:
    """The two inequalities in each round with other constants, another threshold, or losses in larger units."""
    for now in range(case.rounds):
        first, second = sums(case.differences(now, threshold=threshold), case.parameters.field.zero)
        exceeds = case.exceeds(now)
        if not (scale * first <= positive * exceeds and scale * second <= absolute * exceeds):
            return False
    return True


def three_halves(case: Case) -> bool:
    """The false claim with 3/2 for 2."""
    return in_each_round(case, absolute=Fraction(3, 2))


def half_for_the_positive_part(case: Case) -> bool:
    """The false claim with 1/2 for 1."""
    return in_each_round(case, positive=Fraction(1, 2))


def losses_up_to_two(case: Case) -> bool:
    """The false claim for a grid in which the largest loss counts 2; only its half enters the exponents."""
    return in_each_round(case, scale=2)


def another_threshold(case: Case) -> bool:
    """The false claim where the learner without the limit has a threshold that is larger by one step."""
    return in_each_round(case, threshold=1)


def once_for_all_rounds(case: Case) -> bool:
    """The false claim that the sum over all rounds is at most 2 Pr[v^_T > V]."""
    return _total(case) <= 2 * case.exceeds(case.rounds - 1)


def one_more(case: Case) -> bool:
    """The false claim with Pr[v^_T > V + 1]."""
    return _total(case) <= 2 * case.rounds * case.exceeds(case.rounds - 1, by=2)


def _total(case: Case) -> LogNumber:
    zero = case.parameters.field.zero
    return sum((sums(case.differences(now), zero)[1] for now in range(case.rounds)), start=zero)


def of_cases(
    name: str,
    says: str,
    symbolic: Derivation,
    holds: Callable[[Case], bool],
    *,
    family: Callable[[], Iterable[Case]] = sharp_checks,
    strategy: Callable[[], SearchStrategy[Case]] = sharp_cases,
) -> Control:
    """A false claim."""
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("small streams of two experts", lambda _: family(), holds),
        property=Randomised("few rounds, any parameters", strategy, holds),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive(
            "Algorithm 1 on all streams of two experts and three rounds (full: four), losses 0 and 1, V = 0, 1",
            lambda effort: every_case(rounds=4 if effort == "full" else 3),
            bounded,
        ),
        Exhaustive(
            "checks certain but for 1/50 and large eta, two and three rounds", lambda _: sharp_checks(), bounded
        ),
    ],
    property=[
        Randomised("any losses and parameters, T <= 4, N <= 3, V <= 2", cases, bounded, examples=60),
        Randomised("nearly certain checks and large eta, T <= 4", sharp_cases, bounded, examples=60),
    ],
    controls=[
        of_cases("three_halves", "3/2 will do for 2", derivation.three_halves, three_halves),
        of_cases(
            "half_for_the_positive_part",
            "half the probability bounds the positive part",
            derivation.half_for_the_positive_part,
            half_for_the_positive_part,
        ),
        of_cases(
            "once_for_all_rounds",
            "no T is needed",
            derivation.once_for_all_rounds,
            once_for_all_rounds,
        ),
        of_cases("one_more", "Pr[v^_T > V + 1] will do", derivation.one_more, one_more),
        of_cases("losses_up_to_two", "losses may be up to 2", derivation.losses_up_to_two, losses_up_to_two),
        of_cases(
            "another_threshold",
            "the learner without limit may have another threshold",
            derivation.another_threshold,
            another_threshold,
            family=lambda: every_case(rounds=2),
        ),
    ],
)
