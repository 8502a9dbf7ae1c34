"""Why `compensated_marginal` holds, for all T, N, losses, limits, and rules of when to check.

The steps take as arguments what differs in the controls.
"""

import sympy as sp

from dartproof.evidence import Proof

eta, more = sp.symbols("eta a", positive=True)
p, p_v, loss = sp.symbols("p p_v l_t(i)", nonnegative=True)

# Of a past n up to the decision of round t + 1, with v resamples:
n = sp.Symbol("n", integer=True)
chance, before, hazard, holds = (sp.Function(name, nonnegative=True) for name in ("m", "q+", "h", "1_i"))
B, total = sp.symbols("B_t(i) Pr[v_t=v]", nonnegative=True)
beta, beta_next, rho = sp.symbols("beta_t beta_{t+1} rho_{t+1}", nonnegative=True)
w, Phi, Phi_next = sp.symbols("w_t(i) Phi_t Phi_{t+1}", positive=True)
pending = sp.exp(-eta * (before(n) + loss))  # y(n), if i is held
drop = sp.exp(-eta * loss)


def derive(proof: Proof) -> None:
    """The whole proof."""
    recursion(proof)
    proportional(proof)
    after_the_limit(proof)
    forced_check(proof)
    whole(proof)


def recursion(
    proof: Proof, *, keeps: sp.Expr | None = None, delay_of_keepers: sp.Expr | int = 0, factor: sp.Expr = 1 - p
) -> None:
    """B_{t+1}(i) = (1 - p) e^(-eta l_t(i)) B_t(i) + rho P_{t+1}(i), for one v < V."""
    proof.define(
        "Fix v < V. Let n run through the pasts up to the decision of round t + 1 with v_t = v: m(n) is the "
        "probability, q+(n) the pending loss after round t, 1_i(n) = 1 if i is held, and h(n) the probability of a "
        "check. If i is held, q = q+ + l_t(i) is pending in round t + 1, and y = e^(-eta q)."
    )
    proof.assume("decisions", "no check: 1 - h; keep: K = y (h - p); else a draw from P_{t+1}")
    proof.assume("no_foresight", "these are the probabilities given n, with h(n) the same for all three outcomes")
    proof.argue(
        "After round t + 1, e^(-eta q+) is y without a check and 1 after a check. A resample at v_t = v - 1 adds to "
        "B^v_{t+1}(i) the probability rho^v_{t+1} P_{t+1}(i)."
    )
    keep = pending * (hazard(n) - delay_of_keepers - p) if keeps is None else keeps * hazard(n)
    wait = 1 - hazard(n) + delay_of_keepers * pending
    proof.total(
        "the pasts n without a resample in round t + 1 add up to (1 - p) e^(-eta l_t(i)) B_t(i), as "
        "(1 - h) y + y (h - p) = (1 - p) y",
        chance(n) * holds(n) * (wait * pending + keep),
        index=n,
        totals={chance(n) * holds(n) * sp.exp(-eta * before(n)): B},
        equals=factor * drop * B,
    )


def proportional(proof: Proof) -> None:
    """B_t = beta_t P_t, by induction."""
    proof.argue("At t = 1: q+ = 0, v = 0 and i_1 ~ P_1, so B_1 = P_1 for v = 0, and 0 for v > 0.")
    proof.identity(
        "If B_t = beta_t P_t, then B_{t+1} = beta_{t+1} P_{t+1} with beta_{t+1} = (1 - p_v) beta_t Phi_{t+1}/Phi_t + "
        "rho, as w_{t+1}(i) = e^(-eta l_t(i)) w_t(i)",
        (1 - p_v) * drop * beta * w / Phi + rho * drop * w / Phi_next,
        ((1 - p_v) * beta * Phi_next / Phi + rho) * drop * w / Phi_next,
    )


def after_the_limit(proof: Proof, *, factor: sp.Expr | int = 1) -> None:
    """The factor at v = V is 1."""
    proof.assume("limit", "For v = V there is no check, and q+_{t+1} = q+_t + l_t(i).")
    proof.total(
        "so the pasts n with v_t = V add up to e^(-eta l_t(i)) B_t(i)",
        chance(n) * holds(n) * pending,
        index=n,
        totals={chance(n) * holds(n) * sp.exp(-eta * before(n)): B},
        equals=factor * drop * B,
    )


def forced_check(proof: Proof, *, raised: sp.Expr | int = 0) -> None:
    """A forced check in round t + 1 gives Pr[v_t = v] P_{t+1}(i)."""
    coin = sp.Function("y", nonnegative=True)
    share = drop * w / Phi_next
    proof.assume("forced_check", "It keeps with probability y(n) = e^(-eta q), q the loss pending in round t + 1.")
    proof.identity(
        "i is held and kept with probability e^(-eta l_t(i)) B_t(i) = beta_t (Phi_{t+1}/Phi_t) P_{t+1}(i)",
        drop * sp.exp(-eta * raised) * beta * w / Phi,
        beta * Phi_next / Phi * share,
    )
    kept = sp.Symbol("kappa", nonnegative=True)
    proof.define("Let kappa = beta_t Phi_{t+1}/Phi_t; the sum over i says that it is the probability of keeping.")
    proof.total(
        "so Pr[i_{t+1} = i, v_t = v] = kappa P_{t+1}(i) + (Pr[v_t = v] - kappa) P_{t+1}(i) = Pr[v_t = v] P_{t+1}(i)",
        chance(n) * (coin(n) * holds(n) + (1 - coin(n)) * share),
        index=n,
        totals={chance(n): total, chance(n) * coin(n): kept, chance(n) * coin(n) * holds(n): kept * share},
        equals=total * share,
    )


def whole(proof: Proof) -> None:
    """The sums over v."""
    v = sp.Symbol("v", integer=True)
    of_v, of_rho = sp.IndexedBase("B", nonnegative=True), sp.IndexedBase("rho", nonnegative=True)
    share = sp.Symbol("P_{t+1}(i)", positive=True)
    total_rho = sp.Symbol("rho", nonnegative=True)
    proof.total(
        "for V = oo, summed over v: B_{t+1}(i) = (1 - p) e^(-eta l_t(i)) B_t(i) + Pr[round t + 1 resamples] P_{t+1}(i)",
        (1 - p) * drop * of_v[v] + of_rho[v] * share,
        index=v,
        totals={of_v[v]: B, of_rho[v]: total_rho},
        equals=(1 - p) * drop * B + total_rho * share,
    )


def clip_in_decisions(proof: Proof) -> None:
    """The false claim for a check that keeps with e^(-eta (q + a)), a > 0 where q is below the clip."""
    recursion(proof, keeps=pending * sp.exp(-eta * more))


def anticipating(proof: Proof) -> None:
    """The false claim for a learner that is less likely to check, by a > 0, where the coin would keep."""
    recursion(proof, delay_of_keepers=more)


def one_factor(proof: Proof) -> None:
    """The false claim that the factor is 1 - p at v = V too."""
    recursion(proof)
    after_the_limit(proof, factor=1 - p)


def clip_instead(proof: Proof) -> None:
    """The false claim for a forced check with a clip."""
    recursion(proof)
    forced_check(proof, raised=more)
