"""Setting the game up (LG-SETUP, LG-SOLO-2): what each event of chance brings."""

from __future__ import annotations

from siurell.games.la_granja.outcomes import RIVAL
from siurell.games.la_granja.pile import draw_cards
from siurell.games.la_granja.rules import RIVAL_PLAYER
from siurell.games.la_granja.table import Table


def set_first_player(table: Table, seat: int) -> None:
    """Turn order follows seating; market markers and siesta discs lie in it (LG-SETUP-6 to 9)."""
    players = table.rules.players
    first = RIVAL_PLAYER if seat == RIVAL else seat
    table.order = [(first + place) % players for place in range(players)]
    table.discs = table.order[:]
    for space, player in zip(table.rules.box.setup_spaces, table.order, strict=False):
        table.market[space] = player


def roll_for_building(table: Table, die: int) -> None:
    """The next order marker goes on this building, unless it has one (LG-SETUP-5)."""
    table.rolls += 1
    if die - 1 not in table.closed:
        table.closed.append(die - 1)
    table.at = len(table.closed) - 1


def begin_deal(table: Table) -> bool:
    """A player's start hand comes from the pile (LG-SETUP-1)."""
    if table.mover < table.rules.seats:
        draw_cards(table, table.mover, table.rules.box.constants.start_hand)
    return False


def show_roof_markers(table: Table, markers: tuple[int, ...]) -> None:
    """The kept roof markers of a round lie face up (LG-SETUP-3, LG-SCORE-5)."""
    table.roof = list(markers)
