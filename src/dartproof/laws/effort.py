"""How long laws take, roughly, so that what would not finish is refused before it starts.

The formulas are fits to measured CPU times on one core of a 2-core x86-64 server; they are meant to be right within a
factor of about 4. Exact numbers grow with the parameters, as powers of x and y, and the time grows with their length:
so the parameters count as well as the numbers of rounds and experts.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Final, Literal

from dartproof.errors import InputError
from dartproof.laws.exact_learner import ExactLearner, View
from dartproof.laws.workload import Workload, float_size
from dartproof.streams import Steps

LONGEST: Final = 600.0
"""CPU seconds that a law, or the check of a certificate, may take unless told otherwise."""

MOST_BITS: Final = 1 << 30
"""The longest power of x or y, in bits, that is computed at all: 128 MiB."""

MOST_BYTES: Final = 4 << 30
"""Memory that a computation may take unless told otherwise."""

Backend = Literal["exact", "ball", "float"]

_DEEPEST: Final = 4e7
"""Logarithms in floats reach down to its negative; below, they stand for ln 0."""


def law_seconds(backend: Backend, work: Workload, *, pair: bool = False) -> float:
    """Return an estimate of the CPU seconds that the law of a learner on one stream takes.

    Args:
        backend: of the numbers.
        work: the learner on its losses.
        pair: whether the privacy loss over a neighbour is computed too.
    """
    both = 2.5 if pair else 1.0
    shares = work.experts * work.rounds * (5e-6 + 5e-13 * (work.span * work.keep_bits) ** 2)
    if backend == "float":
        return both * _float_seconds(work)
    if work.delay is not None:
        return both * (shares + _lazy_seconds(work, backend))
    if not work.resamples:
        return both * shares
    # More resamples mean more masses, of which many are small; what fits is a fourth root.
    table = work.experts * _power(work.resamples / 2, 0.25)
    if backend == "exact":
        return both * (shares + 1e-6 * table * _power(work.rounds, 3.3) * stretch(work.length, 1.15))
    # The probability that a noise exceeds the threshold is a difference that cancels as many bits as it is small.
    bits = 160 + 3 * work.rounds
    pieces = _power(min(work.grid, work.rounds), 0.2)
    integrals = 3.1e-6 * table * _power(work.rounds, 2.8) * pieces * _power(1 + 1.5 * work.cancelled_bits / bits, 1.05)
    coins = work.experts * work.rounds**2 * 5e-4 * _power(_rationals(work) / 65e3, 1.2)
    return both * (shares + integrals + coins)


def certificate_seconds(work: Workload, *, view: View) -> float:
    """Return an estimate of the CPU seconds that a certificate takes to make, and to check.

    Args:
        work: the learner on the pair of the certificate.
        view: of the certificate; the picks need an integral for every launch.
    """
    # Without a resample nothing is asked, and nothing integrated.
    integral = 4e-6 * _power(work.rounds, 2.5) * stretch(work.length, 1.4) if work.limit else 0.0
    launches = 1.0 if view == "transcript" else 1 + work.rounds / 4
    shares = work.experts * work.rounds**2 * (1e-6 + 5e-13 * (work.span * work.keep_bits) ** 2 / work.rounds)
    return launches * integral + shares + 2 * _power(work.claim_bits / 1e7, 1.6)


def search_seconds(work: Workload, *, restarts: int, steps: int = 1000) -> float:
    """Return an estimate of the CPU seconds that a search for a bad pair takes, its certificate included.

    Args:
        work: the learner and the size.
        restarts: the number of climbs.
        steps: the number of changes that a climb tries.
    """
    changes = 4 * work.rounds * work.experts * (work.grid + 1)
    tried = 72.0 + float_size(restarts) * (1 + steps)
    entries = work.rounds * work.experts
    pair = 1e-3 + 2e-6 * entries * (1 + work.resamples) + 0.5 * _float_seconds(work)
    return (
        tried * (pair + 1e-7 * entries)
        + float_size(restarts) * 1e-6 * changes
        + certificate_seconds(work, view="transcript")
    )


def require_float_range(work: Workload) -> None:
    """Refuse what floats cannot hold: logarithms of probabilities so small that they stand for 0.

    Raises:
        InputError: with the parameter that is too large.
    """

    def deepest(some: Workload) -> float:
        multiple_xi, multiple_nu = some.noise_multiples
        reach = (some.threshold + some.span + 1) * some.noise_rate
        return multiple_xi * reach + multiple_nu * reach * some.rounds + 42 * some.rounds * multiple_nu / multiple_xi

    if deepest(work) > _DEEPEST or max(work.clip_steps, work.limit) > 1e15 or not work.noise_rate > 1e-100:
        if not work.noise_rate > 1e-100:
            named = "a noise that is less close to 1"
        elif work.clip_steps > 1e15:
            named = "a smaller clip"
        elif work.limit > 1e15:
            named = "a smaller limit"
        else:
            parameter = work.longest_parameter(deepest)
            named = f"a smaller {_named(parameter)}" if parameter else "fewer rounds"
        raise InputError(f"floats cannot hold so small probabilities; choose {named}, or another backend")
    memory = 24 * work.rounds * _nodes(work)
    if memory > MOST_BYTES:
        parameter = work.longest_parameter(_nodes) or "number of rounds"
        raise InputError(
            f"floats would need about {memory / 2**30:.0f} GiB; choose a smaller {parameter}, or another backend"
        )


def refuse_long_numbers(work: Workload, what: str, *, claims: bool = False) -> None:
    """Refuse numbers that no memory holds, whatever one is willing to wait.

    Args:
        work: with exact numbers.
        what: would compute them.
        claims: whether e^ε of claims is computed too.

    Raises:
        InputError: with the parameter that is too large.
    """
    _refuse_bits(work, lambda some: max(some.longest_power, some.claim_bits if claims else 0.0), what)


def refuse_long_hazard(work: Workload, what: str) -> None:
    """As `refuse_long_numbers`, for the law of the compensated learner in floats, whose least hazard alone is exact."""
    _refuse_bits(work, lambda some: 64 * _hazard_bits(some), what)  # nothing else takes time, so be it short


def _refuse_bits(work: Workload, size: Callable[[Workload], float], what: str) -> None:
    bits = size(work)
    if bits > MOST_BITS:
        parameter = work.longest_parameter(size) or "number of rounds"
        raise InputError(
            f"{what} needs a number of {count(bits)} bits, and {MOST_BITS} are the most that is computed; "
            f"choose a smaller {_named(parameter)}"
        )


def refuse_long(seconds: float, what: str, *, instead: str = "choose fewer rounds") -> None:
    """Refuse what takes longer than `LONGEST`.

    Args:
        seconds: the estimate.
        what: would take so long.
        instead: what one can do besides giving --force.

    Raises:
        InputError: with the estimate, and how to run it anyway.
    """
    if seconds > LONGEST:
        raise InputError(f"{what} would take about {duration(seconds)}; {instead}, or give --force")


def refuse_long_work(
    work: Workload, cost: Callable[[Workload], float], what: str, *, instead: str = "choose fewer rounds"
) -> None:
    """Refuse what takes longer than `LONGEST`, and say which parameter makes it so long, if one does.

    Args:
        work: the workload.
        cost: its CPU seconds.
        what: would take so long.
        instead: what one can do besides giving --force, if no single parameter is to blame.

    Raises:
        InputError: with the estimate, and how to run it anyway.
    """
    seconds = cost(work)
    if seconds > LONGEST:
        parameter = work.longest_parameter(cost)
        refuse_long(seconds, what, instead=instead if parameter is None else f"choose a smaller {_named(parameter)}")


def require_checkable(learner: ExactLearner, losses: Steps, row: tuple[int, ...], *, view: View) -> None:
    """Refuse the check of a certificate that would take longer than `LONGEST`; its numbers may be out of all bounds.

    Args:
        learner: of the certificate.
        losses: the stream.
        row: the neighbour's losses in one round.
        view: of the certificate.

    Raises:
        InputError: with the estimate, and the parameter that is too large.
    """
    if not losses or not losses[0]:
        return
    work = Workload.of(learner, rounds=len(losses), experts=len(losses[0]), losses=losses)
    work = replace(work, span=work.span + max(map(float_size, row), default=0.0))
    refuse_long_numbers(work, "certificate: its check", claims=True)

    def cost(some: Workload) -> float:
        return certificate_seconds(some, view=view)

    seconds = cost(work)
    if seconds > LONGEST:
        parameter = work.longest_parameter(cost)
        raise InputError(
            f"certificate: its check would take about {duration(seconds)}, and at most {duration(LONGEST)} are spent; "
            + ("it has too many rounds" if parameter is None else f"its {_named(parameter)} is too large")
        )


def stretch(length: float, growth: float) -> float:
    """How many times longer a computation takes with numbers that are `length` times longer.

    Args:
        length: `Workload.length`.
        growth: the power of it by which the time grows.
    """
    return 0.3 + 0.7 * _power(length, growth)


def duration(seconds: float) -> str:
    """A rough length of time in words."""
    if math.isinf(seconds):
        return "1e+300 years or more"
    units = ((365.25 * 86400, "years"), (86400, "days"), (3600, "hours"), (60, "minutes"))
    for length, name in units:
        if seconds >= 2 * length:
            return f"{count(seconds / length)} {name}"
    return f"{seconds:.0f} seconds"


def count(number: float) -> str:
    """A whole number, or its size if it has more digits than anybody reads."""
    return f"{number:.0f}" if number < 1e9 else f"{number:.1e}"


def count_of_log(log10: float) -> str:
    """The same of the number 10^log10, which may be beyond floats."""
    if log10 < 9:
        return count(round(10**log10))
    power = math.floor(log10) if math.isfinite(log10) else 0
    return f"{10 ** (log10 - power):.1f}e+{power}" if power else "more than can be said"


def _named(parameter: str) -> str:
    """A parameter in a message: those that are fractions are not too large but too long."""
    if parameter in {"keep", "noise"}:
        return f"number of digits of {parameter}"
    return "pair of noise-multiples" if parameter == "noise-multiples" else parameter


def _power(base: float, exponent: float) -> float:
    """A power, ∞ where it is beyond floats."""
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return math.inf


def _rationals(work: Workload) -> float:
    """The bits of the rationals that are turned into balls."""
    return work.keep_bits * max(work.clip_steps, work.span) + _hazard_bits(work)


def _hazard_bits(work: Workload) -> float:
    """The bits of the least hazard of the compensated learner."""
    if not work.compensated:
        return 0.0
    return work.noise_bits * work.noise_multiples[1] * max(0.0, work.threshold - work.clip_steps)


def _lazy_seconds(work: Workload, backend: Backend) -> float:
    """Algorithm 2, whose masses have as many factors as there are checks."""
    if backend == "ball":
        return 3.1e-6 * work.experts * _power(work.rounds, 2.8)
    checks = math.ceil(work.rounds / (work.delay or 1.0))
    operations = work.experts * checks * (work.rounds + checks * work.experts)
    return 3e-6 * operations * (1 + _power(checks * work.span * work.keep_bits / 15e3, 1.7))


def _nodes(work: Workload) -> float:
    """The number of nodes of the integrals in floats."""
    multiple_xi, multiple_nu = work.noise_multiples
    speed = 2 * (multiple_xi + 3 * multiple_nu) * work.noise_rate
    pieces = 3 + 2 * min(work.rounds, work.span) + (work.span + work.threshold) * speed / 8
    return 25 * pieces


def _float_seconds(work: Workload) -> float:
    nodes = _nodes(work)
    return work.experts * (1e-3 + work.rounds * nodes * (2e-8 + 2e-10 * work.rounds)) + 2e-9 * (
        work.experts * work.rounds**2 * (1 + work.resamples)
    )
