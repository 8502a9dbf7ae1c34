"""The options that give a learner of the exact family: numbers for which its law is computed without rounding."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import wraps
from typing import Any, TypeVar, cast, get_args

import click

from dartproof.accounting import CompensatedParameters, ExactParameters
from dartproof.cli.common import RATIONAL
from dartproof.errors import InputError
from dartproof.mechanisms.above_threshold import NoiseShape
from dartproof.numeric import format_rational

Function = TypeVar("Function", bound=Callable[..., Any])

SMALL_LOSS, LAZY, COMPENSATED = "small-loss", "lazy", "compensated"

_MOST_DIGITS = 300
"""Of an integer, before the point; no law can be computed with a longer one."""


class MultiplesType(click.ParamType[tuple[int, int]]):
    """Two positive integers, written `MX,MN`."""

    name = "MX,MN"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """The two integers that `value` denotes."""
        if isinstance(value, tuple):
            return value
        parts = [part.strip() for part in str(value).split(",")]
        if any(len(part) > _MOST_DIGITS for part in parts):
            self.fail(f"a number has more than {_MOST_DIGITS} digits; give a pair such as 2,1", param, ctx)
        if len(parts) != 2 or not all(part.isascii() and part.isdigit() and int(part) > 0 for part in parts):
            self.fail(f"{value!r} is no pair of positive integers such as 2,1", param, ctx)
        return int(parts[0]), int(parts[1])


MULTIPLES = MultiplesType()


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactOptions:
    """What the options say, as they were given; see `exact_options`."""

    learner: str
    grid: int
    keep: Fraction
    noise: Fraction | None
    clip: Fraction | None
    threshold: Fraction | None
    limit: int | None
    delay: int | None
    noise_multiples: tuple[int, int] | None
    noise_shape: NoiseShape | None

    @property
    def threshold_steps(self) -> int:
        """The threshold in grid steps.

        Raises:
            InputError: it is no multiple of 1/G.
        """
        return self._steps(self._short("threshold"), "threshold")

    @property
    def required_delay(self) -> int:
        """The number of rounds between the checks of Algorithm 2; none of the other options but the two it needs.

        Raises:
            InputError: it is missing, or an option is given that Algorithm 2 does not have.
        """
        for name in ("noise", "clip", "threshold", "limit", "noise_multiples", "noise_shape"):
            if getattr(self, name) is not None:
                raise InputError(f"--{name.replace('_', '-')}: Algorithm 2 (lazy) has none; it takes --delay")
        return int(self._required(self.delay, "delay"))

    @property
    def multiples(self) -> tuple[int, int]:
        """(MX, MN): as given, or those that the learner's description has."""
        return self.noise_multiples or ((1, 1) if self.learner == COMPENSATED else (2, 1))

    @property
    def shape(self) -> NoiseShape:
        """The shape of the noises: as given, or the one that the learner's description has."""
        return self.noise_shape or ("exponential" if self.learner == COMPENSATED else "laplace")

    def small_loss(self) -> ExactParameters:
        """The parameters of Algorithm 1.

        Raises:
            InputError: one is missing, off the grid, or out of its range.
        """
        self._without_delay()
        clip = self._short("clip")
        if clip.denominator != 1:
            raise InputError(f"--clip {format_rational(clip)}: K is an integer, 1 + 1/K = e^epsilon2; round it up")
        return ExactParameters(
            grid=self.grid,
            keep=self.keep,
            noise=self._required(self.noise, "noise"),
            clip=int(clip),
            threshold=self.threshold_steps,
            limit=int(self._short("limit")),
        )

    def compensated(self) -> CompensatedParameters:
        """The parameters of the compensated learner.

        Raises:
            InputError: one is missing, off the grid, or out of its range.
        """
        self._without_delay()
        return CompensatedParameters(
            grid=self.grid,
            keep=self.keep,
            noise=self._required(self.noise, "noise"),
            clip_steps=self._steps(self._short("clip"), "clip"),
            threshold=self.threshold_steps,
            limit=int(self._short("limit")),
            noise_multiples=self.multiples,
            noise_shape=self.shape,
        )

    def to_json(self) -> dict[str, object]:
        """The parameters as results show them; fractions as texts."""
        fractions = ("keep", "noise", "clip", "threshold")
        texts = {name: None if (q := getattr(self, name)) is None else format_rational(q) for name in fractions}
        if self.learner == LAZY:
            return {"grid": self.grid, **texts, "limit": None, "delay": self.delay}
        noises = {"noise_multiples": list(self.multiples), "noise_shape": self.shape}
        return {"grid": self.grid, **texts, "limit": self.limit, **noises}

    def _without_delay(self) -> None:
        if self.delay is not None:
            raise InputError(f"--delay {self.delay}: belongs to Algorithm 2; choose --learner lazy, or leave it out")

    def _steps(self, number: Fraction, option: str) -> int:
        if self.grid >= 10**_MOST_DIGITS:
            raise InputError(f"--grid: the number has more than {_MOST_DIGITS} digits; choose a smaller one")
        if self.grid < 1:
            raise InputError(f"--grid {self.grid}: losses are multiples of 1/G; give a positive integer")
        steps = number * self.grid
        if steps.denominator != 1:
            raise InputError(
                f"--{option} {format_rational(number)}: is no multiple of 1/{self.grid}; "
                f"choose one, or a grid that is a multiple of {number.denominator}"
            )
        return int(steps)

    def _short(self, option: str) -> Fraction:
        """The number that an option must have, of a length that messages can show."""
        number = Fraction(self._required(getattr(self, option), option))
        if abs(number) >= 10**_MOST_DIGITS:
            raise InputError(f"--{option}: the number has more than {_MOST_DIGITS} digits; choose a smaller one")
        return number

    @staticmethod
    def _required(number: Any, option: str) -> Any:
        if number is None:
            raise InputError(f"--{option} is missing; this learner needs it")
        return number


def exact_options(*, learners: tuple[str, ...]) -> Callable[[Function], Function]:
    """Give a command the options of the exact family, and pass them on as `options=ExactOptions(...)`.

    Args:
        learners: the names that `--learner` can have, the first being the default.
    """
    decorators = (
        click.option(
            "--learner",
            type=click.Choice(learners),
            default=learners[0],
            show_default=True,
            help="small-loss is Algorithm 1" + (", lazy is Algorithm 2." if LAZY in learners else "."),
        ),
        click.option("--grid", type=int, required=True, metavar="G", help="Losses are multiples of 1/G."),
        click.option("--keep", type=RATIONAL, required=True, metavar="X", help="X = e^(-eta/G), a fraction in (0,1)."),
        click.option("--noise", type=RATIONAL, metavar="Y", help="Y = e^(-epsilon1/(4G)), a fraction in (0,1)."),
        click.option(
            "--clip",
            type=RATIONAL,
            metavar="K",
            help="The clip level, 1 + 1/K = e^epsilon2; an integer for small-loss.",
        ),
        click.option("--threshold", type=RATIONAL, metavar="TAU", help="The threshold, a multiple of 1/G."),
        click.option("--limit", type=int, metavar="V", help="Number of resamples allowed, from 0."),
        *(
            (click.option("--delay", type=click.IntRange(1), metavar="D", help="Of lazy: rounds between its checks."),)
            if LAZY in learners
            else ()
        ),
        click.option(
            "--noise-multiples",
            type=MULTIPLES,
            metavar="MX,MN",
            help="1/b_xi = MX*G*L, 1/b_nu = MN*G*L, L = -ln Y.  [default: 2,1, the paper's; 1,1 for compensated]",
        ),
        click.option(
            "--noise-shape",
            type=click.Choice(get_args(NoiseShape)),
            help="Of both noises; exponential ones are one-sided.  [default: laplace; exponential for compensated]",
        ),
    )

    def decorate(function: Function) -> Function:
        @wraps(function)
        def command(*context: Any, **values: Any) -> Any:
            names = ExactOptions.__dataclass_fields__
            options = ExactOptions(**{name: values.pop(name, None) for name in names})
            return function(*context, options=options, **values)

        wrapped: Any = command
        for decorator in reversed(decorators):
            wrapped = decorator(wrapped)
        return cast("Function", wrapped)

    return decorate
