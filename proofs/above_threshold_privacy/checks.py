"""`above_threshold_privacy`, decided in Q(L): every sequence of answers to every small pair of query sequences."""

from collections.abc import Iterator
from functools import partial
from itertools import product

from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation

from . import derivation
from .queries import (
    HALF,
    MUCH,
    PAPER,
    Asked,
    DrawnAnew,
    OneNoise,
    Released,
    answers_close,
    asked,
    every_sequence,
    one_after_many,
)


def all_sequences(effort: Effort) -> Iterator[Asked]:
    """Queries from -1 to 2: up to three of them on the grid of 1, up to two on that of 1/2; at full effort one more."""
    more = effort == "full"
    for grid, longest in ((1, 4 if more else 3), (2, 3 if more else 2)):
        for noise, length in product((HALF, MUCH), range(1, longest + 1)):
            yield from every_sequence(range(-grid, 2 * grid + 1), length, most=grid, noise=noise, grid=grid)


def costly(effort: Effort) -> Iterator[Asked]:
    """Up to 25 queries, or 40, where the ratio comes close to e^(1/b_xi + 2/b_nu); several scales of the noises."""
    for multiples in (PAPER, (1, 1), (1, 2), (3, 2)):
        yield from one_after_many(40 if effort == "full" else 25, multiples=multiples)


def costliest(_: Effort) -> Iterator[Asked]:
    """Such queries with eps = 64 L, of which 63 are allowed."""
    yield list(one_after_many(16, noises=(MUCH,), multiples=(32, 16), allowed=63))[-1]


def answers_told_apart(asked: Asked) -> bool:
    """Some sequence of answers is over e^eps times as likely as for the neighbour, at the eps that is allowed."""
    return not answers_close(asked)


def cheaper(name: str, says: str, symbolic: Derivation, multiples: tuple[int, int], allowed: int) -> Control:
    """Scales of the noises at which the claimed eps, so many multiples of L, is too small."""
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive(
            "up to 8 queries at 0 or 2 before one more",
            lambda _: one_after_many(8, multiples=multiples, allowed=allowed),
            answers_close,
        ),
        property=Randomised(
            "runs of equal queries", partial(asked, multiples=multiples, allowed=allowed), answers_close
        ),
    )


def faulty(name: str, says: str, symbolic: Derivation, made_by: type[Asked], least: int = -3) -> Control:
    """Another mechanism than AboveThreshold."""
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive(
            "up to 8 queries at 0 or 2 before one more", lambda _: one_after_many(8, made_by=made_by), answers_close
        ),
        property=Randomised(
            "runs of equal queries",
            partial(asked, multiples=PAPER, least=least, made_by=made_by),
            answers_close,
        ),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive("all sequences of up to three queries and all their neighbours", all_sequences, answers_close),
        Exhaustive("up to 25 queries that rise before one that falls, four pairs of scales", costly, answers_close),
        Exhaustive("sharpness: 63/64 of eps is not enough for 16 such queries", costliest, answers_told_apart),
    ],
    property=[Randomised("runs of equal queries on grids up to 1/3, any scales and threshold", asked, answers_close)],
    controls=[
        cheaper("quieter_queries", "nu_t ~ Lap(3/eps) is noise enough", derivation.quieter_queries, (3, 2), 6),
        cheaper("scales_exchanged", "xi ~ Lap(4/eps) and nu_t ~ Lap(2/eps)", derivation.scales_exchanged, (1, 2), 4),
        Control(
            name="queries_move_by_two",
            says="a query may move by 2",
            symbolic=derivation.queries_move_by_two,
            exact=Exhaustive(
                "up to 8 queries at 0 or 2 before one more", lambda _: one_after_many(8, move=2), answers_close
            ),
            property=Randomised("runs of equal queries", partial(asked, most=2), answers_close),
        ),
        faulty(
            "threshold_drawn_anew",
            "xi may be drawn anew for each query",
            derivation.threshold_drawn_anew,
            DrawnAnew,
        ),
        faulty(
            "one_noise_for_all_queries",
            "one nu may be added to all queries",
            derivation.one_noise_for_all_queries,
            OneNoise,
        ),
        faulty(
            "value_released",
            "q_k + nu_k may be published with the ⊤",
            derivation.value_released,
            Released,
            least=0,
        ),
    ],
)
