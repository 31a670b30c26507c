"""What a position is worth to a seat, one file per game; the registry is here.

A worth is a whole number in hundredths of a point: greater is better for the seat. It may be asked
at any point of a match, also while chance is due.
"""

from __future__ import annotations

from collections.abc import Callable

from siurell.bots.evaluations.finca import worth as _finca
from siurell.games.base import State

Worth = Callable[[State, int], int]
"""``worth(state, seat)``, whatever the others have."""

_WORTHS: dict[str, Worth] = {"finca": _finca}


def worth_of(game: str) -> Worth:
    """The evaluation of a game; a game without one of its own is judged by the points so far."""
    return _WORTHS.get(game, points)


def points(state: State, seat: int) -> int:
    """The seat's points as the state stands."""
    return 100 * state.outcome().scores[seat]


def lead(worth: Worth, state: State, seat: int) -> int:
    """The seat's worth less that of its rivals, of whom the best counts most; alone, its worth."""
    rivals = [worth(state, other) for other in range(state.seats) if other != seat]
    if not rivals:
        return worth(state, seat)
    return worth(state, seat) - (2 * max(rivals) + sum(rivals) // len(rivals)) // 3
