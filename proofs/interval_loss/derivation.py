"""Why `interval_loss` holds, for every T, all losses and parameters, and any path of Algorithm 1.

The steps take as arguments what differs in the controls.
"""

import sympy as sp

from dartproof.evidence import Proof

alpha, level, ln_t = sp.symbols("alpha lambda ln_T", nonnegative=True)
c, eps1 = sp.symbols("c epsilon_1", positive=True)
tau = sp.Symbol("tau", real=True)
t, n, s = sp.symbols("t n t_{u-1}", integer=True)
q = sp.Function("q", nonnegative=True)  # of rounds after the last check, the losses of the expert held since it
loss = sp.Function("l", nonnegative=True)


def derive(proof: Proof) -> None:
    """The whole proof."""
    event(proof)
    below(proof)
    above(proof)
    constants(proof)


def event(proof: Proof) -> None:
    """What G says of the answers."""
    proof.assume("parameters", "c > 0; alpha = (b_xi + b_nu) ln(2T/beta1) >= 0")
    proof.define(
        "Let t_{u-1} be the last check (or round 1), i the expert held since, and q(t) the sum of l_s(i) over s from "
        "t_{u-1} to t - 1."
    )
    proof.cite("accuracy_once", "Pr[G] >= 1 - beta1, and G is independent of i_1, the coins and the draws. On G,")


def below(proof: Proof, *, least: sp.Expr = alpha + c) -> None:
    """A check has q >= c."""
    checked = sp.Symbol("t_u", integer=True)
    proof.cite(
        "accuracy_once", "if round t_u is a check, q(t_u) >= tau - alpha.", nonnegative=q(checked) - (tau - alpha)
    )
    proof.assume("threshold", "tau >= alpha + c", nonnegative=tau - least)
    proof.at_most(
        "so q(t_u) >= tau - alpha >= c",
        c,
        q(checked),
        by=[q(checked) - (tau - alpha), tau - alpha - c],
    )
    proof.argue("so the clip does not act: r_u = max(c, q(t_u)) = q(t_u).")


def above(proof: Proof, *, added: sp.Expr | int = 1, silent: sp.Expr | None = None) -> None:
    """Every query has q <= tau + alpha + 1."""
    proof.define(
        "Let n be any round after t_{u-1}, up to t_u if there is a next check, and else up to T + 1; q(T + 1) is the "
        "sum at the end."
    )
    before = n - 1 if silent is None else silent
    proof.cite(
        "accuracy_once",
        "First case: n - 1 > t_{u-1}. Then round n - 1 was no check, so its answer was ⊥: q(n - 1) <= tau + alpha.",
        nonnegative=tau + alpha - q(before),
    )
    proof.assume("range", "l_{n-1}(i) <= 1", nonnegative=1 - loss(n - 1))
    proof.argue("The expert is the same: q(n) <= q(n - 1) + l_{n-1}(i),", nonnegative=q(n - 1) + loss(n - 1) - q(n))
    proof.at_most(
        "so q(n) <= tau + alpha + 1",
        q(n),
        tau + alpha + added,
        by=[q(n - 1) + loss(n - 1) - q(n), tau + alpha - q(n - 1), added - loss(n - 1)],
    )
    proof.at_most(
        "Second case: n - 1 = t_{u-1}. Then q(n) = l_{n-1}(i) <= 1 <= tau + alpha + 1, as tau >= alpha + c >= 0",
        loss(n - 1),
        tau + alpha + added,
        by=[added - loss(n - 1), tau - alpha - c, 2 * alpha, c],
    )
    proof.argue(
        "n = t_u is part 1, n = t part 2, where a query answered with ⊥ has q_t <= tau + alpha by `accuracy_once`, "
        "and n = T + 1 part 3."
    )


def constants(proof: Proof) -> None:
    """The paper's alpha is larger."""
    proof.assume("parameters", "ln T >= 0 and lambda = ln(2T/beta1) >= 0")
    proof.identity(
        "b_xi = 2/eps1, b_nu = 4/eps1: alpha = 6 lambda/eps1", (2 / eps1 + 4 / eps1) * level, 6 * level / eps1
    )
    proof.at_most(
        "6 lambda/eps1 <= 8 (ln T + lambda)/eps1",
        6 * level / eps1,
        8 * (ln_t + level) / eps1,
        by=[8 * ln_t / eps1, 2 * level / eps1],
    )
    proof.argue("On G every answer is then right up to the larger alpha too, and only that was used.")


def threshold_without_alpha(proof: Proof) -> None:
    """The false claim for tau >= c."""
    event(proof)
    below(proof, least=c)


def without_the_last_loss(proof: Proof) -> None:
    """The false claim with tau + alpha."""
    event(proof)
    below(proof)
    above(proof, added=0)


def papers_index(proof: Proof) -> None:
    """The false claim that the answer ⊥ was given in round t_{u-1}."""
    event(proof)
    below(proof)
    above(proof, silent=s)


def half_of_alpha(proof: Proof) -> None:
    """The false claim with tau + alpha/2 + 1."""
    event(proof)
    below(proof)
    above(proof, added=1 - alpha / 2)
