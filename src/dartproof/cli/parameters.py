"""`dartproof parameters`: what the paper's theorems set the learner to, and what that guarantees."""

from __future__ import annotations

from fractions import Fraction

import click

from dartproof.accounting import approx_parameters, pure_parameters
from dartproof.cli.common import RATIONAL, json_option, print_json
from dartproof.report.documents import parameters_document
from dartproof.report.tables import parameters_text


@click.command("parameters")
@click.option("--rounds", type=int, required=True, metavar="T", help="Number of rounds.")
@click.option("--experts", type=int, required=True, metavar="N", help="Number of experts.")
@click.option("--epsilon", type=RATIONAL, required=True, metavar="E", help="Privacy parameter, at most 1.")
@click.option(
    "--delta", type=RATIONAL, default="0", show_default=True, metavar="D", help="0 for Theorem A.1, else Theorem A.2."
)
@click.option("--loss-bound", type=RATIONAL, required=True, metavar="L", help="L', a bound on the best expert's loss.")
@click.option(
    "--preset", type=click.Choice(["paper"]), default="paper", show_default=True, help="Whose parameters to compute."
)
@json_option
def parameters_command(
    *, rounds: int, experts: int, epsilon: Fraction, delta: Fraction, loss_bound: Fraction, preset: str, as_json: bool
) -> None:
    """Compute the parameters of Algorithm 1 from Theorem A.1 or A.2, and check the conditions that the theorem states.

    Numbers are exact rationals such as `1/3`. Ceilings and minima are decided, never rounded; `epsilon_total` and
    `regret_bound` are rounded up.
    """
    setting = {"rounds": rounds, "experts": experts}
    if delta == 0:
        found = pure_parameters(**setting, epsilon=epsilon, loss_bound=loss_bound)
    else:
        found = approx_parameters(**setting, epsilon=epsilon, delta=delta, loss_bound=loss_bound)
    if as_json:
        print_json(parameters_document(found, preset=preset))
    else:
        click.echo(parameters_text(found))
