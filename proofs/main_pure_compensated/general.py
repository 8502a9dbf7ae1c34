"""What `main_pure_compensated` says of every rate eta with eta (ln 2T + 7/2) <= eps/4.

x = eps/4, so that b1 = b2 = 1/x, eps2 = x and c = 1/(e^x - 1). The roots have names: x = w^2, ln N = m^2, L' = f^2 and
L' (lambda + 7/2) = g^2. The constants are arguments of the steps, so that the controls can follow them with others.
"""

import sympy as sp

from dartproof.evidence import Proof

w, m, eta, clip = sp.symbols("w m eta c", positive=True)
f, g, ln_t, v, lag, h0, limit = sp.symbols("f g lnT v lambda' h_0 V", nonnegative=True)
x, ln_n, loss = w**2, m**2, f**2
rounds = sp.exp(ln_t)
potential = ln_n + eta * loss
HALF, LAG = sp.Rational(1, 2), sp.Rational(7, 2)
PER_ROUND = sp.Rational(7, 6)
spare = sp.exp(-eta * clip)
best = sp.Symbol("L*", nonnegative=True)
tail = sp.Symbol("Pr[X>V]", nonnegative=True)  # X ~ Poisson(Lambda)


def setting(proof: Proof, *, largest: sp.Expr | int = HALF / 2) -> None:
    """What is known of x, N, T and c."""
    proof.assume("parameters", "x = eps/4 <= 1/4", nonnegative=largest - x)
    proof.grows("e^v - 1 >= 0 for v >= 0", sp.exp(v) - 1, v)
    proof.grows("1 - e^(-v) >= 0", 1 - sp.exp(-v), v)
    proof.grows("e^v - 1 - v >= 0", sp.exp(v) - 1 - v, v)
    proof.grows("e^(-v) - 1 + v >= 0", sp.exp(-v) - 1 + v, v)
    proof.grows("ln(1 + v) - v/(1 + v) >= 0", sp.log(1 + v) - v / (1 + v), v)
    proof.instance("ln 2 >= 1/2", sp.log(1 + v) - v / (1 + v), {v: sp.Integer(1)})
    proof.assume("parameters", "N >= 2", nonnegative=ln_n - sp.log(2))
    proof.nonnegative("so ln N >= 1/2", ln_n - HALF, by=[ln_n - sp.log(2), sp.log(2) - HALF])
    proof.instance("e^x - 1 - x >= 0", sp.exp(v) - 1 - v, {v: x})
    proof.positive("e^x > 1", sp.exp(x) - 1, by=[sp.exp(x) - 1 - x, x])
    value = 1 / (sp.exp(x) - 1)
    proof.at_most("1/(e^x - 1) <= 1/x", value, 1 / x, by=[(sp.exp(x) - 1 - x) / (x * (sp.exp(x) - 1))])
    proof.grows("1 - e^v (1 - v) >= 0, as its derivative is v e^v", 1 - sp.exp(v) * (1 - v), v)
    chord = 2 * v - (sp.exp(v) - 1) * (2 - v)
    proof.grows("2 v - (e^v - 1)(2 - v) >= 0, as its derivative is 1 - e^v (1 - v)", chord, v)
    proof.instance("at v = x", chord, {v: x})
    proof.at_most(
        "1/(e^x - 1) >= 1/x - 1/2",
        1 / x - HALF,
        value,
        by=[(2 * x - (sp.exp(x) - 1) * (2 - x)) / (2 * x * (sp.exp(x) - 1))],
    )
    proof.identity("e^eps2 = e^x = 1 + 1/c for c = 1/(e^x - 1)", sp.exp(x), 1 + 1 / value)
    proof.argue("c is that number: c <= 1/x", nonnegative=1 / x - clip)
    proof.argue("and c >= 1/x - 1/2.", nonnegative=clip - 1 / x + HALF)


def small(proof: Proof) -> None:
    """Eta <= 2 x/7, and so eta c <= 2/7 and e^(-eta c) >= 1/2."""
    proof.assume(
        "moderate_rate",
        "eta (ln 2 + ln T + 7/2) <= eps/4 = x",
        nonnegative=x - eta * (sp.log(2) + ln_t + LAG),
    )
    proof.at_most(
        "eta <= 2 x/7",
        eta,
        x * 2 / 7,
        by=[
            (x - eta * (sp.log(2) + ln_t + LAG)) * 2 / 7,
            eta * ln_t * 2 / 7,
            eta * (sp.log(2) - HALF) * 2 / 7,
            eta / 7,
        ],
    )
    proof.at_most("eta c <= 2/7", eta * clip, sp.Rational(2, 7), by=[eta * (1 / x - clip), (x * 2 / 7 - eta) / x])
    proof.instance("e^(-eta c) >= 1 - eta c", sp.exp(-v) - 1 + v, {v: eta * clip})
    proof.nonnegative(
        "e^(-eta c) >= 1/2",
        spare - HALF,
        by=[spare - 1 + eta * clip, sp.Rational(2, 7) - eta * clip, sp.Rational(3, 14)],
    )
    proof.instance("e^(-eta c) <= 1", 1 - sp.exp(-v), {v: eta * clip})


def checks(proof: Proof) -> None:
    """The hypotheses of `compensated_privacy`, and eps_c <= eps/2."""
    proof.instance("e^(-x) <= 1", 1 - sp.exp(-v), {v: x})
    proof.at_most(
        "e^x - 1 - (e^(eta c) - 1)(1 - e^(-x)) = (1 - e^(-x)) (e^x - 1 + e^(eta c) (2 e^(-eta c) - 1)) >= 0",
        1 + (1 / spare - 1) * (1 - sp.exp(-x)),
        sp.exp(x),
        by=[(1 - sp.exp(-x)) * (sp.exp(x) - 1), (1 - sp.exp(-x)) * (2 * spare - 1) / spare],
    )
    proof.at_most("1/b1 + eta <= eps/2", x + eta, 2 * x, by=[x * 2 / 7 - eta, x * 5 / 7])
    proof.identity("1/b2 + eps2 = eps/2", x + x, 4 * x / 2)
    proof.assume("floor", "h0 <= 1, so tau >= c", nonnegative=1 - h0)


def mean_of_resamples(proof: Proof, *, floor: bool = True) -> None:
    """Lambda <= 2 G."""
    withheld = h0 * (1 - spare)  # p
    if floor:
        proof.assume("floor", "h0 2 T eta c <= G", nonnegative=potential - 2 * h0 * rounds * eta * clip)
    proof.nonnegative("p <= 1/2", HALF - withheld, by=[(1 - h0) * HALF, h0 * (spare - HALF)])
    proof.positive("so 1 - p > 0", 1 - withheld, by=[HALF - withheld, HALF])
    proof.nonnegative("2 T p <= 2 T h0 eta c", 2 * rounds * h0 * (spare - 1 + eta * clip))
    proof.nonnegative(
        "2 T p <= G",
        potential - 2 * rounds * withheld,
        by=[potential - 2 * h0 * rounds * eta * clip, 2 * rounds * h0 * (spare - 1 + eta * clip)],
    )
    proof.at_most(
        "(T - 1) p/(1 - p) <= T p/(1 - p) <= 2 T p <= G",
        (rounds - 1) * withheld / (1 - withheld),
        potential,
        by=[
            withheld / (1 - withheld),
            2 * rounds * withheld * (HALF - withheld) / (1 - withheld),
            potential - 2 * rounds * withheld,
        ],
    )
    proof.assume("small_losses", "L* <= L'", nonnegative=loss - best)
    mean = sp.Symbol("Lambda", nonnegative=True)
    drift = (rounds - 1) * withheld / (1 - withheld)
    proof.cite(
        "compensated_updates",
        "Lambda <= ln N + eta L* + (T - 1) p/(1 - p)",
        nonnegative=ln_n + eta * best + drift - mean,
    )
    proof.at_most(
        "so Lambda <= 2 G",
        mean,
        2 * potential,
        by=[ln_n + eta * best + drift - mean, eta * (loss - best), potential - drift],
    )


def limit_suffices(proof: Proof, *, per_round: sp.Expr | int = PER_ROUND) -> None:
    """Pr[Poisson(Lambda) > V] <= 1/T, by the exponential moment at s = 6/7."""
    mean, root = sp.Symbol("Lambda", nonnegative=True), sp.exp(sp.Rational(1, 7))
    proof.assume("limit", "V >= 4 G + (7/6) ln T", nonnegative=limit - 4 * potential - per_round * ln_t)
    proof.instance("e^(-1/7) >= 6/7", sp.exp(-v) - 1 + v, {v: sp.Rational(1, 7)})
    proof.at_most(
        "e^(1/7) <= 7/6",
        root,
        sp.Rational(7, 6),
        by=[sp.Rational(7, 6) * root * (1 / root - sp.Rational(6, 7))],
    )
    power = sum(sp.Rational(7, 6) ** (5 - j) * root**j for j in range(6))
    most = sp.Rational(7, 6) ** 6
    proof.at_most(
        "e^(6/7) <= (7/6)^6 <= 19/7",
        sp.exp(sp.Rational(6, 7)),
        sp.Rational(19, 7),
        by=[(sp.Rational(7, 6) - root) * power, sp.Rational(19, 7) - most],
    )
    s = sp.Rational(6, 7)
    growth = sp.exp(s) - 1
    proof.instance("e^(6/7) >= 1", sp.exp(v) - 1, {v: s})
    proof.argue(
        "Let X ~ Poisson(Lambda). E e^(s X) = e^(Lambda (e^s - 1)), so by Markov's inequality "
        "Pr[X > V] <= e^(Lambda (e^s - 1) - s V), with s = 6/7.",
        nonnegative=sp.exp(mean * growth - s * limit) - tail,
    )
    exponent = s * limit - mean * growth - ln_t
    proof.nonnegative(
        "s V >= (24/7) G + ln T and Lambda (e^s - 1) <= 2 G (12/7)",
        exponent,
        by=[
            s * (limit - 4 * potential - PER_ROUND * ln_t),
            growth * (2 * potential - mean),
            2 * potential * (sp.Rational(19, 7) - sp.exp(s)),
        ],
    )
    proof.instance("e^(-(s V - Lambda (e^s - 1) - ln T)) <= 1", 1 - sp.exp(-v), {v: exponent})
    proof.at_most(
        "so Pr[X > V] <= 1/T",
        tail,
        1 / rounds,
        by=[sp.exp(mean * growth - s * limit) - tail, (1 - sp.exp(-exponent)) / rounds],
    )
