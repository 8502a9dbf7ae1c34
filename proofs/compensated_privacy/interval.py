"""What one instance of the compensated learner costs, given xi: `rises` where S has the smaller pending losses.

The pending losses q of one stream are q + a in the other, 0 <= a <= 1. Numbers of the stream with the larger ones have
a prime. y = e^(-eta q), so that e^(-eta (q + a)) = X y.
"""

from dataclasses import dataclass

import sympy as sp

from dartproof.evidence import Proof

eta, c, rate1, rate2, worth, h0 = sp.symbols("eta c 1/b1 1/b2 e^eps2 h_0", positive=True)
a, x, q = sp.symbols("a x q", nonnegative=True)
xi_declared = sp.Symbol("xi", nonnegative=True)
tau = sp.Symbol("tau", real=True)

e = sp.Symbol("e^(-z/b2)", positive=True)
g, g_n = sp.symbols("G G'", nonnegative=True)  # G(tau + xi - q), and with q + a
h, h_n = sp.symbols("h h'", nonnegative=True)
f, f_n, free, free_n = sp.symbols("f f' D D'", nonnegative=True)
low, low_n, high, high_n = sp.symbols("I I' J J'", nonnegative=True)

first, second = sp.exp(rate1 + eta), worth * sp.exp(rate2)
exp_m = sp.Symbol("e^eps_c", positive=True)
grown = sp.exp(rate2 * a)  # A
fewer = sp.exp(-eta * a)  # X
left = sp.exp(-eta * c)  # p = h0 (1 - left)
y = sp.exp(-eta * q)
p = h0 * (1 - left)


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """What the steps take from the statement; a false claim has another value.

    Attributes:
        noise: xi.
        floor_share: the least probability of a check, as a share of e^(-(tau - c)/b2).
        threshold_above_clip: whether tau >= c.
        largest_change: of a pending loss.
        second_cost: whether eps_c is at least 1/b2 + eps2.
    """

    noise: sp.Symbol = xi_declared
    floor_share: sp.Expr | int = 1
    threshold_above_clip: bool = True
    largest_change: int = 1
    second_cost: bool = True


STATEMENT = Hypotheses()


def setting(proof: Proof, taken: Hypotheses = STATEMENT) -> None:
    """The parameters, and that h0 is a probability."""
    proof.assume("parameters", "eta, c, b1, b2 > 0, V >= 0, 0 <= delta < 1; e^eps2 > 0")
    proof.assume("parameters", "eps_c >= 1/b1 + eta", nonnegative=exp_m - first)
    if taken.second_cost:
        proof.assume("parameters", "eps_c >= 1/b2 + eps2", nonnegative=exp_m - second)
    proof.grows("e^x >= 1 for x >= 0", sp.exp(x) - 1, x)
    proof.grows("1 - e^(-x) >= 0 for x >= 0", 1 - sp.exp(-x), x)
    proof.assume("range", "a <= 1, as losses lie in [0, 1]", nonnegative=taken.largest_change - a)
    if taken.threshold_above_clip:
        proof.assume("threshold", "tau >= c", nonnegative=tau - c)
    proof.instance("so h0 <= 1", 1 - sp.exp(-x), {x: rate2 * (tau - c)})
    proof.instance("p >= 0, as e^(-eta c) <= 1", 1 - sp.exp(-x), {x: eta * c})
    proof.instance("A = e^(a/b2) >= 1", sp.exp(x) - 1, {x: rate2 * a})
    proof.instance("X = e^(-eta a) <= 1", 1 - sp.exp(-x), {x: eta * a})
    proof.instance("y = e^(-eta q) <= 1", 1 - sp.exp(-x), {x: eta * q})


def hazards(proof: Proof, taken: Hypotheses = STATEMENT) -> None:
    """What is known of h and h', for the same xi and for one that is larger by a."""
    xi = taken.noise
    proof.assume("threshold_noise", "xi >= 0, with density f(xi) = e^(-xi/b1)/b1")
    proof.identity(
        "f(xi) = e^(a/b1) f(xi + a)",
        rate1 * sp.exp(-rate1 * xi),
        sp.exp(rate1 * a) * rate1 * sp.exp(-rate1 * (xi + a)),
    )
    proof.assume("floor", "h = max(h0, G(tau + xi - q)) with h0 = e^(-(tau - c)/b2)")
    proof.define("Let q < c, and a' = c - q > 0.")
    gap = sp.Symbol("a'", positive=True)
    proof.instance("e^(-(xi + a')/b2) <= 1, as xi + a' >= 0", 1 - sp.exp(-x), {x: rate2 * (xi + gap)})
    proof.at_most(
        "G(tau + xi - q) <= e^(-(tau + xi - q)/b2) <= h0 for q < c; so h = h0 there, whatever xi is",
        sp.exp(-rate2 * (tau - c + xi + gap)),
        taken.floor_share * sp.exp(-rate2 * (tau - c)),
        by=[
            sp.exp(-rate2 * (tau - c)) * (1 - sp.exp(-rate2 * (xi + gap))),
            (taken.floor_share - 1) * sp.exp(-rate2 * (tau - c)),
        ],
    )
    smallest = sp.Min(1, grown * e)
    proof.at_most("min(1, A e) <= A", smallest, grown, by=[grown - 1, 1 - smallest])
    proof.at_most("min(1, A e) <= A e", smallest, grown * e, by=[grown * e - smallest])
    proof.argue(
        "As G(z) = min(1, e) with e = e^(-z/b2), this is G(z - a) = min(1, A e) <= A G(z).", nonnegative=grown * g - g_n
    )
    largest = sp.Max(h0, g)
    proof.at_most("h0 <= A h", h0, grown * largest, by=[(grown - 1) * largest, largest - h0])
    proof.at_most("G' <= A h", g_n, grown * largest, by=[grown * g - g_n, grown * (largest - g)])
    proof.argue("h' is h0 or G', so h' <= A h.", nonnegative=grown * h - h_n)
    proof.argue("G does not grow, so h' >= h.", nonnegative=h_n - h)
    proof.argue("h is a maximum, so h >= h0.", nonnegative=h - h0)
    proof.argue("At (q + a, xi + a) the hazard is h(q, xi), and at (q, xi + a) it is at most that.")


def rises(proof: Proof) -> None:
    """S over S', where S has the smaller pending losses: xi in S against xi + a in S'."""
    proof.argue(
        "Take xi in S and xi + a in S'. Up to round n a decision is in S' at least as likely to be no check; after it "
        "the hazard is h in both. So D <= D' for the decisions before the check, or all if there is none.",
        nonnegative=free_n - free,
    )
    proof.assume(
        "threshold_noise", "f = f(xi) <= e^(a/b1) f(xi + a) = e^(a/b1) f'", nonnegative=sp.exp(rate1 * a) * f_n - f
    )
    proof.instance("e^((1/b1 + eta)(1 - a)) >= 1", sp.exp(x) - 1, {x: (rate1 + eta) * (1 - a)})
    proof.instance("e^(eta a) >= 1", sp.exp(x) - 1, {x: eta * a})
    proof.nonnegative("h - p >= 0", h - p, by=[h - h0, h0 * left])
    stay, stay_n, one = y * (h - p), fewer * y * (h - p), sp.Integer(1)
    proof.nonnegative("R = h - K >= 0", h - stay, by=[h * (1 - y), y * p])
    proof.nonnegative("so R' = h - X K >= 0", h - stay_n, by=[h - stay, stay * (1 - fewer)])
    for text, act, act_n, factor in (
        ("keep", stay, stay_n, sp.exp(eta * a)),
        ("resample", h - stay, h - stay_n, one),
        ("no check to the end", one, one, one),
    ):
        difference = [] if factor != one or act == one else [stay * (1 - fewer)]
        proof.at_most(f"{text}: at most {factor} times as likely in S as in S'", act, factor * act_n, by=difference)
        proof.at_most(
            f"{text}: with f and D it is at most e^((1/b1 + eta) a) <= e^(1/b1 + eta) times as likely",
            f * free * act,
            first * f_n * free_n * act_n,
            by=[
                free * act * (sp.exp(rate1 * a) * f_n - f),
                sp.exp(rate1 * a) * f_n * act * (free_n - free),
                sp.exp(rate1 * a) * f_n * free_n * (factor * act_n - act),
                sp.exp(rate1 * a) * f_n * free_n * act_n * (sp.exp(eta * a) - factor),
                sp.exp((rate1 + eta) * a) * f_n * free_n * act_n * (sp.exp((rate1 + eta) * (1 - a)) - 1),
            ],
        )
    proof.argue(
        "The integral over xi >= 0 gives the probabilities I, I' of this outcome: I <= e^(1/b1 + eta) I'.",
        nonnegative=first * low_n - low,
    )


def falls(proof: Proof, *, keeping: bool = True) -> None:
    """S over S', where S has the larger pending losses, at the same xi: h' and X y belong to S, h and y to S'."""
    proof.argue(
        "At the same xi a decision is in S at most as likely to be no check as in S'. So now D' <= D.",
        nonnegative=free - free_n,
    )
    resample_after_more(proof)
    resample_after_little(proof)
    after_keeping(proof, keeping=keeping)
    proof.nonnegative("R' >= 0", h_n - fewer * y * (h_n - p), by=[h_n * (1 - fewer * y), fewer * y * p])
    proof.nonnegative("A e^eps2 >= 1", grown * worth - 1, by=[grown * (worth - 1), grown - 1])
    one = sp.Integer(1)
    for text, act_n, act, factor in (
        ("keep", fewer * y * (h_n - p), y * (h - p), grown * worth),
        ("resample", h_n - fewer * y * (h_n - p), h - y * (h - p), grown * worth),
        ("no check to the end", one, one, one),
    ):
        proof.at_most(
            f"{text}: with D it is at most A e^eps2 <= e^(1/b2 + eps2) times as likely",
            free_n * act_n,
            second * free * act,
            by=[
                act_n * (free - free_n),
                free * (factor * act - act_n),
                free * act * (grown * worth - factor),
                free * act * worth * grown * (sp.exp(rate2 * (1 - a)) - 1),
            ],
        )
    proof.argue(
        "The integral over xi >= 0 gives the probabilities J, J' of this outcome: J <= e^(1/b2 + eps2) J'.",
        nonnegative=second * high_n - high,
    )


def resample_after_more(proof: Proof, *, clip: bool = True) -> None:
    """R' <= A e^eps2 R at a pending loss of at least c."""
    if clip:
        proof.assume("clip", "e^eps2 >= 1 + 1/c", nonnegative=worth - 1 - 1 / c)
    proof.positive("e^eps2 > 1", worth - 1, by=[worth - 1 - 1 / c, 1 / c])
    proof.at_most("c >= 1/(e^eps2 - 1)", 1 / (worth - 1), c, by=[c * (worth - 1 - 1 / c) / (worth - 1)])
    proof.cite(
        "bernoulli_ratio",
        "q >= c: with r = q + a and r' = q, 1 - X y <= e^eps2 (1 - y)",
        nonnegative=worth * (1 - y) - (1 - fewer * y),
    )
    proof.nonnegative("A e^eps2 >= X", grown * worth - fewer, by=[grown * (worth - 1), grown - 1, 1 - fewer])
    proof.nonnegative("X y <= 1", 1 - fewer * y, by=[1 - fewer, fewer * (1 - y)])
    proof.at_most(
        "q >= c: R' = h' (1 - X y) + X y p <= A e^eps2 R",
        h_n - fewer * y * (h_n - p),
        grown * worth * (h - y * (h - p)),
        by=[
            (grown * h - h_n) * (1 - fewer * y),
            grown * h * (worth * (1 - y) - (1 - fewer * y)),
            y * p * (grown * worth - fewer),
        ],
    )


def resample_after_little(proof: Proof) -> None:
    """R' <= A e^eps2 R at a pending loss below c, where h = h0."""
    proof.cite(
        "bernoulli_ratio",
        "q < c: with r = q + a + c and r' = q + c, 1 - X y e^(-eta c) <= e^eps2 (1 - y e^(-eta c))",
        nonnegative=worth * (1 - y * left) - (1 - fewer * y * left),
    )
    proof.identity("there R = h0 - y (h0 - p) = h0 (1 - e^(-eta (q + c)))", h0 - y * (h0 - p), h0 * (1 - y * left))
    proof.argue("There h = h0, so h' <= A h0.", nonnegative=grown * h0 - h_n)
    proof.at_most(
        "q < c: R' = h' (1 - X y) + X y p <= A e^eps2 R, as for q >= c, where R is with h = h0",
        h_n - fewer * y * (h_n - p),
        grown * worth * (h0 - y * (h0 - p)),
        by=[
            (grown * h0 - h_n) * (1 - fewer * y),
            grown * h0 * (worth * (1 - y * left) - (1 - fewer * y * left)),
            fewer * y * p * (grown - 1),
        ],
    )


def after_keeping(proof: Proof, *, keeping: bool = True) -> None:
    """K' <= A e^eps2 K."""
    spare = worth - 1 - (1 / left - 1) * (1 - sp.exp(-rate2))
    if keeping:
        proof.assume("keeping", "e^eps2 >= 1 + (e^(eta c) - 1)(1 - e^(-1/b2))", nonnegative=spare)
    proof.instance("A <= e^(1/b2)", 1 - sp.exp(-x), {x: rate2 * (1 - a)})
    proof.instance("e^((1 - a)/b2) >= 1", sp.exp(x) - 1, {x: rate2 * (1 - a)})
    proof.nonnegative("h' - p >= 0", h_n - p, by=[h_n - h, h - h0, h0 * left])
    proof.at_most(
        "K' = X y (h' - p) <= A e^eps2 y (h - p)",
        fewer * y * (h_n - p),
        grown * worth * y * (h - p),
        by=[
            y * (1 - fewer) * (h_n - p),
            y * (grown * h - h_n),
            y * (worth - 1) * grown * (h - h0),
            y * grown * h0 * left * spare,
            y * p * (1 - sp.exp(-rate2 * (1 - a))),
        ],
    )
