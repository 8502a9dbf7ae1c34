"""Why `pure_parameters` holds, for all real values of ln T, ln N, L' >= 0 and eps > 0.

The constants of eta are arguments of the steps, so that the controls can follow the same steps with others.
"""

from dataclasses import dataclass

import sympy as sp

from dartproof.evidence import Proof

eps = sp.Symbol("epsilon", positive=True)
eta, ln_n, ln_t, loss, limit, v = sp.symbols("eta lnN lnT L' V v", nonnegative=True)
P, P_n = sp.symbols("P(E) P'(E)", nonnegative=True)
third = eps / 3
EIGHTEENTH = sp.Rational(1, 18)
count = 71 * (ln_n + eta * loss + 1) + 280 * ln_t
tau = 8 * (ln_t + 2 * (sp.log(2) + ln_t)) / third + 1 / (sp.exp(third) - 1)


@dataclass(frozen=True, slots=True)
class Constants:
    """The integers in eta <= eps/(per_expert ln N + base), eps/(per_round ln T), sqrt(eps/(per_loss L'))."""

    per_expert: int = 1278
    base: int = 1296
    per_round: int = 5040
    per_loss: int | None = 1278


PAPER = Constants()


def derive(proof: Proof) -> None:
    """The whole proof."""
    rate(proof)
    small(proof)
    resamples(proof)
    product(proof)
    private(proof)


def rate(proof: Proof, constants: Constants = PAPER) -> None:
    """What is known of eta: the terms, multiplied out, so that they are true as well where a denominator is 0."""
    proof.assume("parameters", "ln T, ln N, L' >= 0 and eps > 0")
    first = constants.per_expert * ln_n + constants.base
    proof.assume("eta1", f"eta ({first}) <= eps", nonnegative=eps - eta * first)
    proof.assume(
        "eta2",
        f"eta {constants.per_round} ln T <= eps, also for T = 1",
        nonnegative=eps - constants.per_round * eta * ln_t,
    )
    if constants.per_loss is not None:
        proof.assume(
            "eta3",
            f"eta^2 {constants.per_loss} L' <= eps, also for L' = 0",
            nonnegative=eps - constants.per_loss * eta**2 * loss,
        )


def small(proof: Proof) -> None:
    """Eta <= eps/3."""
    proof.at_most(
        "eta <= eps/1296 <= eps/3",
        eta,
        third,
        by=[
            (eps - eta * (1278 * ln_n + 1296)) / 1296,
            eta * ln_n * sp.Rational(1278, 1296),
            eps * sp.Rational(431, 1296),
        ],
    )


def resamples(proof: Proof, constants: Constants = PAPER, *, times: int = 1) -> None:
    """2 eta V <= eps/3, where V is `times` as large as in the statement."""
    proof.assume("limit", "V < 71 (ln N + eta L' + 1) + 280 ln T + 1", nonnegative=times * (count + 1) - limit)
    per_loss = constants.per_loss or 0
    parts = [
        2 * eta * (times * (count + 1) - limit),
        (eps - eta * (constants.per_expert * ln_n + constants.base)) / 9,
        (eps - constants.per_round * eta * ln_t) / 9,
        (eps - per_loss * eta**2 * loss) / 9,
    ]
    left_over = sp.expand(third - 2 * eta * limit - sum(parts))  # 0 for the constants of the statement
    proof.at_most(
        "2 eta V <= eta (142 ln N + 144) + 560 eta ln T + 142 eta^2 L', and each of the three is at most eps/9",
        2 * eta * limit,
        third,
        by=[*parts, left_over],
    )


def product(proof: Proof, *, times: int = 1, most: sp.Rational | int = EIGHTEENTH) -> None:
    """Eta tau <= `most`, where tau is `times` as large as in the statement."""
    proof.assume("threshold", "tau = 8 (ln T + 2 ln(2 T))/eps1 + 1/(e^eps2 - 1), where eps1 = eps2 = eps/3")
    proof.grows("e^v - 1 >= 0 for v >= 0", sp.exp(v) - 1, v)
    proof.grows("e^v - 1 - v >= 0 for v >= 0, as its derivative is e^v - 1", sp.exp(v) - 1 - v, v)
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
    ratio = sp.Rational(51, 1296)
    left_over = most - times * (sp.Rational(72, 5040) + ratio)
    proof.at_most(
        "eta tau <= eta (72 ln T + 51)/eps <= 72/5040 + 51/1296 < 1/18",
        times * eta * tau,
        most,
        by=[
            times * eta * (3 / eps - 1 / (sp.exp(third) - 1)),
            times * 48 * eta * (1 - sp.log(2)) / eps,
            times * sp.Rational(72, 5040) * (eps - 5040 * eta * ln_t) / eps,
            times * ratio * (eps - eta * (1278 * ln_n + 1296)) / eps,
            times * ratio * 1278 * eta * ln_n / eps,
            left_over,
        ],
    )


def private(proof: Proof, *, share: sp.Rational | int = 1) -> None:
    """Algorithm 1 is (`share` eps)-private."""
    proof.define("For N = 1, eta = 0 and the output is constant. Let N >= 2, so that eta > 0.")
    proof.cite(
        "privacy",
        "P(E) <= e^(eps1 + max(eta, eps2) + 2 eta V) P'(E) for neighbours and every event E, with eps1 = eps2 = eps/3 "
        ">= eta",
        nonnegative=sp.exp(2 * third + 2 * eta * limit) * P_n - P,
    )
    proof.nonnegative("eps1 + eps2 + 2 eta V <= eps", share * eps - 2 * third - 2 * eta * limit)
    proof.grows("e^v >= 1 for v >= 0", sp.exp(v) - 1, v)
    proof.instance("so e^(eps - eps1 - eps2 - 2 eta V) >= 1", sp.exp(v) - 1, {v: eps - 2 * third - 2 * eta * limit})
    proof.at_most(
        "P(E) <= e^eps P'(E)",
        P,
        sp.exp(eps) * P_n,
        by=[
            sp.exp(2 * third + 2 * eta * limit) * P_n - P,
            P_n * sp.exp(2 * third + 2 * eta * limit) * (sp.exp(eps - 2 * third - 2 * eta * limit) - 1),
        ],
    )


def smaller_1278(proof: Proof) -> None:
    """The false claim with 1277 in the first term."""
    rate(proof, Constants(per_expert=1277))
    resamples(proof, Constants(per_expert=1277))


def rounding_for_free(proof: Proof) -> None:
    """The false claim with 1278 (ln N + 1), which does not pay for rounding V up."""
    rate(proof, Constants(base=1278))
    resamples(proof, Constants(base=1278))


def smaller_1296(proof: Proof) -> None:
    """The false claim with 1295 in the first term."""
    rate(proof, Constants(base=1295))
    resamples(proof, Constants(base=1295))


def smaller_5040(proof: Proof) -> None:
    """The false claim with 5039 in the second term."""
    rate(proof, Constants(per_round=5039))
    resamples(proof, Constants(per_round=5039))


def smaller_1278_of_the_loss(proof: Proof) -> None:
    """The false claim with 1277 in the third term."""
    rate(proof, Constants(per_loss=1277))
    resamples(proof, Constants(per_loss=1277))


def without_eta3(proof: Proof) -> None:
    """The false claim without the third term."""
    rate(proof, Constants(per_loss=None))
    resamples(proof, Constants(per_loss=None))


def doubled_limit(proof: Proof) -> None:
    """The false claim for a limit twice as large."""
    rate(proof)
    resamples(proof, times=2)


def threshold_times_41(proof: Proof) -> None:
    """The false claim that eta tau <= 1 even for a threshold 41 times as large."""
    rate(proof)
    product(proof, times=41, most=1)


def cheaper(proof: Proof) -> None:
    """The false claim that the parameters are 9 eps/10-private."""
    rate(proof)
    resamples(proof)
    private(proof, share=sp.Rational(9, 10))
