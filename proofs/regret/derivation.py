"""Why `regret` holds, for all T, N, losses and parameters, from the lemmas before it.

The steps take as arguments what differs in the controls.
"""

import sympy as sp

from dartproof.evidence import Proof

eta, T, c = sp.symbols("eta T c", positive=True)
tau = sp.Symbol("tau", real=True)
alpha, best, ln_n = sp.symbols("alpha L* ln_N", nonnegative=True)
Delta = tau + alpha + 1
free, weights, limited, played = sp.symbols("Lhat L_MW L_G L", nonnegative=True)
j = sp.Symbol("j", integer=True)  # a round and an expert
Q, P, loss = (sp.Function(name, nonnegative=True) for name in ("Q", "P", "l"))
exceeded, bad, outside, v = sp.symbols("p_V b B v", nonnegative=True)
factor = sp.exp(2 * eta * Delta)
slope = 1 - sp.exp(-eta)


def derive(proof: Proof) -> None:
    """The whole proof."""
    noises(proof)
    without_limit(proof)
    with_limit(proof)
    all_noises(proof, free_bound=factor * weights)
    bound(proof)
    explicit(proof)
    sharper(proof)


def noises(proof: Proof, *, least: sp.Expr = alpha + c) -> None:
    """On the event G."""
    proof.define("Fix noises in the event G of `interval_loss`; Delta = tau + alpha + 1. First let there be no limit.")
    proof.assume("threshold", "tau >= alpha + c", nonnegative=tau - least)
    proof.nonnegative("so the hypothesis of `interval_loss` holds", tau - (alpha + c))
    proof.cite("interval_loss", "The clip never acts, and every query has q_t <= Delta. Pr[G] >= 1 - beta1.")


def without_limit(proof: Proof, *, most: sp.Expr = factor) -> None:
    """Lhat <= e^(2 eta Delta) L_MW."""
    proof.cite(
        "pointwise_domination",
        "Q^_t(i) <= e^(2 eta Delta) P_t(i) in every round",
        nonnegative=most * P(j) - Q(j),
        every=[j],
    )
    proof.assume("range", "Losses are >= 0; j stands for a round t and an expert i.")
    proof.total_nonnegative(
        "times l_t(i), summed over t and i: Lhat <= e^(2 eta Delta) L_MW",
        loss(j) * (most * P(j) - Q(j)),
        index=j,
        totals={loss(j) * P(j): weights, loss(j) * Q(j): free},
        equals=factor * weights - free,
    )


def with_limit(proof: Proof, *, cost: sp.Expr | int = T * exceeded) -> None:
    """L_G <= Lhat + 1."""
    proof.cite(
        "truncation",
        "With the limit: L_G <= Lhat + T p_V, p_V = Pr[v^_T > V | noises].",
        nonnegative=free + cost - limited,
    )
    proof.assume("limit", "V >= 71 (ln N + eta L* + 1) + 280 ln(1/beta2) with beta2 = 1/T")
    proof.cite("update_count", "so T p_V <= 1.", nonnegative=1 - T * exceeded)


def all_noises(proof: Proof, *, free_bound: sp.Expr) -> None:
    """L <= the bound on Lhat + 2."""
    proof.argue("beta1 = 1/T: b = 1 - Pr[G] <= 1/T.", nonnegative=1 - T * bad)
    proof.argue("b <= 1.", nonnegative=1 - bad)
    proof.assume("range", "Losses are <= 1: outside of G the loss B is at most T.", nonnegative=T - outside)
    proof.argue(
        "G is an event of the noises, so the losses are averaged: L <= (1 - b) L_G + b B, L_G the largest over G.",
        nonnegative=(1 - bad) * limited + bad * outside - played,
    )
    proof.at_most(
        "L <= Lhat + 2 <= e^(2 eta Delta) L_MW + 2",
        played,
        free_bound + 2,
        by=[
            (1 - bad) * limited + bad * outside - played,
            (1 - bad) * (free + T * exceeded - limited),
            (1 - bad) * (1 - T * exceeded),
            (1 - bad) * (free_bound - free),
            bad * free_bound,
            bad * (T - outside),
            bad,
            1 - T * bad,
        ],
    )


def bound(proof: Proof) -> None:
    """The regret."""
    proof.grows("1 - e^(-eta) > 0", slope, eta)
    proof.cite("mw_regret", "L_MW <= (eta L* + ln N)/(1 - e^(-eta))", nonnegative=(eta * best + ln_n) / slope - weights)
    proof.at_most(
        "L - L* <= e^(2 eta Delta) (eta L* + ln N)/(1 - e^(-eta)) - L* + 2",
        played - best,
        factor * (eta * best + ln_n) / slope - best + 2,
        by=[factor * ((eta * best + ln_n) / slope - weights), factor * weights + 2 - played],
    )


def explicit(proof: Proof) -> None:
    """At most e^6 (7 eta tau L* + 2 ln N/eta) + 2."""
    proof.assume("small_rate", "eta tau <= 1", nonnegative=1 - eta * tau)
    proof.assume("small_rate", "and tau >= 1.", nonnegative=tau - 1)
    proof.nonnegative("eta <= 1", 1 - eta, by=[1 - eta * tau, eta * (tau - 1)])
    proof.nonnegative("Delta <= 3 tau", 3 * tau - Delta, by=[tau - alpha - c, c, tau - 1])
    proof.grows("e^v >= 1", sp.exp(v) - 1, v)
    proof.grows("1 - e^(-v) >= 0", 1 - sp.exp(-v), v)
    proof.grows("v - 1 + e^(-v) >= 0, that is e^v - 1 <= v e^v", v - 1 + sp.exp(-v), v)
    proof.nonnegative("2 eta Delta <= 6 eta tau", 6 * eta * tau - 2 * eta * Delta, by=[2 * eta * (3 * tau - Delta)])
    proof.nonnegative("and 6 eta tau <= 6", 6 - 6 * eta * tau)
    spare = 6 - 2 * eta * Delta
    proof.nonnegative("so 2 eta Delta <= 6", spare, by=[6 - 6 * eta * tau, 6 * eta * tau - 2 * eta * Delta])
    proof.instance("e^(6 - 2 eta Delta) >= 1", sp.exp(v) - 1, {v: spare})
    proof.nonnegative("e^(2 eta Delta) <= e^6", sp.exp(6) - factor, by=[factor * (sp.exp(spare) - 1)])
    proof.nonnegative("2 eta Delta >= 0", 2 * eta * Delta, by=[2 * eta * (tau - 1), 2 * eta * alpha, 4 * eta])
    proof.instance("e^(2 eta Delta) - 1 <= 2 eta Delta e^(2 eta Delta)", v - 1 + sp.exp(-v), {v: 2 * eta * Delta})
    grown = factor * (2 * eta * Delta - 1 + sp.exp(-2 * eta * Delta))
    proof.cite(
        "mw_regret",
        "L_MW <= L* + eta L* + 2 ln N/eta for eta <= 1",
        nonnegative=best + eta * best + 2 * ln_n / eta - weights,
    )
    first = (factor - 1) * best + factor * (eta * best + 2 * ln_n / eta)
    proof.at_most(
        "L - L* <= (e^(2 eta Delta) - 1) L* + e^(2 eta Delta) (eta L* + 2 ln N/eta) + 2",
        played - best,
        first + 2,
        by=[factor * weights + 2 - played, factor * (best + eta * best + 2 * ln_n / eta - weights)],
    )
    last = sp.exp(6) * (7 * eta * tau * best + 2 * ln_n / eta)
    middle = 7 * eta * tau * best + 2 * ln_n / eta
    proof.nonnegative("tau >= 0", tau, by=[tau - 1, sp.Integer(1)])
    proof.at_most(
        "(e^(2 eta Delta) - 1) L* + e^(2 eta Delta) eta L* <= 7 e^(2 eta Delta) eta tau L*",
        first,
        factor * middle,
        by=[grown * best, factor * best * (6 * eta * tau - 2 * eta * Delta), factor * best * eta * (tau - 1)],
    )
    proof.at_most(
        "L - L* <= e^6 (7 eta tau L* + 2 ln N/eta) + 2",
        played - best,
        last + 2,
        by=[first + 2 - (played - best), factor * middle - first, (sp.exp(6) - factor) * middle],
    )
    proof.argue("For N >= 2 also 2 <= (2/ln 2) ln N/eta, so this is O(ln N/eta + eta tau L*).")


def sharper(proof: Proof) -> None:
    """The sharper form; its alpha, Delta, beta and V are others, and so are the losses of Algorithm 1."""
    beta, tail, chance, lost = sp.symbols("beta p b' B'", nonnegative=True)
    on_event, without, over, total = sp.symbols("L_G' Lhat' p_V' L'", nonnegative=True)
    overshoot = sp.Symbol("Delta'", nonnegative=True)
    gap = 1 - eta * overshoot / 2
    proof.assume("threshold", "tau >= alpha + c, now with alpha = (b_xi + b_nu) ln(2T/beta): so is `interval_loss`.")
    proof.assume("small_rate", "eta Delta' < 2 for Delta' = tau + alpha + 1", positive=2 - eta * overshoot)
    proof.positive("1 - eta Delta'/2 > 0", gap)
    proof.cite(
        "regret_identity",
        "By `interval_loss` all intervals of the learner without limit, the last one included, lose at most Delta': "
        "Lhat' <= L_MW/(1 - eta Delta'/2).",
        nonnegative=weights / gap - without,
    )
    proof.cite("truncation", "L_G' <= Lhat' + T p_V'", nonnegative=without + T * over - on_event)
    proof.cite("update_count_poisson", "p_V' <= p = Pr[Poisson(ln N + eta L*) > V]", nonnegative=tail - over)
    proof.argue("b' = 1 - Pr[G] <= beta.", nonnegative=beta - chance)
    proof.argue("b' <= 1.", nonnegative=1 - chance)
    proof.assume("range", "B' <= T", nonnegative=T - lost)
    proof.argue("L' <= (1 - b') L_G' + b' B', as before.", nonnegative=(1 - chance) * on_event + chance * lost - total)
    proof.at_most(
        "so L' <= L_MW/(1 - eta Delta'/2) + T (beta + p)",
        total,
        weights / gap + T * (beta + tail),
        by=[
            (1 - chance) * on_event + chance * lost - total,
            (1 - chance) * (without + T * over - on_event),
            (1 - chance) * T * (tail - over),
            chance * T * tail,
            (1 - chance) * (weights / gap - without),
            chance * weights / gap,
            chance * (T - lost),
            T * (beta - chance),
        ],
    )
    proof.at_most(
        "and L_MW <= (eta L* + ln N)/(1 - e^(-eta))",
        total - best,
        (eta * best + ln_n) / (slope * gap) - best + T * (beta + tail),
        by=[weights / gap + T * (beta + tail) - total, ((eta * best + ln_n) / slope - weights) / gap],
    )


def low_threshold(proof: Proof) -> None:
    """The false claim for tau >= 0."""
    noises(proof, least=sp.Integer(0))


def limit_ignored(proof: Proof) -> None:
    """The false claim that a limit costs nothing, whatever it is."""
    noises(proof)
    without_limit(proof)
    proof.cite("truncation", "With the limit: L_G <= Lhat + T p_V.", nonnegative=free + T * exceeded - limited)
    proof.at_most("L_G <= Lhat", limited, free)


def no_overhead(proof: Proof) -> None:
    """The false claim that the factor is 1."""
    noises(proof)
    proof.cite("pointwise_domination", "Q^_t(i) <= e^(2 eta Delta) P_t(i)", nonnegative=factor * P(j) - Q(j), every=[j])
    proof.total_nonnegative(
        "Lhat <= L_MW",
        loss(j) * (P(j) - Q(j)),
        index=j,
        totals={loss(j) * P(j): weights, loss(j) * Q(j): free},
        equals=weights - free,
    )
