"""Learners by name: their parameters, their claims, and what is refused."""

import math
from fractions import Fraction as Q

import numpy as np
import pytest

from dartproof.accounting import advanced, optimal, privacy_total, pure_parameters
from dartproof.accounting.compensated_total import compensated_total
from dartproof.errors import InputError
from dartproof.learners import (
    BuiltLearner,
    CompensatedLearner,
    DoublingLearner,
    LazyLearner,
    ShrinkingDartboard,
    SmallLossLearner,
    build_learner,
    learner_names,
    parse_parameters,
    run,
)
from dartproof.learners.budget import Budget, private_rate
from dartproof.learners.rounding import float_above, float_below
from dartproof.numeric import Real, log
from dartproof.streams import LossStream


def build(name: str, text: str, *, rounds: int = 1000, experts: int = 10) -> BuiltLearner:
    return build_learner(name, parse_parameters([text]), rounds=rounds, experts=experts)


def test_the_names_are_those_of_the_command_line() -> None:
    assert learner_names() == (
        "multiplicative-weights",
        "shrinking-dartboard",
        "small-loss",
        "compensated",
        "lazy",
        "doubling",
    )


def test_small_loss_from_its_own_parameters_claims_lemma_3_1() -> None:
    built = build("small-loss", "eta=1/100 tau=5 limit=12 epsilon1=1/3 epsilon2=1/3")
    # 1/3 + max(1/100, 1/3) + 2·12/100
    assert built.claim.epsilon.exact == Q(2, 3) + Q(24, 100)
    assert built.claim.delta == 0
    assert built.parameters == {"eta": "1/100", "tau": "5", "limit": "12", "epsilon1": "1/3", "epsilon2": "1/3"}
    assert isinstance(built.learner, SmallLossLearner)
    assert (built.learner.tau, built.learner.limit) == (5.0, 12)


def test_parameters_that_cost_privacy_are_rounded_down() -> None:
    learner = build("small-loss", "eta=1/100 tau=5 limit=12 epsilon1=1/3 epsilon2=2/3").learner
    for rounded, given in ((learner.eta, Q(1, 100)), (learner.epsilon1, Q(1, 3)), (learner.epsilon2, Q(2, 3))):
        assert given - Q(1, 10**15) < Q(rounded) <= given


def test_a_claim_with_delta_uses_optimal_composition() -> None:
    built = build("small-loss", "eta=1/100 tau=5 limit=300 epsilon1=1/3 epsilon2=1/3 delta=1e-6")
    expected = privacy_total(epsilon1=Q(1, 3), epsilon2=Q(1, 3), eta=Q(1, 100), limit=300, delta=Q(1, 10**6))
    assert float(built.claim.epsilon) == pytest.approx(float(expected))
    assert float(built.claim.epsilon) < 2 / 3 + 300 * 2 / 100
    assert built.claim.delta == Q(1, 10**6)


def test_a_limit_beyond_the_rounds_claims_no_more_resamples_than_there_can_be() -> None:
    built = build("small-loss", "eta=1/100 tau=5 limit=10000000 epsilon1=1/3 epsilon2=1/3", rounds=11)
    assert built.claim.epsilon.exact == Q(2, 3) + Q(2 * 10, 100)


def test_small_loss_from_a_budget_has_the_papers_parameters() -> None:
    built = build("small-loss", "epsilon=1 loss-bound=100")
    parameters = pure_parameters(rounds=1000, experts=10, epsilon=1, loss_bound=100)
    learner = built.learner
    # The values of Theorem A.1 at T = 1000, N = 10, ε = 1, L' = 100.
    assert learner.eta == pytest.approx(2.87231800200563378e-5, rel=1e-15)
    assert learner.tau == pytest.approx(533.157171226748371624, rel=1e-15)
    assert learner.limit == 2169
    assert Real.of(Q(learner.eta)) <= parameters.eta
    assert Real.of(Q(learner.tau)) >= parameters.tau
    assert (built.claim.epsilon.exact, built.claim.delta) == (1, 0)


def test_a_claim_from_a_budget_is_kept_by_the_floats_that_the_learner_works_with() -> None:
    for text, delta in (("epsilon=1 loss-bound=100", Q(0)), ("epsilon=1/2 delta=1e-6", Q(1, 10**6))):
        built = build("small-loss", text)
        learner = built.learner
        total = privacy_total(
            epsilon1=Q(learner.epsilon1),
            epsilon2=Q(learner.epsilon2),
            eta=Q(learner.eta),
            limit=learner.limit,
            delta=delta,
        )
        assert total <= built.claim.epsilon


def test_without_a_loss_bound_the_number_of_rounds_is_trusted() -> None:
    assert build("small-loss", "epsilon=1").learner == build("small-loss", "epsilon=1 loss-bound=1000").learner


def test_delta_chooses_theorem_a2() -> None:
    pure, approximate = (build("small-loss", f"epsilon=1 loss-bound=100 delta={d}").learner for d in ("0", "1e-6"))
    assert approximate.eta == pytest.approx(1.15622713841087581e-4, rel=1e-15)
    assert approximate.eta > pure.eta


COMPENSATED = "eta=1/100 tau=9 clip=2 limit=12 threshold-scale=3 query-scale=3"


def test_the_compensated_learner_from_its_own_parameters_claims_its_theorem() -> None:
    built = build("compensated", COMPENSATED)
    # 1/3 + ln(3/2), which exceeds 1/3 + 1/100, and 2·12/100; the other term of ε2 is about ln(1 + .02·.28).
    assert float(built.claim.epsilon) == pytest.approx(1 / 3 + math.log(1.5) + 0.24, rel=1e-15)
    assert built.claim.delta == 0
    assert built.parameters["threshold-scale"] == "3"
    assert built.learner == CompensatedLearner(
        eta=float_below(Q(1, 100)), tau=9.0, clip=2.0, limit=12, threshold_scale=3.0, query_scale=3.0
    )
    shorter = build("compensated", COMPENSATED, rounds=5).claim.epsilon
    assert float(shorter) == pytest.approx(1 / 3 + math.log(1.5) + 0.08, rel=1e-15)  # at most 4 resamples


def test_the_claim_of_the_compensated_learner_with_delta_uses_optimal_composition() -> None:
    with_delta, without = (build("compensated", COMPENSATED.replace("12", "300") + d) for d in (" delta=1e-6", ""))
    saved = without.claim.epsilon - with_delta.claim.epsilon
    assert float(saved) == pytest.approx(6 - float(optimal(300, Q(2, 100), Q(1, 10**6))))


@pytest.mark.parametrize("clip", ["1/3", "2/3", "1/10", "7/10", "30/7"])
def test_a_claim_holds_of_the_clip_as_given_and_as_rounded(clip: str) -> None:
    text = f"eta=2 tau=5 clip={clip} limit=0 threshold-scale=2/3 query-scale=2/3"
    built = build("compensated", text)
    learner = built.learner
    for number in (Q(clip), Q(learner.clip)):
        total = compensated_total(
            eta=Q(learner.eta),
            clip=number,
            threshold_scale=Q(learner.threshold_scale),
            query_scale=Q(learner.query_scale),
            limit=0,
        )
        assert total <= built.claim.epsilon


def test_the_scales_of_noise_are_rounded_up() -> None:
    learner = build("compensated", "eta=1/3 tau=3 clip=1/3 limit=1 threshold-scale=1/3 query-scale=2/3").learner
    assert Q(1, 3) < Q(learner.threshold_scale) < Q(1, 3) + Q(1, 10**15)
    assert Q(2, 3) <= Q(learner.query_scale) < Q(2, 3) + Q(1, 10**15)
    assert Q(learner.eta) < Q(1, 3)


def test_a_threshold_that_equals_the_clip_does_so_in_floats() -> None:
    learner = build("compensated", "eta=1 tau=1/10 clip=1/10 limit=1 threshold-scale=1 query-scale=1").learner
    assert learner.widest_gap == 0


@pytest.mark.parametrize("budget", ["epsilon=1", "epsilon=1/10 loss-bound=50", "epsilon=1 loss-bound=0", "epsilon=1/3"])
def test_the_compensated_learner_from_a_budget_keeps_within_it(budget: str) -> None:
    built = build("compensated", budget)
    learner = built.learner
    total = compensated_total(
        eta=Q(learner.eta),
        clip=Q(learner.clip),
        threshold_scale=Q(learner.threshold_scale),
        query_scale=Q(learner.query_scale),
        limit=learner.limit,
    )
    assert total <= built.claim.epsilon
    assert built.claim.epsilon.exact == Q(budget.split(maxsplit=1)[0].removeprefix("epsilon="))
    assert learner.limit > 0


def test_multiplicative_weights_claims_optimal_composition_of_the_later_rounds() -> None:
    built = build("multiplicative-weights", "eta=1/100 delta=1e-6", rounds=51)
    assert float(built.claim.epsilon) == pytest.approx(float(optimal(50, Q(2, 100), Q(1, 10**6))))
    assert build("multiplicative-weights", "eta=1/100", rounds=51).claim.epsilon.exact == 1


@pytest.mark.parametrize("delta", ["0", "1e-6"])
def test_multiplicative_weights_from_a_budget_stays_within_it(delta: str) -> None:
    built = build("multiplicative-weights", f"epsilon=1 delta={delta}")
    assert built.claim.epsilon.exact == 1
    assert optimal(999, 2 * Q(built.learner.eta), Q(delta)) <= 1


def test_the_private_rate_is_the_better_of_basic_and_advanced_composition() -> None:
    assert private_rate(10, Q(1), Q(0)) == Q(1, 20)
    assert private_rate(3, Q(1), Q(1, 10**9)) == Q(1, 6)
    rate = private_rate(10_000, Q(1), Q(1, 10**6))
    assert rate > Q(1, 20_000)
    assert advanced(10_000, 2 * rate, Q(1, 10**6)) <= 1 < advanced(10_000, 2 * rate + Q(1, 2**39), Q(1, 10**6))


def test_learners_that_are_not_private_say_so_and_are_tuned_by_the_loss_bound() -> None:
    for name, kind in (("shrinking-dartboard", ShrinkingDartboard), ("lazy", LazyLearner)):
        built = build(name, "epsilon=1 loss-bound=100")
        assert isinstance(built.learner, kind)
        assert built.claim.epsilon is None
        assert built.learner.eta == math.sqrt(math.log(10) / 100)
    without_privacy = build("multiplicative-weights", "loss-bound=100")
    assert without_privacy.learner.eta == math.sqrt(math.log(10) / 100)
    assert without_privacy.claim.epsilon == optimal(999, 2 * Q(without_privacy.learner.eta), Q(0))


def test_lazy_counts_rounds_from_one() -> None:
    built = build("lazy", "eta=1/2 wait=3 start=2 end=5", rounds=5)
    assert (built.learner.start, built.learner.end, built.learner.delay.wait) == (1, 4, 3)
    assert built.parameters == {"eta": "1/2", "wait": "3", "start": "2", "end": "5"}
    assert build("lazy", "eta=1/2", rounds=5).parameters["end"] == "5"


def test_doubling_gives_half_of_epsilon_and_all_of_delta_to_its_inner_learners() -> None:
    built = build("doubling", "epsilon=1 delta=1e-6")
    assert isinstance(built.learner, DoublingLearner)
    assert (built.claim.epsilon.exact, built.claim.delta) == (1, Q(1, 10**6))
    inner = built.learner.inner
    assert (inner.epsilon, inner.delta, inner.rounds, inner.experts) == (Q(1, 2), Q(1, 10**6), 1000, 10)
    assert inner(250.0) == build("small-loss", "epsilon=1/2 delta=1e-6 loss-bound=250").learner


@pytest.mark.parametrize("name", learner_names())
@pytest.mark.parametrize("budget", ["epsilon=1", "epsilon=1 delta=1e-6", "epsilon=1 loss-bound=0"])
@pytest.mark.parametrize(("rounds", "experts"), [(1, 1), (1, 3), (2, 1), (20, 3)])
@pytest.mark.parametrize("loss", [0, 1])
def test_the_smallest_games_can_be_played(name: str, budget: str, rounds: int, experts: int, loss: int) -> None:
    if name == "doubling":
        budget = budget.replace("loss-bound=0", "")
    built = build(name, budget, rounds=rounds, experts=experts)
    outcome = run(built.learner, LossStream.from_rows([[loss] * experts] * rounds), np.random.default_rng(0))
    assert outcome.regret == 0
    assert outcome.picks.shape == (rounds,)


def test_one_expert_is_never_left() -> None:
    assert build("small-loss", "epsilon=1", experts=1).learner.eta == 0
    assert build("compensated", "epsilon=1", experts=1).learner.eta == 0
    assert build("lazy", "loss-bound=5", experts=1).learner.eta == 0


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("small-los", "eta=1", "learner 'small-los' is unknown; the learners are multiplicative-weights, shrinking"),
        (
            "small-loss",
            "etta=1",
            "no parameter 'etta'; valid are eta, tau, limit, epsilon1, epsilon2, delta; or from a",
        ),
        ("small-loss", "eta=1 epsilon=1", "no parameter 'eta' in a budget; valid are"),
        ("small-loss", "eta=1", "small-loss lacks the parameter 'tau'; valid are eta, tau, limit, epsilon1"),
        ("small-loss", "", "small-loss lacks the parameter 'eta'"),
        ("small-loss", "loss-bound=3", "small-loss: epsilon is missing"),
        ("small-loss", "epsilon=2", "the theorems need 0 < epsilon <= 1"),
        ("small-loss", "epsilon=1 preset=best", "preset = 'best' is unknown; the presets are paper"),
        ("small-loss", "epsilon=one", "small-loss: epsilon = 'one' is no number"),
        ("small-loss", "epsilon=1 delta=1", "delta = 1 must be at least 0 and less than 1"),
        ("small-loss", "eta=1 tau=1 limit=3/2 epsilon1=1 epsilon2=1", "limit = '3/2' must be an integer"),
        ("small-loss", "eta=1e400 tau=1 limit=1 epsilon1=1 epsilon2=1", "eta = '1e400' is too large"),
        ("small-loss", "eta=1 tau=1 limit=1 epsilon1=0 epsilon2=1", "epsilon1 = 0.0 must be positive"),
        ("shrinking-dartboard", "eta=-1", "eta = -1"),
        ("multiplicative-weights", "epsilon=0", "epsilon = 0 must be positive"),
        ("compensated", "eta=1", "compensated lacks the parameter 'tau'; valid are eta, tau, clip, limit, threshold-"),
        (
            "compensated",
            COMPENSATED.replace("tau=9", "tau=1"),
            "clip = 2 and tau = 1; the learner needs 0 < clip <= tau",
        ),
        ("compensated", COMPENSATED.replace("query-scale=3", "query-scale=0"), "query-scale = 0.0 must be positive"),
        ("compensated", "epsilon=2", "the theorem needs 0 < epsilon <= 1"),
        ("lazy", "loss-bound=-1", "loss-bound = -1 must not be negative"),
        ("lazy", "eta=1 end=1001", "a game of 1000 rounds has no such round"),
        ("doubling", "eta=1", "doubling has no parameter 'eta' in a budget; valid are epsilon, delta, preset"),
        ("doubling", "epsilon=1 loss-bound=3", "doubling has no parameter 'loss-bound'"),
        ("doubling", "epsilon=3", "no parameters for epsilon > 2"),
        ("doubling", "", "doubling: epsilon is missing"),
        ("lazy", "eta", "parameter 'eta': write NAME=VALUE"),
        ("lazy", "eta=", "parameter 'eta=': write NAME=VALUE"),
        ("lazy", "eta=1 eta=2", "parameter 'eta' is set twice, to 1 and to 2"),
    ],
)
def test_what_cannot_be_built_is_refused_in_one_line(name: str, text: str, message: str) -> None:
    with pytest.raises(InputError) as refusal:
        build(name, text)
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_budget_of_no_rounds_or_for_doubling_with_a_loss_bound_is_refused() -> None:
    with pytest.raises(InputError, match="0 rounds, 3 experts"):
        Budget(rounds=0, experts=3)


def test_floats_are_rounded_towards_the_side_asked_for() -> None:
    for number in (Q(1, 3), Q(2, 3), Q(-1, 3), Q(1, 4), Q(1, 10)):
        below, above = float_below(number), float_above(number)
        assert Q(below) <= number <= Q(above)
        assert above == (below if Q(below) == number else math.nextafter(below, math.inf))
    assert Real.of(Q(float_below(log(3)))) < log(3) < Real.of(Q(float_above(log(3))))
    assert float_above(log(3)) == math.nextafter(float_below(log(3)), math.inf)
