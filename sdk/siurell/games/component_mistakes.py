"""The mistakes of a components file, and how they are worded."""

from __future__ import annotations

import json
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from siurell.errors import ComponentsError

MOST_MISTAKES: Final = 10
"""So many are told at once."""

_SHOWN: Final = 40
_TOO_LONG: Final = 10**18


class Mistakes:
    """The mistakes of one file, in the order in which they are found."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._found: dict[str, None] = {}

    def __len__(self) -> int:
        return len(self._found)

    def add(self, table: str, field: str, what: str) -> None:
        """Note a mistake: ``what`` goes on after the field, such as ``must be 1, not 2``."""
        self._found[f"{self._game}: {table}, field `{field}`: {what}."] = None

    def raise_any(self) -> None:
        """Raise `ComponentsError` with the first ten mistakes, if there is any."""
        if not self._found:
            return
        told = list(self._found)[:MOST_MISTAKES]
        more = len(self._found) - len(told)
        raise ComponentsError([*told, f"{self._game}: and {more} more mistakes."] if more else told)


def one_of(words: Sequence[str]) -> str:
    """Some words as what one of them is asked for."""
    quoted = [f'"{word}"' for word in words]
    return quoted[0] if len(quoted) == 1 else f"one of {', '.join(quoted)}"


def shown(value: object) -> str:
    """A value as a message shows it, never long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < _TOO_LONG else "a far longer number"
    if isinstance(value, str):
        written = json.dumps(value)
        return written if len(written) <= _SHOWN else f'{written[:_SHOWN]}..."'
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return "a table" if isinstance(value, dict) else str(value)


def printable(word: str) -> str:
    """A word of the file as a message can show it."""
    return json.dumps(word)[1:-1][:_SHOWN]


def like(word: str, words: Sequence[str]) -> str:
    """The one of the words that was probably meant; empty when none is near."""
    near = get_close_matches(word, words, 1)
    return near[0] if near else ""
