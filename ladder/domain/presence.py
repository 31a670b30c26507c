"""When a remote bot is there, and when it is not paired though it is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

REFRESH_S: Final = 15.0
"""How often a worker says anew which bots are connected to it."""

SEEN_WITHIN: Final = timedelta(seconds=45)
"""A bot that no worker has spoken of for so long is offline: the worker may have died."""

MOST_MISSED: Final = 3
"""A bot that did not come to so many matches in a row is suspended."""

GIVEN_UP_AFTER: Final = timedelta(hours=1)
"""Matches wait so long for a bot that is offline; then they are void."""


@dataclass(frozen=True, slots=True)
class Presence:
    """What is known of a remote bot. ``slots`` is how many matches it plays at a time.

    ``missed`` counts the matches in a row to which it did not come, the last of them in the start
    of its program called ``missed_run``; ``run`` is the start that was seen last.
    """

    slots: int = 0
    worker: str | None = None
    seen_at: datetime | None = None
    run: str = ""
    missed: int = 0
    missed_run: str = ""

    def online(self, now: datetime) -> bool:
        """Whether it is connected."""
        return self.slots > 0 and self.seen_at is not None and now - self.seen_at <= SEEN_WITHIN

    @property
    def suspended(self) -> bool:
        """Whether it is not paired until it is started anew, since it did not come too often.

        Once started anew it is suspended by the next match that it misses, until it has played one.
        """
        return self.missed >= MOST_MISSED and self.run == self.missed_run

    def why_suspended(self, name: str) -> str:
        """A sentence on it, for whoever can end it."""
        return (
            f"It did not come to {self.missed} matches in a row and is not paired: start"
            f" `siurell connect` anew, or type `siurell bot resume {name}`."
        )

    def given_up(self, now: datetime) -> bool:
        """Whether its matches wait for it no longer."""
        return self.seen_at is None or now - self.seen_at > GIVEN_UP_AFTER
