"""`dartproof law`: what a learner does on a stream, and what a neighbour changes, without sampling."""

from __future__ import annotations

from contextlib import ExitStack
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import cast, get_args

import click

from dartproof.cli.common import RATIONAL, console, json_option, print_json, progress, quiet_option, writable
from dartproof.cli.exact_options import COMPENSATED, LAZY, SMALL_LOSS, ExactOptions, exact_options
from dartproof.errors import InputError
from dartproof.laws.computable import BackendName, DelayedLearner, Learner, require_computable
from dartproof.laws.effort import law_seconds, refuse_long_work
from dartproof.laws.exact_learner import CompensatedLearner, SmallLossLearner, View
from dartproof.laws.learner_law import learner_law
from dartproof.learners.lazy import FixedDelay
from dartproof.report.law_documents import law_document
from dartproof.report.law_plots import law_figure
from dartproof.report.law_tables import law_lines, marginals_table, updates_table
from dartproof.report.plots import require_picture_format, save
from dartproof.streams import Steps, open_stream, require_neighbours

_MOST_HALTING = 200_000


@click.command("law")
@click.argument("stream_name", metavar="STREAM")
@exact_options(learners=(SMALL_LOSS, LAZY, COMPENSATED))
@click.option("--neighbour", metavar="STREAM", help="A stream that differs in one round, such as STREAM~ROUND=ROW.")
@click.option(
    "--ratio",
    "ratios",
    type=RATIONAL,
    multiple=True,
    metavar="R",
    help="e^epsilon, at which delta is computed; repeatable.",
)
@click.option(
    "--backend",
    type=click.Choice(get_args(BackendName)),
    default="exact",
    show_default=True,
    help="Polynomials in L, balls, or floats, which are not certified.",
)
@click.option(
    "--view",
    type=click.Choice(get_args(View)),
    default="transcript",
    show_default=True,
    help="What the neighbour's distance is about.",
)
@click.option("--no-halting", is_flag=True, help="Leave H(s,i,t) out of the JSON document.")
@click.option("--plot", type=click.Path(path_type=Path), help="Draw the law into this .png, .svg or .pdf file.")
@click.option("--force", is_flag=True, help="Run it however long it takes.")
@json_option
@quiet_option
def law_command(
    *,
    options: ExactOptions,
    stream_name: str,
    neighbour: str | None,
    ratios: tuple[Fraction, ...],
    backend: str,
    view: str,
    no_halting: bool,
    plot: Path | None,
    force: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Compute the law of a learner on STREAM exactly: who is played when, how often an expert is drawn anew, the loss.

    With a neighbour, also the privacy loss of the pair: the max-divergence in both directions with an outcome that
    attains it, and delta at each ratio. The last round reaches no transcript; it counts in the loss only.
    """
    if ratios and neighbour is None:
        raise InputError("--ratio asks for the distance of two streams: give --neighbour too")
    if plot is not None:
        require_picture_format(writable(plot, "--plot"))
    learner = _learner(options)
    stream = open_stream(stream_name)
    losses = stream.steps(options.grid)
    other: Steps | None = None
    if neighbour is not None:
        second = open_stream(neighbour)
        require_neighbours(stream, second)
        other = second.steps(options.grid)
    entries = stream.experts * stream.rounds * (stream.rounds - 1) // 2
    halting = as_json and not no_halting
    what = f"the {backend} law of {stream.rounds} rounds and {stream.experts} experts"
    work = require_computable(learner, losses, backend=cast("BackendName", backend), ratios=ratios)
    if not force:
        if halting and entries > _MOST_HALTING:
            raise InputError(
                f"--json would list {entries} values of H(s,i,t); leave them out with --no-halting, or give --force"
            )
        refuse_long_work(work, partial(law_seconds, cast("BackendName", backend), pair=other is not None), what)
    with ExitStack() as stack:
        found = learner_law(
            learner,
            losses,
            neighbour=other,
            ratios=ratios,
            view=cast("View", view),
            backend=cast("BackendName", backend),
            halting=halting,
            most=1 << 62 if force else None,
            progress=stack.enter_context(progress(quiet=quiet)),
        )
    if plot is not None:
        save(law_figure(found, names=stream.names, title=f"{options.learner} on {stream_name}"), plot)
    if as_json:
        print_json(law_document(found, learner=options.learner, stream=stream.source, parameters=options.to_json()))
        return
    click.echo("\n".join(law_lines(found, learner=options.learner, stream=stream.source, parameters=options.to_json())))
    console().print(marginals_table(found, stream.names))
    console().print(updates_table(found))


def _learner(options: ExactOptions) -> Learner:
    if options.learner == COMPENSATED:
        return CompensatedLearner(options.compensated())
    if options.learner == LAZY:
        return DelayedLearner(options.keep, options.grid, FixedDelay(options.required_delay))
    return SmallLossLearner(options.small_loss(), options.multiples, options.shape)
