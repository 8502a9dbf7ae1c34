"""`lazy_marginal`, decided as an identity of rational functions for all losses at once, and in exact numbers."""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import log

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dartproof import strategies
from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation
from dartproof.laws.lazy import expert_law, position_laws
from dartproof.laws.plays import NoisyPlay, Play, every_stream
from dartproof.laws.transcript import BELOW, KEEP
from dartproof.learners import run
from dartproof.learners.lazy import LazyLearner
from dartproof.learners.transcript import Transcript
from dartproof.streams import LossStream

from . import derivation, plays
from .all_losses import every_delay_function, every_rule, exact_for_all_losses
from .plays import Learner


def exact_with_noise(play: NoisyPlay) -> bool:
    """Pr[i_T = i] = P_T(i) for every i, in Q(L)."""
    weights = play.weights
    return expert_law(play.law(), weights.experts) == weights.shares[-1]


def noisy_plays(effort: Effort) -> Iterator[NoisyPlay]:
    """Every {0, 1}-valued stream of two experts, thresholds from -1 to 2."""
    noises = [Fraction(1, 2), Fraction(9, 10)] if effort == "full" else [Fraction(1, 2)]
    for noise, rounds, threshold in itertools.product(noises, (2, 3, 4), range(-1, 3)):
        for losses in every_stream(rounds, 2):
            yield NoisyPlay(losses, 1, Fraction(3, 4), noise, threshold, forced=True)


@dataclass(frozen=True, slots=True)
class SampledPlay:
    """A game of `dartproof.learners.lazy.LazyLearner` and the seed of its generator."""

    play: Play
    seed: int

    def __str__(self) -> str:
        """The play and the seed."""
        return f"{self.play}, seed {self.seed}"


def learner_agrees(sampled: SampledPlay) -> bool:
    """What the learner did is among the things to which the law gives a positive probability."""
    play = sampled.play
    stream = LossStream.from_rows([[Fraction(steps, play.grid) for steps in row] for row in play.losses])
    learner = LazyLearner(eta=-play.grid * log(play.keep), delay=play.delay, start=play.start, end=play.end)
    transcript = run(learner, stream, np.random.default_rng(sampled.seed)).transcript
    if not isinstance(transcript, Transcript):
        return False
    keeps, resampled = iter(transcript.keeps), iter(transcript.resampled)
    steps = [BELOW if not answer else KEEP if next(keeps) else next(resampled) for answer in transcript.answers]
    *_, law = position_laws(play.process(), until=play.end, remember=True)
    return any(position.past == (transcript.first, *steps) for position in law)


def sampled_plays() -> SearchStrategy[SampledPlay]:
    """Games of up to 4 rounds and 3 experts."""
    return st.builds(SampledPlay, strategies.plays(max_rounds=4, max_experts=3, forced=True), st.integers(0, 2**32 - 1))


def false_learner(name: str, says: str, symbolic: Derivation, learner: Learner) -> Control:
    """The false claim that a learner that differs from Algorithm 2 has the law P_{T_e} in round T_e."""
    return false_claim(
        name, says, symbolic, partial(plays.exact_at_end, learner=learner), partial(plays.show_law, learner=learner)
    )


def false_claim(
    name: str, says: str, symbolic: Derivation, holds: Callable[[Play], bool], show: Callable[[Play], str]
) -> Control:
    """A false claim of plays."""
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("two experts, losses 0 and 1", lambda _: plays.plays_of_two(), holds, show),
        property=Randomised("the plays of the statement", partial(strategies.plays, forced=True), holds, show),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive(
            "all losses and every delay function (T_e <= 4, N <= 3; full also T_e = 5, N = 2)",
            every_delay_function,
            exact_for_all_losses,
        ),
        Exhaustive(
            "all losses and every rule that looks at the whole past (T_e <= 5, N <= 3; full also T_e = 6, N = 2)",
            every_rule,
            exact_for_all_losses,
        ),
        Exhaustive("AboveThreshold with its Laplace noises, T <= 4, N = 2", noisy_plays, exact_with_noise),
    ],
    property=[
        Randomised(
            "any losses, e^(-eta), delay function and T_s <= T_e <= 6, N <= 4",
            partial(strategies.plays, forced=True),
            plays.exact_at_end,
        ),
        Randomised("games of the sampling learner, T_e <= 4, N <= 3", sampled_plays, learner_agrees, examples=100),
    ],
    controls=[
        false_learner(
            "exchanged_coin",
            "e^(-eta r) is the probability of resampling",
            derivation.exchanged_coin,
            plays.exchanged_coin,
        ),
        false_learner("clip_kept", "r is raised to 1 where it is lower", derivation.clip_kept, plays.clip_kept),
        false_learner("uniform_start", "the first expert is uniform", derivation.uniform_start, plays.uniform_start),
        false_learner(
            "early_losses", "a resample in round t draws from P_{t+1}", derivation.early_losses, plays.early_losses
        ),
        false_learner(
            "anticipating_delay",
            "a check is put off where its coin would keep the expert",
            derivation.anticipating_delay,
            plays.anticipating_delay,
        ),
        false_learner(
            "without_the_forced_check",
            "round T_e is no check",
            derivation.without_the_forced_check,
            plays.without_the_forced_check,
        ),
        false_claim(
            "conditional_on_a_check",
            "given that round t is a check, i_t ~ P_t: what an induction on the marginal alone would need",
            derivation.conditional_on_a_check,
            plays.exact_at_every_check,
            plays.show_check,
        ),
    ],
)
