"""Why `main_pure_compensated` holds, for all real values of its parameters; see `general` for the notation."""

import sympy as sp

from dartproof.evidence import Proof

from .general import (
    HALF,
    LAG,
    PER_ROUND,
    checks,
    eta,
    f,
    g,
    limit,
    limit_suffices,
    ln_n,
    ln_t,
    loss,
    m,
    mean_of_resamples,
    potential,
    setting,
    small,
    v,
    w,
    x,
)
from .losses import interval, lags, moderate, regret

P, P_n = sp.symbols("P(E) P'(E)", nonnegative=True)
first = 32 * ln_n + sp.Rational(28, 3) * ln_t + 8


def derive(proof: Proof) -> None:
    """The whole proof."""
    setting(proof)
    small(proof)
    checks(proof)
    mean_of_resamples(proof)
    limit_suffices(proof)
    interval(proof)
    lags(proof)
    moderate(proof)
    regret(proof)
    rates(proof)
    follows(proof)
    resamples(proof)
    private(proof)
    explicit(proof)
    all_losses(proof)


def rates(proof: Proof, *, per_expert: int = 32, per_loss: int = 32) -> None:
    """What is known of eta, multiplied out."""
    proof.assume(
        "privacy_rate",
        f"eta ({per_expert} ln N + (28/3) ln T + 8) <= eps",
        nonnegative=4 * x - eta * (first + (per_expert - 32) * ln_n),
    )
    proof.assume("loss_rate", f"eta^2 {per_loss} L' <= eps", nonnegative=4 * x - per_loss * eta**2 * loss)


def follows(proof: Proof) -> None:
    """The rate is moderate."""
    proof.at_most(
        "4 (ln 2T + 7/2) <= 32 ln N + (28/3) ln T + 8, so eta (ln 2T + 7/2) <= eps/4",
        eta * (sp.log(2) + ln_t + LAG),
        x,
        by=[
            (4 * x - eta * first) / 4,
            eta * (ln_n - sp.log(2)),
            7 * eta * (ln_n - HALF),
            eta * ln_t * sp.Rational(4, 3),
            2 * eta,
        ],
    )


def resamples(proof: Proof, *, per_expert: int = 32, per_loss: int = 32) -> None:
    """2 eta V <= eps/2."""
    proof.assume("limit", "V < 4 G + (7/6) ln T + 1", nonnegative=4 * potential + PER_ROUND * ln_t + 1 - limit)
    parts = [
        2 * eta * (4 * potential + PER_ROUND * ln_t + 1 - limit),
        (4 * x - eta * (first + (per_expert - 32) * ln_n)) / 4,
        (4 * x - per_loss * eta**2 * loss) / 4,
    ]
    left_over = sp.expand(2 * x - 2 * eta * limit - sum(parts))  # 0 for the constants of the statement
    proof.at_most(
        "2 eta V <= eta (8 ln N + (7/3) ln T + 2) + 8 eta^2 L', and both parts are at most eps/4",
        2 * eta * limit,
        2 * x,
        by=[*parts, left_over],
    )


def private(proof: Proof) -> None:
    """The learner is eps-DP."""
    proof.cite(
        "compensated_privacy",
        "P(E) <= e^(eps_c + 2 eta V) P'(E) for neighbours and every set E, and eps_c <= eps/2 = 2 x",
        nonnegative=sp.exp(2 * x + 2 * eta * limit) * P_n - P,
    )
    proof.instance("e^(eps/2 - 2 eta V) >= 1", sp.exp(v) - 1, {v: 2 * x - 2 * eta * limit})
    proof.at_most(
        "P(E) <= e^eps P'(E)",
        P,
        sp.exp(4 * x) * P_n,
        by=[
            sp.exp(2 * x + 2 * eta * limit) * P_n - P,
            sp.exp(2 * x + 2 * eta * limit) * P_n * (sp.exp(2 * x - 2 * eta * limit) - 1),
        ],
    )


def explicit(proof: Proof, *, share: sp.Expr | int = 1, rate: int = 1) -> None:
    """The bound of the statement, times `share`."""
    root = sp.sqrt(2)
    terms = first / (4 * x) + 2 * root * f / w + g / (root * w * m)
    proof.assume(
        "regret_rate",
        "eta is one of eps/(32 ln N + (28/3) ln T + 8), sqrt(eps/(32 L')) = w/(2 sqrt(2) f) and "
        "sqrt(eps ln N/(2 g^2)) = sqrt(2) w m/g, so 1/eta is at most the sum of their reciprocals",
        nonnegative=terms - 1 / eta,
    )
    proof.assume("regret_rate", "eta g <= sqrt(2) w m", nonnegative=rate * root * w * m - eta * g)
    proof.identity(
        "4 sqrt(2) sqrt(L' ln N (lambda + 7/2)/eps) = 2 sqrt(2) g m/w: both squared",
        32 * g**2 * m**2 / (4 * x),
        (2 * root * g * m / w) ** 2,
    )
    proof.identity(
        "8 sqrt(2) sqrt(L'/eps) = 4 sqrt(2) f/w: both squared", 128 * f**2 / (4 * x), (4 * root * f / w) ** 2
    )
    claimed = 2 * root * g * m / w + 4 * root * m**2 * f / w + m**2 * (64 * m**2 + 19 * ln_t + 16) / (4 * x) + 1
    steps = 2 * ln_n / eta + eta * g**2 / x + 1
    parts = [
        2 * m**2 * (terms - 1 / eta),
        g * (rate * root * w * m - eta * g) / x,
        m**2 * ln_t / (12 * x),
    ]
    left_over = sp.expand(share * claimed - steps - sum(parts))
    proof.at_most("2 ln N/eta + eta g^2/x + 1 is at most the bound", steps, share * claimed, by=[*parts, left_over])


def all_losses(proof: Proof) -> None:
    """With L' = T: at most 133 sqrt(T) ln N/eps."""
    t, s = sp.symbols("sqrt(T) 1/sqrt(eps)", positive=True)
    proof.define("Let L' = T and s = sqrt(1/eps), so 1/x = 4 s^2, s >= 1, and f = t = sqrt(T).")
    proof.argue("Where ln N > t, the regret is at most T = t t < t ln N. Let ln N <= t.", nonnegative=t - m**2)
    proof.argue("eps <= 1 and T >= 1", nonnegative=s - 1)
    proof.argue("T >= 1", nonnegative=t - 1)
    proof.grows("v - ln(1 + v) >= 0", v - sp.log(1 + v), v)
    proof.instance("ln 2 <= 1", v - sp.log(1 + v), {v: sp.Integer(1)})
    proof.nonnegative("s^2 >= 1", s**2 - 1, by=[(s - 1) ** 2, 2 * (s - 1)])
    proof.instance("ln(1/eps) = ln(1 + (s^2 - 1)) <= s^2 - 1", v - sp.log(1 + v), {v: s**2 - 1})
    proof.at_most(
        "lambda + 7/2 = 3 ln 2 + ln(1/eps) + 7/2 <= 13 s^2/2",
        3 * sp.log(2) + sp.log(1 + (s**2 - 1)) + LAG,
        sp.Rational(13, 2) * s**2,
        by=[3 * (1 - sp.log(2)), s**2 - 1 - sp.log(1 + (s**2 - 1)), sp.Rational(11, 2) * (s**2 - 1)],
    )
    proof.argue(
        "So g^2 = T (lambda + 7/2) has g <= t s sqrt(13/2).", nonnegative=t * s * sp.sqrt(sp.Rational(13, 2)) - g
    )
    proof.grows("e^v - 1 - v >= 0", sp.exp(v) - 1 - v, v)
    proof.grows("e^v - 1 - v - v^2/2 >= 0", sp.exp(v) - 1 - v - v**2 / 2, v)
    proof.at_most(
        "e^v >= 1 + v + v^2/2 >= 2 v", 2 * v, sp.exp(v), by=[sp.exp(v) - 1 - v - v**2 / 2, (v - 1) ** 2 / 2, HALF]
    )
    proof.argue("At v = ln(T)/2: ln T <= t.", nonnegative=t - ln_t)
    root = sp.sqrt(2)
    proof.nonnegative("m <= sqrt(2) m^2, as m^2 >= 1/2", root * m - 1, by=[(ln_n - HALF) * 2 / (root * m + 1)])
    bound = 2 * root * g * m * 2 * s + 4 * root * m**2 * t * 2 * s + m**2 * (64 * m**2 + 19 * ln_t + 16) * s**2 + 1
    proof.at_most(
        "the bound is at most (8 sqrt(13/2) + 8 sqrt(2) + 64 + 19 + 16 + 2) t ln N s^2",
        bound,
        (8 * sp.sqrt(sp.Rational(13, 2)) + 8 * root + 101) * t * m**2 * s**2,
        by=[
            4 * root * m * s * (t * s * sp.sqrt(sp.Rational(13, 2)) - g),
            4 * sp.sqrt(13) * m * t * s**2 * (root * m - 1),
            8 * root * m**2 * t * s * (s - 1),
            64 * m**2 * s**2 * (t - m**2),
            19 * m**2 * s**2 * (t - ln_t),
            16 * m**2 * s**2 * (t - 1),
            2 * m**2 * s**2 * (t - 1),
            2 * (m**2 - HALF) * s**2,
            s**2 - 1,
        ],
    )
    proof.nonnegative("8 sqrt(13/2) <= 41/2, as 8^2 13/2 = 416 <= (41/2)^2", sp.Rational(41, 2) ** 2 - 416)
    proof.nonnegative("8 sqrt(2) <= 23/2, as 128 <= (23/2)^2", sp.Rational(23, 2) ** 2 - 128)
    proof.identity("so the constant is at most 20.5 + 11.5 + 101 = 133", sp.Rational(41 + 23, 2) + 101, sp.Integer(133))


def smaller_32(proof: Proof) -> None:
    """The false claim with 16 in place of the 32 of ln N."""
    rates(proof, per_expert=16)
    resamples(proof, per_expert=16)


def without_the_loss(proof: Proof) -> None:
    """The false claim without the second term of eta."""
    rates(proof, per_loss=0)
    resamples(proof, per_loss=0)


def threshold_at_clip(proof: Proof) -> None:
    """The false claim for tau = c, that is h0 = 1 whatever G is."""
    setting(proof)
    small(proof)
    checks(proof)
    mean_of_resamples(proof, floor=False)


def limit_without_ln_t(proof: Proof) -> None:
    """The false claim for V = 4 G, rounded up."""
    setting(proof)
    limit_suffices(proof, per_round=0)


def large_epsilon(proof: Proof) -> None:
    """The false claim for eps <= 4."""
    setting(proof, largest=1)
    interval(proof)


def smaller_lag(proof: Proof) -> None:
    """The false claim with 3.4 in place of 7/2 in the bound on M."""
    setting(proof)
    interval(proof, more=sp.Rational(17, 5))


def half_the_bound(proof: Proof) -> None:
    """The false claim that what the proof adds up is at most half of the bound."""
    explicit(proof, share=HALF)


def rate_doubled(proof: Proof) -> None:
    """The false claim for twice the third term of eta."""
    explicit(proof, rate=2)
