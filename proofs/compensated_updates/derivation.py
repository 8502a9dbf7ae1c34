"""Why `compensated_updates` holds, for all T, N, losses and rules of when to check.

The steps take as arguments what differs in the controls.
"""

import sympy as sp

from dartproof.evidence import Proof

eta = sp.Symbol("eta", positive=True)
p = sp.Symbol("p", nonnegative=True)
r, x = sp.symbols("r x", nonnegative=True)
drift = sp.Symbol("(1-p)^(n-c)", positive=True)
w_s, w_c, w_n = sp.symbols("w_s w_c w_n", positive=True)  # weights of the expert in the rounds s, c and n

i = sp.Symbol("i", integer=True)
W_t, W_n = (sp.Function(name, positive=True) for name in ("w_t", "w_n"))
stays = sp.Function("f", nonnegative=True)  # Pr[no resample in t + 1, ..., n | i_t = i]
slow = sp.Symbol("(1-p)^(n-t)", positive=True)
Phi_t, Phi_n, Phi_next = sp.symbols("Phi_t Phi_n Phi_{n+1}", positive=True)
X, Y = sp.Symbol("X_n", nonnegative=True), slow * Phi_n / Phi_t


def derive(proof: Proof) -> None:
    """The whole proof."""
    one_expert(proof)
    average(proof)
    induction(proof)
    mean(proof)
    with_limit(proof)


def one_expert(proof: Proof, *, delay_of_keepers: sp.Expr | int = 0) -> None:
    """Pr[no resample in t + 1, ..., n | i_t = i] >= (1 - p)^(n - t) w_n(i)/w_t(i), whatever the rule."""
    proof.define("w_t(i) = e^(-eta C_t(i)) with C_t(i) the loss of i before round t; Phi_t is their sum over i.")
    proof.assume("decisions", "p < 1, no check: 1 - h; keep: K = y (h - p) with y = e^(-eta q)", positive=1 - p)
    proof.assume(
        "no_foresight",
        "Given all that happened before, the learner checks in round c with some probability h; its coin and draw do "
        "not depend on that.",
    )
    h = sp.Symbol("h", nonnegative=True)
    y = w_c / w_s
    wait, keep = 1 - h + delay_of_keepers * y, y * (h - delay_of_keepers - p)
    proof.identity(
        "Let L(c, s) = (1 - p)^(n - c + 1) w_n(i)/w_s(i) for an expert i held since its last check in round s, so that "
        "y = w_c(i)/w_s(i). Over the outcomes of round c without a resample, L(c + 1, .) adds up to L(c, s): "
        "(1 - h) + (h - p) = 1 - p",
        wait * drift * w_n / w_s + keep * drift * w_n / w_c,
        (1 - p) * drift * w_n / w_s,
    )
    proof.grows("1 - e^(-x) >= 0 for x >= 0", 1 - sp.exp(-x), x)
    proof.instance("L(n + 1, s) = e^(-eta r) <= 1, with r the loss in s, ..., n - 1", 1 - sp.exp(-x), {x: eta * r})
    proof.argue(
        "So, by induction from c = n + 1 down to t + 1, the probability of no resample in the rounds c, ..., n is at "
        "least L(c, s). Right after a draw in round t, s = t: let f(i) = Pr[no resample in t + 1, ..., n | i_t = i]; "
        "then f(i) >= (1 - p)^(n - t) w_n(i)/w_t(i).",
        nonnegative=stays(i) - slow * W_n(i) / W_t(i),
        every=[i],
    )


def average(proof: Proof, *, law: sp.Expr | None = None, slowed: sp.Expr = slow) -> None:
    """X_n >= Y_n: what the draw of round t makes of it."""
    proof.assume("draw", "i_t ~ P_t after a resample in round t, whatever happened before; and for t = 1.")
    proof.define(
        "Fix what happened up to a resample in round t (or up to t = 1), but for the expert drawn, and let "
        "X_n = Pr[no resample in t + 1, ..., n] and Y_n = (1 - p)^(n - t) Phi_n/Phi_t."
    )
    proof.total_nonnegative(
        "X_n - Y_n, the sum of P_t(i) (f(i) - (1 - p)^(n - t) w_n(i)/w_t(i)), is >= 0",
        (W_t(i) / Phi_t if law is None else law) * (stays(i) - slowed * W_n(i) / W_t(i)),
        index=i,
        totals={W_t(i) * stays(i): Phi_t * X, W_n(i): Phi_n},
        equals=X - slowed * Phi_n / Phi_t,
    )


def induction(proof: Proof) -> None:
    """Pr[more than k resamples after t] <= G_k(Lambda_t), from the same for k - 1."""
    g, g_next, below, below_next = sp.symbols("G_k(x) G_k(y) G_{k-1}(x) G_{k-1}(y)", nonnegative=True)
    proof.define("G_k(x) = Pr[Poisson(x) > k], and 1 for k < 0. Let k >= 0 and x = y + v with y, v >= 0.")
    less = (1 - p) * Phi_next / Phi_n  # e^(-v)
    proof.argue(
        "Let A ~ Poisson(v) and B ~ Poisson(y) be independent. A + B > k if A = 0 and B > k, and if A >= 1 and "
        "B > k - 1. So G_k(x) >= e^(-v) G_k(y) + (1 - e^(-v)) G_{k-1}(y).",
        nonnegative=g - less * g_next - (1 - less) * below_next,
    )
    proof.argue("A + B >= B, so G_{k-1}(x) >= G_{k-1}(y).", nonnegative=below - below_next)
    proof.define(
        "Lambda_t = ln(Phi_t/Phi_T) + (T - t) ln(1/(1 - p)). Claim(k): given a past up to round t that ends with a "
        "draw from P_t, the probability of more than k resamples in the rounds t + 1, ..., T is at most G_k(Lambda_t). "
        "Claim(-1) holds."
    )
    step = sp.log(Phi_n / Phi_next) + sp.log(1 / (1 - p))
    proof.positive("1/(1 - p) > 0", 1 / (1 - p))
    proof.identity(
        "Let x = Lambda_n, y = Lambda_{n+1} and v = x - y; as no loss is negative, v >= 0. Then e^(-v) Y_n = Y_{n+1}",
        less * Y,
        (1 - p) * slow * Phi_next / Phi_t,
    )
    proof.identity("where v = ln(Phi_n/Phi_{n+1}) + ln(1/(1 - p)), so that e^v e^(-v) = 1", sp.exp(step) * less, 1)
    proof.argue(
        "The first resample is in round n + 1 with probability X_n - X_{n+1}. It ends with a draw from P_{n+1}, so by "
        "Claim(k - 1) more than k - 1 further ones follow with probability at most G_{k-1}(Lambda_{n+1})."
    )
    proof.define(
        "S_n is the sum of (X_c - X_{c+1}) G_{k-1}(Lambda_{c+1}) over c = t, ..., n - 1, "
        "and W_n = S_n + Y_n G_k(Lambda_n) + (X_n - Y_n) G_{k-1}(Lambda_n). As X_t = Y_t = 1, W_t = G_k(Lambda_t)."
    )
    so_far, x_next = sp.Symbol("S_n", real=True), sp.Symbol("X_{n+1}", real=True)
    now = so_far + Y * g + (X - Y) * below
    later = so_far + (X - x_next) * below_next + less * Y * g_next + (x_next - less * Y) * below_next
    proof.at_most(
        "W_{n+1} <= W_n",
        later,
        now,
        by=[Y * (g - less * g_next - (1 - less) * below_next), (X - Y) * (below - below_next)],
    )
    proof.at_most("S_T <= W_T", so_far, now, by=[Y * g, (X - Y) * below])
    proof.argue(
        "So Pr[more than k resamples in t + 1, ..., T] <= S_T <= W_T <= W_t = G_k(Lambda_t): Claim(k). For t = 1 this "
        "is the first claim, with Lambda = Lambda_1."
    )


def mean(proof: Proof) -> None:
    """Lambda <= ln N + eta L* + (T - 1) p/(1 - p)."""
    before, last, others = sp.symbols("C l Psi", nonnegative=True)
    rounds = sp.Symbol("T-1", nonnegative=True)
    proof.define("For the best expert of all rounds, L* = C + l with l its loss in round T; Psi is the rest of Phi_T.")
    proof.instance("e^(-eta l) <= 1", 1 - sp.exp(-x), {x: eta * last})
    proof.at_most(
        "e^(-eta L*) <= Phi_T, so ln(Phi_1/Phi_T) <= ln N + eta L*",
        sp.exp(-eta * (before + last)),
        sp.exp(-eta * before) + others,
        by=[others, sp.exp(-eta * before) * (1 - sp.exp(-eta * last))],
    )
    proof.grows("ln(1 + x) <= x for x >= 0", x - sp.log(1 + x), x)
    proof.nonnegative("p/(1 - p) >= 0", p / (1 - p))
    proof.instance("at x = p/(1 - p)", x - sp.log(1 + x), {x: p / (1 - p)})
    proof.identity("1 + p/(1 - p) = 1/(1 - p)", 1 + p / (1 - p), 1 / (1 - p))
    proof.at_most(
        "so (T - 1) ln(1/(1 - p)) <= (T - 1) p/(1 - p)",
        rounds * sp.log(1 + p / (1 - p)),
        rounds * p / (1 - p),
        by=[rounds * (p / (1 - p) - sp.log(1 + p / (1 - p)))],
    )


def with_limit(proof: Proof, *, price: sp.Expr | None = None) -> None:
    """L_V <= L_oo + T Pr[Poisson(Lambda) > V]."""
    limited, free = sp.symbols("L_V L_oo", nonnegative=True)
    rounds = sp.Symbol("T", positive=True)
    exceeds, tail = sp.symbols("Pr[v_T>V] G_V(Lambda)", nonnegative=True)
    proof.assume("limit", "The learner with the limit stops checking after its V-th resample.")
    proof.argue(
        "Run both with the same noises, coins and draws. They hold the same expert up to the (V + 1)-th resample of "
        "the one without a limit, as a check that keeps changes no expert. So their losses differ only if v_T > V, and "
        "then by at most T: L_V - L_oo <= T Pr[v_T > V].",
        nonnegative=rounds * exceeds - (limited - free),
    )
    proof.argue("By the first claim with k = V, Pr[v_T > V] <= G_V(Lambda).", nonnegative=tail - exceeds)
    proof.at_most(
        "L_V <= L_oo + T G_V(Lambda)",
        limited,
        free + (rounds * tail if price is None else price),
        by=[rounds * exceeds - (limited - free), (rounds * tail if price is None else price) - rounds * exceeds],
    )


def without_the_drift(proof: Proof) -> None:
    """The false claim for the mean ln(Phi_1/Phi_T)."""
    one_expert(proof)
    average(proof, slowed=sp.Integer(1))


def one_round_less(proof: Proof) -> None:
    """The false claim with T - 2 in place of T - 1."""
    one_expert(proof)
    average(proof, slowed=slow / (1 - p))


def anticipating(proof: Proof) -> None:
    """The false claim for a learner that is less likely to check, by a > 0, where its coin would keep."""
    one_expert(proof, delay_of_keepers=sp.Symbol("a", positive=True))


def uniform_draw(proof: Proof) -> None:
    """The false claim for a learner that draws its new expert uniformly."""
    one_expert(proof)
    average(proof, law=1 / sp.Symbol("N", positive=True))


def limit_for_free(proof: Proof) -> None:
    """The false claim L_V <= L_oo."""
    one_expert(proof)
    average(proof)
    with_limit(proof, price=sp.Integer(0))
