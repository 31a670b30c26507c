"""Reading the notation of moves (F-NOTE): only the exact canonical text is accepted.

What is wrong with a text whatever the position is said here; what depends on the position is said
by `why_illegal`.
"""

from __future__ import annotations

from itertools import pairwise

from siurell.errors import InvalidMoveError
from siurell.games.base import Move
from siurell.games.finca.components import components
from siurell.games.finca.moves import (
    BigCart,
    Deliver,
    Double,
    Gust,
    Item,
    Items,
    MoveFarmer,
    OneLess,
    Place,
    Stay,
)

_FORMS = {
    "place": "place B",
    "move": "move B",
    "deliver": "deliver ITEM ...",
    "bigcart": "bigcart ITEM ...",
    "less": "less FRUIT ITEM ...",
    "gust": "gust B C",
    "double": "double B",
    "stay": "stay",
}


def parse_move(text: str) -> Move:
    """Read a move; `InvalidMoveError` unless the text is exactly canonical (F-NOTE-1).

    >>> parse_move("less fig inca arta:fig")
    OneLess(fruit=1, items=(Item(region=4, fruit=-1), Item(region=5, fruit=1)))
    """
    words = text.split(" ")
    if words[0] not in _FORMS:
        raise InvalidMoveError(
            f"`{text[:80]}` is not a move of Finca: it must begin with {', '.join(_FORMS)}, "
            "with single spaces between the words."
        )
    move = _parse(words[0], words[1:])
    if move is None:
        raise InvalidMoveError(f"`{text[:80]}` has not the form `{_FORMS[words[0]]}`.")
    return move


def _parse(word: str, rest: list[str]) -> Move | None:
    """The move, or None when the number of words is wrong."""
    if word == "stay":
        return Stay() if not rest else None
    if not rest:
        return None
    if word == "deliver":
        return Deliver(_items(rest))
    if word == "bigcart":
        return BigCart(_items(rest))
    if word == "less":
        return OneLess(_fruit(rest[0]), _items(rest[1:])) if len(rest) > 1 else None
    if word == "gust":
        return Gust(_blade(rest[0]), _blade(rest[1])) if len(rest) == 2 else None
    if len(rest) > 1:
        return None
    if word == "place":
        return Place(_blade(rest[0]))
    return MoveFarmer(_blade(rest[0])) if word == "move" else Double(_blade(rest[0]))


def _blade(word: str) -> int:
    """A blade, 0 to 11, without leading zeros (F-NOTE-2)."""
    blades = len(components().blades)
    if word not in [str(blade) for blade in range(blades)]:
        raise InvalidMoveError(f"`{word[:80]}` is no blade: they are numbered 0 to {blades - 1}.")
    return int(word)


def _fruit(word: str) -> int:
    fruits = components().fruits
    if word not in fruits:
        raise InvalidMoveError(f"`{word[:80]}` is no fruit: there are {', '.join(fruits)}.")
    return fruits.index(word)


def _items(words: list[str]) -> Items:
    """Items stand in board order, no region twice (F-NOTE-4)."""
    items = tuple([_item(word) for word in words])
    for before, after in pairwise(items):
        if before.region == after.region:
            raise InvalidMoveError(f"A region is served at most once: `{after}` stands twice.")
        if before.region > after.region:
            raise InvalidMoveError(f"Regions stand in board order: `{after}` before `{before}`.")
    return items


def _item(word: str) -> Item:
    key, colon, fruit = word.partition(":")
    regions = [region.key for region in components().regions]
    if key not in regions:
        raise InvalidMoveError(f"`{key[:80]}` is no region: there are {', '.join(regions)}.")
    if not colon:
        return Item(regions.index(key))
    return Item(regions.index(key), _fruit(fruit))
