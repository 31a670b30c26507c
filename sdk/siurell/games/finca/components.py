"""What comes out of the box, read from ``finca.toml`` and checked once, on first use.

Fruits, regions, faces and finca tiles are numbers everywhere in the engine: their place in the
lists of this module. Nothing here knows how the game is played.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from siurell.errors import RulesError

DOUBLE: Final = 1
GUST: Final = 2
BIGCART: Final = 4
LESS: Final = 8
"""The action tiles as bits, in the order of the data file (F-COMP-5)."""

_ACTION_KEYS: Final = ("double", "gust", "bigcart", "less")
FRUITS: Final = 6
"""Kinds of fruit (F-COMP-2); packed numbers are made for so many."""
_FIELD_LIMIT: Final = 32
"""Counts of fruit and limits of deliveries lie below this, so that they can be packed."""


@dataclass(frozen=True, slots=True)
class Region:
    """A region of the island (F-COMP-1); coordinates are for drawing, 0 to 100."""

    key: str
    name: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Face:
    """A face of the fruit tiles (F-COMP-3).

    `need` counts each fruit, `wants` has fruit and number for those that it shows, `wild` counts
    the wild ones.
    """

    key: str
    value: int
    copies: int
    need: tuple[int, ...]
    wants: tuple[tuple[int, int], ...]
    wild: int


@dataclass(frozen=True, slots=True)
class FincaTile:
    """A finca tile (F-COMP-4): the fruits it counts, or any."""

    key: str
    fruits: tuple[int, ...]
    counts_any: bool


@dataclass(frozen=True, slots=True)
class SetupRow:
    """What the number of players decides (F-SETUP-6, -9, -11)."""

    farmers_each: int
    carts: int
    wooden_fincas: int


@dataclass(frozen=True, slots=True)
class Components:
    """All that the data file says.

    >>> box = components()
    >>> len(box.regions), sum(face.copies for face in box.faces)
    (10, 42)
    """

    fruits: tuple[str, ...]
    regions: tuple[Region, ...]
    faces: tuple[Face, ...]
    finca_tiles: tuple[FincaTile, ...]
    blades: tuple[int, ...]
    """The fruit of each blade in the box, sorted."""
    actions: tuple[str, ...]
    bonus_stack: tuple[int, ...]
    setups: tuple[tuple[int, SetupRow], ...]
    options: tuple[tuple[str, tuple[str, ...]], ...]
    supply_per_fruit: int
    line_every: int
    pile_size: int
    tiles_left_out: int
    delivery_cap: int
    bigcart_cap: int
    finca_tile_points: int
    unused_action_points: int
    max_turns: int

    def all_tiles(self) -> list[int]:
        """The face of each fruit tile in the box, sorted."""
        return [number for number, face in enumerate(self.faces) for _ in range(face.copies)]

    def setup(self, seats: int) -> SetupRow:
        """The row of the set-up table for this number of players."""
        return dict(self.setups)[seats]


@cache
def components() -> Components:
    """The box of the data file in this folder."""
    return read_components(Path(__file__).with_name("finca.toml").read_text(encoding="utf-8"))


def read_components(text: str) -> Components:
    """Read a data file; `RulesError` when it contradicts itself or the engine's bounds."""
    data = tomllib.loads(text)
    constants = data["constants"]
    fruits = tuple(constants["fruits"])
    box = Components(
        fruits=fruits,
        regions=tuple(Region(r["key"], r["name"], r["x"], r["y"]) for r in data["region"]),
        faces=tuple(_face(entry, fruits) for entry in data["fruit_tile"]),
        finca_tiles=tuple(_finca_tile(entry, fruits) for entry in data["finca_tile"]),
        blades=tuple(
            sorted(
                fruits.index(entry["fruit"])
                for entry in data["blade"]
                for _ in range(entry["copies"])
            )
        ),
        actions=tuple(entry["key"] for entry in data["action"]),
        bonus_stack=tuple(constants["bonus_stack"]),
        setups=tuple(
            (row["players"], SetupRow(row["farmers_each"], row["carts"], row["wooden_fincas"]))
            for row in data["setup"]
        ),
        options=tuple(
            (name, tuple(values))
            for name, values in data["options"].items()
            if isinstance(values, list)
        ),
        supply_per_fruit=constants["supply_per_fruit"],
        line_every=constants["line_every"],
        pile_size=constants["pile_size"],
        tiles_left_out=constants["tiles_left_out"],
        delivery_cap=constants["delivery_cap"],
        bigcart_cap=constants["bigcart_cap"],
        finca_tile_points=constants["finca_tile_points"],
        unused_action_points=constants["unused_action_points"],
        max_turns=data["limits"]["max_turns"],
    )
    _check(box, data["box"], constants)
    return box


def _face(entry: dict[str, Any], fruits: tuple[str, ...]) -> Face:
    need = tuple(entry["need"].get(fruit, 0) for fruit in fruits)
    wants = tuple((fruit, count) for fruit, count in enumerate(need) if count)
    return Face(entry["key"], entry["value"], entry["copies"], need, wants, entry["wild"])


def _finca_tile(entry: dict[str, Any], fruits: tuple[str, ...]) -> FincaTile:
    return FincaTile(entry["key"], tuple(fruits.index(f) for f in entry["fruits"]), entry["any"])


def _check(box: Components, counts: dict[str, Any], constants: dict[str, Any]) -> None:
    """The data file agrees with itself and with what the engine can hold."""
    tiles = sum(face.copies for face in box.faces)
    players = [seats for seats, _ in box.setups]
    facts = {
        "the box holds all blades": len(box.blades) == counts["blades"] == constants["blades"],
        "the box holds all fruit tiles": tiles == counts["fruit_tiles"],
        "the piles and the tiles left out are all fruit tiles": tiles
        == box.pile_size * len(box.regions) + box.tiles_left_out,
        "each region has a finca tile": len(box.finca_tiles)
        == len(box.regions)
        == counts["finca_tiles"],
        "the value of a face is the number of its fruits": all(
            face.value == sum(face.need) + face.wild for face in box.faces
        ),
        "a wild face shows nothing else": all(face.wild in (0, face.value) for face in box.faces),
        "the action tiles are those of the engine": box.actions == _ACTION_KEYS,
        "the set-up table has a row for each number of players": players
        == list(range(constants["min_players"], constants["max_players"] + 1)),
        "there are six fruits in alphabetical order": len(box.fruits) == FRUITS
        and list(box.fruits) == sorted(box.fruits),
        "counts and limits stay below 32": max(box.supply_per_fruit, box.bigcart_cap + 1)
        < _FIELD_LIMIT,
    }
    for fact, holds in facts.items():
        if not holds:
            raise RulesError(f"finca.toml is wrong: it must hold that {fact}.", reason="BAD_DATA")
