"""Why a move is not legal, in a sentence for people; silent exactly for the legal moves.

The list of legal moves decides; what stands against another move is looked up in the file of its
kind.
"""

from __future__ import annotations

from siurell.games.base import CHANCE, Move
from siurell.games.la_granja.any_time_legality import why_not_any_time
from siurell.games.la_granja.choice_legality import why_not_choice
from siurell.games.la_granja.legal_moves import legal_codes
from siurell.games.la_granja.moves import (
    Buy,
    BuyRoof,
    ChooseDonkey,
    DeliverToBarrow,
    DeliverToCraft,
    Done,
    ExtraToBarrow,
    ExtraToCraft,
    Mark,
    PlayBarrow,
    PlayExtension,
    PlayField,
    PlayHelper,
    Sell,
    TakeDie,
    Trade,
    Upgrade,
    UseHelper,
    UseRoof,
)
from siurell.games.la_granja.table import Table
from siurell.games.la_granja.turn_legality import (
    why_not_delivery_turn,
    why_not_die,
    why_not_done,
    why_not_donkey,
    why_not_mark,
    why_not_play_turn,
    why_not_roof,
)


def why_illegal(table: Table, move: Move) -> str | None:
    """None for a legal move, otherwise what stands against it (LG-DEC-2)."""
    if table.to_act is None:
        return "the game is over."
    if table.to_act == CHANCE:
        return "an event of chance is due, so nobody decides now (LG-DEC-6)."
    code = table.rules.catalogue.code.get(move)
    if code is None:
        return "nothing in this box has that number, name or key (LG-DEC-14)."
    if code in legal_codes(table):
        return None
    if table.stack:
        return why_not_choice(table, table.to_act, move)
    return _why_not_turn(table, move)


def _why_not_turn(table: Table, move: Move) -> str:
    """No effect is being carried out: moves of the turn and any-time moves (LG-DEC-15, -17)."""
    if isinstance(move, (Buy, Sell, Upgrade, Trade, UseRoof, UseHelper)):
        return why_not_any_time(table, table.mover, move)
    if isinstance(move, (DeliverToBarrow, DeliverToCraft, ExtraToBarrow, ExtraToCraft)):
        return why_not_delivery_turn(table, table.mover, move)
    if isinstance(move, (PlayField, PlayBarrow, PlayExtension, PlayHelper)):
        return why_not_play_turn(table, table.mover, move)
    return _why_not_own_move(table, move)


def _why_not_own_move(table: Table, move: Move) -> str:
    if isinstance(move, Done):
        return why_not_done(table)
    if isinstance(move, TakeDie):
        return why_not_die(table, move.number)
    if isinstance(move, BuyRoof):
        return why_not_roof(table, table.mover, move.marker)
    if isinstance(move, Mark):
        return why_not_mark(table)
    if isinstance(move, ChooseDonkey):
        return why_not_donkey(table, table.mover, move.donkey)
    return "it answers an effect, and no effect is being carried out (LG-DEC-18)."
