"""The contents of a certificate of a divergence, and its JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, cast, get_args

from dartproof.accounting import CompensatedParameters, ExactParameters
from dartproof.errors import InputError
from dartproof.laws.claims import Claim, ClaimName
from dartproof.laws.exact_learner import (
    CompensatedLearner,
    ExactLearner,
    LearnerName,
    Outcome,
    SmallLossLearner,
    View,
    replaced_row,
)
from dartproof.laws.fields import Fields
from dartproof.laws.transcript import Transcript, parse_expert
from dartproof.mechanisms.above_threshold import NoiseShape
from dartproof.numeric import format_rational, parse_rational
from dartproof.streams import Steps

Found = Literal["given pair", "all pairs", "search"]
"""How a pair was found: it was given, it is the worst of all (exhaustively), or the worst that a search met."""

FORMAT: Final = "divergence-certificate-2"
"""The value of the key "certificate" in a certificate's JSON."""


_KEYS: Final = (
    *("certificate", "learner", "parameters", "view", "found"),
    *("losses", "round", "row", "witness", "above", "below", "log_ratio", "claims"),
)

_PARAMETERS: Final = ("grid", "keep", "noise", "threshold_steps", "limit", "noise_multiples", "noise_shape")


@dataclass(frozen=True, slots=True, kw_only=True)
class DivergenceCertificate:
    """The statement that one outcome has probability `above` on a stream and `below` on a neighbour of it.

    Attributes:
        learner: with its parameters.
        losses: T rows of N losses in grid steps.
        round: the round, from 0, in which the neighbour differs.
        row: the neighbour's losses in that round, in grid steps.
        view: what an outcome is.
        witness: the outcome: a `Transcript`, or for the view "picks" T experts, from 0.
        above: p(witness) on `losses`: coefficients of a polynomial in L = −ln y, lowest power first.
        below: q(witness) on the neighbour, likewise; empty for 0, which makes the divergence ∞.
        log_ratio: ln(above/below) between two multiples of 10^−30, the nearest ones; None for ∞.
        claims: every claim about this learner at δ = 0, with its bound and whether above/below is within it.
        found: how the pair was found. A note: no check confirms it, and no conclusion rests on it.
    """

    learner: ExactLearner
    losses: Steps
    round: int
    row: tuple[int, ...]
    view: View = "transcript"
    witness: Outcome
    above: tuple[Fraction, ...]
    below: tuple[Fraction, ...]
    log_ratio: tuple[Fraction, Fraction] | None
    claims: tuple[Claim, ...]
    found: Found = "given pair"

    @property
    def neighbour(self) -> Steps:
        """The neighbouring stream.

        Raises:
            InputError: `round` is none of the stream's.
        """
        if not 0 <= self.round < len(self.losses):
            raise InputError(f"certificate: round {self.round + 1} is not one of the {len(self.losses)} rounds")
        return replaced_row(self.losses, self.round, self.row)

    def to_json(self) -> dict[str, object]:
        """Return a JSON object: rationals as texts, rounds and experts from 1; `from_json` reads it back."""
        ends = self.log_ratio
        return {
            "certificate": FORMAT,
            "learner": self.learner.name,
            "parameters": _parameters_json(self.learner),
            "view": self.view,
            "found": self.found,
            "losses": [list(row) for row in self.losses],
            "round": self.round + 1,
            "row": list(self.row),
            "witness": list(witness_path(self.witness)),
            "above": [format_rational(number) for number in self.above],
            "below": [format_rational(number) for number in self.below],
            "log_ratio": None
            if ends is None
            else {"lower": format_rational(ends[0]), "upper": format_rational(ends[1])},
            "claims": {
                claim.name: {"bound": format_rational(claim.bound), "holds": claim.holds} for claim in self.claims
            },
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> DivergenceCertificate:
        """Read a certificate; only its form is examined here, see `certificate.check`.

        Raises:
            InputError: a key is missing or unknown, or a value is of another form; the message names the key.
        """
        fields = Fields(data, "certificate")
        if fields.text("certificate") != FORMAT:
            raise InputError(f"certificate: the format is '{fields.text('certificate')}'; expected '{FORMAT}'")
        fields.only(*_KEYS)
        view = cast("View", fields.choice("view", get_args(View)))
        path = fields.texts("witness")
        return cls(
            learner=_learner(fields),
            losses=fields.rows("losses"),
            round=fields.integer("round") - 1,
            row=fields.integers("row"),
            view=view,
            witness=Transcript.parse(path) if view == "transcript" else parse_picks(path),
            above=tuple(parse_rational(text) for text in fields.texts("above")),
            below=tuple(parse_rational(text) for text in fields.texts("below")),
            log_ratio=_ends(fields),
            claims=_claims(fields.object("claims")),
            found=cast("Found", fields.choice("found", get_args(Found))),
        )


def parse_picks(path: Sequence[str]) -> tuple[int, ...]:
    """Read picks written as experts from 1, one text a round, into experts from 0.

    Raises:
        InputError: a text is no whole number from 1; the message names the round.
    """
    return tuple(parse_expert(text, f"picks, round {number}") for number, text in enumerate(path, start=1))


def witness_path(witness: Outcome) -> tuple[str, ...]:
    """One text a round, as `Transcript.parse` or `parse_picks` reads it back."""
    return witness.path if isinstance(witness, Transcript) else tuple(str(pick + 1) for pick in witness)


def _parameters_json(learner: ExactLearner) -> dict[str, object]:
    if isinstance(learner, SmallLossLearner):
        own: dict[str, object] = {"clip": learner.parameters.clip}
        multiples, shape = learner.noise_multiples, learner.noise_shape
    else:
        floor = learner.parameters.floor
        own = {
            "clip_steps": learner.parameters.clip_steps,
            "floor": None if floor is None else format_rational(Fraction(floor)),
        }
        multiples, shape = learner.parameters.noise_multiples, learner.parameters.noise_shape
    return {
        "grid": learner.parameters.grid,
        "keep": format_rational(learner.parameters.keep),
        "noise": format_rational(learner.parameters.noise),
        **own,
        "threshold_steps": learner.parameters.threshold,
        "limit": learner.parameters.limit,
        "noise_multiples": list(multiples),
        "noise_shape": shape,
    }


def _learner(fields: Fields) -> ExactLearner:
    numbers = fields.object("parameters")
    multiples = numbers.integers("noise_multiples")
    if len(multiples) != 2:
        raise InputError(f"certificate, parameters: 'noise_multiples' is {list(multiples)}; it must be two integers")
    noises = multiples[0], multiples[1]
    shape = cast("NoiseShape", numbers.choice("noise_shape", get_args(NoiseShape)))
    grid, limit, threshold = (numbers.integer(key) for key in ("grid", "limit", "threshold_steps"))
    keep, noise = (parse_rational(numbers.text(key)) for key in ("keep", "noise"))
    if fields.choice("learner", get_args(LearnerName)) == "small-loss":
        numbers.only(*_PARAMETERS, "clip")
        clip = numbers.integer("clip")
        parameters = ExactParameters(grid=grid, keep=keep, noise=noise, clip=clip, threshold=threshold, limit=limit)
        return SmallLossLearner(parameters, noises, shape)
    numbers.only(*_PARAMETERS, "clip_steps", "floor")
    return CompensatedLearner(
        CompensatedParameters(
            grid=grid,
            keep=keep,
            noise=noise,
            clip_steps=numbers.integer("clip_steps"),
            threshold=threshold,
            limit=limit,
            noise_multiples=noises,
            floor=None if numbers.value("floor") is None else parse_rational(numbers.text("floor")),
            noise_shape=shape,
        )
    )


def _ends(fields: Fields) -> tuple[Fraction, Fraction] | None:
    if fields.value("log_ratio") is None:
        return None
    ends = fields.object("log_ratio")
    ends.only("lower", "upper")
    return parse_rational(ends.text("lower")), parse_rational(ends.text("upper"))


def _claims(fields: Fields) -> tuple[Claim, ...]:
    claims = []
    for name in fields.data:
        if name not in get_args(ClaimName):
            raise InputError(f"{fields.where}: '{name}' is none of {', '.join(get_args(ClaimName))}")
        claim = fields.object(name)
        claim.only("bound", "holds")
        claims.append(Claim(cast("ClaimName", name), parse_rational(claim.text("bound")), claim.boolean("holds")))
    return tuple(claims)
