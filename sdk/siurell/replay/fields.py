"""Take typed values out of JSON that nobody vouches for: the wrong kind is a `ReplayError`."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final, NoReturn

from siurell.errors import ReplayError
from siurell.replay.format import Json

_LARGEST: Final = 1 << 62
_LONGEST_LINE: Final = 200_000
"""Bounds what a hostile line can unfold to; evidence, the longest there is, stays far below."""


def _refuse(number: str) -> NoReturn:
    raise ValueError(number)


_DECODER: Final = json.JSONDecoder(parse_float=_refuse, parse_constant=_refuse)


def invalid(what: str) -> ReplayError:
    """The error for a line that is whole, but means nothing."""
    return ReplayError(f"This replay does not hold: {what.removesuffix('.')}.", reason="INVALID")


def parse(line: str, where: str) -> Json:
    """The JSON value of a line."""
    if len(line) > _LONGEST_LINE:
        raise invalid(f"{where} is longer than any line is")
    try:
        value: Json = _DECODER.decode(line)
    except (ValueError, RecursionError):
        raise invalid(f"{where} is not JSON of whole numbers") from None
    return value


def whole(value: Json, what: str) -> int:
    """A whole number."""
    if type(value) is not int or not -_LARGEST < value < _LARGEST:
        raise invalid(f"{what} is no whole number")
    return value


def count(value: Json, what: str) -> int:
    """A whole number that is not negative."""
    number = whole(value, what)
    if number < 0:
        raise invalid(f"{what} is negative")
    return number


def text(value: Json, what: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise invalid(f"{what} is no text")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise invalid(f"{what} holds half a character") from None
    return value


def sign(value: Json, what: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise invalid(f"{what} is neither true nor false")
    return value


def members(value: Json, what: str) -> dict[str, Json]:
    """An object."""
    if not isinstance(value, dict):
        raise invalid(f"{what} is no object")
    return value


def items(value: Json, what: str) -> Sequence[Json]:
    """A list."""
    if not isinstance(value, list):
        raise invalid(f"{what} is no list")
    return value


def octets(value: Json, length: int, what: str) -> bytes:
    """Bytes in lower-case hexadecimal."""
    digits = text(value, what)
    if not re.fullmatch(rf"[0-9a-f]{{{2 * length}}}", digits):
        raise invalid(f"{what} is not {length} bytes in hexadecimal")
    return bytes.fromhex(digits)
