"""`thinned_regret`, decided in rationals against all adversaries with losses 0 and 1."""

from dartproof.evidence import Control, Exhaustive, Randomised, Room

from . import derivation
from . import games as g

ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive(
            "many learners and q against all adversaries, T <= 4",
            lambda effort: g.every_case(step=1 if effort == "full" else 15),
            g.loses_little,
        ),
        Exhaustive(
            "adversaries of three rounds, one by one: the identity",
            lambda effort: g.every_match(step=10 if effort == "full" else 100),
            g.loses_q_times,
        ),
        Exhaustive(
            "every stream fixed in advance, with or without an expert that has no loss",
            lambda effort: g.every_stream(4 if effort == "full" else 3),
            g.regrets_q_times,
        ),
    ],
    property=[
        Randomised("any learner and q, T <= 4, N = 2", g.cases, g.loses_little, examples=100),
        Randomised("any learner and adversary, T <= 3, losses 0, 1/2 and 1", g.matches, g.loses_q_times, examples=50),
        Randomised("any learner and stream, T <= 4", g.stream_matches, g.regrets_q_times, examples=50),
    ],
    controls=[
        Control(
            name="nothing_lost",
            says="A_q loses no more than A",
            symbolic=derivation.nothing_lost,
            exact=Exhaustive("a few learners, T = 3", lambda _: g.few(), g.loses_no_more),
            property=Randomised("any learner, T <= 4", g.cases, g.loses_no_more),
        ),
        Control(
            name="coins_see_the_pick",
            says="the coins may depend on the pick: 1 after expert 2, 0 after expert 1, for q = 1/2",
            symbolic=derivation.coins_see_the_pick,
            exact=Exhaustive("a few learners, T = 3", lambda _: g.few(), g.with_coins_of_the_pick),
            property=Randomised(
                "learners that start with expert 1, T = 3 and 4", g.starting_with_one, g.with_coins_of_the_pick
            ),
        ),
        Control(
            name="one_sequence",
            says="on each sequence by itself A_q loses at most 1/q times as much as A",
            symbolic=derivation.one_sequence,
            exact=Exhaustive(
                "learners of two states, streams that spare expert 1", lambda _: g.realizable_streams(), g.one_sequence
            ),
            property=Randomised(
                "learners of two states, streams that spare expert 1", g.realizable_matches, g.one_sequence
            ),
        ),
    ],
)
