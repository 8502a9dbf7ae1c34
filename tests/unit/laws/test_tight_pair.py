"""The tight family: what its members look like, and what has none."""

import pytest

from dartproof.errors import InputError
from dartproof.laws.tightness import tight_pair


def test_the_streams_differ_in_the_middle_round_only():
    first, second = tight_pair(4)
    assert [one != other for one, other in zip(first, second, strict=True)] == [False, True, False, False]


@pytest.mark.parametrize(("rounds", "experts"), [(1, 3), (0, 3), (4, 1), (4, 0)])
def test_a_size_without_two_different_streams_is_refused(rounds, experts):
    with pytest.raises(InputError, match="at least 2 of each"):
        tight_pair(rounds, experts=experts)
