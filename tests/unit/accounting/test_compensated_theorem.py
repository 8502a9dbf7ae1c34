"""The parameters of the theorems on the compensated learner."""

import math
from fractions import Fraction as Q
from itertools import product

import pytest

from dartproof.accounting.compensated_theorem import (
    CompensatedTheoremParameters,
    compensated_approx_parameters,
    compensated_pure_parameters,
    interval_constant,
)
from dartproof.accounting.compensated_total import compensated_total, pure_compensated_parameters
from dartproof.accounting.poisson import poisson_tail
from dartproof.accounting.zcdp import best_composed
from dartproof.errors import InputError
from dartproof.numeric import Real

SETTINGS = [
    (rounds, experts, epsilon, loss)
    for rounds, experts, epsilon in product((2, 1000, 10**7), (2, 1000), (Q(1), Q(1, 1000)))
    for loss in (Q(0), Q(1, 2), Q(rounds))
]


def close(real: Real, number: float) -> bool:
    """Whether a real is the number up to rounding errors of floats."""
    return float(real) == pytest.approx(number, rel=1e-13)


@pytest.mark.parametrize(("rounds", "experts", "epsilon", "loss"), SETTINGS)
def test_every_inequality_of_the_pure_proof_holds(rounds: int, experts: int, epsilon: Q, loss: Q) -> None:
    p = compensated_pure_parameters(rounds=rounds, experts=experts, epsilon=epsilon, loss_bound=loss)
    assert [condition.name for condition in p.conditions if not condition.holds] == []
    assert p.epsilon_total <= epsilon


@pytest.mark.parametrize("delta", [Q(1, 10**6), Q(99, 100)])
@pytest.mark.parametrize(("rounds", "experts", "epsilon", "loss"), SETTINGS)
def test_every_inequality_of_the_approximate_proof_holds(
    rounds: int, experts: int, epsilon: Q, loss: Q, delta: Q
) -> None:
    p = compensated_approx_parameters(rounds=rounds, experts=experts, epsilon=epsilon, delta=delta, loss_bound=loss)
    assert [condition.name for condition in p.conditions if not condition.holds] == []
    assert p.epsilon_total <= epsilon


@pytest.mark.parametrize(("rounds", "experts", "epsilon", "loss"), SETTINGS)
def test_the_pure_total_is_that_of_the_privacy_theorem(rounds: int, experts: int, epsilon: Q, loss: Q) -> None:
    p = compensated_pure_parameters(rounds=rounds, experts=experts, epsilon=epsilon, loss_bound=loss)
    total = compensated_total(
        eta=p.eta, clip=p.clip, threshold_scale=p.scale, query_scale=p.scale, limit=p.limit, delta=0
    )
    assert abs(total - p.epsilon_total) < Q(1, 10**30)


def test_the_resamples_cost_no_less_than_by_the_best_conversion() -> None:
    p = compensated_approx_parameters(rounds=10**5, experts=10, epsilon=Q(1), delta=Q(1, 10**6), loss_bound=316)
    assert best_composed(p.limit, p.eta, p.delta).epsilon < p.resamples < Q(1, 2)


def test_the_limit_suffices_for_a_poisson_variable() -> None:
    p = compensated_pure_parameters(rounds=10**5, experts=10, epsilon=Q(1), loss_bound=316)
    assert poisson_tail(2 * p.potential, p.limit) < Q(1, 10**5)


def test_one_round_is_played_as_the_first_of_two() -> None:
    arguments = {"experts": 10, "epsilon": Q(1), "loss_bound": Q(1)}
    p, choice = compensated_pure_parameters(rounds=2, **arguments), pure_compensated_parameters(rounds=1, **arguments)
    assert (choice.limit, choice.scale, float(choice.eta)) == (p.limit, p.scale, float(p.eta))


def test_the_pure_parameters_at_a_setting_computed_by_hand() -> None:
    # T = 10^5, N = 10, eps = 1, L' = 316: the first term of eta is the least, 1/(32 ln 10 + (28/3) ln 10^5 + 8).
    p = compensated_pure_parameters(rounds=10**5, experts=10, epsilon=1, loss_bound=316)
    ln_n, ln_t, clip = math.log(10), math.log(1e5), 1 / math.expm1(0.25)
    eta = 1 / (32 * ln_n + 28 / 3 * ln_t + 8)
    potential = ln_n + 316 * eta
    tau = clip + 4 * math.log(2e5 * eta * clip / potential)
    z = 4 + 16 / (tau + 1 + 4)
    most = (tau + 1 + z + max(0.0, z - clip)) / 2
    assert close(p.eta, eta)
    assert close(p.tau, tau)
    assert p.limit == math.ceil(4 * potential + 7 / 6 * ln_t) == 30
    assert close(p.interval_constant, most)
    assert close(p.resamples, 2 * eta * 30)
    assert close(p.regret_steps, 2 * ln_n / eta + 2 * eta * (most + 0.5) * 316 + 1)


def test_the_approximate_parameters_at_a_setting_computed_by_hand() -> None:
    # The second term is the least: (1/(64 l 316))^(1/3) with l = ln(10^6) + 1/2.
    p = compensated_approx_parameters(rounds=10**5, experts=10, epsilon=1, delta=Q(1, 10**6), loss_bound=316)
    spread, ln_n, lasting = math.log(1e6) + 0.5, math.log(10), math.log(2e5) + 3.5
    count = 4 * ln_n + 7 / 6 * math.log(1e5) + 1
    lag = math.log(8e5 / 316) + 3.5
    terms = {
        "privacy": 1 / (4 * math.sqrt(spread * count)),
        "privacy at a loss": (64 * spread * 316) ** (-1 / 3),
        "regret": math.sqrt(ln_n / (2 * 316 * lag)),
        "interval": 1 / (4 * lasting),
    }
    branches = {name: float(term) for name, term in p.branches.items() if term is not None}
    assert branches == pytest.approx(terms, rel=1e-13)
    assert close(p.eta, min(terms.values()))
    main = 4 * math.sqrt(2) * math.sqrt(316 * ln_n * lag)
    rest = 8 * ln_n * (math.sqrt(spread * count) + (spread * 316) ** (1 / 3) + lasting)
    assert close(p.regret_bound, main + rest + 1)


@pytest.mark.parametrize("theorem", ["pure", "approximate"])
def test_without_losses_the_terms_with_the_loss_are_left_out(theorem: str) -> None:
    p = parameters(theorem, loss_bound=0)
    assert [name for name, term in p.branches.items() if term is None] == ["privacy at a loss", "regret"]
    assert p.longest_lag is None


@pytest.mark.parametrize("theorem", ["pure", "approximate"])
def test_a_bound_beyond_the_rounds_counts_as_the_rounds(theorem: str) -> None:
    assert parameters(theorem, loss_bound=10**9).loss_bound == 100


@pytest.mark.parametrize(
    ("tau", "clip", "expected"),
    [
        (3, 1, Q(27, 10)),  # z = 1 + 1/5, kappa = 1/5, M = (4 + 6/5 + 1/5)/2
        (3, 2, Q(26, 10)),  # kappa = 0
    ],
)
def test_the_constant_of_an_interval_computed_by_hand(tau: int, clip: int, expected: Q) -> None:
    assert interval_constant(tau=Q(tau), clip=Q(clip), scale=Q(1)).exact == expected


@pytest.mark.parametrize("theorem", ["pure", "approximate"])
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rounds": 1}, "rounds = 1"),
        ({"experts": 1}, "experts = 1"),
        ({"rounds": True}, "rounds = True"),
        ({"epsilon": Q(2)}, "epsilon = 2"),
        ({"epsilon": 0}, "epsilon = 0"),
        ({"epsilon": 0.5}, "epsilon = 0.5"),
        ({"loss_bound": Q(-1)}, "loss_bound = -1"),
    ],
)
def test_settings_out_of_range_are_refused(theorem: str, change: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        parameters(theorem, **change)


@pytest.mark.parametrize("delta", [Q(0), Q(1), Q(-1, 2)])
def test_a_delta_out_of_range_is_refused(delta: Q) -> None:
    with pytest.raises(InputError, match="delta = "):
        compensated_approx_parameters(rounds=10, experts=2, epsilon=1, delta=delta, loss_bound=1)


def parameters(theorem: str, **change: object) -> CompensatedTheoremParameters:
    """The parameters at T = 100, N = 3, eps = 1, L' = 1 and perhaps delta = 1/100, but for some change."""
    good = {"rounds": 100, "experts": 3, "epsilon": 1, "loss_bound": 1}
    if theorem == "pure":
        return compensated_pure_parameters(**(good | change))
    return compensated_approx_parameters(**(good | {"delta": Q(1, 100)} | change))
