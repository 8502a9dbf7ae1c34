"""Exact numbers, balls and decisions about them: the only package that knows of FLINT and Arb.

Public numbers are `fractions.Fraction`, `LogNumber` (the exact field Q(L)), `Ball` (outward-rounded intervals) and
`Real` (expressions evaluated to any precision). `Value` is how a number is shown, `Backend` how a caller chooses among
exact, ball and float arithmetic.
"""

from dartproof.numeric.backend import Backend, ball_backend, exact_backend, float_backend
from dartproof.numeric.ball import Ball
from dartproof.numeric.binomial import binomial_tail, binomial_tail_real, clopper_pearson
from dartproof.numeric.elementary import cbrt, exp, expm1, log, log1p, sqrt
from dartproof.numeric.fast import FastRational, fast, slow
from dartproof.numeric.logfield import LogField
from dartproof.numeric.lognumber import LogNumber
from dartproof.numeric.rationals import format_rational, parse_rational
from dartproof.numeric.real import Real
from dartproof.numeric.value import Value, value_of, value_of_log

__all__ = [
    "Backend",
    "Ball",
    "FastRational",
    "LogField",
    "LogNumber",
    "Real",
    "Value",
    "ball_backend",
    "binomial_tail",
    "binomial_tail_real",
    "cbrt",
    "clopper_pearson",
    "exact_backend",
    "exp",
    "expm1",
    "fast",
    "float_backend",
    "format_rational",
    "log",
    "log1p",
    "parse_rational",
    "slow",
    "sqrt",
    "value_of",
    "value_of_log",
]
