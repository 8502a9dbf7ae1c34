"""Of `dartproof.laws.certificate_files`: what is written, where, and which files are refused."""

import json
import os
import stat
import subprocess
import sys
from fractions import Fraction

import pytest

from dartproof.accounting import CompensatedParameters, ExactParameters
from dartproof.errors import InputError
from dartproof.laws import certify_divergence
from dartproof.laws.certificate_files import certificate_target, read_certificate, write_certificate

NINE_TENTHS = Fraction(9, 10)
B = ExactParameters(grid=1, keep=NINE_TENTHS, noise=NINE_TENTHS, clip=1, threshold=1, limit=2)
COMPENSATED = CompensatedParameters(grid=1, keep=NINE_TENTHS, noise=NINE_TENTHS, clip_steps=1, threshold=3, limit=1)
LOSSES = ((1, 1), (0, 1), (1, 0), (0, 0))

CERTIFICATE = certify_divergence(B, LOSSES, round=1, row=(1, 0))
PICKS = certify_divergence(B, LOSSES, round=1, row=(1, 0), view="picks")
OTHER = certify_divergence(COMPENSATED, LOSSES, round=1, row=(1, 0))


@pytest.fixture
def file(tmp_path):
    return tmp_path / "certificate.json"


@pytest.fixture
def umask():
    """Set the umask; the old one comes back."""
    before = os.umask(0o077)
    yield os.umask
    os.umask(before)


def names(folder):
    return sorted(file.name for file in folder.iterdir())


def mode(file):
    return oct(stat.S_IMODE(file.lstat().st_mode))


@pytest.mark.parametrize("certificate", [CERTIFICATE, PICKS, OTHER], ids=["transcript", "picks", "compensated"])
def test_a_certificate_survives_a_file(certificate, file):
    write_certificate(file, certificate)
    assert read_certificate(file) == certificate
    assert names(file.parent) == ["certificate.json"]


def test_a_certificate_replaces_another_whole(file):
    write_certificate(file, PICKS)
    write_certificate(file, CERTIFICATE)
    assert read_certificate(file) == CERTIFICATE
    assert names(file.parent) == ["certificate.json"]


def test_a_link_is_followed_and_stays(file):
    (file.parent / "folder").mkdir()
    target = file.parent / "folder" / "target.json"
    target.write_text("older")
    file.symlink_to("second")
    (file.parent / "second").symlink_to("folder/target.json")
    write_certificate(file, CERTIFICATE)
    assert file.is_symlink()
    assert file.readlink().name == "second"
    assert not target.is_symlink()
    assert read_certificate(target) == CERTIFICATE
    assert names(target.parent) == ["target.json"]


def test_a_link_to_a_file_that_is_not_there_makes_it(file):
    file.symlink_to("target.json")
    write_certificate(file, CERTIFICATE)
    assert file.is_symlink()
    assert read_certificate(file.parent / "target.json") == CERTIFICATE


def test_a_link_to_itself_is_refused(file):
    file.symlink_to(file.name)
    with pytest.raises(InputError, match="cannot be written"):
        write_certificate(file, CERTIFICATE)
    assert file.is_symlink()


@pytest.mark.parametrize("linked", [False, True])
def test_a_pipe_is_refused_and_stays(linked, file):
    pipe = file.parent / "pipe"
    os.mkfifo(pipe)
    if linked:
        file.symlink_to("pipe")
    with pytest.raises(InputError, match="is no regular file"):
        write_certificate(file if linked else pipe, CERTIFICATE)
    assert pipe.is_fifo()
    assert file.is_symlink() == linked


def test_what_cannot_be_written_leaves_nothing_behind(file):
    file.mkdir()
    with pytest.raises(InputError, match="is no regular file"):
        write_certificate(file, CERTIFICATE)
    assert names(file.parent) == ["certificate.json"]
    with pytest.raises(InputError, match="cannot be written: No such file"):
        write_certificate(file.parent / "no folder" / "certificate.json", CERTIFICATE)


def test_a_write_that_breaks_off_leaves_the_older_file_as_it_was(file, monkeypatch):
    def full(_descriptor):
        raise OSError(28, "No space left on device")

    write_certificate(file, PICKS)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match="cannot be written: No space left on device"):
        write_certificate(file, CERTIFICATE)
    assert read_certificate(file) == PICKS
    assert names(file.parent) == ["certificate.json"]


@pytest.mark.parametrize(("mask", "left"), [(0o077, "0o600"), (0o022, "0o644"), (0o002, "0o664")])
def test_a_new_file_has_the_permissions_that_the_umask_leaves(mask, left, file, umask):
    umask(mask)
    write_certificate(file, CERTIFICATE)
    assert mode(file) == left


def test_another_file_keeps_its_permissions(file, umask):
    umask(0o022)
    file.touch()
    file.chmod(0o640)
    write_certificate(file, CERTIFICATE)
    assert mode(file) == "0o640"


def test_the_file_that_results_are_printed_to_is_refused(file):
    # It would be replaced by the certificate, and the results lost with the file that is still open.
    asks = f"from pathlib import Path; from {certificate_target.__module__} import certificate_target as ask; "
    with file.open("w") as opened:
        command = [sys.executable, "-c", asks + "import sys; ask(Path(sys.argv[1]))", str(file)]
        result = subprocess.run(command, stdout=opened, stderr=subprocess.PIPE, text=True, check=False)
    assert "the results are printed to this file" in result.stderr
    assert certificate_target(file) == file


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"{", "is not JSON"),
        (b"[]", "must hold one JSON object"),
        (b"{}", "certificate.json: certificate: the key"),
        (b"\xff", "is not JSON"),
    ],
)
def test_a_file_that_is_no_certificate_is_refused_with_its_name(text, words, file):
    file.write_bytes(text)
    with pytest.raises(InputError, match=words):
        read_certificate(file)


@pytest.mark.parametrize("key", ["learner", "noise", "bound"])
def test_a_key_that_comes_twice_is_refused_at_any_depth(key, file):
    # A reader that takes the first of the two values would be shown another learner than the one that is checked.
    write_certificate(file, CERTIFICATE)
    first = file.read_text().replace(f'"{key}": ', f'"{key}": "shown", "{key}": ', 1)
    assert json.loads(first) == CERTIFICATE.to_json()
    file.write_text(first)
    with pytest.raises(InputError, match=rf"certificate\.json: the key '{key}' comes twice"):
        read_certificate(file)


def test_a_key_that_is_unknown_is_refused_with_the_file(file):
    file.write_text(json.dumps({**CERTIFICATE.to_json(), "remark": "all pairs were checked"}))
    with pytest.raises(InputError, match=r"certificate\.json: certificate: the key 'remark' is unknown"):
        read_certificate(file)


def test_a_file_that_is_not_there_is_refused_with_its_name(tmp_path):
    with pytest.raises(InputError, match=r"nothing\.json: cannot be read"):
        read_certificate(tmp_path / "nothing.json")
