"""`accuracy_once`: the noises and whole runs decided in exact arithmetic, the answers to given noises one by one."""

from collections.abc import Callable
from functools import partial

from dartproof.evidence import Control, Exhaustive, Randomised, Room
from dartproof.evidence.model import Derivation

from . import derivation
from .runs import (
    Answer,
    Noises,
    Run,
    answers,
    every_answer,
    every_noises,
    every_run,
    noises,
    runs,
)


def noises_small(instance: Noises, *, chances: int = 2, counted: bool = True) -> bool:
    """Pr[G] >= 1 - beta, where lambda = ln(2T/beta), or with another number in place of 2T."""
    beta = chances * (instance.rounds if counted else 1) * instance.scales.tail
    return instance.all_small() >= 1 - beta


def answer_right(answer: Answer, *, larger_scale: bool = False) -> bool:
    """⊤ has q >= tau - alpha and ⊥ has q <= tau + alpha, at noises that G admits."""
    scales = answer.scales
    alpha = max(scales.most_xi, scales.most_nu) if larger_scale else scales.alpha
    return answer.query >= answer.threshold - alpha if answer.top() else answer.query <= answer.threshold + alpha


def run_right(run: Run) -> bool:
    """Some answer of Algorithm 1 is wrong by more than alpha with probability at most beta."""
    return 1 - sum(chance for transcript, chance in run.law().items() if run.all_right(transcript)) <= run.beta


def right_answers_say_nothing(run: Run) -> bool:
    """The false claim that i_1 is uniform given that all answers are right."""
    chances = [run.parameters.field.zero] * len(run.losses[0])
    for transcript, chance in run.law().items():
        if run.all_right(transcript):
            chances[transcript.first] += chance
    return all(chance == chances[0] for chance in chances)


def of_noises(name: str, says: str, symbolic: Derivation, holds: Callable[[Noises], bool]) -> Control:
    """A false claim about the probability of G."""
    return Control(
        name=name,
        says=says,
        symbolic=symbolic,
        exact=Exhaustive("up to 5 rounds", lambda _: every_noises(5), holds),
        property=Randomised("up to 30 rounds", noises, holds),
    )


ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive(
            "up to 20 rounds of noises", lambda effort: every_noises(100 if effort == "full" else 20), noises_small
        ),
        Exhaustive(
            "all noises in G and all queries up to alpha + 2 from tau",
            lambda effort: every_answer(range(1, 4 if effort == "full" else 2)),
            answer_right,
        ),
        Exhaustive(
            "Algorithm 1 on all streams of three rounds and two experts",
            lambda effort: every_run(4 if effort == "full" else 3),
            run_right,
        ),
    ],
    property=[
        Randomised("noises of up to 30 rounds", noises, noises_small),
        Randomised("any noises in G and any query", answers, answer_right),
        Randomised("Algorithm 1 on up to four rounds and three experts", runs, run_right, examples=50),
    ],
    controls=[
        of_noises(
            "noises_not_counted",
            "lambda = ln(2/beta)",
            derivation.noises_not_counted,
            partial(noises_small, counted=False),
        ),
        of_noises(
            "half_of_the_noises", "lambda = ln(T/beta)", derivation.half_of_the_noises, partial(noises_small, chances=1)
        ),
        Control(
            name="one_scale",
            says="alpha = max(b_xi, b_nu) lambda",
            symbolic=derivation.one_scale,
            exact=Exhaustive(
                "all noises in G", lambda _: every_answer(range(1, 2)), partial(answer_right, larger_scale=True)
            ),
            property=Randomised("any noises in G", answers, partial(answer_right, larger_scale=True)),
        ),
        Control(
            name="right_answers_given",
            says="the event that all answers are right is independent of i_1",
            symbolic=derivation.right_answers_given,
            exact=Exhaustive("three rounds and two experts", lambda _: every_run(3), right_answers_say_nothing),
            property=Randomised("up to four rounds and three experts", runs, right_answers_say_nothing),
        ),
    ],
)
