"""The law of AboveThreshold in balls contains the exact one."""

from fractions import Fraction as Q

import pytest

from dartproof.errors import InputError
from dartproof.mechanisms.halting import halting_law
from dartproof.mechanisms.halting_balls import halting_balls
from dartproof.numeric import Ball, LogField, LogNumber


def encloses(ball: Ball, number: LogNumber) -> bool:
    return ball.lower <= number <= ball.upper


@pytest.mark.parametrize("shape", ["laplace", "exponential"])
@pytest.mark.parametrize("multiples", [(2, 1), (1, 1), (1, 3)])
@pytest.mark.parametrize(
    ("queries", "threshold"), [((), 1), ((0, 1, 1, 3), 1), ((-1, 0, 5, 5), 0), ((1, 1, 2), -2), ((0, 0, 0), 3)]
)
def test_balls_contain_the_exact_law(
    queries: tuple[int, ...], threshold: int, multiples: tuple[int, int], shape: str
) -> None:
    options = {"threshold": threshold, "field": LogField(Q(3, 4)), "noise_multiples": multiples, "noise_shape": shape}
    exact = halting_law(queries, grid=1, **options)
    balls = halting_balls(queries, **options)
    assert all(map(encloses, balls, exact))
    assert all(ball.radius <= Q(1, 2**126) * ball.upper for ball in balls)


def test_balls_of_other_noises_do_not_contain_it() -> None:
    exact = halting_law([0, 1, 2], threshold=1, grid=1, field=LogField(Q(3, 4)), noise_multiples=(2, 1))
    balls = halting_balls([0, 1, 2], threshold=1, field=LogField(Q(3, 4)), noise_multiples=(1, 1))
    assert not any(map(encloses, balls[1:], exact[1:]))


def test_a_probability_of_one_in_ten_to_the_hundred_keeps_its_accuracy() -> None:
    # Pr[ν - ξ >= 100] = (4 y^100 - y^200)/6 with y = 1/10 and rates 2L, L.
    ball = halting_balls([0], threshold=100, field=LogField(Q(1, 10)), bits=64)[0]
    exact = (4 * Q(1, 10**100) - Q(1, 10**200)) / 6
    assert ball.contains(exact)
    assert ball.radius <= exact / 2**62


def test_the_law_of_seventy_queries_sums_to_one() -> None:
    balls = halting_balls([j // 2 for j in range(70)], threshold=20, field=LogField(Q(9, 10)))
    total = sum(balls, Ball.of(0, 128))
    assert total.contains(1)
    assert total.radius < Q(1, 2**120)


def test_more_bits_give_smaller_balls_within_the_larger_ones() -> None:
    few, many = (halting_balls([0, 1, 3], threshold=2, field=LogField(Q(3, 4)), bits=bits) for bits in (64, 256))
    for rough, fine in zip(few, many, strict=True):
        assert rough.lower <= fine.lower <= fine.upper <= rough.upper
        assert fine.bits == 256


def test_bad_arguments_are_refused() -> None:
    field = LogField(Q(1, 2))
    with pytest.raises(InputError, match="queries that never fall"):
        halting_balls([1, 0], threshold=1, field=field)
    with pytest.raises(InputError, match="noise multiples = 2,0"):
        halting_balls([1], threshold=1, field=field, noise_multiples=(2, 0))
    with pytest.raises(InputError, match="must be one of"):
        halting_balls([1], threshold=1, field=field, noise_shape="gaussian")
