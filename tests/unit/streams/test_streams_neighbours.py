"""Of `dartproof.streams.neighbours`."""

from fractions import Fraction

import numpy as np
import pytest

from dartproof.errors import InputError
from dartproof.streams import (
    LossStream,
    check_steps,
    count_neighbouring_pairs,
    differing_rounds,
    neighbouring_pairs,
    neighbours,
    replace_round,
    require_neighbours,
    streams_on_grid,
)

ROWS = [[0, 1], [1, 0], ["1/4", 1]]


def stream(rows=ROWS, **options):
    return LossStream.from_rows(rows, **options)


def test_differing_rounds_are_counted_from_one():
    assert differing_rounds(stream(), stream([[0, 1], [1, 1], [0, 0]])) == (2, 3)


def test_equal_streams_differ_nowhere():
    assert differing_rounds(stream(), stream()) == ()


def test_exact_streams_are_compared_exactly():
    assert differing_rounds(stream([["1/3"]]), stream([["0.33333333333333333"]])) == (1,)


def test_a_float_equals_the_exact_loss_that_rounds_to_it():
    assert differing_rounds(stream([["1/3"]]), stream([[1 / 3]])) == ()


def test_names_do_not_count():
    assert differing_rounds(stream([[0]], names=["a"]), stream([[0]], names=["b"])) == ()


def test_neighbours_differ_in_the_round_returned():
    assert require_neighbours(stream(), stream([[0, 1], [0, 1], ["1/4", 1]])) == 2


def test_a_whole_loss_vector_may_differ():
    assert require_neighbours(stream([[0, 0, 0]]), stream([[1, 1, 1]])) == 1


def test_an_equal_stream_is_refused():
    with pytest.raises(InputError, match="the losses are equal; change one round"):
        require_neighbours(stream(), stream())


def test_two_differing_rounds_are_refused_and_named():
    with pytest.raises(InputError, match=r"a and b: the losses differ in 2 rounds \(1, 3\)"):
        require_neighbours(stream(source="a"), stream([[1, 1], [1, 0], [0, 1]], source="b"))


def test_many_differing_rounds_are_cut_short():
    with pytest.raises(InputError, match=r"differ in 9 rounds \(1, 2, 3, 4, 5, …\)"):
        require_neighbours(stream(np.zeros((9, 1))), stream(np.ones((9, 1))))


def test_other_shapes_are_refused_and_named():
    with pytest.raises(InputError, match="a has 3 rounds and 2 experts but b has 1 rounds and 3 experts"):
        require_neighbours(stream(source="a"), stream([[0, 0, 0]], source="b"))


def test_replacing_a_round_gives_a_neighbour_in_that_round():
    assert require_neighbours(stream(), replace_round(stream(), 2, [1, "1/7"])) == 2


def test_replacing_a_round_leaves_the_stream_alone():
    made = stream()
    replace_round(made, 1, [1, 1])
    assert made == stream()


def test_replacing_a_round_of_an_exact_stream_is_exact():
    assert replace_round(stream(), 3, ["1/3", 0]).exact == ((0, 1), (1, 0), (Fraction(1, 3), 0))


def test_replacing_a_round_keeps_a_grid():
    made = LossStream(np.array([[0.5], [1.0]]), given=2)
    assert replace_round(made, 1, ["1/2"]).given == 2
    assert replace_round(made, 1, ["1/3"]).steps(6) == ((2,), (6,))


def test_a_float_makes_the_neighbour_inexact():
    assert replace_round(stream(), 1, [0.5, 1]).exact is None


def test_replacing_a_round_keeps_the_names():
    assert replace_round(stream([[0]], names=["a"]), 1, [1]).names == ("a",)


def test_the_source_of_a_neighbour_is_its_reference():
    assert replace_round(stream(source="s"), 3, [Fraction(1, 4), 0]).source == "s~3=1/4,0"


@pytest.mark.parametrize(
    ("number", "row", "message"),
    [
        (0, [0, 0], "the round is 0; give an integer of at least 1"),
        (4, [0, 0], "there is no round 4; rounds are counted from 1 to 3"),
        (1.0, [0, 0], r"the round is 1\.0; give an integer"),
        (2, [0], "row 2: 1 losses for 2 experts"),
        (2, [0, 3], r"row 2, column 2 \(expert 2\): 3 lies outside"),
        (2, "00", "row 2: '00' is not a row"),
        (2, None, "row 2: None is not a row"),
    ],
)
def test_a_round_that_does_not_fit_is_refused(number, row, message):
    with pytest.raises(InputError, match=message):
        replace_round(stream(), number, row)


def test_neighbours_leave_the_last_row_alone():
    assert [tuple(found) for found in neighbours(((0,), (1,)), 1)] == [(0, (1,), ((1,), (1,)))]


def test_neighbours_with_the_last_row():
    assert [(found.round, found.row) for found in neighbours(((0,), (1,)), 2, last_round=True)] == [
        (1, (1,)),
        (1, (2,)),
        (2, (0,)),
        (2, (2,)),
    ]


def test_one_round_has_no_neighbour_without_the_last_row():
    assert list(neighbours(((0, 1),), 1)) == []


def test_rows_may_be_lists():
    assert [found.losses for found in neighbours([[0], [1]], 1)] == [((1,), (1,))]


def test_streams_on_the_grid_end_in_zeros_without_the_last_row():
    assert list(streams_on_grid(2, 1, 2)) == [((0,), (0,)), ((1,), (0,)), ((2,), (0,))]


def test_streams_on_the_grid_with_the_last_row():
    assert len(set(streams_on_grid(2, 2, 2, last_round=True))) == 9**2


# (grid+1)^(N(T-1)) streams, T-1 rounds and (grid+1)^N - 1 other rows: 4^3·3·3, 4^5·5·3, 9·1·8.
@pytest.mark.parametrize(("rounds", "experts", "grid", "count"), [(4, 2, 1, 576), (6, 2, 1, 15_360), (2, 2, 2, 72)])
def test_the_number_of_pairs(rounds, experts, grid, count):
    pairs = list(neighbouring_pairs(rounds, experts, grid))
    assert len(pairs) == len(set(pairs)) == count_neighbouring_pairs(rounds, experts, grid) == count


def test_the_number_of_pairs_with_the_last_round():
    pairs = list(neighbouring_pairs(3, 2, 1, last_round=True))
    assert len(pairs) == count_neighbouring_pairs(3, 2, 1, last_round=True) == 4**3 * 3 * 3


def test_one_round_has_no_pairs():
    assert list(neighbouring_pairs(1, 2, 1)) == []
    assert count_neighbouring_pairs(1, 2, 1) == 0


def test_a_pair_differs_where_it_says():
    pair = next(iter(neighbouring_pairs(3, 1, 1)))
    assert (pair.losses, pair.neighbour, pair.round, pair.row) == (((0,), (0,), (0,)), ((1,), (0,), (0,)), 1, (1,))


@pytest.mark.parametrize("arguments", [(0, 1, 1), (1, 0, 1), (1, 1, 0), (1.5, 1, 1)])
def test_counts_below_one_are_refused(arguments):
    for enumeration in (streams_on_grid, neighbouring_pairs):
        with pytest.raises(InputError, match="give an integer of at least 1"):
            list(enumeration(*arguments))
    with pytest.raises(InputError, match="give an integer of at least 1"):
        count_neighbouring_pairs(*arguments)


@pytest.mark.parametrize(
    ("losses", "message"),
    [
        ((), "at least one round"),
        (((),), "at least one round and one expert"),
        (((0, 1), (0,)), "round 2 has 1 losses where round 1 has 2"),
        (((0, 3),), "round 1, expert 2: 3 is no number of grid steps; give integers from 0 to 2"),
        (((0.5,),), r"round 1, expert 1: 0\.5 is no number"),
        (((True,),), "round 1, expert 1: True is no number"),
    ],
)
def test_what_are_no_grid_steps_is_refused(losses, message):
    with pytest.raises(InputError, match=message):
        check_steps(losses, 2)
