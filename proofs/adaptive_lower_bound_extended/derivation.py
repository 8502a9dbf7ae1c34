"""Why `adaptive_lower_bound_extended` holds, for all learners, T and eps; the steps take what differs in the controls.

Let h = 1/(sqrt(T) ln T). The two cases of the minimum in q are eps <= h, where q = 1, and eps >= h.
"""

import sympy as sp

from dartproof.evidence import Proof

eps, c, T, v, h = sp.symbols("epsilon c T v h", positive=True)
x, u = sp.symbols("x u", nonnegative=True)
delta, regret, regret_q = sp.symbols("delta R_A R_q", nonnegative=True)
q = (sp.exp(h) - 1) / (sp.exp(eps) - 1)


def derive(proof: Proof) -> None:
    """The whole proof."""
    setting(proof)
    privacy(proof)
    deltas(proof)
    conclusion(proof)
    simpler(proof)
    compared(proof)


def setting(proof: Proof) -> None:
    """The numbers are positive."""
    proof.assume("rounds", "T >= T_0 >= 2: write T = 1 + v, v > 0.")
    proof.grows("ln(1 + v) > 0 for v > 0, so h = 1/(sqrt(T) ln T) > 0", sp.log(1 + v), v)
    proof.assume("experts", "N >= 2T. A_q plays with the same T and N as A, which is adaptively (eps, delta)-private.")
    proof.grows("e^x - 1 >= 0 for x >= 0", sp.exp(x) - 1, x)
    proof.grows("e^v - 1 > 0 for v > 0", sp.exp(v) - 1, v)
    proof.instance("e^h - 1 > 0", sp.exp(v) - 1, {v: h})
    proof.assume("epsilon", "eps > 0.")
    proof.instance("e^eps - 1 > 0", sp.exp(v) - 1, {v: eps})


def privacy(proof: Proof, *, rate: sp.Expr = q) -> None:
    """ln(1 + q(e^eps - 1)) <= h."""
    proof.define("Case eps <= h: q = 1, A_q = A, and eps <= h is what is needed.")
    proof.define("Case eps = h + u, u >= 0: q = (e^h - 1)/(e^eps - 1).")
    proof.positive("q > 0", rate)
    proof.instance("e^u >= 1", sp.exp(x) - 1, {x: u})
    larger = sp.exp(h + u) - 1
    proof.positive("e^(h + u) - 1 > 0", larger, by=[sp.exp(h) * (sp.exp(u) - 1), sp.exp(h) - 1])
    proof.nonnegative(
        "q <= 1, as 1 - q = e^h (e^u - 1)/(e^(h + u) - 1)",
        1 - (sp.exp(h) - 1) / larger,
        by=[sp.exp(h) * (sp.exp(u) - 1) / larger],
    )
    proof.identity("1 + q(e^eps - 1) = e^h, so its logarithm is h", 1 + rate * (sp.exp(eps) - 1), sp.exp(h))
    more = sp.Symbol("s", positive=True)
    proof.positive(
        "for a rate q + s above q it would exceed e^h",
        1 + (rate + more) * (sp.exp(eps) - 1) - sp.exp(h),
        by=[more * (sp.exp(eps) - 1)],
    )


def deltas(proof: Proof, *, power: int = 1) -> None:
    """The delta of A_q is at most T^-3, for any q with 0 < q <= 1."""
    rate = sp.Symbol("q", positive=True)
    proof.assume(
        "delta", "delta <= T^-3/q" + ("" if power == 1 else f"^{power}"), nonnegative=T**-3 / rate**power - delta
    )
    proof.at_most("q delta <= T^-3", rate * delta, T**-3, by=[rate * (T**-3 / rate - delta)])


def conclusion(proof: Proof) -> None:
    """R_A >= c q T."""
    rate = sp.Symbol("q", positive=True)
    proof.cite("subsampling_amplification", "In both cases A_q is adaptively (h, T^-3)-private.")
    proof.cite("high_privacy_bound", "so its largest regret is R_q >= c T", nonnegative=regret_q - c * T)
    proof.cite("thinned_regret", "and R_A >= q R_q", nonnegative=regret - rate * regret_q)
    proof.at_most("R_A >= c q T", c * rate * T, regret, by=[regret - rate * regret_q, rate * (regret_q - c * T)])


def simpler(proof: Proof, *, denominator: sp.Expr | None = None) -> None:
    """The form without e^h."""
    below = sp.exp(eps) - 1 if denominator is None else denominator
    proof.grows("e^x - 1 - x >= 0 for x >= 0", sp.exp(x) - 1 - x, x)
    proof.instance("e^h - 1 >= h", sp.exp(x) - 1 - x, {x: h})
    proof.at_most(
        f"q >= h/({below})".replace("exp(epsilon)", "e^eps"), h / below, q, by=[(sp.exp(h) - 1 - h) / (sp.exp(eps) - 1)]
    )
    ln = sp.Symbol("ln T", positive=True)
    proof.identity("and h T = T/(sqrt(T) ln T) = sqrt(T)/ln T", T / (sp.sqrt(T) * ln), sp.sqrt(T) / ln)


def compared(proof: Proof) -> None:
    """For eps <= 1 it is at least the rate h/(2 eps) of the paper."""
    slope = 1 - sp.exp(x) * (1 - x)
    proof.grows("1 - e^x (1 - x) >= 0 for x >= 0", slope, x)
    pade = 2 + x - sp.exp(x) * (2 - x)
    proof.grows("e^x (2 - x) <= 2 + x for x >= 0", pade, x)
    proof.define("Let eps = 1/(1 + u) <= 1, u >= 0.")
    small = 1 / (1 + u)
    proof.instance("at x = eps", pade, {x: small})
    proof.instance("e^eps - 1 >= 0", sp.exp(x) - 1, {x: small})
    excess = 2 * small - (sp.exp(small) - 1)
    proof.nonnegative(
        "2 eps - (e^eps - 1) >= 0, as (1 + 2 eps)(2 - eps) - (2 + eps) = 2 eps (1 - eps)",
        excess,
        by=[pade.subs(x, small) * (1 + u) / (1 + 2 * u), 2 * u / ((1 + u) * (1 + 2 * u))],
    )
    proof.argue("So h/(2 eps) <= h/(e^eps - 1) <= q for eps <= 1, and the same for the minima with 1.")


def polynomial_in_epsilon(proof: Proof) -> None:
    """The false claim that q T >= min(T, sqrt(T)/(eps ln T)) for every eps."""
    setting(proof)
    simpler(proof, denominator=eps)


def without_the_one(proof: Proof) -> None:
    """The false claim with q = (e^h - 1)/eps."""
    setting(proof)
    privacy(proof, rate=(sp.exp(h) - 1) / eps)


def delta_over_q_squared(proof: Proof) -> None:
    """The false claim for delta <= T^-3/q^2."""
    setting(proof)
    privacy(proof)
    deltas(proof, power=2)
