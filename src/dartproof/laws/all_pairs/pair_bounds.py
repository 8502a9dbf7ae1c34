"""An upper bound for the max-divergence of every neighbouring pair, in NumPy's integers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations_with_replacement, islice, product
from math import comb

import numpy as np

from dartproof.laws.all_pairs.fixed_point import Integers
from dartproof.laws.all_pairs.leader import BoundedPairs
from dartproof.laws.all_pairs.pair_tables import PairTables

CHUNK = 1 << 13
"""Streams that are handled together: what they need fits into a processor's cache."""


def stream_count(tables: PairTables) -> int:
    """The number of streams up to the order of the experts."""
    return comb(tables.words.letters**tables.words.length + tables.experts - 1, tables.experts)


def bounded_pairs(tables: PairTables) -> Iterator[BoundedPairs]:
    """Yield all ordered pairs of neighbours once up to the order of the experts, some at a time.

    A stream is represented by the one whose columns do not decrease; its neighbours are all taken. So every pair is
    obtained from one of these by permuting the experts, which changes no divergence.
    """
    count = tables.words.letters**tables.words.length
    streams = combinations_with_replacement(range(count), tables.experts)
    while True:
        flat = np.fromiter(chain.from_iterable(islice(streams, CHUNK)), dtype=np.int64)
        if not flat.size:
            return
        columns = np.ascontiguousarray(flat.reshape(-1, tables.experts).T)
        for d in range(tables.words.length):
            yield from _bounded(tables, columns, d)


def _bounded(tables: PairTables, columns: Integers, d: int) -> Iterator[BoundedPairs]:
    letters, length = tables.words.letters, tables.words.length
    weights = np.array(tables.weights, dtype=np.int64)
    own = tables.words.digit(columns, d)
    checks = [tables.checks[d][..., column] for column in columns]  # each (kind, t, b, stream)
    nevers = [tables.nevers[d][:, column] for column in columns]
    places = np.tensordot(weights, tables.losses[d + 1 :, columns], axes=(0, 1))  # (t, stream)
    masses = tables.masses.lower[places]
    for row in product(range(letters), repeat=tables.experts):
        change = np.array(row, dtype=np.int64)[:, None] - own
        gains = tables.gains[change.max(axis=0) + tables.grid]
        bounds = _largest([never[value] for never, value in zip(nevers, row, strict=True)]).copy()
        _raise(
            bounds,
            _largest([check[0, :, value] for check, value in zip(checks, row, strict=True)]),
            _largest([check[1, :, value] for check, value in zip(checks, row, strict=True)]),
            tables.masses.upper[places + weights @ change] - masses + gains,
            most=min(tables.limit, length - d),
        )
        differ = change.any(axis=0)
        if differ.any():
            yield BoundedPairs(d, row, columns[:, differ], bounds[differ])


def _raise(bounds: Integers, keeps: Integers, renewals: Integers, resamples: Integers, *, most: int) -> None:
    """Raise the bounds to those of the paths whose instance has a check; arrays are (t, stream) for t = d + 1, ..."""
    # The largest log-ratios of resamples in later rounds than t, in descending order, and the sum of them.
    largest = np.zeros((most, bounds.size), dtype=np.int64)
    together = np.zeros_like(bounds)
    for keep, renewal, resample in zip(keeps[::-1], renewals[::-1], resamples[::-1], strict=True):
        np.maximum(bounds, keep + together, out=bounds)
        np.maximum(bounds, renewal + resample + together - largest[-1], out=bounds)
        rest = resample
        for entry in largest:
            smaller = np.minimum(entry, rest)
            np.maximum(entry, rest, out=entry)
            rest = smaller
        together = largest.sum(axis=0)


def _largest(arrays: list[Integers]) -> Integers:
    largest = arrays[0]
    for other in arrays[1:]:
        largest = np.maximum(largest, other)
    return largest
