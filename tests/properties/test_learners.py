"""What holds of every game, whatever the losses and the parameters."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from dartproof.learners import (
    CompensatedLearner,
    DoublingLearner,
    FixedDelay,
    LazyLearner,
    Learner,
    MultiplicativeWeights,
    ShrinkingDartboard,
    SmallLossLearner,
    first_foresight,
    run,
    simulate,
)
from dartproof.learners.base import take_turns
from dartproof.learners.single import play_once
from dartproof.strategies import loss_streams
from dartproof.streams import LossStream

seeds = st.integers(0, 2**32)
rates = st.floats(0, 50)
small_losses = st.builds(
    SmallLossLearner,
    eta=rates,
    tau=st.floats(-3, 3),
    limit=st.integers(0, 4),
    epsilon1=st.floats(0.1, 50),
    epsilon2=st.floats(0.01, 50),
)
compensateds = st.builds(
    lambda clip, more, **others: CompensatedLearner(clip=clip, tau=clip + more, **others),
    st.floats(0.01, 3),
    st.floats(0, 5),
    eta=rates,
    limit=st.integers(0, 4),
    threshold_scale=st.floats(0.01, 5),
    query_scale=st.floats(0.01, 5),
)
lazies = st.builds(LazyLearner, eta=rates, delay=st.builds(FixedDelay, st.integers(1, 4)))
checkers = st.one_of(
    st.builds(MultiplicativeWeights, rates),
    st.builds(ShrinkingDartboard, rates),
    small_losses,
    compensateds,
    lazies,
)
doublings = st.builds(
    lambda epsilon, inner: DoublingLearner(epsilon=epsilon, inner=lambda _: inner), st.floats(1, 2000), checkers
)


@given(st.one_of(checkers, doublings), loss_streams(), seeds)
def test_a_game_is_a_function_of_its_seed_and_of_the_past(learner: Learner, stream: LossStream, seed: int) -> None:
    first, second = (run(learner, stream, np.random.default_rng(seed)) for _ in range(2))
    np.testing.assert_array_equal(first.picks, second.picks)
    assert first.transcript == second.transcript
    for play in (take_turns, play_once):
        assert first_foresight(learner, stream, seed=seed, play=play) is None


@given(checkers, loss_streams(max_rounds=40), seeds)
def test_a_game_over_an_array_is_that_of_taking_turns(learner: Learner, stream: LossStream, seed: int) -> None:
    by_turns, at_once = np.random.default_rng(seed), np.random.default_rng(seed)
    picks, summary = take_turns(learner, stream, by_turns)
    outcome = run(learner, stream, at_once)
    np.testing.assert_array_equal(outcome.picks, picks)
    assert outcome.transcript == summary.transcript
    assert by_turns.bit_generator.state == at_once.bit_generator.state


@given(checkers, loss_streams(), seeds)
def test_the_picks_are_those_of_the_transcript(learner: Learner, stream: LossStream, seed: int) -> None:
    game = run(learner, stream, np.random.default_rng(seed))
    assert game.transcript.picks(stream.rounds) == tuple(game.picks.tolist())
    assert game.updates == len(game.transcript.resampled) == game.transcript.keeps.count(False)
    assert len(game.transcript.keeps) == game.transcript.answers.count(True)


@given(st.one_of(small_losses, compensateds), loss_streams(), seeds)
def test_a_learner_with_a_limit_asks_until_it_is_reached_and_no_longer(
    learner: SmallLossLearner | CompensatedLearner, stream: LossStream, seed: int
) -> None:
    transcript = run(learner, stream, np.random.default_rng(seed)).transcript
    assert len(transcript.resampled) <= learner.limit
    if len(transcript.resampled) < learner.limit:
        assert len(transcript.answers) == stream.rounds - 1
    elif learner.limit > 0:
        assert transcript.answers[-1]
        assert not transcript.keeps[-1]
    else:
        assert transcript.answers == ()


@given(doublings, loss_streams(), seeds)
def test_buckets_of_the_doubling_learner_account_for_all_its_updates(
    learner: DoublingLearner, stream: LossStream, seed: int
) -> None:
    game = run(learner, stream, np.random.default_rng(seed))
    tops, inner = game.transcript.tops, game.transcript.inner
    assert list(tops) == sorted(set(tops))
    assert len(inner) == len(tops) + (stream.rounds - 1 not in tops)
    assert game.updates == sum(summary.updates for summary in inner)


@settings(max_examples=50)
@given(st.one_of(checkers, doublings), loss_streams(), seeds)
def test_batches_keep_within_the_stream_and_the_limit(learner: Learner, stream: LossStream, seed: int) -> None:
    games = simulate(learner, stream, trials=5, seed=seed, keep_picks=True)
    assert games.picks.min() >= 0
    assert games.picks.max() < stream.experts
    expected = stream.losses[np.arange(stream.rounds), games.picks].sum(axis=1)
    np.testing.assert_allclose(games.losses, expected, rtol=1e-12, atol=1e-300)
    assert games.updates.max() <= min(getattr(learner, "limit", stream.rounds), stream.rounds - 1)
