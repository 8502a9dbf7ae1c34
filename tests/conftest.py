"""Shared by all tests: Hypothesis without deadlines, and a record of evidence that no test shares with the user."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("tests", deadline=None, derandomize=True, database=None)
settings.load_profile("tests")


@pytest.fixture(autouse=True)
def _own_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the evidence record of each test in its own folder."""
    monkeypatch.setenv("DARTPROOF_RECORD", str(tmp_path / "record.json"))
