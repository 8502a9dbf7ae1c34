"""What is installed from the wheel works where there is no repository."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from dartproof.report.schema_files import schema

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "build", "--wheel", "--outdir", str(out), str(ROOT)], check=True)
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the commands of an environment that holds the wheel and what it needs, and nothing else."""
    folder = tmp_path_factory.mktemp("elsewhere") / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    install = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, "--constraint", str(ROOT / "constraints.txt"), str(wheel)], check=True)
    return folder / "bin"


def call(installed: Path, *arguments: str) -> Any:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    result = subprocess.run(
        [str(installed / "dartproof"), *arguments],
        cwd=installed.parent,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return json.loads(result.stdout)


def test_the_wheel_holds_the_rooms_the_data_the_schemas_and_no_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for part in (
        "dartproof/proofs/privacy/statement.toml",
        "dartproof/proofs/privacy/checks.py",
        "dartproof/streams/data/trump-approval.csv",
        "dartproof/report/schemas/verify.schema.json",
        "dartproof/proofs/errata/keep_or_update/check.py",
        "dartproof/py.typed",
    ):
        assert part in names
    assert not [name for name in names if "conftest" in name or "test_" in name or "__pycache__" in name]


def test_all_statements_travel_in_the_wheel(installed: Path) -> None:
    rooms = {path.parent.name for path in (ROOT / "proofs").glob("*/statement.toml")}
    assert {statement["id"] for statement in call(installed, "list", "--json")["statements"]} == rooms


def test_verify_runs_from_the_wheel(installed: Path) -> None:
    document = call(installed, "verify", "bernoulli_ratio", "truncation", "--json")
    jsonschema.validate(document, schema("verify"))
    statements = document["statements"]
    assert {statement["status"] for statement in statements} == {"checked"}
    for statement in statements:
        controls = statement["negative_controls"]
        assert controls["rejected"] == controls["planted"] > 0


def test_run_plays_the_bundled_stream_from_the_wheel(installed: Path) -> None:
    assert call(installed, "run", "trump-approval-2", "--json")["best_loss"] == 147
