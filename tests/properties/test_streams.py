"""Laws of streams, their files and their neighbours."""

import copy
import re
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dartproof.errors import InputError
from dartproof.strategies import loss_steps, loss_streams, neighbour_pairs
from dartproof.streams import (
    LossStream,
    differing_rounds,
    format_csv,
    neighbours,
    open_stream,
    parse_csv,
    replace_round,
    require_neighbours,
    streams_on_grid,
)
from dartproof.streams.validation import looks_like_a_number

grids = st.integers(1, 12)
fractions = st.fractions(0, 1, max_denominator=10**6) | st.sampled_from([Fraction(0), Fraction(1)])
exact_rows = st.integers(1, 3).flatmap(lambda n: st.lists(st.tuples(*[fractions] * n), min_size=1, max_size=5))
names = st.lists(st.text(alphabet="ab\"',;#~é1", min_size=1, max_size=4), min_size=1, max_size=3).map(" ".join)
cells = st.text(alphabet='0123456789.eE+-/ \t,;"\n\rabnif\u00e9\x00%_~=', max_size=40)


def on_grid(steps, grid):
    return LossStream.from_rows([[Fraction(loss, grid) for loss in row] for row in steps])


@given(exact_rows)
def test_exact_losses_survive_their_file(rows):
    made = LossStream.from_rows(rows)
    assert parse_csv(format_csv(made), source="f") == made


@given(loss_streams())
def test_float_losses_survive_their_file(made):
    assert np.array_equal(parse_csv(format_csv(made), source="f").losses, made.losses)


@given(st.lists(names, min_size=1, max_size=3, unique=True))
def test_names_survive_their_file_or_are_refused(drawn):
    made = LossStream.from_rows([[0] * len(drawn)], names=drawn)
    if any(looks_like_a_number(name) for name in drawn):
        with pytest.raises(InputError, match="would be read as a loss"):
            format_csv(made)
    else:
        assert parse_csv(format_csv(made), source="f") == made


@given(cells)
def test_any_text_is_a_stream_or_refused_in_one_line(text):
    try:
        made = parse_csv(text, source="f.csv")
    except InputError as error:
        outcome = str(error)
    else:
        outcome = f"f.csv: {min(map(min, made.exact)) >= 0 and max(map(max, made.exact)) <= 1}"
    assert re.fullmatch(r"f\.csv.*: (?!False).*", outcome)
    assert outcome.isprintable()


@given(st.text(max_size=20).map(lambda text: f"trump-approval-1~{text}"))
def test_any_suffix_is_a_neighbour_or_refused_in_one_line(reference):
    with pytest.raises(InputError) as caught:
        open_stream(reference)
    assert str(caught.value).isprintable()


@given(exact_rows)
def test_the_best_expert_has_the_least_exact_total(rows):
    made = LossStream.from_rows(rows)
    totals = [sum(column) for column in zip(*rows, strict=True)]
    assert made.exact_totals() == tuple(totals)
    assert (made.best_expert, made.best_loss) == (totals.index(min(totals)), float(min(totals)))


@given(loss_streams())
def test_running_totals_end_in_the_totals(made):
    assert np.allclose(made.cumulative()[-1], made.totals(), rtol=0, atol=2 * made.rounds**2 * 2.0**-53)
    assert made.best_loss == made.totals()[made.best_expert]


@given(grids.flatmap(lambda grid: st.tuples(loss_steps(grid=grid), st.just(grid), st.integers(1, 5))))
def test_steps_are_the_losses_in_units_of_the_grid(drawn):
    steps, grid, finer = drawn
    exact, multiples = on_grid(steps, grid), tuple(tuple(finer * loss for loss in row) for row in steps)
    same = LossStream(exact.losses, given=grid)
    floats = LossStream(exact.losses)
    assert exact == same
    assert all(made.steps(grid) == steps and made.steps(finer * grid) == multiples for made in (exact, same, floats))


@given(loss_streams())
def test_the_form_on_a_grid_is_the_exact_form(made):
    grid = 16
    rounded = np.rint(made.losses * grid) / grid
    one, other = LossStream(rounded, given=grid), LossStream.from_rows([list(map(Fraction, row)) for row in rounded])
    assert one == other
    assert one.exact_totals() == other.exact_totals()
    assert copy.deepcopy(one) == one


@given(st.data(), exact_rows)
def test_replacing_a_round_changes_no_other(data, rows):
    made = LossStream.from_rows(rows)
    number = data.draw(st.integers(1, made.rounds))
    row = data.draw(st.tuples(*[fractions] * made.experts))
    changed = replace_round(made, number, row)
    assert differing_rounds(made, changed) == (() if row == rows[number - 1] else (number,))
    assert changed.exact == (*made.exact[: number - 1], row, *made.exact[number:])


@given(neighbour_pairs(grid=3, last_round=True))
def test_neighbours_are_recognised_either_way(pair):
    first, second = (on_grid(steps, 3) for steps in pair)
    assert pair[0][require_neighbours(first, second) - 1] != pair[1][require_neighbours(second, first) - 1]


@given(loss_steps(max_rounds=3, max_experts=2, grid=2), st.booleans())
def test_neighbours_are_all_streams_that_differ_in_one_free_row(losses, last_round):
    rounds, experts = len(losses), len(losses[0])
    rows = list(product(range(3), repeat=experts))
    endings = rows if last_round else [losses[-1]]
    streams = [(*start, end) for start in product(rows, repeat=rounds - 1) for end in endings]
    differing = {one for one in streams if sum(a != b for a, b in zip(one, losses, strict=True)) == 1}
    found = list(neighbours(losses, 2, last_round=last_round))
    assert {neighbour.losses for neighbour in found} == differing
    assert len(found) == len(differing)
    assert all(neighbour.losses[neighbour.row_index] == neighbour.row for neighbour in found)


@pytest.mark.parametrize(("rounds", "experts", "grid"), [(1, 1, 1), (2, 2, 1), (3, 1, 3), (2, 1, 4)])
def test_streams_on_the_grid_are_all_of_them(rounds, experts, grid):
    streams = list(streams_on_grid(rounds, experts, grid, last_round=True))
    assert len(set(streams)) == len(streams) == (grid + 1) ** (rounds * experts)
    assert all(0 <= loss <= grid for stream in streams for row in stream for loss in row)
