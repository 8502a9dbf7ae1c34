"""The contract on the direction of imports holds, and catches a planted violation."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "src")},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "data"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_imports_point_one_way(copy: Path) -> None:
    result = lint_imports(copy)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        ("numeric/rationals.py", "import dartproof.learners", "Imports point one way"),
        ("statements/model.py", "import dartproof.numeric", "The registry of statements imports no mathematics"),
        ("laws/divergence.py", "import flint", "Only numeric knows the library of balls"),
    ],
)
def test_a_planted_violation_is_caught(copy: Path, file: str, line: str, contract: str) -> None:
    path = copy / "src" / "dartproof" / file
    path.write_text(f"{path.read_text()}\n{line}\n")
    result = lint_imports(copy)
    assert result.returncode != 0
    assert f"{contract} BROKEN" in result.stdout
