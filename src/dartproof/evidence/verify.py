"""Runs the evidence of many statements, on several processes, and returns what it found in a fixed order."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace

from dartproof.errors import DartproofError, InputError
from dartproof.evidence.errata import run_erratum
from dartproof.evidence.fingerprint import fingerprint
from dartproof.evidence.model import ControlResult, Effort, Evidence, Finding, Room
from dartproof.evidence.rooms import load_room
from dartproof.evidence.runners import gather, reject
from dartproof.evidence.status import derive_erratum_status, derive_status, with_broken_uses
from dartproof.foreign import start_uninterrupted_worker
from dartproof.statements import KINDS, Erratum, Kind, Registry, Statement, load_statement, use_graph

RUNNABLE: frozenset[Kind] = frozenset({"symbolic", "exact", "property"})
"""The kinds of evidence that this version runs; the others are `not run here`."""


@dataclass(frozen=True, slots=True)
class Task:
    """One kind of evidence of one statement, with the negative controls that it must reject; or an erratum's check."""

    statement: Statement | Erratum
    kind: Kind
    effort: Effort
    seed: int


TaskResult = tuple[Evidence, tuple[ControlResult, ...]]


def verify(
    registry: Registry,
    ids: Sequence[str] = (),
    *,
    kinds: Sequence[Kind] = (),
    effort: Effort = "quick",
    seed: int = 0,
    workers: int = 1,
    progress: Callable[[str, int, int], None] | None = None,
    errata: Mapping[str, Erratum] | None = None,
) -> tuple[Finding, ...]:
    """Run the evidence of the statements, and of errata if there are any, and derive their statuses.

    Args:
        registry: the statements.
        ids: which of the statements and errata; all when empty.
        kinds: which kinds of evidence; every kind that a statement must have when empty. A kind that is asked for and
            that a statement does not have, or that cannot run here, fails.
        effort: `quick`, or `full` for ten times the examples and larger enumerations.
        seed: of the random draws of the property-based tests.
        workers: number of processes.
        progress: called with a label, the number of finished tasks and the number of all.
        errata: entries that are run as well, with the exact evidence.

    Returns:
        A finding for each statement, in the order in which each comes after those that it uses, and then one for each
        erratum.

    Raises:
        InputError: for an unknown id.
        DartproofError: when a process ends abruptly.
    """
    errata = errata or {}
    for id_ in ids:
        if id_ not in registry and id_ not in errata:
            raise InputError(f"no statement has the id {id_!r}; `dartproof list` shows them")
    order = [id_ for id_ in use_graph(registry).order if not ids or id_ in ids]
    wanted = tuple(kind for kind in KINDS if not kinds or kind in kinds)
    disputed = [errata[id_] for id_ in errata if id_ in ids or (not ids and "exact" in wanted)]
    claims: list[Statement | Erratum] = [*(registry[id_] for id_ in order), *disputed]
    tasks = [
        Task(claim, kind, effort, seed)
        for claim in claims
        for kind in claim.evidence
        if kind in wanted and kind in RUNNABLE
    ]
    results = _run(tasks, workers, progress)
    findings = {id_: _finding(registry[id_], results, asked=frozenset(kinds)) for id_ in order}
    checked = (_finding(erratum, results, asked=frozenset(kinds)) for erratum in disputed)
    return (
        *with_broken_uses(findings, registry).values(),
        *(replace(f, status=derive_erratum_status(f.evidence, f.controls)) for f in checked),
    )


def run_task(task: Task) -> TaskResult:
    """Run one task. A room that cannot be loaded is failed evidence, not an error."""
    if isinstance(task.statement, Erratum):
        return run_erratum(task.statement)
    try:
        room = load_room(load_statement(task.statement.folder))
    except DartproofError as error:
        hash_ = fingerprint(task.statement, task.kind)
        return Evidence(task.kind, "failed", hash=hash_, detail=str(error)), ()
    return _run_in_room(task.statement, room, task)


def _run_in_room(statement: Statement, room: Room, task: Task) -> TaskResult:
    evidence = gather(statement, room, task.kind, task.effort, random_seed=task.seed)
    controls = tuple(
        reject(statement, control, task.kind, task.effort, random_seed=task.seed) for control in room.controls
    )
    return evidence, controls


def _run(
    tasks: Sequence[Task], workers: int, progress: Callable[[str, int, int], None] | None
) -> dict[tuple[str, Kind], TaskResult]:
    results: dict[tuple[str, Kind], TaskResult] = {}

    def note(task: Task, result: TaskResult) -> None:
        results[task.statement.id, task.kind] = result
        if progress is not None:
            progress(f"{task.statement.id}: {task.kind}", len(results), len(tasks))

    if workers <= 1 or len(tasks) <= 1:
        for task in tasks:
            note(task, run_task(task))
        return results
    context = multiprocessing.get_context("spawn")  # a fork would copy the locks of a threaded parent
    count = min(workers, len(tasks))
    with ProcessPoolExecutor(count, mp_context=context, initializer=start_uninterrupted_worker) as pool:
        waiting: dict[Future[TaskResult], Task] = {pool.submit(run_task, task): task for task in tasks}
        try:
            for future in as_completed(waiting):
                note(waiting[future], future.result())
        except KeyboardInterrupt:  # leaving the block would wait for what is running
            pool.shutdown(wait=False, cancel_futures=True)
            for process in multiprocessing.active_children():
                process.terminate()
            raise
        except BrokenProcessPool as error:
            raise DartproofError(
                "a process that ran evidence ended abruptly: it may have run out of memory, or your script needs "
                "`if __name__ == '__main__':` around its call of verify, or take workers=1"
            ) from error
    return results


def _finding(
    statement: Statement | Erratum, results: dict[tuple[str, Kind], TaskResult], *, asked: frozenset[Kind]
) -> Finding:
    evidence: list[Evidence] = []
    controls: list[ControlResult] = []
    for kind in _mentioned(statement, asked):
        result = results.get((statement.id, kind))
        if result is not None:
            evidence.append(result[0])
            controls.extend(result[1])
        else:
            evidence.append(_without_run(statement, kind, asked))
    return Finding(statement.id, derive_status(evidence, controls), tuple(evidence), tuple(controls))


def _mentioned(statement: Statement | Erratum, asked: frozenset[Kind]) -> Iterable[Kind]:
    return (kind for kind in KINDS if kind in statement.evidence or kind in asked)


def _without_run(statement: Statement | Erratum, kind: Kind, asked: frozenset[Kind]) -> Evidence:
    if kind not in statement.evidence:
        return Evidence(kind, "failed" if kind in asked else "absent", detail=f"{statement.id} has no {kind} evidence")
    if kind == "cited":
        return Evidence(kind, "passed", detail=statement.number)
    if asked and kind not in asked:
        return Evidence(kind, "not run here", detail="not asked for")
    detail = f"this version runs no {kind} evidence"
    return Evidence(kind, "failed" if kind in asked else "not run here", detail=detail)
