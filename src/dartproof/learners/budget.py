"""Learners built from what they are asked for: (ε, δ)-DP and a bound L' on the best expert's loss."""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from dartproof.accounting import advanced, approx_parameters, optimal, pure_parameters
from dartproof.accounting.compensated_total import pure_compensated_parameters
from dartproof.errors import InputError
from dartproof.learners.claims import BuiltLearner, Claim
from dartproof.learners.compensated import CompensatedLearner
from dartproof.learners.doubling import DoublingLearner
from dartproof.learners.lazy import LazyLearner
from dartproof.learners.multiplicative_weights import MultiplicativeWeights
from dartproof.learners.rounding import float_above, float_below
from dartproof.learners.shrinking_dartboard import ShrinkingDartboard
from dartproof.learners.small_loss import SmallLossLearner
from dartproof.numeric import Real


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """What a learner is asked for, in which game.

    Args:
        rounds: T.
        experts: N.
        epsilon: The privacy parameter; None asks for no privacy.
        delta: The failure probability.
        loss_bound: L', which the best expert's loss is trusted not to exceed; None stands for T, which it cannot.

    Raises:
        InputError: If a number is outside its range.
    """

    rounds: int
    experts: int
    epsilon: Fraction | None = None
    delta: Fraction = Fraction(0)
    loss_bound: Fraction | None = None

    def __post_init__(self) -> None:
        if self.rounds < 1 or self.experts < 1:
            raise InputError(f"{self.rounds} rounds, {self.experts} experts: give at least one of each")
        if self.epsilon is not None and self.epsilon <= 0:
            raise InputError(f"epsilon = {self.epsilon} must be positive")
        if not 0 <= self.delta < 1:
            raise InputError(f"delta = {self.delta} must be at least 0 and less than 1")
        if self.loss_bound is not None and self.loss_bound < 0:
            raise InputError(f"loss-bound = {self.loss_bound} must not be negative")

    @property
    def trusted_loss_bound(self) -> Fraction:
        """L' as a number."""
        return Fraction(self.rounds) if self.loss_bound is None else self.loss_bound

    def require_epsilon(self, name: str) -> Fraction:
        """Return ε.

        Raises:
            InputError: If no privacy is asked for, which the learner `name` cannot be built for.
        """
        if self.epsilon is None:
            raise InputError(f"{name}: epsilon is missing; say how private the learner is to be, as in epsilon=1")
        return self.epsilon


@lru_cache(maxsize=1024)
def paper_small_loss(
    *, rounds: int, experts: int, epsilon: Fraction, delta: Fraction, loss_bound: Fraction
) -> SmallLossLearner:
    """Return Algorithm 1 with the paper's parameters, which make it (ε, δ)-DP.

    η, ε1 and ε2 are rounded down to floats and τ up, so that rounding does not weaken Lemma 3.1.

    Raises:
        InputError: If the theorem has no parameters for that; ε must be at most 1.

    Source: Theorem A.1 (`pure_parameters`) for delta = 0, Theorem A.2 (`approx_parameters`) otherwise.
    """
    if delta == 0:
        parameters = pure_parameters(rounds=rounds, experts=experts, epsilon=epsilon, loss_bound=loss_bound)
    else:
        parameters = approx_parameters(
            rounds=rounds, experts=experts, epsilon=epsilon, delta=delta, loss_bound=loss_bound
        )
    return SmallLossLearner(
        eta=max(0.0, float_below(parameters.eta)),
        tau=float_above(parameters.tau),
        limit=parameters.limit,
        epsilon1=float_below(parameters.epsilon1),
        epsilon2=float_below(parameters.epsilon2),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperInner:
    """The inner learners of Algorithm 3: Algorithm 1 for L*, with the paper's parameters.

    Algorithm 3 asks for L' = 3·2^k α, which exceeds T from the first bucket on unless T is large. A loss of at
    most L' is also at most min(L', T), so parameters for min(L', T) serve whenever those for L' would, with a larger
    learning rate; privacy does not depend on L'. Hence the cap.

    Args:
        rounds: T, the full number of rounds.
        experts: N.
        epsilon: The privacy parameter of each inner learner, half of the whole; at most 1.
        delta: The failure probability of each, and of the whole.
    """

    rounds: int
    experts: int
    epsilon: Fraction
    delta: Fraction

    def __call__(self, loss_bound: float) -> SmallLossLearner:
        """Return an (ε, δ)-DP learner for streams with L* ≤ `loss_bound`."""
        return paper_small_loss(
            rounds=self.rounds,
            experts=self.experts,
            epsilon=self.epsilon,
            delta=self.delta,
            loss_bound=min(Fraction(loss_bound), Fraction(self.rounds)),
        )


def small_loss_for(budget: Budget) -> BuiltLearner:
    """Return Algorithm 1 with the paper's parameters, claimed to be (ε, δ)-DP.

    Raises:
        InputError: If ε is missing or above 1.
    """
    epsilon = budget.require_epsilon(SmallLossLearner.name)
    learner = paper_small_loss(
        rounds=budget.rounds,
        experts=budget.experts,
        epsilon=epsilon,
        delta=budget.delta,
        loss_bound=budget.trusted_loss_bound,
    )
    return BuiltLearner(learner, small_loss_texts(learner), Claim(Real.of(epsilon), budget.delta))


def small_loss_texts(learner: SmallLossLearner) -> dict[str, str]:
    """Return the parameters of `learner` as texts."""
    return {
        "eta": repr(learner.eta),
        "tau": repr(learner.tau),
        "limit": str(learner.limit),
        "epsilon1": repr(learner.epsilon1),
        "epsilon2": repr(learner.epsilon2),
    }


def compensated_for(budget: Budget) -> BuiltLearner:
    """Return the compensated learner with parameters that make it ε-DP, whatever δ is, and so claimed to be.

    η is rounded down to a float, and τ, c and the scales of the noise up, so that rounding weakens no guarantee of
    privacy.

    Raises:
        InputError: If ε is missing or above 1.
    """
    epsilon = budget.require_epsilon(CompensatedLearner.name)
    choice = pure_compensated_parameters(
        rounds=budget.rounds, experts=budget.experts, epsilon=epsilon, loss_bound=budget.trusted_loss_bound
    )
    clip, scale = float_above(choice.clip), float_above(choice.scale)
    learner = CompensatedLearner(
        eta=max(0.0, float_below(choice.eta)),
        tau=max(clip, float_above(choice.tau)),
        clip=clip,
        limit=choice.limit,
        threshold_scale=scale,
        query_scale=scale,
    )
    parameters = {
        "eta": repr(learner.eta),
        "tau": repr(learner.tau),
        "clip": repr(clip),
        "limit": str(learner.limit),
        "threshold-scale": repr(scale),
        "query-scale": repr(scale),
    }
    return BuiltLearner(learner, parameters, Claim(Real.of(epsilon), Fraction(0)))


def doubling_for(budget: Budget) -> BuiltLearner:
    """Return Algorithm 3 around the paper's Algorithm 1, claimed to be (ε, δ)-DP.

    Raises:
        InputError: If ε is missing or above 2, or a loss bound is given, which the learner does not need.
    """
    epsilon = budget.require_epsilon(DoublingLearner.name)
    if epsilon > 2:
        raise InputError(f"epsilon = {epsilon}: {DoublingLearner.name} has no parameters for epsilon > 2")
    if budget.loss_bound is not None:
        raise InputError(f"{DoublingLearner.name} finds its own bound on the loss; leave loss-bound out")
    inner = PaperInner(rounds=budget.rounds, experts=budget.experts, epsilon=epsilon / 2, delta=budget.delta)
    learner = DoublingLearner(epsilon=float_below(epsilon), inner=inner)
    parameters = {"epsilon": repr(learner.epsilon), "delta": str(budget.delta)}
    return BuiltLearner(learner, parameters, Claim(Real.of(epsilon), budget.delta))


def multiplicative_weights_for(budget: Budget) -> BuiltLearner:
    """Return multiplicative weights with η = min(1, √(ln N/L')), or less where privacy asks for it.

    If ε is given, η is also at most the larger of ε/(2(T - 1)) and the rate at which advanced
    composition of T - 1 resamples gives (ε, δ), and that is the claim. If it is not, the claim is what
    optimal composition makes of η.
    """
    eta = non_private_rate(budget)
    draws = budget.rounds - 1
    if budget.epsilon is not None and draws > 0:
        eta = min(eta, float_below(private_rate(draws, budget.epsilon, budget.delta)))
    epsilon = optimal(draws, 2 * Fraction(eta), budget.delta) if budget.epsilon is None else Real.of(budget.epsilon)
    return BuiltLearner(MultiplicativeWeights(eta), {"eta": repr(eta)}, Claim(epsilon, budget.delta))


def shrinking_dartboard_for(budget: Budget) -> BuiltLearner:
    """Return the shrinking dartboard with η = min(1, √(ln N/L')); it is not private whatever is asked for."""
    eta = non_private_rate(budget)
    return BuiltLearner(ShrinkingDartboard(eta), {"eta": repr(eta)}, Claim(None, Fraction(0)))


def lazy_for(budget: Budget) -> BuiltLearner:
    """Return Algorithm 2 with η = min(1, √(ln N/L')), a check a round; it is not private whatever is asked for."""
    eta = non_private_rate(budget)
    return BuiltLearner(LazyLearner(eta=eta), {"eta": repr(eta), "wait": "1"}, Claim(None, Fraction(0)))


def non_private_rate(budget: Budget) -> float:
    """Return min(1, √(ln N/L')), at which the regret of multiplicative weights is O(√(L' ln N) + ln N)."""
    loss_bound = float(budget.trusted_loss_bound)
    log_experts = math.log(budget.experts)
    return math.sqrt(log_experts / loss_bound) if log_experts < loss_bound else min(1.0, log_experts)


def private_rate(draws: int, epsilon: Fraction, delta: Fraction) -> Fraction:
    """Return a rate η such that `draws` adaptive 2η-DP resamples are (ε, δ)-DP, certified.

    Args:
        draws: The number k of resamples; positive.
        epsilon: The privacy parameter; positive.
        delta: The failure probability; at least 0, less than 1.

    Returns:
        ε/(2k) or, where that is larger, the largest multiple of ε/2^41 that advanced composition permits.
    """
    steps, beyond = 0, 1 << 40  # in units of ε / 2^40, the privacy parameter of one resample
    while delta > 0 and beyond - steps > 1:
        middle = (steps + beyond) // 2
        if advanced(draws, epsilon * middle / 2**40, delta) <= epsilon:
            steps = middle
        else:
            beyond = middle
    return max(epsilon / draws, epsilon * steps / 2**40) / 2
