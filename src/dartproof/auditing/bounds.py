"""Lower confidence bounds on ε from the counts of a test, rounded down in certified arithmetic."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dartproof.auditing.model import Counts
from dartproof.errors import InputError
from dartproof.numeric import Real, clopper_pearson

_DIGITS: Final = 12


def pure_bound(correct: int, guessed: int, *, miss: Fraction) -> Fraction:
    """Return a lower confidence bound on ε under δ = 0, from trials with a random label.

    In each trial one of two inputs is drawn with probability 1/2, the mechanism is run on it, and a guess function
    that was fixed before looks at the output and names an input or abstains. If the mechanism is (ε, 0)-differentially
    private, the number of correct guesses is stochastically dominated by Bin(guessed, e^ε/(1 + e^ε)).

    Proof. Let P and Q be the laws of the output on the first and the second input, and G the set of outputs at which
    the function guesses "second". Given that a trial guessed "second", by Bayes it ran the second input with
    probability Q(G)/(P(G) + Q(G)), and Q(G) ≤ e^ε P(G), so this is at most e^ε/(1 + e^ε); likewise for "first". The
    trials are independent. So, given which trials guessed and what they guessed, the indicators of being correct are
    independent with probabilities of at most e^ε/(1 + e^ε), and their sum is dominated by the binomial law, whatever
    was guessed. ∎

    Hence a lower confidence bound p on the success probability of a binomial with these counts makes
    ln(p/(1 − p)) a lower confidence bound on ε, jointly for both tails: abstaining costs nothing, and no correction
    for the two guesses is needed.

    Args:
        correct: Trials that named the input which was run.
        guessed: Trials that named an input; those that abstained do not count.
        miss: Probability with which the bound may exceed ε, 0 < miss < 1.

    Returns:
        max(0, ln(p/(1 − p))) with the certified Clopper–Pearson bound p, rounded down to 12 significant digits; 0 if
        nothing was guessed.

    Raises:
        InputError: an argument is out of its range.
    """
    if guessed == 0:
        return Fraction(0)
    low = clopper_pearson(correct, guessed, miss=miss)
    return _log_below(low / (1 - low))


def approximate_bound(more: tuple[int, int], less: tuple[int, int], *, delta: Fraction, miss: Fraction) -> Fraction:
    """Return a lower confidence bound on ε under a given δ, from how often one event happened on either input.

    If P and Q are the laws of the output on the two inputs, (ε, δ)-privacy has P(E) ≤ e^ε Q(E) + δ for every event E
    that is fixed before the trials. Each of two Clopper–Pearson bounds, low ≤ P(E) and Q(E) ≤ high, may miss with half
    of `miss`; then ε ≥ ln((low − δ)/high) with probability at least 1 − miss. That the label is random does not
    matter: given the labels, the counts are binomial.

    Args:
        more: (times E happened, trials) on the input under which E is thought to be more likely.
        less: the same on the other input.
        delta: δ, 0 ≤ δ < 1.
        miss: Probability with which the bound may exceed ε, 0 < miss < 1.

    Returns:
        max(0, ln((low − δ)/high)), rounded down to 12 significant digits; 0 if an input was never run.

    Raises:
        InputError: an argument is out of its range.
    """
    if not 0 <= delta < 1:
        raise InputError(f"delta = {delta}; choose a number with 0 <= delta < 1")
    if more[1] == 0 or less[1] == 0:
        return Fraction(0)
    low = clopper_pearson(*more, miss=miss / 2, side="lower")
    high = clopper_pearson(*less, miss=miss / 2, side="upper")
    return _log_below((low - delta) / high)


def epsilon_lower(counts: Counts, *, delta: Fraction, miss: Fraction) -> Fraction:
    """Return the bound on ε that the counts of a fixed guess function give; see `pure_bound`, `approximate_bound`.

    Args:
        counts: Its record on trials that neither learned nor selected it.
        delta: δ of the claim. If positive, the function must guess one input only, and the event is that it guesses.
        miss: Probability with which the bound may exceed ε, 0 < miss < 1.

    Raises:
        InputError: δ > 0 and the function guessed both inputs, or an argument is out of its range.
    """
    if delta == 0:
        return pure_bound(counts.correct, counts.guessed, miss=miss)
    first, second = counts.guessed_first, counts.guessed_second
    if sum(first) and sum(second):
        raise InputError("for delta > 0 an event is one input's; use a guess function that guesses one input only")
    runs_first, runs_second = counts.trials
    if sum(second):
        return approximate_bound((second[1], runs_second), (second[0], runs_first), delta=delta, miss=miss)
    return approximate_bound((first[0], runs_first), (first[1], runs_second), delta=delta, miss=miss)


def _log_below(ratio: Fraction) -> Fraction:
    """max(0, ln ratio), rounded down."""
    if ratio <= 1:
        return Fraction(0)
    return Fraction(Real.of(ratio).log().decimal(_DIGITS, "down"))
