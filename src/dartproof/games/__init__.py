"""The privacy game of Definition C.1 as an object: learners and adversaries that are finite, and exact laws of views.

`Kernel` is a learner as a finite Markov kernel, `Adversary` an adaptive adversary as a decision tree. `view_law` is
what the adversary sees, `greatest_distance` the best that any adversary can do; `ThinnedKernel` and `ThinnedLearner`
feed a learner the losses of a random part of the rounds.
"""

from dartproof.games.adversary import Adversary, every_adversary, every_row, oblivious, still, thinned
from dartproof.games.distance import hockey_stick
from dartproof.games.game import coin_sequences, expected_loss, expected_regret, view_law
from dartproof.games.kernel import AnyKernel, Kernel, Measure, Row
from dartproof.games.kernels import DartboardKernel, TableKernel, WeightsKernel, every_table
from dartproof.games.rates import amplified, extended_rate, high_privacy_epsilon, sampling_rate
from dartproof.games.search import Attack, greatest_distance, greatest_oblivious_distance, greatest_regret
from dartproof.games.thinning import ThinnedKernel, ThinnedLearner

__all__ = [
    "Adversary",
    "AnyKernel",
    "Attack",
    "DartboardKernel",
    "Kernel",
    "Measure",
    "Row",
    "TableKernel",
    "ThinnedKernel",
    "ThinnedLearner",
    "WeightsKernel",
    "amplified",
    "coin_sequences",
    "every_adversary",
    "every_row",
    "every_table",
    "expected_loss",
    "expected_regret",
    "extended_rate",
    "greatest_distance",
    "greatest_oblivious_distance",
    "greatest_regret",
    "high_privacy_epsilon",
    "hockey_stick",
    "oblivious",
    "sampling_rate",
    "still",
    "thinned",
    "view_law",
]
