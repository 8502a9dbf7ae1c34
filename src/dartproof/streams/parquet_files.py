"""Loss streams in Parquet files (with the optional package pyarrow)."""

from decimal import Decimal
from pathlib import Path

from dartproof.errors import InputError
from dartproof.streams.model import LossStream
from dartproof.streams.validation import Place, label, one_line


def read_parquet(path: Path, *, source: str) -> LossStream:
    """The stream in a Parquet file: a row a round, a column an expert, named by the columns.

    Columns are floats, integers, booleans or decimals; the stream is exact if no column holds floats.

    Raises:
        InputError: if pyarrow is not installed, for a damaged file or other types, and naming row, column and value of
            the first loss that is missing or is none.
    """
    try:
        import pyarrow as pa  # noqa: PLC0415 - optional, and slow to import
        from pyarrow import parquet  # noqa: PLC0415 - as above
    except ImportError as error:
        raise InputError(
            f"{label(source)}: reading Parquet files needs pyarrow; pip install 'dartproof[parquet]'"
        ) from error
    try:
        # ParquetFile reads this one file; read_table would also take columns from a path such as year=2020/x.parquet.
        with parquet.ParquetFile(path) as file:
            table = file.read()
            columns = [column.to_pylist() for column in table.columns]
            names = tuple(str(name).strip() for name in table.column_names)
            types = [str(column.type) for column in table.columns]
    except (pa.ArrowException, OSError, ValueError, TypeError, UnicodeDecodeError) as error:
        raise InputError(
            f"{label(source)}: cannot be read as a Parquet file ({one_line(str(error), limit=120)}); write it anew"
        ) from error
    for number, (name, kind, column) in enumerate(zip(names, types, columns, strict=True), start=1):
        for row, value in enumerate(column, start=1):
            place = Place(source, row, number, name=name)
            if value is None:
                raise InputError(f"{place}: the loss is missing; every expert needs a loss in every round")
            if not isinstance(value, bool | int | float | Decimal):
                raise InputError(f"{place}: the column has type {one_line(kind)}; losses are numbers")
    if not columns or not columns[0]:
        what = "experts; a stream needs at least one column" if not columns else "rounds; write a row for each round"
        raise InputError(f"{label(source)}: has no {what}")
    return LossStream.from_rows(list(zip(*columns, strict=True)), names=names, source=source)
