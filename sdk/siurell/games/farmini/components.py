"""What comes out of the box, read from ``farmini.toml`` or from a file in its place."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from siurell.games.farmini.box import (
    CORN,
    GRASS,
    SPACE,
    Animal,
    AnimalCard,
    Card,
    Components,
    Grade,
    PenCard,
    WolfCard,
)
from siurell.games.farmini.component_checks import check_components
from siurell.games.farmini.data_file import Entry, read_data_file, refuse


@cache
def components() -> Components:
    """The box of the data file in this folder.

    >>> box = components()
    >>> [animal.key for animal in box.animals], len(box.cards)
    (['goat', 'hen', 'pig'], 33)
    """
    return read_components(Path(__file__).with_name("farmini.toml").read_text(encoding="utf-8"))


def read_components(text: str) -> Components:
    """Read a data file.

    Raises `RulesError` with table and field when it contradicts itself or the engine's bounds.
    """
    data = read_data_file(text)
    if data.value("game") != "farmini" or data.value("format") != 1:
        refuse("the file", "game", 'it must be "farmini", with format = 1')
    animals = tuple([_animal(entry) for entry in data.tables("animal")])
    constants = data.entry("constants")
    farm = _pen_card(data.entry("farm"), start=0)
    cards = _cards(data, farm, [animal.key for animal in animals])
    box = Components(
        animals=animals,
        cards=cards,
        farm=cards.index(farm),
        options=tuple([(name, _values(values)) for name, values in data.entry("options").lists()]),
        tie_break=_words(data.entry("tie_break"), "order"),
        grades=tuple(
            [
                Grade(entry.number("below"), entry.text("name"))
                for entry in data.entry("solo").tables("grades")
            ]
        ),
        min_players=constants.number("min_players", least=1),
        max_players=constants.number("max_players", least=1),
        display=constants.number("display", least=1),
        animal_points=constants.number("animal_points"),
        corn_points=constants.number("corn_points"),
        hole_points=_penalty(constants),
        digest=hashlib.sha256(text.encode()).hexdigest(),
    )
    check_components(box, data.entry("box"))
    return box


def _animal(entry: Entry) -> Animal:
    return Animal(entry.key("key"), entry.number("tokens", least=1))


def _cards(data: Entry, farm: PenCard, animals: list[str]) -> tuple[Card, ...]:
    """Every kind of card once, by key in byte order."""
    cards: list[Card] = [farm]
    for entry in data.tables("pen_card"):
        cards.append(_pen_card(entry, entry.number("start")))
    for entry in data.tables("animal_card"):
        kind = _kind(entry, animals)
        tokens = entry.number("tokens", least=1)
        cards.append(AnimalCard(entry.key("key"), kind, tokens, entry.number("copies")))
    for entry in data.tables("wolf_card"):
        cards.append(WolfCard(entry.key("key"), _kind(entry, animals), entry.number("copies")))
    keys = [card.key for card in cards]
    for key in keys:
        if keys.count(key) > 1:
            refuse("the cards", "key", f"`{key}` stands {keys.count(key)} times instead of once")
    return tuple(sorted(cards, key=lambda card: card.key))


def _pen_card(entry: Entry, start: int) -> PenCard:
    return PenCard(
        key=entry.key("key"),
        fences=entry.signs("fences", "01"),
        parcels=entry.signs("parcels", SPACE + CORN + GRASS),
        copies=entry.number("copies"),
        start=start,
    )


def _kind(entry: Entry, animals: list[str]) -> int:
    key = entry.key("animal")
    if key not in animals:
        refuse(entry.table, "animal", f"`{key}` must be one of {', '.join(animals)}")
    return animals.index(key)


def _penalty(constants: Entry) -> int:
    """Points for a hole: none or fewer (FM-SCORE-3)."""
    found = constants.value("hole_points")
    if not isinstance(found, int) or isinstance(found, bool) or found > 0:
        refuse("[constants]", "hole_points", f"it must be a whole number up to 0, not {found!r}")
    return found


def _words(entry: Entry, field: str) -> tuple[str, ...]:
    found = entry.value(field)
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        refuse(entry.table, field, "it must be a list of words")
    return tuple([str(word) for word in found])


def _values(values: list[object]) -> tuple[str, ...]:
    """The values of an option as words: ``true`` for true."""
    return tuple([str(value).lower() for value in values])
