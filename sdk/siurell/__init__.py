"""Siurell: write bots for the Mallorcan farm games, and play them.

The names that a bot's author needs. The rules of a game are in `siurell.games`, matches in this
process in `siurell.local`, the kit for tests in `siurell.testing`.
"""

from __future__ import annotations

from siurell.bot import Bot, MatchInfo, View
from siurell.errors import (
    IllegalMoveError,
    InvalidMoveError,
    LadderError,
    LocalProtocolError,
    MatchError,
    OptionError,
    ProtocolError,
    RemoteProtocolError,
    ReplayError,
    RulesError,
    SiurellError,
)
from siurell.games.registry import game_named
from siurell.version import VERSION

__version__ = VERSION

__all__ = [
    "Bot",
    "IllegalMoveError",
    "InvalidMoveError",
    "LadderError",
    "LocalProtocolError",
    "MatchError",
    "MatchInfo",
    "OptionError",
    "ProtocolError",
    "RemoteProtocolError",
    "ReplayError",
    "RulesError",
    "SiurellError",
    "View",
    "__version__",
    "game_named",
]
