"""What a match is made of, checked: the request of its host in the words of the domain."""

from __future__ import annotations

from dataclasses import dataclass, field

from siurell.games.base import Game
from siurell.match.config import MatchConfig


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """One match to run. ``named`` is whether its bots may know who plays.

    With ``ponder_off`` seats that are not asked stand still.
    """

    game: Game
    config: MatchConfig
    seed: bytes = field(repr=False)
    commitment: bytes
    named: bool = False
    ponder_off: bool = False
