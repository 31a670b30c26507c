"""Reading the notation of moves: only the exact canonical text is accepted (LG-DEC-2).

What is wrong with a text whatever the position is said here; what depends on the position is said
by `why_illegal`.
"""

from __future__ import annotations

from typing import Final

from siurell.errors import InvalidMoveError
from siurell.games.base import Move
from siurell.games.la_granja.catalogue import Catalogue

_FORMS: Final = {
    "field": "field CARD",
    "barrow": "barrow CARD",
    "extend": "extend CARD",
    "helper": "helper CARD",
    "done": "done",
    "roof": "roof MARKER",
    "mark": "mark SPACE",
    "die": "die NUMBER",
    "donkey": "donkey NUMBER",
    "deliver": "deliver SOURCE barrow SLOT` or `deliver SOURCE craft BUILDING",
    "extra": "extra SOURCE barrow SLOT` or `extra SOURCE craft BUILDING",
    "buy": "buy GOOD",
    "sell": "sell SOURCE",
    "upgrade": "upgrade SOURCE",
    "trade": "trade KEY",
    "use": "use roof MARKER` or `use helper CARD",
    "take": "take KEY",
    "gain": "gain GOOD",
    "free": "free SOURCE",
    "grow": "grow GOOD",
    "reuse": "reuse MARKER",
    "refresh": "refresh NUMBER",
    "pay": "pay SOURCE`, `pay silver` or `pay vp",
    "replace": "replace SLOT",
    "market": "market SPACE",
    "discard": "discard CARD",
}
"""The first word of a move and its form."""


def parse_move(text: str, catalogue: Catalogue) -> Move:
    """Read a move; `InvalidMoveError` unless the text is exactly canonical.

    >>> from siurell.games.la_granja.components import shipped
    >>> parse_move("deliver olive@field barrow 1", Catalogue(shipped()))
    DeliverToBarrow(source=8, slot=0)
    """
    move = catalogue.by_text.get(text)
    if move is not None:
        return move
    if " ".join(text.split()) != text:
        raise InvalidMoveError(
            f"`{text[:80]}` is not a move of La Granja: there is a blank or a line end too many"
            " (LG-DEC-2)."
        )
    first = text.split(" ")[0]
    if first not in _FORMS:
        raise InvalidMoveError(
            f"`{text[:80]}` is not a move of La Granja: it must begin with {', '.join(_FORMS)}, "
            "with single spaces between the words."
        )
    last = text[:80].split(" ")[-1]
    raise InvalidMoveError(
        f"`{text[:80]}` is not of the form `{_FORMS[first]}`, or there is no such thing as "
        f"`{last}` in this box (LG-DEC-14)."
    )
