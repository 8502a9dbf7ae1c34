"""The path of a transcript graph on which two laws differ most.

A first pass in outward-rounded floats discards the edges that are certainly worse than another, a second one compares
what is left in the numbers of the laws themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, NamedTuple

from dartproof.laws.graphs.ranking import ZERO, Bounds, Number, Ranking
from dartproof.laws.graphs.transcript_graph import Edge, Mark, Node, TranscriptGraph, nodes_of


class LongestPath(NamedTuple, Generic[Number]):
    """The largest ratio of two laws, and a path for it.

    Attributes:
        ratio: the largest p/q over the paths, or a ball around it; None for ∞.
        attained: p/q of the path that `marks` describes: `ratio` in exact arithmetic; None for ∞.
        marks: what happens on that path.
    """

    ratio: Number | None
    attained: Number | None
    marks: tuple[Mark, ...]


def longest_path(graph: TranscriptGraph[Number], ranking: Ranking[Number], one: Number) -> LongestPath[Number]:
    """Return the largest ratio p/q over the paths of a graph.

    Args:
        graph: of two laws.
        ranking: of their numbers.
        one: the number 1.
    """
    rivals = _rivals(nodes_of(graph.root, graph.edges))
    best: dict[Node | None, tuple[Number | None, Edge[Number] | None]] = {None: (one, None)}
    for node in reversed(list(nodes_of(graph.root, rivals.__getitem__))):
        edges = rivals[node]
        ratios = [_times(edge.link.ratio, edge.link.is_neutral, best[edge.target][0]) for edge in edges]
        infinite = [edge for edge, ratio in zip(edges, ratios, strict=True) if ratio is None]
        if infinite:
            best[node] = None, infinite[0]
        else:
            ratio, place = ranking.largest([ratio for ratio in ratios if ratio is not None])
            best[node] = ratio, edges[place]
    attained: Number | None = one
    marks: list[Mark] = []
    edge = best[graph.root][1]
    while edge is not None:
        attained = _times(edge.link.ratio, edge.link.is_neutral, attained)
        marks.extend(edge.marks)
        edge = best[edge.target][1]
    return LongestPath(best[graph.root][0], attained, tuple(marks))


def _rivals(nodes: Mapping[Node, Sequence[Edge[Number]]]) -> dict[Node, list[Edge[Number]]]:
    """Return the edges of each node that may be the best, all but those that are certainly not."""
    bounds: dict[Node | None, Bounds] = {None: ZERO}
    rivals = {}
    for node in reversed(list(nodes)):
        edges = nodes[node]
        totals = [edge.link.bounds.plus(bounds[edge.target]) for edge in edges]
        bounds[node] = Bounds(max(total.lower for total in totals), max(total.upper for total in totals))
        rivals[node] = [edge for edge, total in zip(edges, totals, strict=True) if total.upper >= bounds[node].lower]
    return rivals


def _times(ratio: Number | None, is_neutral: bool, rest: Number | None) -> Number | None:
    if is_neutral:
        return rest
    return None if ratio is None or rest is None else ratio * rest
