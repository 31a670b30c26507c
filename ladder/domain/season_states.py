"""The states of a season, and which may follow which.

::

    open <-> frozen          a freeze keeps new matches back, and can be lifted
    open, frozen -> closing  who is there then plays so many blocks more; can be broken off
    closing -> closed        by itself, once nothing is left to play
    closed -> open           by an operator who says so; the table is final until then

A season may have times: before its *opening* nothing of it is paired, though it is open; once its
*closing* time has come it goes over to closing by itself.
"""

from __future__ import annotations

from datetime import datetime
from enum import Enum
from typing import Final

from siurell.errors import LadderError


class SeasonState(Enum):
    """Where a season stands."""

    OPEN = "open"
    """Matches are drawn, for whoever takes part."""
    FROZEN = "frozen"
    """No match is drawn; those that were are played and counted."""
    CLOSING = "closing"
    """Nobody new plays; whoever was there when it began plays so many blocks more."""
    CLOSED = "closed"
    """Nothing is played, and the table is final."""


NEXT: Final[dict[SeasonState, frozenset[SeasonState]]] = {
    SeasonState.OPEN: frozenset({SeasonState.FROZEN, SeasonState.CLOSING}),
    SeasonState.FROZEN: frozenset({SeasonState.OPEN, SeasonState.CLOSING}),
    SeasonState.CLOSING: frozenset({SeasonState.OPEN, SeasonState.CLOSED}),
    SeasonState.CLOSED: frozenset({SeasonState.OPEN}),
}

_WHY_NOT: Final = {
    (SeasonState.CLOSING, SeasonState.FROZEN): (
        "it is closing already; open it again first, or let it close"
    ),
    (SeasonState.CLOSED, SeasonState.FROZEN): (
        "it is closed and plays nothing anyway; its table is final"
    ),
    (SeasonState.CLOSED, SeasonState.CLOSING): "it is closed already; its table is final",
    (SeasonState.OPEN, SeasonState.CLOSED): "a season closes only after it was closing",
    (SeasonState.FROZEN, SeasonState.CLOSED): "a season closes only after it was closing",
}


def check_change(name: str, now: SeasonState, then: SeasonState) -> None:
    """Go on when a season may change from one state to the other, else `LadderError`.

    Raises with ``SEASON_STATE`` and a sentence that says why not.
    """
    if then in NEXT[now]:
        return
    why = _WHY_NOT.get((now, then), f"it is {then.value} already")
    raise LadderError(
        f"The season {name} cannot become {then.value}: {why}; see `siurell season show {name}`.",
        reason="SEASON_STATE",
    )


def state_at(state: SeasonState, closes_at: datetime | None, now: datetime) -> SeasonState:
    """The state that a season ought to be in by its times.

    Only an open or a frozen season goes over to closing by the clock.
    """
    due = closes_at is not None and closes_at <= now
    return SeasonState.CLOSING if due and SeasonState.CLOSING in NEXT[state] else state


def draws(state: SeasonState, opens_at: datetime | None, now: datetime) -> bool:
    """Whether matches of a season are drawn now; one that closes does not wait for its opening."""
    if state is SeasonState.CLOSING:
        return True
    return state is SeasonState.OPEN and (opens_at is None or opens_at <= now)
