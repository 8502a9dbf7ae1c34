"""Mechanisms from outside the package: a Python callable by its name, or a program."""

from __future__ import annotations

import importlib
import json
import os
import shlex
import subprocess
from dataclasses import dataclass
from typing import Final

import numpy as np

from dartproof.auditing.model import FloatArray, Mechanism
from dartproof.errors import InputError

SEED_VARIABLE: Final = "DARTPROOF_SEED"
"""Environment variable in which a program finds a seed, a decimal integer, to take all its randomness from."""

_COMMAND: Final = "cmd:"


def load_mechanism(reference: str, *, seconds: float = 60.0) -> Mechanism:
    """Return the mechanism that a reference names; for the learners of this package see `LearnerMechanism`.

    Args:
        reference: `package.module:callable`, a function `f(losses, rng) -> output` in an importable module (dots after
            the colon reach into classes), or `cmd:PROGRAM ARGS`, see `CommandMechanism`.
        seconds: time limit of each run of a program.

    Raises:
        InputError: the reference has neither form, or there is no such callable.
    """
    if reference.startswith(_COMMAND):
        return _command(reference.removeprefix(_COMMAND), seconds)
    module_name, colon, attribute = reference.partition(":")
    if not (module_name and colon and attribute):
        raise InputError(f"mechanism '{reference}': write package.module:callable or cmd:PROGRAM ARGS")
    try:
        found: object = importlib.import_module(module_name)
    except (Exception, SystemExit) as error:  # importing a user's module can raise anything
        raise InputError(
            f"mechanism '{reference}': importing {module_name} failed with {type(error).__name__}: {error}"
        ) from error
    for name in attribute.split("."):
        try:
            found = getattr(found, name)
        except AttributeError as error:
            raise InputError(f"mechanism '{reference}': {module_name} has no '{attribute}'") from error
    if not callable(found):
        raise InputError(f"mechanism '{reference}': '{attribute}' is not callable")
    return found


@dataclass(frozen=True, slots=True)
class CommandMechanism:
    """A program as a mechanism.

    For a number of trials on one input the program is started once. It reads one line a trial from its standard input,
    a JSON array (of rows for a loss stream, of numbers for query answers), and writes one line a trial: a JSON value,
    or any other text, which then is the output itself. It must treat its lines independently of each other, and should
    take its randomness from the seed in the environment variable `DARTPROOF_SEED`; otherwise audits of it cannot be
    repeated.

    Attributes:
        arguments: the program and its arguments; no shell is involved.
        seconds: how long it may take each time it is started.
    """

    arguments: tuple[str, ...]
    seconds: float = 60.0

    def __call__(self, losses: FloatArray, rng: np.random.Generator) -> object:
        """One output; errors as in `sample`."""
        return self.sample(losses, rng, 1)[0]

    def sample(self, losses: FloatArray, rng: np.random.Generator, trials: int) -> list[object]:
        """The outputs of `trials` runs.

        Raises:
            InputError: the program cannot be started, takes too long, fails, or writes another number of lines.
        """
        line = json.dumps(losses.tolist()) + "\n"
        environment = {**os.environ, SEED_VARIABLE: str(int(rng.integers(2**31)))}
        name = shlex.join(self.arguments)
        try:
            done = subprocess.run(  # noqa: S603 - running the user's program is the purpose
                self.arguments,
                input=line * trials,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                env=environment,
                timeout=self.seconds,
                check=False,
            )
        except OSError as error:
            raise InputError(f"program '{name}' cannot be started: {error.strerror or error}") from error
        except subprocess.TimeoutExpired as error:
            raise InputError(
                f"program '{name}' took more than {self.seconds:g} s for {trials} lines; allow more time or use a "
                "smaller block"
            ) from error
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise InputError(f"program '{name}' ended with exit code {done.returncode}: {last}")
        lines = done.stdout.splitlines()
        if len(lines) != trials:
            raise InputError(
                f"program '{name}' wrote {len(lines)} lines for {trials}; write one line for each it reads"
            )
        return [_value(text) for text in lines]


def _command(text: str, seconds: float) -> CommandMechanism:
    try:
        arguments = tuple(shlex.split(text))
    except ValueError as error:
        raise InputError(f"mechanism 'cmd:{text}': {error}; quote as in a shell") from error
    if not arguments:
        raise InputError("mechanism 'cmd:': name a program after the colon")
    return CommandMechanism(arguments, seconds)


def _value(text: str) -> object:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value
