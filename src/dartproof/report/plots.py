"""Pictures of runs and audits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib import rc_context
from matplotlib.figure import Figure

from dartproof.errors import InputError
from dartproof.learners import Run
from dartproof.streams import LossStream

_FORMATS = (".png", ".svg", ".pdf")
_LEARNER_COLOUR = "#c62828"


def run_figure(stream: LossStream, run: Run, *, title: str) -> Figure:
    """Cumulative losses of the learner and of each expert over the rounds, and below them which expert was played."""
    rounds = np.arange(1, stream.rounds + 1)
    cumulative = stream.losses.cumsum(axis=0)
    played = stream.losses[np.arange(stream.rounds), run.picks].cumsum()
    figure = Figure(figsize=(9, 6), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1))
    for expert, name in enumerate(stream.names):
        best = expert == run.best_expert
        label = f"{name} (best: {run.best_loss:g})" if best else name
        above.plot(rounds, cumulative[:, expert], linewidth=2 if best else 1, alpha=1 if best else 0.6, label=label)
    above.plot(rounds, played, color=_LEARNER_COLOUR, linewidth=2.5, label=f"learner: {run.loss:g}")
    above.set_ylabel("cumulative loss")
    above.set_title(f"{title}: regret {run.regret:g}, {run.updates} updates")
    above.legend(fontsize="small", ncols=1 + stream.experts // 12)
    above.grid(alpha=0.3)
    below.step(rounds, run.picks + 1, where="mid", color=_LEARNER_COLOUR)
    below.set_ylabel("expert played")
    below.set_xlabel("round")
    if stream.experts <= 12:
        below.set_yticks(range(1, stream.experts + 1), stream.names, fontsize="small")
    below.set_ylim(0.5, stream.experts + 0.5)
    below.grid(alpha=0.3)
    return figure


def require_picture_format(path: Path) -> None:
    """Refuse a file name whose ending names no format that pictures are written in.

    Raises:
        InputError: naming the endings that can be used.
    """
    if path.suffix.lower() not in _FORMATS:
        raise InputError(f"--plot {path}: pictures are written as {', '.join(_FORMATS)}; end the name in one of them")


def save(figure: Figure, path: Path) -> None:
    """Write the figure; the same figure gives the same bytes."""
    metadata = {".png": {}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}[path.suffix.lower()]
    with rc_context({"svg.hashsalt": "dartproof"}):
        figure.savefig(path, dpi=120, metadata=metadata)
