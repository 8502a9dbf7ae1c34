"""What `certify` prints: the largest privacy loss found, where, and how the claims fare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dartproof.laws.certificate import DivergenceCertificate
from dartproof.laws.certificate_model import witness_path
from dartproof.laws.claims import Claim, is_control
from dartproof.numeric import LogNumber, Value, format_rational, value_of_log
from dartproof.report.law_tables import cut

Document = dict[str, Any]

_LONGEST = 22  # characters of a privacy loss
_LONGEST_CLAIM = 12


@dataclass(frozen=True, slots=True)
class CertifyResult:
    """A largest privacy loss.

    Attributes:
        certificate: of the outcome that attains it.
        pairs: the number of pairs it is the largest of; for a search, of those that it looked at.
        exhaustive: whether these are all pairs.
    """

    certificate: DivergenceCertificate
    pairs: int
    exhaustive: bool

    @classmethod
    def of_all_pairs(cls, certificate: DivergenceCertificate, *, pairs: int) -> CertifyResult:
        """The maximum over all pairs."""
        return cls(certificate, pairs, exhaustive=True)

    @classmethod
    def of_search(cls, certificate: DivergenceCertificate, *, pairs: int) -> CertifyResult:
        """The worst that a search met."""
        return cls(certificate, pairs, exhaustive=False)

    @property
    def value(self) -> Value:
        """The privacy loss, ln of the ratio of the witness's probabilities."""
        field = self.certificate.learner.parameters.field
        above, below = field.polynomial(self.certificate.above), field.polynomial(self.certificate.below)
        ratio: LogNumber | None = above / below if below else None
        return value_of_log(ratio)

    @property
    def is_violated(self) -> bool:
        """Whether a claim is exceeded."""
        return any(not claim.holds for claim in self.certificate.claims)

    def claim(self, sharp: bool) -> Claim | None:
        """The paper's claim, which is about Algorithm 1 with its own noises only, or the project's own.

        None where nothing is claimed of the learner: neither of them is about a control.
        """
        names = ("sharp", "compensated") if sharp else ("paper",)
        return next((claim for claim in self.certificate.claims if claim.name in names), None)


def certify_document(result: CertifyResult, *, parameters: Mapping[str, object]) -> Document:
    """The document of `dartproof certify --json`; rounds and experts count from 1."""
    certificate = result.certificate
    claims = {"paper": result.claim(sharp=False), "sharp": result.claim(sharp=True)}
    return {
        "learner": certificate.learner.name,
        "parameters": dict(parameters),
        "view": certificate.view,
        "rounds": len(certificate.losses),
        "experts": len(certificate.losses[0]),
        "exhaustive": result.exhaustive,
        "pairs": result.pairs,
        "max_divergence": result.value.to_json(),
        "witness": {
            "losses": [_row(row, certificate) for row in certificate.losses],
            "round": certificate.round + 1,
            "row": _row(certificate.row, certificate),
            "path": list(witness_path(certificate.witness)),
        },
        "claims": {name: claim and value_of_log(claim.bound).to_json() for name, claim in claims.items()},
        "holds": {name: claim and _holds(claim, result) for name, claim in claims.items()},
    }


def certify_text(result: CertifyResult, *, parameters: Mapping[str, object]) -> str:
    """The same for people, a line each."""
    certificate = result.certificate
    seen = "augmented transcript" if certificate.view == "transcript" else "picks"
    shown = ", ".join(f"{name} {_parameter(value)}" for name, value in parameters.items() if value is not None)
    covered = "all ordered pairs" if result.exhaustive else "pairs that the search looked at"
    value = result.value
    size = cut(value.decimal, _LONGEST) + (f" = {value.exact}" if value.exact and len(value.exact) < 80 else "")
    rows = [
        ("learner", f"{certificate.learner.name}, T = {len(certificate.losses)}, N = {len(certificate.losses[0])}"),
        ("parameters", shown),
        ("view", seen),
        ("pairs", f"{result.pairs}: {covered}"),
        ("privacy loss" if result.exhaustive else "is at least", size),
        ("losses", "  ".join(" ".join(_row(row, certificate)) for row in certificate.losses)),
        ("neighbour", f"round {certificate.round + 1}: {' '.join(_row(certificate.row, certificate))}"),
        ("attained by", ", ".join(witness_path(certificate.witness))),
    ]
    for name, claim in (
        ("the paper's claim", result.claim(sharp=False)),
        ("the sharp claim", result.claim(sharp=True)),
    ):
        if claim is not None:
            rows.append((name, f"{cut(value_of_log(claim.bound).decimal, _LONGEST_CLAIM)}: {_verdict(claim, result)}"))
    if is_control(certificate.learner):
        rows.append(("the sharp claim", "no claim is made for this control"))
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"{name:{width}}  {text}".rstrip() for name, text in rows)


def _holds(claim: Claim, result: CertifyResult) -> bool | None:
    """Whether a claim holds; a search that does not refute it leaves that open."""
    return claim.holds if result.exhaustive or not claim.holds else None


def _verdict(claim: Claim, result: CertifyResult) -> str:
    if not claim.holds:
        return "VIOLATED"
    return "holds" if result.exhaustive else "not refuted by this search"


def _row(row: tuple[int, ...], certificate: DivergenceCertificate) -> list[str]:
    grid = certificate.learner.parameters.grid
    return [format_rational(Fraction(steps, grid)) for steps in row]


def _parameter(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
