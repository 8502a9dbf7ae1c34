"""The privacy of the compensated learner, and the parameters of its theorem."""

import math
from fractions import Fraction as Q
from itertools import product

import pytest

from dartproof.accounting import CompensatedParameters, optimal
from dartproof.accounting.compensated_total import compensated_total, least_epsilon2, pure_compensated_parameters
from dartproof.errors import InputError
from dartproof.numeric import exp, expm1, log


@pytest.mark.parametrize(
    ("noise", "keep", "multiples", "clip_steps"),
    [
        (Q(1, 2), Q(9, 10), (1, 1), 1),
        (Q(9, 10), Q(1, 4), (2, 1), 6),  # the second term of ε2 is the larger one
        (Q(9, 10), Q(1, 20), (1, 3), 2),  # the threshold noise costs more
    ],
)
def test_the_total_is_the_claim_of_the_exact_family(
    noise: Q, keep: Q, multiples: tuple[int, int], clip_steps: int
) -> None:
    exact = CompensatedParameters(
        grid=2, keep=keep, noise=noise, clip_steps=clip_steps, threshold=9, limit=3, noise_multiples=multiples
    )
    rate = -2 * log(noise)
    total = compensated_total(
        eta=-2 * log(keep),
        clip=Q(clip_steps, 2),
        threshold_scale=1 / (multiples[0] * rate),
        query_scale=1 / (multiples[1] * rate),
        limit=3,
    )
    assert abs(total - log(exact.claim_ratio())) < Q(1, 10**30)


def test_epsilon2_is_the_larger_of_its_two_bounds() -> None:
    # ln(1 + 1/c) for a small ηc; at η = 1, c = 4, b2 = 1: ln(1 + (e^4 - 1)(1 - e^-1)).
    assert float(least_epsilon2(eta=0, clip=1, query_scale=1)) == pytest.approx(math.log(2), rel=1e-15)
    expected = math.log1p(math.expm1(4) * -math.expm1(-1))
    assert float(least_epsilon2(eta=1, clip=4, query_scale=1)) == pytest.approx(expected, rel=1e-15)


def test_a_huge_exponent_is_no_obstacle() -> None:
    # ln(1 + (e^a - 1)(1 - u)) is a + ln(1 - u) up to e^-a.
    value = least_epsilon2(eta=10**9, clip=1, query_scale=1)
    assert abs(value - 10**9 - log(-expm1(-1))) < Q(1, 10**30)


def test_delta_pays_for_resamples_by_optimal_composition() -> None:
    parts = {"eta": Q(1, 100), "clip": 3, "threshold_scale": 4, "query_scale": 4}
    pure, approximate = (compensated_total(**parts, limit=300, delta=delta) for delta in (Q(0), Q(1, 10**6)))
    assert float(pure) == pytest.approx(0.25 + math.log(4 / 3) + 6)
    saved = 6 - optimal(300, Q(2, 100), Q(1, 10**6))
    assert float(pure - approximate) == pytest.approx(float(saved))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"eta": -1}, "eta = -1"),
        ({"clip": 0}, "clip = 0"),
        ({"threshold_scale": 0}, "threshold_scale = 0"),
        ({"query_scale": -1}, "query_scale = -1"),
        ({"limit": -1}, "-1"),
    ],
)
def test_arguments_out_of_range_are_refused(change: dict[str, int], message: str) -> None:
    good = {"eta": 1, "clip": 1, "threshold_scale": 1, "query_scale": 1, "limit": 1}
    with pytest.raises(InputError, match=message):
        compensated_total(**(good | change))


SETTINGS = [
    (rounds, experts, epsilon, loss)
    for rounds, experts, epsilon in product((1, 2, 1000, 10**7), (2, 10, 1000), (Q(1), Q(1, 3), Q(1, 1000)))
    for loss in {Q(0), Q(1, 2), Q(rounds, 100), Q(rounds), Q(5 * rounds)}
]


@pytest.mark.parametrize(("rounds", "experts", "epsilon", "loss"), SETTINGS)
def test_the_parameters_of_the_theorem_are_epsilon_dp(rounds: int, experts: int, epsilon: Q, loss: Q) -> None:
    choice = pure_compensated_parameters(rounds=rounds, experts=experts, epsilon=epsilon, loss_bound=loss)
    resamples = 2 * choice.limit * choice.eta
    assert resamples <= epsilon / 2
    # 1/b1 + η is below ε/2, and 1/b2 + ε2 is just that, as ln(1 + 1/c) = ε/4: undecidable, hence in balls.
    assert 1 / choice.scale + choice.eta < epsilon / 2
    assert exp(choice.eta * choice.clip) <= 2
    epsilon2 = least_epsilon2(eta=choice.eta, clip=choice.clip, query_scale=choice.scale)
    assert abs(1 / choice.scale + epsilon2 - epsilon / 2) < Q(1, 10**30)
    assert choice.tau - choice.clip > -Q(1, 10**30)


def test_the_parameters_at_a_setting_computed_by_hand() -> None:
    # T = 10^5, N = 10, ε = 1, L' = 316: λ = ln(8·10^5/316) = 7.83667, and the first term of η is the least.
    choice = pure_compensated_parameters(rounds=10**5, experts=10, epsilon=Q(1), loss_bound=Q(316))
    lag = math.log(8e5 / 316) + 3.5
    terms = (
        1 / (32 * math.log(10) + 28 / 3 * math.log(1e5) + 8),
        math.sqrt(1 / (32 * 316)),
        math.sqrt(math.log(10) / (2 * 316 * lag)),
    )
    assert float(choice.eta) == pytest.approx(min(terms), rel=1e-15)
    clip = 1 / math.expm1(0.25)
    assert float(choice.clip) == pytest.approx(clip, rel=1e-15)
    potential = math.log(10) + min(terms) * 316
    floor = potential / (2e5 * min(terms) * clip)
    assert float(choice.tau) == pytest.approx(clip - 4 * math.log(floor), rel=1e-14)
    assert choice.limit == math.ceil(4 * potential + 7 / 6 * math.log(1e5))
    assert choice.scale == 4
    bound = (
        4 * math.sqrt(2) * math.sqrt(316 * math.log(10) * lag)
        + 8 * math.sqrt(2) * math.log(10) * math.sqrt(316)
        + math.log(10) * (64 * math.log(10) + 19 * math.log(1e5) + 16)
        + 1
    )
    assert float(choice.regret_bound) == pytest.approx(bound, rel=1e-14)


def test_a_bound_beyond_the_rounds_counts_as_the_rounds() -> None:
    first, second = (
        pure_compensated_parameters(rounds=100, experts=3, epsilon=Q(1), loss_bound=loss) for loss in (Q(100), Q(10**9))
    )
    assert (float(first.eta), first.limit) == (float(second.eta), second.limit)


def test_a_single_expert_is_never_left() -> None:
    choice = pure_compensated_parameters(rounds=100, experts=1, epsilon=Q(1), loss_bound=Q(5))
    assert (choice.eta.exact, choice.limit, choice.regret_bound.exact) == (0, 0, 0)
    assert abs(choice.tau - choice.clip) < Q(1, 10**30)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rounds": 0}, "rounds = 0"),
        ({"experts": 0}, "experts = 0"),
        ({"epsilon": Q(2)}, "epsilon = 2"),
        ({"epsilon": Q(0)}, "epsilon = 0"),
        ({"loss_bound": Q(-1)}, "loss_bound = -1"),
    ],
)
def test_settings_out_of_range_are_refused(change: dict[str, object], message: str) -> None:
    good = {"rounds": 10, "experts": 2, "epsilon": Q(1), "loss_bound": Q(1)}
    with pytest.raises(InputError, match=message):
        pure_compensated_parameters(**(good | change))
