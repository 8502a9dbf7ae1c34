"""Games between a finite learner and a finite adversary: the exact law of the view, expected loss and regret."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from dartproof.errors import InputError
from dartproof.games.adversary import Adversary
from dartproof.games.kernel import Kernel, Measure, Row, State, moved, picked
from dartproof.numeric import FastRational, fast, slow

#: What an adversary without randomness sees: i_1, ..., i_T, experts from 0.
Sight: TypeAlias = tuple[int, ...]


def view_law(kernel: Kernel[State], adversary: Adversary, bit: int) -> dict[Sight, FastRational]:
    """Return the law of i_1, ..., i_T in the privacy game with the bit b; sequences of probability 0 are left out.

    Args:
        kernel: the learner.
        adversary: its T is the number of rounds.
        bit: b, 0 or 1: the learner is shown ℓ_t^b.

    Raises:
        InputError: learner and adversary have different numbers of experts, or the bit is neither 0 nor 1.

    Source: Definition C.1 (`adaptive_dp`).
    """
    _check(kernel, adversary, bit)
    law: dict[Sight, FastRational] = {}

    def play(node: Adversary, measure: Measure[State], past: Sight) -> None:
        for pick, part in enumerate(picked(kernel, measure)):
            seen = (*past, pick)
            if part and node.then:
                play(node.then[pick], moved(kernel, part, pick, node.losses[bit]), seen)
            elif part:
                law[seen] = total(part)

    play(adversary, kernel.start(), ())
    return law


def expected_loss(kernel: Kernel[State], adversary: Adversary, bit: int = 0) -> Fraction:
    """Return E Σ_t ℓ_t^b(i_t), in grid steps.

    Args:
        kernel: the learner.
        adversary: its T is the number of rounds.
        bit: b.

    Raises:
        InputError: as `view_law`.
    """
    return _expected(kernel, adversary, bit, compare=False)


def expected_regret(kernel: Kernel[State], adversary: Adversary, bit: int = 0) -> Fraction:
    """Return E[Σ_t ℓ_t^b(i_t) − min_i Σ_t ℓ_t^b(i)], in grid steps; the minimum is of the losses that were played.

    Raises:
        InputError: as `view_law`.
    """
    return _expected(kernel, adversary, bit, compare=True)


def coin_sequences(rounds: int, rate: Fraction) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """All values of Z_1, ..., Z_T, independent with Pr[Z_t = 1] = q, with their probabilities where these are not 0."""
    for coins in product((0, 1), repeat=rounds):
        ones = sum(coins)
        chance = rate**ones * (1 - rate) ** (rounds - ones)
        if chance:
            yield coins, chance


def total(measure: Measure[State]) -> FastRational:
    """The mass of all states together."""
    return sum(measure.values(), start=fast(0))


def added(totals: Row, row: Row) -> Row:
    """The cumulative losses after one more round."""
    return tuple(before + loss for before, loss in zip(totals, row, strict=True))


def _expected(kernel: Kernel[State], adversary: Adversary, bit: int, *, compare: bool) -> Fraction:
    _check(kernel, adversary, bit)

    def play(node: Adversary, measure: Measure[State], totals: Row) -> FastRational:
        row, result = node.losses[bit], fast(0)
        lost = added(totals, row)
        for pick, part in enumerate(picked(kernel, measure)):
            if part:
                result += total(part) * (row[pick] - (0 if node.then or not compare else min(lost)))
                if node.then:
                    result += play(node.then[pick], moved(kernel, part, pick, row), lost)
        return result

    return slow(play(adversary, kernel.start(), (0,) * kernel.experts))


def _check(kernel: Kernel[State], adversary: Adversary, bit: int) -> None:
    if kernel.experts != adversary.experts:
        raise InputError(
            f"a learner of {kernel.experts} experts and an adversary of {adversary.experts}; give both as many"
        )
    if bit not in (0, 1):
        raise InputError(f"bit = {bit} must be 0 or 1")
