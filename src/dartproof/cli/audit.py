"""`dartproof audit`: is a claim of differential privacy consistent with what a mechanism does?"""

from __future__ import annotations

import os
import sys
from fractions import Fraction
from pathlib import Path
from typing import cast, get_args

import click

from dartproof.auditing import AuditSettings, Claim, LearnerMechanism, Mechanism, Pair, audit, load_mechanism
from dartproof.auditing.builtin import View
from dartproof.cli.common import RATIONAL, json_option, print_json, progress, quiet_option
from dartproof.errors import InputError
from dartproof.foreign import prints_to_stderr
from dartproof.learners import BuiltLearner, build_learner, learner_names, parse_parameters
from dartproof.report.documents import audit_document
from dartproof.report.tables import audit_text
from dartproof.streams import LossStream, open_stream, require_neighbours

_CLAIM_BITS = 64


@click.command("audit", epilog=f"Built-in mechanisms: {', '.join(learner_names())}.")
@click.argument("mechanism_name", metavar="MECHANISM")
@click.option(
    "--param",
    "parameters",
    multiple=True,
    metavar="NAME=VALUE",
    help="Parameters of a built-in mechanism, such as eta=1/100; repeatable.",
)
@click.option("--pair", nargs=2, required=True, metavar="FIRST SECOND", help="Two streams that differ in one round.")
@click.option("--claim-epsilon", type=RATIONAL, metavar="E", help="The claim; by default a built-in mechanism's own.")
@click.option(
    "--claim-delta", type=RATIONAL, metavar="D", help="The claim; by default a built-in mechanism's own, or 0."
)
@click.option(
    "--trials", type=click.IntRange(10), default=20_000, show_default=True, help="Runs of the mechanism in all."
)
@click.option("--confidence", type=RATIONAL, default="0.95", show_default=True, help="Of the lower bound.")
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Processes; changes no result.")
@click.option("--seed", type=click.IntRange(0), help="Repeat an audit; without it a fresh seed is drawn and reported.")
@click.option(
    "--view", type=click.Choice(get_args(View)), default="picks", show_default=True, help="What a learner publishes."
)
@json_option
@quiet_option
@click.pass_context
def audit_command(
    ctx: click.Context,
    *,
    mechanism_name: str,
    parameters: tuple[str, ...],
    pair: tuple[str, str],
    claim_epsilon: Fraction | None,
    claim_delta: Fraction | None,
    trials: int,
    confidence: Fraction,
    workers: int,
    seed: int | None,
    view: str,
    as_json: bool,
    quiet: bool,
) -> None:
    """Look for evidence against a claim about MECHANISM on a pair of neighbouring streams.

    MECHANISM is a built-in learner, `package.module:callable` for a function f(losses, rng), or `cmd:PROGRAM ARGS` for
    a program that reads streams as JSON lines and writes an output a line. The audit finds a lower bound on epsilon
    that holds with the stated confidence. Where it exceeds the claim, the claim is violated and the exit code is 1.
    Otherwise the claim is not refuted, which does not mean that the mechanism is private.
    """
    first, second = (open_stream(name) for name in pair)
    require_neighbours(first, second)
    with prints_to_stderr():
        mechanism, built = _mechanism(mechanism_name, parameters, first, cast("View", view))
    settings = AuditSettings(
        trials=trials,
        confidence=confidence,
        seed=int.from_bytes(os.urandom(4)) if seed is None else seed,
        workers=workers,
    )
    inputs = Pair(first.losses, second.losses, name=" and ".join(pair))
    claim = _claim(claim_epsilon, claim_delta, built)
    with progress(quiet=quiet) as report, prints_to_stderr():
        on_trials = None if report is None else lambda done, total: report("trials", done, total)
        result = audit(mechanism, inputs, claim, settings, progress=on_trials)
    used = dict(built.parameters) if built is not None else {}
    if as_json:
        print_json(audit_document(result, mechanism=mechanism_name, parameters=used, seed=settings.seed))
    else:
        click.echo(audit_text(result, mechanism=mechanism_name, parameters=used, seed=settings.seed))
    if result.verdict == "violated":
        ctx.exit(1)


def _mechanism(
    name: str, parameters: tuple[str, ...], stream: LossStream, view: View
) -> tuple[Mechanism, BuiltLearner | None]:
    if name in learner_names():
        given = parse_parameters(parameters)
        built = build_learner(name, given, rounds=stream.rounds, experts=stream.experts)
        return LearnerMechanism(built.learner, view=view), built
    if parameters:
        raise InputError(f"--param: only built-in mechanisms take parameters; they are {', '.join(learner_names())}")
    if ":" not in name:
        raise InputError(
            f"{name}: no built-in mechanism has that name; give one of {', '.join(learner_names())}, "
            "package.module:callable or cmd:PROGRAM"
        )
    sys.path.insert(0, str(Path.cwd()))  # a user's module lies where she calls the command
    return load_mechanism(name), None


def _claim(epsilon: Fraction | None, delta: Fraction | None, built: BuiltLearner | None) -> Claim:
    own = built.claim if built is not None else None
    if epsilon is None:
        if own is None or own.epsilon is None:
            raise InputError("--claim-epsilon is missing: this mechanism makes no claim of its own, so state one")
        epsilon = own.epsilon.enclosure(_CLAIM_BITS).upper
    if delta is None:
        delta = own.delta if own is not None else Fraction(0)
    return Claim(epsilon, delta)
