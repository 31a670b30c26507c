"""How much one caller may ask of a ladder, and for how long."""

from __future__ import annotations

from typing import Final

CHUNK_BYTES: Final = 256 * 1024
"""The longest piece of a submission."""

UPLOAD_WITHIN_S: Final = 120.0
"""A submission that takes longer to come in is given up."""

PIECE_WITHIN_S: Final = 20.0
"""So is one of which the next piece does not come within this time."""

MOST_UPLOADS: Final = 4
"""So many come in at a time: they are held in memory."""

UPLOADS_EACH: Final = 2
"""So many of one owner, who thus cannot keep out the others."""

ANSWER_WITHIN_S: Final = 60.0
"""No unary call takes longer here."""

THREADS: Final = 8
"""So many calls are at the database at a time."""

MOST_WAITING: Final = 128
"""So many calls wait for it or are at it; who comes then is sent away."""

ENTRY_THREADS: Final = 2
"""So many tokens are looked up at a time."""

MOST_ENTERING: Final = 128
"""So many callers wait for that; who comes then is sent away."""

MOST_WATCHERS: Final = 64
"""So many callers may follow a bot at a time."""

WATCHERS_EACH: Final = 16
"""So many of one owner."""

MOST_READERS: Final = 16
"""So many callers are sent logs at a time: they are held in memory."""

READERS_EACH: Final = 4
"""So many of one owner."""

WRITE_WITHIN_S: Final = 20.0
"""A caller that follows a bot and has not read for so long is left."""

WATCH_S: Final = 600.0
"""A caller that follows a bot asks anew after so long."""

LOOK_EVERY_S: Final = 0.5
"""How soon one that follows a bot is told of a change."""

DEFAULT_PAGE: Final = 100
MAX_PAGE: Final = 500
MAX_LOGS: Final = 1_000

PAGE_BYTES: Final = 512 * 1024
"""A page whose lines may be long ends with the one that passes this."""
