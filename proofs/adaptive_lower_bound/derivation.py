"""Why `adaptive_lower_bound` holds: the reduction to the cited bound, for all learners, T and eps.

The two cases of the minimum in q are followed one after the other. The steps take what differs in the controls.
"""

import sympy as sp

from dartproof.evidence import Proof

eps, c, T, v = sp.symbols("epsilon c T v", positive=True)
x, u = sp.symbols("x u", nonnegative=True)
delta, regret, regret_q = sp.symbols("delta R_A R_q", nonnegative=True)
S = sp.sqrt(T) * sp.log(T)  # the cited bound holds for eps <= 1/S


def derive(proof: Proof) -> None:
    """The whole proof."""
    setting(proof)
    exponential(proof)
    few_rounds(proof)
    amplified(proof)
    deltas(proof)
    conclusion(proof)


def setting(proof: Proof) -> None:
    """S = sqrt(T) ln T is a positive number."""
    proof.assume("rounds", "T >= T_0 >= 2: write T = 1 + v, v > 0.")
    proof.grows("ln(1 + v) > 0 for v > 0", sp.log(1 + v), v)
    proof.define("So S = sqrt(T) ln T > 0, and q = min(1, 1/(2 eps S)). A is adaptively (eps, delta)-private.")
    proof.assume("experts", "N >= 2T. A_q plays with the same T and N as A.")


def exponential(proof: Proof, *, most: sp.Rational | int = 1) -> None:
    """e^eps - 1 <= 2 eps for eps <= `most`."""
    slope = 1 - sp.exp(x) * (1 - x)
    proof.grows("1 - e^x (1 - x) >= 0 for x >= 0: it is 0 at 0 and has the derivative x e^x", slope, x)
    proof.grows(
        "e^x (2 - x) <= 2 + x for x >= 0: the difference is 0 at 0 and has the last line as its derivative",
        2 + x - sp.exp(x) * (2 - x),
        x,
    )
    proof.instance("at x = eps", 2 + x - sp.exp(x) * (2 - x), {x: eps})
    proof.assume("epsilon", f"eps <= {most}", nonnegative=most - eps)
    proof.positive("2 - eps > 0", 2 - eps, by=[most - eps, sp.Integer(2) - most])
    proof.at_most(
        "e^eps - 1 <= (2 + eps)/(2 - eps) - 1 <= 2 eps, as (1 + 2 eps)(2 - eps) - (2 + eps) = 2 eps (1 - eps)",
        sp.exp(eps) - 1,
        2 * eps,
        by=[(2 + eps - sp.exp(eps) * (2 - eps)) / (2 - eps), 2 * eps * (1 - eps) / (2 - eps)],
    )


def few_rounds(proof: Proof) -> None:
    """The case q = 1."""
    s = sp.Symbol("S", positive=True)
    proof.define("Case 2 eps S <= 1: q = 1 and A_q = A; write 1/S = 2 eps + u, u >= 0.")
    proof.at_most("eps <= 2 eps + u = 1/S", eps, 2 * eps + u, by=[eps, u])
    proof.identity(
        "the other case is 2 eps S = 1 + u, u >= 0: then q = 1/(2 eps S) = 1/(1 + u) and 1/S = 2 eps/(1 + u)",
        (1 / (2 * eps * s)).subs(s, (1 + u) / (2 * eps)),
        1 / (1 + u),
    )


def amplified(proof: Proof, *, rate: sp.Expr | None = None) -> None:
    """The case q = 1/(1 + u): ln(1 + q(e^eps - 1)) <= 1/S."""
    q = 1 / (1 + u) if rate is None else rate
    proof.grows("x - ln(1 + x) >= 0 for x >= 0", x - sp.log(1 + x), x)
    proof.grows("e^x - 1 >= 0 for x >= 0", sp.exp(x) - 1, x)
    proof.instance("e^eps >= 1", sp.exp(x) - 1, {x: eps})
    proof.nonnegative("q (e^eps - 1) >= 0", q * (sp.exp(eps) - 1))
    proof.instance("ln(1 + q(e^eps - 1)) <= q(e^eps - 1)", x - sp.log(1 + x), {x: q * (sp.exp(eps) - 1)})
    proof.at_most(
        "ln(1 + q(e^eps - 1)) <= q(e^eps - 1) <= 2 q eps = 1/S",
        sp.log(1 + q * (sp.exp(eps) - 1)),
        2 * eps / (1 + u),
        by=[q * (sp.exp(eps) - 1) - sp.log(1 + q * (sp.exp(eps) - 1)), q * (2 * eps - (sp.exp(eps) - 1))],
    )


def deltas(proof: Proof, *, power: int = 3) -> None:
    """The delta of A_q is at most T^-3."""
    proof.assume("delta", f"delta <= T^-{power}", nonnegative=T**-power - delta)
    proof.at_most(
        "q delta = delta/(1 + u) <= T^-3",
        delta / (1 + u),
        T**-3,
        by=[(T**-3 - delta) / (1 + u), u * T**-3 / (1 + u)],
    )


def conclusion(proof: Proof, *, total: sp.Expr | None = None) -> None:
    """R_A >= c q T."""
    q = sp.Symbol("q", positive=True)
    proof.cite("subsampling_amplification", "In both cases A_q is adaptively (1/S, T^-3)-private.")
    proof.cite("high_privacy_bound", "so its largest regret is R_q >= c T", nonnegative=regret_q - c * T)
    proof.cite("thinned_regret", "and R_A >= q R_q", nonnegative=regret - q * regret_q)
    proof.at_most("R_A >= c q T", c * q * T, regret, by=[regret - q * regret_q, q * (regret_q - c * T)])
    ln = sp.Symbol("ln T", positive=True)
    proof.identity(
        "for q = 1/(2 eps S): q T = sqrt(T)/(2 eps ln T)",
        T / (2 * eps * sp.sqrt(T) * ln) if total is None else total,
        sp.sqrt(T) / (2 * eps * ln),
    )


def epsilon_above_one(proof: Proof) -> None:
    """The false claim for eps <= 3/2."""
    setting(proof)
    exponential(proof, most=sp.Rational(3, 2))


def rate_twice(proof: Proof) -> None:
    """The false claim with q = min(1, 1/(eps S)): in the case 2 eps S = 1 + u, u >= 1, it is 2/(1 + u)."""
    setting(proof)
    exponential(proof)
    amplified(proof, rate=2 / (1 + u))


def delta_of_t_squared(proof: Proof) -> None:
    """The false claim for delta <= T^-2."""
    setting(proof)
    exponential(proof)
    deltas(proof, power=2)


def rate_of_the_body(proof: Proof) -> None:
    """The false claim that q = 1/(eps T), for eps sqrt(T) >= 1, gives sqrt(T)/eps, up to the logarithm."""
    setting(proof)
    conclusion(proof, total=T / (eps * T))
