"""Reading the notation of moves (FM-NOTE): only the exact canonical text is accepted.

What is wrong with a text whatever the position is said here; what depends on the position is said
by `why_illegal`.
"""

from __future__ import annotations

import re
from typing import Final

from siurell.errors import InvalidMoveError
from siurell.games.base import Move
from siurell.games.farmini.box import AnimalCard, Components, PenCard, WolfCard
from siurell.games.farmini.grid import PARCELS, ROTATIONS
from siurell.games.farmini.moves import Discard, Put, TakeAnimal, TakePen

_FORMS: Final = "`take PEN X,Y ROT`, `take ANIMAL`, `put X,Y,PARCEL` or `discard CARD`"
_NUMBER: Final = re.compile(r"0|-?[1-9][0-9]{0,8}")
_ROTATIONS: Final = tuple([str(rotation) for rotation in ROTATIONS])


def parse_move(text: str, box: Components) -> Move:
    """Read a move; `InvalidMoveError` unless the text is exactly canonical (FM-NOTE-1).

    >>> from siurell.games.farmini.components import components
    >>> parse_move("put 0,-2,sw", components())
    Put(x=0, y=-2, parcel='sw')
    """
    words = text.split(" ")
    if words[0] == "put" and len(words) == 2:
        return _put(words[1])
    if words[0] == "discard" and len(words) == 2:
        return _discard(words[1], box)
    if words[0] == "take" and len(words) in (2, 4):
        return _take(words[1], words[2:], box)
    raise InvalidMoveError(
        f"`{text[:80]}` is not a move of Farmini: write {_FORMS}, with single spaces between."
    )


def _take(key: str, rest: list[str], box: Components) -> Move:
    """A pen card has a place and a rotation behind it, an animal card nothing (FM-NOTE-2)."""
    for card in box.cards:
        if card.key != key:
            continue
        if isinstance(card, PenCard) and rest:
            x, y = _place(rest[0], rest[0].split(","))
            return TakePen(key, x, y, _rotation(rest[1]))
        if isinstance(card, AnimalCard) and not rest:
            return TakeAnimal(key)
        if isinstance(card, PenCard):
            raise InvalidMoveError(f"A pen card needs a place: write `take {key} X,Y ROT`.")
        if isinstance(card, AnimalCard):
            raise InvalidMoveError(f"An animal card has no place: write `take {key}`.")
    raise InvalidMoveError(f"`{key[:80]}` is no card that can be taken: {_keys(box)}.")


def _discard(key: str, box: Components) -> Discard:
    for card in box.cards:
        if card.key == key and not isinstance(card, WolfCard):
            return Discard(key)
    raise InvalidMoveError(f"`{key[:80]}` is no card that can be discarded: {_keys(box)}.")


def _put(word: str) -> Put:
    """X,Y,PARCEL (FM-NOTE-5)."""
    parts = word.split(",")
    if len(parts) != 3 or parts[2] not in PARCELS:
        raise InvalidMoveError(f"`{word[:80]}` is no space: write X,Y and {' '.join(PARCELS)}.")
    x, y = _place(word, parts[:2])
    return Put(x, y, parts[2])


def _place(word: str, numbers: list[str]) -> tuple[int, int]:
    """X,Y: a minus sign, but no plus sign and no leading zeros (FM-NOTE-3)."""
    if len(numbers) != 2 or any(_NUMBER.fullmatch(number) is None for number in numbers):
        raise InvalidMoveError(f"`{word[:80]}` is no place: write it like 2,-1 or 0,3.")
    return int(numbers[0]), int(numbers[1])


def _rotation(word: str) -> int:
    if word not in _ROTATIONS:
        raise InvalidMoveError(f"`{word[:80]}` is no rotation: there are {', '.join(_ROTATIONS)}.")
    return int(word)


def _keys(box: Components) -> str:
    keys = [card.key for card in box.cards if not isinstance(card, WolfCard)]
    return f"there are {', '.join(keys)}"
