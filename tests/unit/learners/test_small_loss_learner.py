"""Algorithm 1, walked through by hand and against a transcription of its pseudo-code with and without faults."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction as Q

import numpy as np
import pytest

from dartproof.accounting import ExactParameters
from dartproof.errors import InputError
from dartproof.laws.enumerate import transcript_law
from dartproof.laws.transcript import BELOW, KEEP, UNASKED
from dartproof.learners import SmallLossLearner, Transcript, run
from dartproof.learners.base import take_turns
from dartproof.streams import LossStream

Fit = Callable[..., float]


@dataclass
class Script:
    """Stands in for a generator: every draw must be the next one of the script, and of the kind that it says."""

    draws: list[tuple[str, float]]
    scales: list[float] = field(default_factory=list)

    def _next(self, kind: str) -> float:
        expected, value = self.draws.pop(0)
        assert kind == expected
        return value

    def integers(self, experts: int) -> int:
        assert experts == 2
        return int(self._next("first"))

    def laplace(self, location: float, scale: float) -> float:
        self.scales.append(scale)
        return location + self._next("noise")

    def random(self) -> float:
        return self._next("coin")


def test_every_branch_by_hand() -> None:
    # ln 2 makes e^(-η r) = 2^-r, and the clip 1/(e^ε2 - 1) = 1.
    learner = SmallLossLearner(eta=np.log(2), tau=2.0, limit=2, epsilon1=0.5, epsilon2=np.log(2))
    stream = LossStream.from_rows(
        [[1, 0], ["1/2", 0], ["1/4", 1], [0, 1], [1, 0], [0, 1], [1, 0], [1, 1]], source="by hand"
    )
    script = Script(
        [
            ("first", 0),
            ("noise", 0.0),  # ξ_1: the bar is 2
            ("noise", 0.875),  # round 2: q = 1, below the bar
            ("noise", 0.5),  # round 3: q = 1 + 1/2 reaches the bar exactly: ⊤
            ("coin", 0.35),  # kept, as 2^-1.5 = 0.3536
            ("noise", -1.5),  # ξ_2: the bar is 1/2
            ("noise", 0.25),  # round 4: q = 1/4, the loss of round 3 alone: ⊤
            ("coin", 0.5),  # not kept, as 2^-max(1, 1/4) = 1/2 is not above 1/2
            ("coin", 0.5),  # losses 7/4 and 1: expert 1 has 2^-0.75/(1 + 2^-0.75) = 0.37 of the weight; expert 2
            ("noise", 5.0),  # ξ_3: the bar is 7
            ("noise", 5.5),  # round 5: q = 1, below
            ("noise", 6.0),  # round 6: q = 1 + 0: ⊤
            ("coin", 0.75),  # not kept
            ("coin", 0.99),  # losses 11/4 and 2: expert 2 again, which counts as a resample
            ("noise", 0.0),  # ξ_4, of no consequence: the limit of 2 is reached and nothing is asked any more
        ]
    )
    outcome = run(learner, stream, script)
    assert outcome.transcript == Transcript(
        first=0, answers=(False, True, True, False, True), keeps=(True, False, False), resampled=(1, 1)
    )
    np.testing.assert_array_equal(outcome.picks, [0, 0, 0, 1, 1, 1, 1, 1])
    assert outcome.updates == 2
    assert script.draws == []
    assert script.scales == [4, 8, 8, 4, 8, 4, 8, 8, 4]  # 2/ε1 for ξ, 4/ε1 for ν


@dataclass(frozen=True)
class Faults:
    """Ways to get Algorithm 1 wrong; by default none."""

    counts: str = "resamples"  # or "moves", "checks"
    interval: str = "half-open"  # or "overlapping": the launch round is counted twice
    first_query: str = "next round"  # or "launch round": an empty query is asked at once
    ties: str = "top"  # or "bottom"
    coin: str = "keeps"  # or "resamples"
    clip: str = "max"  # or "none", "min"
    limit: str = "stops checks"  # or "ignored", "stops moves"
    threshold_noise: str = "fresh"  # or "reused"
    weights: str = "past"  # or "late": without the last row
    state: str = "reset"  # or "kept": the query goes on after a check that keeps


def pseudo_code(learner: SmallLossLearner, losses: np.ndarray, rng: "CoarseNoise", faults: Faults) -> tuple[int, ...]:
    """Algorithm 1 as the paper writes it, rounds from 1; returns i_1, ..., i_T (from 0)."""
    rounds, experts = losses.shape
    loss = np.vstack([np.full(experts, np.nan), losses])  # loss[t] is ℓ_t
    v, launched = 0, 1
    pick = [0, int(rng.integers(experts))]  # pick[t] is i_t
    answers = []
    bar = learner.tau + rng.laplace(0.0, 2 / learner.epsilon1)
    for t in range(2, rounds + 1):
        pick.append(pick[-1])
        if v >= learner.limit and faults.limit == "stops checks":
            continue
        q = loss[max(launched - (faults.interval == "overlapping"), 1) : t, pick[t - 1]].sum()
        nu = rng.laplace(0.0, 4 / learner.epsilon1)
        top = q + nu > bar if faults.ties == "bottom" else q + nu >= bar
        answers.append(bool(top))
        if not top:
            continue
        r = {"max": max(learner.clip, q), "none": q, "min": min(learner.clip, q)}[faults.clip]
        below = rng.random() < np.exp(-learner.eta * r)
        resamples = below if faults.coin == "resamples" else not below
        if resamples and not (v >= learner.limit and faults.limit == "stops moves"):
            seen = t - 1 - (faults.weights == "late")
            running = np.exp(-learner.eta * loss[1 : seen + 1].sum(axis=0)).cumsum()
            pick[t] = int(np.searchsorted(running, rng.random() * running[-1], side="right"))
        v += {"resamples": resamples, "moves": pick[t] != pick[t - 1], "checks": True}[faults.counts]
        if resamples or faults.state == "reset":
            launched = t
        xi = rng.laplace(0.0, 2 / learner.epsilon1)
        if faults.threshold_noise == "fresh":
            bar = learner.tau + xi
        if faults.first_query == "launch round":
            rng.laplace(0.0, 4 / learner.epsilon1)
    return pick[1:], answers


class CoarseNoise:
    """A generator whose Laplace noise is rounded to multiples of 1/2, so that queries meet the threshold exactly."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def integers(self, experts: int) -> int:
        return int(self.rng.integers(experts))

    def laplace(self, location: float, scale: float) -> float:
        return location + round(2 * self.rng.laplace(0.0, scale)) / 2

    def random(self) -> float:
        return self.rng.random()


LEARNER = SmallLossLearner(eta=0.7, tau=1.0, limit=2, epsilon1=4.0, epsilon2=np.log(1.5))  # the clip is 2
LOSSES = np.random.default_rng(11).integers(0, 3, size=(12, 3)) / 2


def disagreements(faults: Faults, learner: SmallLossLearner = LEARNER, seeds: Iterable[int] = range(200)) -> int:
    """In how many games the learner and the pseudo-code with these faults, fed with the same draws, play otherwise."""
    stream = LossStream.from_rows(LOSSES)

    def differ(seed: int) -> bool:
        played = run(learner, stream, CoarseNoise(seed))
        picks, answers = pseudo_code(learner, LOSSES, CoarseNoise(seed), faults)
        return picks != played.picks.tolist() or tuple(answers) != played.transcript.answers

    return sum(map(differ, seeds))


@pytest.mark.parametrize("limit", [0, 1, 2, 20])
@pytest.mark.parametrize("tau", [-1.0, 0.0, 1.0, 4.0])
def test_the_learner_plays_as_the_pseudo_code_does(tau: float, limit: int) -> None:
    learner = SmallLossLearner(eta=0.7, tau=tau, limit=limit, epsilon1=4.0, epsilon2=np.log(1.5))
    assert disagreements(Faults(), learner, range(60)) == 0


@pytest.mark.parametrize(
    "faults",
    [
        Faults(counts="moves"),
        Faults(counts="checks"),
        Faults(interval="overlapping"),
        Faults(first_query="launch round"),
        Faults(ties="bottom"),
        Faults(coin="resamples"),
        Faults(clip="none"),
        Faults(clip="min"),
        Faults(limit="ignored"),
        Faults(limit="stops moves"),
        Faults(threshold_noise="reused"),
        Faults(weights="late"),
        Faults(state="kept"),
    ],
    ids=str,
)
def test_a_faulty_pseudo_code_plays_otherwise(faults: Faults) -> None:
    assert disagreements(faults) > 0


def steps(transcript: Transcript, rounds: int) -> tuple[int, ...]:
    """The steps of `dartproof.laws.transcript.Transcript` that say the same."""
    keeps, resampled = iter(transcript.keeps), iter(transcript.resampled)
    made = [(KEEP if next(keeps) else next(resampled)) if answer else BELOW for answer in transcript.answers]
    return (*made, *[UNASKED] * (rounds - 1 - len(made)))


TINY = ((1, 1), (0, 1), (1, 0), (0, 0))
EXACT = ExactParameters(grid=1, keep=Q(1, 2), noise=Q(3, 4), clip=1, threshold=1, limit=2)


def law(parameters: ExactParameters) -> dict[tuple[int, tuple[int, ...]], float]:
    return {(t.first, t.steps): float(p) for t, p in transcript_law(TINY, parameters).items()}


def games(parameters: ExactParameters, count: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    learner, stream, rng = (
        SmallLossLearner.from_exact(parameters),
        LossStream.from_rows(TINY),
        np.random.default_rng(17),
    )
    for _ in range(count):
        transcript = take_turns(learner, stream, rng)[1].transcript
        yield transcript.first, steps(transcript, len(TINY))


def test_transcripts_follow_the_exact_law(fit: Fit) -> None:
    assert fit(games(EXACT, 10_000), law(EXACT)) > 0.01


@pytest.mark.parametrize(
    "other",
    [
        replace(EXACT, keep=Q(9, 20)),
        replace(EXACT, noise=Q(1, 2)),
        replace(EXACT, clip=2),
        replace(EXACT, threshold=2),
        replace(EXACT, limit=1),
    ],
    ids=str,
)
def test_transcripts_do_not_follow_the_law_of_other_parameters(other: ExactParameters, fit: Fit) -> None:
    assert fit(games(other, 10_000), law(EXACT)) < 1e-6


def test_exact_parameters_become_the_papers() -> None:
    parameters = ExactParameters(grid=4, keep=Q(9, 10), noise=Q(3, 4), clip=3, threshold=6, limit=7)
    learner = SmallLossLearner.from_exact(parameters)
    # x = e^(-η/g), y = e^(-ε1/(4g)), e^ε2 = 1 + 1/k, τ = 6/4.
    assert np.exp(-learner.eta / 4) == pytest.approx(0.9, rel=1e-15)
    assert np.exp(-learner.epsilon1 / 16) == pytest.approx(0.75, rel=1e-15)
    assert learner.clip == pytest.approx(3, rel=1e-15)
    assert (learner.tau, learner.limit) == (1.5, 7)


def test_a_huge_epsilon2_clips_nothing() -> None:
    assert SmallLossLearner(eta=1.0, tau=0.0, limit=1, epsilon1=1.0, epsilon2=1e4).clip == 0.0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"eta": -0.1}, "eta = -0.1"),
        ({"eta": float("nan")}, "eta = nan"),
        ({"tau": float("inf")}, "tau = inf"),
        ({"limit": -1}, "limit = -1"),
        ({"epsilon1": 0.0}, "epsilon1 = 0.0"),
        ({"epsilon2": float("inf")}, "epsilon2 = inf"),
    ],
)
def test_bad_parameters_are_refused(change: dict[str, float], message: str) -> None:
    good = {"eta": 0.1, "tau": 1.0, "limit": 2, "epsilon1": 1.0, "epsilon2": 1.0}
    with pytest.raises(InputError, match=message):
        SmallLossLearner(**(good | change))
