"""Why `main_approx` holds, for all T, N >= 2, 0 < eps <= 1, 0 < delta < 1 and losses.

Roots are symbols: n^2 = ln N, t^2 = ln T, s^2 = eps/2, r^2 = L' of a bucket and z^2 = L*. The constants of the claim
are arguments of the steps, so that the controls can follow the same steps with others.
"""

from dataclasses import dataclass

import sympy as sp

from dartproof.evidence import Proof

n, t, s, r, z = sp.symbols("n t s r z", positive=True)
eta, tau, gap = sp.symbols("eta tau Delta", positive=True)
v = sp.Symbol("v", nonnegative=True)
best, regret = sp.Symbol("L", nonnegative=True), sp.Symbol("R", real=True)  # of one bucket
growth = sp.sqrt(2)
power = sp.Symbol("y", positive=True)  # sqrt(2)^K
r_1, S, K = sp.symbols("r_1 S_r K", positive=True)
ln_loss = sp.Symbol("l", nonnegative=True)  # ln(1 + L*)
log_2 = sp.log(2)
bucket = sp.IndexedBase("R", real=True)
root, least = sp.IndexedBase("r", positive=True), sp.IndexedBase("f", positive=True)
k = sp.Symbol("k", integer=True)
R_sum, R_all = sp.symbols("R_sum R_all", real=True)
H = sp.Symbol("H", positive=True)  # min(18 k1, 36 sqrt(2 k1 Lambda))
f, S_f, f_1, f_z, f_now, f_next, f_last = sp.symbols("f S_f f(r_1) f(z') f(x) f(x') f(r_K)", positive=True)
k2 = sp.Symbol("k2", positive=True)
TWO_THIRDS = sp.Rational(2, 3)
FIRST, SECOND = sp.exp(4) * sp.Rational(7, 6), sp.exp(4) * sp.Rational(129, 32)
PER_ROOT = FIRST + 149 * SECOND
ROUNDS = 5221
scale = 48 * (3 * t**2 + 2 * log_2) / s**2  # 6 alpha
event, event_n, delta = sp.symbols("P(E) P'(E) delta", nonnegative=True)


@dataclass(frozen=True, slots=True)
class Constants:
    """The numbers of e^4 (a sqrt(L* ln N ln T/eps) + b M ln N + (1 + ln(1 + L*)) ln N (c H + d ln T)/eps).

    The regret is at most so much; `of_second` is another d', of min(18 k2, 36 sqrt(2 k2 Lambda)).
    """

    of_both: int = 4514
    of_least: int = 6
    of_few: int = 4
    of_rounds: int = 50756
    of_second: int = 0


PAPER = Constants()


def derive(proof: Proof) -> None:
    """The whole proof."""
    private(proof)
    numbers(proof)
    one_bucket(proof)
    rate(proof)
    roots(proof)
    least_terms(proof)
    count(proof)
    together(proof)
    sizes(proof)
    asymptotic(proof)
    first_bucket(proof)


def private(proof: Proof) -> None:
    """Algorithm 3 is (eps, delta)-private."""
    proof.define(
        "Algorithm 3 with eps; its inner learners are Algorithm 1 with eps/2, delta and the parameters of Theorem A.2, "
        "with 1/tau among the terms of eta."
    )
    proof.cite("approx_parameters", "The inner learners are (eps/2, delta)-DP for every L', as eps/2 <= 1.")
    proof.cite(
        "doubling",
        "So the moments of ⊤ and the picks are (eps, delta)-DP.",
        nonnegative=sp.exp(2 * s**2) * event_n + delta - event,
    )
    proof.nonnegative("P(E) <= e^eps P'(E) + delta", sp.exp(2 * s**2) * event_n + delta - event)


def numbers(proof: Proof) -> None:
    """Facts about numbers and the threshold."""
    proof.assume("parameters", "eps <= 1, that is s^2 <= 1/2", nonnegative=sp.Rational(1, 2) - s**2)
    law = sp.log(1 + v) - 2 * v / (2 + v)
    proof.grows("ln(1 + v) >= 2v/(2 + v) for v >= 0", law, v)
    proof.instance("at v = 1: ln 2 >= 2/3", law, {v: sp.Integer(1)})
    proof.positive("so ln 2 > 0", log_2, by=[log_2 - TWO_THIRDS, TWO_THIRDS])
    for number, name in ((n, "N"), (t, "T")):
        proof.assume("parameters", f"{name} >= 2", nonnegative=number**2 - log_2)
        proof.nonnegative(f"ln {name} >= 2/3", number**2 - TWO_THIRDS, by=[number**2 - log_2, log_2 - TWO_THIRDS])
    gap_law = 1 - (1 - v) * sp.exp(v)
    proof.grows("(1 - v) e^v <= 1 for v >= 0", gap_law, v)
    proof.grows("e^v >= 1 for v >= 0", sp.exp(v) - 1, v)
    proof.grows("e^v - 1 - v >= 0 for v >= 0", sp.exp(v) - 1 - v, v)
    third = s**2 / 3
    proof.instance("e^eps2 >= 1 + eps2, where eps2 = eps/6 = s^2/3", sp.exp(v) - 1 - v, {v: third})
    proof.positive("e^eps2 - 1 > 0", sp.exp(third) - 1, by=[sp.exp(third) - 1 - third, third])
    clip = 1 / (sp.exp(third) - 1)
    proof.at_most(
        "c = 1/(e^eps2 - 1) <= 1/eps2", clip, 3 / s**2, by=[(sp.exp(third) - 1 - third) / (third * (sp.exp(third) - 1))]
    )
    proof.instance("e^eps2 <= 1/(1 - eps2)", gap_law, {v: third})
    proof.nonnegative(
        "e^eps2 <= 6/5, as eps2 <= 1/6",
        sp.Rational(6, 5) - sp.exp(third),
        by=[
            sp.Rational(6, 5) * (1 - (1 - third) * sp.exp(third)),
            sp.Rational(2, 5) * sp.exp(third) * (sp.Rational(1, 2) - s**2),
        ],
    )
    proof.nonnegative("so c >= 1", clip - 1, by=[clip * (sp.Rational(6, 5) - sp.exp(third)), clip * sp.Rational(4, 5)])
    value = 24 * (3 * t**2 + 2 * log_2) / s**2 + clip
    proof.assume(
        "threshold", "tau = 8 (ln T + 2 ln(2T))/eps1 + c, where eps1 = eps/6; at most that,", nonnegative=value - tau
    )
    proof.grows("v - ln(1 + v) >= 0 for v >= 0", v - sp.log(1 + v), v)
    proof.instance("ln 2 <= 1", v - sp.log(1 + v), {v: sp.Integer(1)})
    above = 24 * (3 * t**2 + 2 * log_2) / s**2 + 3 / s**2 - tau
    proof.nonnegative("tau <= 8 (ln T + 2 ln(2T))/eps1 + 3/s^2", above, by=[value - tau, 3 / s**2 - clip])
    proof.at_most(
        "so s^2 tau <= 72 ln T + 48 ln 2 + 3 <= 149 ln T",
        s**2 * tau,
        149 * t**2,
        by=[
            s**2 * above,
            48 * (t**2 - log_2),
            sp.Rational(9, 2) * (t**2 - TWO_THIRDS),
            sp.Rational(49, 2) * t**2,
        ],
    )
    proof.assume("threshold", "and at least that.", nonnegative=tau - value)
    below = tau - 24 * (3 * t**2 + 2 * log_2) / s**2 - 1
    proof.nonnegative("tau >= 8 (ln T + 2 ln(2T))/eps1 + 1", below, by=[tau - value, clip - 1])
    proof.at_most(
        "so tau >= 32",
        32,
        tau,
        by=[
            below,
            72 * t**2 / s**2,
            48 * (log_2 - TWO_THIRDS) / s**2,
            64 * (sp.Rational(1, 2) - s**2) / s**2,
            33,
        ],
    )
    proof.nonnegative(
        "so tau >= 8 (ln T + ln(2 T^2))/eps1 + c",
        tau - 24 * (3 * t**2 + log_2) / s**2 - clip,
        by=[tau - value, 24 * (log_2 - TWO_THIRDS) / s**2, 16 / s**2],
    )
    proof.assume(
        "threshold",
        "Delta = tau + 8 (ln T + ln(2 T^2))/eps1 + 1",
        nonnegative=tau + 24 * (3 * t**2 + log_2) / s**2 + 1 - gap,
    )
    proof.at_most(
        "so Delta <= 2 tau",
        gap,
        2 * tau,
        by=[tau + 24 * (3 * t**2 + log_2) / s**2 + 1 - gap, below, 24 * (log_2 - TWO_THIRDS) / s**2, 16 / s**2],
    )


def one_bucket(proof: Proof) -> None:
    """R <= e^4 ((7/6) ln N/eta + (129/32) eta tau L') + 2 for a bucket with L' = r^2."""
    factor, slope = sp.exp(2 * eta * gap), 1 - sp.exp(-eta)
    proof.assume("rate", "eta tau <= 1, as 1/tau is among the terms of eta,", nonnegative=1 - eta * tau)
    proof.assume("rate", "and eta <= s^2/3", nonnegative=s**2 / 3 - eta)
    proof.grows("1 - e^(-v) >= 0 for v >= 0", 1 - sp.exp(-v), v)
    small = sp.Symbol("u", positive=True)
    proof.grows("1 - e^(-v) > 0 for v > 0", 1 - sp.exp(-small), small)
    proof.instance("1 - e^(-eta) > 0", 1 - sp.exp(-small), {small: eta})
    proof.assume("loss_bound", "The best expert of the bucket loses L <= L',", nonnegative=r**2 - best)
    limit = sp.Symbol("V", nonnegative=True)
    proof.assume(
        "rate",
        "V = ⌈71 (ln N + eta L' + 1) + 280 ln T⌉ is at least what it rounds up",
        nonnegative=limit - 71 * (n**2 + eta * r**2 + 1) - 280 * t**2,
    )
    proof.nonnegative(
        "so V >= 71 (ln N + eta L + 1) + 280 ln T",
        limit - 71 * (n**2 + eta * best + 1) - 280 * t**2,
        by=[limit - 71 * (n**2 + eta * r**2 + 1) - 280 * t**2, 71 * eta * (r**2 - best)],
    )
    proof.assume("oblivious", "The losses are fixed in advance, in [0, 1].")
    proof.cite(
        "regret",
        "The regret of the inner learner is R <= e^(2 eta Delta) (eta L + ln N)/(1 - e^(-eta)) - L + 2",
        nonnegative=factor * (eta * best + n**2) / slope - best + 2 - regret,
    )
    exponent = 2 * eta * gap
    proof.instance("e^(2 eta Delta) >= 1", sp.exp(v) - 1, {v: exponent})
    proof.grows("v - 1 + e^(-v) >= 0 for v >= 0", v - 1 + sp.exp(-v), v)
    proof.instance("1 - e^(-eta) <= eta", v - 1 + sp.exp(-v), {v: eta})
    rises = factor * eta / slope - 1
    proof.nonnegative(
        "this bound rises with L", rises, by=[(factor - 1) * eta / slope, (eta - 1 + sp.exp(-eta)) / slope]
    )
    at_bound = factor * (eta * r**2 + n**2) / slope - r**2 + 2
    proof.at_most(
        "so it is at most that at L'",
        regret,
        at_bound,
        by=[factor * (eta * best + n**2) / slope - best + 2 - regret, (r**2 - best) * rises],
    )
    law = (1 + v) * (1 - sp.exp(-v)) - v
    proof.grows("v <= (1 + v)(1 - e^(-v)) for v >= 0", law, v)
    proof.instance("1/(1 - e^(-eta)) <= (1 + eta)/eta", law, {v: eta})
    opened = factor * (1 + eta) * (r**2 + n**2 / eta) - r**2 + 2
    proof.at_most(
        "R <= e^(2 eta Delta) (1 + eta)(L' + ln N/eta) - L' + 2",
        regret,
        opened,
        by=[at_bound - regret, factor * (eta * r**2 + n**2) * ((1 + eta) * slope - eta) / (eta * slope)],
    )
    spare = 4 - exponent
    proof.nonnegative("2 eta Delta <= 4 eta tau <= 4", spare, by=[2 * eta * (2 * tau - gap), 4 * (1 - eta * tau)])
    proof.instance("e^(4 - 2 eta Delta) >= 1", sp.exp(v) - 1, {v: spare})
    most = sp.exp(4)
    proof.nonnegative("so e^(2 eta Delta) <= e^4", most - factor, by=[factor * (sp.exp(spare) - 1)])
    at_exponent = 1 - (1 - exponent) * factor
    proof.instance("(1 - v) e^v <= 1 at v = 2 eta Delta", 1 - (1 - v) * sp.exp(v), {v: exponent})
    proof.at_most("eta <= 1/6", eta, sp.Rational(1, 6), by=[s**2 / 3 - eta, (sp.Rational(1, 2) - s**2) / 3])
    proof.at_most(
        "R <= e^4 ((7/6) ln N/eta + (129/32) eta tau L') + 2, as e^v - 1 <= v e^v and 1 <= tau/32",
        regret,
        FIRST * n**2 / eta + SECOND * eta * tau * r**2 + 2,
        by=[
            opened - regret,
            r**2 * at_exponent,
            r**2 * 2 * eta * (2 * tau - gap) * factor,
            r**2 * 4 * eta * tau * (most - factor),
            r**2 * eta * (most - factor),
            r**2 * eta * most * (tau - 32) / 32,
            n**2 / eta * (1 + eta) * (most - factor),
            n**2 / eta * most * (sp.Rational(1, 6) - eta),
        ],
    )


def rate(proof: Proof) -> None:
    """R <= A + c1 ln N f + B r, what the terms of eta give."""
    largest = 3 / s**2 + tau + H / s**2 + 18 * k2 / s**2 + f + r * t / (s * n)
    proof.define(
        "f = f(r), where f(x) = min(36 x/s, (184032 Lambda)^(1/3) x^(2/3)/s^(4/3)) for x >= 0: so 1/eta3 <= f, as "
        "sqrt(1278) <= 36. H = min(18 k1, 36 sqrt(2 k1 Lambda)), so 1/eta1 = H/s^2, and 1/eta2 <= 18 k2/s^2."
    )
    proof.assume(
        "rate",
        "1/eta is the largest of 3/s^2, tau, 1/eta1, 1/eta2, 1/eta3 and 1/eta4 = r t/(s n), so at most their sum",
        nonnegative=largest - 1 / eta,
    )
    proof.assume("rate", "and eta <= s n/(r t).", nonnegative=s * n - eta * r * t)
    proof.assume("rate", "k2 = ⌈280 ln T⌉ <= 280 ln T + 1", nonnegative=280 * t**2 + 1 - k2)
    proof.at_most(
        "R <= A + c1 f ln N + B r, where A = c1 ln N (H + 5221 ln T)/s^2 + 2, B = (c1 + 149 c2) n t/s, c1 = (7/6) e^4 "
        "and c2 = (129/32) e^4",
        regret,
        _fixed() + FIRST * n**2 * f + _slope() * r,
        by=[
            FIRST * n**2 / eta + SECOND * eta * tau * r**2 + 2 - regret,
            FIRST * n**2 * (largest - 1 / eta),
            FIRST * n**2 * (149 * t**2 - s**2 * tau) / s**2,
            FIRST * n**2 * 18 * (280 * t**2 + 1 - k2) / s**2,
            FIRST * n**2 * sp.Rational(63, 2) * (t**2 - TWO_THIRDS) / s**2,
            FIRST * n**2 * t**2 * sp.Rational(1, 2) / s**2,
            SECOND * eta * r**2 * (149 * t**2 - s**2 * tau) / s**2,
            SECOND * 149 * r * t * (s * n - eta * r * t) / s**2,
        ],
    )


def roots(proof: Proof) -> None:
    """The sum S_r of the r_k over the K buckets is at most r_1 + 5 sqrt(L*)."""
    start = r_1 / (growth - 1)
    proof.positive("sqrt(2) > 1", growth - 1, by=[(growth**2 - 1) / (growth + 1)])
    proof.define("r_k = r_1 sqrt(2)^(k - 1), y = sqrt(2)^K, and G(y) = r_1 (y - 1)/(sqrt(2) - 1).")
    proof.identity(
        "G(sqrt(2) y) - G(y) = r_1 y, the next r_k", start * (growth * power - 1) - start * (power - 1), r_1 * power
    )
    proof.identity("and G(1) = 0", start * (1 - 1), sp.Integer(0))
    total = start * (power - 1)
    proof.argue("So, by induction on K, S_r = r_1 + ... + r_K = G(y).", nonnegative=total - S)
    proof.cite(
        "doubling",
        "2^(K - 1) <= 1 + L*/(3 alpha), and r_1^2 = 6 alpha: so r_1^2 y^2 <= 2 r_1^2 + 4 L*",
        nonnegative=2 * r_1**2 + 4 * z**2 - r_1**2 * power**2,
    )
    last = growth * r_1 + 2 * z
    proof.at_most(
        "so r_1 y <= sqrt(2) r_1 + 2 sqrt(L*)",
        r_1 * power,
        last,
        by=[
            (2 * r_1**2 + 4 * z**2 - r_1**2 * power**2) / (last + r_1 * power),
            4 * growth * r_1 * z / (last + r_1 * power),
        ],
    )
    proof.nonnegative(
        "sqrt(2) <= 3/2",
        sp.Rational(3, 2) - growth,
        by=[(sp.Rational(9, 4) - growth**2) / (sp.Rational(3, 2) + growth)],
    )
    proof.at_most(
        "S_r <= r_1 + 2 sqrt(L*)/(sqrt(2) - 1) <= r_1 + 5 sqrt(L*)",
        S,
        r_1 + 5 * z,
        by=[total - S, (last - r_1 * power) / (growth - 1), 2 * z * (sp.Rational(3, 2) - growth)],
    )
    proof.assume(
        "alpha",
        "alpha = 16 (ln T + 2 ln(2T))/eps, so r_1^2 = 6 alpha = 48 (3 ln T + 2 ln 2)/s^2",
        nonnegative=scale - r_1**2,
    )
    proof.at_most(
        "r_1 <= 16 t/s",
        r_1,
        16 * t / s,
        by=[
            (scale - r_1**2) / (16 * t / s + r_1),
            96 * (t**2 - log_2) / s**2 / (16 * t / s + r_1),
            16 * t**2 / s**2 / (16 * t / s + r_1),
        ],
    )


def least_terms(proof: Proof) -> None:
    """The sum S_f of the f(r_k) is at most 5 (f(r_1) + f(sqrt(2 L*)))."""
    proof.identity("(5/4)^3 = 125/64 <= 2, so 2^(1/3) >= 5/4", sp.Rational(5, 4) ** 3, 2 - sp.Rational(3, 64))
    proof.argue(
        "f(sqrt(2) x) >= 2^(1/3) f(x) >= (5/4) f(x): the first term of the minimum grows by sqrt(2), the second by "
        "2^(1/3).",
        nonnegative=f_next - sp.Rational(5, 4) * f_now,
    )
    proof.at_most(
        "so if the first K terms add up to at most 5 f(r_K), the first K + 1 do to at most 5 f(r_(K+1))",
        5 * f_now + f_next,
        5 * f_next,
        by=[4 * (f_next - sp.Rational(5, 4) * f_now)],
    )
    proof.argue("As f(r_1) <= 5 f(r_1), by induction S_f <= 5 f(r_K).", nonnegative=5 * f_last - S_f)
    low, high = sp.symbols("x x'", positive=True)
    steep, steep_low, steep_high = sp.symbols("g g(x) g(x')", positive=True)
    proof.argue(
        "f(x)/x falls with x, as its two terms do; so g = f(x + x')/(x + x') has g <= f(x)/x = g(x)",
        nonnegative=steep_low - steep,
    )
    proof.argue("and g <= f(x')/x' = g(x').", nonnegative=steep_high - steep)
    proof.at_most(
        "so f(x + x') = g x + g x' <= f(x) + f(x')",
        steep * (low + high),
        steep_low * low + steep_high * high,
        by=[low * (steep_low - steep), high * (steep_high - steep)],
    )
    proof.at_most(
        "r_K = r_1 y/sqrt(2) <= r_1 + sqrt(2 L*)",
        r_1 * power / growth,
        r_1 + growth * z,
        by=[(growth * r_1 + 2 * z - r_1 * power) / growth],
    )
    proof.argue(
        "f rises, so f(r_K) <= f(r_1) + f(sqrt(2 L*)); for L* = 0 the second is 0.", nonnegative=f_1 + f_z - f_last
    )
    proof.at_most(
        "S_f <= 5 (f(r_1) + f(sqrt(2 L*)))", S_f, 5 * (f_1 + f_z), by=[5 * f_last - S_f, 5 * (f_1 + f_z - f_last)]
    )
    proof.argue("f(r_1) <= 36 r_1/s", nonnegative=36 * r_1 / s - f_1)


def count(proof: Proof) -> None:
    """K <= (3/2)(1 + ln(1 + L*))."""
    proof.cite(
        "doubling",
        "K <= 1 + log2(1 + L*/(3 alpha)) <= 1 + ln(1 + L*)/ln 2, as 3 alpha >= 1",
        nonnegative=1 + ln_loss / log_2 - K,
    )
    proof.at_most(
        "ln 2 >= 2/3: K <= (3/2)(1 + ln(1 + L*))",
        K,
        sp.Rational(3, 2) * (1 + ln_loss),
        by=[1 + ln_loss / log_2 - K, ln_loss * (log_2 - TWO_THIRDS) * sp.Rational(3, 2) / log_2, sp.Rational(1, 2)],
    )


def together(proof: Proof) -> None:
    """The regret of Algorithm 3 is at most K A + c1 ln N S_f + B S_r + 1."""
    fixed, slope = _fixed(), _slope()
    each = fixed + FIRST * n**2 * least[k] + slope * root[k] - bucket[k]
    proof.argue(
        "In each bucket R_k <= A + c1 ln N f(r_k) + B r_k: A, B do not depend on k.", nonnegative=each, every=[k]
    )
    proof.total_nonnegative(
        "summed over the K buckets",
        each,
        index=k,
        totals={root[k]: S, least[k]: S_f, bucket[k]: R_sum, sp.Integer(1): K},
        equals=fixed * K + FIRST * n**2 * S_f + slope * S - R_sum,
    )
    proof.cite("doubling", "The regret of Algorithm 3 is at most R_1 + ... + R_K + 1", nonnegative=R_sum + 1 - R_all)
    proof.at_most(
        "so at most K A + 5 c1 ln N (f(r_1) + f(sqrt(2 L*))) + B (r_1 + 5 sqrt(L*)) + 1",
        R_all,
        fixed * K + 5 * FIRST * n**2 * (f_1 + f_z) + slope * (r_1 + 5 * z) + 1,
        by=[
            R_sum + 1 - R_all,
            fixed * K + FIRST * n**2 * S_f + slope * S - R_sum,
            FIRST * n**2 * (5 * (f_1 + f_z) - S_f),
            slope * (r_1 + 5 * z - S),
        ],
    )


def sizes(proof: Proof, constants: Constants = PAPER) -> None:
    """The constants of the claim are large enough, as numbers."""
    first, second = sp.Rational(7, 6), sp.Rational(129, 32)
    per_root = first + 149 * second
    for number, at_least, text in (
        (constants.of_both, 5 * per_root * sp.Rational(3, 2), "a >= 5 (7/6 + 149 * 129/32)(3/2)"),
        (constants.of_least, 5 * first, "b >= 5 * 7/6"),
        (constants.of_few, 3 * first, "c >= 3 * 7/6"),
        (
            constants.of_rounds,
            3 * first * ROUNDS + 7200 * first + 40 * per_root + 9,
            "d >= 3 (7/6) 5221 + 7200 * 7/6 + 40 (7/6 + 149 * 129/32) + 9",
        ),
    ):
        proof.nonnegative(text, sp.Integer(number) - at_least)


def asymptotic(proof: Proof, constants: Constants = PAPER) -> None:
    """The claim, in which sqrt(L*/eps) = z/(sqrt(2) s) and 1/eps = 1/(2 s^2)."""
    fixed, slope = _fixed(), _slope()
    four_fifths, one_and_half = sp.Rational(4, 5), sp.Rational(3, 2)
    for number, name in ((n, "sqrt(ln N)"), (t, "sqrt(ln T)")):
        proof.nonnegative(
            f"{name} >= 4/5, as (4/5)^2 < 2/3",
            number - four_fifths,
            by=[
                (number**2 - TWO_THIRDS) / (number + four_fifths),
                (TWO_THIRDS - four_fifths**2) / (number + four_fifths),
            ],
        )
    product, few = n**2 * t**2 / s**2, n**2 * H / s**2
    proof.at_most(
        "the first bucket: B r_1 <= 16 B t/s <= 20 (c1 + 149 c2) ln N ln T/s^2",
        slope * r_1,
        20 * PER_ROOT * product,
        by=[slope * (16 * t / s - r_1), 20 * PER_ROOT * n * t**2 * (n - four_fifths) / s**2],
    )
    proof.at_most(
        "and 5 c1 ln N f(r_1) <= 5 c1 ln N * 36 * 16 t/s^2 <= 3600 c1 ln N ln T/s^2",
        5 * FIRST * n**2 * f_1,
        3600 * FIRST * product,
        by=[
            5 * FIRST * n**2 * (36 * r_1 / s - f_1),
            180 * FIRST * n**2 * (16 * t / s - r_1) / s,
            3600 * FIRST * n**2 * t * (t - four_fifths) / s**2,
        ],
    )
    nine_eighths = sp.Rational(9, 8)
    proof.at_most(
        "1 <= (9/8) ln N ln T/s^2",
        1,
        nine_eighths * product,
        by=[
            nine_eighths * (n**2 - TWO_THIRDS) * t**2 / s**2,
            nine_eighths * TWO_THIRDS * (t**2 - TWO_THIRDS) / s**2,
            (sp.Rational(1, 2) - s**2) / s**2,
        ],
    )
    at_root = 5 * PER_ROOT * n * t * z / s
    claimed_root = sp.exp(4) * constants.of_both * n * t * z / (growth * s)
    proof.at_most(
        "5 B sqrt(L*) <= 4514 e^4 sqrt(L* ln N ln T/eps), as sqrt(2) <= 3/2",
        at_root,
        claimed_root,
        by=[
            at_root * (one_and_half - growth) / growth,
            sp.exp(4)
            * (constants.of_both - 5 * (sp.Rational(7, 6) + 149 * sp.Rational(129, 32)) * one_and_half)
            * n
            * t
            * z
            / (growth * s),
        ],
    )
    proof.grows("e^v >= 1 for v >= 0 (again)", sp.exp(v) - 1, v)
    proof.instance("e^4 >= 1", sp.exp(v) - 1, {v: sp.Integer(4)})
    claimed = (1 + ln_loss) * sp.exp(4) * (constants.of_few * few + constants.of_rounds * product) / 2
    spare = (
        sp.exp(4) * (sp.Rational(constants.of_rounds, 2) - sp.Rational(9, 2))
        - one_and_half * FIRST * ROUNDS
        - 3600 * FIRST
        - 20 * PER_ROOT
    )
    proof.at_most(
        "K A + 5 c1 ln N f(r_1) + B r_1 + 1 <= e^4 (1 + ln(1 + L*)) ln N (4 H + 50756 ln T)/eps",
        fixed * K + 5 * FIRST * n**2 * f_1 + slope * r_1 + 1,
        claimed,
        by=[
            fixed * (one_and_half * (1 + ln_loss) - K),
            one_and_half * (1 + ln_loss) * 2 * (nine_eighths * product - 1),
            20 * PER_ROOT * product - slope * r_1,
            3600 * FIRST * product - 5 * FIRST * n**2 * f_1,
            nine_eighths * product - 1,
            (1 + ln_loss) * (sp.exp(4) * sp.Rational(constants.of_few, 2) - one_and_half * FIRST) * few,
            (1 + ln_loss) * spare * product,
            ln_loss * (3600 * FIRST + 20 * PER_ROOT + nine_eighths) * product,
            (1 + ln_loss) * sp.Rational(9, 2) * (sp.exp(4) - 1) * product,
        ],
    )
    proof.argue(
        "M = min(72 sqrt(L*/eps), (1472256 L* Lambda)^(1/3)/eps^(2/3)) is f(sqrt(2 L*)): 36 * sqrt(2) * sqrt(2) = 72, "
        "and 184032 * 2 * 2^2 = 1472256."
    )
    proof.at_most(
        "so the regret is at most the sum of both and e^4 6 M ln N",
        R_all,
        claimed_root + claimed + sp.exp(4) * constants.of_least * n**2 * f_z,
        by=[
            fixed * K + 5 * FIRST * n**2 * (f_1 + f_z) + slope * (r_1 + 5 * z) + 1 - R_all,
            claimed_root - at_root,
            claimed - (fixed * K + 5 * FIRST * n**2 * f_1 + slope * r_1 + 1),
            (sp.exp(4) * constants.of_least - 5 * FIRST) * n**2 * f_z,
        ],
    )


def first_bucket(proof: Proof, *, least_cost: int = 202) -> None:
    """Whatever eta, ln N/eta + eta tau L' is at least so much times sqrt(ln N) ln T/s^2 in the first bucket."""
    any_eta, height = sp.symbols("eta_1 x", positive=True)
    proof.define("Erratum: let eta_1 > 0 be any rate, and x^2 = tau L' with L' = r_1^2 = 6 alpha.")
    proof.argue(
        "tau >= 72 ln T/s^2 and 6 alpha >= 144 ln T/s^2, so x >= 101 ln T/s^2.", nonnegative=height - 101 * t**2 / s**2
    )
    proof.identity("indeed 72 * 144 = 101^2 + 167", sp.Integer(72 * 144), sp.Integer(101**2 + 167))
    proof.at_most(
        "so ln N/eta_1 + eta_1 tau L' >= 2 sqrt(ln N) x >= 404 sqrt(ln N) ln T/eps",
        least_cost * n * t**2 / s**2,
        n**2 / any_eta + any_eta * height**2,
        by=[
            (n - any_eta * height) ** 2 / any_eta,
            2 * n * (height - 101 * t**2 / s**2),
            (202 - least_cost) * n * t**2 / s**2,
        ],
    )


def _fixed() -> sp.Expr:
    return FIRST * n**2 * (H + ROUNDS * t**2) / s**2 + 2


def _slope() -> sp.Expr:
    return PER_ROOT * n * t / s


def without_few(proof: Proof) -> None:
    """The false claim without H, that is without ln N min(ln N, sqrt(ln N Lambda))/eps."""
    sizes(proof, Constants(of_few=0))


def without_both(proof: Proof) -> None:
    """The false claim without sqrt(L* ln N ln T/eps)."""
    sizes(proof, Constants(of_both=0))


def second_rate_only(proof: Proof) -> None:
    """The false claim in which ln T is replaced by min(18 k2, 36 sqrt(2 k2 Lambda)), as 1/eta2 suggests."""
    sizes(proof, Constants(of_rounds=0, of_second=4))
