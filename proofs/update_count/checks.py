"""`update_count`: each step of the chain, decided in rationals and in balls."""

from fractions import Fraction

from dartproof.evidence import Control, Exhaustive, Randomised, Room

from . import chain, derivation
from .chain import SUCCESS, Idle, SmallIdle, Stream, Tail, power_of_e


def phases_counted(stream: Stream, *, more: int = 1) -> bool:
    """Step 1: m <= ln N + eta L* + 1."""
    return stream.phases() <= stream.bound() + more


def phase_survived(stream: Stream, *, least: Fraction = SUCCESS) -> bool:
    """In each phase P_t(S) >= 1/(e + 1), and for every rule Pr[no update] >= e^-2 P_t(S) >= 0.03."""
    for start, end in stream.one_phase():
        share = stream.survivors(start, end)
        if not (
            share * (power_of_e(1) + 1) >= 1
            and stream.no_update(start, end) >= share * power_of_e(-2)
            and share * power_of_e(-2) >= least
        ):
            return False
    return True


def chain_holds(stream: Stream) -> bool:
    """The steps about streams."""
    return phases_counted(stream) and phase_survived(stream)


def tail_small(tail: Tail) -> bool:
    """Pr[Bin(n, 0.03) < m] <= 2^m (1 - 0.015)^n <= e^(-0.03 n/8) <= beta2."""
    _, upper = tail.below()
    return upper <= tail.moment() <= tail.exponential() and tail.exponential() <= tail.beta


def quarter_in_the_tail(tail: Tail) -> bool:
    """The false claim that the probability is at most e^(-0.03 n/4)."""
    lower, _ = tail.below()
    return lower <= tail.exponential(share=4)


def idle_as_said(idle: SmallIdle) -> bool:
    """E v_T is at least Wald's bound, and AboveThreshold is silent as long as the integral says."""
    expected = idle.expected_updates() >= chain.least_updates(idle.rounds, idle.keep**idle.clip)
    return expected and idle.silence() == [chain.silent(j) for j in range(idle.rounds)]


def numbers_of_the_statement(idle: Idle) -> bool:
    """More than 42,800 updates on average, a bound below 3,989."""
    return idle.least() > 42_800 and idle.bound() < 3_989


def bounded_without_the_hypothesis(idle: Idle) -> bool:
    """The false claim for tau = 0: with beta2 = 1/T it would give E v_T <= bound + T beta2."""
    return idle.least() <= idle.bound() + 1


EXAMPLE = Idle(rounds=10**6, experts=2, eta=Fraction(1, 20), eps2=Fraction(1, 3))

ROOM = Room(
    derivation=derivation.derive,
    exact=[
        Exhaustive(
            "steps 1 and 2 on losses 0 and 1 for all rules (T <= 4, N <= 2; T <= 3, N = 3; full more)",
            lambda effort: chain.every_stream(rounds=5 if effort == "full" else 4),
            chain_holds,
        ),
        Exhaustive("steps 1 and 2 where P_t(S) is close to 1/(e + 1)", lambda _: chain.one_loss(), chain_holds),
        Exhaustive(
            "steps 3 and 4, up to 30 phases (full: 200)",
            lambda effort: chain.every_tail(phases=200 if effort == "full" else 30),
            tail_small,
        ),
        Exhaustive(
            "Wald's bound against the law of v_T with tau = 0 and zero losses, T <= 8 (full: 14)",
            lambda effort: chain.every_small_idle(rounds=14 if effort == "full" else 8),
            idle_as_said,
        ),
        Exhaustive("the mean gap 4 ln 2 of that learner", lambda _: range(1, 60), chain.mean_gap_within),
        Exhaustive("the numbers of the statement", lambda _: [EXAMPLE], numbers_of_the_statement),
    ],
    property=[
        Randomised("steps 1 and 2, any losses and all rules, T <= 5, N <= 3", chain.streams, chain_holds, examples=60),
        Randomised("steps 3 and 4, up to 40 phases, any beta2", chain.tails, tail_small, examples=60),
    ],
    controls=[
        Control(
            name="low_threshold",
            says="tau may be 0",
            symbolic=derivation.low_threshold,
            exact=Exhaustive("the example of the statement", lambda _: [EXAMPLE], bounded_without_the_hypothesis),
            property=Randomised("any T, N, eta and eps2", chain.idles, bounded_without_the_hypothesis),
        ),
        Control(
            name="one_phase_fewer",
            says="m <= ln N + eta L*",
            symbolic=derivation.one_phase_fewer,
            exact=Exhaustive(
                "streams of two rounds", lambda _: chain.every_stream(rounds=2), lambda s: phases_counted(s, more=0)
            ),
            property=Randomised("any losses", chain.streams, lambda s: phases_counted(s, more=0)),
        ),
        Control(
            name="larger_success",
            says="e^(-2) P_t(S) >= 0.04",
            symbolic=derivation.larger_success,
            exact=Exhaustive(
                "one round of losses",
                lambda _: chain.one_loss(),
                lambda s: phase_survived(s, least=Fraction(4, 100)),
            ),
            property=Randomised(
                "one round of losses",
                chain.streams_of_one_loss,
                lambda s: phase_survived(s, least=Fraction(4, 100)),
            ),
        ),
        Control(
            name="quarter_in_the_tail",
            says="the tail is at most e^(-0.03 n/4)",
            symbolic=derivation.quarter_in_the_tail,
            exact=Exhaustive("up to 200 phases", lambda _: chain.every_tail(phases=200), quarter_in_the_tail),
            property=Randomised("up to 200 phases", lambda: chain.tails(phases=200), quarter_in_the_tail),
        ),
    ],
)
