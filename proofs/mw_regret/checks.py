"""`mw_regret`: P_t and Phi are rational at rational e^(-eta/g); comparisons with eta and ln N are decided in balls."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise, product

from hypothesis import strategies as st

from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation
from dartproof.mechanisms import exponential_mechanism
from dartproof.numeric import Real, log
from dartproof.strategies import keep_factors, loss_steps
from dartproof.streams import Steps, streams_on_grid

from . import derivation

SMALL_RATES = [Fraction(2, 5), Fraction(1, 2), Fraction(9, 10), Fraction(99, 100)]  # e^-eta of eta <= 1
LARGE_RATES = [Fraction(1, 20), Fraction(1, 10)]
# Where e^eta is a power of N the false form can hold with equality, which no ball decides.
PRIMES = [5, 7, 11, 13, 17, 19, 23, 29, 31]


@dataclass(frozen=True, slots=True)
class Game:
    """Multiplicative weights on a stream of losses in steps of 1/grid."""

    losses: Steps
    grid: int
    keep: Fraction

    def __str__(self) -> str:
        """In the paper's notation."""
        rows = "; ".join(", ".join(str(Fraction(step, self.grid)) for step in row) for row in self.losses)
        return f"e^-eta = {self.exp_minus_eta}, losses per round {rows}"

    @property
    def exp_minus_eta(self) -> Fraction:
        """The number e^-eta."""
        return self.keep**self.grid

    @property
    def eta(self) -> Real:
        """The learning rate, per unit of loss."""
        return _minus_log(self.keep) * self.grid

    @property
    def entropy(self) -> Real:
        """The number ln N."""
        return log(len(self.losses[0]))

    @property
    def totals(self) -> list[tuple[int, ...]]:
        """The experts' losses before each round, and in the end, in steps."""
        totals = [(0,) * len(self.losses[0])]
        for row in self.losses:
            totals.append(tuple(total + step for total, step in zip(totals[-1], row, strict=True)))
        return totals

    @property
    def best(self) -> Fraction:
        """The loss L* of the best expert."""
        return Fraction(min(self.totals[-1]), self.grid)

    def expected(self) -> list[Fraction]:
        """The expected loss <P_t, l_t> of each round."""
        return [
            sum((share * step for share, step in zip(self.shares(total), row, strict=True)), Fraction(0)) / self.grid
            for total, row in zip(self.totals, self.losses, strict=False)
        ]

    def shares(self, total: tuple[int, ...]) -> tuple[Fraction, ...]:
        """The law of the expert that is played after these losses."""
        return exponential_mechanism.law(total, self.keep)


class Uniform(Game):
    """The learner that is uniform in every round."""

    def shares(self, total: tuple[int, ...]) -> tuple[Fraction, ...]:
        """1/N each."""
        return (Fraction(1, len(total)),) * len(total)


class UpToTwo(Game):
    """Losses of up to two units: a stream on the grid 2 whose steps count as whole units."""

    def __str__(self) -> str:
        """In the paper's notation."""
        return f"losses up to 2: {super().__str__()}"


@cache
def _minus_log(keep: Fraction) -> Real:
    return -log(keep)


def first_form(game: Game, *, entropies: int = 1) -> bool:
    """(1 - e^-eta) L <= eta L* + ln N."""
    played = (1 - game.exp_minus_eta) * sum(game.expected())
    return played <= game.eta * game.best + entropies * game.entropy


def second_form(game: Game, *, entropies: int = 2) -> bool:
    """L - L* <= eta L* + 2 ln N/eta, multiplied by eta."""
    regret = sum(game.expected()) - game.best
    return game.eta * regret <= game.eta**2 * game.best + entropies * game.entropy


def middle_form(game: Game) -> bool:
    """L - L* <= eta L* + (1 + eta) ln N/eta, multiplied by eta."""
    regret = sum(game.expected()) - game.best
    return game.eta * regret <= game.eta**2 * game.best + (1 + game.eta) * game.entropy


def shrinks(game: Game) -> bool:
    """Phi_{t+1} <= Phi_t (1 - (1 - e^-eta) <P_t, l_t>) in every round."""
    sums = [sum((game.keep**steps for steps in total), Fraction(0)) for total in game.totals]
    return all(
        after <= before * (1 - (1 - game.exp_minus_eta) * lost)
        for (before, after), lost in zip(pairwise(sums), game.expected(), strict=True)
    )


def every_rate(game: Game) -> bool:
    """What holds for every eta > 0."""
    return shrinks(game) and first_form(game) and middle_form(game)


def whole(game: Game) -> bool:
    """The whole statement, for eta <= 1."""
    return every_rate(game) and second_form(game)


def family(rates: list[Fraction], effort: Effort = "quick", *, made_by: type[Game] = Game) -> Iterator[Game]:
    """Every {0, 1}-valued stream: N = 1, 2, 3 and few rounds; at full effort one more."""
    longer = effort == "full"
    for experts, most in ((1, 4), (2, 3 + longer), (3, 2 + longer)):
        for rounds, keep in product(range(1, most + 1), rates):
            for losses in streams_on_grid(rounds, experts, 1, last_round=True):
                yield made_by(losses, 1, keep)


def halves(effort: Effort) -> Iterator[Game]:
    """Every stream of two experts and two rounds with losses 0, 1/2, 1; at full effort also three rounds."""
    for rounds in (2, 3) if effort == "full" else (2,):
        for losses in streams_on_grid(rounds, 2, 2, last_round=True):
            yield Game(losses, 2, Fraction(9, 10))


def wide(_: Effort) -> Iterator[Game]:
    """Losses 0, 1, 2 in two rounds."""
    for losses in streams_on_grid(2, 2, 2, last_round=True):
        yield UpToTwo(losses, 1, Fraction(1, 2))


@st.composite
def games(
    draw: st.DrawFn,
    *,
    made_by: type[Game] = Game,
    keeps: st.SearchStrategy[Fraction] | None = None,
    grid: int | None = None,
    rounds: int = 6,
) -> Game:
    """Streams on grids up to 1/4, with any rational e^(-eta/g)."""
    steps = draw(st.integers(1, 4)) if grid is None else grid
    losses = draw(loss_steps(grid=steps, max_rounds=rounds, max_experts=4))
    return made_by(losses, 1 if made_by is UpToTwo else steps, draw(keep_factors() if keeps is None else keeps))


def gentle() -> st.SearchStrategy[Game]:
    """Streams with e^-eta from 2/5 on, so eta < 1."""
    keeps = st.integers(0, 59).map(lambda percent: Fraction(40 + percent, 100))
    return games(keeps=keeps, grid=1)


def false(
    name: str,
    says: str,
    symbolic: Derivation,
    *,
    holds: Callable[[Game], bool],
    instances: Callable[[Effort], Iterable[Game]],
    strategy: Callable[[], st.SearchStrategy[Game]],
) -> Control:
    """A false neighbour, refuted on the same streams by enumeration and by drawing."""
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("small streams", instances, holds),
        property=Randomised("streams of up to 6 rounds and 4 experts", strategy, holds, examples=300),
    )


small_rates, large_rates = partial(family, SMALL_RATES), partial(family, LARGE_RATES)

ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive("every {0, 1}-valued stream, N = 1 to 3 and few rounds, eta <= 1", small_rates, whole),
        Exhaustive("the same for eta = ln 10 and ln 20, without the form for eta <= 1", large_rates, every_rate),
        Exhaustive("every stream of two experts with losses 0, 1/2, 1", halves, whole),
    ],
    property=[
        Randomised("streams of up to 6 rounds and 4 experts on grids up to 1/4, any eta", games, every_rate),
        Randomised("streams of losses 0 and 1 of up to 6 rounds and 4 experts, eta < 1", gentle, whole, examples=100),
    ],
    controls=[
        false(
            "losses_up_to_two",
            "losses may lie in [0, 2]",
            derivation.losses_up_to_two,
            holds=first_form,
            instances=wide,
            strategy=partial(games, made_by=UpToTwo, grid=2),
        ),
        false(
            "uniform_play",
            "every round may play the uniform law",
            derivation.uniform_play,
            holds=first_form,
            instances=partial(family, SMALL_RATES, made_by=Uniform),
            strategy=partial(games, made_by=Uniform),
        ),
        false(
            "without_entropy",
            "ln N can be left out",
            derivation.without_entropy,
            holds=partial(first_form, entropies=0),
            instances=small_rates,
            strategy=games,
        ),
        false(
            "one_entropy",
            "ln N/eta suffices in place of 2 ln N/eta",
            derivation.one_entropy,
            holds=partial(second_form, entropies=1),
            instances=small_rates,
            strategy=gentle,
        ),
        false(
            "large_rate",
            "the last form holds for every eta > 0",
            derivation.large_rate,
            holds=second_form,
            instances=large_rates,
            strategy=partial(games, keeps=st.sampled_from(PRIMES).map(lambda q: Fraction(1, q)), grid=1),
        ),
    ],
)
