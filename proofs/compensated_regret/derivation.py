"""Why `compensated_regret` holds, for all T, N, losses and parameters.

The steps take as arguments what differs in the controls.
"""

import sympy as sp

from dartproof.evidence import Proof

eta, c, b, rate2 = sp.symbols("eta c b_1 1/b2", positive=True)
x, kappa, xi, excess, s, slack = sp.symbols("x kappa xi e s d", nonnegative=True)
tau = sp.Symbol("tau", positive=True)
z = b + b**2 / (tau + 1 + b)
reach = tau + 1 + kappa  # G'
twice_m = z + reach  # 2 M
R = sp.Symbol("R", nonnegative=True)

n = sp.Symbol("n", integer=True)
chance, before, loss = (sp.Function(name, nonnegative=True) for name in ("m", "q+", "l"))
played, mean, shares, product = (sp.Symbol(name, nonnegative=True) for name in ("E_l", "beta", "<P,l>", "E_ql"))
y = sp.exp(-eta * before(n))


def derive(proof: Proof) -> None:
    """The whole proof."""
    one_round(proof)
    intervals(proof)
    constant(proof)
    floor(proof)
    large_noise(proof)
    long_interval(proof)
    short_interval(proof)
    conclusion(proof)


def one_round(proof: Proof) -> None:
    """E l_t(i_t) - <P_t, l_t> <= eta E q+_t l_t(i_t)."""
    proof.assume("no_limit", "V = oo")
    proof.define(
        "Let n run through the pasts up to the decision of round t, with probability m(n), q+(n) the loss since the "
        "last check after it, l(n) = l_t(i_t), and y = e^(-eta q+). <P,l> = <P_t, l_t> and beta = E y."
    )
    proof.cite("compensated_marginal", "E y 1{i_t = i} = beta P_t(i); times l_t(i), over i: E y l = beta <P,l>")
    totals = {
        chance(n): sp.Integer(1),
        chance(n) * y: mean,
        chance(n) * loss(n): played,
        chance(n) * y * loss(n): mean * shares,
        chance(n) * before(n) * loss(n): product,
    }
    proof.total(
        "so E l_t(i_t) - <P,l> = E (1 - y)(l - <P,l>)",
        chance(n) * (1 - y) * (loss(n) - shares),
        index=n,
        totals=totals,
        equals=played - shares,
    )
    proof.grows("1 - e^(-x) >= 0 for x >= 0", 1 - sp.exp(-x), x)
    proof.grows("x - (1 - e^(-x)) >= 0 for x >= 0", x - 1 + sp.exp(-x), x)
    proof.instance("1 - y >= 0", 1 - sp.exp(-x), {x: eta * before(n)})
    proof.instance("1 - y <= eta q+", x - 1 + sp.exp(-x), {x: eta * before(n)})
    part = chance(n) * ((eta * before(n) - (1 - y)) * loss(n) + (1 - y) * shares)
    proof.total_nonnegative(
        "and E eta q+ l - E (1 - y)(l - <P,l>), a sum of m ((eta q+ - (1 - y)) l + (1 - y) <P,l>), is >= 0",
        part,
        index=n,
        totals=totals,
        equals=eta * product - played + shares,
    )


def intervals(proof: Proof, *, unfinished: bool = True) -> None:
    """L - L_MW <= (eta/2) E sum of R_u^2."""
    squares, rest, more = sp.symbols("S U W", nonnegative=True)
    now, new = sp.symbols("q+ l", nonnegative=True)
    proof.at_most(
        "Within an interval q+ grows by l: q+ l <= ((q+ + l)^2 - q+^2)/2",
        now * new,
        ((now + new) ** 2 - now**2) / 2,
        by=[new**2 / 2],
    )
    proof.define(
        "S is E of the sum of R_u^2 over the intervals that end with a check, U = E R^2 for the one that does not. "
        "W is the sum of E q+_t l_t(i_t) over t."
    )
    if unfinished:
        proof.assume("unfinished", "The rounds of all intervals, the last one included, are 1, ..., T.")
    proof.argue(
        "q+ = 0 at the start of an interval, and q+ + l = R after its last round. So, added up, W <= (S + U)/2.",
        nonnegative=(squares + rest) / 2 - more,
    )
    learner, weights = sp.symbols("L L_MW", nonnegative=True)
    proof.argue("Summed over t: L - L_MW <= eta W.", nonnegative=eta * more - learner + weights)
    counted = squares + (rest if unfinished else 0)
    proof.at_most(
        "L - L_MW <= (eta/2)(S + U)",
        learner - weights,
        eta * counted / 2,
        by=[eta * more - learner + weights, eta * (counted / 2 - more)],
    )


def constant(proof: Proof) -> None:
    """What is taken from the definition of M."""
    proof.assume("parameters", "eta, c, b1, b2 > 0, tau >= c", nonnegative=tau - c)
    proof.assume("constant", "kappa >= z - c", nonnegative=kappa - z + c)
    proof.define(
        "F(R) = R (R - 2 M)/2. It is to be shown that E F(R) <= 0 for an interval, given what happened up to its "
        "start: its expert then has fixed losses in the following rounds. Let G' = tau + 1 + kappa, so 2 M = z + G'."
    )
    proof.nonnegative("G' >= z", reach - z, by=[tau - c, kappa - z + c, sp.Integer(1)])


def floor(proof: Proof, *, least: sp.Expr | int = 1) -> None:
    """With xi >= kappa and a pending loss of at most z, the hazard is h0."""
    proof.assume("floor", "h = max(h0, G(tau + xi - q)), h0 = e^(-(tau - c)/b2)")
    above = kappa - z + c + s + slack
    proof.nonnegative("Let xi = kappa + s and q = z - d with s, d >= 0", above, by=[kappa - z + c, s, slack])
    proof.instance("tau + xi - q >= tau - c, so e^(-(xi - q + c)/b2) <= 1", 1 - sp.exp(-x), {x: rate2 * above})
    top = sp.exp(-rate2 * (tau - c))
    proof.at_most(
        "G(tau + xi - q) <= h0, so h = h0",
        top * sp.exp(-rate2 * above),
        least * top,
        by=[top * (1 - sp.exp(-rate2 * above)), (least - 1) * top],
    )


def large_noise(proof: Proof) -> None:
    """Given R > z, xi exceeds kappa by no more than an exponential variable."""
    level, total = sp.symbols("g Pr[R>z]", nonnegative=True)
    proof.argue(
        "R > z just if there is no check at any decision with q <= z, and the losses to the end exceed z. Given xi, "
        "that is 0 or a product of factors 1 - h; it has one value g for all xi >= kappa. So "
        "Pr[R > z, xi > kappa + s] = g e^(-(kappa + s)/b1), and at s = 0 it is at most Pr[R > z].",
        nonnegative=total - level * sp.exp(-kappa / b),
    )
    proof.at_most(
        "Pr[R > z, xi > kappa + s] <= e^(-s/b1) Pr[R > z]",
        level * sp.exp(-(kappa + s) / b),
        sp.exp(-s / b) * total,
        by=[sp.exp(-s / b) * (total - level * sp.exp(-kappa / b))],
    )


def value(loss_: sp.Expr, share: sp.Expr | int = 1) -> sp.Expr:
    """F, with `share` of M."""
    return loss_ * (loss_ - share * twice_m) / 2


def long_interval(proof: Proof, *, share: sp.Expr | int = 1) -> None:
    """E [F(R) | R > z] <= 0."""
    proof.argue("Now R > z, so R = z + u with u > 0.")
    u = sp.Symbol("u", positive=True)
    longer = z + u
    proof.argue(
        "A check is certain where q >= tau + xi. So q < tau + xi before the last loss, and R <= tau + 1 + xi <= G' + e "
        "with e = max(0, xi - kappa).",
        nonnegative=reach + excess - longer,
        every=[u, excess],
    )
    proof.identity("F(z) = F(G')", value(z, share), value(reach, share))
    end = reach + excess
    proof.identity(
        "F(G' + e) - F(R) = (G' + e - R)(e + R - z)/2, where G' + R - 2 M = R - z",
        value(end) - value(longer),
        (end - longer) * (excess + u) / 2,
    )
    proof.at_most("so F(R) <= F(G' + e)", value(longer), value(end), by=[(end - longer) * (excess + u) / 2])
    w = sp.Symbol("w", nonnegative=True)
    proof.identity(
        "F(G' + x + w) - F(G' + x) = w x + w^2/2 + w (G' - z)/2",
        value(reach + x + w) - value(reach + x),
        w * x + w**2 / 2 + w * (reach - z) / 2,
    )
    proof.nonnegative(
        "so F grows on [G', oo)",
        w * x + w**2 / 2 + w * (reach - z) / 2,
        by=[w * x, w**2 / 2, w * (reach - z) / 2],
    )
    proof.argue(
        "By the step before, given R > z, e is stochastically at most an exponential variable X of mean b1, for which "
        "E X = b1 and E X^2 = 2 b1^2. As F grows there, E [F(R) | R > z] <= E F(G' + X)."
    )
    of_mean = (reach**2 + 2 * reach * b + 2 * b**2 - share * twice_m * (reach + b)) / 2
    proof.at_most(
        "E F(G' + X) = ((G' + b1)^2 + b1^2 - 2 M (G' + b1))/2 <= 0, as b1^2/(tau + 1 + b1) (G' + b1) >= b1^2",
        of_mean,
        sp.Integer(0),
        by=[b**2 * kappa / (2 * (tau + 1 + b)), -of_mean - b**2 * kappa / (2 * (tau + 1 + b))],
    )


def short_interval(proof: Proof) -> None:
    """F(R) <= 0 where R <= z."""
    shorter = sp.Symbol("R_0", nonnegative=True)
    rest = sp.Symbol("z-R", nonnegative=True)
    proof.identity(
        "Where R <= z: -F(R) = R (G' + (z - R))/2",
        -shorter * (shorter - (shorter + rest + reach)) / 2,
        shorter * (reach + rest) / 2,
    )
    proof.nonnegative("which is >= 0", shorter * (reach + rest) / 2)
    proof.argue("So E F(R) <= 0 in all, that is E R^2 <= 2 M E R.")


def conclusion(proof: Proof, *, limited: bool = False) -> None:
    """L <= L_MW/(1 - eta M), and with a limit."""
    m, learner, weights, squares = sp.symbols("M L L_MW S", nonnegative=True)
    proof.argue(
        "Summed over the intervals, E sum of R_u^2 <= 2 M E sum of R_u = 2 M L.", nonnegative=2 * m * learner - squares
    )
    proof.argue("As shown, L - L_MW <= (eta/2) E sum of R_u^2.", nonnegative=eta * squares / 2 - learner + weights)
    proof.assume("rate", "eta M < 1", positive=1 - eta * m)
    proof.at_most(
        "so L (1 - eta M) <= L_MW",
        learner * (1 - eta * m),
        weights,
        by=[eta * squares / 2 - learner + weights, eta * (2 * m * learner - squares) / 2],
    )
    proof.at_most(
        "L <= L_MW/(1 - eta M)",
        learner,
        weights / (1 - eta * m),
        by=[(weights - learner * (1 - eta * m)) / (1 - eta * m)],
    )
    with_limit, price = sp.symbols("L_V T*G_V", nonnegative=True)
    if limited:
        price = sp.Integer(0)
    proof.cite(
        "compensated_updates",
        "L_V <= L + T G_V(Lambda)",
        nonnegative=learner + sp.Symbol("T*G_V", nonnegative=True) - with_limit,
    )
    proof.at_most(
        "L_V <= L_MW/(1 - eta M) + T G_V(Lambda)",
        with_limit,
        weights / (1 - eta * m) + price,
        by=[learner + price - with_limit, weights / (1 - eta * m) - learner],
    )


def no_floor(proof: Proof) -> None:
    """The false claim for h0 = 0."""
    constant(proof)
    proof.grows("1 - e^(-x) >= 0 for x >= 0", 1 - sp.exp(-x), x)
    floor(proof, least=0)


def nine_tenths(proof: Proof) -> None:
    """The false claim with 9/10 of M."""
    constant(proof)
    long_interval(proof, share=sp.Rational(9, 10))


def last_loss_for_free(proof: Proof) -> None:
    """The false claim with M - 1/2, that is with tau in place of tau + 1."""
    constant(proof)
    long_interval(proof, share=1 - 1 / twice_m)


def finished_only(proof: Proof) -> None:
    """The false claim without the last interval."""
    intervals(proof, unfinished=False)


def limited(proof: Proof) -> None:
    """The false claim that L_V <= L_MW/(1 - eta M)."""
    conclusion(proof, limited=True)
