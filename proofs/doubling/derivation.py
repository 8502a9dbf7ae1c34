"""Why `doubling` holds, for every T, N, eps, delta, losses and inner learner.

Write c for 2^k, where k >= 1 is a bucket. The factors and thresholds are arguments of the steps, so that the controls
can follow the same steps with others.
"""

import sympy as sp

from dartproof.evidence import Proof

eps = sp.Symbol("epsilon", positive=True)
own = sp.Symbol("epsilon'", positive=True)  # of the inner learner
delta = sp.Symbol("delta", nonnegative=True)
rounds = sp.Symbol("T", positive=True)
alpha = sp.Symbol("alpha", positive=True)
c = sp.Symbol("c", positive=True)
w = sp.Symbol("w", integer=True)  # numbers the sequences of answers of the outer instances
k = sp.Symbol("k", integer=True)  # numbers the buckets
x = sp.Symbol("x", nonnegative=True)
answers, answers_n = sp.IndexedBase("A", nonnegative=True), sp.IndexedBase("A'", nonnegative=True)
word, word_n = sp.symbols("a a'", nonnegative=True)  # of the affected instance
rest = sp.IndexedBase("C", nonnegative=True)  # of all others
picks, picks_n = sp.IndexedBase("M", nonnegative=True), sp.IndexedBase("M'", nonnegative=True)
close, far = sp.IndexedBase("u", nonnegative=True), sp.IndexedBase("v", nonnegative=True)
sum_close, sum_far, P_n = sp.symbols("P_u P_v P'(E)", nonnegative=True)
best, best_n, mine, mine_n = sp.symbols("q q' s s'", nonnegative=True)
query, before = sp.symbols("q_t q_s", nonnegative=True)
step = sp.Symbol("l", nonnegative=True)
best_loss = sp.Symbol("L*", nonnegative=True)
top = sp.IndexedBase("q", nonnegative=True)  # top[k]: the least loss of an expert in bucket k
played, owed = sp.IndexedBase("L", nonnegative=True), sp.IndexedBase("R", nonnegative=True)
sum_best, sum_played, sum_reached, sum_owed = sp.symbols("Q L_G S_G S", nonnegative=True)
fails, wrong = sp.Symbol("F", nonnegative=True), sp.IndexedBase("F", nonnegative=True)
sum_wrong = sp.Symbol("F_sum", nonnegative=True)
bad_loss = sp.Symbol("L_B", nonnegative=True)
half = eps / 2


def derive(proof: Proof) -> None:
    """The whole proof."""
    least_loss(proof)
    outer(proof)
    inner(proof)
    composed(proof)
    accurate(proof)
    top_in_bucket(proof)
    last_bucket(proof)
    number_of_buckets(proof)
    nonnegative_regret(proof)
    on_the_event(proof)
    at_last(proof)


def least_loss(proof: Proof) -> None:
    """A min-query moves by at most 1."""
    proof.assume("neighbours", "S and S' differ in round n only.")
    proof.define(
        "q, q' are a query under S, S'; s, s' the losses since b_k, under S and S', of the expert with the loss q'. So "
        "s' = q'."
    )
    proof.argue("q is the least loss of all experts.", nonnegative=mine - best)
    proof.assume("range", "round n changes s by at most 1", nonnegative=1 + mine_n - mine)
    proof.at_most(
        "so q <= s <= s' + 1 = q' + 1; exchange S and S' for q' <= q + 1",
        best,
        mine_n + 1,
        by=[mine - best, 1 + mine_n - mine],
    )


def outer(proof: Proof, *, cost: sp.Expr = half) -> None:
    """The answers of all instances of AboveThreshold together cost `cost`."""
    proof.define(
        "w is a sequence of answers to all T queries; it fixes the buckets. A_w, A'_w are its probabilities under S, "
        "S': a product over the instances. C_w is the part of those that are asked nothing about round n, a that of "
        "the one whose bucket contains round n."
    )
    proof.argue(
        "As the queries depend on the losses and the answers before them, but on no pick, C_w is the same under S': an "
        "earlier instance has halted by then, and a later one is asked about rounds after n only."
    )
    proof.cite(
        "above_threshold_privacy",
        "The queries of that one move by at most 1 given the answers before: a <= e^(eps/2) a'",
        nonnegative=sp.exp(half) * word_n - word,
    )
    proof.at_most(
        "A_w = C_w a <= e^(eps/2) C_w a' = e^(eps/2) A'_w",
        rest[w] * word,
        sp.exp(cost) * rest[w] * word_n,
        by=[rest[w] * (sp.exp(half) * word_n - word), rest[w] * word_n * (sp.exp(cost) - sp.exp(half))],
    )
    proof.argue("That is true of every w.", nonnegative=sp.exp(cost) * answers_n[w] - answers[w], every=[w])


def inner(proof: Proof, *, affected: int = 1) -> None:
    """Given the answers, the picks of all inner learners together; `affected` of them are shown round n."""
    proof.assume(
        "independent",
        "Given w, the picks in the buckets are independent, and each inner learner runs on its bucket alone. M_w, M'_w "
        "are the probabilities, given w under S, S', that picks and answers are in E.",
    )
    proof.argue(
        "A learner that is stopped is one that ran on its bucket and then on zeros up to round T: what it played "
        "before does not depend on what comes later. These streams of T rounds are the same for S and S', except for "
        "the bucket of round n, where they are neighbours."
    )
    proof.assume(
        "private",
        "So, given w and the picks in all other buckets, those in the bucket of round n are (eps', delta)-close; "
        "average over the other picks, which are as likely under S': M_w <= e^eps' M'_w + delta",
        nonnegative=sp.exp(affected * own) * picks_n[w] + delta - picks[w],
        every=[w],
    )


def composed(proof: Proof, *, inner_cost: sp.Expr = own, share: sp.Expr = half + own) -> None:
    """Both together are (`share`, delta)-close."""
    proof.argue(
        "As 0 <= M_w <= e^eps' M'_w + delta, split M_w = u_w + v_w with 0 <= u_w <= e^eps' M'_w",
        nonnegative=sp.exp(inner_cost) * picks_n[w] - close[w],
        every=[w],
    )
    proof.argue("and 0 <= v_w <= delta.", nonnegative=delta - far[w], every=[w])
    proof.total(
        "P(E), the sum of the A_w M_w = A_w u_w + A_w v_w, is P_u + P_v",
        answers[w] * (close[w] + far[w]),
        index=w,
        totals={answers[w] * close[w]: sum_close, answers[w] * far[w]: sum_far},
        equals=sum_close + sum_far,
    )
    proof.total_nonnegative(
        "the A_w add up to 1, so P_v <= delta",
        answers[w] * (delta - far[w]),
        index=w,
        totals={answers[w]: sp.Integer(1), answers[w] * far[w]: sum_far},
        equals=delta - sum_far,
    )
    bound = sp.exp(half + inner_cost)
    proof.nonnegative(
        "A_w u_w <= e^(eps/2) A'_w u_w <= e^(eps/2 + eps') A'_w M'_w",
        bound * answers_n[w] * picks_n[w] - answers[w] * close[w],
        by=[
            close[w] * (sp.exp(half) * answers_n[w] - answers[w]),
            sp.exp(half) * answers_n[w] * (sp.exp(inner_cost) * picks_n[w] - close[w]),
        ],
    )
    proof.total_nonnegative(
        "so P_u <= e^(eps/2 + eps') P'(E)",
        bound * answers_n[w] * picks_n[w] - answers[w] * close[w],
        index=w,
        totals={answers[w] * close[w]: sum_close, answers_n[w] * picks_n[w]: P_n},
        equals=bound * P_n - sum_close,
    )
    proof.at_most(
        "P(E) <= e^(eps/2 + eps') P'(E) + delta",
        sum_close + sum_far,
        sp.exp(share) * P_n + delta,
        by=[bound * P_n - sum_close, delta - sum_far, (sp.exp(share) - bound) * P_n],
    )
    proof.identity("for eps' = eps/2 that is eps", (half + own).subs(own, half), eps)


def accurate(proof: Proof) -> None:
    """All answers are right up to alpha, but with probability F <= 1/(24 T^4)."""
    proof.define(
        "G: all answers are right up to alpha: ⊤ at t in bucket k has q_t >= tau_k - alpha and ⊥ has q_t <= tau_k + "
        "alpha, where tau_k = (3 c - 2) alpha. F is the probability that G fails."
    )
    chosen = 16 * (sp.log(rounds) + 2 * sp.log(2 * rounds)) / eps
    each = rounds * sp.Rational(2, 3) * sp.exp(-half * alpha / 4)
    proof.identity(
        "alpha = 16 (ln T + 2 ln(2T))/eps has T (2/3) e^(-(eps/2) alpha/4) = 1/(24 T^5)",
        each.subs(alpha, chosen),
        1 / (24 * rounds**5),
    )
    proof.cite(
        "above_threshold_accuracy",
        "The k-th instance, if there is one, is asked at most T queries, so whatever was answered before it, it is "
        "wrong somewhere with probability F_k <= T (2/3) e^(-(eps/2) alpha/4) = 1/(24 T^5)",
        nonnegative=1 / (24 * rounds**5) - wrong[k],
        every=[k],
    )
    proof.total_nonnegative(
        "there are at most T instances, so the F_k add up to at most 1/(24 T^4)",
        1 / (24 * rounds**5) - wrong[k],
        index=k,
        totals={wrong[k]: sum_wrong, sp.Integer(1): rounds},
        equals=1 / (24 * rounds**4) - sum_wrong,
    )
    proof.argue("A union has at most the sum of the probabilities.", nonnegative=sum_wrong - fails)
    proof.nonnegative(
        "so F <= 1/(24 T^4)",
        1 / (24 * rounds**4) - fails,
        by=[1 / (24 * rounds**4) - sum_wrong, sum_wrong - fails],
    )
    proof.define(
        "Whether G holds is a matter of the noises of AboveThreshold alone, as the losses are fixed in advance. Fix "
        "these noises, so that G holds: then the buckets are fixed too, and the inner learners have their own laws."
    )
    proof.assume("oblivious", "The losses are fixed in advance.")


def top_in_bucket(proof: Proof, *, below: int = 2, at_least_one: bool = True, most: int = 1) -> None:
    """A ⊤ in bucket k has 3 (c - 1) alpha <= q_t <= 3 c alpha, for the threshold (3 c - `below`) alpha."""
    bar = (3 * c - below) * alpha
    proof.argue("c = 2^k >= 2", nonnegative=c - 2, every=[c])
    if at_least_one:
        proof.assume("alpha", "alpha >= 1", nonnegative=alpha - 1)
    proof.assume(
        "range",
        f"a round adds at most {most} to the loss of each expert, so to the least one",
        nonnegative=most - step,
    )
    proof.define("q_t = q_s + l, where s = t - 1, and q_s = 0 if t is the first round of the bucket.")
    proof.argue("⊤ at t on G: q_t >= tau_k - alpha", nonnegative=query - (bar - alpha))
    proof.at_most(
        "so q_t >= 3 (c - 1) alpha",
        3 * (c - 1) * alpha,
        query,
        by=[query - (bar - alpha), (2 - below) * alpha],
    )
    proof.argue("⊥ at s on G: q_s <= tau_k + alpha", nonnegative=bar + alpha - before)
    proof.at_most(
        "so q_t = q_s + l <= (3 c - 1) alpha + 1 <= 3 c alpha",
        before + step,
        3 * c * alpha,
        by=[bar + alpha - before, 1 - step, (below - 1) * alpha - 1],
    )
    proof.at_most(
        "in the first round of a bucket q_t = l <= 1 <= alpha <= 3 c alpha",
        step,
        3 * c * alpha,
        by=[1 - step, alpha - 1, 3 * alpha * (c - 2), 5 * alpha],
    )


def last_bucket(proof: Proof) -> None:
    """A bucket that ends without a ⊤."""
    bar = (3 * c - 2) * alpha
    final = sp.Symbol("q_T", nonnegative=True)
    proof.argue("⊥ at T on G: q_T <= tau_k + alpha", nonnegative=bar + alpha - final)
    proof.at_most(
        "so a last bucket without ⊤ has q_T <= (3 c - 1) alpha <= 3 c alpha",
        final,
        3 * c * alpha,
        by=[bar + alpha - final, alpha],
    )
    proof.define("So q_k <= 3 c alpha, where q_k is the least loss of an expert in bucket k, whichever bucket it is.")


def number_of_buckets(proof: Proof, *, factor: int = 1) -> None:
    """If bucket k ends with a ⊤ then 2^k <= 1 + `factor` L*/(3 alpha), with 1 in place of the factor."""
    proof.argue(
        "⊤ at t in bucket k: each expert, so the best one, loses at least q_t in that bucket alone",
        nonnegative=best_loss - query,
    )
    room = best_loss - 3 * (c - 1) * alpha
    proof.nonnegative("L* >= q_t >= 3 (c - 1) alpha", room, by=[best_loss - query, query - 3 * (c - 1) * alpha])
    proof.at_most(
        "so 2^k <= 1 + L*/(3 alpha)",
        c,
        1 + best_loss / (3 * alpha * factor),
        by=[room / (3 * alpha), best_loss / (3 * alpha) * (sp.Rational(1, factor) - 1)],
    )
    proof.argue(
        "Then k <= log2(1 + L*/(3 alpha)), and as k is an integer k + 1 <= K: no bucket is opened but the first K. "
        "If round T ends with ⊤, no bucket follows."
    )


def nonnegative_regret(proof: Proof) -> None:
    """R >= 0 comes for free."""
    proof.assume(
        "regret",
        "R(L') bounds the regret of the inner learner for L' on every stream of T rounds with L* <= L'. On a stream of "
        "zeros the regret is 0, so R(L') >= 0. Write R_k = R(3 c alpha).",
    )


def on_the_event(proof: Proof) -> None:
    """On G, the regret is at most S."""
    proof.define("L_k is the expected loss in bucket k given the noises of AboveThreshold; L_G that in all of them.")
    proof.argue(
        "The inner learner of bucket k has been run on a stream of T rounds, the bucket and then zeros, whose best "
        "expert loses q_k <= 3 c alpha. On the zeros nothing is lost, so its regret there is L_k - q_k <= R_k.",
        nonnegative=owed[k] + top[k] - played[k],
        every=[k],
    )
    proof.total_nonnegative(
        "Added up over the buckets, with sums Q of the q_k and S_G of the R_k: L_G <= Q + S_G",
        owed[k] + top[k] - played[k],
        index=k,
        totals={owed[k]: sum_reached, top[k]: sum_best, played[k]: sum_played},
        equals=sum_reached + sum_best - sum_played,
    )
    proof.argue(
        "The best expert loses at least q_k in bucket k, and L* in all of them.", nonnegative=best_loss - sum_best
    )
    proof.argue(
        "There are at most K buckets, and the R_k of those that are not reached are not negative: S_G <= S = R_1 + ... "
        "+ R_K",
        nonnegative=sum_owed - sum_reached,
    )
    proof.at_most(
        "so L_G <= L* + S",
        sum_played,
        best_loss + sum_owed,
        by=[sum_reached + sum_best - sum_played, best_loss - sum_best, sum_owed - sum_reached],
    )


def at_last(proof: Proof) -> None:
    """The regret is at most S + T F."""
    proof.argue("A learner loses at most T, so on average L_B <= T where G fails.", nonnegative=rounds - bad_loss)
    proof.assume("parameters", "T >= 1", nonnegative=rounds - 1)
    room = (rounds - 1) / 24
    proof.nonnegative(
        "F <= 1/(24 T^4) <= 1",
        1 - fails,
        by=[1 / (24 * rounds**4) - fails, room * (rounds + 1) * (rounds**2 + 1) / rounds**4, sp.Rational(23, 24)],
    )
    proof.define("The expected regret is (1 - F) L_G + F L_B - L*, where L_G <= L* + S is averaged over G.")
    proof.at_most(
        "so it is at most S + F T <= S + 1/(24 T^3)",
        (1 - fails) * sum_played + fails * bad_loss - best_loss,
        sum_owed + 1 / (24 * rounds**3),
        by=[
            (1 - fails) * (best_loss + sum_owed - sum_played),
            fails * (rounds - bad_loss),
            fails * (best_loss + sum_owed),
            rounds * (1 / (24 * rounds**4) - fails),
        ],
    )
    proof.at_most(
        "and 1/(24 T^3) <= 1",
        1 / (24 * rounds**3),
        1,
        by=[room * (rounds**2 + rounds + 1) / rounds**3, sp.Rational(23, 24)],
    )


def smaller_alpha(proof: Proof) -> None:
    """The false claim of the buckets for alpha < 1."""
    top_in_bucket(proof, at_least_one=False)


def losses_up_to_two(proof: Proof) -> None:
    """The false claim of the buckets for losses up to 2."""
    top_in_bucket(proof, most=2)


def threshold_at_the_bound(proof: Proof) -> None:
    """The false claim of the buckets for the threshold 3 * 2^k alpha."""
    top_in_bucket(proof, below=0)


def fewer_buckets(proof: Proof) -> None:
    """The false claim with L*/(6 alpha) for L*/(3 alpha)."""
    top_in_bucket(proof)
    number_of_buckets(proof, factor=2)


def suffix_shift(proof: Proof) -> None:
    """The false claim that the answers cost eps/4, as they do for queries that a suffix shift tells apart."""
    least_loss(proof)
    outer(proof, cost=eps / 4)


def outer_for_free(proof: Proof) -> None:
    """The false claim that the whole is as private as the inner learner, (eps', delta)."""
    least_loss(proof)
    outer(proof)
    inner(proof)
    composed(proof, share=own)


def remembered(proof: Proof) -> None:
    """The false claim for inner learners that are shown the losses of all earlier buckets too."""
    least_loss(proof)
    outer(proof)
    inner(proof, affected=2)
    composed(proof, inner_cost=2 * own)
