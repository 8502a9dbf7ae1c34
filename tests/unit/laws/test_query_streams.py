"""Of `dartproof.laws.query_streams`."""

from fractions import Fraction

import pytest

from dartproof.errors import InputError
from dartproof.laws.query_streams import query_divergence
from dartproof.numeric import LogField

HALF = Fraction(1, 2)
FIELD = LogField(HALF)


def shifted(margin, *, base=HALF, count=3, shape="laplace"):
    """The loss of queries 0, ..., 0 over 1, ..., 1, all of them `margin` or more above the threshold.

    They are a suffix shift of one another, those of an expert with the losses 0, 0, 0 or 1, 0, 0 in Algorithm 1.
    """
    return query_divergence((0,) * count, (1,) * count, threshold=-margin, field=LogField(base), noise_shape=shape)


@pytest.mark.parametrize("base", [HALF, Fraction(9, 10)])
@pytest.mark.parametrize("margin", [0, 1, 2, 5, 20])
def test_three_shifted_queries_have_the_loss_of_a_hand_computation(base, margin):
    # With 1/b_xi = 2L, 1/b_nu = L and all queries M above the threshold, Pr[never] is the integral over z of
    # L e^(-2L|z|) F(z - M)^3. In units of y^2M it is
    #   y^M/40 for z < 0, (1 - y^M)/8 for 0 < z < M, and the integral of u (1 - u/2)^3 over 0 < u < 1, 13/80, above M,
    # which sums to (23 - 8 y^M)/80.
    found = shifted(margin, base=base)
    assert found.witness is None
    assert found.first[-1] == base ** (2 * margin) * (23 - 8 * base**margin) / 80
    assert found.ratio == base**-2 * (23 - 8 * base**margin) / (23 - 8 * base ** (margin + 1))


def test_the_loss_of_shifted_queries_tends_to_half_of_epsilon1_and_does_not_attain_it():
    ratios = [shifted(margin).ratio for margin in (0, 1, 4, 16, 64)]
    assert ratios == sorted(set(ratios))
    assert 4 - Fraction(1, 2**60) < ratios[-1] < 4  # e^(eps1/2) = y^-2 = 4


def test_one_query_does_not_show_more_than_a_quarter_of_epsilon1():
    # Pr[never] of one query has the tail of the query noise, 1/b_nu = L, which is heavier than that of xi.
    assert all(shifted(margin, count=1).ratio <= 2 for margin in (0, 1, 4, 16))


def test_one_sided_noises_attain_the_bound():
    assert shifted(0, shape="exponential").ratio == 4


def test_a_smaller_rate_than_that_of_the_threshold_noise_is_refuted():
    # The false claim: a suffix shift costs 1/b_nu, or half of the larger rate.
    assert shifted(4).ratio > 2


def test_a_shift_that_changes_its_sign_is_not_covered_by_the_bound():
    found = query_divergence((0, -8), (1, -9), threshold=-4, field=FIELD)
    assert found.ratio == Fraction(24560, 6143)
    worse = query_divergence((2, 2, -2), (3, 3, -3), threshold=-2, field=FIELD)
    assert worse.ratio > 4  # y^-2, the bound of a suffix shift
    assert worse.witness == 2
    assert worse.ratio < 16  # y^-(2 + 2), that of any queries of sensitivity 1


def test_the_witness_and_the_value():
    found = query_divergence((0,), (1,), threshold=5, field=FIELD)
    backward = query_divergence((1,), (0,), threshold=5, field=FIELD)
    assert (found.witness, backward.witness) == (None, 0)
    assert backward.first[0] == backward.ratio * backward.second[0]
    assert backward.value.exact == f"log({backward.ratio})"


def test_the_hockey_stick_is_the_total_variation_at_ratio_one():
    found = query_divergence((0, 0), (1, 1), threshold=1, field=FIELD)
    distance = sum(abs(p - q) for p, q in zip(found.first, found.second, strict=True)) / 2
    assert found.hockey_stick(1) == distance
    assert found.hockey_stick(found.ratio) == 0 < found.hockey_stick(found.ratio * Fraction(99, 100))


def test_no_queries_have_no_loss():
    assert query_divergence((), (), threshold=0, field=FIELD).ratio == 1


def test_as_many_queries_are_compared():
    with pytest.raises(InputError, match="1 queries and 2"):
        query_divergence((0,), (0, 0), threshold=0, field=FIELD)
