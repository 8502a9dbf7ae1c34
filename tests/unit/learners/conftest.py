"""How well drawn outcomes fit a law."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping

import pytest
from scipy import stats

Fit = Callable[[Iterable[Hashable], Mapping[Hashable, float]], float]


@pytest.fixture(scope="session")
def fit() -> Fit:
    """Return the p-value of a chi-square test; outcomes expected fewer than 5 times are pooled."""

    def p_value(outcomes: Iterable[Hashable], law: Mapping[Hashable, float]) -> float:
        counts = Counter(outcomes)
        trials = counts.total()
        if not counts.keys() <= law.keys():
            return 0.0
        pooled: dict[Hashable, list[float]] = {}
        for outcome, probability in law.items():
            cell = pooled.setdefault(outcome if trials * probability >= 5 else "rare", [0, 0])
            cell[0] += counts[outcome]
            cell[1] += trials * probability
        observed, expected = zip(*(cell for cell in pooled.values() if cell[1] > 0), strict=True)
        return float(stats.chisquare(observed, expected, sum_check=False).pvalue)

    return p_value
