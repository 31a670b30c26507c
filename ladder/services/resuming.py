"""Letting a bot play again, whatever it was that kept it from playing."""

from __future__ import annotations

from dataclasses import dataclass

from siurell.errors import LadderError

from ladder.services.arena import Arena
from ladder.services.presence import forgive
from ladder.services.suspensions import Suspension
from ladder.services.suspensions import resume as end_suspension


@dataclass(frozen=True, slots=True)
class Resumed:
    """What was ended: suspensions, and with ``forgiven`` that it did not come to its matches."""

    forgiven: bool
    suspensions: tuple[Suspension, ...]


def resume(arena: Arena, name: str) -> Resumed:
    """Let a bot play again that was suspended, or did not come to its matches.

    Raises `LadderError`: ``UNKNOWN_BOT``, ``NOT_YOURS``, ``NOT_SUSPENDED``.
    """
    forgiven = forgive(arena, name)
    try:
        ended = end_suspension(arena, name)
    except LadderError as error:
        if not forgiven or error.reason != "NOT_SUSPENDED":
            raise
        ended = []
    return Resumed(forgiven, tuple(ended))
