"""Making certificates of a divergence, by enumeration."""

from __future__ import annotations

from dataclasses import replace

from dartproof.errors import InputError
from dartproof.laws.certificate import ClaimName, DivergenceCertificate, View, claim_bound
from dartproof.laws.divergence import max_divergence
from dartproof.laws.enumerate import transcript_law
from dartproof.laws.path import Instance
from dartproof.laws.summaries import picks_law
from dartproof.laws.transcript import Transcript
from dartproof.numeric import LogNumber
from dartproof.streams import check_steps


def certify_divergence(
    instance: Instance,
    *,
    round: int,  # noqa: A002 - the paper's word, and the certificate's key
    row: tuple[int, ...],
    view: View = "transcript",
    claim: ClaimName = "paper",
) -> DivergenceCertificate:
    """Find the max-divergence of a stream over one neighbour and certify its witness.

    Args:
        instance: Algorithm 1 on the stream.
        round: the round, from 0, in which the neighbour differs.
        row: the neighbour's losses in that round, in grid steps.
        view: what the adversary sees.
        claim: what the divergence is to be compared with.

    Returns:
        The certificate, which `certificate.check` accepts.

    Raises:
        InputError: `round` or `row` makes no neighbour, there are too many transcripts (see `transcript_law`), or the
            claim is not about these noises.
    """
    losses, parameters = instance.losses, instance.parameters
    check_steps((losses[0], row), parameters.grid)
    if not 0 <= round < len(losses):
        raise InputError(f"round {round + 1} is not one of the {len(losses)} rounds of the stream")
    if row == losses[round]:
        raise InputError(f"round {round + 1}: the neighbour's losses equal the stream's; give a row that differs")
    bound = claim_bound(claim, parameters, noise_multiples=instance.noise_multiples, noise_shape=instance.noise_shape)
    neighbour = replace(instance, losses=(*losses[:round], row, *losses[round + 1 :]))
    above, below, witness = _attained(_law(instance), _law(neighbour), view)
    return DivergenceCertificate(
        losses=losses,
        round=round,
        row=row,
        parameters=parameters,
        noise_multiples=instance.noise_multiples,
        noise_shape=instance.noise_shape,
        view=view,
        witness=witness,
        above=above.coefficients,
        below=below.coefficients,
        claim=claim,
        bound=bound,
        holds=above <= bound * below,
    )


def _law(instance: Instance) -> dict[Transcript, LogNumber]:
    return transcript_law(
        instance.losses,
        instance.parameters,
        noise_multiples=instance.noise_multiples,
        noise_shape=instance.noise_shape,
    )


def _attained(
    p: dict[Transcript, LogNumber], q: dict[Transcript, LogNumber], view: View
) -> tuple[LogNumber, LogNumber, Transcript | tuple[int, ...]]:
    """The two probabilities of the outcome that attains the max-divergence of p over q, and the outcome."""
    if view == "transcript":
        run = max_divergence(p, q).witness
        return p[run], q.get(run, p[run].field.zero), run
    of_p, of_q = picks_law(p), picks_law(q)
    picks = max_divergence(of_p, of_q).witness
    return of_p[picks], of_q.get(picks, of_p[picks].field.zero), picks
