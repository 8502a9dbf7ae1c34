"""What the affected instance of AboveThreshold costs, answers and coin together.

The costs are written as factors: W is e^eps2*, `first` is e^(1/b_xi + eta), `second` is e^(1/b_nu + eps2*), and e^m the
larger of the two. In each direction the two log-ratios add with one sign only.
"""

import sympy as sp

from dartproof.evidence import Proof

rate_xi, rate_nu, eta, c = sp.symbols("rho_xi rho_nu eta c", positive=True)
a, b = sp.symbols("a b", real=True)  # the losses of the differing round, of the expert that plays in it
s, k, x = sp.symbols("s k x", nonnegative=True)
lower = sp.Symbol("r", positive=True)  # the smaller of the two r; the larger one is r + k
low, gap = sp.symbols("q_0 m_0", nonnegative=True)
up, up_n, down, down_n, rest = sp.symbols("A A' D D' C", nonnegative=True)
w = sp.Symbol("w", integer=True)  # numbers the transcripts
P, P_n, H = (sp.IndexedBase(name, nonnegative=True) for name in ("P", "P'", "H"))
worth = sp.Symbol("W", positive=True)  # e^eps2*
first, second = sp.exp(rate_xi + eta), sp.exp(rate_nu) * worth
larger = sp.Max(first, second)
exp_m = sp.Symbol("e^m", positive=True)  # this number


def preparations(proof: Proof) -> None:
    """Two inequalities for exponentials."""
    proof.grows("e^x - 1 >= 0 for x >= 0: it is 0 at 0 and has the derivative e^x", sp.exp(x) - 1, x)
    proof.grows("1 - e^-x >= 0 for x >= 0", 1 - sp.exp(-x), x)
    positive = sp.Symbol("y", positive=True)
    proof.grows("and > 0 for x > 0", 1 - sp.exp(-positive), positive)
    proof.instance("so 1 - e^(-eta c) > 0,", 1 - sp.exp(-positive), {positive: eta * c})
    proof.instance("and 1 - e^-eta >= 0", 1 - sp.exp(-x), {x: eta})


def difference(proof: Proof, *, most: int = 1) -> None:
    """By how much the queries of the affected instance rise or fall; `most` is the greatest loss."""
    proof.define("Say its expert has the losses a and b in round n of S and S'. Let s = |b - a|.")
    for lost, name in ((a, "a"), (b, "b")):
        proof.assume("range", f"{name} >= 0", nonnegative=lost)
        proof.assume("range", f"{name} <= {most}", nonnegative=most - lost)
    proof.nonnegative("b - a <= 1", 1 - (b - a), by=[1 - b, a])
    proof.nonnegative("a - b <= 1", 1 - (a - b), by=[1 - a, b])
    proof.argue("so s <= 1", nonnegative=1 - s)
    proof.assume(
        "neighbours",
        "The queries up to round n are the same under S and S'. Those after it are s higher under S' (they rise), or s "
        "lower (they fall), all alike.",
    )


def clipped(proof: Proof, *, at: sp.Expr = c) -> None:
    """The numbers r of the two streams: the larger is r + k with 0 <= k <= s <= 1, the smaller is at least c."""
    proof.assume(
        "clip", "Let q_0 be the smaller last query and q_0 + s the larger; r = max(c, q_0), and r + k its max."
    )
    proof.define("If q_0 >= c, then k = s. If q_0 < c <= q_0 + s, then k = s - m_0, m_0 = c - q_0. Else k = 0.")
    proof.at_most("in the second case k <= s", s - gap, s, by=[gap])
    proof.argue("so k <= s", nonnegative=s - k)
    proof.at_most("k <= 1", k, 1, by=[s - k, 1 - s])
    proof.nonnegative("max(c, q_0) - c >= 0", sp.Max(at, low) - c)
    proof.argue("that is, r >= c", nonnegative=lower - c)
    proof.instance("e^(-eta k) <= 1", 1 - sp.exp(-x), {x: eta * k})
    proof.instance("1 - e^(-eta r) >= 0", 1 - sp.exp(-x), {x: eta * lower})
    proof.instance("1 - e^(-eta (r + k)) >= 0", 1 - sp.exp(-x), {x: eta * (lower + k)})


def rising(proof: Proof) -> None:
    """From S to S' where the queries rise: the answers cost 1/b_xi, keeping costs eta, and resampling nothing."""
    proof.cite(
        "above_threshold_shift",
        "Rise: the answers have A <= e^(s/b_xi) A'",
        nonnegative=sp.exp(rate_xi * s) * up_n - up,
    )
    proof.instance("e^((1 - s)/b_xi) >= 1", sp.exp(x) - 1, {x: rate_xi * (1 - s)})
    proof.at_most(
        "so A <= e^(1/b_xi) A'",
        up,
        sp.exp(rate_xi) * up_n,
        by=[
            sp.exp(rate_xi * s) * up_n - up,
            sp.exp(rate_xi * s) * up_n * (sp.exp(rate_xi * (1 - s)) - 1),
        ],
    )
    proof.instance("e^(eta (1 - k)) >= 1", sp.exp(x) - 1, {x: eta * (1 - k)})
    proof.at_most(
        "keep: e^(-eta r) <= e^eta e^(-eta (r + k))",
        kept(lower),
        sp.exp(eta) * kept(lower + k),
        by=[kept(lower) * (sp.exp(eta * (1 - k)) - 1)],
    )
    proof.at_most(
        "resample: 1 - e^(-eta r) <= 1 - e^(-eta (r + k))",
        1 - kept(lower),
        1 - kept(lower + k),
        by=[kept(lower) * (1 - sp.exp(-eta * k))],
    )


def falling(proof: Proof, *, clip: sp.Expr = c) -> None:
    """From S to S' where the queries fall: the answers cost 1/b_nu, resampling costs eps2*, and keeping nothing.

    W is taken to be (1 - e^(-eta (clip + 1)))/(1 - e^(-eta clip)).
    """
    proof.cite(
        "above_threshold_shift",
        "Fall: the answers have D <= e^(s/b_nu) D'",
        nonnegative=sp.exp(rate_nu * s) * down_n - down,
    )
    proof.instance("e^((1 - s)/b_nu) >= 1", sp.exp(x) - 1, {x: rate_nu * (1 - s)})
    proof.at_most(
        "so D <= e^(1/b_nu) D'",
        down,
        sp.exp(rate_nu) * down_n,
        by=[
            sp.exp(rate_nu * s) * down_n - down,
            sp.exp(rate_nu * s) * down_n * (sp.exp(rate_nu * (1 - s)) - 1),
        ],
    )
    proof.at_most(
        "keep: e^(-eta (r + k)) <= e^(-eta r)",
        kept(lower + k),
        kept(lower),
        by=[kept(lower) * (1 - sp.exp(-eta * k))],
    )
    proof.instance("e^(-eta (1 - k)) <= 1", 1 - sp.exp(-x), {x: eta * (1 - k)})
    proof.instance("e^(-eta (r - c)) <= 1", 1 - sp.exp(-x), {x: eta * (lower - c)})
    proof.assume(
        "parameters",
        "W (1 - e^(-eta c)) = 1 - e^(-eta (c + 1)), by the definition of eps2*",
        nonnegative=worth * (1 - kept(clip)) - (1 - kept(clip + 1)),
    )
    proof.at_most(
        "resample: 1 - e^(-eta (r + k)) <= 1 - e^(-eta (r + 1)) <= W (1 - e^(-eta r)), as r >= c",
        1 - kept(lower + k),
        worth * (1 - kept(lower)),
        by=[
            kept(lower + k) * (1 - sp.exp(-eta * (1 - k))),
            kept(c) * (1 - sp.exp(-eta * (lower - c))) * (1 - sp.exp(-eta)) / (1 - kept(c)),
            (worth * (1 - kept(c)) - (1 - kept(c + 1))) * (1 - kept(lower)) / (1 - kept(c)),
        ],
    )
    proof.nonnegative(
        "and W >= 1",
        worth - 1,
        by=[
            (worth * (1 - kept(c)) - (1 - kept(c + 1))) / (1 - kept(c)),
            kept(c) * (1 - sp.exp(-eta)) / (1 - kept(c)),
        ],
    )


def checks(proof: Proof) -> None:
    """Along a path the answers and coins of S and S' differ by a factor of at most e^m."""
    proof.define(
        "H(w) has the answers and coins of S and the shares of S'. Let C be the common factors of H(w) and P'(w), and "
        "e^m the larger of e^(1/b_xi + eta) and W e^(1/b_nu). The affected instance has halted, or not, or there is "
        "none:"
    )
    cost_of_rising(proof)
    cost_of_falling(proof)
    proof.at_most(
        "none: C <= e^m C",
        rest,
        larger * rest,
        by=[
            rest * (larger - first),
            rest * sp.exp(rate_xi) * (sp.exp(eta) - 1),
            rest * (sp.exp(rate_xi) - 1),
        ],
    )
    proof.argue("These are all cases, so H(w) <= e^m P'(w) for every w.", nonnegative=exp_m * P_n[w] - H[w], every=[w])


def cost_of_rising(proof: Proof, *, cost: sp.Expr = larger) -> None:
    """The answers and the coin together, where e^m is claimed to be `cost`."""
    proof.instance("e^eta >= 1", sp.exp(x) - 1, {x: eta})
    proof.instance("e^(1/b_xi) >= 1", sp.exp(x) - 1, {x: rate_xi})
    stay, stay_more, one = kept(lower), kept(lower + k), sp.Integer(1)
    for text, coin, coin_n, factor in (
        ("keep", stay, stay_more, sp.exp(eta)),
        ("resample", 1 - stay, 1 - stay_more, one),
        ("not halted", one, one, one),
    ):
        proof.at_most(
            f"rise, {text}: C A B <= e^m C A' B'",
            rest * up * coin,
            cost * rest * up_n * coin_n,
            by=[
                rest * coin * (sp.exp(rate_xi) * up_n - up),
                rest * sp.exp(rate_xi) * up_n * (factor * coin_n - coin),
                rest * sp.exp(rate_xi) * up_n * coin_n * (sp.exp(eta) - factor),
                rest * up_n * coin_n * (cost - first),
            ],
        )


def cost_of_falling(proof: Proof, *, cost: sp.Expr = larger) -> None:
    """The answers and the coin together, where e^m is claimed to be `cost`."""
    stay, stay_more, one = kept(lower), kept(lower + k), sp.Integer(1)
    for text, coin, coin_n, factor in (
        ("keep", stay_more, stay, one),
        ("resample", 1 - stay_more, 1 - stay, worth),
        ("not halted", one, one, one),
    ):
        proof.at_most(
            f"fall, {text}: C D B <= e^m C D' B'",
            rest * down * coin,
            cost * rest * down_n * coin_n,
            by=[
                rest * coin * (sp.exp(rate_nu) * down_n - down),
                rest * sp.exp(rate_nu) * down_n * (factor * coin_n - coin),
                rest * sp.exp(rate_nu) * down_n * coin_n * (worth - factor),
                rest * down_n * coin_n * (cost - second),
            ],
        )


def kept(number: sp.Expr) -> sp.Expr:
    """Pr[Z = 1] at a clipped loss."""
    return sp.exp(-eta * number)
