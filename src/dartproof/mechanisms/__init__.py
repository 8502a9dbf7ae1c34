"""The mechanisms that learners are made of: each with its exact law and a sampler in floating point.

Each mechanism is a module (`laplace`, `exponential`, `bernoulli`, `exponential_mechanism`, `above_threshold`), and its
functions are called by their module's name, as in ``bernoulli.keep_law``. Losses, queries and noises of the exact laws
count steps of the grid 1/g; those of the samplers are in units of loss. Privacy parameters are in nats (natural
logarithms of ratios of probabilities), for streams that differ in one round's whole loss vector: every loss, and so
every query that adds up losses of one expert, then changes by at most 1.
"""

from dartproof.mechanisms import above_threshold, bernoulli, exponential, exponential_mechanism, laplace
from dartproof.mechanisms.above_threshold import AboveThreshold, NoiseShape, halting_law

__all__ = [
    "AboveThreshold",
    "NoiseShape",
    "above_threshold",
    "bernoulli",
    "exponential",
    "exponential_mechanism",
    "halting_law",
    "laplace",
]
