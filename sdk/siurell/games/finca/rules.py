"""The rules of one match: seats, options and all that follows from them and from the box.

Looked up once and shared by all states of such matches; nothing here changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from siurell.games.base import Option, Options
from siurell.games.finca.components import Components, components
from siurell.games.finca.move_lists import MoveLists, move_lists

_RULE_OF_OPTION: Final = {
    "any_finca_counts": "F-REGION-4",
    "two_carts_owed_and_short": "F-CART-6",
    "same_turn_finca_awards": "F-REGION-9",
    "wild_tile_kind": "F-WILD-2",
    "edition": "F-OPT",
}


@cache
def options_of_finca() -> tuple[Option, ...]:
    """The options, each with its default first (F-OPT)."""
    return tuple(
        Option(name, values, _RULE_OF_OPTION[name]) for name, values in components().options
    )


class Rules:
    """The rules of one match."""

    __slots__ = (
        "all_tiles",
        "any_counts_wild",
        "awards_one_by_one",
        "big_cap",
        "blades",
        "box",
        "carts",
        "carts_one_by_one",
        "deliver_cap",
        "farmers",
        "fruits",
        "line_every",
        "lists",
        "max_turns",
        "options",
        "regions",
        "seats",
        "values",
        "wooden",
    )

    def __init__(self, seats: int, options: Options) -> None:
        box = components()
        setup = box.setup(seats)
        self.box: Components = box
        self.lists: MoveLists = move_lists()
        self.seats = seats
        self.options: Mapping[str, str] = options
        self.any_counts_wild = options["any_finca_counts"] == "wild_symbols_only"
        self.carts_one_by_one = options["two_carts_owed_and_short"] == "one_by_one"
        self.awards_one_by_one = options["same_turn_finca_awards"] == "one_by_one"
        self.blades = len(box.blades)
        self.fruits = len(box.fruits)
        self.regions = len(box.regions)
        self.values = max(face.value for face in box.faces)
        """Fruit tiles have the values 1 to this (F-COMP-3)."""
        self.all_tiles = box.all_tiles()
        self.line_every = box.line_every
        self.deliver_cap = box.delivery_cap
        self.big_cap = box.bigcart_cap
        self.max_turns = box.max_turns
        self.farmers = setup.farmers_each
        self.carts = setup.carts
        self.wooden = setup.wooden_fincas


def rules_of(seats: int, options: Options) -> Rules:
    """The rules of a match; matches with the same seats and options share them."""
    return _rules_of(seats, tuple(options.items()))


@cache
def _rules_of(seats: int, options: tuple[tuple[str, str], ...]) -> Rules:
    return Rules(seats, MappingProxyType(dict(options)))
