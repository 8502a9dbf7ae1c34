"""Why `pointwise_domination` holds, for all T, N, losses and noises: the paper's argument.

The steps take as arguments what differs in the controls.
"""

import sympy as sp

from dartproof.evidence import Proof

eta, more = sp.symbols("eta a", positive=True)
Delta, v = sp.symbols("Delta v", nonnegative=True)
P = sp.Symbol("P_t(i)", positive=True)
before = sp.Symbol("Q_{t-1}(i)", nonnegative=True)
others, Q = sp.symbols("R Q_t(i)", nonnegative=True)  # Pr[i_{t-1} is not i], and what is bounded

# Of an outcome x of the rounds before t:
x = sp.Symbol("x", integer=True)
chance, q, holds_i = (sp.Function(name, nonnegative=True) for name in ("p", "q", "1_i"))
keep, least = sp.exp(-eta * q(x)), sp.exp(-eta * Delta)


def derive(proof: Proof) -> None:
    """The whole proof."""
    exponentials(proof)
    one_outcome(proof)
    forced_check(proof)
    round_t(proof)
    conclusion(proof)
    square(proof)


def exponentials(proof: Proof) -> None:
    """Two facts of the exponential function."""
    proof.grows("e^v - 1 >= 0 for v >= 0, since its derivative is e^v", sp.exp(v) - 1, v)
    proof.grows("1 - e^(-v) >= 0 for v >= 0, since its derivative is e^(-v)", 1 - sp.exp(-v), v)


def one_outcome(proof: Proof, *, slack: sp.Expr | None = None, coin: sp.Expr = keep) -> None:
    """A check in round t keeps with a probability from e^(-eta Delta) to 1."""
    proof.define(
        "Let x run through the outcomes of the rounds before t: p(x) is the probability, q(x) the loss since the last "
        "check of the expert held, and 1_i(x) = 1 if that expert is i, else 0."
    )
    bounded = Delta - q(x) if slack is None else slack
    proof.assume("bounded_queries", "q(x) <= Delta", nonnegative=bounded, every=[x])
    proof.assume("no_limit", "q(x) is the query of round t, for every x.")
    proof.assume("no_clip", "A check in round t after x keeps with the probability y(x) = e^(-eta q(x)).")
    proof.instance("y(x) <= 1", 1 - sp.exp(-v), {v: eta * q(x)})
    proof.instance("e^(eta (Delta - q(x))) >= 1", sp.exp(v) - 1, {v: eta * (Delta - q(x))})
    proof.at_most("e^(-eta Delta) <= y(x)", least, coin, by=[least * (sp.exp(eta * (Delta - q(x))) - 1)])


def forced_check(proof: Proof) -> None:
    """P_t(i) >= e^(-eta Delta) Q_{t-1}(i)."""
    proof.cite("delay_function", "Given the noises this is Algorithm 2 with a delay function.")
    proof.cite(
        "lazy_marginal",
        "With a check in round t after every x, i_t ~ P_t: P_t(i) is the sum over x of "
        "p(x) (y(x) 1_i(x) + (1 - y(x)) P_t(i)).",
    )
    kept = sp.Symbol("Y", nonnegative=True)
    totals = {chance(x): sp.Integer(1), chance(x) * keep: kept, chance(x) * holds_i(x): before}
    totals[chance(x) * holds_i(x) * keep] = kept * P  # so that the sum is P_t(i)
    proof.total(
        "that is, the sum of p(x) y(x) 1_i(x) is Y P_t(i), Y the sum of p(x) y(x)",
        chance(x) * (keep * holds_i(x) + (1 - keep) * P),
        index=x,
        totals=totals,
        equals=P,
    )
    proof.total_nonnegative(
        "P_t(i) - e^(-eta Delta) Q_{t-1}(i), the sum of p(x) ((y(x) - e^(-eta Delta)) 1_i(x) + (1 - y(x)) P_t(i)), "
        "is >= 0",
        chance(x) * ((keep - least) * holds_i(x) + (1 - keep) * P),
        index=x,
        totals=totals,
        equals=P - least * before,
    )


def round_t(proof: Proof) -> None:
    """Q_t(i) <= Q_{t-1}(i) + (1 - e^(-eta Delta)) P_t(i) Pr[i_{t-1} is not i]."""
    checks, other = sp.Function("c", nonnegative=True), sp.Function("1_others", nonnegative=True)
    proof.define("c(x) = 1 if the answer after x is ⊤, else 0; R = Pr[i_{t-1} is not i] = 1 - Q_{t-1}(i).")
    proof.argue(
        "c(x) <= 1, and who does not hold i comes to it with probability c(x) (1 - y(x)) P_t(i),",
        nonnegative=1 - checks(x),
        every=[x],
    )
    proof.nonnegative(
        "of which c(x) (1 - y(x)) is at most 1 - e^(-eta Delta)",
        (1 - least) - checks(x) * (1 - keep),
        by=[keep - least, (1 - checks(x)) * (1 - keep)],
    )
    come, checked = sp.symbols("I C", nonnegative=True)
    proof.define("1_others(x) = 1 - 1_i(x). Summed over x with 1_others(x), R is the sum of p(x), C that of p(x) c(x),")
    proof.total_nonnegative(
        "and I that of p(x) c(x) (1 - y(x)) P_t(i), Pr[i_{t-1} is not i, i_t = i]: I <= (1 - e^(-eta Delta)) P_t(i) R",
        chance(x) * other(x) * ((1 - least) - checks(x) * (1 - keep)) * P,
        index=x,
        totals={
            chance(x) * other(x): others,
            chance(x) * other(x) * checks(x): checked,
            chance(x) * other(x) * checks(x) * keep: checked - come / P,
        },
        equals=(1 - least) * others * P - come,
    )
    proof.argue(
        "Who holds i goes on holding it with probability at most 1: Q_t(i) <= Q_{t-1}(i) + I.",
        nonnegative=before + come - Q,
    )
    proof.argue("R <= 1.", nonnegative=1 - others)
    proof.instance("e^(-eta Delta) <= 1", 1 - sp.exp(-v), {v: eta * Delta})
    proof.at_most(
        "Q_t(i) <= Q_{t-1}(i) + (1 - e^(-eta Delta)) P_t(i)",
        Q,
        before + (1 - least) * P,
        by=[before + come - Q, (1 - least) * others * P - come, (1 - least) * (1 - others) * P],
    )


def conclusion(proof: Proof, *, factor: sp.Expr | None = None) -> None:
    """Q_t(i) <= (e^(eta Delta) + 1 - e^(-eta Delta)) P_t(i)."""
    proof.at_most(
        "Q_t(i) <= (e^(eta Delta) + 1 - e^(-eta Delta)) P_t(i)",
        Q,
        (sp.exp(eta * Delta) + 1 - least if factor is None else factor) * P,
        by=[before + (1 - least) * P - Q, sp.exp(eta * Delta) * (P - least * before)],
    )


def square(proof: Proof, *, power: int = 2) -> None:
    """1 + x - 1/x <= x^2 at x = e^(eta Delta)."""
    z = sp.Symbol("z", positive=True)
    e = sp.exp(eta * Delta)
    proof.identity("x^2 - (1 + x - 1/x) = (x - 1)^2 (x + 1)/x", z**2 - (1 + z - 1 / z), (z - 1) ** 2 * (z + 1) / z)
    proof.at_most(
        "at x = e^(eta Delta): the factor is at most e^(2 eta Delta)",
        e + 1 - 1 / e,
        e**power,
        by=[(e - 1) ** 2 * (e + 1) / e],
    )
    proof.argue("In round 1 both draw uniformly. The noises were any, and P_t does not depend on them.")


def _up_to_round_t(proof: Proof) -> None:
    exponentials(proof)
    one_outcome(proof)
    forced_check(proof)
    round_t(proof)


def half_the_exponent(proof: Proof) -> None:
    """The false claim with e^(eta Delta/2)."""
    _up_to_round_t(proof)
    conclusion(proof, factor=sp.exp(eta * Delta / 2))


def first_power(proof: Proof) -> None:
    """The false claim that the factor is at most e^(eta Delta)."""
    _up_to_round_t(proof)
    conclusion(proof)
    square(proof, power=1)


def only_checks_are_bounded(proof: Proof) -> None:
    """The false claim for a Delta that bounds the queries answered with top: only where c(x) = 1, not 0."""
    exponentials(proof)
    one_outcome(proof, slack=sp.Function("c", nonnegative=True)(x) * (Delta - q(x)))


def limit_reached(proof: Proof) -> None:
    """The false claim for a Delta that bounds the queries that are asked: only where a(x) = 1, not 0."""
    exponentials(proof)
    one_outcome(proof, slack=sp.Function("a", nonnegative=True)(x) * (Delta - q(x)))


def clip_kept(proof: Proof) -> None:
    """The false claim for a loss that is raised by a > 0 to the clip."""
    exponentials(proof)
    one_outcome(proof, coin=sp.exp(-eta * (q(x) + more)))
