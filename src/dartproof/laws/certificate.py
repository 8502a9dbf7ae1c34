"""Certificates of a divergence: one outcome whose two probabilities anybody can recompute.

A certificate names a learner with its parameters, a pair of neighbouring streams, and one outcome w, the witness. A
check recomputes p(w) on the first stream and q(w) on its neighbour and compares them exactly with those in the
certificate. What it then proves is a *lower* bound: at these parameters the learner is (ε, 0)-differentially private in
the certificate's view for no ε < ln(p(w)/q(w)), since {w} is an event with p(w) = (p(w)/q(w))·q(w). It does not prove
that no other outcome, pair or length has a larger ratio, also where the certificate says that all pairs were searched.
If the ratio exceeds the bound e^ε of a claim, the claim is refuted at these parameters; if it does not, the claim has
merely survived this witness.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dartproof.errors import InputError
from dartproof.laws.certificate_model import FORMAT, DivergenceCertificate, Found, parse_picks
from dartproof.laws.claims import Claim, ClaimName, changes, claim_bound, compared_claims, is_control
from dartproof.laws.effort import require_checkable
from dartproof.laws.exact_learner import ExactLearner, Outcome, View, replaced_row
from dartproof.laws.transcript import Transcript
from dartproof.numeric import LogNumber, Real, format_rational
from dartproof.streams import Steps

__all__ = [
    "FORMAT",
    "CertificateReport",
    "Claim",
    "ClaimName",
    "DivergenceCertificate",
    "Found",
    "View",
    "certificate_of",
    "check",
    "claim_bound",
    "parse_picks",
]

_UNIT: Final = Fraction(1, 10**30)

_PROBLEMS: Final = {
    "above": "the witness does not have the probability 'above' on the stream",
    "below": "the witness does not have the probability 'below' on the neighbour",
    "log_ratio": "the ends of 'log_ratio' are not the multiples of 10^-30 next to the logarithm of above/below",
    "claims": "the claims are not those about this learner, or their bounds or whether they hold are not as stated",
}


@dataclass(frozen=True, slots=True)
class CertificateReport:
    """What a check of a certificate found.

    Attributes:
        problems: what is wrong with it, a sentence each; none if it is accepted.
        conclusion: what an accepted certificate proves, and nothing more; empty otherwise.
    """

    problems: tuple[str, ...]
    conclusion: str

    @property
    def accepted(self) -> bool:
        """Whether everything in the certificate was confirmed, but for how the pair was found."""
        return not self.problems


def certificate_of(
    learner: ExactLearner,
    losses: Steps,
    *,
    round: int,  # noqa: A002 - the paper's word, and the certificate's key
    row: tuple[int, ...],
    witness: Outcome,
    found: Found = "given pair",
) -> DivergenceCertificate:
    """Return the certificate of one outcome, computed along it alone; `check` accepts it.

    Args:
        learner: with its parameters.
        losses: T rows of N losses in grid steps.
        round: the round, from 0, in which the neighbour differs.
        row: the neighbour's losses in that round, in grid steps.
        witness: a transcript, or T picks, from 0.
        found: how the pair was found.

    Raises:
        InputError: the pair is none of neighbours, or the witness does not fit it or is impossible on the stream.
    """
    if not 0 <= round < len(losses):
        raise InputError(f"round {round + 1} is not one of the {len(losses)} rounds of the stream")
    if row == losses[round]:
        raise InputError(f"round {round + 1}: the neighbour's losses equal the stream's; give a row that differs")
    above, below = (learner.probability(stream, witness) for stream in (losses, replaced_row(losses, round, row)))
    if not above:
        raise InputError("the witness is impossible on the stream, so it proves nothing")
    return DivergenceCertificate(
        learner=learner,
        losses=losses,
        round=round,
        row=row,
        view="transcript" if isinstance(witness, Transcript) else "picks",
        witness=witness,
        above=above.coefficients,
        below=below.coefficients,
        log_ratio=_log_ends(above, below),
        claims=compared_claims(learner, above, below),
        found=found,
    )


def check(certificate: DivergenceCertificate) -> CertificateReport:
    """Recompute everything in a certificate from its learner, pair and witness, and compare it exactly.

    The probabilities are products (for picks, a forward recursion) along the witness alone; nothing is enumerated, so
    this stays fast at any T for which the exact numbers are short enough.

    Args:
        certificate: from anywhere.

    Returns:
        The report. Everything but `found` is either an assumption of the conclusion, or recomputed and equal, or a
        problem.

    Raises:
        InputError: the check would take longer than `laws.effort.LONGEST` by its estimate, as the streams are long or
            a parameter is large. This is no verdict on the certificate.
    """
    if (certificate.view == "transcript") != isinstance(certificate.witness, Transcript):
        return CertificateReport((f"the witness is no outcome of the view '{certificate.view}'",), "")
    require_checkable(certificate.learner, certificate.losses, certificate.row, view=certificate.view)
    try:
        right = certificate_of(
            certificate.learner,
            certificate.losses,
            round=certificate.round,
            row=certificate.row,
            witness=certificate.witness,
            found=certificate.found,
        )
    except InputError as error:
        return CertificateReport((str(error),), "")
    problems = tuple(text for name, text in _PROBLEMS.items() if getattr(certificate, name) != getattr(right, name))
    return CertificateReport(problems, "" if problems else _conclusion(certificate))


def _log_ends(above: LogNumber, below: LogNumber) -> tuple[Fraction, Fraction] | None:
    if not below:
        return None
    scaled = Real.of(above / below).log() / _UNIT
    return scaled.floor() * _UNIT, scaled.ceil() * _UNIT


def _conclusion(certificate: DivergenceCertificate) -> str:
    seen = "augmented transcript" if certificate.view == "transcript" else "picks"
    least = "inf" if certificate.log_ratio is None else Real.of(certificate.log_ratio[0]).decimal(20, "down")
    fates = [
        f"The claim '{claim.name}' (e^epsilon = {format_rational(claim.bound)}) "
        f"{'is not refuted by this witness' if claim.holds else 'is refuted'}."
        for claim in certificate.claims
    ]
    if is_control(certificate.learner):
        fates = ["No claim is made for this control."]
    return " ".join(
        [
            f"At these parameters {_named(certificate.learner)}, seen through its {seen}, is "
            f"(epsilon, 0)-differentially private for no epsilon < {least}: the log-ratio of the witness, rounded "
            "down. This is a lower bound.",
            *fates,
        ]
    )


def _named(learner: ExactLearner) -> str:
    changed = changes(learner)
    name = "Algorithm 1" if learner.name == "small-loss" else "the compensated learner"
    if not changed:
        return name
    return f"{'a control of ' if is_control(learner) else ''}{name} (with {' and '.join(changed)})"
