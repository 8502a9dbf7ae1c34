"""Why `pointwise_domination_sharp` holds, for all T, N, losses and rules of when to check.

The steps take as arguments what differs in the controls.
"""

import sympy as sp

from dartproof.evidence import Proof

eta, more = sp.symbols("eta a", positive=True)
Delta, v = sp.symbols("Delta v", nonnegative=True)
P = sp.Symbol("P_t(i)", positive=True)
A, B = sp.symbols("A B", nonnegative=True)

# Of an outcome x of the rounds before t after which round t has the answer bottom:
x = sp.Symbol("x", integer=True)
chance, q, holds_i = (sp.Function(name, nonnegative=True) for name in ("p", "q", "1_i"))
keep = sp.exp(-eta * q(x))  # the probability that a check in round t would keep the expert


def derive(proof: Proof) -> None:
    """The whole proof."""
    split(proof)
    exponentials(proof)
    one_outcome(proof)
    forced_check(proof)
    conclusion(proof)


def split(proof: Proof) -> None:
    """The two parts of Q_t(i)."""
    proof.argue(
        "Fix the randomness of the rule itself, such as the noises of AboveThreshold: P_t does not depend on it, and "
        "the mean over it keeps the inequality."
    )
    proof.define(
        "Let A be the probability that round t is a check after which i is held, and B that it is none and i is held: "
        "Q_t(i) = A + B. For t = 1 the first draw stands for the check, so B = 0."
    )
    proof.define(
        "Let x run through the outcomes of the rounds before t after which there is no check in round t: p(x) is the "
        "probability, q(x) the loss since the last check of the expert held, and 1_i(x) = 1 if that expert is i."
    )


def exponentials(proof: Proof) -> None:
    """Two facts of the exponential function."""
    proof.grows("e^v - 1 >= 0 for v >= 0, since its derivative is e^v", sp.exp(v) - 1, v)
    proof.grows("1 - e^(-v) >= 0 for v >= 0, since its derivative is e^(-v)", 1 - sp.exp(-v), v)


def one_outcome(proof: Proof, *, slack: sp.Expr | None = None, coin: sp.Expr = keep) -> None:
    """A forced check in round t would keep with a probability from e^(-eta Delta) to 1."""
    bounded = Delta - q(x) if slack is None else slack
    proof.assume("bounded_queries", "Delta bounds the queries: q(x) <= Delta", nonnegative=bounded, every=[x])
    proof.assume("no_limit", "q(x) is what a query in round t would be, for every x.")
    proof.assume(
        "no_clip", "If there were a check in round t too, it would keep with probability y(x) = e^(-eta q(x))."
    )
    proof.instance("y(x) <= 1", 1 - sp.exp(-v), {v: eta * q(x)})
    proof.instance("e^(eta (Delta - q(x))) >= 1", sp.exp(v) - 1, {v: eta * (Delta - q(x))})
    proof.at_most(
        "e^(-eta Delta) <= y(x)",
        sp.exp(-eta * Delta),
        coin,
        by=[sp.exp(-eta * Delta) * (sp.exp(eta * (Delta - q(x))) - 1)],
    )


def forced_check(proof: Proof) -> None:
    """P_t(i) >= A + e^(-eta Delta) B."""
    proof.cite(
        "lazy_marginal",
        "With a check in round t after every x too, i_t ~ P_t: P_t(i) is A plus the sum over x of "
        "p(x) (y(x) 1_i(x) + (1 - y(x)) P_t(i)).",
    )
    none, kept = sp.symbols("Pr[no_check] Y", nonnegative=True)
    proof.total_nonnegative(
        "P_t(i) - A - e^(-eta Delta) B, the sum of p(x) ((y(x) - e^(-eta Delta)) 1_i(x) + (1 - y(x)) P_t(i)), is >= 0",
        chance(x) * ((keep - sp.exp(-eta * Delta)) * holds_i(x) + (1 - keep) * P),
        index=x,
        totals={
            chance(x): none,
            chance(x) * keep: kept,
            chance(x) * holds_i(x): B,
            chance(x) * holds_i(x) * keep: P - A - (none - kept) * P,
        },
        equals=P - A - sp.exp(-eta * Delta) * B,
    )


def conclusion(proof: Proof, *, exponent: sp.Expr | None = None, event: sp.Expr | int = 1) -> None:
    """A + B <= e^(eta Delta) P_t(i)."""
    proof.instance("e^(eta Delta) >= 1", sp.exp(v) - 1, {v: eta * Delta})
    proof.at_most(
        "Q_t(i) = A + B <= e^(eta Delta) P_t(i)",
        (A + B) / event,
        sp.exp(eta * Delta if exponent is None else exponent) * P,
        by=[sp.exp(eta * Delta) * (P - A - sp.exp(-eta * Delta) * B), (sp.exp(eta * Delta) - 1) * A],
    )


def half_the_exponent(proof: Proof) -> None:
    """The false claim with e^(eta Delta/2)."""
    split(proof)
    exponentials(proof)
    one_outcome(proof)
    forced_check(proof)
    conclusion(proof, exponent=eta * Delta / 2)


def only_checks_are_bounded(proof: Proof) -> None:
    """The false claim for a Delta that bounds the losses r(x) at checks, of which q(x) is none."""
    split(proof)
    exponentials(proof)
    one_outcome(proof, slack=Delta - sp.Function("r", nonnegative=True)(x))


def limit_reached(proof: Proof) -> None:
    """The false claim for a Delta that bounds the queries that are asked: only where a(x) = 1, not 0."""
    split(proof)
    exponentials(proof)
    one_outcome(proof, slack=sp.Function("a", nonnegative=True)(x) * (Delta - q(x)))


def clip_kept(proof: Proof) -> None:
    """The false claim for a loss that is raised by a > 0 to the clip."""
    split(proof)
    exponentials(proof)
    one_outcome(proof, coin=sp.exp(-eta * (q(x) + more)))


def conditioned(proof: Proof) -> None:
    """The false claim for the law of i_t given that q_t <= Delta, an event E of probability below 1."""
    split(proof)
    exponentials(proof)
    one_outcome(proof)
    forced_check(proof)
    conclusion(proof, event=1 / (1 + sp.Symbol("1/Pr[E]-1", positive=True)))
