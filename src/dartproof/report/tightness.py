"""Pictures of bounds that are attained: an exact privacy loss against what is claimed of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import log

from matplotlib.figure import Figure

from dartproof.laws.tightness import Approach, shift_loss, tight_claims, tight_loss
from dartproof.report.law_plots import approach_figure

SIZES = (2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 72, 80)
MARGINS = tuple(range(17))


def check_privacy_figure(sizes: Sequence[int] = SIZES) -> Figure:
    """The privacy loss of `laws.tightness.tight_pair` for growing T, below `check_privacy_sharp` and Lemma 3.1."""
    claims = {name: float(bound) for name, bound in tight_claims().items()}
    return _figure(
        [tight_loss(size) for size in sizes],
        claims=claims,
        xlabel="rounds T",
        title="Algorithm 1 comes up to check_privacy_sharp",
    )


def threshold_shift_figure(margins: Sequence[int] = MARGINS, *, base: Fraction = Fraction(1, 2)) -> Figure:
    """The privacy loss of AboveThreshold on shifted queries, below ε1/2 and the ε1 of Theorem 2.3."""
    half = -2 * log(base)
    return _figure(
        [shift_loss(margin, base=base) for margin in margins],
        claims={"Theorem 2.3, ε1": 2 * half, "above_threshold_shift, ε1/2": half},
        xlabel="how far the queries exceed the threshold",
        title="AboveThreshold comes up to ε1/2",
    )


def _figure(points: Sequence[Approach], *, claims: dict[str, float], xlabel: str, title: str) -> Figure:
    sizes, losses = [point.size for point in points], [float(point.loss) for point in points]
    return approach_figure(sizes, losses, claims=claims, xlabel=xlabel, title=title)
