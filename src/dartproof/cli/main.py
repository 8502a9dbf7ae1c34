"""The entry point: collects the commands and turns errors into one line and an exit code."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import TextIO

import click

from dartproof import __version__
from dartproof.cli.audit import audit_command
from dartproof.cli.certify import certify_command
from dartproof.cli.law import law_command
from dartproof.cli.parameters import parameters_command
from dartproof.cli.run import run_command
from dartproof.cli.schema import schema_command
from dartproof.cli.statements import graph_command, list_command, show_command
from dartproof.cli.verify import verify_command
from dartproof.errors import DartproofError

EXIT_FAILED = 1
EXIT_USAGE = 2
_EXIT_INTERRUPTED = 130


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="dartproof", message="%(prog)s %(version)s")
def commands() -> None:
    """Check the claims about the private shrinking dartboard, run it, and audit privacy claims.

    Exit codes: 0 holds, not refuted, done; 1 a statement fails or a claim is violated; 2 bad input.
    """


for _command in (
    list_command,
    show_command,
    verify_command,
    graph_command,
    run_command,
    parameters_command,
    law_command,
    certify_command,
    audit_command,
    schema_command,
):
    commands.add_command(_command)


def main(arguments: list[str] | None = None) -> None:
    """Run the command with `arguments` (by default those of the process) and leave with its exit code."""
    if sys.stdout is None:  # closed by the caller, who wants the exit code alone
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 it stays open for the process
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 it stays open for the process
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that cannot show a sign gets its number, not a traceback
            stream.reconfigure(errors="backslashreplace")
    stdout = sys.stdout
    try:
        code = commands.main(args=arguments, prog_name="dartproof", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        sys.exit(0)
    except click.ClickException as error:
        sys.exit(_refuse(_usage_line(error)))
    except DartproofError as error:
        sys.exit(_refuse(str(error)))
    except SystemExit:
        sys.exit(_left(stdout))
    except (click.Abort, KeyboardInterrupt):
        sys.exit(_EXIT_INTERRUPTED)
    except BrokenPipeError:
        sys.exit(_without_reader())
    except (MemoryError, OverflowError, RecursionError) as error:  # no verdict, which a traceback's 1 would read as
        sys.exit(_refuse(f"{_limit_of(error)}; choose a smaller size, or numbers that are shorter"))
    except OSError as error:
        sys.exit(_refuse(f"{error.filename or 'a file'}: {error.strerror or error}; choose a place that can be used"))
    sys.exit(code if isinstance(code, int) else 0)


def _left(stdout: TextIO) -> int:
    """The exit code after something left the program: 0 if click did, as the reader of our output has left.

    Code of a user must not choose the exit code, which would read as a verdict.
    """
    if sys.stdout is not stdout:  # click replaces it when it meets a broken pipe
        return _without_reader()
    return _refuse("code that was called left the program; let it return or raise an error")


def _without_reader() -> int:
    """End without a traceback, as other filters do when the reader of their output has left."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 0


def _usage_line(error: click.ClickException) -> str:
    message = " ".join(error.format_message().split())
    context = getattr(error, "ctx", None)
    return f"{message} See `{context.command_path} --help`." if context is not None else message


def _limit_of(error: MemoryError | OverflowError | RecursionError) -> str:
    if isinstance(error, MemoryError):
        return "this takes more memory than there is"
    if isinstance(error, OverflowError):
        return f"a number is too large for floats or for machine integers ({error})"
    return "this is nested too deeply"


def _refuse(message: str) -> int:
    click.echo(f"dartproof: {' '.join(message.split())}", err=True)
    return EXIT_USAGE
