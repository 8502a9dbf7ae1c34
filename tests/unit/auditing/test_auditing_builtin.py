"""Of `dartproof.auditing.builtin`."""

from fractions import Fraction

import numpy as np
import pytest

from dartproof.accounting import ExactParameters
from dartproof.auditing import LearnerMechanism
from dartproof.auditing.outputs import tabulate
from dartproof.errors import InputError
from dartproof.laws import marginals, transcript_law
from dartproof.learners import SmallLossLearner, Summary, build_learner

NINE_TENTHS = Fraction(9, 10)
B = ExactParameters(grid=1, keep=NINE_TENTHS, noise=NINE_TENTHS, clip=1, threshold=1, limit=2)
STEPS = ((1, 1), (0, 1), (1, 0), (0, 0))
LOSSES = np.array(STEPS, dtype=np.float64)
LEARNER = SmallLossLearner.from_exact(B)


def rng(seed=0):
    return np.random.default_rng(seed)


def test_picks_count_experts_from_one():
    picks = LearnerMechanism(LEARNER).sample(LOSSES, rng(), 200)
    assert (picks.shape, set(np.unique(picks).tolist())) == ((200, 4), {1, 2})


@pytest.mark.parametrize("view", ["picks", "transcript"])
def test_a_call_gives_one_output_of_the_view(view):
    mechanism = LearnerMechanism(LEARNER, view=view)
    assert tabulate([mechanism(LOSSES, rng())]).numbers[0, 0] in {1, 2}


def test_batches_have_the_marginals_of_the_exact_law():
    exact = marginals(transcript_law(STEPS, B), experts=2)
    picks = LearnerMechanism(LEARNER).sample(LOSSES, rng(), 20_000)
    seen = (picks == 1).mean(axis=0)
    assert np.abs(seen - [float(row[0]) for row in exact]).max() < 4 * 0.5 / np.sqrt(20_000)


def test_a_transcript_names_answers_coins_and_experts():
    outputs = LearnerMechanism(LEARNER, view="transcript").sample(LOSSES, rng(), 300)
    entries = {entry for output in outputs for entry in output[1:]}
    assert entries == {"⊥", "⊤ keep", 1, 2}


def test_a_transcript_of_the_doubling_learner_holds_those_of_its_inner_learners():
    learner = build_learner("doubling", {"epsilon": "1"}, rounds=4, experts=2).learner
    output = LearnerMechanism(learner, view="transcript")(LOSSES, rng())
    assert output[0] == ()
    assert output[1][0] in {1, 2}


class First:
    """Plays the first expert and records nothing."""

    name = "first"

    def play(self, *, rounds, **_):
        for _ in range(rounds):
            yield 0
        return Summary(updates=0)


def test_a_learner_without_a_transcript_has_picks_only():
    assert LearnerMechanism(First())(LOSSES, rng()).tolist() == [1, 1, 1, 1]
    mechanism = LearnerMechanism(First(), view="transcript")
    with pytest.raises(InputError, match="audit its picks"):
        mechanism(LOSSES, rng())


def test_losses_that_are_no_stream_are_refused():
    with pytest.raises(InputError):
        LearnerMechanism(LEARNER)(np.array([0.0, 1.0]), rng())
