"""Certificates of a divergence: one outcome whose two probabilities anybody can recompute.

A certificate names a pair of neighbouring streams, parameters, and one outcome w, the witness. A check recomputes
p(w) on the first stream and q(w) on its neighbour and compares them exactly with those in the certificate. What it
then proves is a *lower* bound: at these parameters Algorithm 1 is (ε, 0)-differentially private in the certificate's
view for no ε < ln(p(w)/q(w)), since {w} is an event with p(w) = (p(w)/q(w))·q(w). It does not prove that no other
outcome, pair or length has a larger ratio. If the ratio exceeds the bound e^ε of a claim, the claim is refuted at
these parameters; if it does not, the claim has merely survived this witness.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, cast, get_args

from dartproof.accounting import ExactParameters
from dartproof.errors import InputError
from dartproof.laws.fields import Fields
from dartproof.laws.path import Instance, picks_probability, transcript_probability
from dartproof.laws.transcript import Transcript
from dartproof.mechanisms.above_threshold import NoiseShape
from dartproof.numeric import LogNumber, Real, format_rational, parse_rational
from dartproof.streams import Steps

View = Literal["transcript", "picks"]
"""What the adversary sees: the augmented transcript, or only the picks i_1, ..., i_T."""

ClaimName = Literal["paper", "sharp"]
"""Whose bound is compared: the paper's Lemma 3.1 (`privacy`), or the sharper `check_privacy_sharp`, both at δ = 0."""

FORMAT: Final = "divergence-certificate-1"
"""The value of the key "certificate" in a certificate's JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DivergenceCertificate:
    """The statement that one outcome has probability `above` on a stream and `below` on a neighbour of it.

    Attributes:
        losses: T rows of N losses in grid steps.
        round: the round, from 0, in which the neighbour differs.
        row: the neighbour's losses in that round, in grid steps.
        parameters: of Algorithm 1.
        noise_multiples: (MX, MN), see `halting_law`.
        noise_shape: of both noises.
        view: what an outcome is.
        witness: the outcome: a `Transcript`, or for the view "picks" T experts, from 0.
        above: p(witness) on `losses`: coefficients of a polynomial in L = −ln y, lowest power first.
        below: q(witness) on the neighbour, likewise; empty for 0, which makes the divergence ∞.
        claim: the name of the claim it is compared with.
        bound: that claim's e^ε at these parameters.
        holds: whether above/below ≤ bound.
    """

    losses: Steps
    round: int
    row: tuple[int, ...]
    parameters: ExactParameters
    noise_multiples: tuple[int, int] = (2, 1)
    noise_shape: NoiseShape = "laplace"
    view: View = "transcript"
    witness: Transcript | tuple[int, ...]
    above: tuple[Fraction, ...]
    below: tuple[Fraction, ...]
    claim: ClaimName = "paper"
    bound: Fraction
    holds: bool

    @property
    def neighbour(self) -> Steps:
        """The neighbouring stream.

        Raises:
            InputError: `round` is none of the stream's.
        """
        if not 0 <= self.round < len(self.losses):
            raise InputError(f"certificate: round {self.round + 1} is not one of the {len(self.losses)} rounds")
        return (*self.losses[: self.round], self.row, *self.losses[self.round + 1 :])

    def to_json(self) -> dict[str, object]:
        """Return a JSON object: rationals as texts, rounds and experts from 1; `from_json` reads it back."""
        parameters = self.parameters
        return {
            "certificate": FORMAT,
            "losses": [list(row) for row in self.losses],
            "round": self.round + 1,
            "row": list(self.row),
            "parameters": {
                "grid": parameters.grid,
                "keep": format_rational(parameters.keep),
                "noise": format_rational(parameters.noise),
                "clip": parameters.clip,
                "threshold": parameters.threshold,
                "limit": parameters.limit,
                "noise_multiples": list(self.noise_multiples),
                "noise_shape": self.noise_shape,
            },
            "view": self.view,
            "witness": list(_witness_path(self.witness)),
            "above": [format_rational(number) for number in self.above],
            "below": [format_rational(number) for number in self.below],
            "claim": {"name": self.claim, "bound": format_rational(self.bound), "holds": self.holds},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> DivergenceCertificate:
        """Read a certificate; only its form is examined here, see `check`.

        Raises:
            InputError: a key is missing or a value is of another form; the message names the key.
        """
        fields = Fields(data, "certificate")
        if fields.text("certificate") != FORMAT:
            raise InputError(f"certificate: the format is '{fields.text('certificate')}'; expected '{FORMAT}'")
        numbers, claim = fields.object("parameters"), fields.object("claim")
        multiples = numbers.integers("noise_multiples")
        if len(multiples) != 2:
            raise InputError(
                f"certificate, parameters: 'noise_multiples' is {list(multiples)}; it must be two integers"
            )
        view = cast("View", fields.choice("view", get_args(View)))
        path = fields.texts("witness")
        return cls(
            losses=fields.rows("losses"),
            round=fields.integer("round") - 1,
            row=fields.integers("row"),
            parameters=ExactParameters(
                grid=numbers.integer("grid"),
                keep=parse_rational(numbers.text("keep")),
                noise=parse_rational(numbers.text("noise")),
                clip=numbers.integer("clip"),
                threshold=numbers.integer("threshold"),
                limit=numbers.integer("limit"),
            ),
            noise_multiples=(multiples[0], multiples[1]),
            noise_shape=cast("NoiseShape", numbers.choice("noise_shape", get_args(NoiseShape))),
            view=view,
            witness=Transcript.parse(path) if view == "transcript" else parse_picks(path),
            above=tuple(parse_rational(text) for text in fields.texts("above")),
            below=tuple(parse_rational(text) for text in fields.texts("below")),
            claim=cast("ClaimName", claim.choice("name", get_args(ClaimName))),
            bound=parse_rational(claim.text("bound")),
            holds=claim.boolean("holds"),
        )


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
        """Whether everything in the certificate was confirmed."""
        return not self.problems


def check(certificate: DivergenceCertificate) -> CertificateReport:
    """Recompute the two probabilities of the witness, and the claim's bound, and compare them exactly.

    The probabilities are products (for picks, a forward recursion) along the witness alone; nothing is enumerated, so
    this stays fast at any T.

    Args:
        certificate: from anywhere.

    Returns:
        The report. Everything in the certificate is either recomputed and equal, or a problem.
    """
    try:
        first, second = _probability(certificate, certificate.losses), _probability(certificate, certificate.neighbour)
        bound = claim_bound(
            certificate.claim,
            certificate.parameters,
            noise_multiples=certificate.noise_multiples,
            noise_shape=certificate.noise_shape,
        )
    except InputError as error:
        return CertificateReport((str(error),), "")
    field = certificate.parameters.field
    problems = [
        f"the witness has probability {actual} on the {name}, not {field.polynomial(stated)}"
        for name, actual, stated in (
            ("stream", first, certificate.above),
            ("neighbour", second, certificate.below),
        )
        if actual != field.polynomial(stated)
    ]
    if not first:
        problems.append("the witness is impossible on the stream, so it proves nothing")
    if bound != certificate.bound:
        problems.append(f"the claim '{certificate.claim}' has the bound {bound}, not {certificate.bound}")
    holds = first <= bound * second
    if holds != certificate.holds:
        problems.append(
            f"the ratio is {'at most' if holds else 'above'} the claim's bound, contrary to the certificate"
        )
    return CertificateReport(tuple(problems), "" if problems else _conclusion(certificate, first, second))


def claim_bound(
    claim: ClaimName,
    parameters: ExactParameters,
    *,
    noise_multiples: tuple[int, int] = (2, 1),
    noise_shape: NoiseShape = "laplace",
) -> Fraction:
    """Return e^ε of a claim at δ = 0, where V resamples cost 2ηV.

    Args:
        claim: "paper": ε = ε1 + max(η, ε2) + 2ηV; "sharp": ε = max(1/b_ξ + η, 1/b_ν + ε2) + 2ηV.
        parameters: of Algorithm 1.
        noise_multiples: (MX, MN): 1/b_ξ = MX·g·L and 1/b_ν = MN·g·L.
        noise_shape: of both noises; the sharp bound is the same for both shapes.

    Raises:
        InputError: the paper's claim is asked for with noises other than its own.

    Source: Lemma 3.1 (`privacy`); `check_privacy_sharp`.
    """
    grid, keep, noise = parameters.grid, parameters.keep, parameters.noise
    exp_epsilon2 = Fraction(parameters.clip + 1, parameters.clip)
    resamples = keep ** (-2 * grid * parameters.limit)
    if claim == "paper":
        if noise_multiples != (2, 1) or noise_shape != "laplace":
            raise InputError("the paper's claim is about Laplace noises with the multiples 2,1; compare with 'sharp'")
        return noise ** (-4 * grid) * max(keep**-grid, exp_epsilon2) * resamples
    multiple_xi, multiple_nu = noise_multiples
    halting_and_coin = max(noise ** (-multiple_xi * grid) * keep**-grid, noise ** (-multiple_nu * grid) * exp_epsilon2)
    return halting_and_coin * resamples


def parse_picks(path: Sequence[str]) -> tuple[int, ...]:
    """Read picks written as experts from 1, one text a round, into experts from 0.

    Raises:
        InputError: a text is no whole number from 1; the message names the round.
    """
    for number, text in enumerate(path, start=1):
        if not (text.isascii() and text.isdigit() and int(text) >= 1):
            raise InputError(f"picks, round {number}: expert '{text}' must be a whole number from 1")
    return tuple(int(text) - 1 for text in path)


def _witness_path(witness: Transcript | tuple[int, ...]) -> tuple[str, ...]:
    return witness.path if isinstance(witness, Transcript) else tuple(str(pick + 1) for pick in witness)


def _probability(certificate: DivergenceCertificate, losses: Steps) -> LogNumber:
    instance = Instance(losses, certificate.parameters, certificate.noise_multiples, certificate.noise_shape)
    if certificate.view == "transcript" and isinstance(certificate.witness, Transcript):
        return transcript_probability(instance, certificate.witness)
    if certificate.view == "picks" and isinstance(certificate.witness, tuple):
        return picks_probability(instance, certificate.witness)
    raise InputError(f"the witness is no outcome of the view '{certificate.view}'")


def _conclusion(certificate: DivergenceCertificate, first: LogNumber, second: LogNumber) -> str:
    least = Real.of(first / second).log().decimal(20, "down") if second else "inf"
    seen = "augmented transcript" if certificate.view == "transcript" else "picks"
    claim = f"The claim '{certificate.claim}' (e^epsilon = {format_rational(certificate.bound)})"
    fate = "is not refuted by this witness" if certificate.holds else "is refuted"
    return (
        f"At these parameters Algorithm 1, seen through its {seen}, is (epsilon, 0)-differentially private for no "
        f"epsilon < {least}: the log-ratio of the witness, rounded down. This is a lower bound. {claim} {fate}."
    )
