"""Algorithm 2 as a process."""

from __future__ import annotations

from fractions import Fraction as Q

import pytest

from dartproof.errors import InputError
from dartproof.laws.forward import process_law
from dartproof.laws.process import Course, lazy_process
from dartproof.learners.lazy import FixedDelay
from dartproof.numeric import LogField
from dartproof.streams import Steps

HALF = Q(1, 2)
LOSSES: Steps = ((1, 0), (1, 1), (0, 1), (0, 0))


def test_a_check_tosses_the_coin_of_the_loss_since_the_launch() -> None:
    process = lazy_process(LOSSES, HALF, 1, FixedDelay(2))
    assert process.course(0, 0, 0) == Course((0, Q(1, 4), 0), (0, Q(3, 4), 0), 0)
    assert process.course(1, 1, 0) == Course((0, Q(1, 4)), (0, Q(3, 4)), 0)


def test_the_check_in_the_last_round_is_forced() -> None:
    forced = lazy_process(LOSSES, HALF, 1, FixedDelay(9))
    assert forced.course(0, 0, 0) == Course((0, 0, Q(1, 4)), (0, 0, Q(3, 4)), 0)
    free = lazy_process(LOSSES, HALF, 1, FixedDelay(9), forced=False)
    assert free.course(0, 0, 0) == Course((0, 0, 0), (0, 0, 0), 1)


def test_a_delay_that_has_passed_means_the_next_round() -> None:
    process = lazy_process(LOSSES, HALF, 1, lambda _launch, _expert, _checks: 0)
    assert process.course(1, 0, 1) == Course((HALF, 0), (HALF, 0), 0)


def test_there_is_no_check_after_the_end() -> None:
    process = lazy_process(LOSSES, HALF, 1, FixedDelay(1), end=2)
    assert process.course(2, 0, 2) == Course((0,), (0,), 1)
    law = process_law(process)
    assert law.marginals[2] == law.marginals[3]


@pytest.mark.parametrize("end", [0, 1, 2, 3])
@pytest.mark.parametrize("start", [0, 1])
def test_the_forced_check_gives_the_weights(start: int, end: int) -> None:
    # Lemma 3.4, for a delay that looks at all it is given.
    if start > end:
        return
    process = lazy_process(LOSSES, HALF, 1, lambda s, i, u: s + 1 + (i + u) % 2, start=start, end=end)
    assert process_law(process).marginals[end] == process.shares[end]


def test_without_the_forced_check_it_does_not() -> None:
    process = lazy_process(LOSSES, HALF, 1, FixedDelay(2), forced=False)
    assert process_law(process).marginals[3] != process.shares[3]


def test_a_fixed_delay_needs_no_count_of_the_checks() -> None:
    assert not lazy_process(LOSSES, HALF, 1, FixedDelay(1)).counts_checks
    assert lazy_process(LOSSES, HALF, 1, lambda s, _i, u: s + 1 + u).counts_checks
    counted = lazy_process(LOSSES, HALF, 1, FixedDelay(1), counts_checks=True)
    assert process_law(counted) == process_law(lazy_process(LOSSES, HALF, 1, FixedDelay(1)))


def test_numbers_of_a_field_that_is_given_mix_with_others_of_it() -> None:
    field = LogField(Q(2, 3))
    process = lazy_process(LOSSES, HALF, 1, FixedDelay(1), field=field)
    assert process.shares[1][0] * field.log == Q(1, 3) * field.log


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (2, 1), (0, 4)])
def test_rounds_that_there_are_not_are_refused(start: int, end: int) -> None:
    with pytest.raises(InputError, match=f"start = {start + 1}, end = {end + 1}"):
        lazy_process(LOSSES, HALF, 1, FixedDelay(1), start=start, end=end)


def test_losses_off_the_grid_are_refused() -> None:
    with pytest.raises(InputError, match="no number of grid steps"):
        lazy_process(((2,),), HALF, 1, FixedDelay(1))
