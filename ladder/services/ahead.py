"""Line-ups that were drawn ahead, in a ladder of so many bots that drawing one by one takes long.

They are kept by whoever draws, in memory: what is lost with it is drawn anew. Where there are few
bots nothing is drawn ahead.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from ladder.domain.seasons import Season

_FEWEST_BOTS = 400
_BOTS_OF_EACH = 20
"""One line-up for so many bots: hardly any bot stands in two before its result is known."""


def drawn_at_once(bots: int) -> int:
    """How many line-ups are drawn from a pool of so many bots at a time.

    >>> drawn_at_once(5), drawn_at_once(399), drawn_at_once(400), drawn_at_once(1_000)
    (1, 1, 20, 50)
    """
    return 1 if bots < _FEWEST_BOTS else bots // _BOTS_OF_EACH


class Ahead:
    """The line-ups of each season that were drawn and not used yet, the first one first."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[Season, int, deque[tuple[int, ...]]]] = {}

    def take(self, season: Season, blocks: int) -> tuple[int, ...] | None:
        """The next line-up that was drawn for so many blocks of just this season; None: there is
        none, or the season was changed since.
        """
        kept = self._kept.get(season.id)
        if kept is None or kept[:2] != (season, blocks) or not kept[2]:
            return None
        return kept[2].popleft()

    def keep(self, season: Season, blocks: int, line_ups: Iterable[tuple[int, ...]]) -> None:
        """Keep line-ups for later, instead of those that were kept for the season before."""
        self._kept[season.id] = (season, blocks, deque(line_ups))
