"""The hockey-stick divergence of a learner on two neighbouring streams, without enumerating its transcripts.

δ(e^ε) = Σ_w max(0, p(w) − e^ε q(w)) depends on the law of the likelihood ratio p/q under p alone. A forward recursion
over the launches of instances carries it along; transcripts that reach one launch with one ratio are added up, and only
the differing round's instance and later draws change a ratio. Where the exact ratios are too many, their logarithms are
rounded to a grid, up and down, which brackets δ.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil, floor
from typing import Final, Protocol, Self, TypeVar

from dartproof.errors import InputError, UndecidedError
from dartproof.laws.graphs.comparable import differing_row
from dartproof.laws.graphs.ranking import Number
from dartproof.laws.graphs.transcript_graph import Link, Node, PairGraph, nodes_of
from dartproof.laws.process import Process
from dartproof.numeric import Ball, LogNumber

MOST_RATIOS: Final = 200_000
"""How many ratios, counted once for every launch that they reach, a law may have unless told otherwise."""

_SHARPEST: Final = 1 << 14  # bits

_FAR: Final = 5  # an estimate is given up at this multiple of what is allowed


class Mass(Protocol):
    """What the recursion needs of a probability."""

    def __add__(self, other: Self, /) -> Self:
        """The sum."""

    def __mul__(self, other: Self, /) -> Self:
        """The product."""


M = TypeVar("M", bound=Mass)
Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class LossLaw:
    """The law under p of the likelihood ratio p/q of the augmented transcript, exactly.

    Attributes:
        masses: p's probability of each ratio; None stands for the ratio ∞.
    """

    masses: Mapping[LogNumber | None, LogNumber]

    def hockey_stick(self, ratio: LogNumber | Fraction | int) -> LogNumber:
        """Return δ(e^ε) = Σ_w max(0, p(w) − e^ε q(w)), exactly.

        Args:
            ratio: e^ε, positive.

        Raises:
            InputError: `ratio` is not positive.
        """
        _require_positive(ratio)
        excesses = [
            mass if found is None else mass * (1 - ratio / found)
            for found, mass in self.masses.items()
            if found is None or found > ratio
        ]
        zero = next(iter(self.masses.values())).field.zero
        return sum(excesses, start=zero)


@dataclass(frozen=True, slots=True)
class HockeyStickBracket:
    """Two balls around bounds of a hockey-stick divergence δ: `lower.lower` ≤ δ ≤ `upper.upper`.

    Attributes:
        lower: around a lower bound.
        upper: around an upper bound.
    """

    lower: Ball
    upper: Ball


@dataclass(frozen=True, slots=True)
class LossBracket:
    """The law under p of ln p/q, rounded to multiples of a step in both directions.

    Attributes:
        step: h.
        down: down[k] is the probability of k, the logarithm being at least k·h; None stands for ∞.
        up: up[k] is the probability of k, the logarithm being at most k·h.
    """

    step: Fraction
    down: Mapping[int | None, Ball]
    up: Mapping[int | None, Ball]

    def hockey_stick(self, ratio: Fraction | int) -> HockeyStickBracket:
        """Return bounds of δ(e^ε).

        Args:
            ratio: e^ε, positive.

        Raises:
            InputError: `ratio` is not positive.
        """
        _require_positive(ratio)
        return HockeyStickBracket(self._excess(self.down, ratio), self._excess(self.up, ratio))

    def _excess(self, masses: Mapping[int | None, Ball], ratio: Fraction | int) -> Ball:
        total = Ball.of(0, next(iter(masses.values())).bits)
        for steps, mass in masses.items():
            if steps is None:
                total += mass
                continue
            share = 1 - ratio * Ball.of(-steps * self.step, mass.bits).exp()
            if share.upper > 0:
                total += mass * (share if share.lower >= 0 else Ball.between(0, share.upper, bits=mass.bits))
        return total


def pair_loss_law(p: Process[LogNumber], q: Process[LogNumber], *, most: int = MOST_RATIOS) -> LossLaw:
    """Return the law of the likelihood ratio of a learner on a stream and on a neighbour, exactly.

    Args:
        p: a learner on a stream.
        q: the same learner, with the same parameters, on a stream that differs in at most one row.
        most: give up on more ratios than this, counted once for every launch that they reach.

    Raises:
        InputError: there are more ratios, the streams differ in several rounds, or the processes are visibly of
            different learners.
    """
    graph, one = PairGraph(p, q, differing_row(p, q)), p.backend.rational(1)

    def step(ratio: LogNumber | None, link: Link[LogNumber]) -> LogNumber | None:
        return None if ratio is None or link.ratio is None else ratio * link.ratio

    estimate = _estimated_ratios(graph, most)
    if estimate > most:
        raise InputError(
            f"there are {'about' if estimate < _FAR * most else 'more than'} {estimate} likelihood ratios, more than "
            f"{most}; take fewer rounds, bracket the divergence, or allow more"
        )
    return LossLaw(_spread(graph, start=one, step=step, mass=lambda link: link.above, one=one, most=most))


def pair_hockey_stick(
    p: Process[LogNumber],
    q: Process[LogNumber],
    ratio: LogNumber | Fraction | int,
    *,
    most: int = MOST_RATIOS,
) -> LogNumber:
    """Return δ(e^ε) of the augmented transcript on a stream over that on a neighbour, exactly.

    For several values of ε take `pair_loss_law` once.

    Args:
        p: as for `pair_loss_law`.
        q: likewise.
        ratio: e^ε, positive.
        most: as for `pair_loss_law`.

    Raises:
        InputError: `ratio` is not positive, or as for `pair_loss_law`.

    Source: Definition 2.2 (`dp_definition`).
    """
    return pair_loss_law(p, q, most=most).hockey_stick(ratio)


def pair_loss_bracket(
    p: Process[Number],
    q: Process[Number],
    *,
    step: Fraction = Fraction(1, 1000),
    bits: int = 128,
    most: int = MOST_RATIOS,
) -> LossBracket:
    """Return the law of the log-likelihood ratio of a learner on a stream and on a neighbour, rounded to a grid.

    A path is rounded once for each factor in which the two laws differ: one check and at most V draws. So, but for the
    width of the balls, the two roundings of a logarithm are at most V + 1 steps apart.

    Args:
        p: a learner on a stream, in exact numbers or balls.
        q: the same learner, with the same parameters and numbers, on a stream that differs in at most one row.
        step: h, positive.
        bits: the precision of the probabilities of exact processes.
        most: give up on more rounded logarithms than this, counted once for every launch that they reach.

    Raises:
        InputError: `step` is not positive, or as for `pair_loss_law`.
        UndecidedError: the balls are too coarse to tell whether an outcome is possible, or a ratio finite.
    """
    _require_positive(step, name="step")
    graph = PairGraph(p, q, differing_row(p, q))
    one = Ball.of(1, bits)

    @cache
    def mass(link: Link[Number]) -> Ball:
        return _ball(link.above, bits)

    def rounded(rounding: Callable[[Fraction], int]) -> dict[int | None, Ball]:
        @cache
        def steps(link: Link[Number]) -> int | None:
            if link.ratio is None:
                return None
            log = _log(link.ratio, bits)
            return rounding((log.lower if rounding is floor else log.upper) / step)

        def shift(count: int | None, link: Link[Number]) -> int | None:
            more = steps(link)
            return None if count is None or more is None else count + more

        return _spread(graph, start=0, step=shift, mass=mass, one=one, most=most)

    return LossBracket(step, rounded(floor), rounded(ceil))


def _estimated_ratios(graph: PairGraph[Number], most: int) -> int:
    """Count the likelihood ratios at all nodes as far as `_FAR` times `most`, by their logarithms in floats."""
    nodes = nodes_of(graph.root, graph.edges)
    found: dict[Node | None, set[float]] = {graph.root: {0.0}}
    count = 0
    for node, edges in nodes.items():
        logs = found.pop(node)
        count += len(logs)
        if count >= _FAR * most:
            return _FAR * most
        for edge in edges:
            shift = edge.link.bounds.lower
            found.setdefault(edge.target, set()).update({round(log + shift, 9) for log in logs} if shift else logs)
    return count


def _spread(
    graph: PairGraph[Number],
    *,
    start: Key,
    step: Callable[[Key, Link[Number]], Key],
    mass: Callable[[Link[Number]], M],
    one: M,
    most: int,
) -> dict[Key, M]:
    """Carry the law of a key along the paths of a graph, from the root to the ends.

    Args:
        graph: of two laws.
        start: the key at the root.
        step: the key after an edge that is not neutral; neutral edges leave it.
        mass: the first law's probability of an edge.
        one: the mass at the root.
        most: the number of keys, over all nodes, to stop at.
    """
    nodes = nodes_of(graph.root, graph.edges)
    laws: dict[Node | None, dict[Key, M]] = {graph.root: {start: one}, None: {}}
    count = 0
    for node, edges in nodes.items():
        law = laws.pop(node)
        count += len(law)
        if count > most:
            last = max(other.round for other in nodes)
            raise InputError(
                f"there are more than {most} likelihood ratios up to round {node.round + 1} of {last + 1}; take fewer "
                "rounds or a coarser step, or allow more"
            )
        for edge in edges:
            into = laws.setdefault(edge.target, {})
            factor = mass(edge.link)
            for key, probability in law.items():
                reached = key if edge.link.is_neutral else step(key, edge.link)
                part = probability * factor
                into[reached] = into[reached] + part if reached in into else part
    return laws[None]


def _ball(x: Number, bits: int) -> Ball:
    return x if isinstance(x, Ball) else x.enclosure(bits)


def _log(x: Number, bits: int) -> Ball:
    """Return a ball around ln x for x > 0, doubling the precision of an exact x until there is one."""
    if isinstance(x, Ball):
        return x.log()
    while bits <= _SHARPEST:
        ball = x.enclosure(bits)
        if ball.is_finite and ball.lower > 0:
            return ball.log()
        bits *= 2
    raise UndecidedError(f"the logarithm of a ratio: not decided with {bits // 2} bits of precision")


def _require_positive(x: LogNumber | Fraction | int, *, name: str = "ratio") -> None:
    if not x > 0:
        raise InputError(f"{name} = {x} must be positive" + (": it is e^epsilon" if name == "ratio" else ""))
