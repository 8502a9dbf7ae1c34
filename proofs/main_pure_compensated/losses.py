"""The regret in `main_pure_compensated`, for every rate with eta (ln 2T + 7/2) <= eps/4; see `general`."""

import sympy as sp

from dartproof.evidence import Proof

from .general import HALF, LAG, best, clip, eta, g, lag, ln_n, ln_t, loss, potential, rounds, tail, v, x

most = sp.Symbol("M", nonnegative=True)


def interval(proof: Proof, *, more: sp.Expr = LAG, room: sp.Expr = HALF / 2) -> None:
    """M + 1/2 <= (2/eps)(lambda' + 7/2), where 2 M = tau + 1 + z + kappa and tau = c + lambda'/x."""
    z = sp.Symbol("z", nonnegative=True)
    proof.define(
        "tau = c + lambda'/x with lambda' = ln(1/h0), z = 1/x + (1/x)^2/(tau + 1 + 1/x), kappa = max(0, z - c)."
    )
    reach = clip + lag / x + 1 + 1 / x
    proof.positive("tau + 1 + 1/x > 0", reach)
    proof.at_most(
        "z <= 1/x + 2/(x (4 + x)), as tau + 1 + 1/x >= c + 1 + 1/x >= 2/x + 1/2",
        1 / x + 1 / (x**2 * reach),
        1 / x + 2 / (x * (4 + x)),
        by=[(clip - 1 / x + HALF) * 2 / (x * (4 + x) * reach), 2 * lag / (x**2 * (4 + x) * reach)],
    )
    proof.argue("That is a bound on z.", nonnegative=1 / x + 2 / (x * (4 + x)) - z)
    bound = (lag + more) / x
    proof.at_most(
        "where kappa = z - c: 2 M + 1 = lambda'/x + 2 + 2 z <= (lambda' + 7/2)/x, as 2 - 13 x/2 - 2 x^2 >= 0",
        lag / x + 2 + 2 * z,
        bound,
        by=[
            2 * (1 / x + 2 / (x * (4 + x)) - z),
            (room - x) * (7 + 2 * x) / (x * (4 + x)),
            HALF / 2 / (x * (4 + x)),
            (more - LAG) / x,
        ],
    )
    rest = sp.Symbol("c-z", nonnegative=True)
    proof.at_most(
        "where kappa = 0, z <= c: 2 M + 1 = c + lambda'/x + 2 + z <= (lambda' + 7/2)/x",
        clip + lag / x + 2 + (clip - rest),
        bound,
        by=[2 * (1 / x - clip), rest, 2 * (room - x) / x, 1 / x, (more - LAG) / x],
    )


def lags(proof: Proof) -> None:
    """The lag lambda' is at most ln(2T), and L' (lambda' + 7/2) <= L' (lambda + 7/2)."""
    ratio = 2 * rounds * eta * clip / potential
    proof.at_most(
        "2 T eta c/G <= 2 T, as eta c <= 2/7 <= 1/2 <= ln N <= G",
        ratio,
        2 * rounds,
        by=[
            2 * rounds * (sp.Rational(2, 7) - eta * clip) / potential,
            2 * rounds * sp.Rational(3, 14) / potential,
            2 * rounds * (ln_n - HALF) / potential,
            2 * rounds * eta * loss / potential,
        ],
    )
    proof.argue(
        "lambda' = ln(1/h0) = max(0, ln(2 T eta c/G)), and so lambda' <= ln(2 T) = ln 2 + ln T.",
        nonnegative=sp.log(2) + ln_t - lag,
    )
    some = sp.Symbol("L'", positive=True)
    proof.nonnegative("x c <= 1", 1 - x * clip, by=[x * (1 / x - clip)])
    proof.at_most(
        "L' 2 T eta c/G <= 2 T/x = 8 T/eps",
        some * 2 * rounds * eta * clip / (ln_n + eta * some),
        2 * rounds / x,
        by=[
            2 * rounds * ln_n / (x * (ln_n + eta * some)),
            2 * rounds * eta * some * (1 - x * clip) / (x * (ln_n + eta * some)),
        ],
    )
    proof.argue(
        "So lambda' <= lambda for L' > 0, and L' (lambda' + 7/2) <= g^2 in any case.",
        nonnegative=g**2 - loss * (lag + LAG),
    )


def moderate(proof: Proof) -> None:
    """Let u = eta (M + 1/2): u <= 1/2."""
    proof.argue(
        "Both cases say that M + 1/2 <= (lambda' + 7/2)/(2 x) = (2/eps)(lambda' + 7/2).",
        nonnegative=(lag + LAG) / (2 * x) - most - HALF,
    )
    proof.at_most(
        "u <= eta (lambda' + 7/2)/(2 x) <= eta (ln 2T + 7/2)/(2 x) <= 1/2",
        eta * (most + HALF),
        HALF,
        by=[
            eta * ((lag + LAG) / (2 * x) - most - HALF),
            (x - eta * (sp.log(2) + ln_t + LAG)) / (2 * x),
            eta * (sp.log(2) + ln_t - lag) / (2 * x),
        ],
    )


def regret(proof: Proof) -> None:
    """The regret is at most 2 ln N/eta + eta g^2/x + 1."""
    weights, learner, found = sp.symbols("L_MW L_oo L_V", nonnegative=True)
    u, drop = eta * (most + HALF), 1 - sp.exp(-eta)
    proof.grows("v - (1 - e^(-v)) >= 0", v - 1 + sp.exp(-v), v)
    proof.grows("1 - e^(-v) - v + v^2/2 >= 0, as its derivative is e^(-v) - 1 + v", 1 - sp.exp(-v) - v + v**2 / 2, v)
    proof.instance("1 - e^(-eta) >= 0", 1 - sp.exp(-v), {v: eta})
    proof.instance("1 - e^(-eta) >= eta - eta^2/2", 1 - sp.exp(-v) - v + v**2 / 2, {v: eta})
    proof.positive("1 - u > 0", 1 - u, by=[HALF - u, HALF])
    proof.positive("1 - eta M > 0", 1 - eta * most, by=[1 - u, eta * HALF])
    product = drop * (1 - eta * most)
    proof.at_most(
        "(1 - e^(-eta))(1 - eta M) >= eta (1 - eta/2)(1 - eta M) >= eta (1 - u)",
        eta * (1 - u),
        product,
        by=[(drop - eta + eta**2 / 2) * (1 - eta * most), eta**3 * most / 2],
    )
    proof.cite("mw_regret", "L_MW (1 - e^(-eta)) <= eta L* + ln N", nonnegative=eta * best + ln_n - weights * drop)
    proof.cite("compensated_regret", "L_oo (1 - eta M) <= L_MW", nonnegative=weights - learner * (1 - eta * most))
    proof.at_most(
        "L_oo eta (1 - u) <= L_oo (1 - e^(-eta))(1 - eta M) <= eta L* + ln N",
        learner * eta * (1 - u),
        eta * best + ln_n,
        by=[
            learner * (product - eta * (1 - u)),
            drop * (weights - learner * (1 - eta * most)),
            eta * best + ln_n - weights * drop,
        ],
    )
    proof.at_most(
        "1/(1 - u) <= 2 and 1/(1 - u) <= 1 + 2 u: L_oo <= (1 + 2 u) L* + 2 ln N/eta",
        learner,
        (1 + 2 * u) * best + 2 * ln_n / eta,
        by=[
            (eta * best + ln_n - learner * eta * (1 - u)) / (eta * (1 - u)),
            2 * best * u * (HALF - u) / (1 - u),
            2 * ln_n * (HALF - u) / (eta * (1 - u)),
        ],
    )
    proof.cite("compensated_regret", "L_V <= L_oo + T Pr[X > V]", nonnegative=learner + rounds * tail - found)
    proof.at_most(
        "L_V - L* <= 2 ln N/eta + 2 u L* + 1 <= 2 ln N/eta + eta L' (lambda' + 7/2)/x + 1",
        found - best,
        2 * ln_n / eta + eta * loss * (lag + LAG) / x + 1,
        by=[
            learner + rounds * tail - found,
            rounds * (1 / rounds - tail),
            (1 + 2 * u) * best + 2 * ln_n / eta - learner,
            2 * u * (loss - best),
            2 * loss * eta * ((lag + LAG) / (2 * x) - most - HALF),
        ],
    )
    proof.at_most(
        "and L' (lambda' + 7/2) <= g^2: the regret is at most 2 ln N/eta + eta g^2/x + 1",
        found - best,
        2 * ln_n / eta + eta * g**2 / x + 1,
        by=[
            2 * ln_n / eta + eta * loss * (lag + LAG) / x + 1 - found + best,
            eta * (g**2 - loss * (lag + LAG)) / x,
        ],
    )
