"""The compensated learner, walked through by hand and against its exact law."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction as Q
from itertools import product

import numpy as np
import pytest

from dartproof.accounting import CompensatedParameters
from dartproof.errors import InputError
from dartproof.laws.graphs.process_path import process_probability
from dartproof.laws.process import compensated_process
from dartproof.laws.transcript import BELOW, KEEP, UNASKED
from dartproof.laws.transcript import Transcript as Course
from dartproof.learners import CompensatedLearner, Transcript, run, simulate
from dartproof.learners.base import take_turns
from dartproof.streams import LossStream, Steps

Fit = Callable[..., float]


@dataclass
class Script:
    """Stands in for a generator: every draw must be the next one of the script, and of the kind that it says."""

    draws: list[tuple[str, float]]
    scales: list[float] = field(default_factory=list)

    def _next(self, kind: str) -> float:
        expected, value = self.draws.pop(0)
        assert kind == expected
        return value

    def integers(self, experts: int) -> int:
        assert experts == 2
        return int(self._next("first"))

    def exponential(self, scale: float) -> float:
        self.scales.append(scale)
        return self._next("noise")

    def random(self) -> float:
        return self._next("coin")


def test_every_branch_by_hand() -> None:
    # With η = ln 2: e^(-ηq) = 2^-q and e^(-ηc) = 1/2. With b2 = 1/ln 2: G(z) = 2^-z, and h0 = 2^-(τ-c) = 1/4.
    learner = CompensatedLearner(
        eta=math.log(2), tau=3.0, clip=1.0, limit=2, threshold_scale=0.5, query_scale=1 / math.log(2)
    )
    stream = LossStream.from_rows([[0.5, 0], [1, 0], [1, 0.5], [0.5, 1], [1, 0], [0, 1], [1, 0], [1, 1]])
    script = Script(
        [
            ("first", 0),
            ("noise", 0.0),  # ξ_1: τ + ξ = 3
            ("noise", 1.875),  # round 2: q = 1/2, and the gap is no more than τ - c = 2
            ("noise", 1.5),  # round 3: q = 3/2, the gap 3/2 is reached: a check, h = 2^-1.5
            ("coin", 0.24),  # resampled: p = h0 (1 - 1/2) = 1/8, K/h = 2^-1.5 (1 - p/h) = 0.3536 - 1/8 = 0.2286
            ("coin", 0.4),  # losses 3/2 and 0: expert 1 has 1/(1 + 2^1.5) = 0.26 of the weight; expert 2
            ("noise", 1.0),  # ξ_2: τ + ξ = 4
            ("noise", 2.0),  # round 4: q = 1/2, the gap is 2 and not 7/2: a check at the floor, h = h0 = 1/4
            ("coin", 0.35),  # kept: K/h = 2^-0.5 (1 - 1/2) = 0.3536
            ("noise", 0.0),  # ξ_3: τ + ξ = 3
            ("noise", 1.0),  # round 5: q = 1, the gap is 2: no check
            ("noise", 2.0),  # round 6: q = 1, the gap is 2: a check at the floor
            ("coin", 0.25),  # resampled: K/h = 2^-1 (1 - 1/2) = 1/4 is not above 1/4
            ("coin", 0.99),  # losses 4 and 3/2: the second expert has 0.85 of the weight; expert 2 again, which counts
            ("noise", 7.0),  # ξ_4, of no consequence: the limit of 2 is reached
        ]
    )
    outcome = run(learner, stream, script)
    assert outcome.transcript == Transcript(
        first=0, answers=(False, True, True, False, True), keeps=(False, True, False), resampled=(1, 1)
    )
    np.testing.assert_array_equal(outcome.picks, [0, 0, 1, 1, 1, 1, 1, 1])
    assert outcome.updates == 2
    assert script.draws == []
    b1, b2 = 0.5, 1 / math.log(2)
    assert script.scales == [b1, b2, b2, b1, b2, b1, b2, b2, b1]


def test_a_query_beyond_the_threshold_is_checked_for_certain() -> None:
    learner = CompensatedLearner(eta=0.0, tau=1.0, clip=1.0, limit=1, threshold_scale=1.0, query_scale=1.0)
    # τ = c: the floor h0 is 1, so every round has a check; η = 0: every check keeps.
    _, summary = take_turns(learner, LossStream.from_rows([[0, 1]] * 20), np.random.default_rng(0))
    assert summary.transcript.answers == (True,) * 19
    assert summary.transcript.keeps == (True,) * 19


@pytest.mark.parametrize("pending", [0.0, 0.7, 5.0])
@pytest.mark.parametrize("gap", [-1.0, 0.0, 0.3, 2.0])
def test_the_coin_is_that_of_the_definition(pending: float, gap: float) -> None:
    learner = CompensatedLearner(eta=0.4, tau=3.0, clip=1.0, limit=1, threshold_scale=1.0, query_scale=1.3)
    least = math.exp(-(3.0 - 1.0) / 1.3)
    hazard = min(1.0, math.exp(-gap / 1.3))
    withheld = least * (1 - math.exp(-0.4))
    expected = math.exp(-0.4 * pending) * (hazard - withheld) / hazard
    assert learner.keep_probability(pending, gap) == pytest.approx(expected, rel=1e-14)
    many = learner.keep_probabilities(np.array([pending, pending]), np.array([gap, gap]))
    np.testing.assert_allclose(many, expected, rtol=1e-14)


def test_extreme_parameters_give_probabilities() -> None:
    learner = CompensatedLearner(eta=1e300, tau=1e300, clip=1e-300, limit=5, threshold_scale=1e-300, query_scale=1e-5)
    assert learner.keep_probability(0.0, 0.0) == 1.0
    assert learner.keep_probability(1.0, 1e300) == 0.0
    picks, _ = take_turns(learner, LossStream.from_rows([[0, 1]] * 5), np.random.default_rng(0))
    assert len(set(picks.tolist())) == 1


LOSSES: Steps = ((2, 1), (0, 2), (2, 0), (1, 1))
EXACT = CompensatedParameters(grid=2, keep=Q(3, 5), noise=Q(2, 3), clip_steps=2, threshold=4, limit=2)


def law(parameters: CompensatedParameters, losses: Steps = LOSSES) -> dict[Course, float]:
    """The exact law of the transcript."""
    process, experts = compensated_process(losses, parameters), range(len(losses[0]))
    steps = (BELOW, KEEP, UNASKED, *experts)
    outcomes: dict[Course, float] = {}
    for first, *rest in product(experts, *[steps] * (len(losses) - 1)):
        course = Course(first, tuple(rest))
        try:
            outcomes[course] = float(process_probability(process, course))
        except InputError:  # it asks, or does not ask, against the limit
            continue
    return outcomes


def games(parameters: CompensatedParameters, count: int) -> Iterator[Course]:
    learner, rng = CompensatedLearner.from_exact(parameters), np.random.default_rng(17)
    stream = LossStream.from_rows([[Q(step, parameters.grid) for step in row] for row in LOSSES])
    for _ in range(count):
        yield Course.of_run(take_turns(learner, stream, rng)[1].transcript, rounds=len(LOSSES))


def test_transcripts_follow_the_exact_law(fit: Fit) -> None:
    exact = law(EXACT)
    assert sum(exact.values()) == pytest.approx(1, abs=1e-12)
    assert fit(games(EXACT, 10_000), exact) > 0.01


@pytest.mark.parametrize(
    "other",
    [
        replace(EXACT, keep=Q(1, 2)),
        replace(EXACT, noise=Q(1, 2)),
        replace(EXACT, clip_steps=4),
        replace(EXACT, threshold=3),
        replace(EXACT, limit=1),
        replace(EXACT, noise_multiples=(1, 2)),
    ],
    ids=str,
)
def test_transcripts_do_not_follow_the_law_of_other_parameters(other: CompensatedParameters, fit: Fit) -> None:
    assert fit(games(other, 10_000), law(EXACT)) < 1e-6


def outcomes(parameters: CompensatedParameters, trials: int) -> Iterator[tuple[tuple[int, ...], int]]:
    stream = LossStream.from_rows([[Q(step, parameters.grid) for step in row] for row in LOSSES])
    batch = simulate(CompensatedLearner.from_exact(parameters), stream, trials=trials, seed=1, keep_picks=True)
    return zip(map(tuple, batch.picks.tolist()), batch.updates.tolist(), strict=True)


def outcome_law(parameters: CompensatedParameters) -> dict[tuple[tuple[int, ...], int], float]:
    sums: dict[tuple[tuple[int, ...], int], float] = {}
    for course, mass in law(parameters).items():
        sums[course.picks, course.updates] = sums.get((course.picks, course.updates), 0.0) + mass
    return sums


@pytest.mark.parametrize(
    "parameters", [EXACT, replace(EXACT, threshold=2), replace(EXACT, limit=0), replace(EXACT, limit=1)], ids=str
)
def test_games_side_by_side_follow_the_exact_law(parameters: CompensatedParameters, fit: Fit) -> None:
    assert fit(outcomes(parameters, 100_000), outcome_law(parameters)) > 0.01


def test_games_side_by_side_do_not_follow_another_law(fit: Fit) -> None:
    assert fit(outcomes(replace(EXACT, clip_steps=3), 100_000), outcome_law(EXACT)) < 1e-6


def test_exact_parameters_become_floats() -> None:
    learner = CompensatedLearner.from_exact(replace(EXACT, noise_multiples=(1, 3)))
    # x = e^(-η/g), y = e^(-L), 1/b1 = g L, 1/b2 = 3 g L.
    assert np.exp(-learner.eta / 2) == pytest.approx(0.6, rel=1e-15)
    assert np.exp(-1 / (2 * learner.threshold_scale)) == pytest.approx(2 / 3, rel=1e-15)
    assert np.exp(-1 / (6 * learner.query_scale)) == pytest.approx(2 / 3, rel=1e-15)
    assert (learner.tau, learner.clip, learner.limit) == (2.0, 1.0, 2)
    for control in (replace(EXACT, floor=Q(1, 2)), replace(EXACT, noise_shape="laplace")):
        with pytest.raises(InputError, match="those of a control"):
            CompensatedLearner.from_exact(control)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"eta": -0.1}, "eta = -0.1"),
        ({"tau": 0.5}, "tau = 0.5 must be finite and at least clip = 1.0"),
        ({"tau": math.nan}, "tau = nan"),
        ({"tau": math.inf}, "tau = inf"),
        ({"clip": 0.0}, "clip = 0.0"),
        ({"limit": -1}, "limit = -1"),
        ({"threshold_scale": 0.0}, "threshold-scale = 0.0"),
        ({"query_scale": math.inf}, "query-scale = inf"),
    ],
)
def test_bad_parameters_are_refused(change: dict[str, float], message: str) -> None:
    good = {"eta": 0.1, "tau": 1.0, "clip": 1.0, "limit": 2, "threshold_scale": 1.0, "query_scale": 1.0}
    with pytest.raises(InputError, match=message):
        CompensatedLearner(**(good | change))
