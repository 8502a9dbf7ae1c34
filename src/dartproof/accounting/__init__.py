"""Privacy accounting: composition, the total of Lemma 3.1, and the parameters of Theorems A.1 and A.2."""

from dartproof.accounting.composition import advanced, basic, composition_delta, optimal, optimal_ratio
from dartproof.accounting.exact import ExactParameters
from dartproof.accounting.parameters import Condition, PaperParameters, approx_parameters, pure_parameters
from dartproof.accounting.small_loss import privacy_ratio, privacy_total

__all__ = [
    "Condition",
    "ExactParameters",
    "PaperParameters",
    "advanced",
    "approx_parameters",
    "basic",
    "composition_delta",
    "optimal",
    "optimal_ratio",
    "privacy_ratio",
    "privacy_total",
    "pure_parameters",
]
