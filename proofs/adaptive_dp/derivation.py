"""Why the parts of `adaptive_dp` hold. The steps take what differs in the controls."""

import sympy as sp

from dartproof.evidence import Proof

eps = sp.Symbol("epsilon", nonnegative=True)
delta = sp.Symbol("delta", nonnegative=True)
x, lost = sp.symbols("x a", positive=True)  # x = e^-eta; x + lost = 1
w, d = sp.symbols("w d", integer=True)
P_0, P_1, between = (sp.IndexedBase(name, nonnegative=True) for name in ("P_0", "P_1", "P_h"))
in_event, in_event_n = sp.symbols("P_0(E) P_1(E)", nonnegative=True)


def derive(proof: Proof) -> None:
    """The whole proof."""
    game(proof)
    without_randomness(proof)
    runs(proof)
    two_rounds_only(proof)
    dartboard(proof)


def game(proof: Proof) -> None:
    """What the view is."""
    proof.assume("one_round", "In each run the losses differ in one round at most; the adversary chooses which.")
    proof.assume("before_the_pick", "The losses of round t depend on i_1, ..., i_(t-1) and the adversary's randomness.")
    proof.define("P_0 and P_1 are the laws of the view (d, i_1, ..., i_T), where d is the adversary's randomness.")
    proof.argue("Exchanging the roles of ell^0 and ell^1 gives an adversary again, so one order is enough.")
    proof.argue("To fix two neighbouring streams in advance is one way to be an adversary: item 2.")


def without_randomness(proof: Proof) -> None:
    """Item 1: given d, the adversary has no randomness."""
    weight, gap = sp.IndexedBase("pi", nonnegative=True), sp.IndexedBase("hs", nonnegative=True)
    mean = sp.Symbol("hs", nonnegative=True)
    proof.cite("dp_definition", "Closeness is hs <= delta, hs the sum of max(0, P_0 - e^eps P_1) over the views.")
    proof.argue(
        "The view contains d, which has the same law pi for both bits: hs is the mean of the hs_d given d over pi."
    )
    proof.assume(
        "adaptive",
        "hs_d <= delta for each d, as for adversaries without randomness",
        nonnegative=delta - gap[d],
        every=[d],
    )
    proof.total_nonnegative(
        "so hs <= delta",
        weight[d] * (delta - gap[d]),
        index=d,
        totals={weight[d]: 1, weight[d] * gap[d]: mean},
        equals=delta - mean,
    )


def runs(proof: Proof, *, cost: sp.Expr = eps) -> None:
    """Item 3 for delta = 0."""
    proof.define(
        "For a run w = (i_1, ..., i_T) let S_b be the losses ell^b that the adversary without randomness plays along w."
    )
    proof.argue(
        "P_b(w) is the product over t of the probability that the learner picks i_t after i_1, ..., i_(t-1) and the "
        "losses of S_b before t. So it is the probability of w on the fixed stream S_b, and S_0, S_1 are neighbours."
    )
    proof.cite(
        "dp_definition",
        "privacy for fixed streams with delta = 0, and the outcome w: P_0(w) <= e^eps P_1(w)",
        nonnegative=sp.exp(eps) * P_1[w] - P_0[w],
        every=[w],
    )
    proof.total_nonnegative(
        f"summed over the w in E: P_0(E) <= e^({cost}) P_1(E)",
        sp.exp(cost) * P_1[w] - P_0[w],
        index=w,
        totals={P_0[w]: in_event, P_1[w]: in_event_n},
        equals=sp.exp(cost) * in_event_n - in_event,
    )


def two_rounds_only(proof: Proof) -> None:
    """Item 3 for T <= 2."""
    proof.argue(
        "For T <= 2 the view depends on the losses of round 1 alone, which are chosen before anything is seen, as if "
        "fixed in advance."
    )


def dartboard(proof: Proof) -> None:
    """Item 4: two experts; the adversary waits for i_1 = k and then changes the loss of k in round 2."""
    proof.define(
        "x = e^-eta = 1 - a. Round 1 has no losses, so i_2 = i_1 = k. Round 2: k alone loses 1 (b = 0), or none."
    )
    x_of_a = 1 - lost
    stays = x_of_a + (1 - x_of_a) * x_of_a / (1 + x_of_a)
    proof.argue("0 < a < 1, as eta > 0.", positive=1 - lost)
    proof.positive("1 + x > 0", 1 + x_of_a, by=[1, 1 - lost])
    proof.identity(
        "for b = 0: i_3 = k with probability x + (1 - x) P_3(k), where P_3(k) = x/(1 + x): that is 2x/(1 + x)",
        stays,
        2 * x_of_a / (1 + x_of_a),
    )
    proof.identity("and i_3 /= k with probability (1 - x)/(1 + x)", 1 - stays, (1 - x_of_a) / (1 + x_of_a))
    proof.argue(
        "For b = 1 the expert is kept with certainty. So the event i_3 /= i_1 has the probabilities (1 - x)/(1 + x) "
        "and 0, and hs >= (1 - x)/(1 + x) for every eps."
    )
    proof.positive(
        "which exceeds (1 - x)/2",
        (1 - x_of_a) / (1 + x_of_a) - (1 - x_of_a) / 2,
    )


def spent_differently(proof: Proof) -> None:
    """The false claim that a delta for each fixed choice is one for a choice that looks: after i_1 = 1 a, after 2 b."""
    first_a, second_a, first_b, second_b = sp.symbols("hs_1(a) hs_2(a) hs_1(b) hs_2(b)", nonnegative=True)
    proof.define("hs_k(c) is the part of hs of the runs with i_1 = k if the losses c are played afterwards.")
    for first, second, name in ((first_a, second_a, "a"), (first_b, second_b, "b")):
        proof.assume("adaptive", f"hs_1({name}) + hs_2({name}) <= delta", nonnegative=delta - first - second)
    proof.at_most("hs_1(a) + hs_2(b) <= delta", first_a + second_b, delta)


def two_rounds(proof: Proof) -> None:
    """The false claim for losses that differ in two rounds: from S_0 to S_1 it takes two steps."""
    proof.define("P_h(w) is the probability of w on a stream that agrees with S_0 in one of the two rounds.")
    proof.cite("dp_definition", "P_0(w) <= e^eps P_h(w)", nonnegative=sp.exp(eps) * between[w] - P_0[w], every=[w])
    proof.cite("dp_definition", "P_h(w) <= e^eps P_1(w)", nonnegative=sp.exp(eps) * P_1[w] - between[w], every=[w])
    proof.at_most(
        "P_0(w) <= e^eps P_1(w)",
        P_0[w],
        sp.exp(eps) * P_1[w],
        by=[sp.exp(eps) * between[w] - P_0[w], sp.exp(eps) * (sp.exp(eps) * P_1[w] - between[w])],
    )
