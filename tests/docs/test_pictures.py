"""The pictures of the documentation are what the commands beside them draw."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from matplotlib import image
from matplotlib.figure import Figure

from dartproof.cli import main
from dartproof.report.plots import save
from dartproof.report.tightness import check_privacy_figure, threshold_shift_figure

ROOT = Path(__file__).resolve().parents[2]
RUN = (
    *("run", "trump-approval-2", "--learner", "small-loss", "--seed", "2"),
    *("--param", "eta=1/10 tau=8 limit=6 epsilon1=1 epsilon2=1"),
)


def difference(arguments: tuple[str, ...], picture: Path, tmp_path: Path) -> float:
    """The mean difference of the pixels, from 0 (the same) to 1; 1 for another size."""
    drawn = tmp_path / picture.name
    with pytest.raises(SystemExit, match=r"^0$"):
        main([*arguments, "--plot", str(drawn)])
    return distance(picture, drawn)


def distance(first: Path, second: Path) -> float:
    """The mean difference of the pixels of two pictures, from 0 (the same) to 1; 1 for another size."""
    one, other = image.imread(first), image.imread(second)
    return float(np.abs(one - other).mean()) if one.shape == other.shape else 1.0


def test_the_readme_s_picture_is_its_run(tmp_path: Path) -> None:
    assert difference(RUN, ROOT / "docs" / "images" / "run.png", tmp_path) < 0.002


def test_another_run_has_another_picture(tmp_path: Path) -> None:
    other = tuple("3" if argument == "2" else argument for argument in RUN)
    assert difference(other, ROOT / "docs" / "images" / "run.png", tmp_path) > 0.002


@pytest.mark.parametrize(
    ("name", "draw"), [("check-privacy.png", check_privacy_figure), ("threshold-shift.png", threshold_shift_figure)]
)
def test_the_pictures_of_tight_bounds_are_what_is_computed(
    name: str, draw: Callable[[], Figure], tmp_path: Path
) -> None:
    save(draw(), tmp_path / name)
    assert distance(ROOT / "docs" / "images" / name, tmp_path / name) < 0.002


def test_other_sizes_have_another_picture(tmp_path: Path) -> None:
    save(check_privacy_figure((2, 4, 6)), tmp_path / "other.png")
    assert distance(ROOT / "docs" / "images" / "check-privacy.png", tmp_path / "other.png") > 0.002
