"""Multiplicative weights, the shrinking dartboard and Algorithm 2: the law of the expert held is P_t."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction as Q
from itertools import pairwise, product

import numpy as np
import pytest
from scipy import stats

from dartproof.errors import InputError
from dartproof.learners import FixedDelay, LazyLearner, MultiplicativeWeights, ShrinkingDartboard, simulate
from dartproof.learners.base import Learner, take_turns
from dartproof.mechanisms import exponential_mechanism
from dartproof.streams import LossStream

ROWS = ((1, 0, 0), (1, 0, 1), (0, 1, 1), (1, 0, 0), (0, 0, 1))
STREAM = LossStream.from_rows(ROWS)
ETA = float(np.log(2))  # e^(-η) = 1/2
TRIALS = 30_000

Fit = Callable[..., float]


def weights_law(t: int, rows: Sequence[Sequence[int]] = ROWS) -> list[float]:
    """P_t for the round t (from 0)."""
    cumulative = [sum(row[i] for row in rows[:t]) for i in range(3)]
    return [float(p) for p in exponential_mechanism.law(cumulative, Q(1, 2))]


def uneven_delay(launch: int, expert: int, check: int) -> int:
    """The first expert's first check, and the second expert's later ones, come after two rounds and not after one."""
    return launch + (2 if expert == min(check, 1) else 1)


def p_value(picks: np.ndarray, law: Sequence[float]) -> float:
    return float(stats.chisquare(np.bincount(picks, minlength=3), np.array(law) * picks.size).pvalue)


@pytest.mark.parametrize("learner", [MultiplicativeWeights(ETA), ShrinkingDartboard(ETA)], ids=lambda each: each.name)
def test_the_expert_of_every_round_has_the_law_of_the_weights(learner: Learner) -> None:
    picks = simulate(learner, STREAM, trials=TRIALS, seed=3, keep_picks=True).picks
    assert min(p_value(picks[:, t], weights_law(t)) for t in range(5)) > 0.001


@pytest.mark.parametrize("learner", [MultiplicativeWeights(ETA), ShrinkingDartboard(ETA)], ids=lambda each: each.name)
def test_the_law_of_the_next_round_would_be_found_out(learner: Learner) -> None:
    picks = simulate(learner, STREAM, trials=TRIALS, seed=3, keep_picks=True).picks
    assert max(p_value(picks[:, t], weights_law(t + 1)) for t in range(5)) < 1e-6


@pytest.mark.parametrize("delay", [FixedDelay(1), FixedDelay(2), FixedDelay(9), uneven_delay])
@pytest.mark.parametrize("start", [0, 2])
@pytest.mark.parametrize("end", [2, 3, 4])
def test_a_forced_check_leaves_the_lazy_learner_with_the_law_of_the_weights(
    delay: FixedDelay, start: int, end: int
) -> None:
    learner = LazyLearner(eta=ETA, delay=delay, start=start, end=end)
    picks = simulate(learner, STREAM, trials=TRIALS, seed=5, keep_picks=True).picks
    assert p_value(picks[:, end], weights_law(end)) > 0.001


def test_without_a_check_the_lazy_learner_lags_behind_the_weights() -> None:
    learner = LazyLearner(eta=ETA, delay=FixedDelay(9))
    picks = simulate(learner, STREAM, trials=TRIALS, seed=5, keep_picks=True).picks
    np.testing.assert_array_equal(picks[:, 3], picks[:, 0])
    assert p_value(picks[:, 3], weights_law(3)) < 1e-6


def test_before_its_start_the_lazy_learner_draws_from_the_weights_and_after_its_end_it_holds() -> None:
    learner = LazyLearner(eta=ETA, delay=FixedDelay(9), start=2, end=3)
    batch = simulate(learner, STREAM, trials=TRIALS, seed=6, keep_picks=True)
    assert min(p_value(batch.picks[:, t], weights_law(t)) for t in range(4)) > 0.001
    agree = np.mean(batch.picks[:, 0] == batch.picks[:, 1])
    assert agree == pytest.approx(sum(p * q for p, q in zip(weights_law(0), weights_law(1), strict=True)), abs=0.02)
    np.testing.assert_array_equal(batch.picks[:, 4], batch.picks[:, 3])
    assert batch.updates.max() == 1


def path_law(learner: LazyLearner) -> dict[tuple[int, ...], float]:
    """The law of i_1, ..., i_5 of Algorithm 2 with x = 1/2, enumerated over the coins and the resamples."""
    law: dict[tuple[int, ...], float] = {}

    def follow(picks: tuple[int, ...], launch: int, checks: int, mass: float) -> None:
        t = len(picks)
        if t == len(ROWS):
            law[picks] = law.get(picks, 0.0) + mass
        elif t < learner.delay(launch, picks[-1], checks) and t < len(ROWS) - 1:
            follow((*picks, picks[-1]), launch, checks, mass)
        else:
            keep = 0.5 ** sum(row[picks[-1]] for row in ROWS[launch:t])
            follow((*picks, picks[-1]), t, checks + 1, mass * keep)
            for expert, share in enumerate(weights_law(t)):
                follow((*picks, expert), t, checks + 1, mass * (1 - keep) * share)

    for first in range(3):
        follow((first,), 0, 0, 1 / 3)
    return law


def paths(picks: np.ndarray) -> list[tuple[int, ...]]:
    return [tuple(path) for path in picks.tolist()]


def singles(learner: Learner, seed: int) -> list[tuple[int, ...]]:
    rng = np.random.default_rng(seed)
    return paths(np.array([take_turns(learner, STREAM, rng)[0] for _ in range(3000)]))


def together(learner: Learner, seed: int) -> list[tuple[int, ...]]:
    return paths(simulate(learner, STREAM, trials=TRIALS, seed=seed, keep_picks=True).picks)


@pytest.mark.parametrize("delay", [FixedDelay(1), FixedDelay(2), uneven_delay])
def test_batches_and_single_games_of_the_lazy_learner_follow_the_enumerated_law(delay: FixedDelay, fit: Fit) -> None:
    learner = LazyLearner(eta=ETA, delay=delay)
    law = path_law(learner)
    assert sum(law.values()) == pytest.approx(1)
    assert fit(together(learner, seed=7), law) > 0.001
    assert fit(singles(learner, seed=8), law) > 0.001


def test_another_delay_would_be_found_out(fit: Fit) -> None:
    law = path_law(LazyLearner(eta=ETA, delay=FixedDelay(2)))
    assert fit(together(LazyLearner(eta=ETA, delay=uneven_delay), seed=7), law) < 1e-6


def test_the_shrinking_dartboard_follows_the_law_of_a_check_in_every_round(fit: Fit) -> None:
    law = path_law(LazyLearner(eta=ETA))
    assert fit(singles(ShrinkingDartboard(ETA), seed=9), law) > 0.001
    assert fit(together(ShrinkingDartboard(ETA), seed=9), law) > 0.001


def test_multiplicative_weights_draws_every_round_afresh(fit: Fit) -> None:
    rounds = [weights_law(t) for t in range(5)]
    law = {path: math.prod(rounds[t][i] for t, i in enumerate(path)) for path in product(range(3), repeat=5)}
    assert fit(singles(MultiplicativeWeights(ETA), seed=10), law) > 0.001
    assert fit(together(MultiplicativeWeights(ETA), seed=10), law) > 0.001
    assert fit(together(ShrinkingDartboard(ETA), seed=10), law) < 1e-6


def test_the_shrinking_dartboard_resamples_as_often_as_the_weights_shrink() -> None:
    # E[resamples] is the sum of (Φ_t - Φ_(t+1))/Φ_t over the rounds t whose losses a later round sees.
    totals = [sum(0.5 ** sum(row[i] for row in ROWS[:t]) for i in range(3)) for t in range(5)]
    expected = sum(1 - after / before for before, after in pairwise(totals))
    updates = simulate(ShrinkingDartboard(ETA), STREAM, trials=TRIALS, seed=2).updates
    assert updates.mean() == pytest.approx(expected, abs=4 * updates.std() / TRIALS**0.5)


def test_transcripts_say_what_was_checked_kept_and_resampled() -> None:
    for learner in (MultiplicativeWeights(ETA), ShrinkingDartboard(ETA), LazyLearner(eta=ETA, delay=uneven_delay)):
        for seed in range(50):
            picks, summary = take_turns(learner, STREAM, np.random.default_rng(seed))
            assert summary.transcript.picks(5) == tuple(picks.tolist())
            assert summary.updates == len(summary.transcript.resampled) == summary.transcript.keeps.count(False)
            assert len(summary.transcript.keeps) == summary.transcript.answers.count(True)


def test_multiplicative_weights_resamples_in_every_round_but_the_first() -> None:
    _, summary = take_turns(MultiplicativeWeights(ETA), STREAM, np.random.default_rng(0))
    assert (summary.updates, summary.transcript.answers, summary.transcript.keeps) == (4, (True,) * 4, (False,) * 4)


@dataclass
class NotedDelay:
    """Checks two rounds after the last check, and notes what it was asked."""

    asked: list[tuple[int, int, int]]

    def __call__(self, launch: int, expert: int, check: int) -> int:
        self.asked.append((launch, expert, check))
        return launch + 2


def test_the_delay_function_is_asked_for_the_last_check_the_expert_held_and_the_number_of_checks() -> None:
    delay = NotedDelay([])
    learner = LazyLearner(eta=ETA, delay=delay, start=1, end=4)
    picks, summary = take_turns(learner, STREAM, np.random.default_rng(0))
    # From round 1 on: a check in round 3 and the forced one in round 4, after which nothing is asked any more.
    assert delay.asked == [(1, picks[1], 0), (3, picks[3], 1)]
    assert summary.transcript.start == 1
    assert summary.transcript.answers == (False, True, True)
    assert summary.transcript.picks(5) == tuple(picks[1:].tolist())


def test_a_check_counts_the_loss_since_the_last_check_only() -> None:
    # The last row has no loss, so the forced check after a check in the round before keeps with certainty.
    stream = LossStream.from_rows([[1, 1], [1, 1], [0, 0], [0, 0]])
    learner = LazyLearner(eta=20.0, delay=FixedDelay(2))
    batch = simulate(learner, stream, trials=500, seed=0, keep_picks=True)
    np.testing.assert_array_equal(batch.updates, 1)  # e^-40 is the probability of no resample in round 3
    np.testing.assert_array_equal(batch.picks[:, 3], batch.picks[:, 2])


def test_start_and_end_may_be_the_same_round() -> None:
    learner = LazyLearner(eta=ETA, delay=NotedDelay([]), start=4, end=4)
    batch = simulate(learner, STREAM, trials=TRIALS, seed=1, keep_picks=True)
    assert p_value(batch.picks[:, 4], weights_law(4)) > 0.001
    assert batch.updates.max() == 0
    assert take_turns(learner, STREAM, np.random.default_rng(0))[1].transcript.answers == ()
    assert learner.delay.asked == []


def test_bad_parameters_are_refused() -> None:
    for build in (MultiplicativeWeights, ShrinkingDartboard, lambda eta: LazyLearner(eta=eta)):
        with pytest.raises(InputError, match="eta = -1"):
            build(-1.0)
    with pytest.raises(InputError, match="wait = 0"):
        FixedDelay(0)
    with pytest.raises(InputError, match="round 0 comes before the first"):
        LazyLearner(eta=1.0, start=-1)
    with pytest.raises(InputError, match="end = round 2 comes before start = round 3"):
        LazyLearner(eta=1.0, start=2, end=1)
    for learner in (LazyLearner(eta=1.0, start=5), LazyLearner(eta=1.0, end=5)):
        with pytest.raises(InputError, match="a game of 5 rounds has no such round"):
            take_turns(learner, STREAM, np.random.default_rng(0))
        with pytest.raises(InputError, match="a game of 5 rounds has no such round"):
            simulate(learner, STREAM, trials=1, seed=0)
