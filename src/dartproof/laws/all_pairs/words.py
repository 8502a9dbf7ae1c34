"""The courses of an instance for all sequences of losses of the expert held: all that a launch can meet.

The course of an instance depends on the losses of one expert only. A *word* is such a sequence of n losses in grid
steps, and is written as the integer whose digits to the base g + 1 they are, the first loss being the leading digit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, TypeVar

from dartproof.laws.all_pairs.fixed_point import Integers
from dartproof.laws.process import Process
from dartproof.numeric import LogNumber
from dartproof.streams import Steps

Word = TypeVar("Word", int, Integers)
"""A word, or an array of words of one length."""


class Pair(NamedTuple):
    """Two streams that differ in one row, by what reaches the transcript.

    Attributes:
        columns: the words of the experts' losses.
        round: the round in which the neighbour differs, from 0.
        row: the neighbour's losses there, in grid steps.
    """

    columns: tuple[int, ...]
    round: int
    row: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WordLaws:
    """The exact probabilities of what an instance does at the end of each word.

    Attributes:
        letters: g + 1.
        length: the largest length n of a word.
        keeps: keeps[k][word] = Pr[the first check comes after the k losses of the word and keeps the expert]; empty
            for k = 0.
        renewals: the same of a check that resamples.
        nevers: nevers[k][word] = Pr[no check up to the one after the whole word, that one included].
    """

    letters: int
    length: int
    keeps: tuple[tuple[LogNumber, ...], ...]
    renewals: tuple[tuple[LogNumber, ...], ...]
    nevers: tuple[tuple[LogNumber, ...], ...]

    def part(self, column: Word, start: int, end: int) -> Word:
        """The word of the losses start, ..., end − 1 (from 0) of a word of full length."""
        behind: int = self.letters ** (self.length - end)
        count: int = self.letters ** (end - start)
        return column // behind % count

    def digit(self, column: Word, position: int) -> Word:
        """The loss at a position (from 0) of a word of full length."""
        return self.part(column, position, position + 1)

    def replaced(self, column: Word, position: int, value: int) -> Word:
        """A word of full length with the loss at a position (from 0) replaced."""
        weight: int = self.letters ** (self.length - 1 - position)
        return column + (value - self.digit(column, position)) * weight

    def losses(self, columns: Sequence[int]) -> Steps:
        """The stream of these words, with a last row of zeros."""
        rows = [tuple(self.digit(column, t) for column in columns) for t in range(self.length)]
        return (*rows, (0,) * len(columns))

    @property
    def positive(self) -> bool:
        """Whether every one of the probabilities is positive, so that every path is possible."""
        return all(number for table in (self.keeps, self.renewals, self.nevers) for row in table for number in row)


def word_laws(process: Callable[[Steps], Process[LogNumber]], *, letters: int, length: int) -> WordLaws:
    """Return the laws of all words of up to `length` letters from 0 to `letters` − 1.

    Args:
        process: the learner, on any losses of any number of experts, with a limit of at least 1.
        letters: g + 1.
        length: at least 1, the number of rounds that are queried.
    """
    rows: list[list[list[LogNumber]]] = [[[] for _ in range(length + 1)] for _ in range(3)]
    keeps, renewals, nevers = rows
    for word in product(range(letters), repeat=length):
        course = process((*((loss,) for loss in word), (0,))).course(0, 0, 0)
        # The shorter words come in their order if each is taken where nothing but zeros is behind it.
        losses = length - next((zeros for zeros, loss in enumerate(reversed(word)) if loss), length)
        never = course.never.field.one
        for k in range(1, length + 1):
            never -= course.keeps[k - 1] + course.renewals[k - 1]
            if k >= losses:
                keeps[k].append(course.keeps[k - 1])
                renewals[k].append(course.renewals[k - 1])
                nevers[k].append(never)
    return WordLaws(letters, length, *(tuple(map(tuple, table)) for table in rows))
