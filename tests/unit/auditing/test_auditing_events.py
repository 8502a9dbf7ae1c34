"""Of `dartproof.auditing.events`."""

import math
from fractions import Fraction

import numpy as np
import pytest

from dartproof.auditing import Counts
from dartproof.auditing.events import Bins, Candidates, Guess, learn, require_both_labels, select
from dartproof.auditing.features import Feature
from dartproof.auditing.outputs import tabulate
from dartproof.errors import InputError

MISS = Fraction(1, 20)


def first_column(outputs):
    return outputs.numbers[:, 0]


def feature(order="ordered"):
    return Feature("output", order, first_column)


def part(first, second):
    """Outputs and labels: some outputs of the first input, some of the second."""
    return tabulate([*first, *second]), np.array([False] * len(first) + [True] * len(second))


def test_single_values_are_bins_and_the_rest_is_in_none():
    assert Bins((1.0, 3.0), intervals=False).index(np.array([1, 2, 3, 4, math.nan])).tolist() == [0, -1, 1, -1, -1]


def test_intervals_contain_their_lower_ends():
    bins = Bins((0.0, 1.0), intervals=True)
    assert bins.index(np.array([-math.inf, 0, 0.5, 1, math.inf, math.nan])).tolist() == [0, 1, 1, 2, 2, -1]


def test_a_guess_function_abstains_outside_its_bins():
    guess = Guess(feature(), Bins((0.0, 1.0), intervals=False), (0, 1))
    assert guess(tabulate([0, 1, 2, math.nan])).tolist() == [0, 1, -1, -1]


def test_a_guess_function_counts_its_guesses_by_input():
    guess = Guess(feature(), Bins((0.0, 1.0), intervals=False), (0, 1))
    outputs, labels = part([0, 0, 1, 2], [0, 1, 1])
    assert guess.count(outputs, labels) == Counts((4, 3), (2, 1), (1, 2))


def test_a_guess_function_says_what_it_does():
    guess = Guess(feature(), Bins((0.0, 1.0, 2.0), intervals=True), (0, -1, 1, 1))
    assert str(guess) == "guess second if output is in [1, inf); guess first if output is in [-inf, 0)"


def test_opaque_values_are_counted_and_not_shown():
    guess = Guess(feature("opaque"), Bins((12345.0, 23456.0, 34567.0), intervals=False), (1, 0, 1))
    assert str(guess) == "guess second if output is one of 2 values; guess first if output is one certain value"


def test_many_values_are_abbreviated():
    bins = Bins(tuple(float(value) for value in range(9)), intervals=False)
    assert bins.describe(range(9), opaque=False) == "in {0, 1, 2, 3, 4, 5} or 3 more"


def test_candidates_guess_second_on_a_prefix_and_first_on_a_suffix_of_their_order():
    family = Candidates(feature(), Bins((0.0, 1.0, 2.0), intervals=False), (2, 0, 1))
    assert family.guess(1, 1).table == (-1, 0, 1)


def test_learning_orders_bins_by_likelihood_ratio():
    outputs, labels = part([0] * 8 + [1] * 1 + [2] * 5, [0] * 1 + [1] * 8 + [2] * 5)
    (family,) = learn([feature("discrete")], outputs, labels)
    assert family.order == (1, 2, 0)


def test_learning_tries_thresholds_in_both_directions_of_an_ordered_feature():
    outputs, labels = part([0] * 8 + [1] * 1 + [2] * 5, [0] * 1 + [1] * 8 + [2] * 5)
    assert [family.order for family in learn([feature()], outputs, labels)] == [(1, 2, 0), (0, 1, 2), (2, 1, 0)]


def test_a_feature_that_is_constant_or_nowhere_defined_is_not_learned():
    assert learn([feature()], *part([1, 1], [1, 1])) == ()
    assert learn([feature()], *part([None, None], [None, None])) == ()


def test_many_values_are_cut_into_intervals_and_atoms_stay_apart():
    values = [*np.linspace(-1, 0.99, 600).tolist(), *[0.0] * 400]
    (family, *_) = learn([feature()], *part(values[::2], values[1::2]))
    places = family.bins.index(np.array([-1e-9, 0.0, 1e-9]))
    assert len(set(places.tolist())) == 3


def test_selection_finds_the_tails_of_a_shift():
    rng = np.random.default_rng(1)
    learning = part(rng.laplace(size=500).tolist(), rng.laplace(1, size=500).tolist())
    selecting = part(rng.laplace(size=500).tolist(), rng.laplace(1, size=500).tolist())
    guess = select(learn([feature()], *learning), *selecting, delta=Fraction(0), miss=MISS)
    low, high = guess(tabulate([-5.0, 6.0])).tolist()
    assert (low, high) == (0, 1)
    assert guess(tabulate([0.5])).tolist() == [-1]


def test_selection_prefers_a_frequent_event_to_a_rare_one_with_a_luckier_estimate():
    # Value 7 came from the second input in 3 of 3 trials, value 1 in 60 of 80: point estimates 1 against 3/4.
    outputs, labels = part([0] * 80 + [1] * 20, [0] * 37 + [1] * 60 + [7] * 3)
    family = Candidates(feature("discrete"), Bins((0.0, 1.0, 7.0), intervals=False), (2, 1, 0))
    guess = select([family], outputs, labels, delta=Fraction(0), miss=MISS)
    assert guess.table[1] == 1


def test_for_positive_delta_only_one_input_is_guessed():
    outputs, labels = part([0] * 90 + [1] * 10, [0] * 10 + [1] * 90)
    guess = select(learn([feature()], outputs, labels), outputs, labels, delta=Fraction(1, 100), miss=MISS)
    assert sorted(set(guess.table)) in ([-1, 0], [-1, 1])


def test_for_positive_delta_an_event_that_delta_explains_is_not_selected():
    # Value 7 has probability .04 on the second input and 0 on the first: an infinite ratio, but below delta = 1/20.
    outputs, labels = part([0] * 700 + [1] * 300, [0] * 360 + [1] * 600 + [7] * 40)
    family = Candidates(feature("discrete"), Bins((0.0, 1.0, 7.0), intervals=False), (2, 1, 0))
    rare = select([family], outputs, labels, delta=Fraction(1, 10**9), miss=MISS)
    frequent = select([family], outputs, labels, delta=Fraction(1, 20), miss=MISS)
    assert (rare.table, frequent.table) == ((-1, -1, 1), (-1, 1, 1))


def test_selection_without_candidates_selects_nothing():
    assert select([], *part([0], [1]), delta=Fraction(0), miss=MISS) is None


@pytest.mark.parametrize("labels", [np.zeros(3, dtype=bool), np.ones(3, dtype=bool)])
def test_a_part_with_one_input_only_is_refused(labels):
    with pytest.raises(InputError, match="all 3 learning trials ran the same input"):
        require_both_labels(labels, "learning")
