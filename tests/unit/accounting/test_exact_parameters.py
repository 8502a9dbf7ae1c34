from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest

from dartproof.accounting import ExactParameters
from dartproof.errors import InputError
from dartproof.numeric import LogField

INSTANCE = {"grid": 2, "keep": Fraction(9, 10), "noise": Fraction(2, 3), "clip": 3, "threshold": -1, "limit": 2}


def parameters(**changes):
    return ExactParameters(**(INSTANCE | changes))


def test_the_exponentials_are_those_of_the_family():
    p = parameters()
    # η = −2 ln(9/10), ε1 = −8 ln(2/3), ε2 = ln(1 + 1/3).
    assert p.exp_eta == Fraction(100, 81)
    assert p.exp_epsilon1 == Fraction(3, 2) ** 8
    assert p.exp_epsilon2 == Fraction(4, 3)


def test_the_field_is_that_of_the_noise():
    assert parameters().field == LogField(Fraction(2, 3))


def test_the_clip_is_counted_in_grid_steps():
    assert parameters().clip_steps == 6


def test_the_claim_multiplies_the_three_costs():
    # max(100/81, 4/3) = 4/3, and 2ηV at V = 2 is e^{4η}.
    assert parameters().claim_ratio() == Fraction(3, 2) ** 8 * Fraction(4, 3) * Fraction(100, 81) ** 4


def test_the_larger_of_eta_and_epsilon2_counts():
    assert parameters(clip=10).claim_ratio() == Fraction(3, 2) ** 8 * Fraction(100, 81) ** 5


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("grid", 0),
        ("grid", 1.0),
        ("grid", True),
        ("clip", 0),
        ("limit", -1),
        ("threshold", Fraction(1, 2)),
        ("keep", Fraction(1)),
        ("keep", Fraction(0)),
        ("keep", 0.9),
        ("noise", Fraction(3, 2)),
        ("noise", "1/2"),
    ],
)
def test_a_parameter_out_of_its_range_is_refused_by_name(name, value):
    with pytest.raises(InputError, match=f"^{name} = "):
        parameters(**{name: value})


def test_a_limit_of_zero_and_a_negative_threshold_are_allowed():
    assert parameters(limit=0, threshold=-5).claim_ratio() == Fraction(3, 2) ** 8 * Fraction(4, 3)


def test_parameters_do_not_change():
    with pytest.raises(FrozenInstanceError):
        parameters().grid = 3
