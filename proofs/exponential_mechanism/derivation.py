"""Why `exponential_mechanism` holds, for every number of rounds and experts and all real losses."""

from typing import NamedTuple

import sympy as sp

from dartproof.evidence import Proof

eta, Phi, Phi_n = sp.symbols("eta Phi Phi'", positive=True)
v = sp.Symbol("v", nonnegative=True)
i, j = sp.symbols("i j", integer=True)
w = sp.IndexedBase("w", positive=True)
a, b = sp.IndexedBase("a", real=True), sp.IndexedBase("b", real=True)  # the losses of the round that differs


class Way(NamedTuple):
    """A bound on `first` by `second`, with the sums of the weights and how all four are written."""

    first: sp.IndexedBase
    second: sp.IndexedBase
    total: sp.Symbol
    total_n: sp.Symbol
    x: str
    y: str
    sum_x: str
    sum_y: str


WAYS = (Way(a, b, Phi, Phi_n, "a", "b", "Phi", "Phi'"), Way(b, a, Phi_n, Phi, "b", "a", "Phi'", "Phi"))


def derive(proof: Proof) -> None:
    """The whole proof."""
    setting(proof)
    losses(proof)
    for step in (weights, ratio, events):
        for way in WAYS:
            step(proof, way)
    sharpness(proof)
    one_expert(proof)


def setting(proof: Proof) -> None:
    """What P_t and P'_t are."""
    proof.assume("parameters", "eta > 0")
    proof.assume(
        "neighbours", "S and S' differ in round n only. For t <= n neither P_t nor P'_t has read it: P_t = P'_t."
    )
    proof.define(
        "For t > n let a(j), b(j) be the losses of expert j in round n of S and S', and w(j) = e^(-eta C(j)) > 0, "
        "where C(j) is its loss in the other rounds before t, the same in both. With Phi = sum_j w(j) e^(-eta a(j)) "
        "and Phi' = sum_j w(j) e^(-eta b(j)): P_t(i) = w(i) e^(-eta a(i))/Phi and P'_t(i) = w(i) e^(-eta b(i))/Phi'."
    )


def losses(proof: Proof, *, most: int = 1) -> None:
    """The losses of the differing round lie in [0, `most`]."""
    for loss, name in ((a, "a"), (b, "b")):
        proof.assume("range", f"{name}(j) >= 0 for every j", nonnegative=loss[j], every=[j])
        proof.assume("range", f"{name}(j) <= {most} for every j", nonnegative=most - loss[j], every=[j])
    proof.grows("e^v - 1 >= 0 for v >= 0: it is 0 at 0 and has the derivative e^v", sp.exp(v) - 1, v)


def weights(proof: Proof, way: Way) -> None:
    """Each weight and their sum grow by a factor of at most e^eta from `first` to `second`."""
    first, second = way.first, way.second
    gap = 1 - first[j] + second[j]
    proof.nonnegative(f"{way.x}(j) - {way.y}(j) <= 1", gap, by=[1 - first[j], second[j]])
    proof.instance(f"so e^(eta (1 - {way.x}(j) + {way.y}(j))) >= 1", sp.exp(v) - 1, {v: eta * gap})
    proof.at_most(
        f"w(j) e^(-eta {way.y}(j)) <= e^eta w(j) e^(-eta {way.x}(j)) for every j",
        w[j] * sp.exp(-eta * second[j]),
        sp.exp(eta) * w[j] * sp.exp(-eta * first[j]),
        by=[w[j] * sp.exp(-eta * second[j]) * (sp.exp(eta * gap) - 1)],
    )
    proof.total_nonnegative(
        f"summed over j: {way.sum_y} <= e^eta {way.sum_x}",
        _growth(way),
        index=j,
        totals={w[j] * sp.exp(-eta * first[j]): way.total, w[j] * sp.exp(-eta * second[j]): way.total_n},
        equals=sp.exp(eta) * way.total - way.total_n,
    )


def ratio(proof: Proof, way: Way, *, budget: sp.Rational | int = 2) -> None:
    """The first share is at most e^(budget eta) times the second; the weight takes one eta, the sum the rest."""
    weight = _growth(way._replace(first=way.second, second=way.first))
    proof.instance(f"for expert i: w(i) e^(-eta {way.x}(i)) <= e^eta w(i) e^(-eta {way.y}(i))", weight, {j: i})
    share = w[i] * sp.exp(-eta * way.first[i]) / way.total
    share_n = w[i] * sp.exp(-eta * way.second[i]) / way.total_n
    spent = sp.exp((budget - 1) * eta)
    proof.at_most(
        f"w(i) e^(-eta {way.x}(i))/{way.sum_x} <= e^({budget} eta) w(i) e^(-eta {way.y}(i))/{way.sum_y}",
        share,
        sp.exp(budget * eta) * share_n,
        by=[weight.subs(j, i) * spent / way.total_n, share * (spent * way.total - way.total_n) / way.total_n],
    )


def events(proof: Proof, way: Way) -> None:
    """From experts to sets of experts."""
    weight, weight_n = w[i] * sp.exp(-eta * way.first[i]), w[i] * sp.exp(-eta * way.second[i])
    event, event_n = (sp.Symbol(f"P_{name}(E)", nonnegative=True) for name in (way.x, way.y))
    proof.total_nonnegative(
        f"summed over the i of a set E, with P_a(E), P_b(E) its probabilities: P_{way.x}(E) <= e^(2 eta) P_{way.y}(E)",
        sp.exp(2 * eta) * weight_n / way.total_n - weight / way.total,
        index=i,
        totals={weight: way.total * event, weight_n: way.total_n * event_n},
        equals=sp.exp(2 * eta) * event_n - event,
    )


def sharpness(proof: Proof) -> None:
    """One expert of weight e^(-eta m) against n others of weight 1, in a round in which it alone gets better."""
    light, others = sp.symbols("w n", positive=True)
    proof.define(
        "The constant is best possible: in each of m rounds expert 1 has loss 1 and the n = N - 1 >= 1 others loss 0, "
        "so its weight is w = e^(-eta m). In S round m + 1 has loss 0 for expert 1 and 1 for the others, in S' "
        "the reverse."
    )
    share = light / (light + others * sp.exp(-eta))
    share_n = light * sp.exp(-eta) / (light * sp.exp(-eta) + others)
    proof.at_most(
        "P(1)/P'(1) >= e^(2 eta) (1 - w e^eta/n) = e^(2 eta) (1 - e^(-eta (m - 1))/n)",
        sp.exp(2 * eta) * (1 - light * sp.exp(eta) / others),
        share / share_n,
        by=[
            light * sp.exp(eta) / (others + light * sp.exp(eta)),
            light**2 * sp.exp(4 * eta) / (others * (others + light * sp.exp(eta))),
        ],
    )
    proof.argue("As m grows this lower bound tends to e^(2 eta), so it exceeds e^eps for any eps < 2 eta.")


def one_expert(proof: Proof) -> None:
    """If only the loss of one expert k differs, eta is enough."""
    others = sp.Symbol("W", nonnegative=True)
    k = sp.Symbol("k", integer=True)
    proof.define(
        "Let the loss of expert k alone differ, let W be the weight of the others, A = w(k) e^(-eta a(k)) and "
        "B = w(k) e^(-eta b(k))."
    )
    proof.instance("e^eta >= 1", sp.exp(v) - 1, {v: eta})
    for way in WAYS:
        proof.instance(f"{way.y.upper()} <= e^eta {way.x.upper()}", _growth(way), {j: k})
    for way in WAYS:
        x, y = way.x.upper(), way.y.upper()
        mine, mine_n = w[k] * sp.exp(-eta * way.first[k]), w[k] * sp.exp(-eta * way.second[k])
        both = (others + mine) * (others + mine_n)
        proof.at_most(
            f"expert k: {x}/(W + {x}) <= e^eta {y}/(W + {y})",
            mine / (others + mine),
            sp.exp(eta) * mine_n / (others + mine_n),
            by=[others * (sp.exp(eta) * mine_n - mine) / both, mine * mine_n * (sp.exp(eta) - 1) / both],
        )
        proof.at_most(
            f"any other expert i: w(i)/(W + {x}) <= e^eta w(i)/(W + {y})",
            w[i] / (others + mine),
            sp.exp(eta) * w[i] / (others + mine_n),
            by=[w[i] * others * (sp.exp(eta) - 1) / both, w[i] * (sp.exp(eta) * mine - mine_n) / both],
        )


def _growth(way: Way) -> sp.Expr:
    """By how much e^eta times the first weight of expert j exceeds the second."""
    return sp.exp(eta) * w[j] * sp.exp(-eta * way.first[j]) - w[j] * sp.exp(-eta * way.second[j])


def _up_to_the_ratio(proof: Proof, *, most: int = 1, budget: sp.Rational | int = 2) -> None:
    losses(proof, most=most)
    for way in WAYS:
        weights(proof, way)
    ratio(proof, WAYS[0], budget=budget)


def one_eta(proof: Proof) -> None:
    """The false claim that eta suffices for a whole vector."""
    _up_to_the_ratio(proof, budget=1)


def three_halves_eta(proof: Proof) -> None:
    """The false claim that 3 eta / 2 suffices."""
    _up_to_the_ratio(proof, budget=sp.Rational(3, 2))


def losses_up_to_two(proof: Proof) -> None:
    """The false claim for losses in [0, 2]."""
    _up_to_the_ratio(proof, most=2)


def two_rounds_differ(proof: Proof) -> None:
    """The false claim for streams that differ in two rounds: a(j) and b(j) are sums of two losses."""
    proof.define("a(j), b(j): the losses of expert j in both differing rounds together")
    _up_to_the_ratio(proof, most=2)
