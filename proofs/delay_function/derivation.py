"""Why `delay_function` holds, for all T, N, losses and noises: both learners do the same in each round.

The steps take as arguments what differs in the controls.
"""

import sympy as sp

from dartproof.evidence import Proof

eta, N, more = sp.symbols("eta N a", positive=True)
tau = sp.Symbol("tau", real=True)
t, T, V = sp.symbols("t T V", real=True)
v, q_t = sp.symbols("v q_t", nonnegative=True)
i, j, n, u, z = sp.symbols("i j n u z", integer=True)
d = sp.Symbol("d", integer=True)
q = sp.Function("q", nonnegative=True)
nu, xi = sp.Function("nu", real=True), sp.Function("xi", real=True)
chance, course = sp.Function("p", nonnegative=True), sp.Function("f", nonnegative=True)


def derive(proof: Proof) -> None:
    """The whole proof."""
    proof.define("Compare the two learners round by round: up to round t - 1 let them have done the same.")
    asked(proof)
    start(proof)
    answers(proof)
    coin(proof)
    mixture(proof)


def asked(proof: Proof, *, least: sp.Expr = T - 1) -> None:
    """A query is asked in every round."""
    proof.assume("no_limit", "V >= T - 1", nonnegative=V - least)
    proof.argue("t <= T.", nonnegative=T - t)
    proof.argue("At most one resample a round: v <= t - 2 in round t.", nonnegative=t - 2 - v)
    proof.positive(
        "so v < V in round t: Algorithm 1 asks its query", V - v, by=[V - (T - 1), T - t, t - 2 - v, sp.Integer(1)]
    )


def start(proof: Proof) -> None:
    """Both first experts are uniform."""
    weight = sp.exp(-eta * 0)
    proof.total("the weights of round 1 add up to N", weight, index=i, totals={sp.Integer(1): N}, equals=N)
    proof.identity("so P_1(i) = 1/N", weight / N, 1 / N)


def answers(proof: Proof, *, threshold: sp.Expr | None = None, strict: bool = False) -> None:
    """The answer is ⊤ just in round d."""
    bar = tau + xi(u)
    of_delay = bar if threshold is None else threshold
    text = "d = d_z(s, i, u) is the first round t > s with q(t) + nu(t) >= tau + xi(u): for s < j < d it is below,"
    gap = of_delay - q(j) - nu(j)
    if strict:
        proof.assume("fixed_noises", text, nonnegative=gap, every=[j])
    else:
        proof.assume("fixed_noises", text, positive=gap, every=[j])
    proof.assume("fixed_noises", "and in round d it is not.", nonnegative=q(d) + nu(d) - of_delay)
    proof.define(
        "Let s, i and u - 1 be the last check, the expert held and the number of checks, the same for both. Since "
        "round s there was no check, so s < t <= d. Algorithm 2 checks in round t if t = d, and not if t < d."
    )
    proof.instance("t < d, here t = n: q(n) + nu(n) < tau + xi(u)", gap, {j: n})
    proof.positive("so AboveThreshold answers ⊥", bar - q(n) - nu(n))
    proof.nonnegative("t = d: it answers ⊤", q(d) + nu(d) - bar)


def coin(proof: Proof, *, counted: sp.Expr = q_t, given_noise: sp.Expr | int = 0) -> None:
    """At a check both keep with the same probability, and both draw from P_t."""
    proof.assume("no_clip", "Algorithm 1 keeps with probability e^(-eta r), r = q_t.")
    proof.assume("independent", "Its coin and draw do not depend on z.")
    proof.identity(
        "given z it keeps with the probability e^(-eta q_t) of Algorithm 2",
        sp.exp(-eta * counted) + given_noise,
        sp.exp(-eta * q_t),
    )
    proof.argue(
        "Else both draw from P_t. So in round t too both do the same with the same probabilities, and the same if "
        "their coins and draws are the same; by induction on t the claim for a fixed z follows."
    )


def mixture(proof: Proof) -> None:
    """The mean over the noises."""
    whole = sp.Symbol("F", nonnegative=True)
    proof.define("p(z) is the probability of z and f(z) that of a given course under d_z; F is the mean of f.")
    proof.total(
        "the course has the probability F",
        chance(z) * course(z),
        index=z,
        totals={chance(z) * course(z): whole},
        equals=whole,
    )


def limit_reached(proof: Proof) -> None:
    """The false claim for V >= T - 2."""
    asked(proof, least=T - 2)


def without_u(proof: Proof) -> None:
    """The false claim for a delay function that takes xi_1 for each xi_u."""
    answers(proof, threshold=tau + xi(1))


def strictly_above(proof: Proof) -> None:
    """The false claim for the first round in which q + nu > tau + xi."""
    answers(proof, strict=True)


def clip_kept(proof: Proof) -> None:
    """The false claim for a loss that is raised by a > 0 to the clip."""
    coin(proof, counted=q_t + more)


def noise_sees_coin(proof: Proof) -> None:
    """The false claim where some noises make it likelier, by a > 0, that the coin keeps."""
    coin(proof, given_noise=more)
