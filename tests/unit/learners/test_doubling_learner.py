"""Algorithm 3, with noise and inner learners that a script plays."""

import math
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from fractions import Fraction as Q

import numpy as np
import pytest

from dartproof.errors import InputError
from dartproof.learners import (
    DoublingLearner,
    DoublingTranscript,
    EarlyStop,
    MultiplicativeWeights,
    PaperInner,
    ShrinkingDartboard,
    Summary,
    run,
)
from dartproof.learners.base import take_turns
from dartproof.streams import LossStream


@dataclass
class Noise:
    """Stands in for a generator: hands out the noises of a script, then zeros, and notes the scales."""

    noises: list[float] = field(default_factory=list)
    scales: list[float] = field(default_factory=list)

    def laplace(self, location: float, scale: float) -> float:
        self.scales.append(scale)
        return location + (self.noises.pop(0) if self.noises else 0.0)


@dataclass
class Inner:
    """Plays one expert and notes the number of rounds it is told and the rows it is shown."""

    loss_bound: float
    expert: int
    told: list[int] = field(default_factory=list)
    shown: list[list[float]] = field(default_factory=list)
    name: str = "inner"

    def play(self, *, rounds: int, experts: int, rng: object) -> Generator[int, np.ndarray, Summary]:
        del experts, rng
        self.told.append(rounds)
        try:
            for _ in range(rounds):
                self.shown.append((yield self.expert).tolist())
        except EarlyStop:
            pass
        return Summary(updates=len(self.shown))


@dataclass
class Factory:
    """Builds inner learners that play the experts of a script, and keeps them."""

    experts: Iterable[int]
    built: list[Inner] = field(default_factory=list)

    def __call__(self, loss_bound: float) -> Inner:
        self.built.append(Inner(loss_bound, list(self.experts)[len(self.built)]))
        return self.built[-1]


def epsilon_for(alpha: float, rounds: int) -> float:
    """The ε at which α = 16(ln T + 2 ln(2T))/ε is `alpha`."""
    return 16 * (math.log(rounds) + 2 * math.log(2 * rounds)) / alpha


def game(rows: list[list[int]], alpha: float, noise: Noise, experts: Iterable[int] = (0, 1, 2, 0, 1, 2)) -> tuple:
    factory = Factory(experts)
    learner = DoublingLearner(epsilon=epsilon_for(alpha, len(rows)), inner=factory)
    return run(learner, LossStream.from_rows(rows), noise), factory.built


def test_buckets_follow_the_thresholds_of_the_paper() -> None:
    # α = 1/8: thresholds (3·2^k - 2)/8 = 1/2, 5/4, 11/4 and L' = 3·2^k/8 = 3/4, 3/2, 3. All experts lose 1 a round, so
    # the queries of the buckets are 1 (⊤ in round 1); 1, 2 (⊤ in round 3); 1, 2, 3 (⊤ in round 6); 1, 2.
    outcome, built = game([[1, 1, 1]] * 8, 1 / 8, Noise())
    assert outcome.transcript.tops == (0, 2, 5)
    assert [inner.loss_bound for inner in built] == pytest.approx([3 / 4, 3 / 2, 3, 6], rel=1e-12)
    np.testing.assert_array_equal(outcome.picks, [0, 1, 1, 2, 2, 2, 0, 0])


def test_every_inner_learner_is_told_the_full_number_of_rounds_and_shown_its_own_bucket_only() -> None:
    rows = [[1, 1, 1], [1, 1, 0], [1, 1, 1], [1, 1, 1], [1, 1, 1], [1, 0, 0]]
    outcome, built = game(rows, 1 / 8, Noise())
    # Queries: 1 (⊤ in round 1); 0, 1, 2 (⊤ in round 4); 1, 1. The rows of ⊤ rounds, and the last, decide no pick.
    assert outcome.transcript.tops == (0, 3)
    assert [inner.told for inner in built] == [[6], [6], [6]]
    assert [inner.shown for inner in built] == [[], [[1, 1, 0], [1, 1, 1]], [[1, 1, 1]]]
    assert outcome.transcript.inner == (Summary(updates=0), Summary(updates=2), Summary(updates=1))
    assert outcome.updates == 3


def test_the_query_is_the_least_loss_of_an_expert_since_the_bucket_began() -> None:
    # Thresholds 1/2, 5/4. The least losses are 0, 0, 1 (⊤ in round 3), then 0, 1, 1 in the next bucket: no ⊤.
    rows = [[1, 0, 0], [1, 0, 0], [1, 1, 1], [1, 1, 0], [1, 1, 1], [0, 0, 0]]
    outcome, _ = game(rows, 1 / 8, Noise())
    assert outcome.transcript.tops == (2,)


def test_every_bucket_has_a_new_threshold_noise_and_every_query_its_own() -> None:
    # ξ, ν, then ξ of the second bucket and so on; noise -1/2 lifts the threshold bar of 5/4 down to 3/4.
    noise = Noise([0.0, 0.0, -0.5, -0.25, 0.0])
    outcome, _ = game([[1, 1, 1]] * 4, 1 / 8, noise)
    assert outcome.transcript.tops == (0, 1)  # 1 - 1/4 just reaches 5/4 - 1/2
    epsilon = epsilon_for(1 / 8, 4)
    assert noise.scales == pytest.approx([4 / epsilon, 8 / epsilon] * 3 + [8 / epsilon])


def test_a_top_in_the_last_round_is_recorded_and_opens_no_bucket() -> None:
    outcome, built = game([[0, 0, 0], [1, 1, 1]], 1 / 8, Noise())
    assert outcome.transcript == DoublingTranscript(tops=(1,), inner=(Summary(updates=1),))
    assert len(built) == 1


def test_one_round_is_one_bucket() -> None:
    outcome, built = game([[1, 1, 1]], 1 / 8, Noise())
    assert outcome.transcript.tops == (0,)
    assert [inner.told for inner in built] == [[1]]


def test_without_loss_the_first_bucket_lasts() -> None:
    outcome, built = game([[0, 0, 0]] * 5, 1 / 8, Noise())
    assert outcome.transcript.tops == ()
    assert built[0].shown == [[0, 0, 0]] * 4


def test_a_doubling_learner_can_be_the_inner_learner_of_another() -> None:
    inner = DoublingLearner(epsilon=100.0, inner=lambda _: MultiplicativeWeights(1.0))
    outer = DoublingLearner(epsilon=500.0, inner=lambda _: inner)
    stream = LossStream.from_rows([[1, 1, 0], [1, 1, 1]] * 10)
    _, summary = take_turns(outer, stream, np.random.default_rng(0))
    assert len(summary.transcript.inner) > 1
    assert all(isinstance(part.transcript, DoublingTranscript) for part in summary.transcript.inner)
    assert summary.updates == sum(part.updates for part in summary.transcript.inner)


def test_a_new_bucket_forgets_the_losses_of_the_old_one() -> None:
    # At η = 50 the weights are on the experts without loss. Expert 1 alone has none in the first bucket, which ends in
    # round 2; in the second only expert 2 has none, but over all rounds expert 1 would still lead.
    rows = [[0, 1, 1]] * 3 + [[1, 1, 1], [1, 0, 1]] + [[0, 0, 0]] * 3
    learner = DoublingLearner(epsilon=epsilon_for(1 / 8, 8), inner=lambda _: ShrinkingDartboard(50.0))
    for seed in range(30):
        rng = np.random.default_rng(seed)
        rng_without_noise = Quiet(rng)
        picks, summary = take_turns(learner, LossStream.from_rows(rows), rng_without_noise)
        assert summary.transcript.tops == (3,)
        np.testing.assert_array_equal(picks[5:], 1)


@dataclass
class Quiet:
    """A generator whose Laplace noise is 0."""

    rng: np.random.Generator

    def laplace(self, location: float, scale: float) -> float:
        del scale
        return location

    def random(self) -> float:
        return self.rng.random()


def test_alpha_is_that_of_the_paper() -> None:
    learner = DoublingLearner(epsilon=0.5, inner=lambda _: MultiplicativeWeights(1.0))
    assert learner.alpha(100) == pytest.approx(16 * (math.log(100) + 2 * math.log(200)) / 0.5)


def test_the_papers_inner_learner_is_capped_at_the_number_of_rounds() -> None:
    inner = PaperInner(rounds=10**9, experts=3, epsilon=Q(1, 2), delta=Q(0))
    assert inner(1e12) == inner(1e9)
    assert inner(1e9).eta < inner(1e8).eta  # below the cap L' counts


def test_an_inner_learner_that_cannot_be_stopped_is_refused() -> None:
    class Deaf(Inner):
        def play(self, *, rounds: int, experts: int, rng: object) -> Generator[int, np.ndarray, Summary]:
            del experts, rng
            for _ in range(rounds):
                yield 0
            return Summary(updates=0)

    learner = DoublingLearner(epsilon=epsilon_for(1 / 8, 3), inner=lambda bound: Deaf(bound, 0))
    with pytest.raises(InputError, match="learner inner: cannot be stopped early"):
        take_turns(learner, LossStream.from_rows([[1], [1], [1]]), Noise())


def test_epsilon_must_be_positive() -> None:
    with pytest.raises(InputError, match="epsilon = 0"):
        DoublingLearner(epsilon=0.0, inner=lambda _: MultiplicativeWeights(1.0))
