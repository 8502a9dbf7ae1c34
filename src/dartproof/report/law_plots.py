"""Pictures of exact laws and of how close privacy losses come to what is claimed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from dartproof.laws.results import LawResults

_COLOUR = "#1565c0"
_CLAIM_STYLES = (("#c62828", "--"), ("#2e7d32", "-."), ("#6a1b9a", ":"))


def law_figure(found: LawResults, *, names: Sequence[str], title: str) -> Figure:
    """Who is played in each round with which probability, and how often an expert is drawn anew."""
    shares = np.array([[float(value.decimal) for value in row] for row in found.marginals])
    updates = [float(value.decimal) for value in found.updates]
    rounds = np.arange(1, len(shares) + 1)
    figure = Figure(figsize=(9, 6), layout="constrained")
    above, below = figure.subplots(2, 1, height_ratios=(3, 2))
    above.stackplot(rounds, shares.T, labels=names, alpha=0.8)
    above.set_xlabel("round t")
    above.set_ylabel("Pr[i_t = i]")
    above.set_ylim(0, 1)
    above.margins(x=0)
    if len(names) <= 20:
        above.legend(fontsize="small", loc="upper left", ncols=1 + len(names) // 10)
    above.set_title(f"{title}: expected regret {float(found.expected_regret.decimal):.4g}")
    below.bar(range(len(updates)), updates, color=_COLOUR)
    below.set_xlabel("resamples v_T")
    below.set_ylabel("probability")
    below.grid(axis="y", alpha=0.3)
    return figure


def approach_figure(
    sizes: Sequence[int], losses: Sequence[float], *, claims: Mapping[str, float], xlabel: str, title: str
) -> Figure:
    """A privacy loss that grows with a size, and the bounds that are claimed for all sizes.

    Args:
        sizes: increasing.
        losses: the loss at each size.
        claims: names and values of the bounds.
        xlabel: what a size is.
        title: what is shown.
    """
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    axes.plot(sizes, losses, marker="o", markersize=3, color=_COLOUR, label="privacy loss")
    for (name, value), (colour, style) in zip(claims.items(), _CLAIM_STYLES, strict=False):
        axes.axhline(value, color=colour, linestyle=style, label=f"{name}: {value:.5g}")
    axes.set_xlabel(xlabel)
    axes.set_ylabel("ε")
    axes.set_ylim(bottom=0)
    axes.set_title(title)
    axes.legend(loc="lower right")
    axes.grid(alpha=0.3)
    return figure
