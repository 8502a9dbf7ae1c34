"""Of `dartproof.streams.csv_files`."""

from fractions import Fraction

import pytest

from dartproof.errors import InputError
from dartproof.streams import LossStream, format_csv, parse_csv, read_stream, write_csv


def parse(text):
    return parse_csv(text, source="f.csv")


def test_a_row_is_a_round_and_a_column_an_expert():
    assert parse("0,1,0\n1,1,0\n").exact == ((0, 1, 0), (1, 1, 0))


def test_decimals_and_fractions_are_exact():
    assert parse("0.1,1/3,1e-3,.5,1.,+1\n").exact == (
        (Fraction(1, 10), Fraction(1, 3), Fraction(1, 1000), Fraction(1, 2), 1, 1),
    )


def test_a_header_names_the_experts():
    assert parse("ann,bob\n0,1\n").names == ("ann", "bob")


def test_without_a_header_every_row_is_a_round():
    assert parse("0,1\n0,1\n").rounds == 2


@pytest.mark.parametrize("first", ["nan,nan", "inf,0", "1.5.2,0", "a,0", "50%,10%"])
def test_a_row_with_a_bad_number_is_no_header(first):
    with pytest.raises(InputError, match=r"f\.csv, row 1, column 1"):
        parse(f"{first}\n0,1\n")


@pytest.mark.parametrize(
    "text",
    [
        "0,1\r\n1,0\r\n",
        "0,1\r1,0",
        "0,1\n1,0",
        " 0 ,\t1\n1,0  \n",
        "\n\n0,1\n  \n1,0\n\n",
        '"0","1"\n"1",0\n',
    ],
)
def test_layouts_that_are_tolerated(text):
    assert parse(text).exact == ((0, 1), (1, 0))


def test_names_may_be_quoted():
    assert parse('"a, b",c\n0,1\n').names == ("a, b", "c")


def test_blank_lines_around_a_single_expert_are_tolerated():
    assert parse("\n0\n1\n\n").exact == ((0,), (1,))


def test_a_blank_line_within_a_single_expert_is_a_missing_loss():
    with pytest.raises(InputError, match=r"f\.csv, line 3: the loss is missing between row 1 and row 2"):
        parse("a\n0\n\n1\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"f\.csv: is empty"),
        (" \n\n", r"f\.csv: is empty"),
        ("a,b\n", r"f\.csv: has a header and no rows"),
        ("a,b\n0,1\n0\n", r"row 2 \(line 3\): 1 column where the header has 2; give one loss"),
        ("0,1\n0,1,\n", r"row 2: 3 columns where row 1 has 2; remove the comma at its end"),
        ("0,1\n0,abc\n", r"row 2, column 2: 'abc' is not a number; write losses as decimals or fractions"),
        ("a,b\n0,1.5\n", r"row 1 \(line 2\), column 2 \(b\): 1\.5 lies outside \[0, 1\]; rescale"),
        ("0,1\n\n-1/8,1\n", r"row 2 \(line 3\), column 1: -1/8 lies outside"),
        ("0,\n", r"row 1, column 2: the loss is missing"),
        ("0,1\nnan,0\n", r"row 2, column 1: nan is not a finite number"),
        ("0,-Infinity\n", r"row 1, column 2: -Infinity is not a finite number"),
        ("0,1/0\n", r"row 1, column 2: '1/0' divides by zero"),
        ("0,1_0\n", r"row 1, column 2: '1_0' is not a number"),
        ("0,٣\n", r"row 1, column 2: '٣' is not a number"),
        ("0,50%\n", r"'50%' is not a number.*write 5% as 0\.05"),
        ("0,5;0,5\n", r"'5;0' is not a number.*separate columns by commas"),
        ("0\t1\n", r"separate columns by commas"),
        ("0,\0\n", r"column 2: '\\x00' is not a number"),
        ("a,a\n0,1\n", r"columns 1 and 2 are both named 'a'"),
        (",a\n0,1\n", r"column 1: the header gives no name.*leave out a column of row numbers"),
        ('"a\nb",c\n0,1\n', r"the name of column 1 is"),
        ('"a,b\n0,1\n', r"line 2: unexpected end of data; mend the quotation marks"),
        ("1,2\n0,1\n", r"row 1, column 2: 2 lies outside"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(text, message):
    with pytest.raises(InputError, match=message) as caught:
        parse(text)
    assert str(caught.value).startswith("f.csv")
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "number",
    ["1e999999999", "1e-999999999", "1e-2001", "0e99999999999999999999", "0." + "3" * 10**5, "1/" + "9" * 10**5],
)
def test_endless_numbers_are_refused_unevaluated(number):
    with pytest.raises(InputError, match=r"row 1, column 2: .* has more than 2000 digits or too large an exponent"):
        parse(f"0,{number}\n")


def test_the_least_float_is_no_endless_number():
    assert float(parse("5e-324\n").exact[0][0]) == 5e-324


def test_a_round_trip_keeps_exact_numbers_and_names(tmp_path):
    made = LossStream.from_rows([["1/3", 0], [1, "0.1"]], names=["a, b", 'c"d'])
    write_csv(made, tmp_path / "s.csv")
    assert read_stream(tmp_path / "s.csv") == made


def test_exact_numbers_are_written_as_fractions():
    assert format_csv(LossStream.from_rows([["0.25", 1]], names=["a", "b"])) == "a,b\n1/4,1\n"


def test_floats_are_written_as_their_shortest_decimals():
    assert format_csv(LossStream.from_rows([[0.1, 5e-324]], names=["a", "b"])) == "a,b\n0.1,5e-324\n"


def test_names_that_would_be_read_as_losses_are_not_written():
    with pytest.raises(InputError, match="the name '538' of column 2 would be read as a loss; rename"):
        format_csv(LossStream.from_rows([[0, 1]], names=["a", "538"]))


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(InputError, match=r"no/s\.csv: cannot be written: No such file or directory"):
        write_csv(LossStream.from_rows([[0]]), tmp_path / "no" / "s.csv")
