"""The game for one (FM-SOLO)."""

from __future__ import annotations

from siurell.games.farmini.box import Components
from siurell.games.farmini.table import Table


def discard_animal_cards(table: Table) -> None:
    """When a wolf is turned up, the animal cards of the display are discarded (FM-SOLO-2)."""
    shown = table.rules.animal_cards
    table.discards += [card for card in table.display if shown[card] is not None]
    table.display = [card for card in table.display if shown[card] is None]


def grade(box: Components, points: int) -> str:
    """What the points are called: the first grade that is not reached (FM-SOLO-5).

    >>> from siurell.games.farmini.components import components
    >>> grade(components(), 14), grade(components(), 15)
    ('farm hand', 'farmer')
    """
    for one in box.grades:
        if points < one.below:
            return one.name
    return box.grades[-1].name
