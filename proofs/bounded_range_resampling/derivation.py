"""Why `bounded_range_resampling` holds, for all real losses, eta > 0, orders above 1, and every number of resamples.

The order is 1 + m. The steps take as arguments what differs in the controls.
"""

import sympy as sp

from dartproof.evidence import Proof

eta, m, r, width = sp.symbols("eta m r theta", positive=True)
v, x, y, s = sp.symbols("v x y s", nonnegative=True)
Phi, Phi_n = sp.symbols("Phi Phi'", positive=True)
i, w = sp.symbols("i w", integer=True)
a, b = sp.IndexedBase("a", real=True), sp.IndexedBase("b", real=True)  # the losses of the round that differs
weight = sp.IndexedBase("w", positive=True)
gap = sp.IndexedBase("x", real=True)  # by how much the log-ratio of expert i exceeds the least one
other = sp.IndexedBase("P'", nonnegative=True)
moment = sp.Symbol("M", nonnegative=True)
z, eps, rho = sp.symbols("z epsilon rho", real=True)
later = sp.IndexedBase("z", real=True)
H = sp.IndexedBase("H", nonnegative=True)
of_event, of_event_n = sp.symbols("P(E) H(E)", nonnegative=True)
power_of_event, power, limit_power = sp.symbols("S(E) S K", nonnegative=True)


def derive(proof: Proof) -> None:
    """The whole proof."""
    bounded_range(proof)
    chord(proof)
    two_values(proof)
    divergence(proof)
    composition(proof)
    conversion(proof)


def bounded_range(proof: Proof, *, most: int = 1, range_: sp.Expr = 2 * eta) -> None:
    """The log-ratios of one draw lie in an interval of length 2 eta."""
    proof.assume("parameters", "eta > 0")
    proof.assume(
        "neighbours",
        "For t after the differing round, P_t(i) = w(i) e^(-eta a(i))/Phi and P'_t(i) = w(i) e^(-eta b(i))/Phi', where "
        "a(i) and b(i) are the losses of the differing round and w(i) is the same in both.",
    )
    for loss, name in ((a, "a"), (b, "b")):
        proof.assume("range", f"{name}(i) >= 0", nonnegative=loss[i], every=[i])
        proof.assume("range", f"{name}(i) <= {most}", nonnegative=most - loss[i], every=[i])
    log_ratio = sp.log(weight[i] * sp.exp(-eta * a[i]) / Phi) - sp.log(weight[i] * sp.exp(-eta * b[i]) / Phi_n)
    middle = sp.log(Phi_n) - sp.log(Phi)
    proof.identity("ln(P_t(i)/P'_t(i)) = ln(Phi'/Phi) + eta (b(i) - a(i))", log_ratio, middle + eta * (b[i] - a[i]))
    proof.at_most(
        "at most ln(Phi'/Phi) + eta",
        middle + eta * (b[i] - a[i]),
        middle + range_ / 2,
        by=[eta * (1 - b[i]), eta * a[i], range_ / 2 - eta],
    )
    proof.at_most(
        "at least ln(Phi'/Phi) - eta: so they lie in an interval of length theta = 2 eta",
        middle - range_ / 2,
        middle + eta * (b[i] - a[i]),
        by=[eta * (1 - a[i]), eta * b[i], range_ / 2 - eta],
    )


def chord(proof: Proof) -> None:
    """e^((1 + m) x) lies below the chord of the convex function u^(1 + m), u = e^x, over 1 <= u <= e^(x + y)."""
    proof.grows("e^v - 1 >= 0 for v >= 0", sp.exp(v) - 1, v)
    order = 1 + m
    proof.instance("e^(m x) - 1 >= 0 and likewise e^x - 1 >= 0", sp.exp(v) - 1, {v: x})
    proof.nonnegative(
        "(1 + m) m (e^((1 + m) x) - e^(m x)) >= 0",
        order * m * (sp.exp(order * x) - sp.exp(m * x)),
        by=[order * m * sp.exp(m * x) * (sp.exp(x) - 1)],
    )
    tangent = 1 + m * sp.exp(order * x) - order * sp.exp(m * x)
    proof.grows("1 + m e^((1 + m) x) - (1 + m) e^(m x) >= 0, as the last line is its derivative", tangent, x)
    proof.instance("e^(m y) - 1 >= 0", sp.exp(v) - 1, {v: m * y})
    claim = _below_the_chord(x, y)
    proof.nonnegative(
        "e^(x + y) (1 + m e^((1 + m) x) - (1 + m) e^(m x)) + (1 + m)(e^x - 1) e^((1 + m)(x + y)) (1 - e^(-m y)) >= 0",
        sp.diff(claim, y),
        by=[
            sp.exp(x + y) * tangent,
            order * (sp.exp(x) - 1) * sp.exp(order * x) * sp.exp(y) * (sp.exp(m * y) - 1),
        ],
    )
    proof.grows(
        "(e^(x + y) - e^x) + (e^x - 1) e^((1 + m)(x + y)) >= (e^(x + y) - 1) e^((1 + m) x): equal at y = 0, and the "
        "last line is the derivative of the gap",
        claim,
        y,
    )


def two_values(proof: Proof, *, factor: int = 8) -> None:
    """K(s) <= theta^2 s (s - 1)/`factor` for s >= 1, where K is the logarithm of the moments of two values."""
    proof.define(
        "K(s) = ln(1 + r e^(s theta)) - ln(1 + r) - s (ln(1 + r e^theta) - ln(1 + r)), for any odds r > 0; and "
        f"F(s) = theta^2 s (s - 1)/{factor} - K(s)."
    )
    proof.identity("F(0) = 0", _slack(sp.Integer(0), factor), sp.Integer(0))
    proof.identity("F(1) = 0", _slack(sp.Integer(1), factor), sp.Integer(0))
    t = sp.Symbol("t", real=True)
    second = sp.diff(_slack(t, factor), t, 2)
    g = r * sp.exp(t * width)
    proof.nonnegative(
        "F''(s) = theta^2 (1/4 - g/(1 + g)^2) = theta^2 (1 - g)^2/(4 (1 + g)^2) >= 0 for all real s, g = r e^(s theta)",
        second,
        by=[width**2 * (1 - g) ** 2 / (4 * (1 + g) ** 2), width**2 * (sp.Rational(2, factor) - sp.Rational(1, 4))],
    )
    slope = sp.diff(_slack(t, factor), t)
    proof.instance("F''(1 - v) >= 0", second, {t: 1 - v})
    proof.grows("F'(1) - F'(1 - v) >= 0 for v >= 0", slope.subs(t, 1) - slope.subs(t, 1 - v), v)
    below = _slack(1 - v, factor) - _slack(sp.Integer(1), factor) + v * slope.subs(t, 1)
    proof.grows("F(1 - v) - F(1) + v F'(1) >= 0 for v >= 0", below, v)
    proof.instance("at v = 1: F(0) - F(1) + F'(1) >= 0", below, {v: sp.Integer(1)})
    proof.nonnegative("so F'(1) >= 0", slope.subs(t, 1))
    proof.instance("F''(1 + v) >= 0", second, {t: 1 + v})
    proof.grows("so F'(1 + v) >= 0 for v >= 0", slope.subs(t, 1 + v), v)
    proof.grows("and F(1 + v) >= 0 for v >= 0", _slack(1 + v, factor), v)
    proof.instance("at v = m: K(1 + m) <= theta^2 (1 + m) m/8", _slack(1 + v, factor), {v: m})


def divergence(proof: Proof) -> None:
    """One draw: sum_i P'(i) (P(i)/P'(i))^(1 + m) <= e^K(1 + m) <= e^((1 + m) m theta^2/8)."""
    order = 1 + m
    proof.define(
        "Let P(i)/P'(i) = A e^(x(i)) with 0 <= x(i) <= theta. The P'(i) A e^(x(i)) = P(i) add up to 1, so 1/A lies "
        "between 1 and e^theta: 1/A = (1 + r e^theta)/(1 + r) for some r > 0, unless P = P', when there is nothing to "
        "show. Let M be the sum of the P'(i) e^((1 + m) x(i))."
    )
    proof.assume("neighbours", "x(i) >= 0", nonnegative=gap[i], every=[i])
    proof.assume("neighbours", "x(i) <= theta", nonnegative=width - gap[i], every=[i])
    proof.instance("the chord at x = x(i), x + y = theta", _below_the_chord(x, y), {x: gap[i], y: width - gap[i]})
    inverse = (1 + r * sp.exp(width)) / (1 + r)
    proof.total_nonnegative(
        "summed with the weights P'(i)",
        other[i] * _below_the_chord(gap[i], width - gap[i]),
        index=i,
        totals={
            other[i]: sp.Integer(1),
            other[i] * sp.exp(gap[i]): inverse,
            other[i] * sp.exp(order * gap[i]): moment,
        },
        equals=sp.exp(width) - inverse + (inverse - 1) * sp.exp(order * width) - (sp.exp(width) - 1) * moment,
    )
    proof.grows("e^v - 1 > 0 for v > 0", sp.exp(width) - 1, width)
    proof.at_most(
        "divided by e^theta - 1: M <= (1 + r e^((1 + m) theta))/(1 + r)",
        moment,
        (1 + r * sp.exp(order * width)) / (1 + r),
        by=[
            (sp.exp(width) - inverse + (inverse - 1) * sp.exp(order * width) - (sp.exp(width) - 1) * moment)
            / (sp.exp(width) - 1)
        ],
    )
    proof.argue(
        "So the sum of P'(i) (P(i)/P'(i))^(1 + m), which is A^(1 + m) M, is at most e^K(1 + m) <= "
        "e^(m (1 + m) theta^2/8) = e^(m (1 + m) eta^2/2), as theta = 2 eta. The same with P and P' exchanged."
    )


def composition(proof: Proof) -> None:
    """V adaptive draws: the moments multiply."""
    proof.assume(
        "limit",
        "There are at most V draws, each from P_t or from P'_t with t and whether to draw depending on the past.",
    )
    proof.define(
        "P(w) and H(w) are the probabilities of the course w when all draws are from the P_t, or all from the P'_t. S "
        "is the sum of the H(w) (P(w)/H(w))^(1 + m), and K = e^(m (1 + m) rho), rho = V eta^2/2."
    )
    proof.argue(
        "Given what came before, a draw multiplies H (P/H)^(1 + m) by at most e^(m (1 + m) eta^2/2) >= 1, summed over "
        "its outcomes, and nothing else changes P/H. By induction over the draws S <= K.",
        nonnegative=limit_power - power,
    )


def conversion(proof: Proof, *, base: sp.Expr | None = None) -> None:
    """P(E) <= e^eps H(E) + delta with delta = K e^(-m eps) m^m/(1 + m)^(1 + m)."""
    order = 1 + m
    proof.grows("e^v - 1 >= 0 for v >= 0", sp.exp(v) - 1, v)
    proof.instance("e^(m s) >= 1", sp.exp(v) - 1, {v: m * s})
    proof.nonnegative(
        "(1 + m) e^s (e^(m s) - 1) >= 0",
        order * (sp.exp(order * s) - sp.exp(s)),
        by=[order * sp.exp(s) * (sp.exp(m * s) - 1)],
    )
    convex = sp.exp(order * s) - order * sp.exp(s) + m
    proof.grows("e^((1 + m) s) - (1 + m) e^s + m >= 0 for s >= 0: the last line is its derivative", convex, s)
    proof.grows("1 - e^-v >= 0 for v >= 0", 1 - sp.exp(-v), v)
    proof.instance("1 - e^(-m s) >= 0", 1 - sp.exp(-v), {v: m * s})
    proof.nonnegative(
        "(1 + m) e^-s (1 - e^(-m s)) >= 0",
        order * (sp.exp(-s) - sp.exp(-order * s)),
        by=[order * sp.exp(-s) * (1 - sp.exp(-m * s))],
    )
    proof.grows(
        "e^(-(1 + m) s) - (1 + m) e^-s + m >= 0 for s >= 0 as well",
        sp.exp(-order * s) - order * sp.exp(-s) + m,
        s,
    )
    line = sp.exp(order * z) - order * sp.exp(z) + m
    proof.argue("So e^((1 + m) z) - (1 + m) e^z + m >= 0 for every real z.", nonnegative=line, every=[z])
    proof.define("Let H(w) > 0 and write P(w)/H(w) = e^eps ((1 + m)/m) e^(z(w)); S(E) is the part of S that E has.")
    proof.instance("at z = z(w)", line, {z: later[w]})
    scale = sp.exp(eps) * order / m
    raised = sp.exp(order * eps + order * sp.log(order) - order * sp.log(m))
    proof.total_nonnegative(
        "summed over the w in E, times H(w)",
        H[w] * line.subs(z, later[w]),
        index=w,
        totals={
            H[w]: of_event_n,
            H[w] * sp.exp(later[w]): of_event / scale,
            H[w] * sp.exp(order * later[w]): power_of_event / raised,
        },
        equals=power_of_event / raised - order * of_event / scale + m * of_event_n,
    )
    proof.argue("A part of a sum of terms >= 0 is at most the sum.", nonnegative=power - power_of_event)
    spare = limit_power * sp.exp(-m * eps + m * sp.log(m) - order * sp.log(order)) if base is None else base
    tail = sp.exp(-m * eps + m * sp.log(m) - order * sp.log(order))
    proof.at_most(
        "P(E) <= e^eps H(E) + K e^(-m eps) m^m/(1 + m)^(1 + m)",
        of_event,
        sp.exp(eps) * of_event_n + spare,
        by=[
            sp.exp(eps) / m * (power_of_event / raised - order * of_event / scale + m * of_event_n),
            tail * (power - power_of_event),
            tail * (limit_power - power),
            spare - tail * limit_power,
        ],
    )


def _below_the_chord(start: sp.Expr, step: sp.Expr) -> sp.Expr:
    order = 1 + m
    return (
        sp.exp(start + step)
        - sp.exp(start)
        + (sp.exp(start) - 1) * sp.exp(order * (start + step))
        - (sp.exp(start + step) - 1) * sp.exp(order * start)
    )


def _slack(t: sp.Expr, factor: int) -> sp.Expr:
    """F(t), the room that theta^2 t (t - 1)/factor leaves above K(t)."""
    whole = sp.log(1 + r * sp.exp(t * width)) - sp.log(1 + r)
    return width**2 * t * (t - 1) / factor - whole + t * (sp.log(1 + r * sp.exp(width)) - sp.log(1 + r))


def losses_up_to_two(proof: Proof) -> None:
    """The false claim for losses in [0, 2]."""
    bounded_range(proof, most=2)


def two_rounds_differ(proof: Proof) -> None:
    """The false claim for streams that differ in two rounds: a and b are sums of two losses."""
    proof.define("a(i) and b(i): the losses of expert i in both differing rounds together")
    bounded_range(proof, most=2)


def range_eta(proof: Proof) -> None:
    """The false claim that the log-ratios lie in an interval of length eta."""
    bounded_range(proof, range_=eta)


def ninth(proof: Proof) -> None:
    """The false claim with theta^2/9 in place of theta^2/8."""
    bounded_range(proof)
    two_values(proof, factor=9)


def one_draw_more(proof: Proof) -> None:
    """The false claim that V draws cost as much as V - 1: K is then too small by one factor."""
    less = limit_power * sp.exp(-m * (1 + m) * eta**2 / 2)
    proof.argue("S <= K, the bound of V draws.", nonnegative=limit_power - power)
    conversion(proof, base=less * sp.exp(-m * eps + m * sp.log(m) - (1 + m) * sp.log(1 + m)))


def smaller_delta(proof: Proof) -> None:
    """The false claim with two thirds of delta."""
    chord(proof)
    composition(proof)
    conversion(proof, base=sp.Rational(2, 3) * limit_power * sp.exp(-m * eps + m * sp.log(m) - (1 + m) * sp.log(1 + m)))
