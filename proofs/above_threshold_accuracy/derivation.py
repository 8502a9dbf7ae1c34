"""Why `above_threshold_accuracy` holds, for every eps, tau, k and beta.

Write rho = eps/4, so that 1/b_xi = 2 rho and 1/b_nu = rho. What differs in the controls is an argument of the steps.
"""

import sympy as sp

from dartproof.evidence import Proof

eps, beta, rho = sp.symbols("epsilon beta rho", positive=True)
alpha, x, z, over = sp.symbols("alpha x z o", nonnegative=True)
tau = sp.Symbol("tau", real=True)
k = sp.Symbol("k", positive=True)
s = sp.Symbol("s", positive=True)
t = sp.Symbol("t", integer=True)
w, tail = sp.symbols("w p", nonnegative=True)
wrong = sp.IndexedBase("P", nonnegative=True)  # P_t: query t is asked and answered wrongly
total = sp.Symbol("P", nonnegative=True)  # some answer is wrong
sum_wrong = sp.Symbol("S", nonnegative=True)
eight = sp.Integer(8)


def derive(proof: Proof) -> None:
    """The whole proof."""
    proof.assume("parameters", "eps > 0; rho = eps/4; tau is any real number")
    tail_of_difference(proof)
    one_query(proof)
    all_queries(proof)
    sharp_alpha(proof)
    paper_alpha(proof)
    nothing_below_four(proof)


def tail_of_difference(proof: Proof, *, threshold_noise: bool = True) -> None:
    """Pr[nu - xi >= alpha] for alpha >= 0, an integral over xi in three pieces."""
    proof.assume(
        "noises",
        "xi has the density rho e^(-2 rho |z|); Pr[nu >= v] is e^(-rho v)/2 for v >= 0 and 1 - e^(rho v)/2 for v <= 0.",
    )
    proof.define("Pr[nu - xi >= alpha] is the integral over xi of its density times Pr[nu >= alpha + xi].")
    beyond, between, below = _pieces()
    for text, antiderivative, integrand in (
        ("xi = z >= 0", beyond, rho * sp.exp(-2 * rho * z) * sp.exp(-rho * (alpha + z)) / 2),
        ("xi = -z, 0 <= z <= alpha", between, rho * sp.exp(-2 * rho * z) * sp.exp(-rho * (alpha - z)) / 2),
        (
            "xi = -(alpha + z), z >= 0",
            below,
            rho * sp.exp(-2 * rho * (alpha + z)) * (1 - sp.exp(-rho * z) / 2),
        ),
    ):
        proof.identity(f"{text}: an antiderivative in z of the integrand", sp.diff(antiderivative, z), integrand)
    proof.define("The first and the third antiderivative vanish as z grows.")
    value = -beyond.subs(z, 0) + between.subs(z, alpha) - between.subs(z, 0) - below.subs(z, 0)
    claimed = _tail(w) if threshold_noise else w / 2
    proof.identity(
        "so Pr[nu - xi >= alpha] = (4 w - w^2)/6 with w = e^(-rho alpha)"
        if threshold_noise
        else "so Pr[nu - xi >= alpha] = w/2 with w = e^(-rho alpha)",
        value,
        claimed.subs(w, sp.exp(-rho * alpha)),
    )


def one_query(proof: Proof, *, sides: int = 1, slack: sp.Expr = alpha) -> None:
    """The probability that query t is asked and answered wrongly, where ⊥ is wrong above tau + `slack`."""
    proof.assume(
        "queries",
        "Nothing is asked after a ⊤, so all answers before query t are ⊥, and query t is a number q_t known before.",
    )
    proof.at_most(
        "⊤ at q_t = tau - alpha - o, o > 0, is wrong. It requires nu_t - xi >= tau - q_t, which is at least alpha",
        alpha,
        tau - (tau - alpha - over),
    )
    proof.at_most(
        f"⊥ at q_t = tau + {slack} + o, o > 0, is wrong. It requires xi - nu_t > q_t - tau, which is at least alpha",
        alpha,
        (tau + slack + over) - tau,
    )
    proof.argue(
        "A query is at most one of both, and no other answer is wrong. As xi and nu_t are as likely as -xi and -nu_t, "
        "the probability P_t that query t is asked and answered wrongly is at most p = Pr[nu - xi >= alpha].",
        nonnegative=tail * sides - wrong[t],
        every=[t],
    )
    proof.at_most("P_t <= p", wrong[t], tail)


def all_queries(proof: Proof, *, asked: sp.Expr = k) -> None:
    """The union over the queries."""
    proof.assume("count", f"t = 1, ..., {asked}")
    proof.total_nonnegative(
        f"the P_t add up to at most {asked} p",
        tail - wrong[t],
        index=t,
        totals={wrong[t]: sum_wrong, sp.Integer(1): asked},
        equals=asked * tail - sum_wrong,
    )
    proof.argue("A union has at most the sum of the probabilities.", nonnegative=sum_wrong - total)
    proof.at_most(
        "so P = Pr[some answer is wrong] <= k p", total, k * tail, by=[sum_wrong - total, k * tail - sum_wrong]
    )
    proof.at_most("where p = (4 w - w^2)/6 <= (2/3) w", _tail(w), sp.Rational(2, 3) * w, by=[w**2 / 6])


def sharp_alpha(proof: Proof) -> None:
    """The choice alpha = (4/eps) ln(2k/(3 beta))."""
    chosen = 4 / eps * sp.log(2 * k / (3 * beta))
    proof.identity("alpha = (4/eps) ln(2k/(3 beta)): k (2/3) w = beta", _allowed(chosen), beta)


def paper_alpha(proof: Proof, *, constant: sp.Expr = eight) -> None:
    """The choice alpha = 8 (ln k + ln(2/beta))/eps, with another constant than 8 or that one."""
    proof.assume("count", "k >= 1", nonnegative=k - 1)
    proof.assume("parameters", "beta <= 1", nonnegative=1 - beta)
    proof.nonnegative("6k - beta >= 0", 6 * k - beta, by=[1 - beta, 6 * (k - 1), sp.Integer(5)])
    proof.at_most(
        f"alpha = {constant} (ln k + ln(2/beta))/eps: P <= k (2/3) w = beta^2/(6k) <= beta",
        _allowed(constant * (sp.log(k) + sp.log(2 / beta)) / eps),
        beta,
    )
    proof.identity(
        "with 4 in place of 8, k (2/3) w = beta/3, which is enough as well",
        _allowed(4 * (sp.log(k) + sp.log(2 / beta)) / eps),
        beta / 3,
    )


def nothing_below_four(proof: Proof) -> None:
    """With a constant 4 (1 - s) the claim fails for k = 1 and some beta."""
    proof.define(
        "Sharpness: k = 1, 0 < s < 1, beta = 2 * 8^(-1/s), alpha = 4 (1 - s) ln(2/beta)/eps, w = (beta/2)^(1 - s). Let "
        "q < tau - alpha. Its answer is wrong with probability Pr[nu - xi >= tau - q], which tends to p as q rises."
    )
    least = 2 * sp.exp(-sp.log(8) / s)
    raised = sp.exp((1 - s) * sp.log(least / 2))
    proof.identity("w = 4 beta", raised, 4 * least)
    proof.grows("1 - e^-x >= 0 for x >= 0", 1 - sp.exp(-x), x)
    proof.instance("so w <= 1", 1 - sp.exp(-x), {x: rho * alpha})
    at = sp.exp(-rho * alpha)
    proof.at_most("and p >= w/2 = 2 beta > beta", at / 2, _tail(at), by=[at * (1 - at) / 6])


def _allowed(chosen: sp.Expr) -> sp.Expr:
    """The bound k (2/3) w on P at a value of alpha."""
    return k * sp.Rational(2, 3) * sp.exp(-eps / 4 * chosen)


def _tail(weight: sp.Expr) -> sp.Expr:
    return (4 * weight - weight**2) / 6


def _pieces() -> tuple[sp.Expr, sp.Expr, sp.Expr]:
    """Antiderivatives in z for xi = z, xi = -z and xi = -(alpha + z)."""
    return (
        -sp.exp(-rho * alpha - 3 * rho * z) / 6,
        -sp.exp(-rho * alpha - rho * z) / 2,
        sp.exp(-2 * rho * alpha) * (-sp.exp(-2 * rho * z) / 2 + sp.exp(-3 * rho * z) / 6),
    )


def _up_to_all_queries(proof: Proof) -> None:
    proof.assume("parameters", "eps > 0; rho = eps/4")
    tail_of_difference(proof)
    one_query(proof)
    all_queries(proof)


def smaller_constant(proof: Proof) -> None:
    """The false claim with 15/4 in place of 8."""
    _up_to_all_queries(proof)
    paper_alpha(proof, constant=sp.Rational(15, 4))


def threshold_noise_forgotten(proof: Proof) -> None:
    """The false claim that leaves out xi: k w/2."""
    tail_of_difference(proof, threshold_noise=False)


def queries_see_the_noise(proof: Proof) -> None:
    """The false claim for queries that are chosen when the noises are known: both errors are possible."""
    tail_of_difference(proof)
    one_query(proof, sides=2)


def any_number_of_queries(proof: Proof) -> None:
    """The false claim without ln k, for more queries than are counted."""
    tail_of_difference(proof)
    one_query(proof)
    all_queries(proof, asked=k + 1)


def no_slack_for_bottom(proof: Proof) -> None:
    """The false claim that a ⊥ means q <= tau."""
    tail_of_difference(proof)
    one_query(proof, slack=sp.Integer(0))
