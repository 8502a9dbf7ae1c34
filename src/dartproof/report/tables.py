"""What `run`, `parameters` and `audit` print for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from dartproof.accounting import PaperParameters, SharpParameters
from dartproof.auditing import AuditResult
from dartproof.learners import BuiltLearner, Run
from dartproof.numeric import Real, format_rational
from dartproof.report.documents import run_notice
from dartproof.streams import LossStream

_DIGITS = 12
_CLAIM_DIGITS = 6


def parameters_text(found: PaperParameters) -> str:
    """The parameters, the guarantees and the conditions, a line each."""
    conditions = [(f"  {c.name}", "holds" if c.holds else "FAILS") for c in found.conditions]
    vacuous = " (no better than playing anything at all: it is at least T)" if found.regret_bound_vacuous else ""
    claim = f"({format_rational(found.epsilon)}, {format_rational(found.delta)})"
    return _columns(
        [
            (f"Theorem {found.theorem}", f"Algorithm 1 for T = {found.rounds}, N = {found.experts}, claim {claim}"),
            ("loss bound L'", format_rational(found.loss_bound)),
            ("learning rate eta", f"{found.eta.decimal(_DIGITS, 'down')}, the least is {' = '.join(found.active)}"),
            ("threshold tau", found.tau.decimal(_DIGITS, "up")),
            ("update limit V", str(found.limit)),
            ("epsilon1 = epsilon2", format_rational(found.epsilon1)),
            ("Comp, the paper's", found.composition.decimal(_DIGITS, "up")),
            ("Comp, optimal", found.composition_optimal().decimal(_DIGITS, "up")),
            ("epsilon in all", found.epsilon_total.decimal(_DIGITS, "up") + " by Lemma 3.1 with the paper's Comp"),
            ("", found.epsilon_total_optimal().decimal(_DIGITS, "up") + " with the optimal Comp"),
            ("regret bound", found.regret_bound.decimal(_DIGITS, "up") + vacuous),
            ("conditions", ""),
            *conditions,
        ]
    )


def sharp_text(found: SharpParameters, *, epsilon: Fraction) -> str:
    """The parameters of the sharper analysis and their guarantees, a line each."""
    vacuous = " (no better than playing anything at all: it is at least T)" if found.regret_bound_vacuous else ""
    claim = f"({format_rational(epsilon)}, {format_rational(found.delta)})"
    clip = Real.of(found.clip)
    return _columns(
        [
            ("sharp_parameters", f"Algorithm 1 for T = {found.rounds}, N = {found.experts}, claim {claim}"),
            ("loss bound L'", format_rational(found.loss_bound)),
            ("learning rate eta", Real.of(found.eta).decimal(_DIGITS, "down")),
            ("threshold tau", Real.of(found.tau).decimal(_DIGITS, "up")),
            ("update limit V", str(found.limit)),
            ("noise", f"{found.noise_shape}, both ξ and ν"),
            ("scale b_xi", Real.of(found.xi_scale).decimal(_DIGITS, "up") + ", of the threshold"),
            ("scale b_nu", Real.of(found.nu_scale).decimal(_DIGITS, "up") + ", of each query"),
            ("clip c", f"{clip.decimal(_DIGITS)}, epsilon2 = {Real.of(found.epsilon2).decimal(_DIGITS, 'down')}"),
            ("composition", found.composition.epsilon.decimal(_DIGITS, "up") + f", by {found.composition.method}"),
            ("epsilon in all", found.epsilon_total.decimal(_DIGITS, "up") + " by check_privacy_sharp"),
            ("failure", found.failure.decimal(_DIGITS, "up") + ", of some noise or of the limit"),
            ("regret bound", found.regret_bound.decimal(_DIGITS, "up") + vacuous),
        ]
    )


def run_text(stream: LossStream, built: BuiltLearner, run: Run, *, seed: int | None) -> str:
    """What a run came to, a line each, and what it must not be used for."""
    best = stream.names[run.best_expert]
    return _columns(
        [
            ("learner", built.learner.name),
            ("stream", f"{stream.source}, T = {stream.rounds}, N = {stream.experts}"),
            ("parameters", _assignments(built.parameters)),
            ("claim", claim_text(built)),
            ("loss", f"{run.loss:g}"),
            ("L*", f"{run.best_loss:g}, of expert {run.best_expert + 1} ({best})"),
            ("regret", f"{run.regret:g}"),
            ("updates", str(run.updates)),
            ("notice", run_notice(seed)),
        ]
    )


def audit_text(result: AuditResult, *, mechanism: str, parameters: Mapping[str, str], seed: int) -> str:
    """What an audit found, a line each."""
    claim = result.claim
    meaning = {
        "violated": "the mechanism leaks more than claimed, with the stated confidence",
        "not refuted": "no evidence against the claim on this pair; this does not show that the mechanism is private",
    }
    lower = Real.of(result.epsilon_lower).decimal(_CLAIM_DIGITS, "down")
    return _columns(
        [
            ("mechanism", mechanism),
            *([("parameters", _assignments(parameters))] if parameters else []),
            ("pair", result.pair),
            ("view", result.view),
            ("claim", f"({_decimal_up(claim.epsilon)}, {_decimal_up(claim.delta)})-DP"),
            ("verdict", f"{result.verdict}: {meaning[result.verdict]}"),
            ("epsilon is at least", f"{lower}, with confidence {_confidence(result.confidence)}"),
            ("event", result.event),
            ("trials", f"{result.trials}, of which {sum(result.counts.trials)} tested the event"),
            ("seed", str(seed)),
            *[("finding", finding) for finding in result.findings],
        ]
    )


def _assignments(parameters: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in parameters.items())


def _confidence(number: Fraction) -> str:
    short = f"{float(number):g}"
    return short if Fraction(short) == number else Real.of(number).decimal(2 * _DIGITS, "down")


def _decimal_up(number: Fraction) -> str:
    return "0" if number == 0 else Real.of(number).decimal(_CLAIM_DIGITS, "up")


def claim_text(built: BuiltLearner) -> str:
    """The privacy claim of a learner in words; epsilon is rounded up."""
    claim = built.claim
    if claim.epsilon is None:
        return "none: this learner is not private"
    return f"({claim.epsilon.decimal(_CLAIM_DIGITS, 'up')}, {format_rational(claim.delta)})-DP"


def _columns(rows: Iterable[tuple[str, str]]) -> str:
    rows = list(rows)
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"{name:{width}}  {value}".rstrip() for name, value in rows)
