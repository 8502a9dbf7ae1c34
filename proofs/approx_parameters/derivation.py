"""Why `approx_parameters` holds, for all real ln T, ln N, L' >= 0 and all 0 < eps <= 1, 0 < delta < 1.

S stands for sqrt(2 k Lambda) with Lambda = ln(3/delta) = ln 3 + ln(1/delta). So k = S^2/(2 Lambda), and there are no
roots. The constants are arguments of the steps, so that the controls can follow the same steps with others.
"""

import sympy as sp

from dartproof.evidence import Proof

eps = sp.Symbol("epsilon", positive=True)
eta, ln_n, ln_t, loss, v, mu = sp.symbols("eta lnN lnT L' v mu", nonnegative=True)  # mu = ln(1/delta)
few, root = sp.symbols("k S", nonnegative=True)
kept = sp.Symbol("b", nonnegative=True)
limit, tau, delta = sp.symbols("V tau delta", nonnegative=True)
comp, tau_1 = sp.symbols("Comp tau_1", nonnegative=True)
j = sp.Symbol("j", integer=True)
part = sp.Function("Comp", nonnegative=True)  # part(j) is the share of the j-th block of resamples
blocks_total = sp.Symbol("C", nonnegative=True)
half_root = sp.Symbol("S_2", positive=True)  # sqrt(2 k2 Lambda), for T >= 2
P, P_n = sp.symbols("P(E) P'(E)", nonnegative=True)
spread = sp.log(3) + mu
many = root**2 / (2 * spread)
third = eps / 3
k2 = half_root**2 / (2 * spread)


def derive(proof: Proof) -> None:
    """The whole proof."""
    setting(proof)
    block_basic(proof)
    block_advanced(proof)
    blocks(proof)
    private(proof)
    threshold(proof, ln_t, tau)
    product_with_rounds(proof)
    power_of_the_horizon(proof)
    product_with_one_round(proof)
    mend(proof)


def setting(proof: Proof) -> None:
    """Facts about numbers that are used throughout."""
    proof.assume("parameters", "0 < eps <= 1, 0 < delta < 1; ln T, ln N, L' >= 0", nonnegative=1 - eps)
    proof.grows("ln(1 + v) >= v/(1 + v) for v >= 0", sp.log(1 + v) - v / (1 + v), v)
    proof.instance("at v = 2: ln 3 >= 2/3", sp.log(1 + v) - v / (1 + v), {v: sp.Integer(2)})
    proof.positive("so ln 3 > 0", sp.log(3), by=[sp.log(3) - sp.Rational(2, 3), sp.Rational(2, 3)])
    proof.nonnegative(
        "Lambda = ln 3 + ln(1/delta) >= 2/3",
        spread - sp.Rational(2, 3),
        by=[sp.log(3) - sp.Rational(2, 3), mu],
    )
    proof.define(
        "Consider k resamples of 2 eta each at delta/3, that is Comp = Comp_{delta/3}(k, 2 eta), for a k of which one "
        "of two things is known: (a) 18 k eta <= eps, or (b) 36 eta S <= eps, where S = sqrt(2 k Lambda)."
    )


def block_basic(proof: Proof, *, constant: int = 18, times: int = 1) -> None:
    """Case (a): Comp <= 2 eta k <= eps/9, or that for `times` as many resamples."""
    proof.assume("rate", f"Case (a): {constant} k eta <= eps", nonnegative=eps - constant * few * eta)
    proof.at_most(
        "basic composition: Comp <= 2 eta k <= eps/9",
        2 * eta * times * few,
        eps / 9,
        by=[(eps - constant * few * eta) / 9, sp.Rational(constant - 18 * times, 9) * few * eta],
    )


def block_advanced(proof: Proof, *, constant: int = 36) -> None:
    """Case (b): Comp <= 2 eta k (e^(2 eta) - 1) + 2 eta S <= eps/9."""
    bound = eps - constant * eta * root
    proof.assume("rate", f"Case (b): {constant} eta S <= eps", nonnegative=bound)
    proof.assume("rate", "eta <= eps/3", nonnegative=third - eta)
    double = 2 * eta
    gap = 1 - (1 - v) * sp.exp(v)
    proof.grows("1 - (1 - v) e^v >= 0 for v >= 0, as its derivative is v e^v", gap, v)
    proof.instance("at v = 2 eta", gap, {v: double})
    proof.nonnegative("2 eta <= 2/3", sp.Rational(2, 3) - double, by=[2 * (third - eta), 2 * (1 - eps) / 3])
    at_double = 1 - (1 - double) * sp.exp(double)
    proof.nonnegative(
        "so e^(2 eta) <= 1/(1 - 2 eta) <= 3",
        3 - sp.exp(double),
        by=[3 * at_double, 3 * sp.exp(double) * (sp.Rational(2, 3) - double)],
    )
    proof.at_most(
        "and e^(2 eta) - 1 <= 2 eta e^(2 eta) <= 6 eta",
        sp.exp(double) - 1,
        6 * eta,
        by=[at_double, double * (3 - sp.exp(double))],
    )
    proof.nonnegative(
        "(36 eta S)^2 <= eps^2, that is 12 eta^2 k = 6 eta^2 S^2/Lambda <= eps^2/(216 Lambda)",
        eps**2 - constant**2 * eta**2 * root**2,
        by=[bound * (eps + constant * eta * root)],
    )
    squares = eps**2 - constant**2 * eta**2 * root**2
    parts = [
        double * many * (6 * eta - sp.exp(double) + 1),
        6 * squares / (constant**2 * spread),
        6 * eps**2 * (spread - sp.Rational(2, 3)) / (constant**2 * spread * sp.Rational(2, 3)),
        9 * eps * (1 - eps) / constant**2,
        2 * bound / constant,
    ]
    claim = eps / 9 - double * many * (sp.exp(double) - 1) - double * root
    proof.argue(
        "Advanced composition (Dwork, Rothblum, Vadhan 2010): Comp_{delta/3}(k, 2 eta) <= 2 eta k (e^(2 eta) - 1) + "
        "2 eta sqrt(2 k ln(3/delta))."
    )
    proof.nonnegative(
        "so Comp <= 12 eta^2 k + 2 eta S <= eps/144 + eps/18 <= eps/9",
        claim,
        by=[*parts, eps * (sp.Rational(1, 9) - sp.Rational(9, constant**2) - sp.Rational(2, constant))],
    )


def blocks(proof: Proof, *, with_eta3: bool = True) -> None:
    """V is at most k1 + b + k2, and (a) or (b) is known of each."""
    proof.define("Let k1 = ⌈71 ln N + 72⌉, k2 = ⌈280 ln T⌉ and b = ⌊71 eta L'⌋.")
    proof.define(
        "eta <= eta_j = max(eps/(18 k_j), eps/(36 sqrt(2 k_j Lambda))) says that (a) or (b) is true of k = k_j, j = 1, "
        "2."
    )
    proof.assume("floor", "b <= 71 eta L'", nonnegative=71 * eta * loss - kept)
    if with_eta3:
        proof.assume(
            "rate", "b, by the first term of eta3: 1278 L' eta^2 <= eps", nonnegative=eps - 1278 * loss * eta**2
        )
    proof.at_most(
        "then 18 b eta <= 18 * 71 eta^2 L' = 1278 eta^2 L' <= eps, so (a) is true of b",
        18 * kept * eta,
        eps,
        by=[18 * eta * (71 * eta * loss - kept), eps - 1278 * loss * eta**2],
    )
    cubes = eps**2 - 184032 * loss * spread * eta**3
    proof.assume("rate", "b, by its second term: 184032 L' Lambda eta^3 <= eps^2", nonnegative=cubes)
    proof.at_most(
        "then (36 eta)^2 2 b Lambda <= 1296 * 142 eta^3 L' Lambda = 184032 eta^3 L' Lambda <= eps^2, so (b) is true",
        1296 * eta**2 * 2 * kept * spread,
        eps**2,
        by=[2592 * eta**2 * spread * (71 * eta * loss - kept), cubes],
    )


def private(proof: Proof, *, share: sp.Rational | int = 1) -> None:
    """Comp_delta(V, 2 eta) <= eps/3, and Algorithm 1 is (`share` eps, delta)-private."""
    proof.assume(
        "limit",
        "V = ⌈71 (ln N + eta L' + 1) + 280 ln T⌉ <= k1 + b + k2: the right side is an integer, and 71 ln N + 71 <= k1 "
        "- 1, 71 eta L' <= b + 1, 280 ln T <= k2",
    )
    proof.argue(
        "V resamples are k1, then b, then k2 of them; mechanisms that are (eps_j, delta_j)-private compose to "
        "(sum eps_j, sum delta_j). So Comp = Comp_delta(V, 2 eta) is at most the sum C of the Comp_j, j = 1, 2, 3, of "
        "the three blocks at delta/3 each.",
        nonnegative=blocks_total - comp,
    )
    proof.argue("As (a) or (b) is true of each block, Comp_j <= eps/9.", nonnegative=eps / 9 - part(j), every=[j])
    proof.total_nonnegative(
        "so C <= eps/3",
        eps / 9 - part(j),
        index=j,
        totals={part(j): blocks_total, sp.Integer(1): sp.Integer(3)},
        equals=third - blocks_total,
    )
    proof.at_most("Comp <= C <= eps/3", comp, third, by=[blocks_total - comp, third - blocks_total])
    proof.cite(
        "privacy",
        "P(E) <= e^(eps1 + max(eta, eps2) + Comp) P'(E) + delta for neighbours and every event E, with eps1 = eps2 = "
        "eps/3 >= eta",
        nonnegative=sp.exp(2 * third + comp) * P_n + delta - P,
    )
    proof.nonnegative("eps1 + eps2 + Comp <= eps", share * eps - 2 * third - comp)
    proof.grows("e^v >= 1 for v >= 0", sp.exp(v) - 1, v)
    proof.instance("so e^(eps - eps1 - eps2 - Comp) >= 1", sp.exp(v) - 1, {v: eps - 2 * third - comp})
    proof.at_most(
        "P(E) <= e^eps P'(E) + delta",
        P,
        sp.exp(eps) * P_n + delta,
        by=[
            sp.exp(2 * third + comp) * P_n + delta - P,
            P_n * sp.exp(2 * third + comp) * (sp.exp(eps - 2 * third - comp) - 1),
        ],
    )


def threshold(proof: Proof, horizon: sp.Expr, symbol: sp.Symbol) -> None:
    """Eps tau <= 72 ln T + 51, where ln T is `horizon` and tau is `symbol`."""
    value = 24 * (horizon + 2 * (sp.log(2) + horizon)) / eps + 1 / (sp.exp(third) - 1)
    proof.grows("e^v - 1 >= 0 for v >= 0", sp.exp(v) - 1, v)
    proof.grows("e^v - 1 - v >= 0 for v >= 0", sp.exp(v) - 1 - v, v)
    proof.instance("e^(eps/3) - 1 >= eps/3", sp.exp(v) - 1 - v, {v: third})
    proof.positive("so e^(eps/3) - 1 > 0", sp.exp(third) - 1, by=[sp.exp(third) - 1 - third, third])
    proof.at_most(
        "1/(e^eps2 - 1) <= 3/eps",
        1 / (sp.exp(third) - 1),
        3 / eps,
        by=[(sp.exp(third) - 1 - third) / (third * (sp.exp(third) - 1))],
    )
    proof.grows("v - ln(1 + v) >= 0 for v >= 0", v - sp.log(1 + v), v)
    proof.instance("at v = 1: ln 2 <= 1", v - sp.log(1 + v), {v: sp.Integer(1)})
    proof.assume(
        "threshold",
        f"{symbol} = 8 (ln T + 2 ln(2 T))/eps1 + 1/(e^eps2 - 1), where eps1 = eps2 = eps/3 and ln T = {horizon}",
        nonnegative=value - symbol,
    )
    proof.at_most(
        f"eps {symbol} <= 72 ln T + 51",
        eps * symbol,
        72 * horizon + 51,
        by=[eps * (value - symbol), eps * (3 / eps - 1 / (sp.exp(third) - 1)), 48 * (1 - sp.log(2))],
    )


def product_with_rounds(proof: Proof, *, multiple: int = 1) -> None:
    """T >= 2: eta2 tau <= 1 exactly if (eps tau)^2 <= 2592 `multiple` k2 Lambda."""
    proof.define("Now let T >= 2. eta tau <= eta2 tau, where eta2 is the larger of two terms.")
    proof.assume("parameters", "ln T >= ln 2", nonnegative=ln_t - sp.log(2))
    proof.instance("ln 2 >= 1/2", sp.log(1 + v) - v / (1 + v), {v: sp.Integer(1)})
    late = ln_t - sp.Rational(1, 2)
    proof.nonnegative("so ln T >= 1/2", late, by=[ln_t - sp.log(2), sp.log(2) - sp.Rational(1, 2)])
    proof.assume("floor", "k2 >= 280 ln T; write k2 = S_2^2/(2 Lambda)", nonnegative=k2 - 280 * ln_t)
    proof.at_most(
        "the first term: eps tau <= 72 ln T + 51 <= 5040 ln T <= 18 k2",
        eps * tau,
        18 * k2,
        by=[72 * ln_t + 51 - eps * tau, 18 * (k2 - 280 * ln_t), 4968 * late, sp.Integer(2433)],
    )
    proof.positive("the second: 36 S_2 + eps tau > 0", 36 * half_root + eps * tau)
    proof.identity(
        f"{2592 * multiple} k2 Lambda - (eps tau)^2 = (36 S_2 - eps tau)(36 S_2 + eps tau): both sides have one sign",
        2592 * multiple * k2 * spread - (eps * tau) ** 2,
        (36 * half_root - eps * tau) * (36 * half_root + eps * tau),
    )


def power_of_the_horizon(proof: Proof, *, exponent: int = 140) -> None:
    """Delta <= T^(-1/`exponent`) is small enough."""
    late = ln_t - sp.Rational(1, 2)
    bound = 72 * ln_t + 51
    proof.assume(
        "small_delta",
        f"In particular let delta <= T^(-1/{exponent}), that is ln(1/delta) >= ln T/{exponent}.",
        nonnegative=mu - ln_t / exponent,
    )
    proof.at_most(
        f"(eps tau)^2 <= (72 ln T + 51)^2 <= 2592 * 280 ln T (ln 3 + ln T/{exponent}) <= 2592 k2 Lambda",
        (eps * tau) ** 2,
        2592 * k2 * spread,
        by=[
            (bound - eps * tau) * (bound + eps * tau),
            2592 * (k2 - 280 * ln_t) * spread,
            2592 * 280 * ln_t * (mu - ln_t / exponent),
            2592 * 280 * ln_t * (sp.log(3) - sp.Rational(2, 3)),
            (2592 * 280 * sp.Rational(2, 3) - 2 * 72 * 51) * late,
            sp.Rational(2592 * 280, 3) - 72 * 51 - 2601,
            (sp.Rational(2592 * 280, exponent) - 72**2) * ln_t**2,
        ],
    )


def product_with_one_round(proof: Proof) -> None:
    """T = 1: eta tau <= eta1 tau <= 1, whatever delta."""
    room = 51 - eps * tau_1
    more = sp.Symbol("n_1", nonnegative=True)
    proof.define("Now let T = 1, where eta <= eta1. Write k1 = 72 + n_1 with n_1 >= 0, and tau_1 for tau.")
    threshold(proof, sp.Integer(0), tau_1)
    proof.at_most(
        "the first term of eta1: eps tau_1 <= 18 k1",
        eps * tau_1,
        18 * (72 + more),
        by=[room, 18 * more, sp.Integer(1245)],
    )
    proof.at_most(
        "the second: (eps tau_1)^2 <= 51^2 = 2601 <= 2592 k1 Lambda = (36 sqrt(2 k1 Lambda))^2",
        (eps * tau_1) ** 2,
        2592 * (72 + more) * spread,
        by=[
            room * (51 + eps * tau_1),
            2592 * more * spread,
            2592 * 72 * (spread - sp.Rational(2, 3)),
            sp.Integer(2592 * 48 - 2601),
        ],
    )


def mend(proof: Proof, *, factor: int = 1) -> None:
    """With `factor`/tau among the terms of eta, eta tau <= 1."""
    proof.define(
        "Whatever the delta: of eta, the guarantee has used upper bounds only. So it is the same for eta' = "
        f"min(eta, {factor}/tau_1) > 0, with V computed from eta'. (tau_1 is any threshold > 0 here.)"
    )
    any_tau = sp.Symbol("tau_1", positive=True)
    least = sp.Min(eta, factor / any_tau)
    proof.at_most("and eta' tau_1 <= 1", least * any_tau, 1, by=[any_tau * (factor / any_tau - least), 1 - factor])


def without_a_condition(proof: Proof) -> None:
    """The false claim that eta2 tau <= 1 whatever delta."""
    setting(proof)
    threshold(proof, ln_t, tau)
    product_with_rounds(proof)
    proof.at_most("eps tau <= 36 S_2", eps * tau, 36 * half_root)


def half_the_condition(proof: Proof) -> None:
    """The false claim that (eps tau)^2 <= 5184 k2 Lambda is enough."""
    setting(proof)
    threshold(proof, ln_t, tau)
    product_with_rounds(proof, multiple=2)


def smaller_power(proof: Proof) -> None:
    """The false claim that delta <= T^(-1/150) is enough."""
    setting(proof)
    threshold(proof, ln_t, tau)
    product_with_rounds(proof)
    power_of_the_horizon(proof, exponent=150)


def seventeen(proof: Proof) -> None:
    """The false claim with 17 for 18, in all three places."""
    setting(proof)
    block_basic(proof, constant=17)


def nine(proof: Proof) -> None:
    """The false claim with 9 for 36, in all three places."""
    setting(proof)
    block_advanced(proof, constant=9)


def without_eta3(proof: Proof) -> None:
    """The false claim without the third term."""
    setting(proof)
    blocks(proof, with_eta3=False)


def mended_by_two(proof: Proof) -> None:
    """The false claim that 2/tau among the terms gives eta tau <= 1."""
    mend(proof, factor=2)


def doubled_limit(proof: Proof) -> None:
    """The false claim for twice as many resamples."""
    setting(proof)
    block_basic(proof, times=2)
