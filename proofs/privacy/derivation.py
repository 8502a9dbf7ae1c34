"""Why `privacy` holds, for every number of rounds and experts, all real losses and parameters.

The augmented transcript has finitely many values w. Its probability is a product of factors along w; P belongs to S,
P' to S', and H to a hybrid of the two. The costs of the parts are arguments of the steps, so that the controls can
follow the same steps with other costs.
"""

import sympy as sp

from dartproof.evidence import Proof

eps1, eta, eps2, c = sp.symbols("epsilon_1 eta epsilon_2 c", positive=True)
x = sp.Symbol("x", nonnegative=True)
t = sp.Symbol("t", integer=True)
word, word_n = sp.symbols("A A'", nonnegative=True)  # probabilities of the answers of the affected instance
a, b = sp.symbols("a b", real=True)  # the losses of the differing round, of the expert that plays in it
loss = sp.Symbol("q", nonnegative=True)
later = sp.IndexedBase("h", nonnegative=True)  # h_t = 1[t > n]
change = later[t] * (b - a)
w = sp.Symbol("w", integer=True)  # numbers the transcripts
rest, done, done_n, drawn, drawn_n = sp.symbols("C X X' R R'", nonnegative=True)
limit = sp.Symbol("V", integer=True, nonnegative=True)
count = sp.IndexedBase("v", integer=True, nonnegative=True)  # count[w] is the number of resamples in w
P, P_n, H = (sp.IndexedBase(name, nonnegative=True) for name in ("P", "P'", "H"))
delta, comp = sp.symbols("delta Comp", nonnegative=True)
coin_cost = sp.Max(eta, eps2)
check_cost = eps1 + coin_cost


def derive(proof: Proof) -> None:
    """The whole proof."""
    setting(proof)
    queries(proof)
    answers(proof)
    coin(proof)
    checks(proof)
    resamples(proof)
    pure(proof)
    hybrid(proof)
    approximate(proof)


def setting(proof: Proof) -> None:
    """The transcript and its factors."""
    proof.assume("parameters", "eps1, eps2, eta > 0; V >= 0; 0 <= delta < 1")
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


def queries(proof: Proof, *, most: int = 1) -> None:
    """How far the queries of the affected instance move; `most` is the greatest loss of the differing round."""
    for lost, name in ((a, "a"), (b, "b")):
        proof.assume("range", f"{name} >= 0, the loss of its expert in round n", nonnegative=lost)
        proof.assume("range", f"{name} <= {most}", nonnegative=most - lost)
    proof.assume(
        "neighbours",
        "q_t changes by d_t = h_t (b - a), where h_t is 1 if t > n and 0 if not",
        nonnegative=1 - later[t],
        every=[t],
    )
    proof.nonnegative("b - a <= 1", 1 - (b - a), by=[1 - b, a])
    proof.nonnegative("a - b <= 1", 1 + (b - a), by=[1 - a, b])
    proof.nonnegative("so d_t <= 1", 1 - change, by=[1 - later[t], later[t] * (1 - (b - a))])
    proof.nonnegative("and -d_t <= 1", 1 + change, by=[1 - later[t], later[t] * (1 + (b - a))])


def answers(proof: Proof) -> None:
    """The answers of the affected instance."""
    proof.cite(
        "above_threshold_privacy",
        "Its answers are those of AboveThreshold(eps1, tau) to queries that move by |d_t| <= 1: A <= e^eps1 A'",
        nonnegative=sp.exp(eps1) * word_n - word,
    )


def coin(proof: Proof, *, clipped: bool = True) -> None:
    """The coin of the affected instance: each of its outcomes costs at most max(eta, eps2)."""
    proof.define(
        "Say that it halts in round t; its coin keeps with probability e^(-eta r) under S, e^(-eta r') under S'."
    )
    if clipped:
        proof.assume("clip", "r = max(c, q_t) and r' = max(c, q_t + d_t), where c = 1/(e^eps2 - 1)")
    r, r_n = _losses(clipped=clipped)
    proof.grows("e^x - 1 >= 0 for x >= 0", sp.exp(x) - 1, x)
    proof.nonnegative("r >= c", r - c)
    proof.nonnegative("r' >= c", r_n - c)
    proof.grows("1 - e^(-x) >= 0 for x >= 0", 1 - sp.exp(-x), x)
    for number, name in ((r, "r"), (r_n, "r'")):
        proof.instance(f"so 1 - e^(-eta {name}) >= 0", 1 - sp.exp(-x), {x: eta * number})
    for outcome, cost, chance, chance_n in _outcomes():
        proof.cite(
            "bernoulli_ratio",
            f"{outcome}: as |d_t| <= 1, its probability under S is at most e^{cost} times that under S'",
            nonnegative=sp.exp(cost) * chance_n - chance,
        )
        proof.instance(f"e^(m - {cost}) >= 1, where m = max(eta, eps2)", sp.exp(x) - 1, {x: coin_cost - cost})
        proof.at_most(
            f"{outcome}: B <= e^m B'",
            chance,
            sp.exp(coin_cost) * chance_n,
            by=[
                chance_n * sp.exp(cost) * (sp.exp(coin_cost - cost) - 1),
                sp.exp(cost) * chance_n - chance,
            ],
        )


def checks(proof: Proof, *, answers: sp.Expr = eps1, coin: sp.Expr = coin_cost) -> None:
    """Along a path the answers and coins of S and S' differ by a factor of at most e^(answers + coin)."""
    proof.define(
        "H(w) has the answers and coins of S and the shares of S'. Let C be the common factors of H(w) and P'(w), and "
        "m as before. The affected instance has halted, or not, or there is none:"
    )
    both = sp.exp(answers + coin)
    for outcome, _, chance, chance_n in _outcomes():
        proof.at_most(
            f"halted, {outcome}: H(w) = C A B <= e^(eps1 + m) C A' B' = e^(eps1 + m) P'(w)",
            rest * word * chance,
            both * rest * word_n * chance_n,
            by=[
                rest * sp.exp(answers) * word_n * (sp.exp(coin) * chance_n - chance),
                rest * chance * (sp.exp(answers) * word_n - word),
            ],
        )
    proof.instance("e^m >= 1", sp.exp(x) - 1, {x: coin})
    proof.instance("e^(eps1 + m) >= 1", sp.exp(x) - 1, {x: answers + coin})
    proof.at_most(
        "not halted: C A <= e^(eps1 + m) C A'",
        rest * word,
        both * rest * word_n,
        by=[rest * (sp.exp(answers) * word_n - word), rest * sp.exp(answers) * word_n * (sp.exp(coin) - 1)],
    )
    proof.at_most("none: C <= e^(eps1 + m) C", rest, both * rest)
    proof.argue(
        "These are all cases, so H(w) <= e^(eps1 + m) P'(w) for every w.", nonnegative=both * P_n[w] - H[w], every=[w]
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
    composed = 2 * eta * limit
    proof.at_most(
        "P(w) <= e^(eps1 + m + 2 eta V) P'(w) for every w",
        P[w],
        sp.exp(check_cost + composed) * P_n[w],
        by=[sp.exp(composed) * (sp.exp(check_cost) * P_n[w] - H[w]), sp.exp(composed) * H[w] - P[w]],
    )
    of_event, of_event_n = sp.symbols("P(E) P'(E)", nonnegative=True)
    proof.total_nonnegative(
        "summed over the w in E: P(E) <= e^eps P'(E) for delta = 0",
        sp.exp(check_cost + composed) * P_n[w] - P[w],
        index=w,
        totals={P[w]: of_event, P_n[w]: of_event_n},
        equals=sp.exp(check_cost + composed) * of_event_n - of_event,
    )


def hybrid(proof: Proof) -> None:
    """P and H are the two worlds of one adaptive composition."""
    of_event, of_hybrid = sp.symbols("P(E) H(E)", nonnegative=True)
    proof.define("Now delta > 0. The hybrid: Algorithm 1 on S, except that a resample in round t draws from P'_t.")
    proof.argue(
        "P'_t depends on t alone, so this is a process that can be run, and H(w) is its probability of the transcript "
        "w."
    )
    proof.argue(
        "P and H are one composition of at most V mechanisms: an adversary who knows S draws the noises and coins, "
        "runs Algorithm 1, and asks at each resample for a draw from P_t (in P) or P'_t (in H); which t it asks for "
        "depends on what it got before. Each such pair is 2 eta-private, and for draws that it does not ask for take "
        "equal laws. So by the definition of Comp = Comp_delta(V, 2 eta): P(E) <= e^Comp H(E) + delta.",
        nonnegative=sp.exp(comp) * of_hybrid + delta - of_event,
    )


def approximate(proof: Proof, *, spare: sp.Expr = delta) -> None:
    """The claim at delta > 0: the pointwise factor of the checks comes after the composition, so delta stays."""
    of_event, of_event_n, of_hybrid = sp.symbols("P(E) P'(E) H(E)", nonnegative=True)
    proof.total_nonnegative(
        "H(E) <= e^(eps1 + m) P'(E), summed over the w in E",
        sp.exp(check_cost) * P_n[w] - H[w],
        index=w,
        totals={H[w]: of_hybrid, P_n[w]: of_event_n},
        equals=sp.exp(check_cost) * of_event_n - of_hybrid,
    )
    proof.at_most(
        "P(E) <= e^Comp H(E) + delta <= e^(eps1 + m + Comp) P'(E) + delta",
        of_event,
        sp.exp(check_cost + comp) * of_event_n + spare,
        by=[
            sp.exp(comp) * of_hybrid + spare - of_event,
            sp.exp(comp) * (sp.exp(check_cost) * of_event_n - of_hybrid),
        ],
    )
    proof.argue("(i_1, ..., i_T) is a function of w, so a set of such sequences is a set E of transcripts.")


def _losses(*, clipped: bool = True) -> tuple[sp.Expr, sp.Expr]:
    """The numbers r and r' of the affected instance."""
    return (sp.Max(c, loss), sp.Max(c, loss + change)) if clipped else (loss, loss + change)


def _outcomes() -> list[tuple[str, sp.Symbol, sp.Expr, sp.Expr]]:
    """What its coin can say: the cost by `bernoulli_ratio`, and the probabilities under S and S'."""
    kept, kept_n = (sp.exp(-eta * r) for r in _losses())
    return [("keep", eta, kept, kept_n), ("resample", eps2, 1 - kept, 1 - kept_n)]


def without_the_clip(proof: Proof) -> None:
    """The false claim that r need not be raised to c."""
    setting(proof)
    queries(proof)
    answers(proof)
    coin(proof, clipped=False)


def _costs(proof: Proof) -> None:
    """What the answers and each outcome of the coin cost, as the derivation has shown."""
    answers(proof)
    for outcome, _, chance, chance_n in _outcomes():
        proof.argue(f"{outcome}: B <= e^m B', as before", nonnegative=sp.exp(coin_cost) * chance_n - chance)
        proof.argue("and B >= 0", nonnegative=chance)


def coin_for_free(proof: Proof) -> None:
    """The false claim without max(eta, eps2)."""
    _costs(proof)
    checks(proof, coin=sp.Integer(0))


def answers_for_free(proof: Proof) -> None:
    """The false claim without eps1."""
    _costs(proof)
    checks(proof, answers=sp.Integer(0))


def one_eta_each(proof: Proof) -> None:
    """The false claim that a resample costs eta."""
    proof.grows("e^x - 1 >= 0 for x >= 0", sp.exp(x) - 1, x)
    resamples(proof, each=eta)


def one_resample_more(proof: Proof) -> None:
    """The false claim that V resamples cost as much as V - 1."""
    proof.grows("e^x - 1 >= 0 for x >= 0", sp.exp(x) - 1, x)
    resamples(proof, most=limit - 1)


def delta_for_free(proof: Proof) -> None:
    """The false claim that Comp_delta will do without the delta."""
    proof.argue("H(w) <= e^(eps1 + m) P'(w), as before", nonnegative=sp.exp(check_cost) * P_n[w] - H[w], every=[w])
    hybrid(proof)
    approximate(proof, spare=sp.Integer(0))


def two_rounds_differ(proof: Proof) -> None:
    """The false claim for streams that differ in two rounds: a and b are sums of two losses."""
    proof.define("a and b: the losses in both differing rounds together")
    queries(proof, most=2)


def losses_up_to_two(proof: Proof) -> None:
    """The false claim for losses in [0, 2]."""
    queries(proof, most=2)
