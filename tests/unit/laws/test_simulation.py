"""A million games of each learner have the exact law, and would not be taken for those of another.

The outcome of a game is its picks together with v_T, the number of resamples; the law of v_T is also looked at alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction as Q
from itertools import product
from typing import TypeAlias

import numpy as np
import pytest
from scipy import stats

from dartproof.accounting import CompensatedParameters, ExactParameters
from dartproof.laws import Instance
from dartproof.laws.forward import process_law
from dartproof.laws.process import Process, compensated_process, lazy_process, small_loss_process
from dartproof.learners import (
    CompensatedLearner,
    FixedDelay,
    LazyLearner,
    Learner,
    MultiplicativeWeights,
    ShrinkingDartboard,
    SmallLossLearner,
    run,
    simulate,
)
from dartproof.mechanisms import exponential, laplace
from dartproof.mechanisms.above_threshold import AboveThreshold, NoiseShape, answer_many, halting_law
from dartproof.mechanisms.exponential_mechanism import law as shares
from dartproof.numeric import LogField
from dartproof.streams import LossStream, Steps

TRIALS = 1_000_000
FITS, REJECTED = 1e-3, 1e-9

#: The picks, experts from 0, and v_T.
Outcome: TypeAlias = tuple[tuple[int, ...], int]
Law: TypeAlias = dict[Outcome, float]

LOSSES: Steps = ((2, 1, 0), (0, 2, 1), (2, 0, 1), (1, 1, 2), (0, 0, 0))
GRID = 2
STREAM = LossStream.from_rows([[Q(step, GRID) for step in row] for row in LOSSES])
KEEP = Q(3, 5)
ETA = float(-GRID * np.log(float(KEEP)))
ROUNDS, EXPERTS = STREAM.rounds, STREAM.experts

SMALL_LOSS = ExactParameters(grid=GRID, keep=KEEP, noise=Q(2, 3), clip=1, threshold=2, limit=2)
COMPENSATED = CompensatedParameters(grid=GRID, keep=KEEP, noise=Q(2, 3), clip_steps=2, threshold=3, limit=2)


def process_outcomes(process: Process) -> Law:
    """The law of the outcome of a process, by following every instance to its first check."""
    law: Law = {}

    def follow(picks: tuple[int, ...], updates: int, checks: int, mass: float) -> None:
        launch, expert = len(picks) - 1, picks[-1]
        course = process.course(launch, expert, checks)
        silent = updates == process.limit
        end = (picks + (expert,) * (ROUNDS - len(picks)), updates)
        law[end] = law.get(end, 0.0) + mass * (1.0 if silent else float(course.never))
        for wait, (keep, renewal) in enumerate(() if silent else zip(course.keeps, course.renewals, strict=True)):
            held = picks + (expert,) * wait
            after = checks + process.counts_checks
            follow((*held, expert), updates, after, mass * float(keep))
            for other, share in enumerate(process.shares[launch + 1 + wait]):
                follow((*held, other), updates + 1, after, mass * float(renewal) * float(share))

    for first, share in enumerate(process.shares[0]):
        follow((first,), 0, 0, float(share))
    return law


def weights(t: int, keep: Q = KEEP) -> list[float]:
    """P_t."""
    return [float(share) for share in shares([sum(row[i] for row in LOSSES[:t]) for i in range(EXPERTS)], keep)]


def weights_outcomes(seen: int = 0) -> Law:
    """Multiplicative weights in closed form: independent draws from P_t, or from P_(t + seen)."""
    law: Law = {}
    for picks in product(range(EXPERTS), repeat=ROUNDS):
        law[picks, ROUNDS - 1] = float(np.prod([weights(t + seen * (t > 0))[i] for t, i in enumerate(picks)]))
    return law


def dartboard_outcomes(keep: Q = KEEP) -> Law:
    """The shrinking dartboard in closed form: it keeps with w_t(i)/w_(t-1)(i) = x^(loss), or draws from P_t."""
    law: Law = {((first,), 0): share for first, share in enumerate(weights(0, keep))}
    for t in range(1, ROUNDS):
        following: Law = {}
        for (picks, updates), mass in law.items():
            stays = float(keep ** LOSSES[t - 1][picks[-1]])
            steps = [((*picks, picks[-1]), updates, stays)]
            steps += [((*picks, i), updates + 1, (1 - stays) * share) for i, share in enumerate(weights(t, keep))]
            for path, count, chance in steps:
                following[path, count] = following.get((path, count), 0.0) + mass * chance
        law = following
    return law


def uneven(launch: int, expert: int, checks: int) -> int:
    """A delay that depends on the expert and on the number of checks."""
    return launch + 1 + (expert + checks + 1) % 3


def small_loss_outcomes(parameters: ExactParameters, multiples: tuple[int, int] = (2, 1)) -> Law:
    return process_outcomes(small_loss_process(Instance(LOSSES, parameters, multiples)))


def compensated_outcomes(parameters: CompensatedParameters) -> Law:
    return process_outcomes(compensated_process(LOSSES, parameters))


def lazy_outcomes(delay: Callable[[int, int, int], int], keep: Q = KEEP, *, forced: bool = True) -> Law:
    return process_outcomes(lazy_process(LOSSES, keep, GRID, delay, forced=forced))


@dataclass(frozen=True)
class Case:
    """A learner, the law of its outcomes, and laws that are not its own."""

    learner: Learner
    law: Callable[[], Law]
    wrong: Mapping[str, Callable[[], Law]]


CASES = {
    "small-loss": Case(
        SmallLossLearner.from_exact(SMALL_LOSS),
        lambda: small_loss_outcomes(SMALL_LOSS),
        {
            "keep": lambda: small_loss_outcomes(replace(SMALL_LOSS, keep=Q(61, 100))),
            "noise": lambda: small_loss_outcomes(replace(SMALL_LOSS, noise=Q(64, 100))),
            "clip": lambda: small_loss_outcomes(replace(SMALL_LOSS, clip=2)),
            "threshold": lambda: small_loss_outcomes(replace(SMALL_LOSS, threshold=3)),
            "limit": lambda: small_loss_outcomes(replace(SMALL_LOSS, limit=3)),
            "noises exchanged": lambda: small_loss_outcomes(SMALL_LOSS, (1, 2)),
        },
    ),
    "compensated": Case(
        CompensatedLearner.from_exact(COMPENSATED),
        lambda: compensated_outcomes(COMPENSATED),
        {
            "keep": lambda: compensated_outcomes(replace(COMPENSATED, keep=Q(61, 100))),
            "noise": lambda: compensated_outcomes(replace(COMPENSATED, noise=Q(64, 100))),
            "clip": lambda: compensated_outcomes(replace(COMPENSATED, clip_steps=1)),
            "threshold": lambda: compensated_outcomes(replace(COMPENSATED, threshold=4)),
            "limit": lambda: compensated_outcomes(replace(COMPENSATED, limit=3)),
            "two-sided noise": lambda: compensated_outcomes(replace(COMPENSATED, noise_shape="laplace")),
        },
    ),
    "lazy": Case(
        LazyLearner(eta=ETA, delay=FixedDelay(2)),
        lambda: lazy_outcomes(FixedDelay(2)),
        {
            "keep": lambda: lazy_outcomes(FixedDelay(2), Q(61, 100)),
            "delay": lambda: lazy_outcomes(FixedDelay(3)),
        },
    ),
    "lazy, uneven": Case(
        LazyLearner(eta=ETA, delay=uneven),
        lambda: lazy_outcomes(uneven),
        {
            "keep": lambda: lazy_outcomes(uneven, Q(61, 100)),
            "not forced": lambda: lazy_outcomes(uneven, forced=False),
        },
    ),
    "shrinking-dartboard": Case(
        ShrinkingDartboard(ETA),
        dartboard_outcomes,
        {"keep": lambda: dartboard_outcomes(Q(61, 100)), "rarer checks": lambda: lazy_outcomes(FixedDelay(2))},
    ),
    "multiplicative-weights": Case(
        MultiplicativeWeights(ETA), weights_outcomes, {"a round ahead": lambda: weights_outcomes(1)}
    ),
}
WRONG = [(name, wrong) for name, case in CASES.items() for wrong in case.wrong]


def p_value(
    counts: Mapping[Outcome, int] | Mapping[int, int], law: Mapping[Outcome, float] | Mapping[int, float]
) -> float:
    """The p-value of a chi-square test; the least likely outcomes are pooled until 5 of them are expected."""
    trials = sum(counts.values())
    if any(law.get(outcome, 0.0) == 0 for outcome in counts):
        return 0.0
    observed, expected = [0], [0.0]
    for outcome, probability in sorted(law.items(), key=lambda item: item[1]):
        if expected[-1] >= 5:
            observed.append(0)
            expected.append(0.0)
        observed[-1] += counts.get(outcome, 0)
        expected[-1] += trials * probability
    if len(observed) == 1:
        return 1.0
    return float(stats.chisquare(observed, expected, sum_check=False).pvalue)


_PLAYED: dict[tuple[str, int], dict[Outcome, int]] = {}


def played(name: str, trials: int = TRIALS) -> dict[Outcome, int]:
    """How often each outcome came up in that many games side by side."""
    if (name, trials) not in _PLAYED:
        batch = simulate(CASES[name].learner, STREAM, trials=trials, seed=20, keep_picks=True)
        base = EXPERTS ** np.arange(ROUNDS)
        codes, counts = np.unique(batch.picks @ base + batch.updates * EXPERTS**ROUNDS, return_counts=True)
        _PLAYED[name, trials] = {
            (tuple((code // base % EXPERTS).tolist()), int(code // EXPERTS**ROUNDS)): int(count)
            for code, count in zip(codes, counts, strict=True)
        }
    return _PLAYED[name, trials]


def updates_of(outcomes: Mapping[Outcome, float]) -> dict[int, float]:
    sums: dict[int, float] = {}
    for (_, updates), mass in outcomes.items():
        sums[updates] = sums.get(updates, 0) + mass
    return sums


@pytest.mark.parametrize("name", CASES)
def test_games_follow_the_exact_law(name: str) -> None:
    law = CASES[name].law()
    assert sum(law.values()) == pytest.approx(1, abs=1e-12)
    assert p_value(played(name), law) > FITS


@pytest.mark.parametrize("name", CASES)
def test_the_number_of_resamples_follows_the_exact_law(name: str) -> None:
    assert p_value(updates_of(played(name)), updates_of(CASES[name].law())) > FITS


@pytest.mark.parametrize(("name", "wrong"), WRONG)
def test_a_wrong_law_is_rejected(name: str, wrong: str) -> None:
    assert p_value(played(name), CASES[name].wrong[wrong]()) < REJECTED


@pytest.mark.parametrize(
    ("name", "process"),
    [
        ("small-loss", small_loss_process(Instance(LOSSES, SMALL_LOSS))),
        ("compensated", compensated_process(LOSSES, COMPENSATED)),
        ("lazy", lazy_process(LOSSES, KEEP, GRID, FixedDelay(2))),
        ("shrinking-dartboard", lazy_process(LOSSES, KEEP, GRID, FixedDelay(1))),
    ],
)
def test_the_forward_recursion_gives_the_law_of_the_resamples_that_games_follow(name: str, process: Process) -> None:
    law = {count: float(mass) for count, mass in enumerate(process_law(process).updates)}
    assert p_value(updates_of(played(name)), law) > FITS


@pytest.mark.parametrize("name", CASES)
def test_games_played_alone_follow_the_exact_law(name: str) -> None:
    rng, counts = np.random.default_rng(6), dict[Outcome, int]()
    for _ in range(5_000):
        outcome = run(CASES[name].learner, STREAM, rng)
        key = tuple(outcome.picks.tolist()), outcome.updates
        counts[key] = counts.get(key, 0) + 1
    assert p_value(counts, CASES[name].law()) > FITS


# --- AboveThreshold -------------------------------------------------------------------------------------------------

QUERIES, THRESHOLD, NOISE = (1, 2, 2, 0), 2, Q(2, 3)


def halting(shape: NoiseShape, *, threshold: int = THRESHOLD, multiples: tuple[int, int] = (2, 1)) -> dict[int, float]:
    law = halting_law(
        QUERIES,
        threshold=threshold,
        grid=1,
        field=LogField(NOISE),
        noise_multiples=multiples,
        noise_shape=shape,
    )
    return {query: float(mass) for query, mass in enumerate(law)}


def halts_together(shape: NoiseShape, trials: int = TRIALS) -> dict[int, int]:
    """When many instances, asked side by side, halt; those that never do count at the end."""
    rng, sample = np.random.default_rng(8), laplace.sample if shape == "laplace" else exponential.sample
    rate = -np.log(float(NOISE))
    bars = THRESHOLD + sample(1 / (2 * rate), rng, size=trials)
    when = np.full(trials, len(QUERIES))
    for j, query in enumerate(QUERIES):
        gaps = np.where(when == len(QUERIES), (bars - query) * rate, np.inf)
        when[answer_many(gaps, rng.standard_exponential(trials), noise_shape=shape)] = j
    return {query: int(count) for query, count in enumerate(np.bincount(when))}


def halts_alone(shape: NoiseShape, trials: int = 100_000) -> dict[int, int]:
    """When single instances halt."""
    rng, epsilon, counts = np.random.default_rng(9), -4 * np.log(float(NOISE)), dict[int, int]()
    for _ in range(trials):
        above = AboveThreshold(epsilon, THRESHOLD, rng, noise_shape=shape)
        when = next((j for j, query in enumerate(QUERIES) if above.query(query)), len(QUERIES))
        counts[when] = counts.get(when, 0) + 1
    return counts


@pytest.mark.parametrize("shape", ["laplace", "exponential"])
@pytest.mark.parametrize("halts", [halts_together, halts_alone])
def test_above_threshold_halts_with_the_exact_law(
    shape: NoiseShape, halts: Callable[[NoiseShape], dict[int, int]]
) -> None:
    counts = halts(shape)
    assert p_value(counts, halting(shape)) > FITS
    assert p_value(counts, halting("exponential" if shape == "laplace" else "laplace")) < REJECTED
    assert p_value(counts, halting(shape, threshold=THRESHOLD + 1)) < REJECTED
    assert p_value(counts, halting(shape, multiples=(1, 2))) < REJECTED
