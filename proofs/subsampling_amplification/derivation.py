"""Why `subsampling_amplification` holds, for every learner; the steps take what differs in the controls."""

import sympy as sp

from dartproof.evidence import Proof

eps, delta = sp.symbols("epsilon delta", nonnegative=True)
q = sp.Symbol("q", nonnegative=True)
x, y, z = sp.symbols("x y z", nonnegative=True)  # P_0^+(O), P_1^+(O), P^-(O)
s = sp.Symbol("s", nonnegative=True)
ratio = 1 + q * (sp.exp(eps) - 1)


def derive(proof: Proof) -> None:
    """The whole proof."""
    setting(proof)
    changed(proof)
    left_out(proof)
    for first, second, name in ((x, y, "P_0"), (y, x, "P_1")):
        combine(proof, first, second, name)
    sharpness(proof)


def setting(proof: Proof) -> None:
    """The view as a mixture."""
    proof.assume("rate", "q <= 1", nonnegative=1 - q)
    proof.cite("adaptive_dp", "It is enough to look at an adversary D without randomness and at each bit as the first.")
    proof.define(
        "n is the round in which the losses of D differ; where they never do there is nothing to show. P_b^+ and P^- "
        "are the laws of D's view if Z_n is fixed to 1 or to 0 and the other coins are drawn; x = P_0^+(O), "
        "y = P_1^+(O), z = P^-(O)."
    )
    proof.argue("With Z_n = 0 the learner is fed 0 in round n and the same in all others: P^- does not depend on b.")
    proof.assume("independent", "That round n is the one is settled before Z_n is drawn: P_b = (1 - q) P^- + q P_b^+.")
    proof.assume("hidden", "D's view is a function of the picks.")
    proof.grows("e^s - 1 >= 0 for s >= 0", sp.exp(s) - 1, s)
    proof.grows("1 - e^-s >= 0 for s >= 0", 1 - sp.exp(-s), s)
    proof.instance("e^eps >= 1", sp.exp(s) - 1, {s: eps})
    proof.instance("e^-eps <= 1", 1 - sp.exp(-s), {s: eps})
    weight = 1 - q + q * sp.exp(eps)
    proof.nonnegative("1 - q + q e^eps >= 0", weight, by=[1 - q, q * sp.exp(eps)])


def changed(proof: Proof) -> None:
    """P_0^+ against P_1^+."""
    proof.define(
        "D^+ plays against A what D would play, times coins that it draws for all rounds but n; its losses in round n "
        "are those of D."
    )
    proof.argue("D^+ is an adversary of the game, and D's view in it has the law P_b^+.")
    proof.assume("adaptive", "So the views of D^+ are (eps, delta)-close,")
    for first, second, text in ((x, y, "x <= e^eps y + delta"), (y, x, "y <= e^eps x + delta")):
        proof.cite(
            "dp_definition",
            f"and D's view, a function of that of D^+, is: {text}",
            nonnegative=sp.exp(eps) * second + delta - first,
        )


def left_out(proof: Proof) -> None:
    """P_b^+ against P^-."""
    proof.assume("zero", "D^- does the same, but in round n its losses are those of D for the bit b, and 0.")
    proof.argue("Its views have the laws P_b^+ and P^-.")
    for first, text in ((x, "x <= e^eps z + delta"), (y, "y <= e^eps z + delta")):
        proof.cite("dp_definition", f"in the same way {text}", nonnegative=sp.exp(eps) * z + delta - first)


def combine(
    proof: Proof,
    first: sp.Symbol,
    second: sp.Symbol,
    name: str,
    *,
    factor: sp.Expr = ratio,
    spare: sp.Expr | None = None,
    without: sp.Expr | None = None,
) -> None:
    """The mixture of the two comparisons with the weights (1 - q + q e^eps) e^-eps and (1 - q)(1 - e^-eps)."""
    out = (1 - q) * z if without is None else without
    proof.at_most(
        f"{name}(O) = (1 - q) z + q {first} <= (1 + q (e^eps - 1)) ((1 - q) z + q {second}) + q delta",
        out + q * first,
        factor * (out + q * second) + (q * delta if spare is None else spare),
        by=[
            q * (1 - q + q * sp.exp(eps)) * sp.exp(-eps) * (sp.exp(eps) * second + delta - first),
            q * (1 - q) * (1 - sp.exp(-eps)) * (sp.exp(eps) * z + delta - first),
        ],
    )


def sharpness(proof: Proof) -> None:
    """Two learners of two rounds that reach the two numbers."""
    proof.define(
        "A picks expert 1 in round 2 with probability e^eps y if it was shown the losses 1, ..., 1, and y if others."
    )
    proof.identity(
        "delta = 0, x = e^eps y, z = y: P_0(O) = (1 + q (e^eps - 1)) P_1(O)",
        (1 - q) * y + q * sp.exp(eps) * y,
        ratio * ((1 - q) * y + q * y),
    )
    proof.define(
        "A picks expert 1 in round 2 with probability delta if it was shown the losses 1, ..., 1, and else never."
    )
    proof.identity("x = delta, y = z = 0: P_0(O) = q delta, P_1(O) = 0", (1 - q) * 0 + q * delta, q * delta)


def _up_to_the_end(proof: Proof) -> None:
    setting(proof)
    changed(proof)
    left_out(proof)


def q_epsilon(proof: Proof) -> None:
    """The false claim with q eps in place of ln(1 + q (e^eps - 1))."""
    _up_to_the_end(proof)
    combine(proof, x, y, "P_0", factor=sp.exp(q * eps))


def delta_squared(proof: Proof) -> None:
    """The false claim with q^2 delta."""
    _up_to_the_end(proof)
    combine(proof, x, y, "P_0", spare=q**2 * delta)


def visible_coins(proof: Proof) -> None:
    """The false claim for an adversary that sees the coins: take an event in which Z_n = 1."""
    _up_to_the_end(proof)
    combine(proof, x, y, "P_0", without=sp.Integer(0))


def one_coin(proof: Proof) -> None:
    """The false claim with one coin for all rounds: P^- is the view without any losses."""
    setting(proof)
    changed(proof)
    combine(proof, x, y, "P_0")


def oblivious_only(proof: Proof) -> None:
    """The false claim for a learner that is private for fixed streams: D^+ and D^- fix nothing in advance."""
    setting(proof)
    combine(proof, x, y, "P_0")
