"""The cumulative losses of the experts, added up in one order whether rows come one by one or all at once.

Sums of floats depend on their order, and P_t on the sums. Here rows are added up within blocks of rounds, and the sums
of the blocks one after the other; so a game that takes turns and one that is played over a whole array draw from the
same P_t, to the last bit. The error of a sum of T losses is of the order of (T/`BLOCK` + `BLOCK`) T 2^-53.
"""

import numpy as np
from numpy.typing import NDArray

#: Rounds whose losses are added up before they are added to those before.
BLOCK = 256

#: Blocks that are added up in one step; it changes no sum.
_BLOCKS = 16


class CumulativeLosses:
    """The cumulative losses in a game that takes turns.

    Args:
        experts: N.
    """

    __slots__ = ("_before", "_block", "_rounds")

    def __init__(self, experts: int) -> None:
        self._before, self._block, self._rounds = np.zeros(experts), np.zeros(experts), 0

    def add(self, row: NDArray[np.float64]) -> None:
        """Add the losses of a round, shape (N,)."""
        self._block += row
        self._rounds += 1
        if self._rounds == BLOCK:
            self._before += self._block
            self._block[:] = 0
            self._rounds = 0

    @property
    def total(self) -> NDArray[np.float64]:
        """The sums over the rounds so far, a fresh array of shape (N,)."""
        return self._before + self._block


class PrefixSums:
    """The cumulative losses before any round of an array of losses, asked for in the order of the rounds.

    A row is read once, or twice where a sum was asked for in the middle of its block.

    Args:
        losses: Shape (T, N), in C order.
    """

    __slots__ = ("_before", "_block", "_blocks", "_losses", "_read")

    def __init__(self, losses: NDArray[np.float64]) -> None:
        self._losses = losses
        self._before, self._block = np.zeros(losses.shape[1]), np.zeros(losses.shape[1])
        self._blocks = self._read = 0  # blocks added up, rounds read

    def before(self, t: int) -> NDArray[np.float64]:
        """Return the sums over the rounds 0, ..., t - 1, a fresh array of shape (N,); no later row is read.

        They equal `CumulativeLosses.total` after these rounds, bit for bit. With one expert NumPy adds in another
        order, but then P_t does not depend on the sum.

        Args:
            t: From 0 to T, not less than in an earlier call.

        Raises:
            ValueError: If `t` is outside that range.
        """
        if not self._read <= t <= len(self._losses):
            raise ValueError(f"rounds are asked for in order: {t} after {self._read} of {len(self._losses)}")
        while (blocks := min(t // BLOCK - self._blocks, _BLOCKS)) > 0:
            start = self._blocks * BLOCK
            rows = self._losses[start : start + blocks * BLOCK].reshape(blocks, BLOCK, -1)
            sums = np.empty((blocks + 1, rows.shape[2]))
            sums[0] = self._before
            rows.sum(axis=1, out=sums[1:])
            self._before = sums.sum(axis=0)
            self._blocks += blocks
            self._block[:] = 0
            self._read = start + blocks * BLOCK
        start = self._blocks * BLOCK
        if self._read <= start < t:
            self._block = self._losses[start:t].sum(axis=0)
        else:
            for row in self._losses[self._read : t]:  # a sum that is continued keeps its order only row by row
                self._block += row
        self._read = t
        return self._before + self._block
