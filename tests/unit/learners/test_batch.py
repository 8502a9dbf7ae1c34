"""Many games at once: their law, and what a seed means."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction as Q

import numpy as np
import pytest

from dartproof.accounting import ExactParameters
from dartproof.errors import InputError
from dartproof.laws.enumerate import transcript_law
from dartproof.learners import (
    Batch,
    CompensatedLearner,
    DoublingLearner,
    FixedDelay,
    LazyLearner,
    Learner,
    MultiplicativeWeights,
    Play,
    ShrinkingDartboard,
    SmallLossLearner,
    batch,
    simulate,
)
from dartproof.learners.base import take_turns
from dartproof.streams import LossStream, Steps, iid

Fit = Callable[..., float]
Outcome = tuple[tuple[int, ...], int]

TINY: Steps = ((1, 1), (0, 1), (1, 0), (1, 0), (0, 0))
HALVES: Steps = ((1, 2, 0), (2, 0, 1), (0, 1, 1), (1, 1, 1))
EXACT = ExactParameters(grid=1, keep=Q(1, 2), noise=Q(3, 4), clip=1, threshold=1, limit=2)
STREAM = iid(30, 4, np.random.default_rng(0))
QUICK = SmallLossLearner(eta=0.5, tau=0.5, limit=3, epsilon1=3.0, epsilon2=1.0)
VECTORISED = [
    QUICK,
    CompensatedLearner(eta=0.5, tau=2.0, clip=0.5, limit=3, threshold_scale=0.5, query_scale=0.5),
    LazyLearner(eta=0.5, delay=FixedDelay(3), start=2, end=20),
    ShrinkingDartboard(0.5),
    MultiplicativeWeights(0.5),
]
LEARNERS = [*VECTORISED, DoublingLearner(epsilon=300.0, inner=lambda _: QUICK)]


def law(parameters: ExactParameters, losses: Steps, multiples: tuple[int, int] = (2, 1)) -> dict[Outcome, float]:
    """The exact law of the picks together with the number of updates."""
    outcomes: dict[Outcome, float] = {}
    for transcript, probability in transcript_law(losses, parameters, noise_multiples=multiples).items():
        key = (transcript.picks, transcript.updates)
        outcomes[key] = outcomes.get(key, 0.0) + float(probability)
    return outcomes


def stream_of(losses: Steps, parameters: ExactParameters) -> LossStream:
    return LossStream.from_rows([[Q(step, parameters.grid) for step in row] for row in losses])


def outcomes(parameters: ExactParameters, losses: Steps, trials: int) -> Iterator[Outcome]:
    games = simulate(
        SmallLossLearner.from_exact(parameters), stream_of(losses, parameters), trials=trials, seed=1, keep_picks=True
    )
    return zip(map(tuple, games.picks.tolist()), games.updates.tolist(), strict=True)


@pytest.mark.parametrize(
    ("parameters", "losses"),
    [
        (EXACT, TINY),
        (replace(EXACT, threshold=-1), TINY),  # most queries exceed the threshold from the start
        (replace(EXACT, threshold=0, limit=1), TINY),
        (replace(EXACT, limit=0), TINY),
        (replace(EXACT, grid=2, threshold=1, noise=Q(4, 5), keep=Q(2, 3), limit=9), HALVES),
    ],
    ids=["one", "low threshold", "limit one", "limit zero", "halves"],
)
def test_games_of_the_small_loss_learner_follow_the_exact_law(
    parameters: ExactParameters, losses: Steps, fit: Fit
) -> None:
    assert fit(outcomes(parameters, losses, 100_000), law(parameters, losses)) > 0.01


@pytest.mark.parametrize(
    "other",
    [
        replace(EXACT, keep=Q(12, 25)),
        replace(EXACT, noise=Q(2, 3)),
        replace(EXACT, clip=2),
        replace(EXACT, threshold=2),
        replace(EXACT, limit=1),
    ],
    ids=str,
)
def test_games_do_not_follow_the_law_of_other_parameters(other: ExactParameters, fit: Fit) -> None:
    assert fit(outcomes(other, TINY, 100_000), law(EXACT, TINY)) < 1e-6


def test_games_do_not_follow_the_law_of_exchanged_noises(fit: Fit) -> None:
    assert fit(outcomes(EXACT, TINY, 100_000), law(EXACT, TINY, (1, 2))) < 1e-6


def test_games_in_many_small_blocks_follow_the_same_law(fit: Fit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "BLOCK", 100)
    assert fit(outcomes(EXACT, TINY, 20_000), law(EXACT, TINY)) > 0.01


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)
def test_losses_and_regrets_are_those_of_the_picks(learner: Learner) -> None:
    games = simulate(learner, STREAM, trials=50, seed=2, keep_picks=True)
    assert games.picks.shape == (50, 30)
    np.testing.assert_allclose(games.losses, STREAM.losses[np.arange(30), games.picks].sum(axis=1), rtol=1e-12)
    np.testing.assert_array_equal(games.regrets, games.losses - STREAM.best_loss)
    assert games.trials == 50


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)
def test_the_same_seed_gives_the_same_games_with_or_without_their_picks(learner: Learner) -> None:
    with_picks, without, other = (
        simulate(learner, STREAM, trials=40, seed=seed, keep_picks=keep)
        for seed, keep in ((7, True), (7, False), (8, False))
    )
    np.testing.assert_array_equal(with_picks.losses, without.losses)
    np.testing.assert_array_equal(with_picks.updates, without.updates)
    assert without.picks is None
    assert (with_picks.losses != other.losses).any()


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)
def test_full_blocks_do_not_depend_on_the_number_of_trials(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "BLOCK", 16)
    few, many = (simulate(learner, STREAM, trials=trials, seed=3, keep_picks=True) for trials in (32, 70))
    np.testing.assert_array_equal(few.picks, many.picks[:32])
    np.testing.assert_array_equal(few.losses, many.losses[:32])
    np.testing.assert_array_equal(few.updates, many.updates[:32])


def test_blocks_are_independent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "BLOCK", 10)
    games = simulate(MultiplicativeWeights(0.1), STREAM, trials=30, seed=3, keep_picks=True)
    assert (games.picks[:10] != games.picks[10:20]).any()
    assert (games.picks[10:20] != games.picks[20:]).any()


def test_results_cannot_be_written_to() -> None:
    games = simulate(QUICK, STREAM, trials=3, seed=0, keep_picks=True)
    for array in (games.losses, games.updates, games.picks):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0


@dataclass(frozen=True)
class Stubborn(MultiplicativeWeights):
    """Derived from a learner that is vectorised, but always plays the first expert."""

    def play(self, *, rounds: int, experts: int, rng: np.random.Generator) -> Play:
        inner = super().play(rounds=rounds, experts=experts, rng=rng)
        next(inner)
        try:
            while True:
                inner.send((yield 0))
        except StopIteration as end:
            return end.value


def test_a_learner_derived_from_a_vectorised_one_plays_its_own_game() -> None:
    assert (simulate(Stubborn(0.5), STREAM, trials=5, seed=0, keep_picks=True).picks == 0).all()


def test_games_played_alone_are_those_of_the_children_of_the_seed() -> None:
    learner = LEARNERS[-1]
    games = simulate(learner, STREAM, trials=3, seed=4, keep_picks=True)
    (block,) = np.random.SeedSequence(4).spawn(1)
    for picks, updates, child in zip(games.picks, games.updates, block.spawn(3), strict=True):
        alone, summary = take_turns(learner, STREAM, np.random.default_rng(child))
        np.testing.assert_array_equal(picks, alone)
        assert updates == summary.updates


@pytest.mark.parametrize("learner", VECTORISED, ids=lambda learner: learner.name)
def test_picks_do_not_depend_on_losses_to_come(learner: Learner) -> None:
    def picks(losses: np.ndarray) -> np.ndarray:
        return simulate(learner, LossStream.from_rows(losses), trials=20, seed=5, keep_picks=True).picks

    before = picks(STREAM.losses)
    for t in range(30):
        changed = STREAM.losses.copy()
        changed[t:] = 1 - changed[t:]
        np.testing.assert_array_equal(picks(changed)[:, : t + 1], before[:, : t + 1])


def test_single_games_and_batches_have_the_same_mean_regret_and_updates() -> None:
    games = simulate(QUICK, STREAM, trials=20_000, seed=6)
    rng = np.random.default_rng(6)
    alone = [take_turns(QUICK, STREAM, rng) for _ in range(2000)]
    losses = np.array([STREAM.losses[np.arange(30), picks].sum() for picks, _ in alone])
    updates = np.array([summary.updates for _, summary in alone])
    for one, many in ((losses, games.losses), (updates, games.updates)):
        assert one.mean() == pytest.approx(many.mean(), abs=4 * many.std() / 2000**0.5)


def test_bad_counts_and_seeds_are_refused() -> None:
    with pytest.raises(InputError, match="trials = 0"):
        simulate(QUICK, STREAM, trials=0, seed=0)
    with pytest.raises(InputError, match="seed = -1"):
        simulate(QUICK, STREAM, trials=1, seed=-1)


def test_a_batch_counts_its_trials() -> None:
    games = Batch(np.zeros(3), np.zeros(3, dtype=np.int64), 0.0, None)
    assert games.trials == 3
