"""Whether a components file can replace ``farmini.toml``: everything that the engine relies on.

`check_components` finds all mistakes and tells them by table and field. The faces of cards and how
many there are may be others, as long as the tables and [box] agree.
"""

from __future__ import annotations

import re
from typing import Final

from siurell.games.checked_grades import check_grades
from siurell.games.checked_table import CheckedTable
from siurell.games.component_file import Data
from siurell.games.component_mistakes import Mistakes, shown
from siurell.games.farmini.box import CORN, GRASS, SPACE

_GAME: Final = "farmini"
_PLAYERS: Final = 4
_FARM: Final = "farm"
_START: Final = 4
"""The start cards are the first display (FM-SETUP-2)."""
_MOST_CARDS: Final = 119
"""A farm of so many cards stays on the grid of the engine."""
_MOST: Final = 60
_KINDS: Final = 9
_KEY: Final = re.compile(r"[a-z][a-z0-9_]{0,19}")
_STANDINGS: Final = ("points", "animals", "scoring_corn", "closed_pens")

_OPTIONS: Final[dict[str, tuple[str | bool, ...]]] = {
    "unused_farms_in_deck": (True, False),
    "hole_penalty": ("per_pen", "per_hole"),
    "same_species_double": (False, True),
}
"""The options and their values, in any order; the first one is the default (FM-OPT)."""

_CONSTANTS: Final = {
    "min_players": (1, 1),
    "max_players": (_PLAYERS, _PLAYERS),
    "display": (_START, _START),
    "animal_points": (0, 9),
    "corn_points": (0, 9),
    "hole_points": (-9, 0),
}

_BOX: Final = {
    "farm_cards": (_PLAYERS, _PLAYERS),
    "pen_cards": (_START, _MOST_CARDS),
    "start_cards": (_START, _START),
    "animal_cards": (0, _MOST),
    "wolf_cards": (1, _MOST),
    "animal_tokens": (1, _MOST),
    "cards": (1, _MOST_CARDS),
}
"""What [box] may say; what the tables hold is compared with it (FM-COMP-1, FM-COMP-2)."""


def check_components(data: Data) -> None:
    """Raise `ComponentsError` with the mistakes of a file, if there are any."""
    mistakes = Mistakes(_GAME)
    top = CheckedTable(data, "the file", mistakes)
    top.whole("format", 1, 1)
    top.word("game", (_GAME,))
    _check_numbers(top, "constants", _CONSTANTS)
    _check_options(top)
    keys: list[str] = []
    tokens = _check_animals(top)
    found = {"farm_cards": _check_farm(top, keys)}
    pens, start = _check_pens(top, keys)
    found["pen_cards"] = pens + start
    found["start_cards"] = start
    found["animal_cards"] = _check_animal_cards(top, keys, tokens)
    found["wolf_cards"] = _check_wolves(top, keys, tokens)
    found["animal_tokens"] = sum(tokens.values())
    found["cards"] = sum([found[field] for field in found if field.endswith("_cards")]) - start
    _check_box(top, found)
    _check_ties_and_grades(top)
    top.close()
    mistakes.raise_any()


def _check_numbers(top: CheckedTable, name: str, bounds: dict[str, tuple[int, int]]) -> None:
    table = top.section(name)
    if table is not None:
        for field, (low, high) in bounds.items():
            table.whole(field, low, high)
        table.close()


def _check_box(top: CheckedTable, found: dict[str, int]) -> None:
    """As many cards and tokens as [box] says; compared when nothing else is wrong."""
    sound = not top.mistakes
    box = top.section("box")
    if box is None:
        return
    for field, (low, high) in _BOX.items():
        said = box.whole(field, low, high)
        if sound and said is not None and said != found[field]:
            box.say(field, f"must be as many as the tables hold, {found[field]}, not {said}")
    box.close()


def _check_options(top: CheckedTable) -> None:
    options = top.section("options")
    if options is None:
        return
    for name, values in _OPTIONS.items():
        right = f"a list of {' and '.join([shown(value) for value in values])}, the default first"
        listed = options.field(name, right)
        if isinstance(listed, list) and sorted(map(shown, listed)) == sorted(map(shown, values)):
            continue
        options.refuse(name, right, listed)
    options.close()


def _check_animals(top: CheckedTable) -> dict[str, int]:
    """The kinds of animals in alphabetical order, each with its tokens (FM-COMP-2)."""
    tokens: dict[str, int] = {}
    for animal in top.rows("animal", "key", 1, _KINDS):
        key = _check_key(animal, list(tokens))
        if key and tokens and key < max(tokens):
            animal.say("key", f"must stand in alphabetical order, so before {shown(max(tokens))}")
        number = animal.whole("tokens", 1, _MOST)
        if key:
            tokens[key] = number or 0
        animal.close()
    return tokens


def _check_farm(top: CheckedTable, keys: list[str]) -> int:
    """The farm card (FM-COMP-5); how many there are."""
    farm = top.section(_FARM)
    if farm is None:
        return 0
    farm.word("key", (_FARM,))
    keys.append(_FARM)
    _check_face(farm)
    copies = farm.whole("copies", _PLAYERS, _PLAYERS)
    farm.close()
    return copies or 0


def _check_pens(top: CheckedTable, keys: list[str]) -> tuple[int, int]:
    """The pen cards; how many are for the deck, and how many start cards (FM-COMP-6)."""
    deck = start = 0
    for card in top.rows("pen_card", "key", 1, _MOST_CARDS):
        _note_key(card, keys)
        _check_face(card)
        deck += card.whole("copies", 0, _MOST) or 0
        start += card.whole("start", 0, _START) or 0
        card.close()
    return deck, start


def _check_animal_cards(top: CheckedTable, keys: list[str], tokens: dict[str, int]) -> int:
    """The animal cards; none asks for more tokens than its kind has (FM-ANIMAL-1)."""
    number = 0
    for card in top.rows("animal_card", "key", 0, _MOST):
        _note_key(card, keys)
        kind = card.word("animal", list(tokens))
        shows = card.whole("tokens", 1, _MOST)
        if kind is not None and shows is not None and shows > tokens[kind] > 0:
            card.say("tokens", f"must be at most {tokens[kind]}, all of its kind, not {shows}")
        number += card.whole("copies", 0, _MOST) or 0
        card.close()
    return number


def _check_wolves(top: CheckedTable, keys: list[str], tokens: dict[str, int]) -> int:
    """The wolf cards, each with the kind that it scares (FM-WOLF-3)."""
    number = 0
    for card in top.rows("wolf_card", "key", 1, _MOST):
        _note_key(card, keys)
        card.word("animal", list(tokens))
        number += card.whole("copies", 0, _MOST) or 0
        card.close()
    return number


def _check_ties_and_grades(top: CheckedTable) -> None:
    ties = top.section("tie_break")
    if ties is not None:
        order = ties.words("order", _STANDINGS, len(_STANDINGS), len(_STANDINGS))
        if order is not None and order[0] != _STANDINGS[0]:
            ties.say("order[1]", f'must be "{_STANDINGS[0]}", not "{order[0]}" (FM-TIE-1)')
        ties.close()
    solo = top.section("solo")
    if solo is not None:
        check_grades(solo)
        solo.close()


def _check_face(card: CheckedTable) -> None:
    """A fence or grass on each side, and what each parcel shows (FM-COMP-3, FM-COMP-4)."""
    _check_signs(card, "fences", "01", "sides N E S W")
    _check_signs(card, "parcels", SPACE + CORN + GRASS, "corners NW NE SE SW")


def _check_signs(card: CheckedTable, field: str, signs: str, places: str) -> None:
    right = f"four signs out of {', '.join(signs)}, for the {places}"
    value = card.field(field, right)
    if not isinstance(value, str) or len(value) != 4 or set(value) - set(signs):
        card.refuse(field, right, value)


def _check_key(table: CheckedTable, keys: list[str]) -> str:
    """The word by which moves name a card or a kind; empty when it is wrong."""
    key = table.text("key", 20)
    if key is None:
        return ""
    if _KEY.fullmatch(key) is None:
        table.say("key", f"must be small letters, digits and `_`, not {shown(key)}")
    elif key in keys:
        table.say("key", f"must be a word of its own; {shown(key)} stands here before")
    else:
        return key
    return ""


def _note_key(card: CheckedTable, keys: list[str]) -> None:
    keys.append(_check_key(card, keys))
