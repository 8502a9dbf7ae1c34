"""Why `lazy_marginal` holds, for all T, N, losses and rules of when to check: a martingale, followed round by round.

The steps take as arguments what differs in the controls.
"""

import sympy as sp

from dartproof.evidence import Proof

eta, r, late = sp.symbols("eta r a", positive=True)
earlier = sp.Symbol("C_s(k)", nonnegative=True)  # the loss of the expert held, before the round s of its last check

# Weights of the expert k that is held, in the rounds s (its last check), n (the one considered) and e = T_e.
w_s, w_n, w_e = sp.symbols("w_s(k) w_n(k) w_e(k)", positive=True)
held = sp.Symbol("1[k=m]", nonnegative=True)

# The same for an expert j that is summed over, and their totals.
j, m = sp.symbols("j m", integer=True)
W_s, W_n, W_e, W_next = (sp.Function(name, positive=True) for name in ("w_s", "w_n", "w_e", "w_{n+1}"))
is_m = sp.Function("1_m", nonnegative=True)
Phi_s, Phi_n, Phi_e, Phi_next = sp.symbols("Phi_s Phi_n Phi_e Phi_{n+1}", positive=True)
P_s, P_n, P_e = W_s(j) / Phi_s, W_n(j) / Phi_n, W_e(m) / Phi_e


def derive(proof: Proof) -> None:
    """The whole proof."""
    coin(proof)
    start(proof)
    round_n(proof)
    last_round(proof)


def coin(proof: Proof, *, keeps: sp.Expr | None = None) -> None:
    """The coin of a check keeps with probability w_n(k)/w_s(k)."""
    proof.define("w_t(i) = e^(-eta C_t(i)) with C_t(i) the loss of i before round t; P_t(i) = w_t(i)/Phi_t; e = T_e.")
    proof.assume("no_clip", "At a check in round n let r be the loss of the expert k since its last check, in round s.")
    proof.assume("coin", "The check keeps k with probability e^(-eta r).")
    proof.identity(
        "C_n(k) = C_s(k) + r, so this is w_n(k)/w_s(k)",
        sp.exp(-eta * r) if keeps is None else keeps,
        sp.exp(-eta * (earlier + r)) / sp.exp(-eta * earlier),
    )


def forced(at: sp.Expr, then: sp.Expr, hit: sp.Expr) -> sp.Expr:
    """I: the probability of m at e for an expert whose last check was at weight `at` and whose next one is at e."""
    return then / at * hit + (1 - then / at) * P_e


def start(proof: Proof, *, law: sp.Expr = P_s) -> None:
    """In the first round the mean of I is P_e(m)."""
    proof.define(
        "Fix an expert m. If k is held since its last check in round s, let "
        "I(s, k) = (w_e(k)/w_s(k)) 1[k = m] + (1 - w_e(k)/w_s(k)) P_e(m)."
    )
    proof.assume("start", "i_s ~ P_s for s = T_s.")
    average(proof, "the mean of I(s, j) over j ~ P_s is P_e(m)", law, W_s(j), Phi_s)


def average(proof: Proof, text: str, law: sp.Expr, weight: sp.Expr, potential: sp.Expr) -> None:
    """The mean of I over an expert j with the given law that has the given weight at its check."""
    proof.total(
        text,
        law * forced(weight, W_e(j), is_m(j)),
        index=j,
        totals={weight: potential, W_e(j): Phi_e, W_e(j) * is_m(j): W_e(m)},
        equals=P_e,
    )


def round_n(proof: Proof, *, law: sp.Expr = P_n, delay_of_keepers: sp.Expr | int = 0) -> None:
    """No round changes the mean of I, whether or not the learner checks in it."""
    h = sp.Symbol("h", nonnegative=True)
    average(proof, "a resample in round n draws j ~ P_n; the mean of I(n, j) is P_e(m) as well", law, W_n(j), Phi_n)
    proof.assume(
        "no_foresight",
        "Given all that happened before, its own randomness included, the learner checks in round n with some "
        "probability h, 0 or 1 for a delay function; the coin and the draw of round n do not depend on that.",
    )
    before = forced(w_s, w_e, held)
    keep, h_keep = w_n / w_s, h - delay_of_keepers
    waits = (keep * (1 - h_keep) + (1 - keep) * (1 - h)) * before
    proof.identity(
        "(1 - h) I(s, k) + h (w_n(k)/w_s(k)) I(n, k) + h (1 - w_n(k)/w_s(k)) P_e(m) = I(s, k)",
        waits + keep * h_keep * forced(w_n, w_e, held) + (1 - keep) * h * P_e,
        before,
    )
    proof.argue("So round n does not change the mean of I, given the past; by induction it is P_e(m) after each round.")


def last_round(proof: Proof, *, last_check: sp.Symbol = w_e) -> None:
    """After the forced check I tells which expert is held."""
    proof.assume("forced_check", "There is a check in round e, after which s = e.")
    proof.identity("I(e, k) = 1[k = m]", forced(last_check, w_e, held), held)
    proof.argue("The mean of 1[i_e = m] is Pr[i_e = m]; so this is P_e(m), for every expert m.")


def exchanged_coin(proof: Proof) -> None:
    """The false claim for a coin that keeps with the probability of resampling."""
    coin(proof, keeps=1 - sp.exp(-eta * r))


def clip_kept(proof: Proof) -> None:
    """The false claim for a loss r that is raised by a > 0 to the clip."""
    coin(proof, keeps=sp.exp(-eta * (r + late)))


def early_losses(proof: Proof) -> None:
    """The false claim for a resample in round n that already counts the losses of round n."""
    coin(proof)
    start(proof)
    round_n(proof, law=W_next(j) / Phi_next)


def uniform_start(proof: Proof) -> None:
    """The false claim for a first expert that is uniform whatever T_s."""
    coin(proof)
    start(proof, law=1 / sp.Symbol("N", positive=True))


def anticipating_delay(proof: Proof) -> None:
    """The false claim for a learner that is less likely to check, by a > 0, where the coin would keep."""
    coin(proof)
    start(proof)
    round_n(proof, delay_of_keepers=late)


def without_the_forced_check(proof: Proof) -> None:
    """The false claim for a last round in which the expert may have been held since some s < e."""
    coin(proof)
    start(proof)
    round_n(proof)
    last_round(proof, last_check=w_s)


def conditional_on_a_check(proof: Proof) -> None:
    """The false claim that an induction on the marginal needs: if round n is a check, then i_n ~ P_n."""
    coin(proof)
    proof.assume("start", "i_s ~ P_s for s = T_s.")
    checks = sp.Function("c", nonnegative=True)
    before, after = sp.symbols("A B", positive=True)
    proof.define("c(j) = 1 for the experts j that check in round n, A = sum of w_s(j) c(j), B = sum of w_n(j) c(j).")
    keep, stays = W_n(j) / W_s(j), W_n(j) * checks(j)
    proof.total(
        "Pr[check in n, i_n = m] = Pr[check in n] P_n(m)",
        P_s * checks(j) * (keep * is_m(j) + (1 - keep) * W_n(m) / Phi_n),
        index=j,
        totals={W_s(j) * checks(j): before, stays: after, stays * is_m(j): W_n(m) * checks(m)},
        equals=before / Phi_s * W_n(m) / Phi_n,
    )
