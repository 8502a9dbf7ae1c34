"""`dartproof run`: plays a learner on a stream."""

from __future__ import annotations

from pathlib import Path

import click
import numpy as np

from dartproof.cli.common import json_option, print_json, writable
from dartproof.learners import build_learner, learner_names, parse_parameters, run
from dartproof.report.documents import run_document
from dartproof.report.files import write_picks
from dartproof.report.plots import require_picture_format, run_figure, save
from dartproof.report.tables import run_text
from dartproof.streams import bundled_streams, open_stream


class RunCommand(click.Command):
    """A command whose help lists the learners and the bundled streams as they are."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Add the lists after the options."""
        super().format_epilog(ctx, formatter)
        with formatter.section("Learners"):
            formatter.write_text(", ".join(learner_names()))
        with formatter.section("Bundled streams"):
            formatter.write_dl(
                [
                    (s.name, f"T = {s.rounds}, N = {s.experts}, L* = {s.best_loss}: {s.description}")
                    for s in bundled_streams().values()
                ]
            )


@click.command("run", cls=RunCommand)
@click.argument("stream_name", metavar="STREAM")
@click.option("--learner", default="doubling", show_default=True, metavar="NAME", help="Who plays; listed below.")
@click.option("--epsilon", metavar="E", help="Privacy budget, from which the parameters are derived.  [default: 1]")
@click.option("--delta", metavar="D", help="Privacy budget.  [default: 0]")
@click.option("--loss-bound", metavar="L", help="L', a bound on the best expert's loss.  [default: T]")
@click.option("--preset", metavar="NAME", help="Whose parameters; paper is the one there is.  [default: paper]")
@click.option(
    "--param",
    "parameters",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set a parameter of the learner itself in place of a budget, such as eta=1/100; repeatable.",
)
@click.option("--seed", type=click.IntRange(0), help="Repeat a run; without it fresh randomness is used.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the picks to this CSV file.")
@click.option("--plot", type=click.Path(path_type=Path), help="Draw the run into this .png, .svg or .pdf file.")
@json_option
def run_command(
    *,
    stream_name: str,
    learner: str,
    epsilon: str | None,
    delta: str | None,
    loss_bound: str | None,
    preset: str | None,
    parameters: tuple[str, ...],
    seed: int | None,
    out: Path | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Play a learner on STREAM and report its loss, the best expert's, the regret and the number of updates.

    STREAM is a CSV, .npy, .npz or Parquet file or the name of a bundled stream; `STREAM~ROUND=ROW` replaces the loss
    vector of one round, as in `trump-approval-2~500=1,1,0,1,1`.

    The noise is drawn in floating point, for simulation: do not release the picks of a run on private data. A seeded
    run is not private at all.
    """
    if out is not None:
        writable(out, "--out")
    if plot is not None:
        require_picture_format(writable(plot, "--plot"))
    stream = open_stream(stream_name)
    given = parse_parameters(parameters)
    budget = {"epsilon": epsilon, "delta": delta, "loss-bound": loss_bound, "preset": preset}
    given |= {name: value for name, value in budget.items() if value is not None}
    if not parameters:
        given.setdefault("epsilon", "1")
    built = build_learner(learner, given, rounds=stream.rounds, experts=stream.experts)
    played = run(built.learner, stream, np.random.default_rng(seed))
    if out is not None:
        write_picks(out, stream, played)
    if plot is not None:
        save(run_figure(stream, played, title=f"{learner} on {stream_name}"), plot)
    if as_json:
        print_json(run_document(stream, built, played, seed=seed, picks_file=out))
    else:
        click.echo(run_text(stream, built, played, seed=seed))
