"""The black-box audit: learn an event, select one, test it on fresh trials, and compare the bound with the claim."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from dartproof.auditing.bounds import epsilon_lower
from dartproof.auditing.events import Guess, learn, require_both_labels, select
from dartproof.auditing.features import features_for
from dartproof.auditing.model import (
    AuditResult,
    AuditSettings,
    Claim,
    Counts,
    Mechanism,
    Pair,
    Progress,
)
from dartproof.auditing.outputs import NAN, Outputs
from dartproof.auditing.score import learned_score
from dartproof.auditing.trials import Sample, collect, count, open_executor, run_once


def audit(
    mechanism: Mechanism,
    pair: Pair,
    claim: Claim,
    settings: AuditSettings | None = None,
    *,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> AuditResult:
    """Audit a claim about a mechanism on one pair of inputs, by sampling.

    Every trial runs the mechanism on one of the inputs, drawn at random and hidden from it. A first part of the trials
    learns guess functions, a second part selects one, and the rest, used for nothing else, tests it. The mechanism must
    answer each call independently of the earlier ones: one that keeps state between calls is not audited correctly.

    Args:
        mechanism: `mechanism(losses, rng) -> output`; if it also has a method `sample` (`BatchMechanism`), that is
            called instead. For more than one worker it must be picklable.
        pair: the inputs.
        claim: (ε, δ).
        settings: how to sample; `AuditSettings()` if None.
        executor: where blocks of trials run, for example the executor of a Dask client; it replaces the processes that
            `settings.workers` asks for.
        progress: called after every block of trials, with trials counted over the whole audit.

    Returns:
        The result; its verdict is "violated" iff `epsilon_lower` > ε of the claim, and it depends on the mechanism,
        the pair and the settings other than `workers`, nothing else, if the mechanism takes its randomness from `rng`.

    Raises:
        InputError: the mechanism failed or returned something unreadable, cannot be sent to other processes, or there
            are too few trials.

    Example:
        >>> def noisy_first_entry(losses, rng):
        ...     return losses[0] + rng.laplace(scale=2.0)
        >>> pair = Pair(np.array([0.0]), np.array([1.0]))
        >>> audit(noisy_first_entry, pair, Claim(Fraction(1, 10))).verdict
        'violated'
        >>> audit(noisy_first_entry, pair, Claim(Fraction(1, 2))).verdict
        'not refuted'
    """
    settings = settings or AuditSettings()
    start = time.perf_counter()
    seeds = _Seeds(*np.random.SeedSequence(settings.seed).spawn(4))
    findings = list(_probe(mechanism, pair, seeds.probe))
    with open_executor(settings.workers, mechanism) if executor is None else nullcontext(executor) as workers:
        run = _Run(mechanism, pair, settings.block, workers, progress, settings.trials)
        learning = run.sample(settings.learning, seeds.learn, earlier=0)
        selecting = run.sample(settings.selecting, seeds.select, earlier=settings.learning)
        findings += _remarks(learning, selecting)
        guess = choose_guess(pair, learning, selecting, claim=claim, miss=settings.miss)
        counts = Counts((0, 0), (0, 0), (0, 0)) if guess is None else run.test(guess, settings.testing, seeds.test)
    lower = epsilon_lower(counts, delta=claim.delta, miss=settings.miss)
    return AuditResult(
        verdict="violated" if lower > claim.epsilon else "not refuted",
        epsilon_lower=lower,
        claim=claim,
        confidence=settings.confidence,
        trials=settings.learning + settings.selecting + sum(counts.trials),
        event=str(guess) if guess is not None else "never guess",
        pair=pair.name,
        counts=counts,
        view=str(getattr(mechanism, "view", "output")),
        findings=tuple(findings),
        seconds=time.perf_counter() - start,
    )


def choose_guess(pair: Pair, learning: Sample, selecting: Sample, *, claim: Claim, miss: Fraction) -> Guess | None:
    """Learn guess functions on one sample and select one of them on another.

    Args:
        pair: the inputs.
        learning: the sample to learn on.
        selecting: the sample to select on; independent of `learning`.
        claim: its δ says which guess functions can be tested.
        miss: the probability of error that the selection divides over its candidates.

    Returns:
        The guess function; None if no feature of the outputs varies.

    Raises:
        InputError: a sample has trials of one input only.
    """
    require_both_labels(learning.labels, "learning")
    require_both_labels(selecting.labels, "selecting")
    score = learned_score(learning.outputs, learning.labels)
    features = (*features_for(pair, learning.outputs), *([score] if score is not None else []))
    families = learn(features, learning.outputs, learning.labels)
    return select(families, selecting.outputs, selecting.labels, delta=claim.delta, miss=miss)


@dataclass(frozen=True, slots=True)
class _Seeds:
    """The seeds of the parts of an audit, which never share random numbers."""

    probe: np.random.SeedSequence
    learn: np.random.SeedSequence
    select: np.random.SeedSequence
    test: np.random.SeedSequence


@dataclass(frozen=True, slots=True, eq=False)
class _Run:
    """Runs the parts of an audit, with progress over the whole of it."""

    mechanism: Mechanism
    pair: Pair
    block: int
    executor: Executor | None
    progress: Progress | None
    total: int

    def sample(self, trials: int, seeds: np.random.SeedSequence, *, earlier: int) -> Sample:
        return collect(
            self.mechanism,
            self.pair,
            trials,
            seeds=seeds,
            block=self.block,
            executor=self.executor,
            progress=self._after(earlier),
        )

    def test(self, guess: Guess, trials: int, seeds: np.random.SeedSequence) -> Counts:
        return count(
            self.mechanism,
            self.pair,
            guess,
            trials,
            seeds=seeds,
            block=self.block,
            executor=self.executor,
            progress=self._after(self.total - trials),
        )

    def _after(self, earlier: int) -> Progress | None:
        progress = self.progress
        if progress is None:
            return None
        return lambda done, _: progress(earlier + done, self.total)


def _probe(mechanism: Mechanism, pair: Pair, seed: np.random.SeedSequence) -> Iterator[str]:
    """What can be said before sampling."""
    if not _equal(run_once(mechanism, pair, seed), run_once(mechanism, pair, seed)):
        yield (
            "the same seed gave two different outputs: the mechanism does not take all its randomness from rng, "
            "so this audit cannot be repeated"
        )
    if not pair.differing:
        yield "the two inputs are equal, so nothing can be found"


def _remarks(learning: Sample, selecting: Sample) -> Iterator[str]:
    for label, name in ((False, "first"), (True, "second")):
        both = [sample.outputs.rows(sample.labels == label) for sample in (learning, selecting)]
        if all(_equal(outputs.rows(np.zeros(len(outputs), dtype=np.intp)), outputs) for outputs in both):
            yield f"all {sum(map(len, both))} outputs on the {name} input are the same: does the mechanism use rng?"
        missing = sum(int((outputs.symbols == NAN).any(axis=1).sum()) for outputs in both)
        if missing:
            yield f"{missing} of {sum(map(len, both))} outputs on the {name} input contain NaN; it counts as a value"


def _equal(one: Outputs, other: Outputs) -> bool:
    return (
        one.width == other.width
        and np.array_equal(one.numbers, other.numbers, equal_nan=True)
        and np.array_equal(one.symbols, other.symbols)
        and np.array_equal(one.lengths, other.lengths)
    )
