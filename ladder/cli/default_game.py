"""The game that a command means when none is named: known here without loading any game."""

from __future__ import annotations

from typing import Final

DEFAULT_GAME: Final = "finca"
