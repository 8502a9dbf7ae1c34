"""The exact law of the first check of the compensated learner."""

from collections.abc import Sequence
from fractions import Fraction as Q
from itertools import accumulate, pairwise

import mpmath
import pytest

from dartproof.errors import InputError
from dartproof.mechanisms.compensated_check import CheckLaw, check_law, hazard_of
from dartproof.mechanisms.halting import NoiseShape, halting_law
from dartproof.numeric import LogField, LogNumber

X = Q(9, 10)


def law(queries: Sequence[int], y: Q = Q(4, 5), *, threshold: int = 4, clip: int = 2, **options: object) -> CheckLaw:
    return check_law(queries, keep=X, threshold=threshold, clip_steps=clip, field=LogField(y), **options)


def flat(law: CheckLaw[LogNumber]) -> list[LogNumber]:
    return [*law.keeps, *law.renewals, law.never]


def quadrature(
    queries: Sequence[int],
    y: Q,
    *,
    threshold: int,
    clip: int,
    multiples: tuple[int, int],
    shape: NoiseShape,
    floor: float | None = None,
) -> list[mpmath.mpf]:
    """The law by numerical integration over ξ, from the definition of the learner alone."""
    rate = -mpmath.log(mpmath.mpf(y.numerator) / y.denominator)
    a, b, x = multiples[0] * rate, multiples[1] * rate, mpmath.mpf(X.numerator) / X.denominator
    h0 = mpmath.exp(-b * (threshold - clip)) if floor is None else floor
    p = h0 * (1 - x**clip)

    def hazard(z: mpmath.mpf, q: int) -> mpmath.mpf:
        return max(h0, min(mpmath.mpf(1), mpmath.exp(-b * (threshold + z - q))))

    def density(z: mpmath.mpf) -> mpmath.mpf:
        return a * mpmath.exp(-a * z) if shape == "exponential" else a / 2 * mpmath.exp(-a * abs(z))

    def waits(z: mpmath.mpf, j: int) -> mpmath.mpf:
        return density(z) * mpmath.fprod(1 - hazard(z, q) for q in queries[:j])

    floor_at = -mpmath.log(h0) / b
    points = {0, *(q - threshold for q in queries), *(q - threshold + floor_at for q in queries)}
    ends = sorted(z for z in points if z >= 0 or shape == "laplace")
    ends = [*([ends[0] - 60 / a] if shape == "laplace" else []), *ends, ends[-1] + 60 / a]
    keep = [
        mpmath.quad(lambda z, j=j, q=q: waits(z, j) * x**q * (hazard(z, q) - p), ends) for j, q in enumerate(queries)
    ]
    renew = [
        mpmath.quad(lambda z, j=j, q=q: waits(z, j) * (hazard(z, q) - x**q * (hazard(z, q) - p)), ends)
        for j, q in enumerate(queries)
    ]
    return [*keep, *renew, mpmath.quad(lambda z: waits(z, len(queries)), ends)]


def test_while_the_loss_is_below_the_clip_the_floor_decides() -> None:
    # h = h0 = y^2 for q <= c, whatever ξ: so K = x^q (h0 - p) = x^(q+2) h0, and R = h0 (1 - x^(q+2)).
    h0 = Q(4, 5) ** 2
    keeps, renewals, never = law([0, 1, 2])
    waits = [1, 1 - h0, (1 - h0) ** 2]
    assert keeps == tuple(wait * h0 * X ** (q + 2) for q, wait in enumerate(waits))
    assert renewals == tuple(wait * h0 * (1 - X ** (q + 2)) for q, wait in enumerate(waits))
    assert never == (1 - h0) ** 3


def test_one_decision_above_the_threshold_by_hand() -> None:
    # y = 1/2, τ = c = 1 but h0 = 0: q = 2, so h = 1 for ξ <= 1 and 2^(1-ξ) beyond, f = L 2^-ξ. With u = 2^-ξ,
    # Pr[check] = (1 - 1/2) + ∫ 2u du from 0 to 1/2 = 1/2 + 1/4; it keeps with x^2, and p = 0.
    keeps, renewals, never = law([2], Q(1, 2), threshold=1, clip=1, floor=Q(0))
    assert (keeps[0], renewals[0], never) == (Q(3, 4) * X**2, Q(3, 4) * (1 - X**2), Q(1, 4))


def test_a_floor_of_one_checks_at_once() -> None:
    keeps, renewals, never = law([3, 4], floor=Q(1))
    p = 1 - X**2
    assert keeps == (X**3 * (1 - p), 0)
    assert renewals == (1 - X**3 * (1 - p), 0)
    assert never == 0


@pytest.mark.parametrize("shape", ["exponential", "laplace"])
@pytest.mark.parametrize("multiples", [(1, 1), (2, 1), (1, 2)])
@pytest.mark.parametrize(("queries", "threshold", "clip"), [((0, 1, 1, 3), 2, 1), ((2, 4, 5), 3, 3), ((0, 6), 1, 0)])
def test_the_law_agrees_with_numerical_integration(
    queries: tuple[int, ...], threshold: int, clip: int, multiples: tuple[int, int], shape: NoiseShape
) -> None:
    exact = law(queries, Q(3, 4), threshold=threshold, clip=clip, noise_multiples=multiples, noise_shape=shape)
    numerical = quadrature(queries, Q(3, 4), threshold=threshold, clip=clip, multiples=multiples, shape=shape)
    assert [float(p) for p in flat(exact)] == pytest.approx([float(p) for p in numerical], abs=1e-9)


@pytest.mark.parametrize("floor", [Q(1, 3), Q(1, 1000)])
def test_a_floor_between_the_grid_points_agrees_with_numerical_integration(floor: Q) -> None:
    exact = law((0, 2, 3, 5), Q(3, 4), threshold=3, clip=1, floor=floor)
    numerical = quadrature(
        (0, 2, 3, 5), Q(3, 4), threshold=3, clip=1, multiples=(1, 1), shape="exponential", floor=float(floor)
    )
    assert [float(p) for p in flat(exact)] == pytest.approx([float(p) for p in numerical], abs=1e-9)


def test_numerical_integration_tells_exchanged_noises_apart() -> None:
    exact = law((0, 2, 5), Q(3, 4), threshold=2, clip=1, noise_multiples=(2, 1))
    wrong = quadrature((0, 2, 5), Q(3, 4), threshold=2, clip=1, multiples=(1, 2), shape="exponential")
    assert max(abs(float(p) - float(q)) for p, q in zip(flat(exact), wrong, strict=True)) > 0.01


def test_without_a_floor_it_is_above_threshold_with_exponential_noises_and_an_unclipped_coin() -> None:
    queries, multiples = (0, 1, 1, 3, 4), (2, 1)
    keeps, renewals, never = law(queries, floor=Q(0), noise_multiples=multiples)
    *halts, rest = halting_law(
        queries,
        threshold=4,
        grid=1,
        field=LogField(Q(4, 5)),
        noise_multiples=multiples,
        noise_shape="exponential",
    )
    assert never == rest
    assert keeps == tuple(halt * X**q for q, halt in zip(queries, halts, strict=True))
    assert renewals == tuple(halt * (1 - X**q) for q, halt in zip(queries, halts, strict=True))


def test_no_check_and_keeping_together_shrink_by_one_minus_p() -> None:
    # Given ξ, y (1 - h) + y (h - p) = (1 - p) y; and it is linear, so it survives the integral.
    queries = (0, 1, 3, 3, 5)
    keeps, renewals, never = law(queries)
    checks = [keep + renewal for keep, renewal in zip(keeps, renewals, strict=True)]
    waits = list(accumulate(reversed(checks), initial=never))[::-1]
    p = Q(4, 5) ** 2 * (1 - X**2)
    for query, keep, (before, after) in zip(queries, keeps, pairwise(waits), strict=True):
        assert X**query * after + keep == (1 - p) * X**query * before


NEAR_ONE = 1 - Q(1, 10**14)


@pytest.mark.parametrize(("y", "steps"), [(NEAR_ONE, 20), (NEAR_ONE, 1), (NEAR_ONE, 0), (Q(1, 2), 300), (Q(9, 10), 7)])
@pytest.mark.parametrize("multiple", [1, 2])
def test_a_floor_that_is_a_power_is_recognised_however_near_to_one(y: Q, steps: int, multiple: int) -> None:
    hazard = hazard_of(keep=X, threshold=3, clip_steps=1, base=y, multiple_nu=multiple, floor=y ** (steps * multiple))
    assert (hazard.steps, hazard.level) == (steps, y**steps)


@pytest.mark.parametrize("floor", [Q(0), Q(1, 2), NEAR_ONE**20 - Q(1, 10**300), 1 - Q(20, 10**14)])
def test_a_floor_that_is_almost_a_power_is_none(floor: Q) -> None:
    hazard = hazard_of(keep=X, threshold=3, clip_steps=1, base=NEAR_ONE, multiple_nu=1, floor=floor)
    assert (hazard.steps, hazard.level) == (None, floor)


def test_the_learners_own_floor_may_be_given_also_for_a_noise_near_one() -> None:
    options = {"threshold": 22, "clip": 2, "noise_shape": "laplace"}
    queries = (0, 1, 2, 30)
    assert law(queries, NEAR_ONE, floor=NEAR_ONE**20, **options) == law(queries, NEAR_ONE, **options)


def test_only_laplace_noise_involves_l() -> None:
    assert all(p.is_rational for p in flat(law([0, 3, 5, 6], noise_multiples=(1, 2))))
    assert not all(p.is_rational for p in flat(law([1, 2], noise_shape="laplace")))


def test_without_decisions_there_is_no_check() -> None:
    assert law([]) == ((), (), LogField(Q(4, 5)).one)


@pytest.mark.parametrize(
    ("queries", "options", "message"),
    [
        ([2, 1], {}, "never fall"),
        ([-1], {}, "not negative"),
        ([1], {"threshold": 1}, "threshold = 1 must be at least the clip, 2"),
        ([1], {"clip": -1}, "clip of -1"),
        ([1], {"noise_multiples": (0, 1)}, "noise multiples = 0,1"),
        ([1], {"floor": Q(5, 4)}, "floor = 5/4 must be from 0 to 1"),
        ([1], {"floor": Q(1, 2), "noise_multiples": (1, 2)}, "no rational root of degree 2"),
        ([1], {"floor": Q(1, 2), "noise_shape": "laplace"}, "a floor of 0 or a power of"),
        ([1], {"noise_shape": "gaussian"}, "must be one of"),
    ],
)
def test_bad_arguments_are_refused(queries: list[int], options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        law(queries, **options)


def test_a_keep_probability_must_be_a_probability() -> None:
    with pytest.raises(InputError, match="keep = 3/2"):
        check_law([1], keep=Q(3, 2), threshold=1, clip_steps=1, field=LogField(Q(1, 2)))
