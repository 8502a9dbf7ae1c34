"""Two laws of the augmented transcript as one graph, whose paths are the transcripts that the first law allows.

A node is a situation in which the future depends on the past no more; an edge carries what the two laws multiply the
probability of the path by. The max-divergence is then a longest path, and the law of the privacy loss a sum over paths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Generic, NamedTuple, Protocol

from dartproof.laws.graphs.ranking import INFINITE, ZERO, Bounds, Number, Ranking, ranking_of
from dartproof.laws.process import Process
from dartproof.laws.transcript import BELOW, KEEP, UNASKED, Transcript

DRAW: Final = -1
"""The expert of a node in which one is about to be drawn."""

Mark = tuple[int, int]
"""A round (from 0) and what the transcript says about it, where that is more than that nothing happened."""


class Node(NamedTuple):
    """A check has just happened in `round`. Nodes in their order are in a topological order of the graph.

    Attributes:
        round: from 0.
        expert: the expert whose instance is launched, or `DRAW` where it is about to be drawn.
        updates: the resamples so far, this one included.
        checks: the checks so far, this one included, if the process counts them, and else 0.
    """

    round: int
    expert: int
    updates: int
    checks: int = 0


@dataclass(frozen=True, eq=False)
class Link(Generic[Number]):
    """A factor of the first law that is not 0, and the factor of the second, which may be.

    Attributes:
        above: p > 0.
        below: q ≥ 0.
        ranking: of the numbers.
    """

    above: Number
    below: Number
    ranking: Ranking[Number]

    @cached_property
    def is_neutral(self) -> bool:
        """Whether p and q are known to be one number."""
        return self.ranking.are_same(self.above, self.below)

    @cached_property
    def ratio(self) -> Number | None:
        """p/q; None for ∞."""
        return None if self.ranking.is_zero(self.below) else self.above / self.below

    @cached_property
    def bounds(self) -> Bounds:
        """Bounds of ln p/q."""
        if self.is_neutral:
            return ZERO
        if self.ranking.is_zero(self.below):
            return INFINITE
        return self.ranking.log_bounds(self.above, self.below)


class Edge(NamedTuple, Generic[Number]):
    """A step to another node, or to the end of the run (None)."""

    link: Link[Number]
    target: Node | None
    marks: tuple[Mark, ...] = ()


class TranscriptGraph(Protocol[Number]):
    """A graph without cycles, given by its root and the edges out of each node; it has at least one path to an end."""

    @property
    def root(self) -> Node:
        """Where every path starts."""

    def edges(self, node: Node) -> Sequence[Edge[Number]]:
        """Return the edges out of a node whose first factor is not 0."""


class PairGraph(Generic[Number]):
    """The graph of two processes that have as many rounds, experts and resamples as one another.

    Args:
        p: the first process.
        q: the second.
        changed: d, from 0, if they are one learner on streams that differ in row d only. What such a row cannot reach
            is then taken from `p` alone: draws up to round d, checks up to round d, and instances launched after it.
            With None nothing is assumed, and the processes may be of different learners.
    """

    def __init__(self, p: Process[Number], q: Process[Number], changed: int | None = None) -> None:
        self._p: Process[Number] = p
        self._q: Process[Number] = q
        self._changed = changed
        self._ranking: Ranking[Number] = ranking_of(p.backend)
        self._shares: dict[int, tuple[tuple[int, Link[Number]], ...]] = {}
        self._courses: dict[tuple[int, int, int], _LinkedCourse[Number]] = {}
        one = p.backend.rational(1)
        self._certain: Link[Number] = Link(one, one, self._ranking)

    @property
    def root(self) -> Node:
        """The draw of the first expert."""
        return Node(self._p.start, DRAW, 0)

    def edges(self, node: Node) -> list[Edge[Number]]:
        """Return what can happen next, in the order of the rounds."""
        if node.expert == DRAW:
            return [
                Edge(link, node._replace(expert=expert), ((node.round, expert),))
                for expert, link in self._share_links(node.round)
            ]
        if node.updates == self._p.limit:
            return [Edge(self._certain, None)]
        course, edges = self._course_links(node), list[Edge[Number]]()
        checks = node.checks + self._p.counts_checks
        for now, link in course.keeps:
            edges.append(Edge(link, Node(now, node.expert, node.updates, checks), ((now, KEEP),)))
        for now, link in course.renewals:
            edges.append(Edge(link, Node(now, DRAW, node.updates + 1, checks)))
        if course.never is not None:
            edges.append(Edge(course.never, None))
        return edges

    def _share_links(self, now: int) -> tuple[tuple[int, Link[Number]], ...]:
        if now not in self._shares:
            other = self._p if self._changed is not None and now <= self._changed else self._q
            self._shares[now] = tuple(enumerate_links(self._p.shares[now], other.shares[now], self._ranking))
        return self._shares[now]

    def _course_links(self, node: Node) -> _LinkedCourse[Number]:
        launch = node.round, node.expert, node.checks
        if launch not in self._courses:
            self._courses[launch] = linked_course(self._p, self._q, launch, self._ranking, changed=self._changed)
        return self._courses[launch]


class _LinkedCourse(NamedTuple, Generic[Number]):
    """The possible checks of an instance, by their rounds."""

    keeps: tuple[tuple[int, Link[Number]], ...]
    renewals: tuple[tuple[int, Link[Number]], ...]
    never: Link[Number] | None


def linked_course(
    p: Process[Number],
    q: Process[Number],
    launch: tuple[int, int, int],
    ranking: Ranking[Number],
    *,
    changed: int | None = None,
) -> _LinkedCourse[Number]:
    """Return the two courses of an instance side by side, without what the first makes impossible.

    Args:
        p: the first process.
        q: the second.
        launch: round, expert and checks before.
        ranking: of the numbers.
        changed: the only row in which the streams of one learner differ, see `PairGraph`.
    """
    first = p.course(*launch)
    second = first if changed is not None and launch[0] > changed else q.course(*launch)
    # The checks in rounds up to `changed`, which have seen the same losses.
    same = 0 if changed is None else max(0, changed - launch[0])
    keeps, renewals = (
        tuple((launch[0] + 1 + j, link) for j, link in enumerate_links(above, above[:same] + below[same:], ranking))
        for above, below in ((first.keeps, second.keeps), (first.renewals, second.renewals))
    )
    never = None if ranking.is_zero(first.never) else Link(first.never, second.never, ranking)
    return _LinkedCourse(keeps, renewals, never)


def enumerate_links(
    above: Sequence[Number], below: Sequence[Number], ranking: Ranking[Number]
) -> Iterable[tuple[int, Link[Number]]]:
    """Yield (position, link) for the positions whose first factor is not 0."""
    for position, (p, q) in enumerate(zip(above, below, strict=True)):
        if not ranking.is_zero(p):
            yield position, Link(p, q, ranking)


def nodes_of(root: Node, edges: Callable[[Node], Sequence[Edge[Number]]]) -> dict[Node, Sequence[Edge[Number]]]:
    """Return all nodes that paths from `root` reach, in topological order, with their edges."""
    found: dict[Node, Sequence[Edge[Number]]] = {}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node not in found:
            found[node] = edges(node)
            waiting.extend(edge.target for edge in found[node] if edge.target is not None)
    return {node: found[node] for node in sorted(found)}


def marked_transcript(marks: Iterable[Mark], process: Process[Number]) -> Transcript:
    """Return the transcript, of the rounds from the process's start on, in which only the marked rounds have a check.

    Args:
        marks: what happens in each round in which something happens, the first expert included.
        process: the learner.
    """
    happened = dict(marks)
    updates, steps = 0, []
    for now in range(process.start + 1, process.rounds):
        step = happened.get(now, UNASKED if updates == process.limit else BELOW)
        updates += step >= 0
        steps.append(step)
    return Transcript(happened[process.start], tuple(steps))
