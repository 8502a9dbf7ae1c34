"""Why `update_count` holds: the paper's chain, with all of its constants.

The steps take as arguments what differs in the controls.
"""

import sympy as sp

from dartproof.evidence import Proof

eta = sp.Symbol("eta", positive=True)
v, y = sp.symbols("v y", nonnegative=True)
i, k = sp.symbols("i k", integer=True)
m, n = sp.symbols("m n", nonnegative=True)
level = sp.Symbol("Lambda", nonnegative=True)  # ln(1/beta2)
M, best = sp.symbols("M eta_L", nonnegative=True)  # ln(Phi_1/Phi_T), eta L*
ln_n = sp.Symbol("ln_N", nonnegative=True)
share = sp.Symbol("P_t(S)", nonnegative=True)
last = sp.Symbol("f", nonnegative=True)  # Pr[no update in t + 1, ..., n] after an update in round t
P, survives, in_s, factor = (sp.Function(name, nonnegative=True) for name in ("P_t", "f", "1_S", "x"))
E1, E2 = sp.exp(-1), sp.exp(-2)
SUCCESS = sp.Rational(3, 100)


def derive(proof: Proof) -> None:
    """The whole proof."""
    phases(proof)
    exponentials(proof)
    one_expert(proof)
    one_phase(proof)
    successes(proof)
    tail(proof)
    conclusion(proof)


def phases(proof: Proof, *, more: int = 1) -> None:
    """There are at most ln N + eta L* + 1 phases."""
    proof.assume("parameters", "eta > 0, and no loss is negative, so Phi_1 >= Phi_2 >= ...")
    proof.argue(
        "Phi_T >= Phi_{T+1} >= e^(-eta L*) and Phi_1 = N: M = ln(Phi_1/Phi_T) <= ln N + eta L*.",
        nonnegative=ln_n + best - M,
    )
    proof.argue(
        "If m >= 2, then s_{m-1} < T, so Phi_T < Phi_1/e^(m-1): m - 1 < M. If m = 1, then m - 1 = 0 <= M.",
        nonnegative=M - (m - 1),
    )
    proof.at_most("m <= ln N + eta L* + 1", m, ln_n + best + more, by=[M - (m - 1), ln_n + best - M])
    proof.argue(
        "For rounds t <= n of one phase, s_{j-1} < t <= n <= s_j: Phi_t < Phi_1/e^(j-1) and Phi_n >= Phi_1/e^j, so "
        "Phi_n/Phi_t >= e^(-1)."
    )


def exponentials(proof: Proof) -> None:
    """What is needed of e."""
    proof.grows("e^(-v) <= 1 for v >= 0", 1 - sp.exp(-v), v)
    term, partial, sign = sp.Integer(1), sp.Integer(1), -1
    for power in range(1, 6):
        term = term * v / power
        partial, sign = partial + sign * term, -sign
        gap = sign * (sp.exp(-v) - partial)
        proof.grows(f"Taylor's sum of order {power} of e^(-v) errs to the side of its last term", gap, v)
    proof.instance("at v = 1: 1/e >= 11/30", sp.exp(-v) - partial, {v: 1})
    for partial in (sp.Integer(1), 1 + v, 1 + v + v**2 / 2):
        proof.grows(f"e^v >= {partial}, as the line before is the derivative", sp.exp(v) - partial, v)
    positive = sp.Symbol("v_+", positive=True)
    proof.grows("1 - e^(-v) > 0 for v > 0", 1 - sp.exp(-positive), positive)
    proof.instance("1 - 1/e > 0", 1 - sp.exp(-positive), {positive: 1})
    proof.instance("at v = 3/4: e^(3/4) >= 65/32", sp.exp(v) - 1 - v - v**2 / 2, {v: sp.Rational(3, 4)})


def one_expert(proof: Proof, *, clipped: sp.Expr | int = 0) -> None:
    """Pr[no update | i_t = i] >= x(i) = e^(-eta C(i))."""
    lost, checked = sp.symbols("C sigma", nonnegative=True)
    proof.assume("independent", "Given the noises, coins and draws are what they are.")
    proof.cite(
        "delay_function", "Given the noises the rounds of the checks, as long as an expert i is held, are known."
    )
    proof.assume("threshold", "tau >= alpha + c, and the noises are in G.")
    proof.cite("interval_loss", "So r_u is the expert's loss since the last check: the clip does not act.")
    proof.define(
        "After an update in round t let C be the loss of i in t, ..., n - 1 and sigma the sum of r at the checks in "
        "t + 1, ..., n."
    )
    proof.argue("They use disjoint intervals in t, ..., n - 1, so sigma <= C.", nonnegative=lost - checked)
    proof.instance("e^(-eta (C - sigma)) <= 1", 1 - sp.exp(-v), {v: eta * (lost - checked)})
    proof.at_most(
        "All of them keep with probability e^(-eta sigma) >= e^(-eta C) = w_n(i)/w_t(i)",
        sp.exp(-eta * lost),
        sp.exp(-eta * (checked + clipped)),
        by=[sp.exp(-eta * checked) * (1 - sp.exp(-eta * (lost - checked)))],
    )


def one_phase(proof: Proof, *, least: sp.Expr = SUCCESS) -> None:
    """Pr[no update in t + 1, ..., n] >= e^(-2) P_t(S) >= 0.03."""
    ratio = sp.Symbol("Phi_n/Phi_t", nonnegative=True)
    proof.define(
        "x(i) = w_n(i)/w_t(i), 1_S(i) = 1 if i is in S, that is x(i) >= e^(-2), else 0; "
        "f(i) = Pr[no update in t + 1, ..., n | i_t = i]."
    )
    proof.argue(
        "x(i) <= 1, and x(i) <= e^(-2) outside of S.", nonnegative=in_s(i) + (1 - in_s(i)) * E2 - factor(i), every=[i]
    )
    proof.total_nonnegative(
        "Phi_n/Phi_t, the mean of x over P_t, is at most P_t(S) + (1 - P_t(S)) e^(-2)",
        P(i) * (in_s(i) + (1 - in_s(i)) * E2 - factor(i)),
        index=i,
        totals={P(i): sp.Integer(1), P(i) * in_s(i): share, P(i) * factor(i): ratio},
        equals=share + (1 - share) * E2 - ratio,
    )
    proof.argue("In one phase Phi_n/Phi_t >= 1/e.", nonnegative=ratio - E1)
    smaller = sp.exp(-1) / (1 + E1)
    proof.positive("1 - 1/e^2 = (1 - 1/e)(1 + 1/e) > 0", 1 - E2, by=[(1 - E1) * (1 + E1)])
    proof.identity("(1/e - 1/e^2)/(1 - 1/e^2) = (1/e)/(1 + 1/e)", (E1 - E2) / (1 - E2), E1 / (1 + E1))
    proof.at_most(
        "P_t(S) >= (1/e)/(1 + 1/e) = 1/(e + 1)",
        smaller,
        share,
        by=[(share + (1 - share) * E2 - ratio) / (1 - E2), (ratio - E1) / (1 - E2)],
    )
    proof.argue("f(i) >= x(i) >= e^(-2) in S.", nonnegative=survives(i) - in_s(i) * E2, every=[i])
    proof.total_nonnegative(
        "f, the mean of f(i) over P_t, is at least e^(-2) P_t(S)",
        P(i) * (survives(i) - in_s(i) * E2),
        index=i,
        totals={P(i) * survives(i): last, P(i) * in_s(i): share},
        equals=last - share * E2,
    )
    low = sp.Rational(11, 30)
    proof.nonnegative(
        "1/e^3 >= (11/30)^3",
        E1**3 - low**3,
        by=[(E1 - low) * (E1**2 + E1 * low + low**2)],
    )
    proof.instance("1/e <= 1", 1 - sp.exp(-v), {v: 1})
    proof.at_most(
        "e^(-2)/(e + 1) = e^(-3)/(1 + 1/e) >= 0.03, as (11/30)^3 > 0.03 (1 + 11/30) and e^(-3) - 0.03/e grows with 1/e",
        least,
        E2 * smaller,
        by=[
            ((E1 - low) * (E1**2 + E1 * low + low**2 - least)) / (1 + E1),
            (low**3 - least * (1 + low)) / (1 + E1),
        ],
    )
    proof.at_most(
        "so f >= 0.03",
        SUCCESS,
        last,
        by=[last - share * E2, E2 * (share - smaller), E2 * smaller - SUCCESS],
    )


def successes(proof: Proof) -> None:
    """The generating function of X_1 + ... + X_n."""
    proof.define(
        "X_k = 1 if update k is the last one of its phase, or there is no update k; else 0. "
        "F_k = E[2^-(X_1 + ... + X_k)]."
    )
    proof.argue(
        "At most m updates are last ones. If v_T > n, then one of them comes after the first n updates: "
        "X_1 + ... + X_n < m, and 2^-(X_1 + ... + X_n) >= 2^-m. By Markov's inequality Pr[v_T > n] <= 2^m F_n."
    )
    now, then = sp.symbols("F_{k-1} F_k", nonnegative=True)
    proof.define("Given the past, the mean of 2^-X_k is 1 - p/2, p the probability of X_k = 1.")
    chance = sp.Symbol("p", nonnegative=True)
    proof.argue("As shown, p >= 0.03, whatever the past.", nonnegative=chance - SUCCESS)
    proof.nonnegative("so 1 - p/2 <= 1 - 0.015", (1 - SUCCESS / 2) - (1 - chance / 2), by=[(chance - SUCCESS) / 2])
    proof.argue("So F_k <= (1 - 0.015) F_{k-1}.", nonnegative=(1 - SUCCESS / 2) * now - then)
    curve = sp.exp(-v) - 1 + v
    proof.instance("1 - 0.015 <= e^(-0.015)", curve, {v: SUCCESS / 2})
    proof.at_most(
        "F_k <= e^(-0.015) F_{k-1}, so F_n <= e^(-0.015 n)",
        then,
        sp.exp(-SUCCESS / 2) * now,
        by=[(1 - SUCCESS / 2) * now - then, (sp.exp(-SUCCESS / 2) - 1 + SUCCESS / 2) * now],
    )


def tail(proof: Proof, *, rate: sp.Expr | None = None) -> None:
    """2^m e^(-0.015 n) <= e^(-0.03 n/8)."""
    eighth = sp.Rational(1, 8) if rate is None else rate
    proof.argue("Let n >= 70 m + 280 Lambda with Lambda = ln(1/beta2).", nonnegative=n - 70 * m - 280 * level)
    exponent = SUCCESS / 2 * n - sp.Rational(3, 4) * m - eighth * SUCCESS * n
    half_rate = (sp.Rational(1, 2) - eighth) * SUCCESS
    proof.nonnegative(
        "-0.015 n + (3/4) m <= -0.03 n/8",
        exponent,
        by=[half_rate * (n - 70 * m - 280 * level), (half_rate * 70 - sp.Rational(3, 4)) * m, half_rate * 280 * level],
    )
    proof.argue("2 <= 65/32 <= e^(3/4), so 2^m <= e^(3m/4) and 2^m F_n <= e^(3m/4 - 0.015 n) <= e^(-0.03 n/8).")


def conclusion(proof: Proof) -> None:
    """The probability is at most beta2, and the number at most the one of the statement."""
    proof.assume("parameters", "beta2 <= 1, so Lambda >= 0")
    proof.at_most(
        "0.03 n/8 >= Lambda, so e^(-0.03 n/8) <= beta2",
        level,
        SUCCESS * n / 8,
        by=[SUCCESS / 8 * (n - 70 * m - 280 * level), SUCCESS / 8 * 70 * m, (SUCCESS / 8 * 280 - 1) * level],
    )
    proof.at_most(
        "70 m + 280 Lambda + 1 <= 71 (ln N + eta L* + 1) + 280 Lambda, so the least such integer n is at most that",
        70 * m + 280 * level + 1,
        71 * (ln_n + best + 1) + 280 * level,
        by=[70 * (ln_n + best + 1 - m), ln_n, best],
    )
    proof.argue("With the limit V the number of updates is the smaller one of V and what it would be.")


def low_threshold(proof: Proof) -> None:
    """The false claim for any threshold: the clip raises the sum of the r by a > 0."""
    phases(proof)
    exponentials(proof)
    one_expert(proof, clipped=sp.Symbol("a", positive=True))


def one_phase_fewer(proof: Proof) -> None:
    """The false claim m <= ln N + eta L*."""
    phases(proof, more=0)


def larger_success(proof: Proof) -> None:
    """The false claim e^(-2) P_t(S) >= 0.04."""
    phases(proof)
    exponentials(proof)
    one_expert(proof)
    one_phase(proof, least=sp.Rational(4, 100))


def quarter_in_the_tail(proof: Proof) -> None:
    """The false claim that the tail is at most e^(-0.03 n/4)."""
    tail(proof, rate=sp.Rational(1, 4))
