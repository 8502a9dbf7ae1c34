"""`pure_parameters`: what the package computes is compared with the claims in balls; ceilings are decided."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product

from hypothesis import strategies as st

from dartproof.accounting import privacy_total
from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation

from . import derivation
from .derivation import PAPER, Constants
from .settings import Setting, balanced

EPSILONS = [Fraction(1), Fraction(1, 10), Fraction(1, 1000)]


@dataclass(frozen=True, slots=True)
class Row:
    """A published row: eta to some digits, V, and the first digits of the total of Lemma 3.1."""

    setting: tuple[int, int, int]  # T, N, L' at eps = 1
    eta: str
    limit: int
    total: str = ""

    def __str__(self) -> str:
        """In the paper's notation."""
        return str(self.as_setting)

    @property
    def as_setting(self) -> Setting:
        """The setting at eps = 1."""
        rounds, experts, loss = self.setting
        return Setting(rounds, experts, Fraction(1), Fraction(loss))


PUBLISHED = [
    Row((1000, 10, 100), "2.87231800200563378076143464892e-5", 2169, "0.79126782159367"),
    Row((10**5, 1000, 10**4), "1.72339080120338026845686078935e-5", 3798, "0.79757543192607"),
    Row((1, 2, 0), "4.583283096e-4", 121),
    Row((2, 2, 0), "2.86249016e-4", 315),
    Row((1000, 1, 5), "0", 2006, "0.66666666666666"),
]


def statement(setting: Setting) -> bool:
    """Eta <= eps/3, 2 eta V <= eps/3, eta tau <= 1/18, V as it should be, and the total of Lemma 3.1 <= eps."""
    p = setting.parameters
    counted = setting.counted(p.eta)
    total = privacy_total(epsilon1=p.epsilon1, epsilon2=p.epsilon2, eta=p.eta, limit=p.limit)
    return (
        3 * p.eta <= setting.epsilon
        and 6 * p.eta * p.limit <= setting.epsilon
        and 18 * p.eta * p.tau <= 1
        and p.limit - 1 < counted <= p.limit
        and total <= setting.epsilon
        and all(condition.holds for condition in p.conditions)
    )


def reproduced(row: Row) -> bool:
    """The published eta, V and total."""
    p = row.as_setting.parameters
    total = privacy_total(epsilon1=p.epsilon1, epsilon2=p.epsilon2, eta=p.eta, limit=p.limit)
    digits = sum(character.isdigit() for character in row.eta.partition("e")[0])
    return (
        Fraction(p.eta.decimal(digits)) == Fraction(row.eta)
        and p.limit == row.limit
        and total.decimal(20, "down").startswith(row.total)
    )


def resamples_paid(setting: Setting, constants: Constants = PAPER, *, times: int = 1) -> bool:
    """The claim 2 eta V <= eps/3 with other constants, or with a limit `times` as large."""
    eta = setting.eta(constants)
    return 6 * eta * times * setting.counted(eta).ceil() <= setting.epsilon


def threshold_times_41(setting: Setting) -> bool:
    """The false 41 eta tau <= 1."""
    p = setting.parameters
    return 41 * p.eta * p.tau <= 1


def cheaper(setting: Setting) -> bool:
    """The false claim that the total is at most 9 eps/10."""
    return 10 * setting.parameters.epsilon_total <= 9 * setting.epsilon


def grid(effort: Effort) -> Iterator[Setting]:
    """All combinations of a few T, N, eps and L', those at which a term is infinite or 0 among them."""
    full = effort == "full"
    rounds = [1, 2, 3, 1000, 10**7, *([4, 10, 100, 10**5, 10**9, 10**12, 10**100] if full else [])]
    experts = [1, 2, 50, 10**6, *([3, 10, 1000, 10**12, 10**30] if full else [])]
    losses = [Fraction(0), Fraction(1, 3), Fraction(10**4), Fraction(10**9)]
    for t, n, epsilon, loss in product(rounds, experts, EPSILONS, losses):
        yield Setting(t, n, epsilon, loss)


def ties(effort: Effort, constants: Constants = PAPER, *, first: int = 3) -> Iterator[Setting]:
    """The settings in which nothing is to spare, and those with N on either side of them."""
    for rounds, epsilon in product(range(first, 200 if effort == "full" else 24), EPSILONS[:2]):
        for shift in (-1, 0, 1):
            yield balanced(rounds, epsilon, constants, shift=shift)


def epsilons() -> st.SearchStrategy[Fraction]:
    """Rational eps in (0, 1]; they shrink to 1."""
    return st.integers(0, 999).map(lambda missing: Fraction(1000 - missing, 1000))


@st.composite
def settings(draw: st.DrawFn) -> Setting:
    """Any T, N and L', mostly of astronomic size."""
    size = st.integers(1, 10**6) | st.integers(1, 10**40)
    loss = st.fractions(0, 10**6, max_denominator=100) | st.integers(0, 10**30).map(Fraction)
    return Setting(draw(size), draw(size), draw(epsilons()), draw(loss))


@st.composite
def near_ties(draw: st.DrawFn, *, constants: Constants = PAPER, least: int = 2) -> Setting:
    """The settings in which nothing is to spare, for any T."""
    return balanced(draw(st.integers(least, 10**6)), draw(epsilons()), constants, shift=draw(st.integers(-2, 2)))


def constant(name: str, says: str, symbolic: Derivation, constants: Constants) -> Control:
    """A false claim with another constant in eta."""
    holds: Callable[[Setting], bool] = partial(resamples_paid, constants=constants)
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("settings with nothing to spare", partial(ties, constants=constants), holds),
        property=Randomised("settings with nothing to spare", partial(near_ties, constants=constants), holds),
    )


def claim(name: str, says: str, symbolic: Derivation, holds: Callable[[Setting], bool]) -> Control:
    """A false claim of the paper's parameters."""
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("the settings of the statement", every_setting, holds),
        property=Randomised("the settings of the statement", lambda: settings() | near_ties(), holds),
    )


def every_setting(effort: Effort) -> Iterator[Setting]:
    """Both families."""
    yield from grid(effort)
    yield from ties(effort)


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive("a grid of T, N, eps and L', T = 1, N = 1 and L' = 0 among them", grid, statement),
        Exhaustive("settings in which nothing is to spare", ties, statement),
        Exhaustive("the published values", lambda _: PUBLISHED, reproduced),
    ],
    property=[
        Randomised("any T, N <= 10^40, L' <= 10^30 and eps in (0, 1]", settings, statement, examples=100),
        Randomised("settings in which nothing is to spare, T <= 10^6", near_ties, statement, examples=100),
    ],
    controls=[
        constant(
            "smaller_1278", "1277 suffices in the first term", derivation.smaller_1278, Constants(per_expert=1277)
        ),
        constant("smaller_1296", "1295 suffices in the first term", derivation.smaller_1296, Constants(base=1295)),
        constant(
            "rounding_for_free",
            "1278 (ln N + 1) suffices in the first term",
            derivation.rounding_for_free,
            Constants(base=1278),
        ),
        constant(
            "smaller_5040", "5039 suffices in the second term", derivation.smaller_5040, Constants(per_round=5039)
        ),
        constant(
            "smaller_1278_of_the_loss",
            "1277 suffices in the third term",
            derivation.smaller_1278_of_the_loss,
            Constants(per_loss=1277),
        ),
        constant("without_eta3", "the third term can be left out", derivation.without_eta3, Constants(per_loss=None)),
        claim(
            "doubled_limit",
            "the limit may be twice as large",
            derivation.doubled_limit,
            partial(resamples_paid, times=2),
        ),
        claim(
            "threshold_times_41",
            "eta tau <= 1 for a threshold 41 times as large",
            derivation.threshold_times_41,
            threshold_times_41,
        ),
        claim("cheaper", "the parameters are 9 eps/10-private", derivation.cheaper, cheaper),
    ],
)
