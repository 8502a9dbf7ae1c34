"""Why the forms of `dp_definition` agree, for laws on any finite set. The steps take what differs in the controls."""

import sympy as sp

from dartproof.evidence import Proof

eps, eps_n = sp.symbols("epsilon epsilon'", nonnegative=True)
delta, delta_n = sp.symbols("delta delta'", nonnegative=True)
w, j = sp.symbols("w j", integer=True)
P, P_n = (sp.IndexedBase(name, nonnegative=True) for name in ("P", "P'"))
f = sp.IndexedBase("f", nonnegative=True)
hs = sp.Symbol("hs", nonnegative=True)
gap = P[w] - sp.exp(eps) * P_n[w]
excess = sp.IndexedBase("m", nonnegative=True)[w]
of_f, of_f_n = sp.symbols("E_P(f) E_P'(f)", nonnegative=True)
of_event, of_event_n, of_event_nn = sp.symbols("P(E) P'(E) P''(E)", nonnegative=True)


def derive(proof: Proof) -> None:
    """The whole proof."""
    proof.assume("finite", "P and P' are laws on a finite set; w runs through it.")
    proof.assume("whole_sequence", "An outcome w is a whole sequence (i_1, ..., i_T).")
    proof.assume("both_orders", "P, P' stand for the laws on S and on S', and for those on S' and on S.")
    tests(proof)
    attained(proof)
    pure(proof)
    processing(proof)
    mixtures(proof)
    chain(proof)


def tests(proof: Proof) -> None:
    """E_P f <= e^eps E_P' f + hs for every f with values from 0 to 1."""
    proof.define("m(w) = max(0, P(w) - e^eps P'(w)), and hs is its sum over all w. Let 0 <= f(w) <= 1 for every w.")
    proof.argue("m(w) is at least either of the two numbers.", nonnegative=excess - gap, every=[w])
    proof.argue("f(w) <= 1, by its choice.", nonnegative=1 - f[w], every=[w])
    proof.at_most(
        "f(w) (P(w) - e^eps P'(w)) <= m(w) for every w",
        f[w] * gap,
        excess,
        by=[f[w] * (excess - gap), (1 - f[w]) * excess],
    )
    proof.total_nonnegative(
        "summed over w: E_P f <= e^eps E_P' f + hs",
        excess - f[w] * gap,
        index=w,
        totals={f[w] * P[w]: of_f, f[w] * P_n[w]: of_f_n, excess: hs},
        equals=hs - (of_f - sp.exp(eps) * of_f_n),
    )
    proof.argue("The indicator of E is such an f, so P(E) <= e^eps P'(E) + hs for every E.")


def attained(proof: Proof) -> None:
    """One event reaches hs."""
    more = sp.Symbol("u", nonnegative=True)
    proof.define("E* = {w : P(w) > e^eps P'(w)}, with the indicator f*.")
    proof.identity("for w in E* write P(w) = e^eps P'(w) + u: f*(w) u = u = max(0, u)", 1 * more, sp.Max(0, more))
    proof.identity("for other w write P(w) = e^eps P'(w) - u: 0 = max(0, -u)", 0 * more, sp.Max(0, -more))
    proof.argue(
        "The terms of P(E*) - e^eps P'(E*) and of hs are equal, so the sums are: if P(E) <= e^eps P'(E) + delta for "
        "every E, then hs <= delta. With the last line the two forms are the same."
    )


def pure(proof: Proof) -> None:
    """For delta = 0 single outcomes suffice."""
    proof.assume("every_event", "Let P(w) <= e^eps P'(w) for every w.", nonnegative=-gap, every=[w])
    events(proof, spare=sp.Integer(0))
    proof.argue("Conversely a single outcome is an event.")


def events(proof: Proof, *, spare: sp.Expr, allowed: sp.Expr | None = None) -> None:
    """Sum over the outcomes of E what each is known to satisfy with `spare`; at most `allowed` may come out."""
    count = sp.Symbol("|E|", nonnegative=True)
    out = spare if allowed is None else allowed
    proof.total_nonnegative(
        f"summed over the w in E: P(E) <= e^eps P'(E) + {out}",
        sp.exp(eps) * P_n[w] + spare - P[w],
        index=w,
        totals={P[w]: of_event, P_n[w]: of_event_n, sp.Integer(1): count},
        equals=sp.exp(eps) * of_event_n + out - of_event,
    )


def processing(proof: Proof) -> None:
    """Post-processing."""
    inside, outside = sp.symbols("K_w(F) K_w(F^c)", nonnegative=True)
    proof.define("K_w(F) is the probability that the outcome w is processed to one in F, K_w(F^c) to another.")
    proof.at_most("so 0 <= K_w(F) <= K_w(F) + K_w(F^c) = 1", inside, inside + outside, by=[outside])
    proof.argue(
        "The processed laws give F the probabilities E_P f and E_P' f with f(w) = K_w(F), by exchanging two finite "
        "sums. So they are as close as the inequality for f says."
    )


def mixtures(proof: Proof) -> None:
    """Joint convexity."""
    weight, d, p, p_n = (sp.IndexedBase(name, nonnegative=True) for name in ("pi", "delta", "P(E)", "P'(E)"))
    mean = sp.Symbol("d", nonnegative=True)
    each = sp.exp(eps) * p_n[j] + d[j] - p[j]
    proof.assume("every_event", "Let P_j(E) <= e^eps P'_j(E) + delta_j for every E and j.", nonnegative=each, every=[j])
    proof.total_nonnegative(
        "the mean over j with the weights pi_j: P(E) <= e^eps P'(E) + d, d the mean of the delta_j",
        weight[j] * each,
        index=j,
        totals={weight[j] * p[j]: of_event, weight[j] * p_n[j]: of_event_n, weight[j] * d[j]: mean},
        equals=sp.exp(eps) * of_event_n + mean - of_event,
    )


def chain(proof: Proof, *, total: sp.Expr | None = None) -> None:
    """From P to P' to P''."""
    a, b, c = sp.symbols("A A' A''", nonnegative=True)
    proof.define("A, A', A'' are the probabilities of E under P, P', P''.")
    first, second = sp.exp(eps) * b + delta - a, sp.exp(eps_n) * c + delta_n - b
    proof.assume("every_event", "A <= e^eps A' + delta", nonnegative=first)
    proof.assume("every_event", "A' <= e^eps' A'' + delta'", nonnegative=second)
    proof.at_most(
        "A <= e^(eps + eps') A'' + delta + e^eps delta'",
        a,
        sp.exp(eps + eps_n) * c + (delta + sp.exp(eps) * delta_n if total is None else total),
        by=[first, sp.exp(eps) * second],
    )


def outcomes_only(proof: Proof) -> None:
    """The false claim that P(w) <= e^eps P'(w) + delta for every w suffices."""
    proof.assume("finite", "P(w) <= e^eps P'(w) + delta for every w", nonnegative=delta - gap, every=[w])
    events(proof, spare=delta, allowed=delta)


def one_order(proof: Proof) -> None:
    """The false claim that P' <= e^eps P + delta follows from P <= e^eps P' + delta."""
    first = sp.exp(eps) * of_event_n + delta - of_event
    proof.assume("every_event", "P(E) <= e^eps P'(E) + delta", nonnegative=first)
    proof.at_most("P'(E) <= e^eps P(E) + delta", of_event_n, sp.exp(eps) * of_event + delta)


def rounds_apart(proof: Proof) -> None:
    """The false claim that a pair is close where both its parts are: v is the first, w the second."""
    v = sp.Symbol("v", integer=True)
    first, first_n, second, second_n = (sp.IndexedBase(name, nonnegative=True) for name in ("A", "A'", "B", "B'"))
    both, both_n = (sp.IndexedBase(name, nonnegative=True) for name in ("P", "P'"))
    proof.assume("finite", "A(v) <= e^eps A'(v) for the first", nonnegative=sp.exp(eps) * first_n[v] - first[v])
    proof.assume("finite", "B(w) <= e^eps B'(w) for the second", nonnegative=sp.exp(eps) * second_n[w] - second[w])
    proof.at_most("P(v, w) <= e^eps P'(v, w)", both[v, w], sp.exp(eps) * both_n[v, w])


def deltas_add(proof: Proof) -> None:
    """The false claim that delta + delta' is enough for two steps."""
    chain(proof, total=delta + delta_n)
