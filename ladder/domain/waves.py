"""Waves of faults: bots that were sound fail all at once, which speaks against the machine.

One bot that fails is at fault itself. When several fail within a few matches that had played
without a fault before, the worker they played on is the more likely reason, and somebody should
look at it. No verdict is changed by that.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection
from typing import Final

WINDOW: Final = 12
"""So many matches make up a wave."""
BOTS: Final = 3
"""So many different bots have to fail in it."""
SOUND: Final = 3
"""A bot is known to be sound after so many matches without a fault."""


class FaultWatch:
    """Watches the matches of one worker, in the order in which they end."""

    def __init__(self) -> None:
        self._sound: Counter[str] = Counter()
        self._failed: deque[frozenset[str]] = deque(maxlen=WINDOW)

    def take(self, played: Collection[str], faulted: Collection[str]) -> tuple[str, ...]:
        """Take in who played a match and who of them faulted; the bots of a wave, if it is one.

        A wave is told once: what comes after it is looked at afresh.
        """
        surprising = frozenset(bot for bot in faulted if self._sound[bot] >= SOUND)
        for bot in played:
            # Whoever fails has to be sound for a while again before it surprises anybody.
            self._sound[bot] = 0 if bot in faulted else self._sound[bot] + 1
        self._failed.append(surprising)
        wave = frozenset[str]().union(*self._failed)
        if len(wave) < BOTS:
            return ()
        self._failed.clear()
        return tuple(sorted(wave))
