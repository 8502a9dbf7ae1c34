"""Of `dartproof.streams.model`."""

import copy
import pickle
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from dartproof.errors import InputError
from dartproof.streams import LossStream

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def stream(rows, **options):
    return LossStream.from_rows(rows, **options)


def test_shape_is_rounds_by_experts():
    assert (stream([[0, 1, 0], [1, 1, 0]]).rounds, stream([[0, 1, 0], [1, 1, 0]]).experts) == (2, 3)


def test_one_round_of_one_expert_is_a_stream():
    assert stream([[1]]).best_loss == 1.0


def test_integers_fractions_decimals_booleans_and_texts_are_exact():
    given = [[0, HALF, Decimal("0.5"), True, "1/2", "5e-1", np.int8(1), np.bool_(0)]]
    assert stream(given).exact == ((0, HALF, HALF, 1, HALF, HALF, 1, 0),)


def test_a_tenth_as_text_is_exactly_a_tenth():
    assert stream([["0.1"]]).exact == ((Fraction(1, 10),),)


def test_one_float_makes_the_stream_inexact():
    assert stream([["1/4", 0.5]]).exact is None


@pytest.mark.parametrize("dtype", [bool, np.int8, np.uint64])
def test_arrays_of_integers_and_booleans_are_exact(dtype):
    assert stream(np.array([[0, 1]], dtype=dtype)).exact == ((0, 1),)


def test_arrays_of_floats_are_inexact():
    assert not stream(np.array([[0.0, 1.0]])).is_exact


def test_losses_are_the_nearest_floats():
    assert stream([["1/3"]]).losses[0, 0] == 1 / 3


def test_losses_are_a_copy():
    rows = np.array([[0.5, 1.0]])
    made = stream(rows)
    rows[0, 0] = 0.0
    assert made.losses[0, 0] == 0.5


def test_losses_are_read_only():
    with pytest.raises(ValueError, match="read-only"):
        stream([[0, 1]]).losses[0, 0] = 1.0


def test_losses_cannot_be_made_writeable():
    with pytest.raises(ValueError, match="WRITEABLE"):
        stream([[0, 1]]).losses.setflags(write=True)


def test_negative_zero_becomes_zero():
    assert not np.signbit(stream([[-0.0]]).losses[0, 0])
    assert not np.signbit(stream(np.array([[-0.0]])).losses[0, 0])


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda made: pickle.loads(pickle.dumps(made))])
@pytest.mark.parametrize("rows", [[["1/3", 1]], [[0.25, 1.0]], np.array([[0, 1]])])
def test_copies_are_equal_and_read_only(copied, rows):
    made = copied(stream(rows, names=["a", "b"], source="s"))
    assert made == stream(rows, names=["a", "b"])
    assert made.source == "s"
    assert not made.losses.flags.writeable


def test_a_row_shares_no_memory_with_the_stream():
    made = stream([[0, 1], [1, 0]])
    assert made.row(1).base is None
    assert not np.shares_memory(made.row(1), made.losses)


def test_a_row_is_read_only():
    with pytest.raises(ValueError, match="read-only"):
        stream([[0, 1]]).row(0)[0] = 1.0


@pytest.mark.parametrize("index", [-1, 2])
def test_rows_are_indexed_from_zero_to_the_last(index):
    with pytest.raises(IndexError, match="rows 0 to 1"):
        stream([[0, 1], [1, 0]]).row(index)


def test_the_best_expert_has_the_least_total():
    made = stream([[1, 0, "1/2"], [0, "1/4", 1]])
    assert (made.best_expert, made.best_loss) == (1, 0.25)


def test_a_tie_goes_to_the_first_expert():
    assert stream([[1, 0, 1], [0, 1, 0]]).best_expert == 0


def test_a_tie_is_decided_exactly():
    # In floats 0.1 + 0.2 > 0.3.
    assert stream([["0.1", "0.3"], ["0.2", 0]]).best_expert == 0
    assert stream([[0.1, 0.3], [0.2, 0.0]]).best_expert == 1


def test_totals_of_an_exact_stream_are_rounded_once():
    assert stream([["0.1"], ["0.2"]]).best_loss == 0.3


def test_exact_totals():
    assert stream([["1/3", 1], ["1/2", 0]]).exact_totals() == (Fraction(5, 6), 1)


def test_exact_totals_of_a_stream_on_a_grid():
    assert LossStream(np.array([[0.5], [1.0]]), given=2).exact_totals() == (Fraction(3, 2),)


def test_exact_totals_beyond_64_bits():
    made = LossStream(np.ones((2**13, 1)), given=2**50)
    assert made.exact_totals() == (2**13,)


def test_floats_have_no_exact_totals():
    assert stream([[0.5]]).exact_totals() is None


def test_cumulative_is_the_running_total_after_each_round():
    assert stream([[1, 0], [1, "1/2"]]).cumulative().tolist() == [[1.0, 0.0], [2.0, 0.5]]


def test_steps_are_multiples_of_the_grid():
    assert stream([["1/3", 1], ["1/2", 0]]).steps(6) == ((2, 6), (3, 0))


def test_steps_of_a_stream_on_another_grid():
    assert LossStream(np.array([[0.5, 1.0]]), given=2).steps(6) == ((3, 6),)


def test_a_float_counts_as_the_multiple_nearest_to_it():
    assert stream([[0.1, 0.7, 1 / 3]]).steps(30) == ((3, 21, 10),)


def test_a_float_beside_a_multiple_is_off_the_grid():
    with pytest.raises(InputError, match=r"expert 1 in round 1 is 0\.30000000000000004, no multiple of 1/10;"):
        stream([[0.1 + 0.2]]).steps(10)


def test_an_exact_loss_beside_a_multiple_is_off_the_grid():
    with pytest.raises(InputError, match="expert 2 \\(b\\) in round 2 is 1/3, no multiple of 1/2; choose another grid"):
        stream([[0, 1], ["1/2", "1/3"]], names=["a", "b"]).steps(2)


@pytest.mark.parametrize("grid", [0, -1, 1.5, True, None])
def test_a_grid_is_a_positive_integer(grid):
    with pytest.raises(InputError, match=r"the grid is .*; give an integer of at least 1"):
        stream([[0]]).steps(grid)


def test_grids_too_fine_for_floats_are_refused():
    with pytest.raises(InputError, match="at most 2\\^50"):
        stream([[0.5]]).steps(2**51)


def test_the_finest_grid_of_floats_keeps_multiples_apart():
    grid = 2**50
    assert LossStream(np.array([[1 - 1 / grid, 1.0]]), given=grid).steps(grid) == ((grid - 1, grid),)


def test_experts_are_numbered_from_one_by_default():
    assert stream([[0, 1]]).names == ("expert 1", "expert 2")


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["a"], "1 names for 2 experts"),
        (["a", "a"], "columns 1 and 2 are both named 'a'"),
        (["a", ""], "the name of column 2 is ''"),
        (["a", " b"], "the name of column 2 is ' b'"),
        (["a\nb", "c"], "the name of column 1 is"),
        ([1, 2], "the name of column 1 is 1"),
    ],
)
def test_names_that_do_not_fit_are_refused(names, message):
    with pytest.raises(InputError, match=message):
        stream([[0, 1]], names=names)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "has no rounds"),
        ([[]], "has no experts"),
        (np.zeros((0, 2)), "has no rounds"),
        (np.zeros((2, 0)), "has no experts"),
        (np.zeros(3), r"has shape \(3,\)"),
        (np.zeros((1, 2, 3)), r"has shape \(1, 2, 3\)"),
        ([[0, 1], [0]], "row 2: has 1 losses where row 1 has 2"),
        ([[0, 1], [0, 1.5]], r"row 2, column 2: 1\.5 lies outside \[0, 1\]"),
        ([[0, 1], [-1, 1]], r"row 2, column 1: -1 lies outside \[0, 1\]"),
        (np.array([[0, 1], [0, 7]]), r"row 2, column 2: 7 lies outside \[0, 1\]"),
        (np.array([[0, 1], [-0.5, 7]]), r"row 2, column 1: -0\.5 lies outside \[0, 1\]"),
        ([[0, float("nan")]], "row 1, column 2: nan is not a finite number"),
        (np.array([[0, np.nan]]), "row 1, column 2: nan is not a finite number"),
        (np.array([[0, np.inf]]), "row 1, column 2: inf is not a finite number"),
        (np.array([[np.nextafter(np.longdouble(1), 2)]]), r"row 1, column 1: 1\.0000000000000000001 lies outside"),
        (np.array([[1j]]), "has dtype complex128"),
        (np.array([["0"]]), "has dtype <U1"),
        ([[None, 1]], "row 1, column 1: None is not a number"),
        ([["a", 1]], "row 1, column 1: 'a' is not a number"),
        ([[Decimal("NaN")]], "row 1, column 1: NaN is not a finite number"),
        ([[Fraction(10**5000)]], r"row 1, column 1: 10+…0+ lies outside"),
        ("01", "'01' is no stream"),
        (["01"], "row 1: '01' is not a row of losses"),
        ([5], "row 1: 5 is not a row of losses"),
        (None, "None is no stream"),
    ],
)
def test_what_is_no_stream_is_refused_in_one_line(rows, message):
    with pytest.raises(InputError, match=message) as caught:
        stream(rows, source="here")
    assert str(caught.value).startswith("here")
    assert str(caught.value).isprintable()


def test_a_named_column_is_named():
    with pytest.raises(InputError, match=r"row 1, column 2 \(b\): 2 lies outside"):
        stream([[0, 2]], names=["a", "b"])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (1, "0.5 is no multiple of 1/1"),
        (0, "the grid is 0"),
        (True, "the grid is True"),
        (2**51, "give an integer from 1 to 2\\^50"),
        (((THIRD,),), "do not fit the float losses"),
        (((HALF, HALF),), "do not fit the float losses"),
        (((HALF,), (HALF,)), "do not fit the float losses"),
    ],
)
def test_given_numbers_that_contradict_the_floats_are_refused(given, message):
    with pytest.raises(InputError, match=message):
        LossStream(np.array([[0.5]]), given=given)


def test_an_exact_loss_that_only_rounds_to_one_is_refused():
    with pytest.raises(InputError, match="do not fit"):
        LossStream(np.array([[1.0]]), given=((1 + Fraction(1, 10**30),),))


def test_lists_are_sent_to_from_rows():
    with pytest.raises(InputError, match=r"use LossStream\.from_rows"):
        LossStream([[0.5]])


def test_equality_does_not_ask_for_the_source_or_the_form():
    on_grid = LossStream(np.array([[0.5, 1.0]]), given=2, source="a")
    assert on_grid == stream([["1/2", 1]], source="b")
    assert hash(on_grid) == hash(stream([["1/2", 1]]))


@pytest.mark.parametrize("other", [[["1/2", 0]], [[0.5, 1.0]], [["1/2", 1, 0]], [["1/2", 1], [0, 0]]])
def test_other_losses_or_exactness_are_unequal(other):
    assert stream([["1/2", 1]]) != stream(other)


def test_exact_losses_that_round_alike_are_unequal():
    assert stream([["1/3"]]) != stream([["0.33333333333333333"]])


def test_other_names_are_unequal():
    assert stream([[0]], names=["a"]) != stream([[0]], names=["b"])


def test_repr_tells_the_size():
    assert repr(stream([[0, 1]], source="s")) == "LossStream('s', 1 rounds, 2 experts, exact)"
