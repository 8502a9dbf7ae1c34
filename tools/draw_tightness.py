"""Draws the pictures of docs/explanation/tightness.md anew: python tools/draw_tightness.py."""

from pathlib import Path

from dartproof.report.plots import save
from dartproof.report.tightness import check_privacy_figure, threshold_shift_figure

IMAGES = Path(__file__).resolve().parents[1] / "docs" / "images"

if __name__ == "__main__":
    save(check_privacy_figure(), IMAGES / "check-privacy.png")
    save(threshold_shift_figure(), IMAGES / "threshold-shift.png")
