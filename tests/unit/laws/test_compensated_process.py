"""The compensated learner as a process: its marginals and its privacy, and the learners nearby that lack them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction as Q
from itertools import accumulate, pairwise

import pytest

from dartproof.accounting import CompensatedParameters
from dartproof.errors import InputError
from dartproof.laws.process import Course, Process, compensated_balls, compensated_process
from dartproof.numeric import LogNumber
from dartproof.streams import Steps, neighbours

LOSSES: Steps = ((1, 0), (0, 1), (1, 1), (1, 0), (0, 0))
OWN = {"grid": 1, "keep": Q(9, 10), "noise": Q(4, 5), "clip_steps": 1, "threshold": 3, "limit": 2}


def parameters(**changes: object) -> CompensatedParameters:
    return CompensatedParameters(**(OWN | changes))


def near(exponent: float) -> Q:
    """A rational close to e^exponent."""
    return Q(math.exp(exponent)).limit_denominator(10**7)


def waits(course: Course[LogNumber]) -> list[LogNumber]:
    """Pr[no check until round launch + j], for j = 0, 1, ..."""
    checks = [keep + renewal for keep, renewal in zip(course.keeps, course.renewals, strict=True)]
    return list(accumulate(reversed(checks), initial=course.never))[::-1]


def pending_weights(process: Process[LogNumber], keep: Q) -> list[list[LogNumber]]:
    """B_t(i) = E[e^(-η q_t) 1{i_t = i}], q_t the pending loss after the decision of round t, by going through all
    histories of checks."""
    zero = process.backend.rational(0)
    table = [[zero] * process.experts for _ in process.losses]

    def follow(launch: int, expert: int, updates: int, mass: LogNumber) -> None:
        if updates == process.limit:
            left = [process.backend.rational(1)] * (process.rounds - launch)
            course = None
        else:
            course = process.course(launch, expert, 0)
            left = waits(course)
        pending = 0
        for now, wait in enumerate(left, start=launch):
            table[now][expert] += mass * wait * keep**pending
            pending += process.losses[now][expert]
        if course is None:
            return
        for now, (kept, renewed) in enumerate(zip(course.keeps, course.renewals, strict=True), start=launch + 1):
            follow(now, expert, updates, mass * kept)
            for other, share in enumerate(process.shares[now]):
                follow(now, other, updates + 1, mass * renewed * share)

    for expert, share in enumerate(process.shares[0]):
        follow(0, expert, 0, share)
    return table


def transcripts(process: Process[LogNumber]) -> dict[tuple[int | str, ...], LogNumber]:
    """The law of everything that happens: the first expert, and in each round a wait, a keep, or the expert drawn."""

    def follow(
        launch: int, expert: int, updates: int, past: tuple[int | str, ...], mass: LogNumber
    ) -> Iterator[tuple[tuple[int | str, ...], LogNumber]]:
        left = process.rounds - 1 - launch
        if updates == process.limit:
            yield (*past, *["unasked"] * left), mass
            return
        course = process.course(launch, expert, 0)
        yield (*past, *["wait"] * left), mass * course.never
        for j, (kept, renewed) in enumerate(zip(course.keeps, course.renewals, strict=True)):
            before = (*past, *["wait"] * j)
            yield from follow(launch + 1 + j, expert, updates, (*before, "keep"), mass * kept)
            for other, share in enumerate(process.shares[launch + 1 + j]):
                yield from follow(launch + 1 + j, other, updates + 1, (*before, other), mass * renewed * share)

    return {
        past: mass
        for expert, share in enumerate(process.shares[0])
        for past, mass in follow(0, expert, 0, (expert,), share)
    }


def greatest_ratio(process: Process[LogNumber], other: Process[LogNumber]) -> LogNumber:
    ours, theirs = transcripts(process), transcripts(other)
    return max(ours[past] / theirs[past] for past in ours if ours[past])


@pytest.mark.parametrize(
    "changes",
    [{}, {"limit": 1}, {"limit": 4}, {"noise_multiples": (1, 2), "clip_steps": 2}, {"threshold": 1}],
    ids=str,
)
def test_the_pending_weights_are_proportional_to_the_weights(changes: dict[str, object]) -> None:
    # So a forced check, which keeps with e^(-η q) and else draws from P_t, outputs exactly P_t.
    p = parameters(**changes)
    process = compensated_process(LOSSES, p)
    for row, shares in zip(pending_weights(process, p.keep), process.shares, strict=True):
        assert [weight * shares[1] for weight in row] == [row[1] * share for share in shares]


@pytest.mark.parametrize("limit", [3, 4])
def test_without_a_limit_in_reach_the_weights_follow_the_recursion_of_the_theorem(limit: int) -> None:
    # Σ_i B_{t+1}(i) = (1 - p) Σ_i e^(-η l_t(i)) B_t(i) + Pr[a resample in t + 1] only while v < V; at V = T - 1 always.
    p = parameters(limit=limit)
    process = compensated_process(LOSSES[:limit], p)
    table = pending_weights(process, p.keep)
    for now, (row, after) in enumerate(pairwise(table)):
        carried = [(1 - p.compensation) * p.keep**loss * w for loss, w in zip(LOSSES[now], row, strict=True)]
        drawn = [w - c for w, c in zip(after, carried, strict=True)]
        assert [d * process.shares[now + 1][1] for d in drawn] == [drawn[1] * s for s in process.shares[now + 1]]
        assert sum(drawn) > 0


def test_with_the_laplace_control_too_for_the_marginals_need_no_shape() -> None:
    p = parameters(noise_shape="laplace")
    process = compensated_process(LOSSES[:4], p)
    for row, shares in zip(pending_weights(process, p.keep), process.shares, strict=True):
        assert [weight * shares[1] for weight in row] == [row[1] * share for share in shares]


def test_keeping_without_compensation_for_the_clip_has_other_weights() -> None:
    # The planted fault: p = 0 in the coin, but the floor of the hazard kept, and the coin clipped at c.
    p = parameters(clip_steps=2)
    process = compensated_process(LOSSES, p)

    def course(launch: int, expert: int, checks: int) -> Course[LogNumber]:
        found, pending = process.course(launch, expert, checks), 0
        keeps, renewals = [], []
        for now, (kept, renewed) in enumerate(zip(found.keeps, found.renewals, strict=True), start=launch):
            pending += process.losses[now][expert]
            coin = p.keep ** max(pending, p.clip_steps)
            keeps.append((kept + renewed) * coin)
            renewals.append((kept + renewed) * (1 - coin))
        return Course(tuple(keeps), tuple(renewals), found.never)

    clipped = Process(process.backend, process.losses, 1, process.shares, course, process.limit)
    row = pending_weights(clipped, p.keep)[-1]
    assert row[0] * process.shares[-1][1] != row[1] * process.shares[-1][0]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"limit": 1, "threshold": 1},
        {"noise_multiples": (1, 2)},
        {"keep": Q(1, 2), "clip_steps": 3},
        {"noise": Q(99, 100), "clip_steps": 3, "keep": Q(99, 100)},
    ],
    ids=str,
)
def test_no_pair_of_three_rounds_exceeds_the_guarantee(changes: dict[str, object]) -> None:
    p = parameters(**changes)
    rows = [(a, b) for a in (0, 1) for b in (0, 1)]
    for stream in [(first, second, (0, 0)) for first in rows for second in rows]:
        process = compensated_process(stream, p)
        for neighbour in neighbours(stream, 1):
            assert greatest_ratio(process, compensated_process(neighbour.losses, p)) <= p.claim_ratio()


# The learners that lack one hypothesis, each with an instance on which its guarantee fails. 1/b = -ln y per step.


def first_decision(loss: int, p: CompensatedParameters) -> Course[LogNumber]:
    return compensated_process(((loss,), (0,)), p).course(0, 0, 0)


def ratio_of_renewals(p: CompensatedParameters) -> float:
    """ln of Pr[R] at the first decision after a loss of 1, over that after a loss of 0; or the other way round."""
    one, none = (first_decision(loss, p).renewals[0] for loss in (p.grid, 0))
    return abs(math.log(one / none))


@pytest.mark.parametrize(("scale", "ratio"), [(1, 2.4340), (2, 9.5001)])
def test_two_sided_noise_is_not_private(scale: int, ratio: float) -> None:
    # b1 = `scale`, b2 = 1: with y = e^(-1/scale), MX = 1 and MN = scale.
    options = {"keep": near(-0.1), "noise": near(-1 / scale), "noise_multiples": (1, scale), "threshold": 20}
    control = parameters(noise_shape="laplace", **options)
    assert ratio_of_renewals(control) == pytest.approx(ratio, abs=2e-4)
    assert ratio_of_renewals(control) > math.log(control.check_ratio())
    assert ratio_of_renewals(parameters(**options)) <= math.log(control.check_ratio())


def test_a_clip_too_small_for_epsilon2_is_not_private() -> None:
    # c = .1 on the grid 1/10, b1 = b2 = 2, τ = 4, η = .1: with ε2 = .2 the claim would be 1/b2 + ε2 = .7.
    p = parameters(grid=10, keep=near(-0.01), noise=near(-0.05), threshold=40)
    assert ratio_of_renewals(p) == pytest.approx(2.4383, abs=2e-4)
    assert 0.7 < ratio_of_renewals(p) <= math.log(p.check_ratio())


def test_the_condition_on_the_keeps_is_needed() -> None:
    # b1 = b2 = η = 1, c = 4, τ = 10, losses 1 in rounds 1 to 4: keeping in round 6 costs more than
    # max(1/b1 + η, 1/b2 + ln(1 + 1/c)) = 2.
    p = parameters(keep=near(-1), noise=near(-1), clip_steps=4, threshold=10)
    kept = [compensated_process((*((1,),) * 4, (loss,), (0,)), p).course(0, 0, 0).keeps[4] for loss in (0, 1)]
    assert math.log(kept[1] / kept[0]) == pytest.approx(2.4227, abs=2e-4)
    assert 2 < math.log(kept[1] / kept[0]) <= math.log(p.check_ratio())


def test_a_floor_below_the_hazard_at_the_clip_is_not_private() -> None:
    p = parameters(keep=near(-0.1), noise=near(-0.5), threshold=4)
    control = parameters(keep=p.keep, noise=p.noise, threshold=4, floor=p.least_hazard / 1000)
    assert ratio_of_renewals(control) == pytest.approx(6.216, abs=2e-3)
    assert ratio_of_renewals(control) > math.log(p.check_ratio()) == pytest.approx(0.5 + math.log(2), abs=1e-6)
    assert ratio_of_renewals(p) <= math.log(p.check_ratio())


def test_without_compensation_and_clip_a_resample_tells_a_loss_with_certainty() -> None:
    control = parameters(floor=Q(0))
    assert first_decision(0, control).renewals[0] == 0
    assert first_decision(1, control).renewals[0] > 0


def test_the_affected_resample_costs_two_eta_besides_the_check() -> None:
    # T = N = 2, ℓ_1 = (0, 1) or (1, 0), b1 = b2 = 10, η = ε2 = 1, c = 1/(e - 1) = .582, τ = c + 3: the first expert is
    # replaced by the second. On the grid 1/1000.
    p = parameters(grid=1000, keep=1 / near(1e-3), noise=1 / near(1e-4), clip_steps=582, threshold=3582, limit=1)
    mass = []
    for losses in (((0, 1000), (0, 0)), ((1000, 0), (0, 0))):
        process = compensated_process(losses, p)
        mass.append(process.course(0, 0, 0).renewals[0] * process.shares[1][1])
    ratio = math.log(mass[1] / mass[0])
    assert ratio == pytest.approx(1.5888, abs=2e-3)
    assert math.log(p.check_ratio()) < ratio <= math.log(p.claim_ratio())


def test_losses_off_the_grid_are_refused() -> None:
    with pytest.raises(InputError, match="no number of grid steps"):
        compensated_process(((2,),), parameters())


def test_the_laplace_control_has_no_law_in_balls() -> None:
    with pytest.raises(InputError, match="exponential noise"):
        compensated_balls(LOSSES, parameters(noise_shape="laplace"))


@pytest.mark.parametrize("launch", [0, 1, 3, 4])
def test_balls_contain_the_exact_course(launch: int) -> None:
    exact = compensated_process(LOSSES, parameters()).course(launch, 0, 0)
    balls = compensated_balls(LOSSES, parameters(), bits=64).course(launch, 0, 0)
    for number, ball in zip(
        (*exact.keeps, *exact.renewals, exact.never), (*balls.keeps, *balls.renewals, balls.never), strict=True
    ):
        assert ball.contains(number.as_fraction())
        assert ball.radius < number / 2**61


def test_balls_of_one_stream_do_not_contain_the_course_of_another() -> None:
    exact = compensated_process(LOSSES, parameters()).course(0, 0, 0)
    balls = compensated_balls(LOSSES, parameters()).course(0, 1, 0)
    assert not balls.renewals[0].contains(exact.renewals[0].as_fraction())
