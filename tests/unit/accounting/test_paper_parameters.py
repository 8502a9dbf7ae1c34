import math
from fractions import Fraction
from typing import NamedTuple

import pytest

from dartproof.accounting import approx_parameters, pure_parameters
from dartproof.errors import InputError
from dartproof.numeric import exp, log

MILLIONTH = Fraction(1, 10**6)


def parameters(rounds, experts, epsilon, delta, loss_bound):
    setting = {"rounds": rounds, "experts": experts, "epsilon": epsilon, "loss_bound": loss_bound}
    return approx_parameters(delta=delta, **setting) if delta else pure_parameters(**setting)


class Row(NamedTuple):
    """A published row: η and τ rounded to nearest, the total cut off."""

    setting: tuple[int, int, int | Fraction, int | Fraction, int]
    eta: str
    tau: str
    limit: int
    total: str


TABLE = [
    Row(
        setting=(10**3, 10, 1, 0, 100),
        eta="2.87231800200563378076143464892e-5",
        tau="533.157171226748371624425276659",
        limit=2169,
        total="0.79126782159367",
    ),
    Row(
        setting=(10**3, 10, 1, MILLIONTH, 100),
        eta="0.000115622713841087581031305255869",
        tau="533.157171226748371624425276659",
        limit=2170,
        total="0.74174017282319",
    ),
    Row(
        setting=(10**5, 1000, 1, 0, 10**4),
        eta="1.72339080120338026845686078935e-5",
        tau="864.729424617890950123016046134",
        limit=3798,
        total="0.79757543192607",
    ),
    Row(
        setting=(10**7, 10, Fraction(1, 10), 0, 10**6),
        eta="1.23099342943098590604061484954e-6",
        tau="11967.2422930851028053480889774",
        limit=4835,
        total="0.07857037312926",
    ),
    Row(
        setting=(10**7, 10, 1, MILLIONTH, 10**6),
        eta="7.14227080317593292942958674950e-5",
        tau="1196.30167800903352862160681561",
        limit=9819,
        total="0.78682315917835",
    ),
]


@pytest.mark.parametrize("row", TABLE)
def test_the_published_parameters_are_reproduced(row):
    p = parameters(*row.setting)
    assert (p.eta.decimal(30), p.tau.decimal(30), p.limit) == (row.eta, row.tau, row.limit)
    assert p.epsilon_total.decimal(20, "down").startswith(row.total)


@pytest.mark.parametrize(
    ("rounds", "experts", "loss_bound", "eta", "limit"),
    [(1, 2, 0, "0.0004583283096", 121), (2, 2, 0, "0.000286249016", 315)],
)
def test_the_smallest_settings_are_reproduced(rounds, experts, loss_bound, eta, limit):
    p = parameters(rounds, experts, 1, 0, loss_bound)
    assert p.eta.decimal(len(eta.lstrip("0.")), "nearest") == eta
    assert p.limit == limit


@pytest.mark.parametrize("delta", [0, MILLIONTH])
def test_a_single_expert_is_never_left(delta):
    p = parameters(1000, 1, 1, delta, 5)
    assert (p.eta.exact, p.epsilon_total.exact, p.regret_bound.exact) == (0, Fraction(2, 3), 0)
    assert p.active == ("eta4",)


def test_a_single_expert_resamples_within_the_published_limit():
    assert parameters(1000, 1, 1, 0, 5).limit == 2006


@pytest.mark.parametrize(("rounds", "loss_bound"), [(1, 0), (1, 7), (9, 0)])
def test_a_single_expert_is_never_left_in_the_other_edge_cases(rounds, loss_bound):
    assert parameters(rounds, 1, 1, 0, loss_bound).eta.exact == 0


@pytest.mark.parametrize("delta", [0, MILLIONTH])
@pytest.mark.parametrize(
    ("rounds", "loss_bound", "infinite"),
    [(1, 0, {"eta2", "eta3", "eta4"}), (1, 1, {"eta2", "eta4"}), (5, 0, {"eta3", "eta4"}), (5, 1, set())],
)
def test_terms_that_divide_by_zero_are_infinite(delta, rounds, loss_bound, infinite):
    branches = parameters(rounds, 2, 1, delta, loss_bound).branches
    assert {name for name, term in branches.items() if term is None} == infinite


@pytest.mark.parametrize(
    ("rounds", "experts", "delta", "loss_bound", "active"),
    [
        (2, 10, 0, 0, "eta1"),
        (1000, 10, 0, 100, "eta2"),
        (10**7, 10, 0, 10**7, "eta3"),
        (10**7, 10, MILLIONTH, 10**6, "eta3"),
        (10**600, 2, 0, 10**30, "eta4"),
    ],
)
def test_the_active_term_is_named(rounds, experts, delta, loss_bound, active):
    assert parameters(rounds, experts, 1, delta, loss_bound).active == (active,)


def test_terms_that_tie_are_both_named():
    # η3 = η4 exactly where ln T = 1278 ln N, a tie that no precision can show.
    assert parameters(2**1278, 2, 1, 0, 10**12).active == ("eta3", "eta4")


def test_eta3_of_the_pure_theorem_is_active_beyond_the_published_bound_only():
    # η3 < η2 from L' = 5040²/1278 · ln²T/ε = 19,876 ln²T/ε on.
    bound = Fraction(5040**2, 1278) * log(10**7) ** 2
    assert parameters(10**7, 2, 1, 0, bound.floor()).active == ("eta2",)
    assert parameters(10**7, 2, 1, 0, bound.ceil()).active == ("eta3",)


@pytest.mark.parametrize(
    ("rounds", "experts", "epsilon", "loss_bound"),
    [(1, 2, 1, 0), (2, 2, 1, 2), (1000, 10, Fraction(1, 100), 500), (10**7, 10**6, 1, 10**7), (10**300, 3, 1, 10**9)],
)
@pytest.mark.parametrize("delta", [0, Fraction(1, 10**400)])
def test_the_conditions_of_the_theorems_hold(rounds, experts, epsilon, loss_bound, delta):
    conditions = parameters(rounds, experts, epsilon, delta, loss_bound).conditions
    assert [c.name for c in conditions if not c.holds] == []


def test_eta_tau_exceeds_one_for_a_constant_delta_and_an_astronomic_horizon():
    rounds = exp(250).floor()
    p = approx_parameters(rounds=rounds, experts=2, epsilon=1, delta=Fraction(1, 2), loss_bound=0)
    assert {c.name: c.holds for c in p.conditions} == {
        "eta <= epsilon/3": True,
        "Comp <= epsilon/3": True,
        "eta*tau <= 1": False,
        "epsilon_total <= epsilon": True,
    }
    assert (p.eta * p.tau).decimal(5) == "1.0003"


def test_eta_tau_grows_with_the_horizon():
    # 2^1442695 is the power of two next to e^(10^6).
    p = approx_parameters(rounds=2**1442695, experts=2, epsilon=1, delta=Fraction(1, 2), loss_bound=0)
    assert (p.eta * p.tau).floor() == 63


@pytest.mark.parametrize("exponent", [10, 100, 150, 250, 1000])
@pytest.mark.parametrize("delta", [Fraction(1, 2), Fraction(1, 100), MILLIONTH])
def test_eta_tau_is_at_most_one_exactly_where_delta_is_small_enough_for_eta2(exponent, delta):
    # Where η2 is the active term, ητ ≤ 1 is ln(3/δ) ≥ (ετ)²/(2592·k2), k2 = ⌈280 ln T⌉.
    rounds = exp(exponent).floor()
    p = approx_parameters(rounds=rounds, experts=2, epsilon=1, delta=delta, loss_bound=0)
    small_enough = log(3 / delta) >= p.tau**2 / (2592 * (280 * log(rounds)).ceil())
    assert "eta2" in p.active or small_enough
    assert next(c.holds for c in p.conditions if c.name == "eta*tau <= 1") == small_enough


def test_the_limit_lies_a_hair_above_an_integer_and_is_still_exact():
    p = parameters(1000, 10, 1, MILLIONTH, 100)
    counted = 71 * (log(10) + p.eta * 100 + 1) + 280 * log(1000)
    assert 2169 < counted < 2170


def test_the_optimal_composition_is_smaller_than_the_split_one():
    p = parameters(10**7, 10, 1, MILLIONTH, 10**6)
    assert p.composition_optimal() < p.composition
    assert p.epsilon_total_optimal() < p.epsilon_total


def test_without_delta_both_compositions_are_basic():
    p = parameters(1000, 10, 1, 0, 100)
    assert p.composition_optimal().decimal(30) == p.composition.decimal(30) == (2 * p.eta * p.limit).decimal(30)


def test_the_approximate_theorem_at_delta_zero_is_its_limit():
    at_zero = approx_parameters(rounds=1000, experts=10, epsilon=1, delta=0, loss_bound=100)
    near_zero = approx_parameters(rounds=1000, experts=10, epsilon=1, delta=Fraction(1, 10**100_000), loss_bound=100)
    assert at_zero.eta.decimal(20) == near_zero.eta.decimal(20)


def test_the_explicit_regret_bound_is_the_published_one():
    # At T = 10^5, N = 10, ε = 1, L' = 316 the bound exceeds T: η = 1.7·10^-5, V = 3459, bound 1.4·10^5.
    p = parameters(10**5, 10, 1, 0, 316)
    assert (p.eta.decimal(2), p.limit, p.regret_bound.decimal(2)) == ("1.7e-5", 3459, "1.4e5")
    assert p.regret_bound_vacuous


@pytest.mark.parametrize(
    ("rounds", "experts", "epsilon", "loss_bound"), [(10**5, 10, 1, 316), (50, 3, Fraction(1, 2), 7)]
)
def test_the_regret_bound_is_its_formula_in_floats(rounds, experts, epsilon, loss_bound):
    p = parameters(rounds, experts, epsilon, 0, loss_bound)
    eta, ln_n = float(p.eta), math.log(experts)
    alpha = 8 * (math.log(rounds) + math.log(2 * rounds**2)) / float(epsilon / Fraction(3))
    overshoot = float(p.tau) + alpha + 1
    expected = math.exp(2 * eta * overshoot) * (eta * loss_bound + ln_n) / (1 - math.exp(-eta)) - loss_bound + 2
    assert float(p.regret_bound) == pytest.approx(expected, rel=1e-10)


def test_the_regret_bound_says_something_for_long_horizons():
    assert not parameters(10**7, 10, 1, 0, 10**4).regret_bound_vacuous


def test_a_loss_bound_above_the_horizon_is_allowed():
    assert parameters(10, 2, 1, 0, 1000).limit > 0


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rounds", 0),
        ("rounds", 10.0),
        ("experts", 0),
        ("experts", True),
        ("epsilon", 0),
        ("epsilon", Fraction(-1, 2)),
        ("epsilon", Fraction(3, 2)),
        ("epsilon", 0.5),
        ("delta", 1),
        ("delta", Fraction(-1, 2)),
        ("loss_bound", -1),
        ("loss_bound", 0.5),
    ],
)
def test_an_argument_out_of_its_range_is_refused_by_name(name, value):
    setting = {"rounds": 10, "experts": 2, "epsilon": 1, "delta": 0, "loss_bound": 1} | {name: value}
    with pytest.raises(InputError, match=f"^{name} = "):
        approx_parameters(**setting)
