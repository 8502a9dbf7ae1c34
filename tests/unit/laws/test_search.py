"""Of `dartproof.laws.search`: it finds what an exhaustive search finds, and certifies it."""

from dataclasses import replace
from fractions import Fraction

import pytest

from dartproof.accounting import CompensatedParameters, ExactParameters
from dartproof.errors import InputError
from dartproof.laws import check
from dartproof.laws.pairs import largest_divergence
from dartproof.laws.search import search_worst_pair
from dartproof.numeric import LogField

B = ExactParameters(grid=1, keep=Fraction(9, 10), noise=Fraction(9, 10), clip=1, threshold=1, limit=2)
OTHERS = {
    "as in the known values": (B, {}),
    "a high threshold": (replace(B, noise=Fraction(1, 3), threshold=4, limit=1), {}),
    "a negative threshold": (replace(B, keep=Fraction(1, 4), threshold=-1, limit=3), {}),
    "halves": (replace(B, grid=2, noise=Fraction(2, 3), threshold=3), {}),
    "exponential noise": (
        replace(B, keep=Fraction(2, 3), clip=2),
        {"noise_multiples": (1, 1), "noise_shape": "exponential"},
    ),
    "the compensated learner": (
        CompensatedParameters(grid=1, keep=Fraction(9, 10), noise=Fraction(4, 5), clip_steps=2, threshold=4, limit=2),
        {},
    ),
}


def ratio(certificate):
    field = LogField(certificate.learner.parameters.noise)
    return field.polynomial(certificate.above) / field.polynomial(certificate.below)


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("rounds", [4, 5])
def test_it_finds_the_maximum_over_all_pairs(name, rounds):
    parameters, noises = OTHERS[name]
    found = search_worst_pair(parameters, rounds, 2, **noises)
    assert ratio(found.certificate) == largest_divergence(parameters, rounds, 2, **noises).ratio


def test_it_comes_close_to_the_sharp_bound_at_eighty_rounds():
    parameters = ExactParameters(grid=1, keep=Fraction(3, 4), noise=Fraction(1, 2), clip=5, threshold=0, limit=3)
    found = search_worst_pair(parameters, 80, 3, restarts=1, steps=10)
    lower, _ = found.certificate.log_ratio
    assert lower > Fraction("3.40006")
    assert all(claim.holds for claim in found.certificate.claims)


def test_random_streams_lead_to_the_maximum_too():
    # The second climb is from random streams; a single structured start may do without.
    found = search_worst_pair(B, 4, 2, restarts=2, seed=1)
    assert ratio(found.certificate) == largest_divergence(B, 4, 2).ratio


def test_more_steps_find_no_less():
    least, most = (search_worst_pair(B, 6, 3, restarts=2, steps=steps) for steps in (1, 300))
    assert ratio(least.certificate) < ratio(most.certificate)
    assert least.looked_at < most.looked_at


def test_what_it_finds_is_certified_as_found_by_a_search():
    certificate = search_worst_pair(B, 6, 3, restarts=1).certificate
    assert check(certificate).accepted
    assert certificate.found == "search"


def test_a_seed_leads_to_one_result():
    assert search_worst_pair(B, 6, 2, seed=3) == search_worst_pair(B, 6, 2, seed=3)


def test_a_control_that_is_not_private_is_found_out():
    parameters = replace(OTHERS["the compensated learner"][0], floor=Fraction(0))
    assert search_worst_pair(parameters, 5, 2, restarts=1).certificate.log_ratio is None


def test_progress_counts_the_climbs():
    reports = []
    search_worst_pair(B, 3, 1, restarts=3, progress=lambda *report: reports.append(report))
    assert reports == [("climbs", 1, 3), ("climbs", 2, 3), ("climbs", 3, 3)]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"rounds": 1}, "rounds = 1"),
        ({"experts": 0}, "experts = 0"),
        ({"restarts": 0}, "restarts = 0"),
        ({"steps": 0}, "steps = 0"),
    ],
)
def test_a_search_for_nothing_is_refused(changes, words):
    with pytest.raises(InputError, match=words):
        search_worst_pair(B, **{"rounds": 3, "experts": 2, **changes})
