"""What a loss is, and the one-line messages for what is none."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from dartproof.errors import InputError
from dartproof.numeric import format_rational, parse_rational

FloatArray: TypeAlias = npt.NDArray[np.float64]
Loss: TypeAlias = int | Fraction | Decimal | str | float | np.bool_ | np.integer | np.floating
"""What a caller may write for a loss; all but the two kinds of floats are taken exactly."""

ExactRows: TypeAlias = tuple[tuple[Fraction, ...], ...]

MAX_DIGITS = 2000
"""The longest text, and the largest exponent, of a number: enough for the full decimal expansion of every float64."""

_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE](?P<exponent>[+-]?\d+))?|[+-]?\d+ */ *\d+", re.ASCII)
_NUMBER_LIKE = re.compile(
    r"[0-9eE+./%_; \t-]*[0-9][0-9eE+./%_; \t-]*|[+-]?(?:nan|inf|infinity)", re.ASCII | re.IGNORECASE
)
_NOT_FINITE = re.compile(r"[+-]?s?(?:nan|inf|infinity)", re.IGNORECASE)


def one_line(text: str, *, limit: int = 60) -> str:
    """`text` made fit for a message: unprintable characters escaped, and cut after about `limit` characters."""
    if not text.isprintable():
        text = text.encode("unicode_escape").decode("ascii")
    return text if len(text) <= limit else f"{text[: limit - 20]}…{text[-15:]}"


def label(source: str) -> str:
    """The source of a stream, fit for the start of a message."""
    return one_line(source, limit=300)


def text_of(value: object) -> str:
    """`str(value)`, for integers and fractions also beyond the 4300 digits at which Python stops."""
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return format_rational(value)
    return str(value)


def show(value: object) -> str:
    """A short one-line text of a value for a message; texts in quotes."""
    return one_line(repr(value) if isinstance(value, str) else text_of(value))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a loss stands: `row` and `column` are counted from 1, `line` is the line of a text file if it differs."""

    source: str
    row: int
    column: int | None = None
    line: int | None = None
    name: str | None = None

    def at(self, index: int, names: Sequence[str] = ()) -> "Place":
        """The place of the column `index` (from 0) in this row; `names` are those of all columns, if they have any."""
        return Place(self.source, self.row, index + 1, self.line, names[index] if index < len(names) else None)

    def __str__(self) -> str:
        line = "" if self.line in {None, self.row} else f" (line {self.line})"
        name = "" if self.name is None else f" ({one_line(self.name)})"
        column = "" if self.column is None else f", column {self.column}{name}"
        return f"{label(self.source)}, row {self.row}{line}{column}"


def looks_like_a_number(text: str) -> bool:
    """Whether `text` is a number or a failed try at one ("1.5.2", "nan", "50%"), and so no name of an expert."""
    return _NUMBER_LIKE.fullmatch(text) is not None


def parse_text(text: str) -> Fraction:
    """The loss that `text` writes, as an exact rational.

    Args:
        text: a decimal (`0.25`, `.5`, `1e-3`) or a fraction (`1/4`), without spaces around it.

    Raises:
        InputError: if it is no number, not finite, outside [0, 1], or longer than `MAX_DIGITS`; the message names the
            value, and the caller adds the place.
    """
    if not text:
        raise InputError("the loss is missing; every expert needs a loss in every round")
    if _NOT_FINITE.fullmatch(text):
        raise InputError(f"{one_line(text)} is not a finite number; every expert needs a loss in every round")
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise InputError(
            f"'{one_line(text)}' is not a number; write losses as decimals or fractions, such as 0.25 or 1/4"
            f"{_hint(text)}"
        )
    # The limits come before any arithmetic: 1e999999999 has a billion digits.
    if len(text) > MAX_DIGITS or abs(int(match["exponent"] or 0)) > MAX_DIGITS:
        raise InputError(
            f"'{one_line(text)}' has more than {MAX_DIGITS} digits or too large an exponent; round it to fewer digits"
        )
    if "/" in text and not text.partition("/")[2].strip("0"):
        raise InputError(f"'{one_line(text)}' divides by zero; write a fraction such as 1/4")
    return _within(parse_rational(text), text)


def _hint(text: str) -> str:
    if ";" in text or "\t" in text:
        return "; separate columns by commas"
    if "%" in text:
        return "; write 5% as 0.05"
    return ""


def _within(value: Fraction, given: object) -> Fraction:
    if not 0 <= value.numerator <= value.denominator:
        raise InputError(f"{one_line(text_of(given))} lies outside [0, 1]; rescale the losses to [0, 1]")
    return value


def parse_loss(value: object) -> Fraction | float:
    """A loss given as a Python or NumPy number: a float stays one, everything else becomes an exact rational.

    Raises:
        InputError: if `value` is no real number, not finite, or outside [0, 1]; the caller adds the place.
    """
    if isinstance(value, Fraction):
        return _within(value, value)
    if isinstance(value, str):
        return parse_text(value.strip())
    if isinstance(value, float | np.floating):
        if not np.isfinite(value):
            raise InputError(f"{value!s} is not a finite number; every expert needs a loss in every round")
        if not 0 <= value <= 1:
            raise InputError(f"{value!s} lies outside [0, 1]; rescale the losses to [0, 1]")
        return float(value)
    if isinstance(value, Decimal):
        return parse_text(str(value))
    if isinstance(value, int | np.integer | np.bool_):
        return _within(Fraction(int(value)), int(value))
    raise InputError(f"{show(value)} is not a number; write losses as numbers in [0, 1]")


def parse_row(
    row: Sequence[Loss] | npt.NDArray[np.generic], place: Place, *, names: Sequence[str] = ()
) -> tuple[Fraction | float, ...]:
    """The losses of one round; `place` gives its source and row, `names` the experts, if they have any.

    Raises:
        InputError: naming the first column that is no loss.
    """
    flat = (
        row.ndim == 1 if isinstance(row, np.ndarray) else isinstance(row, Sequence) and not isinstance(row, str | bytes)
    )
    if not flat:
        raise InputError(f"{place}: {show(row)} is not a row of losses; give one loss for each expert")
    losses: list[Fraction | float] = []
    for column, value in enumerate(row):
        try:
            losses.append(parse_loss(value))
        except InputError as error:
            raise InputError(f"{place.at(column, names)}: {error}") from error
    return tuple(losses)


def check_shape(shape: tuple[int, ...], source: str) -> None:
    """Refuse what is not rounds × experts with at least one of each.

    Raises:
        InputError: naming the shape.
    """
    where = label(source)
    if len(shape) != 2:
        raise InputError(
            f"{where}: has shape {shape}; a stream has two dimensions, rounds × experts (for one expert, T × 1)"
        )
    if shape[0] == 0:
        raise InputError(f"{where}: has no rounds; a stream needs at least one row")
    if shape[1] == 0:
        raise InputError(f"{where}: has no experts; a stream needs at least one column")


def check_array(losses: npt.NDArray[np.generic], source: str) -> FloatArray:
    """A fresh float64 copy (C order, -0.0 as 0.0) of a T × N array of losses of any real dtype.

    Raises:
        InputError: for another number of dimensions, an empty array, a dtype that is not of real numbers, and naming
            row, column and value of the first entry that is NaN, infinite or outside [0, 1].
    """
    if losses.dtype.kind not in "biuf":
        raise InputError(
            f"{label(source)}: has dtype {one_line(str(losses.dtype))}; "
            "losses are real numbers, such as float64 or int8"
        )
    check_shape(losses.shape, source)
    # Two reductions without temporaries for the usual case, before a longdouble above 1 can round to 1; NaN propagates.
    if not (losses.min() >= 0 and losses.max() <= 1):
        row, _ = np.argwhere(~(np.greater_equal(losses, 0) & np.less_equal(losses, 1)))[0]
        parse_row(losses[row], Place(source, int(row) + 1))
    array = losses.astype(np.float64, order="C", copy=True)
    array += 0.0
    return array


def nearest_floats(rows: ExactRows) -> FloatArray:
    """The T × N float64 numbers nearest to exact losses, NaN for what is outside [0, 1]; `rows` are not ragged."""
    # A stream has few distinct losses, and readers share one object among equal ones.
    distinct = {id(loss): loss for row in rows for loss in row}
    floats = {key: float(loss) if 0 <= loss.numerator <= loss.denominator else np.nan for key, loss in distinct.items()}
    return np.array([[floats[id(loss)] for loss in row] for row in rows])


def check_positive(value: object, what: str) -> int:
    """`value` as an int if it is an integer of at least 1.

    Raises:
        InputError: naming `what` and the value otherwise.
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise InputError(f"{what} is {show(value)}; give an integer of at least 1")
    return int(value)
