"""All losses at once: every e^(-eta l_t(i)) is an indeterminate, and so is 1/Phi_t for every round t.

A law computed with them is a polynomial that holds for all losses, all eta and all N weights. Two such laws are equal
as rational functions if their difference becomes 0 when it is multiplied by powers of the Phi_t and each (1/Phi_t)
Phi_t is replaced by 1; that is decided by expanding.
"""

import itertools
import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from sympy import ZZ, ring
from sympy.polys.rings import PolyElement

from dartproof.evidence import Effort
from dartproof.laws.lazy import Weights, expert_law, lazy_process, position_laws
from dartproof.laws.rules import TabledDelay, delayed_hazard, every_delay
from dartproof.laws.transcript import BELOW, KEEP


@dataclass(frozen=True, slots=True)
class Indeterminates:
    """The weights of all losses of some rounds and experts, and further indeterminates.

    Attributes:
        weights: their factors, and the shares P_t(i) = w_t(i) (1/Phi_t).
        potentials: Phi_t, as polynomials in the factors.
        others: further indeterminates, for probabilities of checks.
    """

    weights: Weights[PolyElement]
    potentials: Sequence[PolyElement]
    others: Sequence[PolyElement]

    def vanishes(self, polynomial: PolyElement) -> bool:
        """Whether the polynomial is 0 where every 1/Phi_t has its value."""
        rounds = self.weights.rounds
        groups: dict[tuple[int, ...], dict[tuple[int, ...], int]] = {}
        for powers, coefficient in polynomial.terms():
            inverses, rest = powers[:rounds], powers[rounds:]
            groups.setdefault(inverses, {})[(0,) * rounds + rest] = coefficient
        highest = [max(powers) for powers in zip(*groups, strict=True)]
        total = polynomial.ring.zero
        for inverses, terms in groups.items():
            part = polynomial.ring.from_dict(terms)
            for potential, most, power in zip(self.potentials, highest, inverses, strict=True):
                part *= potential ** (most - power)
            total += part
        return not total


@cache
def indeterminates(rounds: int, experts: int, others: int = 0) -> Indeterminates:
    """The weights of all losses of T rounds and N experts. The losses of round T, which no check sees, are 0."""
    inverse_names = [f"Phi_{t}^-1" for t in range(1, rounds + 1)]
    factor_names = [f"x_{t}({i})" for t in range(1, rounds) for i in range(1, experts + 1)]
    domain, *generators = ring([*inverse_names, *factor_names, *(f"h_{n}" for n in range(others))], ZZ)
    inverses, factors = generators[:rounds], generators[rounds : len(generators) - others]
    rows = [factors[t * experts : (t + 1) * experts] for t in range(rounds - 1)]
    columns = [[row[expert] for row in rows] for expert in range(experts)]
    running = [list(itertools.accumulate(column, operator.mul, initial=domain.one)) for column in columns]
    weights = list(zip(*running, strict=True))
    return Indeterminates(
        Weights(
            domain.one,
            [*rows, [domain.one] * experts],
            [[weight * inverse for weight in row] for row, inverse in zip(weights, inverses, strict=True)],
        ),
        [sum(row, start=domain.zero) for row in weights],
        generators[len(generators) - others :],
    )


@dataclass(frozen=True, slots=True)
class AllLosses:
    """Algorithm 2 on all losses at once, with a delay function, or with any rule if it is None. Rounds count from 0."""

    start: int
    end: int
    experts: int
    delay: TabledDelay | None

    def __str__(self) -> str:
        """In the paper's notation."""
        rule = "any rule" if self.delay is None else str(self.delay)
        return f"T_s = {self.start + 1}, T_e = {self.end + 1}, N = {self.experts}, {rule}"


def exact_for_all_losses(case: AllLosses) -> bool:
    """Pr[i_{T_e} = i] = P_{T_e}(i) for every i, as rational functions of all e^(-eta l_t(i)).

    Any rule means that the probability of a check is one more indeterminate for each thing that can have happened.
    """
    pasts = _pasts(case) if case.delay is None else []
    numbers = indeterminates(case.end + 1, case.experts, len(pasts))
    weights, chances = numbers.weights, dict(zip(pasts, numbers.others, strict=True))
    if case.delay is None:
        learner = lazy_process(weights, lambda at: chances.get(at.past, weights.one), start=case.start)
    else:
        learner = lazy_process(weights, delayed_hazard(weights, case.delay, end=case.end), start=case.start)
    *_, law = position_laws(learner, until=case.end, remember=case.delay is None)
    reached, claimed = expert_law(law, case.experts), weights.shares[case.end]
    return all(numbers.vanishes(chance - share) for chance, share in zip(reached, claimed, strict=True))


def _pasts(case: AllLosses) -> list[tuple[int, ...]]:
    """What can have happened before each of the rounds T_s + 1, ..., T_e - 1: the first expert, and the steps."""
    steps = (BELOW, KEEP, *range(case.experts))
    return [
        past
        for length in range(case.end - case.start - 1)
        for past in itertools.product(range(case.experts), *[steps] * length)
    ]


def every_delay_function(effort: Effort) -> Iterator[AllLosses]:
    """All delay functions with T_e <= 4 and N <= 3; at full effort also those with T_e = 5 and N = 2."""
    sizes = [(rounds, experts) for rounds in range(1, 5) for experts in range(1, 4)]
    for rounds, experts in [*sizes, (5, 2)] if effort == "full" else sizes:
        for start in range(rounds):
            for delay in every_delay(start=start, end=rounds - 1, experts=experts, forced=True):
                yield AllLosses(start, rounds - 1, experts, delay)


def every_rule(effort: Effort) -> Iterator[AllLosses]:
    """Any rule, for T_e <= 5 and N <= 3; at full effort also for T_e = 6 and N = 2."""
    sizes = [(rounds, experts) for rounds in range(1, 6) for experts in range(1, 4)]
    for rounds, experts in [*sizes, (6, 2)] if effort == "full" else sizes:
        for start in range(rounds):
            yield AllLosses(start, rounds - 1, experts, None)
