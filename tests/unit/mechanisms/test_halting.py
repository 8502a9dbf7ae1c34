"""The exact law of the query at which AboveThreshold halts."""

from collections.abc import Sequence
from fractions import Fraction as Q

import mpmath
import pytest

from dartproof.errors import InputError
from dartproof.mechanisms.above_threshold import NoiseShape, halting_law
from dartproof.numeric import LogField, LogNumber


def law(queries: Sequence[int], y: Q, *, threshold: int = 1, **options: object) -> tuple[LogNumber, ...]:
    return halting_law(queries, threshold=threshold, grid=1, field=LogField(y), **options)


def quadrature(
    queries: Sequence[int], y: Q, *, threshold: int, multiples: tuple[int, int], shape: NoiseShape
) -> list[mpmath.mpf]:
    """The law by numerical integration over ξ, from the definitions of the noises alone."""
    rate = -mpmath.log(mpmath.mpf(y.numerator) / y.denominator)
    a, b = multiples[0] * rate, multiples[1] * rate
    if shape == "laplace":
        density = lambda z: a / 2 * mpmath.exp(-a * abs(z))  # noqa: E731 - two lines side by side
        exceeds = lambda z: mpmath.exp(-b * z) / 2 if z >= 0 else 1 - mpmath.exp(b * z) / 2  # noqa: E731 - as above
    else:
        density = lambda z: a * mpmath.exp(-a * z) if z >= 0 else mpmath.mpf(0)  # noqa: E731 - as above
        exceeds = lambda z: mpmath.exp(-b * max(z, 0))  # noqa: E731 - as above

    def halts_at(j: int, z: mpmath.mpf) -> mpmath.mpf:
        earlier = mpmath.fprod(1 - exceeds(threshold + z - q) for q in queries[:j])
        return density(z) * earlier * (exceeds(threshold + z - queries[j]) if j < len(queries) else 1)

    points = sorted({0, *(q - threshold for q in queries)})
    far = 60 / rate
    ends = [points[0] - far, *points, points[-1] + far]
    return [mpmath.quad(lambda z, j=j: halts_at(j, z), ends) for j in range(len(queries) + 1)]


def test_values_a_of_the_design() -> None:
    # Losses (1,0),(0,1),(0,0): the second expert, held from round 1, is asked for 0 and 1; the first for 1 and 1.
    assert law([0, 1], Q(1, 2))[1] == Q(41, 128)
    assert law([1, 1], Q(1, 2))[1] == Q(5, 24)


def test_value_b_of_the_design() -> None:
    # Losses (1,1),(0,1),(1,0),(0,0): the second expert, held from round 1, is asked for 1, 2, 2.
    field = LogField(Q(9, 10))
    assert law([1, 2, 2], Q(9, 10))[2] == Q(10143, 80000) - Q(81, 400) * field.log


@pytest.mark.parametrize("margin", [0, 1, 2, 5])
@pytest.mark.parametrize("multiples", [(2, 1), (1, 2), (3, 1)])
def test_one_laplace_query_has_the_closed_form_of_a_difference_of_two_noises(
    margin: int, multiples: tuple[int, int]
) -> None:
    # For rates a != b and m >= 0: Pr[ν - ξ >= m] = (a² e^(-bm) - b² e^(-am)) / (2(a² - b²)).
    a, b = multiples
    y = Q(2, 3)
    top = (a**2 * y ** (b * margin) - b**2 * y ** (a * margin)) / (2 * (a**2 - b**2))
    assert law([1 - margin], y, noise_multiples=multiples) == (top, 1 - top)
    assert law([1 + margin], y, noise_multiples=multiples) == (1 - top, top)


@pytest.mark.parametrize("margin", [0, 1, 4])
def test_one_laplace_query_with_equal_scales_has_the_closed_form_with_l(margin: int) -> None:
    # For equal rates a and m >= 0: Pr[ν - ξ >= m] = (2 + am) e^(-am) / 4, here with a = L.
    field = LogField(Q(2, 3))
    top = (2 + margin * field.log) * Q(2, 3) ** margin / 4
    assert law([1 - margin], Q(2, 3), noise_multiples=(1, 1)) == (top, 1 - top)


@pytest.mark.parametrize("margin", [0, 1, 4])
def test_one_exponential_query_has_the_closed_form_of_a_difference_of_two_noises(margin: int) -> None:
    # Rates a, b: Pr[ν - ξ >= m] = e^(-bm) a/(a+b) for m >= 0, and Pr[ν - ξ < -m] = e^(-am) b/(a+b) = Pr[⊥] below.
    a, b, y = 3, 2, Q(1, 2)
    options = {"noise_multiples": (a, b), "noise_shape": "exponential"}
    assert law([1 - margin], y, **options)[0] == y ** (b * margin) * Q(a, a + b)
    assert law([1 + margin], y, **options)[1] == y ** (a * margin) * Q(b, a + b)


def test_two_equal_queries_at_the_threshold_by_hand() -> None:
    # θ = q = 0, y = 1/2, rates 2L and L. For z <= 0 both answers are ⊥ with probability u^-2/4, and for z >= 0 with
    # (1 - u/2)². The density is L u^-2 below and L u² above, so Pr[⊥⊥] = (1/4)/4 + (1/2 - 1/3 + 1/16) = 7/24.
    assert law([0, 0], Q(1, 2), threshold=0)[2] == Q(1, 16) + Q(1, 2) - Q(1, 3) + Q(1, 16)


@pytest.mark.parametrize("shape", ["laplace", "exponential"])
@pytest.mark.parametrize("multiples", [(2, 1), (1, 1), (1, 3)])
@pytest.mark.parametrize(
    ("queries", "threshold"), [((0, 1, 1, 3), 1), ((2, 0, 5, -1), 0), ((1, 1, 2), -2), ((0, 0, 0), 3)]
)
def test_law_agrees_with_numerical_integration(
    queries: tuple[int, ...], threshold: int, multiples: tuple[int, int], shape: NoiseShape
) -> None:
    exact = law(queries, Q(3, 4), threshold=threshold, noise_multiples=multiples, noise_shape=shape)
    numerical = quadrature(queries, Q(3, 4), threshold=threshold, multiples=multiples, shape=shape)
    assert [float(p) for p in exact] == pytest.approx([float(p) for p in numerical], abs=1e-9)


def test_numerical_integration_tells_exchanged_noises_apart() -> None:
    exact = law((0, 1, 1), Q(3, 4), noise_multiples=(2, 1))
    wrong = quadrature((0, 1, 1), Q(3, 4), threshold=1, multiples=(1, 2), shape="laplace")
    assert max(abs(float(p) - float(q)) for p, q in zip(exact, wrong, strict=True)) > 0.01


def test_answers_are_correlated_by_the_threshold_noise() -> None:
    # Were ξ drawn afresh for each query, two equal queries would both be answered ⊥ with the square of 1/2.
    first, _, never = law([1, 1], Q(1, 2))
    assert first == Q(1, 2)
    assert never > Q(1, 4)


def test_without_queries_it_never_halts() -> None:
    assert law([], Q(1, 2)) == (LogField(Q(1, 2)).one,)


def test_exponential_noise_never_involves_l() -> None:
    assert all(p.is_rational for p in law([0, 3, 1, 2], Q(2, 3), noise_multiples=(1, 1), noise_shape="exponential"))


def test_laws_of_forty_queries_sum_to_exactly_one() -> None:
    field = LogField(Q(999, 1000))
    probabilities = law([j // 2 for j in range(40)], Q(999, 1000), threshold=4)
    assert sum(probabilities, field.zero) == 1
    assert min(probabilities) > 0


def test_bad_parameters_are_refused() -> None:
    with pytest.raises(InputError, match="noise multiples = 2,0"):
        law([1], Q(1, 2), noise_multiples=(2, 0))
    with pytest.raises(InputError, match="grid = 0"):
        halting_law([1], threshold=1, grid=0, field=LogField(Q(1, 2)))
    with pytest.raises(InputError, match="'gaussian' must be one of laplace, exponential"):
        law([1], Q(1, 2), noise_shape="gaussian")
