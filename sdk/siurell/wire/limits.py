"""How much one side may send to the other."""

from __future__ import annotations

from typing import Final

MAX_MESSAGE_BYTES: Final = 64 * 1024
"""The longest message that a bot may send; a longer one is a protocol fault."""

MAX_WIRE_BYTES: Final = 1024 * 1024
"""What the transport takes from a bot at all: beyond it the stream is cut before it is read."""

MAX_MOVE_CHARS: Final = 256
"""The longest text of an answer that is looked at; no notation of a move comes near it."""

MAX_DETAIL_CHARS: Final = 4000
"""The most that is kept of a sentence, a traceback or the end of a log."""

MAX_RUN_CHARS: Final = 64
"""The most that a remote bot may say of its start."""

MAX_SLOTS: Final = 8
"""How many matches a remote bot may play at a time."""

MAX_UNASKED: Final = 32
"""How many messages more than it was asked for a session may send before it floods."""


def shorten(text: str, limit: int) -> str:
    """The text, cut to `limit` characters; the mark at the end says that something is missing.

    >>> shorten("abcdef", 4)
    'abc…'
    """
    return text if len(text) <= limit else text[: limit - 1] + "…"


def tail(text: str, limit: int = MAX_DETAIL_CHARS) -> str:
    """The end of the text, in at most `limit` characters: where a traceback says what is wrong.

    >>> tail("abcdef", 4)
    '…def'
    """
    return text if len(text) <= limit else "…" + text[1 - limit :]
