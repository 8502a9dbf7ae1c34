"""Which statement rests on which: the `uses` of the registry as a directed graph without cycles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import networkx as nx

from dartproof.errors import InputError
from dartproof.statements.model import Statement


@dataclass(frozen=True, slots=True)
class UseGraph:
    """The statements in an order in which each comes after those it uses.

    Attributes:
        order: all ids, foundations first.
        edges: pairs (id, id of a statement it uses), sorted.
        level: for each id, the length of the longest chain of uses below it (0 for a foundation).
    """

    order: tuple[str, ...]
    edges: tuple[tuple[str, str], ...]
    level: Mapping[str, int]


def use_graph(statements: Mapping[str, Statement]) -> UseGraph:
    """The graph of `uses`.

    Raises:
        InputError: when statements use each other in a circle, naming the circle.
    """
    graph: nx.DiGraph = nx.DiGraph()
    graph.add_nodes_from(sorted(statements))
    graph.add_edges_from((id_, used) for id_, statement in statements.items() for used in statement.uses)
    try:
        circle = nx.find_cycle(graph)
    except nx.NetworkXNoCycle:
        circle = []
    if circle:
        raise InputError(
            f"statements use each other in a circle: {' -> '.join([a for a, _ in circle] + [circle[0][0]])}"
        )
    order = tuple(nx.lexicographical_topological_sort(graph.reverse(copy=True)))
    level: dict[str, int] = {}
    for id_ in order:
        level[id_] = max((level[used] + 1 for used in graph.successors(id_)), default=0)
    return UseGraph(order=order, edges=tuple(sorted(graph.edges)), level=level)
