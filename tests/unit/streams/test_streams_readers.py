"""Of `dartproof.streams.readers`, `array_files` and `parquet_files`."""

import os
import pickle
import sys
import threading
import zipfile
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from dartproof.errors import InputError
from dartproof.streams import LossStream, read_stream

HALVES = np.array([[0.0, 0.5], [1.0, 0.0]])


def refused(path, message):
    with pytest.raises(InputError, match=message) as caught:
        read_stream(path)
    assert str(caught.value).startswith(os.fspath(path))
    assert str(caught.value).isprintable()


def test_a_byte_order_mark_is_skipped(tmp_path):
    (tmp_path / "s.csv").write_bytes(b"\xef\xbb\xbfa,b\r\n0,1\r\n")
    assert read_stream(tmp_path / "s.csv").names == ("a", "b")


@pytest.mark.parametrize("name", ["s", "s.txt", "s.CSV"])
def test_other_names_of_csv_files(tmp_path, name):
    (tmp_path / name).write_text("0,1\n")
    assert read_stream(tmp_path / name).experts == 2


def test_a_pipe_can_be_read(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_text, args=("0,1\n",))
    writer.start()
    made = read_stream(tmp_path / "pipe")
    writer.join()
    assert made.exact == ((0, 1),)


def test_the_source_is_the_path_unless_given(tmp_path):
    (tmp_path / "s.csv").write_text("0\n")
    assert read_stream(tmp_path / "s.csv").source == str(tmp_path / "s.csv")
    assert read_stream(tmp_path / "s.csv", source="mine").source == "mine"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("s.csv", b"", "is empty"),
        ("s.npy", b"", "is empty"),
        ("s.csv", b"0,1\n0,\xff\n", "line 2: byte 7 is no UTF-8 text"),
        ("s.csv", "0,1\n".encode("utf-16"), "is UTF-16 text; save it as UTF-8"),
        ("s.xlsx", b"0,1\n", r"'\.xlsx' is no kind of stream file; use \.csv, \.npy, \.npz or \.parquet"),
        ("s.npy", b"0,1\n", r"cannot be read as an \.npy file \(it does not begin as one\)"),
        ("s.npy", b"\x93NUMPY\x01\x00", r"cannot be read as an \.npy file"),
        ("s.npy", pickle.dumps([[0, 1]]), r"cannot be read as an \.npy file \(it does not begin as one\)"),
        ("s.npz", b"0,1\n", r"cannot be read as an \.npz file"),
        ("s.parquet", b"0,1\n", r"cannot be read as a Parquet file"),
    ],
)
def test_damaged_files_are_refused(tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    refused(tmp_path / name, message)


def test_a_missing_file_is_refused(tmp_path):
    refused(tmp_path / "s.csv", "there is no such file; give the path")


def test_a_directory_is_refused(tmp_path):
    refused(tmp_path, "is a directory; give the path of a file in it")


def test_a_device_is_refused():
    refused("/dev/null", "is no regular file")


def test_an_impossible_path_is_refused_in_one_line():
    with pytest.raises(InputError, match=r"^a\\x00b: is no path; give the path of a stream file$"):
        read_stream("a\0b")


def test_a_line_end_in_a_path_is_escaped(tmp_path):
    (tmp_path / "a\nb.csv").write_text("0,2\n")
    with pytest.raises(InputError, match=r"a\\nb\.csv, row 1, column 2: 2 lies outside"):
        read_stream(tmp_path / "a\nb.csv")


@pytest.mark.parametrize("array", [HALVES, np.asfortranarray(HALVES), HALVES.astype(">f4"), HALVES.astype(np.float16)])
def test_an_npy_file_of_floats(tmp_path, array):
    np.save(tmp_path / "s.npy", array)
    assert read_stream(tmp_path / "s.npy") == LossStream.from_rows(HALVES)


def test_an_npy_file_of_integers_is_exact(tmp_path):
    np.save(tmp_path / "s.npy", np.array([[0, 1]]))
    assert read_stream(tmp_path / "s.npy").exact == ((0, 1),)


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros(3), r"has shape \(3,\); a stream has two dimensions"),
        (np.float64(1), r"has shape \(\)"),
        (np.zeros((0, 2)), "has no rounds"),
        (np.zeros((2, 0)), "has no experts"),
        (np.zeros((2, 2), dtype="M8[D]"), r"has dtype datetime64\[D\]"),
        (np.zeros((2, 2), dtype=[("a", float)]), "has dtype"),
        (np.array([[None]]), "holds Python objects, which are never unpickled"),
        (np.array([[0, 1], [np.nan, 0]]), "row 2, column 1: nan is not a finite number"),
        (np.array([[0, 1], [0, 7]], dtype=np.uint8), r"row 2, column 2: 7 lies outside"),
    ],
)
def test_npy_files_of_something_else_are_refused(tmp_path, array, message):
    np.save(tmp_path / "s.npy", array)
    refused(tmp_path / "s.npy", message)


def test_nothing_is_unpickled(tmp_path):
    class Trap:
        def __reduce__(self):
            return (tmp_path / "sprung").touch, ()

    np.save(tmp_path / "s.npy", np.array([[Trap()]]))
    np.savez(tmp_path / "s.npz", losses=np.array([[Trap()]]))
    refused(tmp_path / "s.npy", "never unpickled")
    refused(tmp_path / "s.npz", "never unpickled")
    assert not (tmp_path / "sprung").exists()
    np.load(tmp_path / "s.npy", allow_pickle=True)  # the trap works
    assert (tmp_path / "sprung").exists()


@pytest.mark.parametrize("shape", [b"(9999999999999, 2)", b"(9999, 2)", b"(-1, 2)", b"(2, 2, )("])
def test_a_header_that_promises_more_than_the_file_holds_is_refused(tmp_path, shape):
    np.save(tmp_path / "s.npy", HALVES)
    content = (tmp_path / "s.npy").read_bytes()
    longer = len(shape) - len(b"(2, 2)")
    forged = content.replace(b"(2, 2), }" + b" " * longer, shape + b", }")
    assert len(forged) == len(content)
    assert forged != content
    (tmp_path / "s.npy").write_bytes(forged)
    refused(tmp_path / "s.npy", r"cannot be read as an \.npy file")
    with zipfile.ZipFile(tmp_path / "s.npz", "w") as archive:
        archive.writestr("losses.npy", forged)
    refused(tmp_path / "s.npz", r"cannot be read as an \.npz file")


def test_an_npz_file_of_one_array(tmp_path):
    np.savez_compressed(tmp_path / "s.npz", anything=HALVES)
    assert read_stream(tmp_path / "s.npz") == LossStream.from_rows(HALVES)


def test_an_npz_file_with_an_array_named_losses(tmp_path):
    np.savez(tmp_path / "s.npz", other=np.zeros(3), losses=HALVES)
    assert read_stream(tmp_path / "s.npz") == LossStream.from_rows(HALVES)


def test_an_npz_file_of_several_arrays_is_refused(tmp_path):
    np.savez(tmp_path / "s.npz", a=HALVES, b=HALVES)
    refused(tmp_path / "s.npz", r"holds 2 arrays \(a, b\); keep one, or name one 'losses'")


def test_an_npz_file_of_no_array_is_refused(tmp_path):
    np.savez(tmp_path / "s.npz")
    refused(tmp_path / "s.npz", "holds no array")


def test_an_npz_file_with_a_flipped_bit_is_refused(tmp_path):
    np.savez(tmp_path / "s.npz", losses=HALVES)
    content = bytearray((tmp_path / "s.npz").read_bytes())
    content[content.index(HALVES.tobytes())] ^= 1
    (tmp_path / "s.npz").write_bytes(content)
    refused(tmp_path / "s.npz", "Bad CRC-32")


def test_a_parquet_file_has_a_column_for_each_expert(tmp_path):
    parquet.write_table(pa.table({"a": [0.0, 0.5], "b": [1.0, 0.25]}), tmp_path / "s.parquet")
    assert read_stream(tmp_path / "s.parquet") == LossStream.from_rows([[0.0, 1.0], [0.5, 0.25]], names=["a", "b"])


def test_a_parquet_file_without_floats_is_exact(tmp_path):
    table = pa.table({"a": [0, 1], "b": [True, False], "c": [Decimal("0.10"), Decimal("1.00")]})
    parquet.write_table(table, tmp_path / "s.parquet")
    assert read_stream(tmp_path / "s.parquet") == LossStream.from_rows([[0, 1, "0.1"], [1, 0, 1]], names="abc")


def test_a_parquet_file_takes_no_columns_from_its_path(tmp_path):
    (tmp_path / "year=1").mkdir()
    parquet.write_table(pa.table({"a": [0.5]}), tmp_path / "year=1" / "s.parquet")
    assert read_stream(tmp_path / "year=1" / "s.parquet").names == ("a",)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"a": [0.0, 1.0], "b": [0.0, None]}, r"row 2, column 2 \(b\): the loss is missing"),
        ({"a": [0.0, 2.0]}, r"row 2, column 1 \(a\): 2\.0 lies outside"),
        ({"a": [float("nan")]}, r"row 1, column 1 \(a\): nan is not a finite number"),
        ({"a": ["0"]}, r"row 1, column 1 \(a\): the column has type string"),
        ({"a": [[0.0]]}, r"row 1, column 1 \(a\): the column has type list"),
        ({"a": pa.array([], pa.float64())}, "has no rounds"),
        ({}, "has no experts"),
    ],
)
def test_parquet_files_of_something_else_are_refused(tmp_path, columns, message):
    parquet.write_table(pa.table(columns), tmp_path / "s.parquet")
    refused(tmp_path / "s.parquet", message)


def test_parquet_columns_of_one_name_are_refused(tmp_path):
    parquet.write_table(pa.table([[0.0], [1.0]], names=["a", "a"]), tmp_path / "s.parquet")
    refused(tmp_path / "s.parquet", "columns 1 and 2 are both named 'a'")


def test_without_pyarrow_the_message_says_what_to_install(tmp_path, monkeypatch):
    parquet.write_table(pa.table({"a": [0.5]}), tmp_path / "s.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    refused(tmp_path / "s.parquet", r"needs pyarrow; pip install 'dartproof\[parquet\]'")
