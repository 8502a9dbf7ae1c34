"""Learners that differ from Algorithm 2 in one thing, and what their laws are at T_e and at checks."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from dartproof.laws.lazy import Choice, LazyProcess, Position, expert_law, position_laws, weights_of
from dartproof.laws.plays import Play, every_play
from dartproof.laws.rules import delayed_hazard
from dartproof.numeric import FastRational, fast, slow

Learner = Callable[[Play], LazyProcess[FastRational]]


def exact_at_end(play: Play, learner: Learner = Play.process) -> bool:
    """Pr[i_{T_e} = i] = P_{T_e}(i) for every i."""
    return expert_law(play.law(learner(play)), play.experts) == play.weights.shares[play.end]


def show_law(play: Play, learner: Learner) -> str:
    """A play with the law of i_{T_e} that a learner has and the one it is claimed to have."""
    reached, claimed = expert_law(play.law(learner(play)), play.experts), play.weights.shares[play.end]
    return f"{play}: i_{play.end + 1} ~ {_text(reached)}, P_{play.end + 1} = {_text(claimed)}"


def plays_of_two() -> Iterator[Play]:
    """Two experts, 2 or 3 rounds, losses 0 and 1, e^(-eta) = 1/2, every delay function."""
    for rounds in (2, 3):
        for start in range(rounds):
            yield from every_play(rounds, 2, Fraction(1, 2), start=start)


def exchanged_coin(play: Play) -> LazyProcess[FastRational]:
    """Keeps its expert with probability 1 - e^(-eta r)."""
    weights = play.weights
    return play.process(coin=lambda launch, now, expert: weights.one - weights.keep(launch, now, expert))


def clip_kept(play: Play) -> LazyProcess[FastRational]:
    """Keeps its expert with probability e^(-eta max(1, r))."""
    return play.process(coin=play.clipped_coin)


def early_losses(play: Play) -> LazyProcess[FastRational]:
    """Draws from P_{t+1} in a check of round t."""
    learner, later = play.process(), weights_of((*play.losses, play.losses[-1]), play.keep).shares[1:]
    shares = [learner.shares[t] if t <= play.start else later[t] for t in range(play.end + 1)]
    return LazyProcess(shares, learner.choose, play.start)


def uniform_start(play: Play) -> LazyProcess[FastRational]:
    """Draws its first expert uniformly, whatever T_s."""
    learner = play.process()
    shares = [learner.shares[0] if t == play.start else row for t, row in enumerate(learner.shares)]
    return LazyProcess(shares, learner.choose, play.start)


def without_the_forced_check(play: Play) -> LazyProcess[FastRational]:
    """Does not check in round T_e."""
    learner = play.process()

    def choose(position: Position) -> Choice[FastRational]:
        return learner.choose(position) if position.now < play.end else Choice(fast(1), fast(0), fast(0))

    return LazyProcess(learner.shares, choose, play.start)


def anticipating_delay(play: Play) -> LazyProcess[FastRational]:
    """Checks one round later than Algorithm 2, if there is one, where its coin would keep the expert."""
    weights, soon = play.weights, play.hazard
    late = delayed_hazard(weights, lambda s, i, u: max(s + 1, play.delay(s, i, u)) + 1, end=play.end)

    def choose(position: Position) -> Choice[FastRational]:
        keep = weights.keep(position.launch, position.now, position.expert)
        kept, resampled = keep * late(position), (weights.one - keep) * soon(position)
        return Choice(weights.one - kept - resampled, kept, resampled)

    return LazyProcess(weights.shares, choose, play.start)


def exact_at_every_check(play: Play) -> bool:
    """The false claim that i_t ~ P_t given that round t is a check."""
    return not _laws_at_checks(play)


def show_check(play: Play) -> str:
    """A play with the law of i_t given a check in round t, where that is not P_t."""
    now, reached = _laws_at_checks(play)[0]
    claimed = play.weights.shares[now]
    return f"{play}: i_{now + 1} ~ {_text(reached)} given a check in round {now + 1}, P_{now + 1} = {_text(claimed)}"


def _laws_at_checks(play: Play) -> list[tuple[int, tuple[FastRational, ...]]]:
    """The rounds t and the laws of i_t given a check in round t, where that is not P_t."""
    found = []
    for now, law in enumerate(position_laws(play.process(), until=play.end), start=play.start):
        checked = {position: mass for position, mass in law.items() if position.launch == now}
        if checked:
            total = sum(checked.values(), start=fast(0))
            given = tuple(chance / total for chance in expert_law(checked, play.experts))
            if given != play.weights.shares[now]:
                found.append((now, given))
    return found


def _text(law: Sequence[FastRational]) -> str:
    return f"({', '.join(str(slow(number)) for number in law)})"
