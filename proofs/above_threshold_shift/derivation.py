"""Why `above_threshold_shift` holds, for all noises of the kind, all queries and all shifts."""

import sympy as sp

from dartproof.evidence import Proof

rate, rate_xi, rate_nu = sp.symbols("rho rho_xi rho_nu", positive=True)  # 1/b, 1/b_xi and 1/b_nu
s, x = sp.symbols("s x", nonnegative=True)
tau, xi, nu, z = sp.symbols("tau xi nu z", real=True)
a = sp.Symbol("a", nonnegative=True)
r, t = sp.symbols("r t", integer=True)
q, d, noise = (sp.IndexedBase(name, real=True) for name in ("q", "d", "nu"))
f, g = (sp.Function(name, nonnegative=True) for name in ("f", "g"))  # the densities of xi and nu_t
started = sp.Function("1", nonnegative=True)  # 1(z) = 1 for z >= 0 and 0 below
halts, halts_n, stays, stays_n = (sp.IndexedBase(name, nonnegative=True) for name in ("H", "H'", "S", "S'"))


def derive(proof: Proof) -> None:
    """The whole proof."""
    proof.assume("parameters", "b_xi, b_nu > 0; rho_xi = 1/b_xi, rho_nu = 1/b_nu; tau is any real number")
    proof.grows("e^x - 1 >= 0 for x >= 0: it is 0 at 0 and has the derivative e^x", sp.exp(x) - 1, x)
    laplace_and_exponential(proof)
    noises(proof)
    shift(proof)
    up(proof)
    down(proof)
    privacy(proof)
    sharpness(proof)


def laplace_and_exponential(proof: Proof) -> None:
    """Both kinds of noise have densities that fall by at most e^(rho s) over a distance s."""
    proof.argue(
        "Lap(1/rho) has the density (rho/2) e^(-rho |z|), and |z + s| <= |z| + s.",
        nonnegative=sp.Abs(z) + s - sp.Abs(z + s),
        every=[z, s],
    )
    rise = sp.Abs(z) + s - sp.Abs(z + s)
    proof.instance("so e^(rho (|z| + s - |z + s|)) >= 1", sp.exp(x) - 1, {x: rate * rise})
    proof.at_most(
        "Laplace: e^(-rho |z|) <= e^(rho s) e^(-rho |z + s|)",
        sp.exp(-rate * sp.Abs(z)),
        sp.exp(rate * s) * sp.exp(-rate * sp.Abs(z + s)),
        by=[sp.exp(-rate * sp.Abs(z)) * (sp.exp(rate * rise) - 1)],
    )
    proof.argue(
        "Exp(1/rho) has the density rho e^(-rho z) 1(z), where 1(z) = 1 for z >= 0 and 0 below, so 1(z) <= 1(z + s).",
        nonnegative=started(z + s) - started(z),
        every=[z, s],
    )
    proof.at_most(
        "exponential: e^(-rho z) 1(z) <= e^(rho s) e^(-rho (z + s)) 1(z + s)",
        sp.exp(-rate * z) * started(z),
        sp.exp(rate * s) * sp.exp(-rate * (z + s)) * started(z + s),
        by=[sp.exp(-rate * z) * (started(z + s) - started(z))],
    )


def noises(proof: Proof) -> None:
    """What is used of the noises."""
    proof.assume(
        "noises",
        "xi has a density f with f(z) <= e^(s/b_xi) f(z + s) for s >= 0,",
        nonnegative=_falls(f, rate_xi),
        every=[s, z],
    )
    proof.assume("noises", "and nu_t a density g with the same for b_nu.", nonnegative=_falls(g, rate_nu), every=[s, z])


def shift(proof: Proof, *, one_sided: bool = True, for_good: bool = True) -> None:
    """What is used of the shift; r is a query before t."""
    proof.define(
        "H_t, S_t = Pr[halt at query t], Pr[⊥ up to query t] for q; H'_t, S'_t for q'_t = q_t + d_t. Let r < t."
    )
    if one_sided:
        proof.assume("one_sided", "d_r >= 0", nonnegative=d[r], every=[r])
        proof.assume("one_sided", "d_t >= 0", nonnegative=d[t], every=[t])
    if for_good:
        proof.assume("for_good", "d_r <= d_t", nonnegative=d[t] - d[r], every=[r, t])


def up(proof: Proof, *, factor: sp.Expr = rate_xi) -> None:
    """From q to q': raise xi by d_t."""
    proof.define("From q to q': raise xi by d_t.")
    proof.at_most(
        "⊥ to query r stays: tau + xi - q_r - nu_r does not fall,",
        tau + xi - q[r] - noise[r],
        tau + (xi + d[t]) - (q[r] + d[r]) - noise[r],
        by=[d[t] - d[r]],
    )
    proof.identity(
        "nor does it for query t, so that its answer, ⊤ or ⊥, stays",
        tau + xi - q[t] - noise[t],
        tau + (xi + d[t]) - (q[t] + d[t]) - noise[t],
    )
    proof.instance("f(xi) <= e^(d_t/b_xi) f(xi + d_t)", _falls(f, rate_xi), {s: d[t], z: xi})
    raised = f(xi + d[t])
    proof.at_most("as claimed", f(xi), sp.exp(factor * d[t]) * raised)
    for before, after, what in (
        (halts, halts_n, "H_t <= e^(d_t/b_xi) H'_t"),
        (stays, stays_n, "S_t <= e^(d_t/b_xi) S'_t"),
    ):
        proof.argue(
            f"{what}: integrate the joint density over the noises that lead to the answers; raising preserves volume.",
            nonnegative=sp.exp(rate_xi * d[t]) * after[t] - before[t],
            every=[t],
        )


def down(proof: Proof, *, factor: sp.Expr = rate_nu) -> None:
    """From q' to q: raise nu_t by d_t."""
    proof.define("From q' to q: raise nu_t by d_t, if query t is answered with ⊤.")
    proof.at_most(
        "⊥ to query r stays: tau + xi - q'_r - nu_r does not fall,",
        tau + xi - (q[r] + d[r]) - noise[r],
        tau + xi - q[r] - noise[r],
        by=[d[r]],
    )
    proof.identity(
        "⊤ to query t stays: q'_t + nu_t does not change,", (q[t] + d[t]) + noise[t], q[t] + (noise[t] + d[t])
    )
    proof.at_most(
        "⊥ to query t, with nothing raised, stays",
        tau + xi - (q[t] + d[t]) - noise[t],
        tau + xi - q[t] - noise[t],
        by=[d[t]],
    )
    proof.instance("g(nu_t) <= e^(d_t/b_nu) g(nu_t + d_t)", _falls(g, rate_nu), {s: d[t], z: nu})
    proof.at_most("as claimed", g(nu), sp.exp(factor * d[t]) * g(nu + d[t]))
    proof.argue(
        "H'_t <= e^(d_t/b_nu) H_t, by integration as before.",
        nonnegative=sp.exp(rate_nu * d[t]) * halts[t] - halts_n[t],
        every=[t],
    )
    proof.argue("S'_t <= S_t, as nothing is raised.", nonnegative=stays[t] - stays_n[t], every=[t])


def privacy(proof: Proof, *, most: int = 1) -> None:
    """Where d_t is 0 or a with a <= 1."""
    proof.assume(
        "sensitivity", f"Privacy: d_t is 0 or a, where a >= 0; d_t <= {most}", nonnegative=most - d[t], every=[t]
    )
    cost = sp.Max(rate_xi, rate_nu)
    proof.define("Let m = max(1/b_xi, 1/b_nu).")
    for one, text in ((rate_xi, "d_t/b_xi <= m"), (rate_nu, "d_t/b_nu <= m")):
        proof.at_most(text, one * d[t], cost, by=[(cost - one) * d[t], cost * (1 - d[t])])
        proof.instance("so its exponential is at most e^m", sp.exp(x) - 1, {x: cost - one * d[t]})
    proof.instance("e^m >= 1", sp.exp(x) - 1, {x: cost})
    for text, one, below, above in (
        ("H_t <= e^m H'_t", rate_xi, halts[t], halts_n[t]),
        ("S_t <= e^m S'_t", rate_xi, stays[t], stays_n[t]),
        ("H'_t <= e^m H_t", rate_nu, halts_n[t], halts[t]),
    ):
        proof.at_most(
            text,
            below,
            sp.exp(cost) * above,
            by=[
                sp.exp(one * d[t]) * above * (sp.exp(cost - one * d[t]) - 1),
                sp.exp(one * d[t]) * above - below,
            ],
        )
    proof.at_most(
        "S'_t <= e^m S_t",
        stays_n[t],
        sp.exp(cost) * stays[t],
        by=[(sp.exp(cost) - 1) * stays[t], stays[t] - stays_n[t]],
    )
    eps1 = sp.Symbol("epsilon_1", positive=True)
    proof.identity(
        "b_xi = 2/eps1 and b_nu = 4/eps1: the larger of 1/b_xi = eps1/2 and 1/b_nu is twice 1/b_nu",
        1 / (2 / eps1),
        2 / (4 / eps1),
    )


def sharpness(proof: Proof) -> None:
    """Exponential noises attain both constants."""
    y, depth = sp.symbols("y D", nonnegative=True)
    proof.define(
        "Exp noises, q = (tau, tau), d = (a, a): the ⊥ to query 1 requires xi >= 0, and xi >= a for q'; xi = y, y + a."
    )
    bottom, top = 1 - sp.exp(-rate_nu * y), sp.exp(-rate_nu * y)
    proof.identity(
        "the integrand for q is e^(a/b_xi) times that for q', so H_2 = e^(a/b_xi) H'_2",
        rate_xi * sp.exp(-rate_xi * y) * bottom * top,
        sp.exp(rate_xi * a) * rate_xi * sp.exp(-rate_xi * (y + a)) * bottom * top,
    )
    proof.define("One query q = tau - a - D, D >= 0, and xi = y: then ⊤ requires nu >= a + D + y, or D + y for q'.")
    proof.identity(
        "its probabilities are e^(-(a + D + y)/b_nu) and e^(-(D + y)/b_nu), so H'_1 = e^(a/b_nu) H_1",
        sp.exp(-rate_nu * (depth + y)),
        sp.exp(rate_nu * a) * sp.exp(-rate_nu * (a + depth + y)),
    )


def _falls(density: sp.Function, rho: sp.Expr) -> sp.Expr:
    return sp.exp(rho * s) * density(z + s) - density(z)


def _prepare(proof: Proof, *, one_sided: bool = True, for_good: bool = True) -> None:
    proof.grows("e^x - 1 >= 0 for x >= 0", sp.exp(x) - 1, x)
    noises(proof)
    shift(proof, one_sided=one_sided, for_good=for_good)


def scales_exchanged(proof: Proof) -> None:
    """The false claim with b_nu in the first inequality and b_xi in the second."""
    _prepare(proof)
    up(proof, factor=rate_nu)


def smaller_first_constant(proof: Proof) -> None:
    """The false claim with 15/16 of d_t/b_xi."""
    _prepare(proof)
    up(proof, factor=sp.Rational(15, 16) * rate_xi)


def smaller_second_constant(proof: Proof) -> None:
    """The false claim with 15/16 of d_t/b_nu."""
    _prepare(proof)
    up(proof)
    down(proof, factor=sp.Rational(15, 16) * rate_nu)


def shift_ends(proof: Proof) -> None:
    """The false claim for shifts that fall back."""
    _prepare(proof, for_good=False)
    up(proof)


def shift_changes_sign(proof: Proof) -> None:
    """The false claim for shifts that are negative at first."""
    _prepare(proof, one_sided=False)
    down(proof)


def shift_by_two(proof: Proof) -> None:
    """The false claim that a shift by 2 costs no more."""
    _prepare(proof)
    up(proof)
    down(proof)
    privacy(proof, most=2)
