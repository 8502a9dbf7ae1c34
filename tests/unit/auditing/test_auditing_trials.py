"""Of `dartproof.auditing.trials`: hidden labels, seeds in blocks, processes, and mechanisms that fail."""

import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from dartproof.auditing import LearnerMechanism, Pair
from dartproof.auditing.events import Bins, Guess
from dartproof.auditing.features import Feature
from dartproof.auditing.trials import collect, count, open_executor
from dartproof.errors import InputError
from dartproof.learners.small_loss import SmallLossLearner

PAIR = Pair(np.array([0.0]), np.array([1.0]), "zero, one")
STREAMS = Pair(np.array([[1, 1], [0, 1], [1, 0], [0, 0]]), np.array([[1, 1], [1, 0], [1, 0], [0, 0]]))
LEARNER = LearnerMechanism(SmallLossLearner(eta=0.2, tau=1, limit=2, epsilon1=0.4, epsilon2=0.7))


def echo(losses, _rng):
    return losses[0]


def uniform(_losses, rng):
    return rng.random()


class Batches:
    """Returns its input with a running number, so that a wrong order of outputs shows."""

    def __call__(self, losses, rng):
        return self.sample(losses, rng, 1)[0]

    def sample(self, losses, rng, trials):
        return [(losses[0], index, rng.random()) for index in range(trials)]


def first_column(outputs):
    return outputs.numbers[:, 0]


def seeds(number=0):
    return np.random.SeedSequence(number)


def test_outputs_go_with_their_labels():
    sample = collect(echo, PAIR, 250, seeds=seeds(), block=100)
    assert np.array_equal(sample.outputs.numbers[:, 0], sample.labels)


def test_outputs_of_batches_go_with_their_labels():
    sample = collect(Batches(), PAIR, 250, seeds=seeds(), block=100)
    assert np.array_equal(sample.outputs.numbers[:, 0], sample.labels)


def test_labels_are_fair_coins():
    labels = collect(echo, PAIR, 4000, seeds=seeds(), block=100).labels
    assert abs(labels.sum() - 2000) < 4 * np.sqrt(1000)


def test_the_mechanism_cannot_tell_the_label_from_its_generator():
    sample = collect(uniform, PAIR, 4000, seeds=seeds(), block=100)
    numbers = sample.outputs.numbers[:, 0]
    assert abs(np.corrcoef(numbers, sample.labels)[0, 1]) < 4 / np.sqrt(4000)


def test_blocks_do_not_share_random_numbers():
    numbers = collect(uniform, PAIR, 1000, seeds=seeds(), block=100).outputs.numbers[:, 0]
    assert len(set(numbers.tolist())) == 1000


def test_the_same_seed_gives_the_same_trials_and_another_seed_others():
    one, again, other = (
        collect(uniform, PAIR, 250, seeds=seeds(number), block=100).outputs.numbers for number in (1, 1, 2)
    )
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)


def test_each_run_gets_a_fresh_copy_of_its_input():
    def greedy(losses, _rng):
        value = losses[0]
        losses[0] = 5
        return value

    sample = collect(greedy, PAIR, 50, seeds=seeds(), block=100)
    assert np.array_equal(sample.outputs.numbers[:, 0], sample.labels)


def test_counting_is_collecting_and_then_counting():
    output = Feature("output", "ordered", first_column)
    guess = Guess(output, Bins((0.5,), intervals=True), (0, 1))
    counts = count(echo, PAIR, guess, 250, seeds=seeds(), block=100)
    sample = collect(echo, PAIR, 250, seeds=seeds(), block=100)
    assert counts == guess.count(sample.outputs, sample.labels)
    assert counts.correct == counts.guessed == 250


def test_two_processes_give_what_one_gives():
    one = collect(LEARNER, STREAMS, 400, seeds=seeds(3), block=100)
    with open_executor(2, LEARNER) as executor:
        two = collect(LEARNER, STREAMS, 400, seeds=seeds(3), block=100, executor=executor)
    assert np.array_equal(one.labels, two.labels)
    assert np.array_equal(one.outputs.numbers, two.outputs.numbers)


def test_progress_is_told_after_every_block():
    told = []
    collect(echo, PAIR, 250, seeds=seeds(), block=100, progress=lambda done, total: told.append((done, total)))
    assert told == [(100, 250), (200, 250), (250, 250)]


def test_a_mechanism_that_raises_is_reported_with_its_input():
    def divides(losses, _rng):
        return 1 / int(1 - losses[0])

    with pytest.raises(InputError, match="failed on the second input of pair 'zero, one': ZeroDivisionError"):
        collect(divides, PAIR, 50, seeds=seeds(), block=100)


def test_a_batch_that_raises_is_reported_with_its_input():
    class Fails(Batches):
        def sample(self, *_):
            raise RuntimeError("no\nluck")

    with pytest.raises(InputError, match=r"failed on the first input .*RuntimeError: no luck;"):
        collect(Fails(), PAIR, 50, seeds=seeds(), block=100)


def test_a_batch_of_another_size_is_refused():
    class Short(Batches):
        def sample(self, losses, rng, trials):
            return super().sample(losses, rng, trials)[1:]

    with pytest.raises(InputError, match=r"outputs for .* trials"):
        collect(Short(), PAIR, 50, seeds=seeds(), block=100)


def test_a_function_that_cannot_be_sent_to_processes_is_refused():
    with pytest.raises(InputError, match="use workers=1"), open_executor(2, lambda losses, _: losses[0]):
        pass


def test_one_worker_needs_no_processes():
    with open_executor(1, echo) as executor:
        assert executor is None


def test_threads_give_what_one_process_gives():
    with ThreadPoolExecutor(3) as executor:
        many = collect(uniform, PAIR, 1000, seeds=seeds(), block=10, executor=executor)
    assert np.array_equal(many.outputs.numbers, collect(uniform, PAIR, 1000, seeds=seeds(), block=10).outputs.numbers)


def test_a_worker_that_dies_is_reported():
    with open_executor(2, LEARNER) as executor:
        executor.submit(os._exit, 3)
        with pytest.raises(InputError, match="a worker process ended early"):
            collect(LEARNER, STREAMS, 400, seeds=seeds(), block=100, executor=executor)


def test_parts_of_an_audit_can_differ_in_width():
    def ragged(_losses, rng):
        return tuple(range(int(rng.integers(0, 4))))

    sample = collect(ragged, PAIR, 250, seeds=seeds(), block=100)
    assert set(Counter(sample.outputs.lengths.tolist())) == {0, 1, 2, 3}
