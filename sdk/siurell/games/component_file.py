"""A components file that somebody gives: its text read as data, and the digest of that.

What must stand in it is known to its game alone, which checks the data with
`siurell.games.checked_table`.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from typing import Final

from siurell.errors import ComponentsError

Data = dict[str, object]
"""What a file in TOML holds."""

MAX_CHARACTERS: Final = 1_000_000
"""No components file is longer; the longest that is shipped has less than a tenth."""


def parse_components(text: str) -> Data:
    """The data of a file; `ComponentsError` with the line when it is not TOML.

    >>> parse_components("format = 1")
    {'format': 1}
    """
    text = text.removeprefix("\N{BYTE ORDER MARK}")  # some editors begin every text with one
    if len(text) > MAX_CHARACTERS:
        raise ComponentsError([f"A components file has at most {MAX_CHARACTERS} characters."])
    try:
        data: Data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ComponentsError([f"The components file is not TOML: {error}."]) from None
    except (ValueError, RecursionError):
        raise ComponentsError(
            ["The components file cannot be read: a number is too long or a list too deep in it."]
        ) from None
    return data


def game_of(data: Data) -> str:
    """The game that a file is for, as its field `game` says."""
    name = data.get("game")
    if not isinstance(name, str):
        raise ComponentsError(
            ["This is no components file: its field `game` must be the name of a game."]
        )
    return name


def digest_of(data: Data) -> str:
    """SHA-256 of the data, in hexadecimal; comments and the order of keys do not matter.

    The data is written as JSON in ASCII, its keys sorted, without blanks. It holds texts, whole
    numbers, true and false, lists and tables: a game's check lets nothing else through.

    >>> digest_of({"b": 1, "a": "x"}) == digest_of({"a": "x", "b": 1})
    True
    """
    written = json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(written.encode("ascii")).hexdigest()
