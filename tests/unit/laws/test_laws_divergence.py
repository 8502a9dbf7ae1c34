"""Of `dartproof.laws.divergence`."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from dartproof.accounting import ExactParameters
from dartproof.errors import InputError
from dartproof.laws import Divergence, hockey_stick, max_divergence, transcript_law
from dartproof.numeric import LogField, Real
from dartproof.streams import neighbouring_pairs

HALF = Fraction(1, 2)
FIELD = LogField(HALF)
A = ExactParameters(grid=1, keep=HALF, noise=HALF, clip=1, threshold=1, limit=1)
A_PAIR = ((1, 0), (0, 1), (0, 0)), ((1, 0), (1, 0), (0, 0))
B = ExactParameters(grid=1, keep=Fraction(9, 10), noise=Fraction(9, 10), clip=1, threshold=1, limit=2)
B_PAIR = ((1, 1), (0, 1), (1, 0), (0, 0)), ((1, 1), (1, 0), (1, 0), (0, 0))


@cache
def law(losses, parameters):
    return transcript_law(losses, parameters)


def laws(pair, parameters):
    return law(pair[0], parameters), law(pair[1], parameters)


def numbers(**probabilities):
    return {outcome: FIELD.rational(Fraction(value)) for outcome, value in probabilities.items()}


def test_forward_divergence_of_pair_a():
    p, q = laws(A_PAIR, A)
    ratio = FIELD.rational(Fraction(41, 1024)) / FIELD.polynomial([Fraction(7, 640), Fraction(-1, 320)])
    divergence = max_divergence(p, q)
    assert divergence.ratio == ratio
    assert divergence.value.decimal.startswith("1.518357394295749667568")


def test_backward_divergence_of_pair_a():
    p, q = laws(A_PAIR, A)
    assert Real.of(max_divergence(q, p).ratio).log().decimal(22) == "1.305626458052435818621"


@pytest.mark.parametrize(
    ("ratio", "constant", "slope"),
    [
        (1, Fraction(95, 576), Fraction(1, 32)),
        (Fraction(11, 10), Fraction(20003, 153600), Fraction(11, 320)),
        (Fraction(3, 2), Fraction(629, 15360), Fraction(9, 320)),
    ],
)
def test_hockey_stick_of_pair_a(ratio, constant, slope):
    assert hockey_stick(*laws(A_PAIR, A), ratio) == FIELD.polynomial([constant, slope])


def test_divergence_of_pair_b():
    assert Real.of(max_divergence(*laws(B_PAIR, B)).ratio).log().decimal(21) == "0.939787246507687651503"


def largest(rounds):
    """The number of pairs on the {0, 1} grid with N = 2, and the largest divergence among them with its pair."""
    count, best = 0, None
    for losses, neighbour, _ in neighbouring_pairs(rounds, 2, 1):
        divergence = max_divergence(law(losses, B), law(neighbour, B))
        count += 1
        if best is None or divergence.ratio > best[0].ratio:
            best = divergence, (losses, neighbour)
    return count, *best


def test_pair_b_attains_the_maximum_over_all_pairs_of_four_rounds():
    count, divergence, _ = largest(4)
    assert count == 576
    assert divergence.ratio == max_divergence(*laws(B_PAIR, B)).ratio


@pytest.mark.slow
def test_the_maximum_over_all_pairs_of_six_rounds():
    # Floats, whose error is far below 10^-9, say which pairs can attain it; these are then compared exactly.
    outcomes = list(law(((0, 0),) * 6, B))

    @cache
    def rough(losses):
        assert law(losses, B).keys() == set(outcomes)
        return np.array([float(law(losses, B)[outcome]) for outcome in outcomes])

    found = {}
    for losses, neighbour, _ in neighbouring_pairs(6, 2, 1):
        found[losses, neighbour] = (rough(losses) / rough(neighbour)).max()
    assert len(found) == 15360
    most = max(found.values())
    near = [pair for pair, ratio in found.items() if ratio > most - 1e-9]
    ratios = {max_divergence(*laws(pair, B)).ratio for pair in near}
    assert {Real.of(ratio).log().decimal(20) for ratio in ratios} == {"0.97612714837618742050"}


def test_the_witness_attains_the_ratio():
    p, q = laws(B_PAIR, B)
    divergence = max_divergence(p, q)
    assert p[divergence.witness] / q[divergence.witness] == divergence.ratio


def test_no_outcome_has_a_larger_ratio():
    p, q = laws(B_PAIR, B)
    ratio = max_divergence(p, q).ratio
    assert all(p[outcome] <= ratio * q[outcome] for outcome in p)


def test_an_outcome_impossible_on_the_other_side_makes_the_divergence_infinite():
    p, q = numbers(a="1/2", b="1/2"), numbers(a="1")
    assert max_divergence(p, q) == Divergence(None, "b")
    assert max_divergence(p, q).value.decimal == "inf"


def test_an_explicit_zero_is_as_impossible_as_an_absent_outcome():
    assert max_divergence(numbers(a="1/2", b="1/2"), numbers(a="1", b="0")).ratio is None


def test_outcomes_impossible_on_the_first_side_are_skipped():
    assert max_divergence(numbers(a="1", b="0"), numbers(a="1/2", b="1/2")) == Divergence(FIELD.rational(2), "a")


def test_outcomes_impossible_on_both_sides_are_skipped():
    assert max_divergence(numbers(b="0", a="1"), numbers(b="0", a="1")) == Divergence(FIELD.one, "a")


def test_two_ratios_that_floats_cannot_tell_apart_are_ordered():
    tiny = Fraction(1, 10**40)
    p = {"a": FIELD.rational(HALF), "b": FIELD.rational(HALF)}
    q = {"a": FIELD.rational(HALF + tiny), "b": FIELD.rational(HALF - tiny)}
    assert max_divergence(p, q).witness == "b"


def test_an_empty_law_is_refused():
    with pytest.raises(InputError, match="empty"):
        max_divergence({}, numbers(a="1"))
    with pytest.raises(InputError, match="empty"):
        hockey_stick({}, numbers(a="1"), 1)


def test_hockey_stick_by_hand():
    p, q = numbers(a="1/2", b="1/4", c="1/4"), numbers(a="1/4", b="1/2", d="1/4")
    assert hockey_stick(p, q, Fraction(3, 2)) == (HALF - Fraction(3, 8)) + Fraction(1, 4)


def test_hockey_stick_at_one_is_the_total_variation_and_symmetric():
    p, q = laws(A_PAIR, A)
    assert hockey_stick(p, q, 1) == hockey_stick(q, p, 1)


def test_hockey_stick_vanishes_exactly_from_the_largest_ratio_on():
    p, q = laws(A_PAIR, A)
    ratio = max_divergence(p, q).ratio
    assert hockey_stick(p, q, ratio) == 0
    assert hockey_stick(p, q, ratio - Fraction(1, 10**30)) > 0


def test_a_ratio_that_is_not_positive_is_refused():
    with pytest.raises(InputError, match="positive"):
        hockey_stick(numbers(a="1"), numbers(a="1"), 0)
