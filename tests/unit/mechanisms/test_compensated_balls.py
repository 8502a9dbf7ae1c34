"""The law of the compensated learner's first check in balls contains the exact one."""

from fractions import Fraction as Q

import pytest

from dartproof.errors import InputError
from dartproof.mechanisms.compensated_balls import check_balls
from dartproof.mechanisms.compensated_check import CheckLaw, Number, check_law
from dartproof.numeric import LogField

OPTIONS = {"keep": Q(9, 10), "threshold": 4, "clip_steps": 2, "field": LogField(Q(4, 5))}


def flat(law: CheckLaw[Number]) -> list[Number]:
    return [*law.keeps, *law.renewals, law.never]


@pytest.mark.parametrize("multiples", [(1, 1), (2, 1), (1, 2)])
@pytest.mark.parametrize("queries", [(), (0, 1, 1, 3), (2, 4, 5, 5), (9,), (0, 0, 7, 8, 8, 10)])
@pytest.mark.parametrize(
    ("threshold", "clip", "floor"),
    [(2, 1, None), (3, 3, None), (1, 0, None), (3, 1, Q(0)), (3, 1, Q(1)), (6, 3, Q(256, 625))],
)
def test_balls_contain_the_exact_law(
    queries: tuple[int, ...], threshold: int, clip: int, floor: Q | None, multiples: tuple[int, int]
) -> None:
    options = OPTIONS | {"threshold": threshold, "clip_steps": clip, "floor": floor, "noise_multiples": multiples}
    exact = [number.as_fraction() for number in flat(check_law(queries, **options))]
    balls = flat(check_balls(queries, **options))
    for number, ball in zip(exact, balls, strict=True):
        assert ball.contains(number)
        assert ball.radius <= number / 2**126


def test_balls_of_another_threshold_do_not_contain_it() -> None:
    exact = flat(check_law([0, 3, 6], **OPTIONS))
    balls = flat(check_balls([0, 3, 6], **(OPTIONS | {"threshold": 5})))
    assert not any(ball.contains(number.as_fraction()) for number, ball in zip(exact, balls, strict=True))


def test_what_cannot_happen_is_the_exact_zero() -> None:
    # Without a floor nothing is resampled at q = 0; with a floor of 1 the first decision is the last one.
    assert check_balls([0, 1], **OPTIONS, floor=Q(0)).renewals[0].contains(0)
    assert check_balls([0, 1], **OPTIONS, floor=Q(0)).renewals[0].radius == 0
    assert check_balls([0, 1], **OPTIONS, floor=Q(1)).never.sign() == 0


def test_a_floor_between_the_grid_points_has_no_law_in_balls() -> None:
    with pytest.raises(InputError, match="floor = 1/3 must be 0 or a power"):
        check_balls([1], **OPTIONS, floor=Q(1, 3))


def test_falling_queries_are_refused() -> None:
    with pytest.raises(InputError, match="never fall"):
        check_balls([1, 0], **OPTIONS)
