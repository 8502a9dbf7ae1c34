"""The command `dartproof`: reads arguments, calls the package and prints; nothing is computed here."""

from dartproof.cli.main import main

__all__ = ["main"]
