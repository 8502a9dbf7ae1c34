"""What is known of a learner on given losses, as `Value`s: the same shape for exact numbers, balls and floats."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dartproof.laws.transcript import Transcript
from dartproof.numeric import Value


@dataclass(frozen=True, slots=True)
class Halting:
    """H(s,i,t): the probability that an instance launched in round s with expert i makes its first check in round t.

    Attributes:
        start: s, from 0.
        expert: i, from 0.
        round: t, from 0.
        value: the probability.

    Source: Algorithm 1 (`small_loss_learner`).
    """

    start: int
    expert: int
    round: int
    value: Value


@dataclass(frozen=True, slots=True)
class Loss:
    """The max-divergence of a stream over a neighbour.

    Attributes:
        value: max ln p(w)/q(w); "inf" for ∞.
        witness: an outcome that attains it, a transcript or T picks from 0. In float it attains it up to rounding.
    """

    value: Value
    witness: Transcript | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HockeyStick:
    """A hockey-stick divergence δ(e^ε).

    Attributes:
        value: δ. In balls it is the middle of the bracket, and the radius says so; in float likewise, without radius.
        bracket: a lower and an upper bound, where δ was bracketed by rounding likelihood ratios; else None.
    """

    value: Value
    bracket: tuple[Value, Value] | None = None


@dataclass(frozen=True, slots=True)
class Delta:
    """The hockey-stick divergences of a pair at one e^ε.

    Attributes:
        ratio: e^ε.
        forward: of the stream over the neighbour.
        backward: of the neighbour over the stream.
    """

    ratio: Fraction
    forward: HockeyStick
    backward: HockeyStick


@dataclass(frozen=True, slots=True, kw_only=True)
class LawResults:
    """The law of a learner on one stream, and its distance from a neighbour.

    Attributes:
        backend: "exact", "ball" or "float" (not certified).
        view: what the distances are about: the augmented transcript, or only the picks.
        halting: H(s,i,t), by s, then i, then t.
        marginals: Q_t(i) = Pr[i_t = i], T rows of N.
        updates: Pr[v_T = 0], Pr[v_T = 1], ...
        expected_loss: E Σ_t ℓ_t(i_t), in units of loss.
        expected_regret: the expected loss minus L*.
        forward: of the stream over the neighbour; None without one.
        backward: of the neighbour over the stream.
        deltas: one for each e^ε that was asked for.
    """

    backend: str
    view: str
    halting: tuple[Halting, ...]
    marginals: tuple[tuple[Value, ...], ...]
    updates: tuple[Value, ...]
    expected_loss: Value
    expected_regret: Value
    forward: Loss | None = None
    backward: Loss | None = None
    deltas: tuple[Delta, ...] = ()
