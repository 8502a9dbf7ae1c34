"""Loss streams in CSV files: exact numbers, a row a round, a column an expert."""

import csv
import io
import os
from fractions import Fraction
from pathlib import Path

from dartproof.errors import InputError
from dartproof.numeric import format_rational
from dartproof.streams.model import LossStream
from dartproof.streams.validation import Place, label, looks_like_a_number, nearest_floats, one_line, parse_text


def parse_csv(text: str, *, source: str) -> LossStream:
    """The exact stream that a CSV text holds.

    A row is a round, a column is an expert, a cell is a decimal (`0.25`, `1e-3`) or a fraction (`1/4`), taken exactly.
    If no cell of the first row looks like a number, that row names the experts.

    Tolerated: spaces and tabs around cells; LF, CRLF and CR line ends; quoted cells; a missing end of the last line;
    blank lines, which count as no row (except between the rounds of a single expert, where one is a missing loss).
    Rows are counted from 1 for the first round; messages add the line of the file where it differs.

    Raises:
        InputError: naming source, row, column and value of the first thing that is wrong.
    """
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    names: tuple[str, ...] | None = None
    rows: list[tuple[Fraction, ...]] = []
    known: dict[str, Fraction] = {}
    blank: int | None = None
    try:
        for record in reader:
            cells = [cell.strip() for cell in record]
            if cells in ([], [""]):
                blank = reader.line_num if rows and blank is None else blank
                continue
            if names is None and not rows and not any(looks_like_a_number(cell) for cell in cells):
                names = _header(cells, source)
                continue
            columns = len(names) if names is not None else len(rows[0]) if rows else len(cells)
            rows.append(_row(cells, columns, names, Place(source, len(rows) + 1, line=reader.line_num), known))
            if columns == 1 and blank is not None:
                raise InputError(
                    f"{label(source)}, line {blank}: the loss is missing between row {len(rows) - 1} and "
                    f"row {len(rows)}; write it, or remove the blank line"
                )
    except csv.Error as error:
        raise InputError(f"{label(source)}, line {reader.line_num}: {error}; mend the quotation marks") from error
    if not rows:
        what = "is empty" if names is None else "has a header and no rows"
        raise InputError(f"{label(source)}: {what}; write a row of losses for each round")
    exact = tuple(rows)
    return LossStream(nearest_floats(exact), names or (), source, exact)


def _header(cells: list[str], source: str) -> tuple[str, ...]:
    for column, cell in enumerate(cells, start=1):
        if not cell:
            raise InputError(
                f"{label(source)}, column {column}: the header gives no name; name every expert "
                "(and leave out a column of row numbers)"
            )
    return tuple(cells)


def _row(
    cells: list[str], columns: int, names: tuple[str, ...] | None, place: Place, known: dict[str, Fraction]
) -> tuple[Fraction, ...]:
    if len(cells) != columns:
        first = "row 1" if names is None else "the header"
        extra = len(cells) == columns + 1 and not cells[-1]
        mend = "remove the comma at its end" if extra else "give one loss for each expert"
        count = f"{len(cells)} column{'s' if len(cells) > 1 else ''}"
        raise InputError(f"{place}: {count} where {first} has {columns}; {mend}")
    for index, cell in enumerate(cells):
        if cell not in known:
            try:
                known[cell] = parse_text(cell)
            except InputError as error:
                raise InputError(f"{place.at(index, names or ())}: {error}") from error
    return tuple(known[cell] for cell in cells)


def format_csv(stream: LossStream) -> str:
    """The CSV text that `parse_csv` reads back: a header of names, then a row a round, with LF line ends.

    Exact losses are written exactly (`1/4`), floats as the shortest decimal that rounds to them, so the float64 losses
    and the names always come back the same, and an exact stream comes back equal.

    Raises:
        InputError: if the names would not be read as a header, because one of them looks like a number.
    """
    for column, name in enumerate(stream.names, start=1):
        if looks_like_a_number(name):
            raise InputError(
                f"{label(stream.source)}: the name '{one_line(name)}' of column {column} would be read "
                "as a loss; rename the expert"
            )
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(stream.names)
    exact = stream.exact
    if exact is None:
        writer.writerows([[repr(value) for value in row] for row in stream.losses.tolist()])
    else:
        writer.writerows([[format_rational(value) for value in row] for row in exact])
    return text.getvalue()


def write_csv(stream: LossStream, path: str | os.PathLike[str]) -> None:
    """Write `stream` to a CSV file in UTF-8, as `format_csv` says; an existing file is replaced.

    Raises:
        InputError: if the file cannot be written, or for names that `format_csv` refuses.
    """
    text = format_csv(stream)
    try:
        Path(path).write_text(text, encoding="utf-8", newline="")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"{one_line(os.fspath(path), limit=300)}: cannot be written: {reason}") from error
