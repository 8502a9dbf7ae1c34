"""`dartproof certify`: the exact privacy loss of given parameters, over all pairs of neighbouring streams."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TypedDict, cast, get_args

import click

from dartproof.cli.common import json_option, print_json, progress, quiet_option, writable
from dartproof.cli.exact_options import COMPENSATED, SMALL_LOSS, ExactOptions, exact_options
from dartproof.errors import InputError
from dartproof.laws.certificate_files import certificate_target, write_certificate
from dartproof.laws.certify import certify_largest
from dartproof.laws.effort import (
    MOST_BYTES,
    count_of_log,
    refuse_long_numbers,
    refuse_long_work,
    search_seconds,
)
from dartproof.laws.exact_learner import Parameters, View, exact_learner
from dartproof.laws.pairs import estimate_pairs, largest_divergence
from dartproof.laws.search import search_worst_pair
from dartproof.laws.workload import Workload
from dartproof.mechanisms.halting import NoiseShape
from dartproof.report.certify_documents import CertifyResult, certify_document, certify_text

_ASTRONOMICAL = 1e20

_MOST_DIGITS = 4000
"""Of the number of pairs, which is shown in full."""


@click.command("certify")
@click.option("--rounds", type=int, required=True, metavar="T", help="Number of rounds.")
@click.option("--experts", type=int, required=True, metavar="N", help="Number of experts.")
@exact_options(learners=(SMALL_LOSS, COMPENSATED))
@click.option(
    "--view",
    type=click.Choice(get_args(View)),
    default="transcript",
    show_default=True,
    help="What the adversary sees.",
)
@click.option("--search", is_flag=True, help="Look for a bad pair instead of covering all: a certified lower bound.")
@click.option("--restarts", type=click.IntRange(1), default=8, show_default=True, help="Of the search.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the search.")
@click.option("--certificate", type=click.Path(path_type=Path), help="Write the witness to this file for `verify`.")
@click.option("--force", is_flag=True, help="Run it however long it takes.")
@json_option
@quiet_option
@click.pass_context
def certify_command(
    ctx: click.Context,
    *,
    options: ExactOptions,
    rounds: int,
    experts: int,
    view: str,
    search: bool,
    restarts: int,
    seed: int,
    certificate: Path | None,
    force: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Compute the exact privacy loss at delta = 0, the maximum over all ordered pairs of neighbouring streams.

    Losses are multiples of 1/G. Row T reaches no transcript and is not enumerated. The maximum is compared with the
    paper's claim and the sharper one, and the command leaves with 1 if it exceeds either. Where there are too many
    pairs, --search finds a bad one and certifies it: a lower bound, which can refute a claim but confirms none.
    """
    if certificate is not None:
        certificate_target(writable(certificate, "--certificate"))
    parameters, noises = _parameters(options), _noises(options)
    seen = cast("View", view)
    if min(rounds - 1, experts) < 1:
        raise InputError(
            f"--rounds {rounds} --experts {experts}: there are no two neighbours that a transcript could tell apart; "
            "give at least 2 rounds and 1 expert"
        )
    work = Workload.of(exact_learner(parameters, **noises), rounds=rounds, experts=experts)
    size = f"{rounds} rounds and {experts} experts"
    if search:
        if seen == "picks":
            raise InputError("--search looks at transcripts; leave out --view picks")
        if not force:
            refuse_long_work(work, partial(search_seconds, restarts=restarts), f"a search with {size}")
        refuse_long_numbers(work, "the certificate", claims=True)
        with progress(quiet=quiet) as on_progress:
            found = search_worst_pair(
                parameters, rounds, experts, seed=seed, restarts=restarts, progress=on_progress, **noises
            )
        result = CertifyResult.of_search(found.certificate, pairs=found.looked_at)
    else:
        if not force:
            _refuse_large(work, seen)
        refuse_long_numbers(work, f"the privacy loss of {size}", claims=True)
        if estimate_pairs(work, view=seen).log10_pairs > _MOST_DIGITS:
            raise InputError(
                f"the number of pairs with {size} has more than {_MOST_DIGITS} digits; choose a smaller size"
            )
        with progress(quiet=quiet) as on_progress:
            largest = largest_divergence(parameters, rounds, experts, view=seen, progress=on_progress, **noises)
        result = CertifyResult.of_all_pairs(certify_largest(largest), pairs=largest.pairs)
    if certificate is not None:
        write_certificate(certificate, result.certificate)
    if as_json:
        print_json(certify_document(result, parameters=options.to_json()))
    else:
        click.echo(certify_text(result, parameters=options.to_json()))
    if result.is_violated:
        ctx.exit(1)


def _parameters(options: ExactOptions) -> Parameters:
    return options.compensated() if options.learner == COMPENSATED else options.small_loss()


class _Noises(TypedDict, total=False):
    noise_multiples: tuple[int, int]
    noise_shape: NoiseShape


def _noises(options: ExactOptions) -> _Noises:
    """The noises of Algorithm 1; the parameters of the compensated learner have its own."""
    if options.learner == COMPENSATED:
        return {}
    return {"noise_multiples": options.multiples, "noise_shape": options.shape}


def _refuse_large(work: Workload, view: View) -> None:
    """Refuse what would take too long or too much memory.

    Raises:
        InputError: with the estimate.
    """
    estimate = estimate_pairs(work, view=view)
    what = (
        f"{count_of_log(estimate.log10_pairs)} pairs of neighbours "
        f"({count_of_log(estimate.log10_bounded)} up to the order of the experts)"
    )
    refuse_long_work(
        work,
        lambda some: estimate_pairs(some, view=view).seconds,
        what,
        instead="choose a smaller size, or --search",
    )
    if estimate.bytes > MOST_BYTES:
        memory = (
            f"about {estimate.bytes / 2**30:.0f} GiB" if estimate.bytes < _ASTRONOMICAL else "more memory than there is"
        )
        raise InputError(f"{what} would take {memory}; choose a smaller size, --search, or --force")
