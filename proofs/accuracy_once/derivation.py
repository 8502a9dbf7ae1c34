"""Why `accuracy_once` holds, for every T, all scales and any path of Algorithm 1."""

import sympy as sp

from dartproof.evidence import Proof

scale, scale_xi, scale_nu, beta, rounds = sp.symbols("b b_xi b_nu beta T", positive=True)
v, z, level = sp.symbols("v z lambda", nonnegative=True)
tau, xi, nu, q = sp.symbols("tau xi nu q", real=True)
u = sp.Symbol("u", integer=True)
w = sp.Symbol("w", integer=True)  # numbers the outcomes of i_1, the coins and the draws
large_xi, large_nu = sp.IndexedBase("X", nonnegative=True), sp.IndexedBase("Y", nonnegative=True)
sum_xi, sum_nu, fails = sp.symbols("X Y F", nonnegative=True)
given, chance = sp.IndexedBase("g", nonnegative=True), sp.IndexedBase("p", nonnegative=True)
good = sp.Symbol("G", nonnegative=True)


def derive(proof: Proof) -> None:
    """The whole proof."""
    proof.assume("parameters", "b_xi, b_nu > 0; write lambda = ln(2T/beta) >= 0, as beta <= 1")
    all_small(proof)
    answers(proof)
    independence(proof)
    paper_scales(proof)


def all_small(proof: Proof, *, chances: sp.Expr = 2 * rounds) -> None:
    """The probability that some noise is large, where lambda = ln(chances/beta)."""
    proof.assume("noises", "|xi_u| and |nu_t| have the density e^(-z/b)/b for z >= 0.")
    proof.identity(
        "-e^(-z/b) is an antiderivative of it in z, so Pr[noise > v] = e^(-v/b)",
        sp.diff(-sp.exp(-z / scale), z),
        sp.exp(-z / scale) / scale,
    )
    each = sp.exp(-(scale * sp.log(chances / beta)) / scale)
    proof.argue(
        "X_u = Pr[|xi_u| > b_xi lambda] and Y_t = Pr[|nu_t| > b_nu lambda] are e^(-lambda).",
        nonnegative=each - large_xi[u],
        every=[u],
    )
    proof.argue("The same of Y_t.", nonnegative=each - large_nu[u], every=[u])
    proof.assume("count", "u = 1, ..., T and t = 1, ..., T", nonnegative=rounds - 1)
    for large, total in ((large_xi, sum_xi), (large_nu, sum_nu)):
        proof.total_nonnegative(
            f"the {total}_u add up to at most T e^(-lambda)",
            each - large[u],
            index=u,
            totals={large[u]: total, sp.Integer(1): rounds},
            equals=rounds * each - total,
        )
    proof.argue("A union has at most the sum of the probabilities.", nonnegative=sum_xi + sum_nu - fails)
    proof.at_most(
        "so 1 - Pr[G] <= 2T e^(-lambda) = beta",
        fails,
        beta,
        by=[sum_xi + sum_nu - fails, rounds * each - sum_xi, rounds * each - sum_nu],
    )


def answers(proof: Proof, *, alpha: sp.Expr = (scale_xi + scale_nu) * level) -> None:
    """On G every answer is right up to alpha."""
    for number, most, text in (
        (xi, scale_xi * level, "|xi| <= b_xi lambda"),
        (nu, scale_nu * level, "|nu| <= b_nu lambda"),
    ):
        proof.argue(f"On G {text}.", nonnegative=most - number, every=[number])
        proof.argue(f"And {text} from below.", nonnegative=most + number, every=[number])
    above = sp.Symbol("o", nonnegative=True)
    proof.define(
        "⊤: q + nu >= tau + xi, so q = tau + xi - nu + o with o >= 0. ⊥: q < tau + xi - nu, so q = tau + xi - nu - o."
    )
    proof.at_most(
        "⊤: q >= tau - alpha",
        tau - alpha,
        tau + xi - nu + above,
        by=[scale_xi * level + xi, scale_nu * level - nu, above],
    )
    proof.at_most(
        "⊥: q <= tau + alpha",
        tau + xi - nu - above,
        tau + alpha,
        by=[scale_xi * level - xi, scale_nu * level + nu, above],
    )


def independence(proof: Proof, *, of_noises: bool = True) -> None:
    """Pr[G and w] = Pr[G] Pr[w] for each outcome w of i_1, the coins and the draws."""
    if of_noises:
        proof.assume(
            "independent",
            "G is a statement about the noises, so g_w = Pr[G given w] is Pr[G] for every w: at most it,",
            nonnegative=good - given[w],
            every=[w],
        )
    proof.at_most(
        "so Pr[G and w] <= Pr[G] Pr[w],",
        given[w] * chance[w],
        good * chance[w],
        by=[(good - given[w]) * chance[w]],
    )
    if of_noises:
        proof.assume("independent", "and at least it,", nonnegative=given[w] - good, every=[w])
    proof.at_most(
        "so Pr[G and w] >= Pr[G] Pr[w]",
        good * chance[w],
        given[w] * chance[w],
        by=[(given[w] - good) * chance[w]],
    )


def paper_scales(proof: Proof) -> None:
    """The paper's noises."""
    eps1 = sp.Symbol("epsilon_1", positive=True)
    proof.identity(
        "b_xi = 2/eps1 and b_nu = 4/eps1: alpha = 6 lambda/eps1", (2 / eps1 + 4 / eps1) * level, 6 * level / eps1
    )


def noises_not_counted(proof: Proof) -> None:
    """The false claim with ln(2/beta)."""
    all_small(proof, chances=sp.Integer(2))


def half_of_the_noises(proof: Proof) -> None:
    """The false claim with ln(T/beta)."""
    all_small(proof, chances=rounds)


def one_scale(proof: Proof) -> None:
    """The false claim with the larger scale in place of the sum."""
    answers(proof, alpha=sp.Max(scale_xi, scale_nu) * level)


def right_answers_given(proof: Proof) -> None:
    """The false claim that the event that all answers are right is independent of the coins and draws too."""
    independence(proof, of_noises=False)
