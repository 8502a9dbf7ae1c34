"""Why `mw_regret` holds, for every number of rounds and experts, all losses in [0, 1] and every eta > 0.

The steps take as arguments what differs in the controls.
"""

import sympy as sp

from dartproof.evidence import Proof

eta, Phi = sp.symbols("eta Phi", positive=True)
rho = sp.Symbol("rho", positive=True)  # Phi_t/Phi_{t+1}
n = sp.Symbol("n", integer=True, nonnegative=True)  # N - 1
p, best, others, v, x, s = sp.symbols("p L_min Psi v x s", nonnegative=True)
played = sp.Symbol("L", nonnegative=True)
i, t = sp.symbols("i t", integer=True)
w, loss = sp.IndexedBase("w", positive=True), sp.IndexedBase("l", real=True)
rho_t, p_t = sp.Function("rho", positive=True), sp.Function("p", nonnegative=True)
experts = 1 + n
slope = 1 - sp.exp(-eta)
ENTROPY = sp.log(experts)


def derive(proof: Proof) -> None:
    """The whole proof."""
    losses(proof)
    chord(proof)
    one_round(proof)
    all_rounds(proof)
    first_form(proof)
    second_form(proof)


def losses(proof: Proof, *, most: int = 1) -> None:
    """The losses lie in [0, `most`]."""
    proof.assume("parameters", "eta > 0")
    proof.assume("range", "l(i) >= 0 for every expert i in every round", nonnegative=loss[i], every=[i])
    proof.assume("range", f"l(i) <= {most}", nonnegative=most - loss[i], every=[i])


def chord(proof: Proof) -> None:
    """e^(-eta l) lies below the chord from 1 at l = 0 to e^-eta at l = 1."""
    proof.grows("1 - e^-v >= 0 for v >= 0: it is 0 at 0 and has the derivative e^-v", 1 - sp.exp(-v), v)
    proof.grows("and 1 - e^-eta > 0, as eta > 0", slope, eta)
    curve = 1 - (1 + x) * sp.exp(-x)
    proof.grows("1 - (1 + x) e^-x >= 0 for x >= 0, as its derivative is x e^-x", curve, x)
    proof.instance("1 - e^-s >= 0", 1 - sp.exp(-v), {v: s})
    proof.nonnegative(
        "1 - e^-x - x e^-(x + s) = (1 - (1 + x) e^-x) + x e^-x (1 - e^-s)",
        1 - sp.exp(-x) - x * sp.exp(-x - s),
        by=[curve, x * sp.exp(-x) * (1 - sp.exp(-s))],
    )
    proof.grows(
        "(1 - e^-x)(x + s) - x (1 - e^-(x + s)) >= 0 for s >= 0: it is 0 at 0 and has the last line as its derivative",
        _below_the_chord(x, s),
        s,
    )
    proof.instance(
        "at x = eta l(i) and x + s = eta", _below_the_chord(x, s), {x: eta * loss[i], s: eta * (1 - loss[i])}
    )
    proof.nonnegative(
        "divided by eta: e^(-eta l) <= 1 - (1 - e^-eta) l for 0 <= l <= 1",
        1 - slope * loss[i] - sp.exp(-eta * loss[i]),
        by=[_below_the_chord(eta * loss[i], eta * (1 - loss[i])) / eta],
    )


def one_round(proof: Proof, *, share: sp.Expr = w[i] / Phi) -> None:
    """ln(Phi_t/Phi_{t+1}) >= (1 - e^-eta) <P_t, l_t>; `share` is the probability of expert i."""
    proof.assume("weights", "In round t the expert i has the weight w(i) and the probability P_t(i) = w(i)/Phi_t.")
    proof.define(
        "Write Phi = Phi_t, p = <P_t, l_t>, rho = Phi_t/Phi_{t+1}: the w(i) add up to Phi, the w(i) l(i) to p Phi and "
        "the w(i) e^(-eta l(i)) to Phi/rho."
    )
    totals = {w[i]: Phi, w[i] * loss[i]: p * Phi, w[i] * sp.exp(-eta * loss[i]): Phi / rho}
    proof.total("P_t(i) l(i) adds up to p", share * loss[i], index=i, totals=totals, equals=p)
    proof.total_nonnegative(
        "the chord, summed over i with the weights: Phi/rho <= Phi (1 - (1 - e^-eta) p)",
        w[i] * (1 - slope * loss[i] - sp.exp(-eta * loss[i])),
        index=i,
        totals=totals,
        equals=Phi * (1 - slope * p) - Phi / rho,
    )
    proof.instance("e^(-eta l(i)) <= 1", 1 - sp.exp(-v), {v: eta * loss[i]})
    proof.total_nonnegative(
        "and no weight grows: Phi/rho <= Phi",
        w[i] * (1 - sp.exp(-eta * loss[i])),
        index=i,
        totals=totals,
        equals=Phi - Phi / rho,
    )
    proof.nonnegative("so rho >= 1", rho - 1, by=[(Phi - Phi / rho) * rho / Phi])
    logarithm = sp.log(1 + x) - x / (1 + x)
    proof.grows("ln(1 + x) >= x/(1 + x) for x >= 0, as the derivative of the gap is x/(1 + x)^2", logarithm, x)
    proof.instance("at 1 + x = rho: ln rho >= 1 - 1/rho", logarithm, {x: rho - 1})
    proof.at_most(
        "(1 - e^-eta) p <= 1 - 1/rho <= ln rho",
        slope * p,
        sp.log(rho),
        by=[sp.log(rho) - (rho - 1) / rho, (Phi * (1 - slope * p) - Phi / rho) / Phi],
    )
    proof.argue(
        "That was any round, so (1 - e^-eta) p(t) <= ln rho(t) for every t.",
        nonnegative=sp.log(rho_t(t)) - slope * p_t(t),
        every=[t],
    )


def all_rounds(proof: Proof) -> None:
    """The logarithms telescope, and Phi_{T+1} is at least the weight of the best expert."""
    last = sp.exp(-eta * best) * (1 + others)
    proof.define(
        "Phi_1 = N = 1 + n. The best expert has the weight e^(-eta L*) in Phi_{T+1} = e^(-eta L*) (1 + Psi), Psi >= 0. "
        "So the ln rho(t) = ln Phi_t - ln Phi_{t+1} add up to ln N - ln Phi_{T+1}, and the p(t) to the loss L."
    )
    proof.total_nonnegative(
        "summed over t = 1, ..., T: (1 - e^-eta) L <= ln N - ln Phi_{T+1}",
        sp.log(rho_t(t)) - slope * p_t(t),
        index=t,
        totals={sp.log(rho_t(t)): ENTROPY - sp.log(last), p_t(t): played},
        equals=ENTROPY - sp.log(last) - slope * played,
    )
    proof.identity("ln Phi_{T+1} = -eta L* + ln(1 + Psi)", sp.log(last), -eta * best + sp.log(1 + others))
    proof.grows("ln(1 + x) >= 0 for x >= 0", sp.log(1 + x), x)
    proof.instance("so ln(1 + Psi) >= 0", sp.log(1 + x), {x: others})


def first_form(proof: Proof, *, entropy: sp.Expr = ENTROPY) -> None:
    """L <= (eta L* + ln N)/(1 - e^-eta)."""
    last = sp.exp(-eta * best) * (1 + others)
    proof.at_most(
        "(1 - e^-eta) L <= ln N - ln Phi_{T+1} <= ln N + eta L*",
        slope * played,
        eta * best + entropy,
        by=[ENTROPY - sp.log(last) - slope * played, sp.log(1 + others)],
    )
    proof.at_most(
        "divided by 1 - e^-eta > 0: L <= (eta L* + ln N)/(1 - e^-eta)",
        played,
        (eta * best + entropy) / slope,
        by=[(eta * best + entropy - slope * played) / slope],
    )


def second_form(proof: Proof, *, factor: sp.Expr | int = 2, bounded: bool = True) -> None:
    """L - L* <= eta L* + `factor` ln N/eta."""
    curve = 1 - (1 + x) * sp.exp(-x)
    proof.instance("Second form. At x = eta: (1 + eta)(1 - e^-eta) >= eta", curve, {x: eta})
    proof.at_most(
        "1/(1 - e^-eta) <= (1 + eta)/eta",
        1 / slope,
        (1 + eta) / eta,
        by=[(1 - (1 + eta) * sp.exp(-eta)) / (eta * slope)],
    )
    proof.instance("ln N >= 0", sp.log(1 + x), {x: n})
    gap = (1 + eta) / eta - 1 / slope
    first = (eta * best + ENTROPY) / slope - played
    proof.at_most(
        "L - L* <= eta L* + (1 + eta) ln N/eta for every eta > 0",
        played - best,
        eta * best + (1 + eta) * ENTROPY / eta,
        by=[first, eta * best * gap, ENTROPY * gap],
    )
    if bounded:
        proof.assume("rate", "eta <= 1", nonnegative=1 - eta)
    proof.at_most(
        f"and 1 + eta <= 2: L - L* <= eta L* + {factor} ln N/eta",
        played - best,
        eta * best + factor * ENTROPY / eta,
        by=[
            eta * best + (1 + eta) * ENTROPY / eta - (played - best),
            ENTROPY * (factor - 1 - eta) / eta,
        ],
    )


def _below_the_chord(start: sp.Expr, step: sp.Expr) -> sp.Expr:
    return (1 - sp.exp(-start)) * (start + step) - start * (1 - sp.exp(-start - step))


def _up_to_the_first_form(proof: Proof) -> None:
    losses(proof)
    chord(proof)
    one_round(proof)
    all_rounds(proof)
    first_form(proof)


def losses_up_to_two(proof: Proof) -> None:
    """The false claim for losses in [0, 2]."""
    losses(proof, most=2)
    chord(proof)


def uniform_play(proof: Proof) -> None:
    """The false claim for a learner that plays uniformly in every round."""
    losses(proof)
    chord(proof)
    one_round(proof, share=1 / experts)


def without_entropy(proof: Proof) -> None:
    """The false claim without ln N."""
    losses(proof)
    chord(proof)
    one_round(proof)
    all_rounds(proof)
    first_form(proof, entropy=sp.Integer(0))


def one_entropy(proof: Proof) -> None:
    """The false claim with ln N/eta in place of 2 ln N/eta."""
    _up_to_the_first_form(proof)
    second_form(proof, factor=1)


def large_rate(proof: Proof) -> None:
    """The false claim that the second form needs no eta <= 1."""
    _up_to_the_first_form(proof)
    second_form(proof, bounded=False)
