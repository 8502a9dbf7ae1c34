"""Courses of instances in logarithms: first check and keep, first check and resample, or no check."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from dartproof.laws.floats.model import FloatModel, Floats
from dartproof.laws.floats.tables import log_events, log_events_across
from dartproof.streams import Steps


@dataclass(frozen=True, slots=True)
class FloatCourses:
    """Logarithms of the probabilities of what one expert's instances do; −∞ for 0. Rows are launches.

    Attributes:
        keeps: of the event that the first check is in the round of the column and keeps the expert.
        renewals: of the event that the first check is there and resamples, before an expert is drawn.
        never: of the event that there is no check, one a launch.
    """

    keeps: Floats
    renewals: Floats
    never: Floats


def cumulative_losses(losses: Steps) -> Floats:
    """C_t(i) in grid steps: the loss of expert i before round t, shape (T, N)."""
    rows = np.asarray(losses, dtype=np.float64)
    sums = np.zeros_like(rows)
    np.cumsum(rows[:-1], axis=0, out=sums[1:])
    return sums


def log_shares(cumulative: Floats, model: FloatModel) -> Floats:
    """The logarithms of P_t(i), shape (T, N), which do not underflow."""
    exponents = -model.eta * cumulative
    exponents -= exponents.max(axis=1, keepdims=True)
    shares: Floats = exponents - np.log(np.exp(exponents).sum(axis=1, keepdims=True))
    return shares


def courses(cumulative: Floats, model: FloatModel) -> FloatCourses:
    """All instances of one expert; `keeps` and `renewals` have shape (T, T), `never` (T,).

    Args:
        cumulative: the expert's loss before each of the T rounds, in grid steps.
        model: the learner.
    """
    events = log_events(tuple(cumulative), model)
    launches, checks = np.arange(len(cumulative))[:, None], np.arange(len(cumulative))
    # pending losses are of use for later checks only; the others stay at −∞
    pending = np.maximum(cumulative[None, :] - cumulative[:, None], 0.0)
    return _courses(events, pending, checks > launches, model)


def courses_across(cumulative: Floats, model: FloatModel, changed: int) -> FloatCourses:
    """The courses of instances launched up to round `changed` (from 0) that check later, if at all.

    Returns:
        Logarithms as in `courses`: rows for launches 0, ..., changed, columns for checks changed + 1, ..., T − 1.
    """
    events = log_events_across(tuple(cumulative), model, changed)
    pending = cumulative[None, changed + 1 :] - cumulative[: changed + 1, None]
    return _courses(events, pending, np.ones_like(pending, dtype=np.bool_), model)


def _courses(events: Floats, pending: Floats, later: np.typing.NDArray[np.bool_], model: FloatModel) -> FloatCourses:
    checks, never = events[:, :-1], events[:, -1]
    log_keep = model.log_keep(pending)
    keeps, renewals = checks + log_keep, checks + model.log_drop(pending)
    if math.isfinite(model.log_release):
        # A check resamples with probability h − e^{−ηq}(h − p) = (1 − e^{−ηq})(h − p) + p.
        renewals = np.logaddexp(renewals, model.log_release + _log_unchecked(checks, never, model), out=renewals)
        renewals[~later] = -np.inf
    return FloatCourses(keeps, renewals, never)


def _log_unchecked(checks: Floats, never: Floats, model: FloatModel) -> Floats:
    """The logarithm of Pr[no check before the round of the column] for the compensated learner.

    It is E[h − p; none before] + p Pr[none before] + Pr[none up to this round], hence a recursion of positive terms.
    """
    result = np.empty_like(checks)
    after = never
    for column in reversed(range(checks.shape[1])):
        after = np.logaddexp(checks[:, column], after) - model.log_unreleased
        result[:, column] = after
    return result
