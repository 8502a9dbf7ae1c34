"""Trials with a hidden label: each runs the mechanism on one of the two inputs, drawn at random.

Trials come in blocks of fixed size. Every block has a seed of its own, spawned from one `SeedSequence`, and draws its
labels and the mechanism's random numbers from two generators spawned from that; so a result depends on the seed and the
block size, never on the number of processes.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import starmap
from multiprocessing import get_context
from typing import TypeVar

import numpy as np

from dartproof.auditing.events import Guess, Labels
from dartproof.auditing.model import BatchMechanism, Counts, FloatArray, Mechanism, Pair, Progress
from dartproof.auditing.outputs import Outputs, concatenate, tabulate
from dartproof.errors import DartproofError, InputError
from dartproof.foreign import start_worker

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Outputs of some trials with their labels.

    Attributes:
        outputs: one row a trial.
        labels: False where the trial ran the first input, True where it ran the second.
    """

    outputs: Outputs
    labels: Labels


def collect(
    mechanism: Mechanism,
    pair: Pair,
    trials: int,
    *,
    seeds: np.random.SeedSequence,
    block: int,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Sample:
    """Run trials and keep their outputs.

    Args:
        mechanism: what is audited.
        pair: its two inputs.
        trials: how many to run.
        seeds: the trials' own; not shared with any other part of the audit.
        block: trials that share a seed; the result depends on it.
        executor: where blocks run; None for here, one after the other. The result does not depend on it.
        progress: called after each block.

    Returns:
        Outputs and labels in the order of the trials.

    Raises:
        InputError: the mechanism failed, or returned an output that cannot be read; the message says on which input.
    """
    parts = list(_map_blocks(partial(_run, mechanism, pair), _blocks(trials, seeds, block), executor, progress))
    return Sample(concatenate([part.outputs for part in parts]), np.concatenate([part.labels for part in parts]))


def count(
    mechanism: Mechanism,
    pair: Pair,
    guess: Guess,
    trials: int,
    *,
    seeds: np.random.SeedSequence,
    block: int,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Counts:
    """Run fresh trials and count how often a guess function that was fixed before is right; see `collect`.

    Returns:
        The counts. The outputs are not kept, so memory does not grow with `trials`.
    """
    task = partial(_run_and_count, mechanism, pair, guess)
    return sum(
        _map_blocks(task, _blocks(trials, seeds, block), executor, progress), start=Counts((0, 0), (0, 0), (0, 0))
    )


def run_once(mechanism: Mechanism, pair: Pair, seed: np.random.SeedSequence) -> Outputs:
    """Run the mechanism once on the first input, with a generator made from `seed`; errors as in `collect`."""
    return _outputs(mechanism, pair, np.zeros(1, dtype=np.bool_), np.random.default_rng(seed))


def _run(mechanism: Mechanism, pair: Pair, seed: np.random.SeedSequence, trials: int) -> Sample:
    for_labels, for_mechanism = (np.random.default_rng(child) for child in seed.spawn(2))
    labels = for_labels.integers(0, 2, size=trials).astype(np.bool_)
    return Sample(_outputs(mechanism, pair, labels, for_mechanism), labels)


def _outputs(mechanism: Mechanism, pair: Pair, labels: Labels, rng: np.random.Generator) -> Outputs:
    if isinstance(mechanism, BatchMechanism):
        return _in_batches(mechanism, pair, labels, rng)
    return _one_by_one(mechanism, pair, labels, rng)


def _run_and_count(mechanism: Mechanism, pair: Pair, guess: Guess, seed: np.random.SeedSequence, trials: int) -> Counts:
    sample = _run(mechanism, pair, seed, trials)
    return guess.count(sample.outputs, sample.labels)


def _one_by_one(mechanism: Mechanism, pair: Pair, labels: Labels, rng: np.random.Generator) -> Outputs:
    raw = []
    for label in labels:
        losses, where = _input(pair, bool(label))
        try:
            raw.append(mechanism(losses, rng))
        except DartproofError:
            raise
        except (Exception, SystemExit) as error:  # whatever a user's function raises is reported, not propagated
            raise InputError(_failure(where, error)) from error
    return tabulate(raw)


def _in_batches(mechanism: BatchMechanism, pair: Pair, labels: Labels, rng: np.random.Generator) -> Outputs:
    parts = []
    for label in (False, True):
        trials = int((labels == label).sum())
        if not trials:
            continue
        losses, where = _input(pair, label)
        try:
            raw = mechanism.sample(losses, rng, trials)
        except DartproofError:
            raise
        except (Exception, SystemExit) as error:
            raise InputError(_failure(where, error)) from error
        if len(raw) != trials:
            raise InputError(f"sample on {where} returned {len(raw)} outputs for {trials} trials; return one for each")
        parts.append(tabulate(raw))
    by_label = np.argsort(labels, kind="stable")
    places = np.empty_like(by_label)
    places[by_label] = np.arange(len(labels))
    return concatenate(parts).rows(places)


def _input(pair: Pair, label: bool) -> tuple[FloatArray, str]:
    return pair.inputs[label].copy(), f"the {'second' if label else 'first'} input of pair '{pair.name}'"


def _failure(where: str, error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"the mechanism failed on {where}: {type(error).__name__}: {text}; it must return an output for every run"


def _blocks(trials: int, seeds: np.random.SeedSequence, size: int) -> list[tuple[np.random.SeedSequence, int]]:
    """The seed and the number of trials of each block."""
    sizes = [min(size, trials - start) for start in range(0, trials, size)]
    return list(zip(seeds.spawn(len(sizes)), sizes, strict=True))


def _map_blocks(
    task: Callable[[np.random.SeedSequence, int], Answer],
    blocks: Sequence[tuple[np.random.SeedSequence, int]],
    executor: Executor | None,
    progress: Progress | None,
) -> Iterator[Answer]:
    """The answers of all blocks, in order."""
    total, done = sum(size for _, size in blocks), 0
    try:
        answers = starmap(task, blocks) if executor is None else executor.map(task, *zip(*blocks, strict=True))
        for answer, (_, size) in zip(answers, blocks, strict=True):
            done += size
            if progress is not None:
                progress(done, total)
            yield answer
    except BrokenProcessPool as error:
        raise InputError(
            "a worker process ended early; use workers=1, or run the audit under `if __name__ == '__main__':` "
            "so that workers can import your script"
        ) from error


@contextmanager
def open_executor(workers: int, mechanism: Mechanism) -> Iterator[Executor | None]:
    """Provide processes for blocks, or None for one worker.

    Raises:
        InputError: the mechanism cannot be sent to another process.
    """
    if workers == 1:
        yield None
        return
    try:
        pickle.dumps(mechanism)
    except (Exception, SystemExit) as error:
        raise InputError(
            f"the mechanism cannot be sent to other processes ({type(error).__name__}: {error}); "
            "use workers=1, or define it at the top level of a module"
        ) from error
    # A forked child could inherit a lock that a thread of the parent (a progress bar, BLAS) holds for ever.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=start_worker) as pool:
        yield pool
