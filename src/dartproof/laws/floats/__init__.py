"""The laws of Algorithm 1 and of the compensated learner in floats: fast, and never a proof.

`laws` has the tables of first checks, the marginals and the regret, `loss` the max-divergence of a pair, `delta` its
hockey-stick divergence; `model` is the learner, and the other modules are how an integral over ξ becomes a sum.
"""

from dartproof.laws.floats.delta import FloatBracket, float_hockey_stick
from dartproof.laws.floats.laws import FloatLaw, HaltingTable, float_law, halting_table
from dartproof.laws.floats.loss import FloatDivergence, float_pair_divergence
from dartproof.laws.floats.model import FloatModel, float_model

__all__ = [
    "FloatBracket",
    "FloatDivergence",
    "FloatLaw",
    "FloatModel",
    "HaltingTable",
    "float_hockey_stick",
    "float_law",
    "float_model",
    "float_pair_divergence",
    "halting_table",
]
