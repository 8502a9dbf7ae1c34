"""Runs the command inside the test's process."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from dartproof.cli import main


@dataclass(frozen=True)
class Result:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The one JSON object on stdout."""
        document: dict[str, Any] = json.loads(self.out)
        return document

    @property
    def complaint(self) -> str:
        """The one line on stderr of a command that refused its input."""
        assert (self.code, self.out) == (2, "")
        assert self.err.count("\n") == 1, self.err
        assert "Traceback" not in self.err
        return self.err


@pytest.fixture
def dartproof(capsys: pytest.CaptureFixture[str]) -> Callable[..., Result]:
    """Call the command with arguments and get what it left behind."""

    def call(*arguments: object) -> Result:
        with pytest.raises(SystemExit) as left:
            main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        assert isinstance(left.value.code, int)
        return Result(left.value.code, captured.out, captured.err)

    return call
