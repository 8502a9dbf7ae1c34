"""The learners by their names on the command line, built from parameters by name."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from dartproof.accounting import optimal, privacy_total
from dartproof.accounting.compensated_total import compensated_total
from dartproof.errors import InputError
from dartproof.learners import budget as budgets
from dartproof.learners.budget import Budget
from dartproof.learners.claims import BuiltLearner, Claim
from dartproof.learners.compensated import CompensatedLearner
from dartproof.learners.doubling import DoublingLearner
from dartproof.learners.lazy import FixedDelay, LazyLearner
from dartproof.learners.multiplicative_weights import MultiplicativeWeights
from dartproof.learners.rounding import float_above, float_below
from dartproof.learners.shrinking_dartboard import ShrinkingDartboard
from dartproof.learners.small_loss import SmallLossLearner
from dartproof.numeric import Real, format_rational, parse_rational

_LARGEST = 10**300  # well within the range of floats

_BUDGET_NAMES = ("epsilon", "delta", "loss-bound", "preset")


@dataclass(frozen=True, slots=True)
class _Kind:
    """How the learners of one name are built: from their own parameters, or from a budget."""

    required: tuple[str, ...]
    optional: tuple[str, ...]
    from_parameters: Callable[["_Reader", int], BuiltLearner] | None
    from_budget: Callable[[Budget], BuiltLearner]
    budget_names: tuple[str, ...] = _BUDGET_NAMES


def learner_names() -> tuple[str, ...]:
    """Return the names of the learners, in the order in which they are listed."""
    return tuple(_KINDS)


def parse_parameters(texts: Iterable[str]) -> dict[str, str]:
    """Return the parameters that texts such as ``eta=1/100`` set; several may stand in one text, between spaces.

    Raises:
        InputError: If a text is not of the form NAME=VALUE, or sets a name a second time.
    """
    parameters: dict[str, str] = {}
    for text in " ".join(texts).split():
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise InputError(f"parameter {text!r}: write NAME=VALUE, as in eta=1/100")
        if name in parameters:
            raise InputError(f"parameter {name!r} is set twice, to {parameters[name]} and to {value}")
        parameters[name] = value
    return parameters


def build_learner(name: str, parameters: Mapping[str, str], *, rounds: int, experts: int) -> BuiltLearner:
    """Build the learner called `name` for a game of `rounds` rounds with `experts` experts.

    Its own parameters are, with * on those that may be left out (numbers such as ``1/100`` or ``0.01``):

    - ``multiplicative-weights``: eta, delta*
    - ``shrinking-dartboard``: eta
    - ``small-loss``: eta, tau, limit, epsilon1, epsilon2, delta*
    - ``compensated``: eta, tau, clip, limit, threshold-scale, query-scale, delta*
    - ``lazy``: eta, wait* (rounds between checks, 1), start*, end* (rounds from 1)

    All of them, and ``doubling``, can be built from a budget instead: epsilon, delta*, loss-bound* (T) and preset*
    (paper); ``doubling`` takes no loss-bound, and learners that are not private need no epsilon. delta only enters the
    claim of the learners whose own parameters are given.

    Args:
        name: One of `learner_names`.
        parameters: Texts by the names of the parameters; a budget is recognised by a name that only budgets have.
        rounds: T.
        experts: N.

    Returns:
        The learner, its parameters and its claim. The learner of a private kind works with η, ε1 and ε2 rounded down
        to floats, and the scales of its noise rounded up, so that the claim, computed from the numbers as given, holds
        of it in real arithmetic.

    Raises:
        InputError: If the name or a parameter is unknown (the message lists the valid ones), one is missing, malformed
            or outside its range.

    Example:
        >>> parameters = parse_parameters(["eta=1/100 tau=5 limit=12 epsilon1=1/3 epsilon2=1/3"])
        >>> built = build_learner("small-loss", parameters, rounds=1000, experts=10)
        >>> built.claim.epsilon.exact
        Fraction(68, 75)
    """
    kind = _KINDS.get(name)
    if kind is None:
        raise InputError(f"learner {name!r} is unknown; the learners are {', '.join(_KINDS)}")
    own = (*kind.required, *kind.optional)
    budget_only = set(kind.budget_names) - set(own)
    by_budget = kind.from_parameters is None or not budget_only.isdisjoint(parameters)
    valid = kind.budget_names if by_budget else own
    for parameter in parameters:
        if parameter not in valid:
            raise InputError(f"{name} has no parameter {parameter!r}{' in a budget' * by_budget}; {_valid_names(kind)}")
    reader = _Reader(name, parameters)
    if by_budget or kind.from_parameters is None:
        return kind.from_budget(reader.budget(rounds, experts))
    missing = [parameter for parameter in kind.required if parameter not in parameters]
    if missing:
        raise InputError(f"{name} lacks the parameter {missing[0]!r}; {_valid_names(kind)}")
    return kind.from_parameters(reader, rounds)


def _valid_names(kind: _Kind) -> str:
    budget = f"from a budget {', '.join(kind.budget_names)}"
    own = ", ".join((*kind.required, *kind.optional))
    return f"valid are {own}; or {budget}" if own else f"valid are {', '.join(kind.budget_names)}"


@dataclass(frozen=True, slots=True)
class _Reader:
    """Parameters as texts, read as numbers; messages name the learner and the parameter."""

    learner: str
    texts: Mapping[str, str]

    def rational(self, name: str) -> Fraction:
        try:
            number = parse_rational(self.texts[name])
        except InputError as error:
            raise InputError(f"{self.learner}: {name} = {self.texts[name]!r} is no number: {error}") from None
        if abs(number) > _LARGEST:
            raise InputError(f"{self.learner}: {name} = {self.texts[name]!r} is too large; it must be at most 1e300")
        return number

    def echo(self, *names: str) -> dict[str, str]:
        """Return the parameters in lowest terms."""
        return {name: format_rational(self.rational(name)) for name in names}

    def integer(self, name: str) -> int:
        number = self.rational(name)
        if number.denominator != 1:
            raise InputError(f"{self.learner}: {name} = {self.texts[name]!r} must be an integer")
        return number.numerator

    def delta(self) -> Fraction:
        delta = self.rational("delta") if "delta" in self.texts else Fraction(0)
        if not 0 <= delta < 1:
            raise InputError(f"{self.learner}: delta = {delta} must be at least 0 and less than 1")
        return delta

    def budget(self, rounds: int, experts: int) -> Budget:
        preset = self.texts.get("preset", "paper")
        if preset != "paper":
            raise InputError(f"{self.learner}: preset = {preset!r} is unknown; the presets are paper")
        return Budget(
            rounds=rounds,
            experts=experts,
            epsilon=self.rational("epsilon") if "epsilon" in self.texts else None,
            delta=self.delta(),
            loss_bound=self.rational("loss-bound") if "loss-bound" in self.texts else None,
        )


def _multiplicative_weights(reader: _Reader, rounds: int) -> BuiltLearner:
    eta, delta = reader.rational("eta"), reader.delta()
    learner = MultiplicativeWeights(float_below(eta))
    return BuiltLearner(learner, reader.echo("eta"), Claim(optimal(rounds - 1, 2 * eta, delta), delta))


def _shrinking_dartboard(reader: _Reader, _rounds: int) -> BuiltLearner:
    learner = ShrinkingDartboard(float(reader.rational("eta")))
    return BuiltLearner(learner, reader.echo("eta"), Claim(None, Fraction(0)))


def _small_loss(reader: _Reader, rounds: int) -> BuiltLearner:
    eta, epsilon1, epsilon2 = (reader.rational(name) for name in ("eta", "epsilon1", "epsilon2"))
    delta = reader.delta()
    learner = SmallLossLearner(
        eta=float_below(eta),
        tau=float(reader.rational("tau")),
        limit=reader.integer("limit"),
        epsilon1=float_below(epsilon1),
        epsilon2=float_below(epsilon2),
    )
    resamples = min(learner.limit, rounds - 1)  # there is at most one in each round but the first
    epsilon = privacy_total(epsilon1=epsilon1, epsilon2=epsilon2, eta=eta, limit=resamples, delta=delta)
    return BuiltLearner(learner, reader.echo("eta", "tau", "limit", "epsilon1", "epsilon2"), Claim(epsilon, delta))


def _compensated(reader: _Reader, rounds: int) -> BuiltLearner:
    names = ("eta", "tau", "clip", "limit", "threshold-scale", "query-scale")
    eta, tau, clip = (reader.rational(name) for name in names[:3])
    threshold_scale, query_scale, delta = reader.rational(names[4]), reader.rational(names[5]), reader.delta()
    if not 0 < clip <= tau:
        raise InputError(f"{reader.learner}: clip = {clip} and tau = {tau}; the learner needs 0 < clip <= tau")
    rounded = float(clip)
    learner = CompensatedLearner(
        eta=float_below(eta),
        tau=max(rounded, float(tau)),
        clip=rounded,
        limit=reader.integer("limit"),
        threshold_scale=float_above(threshold_scale),
        query_scale=float_above(query_scale),
    )
    resamples = min(learner.limit, rounds - 1)  # there is at most one in each round but the first
    # ε2 falls and rises with the clip, so neither direction of rounding is safe: the worse of both numbers counts.
    epsilon = Real.maximum(
        *(
            compensated_total(
                eta=eta,
                clip=number,
                threshold_scale=threshold_scale,
                query_scale=query_scale,
                limit=resamples,
                delta=delta,
            )
            for number in {clip, Fraction(rounded)}
        )
    )
    return BuiltLearner(learner, reader.echo(*names), Claim(epsilon, delta))


def _lazy(reader: _Reader, rounds: int) -> BuiltLearner:
    wait = reader.integer("wait") if "wait" in reader.texts else 1
    learner = LazyLearner(
        eta=float(reader.rational("eta")),
        delay=FixedDelay(wait),
        start=reader.integer("start") - 1 if "start" in reader.texts else 0,
        end=reader.integer("end") - 1 if "end" in reader.texts else None,
    )
    end = learner.last_check(rounds)
    texts = reader.echo("eta") | {"wait": str(wait), "start": str(learner.start + 1), "end": str(end + 1)}
    return BuiltLearner(learner, texts, Claim(None, Fraction(0)))


_KINDS = {
    MultiplicativeWeights.name: _Kind(
        ("eta",), ("delta",), _multiplicative_weights, budgets.multiplicative_weights_for
    ),
    ShrinkingDartboard.name: _Kind(("eta",), (), _shrinking_dartboard, budgets.shrinking_dartboard_for),
    SmallLossLearner.name: _Kind(
        ("eta", "tau", "limit", "epsilon1", "epsilon2"), ("delta",), _small_loss, budgets.small_loss_for
    ),
    CompensatedLearner.name: _Kind(
        ("eta", "tau", "clip", "limit", "threshold-scale", "query-scale"),
        ("delta",),
        _compensated,
        budgets.compensated_for,
    ),
    LazyLearner.name: _Kind(("eta",), ("wait", "start", "end"), _lazy, budgets.lazy_for),
    DoublingLearner.name: _Kind((), (), None, budgets.doubling_for, ("epsilon", "delta", "preset")),
}
