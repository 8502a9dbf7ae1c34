"""The law of Algorithm 1 and of the compensated learner in floats: halting times, marginals, resamples and regret.

Launches form a Markov chain on (round, expert, resamples so far), so all of these are recursions over launches. All
their terms are positive; a recursion with differences would lose the small marginals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dartproof.accounting import CompensatedParameters, ExactParameters
from dartproof.laws.floats.courses import courses, cumulative_losses, log_shares
from dartproof.laws.floats.model import FloatModel, Floats, float_model
from dartproof.mechanisms.halting import NoiseShape
from dartproof.streams import Steps, check_steps


@dataclass(frozen=True, slots=True)
class HaltingTable:
    """Logarithms of the probabilities of first checks, in floats: not certified. Rounds and experts count from 0.

    Attributes:
        halts: halts[i, s, t] = ln Pr[the instance launched in round s with expert i first checks in round t], −∞ for
            t ≤ s and for 0; shape (N, T, T).
        never: never[i, s] = ln Pr[it never checks], shape (N, T).
    """

    halts: Floats
    never: Floats

    certified: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class FloatLaw:
    """The law of a learner on one stream, in floats: not certified. Rounds and experts count from 0.

    Attributes:
        marginals: Q_t(i) = Pr[i_t = i], shape (T, N); to full relative precision above 1e-280, smaller ones may be 0.
        updates: Pr[v_T = 0], ..., Pr[v_T = min(V, T − 1)], likewise; there are no more resamples.
        expected_loss: E Σ ℓ_t(i_t), in units of loss.
        expected_regret: the expected loss minus that of the best expert.
    """

    marginals: Floats
    updates: Floats
    expected_loss: float
    expected_regret: float

    certified: ClassVar[bool] = False


def halting_table(
    losses: Steps,
    parameters: ExactParameters | CompensatedParameters | FloatModel,
    *,
    noise_multiples: tuple[int, int] = (2, 1),
    noise_shape: NoiseShape = "laplace",
) -> HaltingTable:
    """Return ln H(s, i, t) for all launches s, experts i and checks t: O(N T²) entries, in O(N T² M) float steps.

    M is the number of nodes, a small multiple of the number of grid steps that the losses and the threshold span.

    Args:
        losses: T rows of N losses in grid steps. The last row does not influence the result.
        parameters: of Algorithm 1 or of the compensated learner, or a model of either.
        noise_multiples: of Algorithm 1, see `float_model`.
        noise_shape: of Algorithm 1.

    Raises:
        InputError: the losses are no T × N array of integers from 0 to the grid.

    Source: Algorithm 4; `compensated_privacy`.
    """
    model = float_model(parameters, noise_multiples=noise_multiples, noise_shape=noise_shape)
    sums = cumulative_losses(check_steps(losses, model.grid))
    rounds, experts = sums.shape
    halts, never = np.empty((experts, rounds, rounds)), np.empty((experts, rounds))
    for expert, column in enumerate(sums.T):
        found = courses(column, model)
        np.logaddexp(found.keeps, found.renewals, out=halts[expert])
        never[expert] = found.never
    return HaltingTable(halts, never)


def float_law(
    losses: Steps,
    parameters: ExactParameters | CompensatedParameters | FloatModel,
    *,
    noise_multiples: tuple[int, int] = (2, 1),
    noise_shape: NoiseShape = "laplace",
) -> FloatLaw:
    """Return the marginals, the law of the number of resamples and the expected regret, not certified.

    Args:
        losses: T rows of N losses in grid steps. The last row counts in the loss only.
        parameters: of Algorithm 1 or of the compensated learner, or a model of either.
        noise_multiples: of Algorithm 1, see `float_model`.
        noise_shape: of Algorithm 1.

    Raises:
        InputError: the losses are no T × N array of integers from 0 to the grid.

    Source: Algorithm 1 (`small_loss_learner`); `compensated_privacy`.
    """
    model = float_model(parameters, noise_multiples=noise_multiples, noise_shape=noise_shape)
    losses = check_steps(losses, model.grid)
    model = model.within(len(losses))
    chain = Chain.of(losses, model)
    launched = chain.launches()
    marginals, limit = chain.marginals(launched), model.limit
    updates = np.einsum("isv,is->v", launched, chain.never)
    updates[limit] = launched[:, :, limit].sum()
    rows = np.asarray(losses, dtype=np.float64) / model.grid
    loss = float((rows * marginals).sum())
    return FloatLaw(marginals, updates, loss, loss - float(rows.sum(axis=0).min()))


@dataclass(frozen=True, slots=True)
class Chain:
    """The chain of launches on one stream, with probabilities instead of their logarithms.

    Attributes:
        limit: V.
        shares: P_t(i), shape (T, N).
        checks: checks[i, t, 0, s] = Pr[an instance launched in s with expert i first checks in t and keeps i], and
            checks[i, t, 1, s] the like for a resample, shape (N, T, 2, T).
        never: never[i, s] = Pr[it does not check], shape (N, T).
    """

    limit: int
    shares: Floats
    checks: Floats
    never: Floats

    @classmethod
    def of(cls, losses: Steps, model: FloatModel) -> Chain:
        """The chain of a learner on losses in grid steps."""
        sums = cumulative_losses(losses)
        rounds, experts = sums.shape
        checks, never = np.empty((experts, rounds, 2, rounds)), np.empty((experts, rounds))
        for expert, column in enumerate(sums.T):
            found = courses(column, model)
            checks[expert, :, 0] = np.exp(found.keeps.T)
            checks[expert, :, 1] = np.exp(found.renewals.T)
            never[expert] = np.exp(found.never)
        return cls(model.limit, np.exp(log_shares(sums, model)), checks, never)

    def launches(self, stop: int | None = None) -> Floats:
        """Pr[an instance is launched in round s with expert i after v resamples], shape (N, T, V + 1).

        After V resamples nothing is launched, but the learner stays with the last expert; that counts as a launch too.

        Args:
            stop: only rounds before this one; the others are 0.
        """
        rounds, experts = self.shares.shape
        launched = np.zeros((experts, rounds, self.limit + 1))
        launched[:, 0, 0] = 1 / experts
        for now in range(1, rounds if stop is None else stop):
            keeps, renewals = np.moveaxis(self.checks[:, now, :, :now] @ launched[:, :now, :-1], 1, 0)
            launched[:, now, :-1] = keeps
            launched[:, now, 1:] += self.shares[now][:, None] * renewals.sum(axis=0)
        return launched

    def marginals(self, launched: Floats) -> Floats:
        """Q_t(i), shape (T, N): launched with i, and no check since."""
        rounds, experts = self.shares.shape
        result = np.cumsum(launched[:, :, self.limit], axis=1).T
        alive = launched[:, :, :-1].sum(axis=2)
        earlier = np.tri(rounds, dtype=np.bool_)
        for expert in range(experts):
            # Pr[no check in the rounds up to t] by launch, as the sum over what comes later
            unchecked = np.empty((rounds, rounds))
            unchecked[-1] = self.never[expert]
            unchecked[:-1] = self.checks[expert, :0:-1].sum(axis=1).cumsum(axis=0)[::-1] + self.never[expert]
            result[:, expert] += np.where(earlier, unchecked, 0.0) @ alive[expert]
        return result
