"""A bot that does what a list says: to bring a match to a certain point, or to misbehave."""

from __future__ import annotations

from typing import ClassVar

from siurell.bot import Bot, View
from siurell.games.base import Move


class ScriptedSeat(Bot):
    """Answers with the entries of its script; when they run out, with a random legal move.

    A text is answered as it stands, legal or not; an error is raised.

    >>> ScriptedSeat.playing("place 3", "place 3", ValueError("out of ideas")).script[0]
    'place 3'
    """

    script: ClassVar[tuple[str | Exception, ...]] = ()

    @classmethod
    def playing(cls, *script: str | Exception) -> type[ScriptedSeat]:
        """A class of bots with this script, for wherever a class of bots is wanted."""
        return type("ScriptedSeat", (cls,), {"script": script})

    def start(self) -> None:
        """Open the script."""
        self._entries = iter(self.script)

    def choose(self, view: View) -> Move | str:
        """The next entry."""
        entry = next(self._entries, None)
        if isinstance(entry, Exception):
            raise entry
        return self.rng.choice(view.legal_moves) if entry is None else entry
