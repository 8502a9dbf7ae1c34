"""Working precision for Arb, and the one loop that raises it until a question is decided.

Arb reads its precision from a global, `flint.ctx.prec`. Nothing in dartproof relies on that global: every evaluation
sets the precision it was asked for and puts the old one back, so results do not depend on what a caller left there.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final, Self, TypeVar

from flint import ctx

from dartproof.errors import UndecidedError

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

T = TypeVar("T")

#: Precision, in bits, with which a decision starts.
START_BITS: Final = 64

#: Precision, in bits, after which a decision about a `Real` is given up with `UndecidedError`.
MAX_BITS: Final = 1 << 16

# The global is shared by all threads, so an evaluation holds this lock from setting the precision until it has put the
# old one back. Reentrant, because evaluations nest. Code outside dartproof that sets `flint.ctx.prec` from another
# thread at the same time is not protected; such code is broken with or without us.
_LOCK: Final = threading.RLock()


class WorkingPrecision:
    """Context manager: inside it Arb rounds to `bits` bits; on leaving, the former precision is restored.

    Args:
        bits: Working precision, at least 2.
    """

    __slots__ = ("_before", "_bits")

    def __init__(self, bits: int) -> None:
        self._bits = bits
        self._before = 0

    def __enter__(self) -> Self:
        _LOCK.acquire()
        try:
            self._before = ctx.prec
            ctx.prec = self._bits
        except BaseException:
            _LOCK.release()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        ctx.prec = self._before
        _LOCK.release()


def first_decided(
    attempt: Callable[[int], T | None], *, question: str, start: int = START_BITS, cap: int = MAX_BITS
) -> T:
    """Ask `attempt(bits)` with doubled precision until it answers.

    Args:
        attempt: Returns the answer, or None while `bits` do not decide it. Must never guess.
        question: What is being decided, for the error message.
        start: First precision in bits.
        cap: Last precision in bits that may be tried.

    Returns:
        The first answer that is not None.

    Raises:
        UndecidedError: No answer with precision up to `cap`.
    """
    bits = start
    while bits <= cap:
        answer = attempt(bits)
        if answer is not None:
            return answer
        bits *= 2
    raise UndecidedError(f"{question}: not decided with {bits // 2} bits of precision")
