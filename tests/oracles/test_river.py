"""The bundled forecasts against the data file in river's wheel, and the best losses against decimal arithmetic."""

import base64
import csv
import gzip
import hashlib
import importlib.util
import io
from datetime import date
from decimal import Decimal
from importlib import metadata, resources
from pathlib import Path

import pytest

from dartproof.streams import bundled_streams
from dartproof.streams.bundled import provenance

TOOL = Path(__file__).parents[2] / "tools" / "extract_trump_approval.py"
PACKAGE = provenance()["package"]


def bundled_text():
    return resources.files("dartproof.streams").joinpath("data/trump-approval.csv").read_text(encoding="ascii")


def back_to_river(text):
    """The bundled table in the layout of river's file: day numbers, and the average in the second column."""
    rows = list(csv.reader(text.splitlines()))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["ordinal_date", rows[0][-1], *rows[0][1:-1]])
    writer.writerows([[date.fromisoformat(row[0]).toordinal(), row[-1], *row[1:-1]] for row in rows[1:]])
    return out.getvalue().encode("ascii")


def digest(content):
    return hashlib.sha256(content).hexdigest()


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("extract_trump_approval", TOOL)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# The digest is what `gzip -dc trump_approval.csv.gz | sha256sum` prints for the file in river's wheel.
def test_the_bundled_table_turned_back_has_the_digest_of_rivers_file():
    assert digest(back_to_river(bundled_text())) == PACKAGE["unpacked_sha256"]


def test_one_changed_digit_changes_the_digest():
    changed = bundled_text().replace("43.843213", "43.843214", 1)
    assert digest(back_to_river(changed)) != PACKAGE["unpacked_sha256"]


def test_the_tool_makes_the_bundled_file_from_rivers(tool):
    assert tool.convert(back_to_river(bundled_text()).decode("ascii")) == bundled_text()


def test_the_tool_refuses_a_missing_day(tool):
    lines = back_to_river(bundled_text()).decode("ascii").splitlines(keepends=True)
    with pytest.raises(ValueError, match="row 500 is ragged or not the day after"):
        tool.convert("".join(lines[:500] + lines[501:]))


def test_the_tool_refuses_other_columns(tool):
    with pytest.raises(ValueError, match="the header is"):
        tool.convert("day,gallup\n736389,40\n")


def test_the_installed_river_has_the_file_that_is_recorded():
    try:
        distribution = metadata.distribution(PACKAGE["name"])
    except metadata.PackageNotFoundError:
        # river takes long to install; the tests above compare with its recorded hash, so this one only adds a check.
        pytest.skip("river is not installed")
    packed = Path(str(distribution.locate_file(PACKAGE["path"]))).read_bytes()
    recorded = base64.urlsafe_b64decode(PACKAGE["record_sha256"] + "=")
    assert distribution.version != PACKAGE["version"] or hashlib.sha256(packed).digest() == recorded
    assert gzip.decompress(packed) == back_to_river(bundled_text())


@pytest.mark.parametrize("margin", [1, 2, 3, 5])
def test_the_best_losses_in_decimal_arithmetic(margin):
    rows = list(csv.DictReader(bundled_text().splitlines()))
    pollsters = [name for name in rows[0] if name not in {"date", "five_thirty_eight"}]
    misses = [
        sum(abs(Decimal(row[name]) - Decimal(row["five_thirty_eight"])) > margin for row in rows) for name in pollsters
    ]
    assert bundled_streams()[f"trump-approval-{margin}"].best_loss == min(misses)
