"""`dartproof parameters`: what the paper's theorems set the learner to, and what that guarantees."""

from __future__ import annotations

from fractions import Fraction
from typing import cast, get_args

import click

from dartproof.accounting import approx_parameters, pure_parameters, sharp_parameters
from dartproof.cli.common import RATIONAL, json_option, print_json
from dartproof.errors import InputError
from dartproof.mechanisms.above_threshold import NoiseShape
from dartproof.report.documents import parameters_document, sharp_document
from dartproof.report.tables import parameters_text, sharp_text


@click.command("parameters")
@click.option("--rounds", type=int, required=True, metavar="T", help="Number of rounds.")
@click.option("--experts", type=int, required=True, metavar="N", help="Number of experts.")
@click.option("--epsilon", type=RATIONAL, required=True, metavar="E", help="Privacy parameter, at most 1.")
@click.option(
    "--delta", type=RATIONAL, default="0", show_default=True, metavar="D", help="0 for Theorem A.1, else Theorem A.2."
)
@click.option("--loss-bound", type=RATIONAL, required=True, metavar="L", help="L', a bound on the best expert's loss.")
@click.option(
    "--preset",
    type=click.Choice(["paper", "sharp"]),
    default="paper",
    show_default=True,
    help="The paper's parameters, or those that this project's sharper analysis allows.",
)
@click.option(
    "--noise-shape",
    type=click.Choice(get_args(NoiseShape)),
    help="Of sharp parameters: laplace, or one-sided exponential noise.  [default: laplace]",
)
@json_option
def parameters_command(
    *,
    rounds: int,
    experts: int,
    epsilon: Fraction,
    delta: Fraction,
    loss_bound: Fraction,
    preset: str,
    noise_shape: str | None,
    as_json: bool,
) -> None:
    """Compute the parameters of Algorithm 1 from Theorem A.1 or A.2, and check the conditions that the theorem states.

    With --preset sharp, search for parameters with a small bound on the regret instead; their guarantees are certified
    and need no theorem's choice.

    Numbers are exact rationals such as `1/3`. Ceilings and minima are decided, never rounded; `epsilon_total` and
    `regret_bound` are rounded up.
    """
    setting = {"rounds": rounds, "experts": experts}
    if preset == "sharp":
        shape = cast("NoiseShape", noise_shape or "laplace")
        chosen = sharp_parameters(**setting, epsilon=epsilon, delta=delta, loss_bound=loss_bound, noise_shape=shape)
        if as_json:
            print_json(sharp_document(chosen, epsilon=epsilon))
        else:
            click.echo(sharp_text(chosen, epsilon=epsilon))
        return
    if noise_shape is not None:
        raise InputError("--noise-shape: the paper's noises are Laplace; give --preset sharp to choose others")
    if delta == 0:
        found = pure_parameters(**setting, epsilon=epsilon, loss_bound=loss_bound)
    else:
        found = approx_parameters(**setting, epsilon=epsilon, delta=delta, loss_bound=loss_bound)
    if as_json:
        print_json(parameters_document(found))
    else:
        click.echo(parameters_text(found))
