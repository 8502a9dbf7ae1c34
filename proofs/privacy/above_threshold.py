"""The cost of the answers: AboveThreshold is eps1-private if each query moves by at most 1, however many there are.

xi ~ Lap(2/eps1) is drawn once, nu ~ Lap(4/eps1) afresh for each query, and the answer is ⊤ where q + nu >= tau + xi.
"""

import sympy as sp

from dartproof.evidence import Proof

eps1, rate = sp.symbols("epsilon_1 rho", positive=True)
s, m, y, x = sp.symbols("s m y x", nonnegative=True)
xi, nu, tau, z = sp.symbols("xi nu tau z", real=True)
t = sp.Symbol("t", integer=True)
q, noise = sp.IndexedBase("q", real=True), sp.IndexedBase("nu", real=True)
density = sp.Function("f", positive=True)  # density(rate, z) of Lap(1/rate) at z
word, word_n = sp.symbols("A A'", nonnegative=True)


def above_threshold(proof: Proof, change: sp.Expr) -> None:
    """A <= e^eps1 A' for the probabilities A, A' of any answers of an instance whose query t moves by `change`."""
    laplace(proof)
    shifts(proof, change)
    answers(proof)


def laplace(proof: Proof) -> None:
    """The density of Lap(1/rho) changes by a factor of at most e^(rho s) over a distance s."""
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
        nonnegative=sp.exp(rate * s) * density(rate, z + s) - density(rate, z),
        every=[rate, s, z],
    )


def shifts(proof: Proof, change: sp.Expr) -> None:
    """Raising xi by 1 and the last nu by 2 keeps the answers."""
    proof.define(
        "Fix answers ⊥, ..., ⊥, ⊤ of the affected instance, the last one in round k, or ⊥ to all its queries. Under S' "
        "query t is q_t + d_t. Raise xi by 1 and, if there is a ⊤, nu_k by 2."
    )
    proof.at_most(
        "⊥ stays ⊥: tau + xi - q_t - nu_t does not fall",
        tau + xi - q[t] - noise[t],
        tau + (xi + 1) - (q[t] + change) - noise[t],
        by=[1 - change],
    )
    proof.at_most(
        "⊤ stays ⊤: q_t + nu_t - tau - xi does not fall",
        q[t] + noise[t] - tau - xi,
        (q[t] + change) + (noise[t] + 2) - tau - (xi + 1),
        by=[1 + change],
    )


def answers(proof: Proof) -> None:
    """The densities of the raised noises, and the probabilities of the answers."""
    law = sp.exp(rate * s) * density(rate, z + s) - density(rate, z)
    proof.instance(
        "xi ~ Lap(2/eps1), raised by 1: a factor of e^(eps1/2)", law, {rate: eps1 / 2, s: sp.Integer(1), z: xi}
    )
    proof.instance(
        "nu_k ~ Lap(4/eps1), raised by 2: e^(eps1/2) as well", law, {rate: eps1 / 4, s: sp.Integer(2), z: nu}
    )
    before, after = density(eps1 / 2, xi), density(eps1 / 2, xi + 1)
    before_nu, after_nu = density(eps1 / 4, nu), density(eps1 / 4, nu + 2)
    proof.at_most(
        "their joint density: f(xi) f(nu_k) <= e^eps1 f(xi + 1) f(nu_k + 2)",
        before * before_nu,
        sp.exp(eps1) * after * after_nu,
        by=[
            sp.exp(eps1 / 2) * after_nu * (sp.exp(eps1 / 2) * after - before),
            before * (sp.exp(eps1 / 2) * after_nu - before_nu),
        ],
    )
    proof.instance(
        "where there is no ⊤, f(xi) <= e^(eps1/2) f(xi + 1), and e^(eps1/2) >= 1", sp.exp(x) - 1, {x: eps1 / 2}
    )
    proof.at_most(
        "so f(xi) <= e^eps1 f(xi + 1)",
        before,
        sp.exp(eps1) * after,
        by=[sp.exp(eps1 / 2) * after - before, sp.exp(eps1 / 2) * after * (sp.exp(eps1 / 2) - 1)],
    )
    proof.argue(
        "A, A' = the probabilities of the answers under S, S': the integrals of the joint density of the noises over "
        "those that lead to them. The shift preserves volume and maps the noises of A into those of A'. So "
        "A <= e^eps1 A'.",
        nonnegative=sp.exp(eps1) * word_n - word,
    )
