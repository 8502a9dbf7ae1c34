"""Of `dartproof.streams.references`."""

from fractions import Fraction

import pytest

from dartproof.errors import InputError
from dartproof.streams import open_stream, replace_round, require_neighbours


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.csv").write_text("0,1\n1,0\n")


def test_a_path():
    assert open_stream("s.csv").exact == ((0, 1), (1, 0))


def test_a_bundled_name():
    assert open_stream("trump-approval-2").rounds == 1001


def test_a_path_wins_over_a_bundled_name(tmp_path):
    (tmp_path / "trump-approval-2").write_text("0\n")
    assert open_stream("trump-approval-2").rounds == 1


def test_a_replaced_round_of_a_path():
    assert open_stream("s.csv~2=1/3,1").exact == ((0, 1), (Fraction(1, 3), 1))


def test_a_replaced_round_of_a_bundled_stream():
    made = open_stream("trump-approval-2~500=1,1,0,1,1")
    assert made == replace_round(open_stream("trump-approval-2"), 500, [1, 1, 0, 1, 1])
    assert require_neighbours(open_stream("trump-approval-2"), made) == 500


def test_the_source_is_the_reference():
    assert open_stream("s.csv~2=1/3,1").source == "s.csv~2=1/3,1"


def test_a_path_with_a_tilde_wins(tmp_path):
    (tmp_path / "s.csv~1=1,1").write_text("0\n")
    (tmp_path / "s~1=1,1.csv").write_text("0\n")
    assert open_stream("s~1=1,1.csv").experts == 1
    with pytest.raises(InputError, match=r"'\.csv~1=1,1' is no kind of stream file"):
        open_stream("s.csv~1=1,1")


def test_a_replaced_round_of_a_path_with_a_tilde(tmp_path):
    (tmp_path / "s~1=0.csv").write_text("0\n1\n")
    assert open_stream("s~1=0.csv~2=1/2").exact == ((0,), (Fraction(1, 2),))


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        ("", "the name of a stream is empty"),
        ("trump-approval-4", r"^trump-approval-4: there is no such file .*did you mean trump-approval-\d\?$"),
        ("Trump_approval_2", "did you mean trump-approval-2"),
        ("nowhere.csv", r"^nowhere\.csv: .*\(bundled: trump-approval-1, .*trump-approval-5\); give the path"),
        ("nowhere.csv~1=0,0", r"^nowhere\.csv: there is no such file"),
        ("a\0b", r"^a\\x00b: there is no such file"),
        ("a" * 5000, "there is no such file"),
        ("~", "^~: there is no such file"),
        ("~1=0", "^~1=0: there is no such file"),
        ("s.csv~1=0,0~2=0,0", "replaces two rounds; neighbouring streams differ in one"),
        ("s.csv~0=0,0", "the round is 0; give an integer of at least 1"),
        ("s.csv~3=0,0", "there is no round 3; rounds are counted from 1 to 2"),
        ("s.csv~x=0,0", "'x' is no round; write ~ROUND=ROW"),
        ("s.csv~=0,0", "'' is no round"),
        ("s.csv~-1=0,0", "'-1' is no round"),
        ("s.csv~²=0,0", "'²' is no round"),
        ("s.csv~" + "9" * 10_000 + "=0,0", "is no round"),
        ("s.csv~1", "'~1' is no replaced round; write ~ROUND=ROW"),
        ("s.csv~1=0", "row 1: 1 losses for 2 experts"),
        ("s.csv~1=0,0,0", "row 1: 3 losses for 2 experts"),
        ("s.csv~1=0,", r"row 1, column 2 \(expert 2\): the loss is missing"),
        ("s.csv~1=0,2", r"row 1, column 2 \(expert 2\): 2 lies outside"),
        ("s.csv~1=0,1e999999999", "too large an exponent"),
    ],
)
def test_a_bad_reference_is_refused_in_one_line(reference, message):
    with pytest.raises(InputError, match=message) as caught:
        open_stream(reference)
    assert str(caught.value).isprintable()
