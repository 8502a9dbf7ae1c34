"""`update_count_poisson`, decided in Q(L) with L = M: e^(-M) = Phi_T/Phi_1 is rational on losses in grid steps."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

from hypothesis.strategies import SearchStrategy

from dartproof import strategies
from dartproof.evidence import Control, Effort, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation
from dartproof.laws.plays import NoisyPlay, Play, Stream, every_play, every_stream

from . import derivation, plays
from .plays import Claim

KEEPS = [Fraction(1, 2), Fraction(9, 10)]
STATEMENT = Claim()
CLIPPED = Claim(learner=plays.clip_kept, bound=plays.bound_with_clip)


def every_delay_function(effort: Effort) -> Iterator[Play]:
    """Every delay function on every {0, 1}-valued stream: T, N <= 3, not both 3; if full, that and T = 4, N = 2."""
    sizes = [(rounds, experts) for rounds in (1, 2, 3) for experts in (1, 2, 3)]
    if effort == "quick":
        sizes.remove((3, 3))
    for keep in KEEPS:
        for rounds, experts in sizes:
            yield from every_play(rounds, experts, keep, forced=False)
    if effort == "full":
        yield from every_play(4, 2, KEEPS[1], forced=False)


def every_rule(effort: Effort) -> Iterator[Stream]:
    """Every {0, 1}-valued stream with T <= 5 and N = 2 or T <= 3 and N = 3; at full effort one round more."""
    longer = effort == "full"
    for keep in KEEPS:
        for experts, most in ((1, 5), (2, 5 + longer), (3, 3 + longer)):
            for rounds in range(1, most + 1):
                for losses in every_stream(rounds, experts):
                    yield Stream(losses, 1, keep)


def with_noise(effort: Effort) -> Iterator[NoisyPlay]:
    """Every {0, 1}-valued stream of two experts, thresholds from -1 to 2."""
    for noise in (Fraction(1, 2), Fraction(9, 10)) if effort == "full" else (Fraction(1, 2),):
        for rounds in (2, 3, 4):
            for threshold in range(-1, 3):
                for losses in every_stream(rounds, 2):
                    yield NoisyPlay(losses, 1, Fraction(9, 10), noise, threshold, forced=False)


def small_streams(effort: Effort) -> Iterator[Stream]:
    """Every {0, 1}-valued stream with T <= 4 and N <= 2, and even losses in up to 12 rounds (full: 60)."""
    for keep in KEEPS:
        for rounds, experts in ((1, 1), (3, 1), (2, 2), (4, 2)):
            for losses in every_stream(rounds, experts):
                yield Stream(losses, 1, keep)
    for rounds in range(2, 60 if effort == "full" else 12):
        yield plays.evenly_losing(rounds)


def of_two(_: Effort) -> Iterator[Play]:
    """Two experts, 2 or 3 rounds, losses 0 and 1, e^(-eta) = 1/2 or 1/10, every delay function."""
    for keep in (Fraction(1, 2), Fraction(1, 10)):
        for rounds in (2, 3):
            yield from every_play(rounds, 2, keep, forced=False)


def few_plays() -> SearchStrategy[Play]:
    """Any losses, e^(-eta) and delay function with T <= 3 and N <= 2."""
    return strategies.plays(max_rounds=3, max_experts=2)


def false_claim(
    name: str,
    says: str,
    symbolic: Derivation,
    claim: Claim,
    *,
    strategy: Callable[[], SearchStrategy[Play]] = few_plays,
) -> Control:
    """A claim that differs from the statement in one thing."""
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("two experts, losses 0 and 1, T <= 3", of_two, claim.holds, claim.show),
        property=Randomised("any plays with T <= 3 and N <= 2", strategy, claim.holds, claim.show),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive(
            "every delay function on losses 0 and 1 (T, N <= 3, not both 3; full also that and T = 4, N = 2)",
            every_delay_function,
            STATEMENT.holds,
            STATEMENT.show,
        ),
        Exhaustive(
            "the best of all rules on losses 0 and 1 (T <= 5, N = 2; T <= 3, N = 3; full one round more)",
            every_rule,
            plays.bounded_for_the_best_rule,
        ),
        Exhaustive("AboveThreshold with its Laplace noises, T <= 4, N = 2", with_noise, plays.bounded_with_noise),
        Exhaustive("the same with the clip 1", with_noise, plays.bounded_with_clip_and_noise),
        Exhaustive("every delay function with the clip 1, T <= 3, N = 2", of_two, CLIPPED.holds, CLIPPED.show),
        Exhaustive(
            "the tails with a check in each round, T <= 4, and up to T = 11 (full: 59) with even losses",
            small_streams,
            plays.nearly_reached,
        ),
    ],
    property=[
        Randomised(
            "any losses, e^(-eta), delay function, T <= 6, N <= 4", strategies.plays, STATEMENT.holds, STATEMENT.show
        ),
        Randomised(
            "any losses and e^(-eta) and the best of all rules, T <= 5, N <= 3",
            plays.streams,
            plays.bounded_for_the_best_rule,
            examples=100,
        ),
        Randomised(
            "any losses, e^(-eta), delay function and the clip 1, T <= 6, N <= 4",
            strategies.plays,
            CLIPPED.holds,
            CLIPPED.show,
            examples=50,
        ),
        Randomised("a check in each round, T <= 5, N <= 3", plays.streams, plays.nearly_reached, examples=50),
    ],
    controls=[
        false_claim(
            "half_the_mean", "Poisson(M/2) will do", derivation.half_the_mean, Claim(bound=plays.half_the_mean)
        ),
        false_claim(
            "without_the_last_losses",
            "the mean ln(Phi_1/Phi_{T-1}) will do",
            derivation.without_the_last_losses,
            Claim(bound=plays.without_the_last_losses),
        ),
        false_claim(
            "counting_checks",
            "checks that keep the expert count as well",
            derivation.counting_checks,
            Claim(counted=lambda position: position.checks),
        ),
        false_claim(
            "clip_kept", "r is raised to 1 where it is lower", derivation.clip_kept, Claim(learner=plays.clip_kept)
        ),
        false_claim(
            "anticipating_delay",
            "a check is put off where its coin would keep the expert",
            derivation.anticipating_delay,
            Claim(learner=plays.anticipating_delay),
        ),
        false_claim(
            "uniform_draw",
            "a resample is uniform",
            derivation.uniform_draw,
            Claim(learner=plays.uniform_draw),
            strategy=plays.steep,  # it takes a learning rate and losses that are both large to tell
        ),
        false_claim(
            "half_of_h0",
            "with the clip 1 and a rule that may always check, h0 = 1/2 will do",
            derivation.half_of_h0,
            Claim(learner=plays.clip_kept, bound=partial(plays.bound_with_clip, share=Fraction(1, 2))),
        ),
    ],
)
