"""What is computed from a whole log while others wait for it: of short logs alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from siurell.errors import LadderError
from sqlmodel import Session

from ladder.domain.seasons import Season
from ladder.store.home import Home
from ladder.store.tables import SeasonRow

LUCK_AT_ONCE: Final = 20_000
"""The luck of so many matches is found in a second."""

FAVOURS_AT_ONCE: Final = 5_000
"""The favours in so many matches are found in a few seconds, however many owners there are."""

HISTORY_AT_ONCE: Final = 100_000
"""So many matches of a bot are looked through in a second."""

RATED_AGAIN_AT_ONCE: Final = 2_000
"""So many matches are rated again in a few seconds, in which nothing else is counted."""


def refuse_long_log(session: Session, season: Season, most: int | None) -> None:
    """Go on when so many matches of a season, or fewer, have been reported.

    Raises `LadderError` (``LONG_LOG``) otherwise; any number will do for None.
    """
    reported = session.get_one(SeasonRow, season.id).reported
    if most is not None and reported > most:
        raise LadderError(
            f"{season.name} has {reported:,} matches, and what more than {most:,} tell is computed"
            " at the ladder's own machine alone: others would wait for it.",
            reason="LONG_LOG",
        )


def refuse_long_history(bot: str, matches: int, most: int | None) -> None:
    """Go on when a bot has played so many matches, or fewer; any number will do for None.

    Raises `LadderError` (``LONG_LOG``) otherwise.
    """
    if most is not None and matches > most:
        raise LadderError(
            f"{bot} has played {matches:,} matches there, and a history of more than {most:,} is"
            " computed at the ladder's own machine alone: name one season, or ask there.",
            reason="LONG_LOG",
        )


@contextmanager
def rated_again_at_most(home: Home) -> Iterator[int | None]:
    """How many matches may be rated again here and now: any number for None, when no ladder runs.

    None does then, until that is left.
    """
    if home.is_locked("ladder"):
        yield RATED_AGAIN_AT_ONCE
        return
    with home.lock("ladder"):
        yield None


def refuse_long_rating(row: SeasonRow, most: int | None, command: str) -> None:
    """Go on when so many matches of a season, or fewer, would be rated again by a command.

    Raises `LadderError` (``LONG_LOG``) otherwise; any number will do for None.
    """
    if most is not None and row.reported > most:
        raise LadderError(
            f"That rates {row.reported:,} matches of {row.name} again, and no result is counted"
            f" meanwhile. While the ladder runs that is done for {most:,} at most: end it, and type"
            f" `siurell {command}` at its own machine.",
            reason="LONG_LOG",
        )
