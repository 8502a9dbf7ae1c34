"""`sharp_parameters`: answers and the chain for given noises in rationals, laws in Q(L), bounds in balls."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import islice

from dartproof.accounting import optimal
from dartproof.accounting.poisson import poisson_tail
from dartproof.accounting.sharp import SharpParameters
from dartproof.accounting.zcdp import bounded_range_rho, renyi_epsilon
from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation
from dartproof.laws import hockey_stick
from dartproof.numeric import Real, exp, expm1, log

from . import cases, derivation
from .cases import Answer, Pair, Run, Table

TINY = Fraction(1, 10**20)
ORDERS = (Fraction(3, 2), Fraction(3), Fraction(10))


def answer_right(answer: Answer, *, exchanged: bool = False) -> bool:
    """⊤ only from tau - alpha- on, ⊥ only up to tau + alpha+; a control exchanges the two."""
    before, after = answer.range.early, answer.range.late
    if exchanged:
        before, after = after, before
    if answer.top():
        return answer.query >= answer.threshold - before
    return answer.query <= answer.threshold + after


def free_bounded(table: Table, share: Fraction = Fraction(1, 2)) -> bool:
    """Lhat (1 - eta Delta/2) <= L_MW if eta Delta < 2; a control has another share than 1/2."""
    rate = -log(table.keep) * table.overshoot
    return not (rate < 2 and table.free_loss * (1 - share * rate) > table.weights)


def on_the_event(table: Table) -> bool:
    """The chain for noises in G."""
    limited = table.loss <= table.free_loss + len(table.losses) * table.grid * table.exceeded
    return table.intervals() and free_bounded(table) and limited and table.exceeded <= cases.poisson_bound(table)


def limit_ignored(table: Table) -> bool:
    """The false claim L (1 - eta Delta/2) <= L_MW if eta Delta < 2, whatever V."""
    rate = -log(table.keep) * table.overshoot
    return not (rate < 2 and table.loss * (1 - rate / 2) > table.weights)


def run_bounded(run: Run) -> bool:
    """The regret of Algorithm 1 is within the bound for L' = L*, L* + 1/2 and L* + 2, if its hypotheses hold."""
    regret = Real.of(run.law().expected_regret)
    bounds = (run.bound(extra) for extra in (Fraction(0), Fraction(1, 2), Fraction(2)))
    return all(bound is None or regret <= bound for bound in bounds)


def run_below_half(run: Run) -> bool:
    """The same, and the bound for L' = L* is met by no learner that never checks."""
    bound = run.bound()
    return run_bounded(run) and bound is not None and bound < run.silent - run.best


def coupled(run: Run, *, price: int = 1) -> bool:
    """Where on G nothing is checked, L is at most what a learner that never checks loses, and T beta."""
    if not run.quiet:
        return True
    return run.law().expected_loss <= run.silent + price * len(run.losses) * run.beta


def private(pair: Pair, *, cheaper: bool = False) -> bool:
    """P(E) <= e^eps P'(E) + delta for every E and in both directions, for each eps'; a control takes the minimum."""
    limit, eta = pair.parameters.limit, -log(pair.parameters.keep)
    spent = [2 * limit * eta]
    if pair.delta:
        spent.append(optimal(limit, 2 * eta, pair.delta))
        rho = bounded_range_rho(limit, 2 * eta)
        spent.extend(renyi_epsilon(rho, pair.delta, order) for order in ORDERS)
    cost = (Real.minimum if cheaper else Real.maximum)(*pair.directions())
    ratio = exp(cost + Real.minimum(*spent)).enclosure(64).lower  # less than e^eps, which makes the claim stronger
    p, p_n = pair.laws()
    return max(hockey_stick(p, p_n, ratio), hockey_stick(p_n, p, ratio)) <= pair.delta


def package_form(it: SharpParameters) -> bool:
    """The package's alpha-, alpha+, eps and bound are those of the statement, and its parameters allow them."""
    level, loss = log(2 * it.rounds / it.beta), min(it.loss_bound, Fraction(it.rounds))
    sides = int(it.noise_shape == "laplace")
    early, late = (it.nu_scale + sides * it.xi_scale) * level, (it.xi_scale + sides * it.nu_scale) * level
    gap = 1 - it.eta * (it.tau + late + 1) / 2
    mean = log(it.experts) + it.eta * loss
    bound = mean / (-expm1(-it.eta) * gap) - loss + it.rounds * (it.beta + poisson_tail(mean, it.limit))
    spent = [2 * it.eta * Real.of(it.limit)]
    if it.delta:
        rho = bounded_range_rho(it.limit, 2 * it.eta)
        order = it.composition.order
        spent += [optimal(it.limit, 2 * it.eta, it.delta)]
        spent += [renyi_epsilon(rho, it.delta, order)] if order is not None else []
    epsilon = Real.maximum(1 / it.xi_scale + it.eta, 1 / it.nu_scale + it.epsilon2) + Real.minimum(*spent)
    met = it.tau >= early + 1 / expm1(it.epsilon2) and gap > 0
    return met and _same(it.regret_bound, bound) and _same(it.epsilon_total, epsilon)


def _same(left: Real, right: Real) -> bool:
    """Whether two reals agree up to 10^-20 of their size, or of 1."""
    size = 1 + Real.maximum(left, -left)
    return -TINY * size <= left - right and left - right <= TINY * size


def of_tables(
    name: str,
    says: str,
    symbolic: Derivation,
    holds: Callable[[Table], bool],
    *,
    at: Callable[[int, Fraction], Table],
    keeps: tuple[Fraction, ...] = (Fraction(1, 2), Fraction(9, 10)),
    least: int = 50,
    most: int = 24,
) -> Control:
    """A false claim for one bad expert, without noise, at any T and e^-eta."""

    def family(_: Effort) -> Iterator[Table]:
        return (at(t, x) for x in keeps for t in (2, 10, 15, 25))

    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("one bad expert", family, holds),
        property=Randomised(
            "one bad expert, any T and eta", partial(cases.quiet_tables, at, least=least, most=most), holds
        ),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive("all noises in G, both shapes, queries about tau", lambda _: cases.every_answer(), answer_right),
        Exhaustive(
            "the chain for extreme noises in G, both shapes, two experts, T = 3, V = 0 (full: T = 4, V = 0, 1)",
            lambda effort: (
                cases.every_table(rounds=4) if effort == "full" else cases.every_table(rounds=3, limits_on_updates=(0,))
            ),
            on_the_event,
        ),
        Exhaustive(
            "Algorithm 1 with its noises, both shapes, two experts, T = 3 (full: 4)",
            lambda effort: cases.every_run(rounds=4 if effort == "full" else 3),
            run_bounded,
        ),
        Exhaustive(
            "Algorithm 1 with its noises where the bound is below T/2: one bad expert, T = 12",
            lambda _: islice(cases.long_runs(), 1),
            run_below_half,
        ),
        Exhaustive("the same where the two experts change places", lambda _: cases.long_runs(), run_bounded),
        Exhaustive(
            "the cost of large noises where none in G leads to a check, T = 3 (full: 4)",
            lambda effort: cases.silent_runs(rounds=4 if effort == "full" else 3),
            coupled,
        ),
        Exhaustive(
            "the privacy of all neighbours, two experts, T = 2 (full: 3)",
            lambda effort: cases.every_pair(rounds=3 if effort == "full" else 2),
            private,
        ),
        Exhaustive("what the package finds", lambda _: cases.every_choice(), package_form),
    ],
    property=[
        Randomised("any noises in G", cases.answers, answer_right),
        Randomised("the chain for any losses and noises in G, T <= 5, N <= 3", cases.tables, on_the_event, examples=40),
        Randomised("Algorithm 1 with its noises, T <= 4, N <= 3", cases.runs, run_bounded, examples=20),
        Randomised("privacy, two experts, T <= 3", cases.pairs, private, examples=25),
    ],
    controls=[
        of_tables(
            "low_threshold",
            "tau >= alpha- will do, here with c = 2",
            derivation.low_threshold,
            free_bounded,
            at=partial(cases.quiet, clip=2, threshold=0),
        ),
        of_tables(
            "quarter",
            "1 - eta Delta/4 will do",
            derivation.quarter,
            partial(free_bounded, share=Fraction(1, 4)),
            at=cases.never_checked,
            keeps=(Fraction(9, 10), Fraction(99, 100)),
            least=80,
            most=10,
        ),
        of_tables(
            "limit_ignored",
            "a limit costs nothing",
            derivation.limit_ignored,
            limit_ignored,
            at=cases.quiet,
        ),
        Control(
            name="large_noises_ignored",
            says="that noises are large costs nothing",
            symbolic=derivation.large_noises_ignored,
            exact=Exhaustive("no check on G", lambda _: cases.silent_runs(rounds=2), partial(coupled, price=0)),
            property=Randomised("no check on G", partial(cases.runs, silent=True), partial(coupled, price=0)),
        ),
        Control(
            name="sides_exchanged",
            says="alpha- is b_xi lambda and alpha+ is b_nu lambda for one-sided noises",
            symbolic=derivation.sides_exchanged,
            exact=Exhaustive("all noises in G", lambda _: cases.every_answer(), partial(answer_right, exchanged=True)),
            property=Randomised("any noises in G", cases.answers, partial(answer_right, exchanged=True)),
        ),
        Control(
            name="cheaper_direction",
            says="the cheaper of the two directions counts",
            symbolic=derivation.cheaper_direction,
            exact=Exhaustive("three rounds", lambda _: cases.single_checks(), partial(private, cheaper=True)),
            property=Randomised("three rounds", partial(cases.pairs, single=True), partial(private, cheaper=True)),
        ),
    ],
)
