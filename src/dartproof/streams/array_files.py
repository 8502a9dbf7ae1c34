"""Loss streams in NumPy files. Nothing is ever unpickled."""

import io
import tokenize
import zipfile
import zlib
from pathlib import Path

import numpy as np
import numpy.typing as npt
from numpy.lib import format as npy_format

from dartproof.errors import InputError
from dartproof.streams.model import LossStream
from dartproof.streams.validation import label, one_line

MEMBER = "losses"
"""The name of the array to read from an `.npz` file of several."""

# What numpy and zipfile raise for damaged files.
_DAMAGED = (
    ValueError,
    TypeError,
    OSError,
    EOFError,
    MemoryError,
    OverflowError,
    SyntaxError,
    KeyError,
    RuntimeError,
    NotImplementedError,
    tokenize.TokenError,
    zipfile.BadZipFile,
    zlib.error,
)


def read_npy(path: Path, *, source: str) -> LossStream:
    """The stream in an `.npy` file: a T × N array of floats, integers or booleans; the last two are exact.

    Raises:
        InputError: for a damaged file, Python objects in it, another shape or dtype, or naming the row, column and
            value that is no loss.
    """
    try:
        with path.open("rb") as file:
            _check_magic(file.read(len(npy_format.MAGIC_PREFIX)))
        # Mapping checks the header against the file's size before any memory is taken.
        array = np.load(path, mmap_mode="r", allow_pickle=False)
    except _DAMAGED as error:
        raise _damaged(source, ".npy", error) from error
    return _stream(array, source)


def read_npz(path: Path, *, source: str) -> LossStream:
    """The stream in an `.npz` file: its only array, or the one named `losses`; as `read_npy` otherwise.

    Raises:
        InputError: as `read_npy`, and naming the arrays if it is not clear which to read.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            members = [name for name in archive.namelist() if name.endswith(".npy")]
            content = archive.read(_choose(members, source))
        _check_magic(content)
        array = np.load(io.BytesIO(content), allow_pickle=False)
    except InputError:
        raise
    except _DAMAGED as error:
        raise _damaged(source, ".npz", error) from error
    return _stream(array, source)


def _check_magic(content: bytes) -> None:
    # numpy.load would take anything else for a pickle.
    if not content.startswith(npy_format.MAGIC_PREFIX):
        raise ValueError("it does not begin as one")


def _choose(members: list[str], source: str) -> str:
    if len(members) == 1:
        return members[0]
    if f"{MEMBER}.npy" in members:
        return f"{MEMBER}.npy"
    if not members:
        raise InputError(f"{label(source)}: holds no array; save one named '{MEMBER}' with numpy.savez")
    found = ", ".join(name.removesuffix(".npy") for name in members)
    raise InputError(
        f"{label(source)}: holds {len(members)} arrays ({one_line(found, limit=200)}); keep one, or name one '{MEMBER}'"
    )


def _stream(array: npt.NDArray[np.generic], source: str) -> LossStream:
    return LossStream.from_rows(np.asarray(array), source=source)


def _damaged(source: str, kind: str, error: Exception) -> InputError:
    if isinstance(error, ValueError) and ("Object arrays" in str(error) or "Python objects" in str(error)):
        return InputError(f"{label(source)}: holds Python objects, which are never unpickled; save an array of floats")
    return InputError(
        f"{label(source)}: cannot be read as an {kind} file ({one_line(str(error), limit=120)}); "
        f"write it anew with numpy.save{'z' if kind == '.npz' else ''}"
    )
