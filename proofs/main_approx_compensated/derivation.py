"""Why `main_approx_compensated` holds, for all real values of its parameters.

x = eps/4; the roots have names: x = w^2, ln N = m^2, L' = f^2, L' (lambda + 7/2) = g^2, l V1 = q^2, l L'/eps^2 = k^3,
ln(1/delta) = s^2 and rho = V eta^2/2 = r^2. The constants are arguments of the steps, so that the controls can follow
them with others.
"""

import sympy as sp

from dartproof.evidence import Proof

w, m, eta = sp.symbols("w m eta", positive=True)
f, g, q, k, s, r, ln_t, v, limit = sp.symbols("f g q k s r lnT v V", nonnegative=True)
x, ln_n, loss, rho = w**2, m**2, f**2, r**2
HALF, LAG = sp.Rational(1, 2), sp.Rational(7, 2)
spread = s**2 + HALF  # l
count = 4 * ln_n + sp.Rational(7, 6) * ln_t + 1  # V1
lasting = sp.log(2) + ln_t + LAG  # ln 2T + 7/2
cost = rho + 2 * r * s
delta = sp.exp(-(s**2))
best = sp.Symbol("L*", nonnegative=True)
found = sp.Symbol("L_V", nonnegative=True)
P, P_n = sp.symbols("P(E) P'(E)", nonnegative=True)


def derive(proof: Proof) -> None:
    """The whole proof."""
    setting(proof)
    rates(proof)
    concentration(proof)
    resamples(proof)
    private(proof)
    regret(proof)
    explicit(proof)


def setting(proof: Proof) -> None:
    """What is known of the parameters."""
    proof.assume("parameters", "x = eps/4 <= 1/4; s = sqrt(ln(1/delta))", nonnegative=HALF / 2 - x)
    proof.grows("e^v - 1 >= 0 for v >= 0", sp.exp(v) - 1, v)
    proof.grows("ln(1 + v) >= 0 for v >= 0", sp.log(1 + v), v)
    proof.instance("ln 2 >= 0", sp.log(1 + v), {v: sp.Integer(1)})


def rates(proof: Proof, *, first: sp.Expr | int = 1, second: int = 4, interval: bool = True) -> None:
    """What is known of eta, multiplied out."""
    proof.assume(
        "privacy_rate",
        f"{first} l V1 eta^2 <= eps^2/16 = x^2",
        nonnegative=x**2 - first * spread * count * eta**2,
    )
    proof.assume(
        "loss_rate",
        f"{second} l L' eta^3 <= eps^2/16 = x^2",
        nonnegative=x**2 - second * spread * loss * eta**3,
    )
    if interval:
        proof.assume("moderate_rate", "eta (ln 2T + 7/2) <= eps/4 = x", nonnegative=x - eta * lasting)


def concentration(proof: Proof, *, first: sp.Expr | int = 1, second: int = 4, times: int = 1) -> None:
    """The number l rho is at most eps^2/16, where rho = V eta^2/2 and V is `times` as large as in the statement."""
    most = count + 4 * eta * loss
    proof.assume("limit", "V < 4 G + (7/6) ln T + 1 = V1 + 4 eta L'", nonnegative=times * most - limit)
    parts = [
        spread * eta**2 * (times * most - limit) / 2,
        (x**2 - first * spread * count * eta**2) / 2,
        (x**2 - second * spread * loss * eta**3) / 2,
    ]
    left_over = sp.expand(x**2 - spread * limit * eta**2 / 2 - sum(parts))  # 0 for the constants of the statement
    proof.at_most(
        "l V eta^2/2 <= (l V1 eta^2 + 4 l L' eta^3)/2, and both parts are at most x^2/2",
        spread * limit * eta**2 / 2,
        x**2,
        by=[*parts, left_over],
    )
    proof.argue("So l rho <= x^2, as rho = r^2 = V eta^2/2.", nonnegative=x**2 - spread * rho)


def resamples(proof: Proof) -> None:
    """The resamples cost rho + 2 sqrt(rho ln(1/delta)) <= eps/2."""
    proof.at_most(
        "rho <= 2 x^2 - 2 s^2 rho <= 2 x",
        rho,
        2 * x,
        by=[2 * (x**2 - spread * rho), 2 * s**2 * rho, 2 * x * (HALF / 2 - x), x * 3 / 2],
    )
    room = 2 * x - rho
    proof.nonnegative(
        "(2 x - rho)^2 - 4 s^2 rho = rho (rho + 2 - 4 x) + 4 (x^2 - l rho) >= 0",
        room**2 - 4 * s**2 * rho,
        by=[rho**2, 4 * rho * (HALF / 2 - x), rho, 4 * (x**2 - spread * rho)],
    )
    proof.positive(
        "2 x - rho > 0", room, by=[2 * (x**2 - spread * rho), 2 * s**2 * rho, 2 * x * (HALF / 2 - x), x * 3 / 2]
    )
    proof.positive("2 x - rho + 2 r s > 0", room + 2 * r * s, by=[room, 2 * r * s])
    proof.at_most(
        "so 2 r s <= 2 x - rho, that is rho + 2 sqrt(rho ln(1/delta)) <= eps/2",
        cost,
        2 * x,
        by=[(room**2 - 4 * s**2 * rho) / (room + 2 * r * s)],
    )
    proof.identity(
        "where (2 r s)^2 = 2 V eta^2 ln(1/delta) for r^2 = V eta^2/2",
        4 * (limit * eta**2 / 2) * s**2,
        2 * limit * eta**2 * s**2,
    )


def private(proof: Proof) -> None:
    """The learner is (eps, delta)-DP."""
    proof.cite("main_pure_compensated", "As eta (ln 2T + 7/2) <= eps/4, eps_c <= eps/2.")
    proof.cite(
        "compensated_privacy",
        "P(E) <= e^(eps_c + rho + eta sqrt(2 V ln(1/delta))) P'(E) + delta",
        nonnegative=sp.exp(2 * x + cost) * P_n + delta - P,
    )
    proof.instance("e^(eps/2 - cost) >= 1", sp.exp(v) - 1, {v: 2 * x - cost})
    proof.at_most(
        "P(E) <= e^eps P'(E) + delta",
        P,
        sp.exp(4 * x) * P_n + delta,
        by=[
            sp.exp(2 * x + cost) * P_n + delta - P,
            sp.exp(2 * x + cost) * P_n * (sp.exp(2 * x - cost) - 1),
        ],
    )


def regret(proof: Proof) -> None:
    """The regret is at most 2 ln N/eta + eta g^2/x + 1."""
    proof.assume("small_losses", "L* <= L'", nonnegative=loss - best)
    proof.nonnegative("eta (ln 2T + 7/2) <= eps/4", x - eta * lasting)
    proof.cite(
        "main_pure_compensated",
        "so the regret is at most 2 ln N/eta + 4 eta L' (lambda + 7/2)/eps + 1",
        nonnegative=2 * ln_n / eta + eta * g**2 / x + 1 - found + best,
    )


def explicit(proof: Proof, *, share: sp.Expr | int = 1, rate: int = 1) -> None:
    """The bound of the statement, times `share`."""
    root = sp.sqrt(2)
    terms = q / x + 4 * k + g / (root * w * m) + lasting / x
    proof.assume(
        "regret_rate",
        "eta is one of eps/(4 q) = x/q, 1/(4 k), sqrt(eps ln N/(2 g^2)) = sqrt(2) w m/g and x/(ln 2T + 7/2), so 1/eta "
        "is at most the sum of their reciprocals",
        nonnegative=terms - 1 / eta,
    )
    proof.assume("regret_rate", "eta g <= sqrt(2) w m", nonnegative=rate * root * w * m - eta * g)
    proof.identity(
        "4 sqrt(2) sqrt(L' ln N (lambda + 7/2)/eps) = 2 sqrt(2) g m/w: both squared",
        32 * g**2 * m**2 / (4 * x),
        (2 * root * g * m / w) ** 2,
    )
    claimed = 2 * root * g * m / w + 8 * m**2 * (q / (4 * x) + k + lasting / (4 * x)) + 1
    steps = 2 * ln_n / eta + eta * g**2 / x + 1
    parts = [2 * m**2 * (terms - 1 / eta), g * (rate * root * w * m - eta * g) / x]
    left_over = sp.expand(share * claimed - steps - sum(parts))
    proof.at_most("2 ln N/eta + eta g^2/x + 1 is at most the bound", steps, share * claimed, by=[*parts, left_over])


def twice_the_first(proof: Proof) -> None:
    """The false claim with eps/(2 sqrt(l V1)) as the first term: l V1 eta^2/4 <= eps^2/16."""
    setting(proof)
    rates(proof, first=sp.Rational(1, 4))
    concentration(proof, first=sp.Rational(1, 4))


def without_the_loss(proof: Proof) -> None:
    """The false claim without the second term."""
    setting(proof)
    rates(proof, second=0)
    concentration(proof, second=0)


def fourfold_limit(proof: Proof) -> None:
    """The false claim for a limit four times as large."""
    setting(proof)
    rates(proof)
    concentration(proof, times=4)


def without_the_interval(proof: Proof) -> None:
    """The false claim without the fourth term."""
    setting(proof)
    rates(proof, interval=False)
    regret(proof)


def rate_doubled(proof: Proof) -> None:
    """The false claim for twice the third term."""
    explicit(proof, rate=2)


def half_the_bound(proof: Proof) -> None:
    """The false claim that what the proof adds up is at most half of the bound."""
    setting(proof)
    explicit(proof, share=HALF)
