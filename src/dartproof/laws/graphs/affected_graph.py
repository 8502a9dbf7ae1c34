"""A small graph for two neighbouring streams: a relaxation, whose longest path is nearly always a real one.

Let the streams differ in round d. A factor of the transcript's law differs between them only

- in the one instance that is running while round d passes, if its next check comes after d, or never comes: launched
  in a round s ≤ d, it has seen the same losses up to a check in a round ≤ d;
- in a draw from P_t in a round t > d.

So only the rounds s and t of that instance, its expert, and the draws after d matter. The graph lets every launch
s ≤ d be reached without a resample before, and every round after t resample or not, as it likes. Each transcript in
which an instance runs through round d has a path of the same ratio here, and the others have ratio 1, so the longest
path is an upper bound of the max-divergence; if it is a transcript that can happen, it is the max-divergence.
"""

from __future__ import annotations

from typing import Final, Generic

from dartproof.laws.graphs.ranking import Number, Ranking, ranking_of
from dartproof.laws.graphs.transcript_graph import DRAW, Edge, Link, Node, enumerate_links, linked_course
from dartproof.laws.process import Process
from dartproof.laws.transcript import KEEP

_ANYONE: Final = 0
"""The expert of a node after the differing round, where it makes no difference who is held."""


class AffectedGraph(Generic[Number]):
    """The relaxed graph of two processes that `is_relaxable` admits.

    Args:
        p: a learner on a stream.
        q: the same learner on a stream that differs in no other row than `changed`.
        changed: d, from 0.
    """

    def __init__(self, p: Process[Number], q: Process[Number], changed: int) -> None:
        self._p: Process[Number] = p
        self._q: Process[Number] = q
        self._changed = changed
        self._ranking: Ranking[Number] = ranking_of(p.backend)
        self._courses: dict[Node, list[Edge[Number]]] = {}
        self._shares: dict[int, list[tuple[int, Link[Number]]]] = {}
        one = p.backend.rational(1)
        self._certain: Link[Number] = Link(one, one, self._ranking)

    @property
    def root(self) -> Node:
        """Before everything."""
        return Node(self._p.start, DRAW, 0)

    def edges(self, node: Node) -> list[Edge[Number]]:
        """Return what can happen next."""
        if node == self.root:
            return self._launches()
        if node.round <= self._changed:
            return self._affected(node)
        if node.expert == DRAW:
            return [Edge(link, node._replace(expert=_ANYONE), ((node.round, j),)) for j, link in self._draws(node)]
        if node.updates == self._p.limit or node.round == self._p.rounds - 1:
            return [Edge(self._certain, None)]
        later = node._replace(round=node.round + 1)
        return [
            Edge(self._certain, later),
            Edge(self._certain, later._replace(expert=DRAW, updates=node.updates + 1)),
        ]

    def _launches(self) -> list[Edge[Number]]:
        start = self._p.start
        return [
            Edge(
                self._certain,
                Node(launch, expert, 0),
                ((start, expert), (launch, KEEP)) if launch > start else ((start, expert),),
            )
            for launch in range(start, self._changed + 1)
            for expert in range(self._p.experts)
            if self._affected(Node(launch, expert, 0))  # it may be certain to check before
        ]

    def _affected(self, node: Node) -> list[Edge[Number]]:
        if node not in self._courses:
            self._courses[node] = self._course(node)
        return self._courses[node]

    def _course(self, node: Node) -> list[Edge[Number]]:
        launch = node.round, node.expert, 0
        course = linked_course(self._p, self._q, launch, self._ranking, changed=self._changed)
        edges = [Edge(link, Node(now, _ANYONE, 0), ((now, KEEP),)) for now, link in course.keeps if now > self._changed]
        edges.extend(Edge(link, Node(now, DRAW, 1)) for now, link in course.renewals if now > self._changed)
        if course.never is not None:
            edges.append(Edge(course.never, None))
        return edges

    def _draws(self, node: Node) -> list[tuple[int, Link[Number]]]:
        now = node.round
        if now not in self._shares:
            self._shares[now] = list(enumerate_links(self._p.shares[now], self._q.shares[now], self._ranking))
        return self._shares[now]


def is_relaxable(process: Process[Number], changed: int) -> bool:
    """Say whether the relaxed graph bounds the max-divergence of this learner on streams that differ in row `changed`.

    The learner must have an instance running through that row, in a course that the number of checks before does not
    influence.
    """
    return process.start <= changed and process.limit != 0 and not process.counts_checks
