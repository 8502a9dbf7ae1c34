"""The graph of the statements as Graphviz text, as JSON and as a picture."""

from __future__ import annotations

import io
import json
from collections import defaultdict
from collections.abc import Mapping

from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch

from dartproof.evidence import Status
from dartproof.statements import Statement, UseGraph

_COLOURS: Mapping[Status, str] = {
    "proved": "#2e7d32",
    "checked": "#66a86a",
    "tested": "#5b9bd5",
    "failed": "#c62828",
    "stale": "#e0a526",
    "refuted": "#8e44ad",
}
_OTHER_COLOUR = "#9e9e9e"


def graph_dot(statements: Mapping[str, Statement], graph: UseGraph, statuses: Mapping[str, Status]) -> str:
    """The graph in the DOT language; an arrow points from a statement to one that it uses."""
    lines = ["digraph dartproof {", "  rankdir=BT;", "  node [shape=box];"]
    lines += [
        f'  "{id_}" [label="{id_}\\n{statements[id_].number}\\n{statuses[id_]}" color="{_colour(statuses[id_])}"];'
        for id_ in graph.order
    ]
    lines += [f'  "{id_}" -> "{used}";' for id_, used in graph.edges]
    return "\n".join([*lines, "}"])


def graph_document(statements: Mapping[str, Statement], graph: UseGraph, statuses: Mapping[str, Status]) -> str:
    """The graph as a JSON object with `nodes` and `edges`, foundations first."""
    nodes = [
        {"id": id_, "number": statements[id_].number, "title": statements[id_].title, "status": statuses[id_]}
        for id_ in graph.order
    ]
    edges = [{"from": id_, "uses": used} for id_, used in graph.edges]
    return json.dumps({"nodes": nodes, "edges": edges}, indent=2, ensure_ascii=False)


def graph_svg(statements: Mapping[str, Statement], graph: UseGraph, statuses: Mapping[str, Status]) -> str:
    """The graph as an SVG picture: a row for each level, foundations at the bottom."""
    rows: dict[int, list[str]] = defaultdict(list)
    for id_ in graph.order:
        rows[graph.level[id_]].append(id_)
    widest = max(len(row) for row in rows.values())
    place = {
        id_: ((column + 0.5) * widest / len(row), level)
        for level, row in rows.items()
        for column, id_ in enumerate(row)
    }
    figure = Figure(figsize=(3.2 * widest, 1.3 * len(rows) + 0.3))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, widest)
    axes.set_ylim(-0.5, len(rows) - 0.5)
    axes.axis("off")
    for id_, used in graph.edges:
        arrow = FancyArrowPatch(place[id_], place[used], arrowstyle="->", mutation_scale=14, shrinkA=22, shrinkB=22)
        axes.add_patch(arrow)
    for id_, (x, y) in place.items():
        box = {"boxstyle": "round,pad=0.5", "facecolor": "white", "edgecolor": _colour(statuses[id_]), "linewidth": 2}
        label = f"{id_}\n{statements[id_].number} ({statuses[id_]})"
        axes.text(x, y, label, ha="center", va="center", fontsize=9, bbox=box)
    buffer = io.StringIO()
    with rc_context({"svg.hashsalt": "dartproof"}):  # the same graph gives the same bytes
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return buffer.getvalue()


def _colour(status: Status) -> str:
    return _COLOURS.get(status, _OTHER_COLOUR)
