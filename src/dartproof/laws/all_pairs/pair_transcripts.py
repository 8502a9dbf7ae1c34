"""The pair of neighbouring streams whose transcripts differ most, by bounds for all and exact numbers for the rest."""

from __future__ import annotations

from dartproof.laws.all_pairs.leader import Leader, Progress, WorstPair
from dartproof.laws.all_pairs.pair_bounds import bounded_pairs, stream_count
from dartproof.laws.all_pairs.pair_exact import ClassEvaluator, PathEvaluator
from dartproof.laws.all_pairs.pair_tables import pair_tables
from dartproof.laws.exact_learner import ExactLearner


def largest_by_transcripts(
    learner: ExactLearner, *, rounds: int, experts: int, progress: Progress | None = None
) -> WorstPair:
    """Return the pair with the largest max-divergence of the augmented transcript.

    Args:
        learner: with a limit of at least 1.
        rounds: T, at least 2.
        experts: N, at least 1.
        progress: told how many pairs have a bound.
    """
    tables = pair_tables(learner, rounds=rounds, experts=experts)
    paths = PathEvaluator(learner, tables)
    leader = Leader(ClassEvaluator(tables) if tables.words.positive else paths)
    total = stream_count(tables) * tables.words.length * (tables.words.letters**experts - 1)
    bounded = 0
    for block in bounded_pairs(tables):
        leader.offer(block)
        bounded += block.bounds.size
        if progress is not None:
            progress("pairs", bounded, total)
    exact = leader.settle()
    ratio, pair = leader.best
    divergence = paths.divergence(pair)
    if divergence.ratio != ratio.value:
        raise RuntimeError(f"the largest ratio is {ratio.value} by one computation and {divergence.ratio} by another")
    return WorstPair(pair, divergence.ratio, divergence.witness, bounded, exact)
