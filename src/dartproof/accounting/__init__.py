"""Privacy accounting: composition and conversions, totals of the learners, and how their parameters are chosen."""

from dartproof.accounting.compensated_exact import CompensatedParameters
from dartproof.accounting.compensated_total import (
    CompensatedChoice,
    compensated_total,
    least_epsilon2,
    pure_compensated_parameters,
)
from dartproof.accounting.composition import advanced, basic, composition_delta, optimal, optimal_ratio
from dartproof.accounting.exact import ExactParameters
from dartproof.accounting.parameters import Condition, PaperParameters, approx_parameters, pure_parameters
from dartproof.accounting.poisson import poisson_quantile, poisson_tail
from dartproof.accounting.sharp import SharpParameters, quantile_limit, sharp_parameters
from dartproof.accounting.small_loss import privacy_ratio, privacy_total
from dartproof.accounting.zcdp import Composed, best_composed, bounded_range_rho, renyi_delta, renyi_epsilon, zcdp

__all__ = [
    "CompensatedChoice",
    "CompensatedParameters",
    "Composed",
    "Condition",
    "ExactParameters",
    "PaperParameters",
    "SharpParameters",
    "advanced",
    "approx_parameters",
    "basic",
    "best_composed",
    "bounded_range_rho",
    "compensated_total",
    "composition_delta",
    "least_epsilon2",
    "optimal",
    "optimal_ratio",
    "poisson_quantile",
    "poisson_tail",
    "privacy_ratio",
    "privacy_total",
    "pure_compensated_parameters",
    "pure_parameters",
    "quantile_limit",
    "renyi_delta",
    "renyi_epsilon",
    "sharp_parameters",
    "zcdp",
]
