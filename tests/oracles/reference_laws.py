"""A second implementation of the laws, in mpmath alone: every transcript, and the noise ξ by quadrature.

It takes plain numbers, losses in units of loss, rounds and experts from 0, and knows nothing of the package it is
compared with. A transcript is (first expert, step of round 1, ..., step of round T - 1); a step is WAIT (no check),
KEEP (a check that keeps), SILENT (the limit is reached), or the number of the expert drawn.

`Rules` are the places where it is easy to go wrong. Other rules than the default make another learner, with which a
comparison has to fail.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeVar

from mpmath import calculus, mp

WAIT, KEEP, SILENT = "wait", "keep", "silent"

Number = Any
Losses = Sequence[Sequence[Number]]
Law = dict[tuple[Any, ...], Number]
#: (Pr[kept], Pr[resampled]) of the first check by its round, and Pr[no check].
Course = tuple[list[tuple[Number, Number]], Number]
Outcome = TypeVar("Outcome")

DIGITS = 50


@dataclass(frozen=True)
class Rules:
    """What a learner does, rule by rule; the defaults are those of the algorithms."""

    counts: str = "resamples"  # what v counts; or "changes" of the expert, or "checks"
    begins: str = "launch"  # the round of the first loss that counts for an instance; or "before" it, or "after" it
    coin: str = "keeps"  # what happens with probability exp(-eta r); or "resamples"
    clips: bool = True
    weights: str = "past"  # of P_t: the losses before round t; or "late", without the last of them
    noise: str = "once"  # the threshold noise: once an instance; or "fresh" for every query
    compensates: bool = True  # whether p is subtracted from the hazard of a kept check
    floor: bool = True  # whether the hazard is at least h0


PAPER = Rules()


# --- Quadrature ---------------------------------------------------------------------------------------------------


def integrate(integrands: Callable[[Number], list[Number]], points: Sequence[Number]) -> list[Number]:
    """Integrate several functions of one variable at once over consecutive pieces, with 48 Gauss nodes on each."""
    totals: list[Number] = []
    for start, stop in pairwise(points):
        half, middle = (stop - start) / 2, (stop + start) / 2
        for node, weight in _gauss():
            values = integrands(middle + half * node)
            totals = totals or [mp.zero] * len(values)
            totals = [total + half * weight * value for total, value in zip(totals, values, strict=True)]
    return totals


def pieces(kinks: Iterable[Number], *, rate: Number, slowest: Number, lower: Number | None) -> list[Number]:
    """Cut the line at the kinks, so that integrands that are sums of exponentials in between are resolved.

    Args:
        kinks: Where an integrand is not smooth.
        rate: The fastest rate at which an integrand grows or falls.
        slowest: The rate at which it falls beyond the outermost kinks; the rest beyond e^-140 is left out.
        lower: Where the line begins; None for -oo.
    """
    inner = sorted(
        {mp.mpf(kink) for kink in kinks if lower is None or kink > lower} | ({lower} if lower is not None else set())
    )
    fine = mp.mpf(12) / rate
    cut = [inner[0]]
    for start, stop in pairwise(inner):
        count = int(mp.ceil((stop - start) / fine))
        cut.extend(start + (stop - start) * k / count for k in range(1, count + 1))
    # What falls fast has fallen by the time the pieces are long.
    tail = [fine]
    while tail[-1] * slowest < 140:
        tail.append(2 * tail[-1])
    right = [cut[-1] + length for length in tail]
    left = [] if lower is not None else [cut[0] - length for length in reversed(tail)]
    return left + cut + right


_RULES: dict[int, list[tuple[Number, Number]]] = {}


def _gauss() -> list[tuple[Number, Number]]:
    if mp.prec not in _RULES:
        _RULES[mp.prec] = calculus.quadrature.GaussLegendre(mp).calc_nodes(5, mp.prec)
    return _RULES[mp.prec]


# --- Noise --------------------------------------------------------------------------------------------------------


def density(z: Number, scale: Number, shape: str) -> Number:
    """The density of Lap(scale), or of one-sided Exp(scale)."""
    if shape == "laplace":
        return mp.exp(-abs(z) / scale) / (2 * scale)
    return mp.exp(-z / scale) / scale if z >= 0 else mp.zero


def exceeds(z: Number, scale: Number, shape: str) -> Number:
    """Pr[noise >= z]."""
    if shape == "laplace":
        return mp.exp(-z / scale) / 2 if z >= 0 else 1 - mp.exp(z / scale) / 2
    return mp.exp(-z / scale) if z >= 0 else mp.one


def falls_short(z: Number, scale: Number, shape: str) -> Number:
    """Pr[noise < z], not by subtraction from 1 where it is small."""
    if shape == "laplace":
        return mp.exp(z / scale) / 2 if z <= 0 else 1 - mp.exp(-z / scale) / 2
    return -mp.expm1(-z / scale) if z >= 0 else mp.zero


@lru_cache(maxsize=4096)
def above_threshold(
    queries: tuple[Number, ...],
    *,
    tau: Number,
    b_xi: Number,
    b_nu: Number,
    shape: str = "laplace",
    rules: Rules = PAPER,
) -> list[Number]:
    """Pr[halts at query j] for each j, and at last Pr[never halts]."""

    def courses(xi: Number) -> list[Number]:
        survived, values = density(xi, b_xi, shape), []
        for query in queries:
            values.append(survived * exceeds(tau + xi - query, b_nu, shape))
            survived = survived * falls_short(tau + xi - query, b_nu, shape)
        return [*values, survived]

    kinks = [mp.zero, *(query - tau for query in queries)]
    lower = None if shape == "laplace" else mp.zero
    rate = 1 / b_xi + len(queries) / b_nu
    if rules.noise == "once":
        return integrate(courses, pieces(kinks, rate=rate, slowest=1 / b_xi, lower=lower))
    # Fresh threshold noise for every query: answers are independent.
    survived, law = mp.one, []
    for query in queries:
        (halts,) = integrate(
            lambda xi, query=query: [density(xi, b_xi, shape) * exceeds(tau + xi - query, b_nu, shape)],
            pieces([mp.zero, query - tau], rate=rate, slowest=1 / b_xi, lower=lower),
        )
        law.append(survived * halts)
        survived = survived * (1 - halts)
    return [*law, survived]


# --- Learners -----------------------------------------------------------------------------------------------------


def small_loss(
    losses: Losses,
    *,
    eta: Number,
    tau: Number,
    limit: int,
    clip: Number,
    b_xi: Number,
    b_nu: Number,
    shape: str = "laplace",
    rules: Rules = PAPER,
) -> Law:
    """The law of the transcript of Algorithm 1."""

    def course(launch: int, expert: int, _checks: int) -> Course:
        queries = pending(losses, launch, expert, rules)
        *halts, never = above_threshold(queries, tau=tau, b_xi=b_xi, b_nu=b_nu, shape=shape, rules=rules)
        coins = [mp.exp(-eta * (max(clip, query) if rules.clips else query)) for query in queries]
        return [tossed(halt, coin, rules) for halt, coin in zip(halts, coins, strict=True)], never

    return transcript_law(losses, course, eta=eta, limit=limit, rules=rules)


def lazy(losses: Losses, *, eta: Number, delay: Callable[[int, int, int], int], rules: Rules = PAPER) -> Law:
    """The law of the transcript of Algorithm 2, from the first round on, with a forced check in the last one."""
    last = len(losses) - 1

    def course(launch: int, expert: int, checks: int) -> Course:
        queries = pending(losses, launch, expert, rules)
        due = min(max(launch + 1, delay(launch, expert, checks)), last)
        outcomes = [(mp.zero, mp.zero)] * (last - launch)
        if due > launch:
            outcomes[due - launch - 1] = tossed(mp.one, mp.exp(-eta * queries[due - launch - 1]), rules)
        return outcomes, mp.mpf(due <= launch)

    return transcript_law(losses, course, eta=eta, limit=None, rules=rules)


def compensated(
    losses: Losses,
    *,
    eta: Number,
    tau: Number,
    limit: int,
    clip: Number,
    b1: Number,
    b2: Number,
    shape: str = "exponential",
    rules: Rules = PAPER,
) -> Law:
    """The law of the transcript of the compensated learner; `shape` is that of the threshold noise."""

    def course(launch: int, expert: int, _checks: int) -> Course:
        queries = pending(losses, launch, expert, rules)
        return compensated_instance(queries, eta=eta, tau=tau, clip=clip, b1=b1, b2=b2, shape=shape, rules=rules)

    return transcript_law(losses, course, eta=eta, limit=limit, rules=rules)


@lru_cache(maxsize=4096)
def compensated_instance(
    queries: tuple[Number, ...],
    *,
    eta: Number,
    tau: Number,
    clip: Number,
    b1: Number,
    b2: Number,
    shape: str = "exponential",
    rules: Rules = PAPER,
) -> Course:
    """What the first check of an instance of the compensated learner does, and when."""
    widest = tau - clip  # from this gap on the hazard is h0
    least = mp.exp(-widest / b2)
    withheld = least * -mp.expm1(-eta * clip) if rules.compensates else mp.zero

    def hazard(gap: Number) -> tuple[Number, Number]:
        """The hazard, and 1 minus it."""
        capped = min(gap, widest) if rules.floor else gap
        return (mp.one, mp.zero) if capped <= 0 else (mp.exp(-capped / b2), -mp.expm1(-capped / b2))

    def outcomes(xi: Number) -> list[Number]:
        survived, values = density(xi, b1, shape), []
        for query in queries:
            checks, waits = hazard(tau + xi - query)
            keeps = mp.exp(-eta * query) * (checks - withheld)
            values.extend((survived * keeps, survived * (checks - keeps)))
            survived = survived * waits
        return [*values, survived]

    kinks = [mp.zero, *(query - tau for query in queries), *(query - clip for query in queries)]
    rate = 1 / b1 + len(queries) / b2
    cut = pieces(kinks, rate=rate, slowest=1 / b1, lower=None if shape == "laplace" else mp.zero)
    *values, never = integrate(outcomes, cut)
    return list(zip(values[::2], values[1::2], strict=True)), never


def pending(losses: Losses, launch: int, expert: int, rules: Rules) -> tuple[Number, ...]:
    """The losses of an expert since a launch, before each of the later rounds."""
    begin = {"launch": launch, "before": max(launch - 1, 0), "after": launch + 1}[rules.begins]
    return tuple(sum((row[expert] for row in losses[begin:t]), mp.zero) for t in range(launch + 1, len(losses)))


def tossed(check: Number, coin: Number, rules: Rules) -> tuple[Number, Number]:
    """Pr[checked and kept] and Pr[checked and resampled]."""
    outcome = (check * coin, check * (1 - coin))
    return outcome if rules.coin == "keeps" else outcome[::-1]


def shares(losses: Losses, t: int, eta: Number, rules: Rules) -> list[Number]:
    """P_t."""
    seen = losses[: t if rules.weights == "past" else max(t - 1, 0)]
    weights = [mp.exp(-eta * sum((row[i] for row in seen), mp.zero)) for i in range(len(losses[0]))]
    return [weight / sum(weights) for weight in weights]


def transcript_law(
    losses: Losses, course: Callable[[int, int, int], Course], *, eta: Number, limit: int | None, rules: Rules
) -> Law:
    """The probability of every transcript, those of probability 0 left out."""
    rounds, experts = len(losses), len(losses[0])
    drawn = [shares(losses, t, eta, rules) for t in range(rounds)]
    known: dict[tuple[int, int, int], Course] = {}

    def follow(
        launch: int, expert: int, checks: int, count: int, mass: Number
    ) -> Iterator[tuple[tuple[Any, ...], Number]]:
        left = rounds - 1 - launch
        if count == limit:
            yield (SILENT,) * left, mass
            return
        if (launch, expert, checks) not in known:
            known[launch, expert, checks] = course(launch, expert, checks)
        outcomes, never = known[launch, expert, checks]
        yield (WAIT,) * left, mass * never
        for wait, (keeps, draws) in enumerate(outcomes):
            now, before = launch + 1 + wait, (WAIT,) * wait
            counted = count + (rules.counts == "checks")
            for rest, total in follow(now, expert, checks + 1, counted, mass * keeps):
                yield (*before, KEEP, *rest), total
            for other in range(experts):
                counted = count + (rules.counts != "changes" or other != expert)
                for rest, total in follow(now, other, checks + 1, counted, mass * draws * drawn[now][other]):
                    yield (*before, other, *rest), total

    return {
        (first, *steps): mass
        for first in range(experts)
        for steps, mass in follow(0, first, 0, 0, drawn[0][first])
        if mass
    }


# --- What follows from a law --------------------------------------------------------------------------------------


def picks(transcript: tuple[Any, ...]) -> tuple[int, ...]:
    """The experts played."""
    held = [transcript[0]]
    for step in transcript[1:]:
        held.append(step if isinstance(step, int) else held[-1])
    return tuple(held)


def resamples(transcript: tuple[Any, ...]) -> int:
    """v_T."""
    return sum(isinstance(step, int) for step in transcript[1:])


def push(law: Mapping[Any, Number], image: Callable[[Any], Outcome]) -> dict[Outcome, Number]:
    """The law of an image."""
    sums: dict[Outcome, Number] = {}
    for outcome, mass in law.items():
        sums[image(outcome)] = sums.get(image(outcome), mp.zero) + mass
    return sums


def marginals(law: Law, rounds: int, experts: int) -> list[list[Number]]:
    """Pr[i_t = i]."""
    table = [[mp.zero] * experts for _ in range(rounds)]
    for path, mass in push(law, picks).items():
        for t, expert in enumerate(path):
            table[t][expert] += mass
    return table


def expected_loss(law: Law, losses: Losses) -> Number:
    """The expectation of the sum of the losses of the picks."""
    return mp.fsum(mass * losses[t][i] for path, mass in push(law, picks).items() for t, i in enumerate(path))


def max_ratio(p: Mapping[Any, Number], q: Mapping[Any, Number]) -> Number:
    """The largest p(w)/q(w), or infinity."""
    return max(mass / q[outcome] if outcome in q else mp.inf for outcome, mass in p.items())


def hockey_stick(p: Mapping[Any, Number], q: Mapping[Any, Number], ratio: Number) -> Number:
    """The sum of the positive parts of p - ratio q."""
    return mp.fsum(max(mp.zero, mass - ratio * q.get(outcome, mp.zero)) for outcome, mass in p.items())
