"""For code that is not ours, a room's or a mechanism's: what it prints must not mix with what a command prints."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Iterator


@contextlib.contextmanager
def prints_to_stderr() -> Iterator[None]:
    """Send what Python code prints to stderr for as long as the block lasts; stdout is for the command's result."""
    with contextlib.redirect_stdout(sys.stderr):
        yield


def start_worker() -> None:
    """Prepare a worker process: what it prints goes to stderr."""
    sys.stdout = sys.stderr


def start_uninterrupted_worker() -> None:
    """Prepare a worker process whose parent answers an interrupt for it."""
    start_worker()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
