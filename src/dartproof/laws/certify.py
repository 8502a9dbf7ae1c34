"""Making certificates of a divergence: of a given pair, or of the worst of all pairs."""

from __future__ import annotations

from dartproof.errors import InputError
from dartproof.laws.certificate import DivergenceCertificate, certificate_of
from dartproof.laws.exact_learner import Outcome, Parameters, View, exact_learner, replaced_row
from dartproof.laws.pairs import Largest
from dartproof.laws.picks_loss import picks_divergence
from dartproof.laws.privacy_loss import pair_divergence
from dartproof.mechanisms.above_threshold import NoiseShape
from dartproof.streams import Steps, check_steps


def certify_divergence(
    parameters: Parameters,
    losses: Steps,
    *,
    round: int,  # noqa: A002 - the paper's word, and the certificate's key
    row: tuple[int, ...],
    view: View = "transcript",
    noise_multiples: tuple[int, int] | None = None,
    noise_shape: NoiseShape | None = None,
) -> DivergenceCertificate:
    """Find the max-divergence of a stream over one neighbour and certify its witness.

    The time is polynomial in T, N and V for transcripts; for picks all N^T of them are enumerated.

    Args:
        parameters: of Algorithm 1 or of the compensated learner.
        losses: T rows of N losses in grid steps.
        round: the round, from 0, in which the neighbour differs.
        row: the neighbour's losses in that round, in grid steps.
        view: what the adversary sees.
        noise_multiples: (MX, MN) of Algorithm 1; the paper's by default.
        noise_shape: of the noises of Algorithm 1; the paper's by default.

    Returns:
        The certificate, which `certificate.check` accepts.

    Raises:
        InputError: the losses are no stream, `round` or `row` makes no neighbour, there are too many picks (see
            `picks_divergence`), or noises are given where `parameters` have them.
    """
    learner = exact_learner(parameters, noise_multiples=noise_multiples, noise_shape=noise_shape)
    losses = check_steps(losses, parameters.grid)
    check_steps((losses[0], row), parameters.grid)
    if not 0 <= round < len(losses):
        raise InputError(f"round {round + 1} is not one of the {len(losses)} rounds of the stream")
    if row == losses[round]:
        raise InputError(f"round {round + 1}: the neighbour's losses equal the stream's; give a row that differs")
    p, q = learner.process(losses), learner.process(replaced_row(losses, round, row))
    witness: Outcome = (pair_divergence(p, q) if view == "transcript" else picks_divergence(p, q)).witness
    return certificate_of(learner, losses, round=round, row=row, witness=witness)


def certify_largest(largest: Largest) -> DivergenceCertificate:
    """Certify the pair and the outcome that `largest_divergence` found.

    The certificate proves the same lower bound as for a pair that was given. That there is no larger one, it does not
    prove: this is what `largest_divergence` did.
    """
    return certificate_of(
        largest.learner,
        largest.losses,
        round=largest.round,
        row=largest.row,
        witness=largest.witness,
        found="all pairs",
    )
