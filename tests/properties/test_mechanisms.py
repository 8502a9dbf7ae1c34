"""The exact laws of the mechanisms are laws, and have the privacy that their docstrings state."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction as Q
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dartproof.mechanisms import bernoulli, exponential_mechanism
from dartproof.mechanisms.above_threshold import NoiseShape, halting_law
from dartproof.numeric import LogField, LogNumber

noises = st.fractions(Q(1, 10), Q(9, 10), max_denominator=12)


@dataclass(frozen=True)
class Asked:
    """AboveThreshold with y = `noise` on the grid 1."""

    queries: tuple[int, ...]
    threshold: int
    noise: Q
    multiples: tuple[int, int]
    shape: NoiseShape

    @property
    def law(self) -> tuple[LogNumber, ...]:
        return halting_law(
            self.queries,
            threshold=self.threshold,
            grid=1,
            field=LogField(self.noise),
            noise_multiples=self.multiples,
            noise_shape=self.shape,
        )

    def changed(self, queries: Iterable[int]) -> "Asked":
        return replace(self, queries=tuple(queries))


asked = st.builds(
    Asked,
    queries=st.lists(st.integers(-3, 5), max_size=5).map(tuple),
    threshold=st.integers(-3, 5),
    noise=noises,
    multiples=st.tuples(st.integers(1, 3), st.integers(1, 3)),
    shape=st.sampled_from(["laplace", "exponential"]),
)


@given(asked)
def test_halting_probabilities_are_not_negative_and_sum_to_exactly_one(case: Asked) -> None:
    assert len(case.law) == len(case.queries) + 1
    assert all(p >= 0 for p in case.law)
    assert sum(case.law, LogField(case.noise).zero) == 1


@given(asked, st.integers(-4, 4))
def test_only_queries_relative_to_the_threshold_matter(case: Asked, shift: int) -> None:
    shifted = case.changed(query + shift for query in case.queries)
    assert case.law == replace(shifted, threshold=case.threshold + shift).law


@given(asked, st.integers(-3, 5))
def test_a_further_query_does_not_change_what_came_before(case: Asked, further: int) -> None:
    *before, never = case.law
    *after, halts, still_never = case.changed((*case.queries, further)).law
    assert before == after
    assert halts + still_never == never


@given(asked)
def test_larger_queries_are_answered_top_earlier(case: Asked) -> None:
    larger = case.changed(query + 1 for query in case.queries)
    assert all(p <= q for p, q in zip(accumulate(case.law[:-1]), accumulate(larger.law[:-1]), strict=True))


def ratios_within(p: Asked, q: Asked, forward: Q, backward: Q) -> bool:
    return all(a <= forward * b and b <= backward * a for a, b in zip(p.law, q.law, strict=True))


@given(asked, st.integers(0, 5), st.integers(1, 2))
def test_a_suffix_shift_costs_one_rate_in_each_direction(case: Asked, first: int, shift: int) -> None:
    larger = case.changed(query + shift * (j >= first) for j, query in enumerate(case.queries))
    xi, nu = case.multiples
    assert ratios_within(case, larger, case.noise ** (-xi * shift), case.noise ** (-nu * shift))


@pytest.mark.parametrize("shape", ["laplace", "exponential"])
def test_a_suffix_shift_would_be_found_to_break_exchanged_rates(shape: NoiseShape) -> None:
    many = Asked((5,) * 12, 0, Q(1, 2), (3, 1), shape)
    larger = many.changed((6,) * 12)
    assert ratios_within(many, larger, Q(8), Q(2))
    assert not ratios_within(many, larger, Q(2), Q(8))


@given(st.data(), asked, st.integers(1, 2))
def test_queries_of_one_sensitivity_cost_one_rate_and_twice_the_other(
    data: st.DataObject, case: Asked, sensitivity: int
) -> None:
    other = case.changed(query + data.draw(st.integers(-sensitivity, sensitivity)) for query in case.queries)
    xi, nu = case.multiples
    bound = case.noise ** (-sensitivity * (xi + 2 * nu))
    assert ratios_within(case, other, bound, bound)


@pytest.mark.parametrize("shape", ["laplace", "exponential"])
def test_queries_that_do_not_differ_by_a_suffix_shift_can_cost_more_than_one(shape: NoiseShape) -> None:
    # The larger of the paper's two rates is 2L, which permits ratios of y^-2.
    early = Asked((1,) * 8 + (0,), 4, Q(9, 10), (2, 1), shape)
    late = early.changed((0,) * 8 + (1,))
    assert not ratios_within(early, late, Q(9, 10) ** -2, Q(9, 10) ** -2)


@given(st.lists(st.integers(0, 12), min_size=1, max_size=5), noises)
def test_resampling_probabilities_are_positive_and_sum_to_exactly_one(cumulative: list[int], keep: Q) -> None:
    probabilities = exponential_mechanism.law(cumulative, keep)
    assert min(probabilities) > 0
    assert sum(probabilities) == 1


@given(st.data(), st.lists(st.integers(0, 12), min_size=1, max_size=5), st.integers(1, 3), noises)
def test_resampling_is_twice_eta_private_and_its_log_ratios_span_no_more_than_that(
    data: st.DataObject, cumulative: list[int], grid: int, keep: Q
) -> None:
    other = [steps + data.draw(st.integers(-grid, grid)) for steps in cumulative]
    pairs = zip(exponential_mechanism.law(cumulative, keep), exponential_mechanism.law(other, keep), strict=True)
    ratios = [p / q for p, q in pairs]
    assert max(ratios) <= keep ** (-2 * grid)
    assert max(ratios) / min(ratios) <= keep ** (-2 * grid)


def test_resampling_is_not_eta_private() -> None:
    p, q = (exponential_mechanism.law(cumulative, Q(9, 10)) for cumulative in ([0, 1] + [1] * 30, [1, 0] + [0] * 30))
    assert p[0] / q[0] > Q(10, 9)


@given(st.integers(0, 12), st.integers(0, 3), st.integers(1, 4), st.integers(1, 3), noises)
def test_the_clipped_coin_costs_eta_for_keeping_and_epsilon2_for_resampling(
    steps: int, change: int, clip: int, grid: int, keep: Q
) -> None:
    p, q = (bernoulli.clipped_keep_law(keep, r, clip_steps=clip * grid) for r in (steps, steps + min(change, grid)))
    assert q <= p <= keep**-grid * q
    assert 1 - p <= 1 - q <= (1 + Q(1, clip)) * (1 - p)


def test_without_the_clip_resampling_costs_more() -> None:
    p, q = (bernoulli.keep_law(Q(9, 10), r) for r in (1, 2))
    assert 1 - q > (1 + Q(1, 5)) * (1 - p)
