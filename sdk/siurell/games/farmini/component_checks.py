"""What must hold of a data file: it agrees with itself and with what the engine can hold."""

from __future__ import annotations

from typing import Final

from siurell.games.farmini.box import AnimalCard, Components, PenCard, WolfCard
from siurell.games.farmini.data_file import Entry, refuse

OPTIONS: Final = {
    "unused_farms_in_deck": ("true", "false"),
    "hole_penalty": ("per_pen", "per_hole"),
    "same_species_double": ("false", "true"),
}
"""The options of the engine and their values (FM-OPT)."""

STANDINGS: Final = ("points", "animals", "scoring_corn", "closed_pens")
"""What a tie can be broken by (FM-TIE-1)."""

_MOST_CARDS: Final = 120
"""A farm of fewer cards stays on the grid of the engine."""


def check_components(box: Components, counts: Entry) -> None:
    """Raise `RulesError` with table and field where the data contradict themselves."""
    _check_counts(box, counts)
    _check_animals(box)
    _check_players(box)
    _check_words(box)


def _check_counts(box: Components, counts: Entry) -> None:
    """As many cards and tokens as [box] says (FM-COMP-1, FM-COMP-2)."""
    farm = box.cards[box.farm].copies
    pens = [card for card in box.cards if isinstance(card, PenCard)]
    start = sum([card.start for card in pens])
    animals = [card for card in box.cards if isinstance(card, AnimalCard)]
    found = {
        "farm_cards": farm,
        "pen_cards": sum([card.copies + card.start for card in pens]) - farm,
        "start_cards": start,
        "animal_cards": sum([card.copies for card in animals]),
        "wolf_cards": box.wolves(),
        "animal_tokens": sum([animal.tokens for animal in box.animals]),
        "cards": sum([card.copies for card in box.cards]) + start,
    }
    for field, number in found.items():
        if counts.number(field) != number:
            refuse(
                "[box]",
                field,
                f"it says {counts.number(field)}, and the tables hold {number}: make them equal",
            )
    if found["cards"] >= _MOST_CARDS:
        refuse("[box]", "cards", f"there must be fewer than {_MOST_CARDS}")


def _check_animals(box: Components) -> None:
    """Kinds stand by key, each once, and no card asks for more tokens than there are."""
    keys = [animal.key for animal in box.animals]
    if keys != sorted(set(keys)):
        refuse("[[animal]]", "key", f"they must be {', '.join(sorted(set(keys)))}, in this order")
    for card in box.cards:
        if isinstance(card, AnimalCard) and card.tokens > box.animals[card.animal].tokens:
            most = box.animals[card.animal].tokens
            refuse(f"[[animal_card]] {card.key}", "tokens", f"it must be at most {most}")


def _check_players(box: Components) -> None:
    """Each player has a farm card, and the start cards fill the display (FM-SETUP-1, -2)."""
    farms = box.cards[box.farm].copies
    if not box.min_players <= box.max_players <= farms:
        refuse(
            "[constants]",
            "max_players",
            f"it must lie between min_players, {box.min_players}, and the farm cards, {farms}",
        )
    start = len(box.start_cards())
    if box.display != start:
        refuse("[constants]", "display", f"it must be the number of start cards, {start}")
    if not any(isinstance(card, WolfCard) for card in box.cards):
        refuse("the file", "wolf_card", "there must be a wolf card")


def _check_words(box: Components) -> None:
    """Options, the order of ties and the grades are those that the engine knows."""
    found = dict(box.options)
    for name, values in OPTIONS.items():
        if sorted(found.get(name, ())) != sorted(values):
            refuse("[options]", name, f"it must list {' and '.join(values)}, the default first")
    for name in found:
        if name not in OPTIONS:
            refuse("[options]", name, f"there are only {', '.join(OPTIONS)}")
    if sorted(box.tie_break) != sorted(STANDINGS) or box.tie_break[0] != STANDINGS[0]:
        refuse(
            "[tie_break]", "order", f"it must begin with points and be of {', '.join(STANDINGS)}"
        )
    limits = [grade.below for grade in box.grades]
    if limits != sorted(set(limits)):
        refuse("[solo]", "grades", "each `below` must be greater than the one before")
