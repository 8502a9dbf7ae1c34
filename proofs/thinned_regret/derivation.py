"""Why `thinned_regret` holds, for all learners and adversaries. The steps take what differs in the controls."""

import sympy as sp

from dartproof.evidence import Proof

q, worst = sp.symbols("q R_A", positive=True)
i, t, z = sp.symbols("i t z", integer=True)
p, loss, mean = (sp.IndexedBase(name, nonnegative=True) for name in ("p", "ell", "lambda"))
chance, played = (sp.IndexedBase(name, nonnegative=True) for name in ("pi", "L_A"))
now, lost = sp.symbols("lambda_t L_q", nonnegative=True)


def derive(proof: Proof) -> None:
    """The whole proof."""
    proof.assume("rate", "q <= 1", nonnegative=1 - q)
    one_round(proof)
    all_rounds(proof)
    realizable(proof)
    compare(proof)
    fixed_streams(proof)


def one_round(proof: Proof, *, coin: sp.Expr = q) -> None:
    """E[Z_t ell_t(i_t)] = q E[ell_t(i_t)], given the past."""
    proof.assume(
        "independent",
        "Given the past, p is the law of i_t, ell = ell_t is settled, and Z_t = 1 with probability q whatever i_t is.",
    )
    proof.total(
        "E[Z_t ell(i_t)] = sum_i p(i) q ell(i) = q sum_i p(i) ell(i) = q E[ell(i_t)]",
        p[i] * coin * loss[i],
        index=i,
        totals={p[i] * loss[i]: now},
        equals=q * now,
    )


def all_rounds(proof: Proof) -> None:
    """The identity."""
    proof.define("lambda(t) = E[ell_t(i_t)], now over the past too, and L_q, the expected loss of A_q, is its sum.")
    proof.total(
        "summed over t: E sum_t Z_t ell_t(i_t) = q L_q",
        q * mean[t],
        index=t,
        totals={mean[t]: lost},
        equals=q * lost,
    )
    proof.argue(
        "A sees, and so does, what it would do against D_Z; given Z = z the left side is L_A(z), its expected loss "
        "against D_z. Over z with the probabilities pi(z) the mean of L_A(z) is therefore q L_q."
    )


def realizable(proof: Proof) -> None:
    """D_z leaves the same expert without loss."""
    coin = sp.Symbol("z_t", nonnegative=True)
    proof.assume("realizable", "In each run of D some expert k has ell_t(k) = 0 for all t.")
    proof.identity("D_z: z_t ell_t(k) = 0 as well", coin * 0, sp.Integer(0))


def compare(proof: Proof, *, factor: sp.Expr | int = 1) -> None:
    """R_A is at least each L_A(z)."""
    proof.assume("worst_case", "L_A(z) <= R_A for every z", nonnegative=worst - played[z], every=[z])
    proof.total_nonnegative(
        "the mean over z: q L_q <= R_A",
        chance[z] * (worst - played[z]),
        index=z,
        totals={chance[z]: 1, chance[z] * played[z]: q * lost},
        equals=worst - q * lost,
    )
    proof.at_most("L_q <= R_A/q", lost, factor * worst / q, by=[(worst - q * lost) / q])
    proof.argue("This is so for every D, so for the worst one.")


def fixed_streams(proof: Proof) -> None:
    """Without an expert that has no loss."""
    least = sp.IndexedBase("L*", nonnegative=True)
    of_best = sp.IndexedBase("B", nonnegative=True)
    best, thinned_best = sp.symbols("L*(S) m", nonnegative=True)
    proof.define(
        "S fixed, k its best expert: L*(S) = sum_t ell_t(k). For coins z let L*(z) = min_i sum_t z_t ell_t(i) and "
        "B(z) = sum_t z_t ell_t(k); m is the mean of L*(z)."
    )
    proof.argue("k is one of the experts, so L*(z) <= B(z).", nonnegative=of_best[z] - least[z], every=[z])
    proof.total_nonnegative(
        "the mean over z; B(z) has the mean q L*(S): m <= q L*(S)",
        chance[z] * (of_best[z] - least[z]),
        index=z,
        totals={chance[z] * of_best[z]: q * best, chance[z] * least[z]: thinned_best},
        equals=q * best - thinned_best,
    )
    proof.at_most(
        "q (L_q - L*(S)) <= q L_q - m, the mean over z of the regret of A on z S",
        q * (lost - best),
        q * lost - thinned_best,
        by=[q * best - thinned_best],
    )


def coins_see_the_pick(proof: Proof) -> None:
    """The false claim for a coin whose probability c(i) depends on the pick."""
    one_round(proof, coin=sp.IndexedBase("c", nonnegative=True)[i])


def one_sequence(proof: Proof) -> None:
    """The false claim that L_q <= L_A/q for the loss L_A of A against the same adversary: all coins 1."""
    one_round(proof)
    all_rounds(proof)
    same = sp.Symbol("L_A", nonnegative=True)
    proof.total_nonnegative(
        "the mean over z: q L_q <= L_A",
        chance[z] * (same - played[z]),
        index=z,
        totals={chance[z]: 1, chance[z] * played[z]: q * lost},
        equals=same - q * lost,
    )


def nothing_lost(proof: Proof) -> None:
    """The false claim R_{A_q} <= R_A."""
    one_round(proof)
    all_rounds(proof)
    realizable(proof)
    compare(proof, factor=q)
