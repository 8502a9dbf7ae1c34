"""Why `truncation` holds, for all T, N, losses, noises and limits: a coupling.

The steps take as arguments what differs in the controls.
"""

import sympy as sp

from dartproof.evidence import Proof

i, t = sp.symbols("i t", integer=True)
a, b = sp.Function("a", nonnegative=True), sp.Function("b", nonnegative=True)
loss = sp.Function("l", nonnegative=True)
above = sp.Function("s", real=True)  # 1 if Q_t(i) > Q^_t(i), and else 0 or -1
A_t, T = sp.Symbol("A_t", nonnegative=True), sp.Symbol("T", positive=True)
plus, both = sp.symbols("D+ D", real=True)
exceeded, reached = sp.symbols("A E", nonnegative=True)
A, D_plus, D = (sp.Function(name, real=True) for name in ("A", "D+", "D"))
sum_plus, sum_both, sum_above = sp.symbols("S+ S S_A", real=True)


def derive(proof: Proof) -> None:
    """The whole proof."""
    coupling(proof)
    positive_part(proof)
    absolute(proof)
    all_rounds(proof)
    papers_form(proof)


def coupling(proof: Proof, *, most: int = 1, elsewhere: sp.Expr | int = 0) -> None:
    """Q_t(i) - Q^_t(i) = a(i) - b(i), two probabilities inside the event v^_t > V."""
    proof.assume(
        "same_randomness",
        "Let both learners use the same noises, coins and draws. As long as v^_t <= V they hold the same expert: up to "
        "the update V both do the same, and then the other one's checks keep.",
    )
    proof.define(
        "A_t = Pr[v^_t > V], a(i) = Pr[v^_t > V, i_t = i] and b(i) the same for the learner without limit; "
        "outside of the event let both hold i with the probability e(i)."
    )
    same = sp.Function("e", nonnegative=True)
    proof.identity("Q_t(i) - Q^_t(i) = a(i) - b(i)", (a(i) + same(i) + elsewhere) - (b(i) + same(i)), a(i) - b(i))
    proof.assume("range", f"l(i) <= {most}", nonnegative=most - loss(i), every=[i])


def positive_part(proof: Proof, *, factor: sp.Expr | int = 1) -> None:
    """The sum of (a(i) - b(i))^+ l(i) is at most A_t."""
    chosen = sp.Function("f", nonnegative=True)
    proof.define(
        "f(i) = l(i) where a(i) > b(i) and else 0, so that D+, the sum of (a(i) - b(i)) f(i), is the positive part."
    )
    rest = sp.Symbol("B", real=True)
    proof.argue("f(i) <= l(i).", nonnegative=loss(i) - chosen(i), every=[i])
    proof.nonnegative(
        "a(i) - (a(i) - b(i)) f(i) = a(i)(1 - f(i)) + b(i) f(i) >= 0",
        a(i) - (a(i) - b(i)) * chosen(i),
        by=[a(i) * (1 - loss(i)), a(i) * (loss(i) - chosen(i)), b(i) * chosen(i)],
    )
    proof.total_nonnegative(
        "summed over i: D+ <= A_t",
        a(i) - (a(i) - b(i)) * chosen(i),
        index=i,
        totals={
            a(i): A_t,
            a(i) * chosen(i): plus + rest,
            b(i) * chosen(i): rest,
        },
        equals=factor * A_t - plus,
    )


def absolute(proof: Proof, *, factor: sp.Expr | int = 2) -> None:
    """The sum of |a(i) - b(i)| l(i) is at most 2 A_t."""
    proof.define("s(i) = 1 where a(i) > b(i), and else -1: D is the sum of (a(i) - b(i)) s(i) l(i).")
    proof.argue("s(i) l(i) <= l(i),", nonnegative=loss(i) - above(i) * loss(i), every=[i])
    proof.argue("and >= -l(i).", nonnegative=loss(i) + above(i) * loss(i), every=[i])
    gap = a(i) + b(i) - (a(i) - b(i)) * above(i) * loss(i)
    proof.nonnegative(
        "a(i) + b(i) - (a(i) - b(i)) s(i) l(i) >= 0",
        gap,
        by=[
            (a(i) + b(i)) * (1 - loss(i)),
            a(i) * (loss(i) - above(i) * loss(i)),
            b(i) * (loss(i) + above(i) * loss(i)),
        ],
    )
    rest = sp.Symbol("B'", real=True)
    proof.total_nonnegative(
        "summed over i: D <= 2 A_t",
        gap,
        index=i,
        totals={a(i): A_t, b(i): A_t, a(i) * above(i) * loss(i): both + rest, b(i) * above(i) * loss(i): rest},
        equals=factor * A_t - both,
    )
    proof.argue("That was any round t: D+(t) <= A(t).", nonnegative=A(t) - D_plus(t), every=[t])
    proof.argue("And D(t) <= 2 A(t).", nonnegative=2 * A(t) - D(t), every=[t])


def all_rounds(proof: Proof, *, rounds: sp.Expr = T, most: sp.Expr = exceeded) -> None:
    """The sums over t are at most T A and 2 T A, A = Pr[v^_T > V]."""
    totals = {A(t): sum_above, D_plus(t): sum_plus, D(t): sum_both}
    for part, total, factor in ((D_plus, sum_plus, 1), (D, sum_both, 2)):
        proof.total_nonnegative(
            f"the sum of the {part}(t) is at most {factor} times that of the A(t)",
            factor * A(t) - part(t),
            index=t,
            totals=totals,
            equals=factor * sum_above - total,
        )
    proof.argue("v^_t <= v^_T, so A(t) <= A = Pr[v^_T > V].", nonnegative=exceeded - A(t), every=[t])
    proof.total_nonnegative(
        "there are T of them",
        most - A(t),
        index=t,
        totals={sp.Integer(1): T, **totals},
        equals=rounds * exceeded - sum_above,
    )
    proof.at_most("first sum", sum_plus, T * exceeded, by=[sum_above - sum_plus, T * exceeded - sum_above])
    proof.at_most(
        "second sum", sum_both, 2 * T * exceeded, by=[2 * sum_above - sum_both, 2 * (T * exceeded - sum_above)]
    )


def papers_form(proof: Proof) -> None:
    """Pr[v^_T > V] <= Pr[v_T >= V]."""
    equal = sp.Symbol("Pr[v^=V]", nonnegative=True)
    proof.define("E = Pr[v_T >= V]. As v_T = min(v^_T, V), this is Pr[v^_T >= V] = A + Pr[v^_T = V].")
    proof.at_most("2 T A <= 2 T E", 2 * T * exceeded, 2 * T * (exceeded + equal), by=[2 * T * equal])


def three_halves(proof: Proof) -> None:
    """The false claim with 3/2 in place of 2."""
    coupling(proof)
    positive_part(proof)
    absolute(proof, factor=sp.Rational(3, 2))


def half_for_the_positive_part(proof: Proof) -> None:
    """The false claim that the positive part is at most half the probability."""
    coupling(proof)
    positive_part(proof, factor=sp.Rational(1, 2))


def once_for_all_rounds(proof: Proof) -> None:
    """The false claim without T."""
    coupling(proof)
    positive_part(proof)
    absolute(proof)
    all_rounds(proof, rounds=sp.Integer(1))


def one_more(proof: Proof) -> None:
    """The false claim with Pr[v^_T > V + 1]."""
    coupling(proof)
    positive_part(proof)
    absolute(proof)
    all_rounds(proof, most=sp.Symbol("Pr[v^>V+1]", nonnegative=True))


def losses_up_to_two(proof: Proof) -> None:
    """The false claim for losses in [0, 2]."""
    coupling(proof, most=2)
    positive_part(proof)


def another_threshold(proof: Proof) -> None:
    """The false claim for a learner without limit that also has another threshold: Q_t differs elsewhere too, by c."""
    coupling(proof, elsewhere=sp.Symbol("c", real=True))
