import dataclasses
from fractions import Fraction

import pytest

from dartproof.accounting import ExactParameters, optimal, privacy_ratio, privacy_total
from dartproof.errors import InputError
from dartproof.numeric import log

INSTANCE = ExactParameters(grid=1, keep=Fraction(9, 10), noise=Fraction(9, 10), clip=1, threshold=1, limit=2)


def test_the_total_adds_the_three_costs():
    total = privacy_total(epsilon1=Fraction(1, 3), epsilon2=Fraction(1, 4), eta=Fraction(1, 100), limit=5)
    assert total.exact == Fraction(1, 3) + Fraction(1, 4) + Fraction(1, 10)


def test_a_larger_eta_replaces_epsilon2():
    total = privacy_total(epsilon1=1, epsilon2=Fraction(1, 4), eta=Fraction(1, 2), limit=0)
    assert total.exact == Fraction(3, 2)


def test_with_delta_the_composition_is_optimal():
    total = privacy_total(epsilon1=1, epsilon2=1, eta=Fraction(1, 10), limit=50, delta=Fraction(1, 1000))
    assert (total - 2).decimal(20) == optimal(50, Fraction(1, 5), Fraction(1, 1000)).decimal(20)


def test_the_ratio_without_delta_is_the_claim():
    assert privacy_ratio(INSTANCE) == INSTANCE.claim_ratio()


@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 1000), Fraction(1, 5)])
def test_the_ratio_is_the_exponential_of_the_total(delta):
    total = privacy_total(
        epsilon1=log(INSTANCE.exp_epsilon1),
        epsilon2=log(INSTANCE.exp_epsilon2),
        eta=log(INSTANCE.exp_eta),
        limit=INSTANCE.limit,
        delta=delta,
    )
    assert total.exp().enclosure(256).contains(privacy_ratio(INSTANCE, delta))


def test_a_larger_eta_replaces_epsilon2_in_the_ratio():
    # η = −ln(9/10) exceeds ε2 = ln(11/10).
    small_clip_cost = dataclasses.replace(INSTANCE, clip=10, limit=0)
    assert privacy_ratio(small_clip_cost) == Fraction(10, 9) ** 4 * Fraction(10, 9)


def test_delta_lowers_the_ratio():
    assert privacy_ratio(INSTANCE, Fraction(1, 1000)) < privacy_ratio(INSTANCE)


@pytest.mark.parametrize("change", [{"epsilon1": 0}, {"epsilon2": -1}, {"eta": -1}, {"limit": -1}, {"delta": 1}])
def test_arguments_out_of_range_are_refused(change):
    arguments = {"epsilon1": 1, "epsilon2": 1, "eta": 1, "limit": 1, "delta": 0} | change
    with pytest.raises(InputError):
        privacy_total(**arguments)
