"""Why `above_threshold_privacy` holds, for all scales of the noises and any number of queries.

The densities of the noises are f(1/b, z) = e^(-|z|/b)/(2b). By how much the noises are raised, and what the queries may
move, are arguments of the steps, so that the controls can follow the same steps.
"""

import sympy as sp

from dartproof.evidence import Proof

eps, rate = sp.symbols("epsilon rho", positive=True)
rate_xi, rate_nu = sp.symbols("rho_xi rho_nu", positive=True)  # 1/b_xi and 1/b_nu
s, m, y, x = sp.symbols("s m y x", nonnegative=True)
xi, nu, tau, z = sp.symbols("xi nu tau z", real=True)
t = sp.Symbol("t", integer=True)
q, d, noise = (sp.IndexedBase(name, real=True) for name in ("q", "d", "nu"))
density = sp.Function("f", positive=True)
answers, answers_n = (sp.Function(name, nonnegative=True) for name in ("A", "A'"))  # of both rates
redrawn, redrawn_n = sp.symbols("f_1 f_1'", positive=True)  # densities of a second threshold noise and of it raised


def derive(proof: Proof) -> None:
    """The whole proof."""
    setting(proof)
    laplace(proof)
    raised_noises(proof)
    answers_stay(proof)
    joint_density(proof)
    conclusion(proof)
    in_epsilon(proof)


def setting(proof: Proof) -> None:
    """What is compared."""
    proof.assume("parameters", "b_xi, b_nu > 0; write rho_xi = 1/b_xi and rho_nu = 1/b_nu. tau is any real number.")
    proof.define(
        "Fix a sequence of answers: ⊥, ..., ⊥, ⊤, the last one to query k, or ⊥ to all of the first k queries."
    )
    proof.assume(
        "queries", "With the answers given, the queries are numbers q_1, q_2, ... under S and q_t + d_t under S'."
    )


def laplace(proof: Proof) -> None:
    """The density of Lap(1/rho) falls by a factor of at most e^(rho s) over a distance s."""
    proof.grows("e^x - 1 >= 0 for x >= 0: it is 0 at 0 and has the derivative e^x", sp.exp(x) - 1, x)
    proof.define("f(rho, z) = rho e^(-rho |z|)/2 is the density of Lap(1/rho). Let s >= 0 and compare z with z + s.")
    proof.identity(
        "z >= 0: e^(rho s) e^(-rho (z + s)) = e^(-rho z)",
        sp.exp(rate * s) * sp.exp(-rate * (y + s)),
        sp.exp(-rate * y),
    )
    proof.instance("e^(2 rho y) >= 1", sp.exp(x) - 1, {x: 2 * rate * y})
    proof.at_most(
        "z = -y <= 0 <= z + s = m: e^(-rho y) <= e^(rho (y + m)) e^(-rho m)",
        sp.exp(-rate * y),
        sp.exp(rate * (y + m)) * sp.exp(-rate * m),
        by=[sp.exp(-rate * y) * (sp.exp(2 * rate * y) - 1)],
    )
    proof.instance("e^(2 rho s) >= 1", sp.exp(x) - 1, {x: 2 * rate * s})
    proof.at_most(
        "z + s = -y <= 0: e^(-rho (s + y)) <= e^(rho s) e^(-rho y)",
        sp.exp(-rate * (s + y)),
        sp.exp(rate * s) * sp.exp(-rate * y),
        by=[sp.exp(-rate * (s + y)) * (sp.exp(2 * rate * s) - 1)],
    )
    proof.argue(
        "These are all cases, so f(rho, z) <= e^(rho s) f(rho, z + s) for all rho > 0, s >= 0 and z.",
        nonnegative=_falls(rate, s, z),
        every=[rate, s, z],
    )


def raised_noises(proof: Proof) -> None:
    """What raising xi by 1 and the noise of the query that is answered with ⊤ by 2 costs."""
    proof.define("Raise xi by 1 and, if there is a ⊤, the noise nu_k of its query by 2.")
    law = _falls(rate, s, z)
    proof.instance("f(xi) <= e^(1/b_xi) f(xi + 1)", law, {rate: rate_xi, s: sp.Integer(1), z: xi})
    proof.instance("f(nu_k) <= e^(2/b_nu) f(nu_k + 2)", law, {rate: rate_nu, s: sp.Integer(2), z: nu})


def answers_stay(proof: Proof, *, most: int = 1, bottoms_raised: int = 0) -> None:
    """Every answer stays; `most` bounds |d_t|, and the noises of queries answered ⊥ are raised by `bottoms_raised`."""
    for side, name in ((d[t], "d_t"), (-d[t], "-d_t")):
        proof.assume("sensitivity", f"{name} <= {most} for every t", nonnegative=most - side, every=[t])
    proof.at_most(
        "⊥ stays ⊥: tau + xi - q_t - nu_t does not fall",
        tau + xi - q[t] - noise[t],
        tau + (xi + 1) - (q[t] + d[t]) - (noise[t] + bottoms_raised),
        by=[1 - d[t] - bottoms_raised],
    )
    proof.at_most(
        "⊤ stays ⊤: q_t + nu_t - tau - xi does not fall",
        q[t] + noise[t] - tau - xi,
        (q[t] + d[t]) + (noise[t] + 2) - tau - (xi + 1),
        by=[1 + d[t]],
    )


def joint_density(proof: Proof) -> None:
    """The joint density of the noises that were raised."""
    proof.assume("noises", "xi and nu_k are independent, and no other query has the noise nu_k.")
    before, after = density(rate_xi, xi), density(rate_xi, xi + 1)
    before_nu, after_nu = density(rate_nu, nu), density(rate_nu, nu + 2)
    proof.at_most(
        "With a ⊤: f(xi) f(nu_k) <= e^(1/b_xi + 2/b_nu) f(xi + 1) f(nu_k + 2)",
        before * before_nu,
        sp.exp(rate_xi + 2 * rate_nu) * after * after_nu,
        by=[
            sp.exp(2 * rate_nu) * after_nu * (sp.exp(rate_xi) * after - before),
            before * (sp.exp(2 * rate_nu) * after_nu - before_nu),
        ],
    )
    proof.instance("e^(2/b_nu) >= 1", sp.exp(x) - 1, {x: 2 * rate_nu})
    proof.at_most(
        "Without: f(xi) <= e^(1/b_xi + 2/b_nu) f(xi + 1)",
        before,
        sp.exp(rate_xi + 2 * rate_nu) * after,
        by=[sp.exp(rate_xi) * after - before, sp.exp(rate_xi) * after * (sp.exp(2 * rate_nu) - 1)],
    )


def conclusion(proof: Proof) -> None:
    """From the densities to the probabilities, and from one sequence of answers to a set of them."""
    proof.argue(
        "A, A' = the probabilities of the answers under S, S': the integrals of the joint density of the noises over "
        "those that lead to them. Raising the noises preserves volume and maps the noises of A into those of A'.",
        nonnegative=_bound(),
        every=[rate_xi, rate_nu],
    )
    proof.argue(
        "The answers to the first k queries are one of finitely many sequences; add up those in E. A set of unending "
        "sequences is one of the moments of halting, and of never halting; let k grow."
    )


def in_epsilon(proof: Proof, *, scale_xi: sp.Expr = 2 / eps, scale_nu: sp.Expr = 4 / eps) -> None:
    """The scales of the paper."""
    proof.identity("b_xi = 2/eps, b_nu = 4/eps: 1/b_xi + 2/b_nu = eps", 1 / scale_xi + 2 / scale_nu, eps)
    proof.instance("so A <= e^eps A'", _bound(), {rate_xi: 1 / scale_xi, rate_nu: 1 / scale_nu})


def _falls(rho: sp.Expr, step: sp.Expr, at: sp.Expr) -> sp.Expr:
    return sp.exp(rho * step) * density(rho, at + step) - density(rho, at)


def _bound() -> sp.Expr:
    return sp.exp(rate_xi + 2 * rate_nu) * answers_n(rate_xi, rate_nu) - answers(rate_xi, rate_nu)


def _up_to_the_scales(proof: Proof) -> None:
    setting(proof)
    laplace(proof)
    raised_noises(proof)
    answers_stay(proof)
    joint_density(proof)
    conclusion(proof)


def quieter_queries(proof: Proof) -> None:
    """The false claim that nu_t ~ Lap(3/eps) is noise enough."""
    _up_to_the_scales(proof)
    in_epsilon(proof, scale_nu=3 / eps)


def scales_exchanged(proof: Proof) -> None:
    """The false claim for xi ~ Lap(4/eps) and nu_t ~ Lap(2/eps)."""
    _up_to_the_scales(proof)
    in_epsilon(proof, scale_xi=4 / eps, scale_nu=2 / eps)


def queries_move_by_two(proof: Proof) -> None:
    """The false claim for queries of sensitivity 2."""
    setting(proof)
    laplace(proof)
    raised_noises(proof)
    answers_stay(proof, most=2)


def one_noise_for_all_queries(proof: Proof) -> None:
    """The false claim for one nu that all queries share: the noise of a ⊥ is raised with that of the ⊤."""
    setting(proof)
    laplace(proof)
    raised_noises(proof)
    answers_stay(proof, bottoms_raised=2)


def threshold_drawn_anew(proof: Proof) -> None:
    """The false claim for a threshold noise that is drawn anew for each query: the second one is raised as well."""
    setting(proof)
    laplace(proof)
    raised_noises(proof)
    answers_stay(proof)
    proof.argue("a second threshold noise: f_1 <= e^(1/b_xi) f_1'", nonnegative=sp.exp(rate_xi) * redrawn_n - redrawn)
    before, after = density(rate_xi, xi), density(rate_xi, xi + 1)
    proof.at_most(
        "⊥ to both queries: f(xi) f_1 <= e^(1/b_xi + 2/b_nu) f(xi + 1) f_1'",
        before * redrawn,
        sp.exp(rate_xi + 2 * rate_nu) * after * redrawn_n,
        by=[
            redrawn * (sp.exp(rate_xi) * after - before),
            sp.exp(rate_xi) * after * (sp.exp(2 * rate_nu) * redrawn_n - redrawn),
        ],
    )


def value_released(proof: Proof) -> None:
    """The false claim that q_k + nu_k may be published with the ⊤: then its noise has to fall with d_k."""
    setting(proof)
    laplace(proof)
    raised_noises(proof)
    answers_stay(proof)
    proof.define("The published q_k + nu_k stays only if nu_k becomes nu_k - d_k.")
    proof.at_most(
        "⊤ stays ⊤: q_t + nu_t - tau - xi does not fall",
        q[t] + noise[t] - tau - xi,
        (q[t] + d[t]) + (noise[t] - d[t]) - tau - (xi + 1),
    )
