"""Runs one kind of evidence of one statement, and its negative controls, and says what came of it.

Whatever a room's code raises becomes a failed outcome with the error as its detail: a check that crashes has shown
nothing, and a control whose check crashes has not been rejected.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import HypothesisException

from dartproof.evidence.fingerprint import fingerprint
from dartproof.evidence.model import Control, ControlResult, Derivation, Effort, Evidence, Exhaustive, Randomised, Room
from dartproof.evidence.proof import VERIFIED, Proof, Step, StepRefused
from dartproof.statements import Kind, Statement

_FULL_FACTOR = 10


@dataclass(frozen=True, slots=True)
class Tally:
    """How far a check came: the cases decided and, if one failed, that case in words."""

    checked: int
    failure: str | None


def run_exhaustive(check: Exhaustive[Any], effort: Effort) -> Tally:
    """Decide the claim at every instance, up to the first at which it fails. A family without instances fails."""
    checked = 0
    for instance in check.instances(effort):
        checked += 1
        if not check.holds(instance):
            return Tally(checked, check.show(instance))
    return Tally(checked, None if checked else "the family has no instance")


def run_randomised(check: Randomised[Any], effort: Effort, *, random_seed: int = 0) -> Tally:
    """Test the claim at drawn instances; a failure is shrunk to a small one.

    The draw depends on `random_seed`, on the version of Hypothesis, and on the constants in the modules that are
    loaded, which Hypothesis tries; the same command draws the same.
    """
    examples = check.examples * (_FULL_FACTOR if effort == "full" else 1)
    drawn = 0
    failing: list[Any] = []

    class _Fails(Exception):  # noqa: N818 private; a fresh type, so that Hypothesis takes all failures for one
        pass

    @seed(random_seed)
    @settings(
        settings.get_profile("default"),  # not whatever profile the surrounding process has loaded
        derandomize=False,  # the seed is given
        max_examples=examples,
        deadline=None,
        database=None,
        print_blob=False,
        phases=(Phase.explicit, Phase.generate, Phase.target, Phase.shrink),
        suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large),
    )
    @given(check.strategy())
    def claim(instance: Any) -> None:
        nonlocal drawn
        drawn += 1
        if not check.holds(instance):
            failing.append(instance)
            raise _Fails

    try:
        claim()
    except _Fails:
        return Tally(drawn, check.show(failing[-1]))  # the last one that Hypothesis runs is the smallest it found
    return Tally(drawn, None if drawn else "no example was drawn")


def run_derivation(derivation: Derivation, statement: Statement) -> tuple[Step, ...]:
    """The steps of a derivation, each verified as it was stated.

    Raises:
        StepRefused: when a step does not follow.
    """
    proof = Proof(hypotheses=[h.name for h in statement.hypotheses], uses=statement.uses)
    derivation(proof)
    return proof.steps


def unverified_links(steps: tuple[Step, ...], statement: Statement) -> str | None:
    """What keeps a derivation from counting: nothing verified in it, or a hypothesis or a use that it never invokes."""
    if not any(step.reason in VERIFIED for step in steps):
        return "no step of the derivation is verified"
    for hypothesis in statement.hypotheses:
        if not any(step.reason == "hypothesis" and step.detail == hypothesis.name for step in steps):
            return f"the hypothesis {hypothesis.name!r} is never used"
    for used in statement.uses:
        if not any(step.reason == "uses" and step.detail == used for step in steps):
            return f"the statement {used!r} is listed under uses and never cited"
    return None


def gather(statement: Statement, room: Room, kind: Kind, effort: Effort, *, random_seed: int = 0) -> Evidence:
    """Run one kind of evidence; never raises for what the room does."""
    runner = {"symbolic": _symbolic, "exact": _exact, "property": _property}.get(kind)
    if runner is None:
        return Evidence(kind, "not run here", detail=f"this version runs no {kind} evidence")
    before, start = fingerprint(statement, kind), time.process_time()
    try:
        evidence = runner(statement, room, effort, random_seed)
    except (Exception, SystemExit) as error:
        evidence = Evidence(kind, "failed", detail=describe(error))
    evidence = replace(evidence, seconds=time.process_time() - start, hash=before)
    if evidence.outcome == "passed" and fingerprint(statement, kind) != before:
        return replace(evidence, outcome="stale", detail="what it is run on changed during the run")
    return evidence


def reject(
    statement: Statement, control: Control, kind: Kind, effort: Effort, *, random_seed: int = 0
) -> ControlResult:
    """Run one negative control by one kind of evidence, which must reject it; never raises for what the room does."""
    start = time.process_time()
    try:
        detail = _rejection(statement, control, kind, effort, random_seed)
        result = ControlResult(control.name, kind, detail is not None, detail or f"accepted: {control.says}")
    except (Exception, SystemExit) as error:
        result = ControlResult(control.name, kind, rejected=False, detail=describe(error))
    return replace(result, seconds=time.process_time() - start)


def _rejection(statement: Statement, control: Control, kind: Kind, effort: Effort, random_seed: int) -> str | None:
    if kind == "symbolic":
        try:
            run_derivation(control.symbolic, statement)
        except StepRefused as refusal:
            return str(refusal)
        return None
    if kind == "exact":
        tally = run_exhaustive(control.exact, effort)
        return tally.failure if tally.checked else None
    # Drawing stops at the first counterexample, so many draws cost nothing where the control is rejected.
    tally = run_randomised(control.property, "full", random_seed=random_seed)
    return tally.failure if tally.checked else None


def _symbolic(statement: Statement, room: Room, _effort: Effort, _seed: int) -> Evidence:
    steps = run_derivation(room.derivation, statement)
    missing = unverified_links(steps, statement)
    verified = sum(step.reason in VERIFIED for step in steps)
    arguments = sum(step.reason == "argument" for step in steps)
    detail = f"{verified} steps verified, {arguments} argued in words"
    return Evidence("symbolic", "failed" if missing else "passed", checked=verified, detail=missing or detail)


def _exact(_statement: Statement, room: Room, effort: Effort, _seed: int) -> Evidence:
    return _collect("exact", ((check.says, run_exhaustive(check, effort)) for check in room.exact))


def _property(_statement: Statement, room: Room, effort: Effort, random_seed: int) -> Evidence:
    tallies = ((check.says, run_randomised(check, effort, random_seed=random_seed)) for check in room.property)
    return _collect("property", tallies)


def _collect(kind: Kind, tallies: Iterable[tuple[str, Tally]]) -> Evidence:
    checked, covered = 0, []
    for says, tally in tallies:
        checked += tally.checked
        if tally.failure is not None:
            return Evidence(kind, "failed", checked=checked, detail=f"{says}: fails at {tally.failure}")
        covered.append(f"{says} ({tally.checked})")
    if not covered:
        return Evidence(kind, "failed", detail=f"the room declares no {kind} check")
    return Evidence(kind, "passed", checked=checked, detail="; ".join(covered))


def describe(error: BaseException) -> str:
    """One line about what the code of a room raised."""
    if isinstance(error, StepRefused):
        return f"refused: {error}"
    prefix = "Hypothesis: " if isinstance(error, HypothesisException) else ""
    return f"{prefix}{type(error).__name__}: {str(error).splitlines()[0] if str(error) else 'no message'}"
