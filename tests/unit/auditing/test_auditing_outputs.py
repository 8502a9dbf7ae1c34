"""Of `dartproof.auditing.outputs`."""

import math
from fractions import Fraction

import numpy as np
import pytest

from dartproof.auditing.outputs import ABSENT, NAN, NONE, NUMBER, concatenate, tabulate
from dartproof.errors import InputError


def cells(*outputs):
    table = tabulate(outputs)
    return table.numbers.tolist(), table.symbols.tolist()


def test_scalars_make_one_column():
    numbers, symbols = cells(1, 2.5, True, np.float32(0.5), np.int64(-3), Fraction(1, 4))
    assert numbers == [[1.0], [2.5], [1.0], [0.5], [-3.0], [0.25]]
    assert symbols == [[NUMBER]] * 6


def test_nested_outputs_are_flattened():
    assert cells((1, [2, np.array([3, 4])]))[0] == [[1.0, 2.0, 3.0, 4.0]]


def test_ragged_outputs_end_in_absent_cells():
    table = tabulate([(1,), (1, 2), ()])
    assert table.symbols.tolist() == [[NUMBER, ABSENT], [NUMBER, NUMBER], [ABSENT, ABSENT]]
    assert table.lengths.tolist() == [1, 2, 0]


def test_nan_and_none_are_symbols_of_their_own():
    assert cells(math.nan, None, 0.0)[1] == [[NAN], [NONE], [NUMBER]]


def test_nan_in_an_array_is_the_same_symbol():
    assert tabulate(np.array([[math.nan, 1.0]])).symbols.tolist() == [[NAN, NUMBER]]


def test_texts_are_symbols_that_depend_on_the_text_only():
    one, other, again = tabulate(["⊤", "⊥", "⊤"]).symbols[:, 0].tolist()
    assert one == again != other
    assert NUMBER not in {one, other}


@pytest.mark.parametrize(("huge", "sign"), [(10**400, 1), (-(10**400), -1), (Fraction(-(10**400)), -1)])
def test_a_number_beyond_doubles_counts_as_infinite(huge, sign):
    assert cells(huge)[0] == [[sign * math.inf]]


@pytest.mark.parametrize("strange", [{"a": 1}, {1}, 1j, object(), b"x"])
def test_other_types_are_refused_by_name(strange):
    with pytest.raises(InputError, match=type(strange).__name__):
        tabulate([strange])


def test_an_output_nested_in_itself_is_refused():
    loop = []
    loop.append(loop)
    with pytest.raises(InputError, match="nested"):
        tabulate([loop])


def test_an_array_is_read_like_the_list_of_its_rows():
    array = np.arange(6).reshape(3, 2)
    one, other = tabulate(array), tabulate(array.tolist())
    assert np.array_equal(one.numbers, other.numbers)
    assert np.array_equal(one.symbols, other.symbols)


def test_resized_cuts_and_fills():
    table = tabulate([(1, 2, 3)])
    assert table.resized(2).numbers.tolist() == [[1.0, 2.0]]
    assert table.resized(4).symbols.tolist() == [[NUMBER, NUMBER, NUMBER, ABSENT]]


def test_tables_are_concatenated_to_the_widest():
    table = concatenate([tabulate([1]), tabulate([(2, 3)])])
    assert (len(table), table.width, table.lengths.tolist()) == (2, 2, [1, 2])
