"""Why `bernoulli_ratio` holds, for all real parameters. The steps of each half take what differs in its controls."""

import sympy as sp

from dartproof.evidence import Proof

eta, eps2 = sp.symbols("eta epsilon_2", positive=True)
r, rn = sp.symbols("r r'", positive=True)  # rn is the loss on the neighbour
m, s, t, v = sp.symbols("m s t v", nonnegative=True)
x = sp.Symbol("x", positive=True)
c = 1 / (sp.exp(eps2) - 1)


def derive(proof: Proof) -> None:
    """The whole proof."""
    proof.assume("parameters", "eta > 0 and eps2 > 0")
    proof.grows("e^v - 1 >= 0 for v >= 0: it is 0 at 0 and has the derivative e^v", sp.exp(v) - 1, v)
    keep(proof)
    proof.grows("e^eps2 - 1 > 0, so c = 1/(e^eps2 - 1) is a positive number", sp.exp(eps2) - 1, eps2)
    proof.grows("1 - e^-v >= 0 for v >= 0", 1 - sp.exp(-v), v)
    resample_below(proof)
    shrinking_quotient(proof)
    resample_above(proof)
    clipping(proof)


def keep(proof: Proof) -> None:
    """e^(-eta r) <= e^eta e^(-eta r')."""
    proof.assume("sensitivity", "Keep: r' - r <= 1.", nonnegative=1 - rn + r)
    proof.instance("so e^(eta (1 - r' + r)) >= 1", sp.exp(v) - 1, {v: eta * (1 - rn + r)})
    proof.at_most(
        "e^(-eta r) <= e^eta e^(-eta r')",
        sp.exp(-eta * r),
        sp.exp(eta) * sp.exp(-eta * rn),
        by=[sp.exp(-eta * r) * (sp.exp(eta * (1 - rn + r)) - 1)],
    )


def resample_below(proof: Proof) -> None:
    """1 - e^(-eta r) <= e^eps2 (1 - e^(-eta r')), where r' = r + s with s >= 0."""
    proof.instance("Resample, case r <= r': write r' = r + s; then e^(-eta s) <= 1", 1 - sp.exp(-v), {v: eta * s})
    proof.instance("and e^(-eta r') <= 1", 1 - sp.exp(-v), {v: eta * (r + s)})
    proof.at_most(
        "1 - e^(-eta r) <= 1 - e^(-eta r') <= e^eps2 (1 - e^(-eta r'))",
        1 - sp.exp(-eta * r),
        sp.exp(eps2) * (1 - sp.exp(-eta * (r + s))),
        by=[sp.exp(-eta * r) * (1 - sp.exp(-eta * s)), (sp.exp(eps2) - 1) * (1 - sp.exp(-eta * (r + s)))],
    )


def shrinking_quotient(proof: Proof) -> None:
    """(1 - e^-y)/(1 - e^-x) <= y/x for 0 < x <= y, here with y = x + s and without the quotients."""
    h = 1 - (1 + x) * sp.exp(-x)
    proof.grows("h(x) = 1 - (1 + x) e^-x >= 0 for x >= 0: h(0) = 0 and h'(x) = x e^-x", h, x)
    proof.instance("1 - e^-s >= 0 for s >= 0", 1 - sp.exp(-v), {v: s})
    proof.nonnegative(
        "1 - e^-x - x e^-(x + s) = h(x) + x e^-x (1 - e^-s) >= 0",
        1 - sp.exp(-x) - x * sp.exp(-x - s),
        by=[h, x * sp.exp(-x) * (1 - sp.exp(-s))],
    )
    proof.grows(
        "(1 - e^-x)(x + s) - x (1 - e^-(x + s)) >= 0 for s >= 0: it is 0 at 0 and has the last line as its derivative",
        _quotients(x, s),
        s,
    )


def resample_above(proof: Proof, *, reach: int = 1, clipped: bool = True) -> None:
    """1 - e^(-eta r) <= e^eps2 (1 - e^(-eta r')), where r = r' + t with 0 <= t <= `reach`, and r' >= c if `clipped`."""
    proof.instance(
        "Case r > r': write r = r' + t; then (1 - e^(-eta r'))/(eta r') >= (1 - e^(-eta r))/(eta r)",
        _quotients(x, s),
        {x: eta * rn, s: eta * t},
    )
    proof.assume("sensitivity", f"t <= {reach}", nonnegative=reach - t)
    if clipped:
        proof.assume("clip", "r' >= c", nonnegative=rn - c)
    proof.at_most(
        "r <= e^eps2 r', that is r/r' <= 1 + 1/r' <= 1 + 1/c = e^eps2",
        rn + t,
        sp.exp(eps2) * rn,
        by=[(sp.exp(eps2) - 1) * (rn - c), 1 - t],
    )
    proof.instance("e^(-eta r') <= 1", 1 - sp.exp(-v), {v: eta * rn})
    proof.at_most(
        "1 - e^(-eta r) <= (r/r')(1 - e^(-eta r')) <= e^eps2 (1 - e^(-eta r'))",
        1 - sp.exp(-eta * (rn + t)),
        sp.exp(eps2) * (1 - sp.exp(-eta * rn)),
        by=[
            _quotients(eta * rn, eta * t) / (eta * rn),
            (1 - sp.exp(-eta * rn)) * (sp.exp(eps2) * rn - rn - t) / rn,
        ],
    )


def clipping(proof: Proof) -> None:
    """|max(c, q) - max(c, q')| <= 1, where q = q' + t."""
    proof.define(
        "In particular: let q = q' + t, r = max(c, q), r' = max(c, q'). If q' >= c then r - r' = t; if q < c then "
        "r = r'; else r - r' = q - c = t - m with m = c - q' >= 0."
    )
    proof.assume("sensitivity", "t <= 1", nonnegative=1 - t)
    proof.at_most("so r - r' <= 1, and both are at least c", t - m, 1, by=[1 - t, m])


def _quotients(start: sp.Expr, step: sp.Expr) -> sp.Expr:
    return (1 - sp.exp(-start)) * (start + step) - start * (1 - sp.exp(-start - step))


def _prepare(proof: Proof) -> None:
    proof.grows("e^eps2 - 1 > 0", sp.exp(eps2) - 1, eps2)
    proof.grows("1 - e^-v >= 0", 1 - sp.exp(-v), v)
    shrinking_quotient(proof)


def without_the_clip(proof: Proof) -> None:
    """The false claim that r' may lie below c."""
    _prepare(proof)
    resample_above(proof, clipped=False)


def without_sensitivity(proof: Proof) -> None:
    """The false claim that r may exceed r' by 2."""
    _prepare(proof)
    resample_above(proof, reach=2)


def keep_is_not_free(proof: Proof) -> None:
    """The false claim that keeping costs nothing: the factor e^eta is dropped."""
    proof.grows("e^v - 1 >= 0 for v >= 0", sp.exp(v) - 1, v)
    proof.assume("sensitivity", "r' - r <= 1", nonnegative=1 - rn + r)
    proof.at_most(
        "e^(-eta r) <= e^(-eta r')",
        sp.exp(-eta * r),
        sp.exp(-eta * rn),
        by=[sp.exp(-eta * r) * (sp.exp(eta * (r - rn)) - 1)],
    )
