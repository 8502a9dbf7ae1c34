"""The steps of the chain on concrete numbers: phases of a stream, binomial tails, and a learner that idles."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

from hypothesis import strategies as st

from dartproof.accounting import ExactParameters
from dartproof.laws.forward import process_law
from dartproof.laws.lazy import Position, Weights, weights_of
from dartproof.laws.path import Instance
from dartproof.laws.process import small_loss_process
from dartproof.laws.rules import greatest_expectation
from dartproof.mechanisms.halting import halting_law
from dartproof.numeric import FastRational, LogField, Real, exp, expm1, fast, log, slow
from dartproof.numeric.binomial import binomial_tail
from dartproof.strategies import keep_factors, loss_steps
from dartproof.streams import Steps, streams_on_grid

SUCCESS = Fraction(3, 100)
KEEPS = (Fraction(1, 2), Fraction(1, 5), Fraction(9, 10))


@cache
def power_of_e(exponent: int) -> Real:
    """The number e^exponent."""
    return exp(exponent)


@dataclass(frozen=True, slots=True)
class Stream:
    """Losses in grid steps, and e^-eta per grid step."""

    losses: Steps
    grid: int
    keep: Fraction

    def __str__(self) -> str:
        """Rounds and experts in order."""
        rows = "; ".join(",".join(map(str, row)) for row in self.losses)
        return f"S = {rows} in steps of 1/{self.grid}, e^(-eta/{self.grid}) = {self.keep}"

    def ratio(self, start: int, end: int) -> Fraction:
        """Phi_end/Phi_start, rounds from 0."""
        return slow(self._moments(start, end)[0])

    def phases(self) -> int:
        """m, the least number of at least 1 with Phi_T >= Phi_1/e^m."""
        ratio = self.ratio(0, len(self.losses) - 1)
        return max(1, 0 if ratio == 1 else (-log(ratio)).ceil())

    def bound(self) -> Real:
        """The number ln N + eta L*."""
        best = min(sum(column) for column in zip(*self.losses, strict=True))
        return Real.of(log(len(self.losses[0])) - log(self.keep) * best)

    def one_phase(self) -> Iterator[tuple[int, int]]:
        """The pairs t < n, from 0, with Phi_n >= Phi_t/e."""
        for start in range(len(self.losses)):
            for end in range(start + 1, len(self.losses)):
                if self.ratio(start, end) >= power_of_e(-1):
                    yield start, end

    def survivors(self, start: int, end: int) -> Fraction:
        """P_t(S)."""
        return slow(self._moments(start, end)[1])

    def no_update(self, start: int, end: int) -> Fraction:
        """The least Pr[no update in t + 1, ..., n] after an update in round t, over all rules of when to check."""
        weights = weights_of(self.losses, self.keep)
        later = Weights(weights.one, weights.factors[start:], weights.shares[start:])

        def updated(at: Position) -> FastRational:
            return fast(int(at.updates > 0))

        return 1 - slow(greatest_expectation(later, updated, until=end - start))

    def _moments(self, start: int, end: int) -> tuple[FastRational, FastRational]:
        weights, total, inside = weights_of(self.losses, self.keep), fast(0), fast(0)
        for expert, share in enumerate(weights.shares[start]):
            factor = weights.keep(start, end, expert)
            total += share * factor
            inside += share if slow(factor) >= power_of_e(-2) else fast(0)
        return total, inside


@dataclass(frozen=True, slots=True)
class Tail:
    """The tail of n draws of probability 0.03, n = ceil(70 m + 280 ln(1/beta2))."""

    phases: int
    beta: Fraction

    def __str__(self) -> str:
        """All numbers."""
        return f"m = {self.phases}, beta2 = {self.beta}, n = {self.draws}"

    @property
    def draws(self) -> int:
        """The number n."""
        return (70 * self.phases - 280 * log(self.beta)).ceil()

    def below(self) -> tuple[Fraction, Fraction]:
        """A lower and an upper bound on Pr[Bin(n, 0.03) < m], which is that of more than n - m failures."""
        ball = binomial_tail(self.draws - self.phases + 1, self.draws, 1 - SUCCESS)
        return ball.lower, ball.upper

    def moment(self) -> Fraction:
        """2^m (1 - 0.015)^n."""
        return Fraction(2) ** self.phases * (1 - SUCCESS / 2) ** self.draws

    def exponential(self, *, share: int = 8) -> Real:
        """e^(-0.03 n/8); a control takes another number for 8."""
        return exp(-SUCCESS * self.draws / share)


@dataclass(frozen=True, slots=True)
class Idle:
    """Algorithm 1 with tau = 0 on zero losses, without limit: the clip acts at every check."""

    rounds: int
    experts: int
    eta: Fraction
    eps2: Fraction

    def __str__(self) -> str:
        """The parameters and both sides."""
        numbers = f"T = {self.rounds}, N = {self.experts}, eta = {self.eta}, eps2 = {self.eps2}, beta2 = 1/T"
        sides = f"E v_T >= {self.least().decimal(8, 'down')}, bound {self.bound().decimal(8, 'up')}"
        return f"tau = 0, all losses 0, {numbers}: {sides}"

    def least(self) -> Real:
        """(1 - e^(-eta c)) (T/(4 ln 2) - 1)."""
        return least_updates(self.rounds, exp(-self.eta / expm1(self.eps2)))

    def bound(self) -> Real:
        """71 (ln N + 1) + 280 ln T."""
        return 71 * (log(self.experts) + 1) + 280 * log(self.rounds)


def least_updates(rounds: int, keep: Real | Fraction) -> Real:
    """Wald's bound: T rounds make at least T/(4 ln 2) - 1 checks on average, each of which drops with 1 - keep."""
    return (1 - keep) * (rounds / (4 * log(2)) - 1)


@dataclass(frozen=True, slots=True)
class SmallIdle:
    """The same for few rounds, with rational e^(-eta) and e^(-eps1/4)."""

    rounds: int
    keep: Fraction
    noise: Fraction
    clip: int

    def __str__(self) -> str:
        """The parameters."""
        return f"T = {self.rounds}, e^-eta = {self.keep}, e^(-eps1/4) = {self.noise}, c = {self.clip}"

    def expected_updates(self) -> Fraction:
        """E v_T, from the forward recursion; it is rational."""
        parameters = ExactParameters(
            grid=1, keep=self.keep, noise=self.noise, clip=self.clip, threshold=0, limit=self.rounds
        )
        law = process_law(small_loss_process(Instance(((0, 0),) * self.rounds, parameters)))
        return sum((k * chance for k, chance in enumerate(law.updates)), start=parameters.field.zero).as_fraction()

    def silence(self) -> list[Fraction]:
        """Pr[⊥ at the first j queries], j = 0, ..., T - 1, from the package's law of AboveThreshold."""
        law = halting_law([0] * (self.rounds - 1), threshold=0, grid=1, field=LogField(self.noise))
        return [sum(law[j:], start=law[0] * 0).as_fraction() for j in range(self.rounds)]


def silent(count: int) -> Fraction:
    """Pr[⊥ at the first j queries of 0 with tau = 0]: the integral of u (1 - u/2)^j over (0, 1), plus 2^-j/(j + 2).

    With u = e^(-|xi|/b_nu), where b_xi = b_nu/2, the density of u is u on each side of xi = 0.
    """
    first, second = (1 - Fraction(1, 2 ** (count + k)) for k in (1, 2))
    return 4 * (first / (count + 1) - second / (count + 2)) + Fraction(1, 2**count * (count + 2))


def mean_gap_within(count: int) -> bool:
    """The sum of these over j < count misses 4 ln 2 by something between 0 and 4/(count + 1) + 2^(1 - count)."""
    rest = 4 * log(2) - sum((silent(j) for j in range(count)), start=Fraction(0))
    return bool(rest >= 0) and bool(rest <= Fraction(4, count + 1) + Fraction(2, 2**count))


def every_stream(*, rounds: int) -> Iterator[Stream]:
    """Losses 0 and 1, N <= 3 and T up to so many, three learning rates."""
    for keep, experts in product(KEEPS, (1, 2, 3)):
        for length in range(1, rounds + 1 - (experts == 3)):
            for losses in streams_on_grid(length, experts, 1):
                yield Stream(losses, 1, keep)


def one_loss() -> Iterator[Stream]:
    """Two rounds, k of N experts without loss, e^(-eta) about e^-2: where P_t(S) is close to 1/(e + 1)."""
    for experts, zeros, keep in product(range(2, 12), range(1, 4), (Fraction(27, 200), Fraction(7, 50))):
        yield _one_loss(experts, min(zeros, experts), keep)


def _one_loss(experts: int, zeros: int, keep: Fraction) -> Stream:
    row = (0,) * zeros + (1,) * (experts - zeros)
    return Stream((row, (0,) * experts), 1, keep)


def every_tail(*, phases: int) -> Iterator[Tail]:
    """Up to so many phases, beta2 from 1 to 10^-6."""
    for m, beta in product(range(1, phases + 1), (Fraction(1), Fraction(1, 2), Fraction(1, 100), Fraction(1, 10**6))):
        yield Tail(m, beta)


def every_small_idle(*, rounds: int) -> Iterator[SmallIdle]:
    """Up to so many rounds."""
    for length, keep, noise, clip in product(
        range(1, rounds + 1), (Fraction(1, 2), Fraction(9, 10)), (Fraction(1, 2), Fraction(9, 10)), (1, 2)
    ):
        yield SmallIdle(length, keep, noise, clip)


@st.composite
def streams(draw: st.DrawFn) -> Stream:
    """Any losses on grids up to 1/4, T <= 5, N <= 3, any rational e^(-eta/grid)."""
    grid = draw(st.integers(1, 4))
    return Stream(draw(loss_steps(grid=grid, max_rounds=5, max_experts=3)), grid, draw(keep_factors()))


def streams_of_one_loss() -> st.SearchStrategy[Stream]:
    """The streams of `one_loss` with any e^(-eta) from .12 to .14."""
    keeps = st.integers(120, 140).map(lambda permille: Fraction(permille, 1000))
    return st.builds(_one_loss, st.integers(3, 12), st.integers(1, 3), keeps)


def tails(*, phases: int = 40) -> st.SearchStrategy[Tail]:
    """Up to so many phases, any rational beta2."""
    return st.builds(Tail, st.integers(1, phases), keep_factors(max_denominator=1000))


def idles() -> st.SearchStrategy[Idle]:
    """T from 10^3 to 10^7, any eta and eps2 up to 1."""
    shares = st.integers(1, 100).map(lambda percent: Fraction(percent, 100))
    return st.builds(Idle, st.integers(10**3, 10**7), st.integers(1, 10), shares, shares)
