"""The rival of the solo game: dice, siesta and placements (LG-SOLO)."""

from __future__ import annotations

from siurell.games.la_granja.market import place_marker, removed_by, spaces_to_place
from siurell.games.la_granja.pile import leave_pile
from siurell.games.la_granja.rules import RIVAL_PLAYER
from siurell.games.la_granja.table import PIPS, Table
from siurell.games.la_granja.vocabulary import NONE


def rival_discards_die(table: Table) -> None:
    """One from the lowest space with dice, in later rounds from the highest (LG-SOLO-6)."""
    numbers = list(range(PIPS))
    if table.round > table.rules.box.constants.rounds // 2:
        numbers.reverse()
    for number in numbers:
        dice = table.dice[number]
        if dice > 1 or (dice == 1 and table.marks[number] == NONE):
            table.dice[number] -= 1
            return


def rival_places(table: Table, card: int) -> None:
    """The turned-up card goes to the discards, the rival on its barrow value (LG-SOLO-9)."""
    leave_pile(table, card)
    table.discards.append(card)
    value = table.rules.box.cards[card].value
    spaces = [
        space
        for space in spaces_to_place(table, RIVAL_PLAYER, value)
        if table.market[space] != RIVAL_PLAYER
    ]
    if spaces:
        place_marker(table, RIVAL_PLAYER, min(spaces, key=lambda space: _rank(table, space)))


def _rank(table: Table, space: int) -> tuple[int, int, int, str]:
    """The criteria of LG-SOLO-9, the best space being the least."""
    removed = len(removed_by(table, RIVAL_PLAYER, space))
    spaces = table.rules.box.spaces
    higher = [
        other
        for other in table.rules.neighbours[space]
        if table.market[other] == NONE and spaces[other].value > spaces[space].value
    ]
    return (-removed, len(higher), -_distance_to_own(table, space), spaces[space].key)


def _distance_to_own(table: Table, space: int) -> int:
    """Steps over open spaces to the nearest marker of the rival; without any all are equal."""
    if RIVAL_PLAYER not in table.market:
        return 0
    reached = {space}
    border = [space]
    steps = 0
    while border:
        if RIVAL_PLAYER in [table.market[place] for place in border]:
            return steps
        steps += 1
        further: list[int] = []
        for place in border:
            further += [near for near in table.rules.neighbours[place] if near not in reached]
            reached.update(further)
        border = further
    return len(table.market)
