"""Why `check_privacy_sharp` holds, for every number of rounds and experts, all real losses, noises and parameters.

The augmented transcript has finitely many values w. Its probability is a product of factors along w; P belongs to S,
P' to S', and H to a hybrid of the two. e^m is what one instance of AboveThreshold costs together with its coin.
"""

import sympy as sp

from dartproof.evidence import Proof

from .interval import (
    H,
    P,
    P_n,
    c,
    checks,
    clipped,
    cost_of_falling,
    cost_of_rising,
    difference,
    eta,
    exp_m,
    falling,
    first,
    kept,
    preparations,
    rate_nu,
    rate_xi,
    rising,
    second,
    w,
    x,
)

eps2 = sp.Symbol("epsilon_2", positive=True)
done, done_n, drawn, drawn_n = sp.symbols("X X' R R'", nonnegative=True)
limit = sp.Symbol("V", integer=True, nonnegative=True)
count = sp.IndexedBase("v", integer=True, nonnegative=True)  # count[w] is the number of resamples in w
delta, comp = sp.symbols("delta Comp", nonnegative=True)


def derive(proof: Proof) -> None:
    """The whole proof."""
    setting(proof)
    preparations(proof)
    difference(proof)
    clipped(proof)
    rising(proof)
    falling(proof)
    checks(proof)
    resamples(proof)
    pure(proof)
    approximate(proof)
    paper_parameters(proof)


def setting(proof: Proof) -> None:
    """The transcript and its factors."""
    proof.assume(
        "parameters", "b_xi, b_nu, eta, c > 0; rho_xi = 1/b_xi, rho_nu = 1/b_nu; V >= 0; 0 <= delta < 1; tau is real"
    )
    proof.assume("oblivious", "S and S' are fixed, so the augmented transcript has a law P under S and P' under S'.")
    proof.assume("neighbours", "S and S' differ in round n only.")
    proof.define(
        "P(w) is 1/N times, along w: for each instance of AboveThreshold the probability of its answers, for each ⊤ "
        "that of its coin Z_u, and for each Z_u = 0 the share P_t(i) of the expert drawn. P'(w) has the factors of S'."
    )
    proof.argue(
        "Given w, instance u reads only the losses of its expert in rounds t_(u-1), ..., t_u - 1, or to the end if it "
        "never halts. These intervals are disjoint, so at most one instance reads round n; the answers and coins of "
        "all others are as likely under S' as under S."
    )


def resamples(proof: Proof, *, each: sp.Expr = 2 * eta, most: sp.Expr = limit) -> None:
    """Along a path the shares of S and S' differ by a factor of at most e^(each most)."""
    proof.define("P(w) and H(w) differ in the shares R, R' of the resamples only; up to round n they are equal.")
    proof.cite(
        "exponential_mechanism", "later ones have R <= e^(2 eta) R'", nonnegative=sp.exp(2 * eta) * drawn_n - drawn
    )
    proof.nonnegative(f"R <= e^({each}) R'", sp.exp(each) * drawn_n - drawn)
    proof.identity(
        f"e^({each} (v + 1)) X' R' - X R = e^({each}) R' (e^({each} v) X' - X) + X (e^({each}) R' - R): one factor "
        "more costs so much more",
        sp.exp(each * (count[w] + 1)) * done_n * drawn_n - done * drawn,
        sp.exp(each) * drawn_n * (sp.exp(each * count[w]) * done_n - done) + done * (sp.exp(each) * drawn_n - drawn),
    )
    proof.argue(
        f"By induction the products over the v = v(w) resamples of w have X <= e^({each} v) X'; so do P(w) and H(w).",
        nonnegative=sp.exp(each * count[w]) * H[w] - P[w],
        every=[w],
    )
    proof.assume("limit", "v(w) <= V", nonnegative=limit - count[w], every=[w])
    proof.instance("so e^(2 eta (V - v(w))) >= 1", sp.exp(x) - 1, {x: each * (most - count[w])})
    proof.at_most(
        "P(w) <= e^(2 eta V) H(w) for every w",
        P[w],
        sp.exp(each * most) * H[w],
        by=[
            sp.exp(each * count[w]) * H[w] * (sp.exp(each * (most - count[w])) - 1),
            sp.exp(each * count[w]) * H[w] - P[w],
        ],
    )


def pure(proof: Proof) -> None:
    """The claim at delta = 0."""
    composed = sp.exp(2 * eta * limit)
    proof.at_most(
        "P(w) <= e^(m + 2 eta V) P'(w) for every w",
        P[w],
        composed * exp_m * P_n[w],
        by=[composed * (exp_m * P_n[w] - H[w]), composed * H[w] - P[w]],
    )
    of_event, of_event_n = sp.symbols("P(E) P'(E)", nonnegative=True)
    proof.total_nonnegative(
        "summed over the w in E: P(E) <= e^eps P'(E) for delta = 0",
        exp_m * composed * P_n[w] - P[w],
        index=w,
        totals={P[w]: of_event, P_n[w]: of_event_n},
        equals=exp_m * composed * of_event_n - of_event,
    )


def approximate(proof: Proof, *, spare: sp.Expr = delta) -> None:
    """The claim at delta > 0: the pointwise factor of the checks comes after the composition, so delta stays."""
    of_event, of_event_n, of_hybrid = sp.symbols("P(E) P'(E) H(E)", nonnegative=True)
    proof.argue(
        "Now delta > 0. H is the law of Algorithm 1 on S, but that a resample in round t draws from P'_t. P and H are "
        "one composition of at most V mechanisms: an adversary who knows S draws the noises and coins and asks at each "
        "resample for a draw from P_t (in P) or P'_t (in H), for which t depends on what it got before. Each such pair "
        "is 2 eta-private, and draws that it does not ask for may as well have equal laws. So by the definition of "
        "Comp = Comp_delta(V, 2 eta): P(E) <= e^Comp H(E) + delta.",
        nonnegative=sp.exp(comp) * of_hybrid + delta - of_event,
    )
    proof.total_nonnegative(
        "H(E) <= e^m P'(E), summed over the w in E",
        exp_m * P_n[w] - H[w],
        index=w,
        totals={H[w]: of_hybrid, P_n[w]: of_event_n},
        equals=exp_m * of_event_n - of_hybrid,
    )
    proof.at_most(
        "P(E) <= e^Comp H(E) + delta <= e^(m + Comp) P'(E) + delta",
        of_event,
        sp.exp(comp) * exp_m * of_event_n + spare,
        by=[
            sp.exp(comp) * of_hybrid + spare - of_event,
            sp.exp(comp) * (exp_m * of_event_n - of_hybrid),
        ],
    )
    proof.argue("(i_1, ..., i_T) is a function of w, so a set of such sequences is a set E of transcripts.")


def paper_parameters(proof: Proof) -> None:
    """With c >= 1/(e^eps2 - 1) and the paper's noises, eps is at most that of `privacy`."""
    eps1 = sp.Symbol("epsilon_1", positive=True)
    proof.cite(
        "bernoulli_ratio",
        "Let c >= 1/(e^eps2 - 1). With r = c + 1 and r' = c: 1 - e^(-eta (c + 1)) <= e^eps2 (1 - e^(-eta c))",
        nonnegative=sp.exp(eps2) * (1 - kept(c)) - (1 - kept(c + 1)),
    )
    proof.at_most(
        "so e^eps2* <= e^eps2",
        (1 - kept(c + 1)) / (1 - kept(c)),
        sp.exp(eps2),
        by=[(sp.exp(eps2) * (1 - kept(c)) - (1 - kept(c + 1))) / (1 - kept(c))],
    )
    coin = sp.Max(eta, eps2)
    for text, cost in (("eps1/2 + eta", eps1 / 2 + eta), ("eps1/4 + eps2", eps1 / 4 + eps2)):
        one = eta if cost.has(eta) else eps2
        proof.at_most(
            f"b_xi = 2/eps1, b_nu = 4/eps1: {text} <= eps1 + max(eta, eps2)",
            cost,
            eps1 + coin,
            by=[coin - one, eps1 + one - cost],
        )


def _clipped(proof: Proof) -> None:
    preparations(proof)
    difference(proof)
    clipped(proof)


def threshold_noise_at_half(proof: Proof) -> None:
    """The false claim with 1/(2 b_xi) in place of 1/b_xi."""
    _clipped(proof)
    rising(proof)
    cost_of_rising(proof, cost=sp.Max(sp.exp(rate_xi / 2 + eta), second))


def keep_for_free(proof: Proof) -> None:
    """The false claim without eta."""
    _clipped(proof)
    rising(proof)
    cost_of_rising(proof, cost=sp.Max(sp.exp(rate_xi), second))


def resample_for_free(proof: Proof) -> None:
    """The false claim without eps2*."""
    _clipped(proof)
    falling(proof)
    cost_of_falling(proof, cost=sp.Max(first, sp.exp(rate_nu)))


def next_clip(proof: Proof) -> None:
    """The false claim with c + 1 in place of c in eps2*."""
    _clipped(proof)
    falling(proof, clip=c + 1)


def smaller_of_both(proof: Proof) -> None:
    """The false claim with the minimum in place of the maximum."""
    _clipped(proof)
    rising(proof)
    cost_of_rising(proof, cost=sp.Min(first, second))


def without_the_clip(proof: Proof) -> None:
    """The false claim that r need not be raised to c."""
    setting(proof)
    preparations(proof)
    difference(proof)
    clipped(proof, at=sp.Integer(0))


def losses_up_to_two(proof: Proof) -> None:
    """The false claim for losses in [0, 2], or for streams that differ in two rounds: a and b are sums over both."""
    setting(proof)
    difference(proof, most=2)


def one_eta_each(proof: Proof) -> None:
    """The false claim that a resample costs eta."""
    preparations(proof)
    resamples(proof, each=eta)


def one_resample_more(proof: Proof) -> None:
    """The false claim that V resamples cost as much as V - 1."""
    preparations(proof)
    resamples(proof, most=limit - 1)


def delta_for_free(proof: Proof) -> None:
    """The false claim that Comp_delta will do without the delta."""
    proof.argue("H(w) <= e^m P'(w), as before", nonnegative=exp_m * P_n[w] - H[w], every=[w])
    approximate(proof, spare=sp.Integer(0))
