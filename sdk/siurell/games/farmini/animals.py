"""Animal cards: tokens come from the yard and go on free spaces of the farm (FM-ANIMAL)."""

from __future__ import annotations

from siurell.games.farmini.box import AnimalCard
from siurell.games.farmini.display import leave_display
from siurell.games.farmini.table import NOTHING, PUT, Table
from siurell.games.farmini.turns import end_turn


def can_be_taken(table: Table, seat: int, card: int) -> bool:
    """An animal card can be played if a token of its kind finds a space (FM-ANIMAL-4)."""
    shown = table.rules.animal_cards[card]
    return (
        shown is not None
        and table.yard[shown.animal] > 0
        and len(table.animals[seat]) < len(table.farms[seat].spaces)
    )


def tokens_to_put(table: Table, seat: int, card: AnimalCard) -> int:
    """The smallest of: shown on the card, left in the yard, free spaces (FM-ANIMAL-4)."""
    free = len(table.farms[seat].spaces) - len(table.animals[seat])
    return min(card.tokens, table.yard[card.animal], free)


def free_spaces(table: Table, seat: int) -> list[int]:
    """The animal spaces without a token, in space order (FM-ANIMAL-2, FM-NOTE-7)."""
    return sorted(set(table.farms[seat].spaces).difference(table.animals[seat]))


def spaces_for_next(table: Table) -> list[int]:
    """Where the next token may go: behind the one before, with room for the rest (FM-NOTE-7)."""
    free = free_spaces(table, table.mover)
    if table.last != NOTHING:
        free = [spot for spot in free if spot > table.last]
    return free[: len(free) - table.to_put + 1]


def take_animal(table: Table, card: int) -> None:
    """Take an animal card; it is discarded for good (FM-ANIMAL-1, FM-ANIMAL-6)."""
    shown = table.rules.animal_cards[card]
    assert shown is not None
    leave_display(table, card)
    table.discards.append(card)
    table.stage = PUT
    table.kind = shown.animal
    table.to_put = tokens_to_put(table, table.mover, shown)
    table.last = NOTHING


def put(table: Table, spot: int) -> None:
    """Put a token on a space; after the last one the turn is over (FM-ANIMAL-2)."""
    table.yard[table.kind] -= 1
    table.animals[table.mover] = {**table.animals[table.mover], spot: table.kind}
    table.to_put -= 1
    table.last = spot
    if not table.to_put:
        table.kind = table.last = NOTHING
        end_turn(table)
