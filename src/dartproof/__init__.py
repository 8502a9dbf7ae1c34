"""The proof companion of the private shrinking dartboard: exact laws, replayable proofs and privacy audits."""

__version__ = "0.1.0"
