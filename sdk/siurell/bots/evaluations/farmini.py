"""What a Farmini position is worth: points, and what they grow from.

A pen is closed when the four positions around each of its corners have cards, so the cards that
are missing there say how near it is. Corn counts by that, animals by the wolves that may still
come, free spaces by the animals that may. All weights are in hundredths of a point, found by play.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from siurell.bots.evaluations.farmini_laying import (
    Judgement,
    Judging,
    Outlook,
    worth_by,
    worths_after_by,
)
from siurell.bots.evaluations.farmini_pens import Pen
from siurell.games.base import Move, State
from siurell.games.farmini.state import FarminiState
from siurell.games.farmini.table import PUT

_CLOSING = (100, 72, 46, 26, 14, 7, 3)
"""How likely a pen is closed in the end, in hundredths, by the cards that are missing around it."""
_PATIENCE = 3
"""So many turns more than cards are missing make it as likely as that."""
_SAFE = (100, 42, 24)
"""How much of an animal in an open pen is left by the wolves that may come for it."""
_SAVED = (0, 40, 34)
"""How much more of it a pen that will be closed saves."""
_SPACE = 13
"""A free space for an animal that may come: so much, and `_SAFE_SPACE` more if it is safe."""
_SAFE_SPACE = 31
_SPARE = 4
"""A space beyond those."""


def worth(state: State, seat: int) -> int:
    """What the seat has and may soon have, whatever the others have."""
    return worth_by(_JUDGING, state, seat)


def unfinished(state: State) -> bool:
    """Tokens of the card that was taken are still to be put."""
    assert isinstance(state, FarminiState)
    return state.stage == PUT


def worths_after(
    state: State, moves: list[Move], seat: int, make: Callable[[State, Move, int], int]
) -> list[int]:
    """`worth` after each of the moves; `make` tells it by making the move."""
    return worths_after_by(_JUDGING, state, moves, seat, make)


def _judge(pen: Pen, held: dict[int, int], outlook: Outlook, closing: int) -> Judgement:
    missing, total = len(pen.lacking), 0
    kinds = [held[spot] for spot in pen.spaces if spot in held]
    for kind in kinds:
        wolves = min(2, outlook.wolves[kind])
        total += _SAFE[wolves] + _SAVED[wolves] * closing // 100 if missing else 100
    if not kinds:
        total += pen.corn * closing
    free = len(pen.spaces) - len(kinds) if kinds or pen.corn < 2 else 0
    return total, free, closing // (1 + pen.corn)


def _rooms(rooms: list[int], animals: int) -> int:
    """The free spaces, the safest first, for as many animals as may come."""
    total = 0
    for safe in sorted(rooms, reverse=True):
        if animals <= 0:
            total += _SPARE
        else:
            total += min(animals, 100) * (_SPACE + _SAFE_SPACE * safe // 100) // 100
        animals -= 100
    return total


@lru_cache(maxsize=256)
def _closing(missing: int, turns: int) -> int:
    """How likely a pen is closed in the end, in hundredths, by the cards that are missing."""
    if not missing:
        return 100
    likely = _CLOSING[min(missing, len(_CLOSING) - 1)]
    return likely * min(turns, missing + _PATIENCE) // (missing + _PATIENCE)


_JUDGING = Judging(_closing, _judge, _rooms)
