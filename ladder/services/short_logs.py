"""What is computed from a whole log while others wait for it: of short logs alone."""

from __future__ import annotations

from typing import Final

from siurell.errors import LadderError
from sqlmodel import Session

from ladder.domain.seasons import Season
from ladder.store.tables import SeasonRow

LUCK_AT_ONCE: Final = 20_000
"""The luck of so many matches is found in a second."""

FAVOURS_AT_ONCE: Final = 5_000
"""The favours in so many matches are found in a few seconds, however many owners there are."""

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
