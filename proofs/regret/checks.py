"""`regret`: the chain for given noises in rationals, the bounds on exact laws and on the parameters in balls."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from dartproof.accounting.poisson import poisson_tail
from dartproof.evidence import Control, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation
from dartproof.numeric import Real, exp, expm1, log

from . import cases, derivation
from .cases import Run, Setting, Table

TINY = Fraction(1, 10**20)


def free_bounded(table: Table, *, overhead: bool = True) -> bool:
    """Lhat <= e^(2 eta Delta) L_MW; a control leaves out the factor."""
    return table.free_loss <= (table.keep ** (-2 * table.overshoot) if overhead else 1) * table.weights


def limited_bounded(table: Table) -> bool:
    """L <= Lhat + T Pr[v^ > V]."""
    return table.loss <= table.free_loss + len(table.losses) * table.grid * table.exceeded


def limit_ignored(table: Table) -> bool:
    """The false claim L <= e^(2 eta Delta) L_MW, whatever V."""
    return table.loss <= table.keep ** (-2 * table.overshoot) * table.weights


def sharper_chain(table: Table) -> bool:
    """Lhat (1 - eta Delta/2) <= L_MW if eta Delta < 2, and Pr[v^ > V] <= Pr[Poisson(M) > V]."""
    gap = 1 + log(table.keep) * table.overshoot / 2
    return not (gap > 0 and table.free_loss * gap > table.weights) and table.exceeded <= cases.poisson_bound(table)


def on_the_event(table: Table) -> bool:
    """Both chains."""
    return free_bounded(table) and limited_bounded(table) and sharper_chain(table)


def run_bounded(run: Run) -> bool:
    """The expected loss of Algorithm 1 is within both bounds, with the Poisson tail and beta."""
    loss, (first, second) = Real.of(run.law().expected_loss), run.bounds()
    return loss <= first and (second is None or loss <= second)


def paper_form(setting: Setting) -> bool:
    """The package's bound is that of the statement, and at most e^6 (7 eta tau L' + 2 ln N/eta) + 2."""
    it = setting.paper()
    alpha = 8 * (log(it.rounds) + log(2 * it.rounds**2)) / it.epsilon1
    overshoot = it.tau + alpha + 1
    weights = (it.eta * it.loss_bound + log(it.experts)) / -expm1(-it.eta)
    stated = exp(2 * it.eta * overshoot) * weights - it.loss_bound + 2
    simple = exp(6) * (7 * it.eta * it.tau * it.loss_bound + 2 * log(it.experts) / it.eta) + 2
    met = it.tau >= alpha + 1 / expm1(it.epsilon2) - TINY and it.tau >= 1 and it.eta * it.tau <= 1
    return met and _same(it.regret_bound, stated) and it.regret_bound <= simple


def sharp_form(setting: Setting) -> bool:
    """The package's sharper bound is that of the statement for L' in place of L*, and its parameters allow it."""
    it = setting.sharp()
    alpha = (it.xi_scale + it.nu_scale) * log(2 * it.rounds / it.beta)
    gap = 1 - it.eta * (it.tau + alpha + 1) / 2
    mean = log(it.experts) + it.eta * it.trusted_loss_bound
    stated = mean / (-expm1(-it.eta) * gap) - it.trusted_loss_bound
    stated += it.rounds * (it.beta + poisson_tail(mean, it.limit))
    return it.tau >= alpha + 1 / expm1(it.epsilon2) and gap > 0 and _same(it.regret_bound, stated)


def _same(left: Real, right: Real) -> bool:
    """Whether two reals agree up to 10^-20 of their size, or of 1."""
    size = 1 + Real.maximum(left, -left)
    return -TINY * size <= left - right and left - right <= TINY * size


def of_tables(
    name: str, says: str, symbolic: Derivation, holds: Callable[[Table], bool], *, at: Callable[..., Table]
) -> Control:
    """A false claim for one bad expert, without noise, at any T and e^-eta."""
    rounds, keeps = (2, 10, 15, 25, 40), (Fraction(1, 2), Fraction(9, 10))
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("one bad expert", lambda _: (at(t, x) for x in keeps for t in rounds), holds),
        property=Randomised("one bad expert, any T and eta", partial(cases.quiet_tables, at), holds),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive(
            "the chain for all noises of -1/2 and 1/2, two experts, T = 3 (full: 4), V = 0, 1",
            lambda effort: cases.every_table(rounds=4 if effort == "full" else 3),
            on_the_event,
        ),
        Exhaustive("the chain with one bad expert, T up to 20", lambda _: cases.one_bad_expert(), on_the_event),
        Exhaustive(
            "Algorithm 1 with its noises, two experts, T = 3 (full: 4)",
            lambda effort: cases.every_run(rounds=4 if effort == "full" else 3),
            run_bounded,
        ),
        Exhaustive("the parameters of Theorem A.1, T up to 10^9", lambda _: cases.every_setting(), paper_form),
        Exhaustive(
            "the sharper parameters",
            lambda effort: [s for k, s in enumerate(cases.every_setting()) if effort == "full" or k % 9 == 0],
            sharp_form,
        ),
    ],
    property=[
        Randomised("the chain for any losses and noises in G, T <= 5, N <= 3", cases.tables, on_the_event, examples=80),
        Randomised("Algorithm 1 with its noises, T <= 4, N <= 3", cases.runs, run_bounded, examples=30),
        Randomised("the parameters of Theorem A.1", cases.settings, paper_form, examples=20),
    ],
    controls=[
        of_tables(
            "no_overhead",
            "Algorithm 1 without a limit loses no more than multiplicative weights",
            derivation.no_overhead,
            partial(free_bounded, overhead=False),
            at=partial(cases.quiet, clip=1, threshold=2, limit=0),
        ),
        of_tables(
            "limit_ignored",
            "a limit costs nothing",
            derivation.limit_ignored,
            limit_ignored,
            at=partial(cases.quiet, clip=1, threshold=1, limit=0),
        ),
        of_tables(
            "low_threshold",
            "tau >= 0 will do, here with c = 2",
            derivation.low_threshold,
            free_bounded,
            at=partial(cases.quiet, clip=2, threshold=0, limit=0),
        ),
    ],
)
