"""What comes out of the box, read from ``farmini.toml`` or from a file in its place.

`read_components` takes data that has passed `checking.check_components`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from siurell.games.component_file import digest_of
from siurell.games.farmini.box import (
    Animal,
    AnimalCard,
    Card,
    Components,
    Grade,
    PenCard,
    WolfCard,
)


def shipped_text() -> str:
    """The data file in this folder."""
    return Path(__file__).with_name("farmini.toml").read_text(encoding="utf-8")


@cache
def components() -> Components:
    """The box of the data file in this folder.

    >>> box = components()
    >>> [animal.key for animal in box.animals], len(box.cards)
    (['goat', 'hen', 'pig'], 33)
    """
    return read_components(tomllib.loads(shipped_text()))


def read_components(data: dict[str, Any]) -> Components:
    """The box of a data file that was checked."""
    animals = tuple([Animal(entry["key"], entry["tokens"]) for entry in data["animal"]])
    constants = data["constants"]
    farm = _pen_card(data["farm"], start=0)
    cards = _cards(data, farm, [animal.key for animal in animals])
    return Components(
        animals=animals,
        cards=cards,
        farm=cards.index(farm),
        options=tuple(
            [
                (name, tuple([str(value).lower() for value in values]))
                for name, values in data["options"].items()
                if isinstance(values, list)
            ]
        ),
        tie_break=tuple(data["tie_break"]["order"]),
        grades=tuple([Grade(entry["below"], entry["name"]) for entry in data["solo"]["grades"]]),
        min_players=constants["min_players"],
        max_players=constants["max_players"],
        display=constants["display"],
        animal_points=constants["animal_points"],
        corn_points=constants["corn_points"],
        hole_points=constants["hole_points"],
        digest=digest_of(data),
    )


def _cards(data: dict[str, Any], farm: PenCard, animals: list[str]) -> tuple[Card, ...]:
    """Every kind of card once, by key in byte order."""
    cards: list[Card] = [farm]
    for entry in data["pen_card"]:
        cards.append(_pen_card(entry, entry["start"]))
    for entry in data["animal_card"]:
        kind = animals.index(entry["animal"])
        cards.append(AnimalCard(entry["key"], kind, entry["tokens"], entry["copies"]))
    for entry in data["wolf_card"]:
        cards.append(WolfCard(entry["key"], animals.index(entry["animal"]), entry["copies"]))
    return tuple(sorted(cards, key=lambda card: card.key))


def _pen_card(entry: dict[str, Any], start: int) -> PenCard:
    return PenCard(
        key=entry["key"],
        fences=entry["fences"],
        parcels=entry["parcels"],
        copies=entry["copies"],
        start=start,
    )
