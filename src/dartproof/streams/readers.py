"""Reading a loss stream from a file, by the file's suffix."""

import codecs
import os
import stat
from pathlib import Path
from typing import Protocol

from dartproof.errors import InputError
from dartproof.streams.array_files import read_npy, read_npz
from dartproof.streams.csv_files import parse_csv
from dartproof.streams.model import LossStream
from dartproof.streams.parquet_files import read_parquet
from dartproof.streams.validation import label, one_line


class _Reader(Protocol):
    def __call__(self, path: Path, *, source: str) -> LossStream: ...


def read_csv(path: Path, *, source: str) -> LossStream:
    """The exact stream in a CSV file in UTF-8 (a byte order mark is skipped); see `parse_csv`.

    Raises:
        InputError: for other encodings, naming the byte, and as `parse_csv` does.
    """
    content = path.read_bytes()
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise InputError(f"{label(source)}: is UTF-16 text; save it as UTF-8")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"{label(source)}, line {line}: byte {error.start + 1} is no UTF-8 text; "
            "save the file as CSV in UTF-8, or give it its suffix (.npy, .npz, .parquet)"
        ) from error
    return parse_csv(text, source=source)


_READERS: dict[str, _Reader] = {
    "": read_csv,
    ".csv": read_csv,
    ".txt": read_csv,
    ".npy": read_npy,
    ".npz": read_npz,
    ".parquet": read_parquet,
}


def read_stream(path: str | os.PathLike[str], *, source: str | None = None) -> LossStream:
    """The stream in a file: CSV (`.csv`, `.txt` or no suffix), NumPy (`.npy`, `.npz`) or Parquet (`.parquet`).

    Args:
        path: a regular file, or for CSV also a pipe.
        source: the stream's name in messages; by default the path.

    Raises:
        InputError: one line naming the file and, where it applies, row, column (both from 1), value and how to mend it.
    """
    file = Path(path)
    source = os.fspath(path) if source is None else source
    where = label(source)
    try:
        mode = file.stat().st_mode
    except (OSError, ValueError) as error:
        raise InputError(f"{where}: {_reason(error)}; give the path of a stream file") from error
    if stat.S_ISDIR(mode):
        raise InputError(f"{where}: is a directory; give the path of a file in it")
    reader = _READERS.get(file.suffix.lower())
    if reader is None:
        raise InputError(
            f"{where}: '{one_line(file.suffix)}' is no kind of stream file; use .csv, .npy, .npz or .parquet"
        )
    if not (stat.S_ISREG(mode) or (stat.S_ISFIFO(mode) and reader is read_csv)):
        raise InputError(f"{where}: is no regular file; give the path of a stream file")
    if stat.S_ISREG(mode) and file.stat().st_size == 0:
        raise InputError(f"{where}: is empty; write a row of losses for each round")
    try:
        return reader(file, source=source)
    except OSError as error:
        raise InputError(f"{where}: cannot be read: {_reason(error)}") from error


def _reason(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if type(error) is ValueError:  # a null byte, which each version of Python words in its own way
        return "is no path"
    reason = error.strerror if isinstance(error, OSError) else None
    return one_line(reason or str(error))
