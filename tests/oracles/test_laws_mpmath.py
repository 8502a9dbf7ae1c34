"""The exact laws and divergences against a second implementation, which shares no code with them.

The reference enumerates all transcripts and integrates the noise numerically, at 50 digits. Numbers count as equal if
they agree to 25 digits; an altered reference must be told apart in what the learner plays.
"""

import ast
import importlib.util
import sys
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction as Q
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp

from dartproof.accounting import CompensatedParameters, ExactParameters
from dartproof.laws import (
    Instance,
    expected_loss,
    hockey_stick,
    marginals,
    max_divergence,
    picks_law,
    transcript_law,
    updates_law,
)
from dartproof.laws.floats.delta import float_hockey_stick
from dartproof.laws.floats.laws import float_law
from dartproof.laws.floats.loss import float_pair_divergence
from dartproof.laws.forward import process_law
from dartproof.laws.graphs.process_path import process_probability
from dartproof.laws.hockey_stick_law import pair_hockey_stick
from dartproof.laws.picks_loss import picks_divergence, picks_hockey_stick
from dartproof.laws.privacy_loss import pair_divergence
from dartproof.laws.process import (
    Process,
    compensated_balls,
    compensated_process,
    lazy_process,
    small_loss_balls,
    small_loss_process,
)
from dartproof.laws.query_streams import query_divergence
from dartproof.laws.transcript import BELOW, KEEP, UNASKED, Transcript
from dartproof.learners import FixedDelay
from dartproof.mechanisms.above_threshold import halting_law
from dartproof.numeric import Ball, LogField, LogNumber, Real
from dartproof.strategies import delay_functions, exact_parameters, keep_factors, neighbour_pairs
from dartproof.streams import Steps

SOURCE = Path(__file__).with_name("reference_laws.py")
RATIOS = (Q(1), Q(11, 10), Q(3, 2), Q(3))
STEPS = {"wait": BELOW, "keep": KEEP, "silent": UNASKED}


def load_reference() -> Any:
    spec = importlib.util.spec_from_file_location("reference_laws", SOURCE)
    module = importlib.util.module_from_spec(spec)
    sys.modules["reference_laws"] = module
    spec.loader.exec_module(module)
    return module


reference = load_reference()
PAPER = reference.PAPER


@pytest.fixture(autouse=True)
def _digits() -> Any:
    with mp.workdps(reference.DIGITS):
        yield


# --- Comparing numbers and laws -------------------------------------------------------------------------------------


def number(q: Q | int) -> Any:
    return mp.mpf(Q(q).numerator) / Q(q).denominator


def decimal(x: LogNumber | Q) -> Any:
    return mp.mpf(Real.of(x).decimal(45))


def close(x: LogNumber | Ball | Q | None, expected: Any) -> bool:
    """Whether x, None being infinity, is `expected` to 25 digits; of a ball both ends are."""
    if x is None or expected == mp.inf:
        return x is None and expected == mp.inf
    values = [number(x.lower), number(x.upper)] if isinstance(x, Ball) else [decimal(x)]
    return all(abs(value - expected) <= abs(expected) * mp.mpf(10) ** -25 + mp.mpf(10) ** -36 for value in values)


def all_close(xs: Any, expected: Any) -> bool:
    return len(xs) == len(expected) and all(close(x, e) for x, e in zip(xs, expected, strict=True))


def same(law: Mapping[Hashable, LogNumber], expected: Mapping[Hashable, Any]) -> bool:
    return law.keys() == expected.keys() and all(close(law[outcome], mass) for outcome, mass in expected.items())


def named(law: Mapping[tuple[Any, ...], Any]) -> dict[Transcript, Any]:
    """A law of the reference, with its transcripts in the package's words."""
    return {Transcript(first, tuple(STEPS.get(step, step) for step in steps)): m for (first, *steps), m in law.items()}


@dataclass(frozen=True)
class Pair:
    """A learner on two neighbouring streams, as exact parameters."""

    streams: tuple[Steps, Steps]
    parameters: Any
    multiples: tuple[int, int]
    shape: str

    def losses(self, which: int) -> Any:
        return [[number(Q(step, self.parameters.grid)) for step in row] for row in self.streams[which]]

    def numbers(self) -> dict[str, Any]:
        """The parameters that the learners share, as plain numbers."""
        rate = -self.parameters.grid * mp.log(number(self.parameters.noise))
        return {
            "eta": -self.parameters.grid * mp.log(number(self.parameters.keep)),
            "tau": number(Q(self.parameters.threshold, self.parameters.grid)),
            "limit": self.parameters.limit,
            "clip": number(Q(self.parameters.clip_steps, self.parameters.grid)),
            "scales": tuple(1 / (multiple * rate) for multiple in self.multiples),
        }

    def small_loss(self, which: int, rules: Any = PAPER) -> Any:
        numbers = self.numbers()
        b_xi, b_nu = numbers.pop("scales")
        losses = self.losses(which)
        return reference.small_loss(losses, **numbers, b_xi=b_xi, b_nu=b_nu, shape=self.shape, rules=rules)

    def compensated(self, which: int, rules: Any = PAPER) -> Any:
        numbers = self.numbers()
        b1, b2 = numbers.pop("scales")
        return reference.compensated(self.losses(which), **numbers, b1=b1, b2=b2, shape=self.shape, rules=rules)

    def instance(self, which: int) -> Instance:
        return Instance(self.streams[which], self.parameters, self.multiples, self.shape)


def check_process(processes: tuple[Process, Process], laws: tuple[Any, Any]) -> None:
    """Compare what is computed of two processes with what follows from the laws of the reference."""
    for process, law in zip(processes, laws, strict=True):
        losses = [[number(Q(step, process.grid)) for step in row] for row in process.losses]
        computed = process_law(process)
        table = reference.marginals(law, process.rounds, process.experts)
        assert all(all_close(row, shares) for row, shares in zip(computed.marginals, table, strict=True))
        counts = reference.push(law, reference.resamples)
        assert all_close(computed.updates, [counts.get(count, mp.zero) for count in range(len(computed.updates))])
        assert close(computed.expected_loss, reference.expected_loss(law, losses))
        best = min(sum(column) for column in zip(*losses, strict=True))
        assert close(computed.expected_regret, reference.expected_loss(law, losses) - best)
    for way in (1, -1):
        (p, q), (law, other) = processes[::way], laws[::way]
        of_picks, of_other = (reference.push(each, reference.picks) for each in (law, other))
        assert close(pair_divergence(p, q).ratio, reference.max_ratio(law, other))
        assert close(picks_divergence(p, q).ratio, reference.max_ratio(of_picks, of_other))
        if p.backend.name == "exact":
            for ratio in RATIOS:
                assert close(pair_hockey_stick(p, q, ratio), reference.hockey_stick(law, other, number(ratio)))
                seen = reference.hockey_stick(of_picks, of_other, number(ratio))
                assert close(picks_hockey_stick(p, q, ratio), seen)


def check_transcripts(process: Process, law: Any) -> None:
    """Compare the probability of every transcript, along its path."""
    assert all(close(process_probability(process, transcript), mass) for transcript, mass in named(law).items())


def check_floats(pair: Pair, laws: tuple[Any, Any]) -> None:
    """Compare what is computed in floats, to 9 digits; brackets must contain the number that they are about."""
    noises = {"noise_multiples": pair.multiples, "noise_shape": pair.shape}
    experts, rounds = len(pair.streams[0][0]), len(pair.streams[0])
    (changed,) = [t for t in range(rounds) if pair.streams[0][t] != pair.streams[1][t]]
    for way in (1, -1):
        (stream, neighbour), (law, other) = pair.streams[::way], laws[::way]
        found = float_law(stream, pair.parameters, **noises)
        for row, shares in zip(found.marginals, reference.marginals(law, rounds, experts), strict=True):
            assert row == pytest.approx([float(share) for share in shares], rel=1e-9)
        counts = reference.push(law, reference.resamples)
        assert found.updates == pytest.approx([float(counts.get(v, 0)) for v in range(len(found.updates))], rel=1e-9)
        divergence = float_pair_divergence(stream, changed, neighbour[changed], pair.parameters, **noises)
        assert divergence.value == pytest.approx(float(mp.log(reference.max_ratio(law, other))), rel=1e-9, abs=1e-12)
        brackets = float_hockey_stick(
            stream, changed, neighbour[changed], pair.parameters, [float(ratio) for ratio in RATIOS], **noises
        )
        for ratio, bracket in zip(RATIOS, brackets, strict=True):
            delta = float(reference.hockey_stick(law, other, number(ratio)))
            assert bracket.lower - 1e-12 <= delta <= bracket.upper + 1e-12


# --- Algorithm 1 ----------------------------------------------------------------------------------------------------

noises = st.sampled_from([((2, 1), "laplace"), ((1, 1), "laplace"), ((1, 3), "laplace"), ((1, 2), "exponential")])


@st.composite
def small_loss_pairs(draw: st.DrawFn) -> Pair:
    grid = draw(st.integers(1, 3))
    return Pair(draw(neighbour_pairs(grid=grid)), draw(exact_parameters(grid=grid)), *draw(noises))


def check_small_loss(pair: Pair) -> None:
    laws = pair.small_loss(0), pair.small_loss(1)
    parameters = pair.parameters
    exact = [
        transcript_law(stream, parameters, noise_multiples=pair.multiples, noise_shape=pair.shape)
        for stream in pair.streams
    ]
    for which, (law, found) in enumerate(zip(laws, exact, strict=True)):
        assert same(found, named(law))
        losses, steps = pair.losses(which), pair.streams[which]
        rows = marginals(found, experts=len(steps[0]))
        assert all(
            all_close(row, shares)
            for row, shares in zip(rows, reference.marginals(law, len(rows), len(rows[0])), strict=True)
        )
        counts = reference.push(law, reference.resamples)
        updates = updates_law(found, limit=parameters.limit)
        assert all_close(updates, [counts.get(count, mp.zero) for count in range(len(updates))])
        assert max(counts) < len(updates) <= parameters.limit + 1
        assert close(expected_loss(found, steps, grid=parameters.grid), reference.expected_loss(law, losses))
    for way in (1, -1):
        for image, other in ((lambda w: w, lambda law: law), (reference.picks, picks_law)):
            p, q = (reference.push(law, image) for law in laws[::way])
            found = [other(law) for law in exact[::way]]
            assert close(max_divergence(*found).ratio, reference.max_ratio(p, q))
            for ratio in RATIOS:
                assert close(hockey_stick(*found, ratio), reference.hockey_stick(p, q, number(ratio)))
    for build in (small_loss_process, small_loss_balls):
        check_process((build(pair.instance(0)), build(pair.instance(1))), laws)
    check_transcripts(small_loss_process(pair.instance(0)), laws[0])
    check_floats(pair, laws)


@given(small_loss_pairs())
@settings(max_examples=10)
def test_algorithm_1(pair: Pair) -> None:
    check_small_loss(pair)


@pytest.mark.slow
@given(small_loss_pairs())
@settings(max_examples=150)
def test_algorithm_1_on_many_pairs(pair: Pair) -> None:
    check_small_loss(pair)


@given(small_loss_pairs())
@settings(max_examples=8)
def test_the_halting_law(pair: Pair) -> None:
    # H(s,i,t): of the instance that is launched in any round, with any expert.
    parameters, losses, numbers = pair.parameters, pair.losses(0), pair.numbers()
    b_xi, b_nu = numbers["scales"]
    process = small_loss_process(pair.instance(0))
    for launch in range(process.rounds):
        for expert in range(process.experts):
            queries = reference.pending(losses, launch, expert, PAPER)
            law = reference.above_threshold(queries, tau=numbers["tau"], b_xi=b_xi, b_nu=b_nu, shape=pair.shape)
            found = halting_law(
                tuple(accumulate(row[expert] for row in pair.streams[0][launch:-1])),
                threshold=parameters.threshold,
                grid=parameters.grid,
                field=parameters.field,
                noise_multiples=pair.multiples,
                noise_shape=pair.shape,
            )
            assert all_close(found, law)
            course = process.course(launch, expert, 0)
            halts = [keep + renewal for keep, renewal in zip(course.keeps, course.renewals, strict=True)]
            assert all_close([*halts, course.never], law)


# --- AboveThreshold alone -------------------------------------------------------------------------------------------


@st.composite
def query_pairs(draw: st.DrawFn) -> tuple[Any, ...]:
    first = draw(st.lists(st.integers(-4, 6), min_size=1, max_size=4))
    second = [query + draw(st.integers(-1, 1)) for query in first]
    return tuple(first), tuple(second), draw(st.integers(-3, 4)), draw(keep_factors(max_denominator=10)), *draw(noises)


@given(query_pairs())
@settings(max_examples=15)
def test_above_threshold_alone(drawn: tuple[Any, ...]) -> None:
    first, second, threshold, noise, multiples, shape = drawn
    found = query_divergence(
        first, second, threshold=threshold, field=LogField(noise), noise_multiples=multiples, noise_shape=shape
    )
    b_xi, b_nu = (-1 / (multiple * mp.log(number(noise))) for multiple in multiples)
    p, q = (
        dict(
            enumerate(
                reference.above_threshold(
                    tuple(map(mp.mpf, queries)), tau=mp.mpf(threshold), b_xi=b_xi, b_nu=b_nu, shape=shape
                )
            )
        )
        for queries in (first, second)
    )
    assert all_close(found.first, list(p.values()))
    assert all_close(found.second, list(q.values()))
    p, q = ({outcome: mass for outcome, mass in law.items() if mass} for law in (p, q))
    assert close(found.ratio, reference.max_ratio(p, q))
    for ratio in RATIOS:
        assert close(found.hockey_stick(ratio), reference.hockey_stick(p, q, number(ratio)))


# --- The compensated learner ----------------------------------------------------------------------------------------


@st.composite
def compensated_pairs(draw: st.DrawFn) -> Pair:
    grid = draw(st.integers(1, 3))
    multiples = draw(st.sampled_from([(1, 1), (2, 1), (1, 2)]))
    clip_steps = draw(st.integers(1, 2 * grid))
    parameters = CompensatedParameters(
        grid=grid,
        keep=draw(keep_factors(max_denominator=10)),
        noise=draw(keep_factors(max_denominator=10)),
        clip_steps=clip_steps,
        threshold=clip_steps + draw(st.integers(0, 2 * grid)),
        limit=draw(st.integers(0, 3)),
        noise_multiples=multiples,
        noise_shape=draw(st.sampled_from(["exponential", "exponential", "laplace"])),
    )
    return Pair(draw(neighbour_pairs(grid=grid)), parameters, multiples, parameters.noise_shape)


def check_compensated(pair: Pair) -> None:
    laws = pair.compensated(0), pair.compensated(1)
    builders = (compensated_process, compensated_balls) if pair.shape == "exponential" else (compensated_process,)
    for build in builders:
        check_process(tuple(build(stream, pair.parameters) for stream in pair.streams), laws)
    check_transcripts(compensated_process(pair.streams[0], pair.parameters), laws[0])
    check_floats(pair, laws)


@given(compensated_pairs())
@settings(max_examples=10)
def test_the_compensated_learner(pair: Pair) -> None:
    check_compensated(pair)


@pytest.mark.slow
@given(compensated_pairs())
@settings(max_examples=150)
def test_the_compensated_learner_on_many_pairs(pair: Pair) -> None:
    check_compensated(pair)


# --- Algorithm 2 ----------------------------------------------------------------------------------------------------


@st.composite
def lazy_pairs(draw: st.DrawFn) -> tuple[int, tuple[Steps, Steps], Q, Any]:
    grid = draw(st.integers(1, 3))
    streams = draw(neighbour_pairs(grid=grid))
    delays = st.builds(FixedDelay, st.integers(1, 3)) | delay_functions(len(streams[0]), len(streams[0][0]))
    return grid, streams, draw(keep_factors(max_denominator=10)), draw(delays)


def check_lazy(grid: int, streams: tuple[Steps, Steps], keep: Q, delay: Any) -> None:
    eta = -grid * mp.log(number(keep))
    processes = tuple(lazy_process(stream, keep, grid, delay) for stream in streams)
    laws = tuple(
        reference.lazy([[number(Q(step, grid)) for step in row] for row in stream], eta=eta, delay=delay)
        for stream in streams
    )
    check_transcripts(processes[0], laws[0])
    check_process(processes, laws)


@given(lazy_pairs())
@settings(max_examples=40)
def test_algorithm_2(drawn: tuple[int, tuple[Steps, Steps], Q, Any]) -> None:
    check_lazy(*drawn)


@pytest.mark.slow
@given(lazy_pairs())
@settings(max_examples=500)
def test_algorithm_2_on_many_pairs(drawn: tuple[int, tuple[Steps, Steps], Q, Any]) -> None:
    check_lazy(*drawn)


# --- Is the reference independent, and does the comparison notice? --------------------------------------------------


def test_the_reference_imports_mpmath_and_the_standard_library_alone() -> None:
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"))
    imported = {
        name.name.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
    }
    imported |= {node.module.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported - set(sys.stdlib_module_names) == {"mpmath"}


def test_the_quadrature_finds_integrals_in_closed_form() -> None:
    # The integral of e^(-2|z|) (1, |z|) over the line is 1 and 1/2.
    cut = reference.pieces([mp.zero], rate=mp.mpf(2), slowest=mp.mpf(2), lower=None)
    total, moment = reference.integrate(lambda z: [mp.exp(-2 * abs(z)), abs(z) * mp.exp(-2 * abs(z))], cut)
    assert abs(total - 1) < mp.mpf(10) ** -45
    assert abs(moment - mp.mpf(1) / 2) < mp.mpf(10) ** -45


# T = 4 rounds on which every rule matters: ties between experts, and losses before and after every launch.
WITNESS: Steps = ((1, 0), (0, 1), (1, 0), (0, 0))
SMALL_LOSS = Pair(
    (WITNESS, WITNESS),
    ExactParameters(grid=1, keep=Q(2, 3), noise=Q(3, 4), clip=2, threshold=1, limit=1),
    (2, 1),
    "laplace",
)
COMPENSATED = Pair(
    (WITNESS, WITNESS),
    CompensatedParameters(grid=1, keep=Q(2, 3), noise=Q(3, 4), clip_steps=1, threshold=2, limit=1),
    (1, 1),
    "exponential",
)


def small_loss_picks() -> dict[tuple[int, ...], LogNumber]:
    return picks_law(transcript_law(WITNESS, SMALL_LOSS.parameters))


def process_picks(process: Process, law: Any) -> dict[tuple[int, ...], LogNumber]:
    """The law of the picks, summed over the transcripts of the reference without faults."""
    sums: dict[tuple[int, ...], LogNumber] = {}
    for transcript in named(law):
        probability = process_probability(process, transcript)
        sums[transcript.picks] = sums[transcript.picks] + probability if transcript.picks in sums else probability
    return sums


LAZY_ETA = Q(2, 3)


def lazy_reference(rules: Any = PAPER) -> Any:
    losses = [[mp.mpf(step) for step in row] for row in WITNESS]
    return reference.lazy(losses, eta=-mp.log(number(LAZY_ETA)), delay=FixedDelay(2), rules=rules)


def agrees(law: Mapping[Hashable, LogNumber], expected: Any) -> bool:
    return same(law, reference.push(expected, reference.picks))


def faults(**changes: tuple[Any, ...]) -> list[Any]:
    return [replace(PAPER, **{name: value}) for name, values in changes.items() for value in values]


@pytest.mark.parametrize(
    "rules",
    faults(
        counts=("changes", "checks"),
        begins=("before", "after"),
        coin=("resamples",),
        clips=(False,),
        weights=("late",),
        noise=("fresh",),
    ),
    ids=str,
)
def test_an_altered_algorithm_1_plays_with_another_law(rules: Any) -> None:
    law = small_loss_picks()
    assert agrees(law, SMALL_LOSS.small_loss(0))
    assert not agrees(law, SMALL_LOSS.small_loss(0, rules))


@pytest.mark.parametrize(
    "rules",
    faults(
        counts=("changes", "checks"),
        begins=("before", "after"),
        weights=("late",),
        compensates=(False,),
        floor=(False,),
    ),
    ids=str,
)
def test_an_altered_compensated_learner_plays_with_another_law(rules: Any) -> None:
    law = process_picks(compensated_process(WITNESS, COMPENSATED.parameters), COMPENSATED.compensated(0))
    assert agrees(law, COMPENSATED.compensated(0))
    assert not agrees(law, COMPENSATED.compensated(0, rules))


@pytest.mark.parametrize("rules", faults(begins=("before", "after"), coin=("resamples",), weights=("late",)), ids=str)
def test_an_altered_algorithm_2_plays_with_another_law(rules: Any) -> None:
    law = process_picks(lazy_process(WITNESS, LAZY_ETA, 1, FixedDelay(2)), lazy_reference())
    assert agrees(law, lazy_reference())
    assert not agrees(law, lazy_reference(rules))


@pytest.mark.parametrize(
    ("exchange", "told_apart"),
    [
        (lambda numbers: numbers, False),
        (lambda numbers: numbers | {"scales": numbers["scales"][::-1]}, True),
        (lambda numbers: numbers | {"tau": numbers["tau"] + mp.mpf(10) ** -20}, True),
        (lambda numbers: numbers | {"eta": numbers["eta"] * (1 + mp.mpf(10) ** -20)}, True),
    ],
    ids=["same", "noises exchanged", "threshold in the 20th digit", "rate in the 20th digit"],
)
def test_other_parameters_are_told_apart_even_in_the_20th_digit(
    exchange: Callable[[dict[str, Any]], dict[str, Any]], *, told_apart: bool
) -> None:
    numbers = exchange(SMALL_LOSS.numbers())
    b_xi, b_nu = numbers.pop("scales")
    law = reference.small_loss(SMALL_LOSS.losses(0), **numbers, b_xi=b_xi, b_nu=b_nu)
    assert agrees(small_loss_picks(), law) != told_apart
