"""Why `sharp_parameters` holds, for all T, N, losses and parameters, from the statements that it uses.

The steps take as arguments what differs in the controls.
"""

import sympy as sp

from dartproof.evidence import Proof

eta, scale_xi, scale_nu, eps2, rounds = sp.symbols("eta b_xi b_nu epsilon_2 T", positive=True)
level, sides, c = sp.symbols("lambda s c", nonnegative=True)  # s = 1 for Laplace noises, 0 for one-sided ones
tau, xi, nu = sp.symbols("tau xi nu", real=True)
early = (scale_nu + sides * scale_xi) * level  # alpha-
late = (scale_xi + sides * scale_nu) * level  # alpha+
Delta = sp.Symbol("Delta", nonnegative=True)  # tau + alpha+ + 1
gap = 1 - eta * Delta / 2
HALF = sp.Rational(1, 2)
slope = 1 - sp.exp(-eta)
best, trusted, ln_n, v = sp.symbols("L* l ln_N v", nonnegative=True)
weights, free, limited, played, outside = sp.symbols("L_MW Lhat L_G L B", nonnegative=True)
beta, exceeded, tail, tail_trusted, bad = sp.symbols("beta p_V p p_l b", nonnegative=True)


def derive(proof: Proof) -> None:
    """The whole proof."""
    private(proof)
    answers(proof)
    clip(proof)
    intervals(proof)
    overhead(proof)
    costs(proof)
    trusted_bound(proof)


def private(proof: Proof, *, extremum: type[sp.Max | sp.Min] = sp.Max) -> None:
    """The first part."""
    delta, spent = sp.symbols("delta epsilon'", nonnegative=True)
    exact_coin = sp.Symbol("epsilon_2*", real=True)
    proof.assume("parameters", "b_xi, b_nu, eta, eps2 > 0, V >= 0, 0 <= delta < 1, c = 1/(e^eps2 - 1)")
    proof.define(
        "P and P' are the laws of the augmented transcript on neighbours S and S'; H is that of Algorithm 1 on S which "
        "draws from P'_t. The differing round changes the queries of one interval, which all rise or all fall; m is "
        "the claimed maximum, and E any set of transcripts."
    )
    proof.cite(
        "check_privacy_sharp",
        "eps2* <= eps2, as c = 1/(e^eps2 - 1)",
        nonnegative=eps2 - exact_coin,
    )
    proof.grows("e^v >= 1 for v >= 0", sp.exp(v) - 1, v)
    cost = extremum(1 / scale_xi + eta, 1 / scale_nu + eps2)
    for direction, name, one in (
        ("rise", "1/b_xi + eta", 1 / scale_xi + eta),
        ("fall", "1/b_nu + eps2*", 1 / scale_nu + exact_coin),
    ):
        p, h, p_n = sp.symbols(f"P(E)_{direction} H(E)_{direction} P'(E)_{direction}", nonnegative=True)
        proof.cite(
            "check_privacy_sharp",
            f"If the queries {direction}, answers and coins cost {name}, the larger of which is its m; as H and P' "
            f"differ in these only, H(E) <= e^({name}) P'(E), as its proof shows.",
            nonnegative=sp.exp(one) * p_n - h,
        )
        proof.cite(
            "bounded_range_resampling",
            "P(E) <= e^eps' H(E) + delta if eps' is the conversion of zCDP; by definition it is so for Comp_delta too, "
            "and for 2 eta V >= Comp_delta.",
            nonnegative=sp.exp(spent) * h + delta - p,
        )
        bounded = 1 / scale_xi + eta if direction == "rise" else 1 / scale_nu + eps2
        proof.nonnegative(f"{name} <= m", cost - one, by=[cost - bounded, bounded - one])
        proof.instance(f"e^(m - {name}) >= 1", sp.exp(v) - 1, {v: cost - one})
        proof.at_most(
            "P(E) <= e^(m + eps') P'(E) + delta",
            p,
            sp.exp(spent + cost) * p_n + delta,
            by=[
                sp.exp(spent) * h + delta - p,
                sp.exp(spent) * (sp.exp(one) * p_n - h),
                sp.exp(spent + one) * p_n * (sp.exp(cost - one) - 1),
            ],
        )
    proof.argue("The sequence of experts is a function of the transcript.")


def answers(proof: Proof, *, before: sp.Expr = early, after: sp.Expr = late) -> None:
    """On G a ⊤ has q >= tau - alpha-, a ⊥ q <= tau + alpha+."""
    above = sp.Symbol("o", nonnegative=True)
    proof.define("s = 1 for Laplace noises and s = 0 for exponential ones: alpha- and alpha+ with one formula each.")
    proof.cite(
        "accuracy_once",
        "G has probability >= 1 - beta and is independent of i_1, coins and draws: the union of 2T events of "
        "probability beta/(2T), one for each xi_u and nu_t. On G xi <= b_xi lambda,",
        nonnegative=scale_xi * level - xi,
    )
    proof.cite("accuracy_once", "nu <= b_nu lambda,", nonnegative=scale_nu * level - nu)
    proof.assume("noises", "xi >= -s b_xi lambda, as xi >= 0 if s = 0,", nonnegative=sides * scale_xi * level + xi)
    proof.assume("noises", "and nu >= -s b_nu lambda.", nonnegative=sides * scale_nu * level + nu)
    proof.define("⊤: q = tau + xi - nu + o with o >= 0. ⊥: q = tau + xi - nu - o.")
    proof.at_most(
        "⊤: q >= tau - alpha-",
        tau - before,
        tau + xi - nu + above,
        by=[scale_nu * level - nu, sides * scale_xi * level + xi, above],
    )
    proof.at_most(
        "⊥: q <= tau + alpha+",
        tau + xi - nu - above,
        tau + after,
        by=[scale_xi * level - xi, sides * scale_nu * level + nu, above],
    )


def clip(proof: Proof, *, least: sp.Expr = early + c) -> None:
    """The clip never acts."""
    top = sp.Symbol("q_top", nonnegative=True)
    proof.argue("This is so for every ⊤: q_top >= tau - alpha-.", nonnegative=top - (tau - early))
    proof.assume("threshold", "tau >= alpha- + c", nonnegative=tau - least)
    proof.at_most("on G every check has q >= c: r_u = q", c, top, by=[top - (tau - early), tau - (early + c)])


def intervals(proof: Proof) -> None:
    """All intervals lose at most Delta."""
    bottom, loss = sp.symbols("q_bot l_t", nonnegative=True)
    proof.nonnegative("tau + alpha+ >= 0", tau + late, by=[tau - early - c, early + c + late])
    proof.define(
        "An interval is its last round, with the loss l_t, and what comes before, which ends with a ⊥ or is empty."
    )
    proof.argue("So before it q_bot <= tau + alpha+; 0 if it is empty.", nonnegative=tau + late - bottom)
    proof.assume("range", "l_t <= 1", nonnegative=1 - loss)
    proof.at_most(
        "without a limit the loss of each interval, the unfinished one included, is at most Delta",
        bottom + loss,
        tau + late + 1,
        by=[tau + late - bottom, 1 - loss],
    )
    proof.define("So Delta = tau + alpha+ + 1 >= 0 bounds the loss of each interval.")


def overhead(proof: Proof, *, share: sp.Rational = HALF) -> None:
    """Lhat <= L_MW/(1 - eta Delta/2)."""
    proof.assume("small_rate", "eta Delta < 2", positive=2 - eta * Delta)
    proof.positive("1 - eta Delta/2 > 0", gap)
    claimed = 1 - share * eta * Delta
    proof.positive("so is the claimed denominator", claimed, by=[1 - 2 * share, 2 * share * gap])
    proof.cite(
        "regret_identity",
        "Fix noises in G; they are a rule of when to check that knows no coin or draw. Without the limit: "
        "Lhat <= L_MW/(1 - eta Delta/2)",
        nonnegative=weights / gap - free,
    )
    proof.nonnegative("Lhat <= L_MW over the claimed denominator", weights / claimed - free)


def costs(proof: Proof, *, of_noises: sp.Expr | int = beta, of_limit: sp.Expr | int = tail) -> None:
    """What the limit and large noises cost."""
    proof.cite(
        "truncation", "L_G <= Lhat + T p_V, p_V = Pr[v^_T > V | noises]", nonnegative=free + rounds * exceeded - limited
    )
    proof.cite(
        "update_count_poisson",
        "The clip does not act, so p_V <= p = Pr[Poisson(ln N + eta L*) > V].",
        nonnegative=tail - exceeded,
    )
    proof.argue("b = 1 - Pr[G] <= beta.", nonnegative=beta - bad)
    proof.argue("b <= 1.", nonnegative=1 - bad)
    proof.assume("range", "Outside of G the loss B is at most T.", nonnegative=rounds - outside)
    proof.argue(
        "G is an event of the noises: L <= (1 - b) L_G + b B, L_G the largest over G.",
        nonnegative=(1 - bad) * limited + bad * outside - played,
    )
    proof.at_most(
        "L <= L_MW/(1 - eta Delta/2) + T (beta + p)",
        played,
        weights / gap + rounds * (of_noises + of_limit),
        by=[
            (1 - bad) * limited + bad * outside - played,
            (1 - bad) * (free + rounds * exceeded - limited),
            (1 - bad) * rounds * (tail - exceeded),
            bad * rounds * tail,
            (1 - bad) * (weights / gap - free),
            bad * weights / gap,
            bad * (rounds - outside),
            rounds * (beta - bad),
            rounds * (of_noises + of_limit - beta - tail),
        ],
    )
    proof.grows("1 - e^(-eta) > 0", slope, eta)
    proof.cite("mw_regret", "L_MW <= (eta L* + ln N)/(1 - e^(-eta))", nonnegative=(eta * best + ln_n) / slope - weights)
    proof.at_most(
        "L - L* <= (eta L* + ln N)/((1 - e^(-eta))(1 - eta Delta/2)) - L* + T (beta + p)",
        played - best,
        (eta * best + ln_n) / (slope * gap) - best + rounds * (beta + tail),
        by=[weights / gap + rounds * (beta + tail) - played, ((eta * best + ln_n) / slope - weights) / gap],
    )


def trusted_bound(proof: Proof) -> None:
    """The bound grows with L*, so that l takes its place."""
    proof.assume("loss_bound", "L* <= L', and L* <= T, so L* <= l for either l.", nonnegative=trusted - best)
    proof.grows("1 - e^(-v) >= 0", 1 - sp.exp(-v), v)
    proof.grows("v - 1 + e^(-v) >= 0, as the last line is its derivative", v - 1 + sp.exp(-v), v)
    proof.instance("eta >= 1 - e^(-eta)", v - 1 + sp.exp(-v), {v: eta})
    multiple = eta / (slope * gap) - 1
    proof.nonnegative(
        "eta/((1 - e^(-eta))(1 - eta Delta/2)) >= 1",
        multiple,
        by=[(eta - 1 + sp.exp(-eta)) / (slope * gap), eta * Delta / (2 * gap)],
    )
    proof.argue(
        "Poisson(ln N + eta l) is a Poisson(ln N + eta L*) variable plus another one: p <= p_l.",
        nonnegative=tail_trusted - tail,
    )
    proof.at_most(
        "L - L* <= (eta l + ln N)/((1 - e^(-eta))(1 - eta Delta/2)) - l + T (beta + p_l)",
        played - best,
        (eta * trusted + ln_n) / (slope * gap) - trusted + rounds * (beta + tail_trusted),
        by=[
            (eta * best + ln_n) / (slope * gap) - best + rounds * (beta + tail) - (played - best),
            multiple * (trusted - best),
            rounds * (tail_trusted - tail),
        ],
    )


def low_threshold(proof: Proof) -> None:
    """The false claim for tau >= alpha-."""
    answers(proof)
    clip(proof, least=early)


def quarter(proof: Proof) -> None:
    """The false claim with eta Delta/4."""
    answers(proof)
    clip(proof)
    intervals(proof)
    overhead(proof, share=sp.Rational(1, 4))


def large_noises_ignored(proof: Proof) -> None:
    """The false claim without beta."""
    answers(proof)
    clip(proof)
    intervals(proof)
    overhead(proof)
    costs(proof, of_noises=0)


def limit_ignored(proof: Proof) -> None:
    """The false claim without the Poisson tail."""
    answers(proof)
    clip(proof)
    intervals(proof)
    overhead(proof)
    costs(proof, of_limit=0)


def sides_exchanged(proof: Proof) -> None:
    """The false claim with alpha- and alpha+ exchanged."""
    answers(proof, before=late, after=early)


def cheaper_direction(proof: Proof) -> None:
    """The false claim with the minimum of the two directions."""
    private(proof, extremum=sp.Min)
