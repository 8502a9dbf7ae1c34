"""Why `update_count_poisson` holds, for all T, N, losses and rules of when to check.

The steps take as arguments what differs in the controls.
"""

from dataclasses import dataclass

import sympy as sp

from dartproof.evidence import Proof

eta, r, more = sp.symbols("eta r a", positive=True)
v = sp.Symbol("v", nonnegative=True)
earlier = sp.Symbol("C_s", nonnegative=True)  # the loss of the expert held, before the round s of its last check
w_s, w_c, w_n = sp.symbols("w_s w_c w_n", positive=True)  # its weights in the rounds s, c (considered) and n

i = sp.Symbol("i", integer=True)
W_t, W_n = (sp.Function(name, positive=True) for name in ("w_t", "w_n"))
stays = sp.Function("f", nonnegative=True)  # Pr[no update in t + 1, ..., n | i_t = i]
Phi_t, Phi_n = sp.symbols("Phi_t Phi_n", positive=True)
X, Y = sp.Symbol("X_n", nonnegative=True), Phi_n / Phi_t
h0, most = sp.symbols("h_0 c", nonnegative=True)  # of the form with the clip
EARLY = 1 - h0 * (1 - sp.exp(-eta * most))  # kappa


def derive(proof: Proof) -> None:
    """The whole proof."""
    coin(proof)
    one_expert(proof)
    average(proof)
    longer = poisson(proof, "k", sp.Symbol("G_k(y)", nonnegative=True))
    shorter = poisson(proof, "k-1", longer.below)
    induction(proof, shorter, longer)
    mean(proof)
    sharp(proof)
    with_clip(proof)


def coin(proof: Proof, *, keeps: sp.Expr | None = None) -> None:
    """The coin of a check keeps with probability w_c(i)/w_s(i)."""
    proof.define("w_t(i) = e^(-eta C_t(i)) with C_t(i) the loss of i before round t; Phi_t is their sum over i.")
    proof.assume("coin", "A check in round c keeps its expert i with probability e^(-eta r).")
    proof.assume("no_clip", "r is the loss of i in the rounds s, ..., c - 1, with s the round of its last check.")
    proof.identity(
        "C_c(i) = C_s(i) + r, so this is w_c(i)/w_s(i)",
        sp.exp(-eta * r) if keeps is None else keeps,
        sp.exp(-eta * (earlier + r)) / sp.exp(-eta * earlier),
    )


def one_expert(proof: Proof, *, delay_of_keepers: sp.Expr | int = 0, checks_count: bool = False) -> None:
    """Pr[no update in t + 1, ..., n | i_t = i] >= w_n(i)/w_t(i), whatever the rule."""
    proof.assume(
        "no_foresight",
        "Given all that happened before, its own randomness included, the learner checks in round c with some "
        "probability h; the coin and the draw of round c do not depend on that.",
    )
    h = sp.Symbol("h", nonnegative=True)
    keep, h_keep = w_c / w_s, h - delay_of_keepers
    waits = keep * (1 - h_keep) + (1 - keep) * (1 - h)
    proof.identity(
        "Let L(s) = w_n(i)/w_s(i) for an expert i held since its last check in round s. Over the outcomes of round c "
        "without an update, L adds up to what it was: (1 - h) L(s) + h (w_c(i)/w_s(i)) L(c) = L(s)",
        waits * w_n / w_s + (0 if checks_count else keep * h_keep * w_n / w_c),
        w_n / w_s,
    )
    proof.grows("1 - e^(-v) >= 0 for v >= 0, since its derivative is e^(-v)", 1 - sp.exp(-v), v)
    proof.instance("L(s) = e^(-eta r) <= 1, with r the loss in s, ..., n - 1", 1 - sp.exp(-v), {v: eta * r})
    proof.argue(
        "So, by induction from c = n + 1 down to t + 1, the probability of no update in the rounds c, ..., n is at "
        "least L(s): first it is 1, and then the identity gives the step. Right after a draw in round t, s = t: let "
        "f(i) = Pr[no update in t + 1, ..., n | i_t = i]; then f(i) >= w_n(i)/w_t(i).",
        nonnegative=stays(i) - W_n(i) / W_t(i),
        every=[i],
    )


def average(proof: Proof, *, law: sp.Expr | None = None, clock: sp.Expr | None = None) -> None:
    """X_n >= Y_n: what the draw of round t makes of it."""
    proof.assume("draw", "i_t ~ P_t after an update in round t, whatever happened before; and for t = 1.")
    proof.define(
        "Fix what happened up to an update in round t (or up to t = 1), but for the expert drawn, and let "
        "X_n = Pr[no update in t + 1, ..., n] and Y_n = Phi_n/Phi_t."
    )
    proof.total_nonnegative(
        "X_n - Y_n, the sum of P_t(i) (f(i) - w_n(i)/w_t(i)), is >= 0",
        (W_t(i) / Phi_t if law is None else law) * (stays(i) - W_n(i) / W_t(i)),
        index=i,
        totals={W_t(i) * stays(i): Phi_t * X, W_n(i): Phi_n},
        equals=X - (Y if clock is None else clock),
    )


@dataclass(frozen=True, slots=True)
class Tails:
    """G_m(x), G_m(y) and G_{m-1}(y), the probabilities that a Poisson variable of mean x or y exceeds m or m - 1."""

    larger: sp.Expr
    smaller: sp.Expr
    below: sp.Expr


def poisson(proof: Proof, m: str, smaller: sp.Expr) -> Tails:
    """G_m(x) >= (1 - e^(-v)) G_{m-1}(y) + e^(-v) G_m(y), and G_m(x) >= G_m(y), which is `smaller`."""
    j = sp.Symbol("j", integer=True)
    a, b = (sp.Function(f"{name}_{m}", nonnegative=True) for name in "ab")
    equal, many, few = sp.symbols(f"Pr[B={m}] Pr[A>{m}] Pr[B<{m}]", nonnegative=True)
    rest = sp.Symbol(f"R_{m}", real=True)
    below = smaller + equal
    proof.define(
        f"For m = {m} and 0 <= y <= x let G_m(x) = Pr[X > m] with X ~ Poisson(x), and v = x - y. For j = 1, ..., m let "
        "a(j) = Pr[A = j] and b(j) = Pr[m - j < B < m], where A ~ Poisson(v) and B ~ Poisson(y). For m < 0, G_m = 1, "
        "and the two inequalities below are 1 >= 1."
    )
    proof.argue("A + B ~ Poisson(x) for independent A and B. So G_m(x) is the sum of Pr[A = j] G_{m-j}(y) over j >= 0.")
    totals = {a(j): 1 - sp.exp(-v) - many, a(j) * b(j): rest}
    proof.total(
        "its part of j = 1, ..., m, where G_{m-j}(y) = G_{m-1}(y) + b(j)",
        a(j) * (below + b(j)),
        index=j,
        totals=totals,
        equals=(1 - sp.exp(-v) - many) * below + rest,
    )
    proof.total_nonnegative("R, the sum of a(j) b(j), is >= 0", a(j) * b(j), index=j, totals=totals, equals=rest)
    larger = sp.exp(-v) * smaller + (1 - sp.exp(-v)) * below + rest + many * few
    proof.identity(
        "with its parts of j = 0, where Pr[A = 0] = e^(-v), and of j > m, where 1 = G_{m-1}(y) + Pr[B < m]: "
        "G_m(x) = e^(-v) G_m(y) + (1 - e^(-v)) G_{m-1}(y) + R + Pr[A > m] Pr[B < m]",
        sp.exp(-v) * smaller + (1 - sp.exp(-v) - many) * below + rest + many * (below + few),
        larger,
    )
    proof.nonnegative(
        "G_m(x) >= (1 - e^(-v)) G_{m-1}(y) + e^(-v) G_m(y)",
        larger - (1 - sp.exp(-v)) * below - sp.exp(-v) * smaller,
        by=[rest, many * few],
    )
    proof.nonnegative(
        "G_m(x) >= G_m(y), as G_{m-1}(y) - G_m(y) = Pr[B = m] >= 0",
        larger - smaller,
        by=[(1 - sp.exp(-v)) * equal, rest, many * few],
    )
    return Tails(larger, smaller, below)


def induction(proof: Proof, shorter: Tails, longer: Tails) -> None:
    """Pr[more than k updates after t] <= G_k(M_t), from the same for k - 1."""
    proof.define(
        "M_t = ln(Phi_t/Phi_T). Claim(k): given a past up to round t that ends with a draw from P_t, the probability "
        "of more than k updates in the rounds t + 1, ..., T is at most G_k(M_t). Claim(-1) holds, as G_{-1} = 1."
    )
    potential = sp.Symbol("Phi_{n+1}", positive=True)
    proof.identity(
        "Let x = M_n and y = M_{n+1}. As no loss is negative, v = ln(Phi_n/Phi_{n+1}) >= 0; and Y_{n+1} = e^(-v) Y_n",
        sp.exp(-sp.log(Phi_n / potential)) * Y,
        potential / Phi_t,
    )
    proof.argue(
        "The first update is in round n + 1 with probability X_n - X_{n+1}. It ends with a draw from P_{n+1}, so by "
        "Claim(k - 1) more than k - 1 further ones follow with probability at most G_{k-1}(M_{n+1})."
    )
    proof.define(
        "S_n is the sum of (X_c - X_{c+1}) G_{k-1}(M_{c+1}) over c = t, ..., n - 1, "
        "and W_n = S_n + Y_n G_k(M_n) + (X_n - Y_n) G_{k-1}(M_n)."
    )

    def bound(so_far: sp.Expr, x: sp.Expr, y: sp.Expr, tail: sp.Expr, shorter_tail: sp.Expr) -> sp.Expr:
        return so_far + y * tail + (x - y) * shorter_tail

    proof.identity("W_t = G_k(M_t), as X_t = Y_t = 1", bound(0, 1, 1, longer.larger, shorter.larger), longer.larger)
    so_far, x_next, y_next = sp.Symbol("S_n", real=True), sp.Symbol("X_{n+1}", real=True), sp.exp(-v) * Y
    step = (X - x_next) * shorter.smaller
    gap = longer.larger - (1 - sp.exp(-v)) * longer.below - sp.exp(-v) * longer.smaller
    now = bound(so_far, X, Y, longer.larger, shorter.larger)
    proof.at_most(
        "W_{n+1} <= W_n, as W_n - W_{n+1} = Y_n (G_k(x) - (1 - e^(-v)) G_{k-1}(y) - e^(-v) G_k(y)) "
        "+ (X_n - Y_n) (G_{k-1}(x) - G_{k-1}(y))",
        bound(so_far + step, x_next, y_next, longer.smaller, shorter.smaller),
        now,
        by=[Y * gap, (X - Y) * (shorter.larger - shorter.smaller)],
    )
    proof.at_most("S_T <= W_T", so_far, now, by=[Y * longer.larger, (X - Y) * shorter.larger])
    proof.argue(
        "So Pr[more than k updates in t + 1, ..., T] <= S_T <= W_T <= W_t = G_k(M_t): Claim(k). "
        "For t = 1 this is the statement."
    )


def mean(proof: Proof) -> None:
    """M <= ln N + eta L*."""
    before, last, others = sp.symbols("C l Psi", nonnegative=True)
    proof.define("For the best expert of all rounds, L* = C + l with l its loss in round T; Psi is the rest of Phi_T.")
    proof.instance("e^(-eta l) <= 1", 1 - sp.exp(-v), {v: eta * last})
    proof.at_most(
        "e^(-eta L*) <= Phi_T, so M = ln(Phi_1/Phi_T) <= ln N + eta L*, and G_k grows",
        sp.exp(-eta * (before + last)),
        sp.exp(-eta * before) + others,
        by=[others, sp.exp(-eta * before) * (1 - sp.exp(-eta * last))],
    )


def sharp(proof: Proof) -> None:
    """A check in every round: the bound is nearly reached."""
    t = sp.Symbol("t", integer=True)
    clock, twice = (sp.Function(name, nonnegative=True) for name in ("v", "d"))
    total, squares = sp.symbols("D Q", nonnegative=True)
    proof.define(
        "Let each round be a check. Who holds i from t on keeps it up to round n with probability w_n(i)/w_t(i)."
    )
    proof.total(
        "After a draw in round t the probability of no update in t + 1, ..., n is Phi_n/Phi_t, whatever the past",
        W_t(i) / Phi_t * W_n(i) / W_t(i),
        index=i,
        totals={W_n(i): Phi_n},
        equals=Y,
    )
    proof.argue(
        "So, given the past, round t + 1 has an update with probability 1 - Phi_{t+1}/Phi_t = 1 - e^(-v_t). v_T is a "
        "sum of independent Bernoulli variables. Each is min(1, K_t) with independent K_t ~ Poisson(v_t), whose sum is "
        "Poisson(M). So v_T differs from it with probability at most the sum D of the d_t = Pr[K_t >= 2]."
    )
    proof.grows("e^v - 1 >= 0 for v >= 0", sp.exp(v) - 1, v)
    gap = v**2 / 2 - (1 - sp.exp(-v) - v * sp.exp(-v))
    proof.grows("1 - e^(-v) - v e^(-v) <= v^2/2, as the derivative of the gap is v (1 - e^(-v))", gap, v)
    proof.argue("d_t is the left side at v_t.", nonnegative=clock(t) ** 2 / 2 - twice(t), every=[t])
    proof.total_nonnegative(
        "D <= Q/2, Q the sum of the v_t^2",
        clock(t) ** 2 / 2 - twice(t),
        index=t,
        totals={clock(t) ** 2: squares, twice(t): total},
        equals=squares / 2 - total,
    )


def with_clip(proof: Proof, *, lowered: sp.Expr = EARLY) -> None:
    """The form with the clip: each round multiplies the probability of no update by another factor kappa."""
    h, K = sp.symbols("h_n kappa^(n-t)", nonnegative=True)  # noqa: N806 a power of kappa
    lost = sp.Symbol("r_n", nonnegative=True)
    clip = sp.exp(-eta * most)
    proof.define(
        "Now a check keeps with probability e^(-eta max(c, r)). kappa = 1 - h0 (1 - e^(-eta c)); for L(s) consider "
        "in round m the number kappa^(n - m + 1) L(s)."
    )
    proof.assume("early_checks", "Where r < c a check has a probability h <= h0.", nonnegative=h0 - h)
    proof.assume("early_checks", "h0 <= 1 is a probability.", nonnegative=1 - h0)
    proof.instance("e^(-eta c) <= 1", 1 - sp.exp(-v), {v: eta * most})
    proof.positive("kappa > 0", EARLY, by=[clip, (1 - h0) * (1 - clip)])
    proof.at_most(
        "r >= c: as before round m keeps the mean of L(s), and kappa L(s) <= L(s)", EARLY, 1, by=[h0 * (1 - clip)]
    )
    proof.instance("r < c: e^(-eta r) <= 1", 1 - sp.exp(-v), {v: eta * lost})
    stayed = sp.exp(-eta * lost)  # w_m/w_s
    proof.at_most(
        "w_s = w_m e^(eta r), so (1 - h) L(s) + h e^(-eta c) L(m) >= kappa L(s), here divided by L(m)",
        lowered * stayed,
        (1 - h) * stayed + h * clip,
        by=[(h0 - h) * (1 - clip) * stayed, h * clip * (1 - stayed)],
    )
    stays_clipped, reached = sp.Function("f'", nonnegative=True), sp.Symbol("X'_n", nonnegative=True)
    proof.argue(
        "By induction as before Pr[no update in t + 1, ..., n | i_t = i] >= kappa^(n - t) w_n(i)/w_t(i).",
        nonnegative=stays_clipped(i) - K * W_n(i) / W_t(i),
        every=[i],
    )
    proof.total_nonnegative(
        "on average X'_n >= Y'_n = kappa^(n - t) Phi_n/Phi_t",
        W_t(i) / Phi_t * (stays_clipped(i) - K * W_n(i) / W_t(i)),
        index=i,
        totals={W_t(i) * stays_clipped(i): Phi_t * reached, W_n(i): Phi_n},
        equals=reached - K * Y,
    )
    potential = sp.Symbol("Phi_{n+1}", positive=True)
    proof.identity(
        "Y'_{n+1} = e^(-v') Y'_n with v' = ln(Phi_n/Phi_{n+1}) + ln(1/kappa)",
        sp.exp(-(sp.log(Phi_n / potential) + sp.log(1 / EARLY))) * K * Phi_n / Phi_t,
        EARLY * K * potential / Phi_t,
    )
    proof.argue(
        "What was shown of G_k holds for all x - y = v >= 0; the rest of the induction uses only X_n >= Y_n: with v' "
        "for v and M'_t = M_t + (T - t) ln(1/kappa) it gives the form with the clip. AboveThreshold: given answers "
        "⊥ before, xi is stochastically larger than without them, and q <= c, so a check has at most the probability "
        "Pr[nu - xi >= tau - c]."
    )


def clip_kept(proof: Proof) -> None:
    """The false claim for a loss r that is raised by a > 0 to the clip."""
    coin(proof, keeps=sp.exp(-eta * (r + more)))


def anticipating_delay(proof: Proof) -> None:
    """The false claim for a learner that is less likely to check, by a > 0, where the coin would keep."""
    coin(proof)
    one_expert(proof, delay_of_keepers=more)


def counting_checks(proof: Proof) -> None:
    """The false claim for the number of checks: one that keeps the expert counts as well."""
    coin(proof)
    one_expert(proof, checks_count=True)


def uniform_draw(proof: Proof) -> None:
    """The false claim for a learner that draws its new expert uniformly."""
    coin(proof)
    one_expert(proof)
    average(proof, law=1 / sp.Symbol("N", positive=True))


def half_the_mean(proof: Proof) -> None:
    """The false claim for the mean M/2: Y_n = e^(-(M_t - M_n)/2)."""
    coin(proof)
    one_expert(proof)
    average(proof, clock=sp.sqrt(Y))


def without_the_last_losses(proof: Proof) -> None:
    """The false claim for the mean ln(Phi_1/Phi_{T-1}): in round n = T the clock stands still."""
    coin(proof)
    one_expert(proof)
    average(proof, clock=sp.Symbol("Phi_{n-1}", positive=True) / Phi_t)


def half_of_h0(proof: Proof) -> None:
    """The false claim with h0/2 for h0 in the form with the clip."""
    coin(proof)
    one_expert(proof)
    with_clip(proof, lowered=1 - h0 / 2 * (1 - sp.exp(-eta * most)))
