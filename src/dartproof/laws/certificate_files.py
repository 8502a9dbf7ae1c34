"""Certificates as files of JSON."""

from __future__ import annotations

import json
import os
import secrets
import stat
from pathlib import Path

from dartproof.errors import InputError
from dartproof.laws.certificate_model import DivergenceCertificate


def write_certificate(path: Path, certificate: DivergenceCertificate) -> None:
    """Write a certificate as JSON, all of it or nothing: the file appears, or replaces an older one, when complete.

    A symbolic link is followed: what it points to is written, and the link stays. A new file gets the permissions that
    the umask leaves, another one keeps its own.

    Args:
        path: of the file; its folder must be there.
        certificate: any.

    Raises:
        InputError: the file cannot be written, or `certificate_target` refuses it.
    """
    text = json.dumps(certificate.to_json(), ensure_ascii=False, indent=1) + "\n"
    target = certificate_target(path)
    part = target.with_name(f".certificate-{secrets.token_hex(8)}")
    try:
        try:
            with part.open("x", encoding="utf-8") as file:  # a new file: its permissions are those of the umask
                if target.exists():
                    part.chmod(stat.S_IMODE(target.stat().st_mode))
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"{path}: the certificate cannot be written: {error.strerror}") from error


def certificate_target(path: Path) -> Path:
    """Return the file that a path stands for, symbolic links followed, if a certificate may be written there.

    Devices, pipes and sockets are refused rather than written to: a reader of one could get a part of a certificate.

    Args:
        path: of a regular file, or of none yet.

    Raises:
        InputError: something else than a regular file is there, or it is the one that this program prints to.
    """
    target = Path(os.path.realpath(path))
    try:
        found = target.stat()
    except FileNotFoundError:
        return target
    except OSError as error:
        raise InputError(f"{path}: the certificate cannot be written: {error.strerror}") from error
    if not stat.S_ISREG(found.st_mode):
        raise InputError(f"{path}: is no regular file, so the certificate cannot be written there; name a file")
    if any(_is_open(number, found) for number in (1, 2)):
        raise InputError(f"{path}: the results are printed to this file; name another one for the certificate")
    return target


def _is_open(number: int, file: os.stat_result) -> bool:
    """Whether a file is the one behind a file descriptor."""
    try:
        return os.path.samestat(os.fstat(number), file)
    except OSError:  # the descriptor is closed
        return False


def read_certificate(path: Path) -> DivergenceCertificate:
    """Read a certificate; only its form is examined here, see `certificate.check`.

    A key that comes twice is refused: readers of JSON differ in which of the two values they take.

    Raises:
        InputError: the file cannot be read, or is no certificate; the message names the file.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_object)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise InputError(f"{path}: is not JSON: {error}") from error
    if not isinstance(data, dict):
        raise InputError(f"{path}: must hold one JSON object")
    try:
        return DivergenceCertificate.from_json(data)
    except InputError as error:
        raise InputError(f"{path}: {error}") from error


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data: dict[str, object] = {}
    for key, value in pairs:
        if key in data:
            raise InputError(f"the key '{key}' comes twice in one object; keep one")
        data[key] = value
    return data
