"""Why `main_pure` holds, for all T, N >= 2, 0 < eps <= 1 and losses.

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
root = sp.IndexedBase("r", positive=True)
k = sp.Symbol("k", integer=True)
R_sum, R_all = sp.symbols("R_sum R_all", real=True)
TWO_THIRDS = sp.Rational(2, 3)
FIRST, SECOND = sp.Rational(13, 10), sp.Rational(26, 5)
PER_ROOT = FIRST + 149 * SECOND
FIRST_BUCKET = 36 * FIRST + PER_ROOT
scale = 48 * (3 * t**2 + 2 * log_2) / s**2  # 6 alpha
event, event_n = sp.symbols("P(E) P'(E)", nonnegative=True)


@dataclass(frozen=True, slots=True)
class Constants:
    """Of (a ln N + b sqrt(ln N ln T)) sqrt(L*/eps) + (1 + ln(1 + L*)) (c ln^2 N + d ln N ln T)/eps."""

    of_experts: int = 351
    of_both: int = 5821
    of_squares: int = 12577
    of_products: int = 52572


PAPER = Constants()


def derive(proof: Proof) -> None:
    """The whole proof."""
    private(proof)
    numbers(proof)
    one_bucket(proof)
    rate(proof)
    roots(proof)
    count(proof)
    together(proof)
    sizes(proof)
    asymptotic(proof)
    onset(proof)


def private(proof: Proof) -> None:
    """Algorithm 3 is eps-private."""
    proof.define(
        "Algorithm 3 with eps; its inner learners are Algorithm 1 with eps/2 and the parameters of Theorem A.1."
    )
    proof.cite("pure_parameters", "The inner learners are (eps/2, 0)-DP for every L', as eps/2 <= 1.")
    proof.cite(
        "doubling",
        "So the moments of ⊤ and the picks are (eps, 0)-DP.",
        nonnegative=sp.exp(2 * s**2) * event_n - event,
    )
    proof.nonnegative("P(E) <= e^eps P'(E)", sp.exp(2 * s**2) * event_n - event)


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
    """R <= (13/10) ln N/eta + (26/5) eta tau L' + 2 for a bucket with L' = r^2."""
    factor, slope = sp.exp(2 * eta * gap), 1 - sp.exp(-eta)
    proof.cite("pure_parameters", "eta tau <= 1/18", nonnegative=sp.Rational(1, 18) - eta * tau)
    proof.assume("rate", "eta <= (eps/2)/(1278 ln N + 1296), so 1296 eta <= s^2", nonnegative=s**2 - 1296 * eta)
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
    proof.at_most(
        "2 eta Delta <= 4 eta tau <= 2/9",
        exponent,
        sp.Rational(2, 9),
        by=[2 * eta * (2 * tau - gap), 4 * (sp.Rational(1, 18) - eta * tau)],
    )
    at_exponent = 1 - (1 - exponent) * factor
    proof.instance("(1 - v) e^v <= 1 at v = 2 eta Delta", 1 - (1 - v) * sp.exp(v), {v: exponent})
    nine = sp.Rational(9, 7)
    proof.nonnegative(
        "so e^(2 eta Delta) <= 9/7",
        nine - factor,
        by=[nine * at_exponent, nine * factor * (sp.Rational(2, 9) - exponent)],
    )
    proof.at_most(
        "eta <= s^2/1296 <= 1/2592",
        eta,
        sp.Rational(1, 2592),
        by=[(s**2 - 1296 * eta) / 1296, (sp.Rational(1, 2) - s**2) / 1296],
    )
    claim = FIRST * n**2 / eta + SECOND * eta * tau * r**2 + 2
    proof.at_most(
        "R <= (13/10) ln N/eta + (26/5) eta tau L' + 2, as e^v - 1 <= v e^v and 1 <= tau/32",
        regret,
        claim,
        by=[
            opened - regret,
            r**2 * at_exponent,
            r**2 * 2 * eta * (2 * tau - gap) * factor,
            r**2 * 4 * eta * tau * (nine - factor),
            r**2 * eta * (nine - factor),
            r**2 * eta * nine * (tau - 32) / 32,
            n**2 / eta * (1 + eta) * (nine - factor),
            n**2 / eta * nine * (sp.Rational(1, 2592) - eta),
            n**2 / eta * (FIRST - nine * sp.Rational(2593, 2592)),
            r**2 * eta * tau * (SECOND - 4 * nine - nine / 32),
        ],
    )


def rate(proof: Proof, *, with_rounds: bool = True) -> None:
    """R <= A + B r, what the four terms of eta give."""
    largest = (1278 * n**2 + 1296 + (5040 * t**2 if with_rounds else 0)) / s**2 + 36 * r / s + r * t / (s * n)
    proof.assume(
        "rate",
        "1/eta is the largest of (1278 ln N + 1296)/s^2, 5040 ln T/s^2, sqrt(1278 L')/s <= 36 r/s and r t/(s n), so at "
        "most their sum",
        nonnegative=largest - 1 / eta,
    )
    proof.assume("rate", "and eta <= s n/(r t).", nonnegative=s * n - eta * r * t)
    proof.at_most(
        "R <= A + B r with A = (13/10) ln N (1278 ln N + 1296 + 5040 ln T)/s^2 + 2 and B = (36 * 13/10 n^2 + (13/10 + "
        "149 * 26/5) n t)/s",
        regret,
        _fixed() + _slope() * r,
        by=[
            FIRST * n**2 / eta + SECOND * eta * tau * r**2 + 2 - regret,
            FIRST * n**2 * (largest - 1 / eta),
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
    """The regret of Algorithm 3 is at most K A + B (r_1 + 5 sqrt(L*)) + 1."""
    fixed, slope = _fixed(), _slope()
    proof.argue(
        "R_k <= A + B r_k in each bucket k: A and B do not depend on k.",
        nonnegative=fixed + slope * root[k] - bucket[k],
        every=[k],
    )
    proof.total_nonnegative(
        "summed over the K buckets",
        fixed + slope * root[k] - bucket[k],
        index=k,
        totals={root[k]: S, bucket[k]: R_sum, sp.Integer(1): K},
        equals=fixed * K + slope * S - R_sum,
    )
    proof.cite("doubling", "The regret of Algorithm 3 is at most R_1 + ... + R_K + 1", nonnegative=R_sum + 1 - R_all)
    proof.at_most(
        "so at most K A + B (r_1 + 5 sqrt(L*)) + 1",
        R_all,
        fixed * K + slope * (r_1 + 5 * z) + 1,
        by=[R_sum + 1 - R_all, fixed * K + slope * S - R_sum, slope * (r_1 + 5 * z - S)],
    )


def sizes(proof: Proof, constants: Constants = PAPER) -> None:
    """The constants of the claim are large enough, as numbers."""
    one_and_half, nine_eighths = sp.Rational(3, 2), sp.Rational(9, 8)
    for number, least, text in (
        (constants.of_experts, 5 * 36 * FIRST * one_and_half, "a >= 5 (36 * 13/10)(3/2)"),
        (constants.of_both, 5 * PER_ROOT * one_and_half, "b >= 5 (13/10 + 149 * 26/5)(3/2)"),
        (
            constants.of_squares,
            3 * (FIRST * 3222 + 2 * nine_eighths) + 2 * nine_eighths,
            "c >= 3 (13/10 * 3222 + 9/4) + 9/4",
        ),
        (
            constants.of_products,
            3 * FIRST * 5040 + 40 * FIRST_BUCKET,
            "d >= 3 * 13/10 * 5040 + 40 (37 * 13/10 + 149 * 26/5)",
        ),
    ):
        proof.nonnegative(text, sp.Integer(number) - least)


def asymptotic(proof: Proof, constants: Constants = PAPER) -> None:
    """The claim, in which sqrt(L*/eps) = z/(sqrt(2) s) and 1/eps = 1/(2 s^2)."""
    fixed, slope = _fixed(), _slope()
    four_fifths = sp.Rational(4, 5)
    for number, name in ((n, "sqrt(ln N)"), (t, "sqrt(ln T)")):
        proof.nonnegative(
            f"{name} >= 4/5, as (4/5)^2 < 2/3",
            number - four_fifths,
            by=[
                (number**2 - TWO_THIRDS) / (number + four_fifths),
                (TWO_THIRDS - four_fifths**2) / (number + four_fifths),
            ],
        )
    one_and_half, nine_eighths = sp.Rational(3, 2), sp.Rational(9, 8)
    squares, products, both = n**4 / s**2, n**2 * t**2 / s**2, n * t * z / (growth * s)
    proof.at_most(
        "the first bucket: B r_1 <= 16 B t/s <= 16 (5/4)(37 * 13/10 + 149 * 26/5) ln N ln T/s^2",
        slope * r_1,
        20 * FIRST_BUCKET * products,
        by=[
            slope * (16 * t / s - r_1),
            20 * 36 * FIRST * n**2 * t * (t - four_fifths) / s**2,
            20 * PER_ROOT * n * t**2 * (n - four_fifths) / s**2,
        ],
    )
    largest = FIRST * (3222 * squares + 5040 * products) + 2 * nine_eighths * squares
    proof.at_most(
        "A <= (13/10)(3222 ln^2 N + 5040 ln N ln T)/s^2 + (9/4) ln^2 N/s^2, as ln N >= 2/3 and s^2 <= 1/2",
        fixed,
        largest,
        by=[
            FIRST * 1944 * n**2 * (n**2 - TWO_THIRDS) / s**2,
            2 * nine_eighths * (n**2 - TWO_THIRDS) * (n**2 + TWO_THIRDS) / s**2,
            2 * (sp.Rational(1, 2) - s**2) / s**2,
        ],
    )
    proof.at_most(
        "1 <= (9/8) ln^2 N/s^2",
        1,
        nine_eighths * squares,
        by=[nine_eighths * (n**2 - TWO_THIRDS) * (n**2 + TWO_THIRDS) / s**2, (sp.Rational(1, 2) - s**2) / s**2],
    )
    at_root = (180 * FIRST * n**2 + 5 * PER_ROOT * n * t) * z / s
    claimed_root = (constants.of_experts * n**2 + constants.of_both * n * t) * z / (growth * s)
    proof.at_most(
        "5 B sqrt(L*) <= (351 ln N + 5821 sqrt(ln N ln T)) sqrt(L*/eps), as sqrt(2) <= 3/2",
        at_root,
        claimed_root,
        by=[
            at_root * (one_and_half - growth) / growth,
            (constants.of_experts - 180 * FIRST * one_and_half) * n**2 * z / (growth * s),
            (constants.of_both - 5 * PER_ROOT * one_and_half) * both,
        ],
    )
    spare_squares = sp.Rational(constants.of_squares, 2) - one_and_half * (FIRST * 3222 + 2 * nine_eighths)
    spare_products = sp.Rational(constants.of_products, 2) - one_and_half * FIRST * 5040
    proof.at_most(
        "K A + B r_1 + 1 <= (1 + ln(1 + L*))(12577 ln^2 N + 52572 ln N ln T)/eps",
        fixed * K + slope * r_1 + 1,
        (1 + ln_loss) * (constants.of_squares * squares + constants.of_products * products) / 2,
        by=[
            fixed * (one_and_half * (1 + ln_loss) - K),
            one_and_half * (1 + ln_loss) * (largest - fixed),
            20 * FIRST_BUCKET * products - slope * r_1,
            nine_eighths * squares - 1,
            (spare_squares * (1 + ln_loss) - nine_eighths) * squares,
            (spare_products * (1 + ln_loss) - 20 * FIRST_BUCKET) * products,
        ],
    )
    proof.at_most(
        "so the regret is at most the sum of both",
        R_all,
        claimed_root + (1 + ln_loss) * (constants.of_squares * squares + constants.of_products * products) / 2,
        by=[
            fixed * K + slope * (r_1 + 5 * z) + 1 - R_all,
            claimed_root - at_root,
            (1 + ln_loss) * (constants.of_squares * squares + constants.of_products * products) / 2
            - (fixed * K + slope * r_1 + 1),
        ],
    )


def onset(proof: Proof, *, constant: int = 19876) -> None:
    """The third term of eta is below the second only for L' > 19876 ln^2 T/(eps/2)."""
    second = s**2 / (5040 * t**2)
    proof.define(
        "When is the third term below the second, with eps/2 = s^2? Say sqrt(s^2/(1278 L')) = s^2/(5040 ln T) - o."
    )
    above = sp.Symbol("o", positive=True)
    proof.argue("o > 0 and the third term is not negative.", nonnegative=second - above)
    third_squared = (second - above) ** 2
    proof.positive(
        "then its square is smaller: s^2/(1278 L') < (s^2/(5040 ln T))^2",
        second**2 - third_squared,
        by=[above * (second - above), above * second],
    )
    loss = sp.Symbol("L'", positive=True)
    proof.argue("That is the third term.", nonnegative=third_squared - s**2 / (1278 * loss))
    proof.positive(
        f"so L' > (5040^2/1278) ln^2 T/s^2 > {constant} ln^2 T/s^2",
        loss - constant * t**4 / s**2,
        by=[
            loss * 5040**2 * t**4 / s**4 * (third_squared - s**2 / (1278 * loss)) * s**2 / s**2,
            loss * 5040**2 * t**4 / s**4 * (second**2 - third_squared),
            sp.Rational(5040**2, 1278) * t**4 / s**2 - constant * t**4 / s**2,
        ],
    )


def _fixed() -> sp.Expr:
    return FIRST * n**2 * (1278 * n**2 + 1296 + 5040 * t**2) / s**2 + 2


def _slope() -> sp.Expr:
    return (36 * FIRST * n**2 + PER_ROOT * n * t) / s


def without_squares(proof: Proof) -> None:
    """The false claim without ln^2 N/eps."""
    sizes(proof, Constants(of_squares=0))


def without_products(proof: Proof) -> None:
    """The false claim without ln N ln T/eps."""
    sizes(proof, Constants(of_products=0))


def without_both(proof: Proof) -> None:
    """The false claim without sqrt(ln N ln T) sqrt(L*/eps)."""
    sizes(proof, Constants(of_both=0))


def later_onset(proof: Proof) -> None:
    """The false claim that the third term is the least for L' > 19877 ln^2 T/eps at the earliest."""
    onset(proof, constant=19877)
