"""Why `compensated_privacy` holds, for every number of rounds and experts, all real losses and parameters.

The augmented transcript has finitely many values w. Its probability is a product of factors along w; P belongs to S,
P' to S', and H to a hybrid of the two. What one instance costs is in `interval`.
"""

import sympy as sp

from dartproof.evidence import Proof

from .interval import (
    Hypotheses,
    eta,
    exp_m,
    falls,
    first,
    hazards,
    high,
    high_n,
    low,
    low_n,
    rate1,
    resample_after_more,
    rises,
    second,
    setting,
    x,
)

w = sp.Symbol("w", integer=True)  # numbers the transcripts
P, P_n, H = (sp.IndexedBase(name, nonnegative=True) for name in ("P", "P'", "H"))
rest = sp.Symbol("C", nonnegative=True)
done, done_n, drawn, drawn_n = sp.symbols("X X' Q Q'", nonnegative=True)
limit = sp.Symbol("V", integer=True, nonnegative=True)
count = sp.IndexedBase("v", integer=True, nonnegative=True)  # count[w] is the number of resamples in w after round n
delta, comp = sp.symbols("delta Comp", nonnegative=True)
of_event, of_event_n, of_hybrid = sp.symbols("P(E) P'(E) H(E)", nonnegative=True)


def derive(proof: Proof) -> None:
    """The whole proof."""
    setting(proof)
    hazards(proof)
    rises(proof)
    falls(proof)
    checks(proof)
    resamples(proof)
    pure(proof)
    approximate(proof)
    concentrated(proof)


def checks(proof: Proof) -> None:
    """Along a path the decisions of S and S' differ by a factor of at most e^eps_c."""
    proof.assume("oblivious", "S and S' are fixed, so the transcript has a law P under S and P' under S'.")
    proof.assume("neighbours", "S and S' differ in round n only.")
    proof.define(
        "P(w) is 1/N times, along w: for each instance the probability, over its xi, of its decisions up to its first "
        "check and of what that does; and for each resample the share P_t(i) of the expert drawn. P'(w) has the "
        "factors of S', and H(w) the decisions of S and the shares of S'. C is what H(w) and P'(w) have in common."
    )
    proof.argue(
        "Given w, an instance reads only the losses of its expert since the last check, up to its own check or to the "
        "end. These intervals are disjoint, so at most one reads round n. From there on its pending losses are higher "
        "in one of the streams than in the other, all by the same a; before, they are equal."
    )
    for text, part, mine, other in (("rise", first, low, low_n), ("fall", second, high, high_n)):
        proof.at_most(
            f"they {text} from S to S': C I <= e^eps_c C I'",
            rest * mine,
            exp_m * rest * other,
            by=[rest * (part * other - mine), rest * other * (exp_m - part)],
        )
    proof.instance("e^(1/b1 + eta) >= 1", sp.exp(x) - 1, {x: rate1 + eta})
    proof.nonnegative("so e^eps_c >= 1", exp_m - 1, by=[exp_m - first, first - 1])
    proof.argue(
        "Where no instance reads round n, H(w) = P'(w). So these are all cases, and H(w) <= e^eps_c P'(w) for every w.",
        nonnegative=exp_m * P_n[w] - H[w],
        every=[w],
    )
    proof.argue(
        "An adversary who sees the transcript so far gives, along w, the losses of one pair of streams, in which each "
        "later round is the same in both, as the view is. So what holds for each w holds for adversaries."
    )


def resamples(proof: Proof, *, each: sp.Expr = 2 * eta, most: sp.Expr = limit) -> None:
    """Along a path the shares of S and S' differ by a factor of at most e^(each most)."""
    proof.define("P(w) and H(w) differ in the shares Q, Q' of the resamples only; up to round n they are equal.")
    proof.cite(
        "exponential_mechanism", "later ones have Q <= e^(2 eta) Q'", nonnegative=sp.exp(2 * eta) * drawn_n - drawn
    )
    proof.nonnegative(f"Q <= e^({each}) Q'", sp.exp(each) * drawn_n - drawn)
    proof.identity(
        f"e^({each} (v + 1)) X' Q' - X Q = e^({each}) Q' (e^({each} v) X' - X) + X (e^({each}) Q' - Q): one factor "
        "more costs so much more",
        sp.exp(each * (count[w] + 1)) * done_n * drawn_n - done * drawn,
        sp.exp(each) * drawn_n * (sp.exp(each * count[w]) * done_n - done) + done * (sp.exp(each) * drawn_n - drawn),
    )
    proof.argue(
        f"By induction the products over the v = v(w) later resamples of w have X <= e^({each} v) X'.",
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
    """The claims for one transcript, and at delta = 0."""
    so_far = sp.exp(2 * eta * count[w])
    proof.at_most(
        "P(w) <= e^(eps_c + 2 eta v(w)) P'(w) for every w: the first claim",
        P[w],
        so_far * exp_m * P_n[w],
        by=[so_far * H[w] - P[w], so_far * (exp_m * P_n[w] - H[w])],
    )
    composed = sp.exp(2 * eta * limit)
    proof.at_most(
        "P(w) <= e^(eps_c + 2 eta V) P'(w) for every w, and Comp_0(V, 2 eta) = 2 eta V",
        P[w],
        composed * exp_m * P_n[w],
        by=[composed * (exp_m * P_n[w] - H[w]), composed * H[w] - P[w]],
    )
    proof.total_nonnegative(
        "summed over the w in E: P(E) <= e^eps P'(E)",
        exp_m * composed * P_n[w] - P[w],
        index=w,
        totals={P[w]: of_event, P_n[w]: of_event_n},
        equals=exp_m * composed * of_event_n - of_event,
    )


def approximate(proof: Proof, *, spare: sp.Expr = delta) -> None:
    """The claim at delta > 0: the pointwise factor of the decisions comes after the composition, so delta stays."""
    proof.argue(
        "H is the law of the learner on S, but that a resample in round t draws from P'_t. P and H are one composition "
        "of at most V mechanisms: an adversary who knows S draws the noises and decisions and asks at each resample "
        "for a draw from P_t (in P) or P'_t (in H). Each such pair is 2 eta-private. So by the definition of "
        "Comp = Comp_delta(V, 2 eta): P(E) <= e^Comp H(E) + delta.",
        nonnegative=sp.exp(comp) * of_hybrid + delta - of_event,
    )
    after_composition(proof, comp, spare=spare)
    proof.argue("(i_1, ..., i_T) is a function of w, so a set of such sequences is a set E of transcripts.")


def after_composition(proof: Proof, composed: sp.Expr, *, spare: sp.Expr = delta) -> None:
    """P(E) <= e^(eps_c + composed) P'(E) + delta."""
    proof.total_nonnegative(
        "H(E) <= e^eps_c P'(E), summed over the w in E",
        exp_m * P_n[w] - H[w],
        index=w,
        totals={H[w]: of_hybrid, P_n[w]: of_event_n},
        equals=exp_m * of_event_n - of_hybrid,
    )
    proof.at_most(
        "P(E) <= e^Comp H(E) + delta <= e^(eps_c + Comp) P'(E) + delta",
        of_event,
        sp.exp(composed) * exp_m * of_event_n + spare,
        by=[
            sp.exp(composed) * of_hybrid + spare - of_event,
            sp.exp(composed) * (exp_m * of_event_n - of_hybrid),
        ],
    )


def concentrated(proof: Proof) -> None:
    """With rho = V eta^2/2: eps' = rho + 2 sqrt(rho ln(1/delta)) in place of Comp."""
    rho, g = sp.symbols("rho g", positive=True)
    bound, spread = rho * (1 + 2 * g), g**2 * rho
    proof.define(
        "For V = 0, P = H. Else let rho = V eta^2/2, g = sqrt(ln(1/delta)/rho), so delta = e^(-g^2 rho), alpha = 1 + g."
    )
    root, number = sp.sqrt(rho), limit * eta**2 / 2
    proof.identity(
        "eps' = rho (1 + 2 g) = rho + 2 sqrt(rho) sqrt(ln(1/delta))", bound, rho + 2 * root * sp.sqrt(spread)
    )
    proof.identity("and 2 sqrt(rho) = eta sqrt(2 V), as (2 sqrt(rho))^2 = 2 V eta^2", 4 * number, 2 * limit * eta**2)
    proof.identity("(alpha - 1)(alpha rho - eps') = -g^2 rho = ln delta", g * ((1 + g) * rho - bound), -spread)
    proof.grows("ln(1 + x) >= 0 for x >= 0", sp.log(1 + x), x)
    proof.instance("ln(1 + g) >= 0", sp.log(1 + x), {x: g})
    proof.grows("ln(g + x) - ln g >= 0 for x >= 0", sp.log(g + x) - sp.log(g), x)
    proof.instance("ln(1 + g) - ln g >= 0", sp.log(g + x) - sp.log(g), {x: sp.Integer(1)})
    exponent = (1 + g) * sp.log(1 + g) - g * sp.log(g)
    proof.nonnegative(
        "alpha ln alpha - (alpha - 1) ln(alpha - 1) >= 0",
        exponent,
        by=[sp.log(1 + g), g * (sp.log(1 + g) - sp.log(g))],
    )
    proof.instance("so F = (alpha - 1)^(alpha - 1)/alpha^alpha <= 1", 1 - sp.exp(-x), {x: exponent})
    proof.cite(
        "bounded_range_resampling",
        "the resamples of P and H are draws from the P_t or the P'_t: P(E) <= e^eps' H(E) + delta F",
        nonnegative=sp.exp(bound) * of_hybrid + sp.exp(-spread) * sp.exp(-exponent) - of_event,
    )
    proof.at_most(
        "so P(E) <= e^eps' H(E) + delta",
        of_event,
        sp.exp(bound) * of_hybrid + sp.exp(-spread),
        by=[
            sp.exp(bound) * of_hybrid + sp.exp(-spread) * sp.exp(-exponent) - of_event,
            sp.exp(-spread) * (1 - sp.exp(-exponent)),
        ],
    )
    after_composition(proof, bound, spare=sp.exp(-spread))


def laplace_threshold(proof: Proof) -> None:
    """The false claim for xi that can be negative."""
    setting(proof, Hypotheses(noise=sp.Symbol("xi", real=True)))
    hazards(proof, Hypotheses(noise=sp.Symbol("xi", real=True)))


def threshold_below_clip(proof: Proof) -> None:
    """The false claim for a threshold below the clip."""
    setting(proof, Hypotheses(threshold_above_clip=False))


def floor_too_low(proof: Proof) -> None:
    """The false claim for a floor of h0/1000."""
    lower = Hypotheses(floor_share=sp.Rational(1, 1000))
    setting(proof, lower)
    hazards(proof, lower)


def no_floor(proof: Proof) -> None:
    """The false claim without a floor, and so without compensation."""
    none = Hypotheses(floor_share=0)
    setting(proof, none)
    hazards(proof, none)


def clip_too_small(proof: Proof) -> None:
    """The false claim without e^eps2 >= 1 + 1/c."""
    setting(proof)
    hazards(proof)
    resample_after_more(proof, clip=False)


def keeping_for_free(proof: Proof) -> None:
    """The false claim without e^eps2 >= 1 + (e^(eta c) - 1)(1 - e^(-1/b2))."""
    setting(proof)
    hazards(proof)
    falls(proof, keeping=False)


def losses_up_to_two(proof: Proof) -> None:
    """The false claim for losses in [0, 2]."""
    setting(proof, Hypotheses(largest_change=2))
    hazards(proof, Hypotheses(largest_change=2))
    rises(proof)


def smaller_of_both(proof: Proof) -> None:
    """The false claim with eps_c = 1/b1 + eta, whatever eps2 is."""
    setting(proof, Hypotheses(second_cost=False))
    hazards(proof)
    rises(proof)
    falls(proof)
    checks(proof)


def one_eta_each(proof: Proof) -> None:
    """The false claim that a resample costs eta."""
    setting(proof)
    resamples(proof, each=eta)


def one_resample_more(proof: Proof) -> None:
    """The false claim that charges V resamples as V - 1."""
    setting(proof)
    resamples(proof, most=limit - 1)
