"""The exact family of the compensated learner."""

from dataclasses import FrozenInstanceError
from fractions import Fraction as Q

import pytest

from dartproof.accounting import CompensatedParameters
from dartproof.errors import InputError
from dartproof.numeric import LogField

INSTANCE = {"grid": 2, "keep": Q(9, 10), "noise": Q(2, 3), "clip_steps": 3, "threshold": 5, "limit": 2}


def parameters(**changes: object) -> CompensatedParameters:
    return CompensatedParameters(**(INSTANCE | changes))


def test_the_floor_is_the_hazard_at_threshold_minus_clip() -> None:
    # e^(-(τ - c)/b2) with τ - c = 2 grid steps and 1/b2 = MN L per step.
    assert parameters().least_hazard == Q(2, 3) ** 2
    assert parameters(noise_multiples=(1, 3)).least_hazard == Q(2, 3) ** 6
    assert parameters(threshold=3).least_hazard == 1


def test_the_compensation_is_what_a_clipped_coin_loses() -> None:
    assert parameters().compensation == Q(4, 9) * (1 - Q(729, 1000))


def test_a_floor_of_its_own_makes_a_control() -> None:
    control = parameters(floor=Q(1, 4), threshold=0)
    assert control.least_hazard == Q(1, 4)
    assert control.compensation == Q(271, 4000)


def test_the_least_epsilon2_is_that_of_the_resample_where_the_clip_is_small() -> None:
    # 1 + 1/c with c = 3/2 beats 1 + (e^(ηc) - 1)(1 - e^(-1/b2)) = 1 + (1000/729 - 1)(1 - 4/9) here.
    assert parameters().exp_epsilon2 == Q(5, 3)


def test_the_least_epsilon2_is_that_of_the_keep_where_the_clip_is_large() -> None:
    large = parameters(clip_steps=40, threshold=40)
    assert large.exp_epsilon2 == 1 + (Q(10, 9) ** 40 - 1) * Q(5, 9) > 1 + Q(2, 40)


def test_the_claim_is_the_affected_interval_and_two_eta_for_each_resample() -> None:
    p = parameters()
    assert p.exp_eta == Q(100, 81)
    # max(e^(1/b1 + η), e^(1/b2 + ε2)) with e^(1/b) = 9/4.
    assert p.check_ratio() == Q(9, 4) * Q(5, 3)
    assert p.claim_ratio() == Q(9, 4) * Q(5, 3) * Q(100, 81) ** 4


def test_noise_on_xi_that_is_too_small_is_what_counts() -> None:
    assert parameters(noise_multiples=(3, 1)).check_ratio() == Q(9, 4) ** 3 * Q(100, 81)


def test_the_field_is_that_of_the_noise() -> None:
    assert parameters().field == LogField(Q(2, 3))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("grid", 0),
        ("grid", True),
        ("clip_steps", 0),
        ("clip_steps", Q(3)),
        ("limit", -1),
        ("threshold", 5.0),
        ("threshold", 2),
        ("keep", Q(1)),
        ("keep", 0.9),
        ("noise", Q(0)),
        ("noise_multiples", (1,)),
        ("noise_multiples", 1),
        ("floor", Q(-1, 2)),
        ("floor", Q(3, 2)),
        ("floor", 0.5),
    ],
)
def test_a_parameter_out_of_its_range_is_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(InputError, match=f"^{name} = "):
        parameters(**{name: value})


def test_a_noise_that_is_not_positive_or_has_no_known_shape_is_refused() -> None:
    with pytest.raises(InputError, match="noise multiple = 0"):
        parameters(noise_multiples=(1, 0))
    with pytest.raises(InputError, match="'gaussian' must be one of"):
        parameters(noise_shape="gaussian")


def test_a_threshold_below_the_clip_would_make_a_probability_above_one() -> None:
    # τ = 1/2, c = 1, b2 = 2 and e^(-1/2) = y^2: h0 = e^(1/4) = 1.284.
    with pytest.raises(InputError, match="threshold = 1 is below clip_steps = 2"):
        parameters(clip_steps=2, threshold=1)


def test_parameters_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        parameters().limit = 3
