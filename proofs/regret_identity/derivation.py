"""Why `regret_identity` holds, for all T, N, losses and rules of when to check: a potential, followed round by round.

The steps take as arguments what differs in the controls.
"""

import sympy as sp

from dartproof.evidence import Proof

eta = sp.Symbol("eta", positive=True)
q, v, loss, clip = sp.symbols("q v l a", nonnegative=True)  # a = r - q
d = sp.Symbol("d", real=True)  # l_t(k) - <P_t, l_t>, of the expert k that is held
g, g_next = sp.symbols("g g_next", real=True)  # g_t(k), g_{t+1}(k)
h = sp.Symbol("h", nonnegative=True)
j, u, t, x = sp.symbols("j u t x", integer=True)
P, A, B, C, Delta = sp.symbols("P_t(i) A B C Delta", nonnegative=True)
none, kept = sp.symbols("Pr[no_check] Y", nonnegative=True)
keep = sp.exp(-eta * q)
clipped = sp.exp(-eta * (q + clip))


def derive(proof: Proof) -> None:
    """The whole proof."""
    marginals(proof)
    potential(proof)
    draws(proof)
    one_round(proof)
    no_clip(proof)
    interval(proof)
    overhead(proof)
    negative_part(proof)


def marginals(proof: Proof) -> None:
    """Q_t(i) - P_t(i)."""
    chance, hold, q_x = (sp.Function(name, nonnegative=True) for name in ("p", "1_i", "q"))
    y = sp.exp(-eta * q_x(x))
    proof.define(
        "Let x run through the outcomes of the rounds before t after which there is no check in round t: p(x) is the "
        "probability, y(x) = e^(-eta q_t), and 1_i(x) = 1 if i is held, else 0. A is the probability of a check in "
        "round t after which i is held, B the sum of p(x) 1_i(x), so that Q_t(i) = A + B."
    )
    proof.cite(
        "lazy_marginal",
        "Without the clip, with a check in round t after every x too, i_t ~ P_t: P_t(i) is A plus the sum over x of "
        "p(x) (y(x) 1_i(x) + (1 - y(x)) P_t(i)).",
    )
    totals = {chance(x): none, chance(x) * y: kept, chance(x) * hold(x): B, chance(x) * hold(x) * y: C}
    forced = A + C + (none - kept) * P
    proof.total(
        "that sum is C + (Pr[no check] - Y) P_t(i), with C and Y the sums of p y 1_i and p y",
        chance(x) * (y * hold(x) + (1 - y) * P),
        index=x,
        totals=totals,
        equals=forced - A,
    )
    proof.total(
        "the sum of p(x) (1 - y(x)) (1_i(x) - P_t(i)) is Q_t(i) - P_t(i), with this for P_t(i)",
        chance(x) * (1 - y) * (hold(x) - P),
        index=x,
        totals=totals,
        equals=(A + B) - forced,
    )


def potential(proof: Proof) -> None:
    """What follows in each round if G = e^(-eta q_t) g_t(k) is what is to come."""
    proof.define(
        "d = l_t(k) - <P_t, l_t>. g_t(k) = d + e^(-eta l_t(k)) g_{t+1}(k), g_{T+1} = 0: the sum in the statement. "
        "Before round t let k be held, with the loss q_t since the last check, and let G_t = e^(-eta q_t) g_t(k)."
    )


def draws(proof: Proof, *, law: sp.Expr | None = None) -> None:
    """The mean of g_t over P_t is 0."""
    weight, factor = sp.Function("w_t", positive=True), sp.Function("x_t", positive=True)
    phi, phi_next = sp.symbols("Phi_t Phi_{t+1}", positive=True)
    losses, later = sp.Function("l", nonnegative=True), sp.Function("g", real=True)
    mean = sp.Symbol("m", nonnegative=True)
    proof.assume("draw", "i_1 and resamples are drawn from P_t = w_t/Phi_t.")
    proof.define(
        "x_t(j) = e^(-eta l_t(j)), so that w_{t+1}(j) = w_t(j) x_t(j); m = <P_t, l_t>. Backward from g_{T+1} = 0, let "
        "the sum of w_{t+1}(j) g_{t+1}(j) be 0."
    )
    proof.total(
        "Then the mean of g_t over P_t is 0 as well",
        (weight(j) / phi if law is None else law) * (losses(j) - mean + factor(j) * later(j)),
        index=j,
        totals={
            weight(j): phi,
            weight(j) * losses(j): mean * phi,
            weight(j) * factor(j): phi_next,
            weight(j) * factor(j) * later(j): sp.Integer(0),
        },
        equals=sp.Integer(0),
    )


def one_round(proof: Proof, *, subtracted: sp.Expr | None = None, of_keepers: sp.Expr | int = 0) -> None:
    """What a round adds, on average, to what is lost so far plus what is to come."""
    proof.assume("coin", "A check keeps with the probability e^(-eta r), r = q + a, a >= 0, and else draws from P_t.")
    proof.assume("no_foresight", "Given the past the learner checks with some probability h, whatever coin and draw.")
    silent = d + sp.exp(-eta * (q + loss)) * g_next
    g_now = d + sp.exp(-eta * loss) * g_next
    proof.identity(
        "no check: k loses d more than the mean, and G_{t+1} = e^(-eta (q + l)) g_{t+1}. Together "
        "G_t + (1 - e^(-eta q)) d",
        silent,
        keep * g_now + (1 - keep) * d,
    )
    proof.define(
        "A check: who keeps k has G = g_t(k), counted as if round t were still to come; who draws has the mean 0 of it."
    )
    taken = (keep - clipped) if subtracted is None else subtracted
    h_keep = h - of_keepers
    waits = clipped * (1 - h_keep) + (1 - clipped) * (1 - h)
    proof.identity(
        "on average: (1 - h) (G_t + (1 - e^(-eta q)) d) + h e^(-eta r) g_t "
        "= G_t + (1 - h) (1 - e^(-eta q)) d - h (e^(-eta q) - e^(-eta r)) g_t",
        waits * (keep * g + (1 - keep) * d) + clipped * h_keep * g,
        keep * g + (1 - h) * (1 - keep) * d - h * taken * g,
    )
    proof.argue(
        "So each round adds to the mean what stands behind G_t. It starts with the mean of g_1 over P_1, which is 0, "
        "and ends with L - L_MW, nothing being to come after T. These are the identities for L - L_MW."
    )


def no_clip(proof: Proof) -> None:
    """The subtracted sum is 0 without the clip, and its factors are never negative."""
    proof.identity("r = q: e^(-eta q) - e^(-eta r) = 0", (keep - clipped).subs(clip, 0), sp.Integer(0))
    proof.grows("1 - e^(-v) >= 0 for v >= 0, since its derivative is e^(-v)", 1 - sp.exp(-v), v)
    proof.instance("1 - e^(-eta a) >= 0", 1 - sp.exp(-v), {v: eta * clip})
    proof.nonnegative("e^(-eta q) - e^(-eta r) >= 0", keep - clipped, by=[keep * (1 - sp.exp(-eta * clip))])


def interval(proof: Proof, *, factor: sp.Expr | None = None) -> None:
    """The terms of one interval add up to at most eta R^2/2."""
    half = sp.Rational(1, 2) if factor is None else factor
    mean = sp.Symbol("m", nonnegative=True)
    curve = v - 1 + sp.exp(-v)
    proof.grows("1 - e^(-v) <= v, as the derivative of the gap is 1 - e^(-v)", curve, v)
    proof.instance("at v = eta q", curve, {v: eta * q})
    proof.instance("and 1 - e^(-eta q) >= 0", 1 - sp.exp(-v), {v: eta * q})
    proof.at_most(
        "(1 - e^(-eta q)) (l - m) <= eta q l, with m = <P_t, l_t> >= 0",
        (1 - keep) * (loss - mean),
        eta * q * loss,
        by=[(1 - keep) * mean, (eta * q - 1 + keep) * loss],
    )
    proof.define("Within an interval q is the loss before round t. Let S be the sum of the terms eta q l so far.")
    proof.assume("all_intervals", "The last interval, up to round T, counts as well.")
    proof.at_most(
        "if S <= eta q^2/2, then S + eta q l <= eta (q + l)^2/2; at a check and in round 1, q = 0 = S",
        eta * q * loss,
        half * eta * (q + loss) ** 2 - half * eta * q**2,
        by=[half * eta * loss**2, (2 * half - 1) * eta * q * loss],
    )
    proof.argue("So by induction the terms of an interval add up to at most eta R^2/2, and a check starts a new one.")


def overhead(proof: Proof) -> None:
    """L <= L_MW/(1 - eta Delta/2)."""
    interval_loss = sp.IndexedBase("R", nonnegative=True)
    played, weights, squares = sp.symbols("L L_MW E", nonnegative=True)
    proof.assume(
        "all_intervals", "R_u <= Delta for every u in every outcome.", nonnegative=Delta - interval_loss[u], every=[u]
    )
    total, square = sp.symbols("L_1 E_1", nonnegative=True)
    proof.total_nonnegative(
        "in one outcome the R_u add up to its loss L_1: E_1 <= Delta L_1, E_1 the sum of the squares",
        interval_loss[u] * (Delta - interval_loss[u]),
        index=u,
        totals={interval_loss[u]: total, interval_loss[u] ** 2: square},
        equals=Delta * total - square,
    )
    proof.argue("On average over the outcomes: E <= Delta L.", nonnegative=Delta * played - squares)
    proof.argue("As shown, L - L_MW <= (eta/2) E.", nonnegative=eta * squares / 2 - (played - weights))
    proof.at_most(
        "L (1 - eta Delta/2) <= L_MW",
        played * (1 - eta * Delta / 2),
        weights,
        by=[eta * squares / 2 - (played - weights), eta / 2 * (Delta * played - squares)],
    )
    proof.assume("all_intervals", "eta Delta < 2", positive=2 - eta * Delta)
    proof.positive("so 1 - eta Delta/2 > 0", 1 - eta * Delta / 2)
    proof.at_most(
        "L <= L_MW/(1 - eta Delta/2)",
        played,
        weights / (1 - eta * Delta / 2),
        by=[(weights - played * (1 - eta * Delta / 2)) / (1 - eta * Delta / 2)],
    )


def negative_part(proof: Proof) -> None:
    """g_t(i) >= -L_MW."""
    mean = sp.IndexedBase("m", nonnegative=True)
    lost, factor = sp.IndexedBase("l", nonnegative=True), sp.IndexedBase("c", nonnegative=True)
    weights, value = sp.Symbol("L_MW", nonnegative=True), sp.Symbol("g", real=True)
    proof.define(
        "Fix t and i. For s >= t let c_s be the exponential in g_t(i), for s < t let c_s = 0; m_s = <P_s, l_s>."
    )
    proof.argue("c_s <= 1.", nonnegative=1 - factor[t], every=[t])
    proof.total_nonnegative(
        "g_t(i) + L_MW, the sum of c_s (l_s(i) - m_s) + m_s = c_s l_s(i) + (1 - c_s) m_s, is >= 0",
        factor[t] * lost[t] + (1 - factor[t]) * mean[t],
        index=t,
        totals={
            mean[t]: weights,
            factor[t] * lost[t]: value + sp.Symbol("C_m", nonnegative=True),
            factor[t] * mean[t]: sp.Symbol("C_m", nonnegative=True),
        },
        equals=value + weights,
    )


def clip_forgotten(proof: Proof) -> None:
    """The false claim that the clip does not matter."""
    potential(proof)
    draws(proof)
    one_round(proof, subtracted=sp.Integer(0))


def anticipating_delay(proof: Proof) -> None:
    """The false claim for a learner that is less likely to check, by b > 0, where the coin would keep."""
    potential(proof)
    draws(proof)
    one_round(proof, of_keepers=sp.Symbol("b", positive=True))


def uniform_draw(proof: Proof) -> None:
    """The false claim for a learner that draws its new expert uniformly."""
    potential(proof)
    draws(proof, law=1 / sp.Symbol("N", positive=True))


def a_third(proof: Proof) -> None:
    """The false claim with eta/3 for eta/2."""
    no_clip(proof)
    interval(proof, factor=sp.Rational(1, 3))


def finished_intervals(proof: Proof) -> None:
    """The false claim for the intervals that end with a check: in the last one nothing is added to the bound."""
    no_clip(proof)
    interval(proof, factor=sp.Integer(0))


def every_round(proof: Proof) -> None:
    """The false claim that sums over all rounds, those with a check included."""
    potential(proof)
    draws(proof)
    proof.assume("coin", "A check keeps with the probability e^(-eta q), and else draws from P_t.")
    proof.assume("no_foresight", "Given the past the learner checks with some probability h.")
    proof.identity(
        "on average: (1 - h) (G_t + (1 - e^(-eta q)) d) + h e^(-eta q) g_t = G_t + (1 - e^(-eta q)) d",
        (1 - h) * (keep * g + (1 - keep) * d) + h * keep * g,
        keep * g + (1 - keep) * d,
    )
