"""How well drawn outcomes fit a law."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping

import pytest
from scipy import stats

Fit = Callable[[Iterable[Hashable], Mapping[Hashable, float]], float]


@pytest.fixture(scope="session")
def fit() -> Fit:
    """Return the p-value of a chi-square test; the least likely outcomes are pooled until 5 of them are expected."""

    def p_value(outcomes: Iterable[Hashable], law: Mapping[Hashable, float]) -> float:
        counts = Counter(outcomes)
        trials = counts.total()
        if any(law.get(outcome, 0.0) == 0 for outcome in counts):
            return 0.0
        observed, expected = [0], [0.0]
        for outcome, probability in sorted(law.items(), key=lambda item: item[1]):
            if expected[-1] >= 5:
                observed.append(0)
                expected.append(0.0)
            observed[-1] += counts[outcome]
            expected[-1] += trials * probability
        return float(stats.chisquare(observed, expected, sum_check=False).pvalue)

    return p_value
