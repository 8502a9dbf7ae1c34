"""The errors that a user of dartproof can meet; all of them are `DartproofError`."""


class DartproofError(Exception):
    """Base of the errors that dartproof raises on purpose."""


class InputError(DartproofError, ValueError):
    """Input that cannot be used: the message says in one line what, where, and how to mend it."""


class UndecidedError(DartproofError, ArithmeticError):
    """A sign or an order that the permitted precision does not decide (never a guess)."""
