"""Certificates as files of JSON."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

from dartproof.errors import InputError
from dartproof.laws.certificate_model import DivergenceCertificate


def write_certificate(path: Path, certificate: DivergenceCertificate) -> None:
    """Write a certificate as JSON, all of it or nothing: the file appears, or replaces an older one, when complete.

    Args:
        path: of the file; its folder must be there.
        certificate: any.

    Raises:
        InputError: the file cannot be written.
    """
    text = json.dumps(certificate.to_json(), ensure_ascii=False, indent=1) + "\n"
    part: Path | None = None
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}-", delete=False
        ) as file:
            part = Path(file.name)
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.chmod(0o644)
        part.replace(path)
    except OSError as error:
        raise InputError(f"{path}: the certificate cannot be written: {error.strerror}") from error
    finally:
        if part is not None:
            part.unlink(missing_ok=True)


def read_certificate(path: Path) -> DivergenceCertificate:
    """Read a certificate; only its form is examined here, see `certificate.check`.

    Raises:
        InputError: the file cannot be read, or is no certificate; the message names the file.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise InputError(f"{path}: is not JSON: {error}") from error
    if not isinstance(data, dict):
        raise InputError(f"{path}: must hold one JSON object")
    try:
        return DivergenceCertificate.from_json(data)
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
